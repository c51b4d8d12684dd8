"""Records from elsewhere, read and replayed: everything that the rules can check is checked.

The result holds only texts that the game itself writes; anything else in the input is dropped.
"""

from __future__ import annotations

from typing import Final

from matches.records.errors import TranscriptError
from matches.records.json import sheet_of_json
from matches.records.model import Transcript, lines
from matches.records.replay import replayed, time_of
from matches.records.result import ending
from matches.records.sealing import sealing_of
from matches.records.setup import days, number, set_up
from matches.records.sheet import Sheet, check_visible
from matches.records.text import sheet_of_text
from matches.records.write import SETS

LONGEST: Final = 200_000
"""The most bytes of a record."""
MOST_ACTIONS: Final = 1_500
"""The most actions of a record: in the slowest known positions, a replay takes a second or two."""


def read(data: str | bytes) -> Transcript:
    """The record in a text, in either format. Raises TranscriptError with what is wrong, and where.

    It may take a second or two: do not call it on the event loop.
    """
    text = _text(data)
    return _transcript(sheet_of_json(text) if text.lstrip().startswith("{") else sheet_of_text(text))


def _text(data: str | bytes) -> str:
    if len(data) > LONGEST or len(as_bytes := _bytes(data)) > LONGEST:
        raise TranscriptError(f"a record has at most {LONGEST // 1000} kB")
    try:
        text = as_bytes.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise TranscriptError("this is no text, or not one in UTF-8") from error
    check_visible(text, number_lines=True)
    if not text.strip():
        raise TranscriptError("there is nothing in it")
    return text


def _bytes(data: str | bytes) -> bytes:
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


def _transcript(sheet: Sheet) -> Transcript:
    if len(sheet.steps) > MOST_ACTIONS:
        raise TranscriptError(
            f"a record has at most {MOST_ACTIONS:,} actions, and here are {len(sheet.steps):,}"
        )
    found = set_up(sheet)
    begun, ended = days(sheet)
    taken_back = number(sheet, "takenback", "how often something was taken back") or 0
    times = [time_of(place, step) for place, step in enumerate(sheet.steps, 1)]
    start = found.start()
    played = replayed(start, sheet.steps)
    return Transcript(
        game=found.game.key,
        rules_version=found.version,
        options=found.options,
        first=found.first,
        picks=found.picks,
        actions=tuple(lines(played, times)),
        result=ending(sheet, found.game, played[-1].after if played else start),
        taken_back=taken_back,
        begun=begun,
        ended=ended,
        position=found.position,
        set_part=SETS.index(part) if (part := sheet.values.get("set", "")) in SETS else 0,
        sealing=sealing_of(sheet, found),
    )
