"""What autocomplete offers while an action is being typed."""

from __future__ import annotations

from typing import Final

from engines import Action, ActionError, Position

CHOICES: Final = 25
"""Choices an autocomplete answer can have (Discord's limit)."""
LENGTH: Final = 100
"""Characters of a choice's name and value (Discord's limit)."""


def completions(position: Position, typed: str) -> list[tuple[str, str]]:
    """The actions that ``typed`` can become: (words, line to play), at most 25.

    Actions that are complete already are kept and the last word narrows what may follow, by its
    notation (``d2``, ``b4a6``) or by words (``crab``, ``wall``).
    """
    side = position.to_act
    position, done, rest = _read(position, typed.split())
    if position.to_act != side:
        # The turn is complete as it was typed.
        return _short([done]) if done and not rest else []
    offered = [(action, position.describe(action)) for action in position.legal_actions()]
    if not rest:
        # What ends a turn comes first: it would be lost below all that could still be done.
        offered.sort(key=lambda pair: len(pair[0].path) > 1)
    by_notation = [pair for pair in offered if _begins(rest, pair[0])]
    # A letter alone is the beginning of a point's name: as a word it would fit almost anything.
    by_words = (
        []
        if len(rest) == 1 and by_notation
        else [pair for pair in offered if pair not in by_notation and _mentions(rest, pair[1])]
    )
    fitting = by_notation + by_words
    whole = [done] if done and not rest else []
    return _short([*whole, *([*done, pair] for pair in fitting)])[:CHOICES]


_Said = tuple[Action, str]


def _read(position: Position, words: list[str]) -> tuple[Position, list[_Said], str]:
    """``position`` after the complete actions at the head of ``words``, those actions, and what is left."""
    done: list[_Said] = []
    side = position.to_act
    while words and position.to_act == side:
        try:
            action = position.parse(words[0])
        except ActionError:
            break
        done.append((action, position.describe(action)))
        position = position.apply(action)
        words = words[1:]
    return position, done, " ".join(words)


def _begins(rest: str, action: Action) -> bool:
    return _bare(str(action)).startswith(_bare(rest))


def _bare(text: str) -> str:
    """Notation without what people leave out: ``d2xd3`` and ``D2 d3`` are both ``d2d3``."""
    return "".join(letter for letter in text.casefold() if letter.isalnum() and letter != "x")


def _mentions(rest: str, words: str) -> bool:
    said = words.casefold().replace(",", "").split()
    return all(any(word.startswith(typed) for word in said) for typed in rest.casefold().split())


def _short(lines: list[list[_Said]]) -> list[tuple[str, str]]:
    """Words and notation of the lines that a choice can hold; longer ones are typed to their end."""
    choices = [(_words(line), " ".join(str(action) for action, _ in line)) for line in lines]
    return [(words, line) for words, line in choices if len(line) <= LENGTH]


def _words(line: list[_Said]) -> str:
    """The line in words. Its end is what tells it apart, so a long one loses its beginning."""
    words = ", then ".join(described for _, described in line)
    return words if len(words) <= LENGTH else "…" + words[1 - LENGTH :]
