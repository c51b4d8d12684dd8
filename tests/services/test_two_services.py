"""Two services on one store, as two processes are: every change happens once, and nobody is misled."""

from __future__ import annotations

import asyncio

import pytest

from data import stores
from engines.games.prawns import Prawns
from matches import Match, Phase
from matches.errors import (
    MatchError,
    NotYourTurnError,
    PickError,
    PickProblem,
    Problem,
    StaleError,
    WrongPhaseError,
)
from matches.model import EntryKind, OfferKind
from tests.matches.crossing import Answer, Verb, crossing, overtaken
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, USUAL, Table
from tests.refusals import is_refused


async def both(table: Table, one: Verb, other: Verb | None = None, *, services: int = 2) -> list[Answer]:
    """The answers to two verbs asked at the same time, or to one asked twice."""
    return await crossing(table, one, other or one, services=services)


def split(answers: list[Answer]) -> tuple[Match, MatchError]:
    """The one change and the one refusal."""
    (change,) = [answer for answer in answers if isinstance(answer, Match)]
    (refusal,) = [answer for answer in answers if isinstance(answer, MatchError)]
    return change, refusal


@pytest.mark.parametrize("services", [1, 2])
async def test_an_action_sent_twice_at_once_is_played_once(table: Table, services: int) -> None:
    before = await table.in_play()
    change, refusal = split(
        await both(
            table, lambda services, id: services.matches.play.turn(id, OPPONENT, "d8d7"), services=services
        )
    )
    assert isinstance(refusal, StaleError | NotYourTurnError)
    assert refusal.match == change == await table.match()
    assert change.version == before.version + 1
    assert len(change.entries) == 1


@pytest.mark.parametrize("services", [1, 2])
async def test_a_click_sent_twice_at_once_is_late_the_second_time(table: Table, services: int) -> None:
    before = await table.in_play()
    _, refusal = split(
        await both(
            table,
            lambda services, id: services.matches.play.turn(
                id, OPPONENT, "d8d7", expected_version=before.version
            ),
            services=services,
        )
    )
    assert isinstance(refusal, StaleError)


@pytest.mark.parametrize(("order", "reason"), [(1, StaleError), (-1, WrongPhaseError)])
async def test_a_move_and_a_resignation_at_once_are_one_of_the_two(
    table: Table, order: int, reason: type[StaleError | WrongPhaseError]
) -> None:
    await table.in_play()
    verbs: tuple[Verb, Verb] = (
        lambda services, id: services.matches.play.turn(id, OPPONENT, "d8d7"),
        lambda services, id: services.matches.play.resign(id, CHALLENGER),
    )
    change, refusal = split(await both(table, *verbs[::order]))
    assert isinstance(refusal, reason)
    assert refusal.match == change == await table.match()


async def test_in_one_process_a_move_and_a_resignation_at_once_are_both_heard(table: Table) -> None:
    await table.in_play()
    answers = await both(
        table,
        lambda services, id: services.matches.play.turn(id, OPPONENT, "d8d7"),
        lambda services, id: services.matches.play.resign(id, CHALLENGER),
        services=1,
    )
    assert all(isinstance(answer, Match) for answer in answers)
    match = await table.match()
    assert (match.version, len(match.entries), match.phase) == (6, 1, Phase.FINISHED)


async def test_an_open_challenge_taken_up_by_two_at_once_goes_to_one(table: Table) -> None:
    await table.challenge(None)
    change, refusal = split(
        await both(
            table,
            lambda services, id: services.matches.challenges.accept(id, OPPONENT, 1, call="heads"),
            lambda services, id: services.matches.challenges.accept(id, STRANGER, 1, call="tails"),
        )
    )
    assert isinstance(refusal, StaleError)
    assert refusal.match == change == await table.match()
    assert len(await table.store.read(stores.notices.notices_of, change.id)) == 2


@pytest.mark.parametrize(("order", "phase"), [(1, Phase.SETUP), (-1, Phase.WITHDRAWN)])
async def test_a_challenge_accepted_and_withdrawn_at_once_is_one_of_the_two(
    table: Table, order: int, phase: Phase
) -> None:
    await table.challenge()
    verbs: tuple[Verb, Verb] = (
        lambda services, id: services.matches.challenges.accept(id, OPPONENT, 1, call="heads"),
        lambda services, id: services.matches.challenges.withdraw(id, CHALLENGER, 1),
    )
    change, refusal = split(await both(table, *verbs[::order]))
    assert isinstance(refusal, StaleError)
    assert change.phase is phase
    assert await table.match() == change


