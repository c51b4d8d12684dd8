"""The printed matches in tests/data/playthroughs are still played as they were."""

from __future__ import annotations

import pytest

from engines import GAMES
from tests.engines.playthroughs import FOLDER, Playthrough, playthroughs

COMMAND = "python -m tests.games"
PLAYTHROUGHS = [playthrough for key in GAMES for playthrough in playthroughs(key)]


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.path.stem)
def test_a_playthrough_is_played_as_it_was(playthrough: Playthrough) -> None:
    kept = playthrough.path.read_text(encoding="utf-8").splitlines()
    assert playthrough.text().splitlines() == kept, (
        f"if this is meant, run {COMMAND} and look at the difference"
    )


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_playthrough(key: str) -> None:
    found = {playthrough.game for playthrough in playthroughs(key)}
    assert found == {key}, f"add one for {key} in its playthroughs.py, then run {COMMAND}"


def test_no_file_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {playthrough.path.name for playthrough in PLAYTHROUGHS}
