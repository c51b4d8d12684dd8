"""What people write for an action, and what they are told when it cannot be played: laws and rows.

The rows are in ``typed.py`` of each game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from engines import (
    GAMES,
    Action,
    ActionError,
    AmbiguousActionError,
    IllegalActionError,
    Position,
    UnreadableActionError,
)
from tests.games import part
from tests.games.matches import moments
from tests.games.positions import mutated, reason
from tests.games.rows import named, rows

MOVE = re.compile(r"([a-z]\d+)(?:[^a-z0-9]|x)(?=[a-z]\d)")
BETWEEN = ("-", "", " ", " - ", "–", "—", "→", "->", ">", "×", ":", " to ", "x", " X ")
"""What people write between two points, in every game."""
NO_ACTION = ("", "   ", "-", "=", "hello", "d1-d3-d5-d7", "1d-3d", "d1-dd", "nonsense" * 500)
"""What is an action of no game."""
SIGNS = "abcdefgh123456789-x=>@*!+.:, "


def ways(action: Action) -> Iterator[str]:
    """Texts that mean the same action in every game."""
    text = str(action)
    yield from (text, text.upper(), f"  {text} ")
    if found := MOVE.match(text):
        yield from (found[1] + between + text[found.end() :] for between in BETWEEN)


# --- what is read ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("key", GAMES)
def test_an_action_may_be_written_in_many_ways(key: str, seed: int) -> None:
    for position, _, _, chance in moments(GAMES[key], seed):
        actions = position.legal_actions()
        for action in chance.sample(list(actions), min(3, len(actions))):
            for text in ways(action):
                assert position.parse(text) == action, text
                assert position.parse_line(text) == (action,), text


@pytest.mark.parametrize(
    ("key", "position", "written", "meant"),
    [(key, position, way, meant) for key, position, meant, *ways in rows("typed", "WAYS") for way in ways],
    ids=named,
)
def test_a_game_has_ways_of_its_own(key: str, position: Position, written: str, meant: str) -> None:
    assert str(position.parse(written)) == meant
    assert [str(action) for action in position.parse_line(written)] == [meant]


@pytest.mark.parametrize(("key", "position", "line", "meant"), rows("typed", "LINES"), ids=named)
def test_several_actions_in_one_line(key: str, position: Position, line: str, meant: str) -> None:
    assert [str(action) for action in position.parse_line(line)] == meant.split()


@pytest.mark.parametrize("key", GAMES)
def test_in_a_line_the_first_action_that_cannot_be_played_is_named(key: str) -> None:
    for position, _, _, chance in moments(GAMES[key], 3, 30):
        if not (actions := position.legal_actions()):
            continue
        action = chance.choice(list(actions))
        with pytest.raises(ActionError) as refused:
            position.parse_line(f"{action}, z1-z2 {action}")
        assert refused.value.text == "z1-z2"


@pytest.mark.parametrize(("key", "position", "written", "candidates"), rows("typed", "AMBIGUOUS"), ids=named)
def test_what_several_actions_fit_is_ambiguous(
    key: str, position: Position, written: str, candidates: Sequence[str]
) -> None:
    for read in (position.parse, position.parse_line):
        with pytest.raises(AmbiguousActionError) as refused:
            read(written)
        assert refused.value.candidates == candidates
        assert refused.value.reason == f"{written!r} could be {' or '.join(candidates)}"


# --- what is no action ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "text"),
    [*((key, text) for key in GAMES for text in NO_ACTION), *rows("typed", "NO_ACTION")],
    ids=lambda value: value[:20],
)
def test_what_is_no_action_at_all_is_unreadable(key: str, text: str) -> None:
    game = GAMES[key]
    table = part(key, "typed")
    assert table is not None
    position = getattr(table, "START", game.start())
    for read in (position.parse, position.parse_line):
        with pytest.raises(UnreadableActionError) as refused:
            read(text)
        assert f"isn't a move in {game.name}: {table.HOW}" in refused.value.reason
        assert len(refused.value.reason) < 80 + len(f"isn't a move in {game.name}: {table.HOW}")
    with pytest.raises(UnreadableActionError) as refused:
        position.parse(text)
    assert refused.value.text == text


@pytest.mark.parametrize(("key", "position", "text", "told"), rows("typed", "ASKED"), ids=named)
def test_half_an_action_is_asked_about(key: str, position: Position, text: str, told: str) -> None:
    with pytest.raises(UnreadableActionError, match=told):
        position.parse(text)


# --- why not --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "position", "text", "told"), rows("typed", "REFUSED"), ids=named)
def test_a_player_is_told_why_an_action_cannot_be_played(
    key: str, position: Position, text: str, told: str
) -> None:
    assert reason(position, text) == told


@pytest.mark.parametrize("key", GAMES)
def test_in_a_line_it_is_told_the_same(key: str) -> None:
    for _, position, text, told in (row for row in rows("typed", "REFUSED") if row[0] == key):
        with pytest.raises(IllegalActionError) as refused:
            position.parse_line(text)
        assert refused.value.reason == told, text


@pytest.mark.parametrize("key", GAMES)
def test_an_action_of_another_moment_is_refused_with_its_reason(key: str) -> None:
    for position, _, _, _ in moments(GAMES[key], 4, 20):
        for action in position.legal_actions():
            later = position.apply(action)
            if action not in later.legal_actions():
                with pytest.raises(IllegalActionError) as refused:
                    later.play(action)
                assert refused.value.reason == later.why_not(str(action)).reason != ""


@pytest.mark.parametrize("key", GAMES)
def test_everything_that_is_not_legal_has_a_reason(key: str) -> None:
    game = GAMES[key]
    table = rows("typed", "REFUSED") + [row[:3] for row in rows("typed", "WAYS")]
    looked_at = [position for of, position, *_ in table if of == key]
    looked_at += [position for position, *_ in moments(game, 5, 40)]
    points = [*game.start().diagram().shape.points, "a0", "z1", "a99"]
    for number, position in enumerate(looked_at):
        legal = {position.reading(str(action)) for action in position.legal_actions()}
        start = points[number % len(points)]
        others = {piece.at for piece in position.diagram().pieces} | {start}
        texts = [f"{one}-{target}" for one in others for target in points[number % 9 :: 9]]
        texts += [sign + point for sign in "@*!" for point in points]
        for text in texts:
            if position.reading(text) not in legal:
                assert position.why_not(text).reason, text


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("key", GAMES)
def test_a_changed_action_is_played_or_refused_with_a_reason(key: str, seed: int) -> None:
    read = refused = 0
    for position, _, _, chance in moments(GAMES[key], seed, 60):
        actions = position.legal_actions()
        for action in chance.sample(list(actions), min(12, len(actions))):
            try:
                assert position.parse(mutated(str(action), chance, SIGNS)) in actions
                read += 1
            except ActionError as error:
                assert error.reason
                refused += 1
    assert read > 5
    assert refused > 20


# --- in words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "position", "text", "said"), rows("typed", "DESCRIBED"), ids=named)
def test_an_action_in_words(key: str, position: Position, text: str, said: str) -> None:
    assert position.describe(position.parse(text)) == said
