"""What people may ask for, as the service grants it: whatever moves at the same moment."""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from typing import Any

import pytest

from data import stores
from matches import (
    ChallengeTerms,
    Match,
    MatchId,
    Opponent,
    Phase,
    UserId,
)
from matches.errors import BlockedError, OpponentError, OpponentProblem, Problem, Refused
from matches.lifecycle.finish import RESIGNED
from matches.players import Erased
from matches.summaries import MatchSummary
from services import Services
from services.host import TIDY_EVERY
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PLACE, STRANGER, Table
from tests.people import user_of
from tests.store import instead

BLOCKED = Opponent(OPPONENT)


async def challenged(table: Table, by: UserId = CHALLENGER, to: UserId | None = OPPONENT) -> Match:
    """A challenge to a game that begins as soon as it is accepted."""
    opponent = None if to is None else Opponent(to)
    return await table.matches.challenges.challenge(by, opponent, ChallengeTerms("prudh", {}), PLACE)


async def accept(services: Services, match: Match, by: UserId = OPPONENT) -> Match:
    """The match once somebody took it up."""
    return await services.matches.challenges.accept(match.id, by, match.version, call="heads")


async def forgotten(table: Table, user: UserId) -> bool:
    """Everything that the bot does when somebody asks for it, without Discord."""
    await table.privacy.ask_to_be_forgotten(user)
    async for _ in table.privacy.end_all(user):
        pass
    return await table.privacy.forget(user)


async def exported(services: Services, user: UserId) -> bytes:
    """The whole file that somebody gets."""
    return b"".join([piece async for piece in services.privacy.export(user)])


# --- blocks ------------------------------------------------------------------------------------------


async def test_a_block_counts_in_both_directions_and_says_whose_it_is(table: Table) -> None:
    await table.privacy.block(CHALLENGER, BLOCKED)
    for one, other, own in ((CHALLENGER, OPPONENT, True), (OPPONENT, CHALLENGER, False)):
        with pytest.raises(BlockedError) as refused:
            await challenged(table, one, other)
        assert (refused.value.other, refused.value.own) == (other, own)


async def test_only_challenges_between_the_two_are_called_off(table: Table) -> None:
    between = [await challenged(table), await challenged(table, OPPONENT, CHALLENGER)]
    others = [await challenged(table, to=STRANGER), await challenged(table, to=None)]
    called_off = await table.privacy.block(CHALLENGER, BLOCKED)
    assert {match.id: match.phase for match in called_off} == {
        between[0].id: Phase.WITHDRAWN,
        between[1].id: Phase.DECLINED,
    }
    for match in others:
        assert (await table.matches.load(match.id)).phase is Phase.CHALLENGED


async def test_what_runs_between_the_two_goes_on(table: Table) -> None:
    match = await accept(table.services, await challenged(table))
    assert await table.privacy.block(CHALLENGER, BLOCKED) == ()
    assert [one.id for one in await table.privacy.running_between(CHALLENGER, OPPONENT)] == [match.id]
    assert await table.privacy.running_between(CHALLENGER, STRANGER) == ()


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        (Opponent(CHALLENGER), Problem.BLOCK_SELF),
        (Opponent(STRANGER, is_bot=True), Problem.BLOCK_BOT),
        (BLOCKED, Problem.BLOCK_ALREADY),
    ],
)
async def test_a_block_that_cannot_be(table: Table, other: Opponent, problem: Problem) -> None:
    await table.privacy.block(CHALLENGER, BLOCKED)
    with pytest.raises(Refused) as refused:
        await table.privacy.block(CHALLENGER, other)
    assert refused.value.problem is problem
    assert len(await table.privacy.blocks(CHALLENGER)) == 1


async def test_a_block_by_another_process_counts_at_once(table: Table) -> None:
    standing = await challenged(table, to=None)
    await table.another_service().privacy.block(OPPONENT, Opponent(CHALLENGER))
    with pytest.raises(BlockedError):
        await accept(table.services, standing)


# --- the export --------------------------------------------------------------------------------------


async def test_whoever_handed_a_match_over_finds_that_in_their_export(table: Table) -> None:
    match = await accept(table.services, await challenged(table))
    side = match.side_of(CHALLENGER)
    assert side is not None
    await table.matches.admin.hand_over(match.id, UserId(1009), GUILD, side, Opponent(STRANGER))
    for user in (CHALLENGER, STRANGER, UserId(1009)):
        told = json.loads(await exported(table.services, user))
        (act,) = told["acts of administrators that name you"]
        assert act["match_id"] == match.id
        assert len(told["matches"]) == (user == STRANGER)


