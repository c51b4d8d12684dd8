"""Lines to be said in advance."""

from __future__ import annotations

from engines.record import History


def line_of(history: History, length: int, *, which: int = 0) -> list[str]:
    """So many actions from the present position: at each step the legal one with this number."""
    position, found = history.position, list[str]()
    for _ in range(length):
        legal = position.legal_actions()
        action = legal[which % len(legal)]
        found.append(str(action))
        position = position.apply(action)
    return found


def after(history: History, line: list[str]) -> History:
    for action in line:
        history = history.then(action)
    return history
