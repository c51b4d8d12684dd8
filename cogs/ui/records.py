"""The record of a match as files, and sharing the match by a code that anyone can open it with."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.ui import looking
from cogs.ui.boards import diagram_at
from cogs.ui.card import BOARD, Card, Documents, attached, card, gallery, row
from cogs.ui.control import Button, Click
from cogs.ui.languages import texts, texts_of_records
from cogs.ui.sight import to_look_at
from matches import Match, UserId
from matches.transcripts import as_json, as_text

if TYPE_CHECKING:
    from cogs.desk import Desk


class OpenRecord(Button, verb="record"):
    """Gives the record of a match, to whoever looks at it."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await to_look_at(desk, click, self.match_id)
        await desk.answer(click, await panel(desk, match, user))


class Share(Button, verb="share"):
    """Shares a match by a code."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.answer(click, shared_panel(click, *await desk.sharing.share(self.match_id, user)))


class Unshare(Button, verb="unshare"):
    """Ends that."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.sharing.unshare(self.match_id, user)
        await desk.redraw(click, desk.cards.note(texts_of_records.not_shared_any_more(match)))


class PostShare(Button, verb="postshare"):
    """Posts the board of a shared match, with its code, where the panel was opened."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match, code = await desk.sharing.share(self.match_id, user)
        await desk.post(click, lambda: _posted(desk, click, match, code))
        await desk.redraw(click, shared_panel(click, match, code, posted=True))


class LookShared(Button, verb="lookshared"):
    """Opens the view of a match from where it was posted, as long as it is shared."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.sharing.still_shared(self.match_id, user)
        await desk.answer(click, await looking.first_view(desk, match, user))


class FilmShared(Button, verb="filmshared"):
    """Opens the film in the same way."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.sharing.still_shared(self.match_id, user)
        await desk.answer(click, await looking.film(desk, click, match, user))


CONTROLS: Final[tuple[type[Button], ...]] = (OpenRecord, Share, Unshare, PostShare, LookShared, FilmShared)


async def panel(desk: Desk, match: Match, user: UserId) -> Card:
    """The record of a match in both forms. Raises WrongPhaseError before play, BusyError for two at once."""
    with desk.files.take(user):
        kept = desk.sharing.transcript(match)
        text, json = await asyncio.to_thread(lambda: (as_text(kept), as_json(kept)))
    name = f"{match.game}-{match.id}"
    documents: Documents = ((f"{name}.txt", text.encode()), (f"{name}.json", json.encode()))
    return card(
        texts_of_records.record(match, kept),
        *attached(documents),
        row(*_ways(match, user)),
        documents=documents,
    )


def _ways(match: Match, user: UserId) -> Iterator[ui.Item[Any]]:
    yield looking.Look.on(match, texts.BACK_TO_BOARD)
    if user in match.users:
        yield Share.on(match, texts_of_records.SHARE)


def shared_panel(talk: Click, match: Match, code: str, *, posted: bool = False) -> Card:
    """The code of a match, for the player who shares it."""
    buttons: list[ui.Item[Any]] = [Unshare.on(match, texts_of_records.STOP_SHARING)]
    if talk.guild_id is not None and not posted:
        buttons.insert(0, PostShare.on(match, texts.POST_HERE, discord.ButtonStyle.primary))
    return card(texts_of_records.shared(match, code), texts.POSTED if posted else "", row(*buttons))


async def _posted(desk: Desk, talk: Click, match: Match, code: str) -> Card:
    """The board as it is, in the look of the server where it is posted."""
    history = desk.matches.history(match)
    diagram = diagram_at(history, len(history.played), match.result)
    theme = await desk.cards.theme_for(talk.guild_id)
    pictures = ((BOARD, await desk.studio.board(diagram, theme=theme)),)
    # Of no version: after a crash it must not be taken for the match's own card.
    buttons = row(LookShared.about(match.id, texts.BOARD), FilmShared.about(match.id, texts.FILM))
    return card(texts_of_records.posted_share(match, code), gallery(pictures), buttons, pictures=pictures)
