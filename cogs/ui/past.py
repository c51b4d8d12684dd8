"""What somebody has played: their finished matches, page by page, each to be opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from cogs.ui import looking
from cogs.ui.card import Card, card, row, rows
from cogs.ui.control import Button, Click, Select
from cogs.ui.languages import texts_of_records
from cogs.ui.numbers import game_of_number, number_of_game
from cogs.ui.paging import leaves
from matches import MatchId, UserId
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.desk import Desk

PAGE: Final = 8
"""Matches on a page: more would not fit a phone."""
_ANY: Final = 0
"""Stands for all games in an id."""


class Turn(Button, verb="past"):
    """Shows another page. Its tail: the number of the button, the game, the page."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        _, game, page = self.tail
        key = None if game == _ANY else game_of_number(game)
        await desk.redraw(click, await panel(desk, user, key, page))


class OpenOne(Select, verb="pastopen"):
    """Opens a match of the page."""

    @classmethod
    def choice(cls, desk: Desk, matches: Sequence[MatchSummary], user: UserId) -> OpenOne:
        """The menu."""
        options = [
            discord.SelectOption(value=str(match.id), label=desk.choice(match, user)[:100])
            for match in matches
        ]
        custom_id = cls.id_about(0)
        return cls(ui.Select(placeholder=texts_of_records.OPEN_ONE, options=options, custom_id=custom_id))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load_own(MatchId(int(self.value)), user)
        await desk.answer(click, await looking.first_view(desk, match, user))


CONTROLS: Final[tuple[type[Button] | type[Select], ...]] = (Turn, OpenOne)


async def panel(desk: Desk, user: UserId, game: str | None, page: int = 0) -> Card:
    """A page of the finished matches of ``user``, all or those of a game."""
    # One more than are shown tells whether there is another page.
    found = await desk.matches.lists.finished_of(user, PAGE + 1, offset=page * PAGE, game=game)
    if not found:
        return card(texts_of_records.nothing_played(game))
    shown = found[:PAGE]
    number_of = _ANY if game is None else number_of_game(game)

    def leaf(number: int, label: str, to: int, there: bool) -> Turn:
        return Turn.about(0, label, tail=(number, number_of, to), enabled=there)

    return card(
        texts_of_records.history(shown, user, game, page),
        row(OpenOne.choice(desk, shown, user)),
        *rows(leaves(page, leaf, more=len(found) > PAGE)),
    )
