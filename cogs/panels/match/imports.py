"""Records from elsewhere: read, kept for a while for the person who brought them in, and stepped through."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs.kit.card import Card
from cogs.kit.context import Interaction
from cogs.kit.controls import Press, button
from cogs.kit.errors import UNSENT, Refusal
from cogs.panels.match import viewer
from cogs.panels.match.viewer import Subject, ViewerState
from cogs.text import records_texts, texts
from engines import GAMES
from matches import UserId
from matches.model import ImportId, Result
from matches.records import LONGEST, Transcript, read

if TYPE_CHECKING:
    from cogs.kit.context import Context


@button("showimport")
async def show_imported(press: Press) -> None:
    """Shows what its arguments tell of a record: the number of the button, then the view."""
    _, subject = await _subject(press.app, press.interaction, ImportId(press.match_id), press.user)
    await press.redraw(await viewer.panel(press.app, subject, ViewerState.of(press.args[1:])))


@button("filmimport")
async def film_imported(press: Press) -> None:
    """Shows the film of a record."""
    back = show_imported.about(
        ImportId(press.match_id), texts.BACK_TO_BOARD, args=(0, *ViewerState(0).numbers)
    )
    with press.app.files.take(press.user):
        kept, subject = await _subject(press.app, press.interaction, ImportId(press.match_id), press.user)
        head = records_texts.import_head(kept)
        film = await viewer.film(press.app, subject, head, "record", back)
    await press.redraw(film)


async def taken_in(app: Context, interaction: Interaction, file: discord.Attachment) -> Card:
    """The first position of a record that somebody brought in, kept from now on.

    Raises Refusal for a file that is too large or cannot be had, TranscriptError for one that is no record,
    BusyError for one that comes while another is read.
    """
    if file.size > LONGEST:
        raise Refusal(records_texts.too_large(LONGEST))
    user = UserId(interaction.user.id)
    with app.files.take(user):
        try:
            content = await file.read()
        except UNSENT as error:
            raise Refusal(records_texts.FILE_LOST) from error
        number = await app.sharing.keep_record(user, await asyncio.to_thread(read, content))
        _, subject = await _subject(app, interaction, number, user)
    return await viewer.panel(app, subject, ViewerState(0))


async def _subject(
    app: Context, interaction: Interaction, number: ImportId, user: UserId
) -> tuple[Transcript, Subject]:
    """A record that ``user`` brought in, to be looked at. Raises NoSuchImportError."""
    kept, history = await app.replay_cache.take(number, await app.sharing.kept_record(number, user))

    result = None if kept.result is None else Result(kept.result.winner, kept.result.reason)
    subject = Subject(
        records_texts.import_title(kept),
        GAMES[kept.game].sides,
        history,
        result,
        await app.cards.theme_for(interaction.guild_id, user),
        partial(show_imported.about, number),
        (film_imported.about(number, texts.FILM),),
    )
    return kept, subject
