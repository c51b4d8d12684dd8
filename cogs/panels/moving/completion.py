"""Autocompletion of typed actions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final

from cogs.kit.suggestions import LENGTH, SUGGESTED
from cogs.panels.moving.move_steps import END, offered
from engines import Action, ActionError, Position

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


def completions(position: Position, typed: str, words: Mapping[str, str] = _NONE) -> list[tuple[str, str]]:
    """Suggestions that complete ``typed``, as pairs (words, line to play), at most 25.

    ``words`` are the game's names for first parts of actions (see :func:`move_steps.offered`). Complete
    actions at the start of ``typed`` are kept; the rest filters what may follow, by notation (``d2``,
    ``b4a6``) or by words (``crab``, ``wall``).
    """
    side = position.to_act
    position, done, rest = _read(position, typed.split(), words)
    if len(_line(done)) > LENGTH:
        # Any continuation is even longer, too long for a Discord choice.
        return []
    if position.to_act != side:
        # The turn is complete as it was typed.
        return _short([done]) if done and not rest else []
    fitting = _fitting(position, rest, words)
    # Ending the turn comes last, so that a slip doesn't choose it, and always has room among the 25.
    ends = [pair for pair in fitting if pair[0].path == (END,)]
    others = [pair for pair in fitting if pair[0].path != (END,)]
    whole = [done] if done and not rest else []
    lines = _short([*whole, *([*done, pair] for pair in others)], SUGGESTED - len(ends))
    return [*lines, *_short([[*done, pair] for pair in ends])]


_Said = tuple[Action, str]


def _read(
    position: Position, typed: list[str], words: Mapping[str, str]
) -> tuple[Position, list[_Said], str]:
    """``position`` after the complete actions at the start of ``typed``, those actions, and the rest."""
    done: list[_Said] = []
    side = position.to_act
    while typed and position.to_act == side and len(_line(done)) <= LENGTH:
        try:
            action = position.parse(typed[0])
        except ActionError:
            break
        done.append((action, offered(position, words, action)))
        position = position.apply(action)
        typed = typed[1:]
    return position, done, " ".join(typed)


def _line(done: list[_Said]) -> str:
    return " ".join(str(action) for action, _ in done)


def _fitting(position: Position, rest: str, words: Mapping[str, str]) -> list[_Said]:
    """The legal actions that ``rest`` can become, matches by notation first.

    Describes each action only once: autocompletion runs on the event loop and must be quick.
    """
    found = [(action, offered(position, words, action)) for action in position.legal_actions()]
    bare, named = _bare(rest), set(rest.casefold().split())
    by_notation: list[_Said] = []
    others: list[_Said] = []
    for pair in found:
        (by_notation if _bare(str(pair[0])).startswith(bare) else others).append(pair)
    if len(rest) == 1 and by_notation:
        # Read a single letter as the start of a point's name: as a word it would match almost anything.
        return by_notation
    return by_notation + [pair for pair in others if named <= _beginnings(pair[1])]


def _bare(text: str) -> str:
    """Notation without optional characters: ``d2xd3`` and ``D2 d3`` are both ``d2d3``."""
    return "".join(letter for letter in text.casefold() if letter.isalnum() and letter != "x")


def _beginnings(described: str) -> set[str]:
    """All prefixes of the words of an action."""
    return {
        word[:end]
        for word in described.casefold().replace(",", "").split()
        for end in range(1, len(word) + 1)
    }


def _short(lines: list[list[_Said]], most: int = SUGGESTED) -> list[tuple[str, str]]:
    """Words and notation of the first ``most`` lines that fit into a Discord choice."""
    short = (line for line in lines if len(_line(line)) <= LENGTH)
    return [(_words(line), _line(line)) for line in islice(short, most)]


def _words(line: list[_Said]) -> str:
    """The line in words. A long one loses its beginning: the end tells lines apart."""
    words = ", then ".join(described for _, described in line)
    return words if len(words) <= LENGTH else "…" + words[1 - LENGTH :]
