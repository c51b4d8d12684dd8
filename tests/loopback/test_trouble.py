"""What goes wrong around the bot: Discord, the gateway, the database, the disk.

The person is told, nothing that was acknowledged is lost, nothing is doubled, and the log says what to do.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.loopback.lifetimes import live
from tests.loopback.process import BotProcess
from tests.loopback.server.faults import Call, Fail, Fault, RateLimit, Reset
from tests.loopback.server.people import labels, text
from tests.loopback.story import Story, a_story
from tests.loopback.whole_match import SAFE, OnFirst, WholeMatch, kind_of
from tests.loopback.work import tidied_up
from tests.patience import PATIENCE

FAULTS: dict[str, Fault] = {
    "429 of the route": RateLimit(0.05),
    "429 of everything": RateLimit(0.05, scope="global"),
    "500": Fail(500),
    "503": Fail(503),
}
MATCHES = 3
"""Matches in which all kinds of requests fail."""
NO_NOTES = "My database isn't answering right now, so nothing was changed"


@pytest.fixture
async def quick(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """A story whose bot sweeps all the time, and has little patience with a locked database."""
    async with a_story(tmp_path, loopback_sweep="0.1", loopback_busy="0.3") as story:
        yield story


# --- Discord --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FAULTS)
async def test_every_kind_of_request_fails_once(quick: Story, name: str) -> None:
    """In three matches, so that not all that somebody tries again is laid on one step."""
    of = partial(kind_of, quick)
    before = len(quick.discord.calls)
    calm = WholeMatch(quick)
    await calm.play()
    assert not calm.told
    assert not calm.failed
    kinds = list(dict.fromkeys(map(of, quick.discord.calls[before:])))
    assert len(kinds) >= MATCHES * 4, kinds
    seen = await _tidy(calm)
    for number in range(MATCHES):
        await quick.bot.restart()  # a fresh bot keeps nothing
        disturbed = await _disturbed(quick, FAULTS[name], kinds[number::MATCHES], of)
        assert await _tidy(disturbed) == seen
    assert "Traceback" not in quick.bot.log


async def _disturbed(
    story: Story, fault: Fault, kinds: Iterable[str], of: Callable[[Call], str]
) -> WholeMatch:
    """A match with the fault on the first request of each of these kinds."""
    laid = [OnFirst(kind, fault, of) for kind in kinds]
    story.discord.faults._laid.extend(laid)
    match = WholeMatch(story)
    await match.play()
    story.discord.faults.clear()
    assert [each.kind for each in laid if not each.hits] == []
    assert all(SAFE in told for told in match.told), match.told
    return match


async def _tidy(match: WholeMatch) -> list[Any]:
    """What is seen of a match once all its old cards are tidied up, those too whose edit failed."""
    while match.story.bot.rows("SELECT 1 FROM chore WHERE kind = 'card'"):
        live(match.story, minutes=2)
        await tidied_up(match.story)
    return match.view()


async def test_the_acknowledgement_fails_for_good(story: Story) -> None:
    """Discord says that it failed, nothing was changed, and the next try works."""
    await story.start()
    before = story.state()
    story.discord.faults.on("POST", "/interactions/*/*/callback", Fail(500), times=None)
    await story.bot.give(acknowledge=1)
    typed = story.challenger.send_slash(story.home, "prawns move", action="a2xa7")
    typing = await story.challenger.autocomplete(story.home, "prawns move", "action", "a2")
    clicked = story.opponent.send_click(story.card, "⋯")
    await story.discord.quiet()
    assert typed.failed
    assert clicked.failed
    assert typing == []
    await story.bot.give(acknowledge=PATIENCE)
    story.discord.faults.clear()
    assert story.state() == before
    await story.play("a2xa7")
    assert len(story.state()) == len(before) + 1
    assert story.bot.log.count("did not take its acknowledgement in time") == 2
    assert "suggestions could not be sent" not in story.bot.log, "too late to send any is no trouble"
    assert "Traceback" not in story.bot.log


async def test_suggestions_that_cannot_be_sent(story: Story) -> None:
    """There are none, one line of the log says so, and the next letter asks again."""
    await story.start()
    lost = story.discord.faults.on("POST", "/interactions/*/*/callback", Reset())
    assert await story.challenger.autocomplete(story.home, "prawns move", "action", "a2") == []
    assert lost.hits == 1
    assert story.bot.log.count("suggestions could not be sent") == 1
    assert await story.challenger.autocomplete(story.home, "prawns move", "action", "a2x")
    assert story.bot.log.count("suggestions") == 1
    assert "Traceback" not in story.bot.log


@pytest.mark.gate
async def test_nothing_can_be_posted_for_a_while(quick: Story) -> None:
    """The person is told that their move is safe, and the sweep shows it later, once."""
    await quick.start()
    quick.discord.faults.on("*", "/channels/**", Fail(503), times=None)
    before = quick.state()
    answer = await quick.challenger.slash(quick.home, "prawns move", action="d1-d3")
    await quick.world.until(lambda: answer.told, within=60)
    assert SAFE in answer.told
    assert "Discord didn't accept it" in answer.told
    quick.world.turn(minutes=2)
    await quick.world.until(lambda: quick.bot.log.count("was not shown") > 1, within=90)
    assert quick.state() == before
    quick.discord.faults.clear()
    quick.world.turn(minutes=10)
    await quick.until(lambda: "krill d1 to d3" in text(quick.card), "the move, by the sweep")
    await quick.discord.quiet()
    assert len(quick.state()) == len(before) + 1
    await quick.play("d8-d6", first=quick.opponent)


# --- the gateway ----------------------------------------------------------------------------------


@pytest.mark.parametrize("resumable", [True, False], ids=["resumed", "a new session"])
async def test_the_gateway_is_dropped_in_the_middle_of_a_turn(story: Story, resumable: bool) -> None:
    await story.start()
    await story.play("h2xb8")
    before = len(story.home.public)
    stop = story.discord.at("POST", "/channels/*/messages", when="received")
    answer = story.challenger.send_click(story.card, "End turn")
    await stop
    await story.discord.gateway.drop(resumable=resumable)
    lost = story.opponent.send_slash(story.home, "prawns move", action="d8-d6")
    stop.release()
    await story.until(lambda: len(story.home.public) == before + 1, "the end of the turn")
    await story.bot.connected()
    assert not answer.failed
    if resumable:
        await story.until(lambda: lost.interaction.acknowledged_at, "what was sent meanwhile")
        await story.until(lambda: "krill d8 to d6" in text(story.card), "the opponent's move")
    else:
        # What Discord cannot tell any more fails, and is sent again.
        story.world.turn(seconds=4)
        assert lost.failed
        await story.play("d8-d6", first=story.opponent)
    await story.discord.quiet()
    assert len(story.home.public) == before + 2
    session = story.discord.gateway.session("bot")
    assert session is not None
    assert session.resumed == (1 if resumable else 0)
    assert "Traceback" not in story.bot.log


# --- the database ---------------------------------------------------------------------------------


STANDING = "SELECT id, version, phase FROM match ORDER BY id"


@pytest.mark.gate
async def test_the_database_is_locked_by_another_program(quick: Story) -> None:
    await quick.start()
    await quick.discord.quiet()  # the card before the last has been tidied up
    stored, before = quick.bot.rows(STANDING), quick.state()
    with quick.bot.locked_database():
        move = quick.challenger.send_slash(quick.home, "prawns move", action="d1-d3")
        challenge = quick.opponent.send_slash(quick.channel, "prawns challenge", opponent=quick.visitor)
        for answer in (move, challenge):
            await quick.until(lambda: answer.told, "an answer")  # noqa: B023
            assert NO_NOTES in answer.told
    assert quick.bot.rows(STANDING) == stored
    assert quick.state() == before
    assert "The database is locked by another program. Close whatever else has it open" in quick.bot.log
    await quick.play("d1-d3")
    await quick.challenge(quick.visitor)
    assert "Traceback" not in quick.bot.log


ANOTHER_MATCH = """
INSERT INTO match (version, phase, game, rules_version, options, guild_id, channel_id, challenger, created_at,
    changed_at, shown_version, stage)
