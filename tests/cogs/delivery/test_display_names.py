"""Display names outside of mentions: harmless, and cut to fit; and the names of threads made of them."""

from __future__ import annotations

import random
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.delivery.display_names import cut, plain, width
from cogs.delivery.thread_names import (
    LONGEST,
    SIDEBAR,
    former_spelling,
    number_in,
    plain_thread_name,
    thread_name,
)
from matches import UserId
from tests.cogs.named import match_of_two
from tests.matches.scripts import EMOJIS, MORE_WORDS, words_of


def named(number: int, one: str, other: str, game: str = "Cannons") -> str:
    """The name of the thread of two people."""
    return thread_name(match_of_two(number), game, {UserId(1): one, UserId(2): other})


# --- display names -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada\n\tLovelace ", "Ada Lovelace"),
        ("@everyone", "everyone"),
        ("<@123456789012345678>", "123456789012345678"),
        ("**Ada** ~~B~~ ||c|| `d`", "Ada B c d"),
        ("__Ada__", "Ada"),
        ("ada_of_the_sea", "ada_of_the_sea"),
        ("\u202eadA\u202c", "adA"),
        ("A\u200bd\u2066a", "Ada"),
        ("[x](https://evil.example)", "x(https://evil.example)"),
        ("\u3164\u3164", ""),
        ("***", ""),
        ("e\u0301mile", "\xe9mile"),
        ("A" + "\u0301" * 40, "\xc1\u0301\u0301"),
        ("pay\u200dpal #\ufe0f\u20e31\ufe0f\u20e3", "paypal 1\ufe0f\u20e3"),
        ("\U0001f9d1\U0001f3fd Ada", "\U0001f9d1\U0001f3fd Ada"),
        ("\u7530\u4e2d\u3000\u592a\u90ce", "\u7530\u4e2d \u592a\u90ce"),
    ],
)
def test_a_name_is_nothing_but_text(name: str, shown: str) -> None:
    assert plain(name) == shown


@pytest.mark.parametrize("script", words_of)
def test_a_name_in_any_script_stays_as_it_is(script: str) -> None:
    for word in words_of[script]:
        if len(typed := unicodedata.normalize("NFC", word)) <= 32:
            assert plain(word) == typed.strip("-")
            assert cut(typed, width(typed)) == typed.rstrip(".-")


@pytest.mark.parametrize("word", [*MORE_WORDS, *EMOJIS])
def test_a_name_keeps_its_joiners(word: str) -> None:
    assert plain(f"{word} x") == unicodedata.normalize("NFC", f"{word} x")
    assert named(3, word, "Ben", "P").startswith(f"#3 P · {cut(word, 9)}")


def test_a_long_name_is_cut_between_letters() -> None:
    family = "👨\u200d👩\u200d👧\u200d👦"
    assert plain(f"{'a' * 28}{family}b") == "a" * 28
    assert plain("ကျော်" * 9) == "ကျော်" * 6
    assert cut(f"ab{family}{family}", 5) == f"ab{family}"


@settings(max_examples=40)
@given(st.text(max_size=60) | st.text(st.sampled_from("ab*_- \u0301\u200d👩ی#1\ufe0f\u20e3")))
def test_any_name_is_one_line_that_stays_as_it_is(name: str) -> None:
    shown = plain(name)
    assert plain(shown) == shown
    assert not set(shown) & set("@<>`*|\n\r\u202e\u2066\u200f")
    assert len(shown) <= 32


@given(st.text(max_size=60), st.integers(0, 30))
def test_what_is_cut_fits(name: str, columns: int) -> None:
    shown = plain(name)
    assert width(cut(shown, columns)) <= columns
    assert shown.startswith(cut(shown, columns)[:1])


# --- names of threads ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "one", "other", "game", "name"),
    [
        (4, "Ada", "Ben", "Cannons", "#4 Cannons · Ada – Ben"),
        (4, "Alexandria", "Bartholomew", "Cannons", "#4 Cannons · Alexa–Barth"),
        (12, "Al", "Bartholomew", "Predation", "#12 Predation · Al–Barth"),
        (12345, "Alexandria", "Bartholomew", "Predation", "#12345 Predation · Al–Ba"),
        (7, "\u7530\u4e2d\u592a\u90ce", "Ben", "Prawns", "#7 Prawns · \u7530\u4e2d\u592a\u90ce–Ben"),
        (7, "***", "Ben", "Cannons", "#7 Cannons · White – Ben"),
        (7, "***", "", "Cannons", "#7 Cannons"),
    ],
)
def test_a_thread_is_called_by_its_players(number: int, one: str, other: str, game: str, name: str) -> None:
    assert named(number, one, other, game) == name


def test_who_was_erased_is_called_by_their_side() -> None:
    name = thread_name(match_of_two(9, erased=True), "Cannons", {UserId(1): "Ada", UserId(2): "Ben"})
    assert name == "#9 Cannons · Ada – Black"


NAMES = st.text(max_size=40)


@given(NAMES, NAMES, st.integers(1, 99_999), st.sampled_from(["Cannons", "Predation", "Prudh"]))
def test_a_sidebar_shows_all_of_it(one: str, other: str, number: int, game: str) -> None:
    name = named(number, one, other, game)
    assert width(name) <= SIDEBAR
    assert re.match(rf"#{number} {game}( ·|$)", name)


def test_no_two_matches_look_alike_in_a_sidebar() -> None:
    chance = random.Random(4)
    people = ["Alexandria the Great", "Alexandros", "Alexandrina of the Rocks", "Al"]
    names = set()
    for number in range(1, 3000):
        one, other = chance.sample(people, 2)
        names.add(named(number, one, other, "Predation")[:SIDEBAR])
    assert len(names) == 2999


MISLEADING = st.sampled_from(
    ["", "Ada #3", "#7 Prudh", "Ben · match 2", "match 2", "#d", "#gt Prudh · Ada", "x #zz"]
)


@given(
    NAMES | MISLEADING, NAMES | MISLEADING, st.integers(1, 10**18 - 1), st.sampled_from(["Cannons", "Prudh"])
)
def test_the_number_is_read_from_names_of_all_spellings(one: str, other: str, number: int, game: str) -> None:
    name, nameless = named(number, one, other, game), plain_thread_name(match_of_two(number), game)
    assert len(name) <= LONGEST
    for spelling in (name, nameless):
        assert spelling.startswith("#") and not former_spelling(spelling).startswith("#")
        assert number_in(spelling) == number_in(former_spelling(spelling)) == number
    assert number_in(f"{game} and Crabs · match {number}") == number


def test_names_had_the_number_last() -> None:
    for old in ("Ada – Ben · Cannons #4", "Cannons #4", "White–Black · Cannons #m"):
        *players, about = old.split(" · ")
        game, number = about.split(" ")
        assert former_spelling(" · ".join([f"{number} {game}", *players])) == old
        assert number_in(old) == 4
    assert number_in("#3 fans · Cannons #4") == 4, "somebody renamed it"


@pytest.mark.parametrize(
    "name",
    [
        "chat",
        "match 4",
        "Ada – Ben · Cannons #4!",
        "#",
        "Cannons #x",
        "#4Cannons · Ada – Ben",
        "#tv night",
        "the #4 Cannons · Ada – Ben",
    ],
)
def test_other_names_have_no_number(name: str) -> None:
    assert number_in(name) is None
