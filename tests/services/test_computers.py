"""The computer as a player: begun at once, picks unseen, its turns due once, its answers, its limits."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import delete

from data import schema, stores
from engines import GAMES
from matches import ChallengeChannel, ChallengeTerms, ChannelId, GuildId, Phase, Policy
from matches.errors import NotAPlayerError, NotYourTurnError, Problem, Refused, StaleError
from matches.lifecycle import computers, setup
from matches.lifecycle.computers import drawn_pick
from matches.model import EntryKind, OfferKind
from matches.players import Computer
from matches.time.pace import NO_CLOCK, Pace
from services.challenges import new_challenge
from services.core import FRESH
from tests.matches.table import CHALLENGER, OPPONENT, Table
from tests.people import names
from tests.services.thinking import PLACE, begin, due, first_turn, move, the_turn
from tests.store import SECRET, listening, write


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_match_begins_at_once_and_is_never_rated(table: Table, game: str) -> None:
    match = await begin(table, game)
    assert match.phase is (Phase.SETUP if GAMES[game].secret_setup else Phase.PLAYING)
    assert match.computer == Computer(3)
    assert match.users == (CHALLENGER,)
    assert not match.rated
    assert match.terms.pace == NO_CLOCK
    assert await table.store.read(stores.matches.load, match.id) == replace(
        match, clocks=match.clocks and replace(match.clocks, stops=())
    )


async def test_it_plays_to_the_end(table: Table) -> None:
    match = await begin(table, "prudh", 1)
    for _ in range(200):
        match = await table.match()
        if match.phase is not Phase.PLAYING:
            break
        if table.services.computers.is_to_think(match):
            turn = await the_turn(table)
            match = await table.services.computers.play(turn, first_turn(turn))
        else:
            match = await move(table)
    assert match.phase is Phase.FINISHED
    assert match.result is not None
    assert {entry.kind for entry in match.entries} <= {EntryKind.ACTION, EntryKind.FORCED}


async def test_its_turn_is_given_out_once_and_played_once(table: Table) -> None:
    await begin(table, side="white")
    await move(table)
    [(chore, turn)] = await due(table)
    assert turn is not None
    assert await due(table) == [], "in nobody else's hands"
    table.wait(minutes=1)
    [(again, same)] = await due(table)
    assert (again.id, same) == (chore.id, turn), "given out again when whoever had it is gone"
    played = await table.services.computers.play(turn, first_turn(turn))
    with pytest.raises(StaleError):
        await table.services.computers.play(turn, first_turn(turn))
    assert await table.services.computers.turn_of(chore) is None
    await table.services.computers.drop(chore)
    assert await table.match() == played


@pytest.mark.parametrize("thought", [timedelta(), FRESH])
async def test_its_match_is_loaded_again_only_after_a_long_thought(table: Table, thought: timedelta) -> None:
    await begin(table, side="white")
    await move(table)
    turn = await the_turn(table)
    table.wait(seconds=thought.total_seconds())
    asked: list[str] = []
    with listening("before_cursor_execute", lambda *given: asked.append(given[2])):
        played = await table.services.computers.play(turn, first_turn(turn))
    assert any(statement.startswith("SELECT") for statement in asked) is (thought == FRESH), asked
    assert played == await table.match()


async def test_a_turn_of_a_match_that_moved_on_elsewhere_is_not_played(table: Table) -> None:
    await begin(table, side="white")
    await move(table)
    turn = await the_turn(table)
    over = await table.another_service().matches.play.resign(table.id, CHALLENGER)
    with pytest.raises(StaleError):
        await table.services.computers.play(turn, first_turn(turn))
    assert await table.match() == over


async def test_the_tidier_gets_none_of_its_turns(table: Table) -> None:
    await begin(table, side="white")
    await move(table)
    assert await table.services.tidying.claim(9) == ()
    assert len(await due(table)) == 1


async def test_a_challenge_that_a_crash_left_is_taken_up_by_the_sweep(table: Table) -> None:
    core = table.matches.challenges._core
    rules = await core.guild_rules(PLACE.guild)
    new = new_challenge(core, ChallengeTerms("pjawns", {}), CHALLENGER, Computer(2), PLACE, rules)
    table.id = (await table.store.write(stores.matches.create, new)).id
    assert await table.sweep() == [table.id]
    assert (await table.match()).phase is Phase.PLAYING


# --- the secret pick ------------------------------------------------------------------------------


async def test_it_picks_before_the_other_side_and_unseen(table: Table) -> None:
    match = await begin(table, "prawns")
    side = computers.side_of(match)
    assert side is not None
    assert side in match.picks
    assert match.picks[side].by == Computer(3)
    assert match.toss is not None
    owed = await table.store.read(stores.notices.notices_of, match.id)
    assert owed == (), "whoever plays it has the choice before them"
    after = await table.matches.picks.pick(match.id, CHALLENGER, ("crab", "shrimp"))
    assert after.phase is Phase.PLAYING


async def test_open_picks_are_made_in_turn(table: Table) -> None:
    rules = GAMES["prawns"].secret_setup
    assert rules is not None
    match = await begin(table, "prawns", options={rules.option: "off"})
    theirs = computers.side_of(match) in match.picks
    assert theirs is (computers.side_of(match) == GAMES["prawns"].sides[0])
    after = await table.matches.picks.pick(match.id, CHALLENGER, ("crab", "shrimp"))
    assert after.phase is Phase.PLAYING


def test_every_pick_is_as_likely_as_any_other() -> None:
    rules = GAMES["prawns"].secret_setup
    assert rules is not None
    chance = random.Random(1)
    seen = Counter(drawn_pick(rules, chance) for _ in range(10_000))
    expected = 10_000 / len(rules.choices) ** len(rules.slots)
    assert len(seen) == len(rules.choices) ** len(rules.slots)
    # Chi-square with 8 degrees of freedom (three species, two slots): 26.1 is passed once in a thousand.
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 3.3 * len(seen)


async def test_its_pick_does_not_depend_on_the_persons(table: Table) -> None:
    """Ten thousand setups, in which either may be first: a person who always picks alike learns nothing."""
    begun = await begin(table, "prawns")
    side, own, rules = computers.side_of(begun), begun.side_of(CHALLENGER), begun.game.secret_setup
    assert rules is not None and side is not None and own is not None
    nobodys = replace(begun, picks={})
    people, chance, seen = random.Random(2), random.Random(3), Counter[tuple[object, object]]()
    for number in range(10_000):
        pick = drawn_pick(rules, people) if number % 4 else ("crab", "lobster")
        if number % 2:
            after = setup.picked(nobodys, own, pick, table.salt, table.now)
            after = computers.picked(after, chance, table.salt, table.now)
        else:
            after = computers.picked(nobodys, chance, table.salt, table.now)
            after = setup.picked(after, own, pick, table.salt, table.now)
        assert after.phase is Phase.PLAYING
        seen[after.picks[own].choices, after.picks[side].choices] += 1
    persons, computers_own = (Counter[object]() for _ in range(2))
    for (theirs, its), count in seen.items():
        persons[theirs] += count
        computers_own[its] += count
    expected = {
        (one, other): persons[one] * computers_own[other] / 10_000
        for one in persons
        for other in computers_own
    }
    assert len(expected) == 81
    # Chi-square with 64 degrees of freedom: 104.7 is passed once in a thousand.
    assert sum((seen[pair] - wanted) ** 2 / wanted for pair, wanted in expected.items()) < 104.7


async def test_a_turn_says_nothing_but_the_position(table: Table) -> None:
    await begin(table, "prawns")
    await table.matches.picks.pick(table.id, CHALLENGER, ("crab", "shrimp"))
    match = await table.match()
    while not table.services.computers.is_to_think(match):
        match = await move(table)
    turn = await the_turn(table)
    position = GAMES["prawns"].from_text(turn.position, turn.options)
    assert position == table.matches.history(await table.match()).position
    assert not names(CHALLENGER, repr(turn))


# --- answers --------------------------------------------------------------------------------------


async def test_it_grants_take_backs_at_once(table: Table) -> None:
    await begin(table, side="white")
    await move(table)
    turn = await the_turn(table)
    await table.services.computers.play(turn, first_turn(turn))
    after = await table.matches.play.offer(table.id, CHALLENGER, OfferKind.TAKE_BACK)
    assert table.matches.history(after).position.ply == 0
    assert table.matches.waits_for(after, CHALLENGER)


@pytest.mark.parametrize(("value", "taken"), [(-50, True), (-49, False), (None, False)])
async def test_it_takes_a_draw_where_it_is_behind(table: Table, value: int | None, taken: bool) -> None:
    await begin(table, "cannons-and-crabs")
    if not table.services.computers.is_to_think(await table.match()):
        await move(table)
    turn = await the_turn(table)
    await table.services.computers.play(turn, first_turn(turn))
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.DRAW)
    asked = await the_turn(table)
    assert asked.offered_draw
    assert not asked.acts
    after = await table.services.computers.play(asked, (), None if value is None else -value)
    assert (after.phase is Phase.FINISHED) is taken
    assert after.result is None or after.result.winner is None
    assert not table.services.computers.is_to_think(after)


async def test_a_rematch_is_begun_at_once(table: Table) -> None:
    await begin(table, side="white")
    await table.matches.play.resign(table.id, CHALLENGER)
    finished = await table.matches.challenges.rematch(table.id, CHALLENGER)
    assert finished.rematch is not None
    rematch = await table.matches.load(finished.rematch)
    assert rematch.phase is Phase.PLAYING
    assert rematch.computer == Computer(3)
    assert rematch.side_of(CHALLENGER) == "black"
    with pytest.raises(Refused, match=Problem.REMATCH_OFFERED):
        await table.matches.challenges.rematch(table.id, CHALLENGER)


# --- hints ----------------------------------------------------------------------------------------


async def test_a_hint_is_for_ones_own_turn_against_the_computer(table: Table) -> None:
    await begin(table, side="white")
    turn = await table.services.computers.hint(await table.match(), CHALLENGER)
    assert (turn.level, turn.acts, turn.offered_draw) == (5, True, False)
    for services in (table.services, table.another_service(), table.another_service()):
        await services.computers.record_hint(turn, CHALLENGER)
    assert await table.services.computers.hints(table.id) == 1, "whichever process it was asked for in"
    await move(table)
    with pytest.raises(NotYourTurnError):
        await table.services.computers.hint(await table.match(), CHALLENGER)
    with pytest.raises(NotAPlayerError):
        await table.services.computers.hint(await table.match(), OPPONENT)


async def test_there_are_no_hints_between_people(table: Table) -> None:
    await table.begun(0)
    with pytest.raises(Refused, match=Problem.NO_HINT):
        await table.services.computers.hint(await table.match(), CHALLENGER)


# --- time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["10m", "3d"])
async def test_its_clock_never_runs(table: Table, pace: str) -> None:
    await begin(table, side="white", pace=Pace.read(pace))
    await move(table)
    table.wait(days=40)
    await table.sweep()
    match = await table.match()
    assert match.phase is Phase.PLAYING
    turn = await the_turn(table)
    await table.services.computers.play(turn, first_turn(turn))
    table.wait(days=1)
    await table.sweep()
    assert (await table.match()).clocks is not None


# --- limits ---------------------------------------------------------------------------------------


async def test_somebody_plays_three_at_once(table: Table) -> None:
    for _ in range(3):
        await begin(table)
    with pytest.raises(Refused) as refused:
        await begin(table)
    assert (refused.value.problem, refused.value.facts) == (Problem.COMPUTER_YOURS, {"limit": 3})
    await table.matches.play.resign(table.id, CHALLENGER)
    await begin(table)


async def test_a_server_has_room_for_so_many(table: Table) -> None:
    table.policy = Policy(computer_matches_in_guild=1)
    table.use(table.another_service())
    await begin(table)
    with pytest.raises(Refused, match=Problem.COMPUTER_SERVERS):
        await table.matches.challenges.against_computer(OPPONENT, 1, ChallengeTerms("prudh", {}), PLACE)
    elsewhere = ChallengeChannel(GuildId(9), ChannelId(6))
    await table.matches.challenges.against_computer(OPPONENT, 1, ChallengeTerms("prudh", {}), elsewhere)


@pytest.mark.parametrize("by", ["the host", "the server"])
async def test_it_can_be_switched_off(table: Table, by: str) -> None:
    if by == "the host":
        table.policy = Policy(computer=False)
        table.use(table.another_service())
    else:
        await table.store.write(stores.people.change_guild, PLACE.guild, {"computer": "off"})
    with pytest.raises(Refused, match=Problem.COMPUTER_OFF):
        await begin(table)


async def test_matches_against_it_leave_room_for_those_with_people(table: Table) -> None:
    await begin(table)
    counted = await table.store.read(stores.limits.count_open, CHALLENGER, PLACE.guild)
    assert (counted.running, counted.alone, counted.in_guild) == (1, 1, 0)


async def test_the_secret_of_an_installation_is_made_once(table: Table) -> None:
    await write(table.store, delete(schema.fact))
    secret = await table.services.host.secret()
    assert len(secret) == 32
    assert secret.hex() != SECRET
    assert await table.another_service().host.secret() == secret
