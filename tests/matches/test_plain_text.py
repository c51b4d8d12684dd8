"""Texts made harmless: words of all scripts and emojis stay as typed, what hides or piles up goes."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.plain_text import (
    MOST_IN_PLACE,
    MOST_MARKS,
    MOST_SPACING,
    MOST_UNPLACED,
    beginning,
    first_hidden,
    letters,
    safe_cell,
    tidied,
)
from tests.matches.scripts import EMOJIS, MORE_WORDS, WORDS, words_of

TURNED = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""All that changes the direction of text."""


def test_the_words_are_of_many_scripts() -> None:
    assert len(set(WORDS)) >= 300
    assert len(words_of) >= 30


@pytest.mark.parametrize("script", words_of)
def test_words_of_a_script_stay_as_they_are_typed(script: str) -> None:
    for word in words_of[script]:
        typed = unicodedata.normalize("NFC", word)
        assert tidied(word) == typed
        assert tidied(unicodedata.normalize("NFD", word)) == typed, "however a keyboard puts it together"
        assert first_hidden(word) is None
        assert "".join(letters(typed)) == typed


@pytest.mark.parametrize("word", [*MORE_WORDS, *EMOJIS])
def test_joiners_and_selectors_stay_where_they_are_needed(word: str) -> None:
    assert tidied(f"so {word} it is") == unicodedata.normalize("NFC", f"so {word} it is")
    assert first_hidden(word) is None


@pytest.mark.parametrize("emoji", EMOJIS)
def test_an_emoji_is_one_letter_and_is_not_cut_in_two(emoji: str) -> None:
    assert list(letters(f"a{emoji}b")) == ["a", emoji, "b"]
    assert beginning(f"a{emoji}b", len(emoji)) == "a"


def test_two_flags_are_two_letters() -> None:
    assert list(letters("\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7")) == [
        "\U0001f1e9\U0001f1ea",
        "\U0001f1eb\U0001f1f7",
    ]


@pytest.mark.parametrize("sign", TURNED)
@pytest.mark.parametrize("word", ["Ada", "שָׁלוֹם", "می\u200cخواهم", "किताब", "👩\u200d👧"])
def test_what_turns_the_direction_goes_from_every_word(word: str, sign: str) -> None:
    middle = len(word) // 2
    typed = unicodedata.normalize("NFC", word)
    assert tidied(f"{sign}{word}{sign}") == typed
    assert sign not in tidied(f"{word[:middle]}{sign}{word[middle:]}")
    assert first_hidden(f"{word}{sign}") is not None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("pay\u200dpal \u200cmod", "paypal mod"),
        ("при\u200dвет \u03b1\u200c\u03b2", "привет αβ"),
        ("東\u200b京 \u200b", "東京"),
        ("\u200c\u200dکتاب\u200c\u200c\u200cها", "کتاب\u200cها"),
        ("👩\u200d \u200d👩 👩\u200d\u200d👩 👩\u200dx", "👩 👩 👩👩 👩x"),
        ("a\ufe0fb\U000e0101c", "abc"),
        ("❤\ufe0f\ufe0f\ufe0e", "❤\ufe0f"),
        ("a\U000e0067\U000e0062\U000e007f", "a"),
        ("\U0001f3f4\U000e0067\U000e007f\U000e0067", "\U0001f3f4"),
        ("A\u2800\u3164B\uffa0", "A B"),
        ("\u115f\u1160\ufff0\U000e0080\uffff", ""),
        ("\u0301\u0301a", "a"),
    ],
)
def test_what_is_hidden_elsewhere_goes(text: str, kept: str) -> None:
    assert tidied(text) == kept


MARKS = [chr(one) for one in range(0x300, 0x20000) if unicodedata.category(chr(one)) in ("Mn", "Me", "Mc")]


@settings(max_examples=80)
@given(st.sampled_from("aक가กא❤"), st.lists(st.sampled_from(MARKS), min_size=20, max_size=200))
def test_no_letter_has_a_pile_of_marks(base: str, marks: list[str]) -> None:
    (letter,) = letters(tidied(base + "\u200d".join(marks)))
    kinds = Counter(unicodedata.category(mark) for mark in letter[1:])
    places = Counter(unicodedata.combining(mark) for mark in letter[1:] if unicodedata.category(mark) == "Mn")
    assert kinds["Mc"] <= MOST_SPACING and kinds["Me"] <= 1
    assert kinds["Mn"] <= MOST_MARKS + 1, "and a selector"
    assert places.pop(0, 0) <= MOST_UNPLACED + 1
    assert all(count <= MOST_IN_PLACE for count in places.values())


@pytest.mark.parametrize(
    "pile",
    [
        "\u0363" * 40,
        "\u0301\u0302\u0303\u0304\u0305" * 9,
        "\u0316\u0317\u0318\u0319" * 9,
        "\u0e47" * 30,
        "\u0948" * 30,
        "\u0650" * 30,
        "\u0f74" * 30,
        "\u20dd\u20de\u20df" * 9,
    ],
)
def test_a_pile_is_cut_to_two(pile: str) -> None:
    assert 1 <= len(tidied(f"o{pile}")) - 1 <= MOST_IN_PLACE
    assert len(tidied("\u202e".join(f"o{pile}"))) <= 1 + MOST_IN_PLACE, "whatever stands between"


@settings(max_examples=200)
@given(
    st.text(max_size=80)
    | st.text(st.sampled_from([*MARKS[:300], *"aक👩❤\ufe0f\u200d\u200c\u200b ی\u180e🏽"]))
)
def test_what_is_tidied_stays_as_it_is(text: str) -> None:
    kept = tidied(text)
    assert tidied(kept) == kept
    assert first_hidden(kept) is None
    assert not set(kept) & set(TURNED)
    assert "".join(letters(kept)) == kept


@pytest.mark.parametrize(
    "word", ["=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201", "\ufe631"]
)
@pytest.mark.parametrize(
    "before",
    [
        "",
        " ",
        "\t",
        "\r\n",
        "\u200b",
        "\ufeff",
        "\u200d",
        "\u2060",
        "\U000e0061",
        "\u3164",
        "\u0301",
        "\ufe0f",
    ],
)
def test_a_cell_is_no_formula_whatever_stands_before(before: str, word: str) -> None:
    assert safe_cell(before + word) == f"'{tidied(word)}"
    assert not safe_cell(f"a{before}{word}").startswith("'")
