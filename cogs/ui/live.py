"""The private list of the matches that run in a server, to leaf through, look at and watch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self

import discord
from discord import ui

from cogs.ui import looking, watching
from cogs.ui.card import Card, card, row, rows, with_more
from cogs.ui.control import Button, Click, Select
from cogs.ui.errors import Refusal
from cogs.ui.languages import texts_of_watching as texts
from cogs.ui.numbers import game_of_number, number_of_game
from cogs.ui.paging import leaves
from engines import GAMES
from matches import Match, Notice, UserId
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.desk import Desk

PAGE: Final = 10
"""Matches on a page."""
_ANY: Final = 0
"""Stands for all games in an id."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to see: the matches of a game, or of all, and which page."""

    game: str | None = None
    page: int = 0

    @property
    def tail(self) -> tuple[int, ...]:
        """These as an id's numbers."""
        return number_of_game(self.game) if self.game else _ANY, self.page

    @classmethod
    def of(cls, tail: Sequence[int]) -> Self:
        """What an id's numbers mean. Raises Refusal for a game that is gone."""
        number, page = tail
        return cls(None if number == _ANY else game_of_number(number), page)


class Leaf(Button, verb="live"):
    """Shows, in its panel, another page. Its tail: the number of the button, then what is asked for."""

    @classmethod
    def to(cls, asked: Asked, label: str, number: int, *, enabled: bool) -> Leaf:
        """The button; ``number`` is its own in the panel."""
        return cls.about(0, label, tail=(number, *asked.tail), enabled=enabled)

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.redraw(click, await panel(desk, click, Asked.of(self.tail[1:])))


class LookAt(Select, verb="lookat"):
    """Opens the view of the match that is chosen."""

    @classmethod
    def choice(cls, matches: Sequence[MatchSummary]) -> LookAt:
        """The menu."""
        options = [
            discord.SelectOption(value=str(match.id), label=texts.live_choice(match)[:100])
            for match in matches
        ]
        return cls(ui.Select(placeholder=texts.GO_TO_LIVE, options=options, custom_id=cls.id_about(0)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.find(click, self.value, phases=watching.RUNNING, mine=False)
        await desk.answer(click, await _view(desk, match, user))


class SeeLive(Button, verb="weekly"):
    """Opens the list from a weekly summary. Its tail: the summary's notice."""

    @classmethod
    def button(cls, notice: Notice) -> SeeLive:
        """The button."""
        return cls(ui.Button(label=texts.SEE_LIVE, custom_id=cls.id_about(0, notice.id)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.answer(click, await panel(desk, click, Asked()))


CONTROLS: Final[tuple[type[Button] | type[Select], ...]] = (Leaf, LookAt, SeeLive)


async def panel(desk: Desk, talk: Click, asked: Asked) -> Card:
    """A page of the matches that run in this server, of those that whoever asks may see. Raises Refusal."""
    if talk.guild_id is None:
        raise Refusal(texts.LIVE_IN_SERVER)
    every, looked_at = await desk.live(talk, watching.LOOKED_AT)
    found = [match for match in every if asked.game in (None, match.game)]
    if not found:
        name = GAMES[asked.game].name if asked.game else None
        return card(texts.nothing_live(desk.command_of(asked.game), name))
    page = min(asked.page, (len(found) - 1) // PAGE)
    shown = found[page * PAGE : (page + 1) * PAGE]
    said = texts.live(shown, first=page * PAGE, count=len(found), more=looked_at == watching.LOOKED_AT)

    def leaf(number: int, label: str, to: int, there: bool) -> Leaf:
        return Leaf.to(replace(asked, page=to), label, number, enabled=there)

    more = len(found) > (page + 1) * PAGE
    return card(said, row(LookAt.choice(shown)), *rows(leaves(page, leaf, more=more)))


async def _view(desk: Desk, match: Match, user: UserId) -> Card:
    """The view of a match; while there is no board, its card, to be watched all the same."""
    shown = await looking.first_view(desk, match, user)
    offered = () if match.started else watching.buttons(match, user)
    return with_more(shown, row(*offered)) if offered else shown