async def test_an_export_of_many_matches_holds_each_once(table: Table) -> None:
    for _ in range(120):
        table.now += timedelta(minutes=2)
        match = await challenged(table)
        await table.matches.challenges.decline(match.id, OPPONENT, match.version)
    told = json.loads(await exported(table.services, OPPONENT))
    assert [one["match"] for one in told["matches"]] == list(range(1, 121))


async def test_an_export_written_in_pieces_is_what_it_would_be_written_at_once(table: Table) -> None:
    """In the form, order and indentation of ``json.dumps``, with none, one and many matches."""
    for count in (0, 1, 33):
        while len(await table.store.read(stores.privacy.matches_of, CHALLENGER, MatchId(0), 99)) < count:
            match = await accept(table.services, await challenged(table))
            action = str(table.matches.history(match).position.legal_actions()[0])
            await table.matches.play.turn(match.id, user_of(table.matches.to_act(match)[0]), action)
        made = (await exported(table.services, CHALLENGER)).decode()
        told = json.loads(made)
        assert made == json.dumps(told, indent=1, ensure_ascii=False) + "\n"
        assert [one["match"] for one in told["matches"]] == list(range(1, count + 1))
        assert list(told)[:3] + list(told)[-1:] == ["export", "player", "made", "matches"]
        assert all(one["record"]["actions"] for one in told["matches"])


