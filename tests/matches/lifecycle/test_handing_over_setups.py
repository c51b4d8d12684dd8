"""Sides that an administrator hands over before play: a pick belongs to whoever made it, not to the seat."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from data import stores
from matches import Match, Opponent, Phase, UserId
from matches.audience import EVERYONE, picks_seen
from matches.errors import (
    BlockedError,
    MatchError,
    NotAPlayerError,
    OpponentError,
    PickError,
    PickProblem,
    Problem,
    Refused,
)
from matches.model import EntryKind, NoticeKind, NoticePlace, SecretPick
from matches.players import Human
from matches.records.export import some_matches
from matches.time import DAY
from tests.matches.table import CHALLENGER, GUILD, NOON, OPPONENT, STRANGER, USUAL, Table
from tests.people import seats_of

ADMIN = UserId(1009)
PLAYERS = (CHALLENGER, OPPONENT)


def exported(match: Match, user: UserId) -> list[dict[str, Any]]:
    """A match as the export of ``user`` has it, in a list."""
    found: list[dict[str, Any]] = json.loads(f"[{some_matches([match], user, first=True)}]")
    return found


async def hand_over(table: Table, leaver: UserId, to: UserId = STRANGER) -> Match:
    """The match after an administrator has had ``to`` take over from ``leaver``."""
    match = await table.match()
    side = match.side_of(leaver)
    assert side is not None
    return await table.matches.admin.hand_over(table.id, ADMIN, GUILD, side, Opponent(to))


# --- whose a pick is -----------------------------------------------------------------------------


@pytest.mark.parametrize("picker", PLAYERS)
@pytest.mark.parametrize("leaver", PLAYERS)
async def test_no_side_changes_hands_once_a_hidden_pick_is_in(
    table: Table, picker: UserId, leaver: UserId
) -> None:
    await table.in_setup()
    await table.pick(picker)
    async with table.refuses(Refused, Problem.PICK_IS_IN):
        await hand_over(table, leaver)
    match = await table.match()
    assert match.users == PLAYERS
    assert match.entries == ()
    assert (await table.matches.admin.abort(table.id, ADMIN, GUILD)).phase is Phase.FINISHED


async def test_whoever_sits_where_somebody_else_picked_sees_nothing(table: Table) -> None:
    """However they came there, and as long as play has not begun."""
    await table.in_setup()
    match = await table.pick(CHALLENGER)
    swapped = replace(
        match, seats=seats_of({"green": OPPONENT, "blue": STRANGER}), challenger=Human(STRANGER)
    )
    for phase in (Phase.SETUP, Phase.FINISHED):
        seen = replace(swapped, phase=phase)
        for audience in (OPPONENT, STRANGER, ADMIN, EVERYONE):
            assert picks_seen(seen, audience) == {}
        assert picks_seen(seen, CHALLENGER) == {"green": USUAL}
        assert [one["picks"] for one in exported(seen, OPPONENT)] == [{}]


async def test_a_pick_stored_before_its_maker_was_is_the_players_who_never_changed(table: Table) -> None:
    await table.in_setup()
    made = await table.pick(CHALLENGER)
    old = replace(made, picks={"green": SecretPick(USUAL)})
    assert picks_seen(old, CHALLENGER) == {"green": USUAL}
    assert picks_seen(old, OPPONENT) == {}
    template = Table()
    await template.in_setup()
    (act,) = (await hand_over(template, CHALLENGER)).entries
    assert act.side == "green"
    for people in (PLAYERS, (STRANGER, OPPONENT), (OPPONENT, STRANGER)):
        sides = dict(zip(("green", "blue"), people, strict=True))
        handed = replace(old, seats=seats_of(sides), entries=(act,))
        assert not any(picks_seen(handed, audience) for audience in (*PLAYERS, STRANGER, EVERYONE))
    other = replace(old, entries=(replace(act, side="blue"),))
    assert picks_seen(other, CHALLENGER) == {"green": USUAL}


async def test_whoever_takes_over_picks_afresh_and_so_does_whoever_comes_back(table: Table) -> None:
    await table.in_setup()
    await table.matches.picks.choose(table.id, OPPONENT, 0, "crab")
    await table.matches.picks.choose(table.id, CHALLENGER, 1, "shrimp")
    await hand_over(table, OPPONENT)
    assert (await table.matches.picks.draft(table.id, STRANGER))[1] == (None, None)
    async with table.refuses(NotAPlayerError):
        await table.matches.picks.draft(table.id, OPPONENT)
    await table.matches.picks.choose(table.id, STRANGER, 0, "lobster")
    await hand_over(table, STRANGER, OPPONENT)
    assert (await table.matches.picks.draft(table.id, OPPONENT))[1] == (None, None)
    async with table.refuses(PickError) as refusal:
        await table.matches.picks.pick(table.id, OPPONENT)
    assert refusal.value.problem is PickProblem.INCOMPLETE
    assert (await table.matches.picks.draft(table.id, CHALLENGER))[1] == (None, "shrimp"), (
        "who stayed keeps theirs"
    )


async def test_an_open_pick_stays_when_its_side_is_handed_over(table: Table) -> None:
    await table.in_setup(blind_start="off")
    await table.pick(CHALLENGER)
    match = await hand_over(table, CHALLENGER)
    assert [picks_seen(match, audience) for audience in (EVERYONE, STRANGER)] == [{"green": USUAL}] * 2
    assert [one["picks"] for one in exported(match, OPPONENT)] == [{}]
    async with table.refuses(PickError) as refusal:
        await table.pick(STRANGER)
    assert refusal.value.problem is PickProblem.MADE
    assert (await table.pick(OPPONENT)).phase is Phase.PLAYING


@pytest.mark.parametrize("winner", ["green", "blue", None])
async def test_an_end_by_an_administrator_in_the_setup_reveals_nothing(
    table: Table, winner: str | None
) -> None:
    await table.in_setup()
    await table.pick(CHALLENGER)
    match = await table.matches.admin.end(table.id, ADMIN, GUILD, winner)
    assert (match.phase, match.started) == (Phase.FINISHED, False)
    assert not any(picks_seen(match, audience) for audience in (OPPONENT, STRANGER, ADMIN, EVERYONE))
    assert [one["picks"] for one in exported(match, OPPONENT)] == [{}]
    async with table.refuses(MatchError):
        await hand_over(table, CHALLENGER, ADMIN)


# --- who is told ---------------------------------------------------------------------------------


async def picks_owed(table: Table, user: UserId) -> list[tuple[NoticePlace, object]]:
    return [
        (notice.place, notice.due_at)
        for notice in await table.store.read(stores.notices.notices_of, table.id)
        if notice.user_id == user and notice.kind is NoticeKind.PICK
    ]


async def test_a_handing_over_in_a_setup_is_a_stage_for_both(table: Table) -> None:
    before = await table.in_setup()
    stages = [table.matches.stage(before)]
    for leaver, to in ((OPPONENT, STRANGER), (STRANGER, OPPONENT), (CHALLENGER, STRANGER)):
        table.wait(hours=1)
        match = await hand_over(table, leaver, to)
        stages.append(table.matches.stage(match))
        assert set(table.matches.addressed(match)) == set(match.users)
        assert match.entries[-1].kind is EntryKind.HANDED_OVER_BY_ADMIN
        assert match.entries[-1].text.split()[0::2] == [str(ADMIN), str(leaver)]
    assert len(set(stages)) == len(stages), "each gets a card of its own"
    table.wait(hours=1)
    match = await table.pick(STRANGER)
    assert table.matches.stage(match) == stages[-1]
    assert table.matches.addressed(match) == (OPPONENT,)


async def test_after_an_open_pick_the_next_one_is_asked_alone(table: Table) -> None:
    await table.in_setup(blind_start="off")
    match = await hand_over(table, OPPONENT)
    assert set(table.matches.addressed(match)) == {CHALLENGER, STRANGER}
    handed = table.matches.stage(match)
    table.wait(hours=1)
    match = await table.pick(CHALLENGER)
    assert table.matches.stage(match) != handed
    assert table.matches.addressed(match) == (STRANGER,)


@pytest.mark.usefixtures("still_clock")
async def test_whoever_takes_over_is_asked_for_the_pick_as_both_were(table: Table) -> None:
    await table.in_setup()
    assert await picks_owed(table, STRANGER) == []
    table.wait(hours=1)
    await hand_over(table, OPPONENT)
    assert await picks_owed(table, STRANGER) == [(NoticePlace.DIRECT, table.now)]
    await hand_over(table, STRANGER, OPPONENT)
    table.wait(hours=1)
    await hand_over(table, OPPONENT)
    assert len(await picks_owed(table, STRANGER)) == 2, "also whoever comes back"
    assert len(await picks_owed(table, OPPONENT)) == 2
    assert await picks_owed(table, CHALLENGER) == [(NoticePlace.DIRECT, NOON)], "who stayed was asked once"


async def test_whoever_stays_is_told_as_they_like_it(table: Table) -> None:
    await table.notifications.prefer(CHALLENGER, {"tell": "direct"})
    await table.notifications.prefer(STRANGER, {"tell": "direct"})
    await table.in_setup()
    await table.live(hours=1)
    await hand_over(table, OPPONENT)
    await table.live(hours=1)
    news = (NoticeKind.NEWS, NoticePlace.DIRECT)
    assert [what[:2] for what in table.told_to(CHALLENGER)] == [news]
    assert table.told_to(STRANGER) == [], "their pick is asked for by a message of its own"


async def test_a_message_to_whoever_left_is_of_no_use_any_more(table: Table) -> None:
    await table.in_setup()
    match = await hand_over(table, OPPONENT)
    picks = [
        notice
        for notice in await table.store.read(stores.notices.notices_of, table.id)
        if notice.kind is NoticeKind.PICK
    ]
    current = {notice.user_id for notice in picks if table.notifications.is_current(notice, match)}
    assert current == {CHALLENGER, STRANGER}


@pytest.mark.usefixtures("still_clock")
async def test_a_setup_taken_over_late_has_all_its_days_and_then_ends(table: Table) -> None:
    await table.in_setup()
    await table.live(days=4.9)
    match = await hand_over(table, OPPONENT)
    assert match.clocks is not None
    assert match.clocks.deadline() == table.now + 5 * DAY
    await table.live(days=4.95)
    assert (await table.match()).phase is Phase.SETUP
    assert table.told_to(STRANGER, NoticeKind.LAST), "warned as everybody is"
    await table.live(days=0.2)
    assert (await table.match()).phase is Phase.FINISHED


# --- who cannot ----------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [(CHALLENGER, STRANGER), (STRANGER, CHALLENGER)])
@pytest.mark.parametrize("turns", [None, 2])
async def test_nobody_is_given_somebody_they_want_no_match_with(
    table: Table, pair: tuple[UserId, UserId], turns: int | None
) -> None:
    await (table.in_setup() if turns is None else table.begun(turns))
    await table.privacy.block(pair[0], Opponent(pair[1]))
    async with table.refuses(BlockedError):
        await hand_over(table, OPPONENT)
    await hand_over(table, CHALLENGER)
    assert STRANGER in (await table.match()).users, "it is about whoever stays"


async def test_what_is_asked_is_what_is_done(table: Table) -> None:
    match = await table.in_setup()
    await table.matches.admin.check_taking_over(match, "blue", Opponent(STRANGER))
    async with table.refuses(OpponentError):
        await table.matches.admin.check_taking_over(match, "blue", Opponent(CHALLENGER))
    await table.privacy.block(CHALLENGER, Opponent(STRANGER))
    async with table.refuses(BlockedError):
        await table.matches.admin.check_taking_over(match, "blue", Opponent(STRANGER))
    match = await table.pick(CHALLENGER)
    async with table.refuses(Refused, Problem.PICK_IS_IN):
        await table.matches.admin.check_taking_over(match, "blue", Opponent(ADMIN))
