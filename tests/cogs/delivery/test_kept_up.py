"""Every kind of card that is kept up to date, over a restart: what changes afterwards is shown.

The same over the wire, with ``kill -9`` and another process that takes over: ``loopback/test_kept_up.py``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Final

import pytest
from sqlalchemy import text as sql

from cogs.simuls.rules import SimulWishes
from cogs.simuls.service import Simuls
from cogs.tournaments.service import Tournaments
from matches import ChallengeTerms, MatchId
from matches.tournaments.model import Format, TournamentTerms
from tests.cogs.community import id_of, newcomers, place_of
from tests.cogs.events import allow, events
from tests.cogs.front_door.doors import door_in, with_a_door
from tests.cogs.server import Server, make_bot, text
from tests.cogs.simuls import hosting as simuls
from tests.cogs.tournaments import stories as tournaments
from tests.kept_up import behind
from tests.store import rows

GAME: Final = "pjawns"
FIRST: Final = MatchId(1)
Step = Callable[[Server], Awaitable[Any]]


@dataclass(frozen=True)
class Kept:
    """A kind of card: how it gets there, what then changes without a click on it, and what it says."""

    post: Step
    change: Step
    says: Callable[[Server], str]
    afterwards: str
    """What it says of the change, and did not before."""


# --- tournaments ---------------------------------------------------------------------------------


async def _tournament(server: Server, form: Format, *, event: bool = False) -> None:
    """A tournament for four, or for whoever is in after a week."""
    until = server.bot.app.clock() + timedelta(days=7)
    terms = TournamentTerms(form, most=4, entries_until=until, rounds=1 if form is Format.LEAGUE else None)
    organiser = id_of(server.challenger)
    await server.bot.app[Tournaments].create(organiser, place_of(server), "Spring", GAME, terms, event=event)


async def _running(server: Server, form: Format) -> None:
    await _tournament(server, form)
    await _enter(server, 4)
    await tournaments.run(server)


async def _enter(server: Server, number: int) -> None:
    for who in newcomers(server, number):
        await server.bot.app[Tournaments].enter(tournaments.FIRST, id_of(who))


async def _resign(server: Server) -> None:
    """Somebody gives up one of the matches."""
    (match, *_) = await tournaments.running(server)
    await server.bot.app.matches.play.resign(match.id, match.users[0])


def _tournament_says(server: Server) -> str:
    return text(tournaments.card(server))


def _of_format(form: Format) -> Kept:
    return Kept(partial(_running, form=form), _resign, _tournament_says, "1 of ")


# --- the other cards -----------------------------------------------------------------------------


async def _open_challenge(server: Server) -> None:
    """Anybody may play the visitor."""
    wishes = ChallengeTerms(GAME, {})
    await server.bot.app.matches.challenges.challenge(id_of(server.visitor), None, wishes, place_of(server))


async def _door(server: Server) -> None:
    server.panel = await with_a_door(server)


async def _simul(server: Server) -> None:
    await server.bot.app[Simuls].host(id_of(server.challenger), SimulWishes(GAME, 3), place_of(server))


async def _join(server: Server) -> None:
    await server.bot.app[Simuls].join(simuls.ONE, id_of(server.opponent))


async def _event(server: Server) -> None:
    allow(server, events=True)
    await _tournament(server, Format.ROUND_ROBIN, event=True)


def _event_says(server: Server) -> str:
    (event,) = events(server)
    return f"{event.name}\n{event.description}\nstatus {event.status}"


async def _move(server: Server) -> None:
    """Whoever is to move does, and their click is cut off before anything is shown."""
    await server.bot.app.matches.play.turn(FIRST, id_of(server.challenger), "@e1")


async def _decline(server: Server) -> None:
    await server.bot.app.matches.challenges.decline(FIRST, id_of(server.opponent), 1)


KINDS: Final = {
    "tournament before its start": Kept(
        partial(_tournament, form=Format.ROUND_ROBIN),
        partial(_enter, number=1),
        _tournament_says,
        "**1 player:**",
    ),
    **{f"{form.value} that runs": _of_format(form) for form in Format},
    "event of a tournament": Kept(_event, partial(_enter, number=4), _event_says, "status 2"),
    "simul": Kept(_simul, _join, lambda server: text(simuls.public(server)), "1 of 3"),
    "front door": Kept(_door, _open_challenge, lambda server: text(door_in(server.panel)), "· expires "),
    "match": Kept(
        lambda server: server.begin(GAME), _move, lambda server: text(server.card), "pjawn placed on e1"
    ),
    "challenge": Kept(
        lambda server: server.challenge(server.opponent),
        _decline,
        lambda server: text(server.invitation),
        "declined",
    ),
}


# --- the stories ---------------------------------------------------------------------------------


async def _at_rest(server: Server) -> None:
    """Time passes until each card is as it should be."""
    for _ in range(5):
        await server.pass_time(minutes=2)
        left = await rows(server.store, sql(behind(server.bot.app.clock())))
        if not left:
            return
    raise AssertionError(left)


async def _killed(server: Server) -> Any:
    """Another bot starts on the database of one that is gone; returns that, to be closed at last."""
    dead = server.bot
    await server.env.restart_bot(make_bot(server.path, server.coin, server.child))
    return dead


@pytest.mark.gate(draw=8)
@pytest.mark.parametrize("age", [0, 2], ids=["fresh", "hours old"])
@pytest.mark.parametrize("ended", ["orderly", "killed"])
@pytest.mark.parametrize("kind", KINDS)
async def test_after_a_restart_it_is_brought_up_to_date(
    server: Server, kind: str, ended: str, age: int
) -> None:
    kept, dead = KINDS[kind], None
    await kept.post(server)
    await _at_rest(server)
    await server.pass_time(hours=age)
    assert kept.afterwards not in kept.says(server)
    if ended == "orderly":
        await server.restart()
    else:
        dead = await _killed(server)
    try:
        await kept.change(server)
        await _at_rest(server)
        assert kept.afterwards in kept.says(server)
    finally:
        if dead is not None:
            await dead.close()
