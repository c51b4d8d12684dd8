"""The private list of a player's matches: those that wait for them with a button each, then the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord import ui

from cogs.kit.arguments import Count
from cogs.kit.call import Call
from cogs.kit.card import BLUE, Accent, Card, card, rows, rule, section
from cogs.kit.controls import Press, button, control
from cogs.kit.lookup import LOOKED_AT
from cogs.kit.paging import ListQuery, leaves
from cogs.panels.challenge import (
    computer_panel,
    lobby_panel,
    new_match_panel,
    picks,
)
from cogs.panels.lists.finished_matches import turn_history_page
from cogs.panels.lists.tabs import MINE, tabs
from cogs.panels.moving import move_panel
from cogs.text import (
    challenge_texts,
    errors_texts,
    lists_texts,
    phrases,
    texts,
    time_texts,
)
from matches import Phase, UserId
from matches.summaries import Listing, MatchSummary

OPEN: Final = (Phase.CHALLENGED, Phase.SETUP, Phase.PLAYING)
TURNS: Final = 6
"""Matches with a button on a page: each is three of the components that a message holds."""
WAITING: Final = 10
"""Other matches on a page."""
SOON: Final = timedelta(hours=6)
"""A match whose time ends so soon makes the list urgent."""


@control("ownlist")
async def turn_page(press: Press, _button: Count, asked: ListQuery) -> None:
    """Shows another page."""
    await press.redraw(await panel(press, asked))


@dataclass(frozen=True, slots=True)
class OwnMatches:
    """The open matches and challenges of ``user``: those that wait for them and the others; pages of both.

    ``unread`` counts those that a list doesn't read, ``damaged`` those that can't be read.
    """

    user: UserId
    turns: Sequence[MatchSummary]
    others: Sequence[MatchSummary]
    unread: int
    damaged: int

    @property
    def pages(self) -> int:
        """The number of pages, at least 1."""
        return max(1, -(-len(self.turns) // TURNS), -(-len(self.others) // WAITING))


async def panel(call: Call, asked: ListQuery) -> Card:
    """A page of the user's matches, with ways to a new one."""
    found = await call.app.lookup.candidates(call.user, OPEN, LOOKED_AT, game=asked.game, hosted=False)
    added = [await tell(call) for tell in call.app.features.own_matches]
    own = await _sorted(call, found)
    at, now = min(asked.page, own.pages - 1), call.app.clock()
    first = at == 0
    turns = own.turns[at * TURNS : (at + 1) * TURNS]
    others = own.others[at * WAITING : (at + 1) * WAITING]
    lines = [lists_texts.others_turn(one, call.user, time_texts.due(one, now)) for one in others]
    waiting = lists_texts.waiting(len(own.others), lines) if others else ""
    above = [said for one in added for said in one.sentences]
    parts = [part for one in added for part in one.rows]
    empty = not (found.matches or above or parts)
    return card(
        _head(own, above if first else (), asked.game, empty=empty),
        *(parts if first else ()),
        *_turns(turns, call.user, now),
        *([rule()] if turns and waiting else []),
        waiting,
        "\n".join(_remarks(own, at, empty=empty)),
        *(await computer_panel.meanwhile(call, found.matches) if first and not own.turns else ()),
        *([] if empty else [rule()]),
        *_ways_on(call, own, replace(asked, page=at), empty=empty),
        *tabs(call, MINE, asked.game),
        accent=_accent(own, now),
    )


async def _sorted(call: Call, found: Listing) -> OwnMatches:
    waits = [call.app.matches.waits_for(match, call.user) for match in found.matches]
    damaged, unread = len(found.damaged), 0
    if len(found.matches) + damaged >= LOOKED_AT:
        unread = await call.app.matches.lists.how_many_open(call.user) - damaged - len(found.matches)
    return OwnMatches(
        call.user,
        [match for match, mine in zip(found.matches, waits, strict=True) if mine],
        [match for match, mine in zip(found.matches, waits, strict=True) if not mine],
        unread,
        damaged,
    )


def _head(own: OwnMatches, above: Sequence[str], game: str | None, *, empty: bool) -> str:
    if empty:
        return "" if own.damaged else lists_texts.no_own(game)
    turns = lists_texts.your_turn(len(own.turns)) if own.turns else ""
    idle = lists_texts.NO_TURN if own.others and not own.turns else ""
    return "\n".join(filter(None, [lists_texts.own_title(game), *above, turns, idle]))


def _turns(matches: Sequence[MatchSummary], user: UserId, now: datetime) -> Iterator[ui.Section[Any]]:
    """The matches that wait for the user, with a button each; the first one's is blue."""
    for number, match in enumerate(matches):
        said = lists_texts.own_turn(match, user, time_texts.due(match, now))
        yield section(said, _act(match, BLUE if number == 0 else discord.ButtonStyle.secondary))


def _act(match: MatchSummary, style: discord.ButtonStyle) -> ui.Item[Any]:
    """The button for what a match asks of the user: a move, a pick, or an answer to a challenge."""
    if match.phase is Phase.PLAYING:
        return move_panel.open_moves.on(match, button(texts.MOVE, style))
    if match.phase is Phase.SETUP:
        return picks.open_pick.on(match, button(challenge_texts.CHOOSE_OPEN, style))
    url = phrases.link(match.guild_id, match.channel_id, match.shown.invitation)
    return ui.Button(style=discord.ButtonStyle.link, label=lists_texts.ANSWER, url=url)


def _remarks(own: OwnMatches, at: int, *, empty: bool) -> Iterator[str]:
    """The lines below the matches: those that are missing, and the page."""
    if own.damaged:
        yield errors_texts.not_shown_in_list(own.damaged)
    if own.unread > 0:
        yield lists_texts.not_read(own.unread)
    if own.pages > 1 and not empty:
        yield lists_texts.own_page(at, own.pages)


def _ways_on(call: Call, own: OwnMatches, asked: ListQuery, *, empty: bool) -> list[ui.ActionRow[Any]]:
    """The rows of buttons: pages, a new match, one's finished ones."""
    more = asked.page + 1 < own.pages
    turning = leaves(turn_page, asked.page, lambda to: replace(asked, page=to), more=more)
    new = new_match_panel.open_button(main=not own.turns)
    past = turn_history_page.about(0, lists_texts.MY_FINISHED, 0, replace(asked, page=0))
    find = [lobby_panel.find_button()] if empty and call.guild_id is not None else []
    return rows([*turning, new, *find, past])


def _accent(own: OwnMatches, now: datetime) -> Accent:
    ends = [end for match in own.turns if (end := time_texts.deadline_of(match)) is not None]
    if any(end - now < SOON for end in ends):
        return Accent.URGENT
    return Accent.YOURS if own.turns else Accent.SEA
