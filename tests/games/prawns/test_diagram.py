"""What a picture of Prawns shows, and what is said instead of it."""

from __future__ import annotations

import pytest

from engines import Action, Hand, Mark, Piece, Squares
from tests.games.positions import after, marks, played
from tests.games.prawns.boards import FAR_BLUE, GAME, board

START = GAME.start(picks={"green": ("crab", "lobster"), "blue": ("shrimp", "crab")})


def in_hand(**counts: int) -> tuple[tuple[str, str, int], ...]:
    return tuple((kind, kind[0].upper(), count) for kind, count in counts.items())


def test_the_board_is_as_large_as_agreed() -> None:
    assert GAME.start({"board": "7x6"}).diagram().shape == Squares(files=7, ranks=6)


def test_pieces_have_their_side_kind_and_letter() -> None:
    pieces = START.diagram().pieces
    assert len(pieces) == 20
    assert {
        Piece("d1", "green", "krill", "K"),
        Piece("h2", "green", "lobster", "L"),
        Piece("a7", "blue", "shrimp", "S"),
        Piece("h7", "blue", "crab", "C"),
    } <= set(pieces)


def test_both_gene_pools_are_beside_the_board_krill_last() -> None:
    assert START.diagram().hands == (
        Hand("green", "Green's pool", in_hand(shrimp=2, crab=1, lobster=1, krill=0)),
        Hand("blue", "Blue's pool", in_hand(shrimp=1, crab=1, lobster=2, krill=0)),
    )


def test_both_evolution_zones_are_marked_within_the_sea() -> None:
    zones = {mark for mark in board("Kc4 Kd4 Sd5 ke6 kf3").diagram().marks if mark.kind == "zone"}
    assert zones == {Mark("zone", f"{file}6", "green") for file in "cdef"} | {
        Mark("zone", f"{file}3", "blue") for file in "cdef"
    }


def test_dry_land_is_marked() -> None:
    dry = marks(board("Kc4 Kd4 Sd5 ke6 kf3").diagram(), "dry")
    assert len(dry) == 64 - 16
    assert not {at for _, at in dry} & {f"{file}{rank}" for file in "cdef" for rank in range(3, 7)}
    assert not marks(START.diagram(), "dry")


@pytest.mark.parametrize(
    ("prawns", "texts", "shown"),
    [
        (f"Kd1 {FAR_BLUE}", ["d1-d2"], {("last-from", "d1"), ("last-to", "d2")}),
        (f"Kd7 {FAR_BLUE}", ["d7-e8", "e8=C"], {("last-from", "d7"), ("last-to", "e8")}),
        (f"Kd7 {FAR_BLUE}", ["d7-e8", "end"], {("last-from", "d7"), ("last-to", "e8")}),
        (
            f"Ke8 Kd1 {FAR_BLUE}",
            ["e8=C", "d1-d2"],
            {("last-to", "e8"), ("last-from", "d1"), ("last-to", "d2")},
        ),
        (f"Ke8 {FAR_BLUE}", ["e8=C", "e8-e4"], {("last-from", "e8"), ("last-to", "e4")}),
        ("kc5 Lf5", ["f5-dry"], {("last-from", "f5")}),
    ],
)
def test_the_last_turn_is_marked(prawns: str, texts: list[str], shown: set[tuple[str, str]]) -> None:
    position, actions = played(board(prawns), *texts)
    assert marks(position.diagram(actions), "last-from", "last-to") == shown
    assert not marks(position.diagram(), "last-from", "last-to")


def test_what_is_chosen_is_marked_with_where_it_can_go() -> None:
    diagram = board(f"Cd4 kd6 Kb4 {FAR_BLUE}").diagram(chosen=["d4"])
    assert marks(diagram, "chosen") == {("chosen", "d4")}
    assert marks(diagram, "capture") == {("capture", "d6")}
    assert marks(diagram, "target") == {
        ("target", square) for square in ("d1", "d2", "d3", "d5", "c4", "e4", "f4", "g4", "h4")
    }


def test_evolutions_and_deaths_have_no_square_to_go_to() -> None:
    assert marks(board("kc5 Lf5").diagram(chosen=["f5"]), "chosen", "target", "capture") == {("chosen", "f5")}
    moved = after(board(f"Kd7 {FAR_BLUE}"), "d7-e8")
    assert marks(moved.diagram(chosen=["e8"]), "chosen", "target", "capture") == {("chosen", "e8")}


