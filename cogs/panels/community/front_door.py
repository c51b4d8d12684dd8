"""A server's front door: one pinned message with the ways to a match, and what is going on there.

It shows only what everyone in the channel may see; what its buttons open is private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import discord
from discord import ui

from cogs.kit.card import BLUE, MOST_TEXT, Card, card, row, rule, section
from cogs.kit.controls import CONTROLS, AnyControl, button
from cogs.kit.paging import ListQuery
from cogs.kit.presentation import GamePresentation
from cogs.panels.challenge import accepting, challenge_form, computer_panel, lobby_panel
from cogs.panels.community.pinned_lists import (
    KINDS,
    LOOKED_AT,
    ON_FRONT_DOOR,
    running_seen_from,
    see_list,
    seen_from,
)
from cogs.text import challenge_texts, front_door_texts, notices_texts
from matches import GuildId
from matches.guild_posts import ListKind
from matches.ladder import Ladder
from matches.ratings.leaderboard import Rank
from matches.summaries import MatchSummary
from services import Services

Presentations = Mapping[str, GamePresentation]

CHALLENGES: Final = 4
"""Open challenges with a button: each is three of the components that a message holds."""
MATCHES: Final = 6
"""Running matches that are named."""
BEST: Final = 3
"""Players of each leaderboard and ladder."""
_ANY_TIME: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Stands in a hash for the time of a look: a later one is no difference."""


@dataclass(frozen=True, slots=True)
class FrontDoor:
    """The facts on a front door. ``computer``: the server allows the computer."""

    guild: GuildId
    challenges: Sequence[MatchSummary]
    running: Sequence[MatchSummary]
    best: Mapping[str, Sequence[Rank]]
    ladders: Mapping[str, Ladder]
    computer: bool
    ways: Sequence[Callable[[], AnyControl]] = ()
    """Buttons of features."""

    @property
    def is_empty(self) -> bool:
        """True if nobody plays or has played."""
        return not (self.challenges or self.running or self.best or self.ladders)


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


async def door_card(
    services: Services,
    presentations: Presentations,
    place: discord.TextChannel,
    now: datetime,
    ways: Sequence[Callable[[], AnyControl]] = (),
) -> DoorCard:
    """The card of a server's present state, for everyone who sees ``place``; ``ways`` lead to more lists."""
    door = await _read(services, place, ways)
    return DoorCard(
        _fitting(door, presentations, turns_at=now),
        lasting=_fitting(door, presentations, turns_at=None).digest,
        passing=_fitting(door, presentations, turns_at=_ANY_TIME).digest,
    )


async def _read(
    services: Services, place: discord.TextChannel, ways: Sequence[Callable[[], AnyControl]]
) -> FrontDoor:
    guild, lists = GuildId(place.guild.id), services.matches.lists
    return FrontDoor(
        guild,
        seen_from(place, await lists.open_in(guild, LOOKED_AT)),
        await running_seen_from(lists, place),
        await services.pinned.best(guild, BEST),
        await services.ladders.of_guild(guild),
        await services.guilds.has_computer(guild),
        ways,
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
    yield front_door_texts.TITLE
    yield _ways(door)
    yield front_door_texts.PRIVATE
    yield rule()
    if door.is_empty:
        yield front_door_texts.nobody_yet(computer=door.computer)
    else:
        yield from _challenges(door, presentations)
        if door.running:
            yield rule()
            more = len(door.running[matches:])
            yield front_door_texts.matches(door.running[:matches], more=more, turns_at=turns_at)
        leaders = front_door_texts.leaders(door.best)
        ladders = front_door_texts.ladders(door.ladders, BEST)
        if leaders or ladders:
            yield rule()
            yield "\n".join(filter(None, [leaders, ladders]))
    yield _lists(door)


def _ways(door: FrontDoor) -> ui.ActionRow[Any]:
    """The buttons to a match; blue is the one that leads to one soonest."""
    can_accept, plain = bool(door.challenges), discord.ButtonStyle.secondary
    post = BLUE if not (can_accept or door.computer) else plain
    computer = [computer_panel.likely_game_button(main=not can_accept)] if door.computer else []
    return row(
        lobby_panel.find_button(main=can_accept),
        challenge_form.games_button(button(front_door_texts.POST, post)),
        *computer,
        CONTROLS["next"].about(0, notices_texts.NEXT_MATCH),
    )


def _challenges(door: FrontDoor, presentations: Presentations) -> Iterator[Any]:
    if not door.challenges:
        yield front_door_texts.NO_CHALLENGES
        return
    yield front_door_texts.CHALLENGES
    for match in door.challenges[:CHALLENGES]:
        said = front_door_texts.challenge(match, presentations[match.game_key].chosen(match.options))
        call = accepting.ACCEPTANCES[lobby_panel.FIRST][0] if match.game.starter == "toss" else None
        accept = button(challenge_texts.accept_label(call, blind=False))
        yield section(said, lobby_panel.take_up.on(match, accept, ListQuery()))
    if more := len(door.challenges[CHALLENGES:]):
        yield front_door_texts.more_challenges(more)


def _lists(door: FrontDoor) -> ui.ActionRow[Any]:
    """The buttons to whole lists."""
    labels = {
        ListKind.LEADERBOARD: front_door_texts.LEADERBOARD,
        ListKind.LADDERS: front_door_texts.LADDERS,
    }
    return row(
        CONTROLS["weekly"].about(0, front_door_texts.MATCHES),
        *(
            see_list.about(door.guild, label, KINDS.index(kind), ON_FRONT_DOOR)
            for kind, label in labels.items()
        ),
        *(way() for way in door.ways),
    )
