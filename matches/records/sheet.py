"""Records from elsewhere, in lines or in JSON: their content before it is checked, and their error."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engines import GAMES
from matches.plain_text import first_hidden

LONGEST_QUOTE: Final = 30
"""The most characters of a record that an error quotes."""
_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9 .,:;=+!?'-]")
_LOOKED_AT: Final = 200
"""The most characters of a text that a quote is made from."""
MOST_FIELDS: Final = 60
"""The most headers of a record, including unknown ones."""
_HEADER: Final = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_-]*)\s+"(.*)"\s*\]')
_COMMENT: Final = re.compile(r";[^\n]*|\{[^}]*\}?")
_NUMBER: Final = re.compile(r"[0-9]+\.+")
_SIDES: Final = frozenset(side for game in GAMES.values() for side in game.sides)
_PAIRED: Final = frozenset({"options", "picks", "seals", "salts"})
"""The fields that hold pairs of a key and a value."""
DEEPEST: Final = 8
"""The deepest nesting of lists and objects; a record needs three."""
_DIGITS: Final = 9
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_NESTED: Final = _PAIRED | {"actions"}
"""The fields that are more than a word or a number."""


class TranscriptError(ValueError):
    """A text is not a record, or its match is impossible.

    ``reason`` is a sentence for people, safe to show as it is; ``line`` is the line of the text that it is
    about, counted from 1, or None if it is about the whole text or the format has no useful lines.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


def plain(text: str) -> str:
    """The beginning of a text, safe to show: without characters that may ping, link, mark up or hide."""
    return " ".join(_NOT_PLAIN.sub("", text[:_LOOKED_AT]).split())[:LONGEST_QUOTE]


def quoted(text: str) -> str:
    """:func:`plain` in quotation marks; dots if nothing of it can be shown."""
    return f"“{plain(text) or '…'}”"


@dataclass(frozen=True, slots=True)
class Step:
    """An action as written, the number of its line, and what is given with it: side, time, in advance."""

    text: str
    line: int | None = None
    side: str | None = None
    at: str | None = None
    in_advance: bool = False


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


def check_visible(text: str, *, number_lines: bool = False) -> None:
    """Raise TranscriptError for a hidden character that no word needs; with its line if ``number_lines``."""
    if found := first_hidden(text):
        line = text.count("\n", 0, found.start()) + 1 if number_lines else None
        raise TranscriptError(f"there is a hidden or a control character (U+{ord(found[0]):04X})", line)


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
        steps=list(_text_steps(lines[end:], end + 1)),
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


def _text_steps(lines: Sequence[str], number: int) -> Iterator[Step]:
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


def sheet_of_json(text: str) -> Sheet:
    """The sheet of a record in JSON. Raises TranscriptError if it is not one."""
    _check_depth(text)
    try:
        found = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        reason = "this is not JSON: something here is missing, or too much"
        raise TranscriptError(reason, error.lineno) from error
    if len(found) > MOST_FIELDS:
        raise TranscriptError(f"there are more than {MOST_FIELDS} fields")
    return _sheet(_once((name_of(key), value) for key, value in found.items()))


def _check_depth(text: str) -> None:
    # Checked before parsing: the recursive parser may run out of stack.
    depth = 0
    for sign in _STRING.sub("", text):
        depth += (sign in "[{") - (sign in "]}")
        if depth > DEEPEST:
            raise TranscriptError(f"lists and objects are nested more than {DEEPEST} deep")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for key, value in pairs:
        check_visible(key)
        if isinstance(value, str):
            check_visible(value)
    return _once(pairs)


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise TranscriptError(f"{quoted(key)} is there twice")
        found[key] = value
    return found


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise TranscriptError(f"there is a number of more than {_DIGITS} digits")
    return int(digits)


def _no_number(written: str) -> Any:
    raise TranscriptError(f"{quoted(written)} is no number of a record: those are whole")


def _sheet(found: Mapping[str, Any]) -> Sheet:
    simple = {name: value for name, value in found.items() if name not in _NESTED and value is not None}
    return Sheet(
        # No known simple field has a list or an object as its value, and unknown fields are ignored.
        values={name: str(value).strip() for name, value in simple.items() if isinstance(value, str | int)},
        options=_words(found, "options", "option"),
        picks={side.lower(): _pick(side, value) for side, value in _mapping(found, "picks").items()},
        seals=_words(found, "seals", "the seal on"),
        salts=_words(found, "salts", "the salt of"),
        steps=list(_json_steps(found.get("actions"))),
    )


def _words(found: Mapping[str, Any], name: str, what: str) -> dict[str, str]:
    given = _mapping(found, name)
    return {key.lower(): _word(f"{what} {quoted(key)}", value).lower() for key, value in given.items()}


def _mapping(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = found.get(name) or {}
    if not isinstance(value, dict):
        raise TranscriptError(f"the {name} should be an object of names and values")
    return value


def _pick(side: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TranscriptError(f"the picks of {quoted(side)} should be a list")
    return tuple(_word(f"a pick of {quoted(side)}", one).lower() for one in value)


def _json_steps(actions: Any) -> Iterator[Step]:
    if not isinstance(actions, list):
        raise TranscriptError("the actions should be a list, even an empty one")
    for number, action in enumerate(actions, 1):
        if isinstance(action, str):
            yield Step(action.strip())
        elif isinstance(action, dict):
            yield _step(f"action {number}", action)
        else:
            raise TranscriptError(f"action {number} should be a text, or an object with an “action”")


def _step(what: str, action: Mapping[str, Any]) -> Step:
    side, at = action.get("side"), action.get("at")
    return Step(
        _word(what, action.get("action")).strip(),
        side=None if side is None else _word(f"the side of {what}", side).lower(),
        at=None if at is None else _word(f"the time of {what}", at),
        in_advance=action.get("in_advance") is True,
    )


def _word(what: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TranscriptError(f"{what} should be a text in quotation marks")
    return value
