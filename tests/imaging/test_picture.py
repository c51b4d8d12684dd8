from __future__ import annotations

from imaging.picture import MOST_WORDS, told


def test_all_sentences_are_told_where_they_fit() -> None:
    assert told(["Prudh.", "1: 4 points.", "2: 3 points."]) == "Prudh. 1: 4 points. 2: 3 points."
    assert told([]) == ""


def test_what_does_not_fit_is_counted() -> None:
    sentences = ["x" * 99 + "."] * 11
    text = told(sentences)
    assert text == " ".join([*sentences[:10], "And 1 more."])
    assert len(text) <= MOST_WORDS
    assert told(sentences[:10]) == " ".join(sentences[:10])


def test_even_one_sentence_may_be_too_long() -> None:
    assert told(["x" * MOST_WORDS, "y"]) == "And 2 more."