def test_without_a_choice_nothing_is_marked_as_a_target() -> None:
    assert not marks(START.diagram(), "chosen", "target", "capture")


def test_an_action_chosen_in_full_goes_no_further() -> None:
    shown = marks(START.diagram(chosen=["d1", "d3"]), "chosen", "target", "capture")
    assert shown == {("chosen", "d1"), ("chosen", "d3")}


def test_the_side_to_act_is_at_the_bottom_and_after_the_end_the_winner() -> None:
    assert START.diagram().bottom == "green"
    assert after(START, "d1-d3").diagram().bottom == "blue"
    assert START.diagram(bottom="blue").bottom == "blue"
    over = after(board("Kd4 Kb2 kd5"), "d4xd5").diagram()
    assert (over.bottom, over.to_act) == ("green", None)


def test_the_start_in_words() -> None:
    assert START.diagram().alt == (
        "Prawns on 8 by 8 squares. "
        "Green: unmoved krill a1 b1 c1 d1 e1 f1 g1 h1; crab a2; lobster h2. "
        "Blue: unmoved krill a8 b8 c8 d8 e8 f8 g8 h8; shrimp a7; crab h7. "
        "Green's gene pool: 2 shrimp, 1 crab, 1 lobster, 0 krill. "
        "Blue's gene pool: 1 shrimp, 1 crab, 2 lobsters, 0 krill. "
        "Green's krill evolve on rank 8, blue's on rank 1. "
        "Green to move."
    )


def test_a_shrunken_sea_and_the_last_turn_in_words() -> None:
    position, actions = played(board("Kb3 Kc4 kf6 ke6"), "b3-c3")
    assert position.diagram(actions).alt == (
        "Prawns on 8 by 8 squares. Green: krill c3 c4. Blue: krill e6 f6. "
        "Green's gene pool: 2 shrimp, 2 crabs, 2 lobsters, 6 krill. "
        "Blue's gene pool: 2 shrimp, 2 crabs, 2 lobsters, 6 krill. "
        "The sea has shrunk to c3-f6. Green's krill evolve on rank 6, blue's on rank 3. "
        "Last turn: b3-c3. Blue to move."
    )


@pytest.mark.parametrize(
    ("texts", "state"),
    [
        (["e8=C"], "Green has evolved e8, and still has to move."),
        (["e8=C", "f8=L"], "Green has evolved e8 and f8, and still has to move."),
        (["d7-d8"], "Green has moved, and may evolve or end the turn."),
        (["d7-d8", "e8=C"], "Green has moved and evolved e8, and may evolve or end the turn."),
        (["d7-d8", "e8=C", "f8=S"], "Green has moved and evolved e8 and f8, and may evolve or end the turn."),
        (["d7-d8", "e8=C", "d8=S", "f8=S"], "Blue to move."),
    ],
)
def test_how_far_the_turn_has_come_in_words(texts: list[str], state: str) -> None:
    assert after(board(f"Ke8 Kf8 Kd7 {FAR_BLUE.replace('fd8', 'kd6')}"), *texts).diagram().alt.endswith(state)


def test_the_end_in_words() -> None:
    eaten = after(board("Kd4 Kb2 kd5"), "d4xd5").diagram().alt
    assert eaten.endswith("Green has won: blue's last prawn was eaten.")
    assert "Blue: no prawn." in eaten
    dried = after(board("kc5 Lf5"), "f5-dry").diagram().alt
    assert dried.endswith("Blue has won: green's last prawn died on dry land.")


def test_the_longest_words_fit_into_an_alt_text() -> None:
    """Every prawn on the board, after a turn as long as one can be."""
    crowded = board("Ka8 Kb8 Kc8 Kd8 Ke8 Kf8 Kg7 Kh7 Sb6 Ch6 ka1 kb1 kc1 kd1 ke1 kf1 kg2 kh2 sb3 ch3")
    longest = [
        "a8=S",
        "b8=C",
        "c8=L",
        "d8=L",
        "e8=S",
        "f8=C",
        "g7-g8",
        *(f"{file}8=S" for file in "abcdefgh"),
    ]
    last = tuple(Action(text, (text[:2], text[2:])) for text in longest)
    alt = crowded.diagram(last).alt
    assert 300 < len(alt) <= 1024
