"""What a picture shows, and what is said instead of it: laws, and the games' rows.

The rows are in ``diagrams.py`` of each game. That a listener could set up the position again from the words
is in ``tests/imaging/test_alt.py``; what holds of every diagram at every step, in ``tests/engines/laws.py``.
"""

from __future__ import annotations

import pytest

from engines import GAMES, Diagram, Hand, Piece
from engines.diagrams import board_in_letters
from tests.games.matches import moments
from tests.games.positions import marks
from tests.games.rows import named, rows

CHOICES = ("chosen", "target", "capture")
LAST = ("last-from", "last-to")


# --- the board ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "diagram", "shape", "sides"), rows("diagrams", "SHAPES"), ids=named)
def test_the_shape_and_the_sides(key: str, diagram: Diagram, shape: object, sides: tuple[str, str]) -> None:
    assert (diagram.game, diagram.shape, diagram.sides) == (key, shape, sides)


@pytest.mark.parametrize(("key", "diagram", "points"), rows("diagrams", "POINTS"), ids=named)
def test_the_points_have_their_order(key: str, diagram: Diagram, points: tuple[str, ...]) -> None:
    assert diagram.shape.points == points


@pytest.mark.parametrize(("key", "diagram", "count", "pieces"), rows("diagrams", "PIECES"), ids=named)
def test_pieces_have_their_side_kind_and_letter(
    key: str, diagram: Diagram, count: int, pieces: set[Piece]
) -> None:
    assert len(diagram.pieces) == count
    assert pieces <= set(diagram.pieces)


@pytest.mark.parametrize(("key", "diagram", "hands"), rows("diagrams", "HANDS"), ids=named)
def test_what_is_beside_the_board(key: str, diagram: Diagram, hands: tuple[Hand, Hand]) -> None:
    assert diagram.hands == hands


@pytest.mark.parametrize(("key", "diagram", "lines"), rows("diagrams", "LETTERS"), ids=named)
def test_the_board_in_letters(key: str, diagram: Diagram, lines: str) -> None:
    assert f"\n{lines}\n" in f"\n{board_in_letters(diagram)}\n"


# --- marks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "diagram", "kinds", "shown"), rows("diagrams", "MARKS"), ids=named)
def test_what_is_marked(key: str, diagram: Diagram, kinds: str, shown: set[str]) -> None:
    """Marks as ``"target d3"``, and the side of those that are a side's as ``"zone d3 green"``."""
    found = {
        " ".join(filter(None, (mark.kind, mark.at, mark.side)))
        for mark in diagram.marks
        if not kinds or mark.kind in kinds.split()
    }
    assert found == shown


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("key", GAMES)
def test_the_last_turn_is_marked_if_it_is_told(key: str, seed: int) -> None:
    for position, _, last, _ in moments(GAMES[key], seed, 100):
        assert not marks(position.diagram(), *LAST)
        if last is None:
            continue
        diagram = position.diagram((last,))
        shown = {at for _, at in marks(diagram, *LAST)}
        assert shown <= set(diagram.shape.points)
        assert shown >= {at for at in last.path[:2] if at in diagram.shape.points}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("key", GAMES)
def test_what_is_chosen_is_marked_with_where_it_can_go(key: str, seed: int) -> None:
    for position, _, _, chance in moments(GAMES[key], seed, 60):
        actions = position.legal_actions()
        points = set(position.diagram().shape.points)
        if position.to_act == position.turn_of:
            assert not marks(position.diagram(), *CHOICES)
            assert not marks(position.diagram(chosen=["nowhere"]), *CHOICES)
        for action in chance.sample(list(actions), min(4, len(actions))):
            for length in range(1, len(action.path) + 1):
                chosen = action.path[:length]
                diagram = position.diagram(chosen=list(chosen))
                ahead = {
                    other.path[length]
                    for other in actions
                    if other.path[:length] == chosen and len(other.path) > length
                } & points
                shown = {kind: {at for _, at in marks(diagram, kind)} for kind in CHOICES}
                assert shown["chosen"] == set(chosen) & points
                assert shown["target"] <= ahead <= shown["target"] | shown["capture"]
                if not ahead:
                    assert not shown["capture"]


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "diagram", "words"), rows("diagrams", "WORDS"), ids=named)
def test_the_picture_in_words(key: str, diagram: Diagram, words: str) -> None:
    """All of them if they begin with the game's name, else their end; with ``…`` after them, any part."""
    if words.startswith(GAMES[key].name):
        assert diagram.alt == words
    elif words.endswith("…"):
        assert words[:-1] in diagram.alt
    else:
        assert diagram.alt.endswith(words)


@pytest.mark.parametrize(("key", "diagram", "least", "most"), rows("diagrams", "LONGEST"), ids=named)
def test_the_longest_words_fit_into_an_alt_text(key: str, diagram: Diagram, least: int, most: int) -> None:
    assert least < len(diagram.alt) <= most <= 1024
    for piece in diagram.pieces:
        assert f" {piece.at}" in diagram.alt


@pytest.mark.parametrize("key", GAMES)
def test_the_words_name_every_piece_and_the_last_turn(key: str) -> None:
    for position, _, last, _ in moments(GAMES[key], 6, 150):
        alt = position.diagram((last,) if last else ()).alt
        assert alt.startswith(GAMES[key].name)
        for piece in position.diagram().pieces:
            assert f" {piece.at}" in alt
        if last is not None:
            assert f"Last turn: {last}." in alt
