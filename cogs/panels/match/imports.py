"""Records from elsewhere: read, kept for a while for the person who brought them in, and stepped through."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
from cachetools import LRUCache

from cogs.kit.card import Card, card, row
from cogs.kit.controls import Press, button, menu
from cogs.kit.errors import UNSENT, Refusal
from cogs.kit.replies import Interaction
from cogs.panels.match import viewer
from cogs.panels.match.viewer import Subject, ViewerState
from cogs.text import records_texts, seals_texts, texts
from engines import GAMES
from engines.record import History
from matches import UserId
from matches.model import ImportId, Result
from matches.records import (
    LARGEST_EXPORT,
    LONGEST,
    ExportedMatch,
    Transcript,
    checked,
    exported,
    positions,
    read,
)

if TYPE_CHECKING:
    from cogs.app import App

SHELF: Final = 50
"""Records that are kept replayed, so that not every step replays them anew."""
CHARACTERS: Final = 16_000_000
"""The length of all records of exports that are kept to choose from."""


class ReplayCache:
    """The records last looked at, replayed, and those of the exports last brought in, unread."""

    def __init__(self) -> None:
        self._files: LRUCache[int, tuple[UserId, Sequence[ExportedMatch]]] = LRUCache(CHARACTERS, _length)
        self._replayed: LRUCache[ImportId, tuple[Transcript, History]] = LRUCache(SHELF)

    async def take(self, number: ImportId, text: str) -> tuple[Transcript, History]:
        """The record of this number, whose text is given, and all of its positions."""
        found = self._replayed.get(number)
        if found is None:
            # A long one takes a second or two, in which others are not to wait.
            found = self._replayed[number] = await asyncio.to_thread(_replayed, text)
        return found

    def keep_file(self, number: int, user: UserId, matches: Sequence[ExportedMatch]) -> None:
        """Keep what ``user`` can choose from, by a ``number`` that no other file has."""
        self._files[number] = user, matches

    def file(self, number: int, user: UserId) -> Sequence[ExportedMatch]:
        """The matches ``user`` can choose from; none where the file is gone, or is another user's."""
        owner, matches = self._files.get(number, (None, ()))
        return matches if owner == user else ()


def _length(kept: tuple[UserId, Sequence[ExportedMatch]]) -> int:
    return 1 + sum(len(match.record) for match in kept[1])


def _replayed(text: str | bytes) -> tuple[Transcript, History]:
    found = read(text)
    return found, positions(found)


@button("showimport")
async def show_imported(press: Press) -> None:
    """Shows what its arguments tell of a record: the number of the button, then the view."""
    _, subject = await _subject(press.app, press.interaction, ImportId(press.match_id), press.user)
    await press.redraw(await viewer.panel(press.app, subject, ViewerState.of(press.args[1:])))


@button("filmimport")
async def film_imported(press: Press) -> None:
    """Shows the film of a record."""
    args = (0, *ViewerState(0).args)
    back = show_imported.about(ImportId(press.match_id), texts.BACK_TO_BOARD, args=args)
    with press.app.files.take(press.user):
        kept, subject = await _subject(press.app, press.interaction, ImportId(press.match_id), press.user)
        head = records_texts.import_head(kept, subject.history.turns)
        film = await viewer.film(press.app, subject, head, "record", back)
    await press.redraw(film)


async def taken_in(app: App, interaction: Interaction, file: discord.Attachment) -> Card:
    """The first position of a record that somebody brought in, kept from now on; of several, a menu.

    Raises Refusal for a file that is too large or cannot be had, TranscriptError for one that is no record,
    BusyError for one that comes while another is read, and for a large one while others' are.
    """
    if file.size > LARGEST_EXPORT:
        raise Refusal(records_texts.too_large(LONGEST, LARGEST_EXPORT))
    user = UserId(interaction.user.id)
    with app.files.take(user), app.large_files.take(user) if file.size > LONGEST else nullcontext():
        try:
            content = await file.read()
        except UNSENT as error:
            raise Refusal(records_texts.FILE_LOST) from error
        found = await asyncio.to_thread(exported, content)
        if found is None:
            return await _opened(app, interaction, user, content)
        if not found.matches:
            raise Refusal(records_texts.NO_RECORDS)
        if found.count == 1:
            return await _opened(app, interaction, user, found.matches[0].record)
    app.replay_cache.keep_file(interaction.id, user, found.matches)
    options = [(str(place), records_texts.exported_label(match)) for place, match in enumerate(found.matches)]
    menu = pick_record.about(interaction.id, records_texts.OPEN_ONE, options)
    return card(records_texts.exported_head(len(options), found.count), row(menu))


@menu("pickrecord")
async def pick_record(press: Press) -> None:
    """Opens the match that is chosen out of an export that was brought in a moment ago."""
    kept = dict(enumerate(press.app.replay_cache.file(press.match_id, press.user)))
    match = kept.get(int(press.value)) if press.value.isdecimal() else None
    if match is None:
        raise Refusal(records_texts.FILE_GONE)
    with press.app.files.take(press.user):
        shown = await _opened(press.app, press.interaction, press.user, match.record)
    await press.answer(shown)


async def _opened(app: App, interaction: Interaction, user: UserId, record: str | bytes) -> Card:
    """The first position of a record, kept from now on. Raises TranscriptError."""
    number = await app.sharing.keep_record(user, await asyncio.to_thread(read, record))
    _, subject = await _subject(app, interaction, number, user)
    return await viewer.panel(app, subject, ViewerState(0))


async def _subject(
    app: App, interaction: Interaction, number: ImportId, user: UserId
) -> tuple[Transcript, Subject]:
    """A record that ``user`` brought in, to be looked at. Raises Refused."""
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
        note=seals_texts.checked(checked(kept)),
    )
    return kept, subject
