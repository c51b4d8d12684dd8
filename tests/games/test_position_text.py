"""The position text: written one way, and refused where its parts contradict each other. Laws and rows.

The rows are in ``position_texts.py`` of each game.
"""

from __future__ import annotations

import re

import pytest

from engines import GAMES, Options, Position, PositionTextError
from tests.games import part
from tests.games.matches import moments
from tests.games.positions import mutated, refusal
from tests.games.rows import named, rows

PARTS = {2: "two", 4: "four", 5: "five"}
OTHER_DIGITS = ("٠١٢٣٤٥٦٧٨٩", "⁰¹²³⁴⁵⁶⁷⁸⁹", "０１２３４５６７８９")
"""What Python takes for digits, or nearly."""
READ = [(*row[:2], row[2] if row[2:] else {}) for row in rows("position_texts", "READ")]


def start(key: str) -> tuple[Position, str]:
    """A position before the first action, and how its rules write it."""
    table = part(key, "position_texts")
    assert table is not None
    found: tuple[Position, str] = table.START
    return found


# --- written and read -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_start_is_written_as_the_rules_write_it(key: str) -> None:
    position, text = start(key)
    assert position.to_text() == text
    assert GAMES[key].from_text(text) == position


@pytest.mark.parametrize(("key", "text", "options"), READ, ids=named)
def test_read_and_written_back_a_text_is_the_same(key: str, text: str, options: Options) -> None:
    position = GAMES[key].from_text(text, options)
    assert position.to_text() == text
    assert bool(position.legal_actions()) == (position.outcome() is None)


@pytest.mark.parametrize(("key", "position", "text"), rows("position_texts", "WRITTEN"), ids=named)
def test_a_position_is_written_so(key: str, position: Position, text: str) -> None:
    assert position.to_text() == text


@pytest.mark.parametrize(("key", "one", "other"), rows("position_texts", "DIFFERENT"))
def test_what_the_rules_tell_apart_differs(key: str, one: Position, other: Position) -> None:
    assert one != other


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", GAMES)
def test_every_position_of_a_match_is_read_and_ply_is_not_compared(key: str, seed: int) -> None:
    for position, options, _, _ in moments(GAMES[key], seed, 200):
        again = GAMES[key].from_text(position.to_text(), options)
        assert again == position
        assert again.ply == 0


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_text_has_all_its_parts_with_one_space_between(key: str) -> None:
    _, text = start(key)
    parts = text.split()
    changed = [
        "",
        f"{text} -",
        f"{text} ",
        f" {text}",
        *(text.replace(f" {one}", f"  {one}", 1) for one in parts[1:]),
    ]
    changed += [" ".join(parts[:number] + parts[number + 1 :]) for number in range(len(parts))]
    for other in changed:
        assert f"{PARTS[len(parts)]} parts" in refusal(GAMES[key], other)


@pytest.mark.parametrize("key", GAMES)
def test_a_board_has_all_its_rows(key: str) -> None:
    _, text = start(key)
    board, *rest = text.split()
    lines = board.split("/")
    for other in (lines[1:], lines[:-1], [*lines, lines[-1]]):
        told = refusal(GAMES[key], " ".join(["/".join(other), *rest]))
        assert re.search(rf"a board of {len(lines)} (ranks|rows) is written with {len(other)}", told)


@pytest.mark.parametrize("key", GAMES)
def test_a_side_is_a_small_letter(key: str) -> None:
    _, text = start(key)
    board, side, *rest = text.split()
    for other in (side.upper(), side * 2, "q"):
        assert f"not {other!r}" in refusal(GAMES[key], " ".join([board, other, *rest]))


@pytest.mark.parametrize("digits", OTHER_DIGITS)
@pytest.mark.parametrize("key", GAMES)
def test_other_digits_than_ours_are_refused(key: str, digits: str) -> None:
    for text, options in [(start(key)[1], {}), *(row[1:] for row in READ if row[0] == key)]:
        for place, sign in enumerate(text):
            if sign.isdigit():
                refusal(GAMES[key], text[:place] + digits[int(sign)] + text[place + 1 :], **options)


@pytest.mark.parametrize(
    ("key", "text", "told", "options"),
    [(*row[:3], row[3] if row[3:] else {}) for row in rows("position_texts", "REFUSED")],
    ids=named,
)
def test_a_text_that_cannot_be_read_or_contradicts_itself_is_refused(
    key: str, text: str, told: str, options: dict[str, str]
) -> None:
    assert told in refusal(GAMES[key], text, **options)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("key", GAMES)
def test_a_changed_text_is_refused_or_written_back_as_it_is(key: str, seed: int) -> None:
    """No text is read as something else, and what is read can be played and shown."""
    game = GAMES[key]
    signs = "".join(
        sorted({*"0123456789 -", *start(key)[1], *"".join(row[1] for row in READ if row[0] == key)})
    )
    read = refused = 0
    for position, options, _, chance in moments(game, seed, 60):
        for _ in range(6):
            text = mutated(position.to_text(), chance, signs)
            try:
                found = game.from_text(text, options)
            except PositionTextError as error:
                assert error.reason
                refused += 1
            else:
                read += 1
                assert found.to_text() == text
                assert bool(found.legal_actions()) == (found.outcome() is None)
                assert len(found.diagram().alt) <= 1024
    assert read > 0
    assert refused > 20
