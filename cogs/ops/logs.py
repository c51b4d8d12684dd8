"""The log: plain lines, or one JSON object a line for whatever collects logs."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any, Final, Literal

LogFormat = Literal["plain", "json"]

_IDS: Final = re.compile(r"\b(match|user|guild|interaction|notice)=(\d+)")
_REFERENCE: Final = re.compile(r"\breference=([0-9a-f]{8})\b")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON.

    ``time`` (ISO 8601, UTC), ``level``, ``logger``, ``message``; the ids that the message names as
    ``key=value`` as numbers, the first of each kind; ``reference`` of a reported error; ``trace`` of an
    exception.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        message = record.getMessage()
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message,
            **ids_in(message),
        }
        if found := _REFERENCE.search(message):
            line["reference"] = found[1]
        if record.exc_info and record.exc_info[0]:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def ids_in(message: str) -> dict[str, int]:
    """The ids that a message names, the first of each kind: whoever acts comes first."""
    found: dict[str, int] = {}
    for key, number in _IDS.findall(message):
        found.setdefault(key, int(number))
    return found
