"""Reads and writes the ids of controls and forms: numbers, and a text at the end.

A control's or form's handler says by the annotations of its parameters what its ids hold. They are read,
checked and written here and nowhere else; an id that doesn't fit is one of an old card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from inspect import Parameter, signature
from typing import Annotated, Any, Final, NamedTuple, Self, get_args, get_origin, get_type_hints

from cogs.kit.presentation import game_of_number, number_of_game

Kind = Container[int]
"""The numbers that one place of an id may hold, such as a range."""

ID: Final = range(2**63)
"""An id of a row, or of Discord's."""
COUNT: Final = range(10**6)
"""A place in a list, a page, or a count of actions."""
NODE: Final = range(2**31)
"""A number that a match gives to something of its own."""
GAME_NUMBER: Final = range(2**32)
"""The number of a game: see ``presentation.number_of_game``."""
BIT: Final = range(2)
"""0 or 1."""
_NUMBERS: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})*")
_WHOLE: Final = re.compile(r"-?[0-9]{1,22}")


@dataclass(frozen=True, slots=True)
class Where:
    """The numbers that fit a condition."""

    fits: Callable[[int], bool]

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.fits(number)


@dataclass(frozen=True, slots=True)
class Takes:
    """The numbers of an id: one of each kind in ``always``, then in ``maybe``, then as many of ``more``.

    Those of ``maybe`` may be missing at the end.
    """

    always: Sequence[Kind] = ()
    maybe: Sequence[Kind] = ()
    more: Kind = ()

    def fit(self, numbers: Sequence[int]) -> bool:
        """True if an id may hold these numbers."""
        kinds = (*self.always, *self.maybe)
        rest = [self.more] * (len(numbers) - len(kinds))
        return len(numbers) >= len(self.always) and all(
            number in kind for number, kind in zip(numbers, (*kinds, *rest), strict=False)
        )


@dataclass(frozen=True, slots=True)
class Query:
    """Several numbers of an id as one value, such as a page of a list: the fields of a subclass, in order.

    Messages in the world carry them: never move one. A field that is no number names in its metadata the
    functions that make it one, ``write``, and read it, ``read``, and any field the numbers that it
    ``takes``, if not COUNT. Fields with a default may be missing at the end of an id.
    """

    @property
    def args(self) -> tuple[int, ...]:
        """The fields as an id's numbers."""
        numbers = (each.metadata.get("write", _itself)(getattr(self, each.name)) for each in fields(self))
        return tuple(number for number in numbers if number is not None)

    @classmethod
    def of(cls, args: Sequence[int]) -> Self:
        """Read a query from an id's numbers. Raises Refusal for a game that is gone."""
        given = zip(fields(cls), args, strict=False)
        return cls(*(each.metadata.get("read", _itself)(number) for each, number in given))

    @classmethod
    def takes(cls) -> Takes:
        """The numbers in ids that have this query."""
        kinds = [each.metadata.get("takes", COUNT) for each in fields(cls)]
        needed = sum(each.default is MISSING for each in fields(cls))
        return Takes(kinds[:needed], kinds[needed:])


def _itself(number: Any) -> Any:
    return number


FLAG: Final = {"write": int, "read": bool, "takes": BIT}
GAME: Final = {"write": number_of_game, "read": game_of_number, "takes": GAME_NUMBER}
GAME_OR_ALL: Final = {
    "write": lambda game: 0 if game is None else number_of_game(game),
    "read": lambda number: game_of_number(number) if number else None,
    "takes": GAME_NUMBER,
}
"""A game by its key; None and 0 stand for all games."""
OF_ID: Final = {"takes": ID}
"""The id of a row, or of Discord's."""


# --- handlers' parameters -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InId:
    """A value that is no number, in an id: the numbers it takes, and how it is read and written."""

    kind: Kind
    read: Callable[[int], Any]
    write: Callable[[Any], int]


class _Place(NamedTuple):
    """A part of an id that isn't among its numbers."""

    name: str


_VERSION: Final = _Place("version")
_TAIL: Final = _Place("tail")

Id = Annotated[int, ID]
Count = Annotated[int, COUNT]
Node = Annotated[int, NODE]
Bit = Annotated[int, BIT]
GameNumber = Annotated[int, GAME_NUMBER]
"""The number of a game, or 0 for none."""
GameKey = Annotated[str, InId(GAME_NUMBER, game_of_number, number_of_game)]
"""A game by its key; reading it raises Refusal for a game that is gone."""
Version = Annotated[int, _VERSION]
"""In the place of a match's version, for what has none."""
Tail = Annotated[str, _TAIL]
"""The text at the end of an id."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter of a handler, and how it stands in an id; ``place`` is None among its numbers."""

    name: str
    takes: Takes
    read: Callable[[Sequence[int]], Any]
    write: Callable[[Any], Sequence[int]]
    default: Any = Parameter.empty
    place: _Place | None = None

    @property
    def size(self) -> int:
        """The most numbers that it has."""
        return len(self.takes.always) + len(self.takes.maybe)


