"""A server's front door: one pinned message with the ways to a match, and what is going on there.

It shows only what everyone in the channel may see; what its buttons open is private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.front_door import texts
from cogs.front_door.rules import FOUR_LISTS, DoorKind
from cogs.front_door.whole_lists import LOOKED_AT, ON_FRONT_DOOR, running_seen_from, see_list, seen_from
from cogs.kit.card import BLUE, MOST_TEXT, Card, card, row, rule, section
from cogs.kit.controls import CONTROLS, AnyControl, button
from cogs.kit.feature import WholeList
from cogs.kit.paging import ListQuery
from cogs.kit.presentation import GamePresentation
from cogs.panels.challenge import accepting, challenge_form, computer_panel, lobby_panel
from cogs.text import challenge_texts, notices_texts
from engines import GAMES
from matches import GuildId
from matches.ratings.leaderboard import Rank
from matches.ratings.seasons import ALL_TIME
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.app import App

Presentations = Mapping[str, GamePresentation]

CHALLENGES: Final = 4
"""Open challenges with a button: each is three of the components that a message holds."""
MATCHES: Final = 6
"""Running matches that are named."""
BEST: Final = 3
"""Players of each leaderboard."""
_ANY_TIME: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Stands in a hash for the time of a round: a later one is no difference."""


@dataclass(frozen=True, slots=True)
class FrontDoor:
    """The facts on a front door. ``computer``: the server allows the computer."""

    guild: GuildId
    challenges: Sequence[MatchSummary]
    running: Sequence[MatchSummary]
    best: Mapping[str, Sequence[Rank]]
    computer: bool
    sentences: Sequence[str] = ()
    """Those of features about how things stand."""
    lists: Sequence[WholeList] = ()
    ways: Sequence[Callable[[], AnyControl]] = ()
    """Buttons of features."""

    @property
    def is_empty(self) -> bool:
        """True if nobody plays or has played."""
        return not (self.challenges or self.running or self.best or any(self.sentences))


@dataclass(frozen=True, slots=True)
class DoorCard:
    """A front door's card, and hashes of what it shows.

    ``lasting`` is that of what changes as matches begin and end, ``passing`` that of all, with whose turn it
    is.
    """

    card: Card
    lasting: str
    passing: str

    @property
    def digest(self) -> str:
        """Both hashes, as they are stored."""
        return f"{self.lasting}.{self.passing}"

    def differs_by_turns_alone(self, stored: str | None) -> bool:
        """True if the message with the ``stored`` digest shows all but whose turn it is now."""
        return stored is not None and stored != self.digest and stored.partition(".")[0] == self.lasting


async def door_card(app: App, place: discord.TextChannel, now: datetime) -> DoorCard:
    """The card of a server's present state, for everyone who sees ``place``."""
    door, presentations = await _read(app, place), app.presentations
    return DoorCard(
        _fitting(door, presentations, turns_at=now),
        lasting=_fitting(door, presentations, turns_at=None).digest,
        passing=_fitting(door, presentations, turns_at=_ANY_TIME).digest,
    )


async def _read(app: App, place: discord.TextChannel) -> FrontDoor:
    guild, lists = GuildId(place.guild.id), app.matches.lists
    ranked = {game: await app.leaderboards.ranking(game, guild, ALL_TIME, BEST) for game in GAMES}
    return FrontDoor(
        guild,
        seen_from(place, await lists.open_in(guild, LOOKED_AT)),
        await running_seen_from(lists, place),
        {game: ranks for game, ranks in ranked.items() if ranks},
        await app.guilds.has_computer(guild),
        [await tell(app, guild) for tell in app.features.on_front_door],
        app.features.whole_lists,
        app.features.front_door,
    )


def _fitting(door: FrontDoor, presentations: Presentations, *, turns_at: datetime | None) -> Card:
    """The card with as many matches as its text has room for."""
    for matches in range(MATCHES, -1, -1):
        made = card(*_parts(door, presentations, matches, turns_at))
        if made.view.content_length() <= MOST_TEXT:
            break
    return made


def _parts(
    door: FrontDoor, presentations: Presentations, matches: int, turns_at: datetime | None
) -> Iterator[Any]:
    """The parts of the card, with so many ``matches``."""
    yield texts.TITLE
    yield _ways(door)
    yield texts.PRIVATE
    yield rule()
    if door.is_empty:
        yield texts.nobody_yet(computer=door.computer)
    else:
        yield from _challenges(door, presentations)
        if door.running:
            yield rule()
            more = len(door.running[matches:])
            yield texts.matches(door.running[:matches], more=more, turns_at=turns_at)
        if sentences := [*filter(None, [texts.leaders(door.best), *door.sentences])]:
            yield rule()
            yield "\n".join(sentences)
    yield _lists(door)


def _ways(door: FrontDoor) -> ui.ActionRow[Any]:
    """The buttons to a match; blue is the one that leads to one soonest."""
    can_accept, plain = bool(door.challenges), discord.ButtonStyle.secondary
    post = BLUE if not (can_accept or door.computer) else plain
    computer = [computer_panel.likely_game_button(main=not can_accept)] if door.computer else []
    return row(
        lobby_panel.find_button(main=can_accept),
        challenge_form.games_button(button(texts.POST, post)),
        *computer,
        CONTROLS["next"].about(0, notices_texts.NEXT_MATCH),
    )


def _challenges(door: FrontDoor, presentations: Presentations) -> Iterator[Any]:
    if not door.challenges:
        yield texts.NO_CHALLENGES
        return
    yield texts.CHALLENGES
    for match in door.challenges[:CHALLENGES]:
        said = texts.challenge(match, presentations[match.game_key].chosen(match.options))
        call = accepting.ACCEPTANCES[lobby_panel.FIRST][0] if match.game.starter == "toss" else None
        accept = button(challenge_texts.accept_label(call, blind=False))
        yield section(said, lobby_panel.take_up.on(match, accept, ListQuery()))
    if more := len(door.challenges[CHALLENGES:]):
        yield texts.more_challenges(more)


def _lists(door: FrontDoor) -> ui.ActionRow[Any]:
    """The buttons to whole lists."""
    lists = {FOUR_LISTS.index(DoorKind.LEADERBOARD): texts.LEADERBOARD}
    lists |= {one.number: one.label() for one in door.lists}
    return row(
        CONTROLS["weekly"].about(0, texts.MATCHES),
        *(see_list.about(door.guild, label, number, ON_FRONT_DOOR) for number, label in lists.items()),
        *(way() for way in door.ways),
    )