async def test_an_export_comes_in_small_pieces(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many matches there are, few are loaded at a time, and no more than is asked for."""
    for _ in range(60):
        table.now += timedelta(minutes=2)
        match = await challenged(table)
        await table.matches.challenges.decline(match.id, OPPONENT, match.version)
    loaded: list[int] = []
    read = table.store.read

    async def counted(user_id: UserId, after: MatchId, limit: int) -> tuple[Match, ...]:
        page = await read(stores.privacy.matches_of, user_id, after, limit)
        loaded.append(len(page))
        return page

    instead(table.store, stores.privacy.matches_of, counted, monkeypatch)
    sizes: list[tuple[int, int]] = [
        (sum(loaded), len(piece)) async for piece in table.privacy.export(OPPONENT)
    ]
    assert sum(loaded) == 60
    assert max(loaded) <= 10
    assert [before for before, _ in sizes[:3]] == [0, 10, 20], "each page is read when its piece is asked for"
    assert max(size for _, size in sizes) < sum(size for _, size in sizes) / 5


# --- letting go --------------------------------------------------------------------------------------


async def test_everything_open_is_ended_by_the_usual_verbs(table: Table) -> None:
    running = await accept(table.services, await challenged(table))
    made, got = await challenged(table, to=None), await challenged(table, STRANGER, CHALLENGER)
    named = await table.privacy.open_of(CHALLENGER)
    assert [match.id for match in named] == [running.id, made.id, got.id], "running ones first"
    ended = {match.id: match async for match in table.privacy.end_all(CHALLENGER)}
    assert [ended[match.id].phase for match in (running, made, got)] == [
        Phase.FINISHED,
        Phase.WITHDRAWN,
        Phase.DECLINED,
    ]
    result = ended[running.id].result
    assert result is not None
    assert (result.reason, result.winner) == (RESIGNED, running.side_of(OPPONENT))


async def test_a_challenge_that_is_accepted_at_this_moment_is_resigned(table: Table) -> None:
    match = await challenged(table)
    async for ended in _meanwhile(table, accept(table.another_service(), match)):
        assert ended.phase is Phase.FINISHED
    assert await forgotten(table, CHALLENGER)


async def test_a_match_that_ends_at_this_moment_is_left_alone(table: Table) -> None:
    match = await accept(table.services, await challenged(table))
    assert [
        one
        async for one in _meanwhile(table, table.another_service().matches.play.resign(match.id, OPPONENT))
    ] == []
    assert await forgotten(table, CHALLENGER)


async def _meanwhile(table: Table, what: Any) -> Any:
    """What is ended of the challenger's while somebody does ``what`` after their matches were read."""
    read = table.privacy.open_of

    async def and_then(user: UserId) -> tuple[MatchSummary, ...]:
        found = await read(user)
        await what
        return found

    table.privacy.open_of = and_then  # type: ignore[method-assign]
    async for ended in table.privacy.end_all(CHALLENGER):
        yield ended
    table.privacy.open_of = read  # type: ignore[method-assign]


async def test_what_began_meanwhile_puts_it_off(table: Table) -> None:
    await table.privacy.ask_to_be_forgotten(CHALLENGER)
    await challenged(table, OPPONENT, CHALLENGER)
    assert not await table.privacy.forget(CHALLENGER)
    assert await table.privacy.to_be_forgotten(9) == (CHALLENGER,)
    assert await forgotten(table, CHALLENGER)
    assert await table.privacy.to_be_forgotten(9) == ()


async def test_each_deletion_draws_a_number_of_its_own(table: Table) -> None:
    numbers = set()
    for _ in range(3):
        match = await accept(table.services, await challenged(table))
        assert await forgotten(table, CHALLENGER)
        numbers.add((await table.matches.load(match.id)).challenger)
    assert len(numbers) == 3
    assert all(isinstance(number, Erased) and number.number > 0 for number in numbers)


async def test_nobody_is_left_for_a_rematch(table: Table) -> None:
    match = await accept(table.services, await challenged(table))
    await forgotten(table, CHALLENGER)
    with pytest.raises(OpponentError) as refused:
        await table.matches.challenges.rematch(match.id, OPPONENT, expected_version=match.version)
    assert refused.value.problem is OpponentProblem.GONE


async def test_who_is_gone_is_pinged_by_no_card(table: Table) -> None:
    match = await accept(table.services, await challenged(table))
    await forgotten(table, CHALLENGER)
    match = await table.matches.load(match.id)
    assert (await table.pinged(match, table.matches.addressed(match))).users == (OPPONENT,)


# --- what nobody needs -------------------------------------------------------------------------------


async def test_what_nobody_needs_is_looked_for_once_a_day(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def prune(_store: Any, now: Any) -> dict[str, int]:
        asked.append(now)
        return {}

    monkeypatch.setattr(stores.pruning, "prune", prune)
    for service in (table.services, table.another_service()):
        await service.host.tidy()
    table.wait(seconds=TIDY_EVERY.total_seconds() - 1)
    await table.host.tidy()
    assert len(asked) == 1
    table.wait(seconds=1)
    await table.another_service().host.tidy()
    assert len(asked) == 2


async def left_of(table: Table, user: UserId) -> int:
    """Rows about somebody."""
    return sum((await table.privacy.counts(user)).values())


async def sweep_deletions(table: Table) -> None:
    """Do what a sweep does about deletions, without Discord."""
    await table.privacy.check_again()
    for user in await table.privacy.to_be_forgotten(50):
        assert await forgotten(table, user)


@pytest.mark.parametrize(
    "what", ["note", "challenge", "open challenge", "preference", "challenge by another"]
)
async def test_what_is_stored_while_a_deletion_is_done_goes_at_a_second_look(table: Table, what: str) -> None:
    match = await table.begun(1)
    assert await forgotten(table, CHALLENGER)
    assert await left_of(table, CHALLENGER) == 0
    if what == "note":
        await table.store.write(stores.matches.save_note, match.id, CHALLENGER, "mine alone")
    elif what == "preference":
        await table.store.write(stores.people.prefer, CHALLENGER, {"theme": "deep"})
    elif what == "challenge by another":
        await challenged(table, OPPONENT, CHALLENGER)
    else:
        await challenged(table, to=None if what == "open challenge" else OPPONENT)
    await sweep_deletions(table)
    assert await left_of(table, CHALLENGER) > 0, "it may still be on its way"
    table.wait(seconds=10)
    await sweep_deletions(table)
    assert await left_of(table, CHALLENGER) == 0
    assert await table.privacy.to_be_forgotten(50) == ()
    table.wait(seconds=10)
    await sweep_deletions(table)
    assert await left_of(table, OPPONENT) > 0


async def test_who_has_begun_anew_by_then_is_left_alone(table: Table) -> None:
    await table.begun(1)
    assert await forgotten(table, CHALLENGER)
    table.wait(seconds=1)
    await challenged(table)
    await table.store.write(stores.people.prefer, CHALLENGER, {"theme": "deep"})
    before = await left_of(table, CHALLENGER)
    for _ in range(3):
        table.wait(seconds=10)
        await sweep_deletions(table)
    assert await left_of(table, CHALLENGER) == before > 0


@pytest.mark.parametrize(
    ("removed", "told"),
    [
        ({"records": 0, "watches": 0}, []),
        ({"records": 0, "watches": 2}, ["deleted what is not needed any more: 2 watches"]),
    ],
)
async def test_the_log_hears_of_what_was_deleted_and_of_nothing_else(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    removed: dict[str, int],
    told: list[str],
) -> None:
    async def prune(_store: Any, now: Any) -> dict[str, int]:
        return removed

    monkeypatch.setattr(stores.pruning, "prune", prune)
    with caplog.at_level(logging.INFO, "services.host"):
        await table.host.tidy()
    assert [record.getMessage() for record in caplog.records] == told
