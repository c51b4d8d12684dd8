"""Whatever people do, in whatever order, however late: what must always be true of a match stays true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import pytest

from data.features.advances import said_in
from engines import EngineError
from matches import (
    Match,
    MatchId,
    Notice,
    Phase,
    Policy,
)
from matches.audience import EVERYONE, picks_seen
from matches.errors import MatchError
from matches.lifecycle.finish import ABORTED, AGREED, BY_ADMIN, NO_RESULT, ON_TIME, RESIGNED
from matches.lifecycle.history import folded
from matches.model import EntryKind, Result
from matches.players import Human
from tests.matches.table import STRANGER, Table
from tests.people import sides_of
from tests.services.any_order import PACES, PEOPLE, Step, attempt, steps_by
from tests.store import close_all

ARROWS: Final = {
    Phase.CHALLENGED: {Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED, Phase.SETUP},
    Phase.SETUP: {Phase.SETUP, Phase.PLAYING, Phase.FINISHED},
    Phase.PLAYING: {Phase.PLAYING, Phase.FINISHED},
    Phase.FINISHED: {Phase.FINISHED},  # a rematch is offered
    Phase.DECLINED: set(),
    Phase.WITHDRAWN: set(),
    Phase.EXPIRED: set(),
}
"""Where a change may lead, by the phase before it."""

SEEDS: Final = 10
"""How many lives of matches every run of the tests goes through."""
LONG: Final = 370
"""How many the long run goes through, those among them."""
OF_PEOPLE: Final = (RESIGNED, AGREED, ON_TIME, ABORTED, NO_RESULT, BY_ADMIN)
"""Reasons of matches that the rules have not ended."""


def same(after: Match, before: Match) -> bool:
    """Whether nothing of a match has changed but when to look at it next, and what is said in advance."""
    kept = {name: getattr(before, name) for name in ("deadline_at", "advance_revision")}
    return replace(after, **kept) == before


def check_change(before: Match, after: Match) -> None:
    """What one step may have made of a match."""
    if same(after, before):
        return
    assert after.version == before.version + 1
    assert after.phase in ARROWS[before.phase]
    assert after.changed_at >= before.changed_at
    assert after.entries[: len(before.entries)] == before.entries
    assert before.picks.items() <= after.picks.items()
    if not handed_over(before, after):
        assert sides_of(before).items() <= sides_of(after).items()
        assert after.challenger == before.challenger
    settled = (
        "id",
        "game_key",
        "rules_version",
        "terms",
        "created_at",
        "guild_id",
        "channel_id",
        "rematch_of",
    )
    assert [getattr(after, name) for name in settled] == [getattr(before, name) for name in settled]
    if before.phase is Phase.FINISHED:
        assert (after.result, after.entries, after.picks) == (before.result, before.entries, before.picks)
        assert after.rematch not in (None, before.rematch)


def handed_over(before: Match, after: Match) -> bool:
    return EntryKind.HANDED_OVER_BY_ADMIN in [entry.kind for entry in after.entries[len(before.entries) :]]


def check_match(table: Table, match: Match) -> None:
    """What is true of every match at every moment."""
    assert match.phase.open or match.deadline_at is None
    runs = match.clocks is not None and match.clocks.deadline() is not None
    timed = runs and match.phase.running
    assert match.deadline_at is not None or not (match.phase is Phase.CHALLENGED or timed)
    assert timed or match.phase is not Phase.SETUP
    assert (match.result is not None) == (match.phase is Phase.FINISHED)
    assert bool(sides_of(match)) == (match.toss is not None) == (match.first is not None)
    assert bool(sides_of(match)) == (match.phase.running or match.phase is Phase.FINISHED)
    assert set(sides_of(match).values()) == (set(match.users) if sides_of(match) else set())
    assert match.started or all("admin" in entry.kind for entry in match.entries)
    assert set(table.matches.to_act(match)) <= set(match.players)
    assert match.started or not match.blind or not picks_seen(match, EVERYONE)
    assert picks_seen(match, STRANGER if STRANGER not in match.users else EVERYONE) == picks_seen(
        match, EVERYONE
    )
    if match.started:
        check_record(table, match)


def check_record(table: Table, match: Match) -> None:
    """The record replays to the position; the result is the position's or a resignation."""
    history = folded(match)
    assert table.matches.history(match) == history
    position, outcome = history.position, history.position.outcome()
    assert position.ply == len(history.played) == (match.entries[-1].ply if match.entries else 0)
    if match.phase is Phase.FINISHED:
        assert match.result is not None
        assert (match.result.reason in OF_PEOPLE) == (outcome is None)
        assert match.result.winner is None or match.result.reason not in (ABORTED, NO_RESULT, AGREED)
        assert outcome is None or match.result == Result(outcome.winner, outcome.reason)
    else:
        assert outcome is None
        assert position.to_act is not None
        assert table.matches.to_act(match) == (match.player_of(position.to_act),)
        assert match.clocks is not None
        assert match.clocks.running in (position.to_act, None)
        assert match.clocks.running is not None or not match.terms.pace.timed


