"""Moves in advance as they are played: once, in the same change as the move that they answer."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from cogs.advances.service import Advances
from cogs.text import texts
from data import stores
from data.features.advances import advance, said_in
from engines.record import History
from matches.advances import LONGEST, ConditionKind
from matches.errors import Problem, Refused, StaleError, StoreUnavailableError
from matches.lifecycle.checks import MOST_ENTRIES
from matches.lifecycle.last_turns import last_exchange
from matches.model import EntryKind, Match, OfferKind, Phase, UserId
from matches.records import as_json, as_text, read, transcript_of
from matches.rhythm import RecordStep, turns_taken
from services import play
from tests.matches.some_line import after, line_of
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, STRANGER, THE_OPPONENT, Table
from tests.services.forced import about_to_force, want_it
from tests.store import instead, write

ADMIN = UserId(1009)
ACTION, ADVANCE, FORCED = EntryKind.ACTION, EntryKind.ADVANCE, EntryKind.FORCED


async def say(table: Table, user: UserId, *lines: list[str], **more: Any) -> None:
    """Say lines from the present position in advance."""
    ply = len((await table.history()).played)
    for line in lines:
        await Advances(table.services.core).say(table.id, user, line, ply, **more)


async def answered(table: Table, length: int = 2, **options: Any) -> list[str]:
    """A match of Pjawns in which the opponent moves next, and the challenger has said the answers."""
    await table.begun(1, **{"pace": "1d", **options})
    line = line_of(await table.history(), length)
    await say(table, CHALLENGER, line)
    return line


def kinds(match: Match, since: Match) -> list[EntryKind]:
    return [entry.kind for entry in match.entries[len(since.entries) :]]


async def left(table: Table) -> int:
    return len(await table.store.read(said_in, table.id))


@pytest.mark.usefixtures("still_clock")
async def test_the_answer_is_played_in_the_same_change(table: Table) -> None:
    line = await answered(table)
    before = await table.match()
    table.wait(hours=5)
    match = await table.play(line[0])
    assert match.version == before.version + 1
    assert kinds(match, before) == [ACTION, ADVANCE]
    assert [entry.text for entry in match.entries[-2:]] == line
    assert {entry.at for entry in match.entries[-2:]} == {table.now}
    assert match.entries[-1].side == match.side_of(CHALLENGER)
    assert await table.awaited() == (OPPONENT,)
    assert table.matches.addressed(match) == (OPPONENT,), "one ping, for who is to act"
    assert await left(table) == 0
    told = last_exchange(match, await table.history())
    assert [str(one) for one in told.actions] == line
    assert told.kinds == (ACTION, ADVANCE)


async def test_another_move_is_not_answered(table: Table) -> None:
    line = await answered(table)
    other = next(str(one) for one in (await table.history()).position.legal_actions() if str(one) != line[0])
    before = await table.match()
    match = await table.play(other)
    assert kinds(match, before) == [ACTION]
    assert await left(table) == 1, "its turn is the one that is made now"
    match = await table.play(str((await table.history()).position.legal_actions()[0]))
    assert await left(table) == 0, "its turn has passed"
    assert match.advance_revision == 1


async def test_whatever_else_is_played(table: Table) -> None:
    await table.begun(1, pace="1d")
    history = await table.history()
    first, second = (str(one) for one in history.position.legal_actions()[:2])
    reply = line_of(after(history, [first]), 1)
    await say(table, CHALLENGER, [first, *reply], whatever=0)
    before = await table.match()
    match = await table.play(second)
    assert kinds(match, before) == [ACTION], "it has another action in it"


async def test_an_action_counts_in_any_position(table: Table) -> None:
    """The reply to an action is played though the line before it went another way."""
    await table.begun(1, pace="1d")
    history = await table.history()
    legal = [str(one) for one in history.position.legal_actions()]
    for first in legal[1:]:
        own = line_of(after(history, [first]), 1)[0]
        other = after(history, [legal[0]])
        if own not in map(str, other.position.legal_actions()):
            continue
        third = line_of(after(other, [own]), 1)[0]
        reply = line_of(after(other, [own, third]), 1)[0]
        if third in map(str, after(history, [first, own]).position.legal_actions()) and reply in map(
            str, after(history, [first, own, third]).position.legal_actions()
        ):
            break
    else:
        raise AssertionError("no such lines")
    await say(table, CHALLENGER, [legal[0], own, third, reply], whatever=2)
    await table.play(first, own)
    before = await table.match()
    match = await table.play(third)
    assert kinds(match, before) == [ACTION, ADVANCE]
    assert match.entries[-1].text == reply


@pytest.mark.usefixtures("still_clock")
async def test_chains_of_ten_by_both_sides_are_one_change(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begun(1, pace="3d+1h<7d")
    line = line_of(await table.history(), 11)
    await say(table, CHALLENGER, line[:10])
    await say(table, OPPONENT, line[:9], line[:1] + line[1:9])
    before, saves = await table.match(), list[Any]()
    save = table.store.write

    async def counted(*asked: Any, **named: Any) -> Any:
        saves.append(named)
        monkeypatch.undo()
        return await save(stores.matches.save, *asked, **named)

    instead(table.store, stores.matches.save, counted, monkeypatch)
    table.wait(hours=2)
    match = await table.play(line[0])
    assert len(saves) == 1 and match.version == before.version + 1
    assert kinds(match, before) == [ACTION, *[ADVANCE] * 9]
    assert [entry.text for entry in match.entries[1:]] == line[:10]
    assert await left(table) == 0
    clocks = match.clocks
    assert clocks is not None and clocks.running == match.side_of(OPPONENT)
    assert clocks.since == table.now


@pytest.mark.usefixtures("still_clock")
async def test_a_reply_costs_no_time_and_brings_its_increment(table: Table) -> None:
    await table.begun(0, pace="2d+6h<7d")
    line = line_of(await table.history(), 3)
    await table.play(line[0])
    await say(table, CHALLENGER, line[1:])
    match = await table.match()
    own, other = match.side_of(CHALLENGER), match.side_of(OPPONENT)
    assert match.clocks is not None and own is not None and other is not None
    before = match.clocks.left(own, table.now)
    table.wait(hours=30)
    match = await table.play(line[1])
    assert match.clocks is not None and before is not None
    assert match.clocks.left(own, table.now) == before + timedelta(hours=6)
    assert match.clocks.left(other, table.now) == timedelta(hours=48 - 30 + 6)
    assert match.clocks.running == other


async def typed(table: Table, line: list[str]) -> Match:
    """The same match with all of its actions typed at the same moment."""
    other = Table()
    other.now = table.now
    await other.begun(1, pace="3d+1h<7d")
    other.wait(hours=2)
    return await other.play(*line)


@pytest.mark.usefixtures("still_clock")
async def test_the_clocks_are_those_of_the_same_moves_typed(table: Table) -> None:
    at = table.now
    await table.begun(1, pace="3d+1h<7d")
    line = line_of(await table.history(), 6)
    await say(table, CHALLENGER, line)
    await say(table, OPPONENT, line[:5])
    table.wait(hours=2)
    match = await table.play(line[0])
    table.now = at
    assert match.clocks == (await typed(table, line)).clocks


async def test_the_other_side_cannot_say_oops_and_neither_can_its_player(table: Table) -> None:
    line = await answered(table)
    await table.play(line[0])
    async with table.refuses(Refused, Problem.OOPS_ANSWERED):
        await table.matches.play.oops(table.id, OPPONENT)
    async with table.refuses(Refused, Problem.OOPS_SAID):
        await table.matches.play.oops(table.id, CHALLENGER)
    match = await table.match()
    assert not any(table.matches.play.may_oops(match, user) for user in (CHALLENGER, OPPONENT))


async def test_nothing_is_played_after_an_oops_or_a_take_back(table: Table) -> None:
    """The position comes about again, but not by a move."""
    await table.begun(1, pace="1d")
    line = line_of(await table.history(), 4)
    await table.play(line[0], line[1])
    await say(table, CHALLENGER, line[2:])
    third = next(str(one) for one in (await table.history()).position.legal_actions() if str(one) != line[2])
    await table.play(third)
    await table.matches.play.oops(table.id, OPPONENT)
    assert await left(table) == 1
    before = await table.match()
    match = await table.play(line[2])
    assert kinds(match, before) == [ACTION, ADVANCE], "the other move is answered then"
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.TAKE_BACK)
    match = await table.matches.play.answer(table.id, OPPONENT, agree=True)
    history = await table.history()
    assert [str(one) for one in history.played[1:]] == line[:3], "the turn made in advance is taken back"
    assert await table.awaited() == (CHALLENGER,), "and is theirs to make, by hand"


async def test_what_is_asked_for_ends_with_the_answer(table: Table) -> None:
    line = await answered(table)
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.PAUSE)
    match = await table.play(line[0])
    assert match.entries[-1].kind is ADVANCE
    async with table.refuses(Refused, Problem.OFFER_GONE):
        await table.matches.play.answer(table.id, OPPONENT, agree=True)


@pytest.mark.parametrize("end", ["resign", "admin", "time"])
async def test_the_end_leaves_none(table: Table, end: str) -> None:
    await answered(table)
    if end == "resign":
        await table.matches.play.resign(table.id, OPPONENT)
    elif end == "admin":
        await table.matches.admin.abort(table.id, ADMIN, GUILD)
    else:
        table.wait(days=2)
        await table.matches.time.claim_time(table.id, CHALLENGER)
    assert (await table.match()).phase is Phase.FINISHED
    assert await left(table) == 0


async def test_an_end_in_the_chain_is_the_end(table: Table) -> None:
    """Random play to the end, the last ten turns of which were all said in advance."""
    await table.begun(game="prudh", pace="1d")
    history, chance = await table.history(), random.Random(5)
    tried = history
    while tried.position.to_act is not None:
        tried = tried.then(str(chance.choice(tried.position.legal_actions())))
    played = [str(one) for one in tried.played]
    begin = next(number for number in range(len(played)) if tried.turns - number <= 9)
    await table.play(*played[:begin])
    (mover,) = await table.awaited()
    other = CHALLENGER if mover == OPPONENT else OPPONENT
    rest = played[begin:]
    ends_with_mover = len(rest) % 2 == 1
    await say(table, mover, rest if ends_with_mover else rest[:-1])
    await say(table, other, rest[:-1] if ends_with_mover else rest)
    match = await table.play(rest[0])
    assert match.phase is Phase.FINISHED and match.result is not None
    assert [entry.text for entry in match.entries] == played
    assert set(table.matches.addressed(match)) == {CHALLENGER, OPPONENT}, "it is news to both"
    assert await left(table) == 0


async def test_away_and_paused_they_are_played(table: Table) -> None:
    line = await answered(table, pace="3d")
    await table.notifications.go_away(CHALLENGER, 5)
    match = await table.play(line[0])
    assert match.entries[-1].kind is ADVANCE
    assert await table.awaited() == (OPPONENT,)


async def test_when_time_is_up_and_not_claimed(table: Table) -> None:
    line = await answered(table)
    table.wait(days=1, hours=1)
    match = await table.play(line[0])
    assert match.entries[-1].kind is ADVANCE and match.phase is Phase.PLAYING


async def test_an_administrator_undoes_all_or_ones_own(table: Table) -> None:
    line = await answered(table)
    await say(table, OPPONENT, [*line, *line_of(after(await table.history(), line), 1)])
    assert await left(table) == 2
    await table.matches.admin.hand_over(
        table.id,
        ADMIN,
        GUILD,
        str((await table.match()).side_of(CHALLENGER)),
        replace(THE_OPPONENT, id=STRANGER),
    )
    assert await Advances(table.services.core).of(table.id, CHALLENGER) == ()
    assert len(await Advances(table.services.core).of(table.id, OPPONENT)) == 1
    before = await table.match()
    match = await table.play(line[0])
    assert kinds(match, before) == [ACTION], "nobody answers for who has left"
    await table.matches.admin.rewind(table.id, ADMIN, GUILD, 0)
    assert await left(table) == 0


async def test_forced_moves_go_between(table: Table) -> None:
    """A reply in advance is played before the only move, and goes on after one."""
    last = await about_to_force(table)
    mover = (await table.awaited())[0]
    replier = next(user for user in (CHALLENGER, OPPONENT) if user != mover)
    history = await table.history()
    only = line_of(after(history, [last]), 1)[0]
    own = line_of(after(history, [last, only]), 1, which=1)[0]
    await want_it(table, replier)
    await say(table, mover, [last, only, own])
    before = await table.match()
    match = await table.play(last)
    assert kinds(match, before)[:3] == [ACTION, FORCED, ADVANCE]
    assert [entry.text for entry in match.entries[-3:]][:3] == [last, only, own]


async def test_it_stops_in_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    line = await answered(table, 6)
    await say(table, OPPONENT, line[:5])
    monkeypatch.setattr("matches.advances.LONGEST", 2)
    before = await table.match()
    match = await table.play(line[0])
    assert kinds(match, before) == [ACTION, ADVANCE, ADVANCE]
    assert await left(table) == 3
    assert LONGEST == 50


async def test_a_full_record_has_no_room(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    line = await answered(table)
    monkeypatch.setattr(play, "MOST_ENTRIES", 2)
    before = await table.match()
    match = await table.play(line[0])
    assert kinds(match, before) == [ACTION]
    assert MOST_ENTRIES == 5000


async def dropped(table: Table) -> list[str]:
    """A line whose answer is stored as one that can't be played where its condition comes true."""
    line = await answered(table, 4)
    await write(table.store, update(advance).where(advance.c.turn == 3).values(reply="h8-h9"))
    return line


