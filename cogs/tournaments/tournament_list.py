"""The list of a server's tournaments, and the one that a command means."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ui

from cogs.kit.arguments import Count, Query
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row, words
from cogs.kit.controls import Press, control
from cogs.kit.paging import leaves
from cogs.tournaments import champions_panel, create_panel, rights, texts, tournament_card
from cogs.tournaments.service import Tournaments
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.model import Tournament, TournamentId, TournamentState, TournamentSummary

_DIGITS: Final = 19
"""Digits of a number that is no tournament's any more."""
PAGE: Final = 8
"""Tournaments of a page: each takes four of the forty components that a message may have."""


@dataclass(frozen=True, slots=True)
class ListPage(Query):
    """A query for a page of the list."""

    page: int = 0


@control("tourlist")
async def turn(press: Press, _button: Count, asked: ListPage) -> None:
    """Shows another page."""
    await press.redraw(await panel(press, asked.page))


@control("tournew")
async def create(press: Press) -> None:
    """Opens the panel that creates a tournament."""
    await press.answer(await create_panel.first_panel(press))


async def panel(call: Call, number: int = 0, *, title: str | None = None) -> Card:
    """A page of the list."""
    found = await call.app[Tournaments].summaries(rights.guild_of(call))
    hall = champions_panel.open_button()
    new = [create.about(0, texts.NEW)] if await rights.may_create(call) else []
    if not found:
        said = texts.NONE_HERE if new else texts.NONE_TO_JOIN
        return card(said, row(*new, hall))
    number = min(number, (len(found) - 1) // PAGE)
    shown = found[number * PAGE : (number + 1) * PAGE]
    turning = leaves(turn, number, ListPage, more=(number + 1) * PAGE < len(found))
    return card(
        title or texts.LIST_TITLE,
        *(_line(one) for one in shown),
        row(*turning, *new, hall),
    )


def _line(one: TournamentSummary) -> ui.Section[ui.LayoutView]:
    return ui.Section(words(texts.in_list(one)), accessory=tournament_card.show_button(one.id))


async def meant(call: Call, given: str | None, *wanted: Collection[TournamentState]) -> Tournament | None:
    """The tournament that is named, else the only one in the first of these states that some are in.

    None if there are several. Raises TournamentError if there is no such one, Refusal in direct messages.
    """
    found = await call.app[Tournaments].summaries(rights.guild_of(call))
    fitting = _named(found, given) if given is not None else _first(found, wanted)
    if given is not None and not fitting and given.strip().isdecimal() and len(given.strip()) < _DIGITS:
        return await rights.load(call, TournamentId(int(given)))
    if not fitting:
        raise TournamentError(TournamentProblem.UNKNOWN)
    return await rights.load(call, fitting[0].id) if len(fitting) == 1 else None


def _first(
    found: Sequence[TournamentSummary], wanted: Sequence[Collection[TournamentState]]
) -> list[TournamentSummary]:
    """Those in the first of the states that some are in."""
    by_states = ([one for one in found if one.state in states] for states in wanted)
    return next(filter(None, by_states), [])


def _named(found: Sequence[TournamentSummary], given: str) -> list[TournamentSummary]:
    """The tournaments with this number, or else with this name."""
    typed = given.strip().casefold()
    by_number = [one for one in found if str(one.id) == typed]
    return by_number or [one for one in found if one.name.casefold() == typed]
