"""The types that every game uses: games, positions, actions, diagrams, and errors.

A *game* is a set of rules, a *position* a moment of it, an *action* the smallest thing a player does.
Positions are immutable: :meth:`Position.play` gives the next one and leaves the old one as it was.

Errors, all of them ``ValueError``::

    EngineError
      OptionError            an option, a side or a pick that the game does not have
      PositionTextError      a position text that could not have been written
      ActionError            carries the text and a reason in a player's words
        UnreadableActionError    not an action of this game at all
        IllegalActionError       an action, but not one the rules allow here
        AmbiguousActionError     several legal actions fit; ``candidates`` lists them
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Literal, final

Side = str
"""A side's name in lower case, such as ``"green"``."""

Options = Mapping[str, str]
"""Option key to value; values are strings such as ``"on"`` or ``"7x6"``."""

Picks = Mapping[Side, tuple[str, ...]]
"""The picks of each side before the start, one choice a slot of :class:`SecretSetup`."""


class EngineError(ValueError):
    """Base of all errors of engines."""


class OptionError(EngineError):
    """An option, side or pick that the game does not know."""


class PositionTextError(EngineError):
    """A position text that cannot be read, or that no position would write.

    ``text`` is what was given, ``reason`` what is wrong with it.
    """

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{reason} (in {text!r})")
        self.text = text
        self.reason = reason


class ActionError(EngineError):
    """An action that cannot be played: ``text`` as given, ``reason`` in a player's words."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(reason)
        self.text = text
        self.reason = reason


class UnreadableActionError(ActionError):
    """A text that is not an action of the game."""

    @classmethod
    def of(cls, text: str, game: str, how: str) -> UnreadableActionError:
        """The error for a text that is no action of ``game``; ``how`` says how its actions are written."""
        shown = text.strip()[:40]
        what = f"“{shown}”" if shown else "nothing"
        return cls(text, f"{what} isn't a move in {game}: {how}")


class IllegalActionError(ActionError):
    """An action that the rules do not allow in the position."""


class AmbiguousActionError(ActionError):
    """A text that several legal actions fit; ``candidates`` are those, in canonical text."""

    def __init__(self, text: str, candidates: Sequence[Action]) -> None:
        self.candidates = tuple(str(candidate) for candidate in candidates)
        super().__init__(text, f"{text!r} could be {' or '.join(self.candidates)}")


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made in the challenge. ``choices`` and ``default`` are values as strings.

    A match with one of the values ``unrated`` is never rated: it is too uneven for ratings.
    """

    key: str
    label: str
    choices: tuple[str, ...]
    default: str
    unrated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SecretSetup:
    """The secret picks that each side makes before the start.

    ``option`` names the on/off option that makes the picks secret; when it is off, the sides pick in
    the open, the first named side first. Every one of ``slots`` (labels for people) takes one of
    ``choices``; the same choice may be taken twice. ``moves`` says of each choice briefly how it moves.
    """

    option: str
    slots: tuple[str, ...]
    choices: tuple[str, ...]
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Credit:
    """The authors of a game: ``designers`` for people to read and ``page`` a URL, None where not known."""

    designers: str | None
    page: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. ``winner`` is None for a draw; ``scores`` are points by side, or None."""

    winner: Side | None
    reason: str
    scores: Mapping[Side, int] | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """One action. ``text`` is canonical; ``path`` is the choices that single it out, for menus."""

    text: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return self.text


# --- what a board shows -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Squares:
    """A board of ``files`` by ``ranks`` squares; points are named ``a1`` (bottom left) and on."""

    files: int
    ranks: int

    @property
    def points(self) -> tuple[str, ...]:
        """The names of all points, row by row from the first."""
        return tuple(_named(file, row) for row in range(1, self.ranks + 1) for file in range(self.files))


@dataclass(frozen=True, slots=True)
class Hexes:
    """A board of ``rows`` rows of hexes, pointed at the top; points are named ``a1`` (bottom left) and on.

    Odd rows hold ``files`` hexes; even rows one less, set in by half a hex.
    """

    files: int
    rows: int

    @property
    def points(self) -> tuple[str, ...]:
        """The names of all points, row by row from the first."""
        return tuple(
            _named(file, row)
            for row in range(1, self.rows + 1)
            for file in range(self.files - (row % 2 == 0))
        )


def _named(file: int, row: int) -> str:
    return f"{chr(ord('a') + file)}{row}"


Shape = Squares | Hexes


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a point, or a stack of ``count`` of them.

    ``kind`` is the game's word, such as ``"krill"``; ``letter`` stands in for it.
    """

    at: str
    side: Side
    kind: str
    letter: str
    count: int = 1


