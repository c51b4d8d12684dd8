"""What a line that was tried becomes when it is said in advance, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.advances.rules import AdvanceError, AdvanceProblem, choice_of, ends, merged, moves_of_line
from engines.record import History
from matches.advances import DEEPEST, MOST_BRANCHES, Advance, ConditionKind, with_followers
from matches.model import Match
from tests.matches.some_line import after, line_of
from tests.matches.table import CHALLENGER, NOON, OPPONENT, Table


def said(match: Match, history: History, line: list[str], ply: int, **more: Any) -> tuple[Advance, ...]:
    return moves_of_line(match, history, CHALLENGER, line, ply, NOON, **more)


def problem_of(match: Match, history: History, line: list[str], ply: int, **more: Any) -> AdvanceProblem:
    with pytest.raises(AdvanceError) as refused:
        said(match, history, line, ply, **more)
    return refused.value.problem


async def at_table(table: Table, turns: int = 1, **options: Any) -> tuple[Match, History]:
    """A match of Pjawns, whose turns are single actions, after so many; the challenger has made the first."""
    match = await table.begun(turns, **options)
    return match, table.matches.history(match)


async def test_each_own_turn_after_one_of_the_other_is_a_move(table: Table) -> None:
    match, history = await at_table(table)
    line = line_of(history, 4)
    first, second = said(match, history, line, 1)
    assert (first.turn, first.after, first.reply) == (3, (line[0],), (line[1],))
    assert (second.turn, second.after, second.reply) == (5, (line[2],), (line[3],))
    assert (first.number, first.follows, second.number, second.follows) == (1, 0, 2, 1)
    assert first.condition == history.then(line[0]).position.to_text()
    assert {one.kind for one in (first, second)} == {ConditionKind.POSITION}


async def test_what_comes_before_the_other_side_moves_is_not_said(table: Table) -> None:
    match, history = await at_table(table, 2)
    line = line_of(history, 3)
    (only,) = said(match, history, line, 2)
    assert (only.after, only.reply) == ((line[1],), (line[2],))
    assert problem_of(match, history, line[:1], 2) is AdvanceProblem.NOTHING
    assert problem_of(match, history, line[:2], 2) is AdvanceProblem.NOTHING
    assert problem_of(match, history, [], 2) is AdvanceProblem.NOTHING


async def test_a_line_from_before_has_to_go_as_the_match_went(table: Table) -> None:
    match, history = await at_table(table, 3)
    gone = [str(one) for one in history.played]
    line = line_of(history, 2)
    assert said(match, history, [*gone, *line], 0) == said(match, history, line, 3)
    other = next(str(one) for one in history.until(1).position.legal_actions() if str(one) != gone[1])
    assert problem_of(match, history, [other, *line], 1) is AdvanceProblem.OVERTAKEN
    assert problem_of(match, history, gone[1:2], 1) is AdvanceProblem.OVERTAKEN, "it ends before the board"
    assert problem_of(match, history, gone[1:], 1) is AdvanceProblem.OVERTAKEN, "it ends at the board"
    for ply in (-1, 4, 10**9):
        assert problem_of(match, history, line, ply) is AdvanceProblem.OVERTAKEN


async def test_bad_lines_are_refused(table: Table) -> None:
    match, history = await at_table(table)
    line = line_of(history, 3)
    assert problem_of(match, history, [*line[:1], "nonsense"], 1) is AdvanceProblem.ILLEGAL
    assert problem_of(match, history, line, 1) is AdvanceProblem.UNFINISHED
    deep = line_of(history, DEEPEST + 2)
    assert len(said(match, history, deep[:DEEPEST], 1)) == DEEPEST / 2
    assert problem_of(match, history, deep, 1) is AdvanceProblem.TOO_DEEP
    assert problem_of(match, history, ["x"] * 1000, 1) is AdvanceProblem.TOO_DEEP


async def test_a_turn_that_is_not_whole_is_refused(table: Table) -> None:
    match = await table.begun(game="predation")
    history = table.matches.history(match)
    own, chance, line = match.side_of(CHALLENGER), random.Random(1), list[str]()
    tried = history
    while tried.turns < 2 or tried.position.to_act != own or tried.played[-1].side != own:
        line.append(str(chance.choice(tried.position.legal_actions())))
        tried = tried.then(line[-1])
    assert problem_of(match, history, line, 0) is AdvanceProblem.UNFINISHED
    while tried.position.to_act == own:
        line.append(str(chance.choice(tried.position.legal_actions())))
        tried = tried.then(line[-1])
    moves = said(match, history, line, 0)
    assert moves[-1].reply[-1] == line[-1]


async def test_whatever_else_they_do(table: Table) -> None:
    match, history = await at_table(table)
    line = line_of(history, 4)
    first, second = said(match, history, line, 1, whatever=2)
    assert first.kind is ConditionKind.POSITION
    assert (second.kind, second.condition) == (ConditionKind.ACTION, line[2])
    for whatever in (-2, -1, 0, 1, 3, 4, 99):
        assert problem_of(match, history, line, 1, whatever=whatever) is AdvanceProblem.ILLEGAL


async def test_matches_in_which_nothing_is_said(table: Table) -> None:
    match, history = await at_table(table)
    line = line_of(history, 2)
    without = replace(match, terms=replace(match.terms, lines=False))
    assert problem_of(without, history, line, 1) is AdvanceProblem.NOT_HERE
    with pytest.raises(AdvanceError) as refused:
        choice_of(without, OPPONENT, ["d6"], NOON)
    assert refused.value.problem is AdvanceProblem.NOT_HERE


async def test_points_of_a_choice(table: Table) -> None:
    match, _ = await at_table(table)
    said = choice_of(match, CHALLENGER, ["d6", "e5", "d6"], NOON)
    assert (said.kind, said.turn, said.reply) == (ConditionKind.CHOICE, 0, ("d6", "e5"))
    for points in (["d6 e5"], [""], ["x" * 9], [f"a{number}" for number in range(201)], ["é1"]):
        with pytest.raises(AdvanceError) as refused:
            choice_of(match, CHALLENGER, points, NOON)
        assert refused.value.problem is AdvanceProblem.NO_POINT


CHANCE = random.Random(7)


async def test_what_was_said_before_stays_where_it_is_the_same(table: Table) -> None:
    match, history = await at_table(table)
    line = line_of(history, 4)
    known = merged(match, (), said(match, history, line, 1), CHANCE).new
    first, second = known
    assert second.follows == first.number
    again = merged(match, known, said(match, history, line, 1), CHANCE)
    assert (again.new, again.gone) == ((), frozenset()), "said twice is said once"
    longer = [*line[:3], *line_of(after(history, line[:3]), 1, which=1)]
    other = merged(match, known, said(match, history, longer, 1), CHANCE)
    assert other.gone == {second.number}
    (new,) = other.new
    assert (new.follows, new.reply) == (first.number, (longer[3],))


async def test_another_answer_replaces_what_was_said_with_what_follows(table: Table) -> None:
    match, history = await at_table(table)
    line = line_of(history, 6)
    known = merged(match, (), said(match, history, line, 1), CHANCE).new
    answer = line_of(history.then(line[0]), 1, which=3)
    change = merged(match, known, said(match, history, [line[0], *answer], 1), CHANCE)
    assert change.gone == {one.number for one in known}
    assert [one.reply for one in change.new] == [tuple(answer)]
    assert change.new[0].number not in change.gone


def branches(history: History) -> Iterator[list[str]]:
    """Lines of two moves in advance each; some come to the same position."""
    for first in history.position.legal_actions():
        line = [str(first), *line_of(history.then(str(first)), 1)]
        for second in after(history, line).position.legal_actions():
            yield [*line, str(second), *line_of(after(history, [*line, str(second)]), 1)]


async def test_so_many_lines_and_no_more(table: Table) -> None:
    match, history = await at_table(table)
    known: tuple[Advance, ...] = ()
    lines = branches(history)
    while ends(known) < MOST_BRANCHES:
        line = next(lines)
        known = (*known, *merged(match, known, said(match, history, line, 1), CHANCE).new)
    assert len(known) > MOST_BRANCHES
    deeper = [*line, *line_of(after(history, line), 2)]
    assert merged(match, known, said(match, history, deeper, 1), CHANCE).new, "a longer line is no more"
    with pytest.raises(AdvanceError) as refused:
        for line in lines:
            merged(match, known, said(match, history, line, 1), CHANCE)
    assert refused.value.problem is AdvanceProblem.TOO_MANY
    choice = choice_of(match, CHALLENGER, (), NOON)
    assert merged(match, known, [choice], CHANCE).new, "a choice is no line"


async def test_what_follows(table: Table) -> None:
    match, history = await at_table(table)
    known = merged(match, (), said(match, history, line_of(history, 6), 1), CHANCE).new
    numbers = [one.number for one in known]
    assert with_followers(known, numbers[1:2]) == set(numbers[1:])
    assert with_followers(known, ()) == set()


async def test_a_move_in_advance_never_shows_in_a_log(table: Table) -> None:
    match, history = await at_table(table)
    (one,) = said(match, history, line_of(history, 2), 1)
    assert one.condition not in repr(one) and one.reply[0] not in repr(one)
