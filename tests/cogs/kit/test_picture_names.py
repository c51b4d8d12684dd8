"""The names of boards: what they say, and what is read from them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.kit.picture_names import Pictured, board_name, pictured, ply_of
from engines import GAMES
from engines.record import History
from matches import MatchId
from tests.cases import case


def message(*names: str) -> Any:
    """A message with these attachments, as far as it is read."""
    return SimpleNamespace(attachments=[SimpleNamespace(filename=name) for name in names], components=[])


@pytest.mark.parametrize("key", GAMES)
def test_a_name_is_read_as_it_was_written(key: str) -> None:
    match: Any = SimpleNamespace(game_key=key, id=12)
    name = board_name(match, 33)
    assert name == f"{key}-12-turn-34.png"
    assert pictured(message(name)) == Pictured(MatchId(12), 34)


def test_other_files_tell_no_match() -> None:
    for name in ("board.png", "pjawns-12.png", "pjawns-x-turn-1.png", "-turn-3.png", "a" * 300, ""):
        with case(name):
            assert pictured(message(name)) is None
    assert pictured(message("coin.png", "match-7.gif")) == Pictured(MatchId(7), None)


def test_a_turn_is_found_in_the_record() -> None:
    history = History(GAMES["predation"].start())
    while history.turns < 3:
        history = history.then(str(history.position.legal_actions()[0]))
    plies = [ply_of(history, turn) for turn in (1, 2, 3, 4)]
    assert plies == [0, *(history.ply_after(turn) for turn in (1, 2)), len(history.played)]
    assert plies == sorted(plies)
    assert ply_of(history, None) == ply_of(history, 99) == len(history.played)
    assert ply_of(history, 0) == 0
