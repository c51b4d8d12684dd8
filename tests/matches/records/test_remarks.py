"""Comments in records: by side, below their position, and passed over by whoever reads the record."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from data.features.comments import LONGEST, MOST
from matches.model import UserId
from matches.records import LONGEST as LONGEST_RECORD
from matches.records import Remark, Transcript, as_json, as_text, read, transcript_of
from tests.matches.scripts import EMOJIS, MORE_WORDS
from tests.matches.table import CHALLENGER, OPPONENT, Table
from tests.people import names

HOSTILE = '} 1. a1-a2 [Game "chess"] ; { "actions": []'


async def record(table: Table, *said: tuple[UserId, int, str]) -> Transcript:
    """The record of the match of the table, with these comments."""
    match = await table.match()
    remarks = [Remark(ply, match.side_of(user) or "", text) for user, ply, text in said]
    return transcript_of(match, await table.history(), remarks)


async def test_they_stand_below_their_position_by_side(table: Table) -> None:
    await table.in_play()
    await table.play("d8d7")
    found = await record(table, (OPPONENT, 0, "Hello"), (CHALLENGER, 1, "Strong"), (OPPONENT, 1, "Thanks"))
    *_, before, action, first, second, end = as_text(found).split("\n")
    assert (before, first, second, end) == ("   {blue: Hello}", "   {green: Strong}", "   {blue: Thanks}", "")
    assert "d8-d7" in action
    assert json.loads(as_json(found))["comments"] == [
        {"ply": 0, "side": "blue", "text": "Hello"},
        {"ply": 1, "side": "green", "text": "Strong"},
        {"ply": 1, "side": "blue", "text": "Thanks"},
    ]
    for written in (as_text(found), as_json(found)):
        assert not names(CHALLENGER, written) and not names(OPPONENT, written)


async def test_a_record_without_any_is_as_it_always_was(table: Table) -> None:
    await table.in_play()
    await table.play("d8d7")
    assert "comments" not in as_json(await record(table)) and "{" not in as_text(await record(table))


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("text", ["Strong", HOSTILE, '"\\', "; } {", "]]>", " ".join((*MORE_WORDS, *EMOJIS))])
@pytest.mark.parametrize("moves", [(), ("d8d7",)])
async def test_reading_passes_them_over(table: Table, text: str, moves: tuple[str, ...]) -> None:
    await table.in_play()
    for move in moves:
        await table.play(move)
    found = await record(table, (CHALLENGER, len(moves), text), (OPPONENT, 0, text))
    bare = replace(found, remarks=())
    assert read(as_json(found)) == bare
    assert as_text(read(as_text(found))) == as_text(bare)


async def test_the_longest_record_with_the_longest_comments_can_be_read(table: Table) -> None:
    await table.in_play()
    await table.play("d8d7")
    found = await record(table, *[(CHALLENGER, 0, "𒐫" * LONGEST)] * MOST)
    bare = replace(found, remarks=())
    for write in (as_text, as_json):
        assert len(write(found).encode()) - len(write(bare).encode()) < LONGEST_RECORD * 0.55
    assert read(as_json(found)) == bare
