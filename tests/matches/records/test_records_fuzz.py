"""Whatever somebody hands in as a record is read, or refused with a sentence; nothing else ever happens."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.records import TranscriptError, as_json, as_text, positions, read
from tests.matches.records.transcripts import kept

SHORT = [transcript for _, transcript in kept() if len(transcript.actions) <= 30]
RECORDS = [form(transcript) for transcript in SHORT for form in (as_text, as_json)]
SIGNS = '[]{}";:,.=\\ \n\t\r0123456789-+*!@>xX#/abcdefghEND_\0\ufeff\u202eé'
HARMLESS = re.compile(r"[^`<~|\\/#_\x00-\x1f\x7f]*")


def harmless(record: str | bytes) -> None:
    """A record is read, and can be written and stepped through, or is refused with a sentence."""
    try:
        found = read(record)
    except TranscriptError as error:
        assert HARMLESS.fullmatch(error.reason), error.reason
        assert 5 < len(error.reason) < 400
        assert error.line is None or error.line > 0
    else:
        assert as_json(read(as_json(found))) == as_json(found)
        assert as_text(read(as_text(found))) == as_text(found)
        assert len(positions(found).played) == len(found.actions)


def mutated(record: str, chance: random.Random) -> str:
    """A record with a few things left out, doubled, exchanged or put in."""
    for _ in range(chance.randint(1, 4)):
        here = chance.randrange(len(record) + 1)
        there = min(len(record), here + chance.choice([0, 1, 1, 2, 5, 40]))
        piece = record[here:there]
        other = chance.randrange(len(record) + 1)
        put = [
            "",
            piece * 2,
            chance.choice(SIGNS),
            record[other : other + len(piece) + 3],
            piece.swapcase(),
            chance.choice(
                ["@everyone", "null", "NaN", "-1", "[]", "{}", '"', "9" * 30, "end", "true", '["a"]']
            ),
        ]
        record = record[:here] + chance.choice(put) + record[there:]
    return record


def test_records_with_a_few_mistakes() -> None:
    chance = random.Random(20260301)
    for _ in range(700):
        harmless(mutated(chance.choice(RECORDS), chance))


@given(st.text())
def test_any_text(record: str) -> None:
    harmless(record)


@given(st.binary())
def test_any_file(record: bytes) -> None:
    harmless(record)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["prudh", "dark", "b5-a6", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["edge", "dark", "action"]), inner)
    ),
    max_leaves=6,
)
FIELDS = (
    "record",
    "rules",
    "options",
    "first",
    "picks",
    "begun",
    "result",
    "reason",
    "taken_back",
    "actions",
)


@given(st.dictionaries(st.sampled_from(FIELDS), json_values))
@settings(max_examples=200)
def test_any_values_in_json(values: dict[str, object]) -> None:
    harmless(json.dumps({"game": "prudh", "rules": 1, "actions": [], **values}))


@given(
    st.lists(
        st.sampled_from(["@a1", "@A8", "a8-a6", "a1a3", "1.", "white", "BLACK:", "end", "{", "}", ";", "["])
    )
)
@settings(max_examples=200)
def test_any_words_where_actions_should_be(words: list[str]) -> None:
    for between in (" ", "\n", ""):
        harmless(f'[Game "pjawns"]\n[Rules "1"]\n{between.join(words)}')


@pytest.mark.timeout(300)
@pytest.mark.slow
def test_very_many_records_with_a_few_mistakes() -> None:
    chance = random.Random(7)
    for _ in range(10_000):
        harmless(mutated(chance.choice(RECORDS), chance))