def check_notices(table: Table, owed: list[Notice]) -> None:
    """Nobody is owed the same thing twice, and everything is for people of the match."""
    names = Counter((one.match_id, one.user_id, one.place, one.name) for one in owed)
    assert not [name for name, often in names.items() if often > 1]
    sent = Counter(
        (one.notice.match_id, one.notice.user_id, one.notice.place, one.notice.name) for one in table.told
    )
    assert not [name for name, often in sent.items() if often > 1]


async def live_through(steps: list[Step]) -> None:
    table = Table(policy=Policy(open_challenges=3))
    services = (table.services, table.another_service())
    await table.challenge(board="5x5", pace=PACES[len(steps) % len(PACES)])
    after, owed = await table.look()
    for step in steps:
        before = after
        # Most of it happens to the newest match, some of it to any.
        match = before[step.number % len(before) if step.number % 4 == 3 else -1]
        try:
            await attempt(table, services[step.service], match, step)
            refused = False
        except (MatchError, EngineError):
            refused = True
        after, owed = await table.look()
        assert not refused or after == before, f"{step} was refused and yet changed something"
        assert len(after) - len(before) in ((1,) if step.verb == "challenge" and not refused else (0, 1))
        for one, other in zip(before, after, strict=False):
            check_change(one, other)
        changed = [one.id for one, other in zip(before, after, strict=False) if one != other]
        assert changed in ([], [match.id]) or step.verb in ("wait", "go away", "come back", "prefer")
        check_notices(table, owed)
        for one in after:
            if one not in before:
                check_match(table, one)
        for user in PEOPLE:
            standing = [
                one for one in after if one.phase is Phase.CHALLENGED and one.challenger == Human(user)
            ]
            assert len(standing) <= 3
        await check_advances(table, after)
    await check_a_fresh_process(table)


async def check_advances(table: Table, found: Iterable[Match]) -> None:
    """Only matches in play have moves in advance: of their players, and of turns that are to come."""
    for match in found:
        said = await table.store.read(said_in, match.id) if match.advance_revision else ()
        assert not said or match.phase is Phase.PLAYING
        made = table.matches.history(match).turns + 1 if said else 0
        for one in said:
            assert one.user_id in match.users and one.turn >= made
            assert one.follows == 0 or one.follows in {each.number for each in said}


async def check_a_fresh_process(table: Table) -> None:
    """After a restart everything is as it was."""
    fresh = table.another_service()
    for match in await table.stored():
        assert await fresh.matches.load(MatchId(match.id)) == match
        assert fresh.matches.to_act(match) == table.matches.to_act(match)


async def test_the_laws_of_a_match_hold_in_any_order_of_events() -> None:
    await live_through_all(range(SEEDS))


@pytest.mark.timeout(300)
@pytest.mark.slow
@pytest.mark.parametrize("first", range(SEEDS, LONG, 120))
async def test_the_laws_of_a_match_hold_in_many_orders_of_events(first: int) -> None:
    await live_through_all(range(first, first + 120))


async def live_through_all(seeds: Iterable[int]) -> None:
    """Live through the lives of some seeds, and name the one in which something is wrong."""
    for seed in seeds:
        try:
            await live_through(steps_by(random.Random(seed)))
        except Exception as error:
            error.add_note(f"in the life of seed {seed}")
            raise
        await close_all()
