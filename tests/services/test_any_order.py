"""Whatever people do, in whatever order, however late: what must always be true of a match stays true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

import pytest

from data import stores
from engines import EngineError
from matches import (
    Match,
    MatchId,
    Notice,
    Opponent,
    Phase,
    Policy,
    UserId,
)
from matches.audience import EVERYONE, picks_seen
from matches.errors import MatchError
from matches.lifecycle.finish import ABORTED, AGREED, BY_ADMIN, NO_RESULT, ON_TIME, RESIGNED
from matches.lifecycle.history import folded
from matches.model import EntryKind, GuildId, OfferKind, Result
from matches.players import Human, users_of
from services import Services
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PICKS, STRANGER, Table
from tests.people import sides_of
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
PEOPLE: Final = (CHALLENGER, OPPONENT, STRANGER)
VERBS: Final = (
    *("go on",) * 8,
    *("play", "take back") * 3,
    *("pick", "rematch") * 2,
    *("accept", "choose", "confirm", "decline", "withdraw", "resign", "challenge"),
    *("wait", "offer", "answer") * 3,
    *("claim", "extend", "go away", "come back") * 2,
    *("no result", "remind", "prefer", "note alive"),
    *("say",) * 3,
    "unsay",
    *("end", "abort", "rewind", "hand over"),
)
RARE: Final = ("end", "abort", "resign")
"""What ends a match at once, and is tried by far the least."""
PACES: Final = (None, "none", "1d", "3d", "14d", "1d+1h<2d", "5d+12h<7d")
OF_PEOPLE: Final = (RESIGNED, AGREED, ON_TIME, ABORTED, NO_RESULT, BY_ADMIN)
"""Reasons of matches that the rules have not ended."""
ADMIN: Final = UserId(1009)
WISHES: Final = (
    {"tell": "both"},
    {"tell": "none", "sound": "off"},
    {"digest": "09:00", "zone": "Europe/Berlin"},
    {"tell": None, "sound": None, "digest": None, "quiet": "22:00-08:00"},
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
        return self.who or next(iter(users_of(table.matches.to_act(match))), OPPONENT)


def steps_by(chance: random.Random) -> list[Step]:
    """A match that goes straight on for a while, and then has anything happen to it."""
    far = chance.choice((0, 0, 1, 2, 3, 10, 25, 40))
    straight = [Step("go on", None, 4 * chance.randrange(25), None, 0) for _ in range(far)]
    return straight + [
        Step(
            verb=rarely(chance),
            who=chance.choice((None, None, None, *PEOPLE)),
            number=chance.randrange(100),
            late=chance.choice((None, None, None, 0, 0, 1, -1)),
            service=chance.randrange(2),
        )
        for _ in range(chance.randrange(5, 40))
    ]


def rarely(chance: random.Random) -> str:
    verb = chance.choice(VERBS)
    return chance.choice(VERBS) if verb in RARE else verb


async def attempt(table: Table, services: Services, match: Match, step: Step) -> None:
    user, id = step.user(table, match), match.id
    seen = None if step.late is None else match.version - step.late
    now = match.version if seen is None else seen
    match step.verb:
        case "go on":
            await go_on(services, match, step.number)
        case "challenge":
            to = [Opponent(OPPONENT), None, Opponent(user), Opponent(STRANGER, is_bot=True)][step.number % 4]
            pace = PACES[step.number % len(PACES)]
            await table.challenge(
                to, by=user, pace=pace, board="5x5", blind_start=["on", "off"][step.number % 2]
            )
        case "accept":
            await services.matches.challenges.accept(id, user, now, call="heads", blind=step.number % 3 == 0)
        case "decline":
            await services.matches.challenges.decline(id, user, now)
        case "withdraw":
            await services.matches.challenges.withdraw(id, user, now)
        case "pick":
            await services.matches.picks.pick(id, user, PICKS[step.number % 9])
        case "choose":
            await services.matches.picks.choose(
                id, user, step.number % 3, ("crab", "shrimp", "krill")[step.number % 3]
            )
        case "confirm":
            await services.matches.picks.pick(id, user)
        case "play":
            await services.matches.play.turn(
                id, user, line(services, match, step.number), expected_version=seen
            )
        case "take back":
            await services.matches.play.take_back(id, user, expected_version=seen)
        case "resign":
            await services.matches.play.resign(id, user, expected_version=seen)
        case "rematch":
            await services.matches.challenges.rematch(id, user, expected_version=seen)
        case "wait":
            table.wait(hours=step.number)
            for _ in range(1 + step.number % 2):
                await table.sweep(services)
        case "offer":
            await services.matches.play.offer(
                id, user, list(OfferKind)[step.number % len(OfferKind)], expected_version=seen
            )
        case "answer":
            await services.matches.play.answer(id, user, agree=step.number % 3 > 0, expected_version=seen)
        case "claim":
            await services.matches.time.claim_time(id, user, expected_version=seen)
        case "extend":
            await services.matches.time.extend(id, user, expected_version=seen)
        case "go away":
            await services.notifications.go_away(user, step.number % 9)
        case "come back":
            await services.notifications.come_back(user)
        case "no result":
            await services.matches.play.claim_no_result(id, user, expected_version=seen)
        case "remind":
            await services.notifications.remind_later(id, user, timedelta(hours=step.number))
        case "prefer":
            await services.notifications.prefer(user, WISHES[step.number % len(WISHES)])
        case "note alive":
            await services.downtime.note_alive()
        case "say":
            await say(services, match, user, step.number)
        case "unsay":
            await services.advances.take_back_all(id, user)
        case _:
            await govern(services, match, step)


async def say(services: Services, match: Match, user: UserId, number: int) -> None:
    """Say in advance what follows from some of the actions that come to mind first."""
    if not match.started:
        await services.advances.say(match.id, user, [], 0)
    history, found = services.matches.history(match), list[str]()
    ply = len(history.played)
    for _ in range(1 + number % 5):
        legal = history.position.legal_actions()
        if legal:
            found.append(str(legal[number % len(legal)]))
            history = history.then(found[-1])
    await services.advances.say(match.id, user, found, ply, whatever=0 if number % 7 == 6 else None)


async def govern(services: Services, match: Match, step: Step) -> None:
    """What an administrator of the server, or now and then of another one, does."""
    guild = GUILD if step.number % 8 else GuildId(99)
    side = match.game.sides[step.number % 2]
    match step.verb:
        case "end":
            await services.matches.admin.end(match.id, ADMIN, guild, [None, side][step.number % 3 % 2])
        case "abort":
            await services.matches.admin.abort(match.id, ADMIN, guild)
        case "rewind":
            await services.matches.admin.rewind(match.id, ADMIN, guild, step.number % 7)
        case "hand over":
            await services.matches.admin.hand_over(
                match.id, ADMIN, guild, side, Opponent(step.who or STRANGER)
            )


async def go_on(services: Services, match: Match, number: int) -> None:
    """The next thing that brings the match nearer to its end, done by whoever is waited for."""
    if match.phase is Phase.CHALLENGED:
        user = match.users[1] if match.opponent else next(user for user in PEOPLE if user not in match.users)
        await services.matches.challenges.accept(match.id, user, match.version, call="heads")
        return
    (user, *_) = users_of(services.matches.to_act(match)) or match.users
    if match.phase is Phase.SETUP:
        await services.matches.picks.pick(match.id, user, PICKS[number % 9])
        return
    position = services.matches.history(match).position
    legal = position.legal_actions()
    eager = [action for action in legal if position.is_irreversible(action)] or legal
    await services.matches.play.turn(match.id, user, str(eager[number % len(eager)]) if eager else "end")


def line(services: Services, match: Match, number: int) -> str:
    """Mostly a legal action, captures and evolutions first; sometimes two, sometimes nonsense."""
    if not match.started or number % 10 == 9:
        return "a1a2 zz"
    position = services.matches.history(match).position
    legal = sorted(position.legal_actions(), key=lambda action: not position.is_irreversible(action))
    if not legal:
        return "end"
    return " ".join(str(action) for action in (legal[number % len(legal)], legal[0])[: 1 + (number % 8 == 7)])


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
        said = await table.store.read(stores.advances.of_match, match.id) if match.advance_revision else ()
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
