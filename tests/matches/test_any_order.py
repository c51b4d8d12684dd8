"""Whatever people do, in whatever order, however late: what must always be true of a match stays true."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

import pytest

from engines import EngineError
from matches import Match, Matches, MatchId, Opponent, Phase, Policy, UserId
from matches.audience import EVERYONE, picks_seen
from matches.errors import MatchError
from matches.finish import RESIGNED
from matches.histories import folded
from matches.model import Result
from tests.matches.table import CHALLENGER, OPPONENT, PICKS, STRANGER, Table

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

SEEDS: Final = 150
PEOPLE: Final = (CHALLENGER, OPPONENT, STRANGER)
VERBS: Final = (
    *("go on",) * 8,
    *("play", "take back") * 3,
    *("pick", "rematch") * 2,
    *("accept", "choose", "confirm", "decline", "withdraw", "resign", "wait", "challenge"),
)


@dataclass(frozen=True)
class Step:
    """Somebody tries something. ``number`` settles the details, ``late`` how old what they saw is."""

    verb: str
    who: UserId | None
    number: int
    late: int | None
    service: int

    def user(self, table: Table, match: Match) -> UserId:
        """Who tries it; None stands for whoever is waited for."""
        return self.who or next(iter(table.matches.to_act(match)), OPPONENT)


def steps_by(chance: random.Random) -> list[Step]:
    """A match that goes straight on for a while, and then has anything happen to it."""
    far = chance.choice((0, 0, 1, 2, 3, 10, 25, 40))
    straight = [Step("go on", None, 4 * chance.randrange(25), None, 0) for _ in range(far)]
    return straight + [
        Step(
            verb=chance.choice(VERBS),
            who=chance.choice((None, None, None, *PEOPLE)),
            number=chance.randrange(100),
            late=chance.choice((None, None, None, 0, 0, 1, -1)),
            service=chance.randrange(2),
        )
        for _ in range(chance.randrange(5, 40))
    ]


async def attempt(table: Table, matches: Matches, match: Match, step: Step) -> None:
    user, id = step.user(table, match), match.id
    seen = None if step.late is None else match.version - step.late
    now = match.version if seen is None else seen
    match step.verb:
        case "go on":
            await go_on(matches, match, step.number)
        case "challenge":
            to = [Opponent(OPPONENT), None, Opponent(user), Opponent(STRANGER, is_bot=True)][step.number % 4]
            await table.challenge(to, by=user, board="5x5", blind_start=["on", "off"][step.number % 2])
        case "accept":
            await matches.accept(id, user, now, call="heads", blind=step.number % 3 == 0)
        case "decline":
            await matches.decline(id, user, now)
        case "withdraw":
            await matches.withdraw(id, user, now)
        case "pick":
            await matches.pick(id, user, PICKS[step.number % 9])
        case "choose":
            await matches.choose(id, user, step.number % 3, ("crab", "shrimp", "krill")[step.number % 3])
        case "confirm":
            await matches.pick(id, user)
        case "play":
            await matches.play(id, user, line(matches, match, step.number), seen=seen)
        case "take back":
            await matches.take_back(id, user, seen=seen)
        case "resign":
            await matches.resign(id, user, seen=seen)
        case "rematch":
            await matches.rematch(id, user, seen=seen)
        case "wait":
            table.wait(days=step.number % 5)
            for due in await matches.due(10):
                await matches.expire(due)


async def go_on(matches: Matches, match: Match, number: int) -> None:
    """The next thing that brings the match nearer to its end, done by whoever is waited for."""
    if match.phase is Phase.CHALLENGED:
        user = match.opponent or next(user for user in PEOPLE if user != match.challenger)
        await matches.accept(match.id, user, match.version, call="heads")
        return
    (user, *_) = matches.to_act(match) or [match.challenger]
    if match.phase is Phase.SETUP:
        await matches.pick(match.id, user, PICKS[number % 9])
        return
    position = matches.history(match).position
    legal = position.legal_actions()
    eager = [action for action in legal if position.is_irreversible(action)] or legal
    await matches.play(match.id, user, str(eager[number % len(eager)]) if eager else "end")


def line(matches: Matches, match: Match, number: int) -> str:
    """Mostly a legal action, captures and evolutions first; sometimes two, sometimes nonsense."""
    if not match.started or number % 10 == 9:
        return "a1a2 zz"
    position = matches.history(match).position
    legal = sorted(position.legal_actions(), key=lambda action: not position.is_irreversible(action))
    if not legal:
        return "end"
    return " ".join(str(action) for action in (legal[number % len(legal)], legal[0])[: 1 + (number % 8 == 7)])


def check_change(before: Match, after: Match) -> None:
    """What one step may have made of a match."""
    if after == before:
        return
    assert after.version == before.version + 1
    assert after.phase in ARROWS[before.phase]
    assert after.changed_at >= before.changed_at
    assert after.entries[: len(before.entries)] == before.entries
    assert before.picks.items() <= after.picks.items()
    assert before.sides.items() <= after.sides.items()
    settled = (
        "id",
        "game",
        "rules_version",
        "challenger",
        "created_at",
        "guild_id",
        "channel_id",
        "rematch_of",
    )
    assert [getattr(after, name) for name in settled] == [getattr(before, name) for name in settled]
    if before.phase is Phase.FINISHED:
        assert (after.result, after.entries, after.picks) == (before.result, before.entries, before.picks)
        assert after.rematch not in (None, before.rematch)


def check_match(table: Table, match: Match) -> None:
    """What is true of every match at every moment."""
    assert (match.deadline_at is not None) == (match.phase is Phase.CHALLENGED)
    assert (match.result is not None) == (match.phase is Phase.FINISHED)
    assert bool(match.sides) == (match.toss is not None) == (match.first is not None)
    assert bool(match.sides) == (match.phase.running or match.phase is Phase.FINISHED)
    assert set(match.sides.values()) == (set(match.players) if match.sides else set())
    assert not match.entries or match.started
    assert set(table.matches.to_act(match)) <= set(match.players)
    assert match.started or not match.blind or not picks_seen(match, EVERYONE)
    assert picks_seen(match, STRANGER if STRANGER not in match.players else EVERYONE) == picks_seen(
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
        assert (match.result.reason == RESIGNED) == (outcome is None)
        assert outcome is None or match.result == Result(outcome.winner, outcome.reason)
    else:
        assert outcome is None
        assert position.to_act is not None
        assert table.matches.to_act(match) == (match.sides[position.to_act],)


async def live_through(steps: list[Step]) -> None:
    table = Table(policy=Policy(open_challenges=3))
    services = (table.matches, table.another_service())
    await table.challenge(board="5x5")
    for step in steps:
        before = await table.stored()
        # Most of it happens to the newest match, some of it to any.
        match = before[step.number % len(before) if step.number % 4 == 3 else -1]
        try:
            await attempt(table, services[step.service], match, step)
            refused = False
        except (MatchError, EngineError):
            refused = True
        after = await table.stored()
        assert not refused or after == before, f"{step} was refused and yet changed something"
        assert len(after) - len(before) in ((1,) if step.verb == "challenge" and not refused else (0, 1))
        for one, other in zip(before, after, strict=False):
            check_change(one, other)
        changed = [one.id for one, other in zip(before, after, strict=False) if one != other]
        assert changed in ([], [match.id]) or step.verb == "wait"
        for one in after:
            check_match(table, one)
        for user in PEOPLE:
            standing = [one for one in after if one.phase is Phase.CHALLENGED and one.challenger == user]
            assert len(standing) <= 3
    await check_a_fresh_process(table)


async def check_a_fresh_process(table: Table) -> None:
    """After a restart everything is as it was."""
    fresh = table.another_service()
    for match in await table.stored():
        assert await fresh.load(MatchId(match.id)) == match
        assert fresh.to_act(match) == table.matches.to_act(match)


@pytest.mark.parametrize("seed", range(SEEDS))
async def test_the_laws_of_a_match_hold_in_any_order_of_events(seed: int) -> None:
    await live_through(steps_by(random.Random(seed)))


@pytest.mark.long
async def test_the_laws_of_a_match_hold_in_many_orders_of_events() -> None:
    for seed in range(SEEDS, 10 * SEEDS):
        await live_through(steps_by(random.Random(seed)))
