"""The picture of a knockout's bracket, told in words too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from imaging import BracketPage, BracketRound, BracketTie, Vacancy, draw_bracket
from imaging.charts.parts import WIDTH
from imaging.picture import MOST_WORDS
from tests.imaging.compare import distance, rgb, same
from tests.imaging.tournaments import BRACKET, slot

WON = BracketTie((slot(3, 1), slot(6, 3)), 1)


def of(*ties: BracketTie, final: bool = False) -> BracketPage:
    """A page with one round."""
    return BracketPage("Prudh", "", (BracketRound("Round 1", ties),), final)


def test_a_bracket_is_told_in_words() -> None:
    assert draw_bracket(BRACKET).alt == (
        "Prawns, Knockout. Round 1: 1 has a bye; 9 beat 8, 1½ to ½; 4 has a bye; "
        "5 goes on, not 12, 1½ to 1½; 2 has a walkover; 7 beat 10 by forfeit; 3 has a bye; "
        "6 and 11 playing, 1 to 1. Quarter-finals: 1 beat 9, 2 to 0; 4 and 5 playing, 1 to 0; "
        "2 and 7 to come; 3 waits for an opponent. "
        "Semi-finals: 1 waits for an opponent; both to be decided. Final: both to be decided."
    )


@pytest.mark.parametrize(
    ("tie", "words"),
    [
        (WON, "6 beat 3, 1½ to ½"),
        (BracketTie((slot(3), slot(6)), 0), "3 goes on, not 6"),
        (BracketTie((slot(3), slot(6)), forfeit=True), "3 and 6 both out"),
        (BracketTie((Vacancy.OUT, Vacancy.OUT)), "no winner"),
        (BracketTie((Vacancy.OUT, slot(6)), 1), "6 has a walkover"),
    ],
)
def test_every_end_of_a_tie_is_told_and_drawn(tie: BracketTie, words: str) -> None:
    picture = draw_bracket(of(tie))
    assert picture.alt == f"Prudh. Round 1: {words}."
    assert distance(rgb(picture), rgb(draw_bracket(of(BracketTie((slot(3), slot(6))))))) > 0.1


def test_the_champion_is_told_and_seen() -> None:
    plain, crowned = draw_bracket(of(WON)), draw_bracket(of(WON, final=True))
    assert crowned.alt == f"{plain.alt} 6 is the champion."
    assert distance(rgb(plain), rgb(crowned)) > 0.1
    assert of(BracketTie((slot(3), slot(6))), final=True).champion is None


@pytest.mark.parametrize("rounds", range(1, 5))
def test_rounds_are_drawn_beside_each_other(rounds: int) -> None:
    page = replace(BRACKET, rounds=BRACKET.rounds[4 - rounds :])
    picture = draw_bracket(page)
    assert rgb(picture).size == (WIDTH, picture.height)
    assert picture.height < 1.4 * WIDTH
    assert len(picture.png) < 100_000
    assert same(picture, draw_bracket(page))


def test_high_seeds_and_long_names_of_rounds_have_room() -> None:
    ties = tuple(BracketTie((slot(100 + at, 3), slot(1024 - at, 3)), 0) for at in range(8))
    rounds = (BracketRound("The first of all the many rounds", ties), *BRACKET.rounds[1:])
    assert len(draw_bracket(replace(BRACKET, rounds=rounds)).alt) <= MOST_WORDS


@pytest.mark.parametrize("other", [{"running": True}, {"winner": 0}, {"winner": 0, "forfeit": True}], ids=str)
def test_the_state_of_a_tie_is_seen(other: dict[str, int]) -> None:
    tie = BracketTie((slot(3, 2), slot(6, 2)))
    shown = replace(tie, **other)  # type: ignore[arg-type]
    assert distance(rgb(draw_bracket(of(tie))), rgb(draw_bracket(of(shown)))) > 0.1


def test_what_is_no_bracket_is_refused() -> None:
    for rounds, why in (
        ((), "1 to 4 rounds"),
        (BRACKET.rounds + BRACKET.rounds[-1:], "1 to 4 rounds"),
        ((BracketRound("Round 1", ()),), "1 to 8 ties"),
        ((BracketRound("Round 1", (WON,) * 9),), "1 to 8 ties"),
        (BRACKET.rounds[::2], "meet in one"),
    ):
        with pytest.raises(ValueError, match=why):
            BracketPage("Prudh", "", rounds)


def test_what_is_no_tie_is_refused() -> None:
    with pytest.raises(ValueError, match="an entrant wins"):
        BracketTie((slot(1), Vacancy.BYE), 1)
    with pytest.raises(ValueError, match="score"):
        BracketTie((slot(1, 2), slot(2)))


def test_names_are_told_and_drawn_and_a_long_one_is_cut() -> None:
    def named(first: str, second: str) -> BracketPage:
        one, other = slot(3, 1), slot(6, 3)
        faces = replace(one.face, name=first), replace(other.face, name=second)
        tie = BracketTie((replace(one, face=faces[0]), replace(other, face=faces[1])), 1)
        return of(tie, final=True)

    told = draw_bracket(named("Ada", "Benjamin of the rock pool"))
    who = "Benjamin of the rock pool"
    assert told.alt == f"Prudh. Round 1: {who} beat Ada, 1½ to ½. {who} is the champion."
    plain = draw_bracket(of(WON, final=True))
    assert distance(rgb(plain), rgb(told)) > 0.1 and rgb(plain).size == rgb(told).size
