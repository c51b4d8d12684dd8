"""Bot messages that stop a skip of time, each told in a line without markup."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

#: Simulated time after a stop in which another message stops nothing.
QUIET = timedelta(minutes=15)
#: Letters of a message that are told.
LONGEST = 60

_MENTION = re.compile(r"<@!?(\d+)>")
_COMMAND = re.compile(r"<(/[^:>]+):\d+>")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
#: Times, emojis and other things in angle brackets, and the marks of headings, small print, bold, code.
_MARKUP = re.compile(r"<[^>]*>|^(?:#{1,3}|-#|>|-) +|[*_`]{1,3}", re.MULTILINE)


@dataclass(frozen=True)
class Posted:
    """A message that the bot posted: the id of its place, and its text with all markup."""

    place: int
    text: str


@dataclass(frozen=True)
class Stop:
    """A skip of time that ended early: when, at the message of which place, and how that begins."""

    at: datetime
    place: int
    said: str


def beginning(text: str, names: Mapping[int, str]) -> str:
    """The first line of a message as plain text, of at most `LONGEST` letters; ``names`` by users' ids."""
    plain = _MENTION.sub(lambda found: names.get(int(found[1]), "somebody"), text)
    plain = _MARKUP.sub("", _LINK.sub(r"\1", _COMMAND.sub(r"\1", plain)))
    line = next(filter(None, (" ".join(line.split()) for line in plain.splitlines())), "")
    if len(line) <= LONGEST:
        return line
    return line[: LONGEST - 1].rsplit(" ", 1)[0].rstrip(" ,.;:·") + "…"