class Held(NamedTuple):
    """The contents of an id; a ``version`` of None is left to who makes the id."""

    version: int | None
    numbers: tuple[int, ...]
    text: str


class Grammar:
    """The form of a control's ids, or a form's, by the parameters of its ``handler`` after the first one.

    Raises TypeError for an annotation that stands for nothing in an id.
    """

    def __init__(self, handler: Callable[..., Any]) -> None:
        hints = get_type_hints(handler, include_extras=True)
        _, *parameters = signature(handler).parameters.values()
        self._arguments = tuple(
            _argument(one, hints[one.name]) for one in parameters if one.kind is not Parameter.VAR_POSITIONAL
        )
        self._rest = next(
            (_argument(one, hints[one.name]) for one in parameters if one.kind is Parameter.VAR_POSITIONAL),
            None,
        )

    @cached_property
    def takes(self) -> Takes:
        """The numbers of the ids."""
        always, maybe = list[Kind](), list[Kind]()
        for one in self._arguments:
            if one.default is Parameter.empty and not maybe:
                always += one.takes.always
                maybe += one.takes.maybe
            else:
                maybe += (*one.takes.always, *one.takes.maybe)
        return Takes(always, maybe, () if self._rest is None else self._rest.takes.always[0])

    def read(self, held: Held) -> list[Any]:
        """The values for the handler. The numbers fit; raises Refusal for a game that is gone."""
        values, left = [], held.numbers
        for one in self._arguments:
            if one.place is not None:
                values.append(held.version if one.place is _VERSION else held.text)
                continue
            numbers, left = left[: one.size], left[one.size :]
            missing = not numbers and one.default is not Parameter.empty
            values.append(one.default if missing else one.read(numbers))
        if self._rest is not None:
            values += [self._rest.read((number,)) for number in left]
        return values

    def write(self, given: Sequence[Any], named: Mapping[str, Any]) -> Held:
        """The contents of the id that stands for these values of the handler's parameters.

        Those with a default that aren't given stand in no id.
        """
        version, text, numbers = None, "", list[int]()
        # Written for each control of each card, and checked by mypy: binding a signature costs twice as much.
        values = {**{one.name: value for one, value in zip(self._arguments, given, strict=False)}, **named}
        for one in self._arguments:
            if one.name not in values:
                if one.default is Parameter.empty:
                    raise TypeError(f"an id needs its {one.name!r}")
                continue
            value = values[one.name]
            if one.place is _VERSION:
                version = value
            elif one.place is _TAIL:
                text = value
            else:
                numbers += one.write(value)
        if self._rest is not None:
            for value in given[len(self._arguments) :]:
                numbers += self._rest.write(value)
        return Held(version, tuple(numbers), text)


def _argument(parameter: Parameter, hint: Any) -> Argument:
    name, default = parameter.name, parameter.default
    base, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if isinstance(base, type) and issubclass(base, Query):
        return Argument(name, base.takes(), base.of, lambda query: query.args, default)
    if hasattr(base, "__supertype__") and not marks:
        marks = [InId(ID, base, int)]
    elif base is bool and not marks:
        marks = [InId(BIT, bool, int)]
    for mark in marks:
        if isinstance(mark, _Place):
            return Argument(name, Takes(), _nothing, _nothing, default, mark)
        found = mark if isinstance(mark, InId) else InId(mark, _itself, _itself)
        return _number(name, found, default)
    raise TypeError(f"{name}: {hint!r} stands for nothing in an id")


def _number(name: str, how: InId, default: Any) -> Argument:
    return Argument(
        name,
        Takes((how.kind,)),
        lambda numbers: how.read(numbers[0]),
        lambda value: (how.write(value),),
        default,
    )


def _nothing(_: Any) -> Any:
    raise AssertionError("it isn't among the numbers")


# --- choices of menus -----------------------------------------------------------------------------


class _Anything:
    """Every text."""

    def __contains__(self, text: object) -> bool:
        return True


class _Numbers:
    """Numbers with dots between, in an entry of a menu that stands for several choices."""

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and _NUMBERS.fullmatch(text) is not None


NUMBERS: Final = _Numbers()
"""One number or several, with dots between: see :func:`numbers_in`."""


def numbers_in(text: str) -> tuple[int, ...]:
    """The numbers of an entry of NUMBERS."""
    return tuple(map(int, text.split(".")))


TEXT: Final = _Anything()
"""Any text can be chosen: the handler checks it."""


def is_choice(value: str, among: Container[Any]) -> bool:
    """True if a menu's entry is one of these: numbers, or texts."""
    if isinstance(among, range | Where):
        return _WHOLE.fullmatch(value) is not None and int(value) in among
    return value in among
