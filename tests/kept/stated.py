"""Rightful differences between what was recorded and what the bot answers today, each with its reason.

Wording is no difference here (see ``wording.py``). Anything else that a change alters on purpose is stated in
``STATED``, as narrowly as it is: for the controls whose answers it alters, the parts of an answer as they are
compared. What is not stated is held as before. ::

    Difference(
        "The panel offers buttons where it offered a menu.",
        verbs=frozenset({"move"}),
        alike=lambda parts: [one for one in parts if '"custom_id": "act:' not in one],
    )

``alike`` gets what came, recorded and today's in turn, and returns what of it is still compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Difference:
    """One difference: its reason, what stays alike, and the verbs of its controls (none named: all)."""

    reason: str
    alike: Callable[[Sequence[str]], Sequence[str]]
    verbs: frozenset[str] = frozenset()

    def is_about(self, verb: str) -> bool:
        """Whether answers to this kind of control differ so."""
        return not self.verbs or verb in self.verbs


_WAY_ON: Final = re.compile(
    r'\s*\{"custom_id": "(?:watch|look):\d+:\d+", "label": "…", "style": 2, "type": 2\}'
)
_ROW: Final = '{"type": 1}'
_SENTENCE: Final = '{"type": 10}'


def _without_ways_on(parts: Sequence[str]) -> Sequence[str]:
    """An answer of one sentence, without the buttons below it and the command in it; others as they are."""
    rest = [part for part in parts if not _WAY_ON.fullmatch(part) and part.strip() != _ROW]
    holds_more = any("custom_id" in part or "media" in part for part in rest)
    if holds_more or [part.strip() for part in rest].count(_SENTENCE) != 1:
        return parts
    return [part for part in rest if part != "names a command"]


STATED: Final[tuple[Difference, ...]] = (
    Difference(
        "Who may not act in somebody else's match is offered to watch it and to look at it, in place of "
        "being told of /help.",
        _without_ways_on,
        frozenset(
            {
                *("move", "do", "end", "takeback", "agree", "refuse"),
                *("choose", "slot", "confirm", "claimtime", "extend"),
            }
        ),
    ),
    Difference(
        "The panel of a match offers to mute it.",
        verbs=frozenset({"more", "keepplaying"}),
        alike=lambda parts: [one for one in parts if '"custom_id": "mute:' not in one],
    ),
    Difference(
        "An export has more in it, such as whether weekends are off, so that its file has another sum.",
        verbs=frozenset({"export"}),
        alike=lambda parts: [one for one in parts if '"file": "tidepool.json' not in one],
    ),
)


def compared(verb: str, parts: Sequence[str], stated: Sequence[Difference] = STATED) -> list[str]:
    """What is compared of an answer to a control of some kind."""
    for difference in stated:
        if difference.is_about(verb):
            parts = difference.alike(parts)
    return list(parts)