async def test_two_sweeps_at_once_let_a_challenge_lapse_once_and_neither_complains(table: Table) -> None:
    await table.challenge()
    table.wait(days=7)
    answers = await both(table, lambda services, id: services.matches.time.attend(id))
    assert sorted(type(answer).__name__ for answer in answers) == ["Match", "NoneType"]
    assert (await table.match()).version == 2


async def test_a_sweep_that_crosses_an_acceptance_gives_way(table: Table) -> None:
    await table.challenge()
    table.wait(days=7)
    sweeping = overtaken(table, table.accept())
    assert await sweeping.matches.time.attend(table.id) is None
    match = await table.match()
    assert (match.phase, match.version) == (Phase.SETUP, 2)


async def test_a_take_back_sent_twice_at_once_is_made_once(table: Table) -> None:
    table.falls = "tails"
    await table.in_play(board="5x5")
    await table.play("a2xa4", "d5d3", "a4xa5")
    before = await table.match()
    change, refusal = split(
        await both(table, lambda services, id: services.matches.play.take_back(id, CHALLENGER))
    )
    assert isinstance(refusal, StaleError)
    assert len(change.entries) == len(before.entries) + 1
    assert await table.match() == change


# --- what names no version and crosses what leaves the position as it was ---


@pytest.mark.parametrize("kind", [OfferKind.PAUSE, OfferKind.NO_RESULT, OfferKind.DRAW])
async def test_two_typed_offers_that_cross_agree(
    table: Table, kind: OfferKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Prawns, "draws", True)
    await table.in_play()
    answers = await both(
        table,
        lambda services, id: services.matches.play.offer(id, CHALLENGER, kind),
        lambda services, id: services.matches.play.offer(id, OPPONENT, kind),
    )
    assert all(isinstance(answer, Match) for answer in answers), answers
    match = await table.match()
    assert match in answers
    if kind is OfferKind.PAUSE:
        assert table.matches.play.paused(match)
    else:
        assert match.phase is Phase.FINISHED


@pytest.mark.parametrize("services", [1, 2])
async def test_a_typed_move_that_crosses_an_offer_is_played(table: Table, services: int) -> None:
    await table.in_play()
    answers = await both(
        table,
        lambda services, id: services.matches.play.offer(id, CHALLENGER, OfferKind.NO_RESULT),
        lambda services, id: services.matches.play.turn(id, OPPONENT, "d8d7"),
        services=services,
    )
    assert all(isinstance(answer, Match) for answer in answers), answers
    assert [entry.kind for entry in (await table.match()).entries] == [
        EntryKind.NO_RESULT_OFFER,
        EntryKind.ACTION,
    ]


async def test_a_typed_move_is_played_though_what_was_loaded_for_it_is_old_by_now(table: Table) -> None:
    before = await table.in_play()
    loaded = await table.services.matches.load_with_settings(table.id)
    other = table.another_service()
    await other.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)
    after = await table.services.matches.play.turn(table.id, OPPONENT, "d8d7", loaded=loaded)
    assert after.version == before.version + 2
    assert len([entry for entry in after.entries if entry.kind is EntryKind.ACTION]) == 1


@pytest.mark.usefixtures("still_clock")
async def test_settings_that_change_while_a_move_is_stored_are_looked_at(table: Table) -> None:
    await table.in_play()
    loaded = await table.services.matches.load_with_settings(table.id)
    other = table.another_service()
    await other.notifications.go_away(CHALLENGER, 3)
    after = await table.services.matches.play.turn(table.id, OPPONENT, "d8d7", loaded=loaded)
    assert after.deadline_at == table.now, "it was woken, and stays so"
    assert await table.sweep() == [table.id]
    assert (await table.match()).entries[-1].kind is EntryKind.AWAY


async def test_an_offer_from_a_card_that_crosses_another_is_about_an_older_card(table: Table) -> None:
    seen = (await table.in_play()).version
    _, refusal = split(
        await both(
            table,
            lambda services, id: services.matches.play.offer(id, CHALLENGER, OfferKind.PAUSE),
            lambda services, id: services.matches.play.offer(
                id, OPPONENT, OfferKind.PAUSE, expected_version=seen
            ),
        )
    )
    assert isinstance(refusal, StaleError)
    assert refusal.match == await table.match()


