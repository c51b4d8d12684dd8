"""Ids and what handlers are given: which numbers fit, and how values are read from them and written."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

import pytest

from cogs.kit.arguments import (
    BIT,
    COUNT,
    FLAG,
    GAME,
    GAME_NUMBER,
    GAME_OR_ALL,
    ID,
    NODE,
    TEXT,
    Bit,
    Count,
    GameKey,
    GameNumber,
    Grammar,
    Held,
    Id,
    Node,
    Query,
    Tail,
    Takes,
    Version,
    Where,
    is_choice,
)
from cogs.kit.errors import Refusal
from cogs.kit.presentation import number_of_game
from cogs.panels.community.leaderboard import LeaderboardQuery
from cogs.panels.match.board_panel import ViewerState
from engines import GAMES
from matches import UserId
from matches.ratings.seasons import number_of
from matches.tournaments.model import TournamentId

LARGEST: Final = 2**63 - 1
PJAWNS: Final = number_of_game("pjawns")
GONE: Final = 5
"""The number of no game."""
Handler = Callable[..., None]


# --- handlers ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked(Query):
    """A game, and what may be missing."""

    game: str = field(metadata=GAME)
    turned: bool = field(default=False, metadata=FLAG)
    page: int = 0


@dataclass(frozen=True, slots=True)
class AskedOfAll(Query):
    """All of it may be missing; the last one is left out of ids while it is off."""

    game: str | None = field(default=None, metadata=GAME_OR_ALL)
    leaps: bool = field(default=False, metadata={**FLAG, "write": lambda on: 1 if on else None})


USUAL: Final = AskedOfAll("prudh")


def of_nothing(_: Any) -> None: ...


def of_ids(_: Any, comment: TournamentId, player: UserId) -> None: ...


def of_kinds(
    _: Any, a: Id, b: Count, c: Node, d: Bit, e: GameNumber, f: Annotated[int, range(3)]
) -> None: ...


def of_flags(_: Any, on: bool, up: bool) -> None: ...


def of_game(_: Any, game: GameKey, page: Count) -> None: ...


def of_query(_: Any, comment: TournamentId, asked: Asked) -> None: ...


def of_all(_: Any, _button: Count, asked: AskedOfAll) -> None: ...


def of_defaults(_: Any, page: Count, part: Count = 3, here: bool = True) -> None: ...


def of_usual(_: Any, asked: AskedOfAll = USUAL) -> None: ...


def of_rest(_: Any, page: Count, *comments: TournamentId) -> None: ...


def of_places(_: Any, number: Id, text: Tail = "", page: Count = 0, version: Version = 0) -> None: ...


def of_view(_: Any, comment: TournamentId, view: ViewerState) -> None: ...


def of_int(_: Any, number: int) -> None: ...


def of_text(_: Any, text: str) -> None: ...


def of_several(_: Any, numbers: list[int]) -> None: ...


def of_maybe(_: Any, number: Count | None) -> None: ...


def of_handler(_: Any, handler: Takes) -> None: ...


def of_more(_: Any, page: Count, *numbers: int) -> None: ...


# --- the numbers of ids --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("takes", "fitting", "odd"),
    [
        (Takes(), [()], [(0,), (1, 2)]),
        (Takes((ID, BIT)), [(LARGEST, 1), (0, 0)], [(), (1,), (1, 2), (LARGEST + 1, 0), (1, 1, 1)]),
        (Takes(maybe=(COUNT, BIT)), [(), (7,), (7, 0)], [(7, 2), (10**6,), (7, 0, 0)]),
        (Takes((BIT,), (BIT,), COUNT), [(1,), (1, 0), (1, 0, 9, 9)], [(), (1, 9), (1, 0, 10**6)]),
        (Takes(more=COUNT), [(), (1,), (1,) * 20], [(1, 10**6)]),
        (Grammar(of_view).takes, [(1, 2), (1, 2, 1, 3, 1)], [(1,), (1, 2, 2), (1, 2, 1, 3, 1, 0)]),
    ],
)
def test_numbers(takes: Takes, fitting: list[tuple[int, ...]], odd: list[tuple[int, ...]]) -> None:
    assert [numbers for numbers in fitting if not takes.fit(numbers)] == []
    assert [numbers for numbers in odd if takes.fit(numbers)] == []


@pytest.mark.parametrize(
    ("handler", "takes"),
    [
        (of_nothing, Takes()),
        (of_ids, Takes([ID, ID])),
        (of_kinds, Takes([ID, COUNT, NODE, BIT, GAME_NUMBER, range(3)])),
        (of_flags, Takes([BIT, BIT])),
        (of_game, Takes([GAME_NUMBER, COUNT])),
        (of_query, Takes([ID, GAME_NUMBER], [BIT, COUNT])),
        (of_all, Takes([COUNT], [GAME_NUMBER, BIT])),
        (of_defaults, Takes([COUNT], [COUNT, BIT])),
        (of_usual, Takes([], [GAME_NUMBER, BIT])),
        (of_rest, Takes([COUNT], [], ID)),
        (of_places, Takes([ID], [COUNT])),
        (of_view, Takes([ID, COUNT], [BIT, COUNT, BIT])),
    ],
)
def test_a_handlers_parameters_say_which_numbers_there_are(handler: Handler, takes: Takes) -> None:
    found = Grammar(handler).takes
    assert [*found.always] == [*takes.always]
    assert [*found.maybe] == [*takes.maybe]
    assert found.more == takes.more


@pytest.mark.parametrize("handler", [of_int, of_text, of_several, of_maybe, of_handler, of_more])
def test_an_annotation_that_stands_for_nothing(handler: Handler) -> None:
    with pytest.raises(TypeError, match="stands for nothing in an id"):
        Grammar(handler)


# --- there and back ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("handler", "values", "numbers"),
    [
        (of_nothing, (), ()),
        (of_ids, (TournamentId(7), UserId(LARGEST)), (7, LARGEST)),
        (of_kinds, (1, 2, 3, 1, PJAWNS, 2), (1, 2, 3, 1, PJAWNS, 2)),
        (of_kinds, (1, 2, 3, 0, 0, 0), (1, 2, 3, 0, 0, 0)),
        (of_flags, (True, False), (1, 0)),
        (of_game, ("pjawns", 3), (PJAWNS, 3)),
        (of_query, (TournamentId(7), Asked("pjawns")), (7, PJAWNS, 0, 0)),
        (of_query, (TournamentId(7), Asked("pjawns", True, 2)), (7, PJAWNS, 1, 2)),
        (of_all, (4, AskedOfAll()), (4, 0)),
        (of_all, (4, AskedOfAll("pjawns", leaps=True)), (4, PJAWNS, 1)),
        (of_defaults, (1, 3, True), (1, 3, 1)),
        (of_defaults, (1, 2, False), (1, 2, 0)),
        (of_usual, (AskedOfAll("pjawns"),), (PJAWNS,)),
        (of_rest, (1,), (1,)),
        (of_rest, (1, TournamentId(5), TournamentId(LARGEST)), (1, 5, LARGEST)),
    ],
)
def test_values_are_read_as_they_were_written(
    handler: Handler, values: Sequence[Any], numbers: tuple[int, ...]
) -> None:
    grammar = Grammar(handler)
    held = grammar.write(values, {})
    assert held == Held(None, numbers, "")
    assert grammar.takes.fit(numbers)
    assert repr(grammar.read(held)) == repr([*values]), "a flag is True or False, not a number"


@pytest.mark.parametrize(
    ("handler", "numbers", "values"),
    [
        (of_query, (7, PJAWNS), [7, Asked("pjawns")]),
        (of_query, (7, PJAWNS, 1), [7, Asked("pjawns", True)]),
        (of_all, (4,), [4, AskedOfAll()]),
        (of_all, (4, PJAWNS), [4, AskedOfAll("pjawns")]),
        (of_defaults, (1,), [1, 3, True]),
        (of_defaults, (1, 2), [1, 2, True]),
        (of_usual, (), [USUAL]),
        (of_usual, (0,), [AskedOfAll()]),
        (of_places, (7,), [7, "", 0, 4]),
    ],
)
def test_what_is_missing_at_the_end_of_an_id_is_as_usual(
    handler: Handler, numbers: tuple[int, ...], values: list[Any]
) -> None:
    grammar = Grammar(handler)
    assert grammar.takes.fit(numbers)
    assert repr(grammar.read(Held(4, numbers, ""))) == repr(values)


@pytest.mark.parametrize(
    ("handler", "given", "named", "numbers"),
    [
        (of_defaults, (1,), {}, (1,)),
        (of_defaults, (1,), {"part": 3}, (1, 3)),
        (of_defaults, (), {"here": False, "part": 2, "page": 1}, (1, 2, 0)),
        (of_usual, (), {}, ()),
        (of_usual, (USUAL,), {}, (number_of_game("prudh"),)),
        (of_ids, (TournamentId(7),), {"player": UserId(8)}, (7, 8)),
    ],
)
def test_what_is_not_given_stands_in_no_id(
    handler: Handler, given: Sequence[Any], named: dict[str, Any], numbers: tuple[int, ...]
) -> None:
    assert Grammar(handler).write(given, named) == Held(None, numbers, "")


def test_a_version_and_a_text_have_places_of_their_own() -> None:
    grammar = Grammar(of_places)
    held = grammar.write((7, "a=b:1.2"), {"version": 4})
    assert held == Held(4, (7,), "a=b:1.2")
    assert grammar.read(held) == [7, "a=b:1.2", 0, 4]
    assert grammar.write((7, "", 2, 0), {}) == Held(0, (7, 2), ""), "a version of 0 is one"
    assert grammar.write((7,), {}) == Held(None, (7,), ""), "it is left to who makes the id"


@pytest.mark.parametrize(
    ("handler", "numbers"),
    [(of_game, (GONE, 1)), (of_query, (7, GONE)), (of_all, (4, GONE)), (of_usual, (GONE, 1))],
)
def test_a_game_that_is_gone_is_refused(handler: Handler, numbers: tuple[int, ...]) -> None:
    grammar = Grammar(handler)
    assert grammar.takes.fit(numbers)
    with pytest.raises(Refusal):
        grammar.read(Held(0, numbers, ""))


# --- seasons, and what is chosen -----------------------------------------------------------------


@pytest.mark.parametrize("season", ["", "2026-03", "2026-Q4"])
def test_a_season_is_taken_as_it_was_written(season: str) -> None:
    asked = LeaderboardQuery("pjawns", season=season)
    assert LeaderboardQuery.takes().fit(asked.args)
    assert LeaderboardQuery.of(asked.args) == asked


@pytest.mark.parametrize("number", [1, 99, 202600, 202613, 202695, 10**6, 99999999])
def test_what_is_no_season_is_not_taken(number: int) -> None:
    game = LeaderboardQuery("pjawns").args[0]
    assert not LeaderboardQuery.takes().fit((game, 0, number))


@pytest.mark.parametrize("value", ["", "x", "-1", " 1", "1_0", "1" * 30, "\u0663", "²", "1.0"])
@pytest.mark.parametrize("among", [ID, COUNT, GAME_NUMBER, GAMES, Where(lambda number: number >= 0)])
def test_an_entry_that_was_never_offered(among: Container[Any], value: str) -> None:
    assert not is_choice(value, among)


def test_entries_that_were() -> None:
    assert is_choice("-5", range(-9, 9)) and is_choice("0", ID) and is_choice(str(LARGEST), ID)
    assert is_choice("pjawns", GAMES) and is_choice("", TEXT) and is_choice("anything", TEXT)
    assert number_of("2026-Q4") in Where(lambda number: number == 202694)
