"""Positions and their texts, for the tests of all games."""

from __future__ import annotations

import random

import pytest

from engines import Action, ActionError, Diagram, Game, IllegalActionError, Position, PositionTextError


def legal(position: Position, of: str = "") -> set[str]:
    """The legal actions that begin with ``of``, as texts."""
    return {str(action) for action in position.legal_actions() if str(action).startswith(of)}


def after(position: Position, *texts: str) -> Position:
    """The position after some actions, given as people write them."""
    return played(position, *texts)[0]


def played(position: Position, *texts: str) -> tuple[Position, tuple[Action, ...]]:
    """The same, with the actions."""
    actions = []
    for text in texts:
        actions.append(position.parse(text))
        position = position.play(actions[-1])
    return position, tuple(actions)


def pictured(position: Position, *texts: str) -> Diagram:
    """The picture after some actions, which are its last turn."""
    later, actions = played(position, *texts)
    return later.diagram(actions)


def part(position: Position, number: int) -> str:
    """One of the parts of the position text."""
    return position.to_text().split()[number]


def marks(diagram: Diagram, *kinds: str) -> set[tuple[str, str]]:
    """The marks of some kinds, or all: what is marked how."""
    return {(mark.kind, mark.at) for mark in diagram.marks if not kinds or mark.kind in kinds}


def reason(position: Position, text: str) -> str:
    """Why an action is refused."""
    with pytest.raises(IllegalActionError) as refused:
        position.parse(text)
    assert isinstance(refused.value, ActionError)
    assert refused.value.text == text
    return refused.value.reason


def refusal(game: Game, text: str, **options: str) -> str:
    """Why the text of a position is refused."""
    with pytest.raises(PositionTextError) as refused:
        game.from_text(text, options)
    assert refused.value.text == text
    assert refused.value.reason in str(refused.value)
    return refused.value.reason


def mutated(text: str, chance: random.Random, signs: str) -> str:
    """The text with a few of its signs left out, changed or swapped, and others put in."""
    found = list(text)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        here, there = chance.randrange(len(found)), chance.randrange(len(found))
        change = chance.randrange(4)
        if change == 0 and len(found) > 1:
            del found[here]
        elif change == 1:
            found.insert(here, chance.choice(signs))
        elif change == 2:
            found[here] = chance.choice(signs)
        else:
            found[here], found[there] = found[there], found[here]
    return "".join(found)
