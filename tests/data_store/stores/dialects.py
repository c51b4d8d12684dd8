"""What of the stores' contract PostgreSQL is asked in words of its own, so that SQLite cannot answer for it.

Those are locks, which SQLite does not have; what each database has another word for; and what several do at
once, since SQLite lets one write at a time. It is read off the code: of a case by the store functions that it
and the helpers of its own module name, of a store function by all that it names in turn.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from functools import cache
from inspect import signature
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from sqlalchemy import ClauseElement
from sqlalchemy.sql import operators, visitors

from data import stores, writing
from data.stores import notices

OPERATORS: Final = (operators.is_distinct_from, operators.is_not_distinct_from)
OWN_WORDS: Final = frozenset({"dialect", "with_for_update", *(one.__name__ for one in OPERATORS)})
"""What a function names that means something else to PostgreSQL, or nothing to SQLite."""
SAME_WORDS: Final[frozenset[object]] = frozenset(
    {writing.upsert_over, writing.add_to, writing.insert_missing, notices.insert_notices}
)
"""They ask for the dialect, and say ON CONFLICT to both in the same words (``test_dialects.py``)."""
SET_UP: Final[frozenset[object]] = frozenset({stores.matches.create, stores.matches.save})
"""Nearly every case begins with a match, whatever it is about."""
AT_ONCE: Final = frozenset({"gather", "create_task", "crossing", "at_point"})
"""What a case names that has several act at once."""
OWN: Final = "_compiler_dispatcher"
"""What SQLAlchemy keeps in a class that has words for each dialect."""


@cache
def of_its_own(case: FunctionType) -> bool:
    """True if a case of the contract asks PostgreSQL something that it doesn't ask SQLite."""
    if "opener" in signature(case).parameters:
        return True
    named = _all_named(case, lambda one: one.__module__ == case.__module__)
    here = {one for one in named if one.__module__ == case.__module__}
    return any(AT_ONCE & set(_words(one.__code__)) for one in here) or any(
        map(differs, named - here - SET_UP)
    )


@cache
def differs(function: FunctionType) -> bool:
    """True if a function of ``data``, or one that it calls there, has other words for PostgreSQL."""

    def counts(one: FunctionType) -> bool:
        return one.__module__.startswith("data.") and one not in SAME_WORDS

    return any(_has_own_words(one) for one in _all_named(function, counts) if counts(one))


@cache
def _has_own_words(function: FunctionType) -> bool:
    if function.__name__.startswith("claim"):  # which only there two may do at once
        return True
    return bool(OWN_WORDS & set(_words(function.__code__))) or any(map(_is_own, _named(function)))


def _all_named(function: FunctionType, follow: Callable[[FunctionType], bool]) -> set[FunctionType]:
    """A function, those that it names, and theirs, as far as they are to be followed."""
    found, left = set[FunctionType](), [function]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += [other for other in _named(one) if isinstance(other, FunctionType)] if follow(one) else []
    return found


def _is_own(named: Any) -> bool:
    """True for a statement, or a part of one, with a lock or other words for PostgreSQL."""
    if isinstance(named, type):
        return OWN in vars(named)
    parts = visitors.iterate(named) if isinstance(named, ClauseElement) else ()
    return any(
        getattr(part, "_for_update_arg", None) is not None
        or getattr(part, "operator", None) in OPERATORS
        or OWN in vars(type(part))
        for part in parts
    )


@cache
def _named(function: FunctionType) -> tuple[Any, ...]:
    """What a function names of its module's surroundings; of an object that holds functions, those."""
    found: list[Any] = []
    for code in _codes(function.__code__):
        value: Any = None
        for step in dis.get_instructions(code):
            if step.opname == "LOAD_GLOBAL":
                found.append(value)
                value = function.__globals__.get(step.argval)
            elif isinstance(value, ModuleType) and step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                value = getattr(value, step.argval, None)
        found.append(value)
    held = [one for value in found if _of_data(value) for one in getattr(value, "__dict__", {}).values()]
    return tuple(getattr(one, "__wrapped__", one) for one in (*found, *held))


def _of_data(value: Any) -> bool:
    return type(value).__module__.startswith("data.")


def _words(code: CodeType) -> Iterator[str]:
    for one in _codes(code):
        yield from one.co_names


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those inside it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)
