"""Records in lines: headers in brackets, then actions, with comments anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engines import GAMES
from matches.records.errors import TranscriptError, quoted
from matches.records.sheet import MOST_FIELDS, Sheet, Step, name_of

_HEADER: Final = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_-]*)\s+"(.*)"\s*\]')
_COMMENT: Final = re.compile(r";[^\n]*|\{[^}]*\}?")
_NUMBER: Final = re.compile(r"[0-9]+\.+")
_SIDES: Final = frozenset(side for game in GAMES.values() for side in game.sides)
_PAIRED: Final = frozenset({"options", "picks", "seals", "salts"})
"""The headers that hold pairs of a key and a value."""


def sheet_of_text(text: str) -> Sheet:
    """The sheet of a record in lines. Raises TranscriptError if it is not one."""
    lines = text.split("\n")
    values, where, end = _headers(lines)
    if not values:
        raise TranscriptError(
            'this is no record of a match: one begins with headers such as [Game "prudh"]', 1
        )
    pairs = {name: _pairs(values.get(name, ""), where.get(name)) for name in _PAIRED}
    return Sheet(
        values={name: value.strip() for name, value in values.items() if name not in _PAIRED},
        options=pairs["options"],
        picks={side: tuple(picks.split(",")) for side, picks in pairs["picks"].items()},
        seals=pairs["seals"],
        salts=pairs["salts"],
        steps=list(_steps(lines[end:], end + 1)),
        lines=where,
    )


def _headers(lines: Sequence[str]) -> tuple[dict[str, str], dict[str, int], int]:
    """The headers, the numbers of their lines, and the number of lines before the first action."""
    values: dict[str, str] = {}
    where: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if bare.startswith("["):
            name, value = _header(bare, number)
            if name in values:
                raise TranscriptError(f"the header {quoted(name)} is there twice", number)
            values[name], where[name] = value, number
            if len(values) > MOST_FIELDS:
                raise TranscriptError(f"there are more than {MOST_FIELDS} headers", number)
        elif bare and not bare.startswith(";"):
            return values, where, number - 1
    return values, where, len(lines)


def _header(line: str, number: int) -> tuple[str, str]:
    found = _HEADER.fullmatch(line)
    if found is None:
        raise TranscriptError(f'{quoted(line)} is no header: one is written [Name "value"]', number)
    return name_of(found[1]), found[2]


def _pairs(value: str, number: int | None) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for pair in value.lower().split():
        key, equals, meant = pair.partition("=")
        if not (key and equals and meant):
            raise TranscriptError(f"{quoted(pair)} should be a name and a value, such as board=7x7", number)
        if key in pairs:
            raise TranscriptError(f"{quoted(key)} is there twice", number)
        pairs[key] = meant
    return pairs


def _steps(lines: Sequence[str], number: int) -> Iterator[Step]:
    """The actions, each with the side named before it, if any; the numbers of turns are skipped."""
    side = None
    for here, line in enumerate(_without_comments("\n".join(lines), number).split("\n"), number):
        for written in line.split():
            turn = _NUMBER.match(written)
            token = written[turn.end() :] if turn else written
            if token.startswith("["):
                raise TranscriptError("headers come before the first action", here)
            if (named := token.removesuffix(":").lower()) in _SIDES:
                side = named
            elif token:
                yield Step(token, here, side)
                side = None


def _without_comments(text: str, number: int) -> str:
    """``text`` without its comments, with all line breaks kept. ``number`` is its first line's number."""

    def nothing(comment: re.Match[str]) -> str:
        if comment[0][0] == "{" and comment[0][-1] != "}":
            line = number + text.count("\n", 0, comment.start())
            raise TranscriptError("a comment that begins with { is never closed", line)
        return "\n" * comment[0].count("\n") or " "

    return _COMMENT.sub(nothing, text)
