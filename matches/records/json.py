"""Records in JSON, read with limits that protect against untrusted input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from matches.records.errors import TranscriptError, quoted
from matches.records.sheet import MOST_FIELDS, Sheet, Step, check_visible, name_of

DEEPEST: Final = 8
"""The deepest nesting of lists and objects; a record needs three."""
_DIGITS: Final = 9
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_NESTED: Final = frozenset({"options", "picks", "seals", "salts", "actions"})
"""The fields that are more than a word or a number."""


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
        steps=list(_steps(found.get("actions"))),
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


def _steps(actions: Any) -> Iterator[Step]:
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
    )


def _word(what: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TranscriptError(f"{what} should be a text in quotation marks")
    return value
