"""The scripts of the tours, played on the engines: all legal, all told, and as large as Discord allows."""

from __future__ import annotations

import pytest

from cogs.panels.learn.tours import Tour, Turn, stages_of, tour_of
from cogs.text import learn_texts
from engines import GAMES, Position

TURNS = 3
LABEL = 80
"""Characters a button can have (Discord's limit)."""
ON_A_PHONE = 38
"""Characters of a button that a narrow phone may show."""
SHORT = 1900
"""Characters of a card at most, without its buttons."""
MOST_CHOICES = 6
ALT = 1024
"""Characters a picture's description can have (the same)."""

pytestmark = pytest.mark.parametrize("key", [key for key in GAMES if tour_of(key)])


def script(key: str) -> Tour:
    """The script of a game that has one."""
    tour = tour_of(key)
    assert tour is not None
    return tour


def played(position: Position, line: str) -> Position:
    """The position after a line."""
    for action in position.parse_line(line):
        position = position.play(action)
    return position


def best(turn: Turn) -> str:
    """What the newcomer is to find."""
    (line,) = (choice.line for choice in turn.choices if choice.best)
    return line


def test_a_tour_is_played_through_by_the_rules(key: str) -> None:
    tour = script(key)
    position = GAMES[key].from_text(tour.before, tour.options)
    assert position.to_text() == tour.before
    assert len(tour.turns) == TURNS
    for turn in tour.turns:
        assert position.to_act == tour.side, "the newcomer is to act"
        assert len(turn.choices) >= 2
        for choice in turn.choices:
            assert played(position, choice.line) != position
        position = played(position, best(turn))
        if turn.reply:
            assert position.to_act == GAMES[key].other(tour.side), "the opponent answers"
            position = played(position, turn.reply)
    outcome = position.outcome()
    assert outcome is not None and outcome.winner == tour.side, "a tour ends in a win"


def test_nothing_but_the_best_ends_a_tour(key: str) -> None:
    tour = script(key)
    position = GAMES[key].from_text(tour.before, tour.options)
    for turn in tour.turns:
        for choice in turn.choices:
            if not choice.best:
                assert played(position, choice.line).outcome() is None, f"{choice.line} is no mistake at all"
        position = played(position, best(turn))
        position = played(position, turn.reply) if turn.reply else position


def test_everything_is_told(key: str) -> None:
    tour = script(key)
    said = [tour.suits, tour.lasts, tour.farewell]
    for turn in tour.turns:
        assert bool(turn.reply) == bool(turn.replied)
        said += [turn.look, *(choice.said for choice in turn.choices)]
    if tour.blind is not None:
        said += [tour.blind.look, tour.blind.said]
    assert all(sentence and sentence[-1] in ".?!" for sentence in said)


def test_buttons_and_descriptions_fit(key: str) -> None:
    for stage in stages_of(key):
        labels = [offer.label for offer in stage.offers]
        assert len({label[:ON_A_PHONE] for label in labels}) == len(labels)
        assert all(1 <= len(label) <= LABEL for label in labels)
        boards = [stage.before, *(offer.after for offer in stage.offers)]
        assert all(1 <= len(board.alt) <= ALT for board in boards if board is not None)


def test_every_card_is_short(key: str) -> None:
    """A wall of text helps nobody, and a card has its limits: what each card of a tour says together."""
    game, side = GAMES[key], script(key).side
    for stage in stages_of(key):
        assert len(stage.offers) <= MOST_CHOICES
        head = learn_texts.tour_head(game, stage.number, TURNS)
        asked = learn_texts.asked(stage.news, stage.look, side)
        told = [learn_texts.done(offer.label, offer.said) for offer in stage.offers if offer.after]
        told += [
            asked + learn_texts.not_best(offer.label, offer.said) for offer in stage.offers if not offer.after
        ]
        assert all(len(head + said) <= SHORT for said in told)
    assert len(learn_texts.tour_complete(game) + learn_texts.tour_farewell(stage.news, stage.look)) <= SHORT


def test_a_newcomer_always_sits_at_the_bottom(key: str) -> None:
    for stage in stages_of(key):
        for board in (stage.before, *(offer.after for offer in stage.offers)):
            assert board is None or board.bottom == script(key).side
