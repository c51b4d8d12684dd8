"""Reads records from a file exported under *Privacy…*, or from one match copied out of it.

Everything else in the file is skipped. It is read one match at a time, and only the newest records are kept,
as texts: :func:`matches.records.read` trusts them no more than any other text.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engines import GAMES
from matches.records.read import LONGEST
from matches.records.sheet import TranscriptError

LARGEST_EXPORT: Final = 10 * 1024 * 1024
"""The largest file that is read, in bytes: Discord's limit for files of the bot."""
LARGEST_UNPACKED: Final = 8 * 1024 * 1024
"""The largest export in a zip file, in bytes."""
MOST_STEPS: Final = 600_000
"""The most names, entries and brackets that are scanned; a full export has one in 25 bytes."""
MOST_OTHERS: Final = 3000
"""The most entries of an export's list that are no matches."""
DEEPEST: Final = 40
"""The deepest nesting of lists and objects; an export needs a dozen."""
MOST_FOUND: Final = 25
"""The most records to take from an export: Discord's limit for a menu."""
_EXPORT: Final = "export"
_MATCHES: Final = "matches"
_OF_A_MATCH: Final = frozenset({"match", "phase", "entries"})
"""Fields of a match in an export that records do not have."""
_ZIP: Final = b"PK\x03\x04"
_ZIPPED_FILE: Final = b"PK\x01\x02"
"""The signature before each file in a zip file's list; it may occur elsewhere by chance."""
_ZIPPED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The supported compressions of a file; others may need any amount of memory."""
_BLANKS: Final = re.compile(r"[ \t\r\n]*")
_QUOTED: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_STRING: Final = re.compile(_QUOTED, re.DOTALL)
_WORD: Final = re.compile(rf'{_QUOTED}|[^\s",:\[\]{{}}]++', re.DOTALL)
_INSIDE: Final = re.compile(rf'(?:[^"\[\]{{}}]++|{_QUOTED})*+', re.DOTALL)
"""Text up to the next bracket of a list or an object."""
_NUMBER: Final = re.compile("[0-9]{1,18}")
_WANTED: Final = ("match", "record")
_DAMAGED: Final = "this export is damaged: something in it is missing, or too much"
_TOO_MUCH: Final = "there is too much in this export that is no match; take one match out of it"
_LONGEST_WRITTEN: Final = 2 * LONGEST
"""The most characters of a record in an export, including whitespace."""


@dataclass(frozen=True, slots=True)
class ExportedMatch:
    """A match in an export: its number there (0: none), game key, number of actions, and record's text."""

    number: int
    game: str
    actions: int
    record: str


@dataclass(frozen=True, slots=True)
class Exported:
    """The newest matches with a record in an export, newest first; ``count``: how many it has in all."""

    matches: tuple[ExportedMatch, ...]
    count: int


class _TooMuchError(ValueError):
    """A file holds far more than an export does."""


def is_zip(data: bytes) -> bool:
    """True for an archive, whose size is known only after unpacking."""
    return data.startswith(_ZIP)


def read_export(data: bytes) -> Exported | None:
    """The records in an export; None if ``data`` is not an export, but may be a record.

    Raises TranscriptError for an export that is damaged or too large. Slow: do not call it on the event loop.
    """
    packed = is_zip(data)
    # Invalid UTF-8 is replaced: a file cut off within a character is reported as damaged below.
    text = (_unpacked(data) if packed else data).decode("utf-8-sig", "replace")
    if not text.lstrip(" \t\r\n").startswith("{"):
        if packed:
            raise TranscriptError("there is no export in this archive")
        return None
    return _found(text, packed=packed)


def _found(text: str, *, packed: bool) -> Exported | None:
    seen: set[str] = set()
    newest: deque[Mapping[str, str]] = deque(maxlen=MOST_FOUND)
    count = 0
    try:
        for fields in _with_records(_Scan(text), seen):
            newest.append(fields)
            count += 1
        found = [match for fields in reversed(newest) if (match := _match(fields)) is not None]
    except (ValueError, RecursionError) as error:
        if packed or _is_export(seen):
            raise TranscriptError(_TOO_MUCH if isinstance(error, _TooMuchError) else _DAMAGED) from error
        return None
    is_match = bool(found) and "actions" not in seen
    return Exported(tuple(found), count) if packed or is_match or _is_export(seen) else None


def _is_export(seen: set[str]) -> bool:
    return "actions" not in seen and (bool(seen & {_EXPORT, _MATCHES}) or seen >= _OF_A_MATCH)


