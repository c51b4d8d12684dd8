"""Rules that have changed since: what was begun by an older version goes on by it to its end, and beyond."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from data.schema import match as match_table
from engines import GAMES, OptionError
from matches import ChallengeChannel, ChallengeTerms, ChannelId, GuildId, Match, Phase, records
from tests.matches.records.transcripts import KEPT_RULES_1
from tests.matches.table import CHALLENGER, OPPONENT, Table
from tests.store import write

PLACE = ChallengeChannel(GuildId(5), ChannelId(6))
OLD_START = "1PPPPPPP1/8/9/8/9/8/9/8/9/8/9/8/1yyyyyyy1 p move - 0"
"""The start of Predation by the first version of its rules, in which b13 and h13 belong to the Lair."""


async def begun_long_ago(table: Table) -> Match:
    """A match of Predation as the bot stored it when there was one version of the rules."""
    await table.begun(game="predation")
    await make_old(table)
    return await table.match()


async def make_old(table: Table) -> None:
    """Have the match be stored as one by the first version, for a bot that has just been started."""
    older = update(match_table).where(match_table.c.id == table.id)
    older = older.values(rules_version=1, options="{}")
    await write(table.store, older)
    table.use(table.another_service())


async def test_a_match_goes_on_by_the_rules_it_began_with(table: Table) -> None:
    match = await begun_long_ago(table)
    assert (match.rules_version, match.game.rules_version) == (1, 1)
    assert await table.board() == OLD_START
    await table.play(*KEPT_RULES_1)
    match = await table.match()
    assert match.phase is Phase.FINISHED
    assert match.result is not None and match.result.winner == "prey"


async def test_it_can_be_taken_back_there_and_drawn(table: Table) -> None:
    await begun_long_ago(table)
    await table.play("b13-d8", "h13-e8")
    shown = (await table.history()).position.diagram()
    assert {mark.at for mark in shown.marks if mark.kind == "zone" and mark.side == "predator"} == {
        f"{file}13" for file in "bcdefgh"
    }


async def test_its_record_says_so_and_is_read_back(table: Table) -> None:
    match = await begun_long_ago(table)
    await table.play(*KEPT_RULES_1)
    transcript = table.sharing.transcript(await table.match())
    assert '[Rules "1"]' in records.as_text(transcript)
    for text in (records.as_text(transcript), records.as_json(transcript)):
        again = records.read(text)
        assert again.rules_version == 1
        assert [str(line.action) for line in again.actions] == [*KEPT_RULES_1]
    _, code = await table.sharing.share(match.id, CHALLENGER)
    assert (await table.sharing.opened_by(code, OPPONENT)).rules_version == 1


async def test_a_challenge_and_a_rematch_are_by_the_present_rules(table: Table) -> None:
    present = GAMES["predation"].rules_version
    await begun_long_ago(table)
    await table.matches.play.resign(table.id, CHALLENGER)
    await table.matches.challenges.rematch(table.id, OPPONENT)
    old, rematch = await table.stored()
    assert (old.rules_version, rematch.rules_version) == (1, present) == (1, 2)
    new = await table.challenge(game="predation")
    assert new.rules_version == present
    await table.accept()
    assert await table.board() == GAMES["predation"].start().to_text() != OLD_START


async def test_the_computer_is_told_the_version(table: Table) -> None:
    wishes = ChallengeTerms("predation", {}, side="prey")
    match = await table.matches.challenges.against_computer(CHALLENGER, 2, wishes, PLACE)
    table.id = match.id
    await make_old(table)
    [chore] = await table.services.computers.claim(9)
    turn = await table.services.computers.turn_of(chore)
    assert turn is not None
    assert (turn.rules_version, turn.position) == (1, OLD_START)


def test_only_versions_that_were_are_known() -> None:
    game = GAMES["predation"]
    for version in (1, 2):
        assert game.at(version).rules_version == version
        assert game.at(version).at(version) is game.at(version)
    for version in (0, 3):
        with pytest.raises(OptionError, match=f"version {version}"):
            game.at(version)