MarkKind = Literal[
    "last-from", "last-to", "zone", "goal", "dry", "check", "moved", "chosen", "target", "capture"
]


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a point of a diagram.

    ``last-from``/``last-to``: the points that the last turn left and entered; ``zone``: a special row of
    ``side``; ``goal``: a point that ``side`` wants to reach; ``dry``: a point no longer in play; ``check``: a
    piece that is threatened and must be saved; ``moved``: one that has moved this turn; ``chosen``: picked by
    the reader so far; ``target``/``capture``: a point that the chosen piece can go to, or capture on.
    """

    kind: MarkKind
    at: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """Pieces of ``side`` beside the board: ``title`` for people, then ``(kind, letter, count)``.

    The title also tells the side's points, if any, such as ``"Dark: 5 points"``.
    """

    side: Side
    title: str
    pieces: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """The contents of a picture of a position, independent of its look.

    ``bottom`` is the side at the lower edge of the picture (whose first rank is there), ``to_act`` the side
    to act or None. ``alt`` states the whole position in words, at most 1,024 characters. ``sides`` are the
    game's sides, first named first. ``number`` is that of the current turn, both sides' turns counted from 1,
    or 0 if unknown: a position alone does not know it. ``winner`` is the side that has won, None while the
    game goes on and in a draw.
    """

    game: str
    shape: Shape
    sides: tuple[Side, ...]
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...]
    hands: tuple[Hand, ...]
    bottom: Side
    to_act: Side | None
    alt: str
    number: int = 0
    winner: Side | None = None

    @property
    def flipped(self) -> bool:
        """True if the first row is at the top: the side at the bottom has its home in the last rows.

        Row 1 of a board need not be the home of the side named first: its zones show whose home it is.
        On a board without zones, row 1 is the home of the side named first.
        """
        if not isinstance(self.shape, Hexes):
            return self.bottom != self.sides[0]
        rows = [int(mark.at[1:]) for mark in self.marks if mark.kind == "zone" and mark.side == self.bottom]
        if not rows:
            return self.bottom != self.sides[0]
        return sum(rows) / len(rows) > (self.shape.rows + 1) / 2

    def reading_order(self, at: str) -> tuple[int, int]:
        """A sort key for points: row by row as the picture shows them, from the top left."""
        column, row = ord(at[0]), int(at[1:])
        return (row, -column) if self.flipped else (-row, column)


_WORDS_AN_ACTION = 4
"""The most words that an action is written in: ``"d1 - d3"`` is three."""
_SQUARE: Final = re.compile(r"[a-z]\d{1,2}")


# --- positions ----------------------------------------------------------------------------------


class Position(ABC):
    """A moment of a game: everything that the rules need to go on from here. Immutable.

    A game implements the abstract members; the rest follows from them. ``ply`` counts the actions since the
    start and takes no part in equality, since the position text does not hold it.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def to_act(self) -> Side | None:
        """The side that must act now; None when the game is over. It may change within a turn."""

    @property
    def turn_of(self) -> Side | None:
        """The side whose turn it is; None when the game is over.

        It is not the side :attr:`to_act` while the other has a choice to make in the middle of the turn.
        """
        return self.to_act

    @property
    @abstractmethod
    def ply(self) -> int:
        """Actions made since the start (or since the position text that was read)."""

    @abstractmethod
    def legal_actions(self) -> Sequence[Action]:
        """Every action allowed here, in a stable order; empty when the game is over."""

    @abstractmethod
    def apply(self, action: Action) -> Position:
        """The position after an action taken from :meth:`legal_actions`, without checking it.

        For loops that visit every legal action. Anything from outside goes through :meth:`play`.
        """

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None while it goes on."""

    @abstractmethod
    def reading(self, text: str) -> str:
        """``text`` in normal form, for comparing: without optional parts and other spellings.

        Two texts that a player would call the same action have the same reading; two legal actions
        never do.
        """

    @abstractmethod
    def why_not(self, text: str) -> ActionError:
        """The error for ``text``, which fits no legal action, with the reason."""

    @abstractmethod
    def describe(self, action: Action) -> str:
        """A legal action in words: ``"krill d2 to d3"``. For menus, history and screen readers."""

    @abstractmethod
    def is_irreversible(self, action: Action) -> bool:
        """True if a legal action counts as progress, so the count of turns without progress starts again.

        Progress is an action that its side cannot undo by moving back: a capture, a placement, a step of a
        piece that only goes ahead, a landing, an evolution of a krill. A position may still repeat (a
        captured pjawn is placed again), but not by moving back and forth, for which there is the count. If
        the rules themselves count such turns, their notion of progress applies.
        """

    @abstractmethod
    def to_text(self) -> str:
        """The position text, which :meth:`Game.from_text` reads back."""

    @abstractmethod
    def diagram(
        self, last: Sequence[Action] = (), *, bottom: Side | None = None, chosen: Sequence[str] = ()
    ) -> Diagram:
        """The diagram of this position: everything that a picture of it shows.

        ``last`` are the actions of the turn before, to be marked; ``bottom`` the side to look from
        (default: the side to act, after the end the winner); ``chosen`` the beginning of an action's
        path, whose continuations are marked.
        """

    # A game has these where its rules allow it.

    def appearance(self) -> Hashable:
        """The pieces on the board and the side to act: equal for positions that look the same.

        It leaves out counters, and facts from the course of the match, such as a right to castle.
        """
        return self.to_text()

    def mirrored(self) -> Position | None:
        """This position reflected, with the same sides; None if the rules are not symmetric."""
        return None

    def exchanged(self) -> Position | None:
        """This position with the sides exchanged; None if the sides have different rules."""
        return None

    def images(self) -> tuple[Position, ...]:
        """The positions equivalent to this one: itself, mirrored, with the sides exchanged, and both."""
        mirrored = self.mirrored()
        found = (self,) if mirrored is None else (self, mirrored)
        exchanged = (one.exchanged() for one in found)
        return (*found, *(one for one in exchanged if one is not None))

    @final
    def play(self, action: Action) -> Position:
        """The position after ``action``. Raises IllegalActionError when it is not legal here."""
        if action not in self.legal_actions():
            raise IllegalActionError(str(action), self.why_not(str(action)).reason)
        return self.apply(action)

    @final
    def parse(self, text: str) -> Action:
        """The legal action that ``text`` means.

        Raises UnreadableActionError, IllegalActionError or AmbiguousActionError.
        """
        wanted = self.reading(text)
        fitting = [action for action in self.legal_actions() if self.reading(str(action)) == wanted]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise AmbiguousActionError(text, fitting)
        raise self.why_not(text)

    @final
    def parse_line(self, text: str) -> tuple[Action, ...]:
        """Several actions in one line, each read in the position after the one before.

        Raises what :meth:`parse` raises, for the first action that cannot be read or played.
        """
        words = text.replace(",", " ").replace(";", " ").split()
        if not words:
            raise self.why_not(text)
        return self._parse_words(words)

    def _parse_words(self, words: list[str]) -> tuple[Action, ...]:
        # "d1 d3" may be one action written with a space, "a8=C a8a5" two: the longest reading wins.
        for length in range(min(len(words), _WORDS_AN_ACTION), 0, -1):
            try:
                action = self.parse(" ".join(words[:length]))
            except ActionError as error:
                # The error worth telling is about the shortest text that was tried: one word.
                if length == 1:
                    raise self._clearest(words, error) from None
                continue
            rest = words[length:]
            return (action, *(self.apply(action)._parse_words(rest) if rest else ()))
        raise AssertionError("unreachable: there is at least one word")

    def _clearest(self, words: list[str], error: ActionError) -> ActionError:
        """The error for the first two words together, if one word alone is no action but both are.

        Two bare squares are one move written with a space, whatever the first of them means alone.
        """
        move = len(words) == 2 and all(_SQUARE.fullmatch(word) for word in words)
        if not move and not isinstance(error, UnreadableActionError):
            return error
        whole = self.why_not(" ".join(words[:2]))
        return error if isinstance(whole, UnreadableActionError) else whole


# --- games --------------------------------------------------------------------------------------


class Game(ABC):
    """A set of rules, at one version of them."""

    key: ClassVar[str]
    name: ClassVar[str]
    sides: ClassVar[tuple[Side, ...]]
    options: ClassVar[tuple[Option, ...]]
    credit: ClassVar[Credit]
    secret_setup: ClassVar[SecretSetup | None] = None
    starter: ClassVar[Literal["first-named", "drawn", "toss"]] = "first-named"
    """The side that starts: the one named first, one drawn at random or chosen, or the winner of a coin toss
    that the challenged player calls."""
    challenger_side: ClassVar[Side | None] = None
    """The side a challenger always has; None where sides are drawn or chosen."""
    draws: ClassVar[bool] = False
    """True if the players may agree on a draw."""
    uneven: ClassVar[bool] = False
    """True if one side wins clearly more often between equal players: two matches with the sides changed are
    then the fair way to play. How often it wins stands on the game's rules page."""
    asked_within: ClassVar[Side | None] = None
    """The side that can have a choice to make within the other side's turn; None if no side ever has."""
    rules_version: ClassVar[int] = 1

    def at(self, version: int) -> Game:
        """This game under a version of its rules; by default only the present one exists.

        Raises OptionError for an unknown version.
        """
        if version != self.rules_version:
            raise OptionError(f"{self.name} has no rules of version {version}")
        return self

    @abstractmethod
    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> Position:
        """The position a match starts from.

        ``first`` is the side that starts (default: the first named); ``picks`` what each side chose
        where the game has a secret setup. Raises OptionError.
        """

    def pick_points(self, options: Options, side: Side) -> tuple[str, ...]:
        """The points on which a side's secret picks start, in the order of their slots; none without a setup.

        Raises OptionError.
        """
        return ()

    @abstractmethod
    def from_text(self, text: str, options: Options | None = None) -> Position:
        """The position that ``text`` states. Raises PositionTextError or OptionError."""

    @cached_property
    def _options_by_key(self) -> dict[str, Option]:
        return {option.key: option for option in self.options}

    @final
    def complete_options(self, options: Options | None = None) -> dict[str, str]:
        """All options of the game with the given values checked and the others at their defaults.

        Raises OptionError for a key or a value that the game does not have.
        """
        complete = {option.key: option.default for option in self.options}
        for key, value in (options or {}).items():
            option = self._options_by_key.get(key)
            if option is None:
                raise OptionError(f"{self.name} has no option {key!r}")
            if value not in option.choices:
                raise OptionError(f"{option.label}: {value!r} isn't one of {', '.join(option.choices)}")
            complete[key] = value
        return complete

    @final
    def can_be_rated(self, options: Options) -> bool:
        """True if a match with these options, all of them given, may change ratings."""
        return not any(options[option.key] in option.unrated for option in self.options)

    @final
    def other(self, side: Side) -> Side:
        """The opponent of ``side``."""
        first, second = self.sides
        return second if side == first else first


def perft(position: Position, depth: int) -> int:
    """Leaves of the tree of legal actions ``depth`` plies below ``position``, each one played out."""
    if depth == 0:
        return 1
    leaves = 0
    for action in position.legal_actions():
        after = position.apply(action)
        leaves += perft(after, depth - 1) if depth > 1 else 1
    return leaves


def divide(position: Position, depth: int) -> dict[str, int]:
    """:func:`perft` of ``depth`` split by first action: canonical text to leaves."""
    return {str(action): perft(position.apply(action), depth - 1) for action in position.legal_actions()}
