"""Picks: drafted, confirmed, blind or in the open, one side or both at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from data import stores
from matches import Match, Phase, UserId
from matches.errors import MatchError, NotAPlayerError, PickError, PickProblem, WrongPhaseError
from tests.matches.crossing import crossing
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, USUAL, Pick, Table
from tests.store import instead

BOTH = [(CHALLENGER, OPPONENT), (OPPONENT, CHALLENGER)]
SHRIMPS: Pick = ("shrimp", "shrimp")


@pytest.mark.parametrize(("early", "late"), BOTH)
@pytest.mark.usefixtures("still_clock")
async def test_blind_picks_are_made_in_either_order(table: Table, early: UserId, late: UserId) -> None:
    await table.in_setup()
    assert await table.awaited() == (CHALLENGER, OPPONENT)
    table.wait(hours=1)
    match = await table.pick(early)
    assert match.changed_at == table.now
    assert (match.version, match.phase) == (3, Phase.SETUP)
    assert await table.awaited() == (late,)
    match = await table.pick(late)
    assert (match.version, match.phase) == (4, Phase.PLAYING)


@pytest.mark.parametrize(("early", "late"), BOTH)
async def test_the_match_starts_from_what_was_picked(table: Table, early: UserId, late: UserId) -> None:
    picks = {CHALLENGER: ("shrimp", "crab"), OPPONENT: ("lobster", "shrimp")}
    await table.in_setup(board="5x5")
    for user in (early, late):
        await table.pick(user, picks[user])
    assert (await table.board()).split()[0] == "fffff/l3s/5/S3C/FFFFF"


async def test_picks_in_the_open_are_made_green_first(table: Table) -> None:
    await table.in_setup(blind_start="off")
    assert await table.awaited() == (CHALLENGER,)
    for asked in (
        table.pick(OPPONENT),
        table.matches.picks.choose(table.id, OPPONENT, 0, "crab"),
        table.matches.picks.draft(table.id, OPPONENT),
    ):
        async with table.refuses(PickError) as refusal:
            await asked
        assert refusal.value.problem is PickProblem.NOT_YET
    await table.pick(CHALLENGER)
    assert await table.awaited() == (OPPONENT,)
    assert (await table.pick(OPPONENT)).phase is Phase.PLAYING


async def test_a_draft_is_filled_slot_by_slot_and_kept(table: Table) -> None:
    await table.in_setup()
    assert (await table.matches.picks.draft(table.id, OPPONENT))[1] == (None, None)
    assert (await table.matches.picks.choose(table.id, OPPONENT, 1, "crab"))[1] == (None, "crab")
    assert (await table.matches.picks.choose(table.id, OPPONENT, 0, "shrimp"))[1] == ("shrimp", "crab")
    assert (await table.matches.picks.choose(table.id, OPPONENT, 1, "lobster"))[1] == ("shrimp", "lobster")
    assert (await table.another_service().matches.picks.draft(table.id, OPPONENT))[1] == ("shrimp", "lobster")


async def test_a_draft_is_nobody_elses_and_no_change_of_the_match(table: Table) -> None:
    before = await table.in_setup()
    match, _ = await table.matches.picks.choose(table.id, OPPONENT, 0, "shrimp")
    assert match == before == await table.match()
    assert (await table.matches.picks.draft(table.id, CHALLENGER))[1] == (None, None)


async def test_confirming_makes_the_draft_the_pick(table: Table) -> None:
    await table.in_setup(board="5x5")
    for slot, choice in enumerate(SHRIMPS):
        await table.matches.picks.choose(table.id, OPPONENT, slot, choice)
    await table.matches.picks.pick(table.id, OPPONENT)
    assert await table.store.read(stores.matches.draft_of, table.id, OPPONENT) == ()
    await table.pick(CHALLENGER)
    assert (await table.board()).split()[0] == "fffff/s3s/5/C3L/FFFFF"


@pytest.mark.parametrize(
    ("choices", "problem"),
    [
        (None, PickProblem.INCOMPLETE),
        ((), PickProblem.INCOMPLETE),
        (("crab",), PickProblem.INCOMPLETE),
        (("crab", None), PickProblem.INCOMPLETE),
        (("crab", None, "crab"), PickProblem.INCOMPLETE),
        (("crab", "crab", "crab"), PickProblem.INCOMPLETE),
        (("crab", "krill"), PickProblem.UNKNOWN),
        (("crab", "Crab"), PickProblem.UNKNOWN),
    ],
)
async def test_a_pick_that_cannot_be_is_refused(
    table: Table, choices: tuple[str | None, ...] | None, problem: PickProblem
) -> None:
    await table.in_setup()
    async with table.refuses(PickError) as refusal:
        await table.pick(OPPONENT, choices)
    assert refusal.value.problem is problem


async def test_half_a_draft_is_not_confirmed(table: Table) -> None:
    await table.in_setup()
    await table.matches.picks.choose(table.id, OPPONENT, 1, "crab")
    async with table.refuses(PickError) as refusal:
        await table.matches.picks.pick(table.id, OPPONENT)
    assert refusal.value.problem is PickProblem.INCOMPLETE


@pytest.mark.parametrize(("slot", "choice"), [(2, "crab"), (-1, "crab"), (0, "krill"), (0, "")])
async def test_nothing_unknown_gets_into_a_draft(table: Table, slot: int, choice: str) -> None:
    await table.in_setup()
    async with table.refuses(PickError) as refusal:
        await table.matches.picks.choose(table.id, OPPONENT, slot, choice)
    assert refusal.value.problem is PickProblem.UNKNOWN


async def test_a_pick_that_was_confirmed_stays(table: Table) -> None:
    await table.in_setup()
    await table.pick(OPPONENT)
    for asked in (
        table.pick(OPPONENT, SHRIMPS),
        table.pick(OPPONENT, USUAL),
        table.matches.picks.choose(table.id, OPPONENT, 0, "shrimp"),
        table.matches.picks.draft(table.id, OPPONENT),
    ):
        async with table.refuses(PickError) as refusal:
            await asked
        assert refusal.value.problem is PickProblem.MADE


async def test_a_stranger_neither_picks_nor_looks(table: Table) -> None:
    await table.in_setup()
    for asked in (
        table.pick(STRANGER),
        table.matches.picks.choose(table.id, STRANGER, 0, "crab"),
        table.matches.picks.draft(table.id, STRANGER),
    ):
        async with table.refuses(NotAPlayerError):
            await asked


async def test_after_the_start_there_is_nothing_to_pick(table: Table) -> None:
    await table.in_play()
    for user in (CHALLENGER, OPPONENT):
        for asked in (
            table.pick(user),
            table.matches.picks.choose(table.id, user, 0, "crab"),
            table.matches.picks.draft(table.id, user),
        ):
            async with table.refuses(WrongPhaseError):
                await asked


@pytest.mark.parametrize("services", [1, 2])
async def test_both_players_may_confirm_at_the_same_time(table: Table, services: int) -> None:
    """Neither is told to try again: the later one is put on top of the earlier."""
    await table.in_setup()
    answers = await crossing(
        table,
        lambda services, id: services.matches.picks.pick(id, CHALLENGER, USUAL),
        lambda services, id: services.matches.picks.pick(id, OPPONENT, SHRIMPS),
        services=services,
    )
    assert [answer.version for answer in answers if isinstance(answer, Match)] == [3, 4]
    match = await table.match()
    assert (match.phase, set(match.picks)) == (Phase.PLAYING, {"green", "blue"})


@pytest.mark.parametrize("services", [1, 2])
async def test_a_pick_confirmed_twice_at_once_is_made_once(table: Table, services: int) -> None:
    await table.in_setup()
    answers = await crossing(
        table,
        lambda services, id: services.matches.picks.pick(id, OPPONENT, USUAL),
        lambda services, id: services.matches.picks.pick(id, OPPONENT, SHRIMPS),
        services=services,
    )
    (refusal,) = [answer for answer in answers if isinstance(answer, MatchError)]
    assert isinstance(refusal, PickError)
    assert refusal.problem is PickProblem.MADE
    assert (await table.match()).version == 3


async def test_a_pick_that_crosses_a_resignation_is_too_late(table: Table) -> None:
    await table.in_setup()
    resigned, picked = await crossing(
        table,
        lambda services, id: services.matches.play.resign(id, CHALLENGER),
        lambda services, id: services.matches.picks.pick(id, OPPONENT, USUAL),
    )
    assert isinstance(picked, WrongPhaseError)
    assert await table.match() == resigned


async def test_two_menus_used_at_the_same_time_both_count(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.in_setup()
    noted: list[str] = []
    read, write = table.store.read, table.store.write

    async def draft_of(*asked: Any) -> Any:
        noted.append("read")
        return await read(stores.matches.draft_of, *asked)

    async def save_draft(*asked: Any) -> None:
        await write(stores.matches.save_draft, *asked)
        noted.append("written")

    instead(table.store, stores.matches.draft_of, draft_of, monkeypatch)
    instead(table.store, stores.matches.save_draft, save_draft, monkeypatch)
    await asyncio.gather(
        table.matches.picks.choose(table.id, OPPONENT, 0, "crab"),
        table.matches.picks.choose(table.id, OPPONENT, 1, "crab"),
    )
    assert noted == ["read", "written"] * 2
    assert (await table.matches.picks.draft(table.id, OPPONENT))[1] == ("crab", "crab")
