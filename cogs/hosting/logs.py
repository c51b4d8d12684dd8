"""The log: plain lines, or one JSON object a line for whatever collects logs.

What people type gets into it, and it is read in a terminal, which obeys control characters. So none of them
leaves a formatter as it came.
"""

from __future__ import annotations

import copy
import json
import logging
import re
from datetime import UTC, datetime
from typing import Any, Final, Literal

LogFormat = Literal["plain", "json"]

_IDS: Final = re.compile(r"\b(match|user|guild|interaction|notice)=(\d+)")
_REFERENCE: Final = re.compile(r"\breference=([0-9a-f]{8})\b")

# C0, DEL and C1; what sets the direction of writing; what ends a line somewhere; halves of characters.
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_LAID_OUT: Final = "\n\t"
"""Of these, what a traceback is laid out with."""


def harmless(text: str, *, keep: str = "") -> str:
    """``text`` with its control characters written out, as ``\\x1b``, except those in ``keep``."""
    return _CONTROL.sub(
        lambda found: found[0] if found[0] in keep else found[0].encode("unicode_escape").decode(), text
    )


class PlainFormatter(logging.Formatter):
    """Formats a record by ``form``, in colours if that has them, after the process's name."""

    def __init__(self, form: logging.Formatter, process: str | None = None) -> None:
        super().__init__()
        self._form = form
        self._begin = f"process={process} " if process else ""

    def format(self, record: logging.LogRecord) -> str:
        """The record's line and its traceback, without the last newline."""
        # A copy: others are given the same record.
        line = copy.copy(record)
        line.msg, line.args = self._begin + harmless(record.getMessage()), None
        line.exc_info = line.exc_text = None
        if record.exc_info and record.exc_info[0]:
            line.exc_text = harmless(self.formatException(record.exc_info), keep=_LAID_OUT)
        if record.stack_info:
            line.stack_info = harmless(record.stack_info, keep=_LAID_OUT)
        return self._form.format(line)


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON.

    ``time`` (ISO 8601, UTC), ``process`` if it has a name, ``level``, ``logger``, ``message``; the ids that
    the message names as ``key=value`` as numbers, the first of each kind; ``reference`` of a reported error;
    ``trace`` of an exception.
    """

    def __init__(self, process: str | None = None) -> None:
        super().__init__()
        self._begin = {"process": process} if process else {}

    def format(self, record: logging.LogRecord) -> str:
        """The record's line, without the newline."""
        message = record.getMessage()
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            **self._begin,
            "level": record.levelname,
            "logger": record.name,
            "message": message,
            **ids_in(message),
        }
        if found := _REFERENCE.search(message):
            line["reference"] = found[1]
        if record.exc_info and record.exc_info[0]:
            line["trace"] = self.formatException(record.exc_info)
        return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(line, ensure_ascii=False))


def ids_in(message: str) -> dict[str, int]:
    """The ids that a message names, the first of each kind: the acting person comes first."""
    found: dict[str, int] = {}
    for key, number in _IDS.findall(message):
        found.setdefault(key, int(number))
    return found
