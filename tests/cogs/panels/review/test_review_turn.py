"""The card of a reviewed turn in every game: its arrows can be drawn, and its words and film can be made."""

from __future__ import annotations

import random

from cogs.panels.review.review_turn import TOLD_ACTIONS, _arrows, described, line_diagrams
from computer.review.model import played_match
from engines import GAMES
from engines.record import History
from imaging.explained import draw_arrows
from imaging.film import Film
from tests.cases import case
from tests.computer.reviewing import begun

TURNS = 10


def at_random(key: str) -> History:
    """Some turns of a match, drawn."""
    chance = random.Random(key)
    history = begun(key, chance)
    for _ in range(60):
        history = history.then(chance.choice(list(history.position.legal_actions())).text)
        if not history.position.legal_actions():
            break
    return history


def test_turns_of_every_game() -> None:
    for key in GAMES:
        history = at_random(key)
        turns = played_match(key, {}, 1, history).turns[:TURNS]
        assert turns
        for turn in turns:
            with case(f"{key} {turn.ply}"):
                before = history.until(turn.ply).position
                said, after = described(before, turn.actions)
                assert said
                assert after.to_text() == history.until(turn.ply + len(turn.actions)).position.to_text()
                assert len(_arrows(before, turn.actions)) <= TOLD_ACTIONS
        last = history.until(turns[-1].ply)
        if arrows := _arrows(last.position, turns[-1].actions):
            assert draw_arrows(last.diagram(), arrows, width=320).png
        shown = line_diagrams(last, (turns[-1].actions,), GAMES[key].sides[0])
        assert Film(tuple(shown), width=160).clip().frames == len(shown)