async def test_one_that_can_not_be_played_is_dropped_and_its_player_told(table: Table) -> None:
    line = await dropped(table)
    before = await table.match()
    match = await table.play(line[0])
    assert kinds(match, before) == [ACTION]
    (one,) = await Advances(table.services.core).dropped_of(table.id, CHALLENGER)
    assert one.reply == ("h8-h9",)
    assert await Advances(table.services.core).of(table.id, CHALLENGER) == (), "what follows it is gone"
    assert await Advances(table.services.core).dropped_of(table.id, OPPONENT) == ()
    await table.play(line[1])
    assert await left(table) == 0, "they have seen it"


async def test_the_next_true_one_is_played_in_place_of_a_dropped_one(table: Table) -> None:
    line = await dropped(table)
    await say(table, CHALLENGER, line[:2], whatever=0)
    before = await table.match()
    match = await table.play(line[0])
    assert kinds(match, before) == [ACTION, ADVANCE]
    assert len(await Advances(table.services.core).dropped_of(table.id, CHALLENGER)) == 1


async def test_a_branch_stays_while_the_other_is_played(table: Table) -> None:
    await table.begun(1, pace="1d")
    history = await table.history()
    start = line_of(history, 2)
    later = [str(one) for one in after(history, start).position.legal_actions()[:2]]
    branches = [[*start, one, *line_of(after(history, [*start, one]), 1)] for one in later]
    await say(table, CHALLENGER, *branches)
    assert await left(table) == 3
    await table.play(start[0])
    rest = await Advances(table.services.core).of(table.id, CHALLENGER)
    assert [one.follows for one in rest] == [0, 0], "what they followed is played"
    before = await table.match()
    match = await table.play(later[1])
    assert kinds(match, before) == [ACTION, ADVANCE]
    assert await left(table) == 0, "the turn of the other has passed"


