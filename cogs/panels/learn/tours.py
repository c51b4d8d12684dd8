"""Tours: a few guided turns of a game for new players, from a fixed script.

A script (:class:`Tour`) is data in ``cogs.panels.learn.scripts``. :func:`stages_of` plays it once on the
engine and returns boards, button labels and the outcome of each button.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from cogs.panels.learn import scripts as folder
from cogs.panels.moving.move_steps import END
from cogs.text import challenge_texts, learn_texts
from engines import GAMES, Action, Diagram, Game, Picks, Position, Side
from engines.games import part_of


@dataclass(frozen=True)
class Choice:
    """A choice in a guided turn: ``line`` has all its actions, in the notation that players type.

    ``said`` explains the outcome or, if it isn't ``best``, why another choice is better.
    """

    line: str
    said: str
    best: bool = False


@dataclass(frozen=True)
class Turn:
    """A guided turn: what to ``look`` for, the choices in display order, and the opponent's answer.

    ``reply`` holds the opponent's actions after the best choice, empty if it ends the match; ``replied``
    explains them.
    """

    look: str
    choices: tuple[Choice, ...]
    reply: str = ""
    replied: str = ""


@dataclass(frozen=True)
class BlindStart:
    """A secret pick before the first turn: ``mine`` are the player's choices, ``theirs`` the opponent's pick.

    ``said`` is shown once both picks are revealed; until then the opponent's pick is hidden.
    """

    look: str
    mine: tuple[tuple[str, ...], ...]
    theirs: tuple[str, ...]
    said: str


@dataclass(frozen=True)
class Tour:
    """A game's script. ``suits`` and ``lasts`` describe the players it suits and the length of a match.

    The user plays ``side`` from the position text ``before``, in a match with ``options``.
    """

    suits: str
    lasts: str
    side: Side
    before: str
    turns: tuple[Turn, ...]
    farewell: str
    options: Mapping[str, str] = field(default_factory=dict)
    blind: BlindStart | None = None


@dataclass(frozen=True)
class TourOffer:
    """A button of a stage: its ``label``, the text ``said`` on pressing it, and the board ``after`` it.

    Without a board it isn't the best choice, and the user can try again.
    """

    label: str
    said: str
    after: Diagram | None


@dataclass(frozen=True)
class Stage:
    """A step of a tour: the board ``before`` the user's turn, and the choices.

    ``news`` describes and explains the opponent's actions that led to the board ``before``. The last stage
    has no choices, and a board only if the opponent moved last.
    """

    number: int
    news: str
    look: str
    before: Diagram | None
    offers: tuple[TourOffer, ...]
    reply_of: Side | None
    """The side that answers the best choice, or None."""


@cache
def tour_of(key: str) -> Tour | None:
    """A game's script, or None."""
    tour: Tour | None = getattr(part_of(folder.__name__, key), "TOUR", None)
    return tour


@cache
def stages_of(key: str) -> tuple[Stage, ...]:
    """All stages of a game's tour, from the first board to the farewell.

    Raises what :meth:`Game.from_text` and :meth:`Position.parse_line` raise, and KeyError without a tour.
    """
    tour = tour_of(key)
    if tour is None:
        raise KeyError(key)
    blind = () if tour.blind is None else (_blind(GAMES[key], tour, tour.blind),)
    return (*blind, *_turns(GAMES[key], tour))


def _turns(game: Game, tour: Tour) -> Iterator[Stage]:
    position, news = game.from_text(tour.before, tour.options), ""
    last: tuple[Action, ...] = ()
    opponent = game.other(tour.side)
    for number, turn in enumerate(tour.turns, start=1):
        before = _seen(position, last, tour.side)
        offers = tuple(_offer(position, choice, tour.side) for choice in turn.choices)
        yield Stage(number, news, turn.look, before, offers, opponent if turn.reply else None)
        (best,) = (choice for choice in turn.choices if choice.best)
        position, _, _ = _played(position, best.line)
        news = ""
        if turn.reply:
            position, last, words = _played(position, turn.reply)
            news = learn_texts.news(opponent, words, turn.replied)
    ending = _seen(position, last, tour.side) if news else None
    yield Stage(len(tour.turns) + 1, news, tour.farewell, ending, (), None)


def _offer(position: Position, choice: Choice, side: Side) -> TourOffer:
    after, actions, words = _played(position, choice.line)
    label = learn_texts.action(words)
    return TourOffer(label, choice.said, _seen(after, actions, side) if choice.best else None)


def _played(position: Position, line: str) -> tuple[Position, tuple[Action, ...], list[str]]:
    """The position after the actions of ``line``, these actions, and their descriptions without *end*."""
    actions = position.parse_line(line)
    words = []
    for action in actions:
        if action.path != (END,) or len(actions) == 1:
            words.append(position.describe(action))
        position = position.play(action)
    return position, actions, words


def _seen(position: Position, last: Sequence[Action], side: Side) -> Diagram:
    return position.diagram(last, bottom=side)


def _blind(game: Game, tour: Tour, blind: BlindStart) -> Stage:
    """The stage of the secret pick: the start without the picked pieces, then with them."""
    other, setup = game.other(tour.side), game.secret_setup
    assert setup is not None, "its script has a blind start"
    starts = [_start(game, tour, {tour.side: pick, other: blind.theirs}) for pick in blind.mine]
    seen = tuple(piece for piece in starts[0].pieces if piece.kind not in setup.choices)
    points = game.pick_points(tour.options, tour.side)
    offers = tuple(
        TourOffer(challenge_texts.chosen(points, pick), blind.said, start)
        for pick, start in zip(blind.mine, starts, strict=True)
    )
    before = replace(starts[0], pieces=seen, hands=(), alt=learn_texts.unpicked(game))
    return Stage(0, "", blind.look, before, offers, None)


def _start(game: Game, tour: Tour, picks: Picks) -> Diagram:
    return _seen(game.start(tour.options, first=tour.side, picks=picks), (), tour.side)
