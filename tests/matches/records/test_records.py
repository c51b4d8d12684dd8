"""The record of a match for others: everything public of it, nobody's name, and nothing before the start."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date

import pytest

from engines import GAMES
from matches import Match, Phase
from matches.errors import WrongPhaseError
from matches.lifecycle.history import folded
from matches.model import MatchId, OfferKind, SecretPick
from matches.records import Ending, Transcript, as_json, as_text, positions, read, transcript_of
from tests.matches.records.transcripts import DATA, told
from tests.matches.table import CHALLENGER, GUILD, NOON, OPPONENT, PICKS, STRANGER, Table
from tests.people import names


async def record(table: Table) -> Transcript:
    """The record of the match of the table, which both of its forms hold."""
    found = transcript_of(await table.match(), await table.history())
    assert read(as_json(found)) == found
    timeless = replace(found, actions=tuple(replace(line, at=None) for line in found.actions))
    assert read(as_text(found)) == timeless
    assert as_text(read(as_text(found))) == as_text(found)
    assert as_json(read(as_json(found))) == as_json(found)
    return found


async def test_a_running_match_tells_everything_public_so_far(table: Table) -> None:
    await table.in_play(green=("shrimp", "crab"), blue=("lobster", "lobster"), board="5x5")
    table.wait(days=1, microseconds=5)
    await table.play("a5b4")
    found = await record(table)
    assert (found.game, found.rules_version, found.first) == ("prawns", 1, "blue")
    assert found.options == {"board": "5x5", "revival": "on", "blind_start": "on"}
    assert found.picks == {"green": ("shrimp", "crab"), "blue": ("lobster", "lobster")}
    assert (found.result, found.begun, found.ended) == (None, date(2026, 3, 2), None)
    (line,) = found.actions
    assert (line.action, line.side, line.turn, line.words) == ("a5-b4", "blue", 1, "krill a5 to b4")
    assert line.at == NOON.replace(day=2)
    assert '[Result "running"]' in as_text(found)


async def test_words_of_any_script_can_be_read_in_the_file_itself(table: Table) -> None:
    await table.in_play()
    await table.play("d8d7")
    found = transcript_of(await table.match(), await table.history())
    (line,) = found.actions
    written = as_json(replace(found, actions=(replace(line, words="d8 → d7, “крeветка”"),)))
    assert '"d8 → d7, “крeветка”"' in written


async def test_a_match_just_begun_has_a_record_without_actions(table: Table) -> None:
    await table.in_play()
    found = await record(table)
    assert (found.actions, found.begun) == ((), None)
    assert json.loads(as_json(found))["actions"] == []
    assert positions(found).position == (await table.history()).position


async def test_what_was_taken_back_is_counted_and_not_told(table: Table) -> None:
    table.falls = "tails"
    await table.in_play(board="5x5")
    await table.play("a2xa4", "d5d3", "a4xa5")
    await table.matches.play.take_back(table.id, CHALLENGER)
    table.wait(hours=1)
    await table.play("e2xd3")
    found = await record(table)
    assert [line.action for line in found.actions] == ["a2xa4", "d5-d3", "e2xd3"]
    assert found.taken_back == 1
    assert found.actions[-1].at == NOON.replace(hour=13)
    assert "a4xa5" not in as_text(found) + as_json(found)


@pytest.mark.parametrize("turns", [0, 3])
async def test_a_match_given_up_says_so_for_good(table: Table, turns: int) -> None:
    await table.begun(turns)
    table.wait(days=2)
    await table.matches.play.resign(table.id, CHALLENGER)
    found = await record(table)
    match = await table.match()
    assert match.result is not None
    assert found.result == Ending(match.result.winner, "resigned")
    assert found.ended == date(2026, 3, 3)


async def test_a_match_that_the_rules_ended_was_over_with_its_last_action(table: Table) -> None:
    await table.challenge(game="pjawns")
    await table.accept()
    await table.play(*(line.action for line in told(DATA / "matches" / "pjawns-rank-8.txt").actions))
    before = await record(table)
    assert before.result == Ending("white", "rank-8")
    assert before.ended == date(2026, 3, 1)
    table.wait(days=9)
    await table.matches.challenges.rematch(table.id, OPPONENT)
    assert await record(table) == before


async def test_when_a_match_was_given_up_is_left_out_rather_than_told_wrong(table: Table) -> None:
    """A rematch changes a match once more, and the day of that is not the day of its end."""
    await table.begun(2)
    await table.matches.play.resign(table.id, CHALLENGER)
    before = await record(table)
    table.wait(days=9)
    await table.matches.challenges.rematch(table.id, OPPONENT)
    assert await record(table) == replace(before, ended=None)


async def test_nobody_is_named(table: Table) -> None:
    await table.in_play()
    await table.play("d8d7", "d1d2")
    await table.matches.play.resign(table.id, OPPONENT)
    found = await record(table)
    for text in (as_text(found), as_json(found), repr(found)):
        assert not names(CHALLENGER, text) and not names(OPPONENT, text)


@pytest.mark.parametrize("blind", ["on", "off"])
async def test_before_play_there_is_no_record_whatever_was_picked(blind: str) -> None:
    for pick in PICKS:
        table = Table()
        stages = [await table.challenge(blind_start=blind), await table.accept()]
        stages.append(await table.pick(CHALLENGER, pick))
        stages.append(await table.matches.play.resign(table.id, OPPONENT))
        for match in stages:
            refused(match)


async def test_only_the_picks_of_everybody_open_a_record(table: Table) -> None:
    """Whatever else a match says of itself, and whatever history somebody holds of another one."""
    playing = await table.in_play()
    history = folded(playing)
    for phase in Phase:
        for picks in ({}, {"green": SecretPick(("crab", "crab"))}, {"blue": SecretPick(("crab", "crab"))}):
            with pytest.raises(WrongPhaseError):
                transcript_of(replace(playing, phase=phase, picks=picks, id=MatchId(7)), history)
        if phase not in (Phase.PLAYING, Phase.FINISHED):
            with pytest.raises(WrongPhaseError):
                transcript_of(replace(playing, phase=phase), history)


async def test_a_challenge_that_came_to_nothing_has_no_record(table: Table) -> None:
    for key in GAMES:
        refused(await table.challenge(game=key))
        refused(await table.matches.challenges.withdraw(table.id, CHALLENGER, 1))


def refused(match: Match) -> None:
    """There is no record of a match, not even with the history that its picks would give."""
    with pytest.raises(WrongPhaseError) as error:
        transcript_of(match, folded(match))
    assert not re.search("crab|lobster|shrimp", str(error.value))


@pytest.mark.parametrize("key", GAMES)
async def test_a_match_of_every_game_is_stepped_through_from_its_record(table: Table, key: str) -> None:
    await table.challenge(game=key)
    await table.accept()
    if GAMES[key].secret_setup:
        await table.pick(CHALLENGER)
        await table.pick(OPPONENT)
    await table.turns(12)
    history = await table.history()
    for form in (as_text, as_json):
        stepped = positions(read(form(await record(table))))
        assert stepped.played == history.played
        for ply in range(13):
            assert stepped.until(ply).position.to_text() == history.until(ply).position.to_text()


async def test_a_draw_that_was_agreed_on_is_in_the_record(table: Table) -> None:
    await table.begun(4, game="cannons-and-crabs")
    for user in (CHALLENGER, OPPONENT):
        await table.matches.play.offer(table.id, user, OfferKind.DRAW)
    found = await record(table)
    assert found.result == Ending(None, "agreed")
    assert '[Result "draw"]' in as_text(found)


async def test_what_an_administrator_did_is_in_the_record_without_the_administrator(table: Table) -> None:
    await table.begun(6)
    await table.matches.admin.rewind(table.id, STRANGER, GUILD, 2)
    assert (await record(table)).taken_back == 4
    assert len((await record(table)).actions) == 2
    await table.matches.admin.abort(table.id, STRANGER, GUILD)
    found = await record(table)
    assert found.result == Ending(None, "aborted")
    assert '[Result "none"]' in as_text(found)
    assert not names(STRANGER, as_text(found) + as_json(found))