async def test_said_while_the_move_is_being_stored(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes: the move is made again with what was said, and the answer is played in it."""
    await table.begun(1, pace="1d")
    line, other = line_of(await table.history(), 2), table.another_service()
    seen = await table.match()

    async def late(*asked: Any, **named: Any) -> Any:
        monkeypatch.undo()
        await Advances(other.core).say(table.id, CHALLENGER, line, 1)
        return await table.store.write(stores.matches.save, *asked, **named)

    instead(table.store, stores.matches.save, late, monkeypatch)
    loaded = await table.matches.load_with_settings(table.id)
    match = await table.matches.play.turn(
        table.id, OPPONENT, line[0], expected_version=seen.version, loaded=loaded
    )
    assert kinds(match, seen) == [ACTION, ADVANCE]
    assert await left(table) == 0


async def test_taken_back_while_the_move_is_being_stored(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, other = await answered(table), table.another_service()
    seen = await table.match()

    async def late(*asked: Any, **named: Any) -> Any:
        monkeypatch.undo()
        await Advances(other.core).take_back(table.id, CHALLENGER)
        return await table.store.write(stores.matches.save, *asked, **named)

    instead(table.store, stores.matches.save, late, monkeypatch)
    match = await table.matches.play.turn(table.id, OPPONENT, line[0], expected_version=seen.version)
    assert kinds(match, seen) == [ACTION]


async def test_an_offer_or_the_end_needs_no_second_try(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.begun(1, pace="1d")
    line, other = line_of(await table.history(), 2), table.another_service()
    saves = list[Any]()

    async def late(*asked: Any, **named: Any) -> Any:
        saves.append(asked)
        monkeypatch.undo()
        await Advances(other.core).say(table.id, CHALLENGER, line, 1)
        return await table.store.write(stores.matches.save, *asked, **named)

    instead(table.store, stores.matches.save, late, monkeypatch)
    await table.matches.play.resign(table.id, OPPONENT)
    assert len(saves) == 1
    assert await left(table) == 0


async def test_two_processes_play_it_once(table: Table) -> None:
    line, other = await answered(table), table.another_service()
    before = await table.match()
    await table.play(line[0])
    with pytest.raises(StaleError):
        await other.matches.play.turn(table.id, OPPONENT, line[0], expected_version=before.version)
    match = await table.match()
    assert kinds(match, before) == [ACTION, ADVANCE]


async def test_nothing_of_it_is_stored_where_the_move_is_not(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = await answered(table)

    async def lost(*_: Any, **__: Any) -> None:
        raise StoreUnavailableError("the disk is full")

    with monkeypatch.context() as failing:
        instead(table.store, stores.matches.save, lost, failing)
        async with table.refuses(StoreUnavailableError):
            await table.matches.play.turn(table.id, OPPONENT, line[0])
    assert await left(table) == 1
    match = await table.play(line[0])
    assert match.entries[-1].kind is ADVANCE


async def test_deletion_takes_them(table: Table) -> None:
    await answered(table)
    async for _ in table.privacy.end_all(CHALLENGER):
        pass
    assert await table.privacy.forget(CHALLENGER)
    assert (await table.privacy.counts(CHALLENGER))["advance"] == 0
    assert await left(table) == 0


async def test_the_record_says_so_once_it_is_played(table: Table) -> None:
    line = await answered(table)
    match = await table.match()
    assert "advance" not in as_json(transcript_of(match, await table.history()))
    match = await table.play(line[0])
    transcript = transcript_of(match, await table.history())
    assert [one.in_advance for one in transcript.actions] == [False, False, True]
    *_, typed, replied, _ = as_text(transcript).split("\n")
    assert "advance" not in typed and replied.endswith("(said in advance)")
    assert as_json(transcript).count('"in_advance": true') == 1
    assert read(as_json(transcript)).actions == transcript.actions
    out_of_lines = read(as_text(transcript)).actions
    assert [(one.action, one.words) for one in out_of_lines] == [
        (one.action, one.words) for one in transcript.actions
    ]


@pytest.mark.usefixtures("still_clock")
async def test_its_turn_says_nothing_of_a_players_rhythm(table: Table) -> None:
    line = await answered(table)
    table.wait(hours=3)
    match = await table.play(line[0])
    steps = [RecordStep(one.kind, one.side, one.at) for one in match.entries]
    assert turns_taken(steps, str(match.side_of(CHALLENGER))) == []
    assert [one.took for one in turns_taken(steps, str(match.side_of(OPPONENT)))] == [timedelta(hours=3)]


@pytest.mark.parametrize("many", [3, 5, 6, 10])
async def test_a_card_tells_the_first_and_the_last_turns_of_a_chain(table: Table, many: int) -> None:
    await table.begun(1, pace="1d")
    line = line_of(await table.history(), many)
    await say(table, CHALLENGER, line[: many - many % 2])
    await say(table, OPPONENT, line[: many - 1 + many % 2])
    match = await table.play(line[0])
    told = texts.turn_made(*last_exchange(match, await table.history())).split("\n")
    assert len(told) == min(many, 6)
    assert sum(texts.IN_ADVANCE in one for one in told) == min(many - 1, 4)
    assert (told[1] == f"-# … and {many - 5} more move{'s' if many > 6 else ''}") == (many > 5)


async def to_a_choice(table: Table) -> tuple[History, str]:
    """A match of Predation, played at random up to the action that has the other side choose."""
    for seed in range(200):
        chance = random.Random(seed)
        match = await table.begun(game="predation")
        history = table.matches.history(match)
        while history.position.to_act is not None and len(history.played) < 200:
            legal = history.position.legal_actions()
            for one in legal:
                position = history.position.apply(one)
                if position.to_act not in (None, position.turn_of) and len(position.legal_actions()) > 1:
                    await table.play(*(str(each) for each in history.played))
                    return history, str(one)
            eager = [one for one in legal if history.position.is_irreversible(one)]
            history = history.then(str(chance.choice(eager or legal)))
    raise AssertionError("no choice was found")


async def on(table: Table, side: str | None) -> UserId:
    """The user who plays ``side``."""
    match = await table.match()
    return next(user for user in match.users if match.side_of(user) == side)


@pytest.mark.parametrize("order", ["named", "any", "none of them"])
async def test_a_choice_in_the_other_sides_turn(table: Table, order: str) -> None:
    history, action = await to_a_choice(table)
    asked = history.then(action).position
    chooser = await on(table, asked.to_act)
    options = [one.path[-1] for one in asked.legal_actions()]
    points = {"named": [options[-1], options[0]], "any": [], "none of them": ["zz9"]}[order]
    await Advances(table.services.core).say_choice(table.id, chooser, points)
    before = await table.match()
    match = await table.play(action)
    assert kinds(match, before) == [ACTION, ADVANCE]
    wanted = asked.legal_actions()[-1 if order == "named" else 0]
    assert match.entries[-1].text == str(wanted)
    assert await table.awaited() != (chooser,), "the other side's turn goes on"
    assert await left(table) == 0, "once"


async def test_a_line_answers_a_choice_before_the_order_does(table: Table) -> None:
    history, action = await to_a_choice(table)
    asked = history.then(action).position
    chooser = await on(table, asked.to_act)
    first, *_, last = (str(one) for one in asked.legal_actions())
    await Advances(table.services.core).say_choice(table.id, chooser, [])
    await say(table, chooser, [action, last])
    match = await table.play(action)
    assert match.entries[-1].text == last != first
    (kept,) = await Advances(table.services.core).of(table.id, chooser)
    assert kept.kind is ConditionKind.CHOICE