@pytest.mark.parametrize("services", [1, 2])
async def test_of_two_rematches_that_cross_one_is_offered_and_the_other_player_told(
    table: Table, services: int
) -> None:
    await table.finished()
    _, refusal = split(
        await both(
            table,
            lambda services, id: services.matches.challenges.rematch(id, CHALLENGER),
            lambda services, id: services.matches.challenges.rematch(id, OPPONENT),
            services=services,
        )
    )
    assert is_refused(refusal, Problem.REMATCH_OFFERED)


@pytest.mark.parametrize("last", [False, True], ids=["first of the picks", "last of the picks"])
@pytest.mark.parametrize("late", ["confirms", "chooses", "opens the panel"])
async def test_who_is_late_for_their_own_pick_is_told_that_it_is_in(
    table: Table, late: str, *, last: bool
) -> None:
    """The other process has taken the draft away with the pick, and nothing was chosen anew."""
    await table.in_setup()
    if last:
        await table.pick(OPPONENT)
    for slot, choice in enumerate(USUAL):
        await table.matches.picks.choose(table.id, CHALLENGER, slot, choice)
    picks = overtaken(table, table.pick(CHALLENGER, None)).matches.picks
    with pytest.raises((PickError, WrongPhaseError)) as refused:
        if late == "confirms":
            await picks.pick(table.id, CHALLENGER)
        elif late == "chooses":
            await picks.choose(table.id, CHALLENGER, 0, "shrimp")
        else:
            await picks.draft(table.id, CHALLENGER)
    assert not isinstance(refused.value, PickError) or refused.value.problem is PickProblem.MADE
    match = await table.match()
    assert refused.value.match == match
    assert isinstance(refused.value, WrongPhaseError) == last
    assert (side := match.side_of(CHALLENGER)) is not None
    assert match.picks[side].choices == USUAL
    assert await table.matches.picks.drafted(table.id, CHALLENGER) == ()


async def test_a_service_sees_what_another_did(table: Table) -> None:
    there = table.another_service()
    await table.in_play()
    there.matches.history(await there.matches.load(table.id))
    await table.play("d8d7", "d1d2")
    match = await there.matches.play.turn(table.id, OPPONENT, "e8e7")
    assert [entry.text for entry in match.entries] == ["d8-d7", "d1-d2", "e8-e7"]
    assert there.matches.history(match) == table.matches.history(match)


async def test_a_refused_change_leaves_no_trace_in_what_is_kept(table: Table) -> None:
    """The loser of a race has folded its own action in vain: the next move stands on the winner's."""
    before = await table.in_play()
    there = overtaken(table, table.play("d8d7"))
    with pytest.raises(StaleError):
        await there.matches.play.turn(table.id, OPPONENT, "e8e7", expected_version=before.version)
    match = await table.match()
    assert len(match.entries) == 1
    for service in (table.services, there, table.another_service()):
        assert [str(played) for played in service.matches.history(match).played] == [match.entries[0].text]
    assert (await there.matches.play.turn(table.id, CHALLENGER, "d1d2")).version == match.version + 1


async def test_many_hands_on_one_match_change_it_one_at_a_time(table: Table) -> None:
    before = await table.in_play()
    services = [table.services, table.another_service(), table.another_service()]
    asked = [
        services[number % 3].matches.play.turn(table.id, user, line)
        for number, (user, line) in enumerate(
            [(OPPONENT, "d8d7"), (CHALLENGER, "d1d2"), (OPPONENT, "e8e7"), (CHALLENGER, "e1e2")] * 6
        )
    ]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    changes = [answer for answer in answers if isinstance(answer, Match)]
    match = await table.match()
    assert len(match.entries) == len(changes) == match.version - before.version
    assert sorted(change.version for change in changes) == list(range(before.version + 1, match.version + 1))
    assert all(isinstance(answer, Match | MatchError | ValueError) for answer in answers)


async def test_the_locks_of_matches_at_rest_are_let_go_of(table: Table) -> None:
    for _ in range(5):
        await table.finished()
    assert len(table.matches._core._locks) == 0


async def test_after_a_lost_race_the_answer_is_about_the_match_as_it_stands(table: Table) -> None:
    await table.in_play()
    _, refusal = split(
        await both(
            table,
            lambda services, id: services.matches.play.resign(id, OPPONENT),
            lambda services, id: services.matches.play.turn(id, OPPONENT, "d8d7"),
        )
    )
    assert isinstance(refusal, StaleError | WrongPhaseError)
    assert refusal.match == await table.match()
