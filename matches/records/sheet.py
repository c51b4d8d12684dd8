"""The content of a record from elsewhere, before it is checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from matches.records.errors import TranscriptError

MOST_FIELDS: Final = 60
"""The most headers of a record, including unknown ones."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action as written, the number of its line, and the side and time given with it."""

    text: str
    line: int | None = None
    side: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record as written, in either format.

    ``values`` are the simple fields by :func:`name_of`; ``lines`` says on which line a field stands.
    """

    values: Mapping[str, str]
    options: Mapping[str, str] = field(default_factory=dict)
    picks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seals: Mapping[str, str] = field(default_factory=dict)
    salts: Mapping[str, str] = field(default_factory=dict)
    steps: Sequence[Step] = ()
    lines: Mapping[str, int] = field(default_factory=dict)

    def error(self, name: str, reason: str) -> TranscriptError:
        """An error about the field ``name``, with its line."""
        return TranscriptError(reason, self.lines.get(name))


def name_of(written: str) -> str:
    """A field's name in normal form: ``Taken-Back``, ``taken_back`` and ``TakenBack`` are the same."""
    return written.replace("_", "").replace("-", "").lower()


_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control characters, characters that change the direction of text, and invisible ones."""


def check_visible(text: str, *, number_lines: bool = False) -> None:
    """Raise TranscriptError for an invisible character; with its line if ``number_lines``."""
    if found := _HIDDEN.search(text):
        line = text.count("\n", 0, found.start()) + 1 if number_lines else None
        raise TranscriptError(f"there is a hidden or a control character (U+{ord(found[0]):04X})", line)