SELECT 1, 'declined', game, rules_version, options, guild_id, channel_id, 1, created_at, changed_at, 1, ''
FROM match LIMIT 1"""
ANOTHER_ENTRY = """
INSERT INTO entry SELECT max(match_id), max(number) + 1, 'action', 'd1-d3', 'green', 1, max(at) FROM entry"""


def _fill(file: Path, *statements: str) -> None:
    """Add rows to the last pages of tables until the next row would need a new page."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        for statement in statements:
            while True:
                (pages,) = database.execute("PRAGMA page_count").fetchone()
                database.execute("BEGIN")
                database.execute(statement)
                if database.execute("PRAGMA page_count").fetchone() != (pages,):
                    database.execute("ROLLBACK")
                    break
                database.execute("COMMIT")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.real
async def test_the_disk_is_full(tmp_path: Path) -> None:
    async with a_story(tmp_path, loopback_sweep="0.1") as story:
        await story.start()
        await story.play("d1-d3")
        await story.discord.quiet()  # old cards are tidied up
        assert await story.bot.terminate() != 1
        _fill(story.bot.database, ANOTHER_MATCH)
        # A place of its own for what fills the pages of the record.
        story.bot.write("INSERT INTO entry SELECT 2, 1, kind, text, side, ply, at FROM entry LIMIT 1")
        _fill(story.bot.database, ANOTHER_ENTRY)
        stored, before = story.bot.rows(STANDING), story.state()
        full = BotProcess(story.discord, tmp_path, name="full", loopback_disk_full="yes")
        await full.start()
        try:
            move = await story.opponent.slash(story.home, "prawns move", action="d8-d6")
            await story.until(lambda: move.told, "an answer")
            assert NO_NOTES in move.told
            challenge = await story.opponent.slash(story.channel, "prawns challenge")
            await story.until(lambda: challenge.told, "an answer")
            assert NO_NOTES in challenge.told
            assert story.bot.rows(STANDING) == stored
            assert story.state() == before
            assert "The disk of the database is full" in full.log
            assert "Free some space" in full.log
            assert not full.bugs
        finally:
            await full.kill()
        await story.bot.start()
        await story.play("d8-d6", first=story.opponent)
        await story.challenge()
        assert len(story.state()) == len(before) + 2
        assert story.bot.rows("PRAGMA integrity_check") == [("ok",)]