def _with_records(scan: _Scan, seen: set[str]) -> Iterator[Mapping[str, str]]:
    """The wanted fields, as texts, of each match with a record in an export, or of a single exported match.

    Adds the names of all top-level fields to ``seen``.

    Raises ValueError if the text is damaged, or no export at all.
    """
    text, whole, others = scan.text, dict[str, str](), 0
    for name, begin, end in scan.fields(scan.blank(0)):
        seen.add(name)
        if name in _WANTED:
            whole[name] = text[begin:end]
        if name == _MATCHES and text.startswith("[", begin):
            for first in scan.entries(begin, end):
                of_match = scan.fields(first) if text.startswith("{", first) else ()
                wanted = {name: text[begin:end] for name, begin, end in of_match if name in _WANTED}
                others += not wanted
                if others > MOST_OTHERS:
                    raise _TooMuchError
                if _has_record(wanted):
                    yield wanted
    if _has_record(whole):
        yield whole


def _has_record(fields: Mapping[str, str]) -> bool:
    return fields.get("record", "").startswith("{")


def _match(fields: Mapping[str, str]) -> ExportedMatch | None:
    """The match, or None if its record cannot be one of a known game. Raises ValueError if it is damaged."""
    text, number = fields["record"], fields.get("match", "")
    record = json.loads(text) if len(text) <= _LONGEST_WRITTEN else {}
    game, actions = record.get("game"), record.get("actions")
    compact = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    if not (
        isinstance(game, str) and game in GAMES and isinstance(actions, list) and len(compact) <= LONGEST
    ):
        return None
    return ExportedMatch(int(number) if _NUMBER.fullmatch(number) else 0, game, len(actions), compact)


class _Scan:
    """A scanner of JSON text. Its methods raise ValueError where the text is damaged.

    An uploaded file may be large, and the JSON parser does not release the interpreter until it is done. So
    the file is split at its brackets here, and only short and wanted parts are parsed.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._steps = MOST_STEPS

    def fields(self, at: int) -> Iterator[tuple[str, int, int]]:
        """The name of each field of an object, with the start and end of its value."""
        at = self._after(at, "{")
        while not self.text.startswith("}", at):
            name = _STRING.match(self.text, at)
            if name is None:
                raise ValueError("a name is missing")
            begin = self._after(name.end(), ":")
            end = self._end(begin)
            yield name[0][1:-1], begin, end
            at = self._next(end, "}")

    def entries(self, at: int, end: int) -> Iterator[int]:
        """The places at which the entries of a list that ends at ``end`` begin."""
        at = self._after(at, "[")
        while at < end - 1:
            yield at
            at = self._next(self._end(at), "]")

    def blank(self, at: int) -> int:
        """The position after whitespace."""
        found = _BLANKS.match(self.text, at)
        return found.end() if found else at

    def _end(self, at: int) -> int:
        """The end of the value that begins at ``at``."""
        self._count()
        if not self.text.startswith(("[", "{"), at):
            word = _WORD.match(self.text, at)
            if word is None:
                raise ValueError("a value is missing")
            return word.end()
        depth = 0
        while True:
            inside = _INSIDE.match(self.text, at)
            at = inside.end() if inside else at
            sign = self.text[at : at + 1]
            if sign not in ("[", "{", "]", "}"):
                raise ValueError("the end is missing")
            self._count()
            depth += 1 if sign in "[{" else -1
            if depth > DEEPEST:
                raise ValueError("it is nested too deep")
            at += 1
            if not depth:
                return at

    def _count(self) -> None:
        self._steps -= 1
        if self._steps < 0:
            raise _TooMuchError

    def _next(self, at: int, closing: str) -> int:
        """The position of the next item of an object or list, or of ``closing``."""
        at = self.blank(at)
        return at if self.text.startswith(closing, at) else self._after(at, ",")

    def _after(self, at: int, sign: str) -> int:
        """The position after ``sign`` and whitespace."""
        at = self.blank(at)
        if not self.text.startswith(sign, at):
            raise ValueError(f"{sign} is missing")
        return self.blank(at + 1)


def _unpacked(data: bytes) -> bytes:
    """The content of the only file in a zip file. Raises TranscriptError."""
    try:
        if data.count(_ZIPPED_FILE) > MOST_FOUND:
            raise ValueError("many files")  # before their list is read
        with zipfile.ZipFile(io.BytesIO(data)) as zipped:
            (packed,) = zipped.infolist()
            if packed.compress_type not in _ZIPPED:
                raise ValueError("packed in an odd way")
            with zipped.open(packed) as file:
                content = file.read(LARGEST_UNPACKED + 1)
    except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, RuntimeError, OSError) as error:
        # RuntimeError: the file needs a password.
        raise TranscriptError("I can't unpack this archive") from error
    if len(content) > LARGEST_UNPACKED:
        most = LARGEST_UNPACKED // 1024**2
        raise TranscriptError(f"unpacked, it holds more than {most} MB; take one match out of it")
    return content
