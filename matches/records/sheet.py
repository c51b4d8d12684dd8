"""The content of a record from elsewhere, before anything of it is believed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from matches.records.errors import TranscriptError

MOST_FIELDS: Final = 60
"""Headers that a record may have, those that mean nothing here too."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action as it was written, on which line of the text, and the side and the time given with it."""

    text: str
    line: int | None = None
    side: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record as it was written, in either form.

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
        """The error for what the field ``name`` says."""
        return TranscriptError(reason, self.lines.get(name))


def name_of(written: str) -> str:
    """The name of a field as it is compared: ``Taken-Back``, ``taken_back`` and ``TakenBack`` are one."""
    return written.replace("_", "").replace("-", "").lower()


_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Characters that control a terminal, turn the direction of a text round, or are not seen at all."""


def check_visible(text: str, *, number_lines: bool = False) -> None:
    """Raise TranscriptError for a character that nobody sees; with its line if ``number_lines``."""
    if found := _HIDDEN.search(text):
        line = text.count("\n", 0, found.start()) + 1 if number_lines else None
        raise TranscriptError(f"there is a hidden or a control character (U+{ord(found[0]):04X})", line)