# --- a damaged file -------------------------------------------------------------------------------

DAMAGED = "The database is damaged. Stop the bot, keep the damaged file"
MANY_ENTRIES = """
WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 300)
INSERT INTO entry SELECT 1, n, iif(n % 2, 'action', 'take_back'), iif(n % 2, 'h2xb8', ''), 'green', n % 2, at
FROM n, entry"""


def _flip(file: Path, kind: int, words: bytes, *, where: slice) -> None:
    """Flip all bits of ``where`` in the first page of a kind that holds ``words``."""
    content = bytearray(file.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    starts = range(size, len(content), size)
    page = next(
        start for start in starts if content[start] == kind and words in content[start : start + size]
    )
    for at in range(page + where.start, page + where.stop):
        content[at] ^= 0xFF
    file.write_bytes(content)


LEAF_OF_RECORDS = 0x0A
LEAF_OF_ROWS = 0x0D


async def _two_matches(story: Story) -> None:
    """Match 1 with a long record, in a thread of its own; match 2, of the challenger and the visitor."""
    await story.start()
    await story.play("h2xb8")
    await story.challenge(story.visitor)
    await story.accept(who=story.visitor)
    await story.until(lambda: len(story.challenger.dms) > 1, "the second direct message")
    await story.pick(story.challenger, "crab", "lobster")
    await story.pick(story.visitor, "shrimp", "crab")
    await story.until(lambda: "Move" in labels(story.card), "the second board")
    await story.discord.quiet()
    assert await story.bot.terminate() != 1
    with closing(sqlite3.connect(story.bot.database)) as database:
        database.execute(MANY_ENTRIES)
        database.commit()
        assert database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)


async def test_a_page_of_one_match_is_damaged(quick: Story) -> None:
    await _two_matches(quick)
    _flip(quick.bot.database, LEAF_OF_RECORDS, b"h2xb8", where=slice(0, 64))
    await quick.bot.start()
    first, second = quick.world.threads(quick.channel)
    before = len(first.public)
    for what in ("prawns move", "match"):
        options = {"action": "end"} if "move" in what else {}
        answer = await quick.challenger.slash(first, what, **options)
        await quick.until(lambda: answer.told, "an answer")  # noqa: B023
        assert NO_NOTES in answer.told
        assert "the bot's owner" in answer.told
    assert len(first.public) == before
    assert DAMAGED in quick.bot.log
    assert "put back the newest backup" in quick.bot.log
    cards = len(second.public)
    await quick.play("d1-d3")
    await quick.move(quick.visitor, "d8-d6")
    assert len(second.public) == cards + 2
    assert "Traceback" not in quick.bot.log


async def test_a_record_is_no_longer_a_game(quick: Story) -> None:
    await _two_matches(quick)
    quick.bot.write("UPDATE entry SET text = 'h2xb9' WHERE match_id = 1 AND number = 1")
    await quick.bot.start()
    first, _ = quick.world.threads(quick.channel)
    answer = await quick.challenger.slash(first, "prawns move", action="end")
    await quick.until(lambda: answer.told, "an answer")
    assert "its record is damaged" in answer.told
    assert DAMAGED in quick.bot.log
    moved = await quick.move(quick.challenger, "d1-d3")
    assert moved.told == "Played: krill d1 to d3, jump-start.\nAnother match is waiting for you."
    await quick.until(lambda: "krill d1 to d3" in text(quick.card), "the move")
    assert "Traceback" not in quick.bot.log


async def test_the_page_of_all_matches_is_damaged(quick: Story) -> None:
    await _two_matches(quick)
    _flip(quick.bot.database, LEAF_OF_ROWS, b"prawns", where=slice(0, 64))
    await quick.bot.start()
    answer = await quick.challenger.slash(quick.home, "prawns move", action="d1-d3")
    await quick.until(lambda: answer.told, "an answer")
    assert NO_NOTES in answer.told
    assert DAMAGED in quick.bot.log
    assert "Traceback" not in quick.bot.log


async def test_the_database_is_newer_than_the_bot(story: Story) -> None:
    await story.challenge()
    await story.bot.terminate()
    story.bot.write("UPDATE alembic_version SET version_num = '9999'")
    before = story.bot.database.read_bytes()
    story.bot.launch()
    assert await story.bot.ended() == 1
    assert "The database is at revision 9999" in story.bot.log
    assert "Start that newer version, or restore the copy that it made before migrating" in story.bot.log
    assert ".before-9999" in story.bot.log
    assert "Traceback" not in story.bot.log
    assert story.bot.database.read_bytes() == before
