"""Comments: what is left of a text, and whose side a comment is from."""

from __future__ import annotations

import pytest

from cogs.comments.rules import CommentError, cleaned, side_of_writer
from cogs.comments.service import LONGEST
from matches.model import Entry, EntryKind
from matches.plain_text import HIDDEN, MOST_IN_PLACE, tidied
from tests.matches.table import CHALLENGER, NOON, OPPONENT, STRANGER, Table


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (" one \n\n two\t three\r\n", "one two three"),
        ("a\u2028b\x0bc\x85d", "a b c d"),
        ("a\u202eb\u2066c\u200bd\ufeffe\x00f\x1b[31mg", "abcdef[31mg"),
        ("z" + "\u0363" * 40 + "a", "z" + "\u0363" * MOST_IN_PLACE + "a"),
        ("e\u0301 é ใช่ שָׁלוֹם", "é é ใช่ שָׁלוֹם"),
        ("\ud800x", "x"),
    ],
)
def test_a_text_is_one_line_with_nothing_hidden(text: str, kept: str) -> None:
    assert tidied(text) == kept
    assert HIDDEN.search(tidied(text)) is None
    assert tidied(kept) == kept


def test_a_comment_has_something_to_read_and_not_too_much() -> None:
    assert cleaned("x" * LONGEST, LONGEST) == "x" * LONGEST
    assert cleaned(f"{' ' * LONGEST}x", LONGEST) == "x"
    for text in ("", "\u200b", "x" * (LONGEST + 1)):
        with pytest.raises(CommentError):
            cleaned(text, LONGEST)


def test_a_long_one_is_counted_by_what_is_kept() -> None:
    assert cleaned("क" + "\u200c" * 2000 + "ा" * 3 + "x" * (LONGEST - 5), LONGEST).endswith("x")


async def test_a_comment_is_from_the_side_of_its_writer() -> None:
    match = await Table().in_play()
    assert [side_of_writer(match, user) for user in (CHALLENGER, OPPONENT, STRANGER)] == [
        "green",
        "blue",
        None,
    ]
    act = Entry(EntryKind.HANDED_OVER_BY_ADMIN, f"1009 blue {STRANGER} {OPPONENT}", "blue", 0, NOON)
    assert side_of_writer(match.with_entries(act), STRANGER) == "blue", "until it was handed over"
