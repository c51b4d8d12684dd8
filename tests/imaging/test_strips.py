"""What stands beside the board: whose turn it is, after which move, and who has won."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from engines import GAMES, Diagram, Hand
from imaging import THEMES, draw
from imaging.board import player_strips
from imaging.board.layout import Box
from imaging.board.player_strips import cap_width
from imaging.draw import canvas
from imaging.draw.canvas import Colour
from imaging.explained import draw_arrows
from imaging.themes.catalog import theme_for
from tests.imaging.compare import distance, rgb
from tests.imaging.matches import match
from tests.imaging.positions import by_hand

TOP, BOTTOM = (14, 14, 886, 90), (14, 1004, 886, 1080)
"""The strips of a picture 900 pixels wide."""


def changed(one: Diagram, other: Diagram, theme: str = "light-sea") -> Box | None:
    pictures = [rgb(draw(diagram, theme=theme)) for diagram in (one, other)]
    return ImageChops.difference(*pictures).getbbox()


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("theme", THEMES)
def test_the_flag_of_the_side_to_act_says_which_move_is_to_be_made(theme: str) -> None:
    for number in (8, 88, 888, 8888):
        box = changed(by_hand(number=number), by_hand(number=number + 1), theme)
        assert box is not None
        assert box[0] >= BOTTOM[0] and box[1] >= BOTTOM[1]
        assert box[2] <= BOTTOM[0] + cap_width((872, 76)) and box[3] <= BOTTOM[3]


@pytest.mark.parametrize("theme", THEMES)
def test_the_flag_says_what_its_number_counts(theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number alone reads like a count of pieces, or like points."""
    written: list[str] = []

    def lettering(said: str, *others: Any) -> Image.Image:
        written.append(said)
        return text_of(said, *others)

    text_of = canvas.lettering
    monkeypatch.setattr(canvas, "lettering", lettering)
    look = theme_for(("green", "blue"), theme)
    player_strips.add_flag(Image.new("RGBA", (872, 76)), "acts", look, 7)
    assert written == ["Move 7"]


def test_outside_of_a_match_the_flag_has_no_words_and_the_title_stands_beside_it() -> None:
    box = changed(by_hand(number=0), by_hand(number=1))
    assert box is not None and box[1] >= BOTTOM[1] and box[3] <= BOTTOM[3]


def test_the_number_follows_the_side_to_act() -> None:
    box = changed(by_hand(to_act="blue"), by_hand(to_act="blue", number=7))
    assert box is not None and box[3] <= TOP[3]


def test_a_number_nobody_acts_after_is_not_shown() -> None:
    assert changed(by_hand(to_act=None), by_hand(to_act=None, number=7)) is None


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("theme", THEMES)
def test_the_winner_is_seen(theme: str) -> None:
    over = by_hand(to_act=None)
    for winner, strip in (("green", BOTTOM), ("blue", TOP)):
        box = changed(over, replace(over, winner=winner), theme)
        assert box is not None and strip[1] <= box[1] and box[3] <= strip[3]


def test_a_flag_and_a_winners_flag_differ_without_colour() -> None:
    over, open_ = by_hand(to_act=None), by_hand(number=21)
    flags = [
        rgb(draw(diagram, width=400)).crop((6, 446, 46, 480)).convert("L")
        for diagram in (over, open_, replace(over, winner="green"))
    ]
    for one in range(3):
        for other in range(one):
            assert distance(flags[one], flags[other]) >= 8.0


@pytest.mark.parametrize("key", GAMES)
def test_positions_tell_their_number_and_their_winner(key: str) -> None:
    diagrams = match(key, 400)
    assert [diagram.number for diagram in diagrams] == list(range(len(diagrams)))
    assert all(diagram.winner is None for diagram in diagrams if diagram.to_act)
    position = GAMES[key]
    assert diagrams[-1].winner in (None, *position.sides)


@pytest.mark.parametrize("number", [0, 21])
def test_where_forms_say_whose_it_is_the_side_to_act_has_its_token(number: int) -> None:
    """Its green is yellow there: beside the name stands what the side's pieces look like."""
    shown = by_hand(number=number)
    for theme, there in (("colour-blind", True), ("light-sea", False)):
        strip = rgb(draw(shown, theme=theme)).crop(BOTTOM)
        face = theme_for(("green", "blue"), theme).coat("green").face
        assert (face in {colour for _, colour in strip.getcolors(10_000) or []}) is there


@pytest.mark.parametrize(
    ("theme", "said"),
    [
        ("light-sea", "Made by hand."),
        ("colour-blind", "Made by hand. Green's pieces are round, blue's are square."),
    ],
)
def test_forms_that_say_whose_it_is_are_told_in_words(theme: str, said: str) -> None:
    assert draw(by_hand(), theme=theme).alt == said
    arrows = draw_arrows(by_hand(), [("a2", "a4")], theme=theme, width=400).alt
    assert arrows.startswith(f"{said} Arrows: ")


def test_a_title_that_cannot_be_read_gives_way_to_the_name_of_the_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[tuple[str, int]] = []

    def lettering(said: str, size: int, colour: Colour) -> Image.Image:
        written.append((said, size))
        return text_of(said, size, colour)

    text_of = canvas.lettering
    monkeypatch.setattr(player_strips, "lettering", lettering)
    pieces = tuple((kind, kind[0].upper(), 7) for kind in ("krill", "crab", "shrimp", "lobster"))
    for number, title in enumerate(("Green's pool", "Green's very large gene pool")):
        draw(by_hand(hands=(Hand("green", title, pieces),), number=number + 931))
    sizes = {said: size for said, size in written if said.startswith("Green")}
    assert sizes.keys() == {"Green's pool", "Green"}
    assert min(sizes.values()) * 400 / 900 > 11, "pixels, on a board 400 pixels wide"
