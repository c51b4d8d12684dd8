"""Challenges: made, refused, answered, lapsed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from data import stores
from engines import OptionError
from matches import ChallengeTerms, MatchId, MatchTerms, NoSuchMatchError, Opponent, Phase, Policy, UserId
from matches.errors import (
    NotForYouError,
    OpponentError,
    OpponentProblem,
    Problem,
    Refused,
    StaleError,
    WrongPhaseError,
)
from matches.lifecycle.challenge import is_as_wished
from matches.model import Toss
from matches.players import Human
from matches.time.pace import Pace
from tests.matches.table import (
    CHALLENGER,
    CHANNEL,
    GUILD,
    NOON,
    OPPONENT,
    PLACE,
    STRANGER,
    THE_OPPONENT,
    Table,
)
from tests.people import sides_of

WEEK = timedelta(days=7)
MOMENT = timedelta(microseconds=1)
ANSWERED = (Phase.SETUP, Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED)


async def answer(table: Table, phase: Phase) -> None:
    """Bring a challenge to one of the phases that end it."""
    if phase is Phase.SETUP:
        await table.accept()
    elif phase is Phase.DECLINED:
        await table.matches.challenges.decline(table.id, OPPONENT, 1)
    elif phase is Phase.WITHDRAWN:
        await table.matches.challenges.withdraw(table.id, CHALLENGER, 1)
    else:
        table.wait(days=7)
        await table.matches.time.attend(table.id)
    assert (await table.match()).phase is phase


# --- making one ----------------------------------------------------------------------------------


AS_USUAL = ChallengeTerms("prudh", {})
OTHERWISE = (
    ChallengeTerms("prudh", {"edge": "tika"}),
    ChallengeTerms("prudh", {}, "dark"),
    ChallengeTerms("prudh", {}, "light"),
    ChallengeTerms("prudh", {}, starter="challenger"),
    ChallengeTerms("prudh", {}, starter="opponent"),
    ChallengeTerms("prudh", {}, pace=Pace.read("30m")),
    ChallengeTerms("prudh", {}, rated=False),
    ChallengeTerms("prudh", {}, terms=MatchTerms(weekends_off=True)),
    ChallengeTerms("prudh", {}, terms=MatchTerms(takebacks=False)),
    ChallengeTerms("prudh", {}, terms=MatchTerms(set_part=1)),
    ChallengeTerms("prudh", {}, terms=MatchTerms(private=True)),
    ChallengeTerms("prudh", {}, terms=MatchTerms(lines=False)),
)


async def as_wished(
    table: Table, made: ChallengeTerms, *wished: ChallengeTerms, to: Opponent | None = THE_OPPONENT
) -> list[ChallengeTerms]:
    """The wishes that a challenge is as, when it was made of the first ones."""
    match = await table.matches.challenges.challenge(CHALLENGER, to, made, PLACE)
    await table.matches.challenges.withdraw(match.id, CHALLENGER, match.version)
    table.wait(minutes=5)  # so many at once aren't allowed
    return [each for each in wished if is_as_wished(match, each, Pace.read("3d"))]


@pytest.mark.parametrize("to", [THE_OPPONENT, None])
async def test_a_challenge_is_as_one_with_the_same_terms_and_as_no_other(
    table: Table, to: Opponent | None
) -> None:
    wishes = (AS_USUAL, *OTHERWISE)
    for one in wishes:
        assert await as_wished(table, one, *wishes, to=to) == [one]


async def test_a_starter_may_be_wished_with_a_side_or_with_a_drawn_one(table: Table) -> None:
    alone = ChallengeTerms("prudh", {}, starter="opponent")
    both = [ChallengeTerms("prudh", {}, side, "opponent") for side in ("dark", "light")]
    other = ChallengeTerms("prudh", {}, "dark", "challenger")
    for side in both:
        assert await as_wished(table, side, alone, *both, other) == [alone, side]
    seen = []
    for table.falls in ("heads", "tails"):
        again, *drawn = await as_wished(table, alone, alone, *both, other)
        assert again == alone
        seen += drawn
    assert sorted(each.side or "" for each in seen) == ["dark", "light"]


@pytest.mark.usefixtures("still_clock")
async def test_a_challenge_waits_for_the_challenged_player_for_a_week(table: Table) -> None:
    match = await table.challenge(board="5x7")
    assert (match.version, match.phase) == (1, Phase.CHALLENGED)
    assert (match.challenger, match.opponent) == (Human(CHALLENGER), Human(OPPONENT))
    assert match.users == (CHALLENGER, OPPONENT)
    assert (match.guild_id, match.channel_id) == (GUILD, CHANNEL)
    assert (match.created_at, match.changed_at, match.deadline_at) == (NOON, NOON, NOON + WEEK)
    assert await table.awaited() == (OPPONENT,)
    assert (sides_of(match), match.toss, match.first, match.result) == ({}, None, None, None)


async def test_options_that_are_not_named_are_stored_at_their_defaults(table: Table) -> None:
    match = await table.challenge(board="5x7")
    assert match.options == {"board": "5x7", "blind_start": "on", "revival": "on"}
    assert match.rules_version == match.game.rules_version


@pytest.mark.parametrize(
    "wishes", [ChallengeTerms("prawns", {}), ChallengeTerms("prawns", {}, terms=MatchTerms(takebacks=False))]
)
async def test_the_challenger_settles_whether_take_backs_are_allowed(
    table: Table, wishes: ChallengeTerms
) -> None:
    match = await table.matches.challenges.challenge(CHALLENGER, THE_OPPONENT, wishes, PLACE)
    table.id = match.id
    assert match.terms.takebacks is wishes.terms.takebacks
    assert (await table.accept()).terms.takebacks is wishes.terms.takebacks


async def test_take_backs_are_allowed_unless_the_challenger_says_otherwise(table: Table) -> None:
    assert (await table.challenge()).terms.takebacks


async def test_an_open_challenge_waits_for_nobody_in_particular(table: Table) -> None:
    match = await table.challenge(None)
    assert (match.opponent, match.users) == (None, (CHALLENGER,))
    assert await table.awaited() == ()


@pytest.mark.parametrize("options", [{"board": "4x4"}, {"revival": "perhaps"}, {"colour": "red"}])
async def test_an_option_that_the_game_does_not_have_is_refused(
    table: Table, options: dict[str, Any]
) -> None:
    async with table.refuses(OptionError):
        await table.challenge(**options)


@pytest.mark.parametrize(
    ("opponent", "problem"),
    [
        (Opponent(CHALLENGER), OpponentProblem.SELF),
        (Opponent(OPPONENT, is_bot=True), OpponentProblem.BOT),
        (Opponent(OPPONENT, in_guild=False), OpponentProblem.ABSENT),
        (Opponent(OPPONENT, in_guild=False, sees_channel=False), OpponentProblem.ABSENT),
        (Opponent(OPPONENT, sees_channel=False), OpponentProblem.BLIND_TO_CHANNEL),
    ],
)
async def test_somebody_who_could_not_play_is_not_challenged(
    table: Table, opponent: Opponent, problem: OpponentProblem
) -> None:
    async with table.refuses(OpponentError) as refusal:
        await table.challenge(opponent)
    assert (refusal.value.opponent, refusal.value.problem) == (opponent.id, problem)


async def test_only_so_many_challenges_may_be_open_named_and_open_ones_together() -> None:
    table = Table(policy=Policy(open_challenges=2))
    await table.challenge()
    await table.challenge(None)
    async with table.refuses(Refused, Problem.TOO_MANY_CHALLENGES) as refusal:
        await table.challenge()
    assert refusal.value.facts["limit"] == 2


async def test_challenges_of_others_and_to_oneself_do_not_count() -> None:
    table = Table(policy=Policy(open_challenges=1))
    await table.challenge(Opponent(CHALLENGER), by=OPPONENT)
    await table.challenge(None, by=STRANGER)
    assert (await table.challenge()).challenger == Human(CHALLENGER)


@pytest.mark.parametrize("phase", ANSWERED)
async def test_an_answered_challenge_makes_room_for_another(phase: Phase) -> None:
    table = Table(policy=Policy(open_challenges=1))
    await table.challenge()
    await answer(table, phase)
    assert (await table.challenge()).phase is Phase.CHALLENGED


async def test_no_verb_finds_a_match_that_is_not_there(table: Table) -> None:
    there = table.services
    nowhere = MatchId(404)
    for asked in (
        there.matches.load(nowhere),
        there.matches.challenges.accept(nowhere, OPPONENT, 1, call="heads"),
        there.matches.challenges.decline(nowhere, OPPONENT, 1),
        there.matches.challenges.withdraw(nowhere, CHALLENGER, 1),
        there.matches.time.attend(nowhere),
        there.matches.picks.draft(nowhere, OPPONENT),
        there.matches.picks.choose(nowhere, OPPONENT, 0, "crab"),
        there.matches.picks.pick(nowhere, OPPONENT),
        there.matches.play.turn(nowhere, OPPONENT, "a1a2"),
        there.matches.play.check_turn(nowhere, OPPONENT, 1),
        there.matches.play.check_running(nowhere, OPPONENT),
        there.matches.play.take_back(nowhere, OPPONENT),
        there.matches.play.resign(nowhere, OPPONENT),
        there.matches.challenges.rematch(nowhere, OPPONENT),
    ):
        async with table.refuses(NoSuchMatchError) as refusal:
            await asked
        assert refusal.value.match_id == nowhere


# --- accepting -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "fell", "first"), [("heads", "heads", "blue"), ("heads", "tails", "green")])
@pytest.mark.usefixtures("still_clock")
async def test_whoever_wins_the_toss_begins(table: Table, call: str, fell: str, first: str) -> None:
    table.falls = "heads" if fell == "heads" else "tails"
    await table.challenge()
    table.wait(hours=3)
    match = await table.accept(call="heads")
    assert match.toss == Toss("heads", table.falls)
    assert (match.toss.won, match.first) == (call == fell, first)
    assert sides_of(match) == {"green": CHALLENGER, "blue": OPPONENT}
    assert (match.version, match.phase) == (2, Phase.SETUP)
    assert match.changed_at == NOON + timedelta(hours=3)
    assert match.deadline_at == match.changed_at + timedelta(days=4), "a reminder, a day before its end"


@pytest.mark.parametrize(("call", "first"), [("heads", "green"), ("tails", "blue")])
async def test_the_call_counts_and_not_the_face(table: Table, call: str, first: str) -> None:
    table.falls = "tails"
    await table.challenge()
    match = await table.accept(call="heads" if call == "heads" else "tails")
    assert match.first == first
    await table.pick(CHALLENGER)
    await table.pick(OPPONENT)
    assert (await table.history()).position.to_act == first


async def test_the_challenged_player_may_ask_for_blind_picks(table: Table) -> None:
    await table.challenge(blind_start="off")
    match = await table.accept(blind=True)
    assert match.blind
    assert match.options["blind_start"] == "on"
    assert await table.awaited() == (CHALLENGER, OPPONENT)


async def test_blind_picks_cannot_be_asked_away(table: Table) -> None:
    await table.challenge(blind_start="on")
    assert (await table.accept(blind=False)).blind


@pytest.mark.parametrize(("blind", "owed"), [("on", [CHALLENGER, OPPONENT]), ("off", [])])
async def test_blind_picks_owe_both_players_a_direct_message(
    table: Table, blind: str, owed: list[UserId]
) -> None:
    match = await table.in_setup(blind_start=blind)
    assert [notice.user_id for notice in await table.store.read(stores.notices.notices_of, match.id)] == owed


async def test_anyone_else_may_take_up_an_open_challenge(table: Table) -> None:
    await table.challenge(None)
    match = await table.accept(by=STRANGER)
    assert match.opponent == Human(STRANGER)
    assert sides_of(match) == {"green": CHALLENGER, "blue": STRANGER}
    assert [one.id for one in await table.store.read(stores.lists.of_player, STRANGER)] == [match.id]


async def test_nobody_takes_up_their_own_open_challenge(table: Table) -> None:
    await table.challenge(None)
    async with table.refuses(OpponentError) as refusal:
        await table.accept(by=CHALLENGER)
    assert refusal.value.problem is OpponentProblem.SELF


@pytest.mark.parametrize("user", [CHALLENGER, STRANGER])
async def test_only_the_challenged_player_accepts(table: Table, user: UserId) -> None:
    await table.challenge()
    async with table.refuses(NotForYouError):
        await table.accept(by=user)


async def test_the_second_to_take_up_an_open_challenge_is_late(table: Table) -> None:
    await table.challenge(None)
    accepted = await table.accept(by=OPPONENT)
    async with table.refuses(StaleError) as refusal:
        await table.accept(by=STRANGER)
    assert refusal.value.match == accepted


async def test_accepting_twice_is_accepting_once(table: Table) -> None:
    await table.in_setup()
    async with table.refuses(StaleError):
        await table.accept()


# --- declining, withdrawing, lapsing -------------------------------------------------------------


@pytest.mark.usefixtures("still_clock")
async def test_the_challenged_player_may_decline(table: Table) -> None:
    await table.challenge()
    table.wait(hours=1)
    match = await table.matches.challenges.decline(table.id, OPPONENT, 1)
    assert match.changed_at == table.now
    assert (match.version, match.phase, match.deadline_at) == (2, Phase.DECLINED, None)
    assert await table.awaited() == ()


async def test_the_challenger_may_withdraw(table: Table) -> None:
    await table.challenge(None)
    match = await table.matches.challenges.withdraw(table.id, CHALLENGER, 1)
    assert (match.version, match.phase, match.deadline_at) == (2, Phase.WITHDRAWN, None)


@pytest.mark.parametrize("user", [CHALLENGER, STRANGER])
async def test_nobody_declines_for_another(table: Table, user: UserId) -> None:
    await table.challenge()
    async with table.refuses(NotForYouError):
        await table.matches.challenges.decline(table.id, user, 1)


@pytest.mark.parametrize("user", [CHALLENGER, STRANGER])
async def test_nobody_declines_an_open_challenge(table: Table, user: UserId) -> None:
    await table.challenge(None)
    async with table.refuses(NotForYouError):
        await table.matches.challenges.decline(table.id, user, 1)


@pytest.mark.parametrize("user", [OPPONENT, STRANGER])
async def test_nobody_withdraws_for_another(table: Table, user: UserId) -> None:
    await table.challenge()
    async with table.refuses(NotForYouError):
        await table.matches.challenges.withdraw(table.id, user, 1)


@pytest.mark.parametrize("phase", ANSWERED)
async def test_an_answered_challenge_is_not_answered_again(table: Table, phase: Phase) -> None:
    await table.challenge()
    await answer(table, phase)
    for seen, error in ((1, StaleError), (2, WrongPhaseError)):
        async with table.refuses(error):
            await table.accept(seen=seen)
        async with table.refuses(error):
            await table.matches.challenges.decline(table.id, OPPONENT, seen)
        async with table.refuses(error):
            await table.matches.challenges.withdraw(table.id, CHALLENGER, seen)


@pytest.mark.usefixtures("still_clock")
async def test_a_challenge_lapses_at_its_deadline_and_not_a_moment_before(table: Table) -> None:
    await table.challenge()
    table.now = NOON + WEEK - MOMENT
    assert await table.matches.time.due(10) == ()
    assert await table.matches.time.attend(table.id) is None
    assert (await table.match()).version == 1
    table.now = NOON + WEEK
    assert await table.matches.time.due(10) == (table.id,)
    match = await table.matches.time.attend(table.id)
    assert match is not None
    assert (match.version, match.phase, match.deadline_at) == (2, Phase.EXPIRED, None)
    assert match == await table.match()


async def test_a_challenge_lapses_once(table: Table) -> None:
    await table.challenge()
    table.wait(days=8)
    lapsed = await table.matches.time.attend(table.id)
    assert await table.matches.time.attend(table.id) is None
    assert await table.match() == lapsed
    assert await table.matches.time.due(10) == ()


async def test_a_challenge_stands_as_long_as_the_host_says() -> None:
    table = Table(policy=Policy(challenge_life=timedelta(hours=1)))
    await table.challenge()
    table.wait(hours=1)
    assert await table.matches.time.attend(table.id) is not None


@pytest.mark.parametrize("phase", [Phase.DECLINED, Phase.WITHDRAWN])
async def test_a_challenge_that_was_answered_does_not_lapse(table: Table, phase: Phase) -> None:
    await table.challenge()
    await answer(table, phase)
    table.wait(days=30)
    assert await table.matches.time.due(10) == ()
    assert await table.matches.time.attend(table.id) is None
    assert (await table.match()).phase is phase


async def test_a_challenge_that_was_accepted_does_not_lapse(table: Table) -> None:
    await table.challenge()
    table.wait(days=6)
    await table.accept()
    table.wait(days=2)
    assert await table.matches.time.due(10) == ()
    assert await table.matches.time.attend(table.id) is None
    assert (await table.match()).phase is Phase.SETUP


async def test_a_challenge_can_be_taken_up_until_it_has_lapsed(table: Table) -> None:
    """Whoever was kept waiting by a bot that was down is not turned away for it."""
    await table.challenge()
    table.wait(days=8)
    assert (await table.accept()).phase is Phase.SETUP
    assert await table.matches.time.attend(table.id) is None


async def test_what_is_due_comes_earliest_first_and_no_more_than_asked(table: Table) -> None:
    made = []
    for _ in range(3):
        made.append((await table.challenge()).id)
        table.wait(hours=1)
    table.wait(days=7)
    assert await table.matches.time.due(2) == tuple(made[:2])


# --- one's matches -------------------------------------------------------------------------------


async def test_open_matches_are_listed_for_both_players_and_nobody_else(table: Table) -> None:
    first = await table.challenge()
    table.wait(hours=1)
    second = await table.challenge(Opponent(CHALLENGER), by=OPPONENT)
    for user in (CHALLENGER, OPPONENT):
        assert [match.id for match in await table.store.read(stores.lists.of_player, user)] == [
            first.id,
            second.id,
        ]
    assert await table.store.read(stores.lists.of_player, STRANGER) == ()


async def test_before_the_answer_nobody_is_seated_and_nothing_can_be_done(table: Table) -> None:
    await table.challenge()
    for user in (CHALLENGER, OPPONENT):
        for asked in (
            table.matches.play.turn(table.id, user, "a1a2"),
            table.matches.play.take_back(table.id, user),
            table.matches.play.resign(table.id, user),
            table.matches.challenges.rematch(table.id, user),
            table.matches.picks.pick(table.id, user),
            table.matches.picks.draft(table.id, user),
            table.matches.play.check_turn(table.id, user, 1),
            table.matches.play.check_running(table.id, user),
        ):
            async with table.refuses(WrongPhaseError):
                await asked
