"""What is stored about somebody: seen, taken along as a file, and deleted, whatever comes in between."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import re
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from sqlalchemy import update

from cogs.delivery import exports
from cogs.kit.errors import NotShownError
from cogs.panels.account import privacy
from cogs.text.en.phrases import A_PLAYER_WHO_LEFT
from data import stores
from data.schema import match as match_table
from matches import Match, MatchId, Phase, StoreUnavailableError, UserId
from matches.guilds.settings import CHAMPION, RESULTS, SeasonKind
from matches.players import Erased, Human
from matches.ratings.rating import day_of
from matches.ratings.seasons import Champion, EndedSeason, season_of
from tests.cogs.blocks import block
from tests.cogs.community import beat_all, id_of, leaderboard, newcomers, well_begun, won
from tests.cogs.doing import done
from tests.cogs.governing import panel_of
from tests.cogs.places import lose, lose_the_server
from tests.cogs.privacy import asked, deleted, export_of, exported, numbers_of_nobody, opened, rows_with
from tests.cogs.refusing import refusing
from tests.cogs.server import PATIENCE, Server, a_server, labels, private, text
from tests.data_store.remains import left_of
from tests.feature_rows import add_comment
from tests.matches.table import PICKS, SPECIES
from tests.people import names
from tests.store import instead, write

A_PICK = re.compile("|".join(SPECIES), re.IGNORECASE)


async def confirmed(server: Server, question: Any) -> str:
    """What the challenger is told who says yes to a question of theirs."""
    await server.challenger.click(panel_of(question), label="Delete everything about me")
    return text(panel_of(question))


# --- seeing it ---------------------------------------------------------------------------------------


async def test_what_is_stored_is_said_in_short(server: Server) -> None:
    shown = panel_of(await opened(server, server.challenger))
    assert "Nothing." in text(shown)
    assert labels(shown) == ["Blocked players…", "Settings"]
    await won(server, server.challenger, server.opponent)
    await won(server, server.challenger, server.opponent)
    await server.store.write(stores.matches.save_note, MatchId(1), id_of(server.challenger), "well played")
    await block(server, server.challenger, server.visitor)
    shown = panel_of(await opened(server, server.challenger))
    for line in ("2 matches and challenges", "1 rating", "1 note on matches", "1 blocked player"):
        assert line in text(shown)
    assert "docs/privacy.md" in text(shown)
    assert "well played" not in text(shown)
    assert labels(shown) == ["Export", "Blocked players…", "Delete everything…", "Settings"]


# --- the export --------------------------------------------------------------------------------------


async def test_the_export_holds_a_whole_story(server: Server) -> None:
    """Settings, notes, blocks, and a match with every action, its picks and its record."""
    await server.start()
    await server.play("d1-d3 / e8-e6")
    app, me = server.bot.app, id_of(server.challenger)
    await app.notifications.prefer(me, {"sound": "off"})
    await app.notifications.go_away(me, 3)
    await server.store.write(stores.matches.save_note, MatchId(1), me, "their lobster is weak")
    await server.store.write(
        stores.matches.save_note, MatchId(1), id_of(server.opponent), "a secret of the opponent"
    )
    await block(server, server.challenger, server.visitor)
    await block(server, server.opponent, server.challenger)
    told = await export_of(server, server.challenger)
    assert told["player"] == str(me)
    assert told["settings"] == [{"user_id": str(me), "key": "sound", "value": "off"}]
    assert [one["text"] for one in told["notes"]] == ["their lobster is weak"]
    assert [one["blocked_id"] for one in told["blocked players"]] == [str(server.visitor.id)]
    assert len(told["times away"]) == 1
    (match,) = told["matches"]
    assert match["opponent"] == str(server.opponent.id)
    assert match["picks"] == {"green": ["crab", "lobster"], "blue": ["shrimp", "crab"]}
    assert [one["text"] for one in match["entries"] if one["kind"] == "action"] == ["d1-d3", "e8-e6"]
    assert [one["action"] for one in match["record"]["actions"]] == ["d1-d3", "e8-e6"]
    assert "a secret of the opponent" not in json.dumps(told)
    theirs = await export_of(server, server.opponent)
    assert [one["blocked_id"] for one in theirs["blocked players"]] == [str(me)]


async def test_the_export_holds_what_matches_brought_and_not_who_blocked_them(server: Server) -> None:
    await won(server, server.challenger, server.opponent)
    told = await export_of(server, server.challenger)
    assert [one["game"] for one in told["ratings"]] == ["pjawns"]
    (brought,) = told["what matches brought"]
    assert (brought["user_id"], brought["rival_id"]) == (str(server.challenger.id), str(server.opponent.id))
    assert told["places on leaderboards"]
    (match,) = told["matches"]
    assert match["result"]["reason"] == "resigned"
    await block(server, server.visitor, server.challenger)
    after = await export_of(server, server.challenger)
    assert {**after, "made": None} == {**told, "made": None}
    assert not names(server.visitor.id, json.dumps(after))


async def until_the_reveal(server: Server, green: tuple[str, str]) -> list[bytes]:
    """The opponent's export after each step before they pick; and the last one once more after a restart."""
    files = []
    await server.challenge(server.opponent)
    await server.accept()
    files.append(await exported(server, server.opponent))
    await server.choose(server.challenger, *green)
    files.append(await exported(server, server.opponent))
    await server.pick(server.challenger, *green)
    files.append(await exported(server, server.opponent))
    await server.restart()
    files.append(await exported(server, server.opponent))
    return files


@pytest.mark.gate(draw=2)
@pytest.mark.usefixtures("quiet_libraries")
@pytest.mark.parametrize("green", PICKS, ids="-".join)
@pytest.mark.usefixtures("still_clock")
async def test_an_export_is_the_same_to_the_last_byte_whatever_the_other_picked(
    green: tuple[str, str], tmp_path: Path, fresh_database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    views = []
    for number, pick in enumerate((PICKS[-1], green)):
        caplog.clear()
        with caplog.at_level(logging.DEBUG):
            async with a_server(tmp_path / str(number), fresh_database) as server:
                views.append(await until_the_reveal(server, pick))
        assert not [record for record in caplog.records if A_PICK.search(record.getMessage())]
    assert views[0] == views[1]
    assert not any(A_PICK.search(file.decode()) for file in views[0])


async def test_ones_own_pick_and_draft_are_in_ones_own_export(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    await server.choose(server.opponent, "shrimp", "shrimp")
    mine, theirs = await export_of(server, server.challenger), await export_of(server, server.opponent)
    assert mine["matches"][0]["picks"] == {"green": ["crab", "lobster"]}
    assert mine["picks not confirmed"] == []
    assert theirs["matches"][0]["picks"] == {}
    assert [one["choices"] for one in theirs["picks not confirmed"]] == [["shrimp", "shrimp"]]
    assert mine["matches"][0]["record"] is None


async def test_a_match_resigned_before_the_reveal_keeps_its_secrets_in_exports(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    await server.bot.app.matches.play.resign(MatchId(1), id_of(server.opponent))
    assert not A_PICK.search((await exported(server, server.opponent)).decode())
    assert (await export_of(server, server.challenger))["matches"][0]["picks"] == {
        "green": ["crab", "lobster"]
    }


async def told_for_a_click(server: Server, who: MemberActor) -> str:
    """What somebody is told who clicks on *Export*: ``a file``, or why there is none."""
    given = await who.click(panel_of(await opened(server, who)), label="Export")
    (message,) = given.followups
    return "a file" if message.attachments else text(message)


@refusing
async def test_a_large_export_is_compressed_and_one_that_no_message_holds_is_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await won(server, server.challenger, server.opponent)
    monkeypatch.setattr(exports, "LARGEST", 3000)
    packed = await exported(server, server.challenger)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert json.loads(archive.read("tidepool.json"))["player"] == str(server.challenger.id)
    monkeypatch.setattr(exports, "LARGEST", 100)
    await server.pass_time(minutes=1)
    said = await told_for_a_click(server, server.challenger)
    assert "larger than the largest file Discord lets me send" in said


@refusing
async def test_ten_clicks_in_a_row_make_one_export(server: Server) -> None:
    await won(server, server.challenger, server.opponent)
    told = [await told_for_a_click(server, server.challenger) for _ in range(10)]
    assert told[0] == "a file"
    assert all(said.startswith("You can get one file a minute") for said in told[1:])
    assert await told_for_a_click(server, server.opponent) == "a file", "others do not wait"
    await server.pass_time(minutes=1)
    assert await told_for_a_click(server, server.challenger) == "a file"


@refusing
async def test_two_people_at_once_get_one_file_each(server: Server) -> None:
    await won(server, server.challenger, server.opponent)
    take, one, other = server.bot.app.exports.take, id_of(server.opponent), id_of(server.visitor)
    with take(one), take(other):
        told = await told_for_a_click(server, server.challenger)
        assert told.startswith("I'm busy with other people's files. Please ask again")
    assert await told_for_a_click(server, server.challenger) == "a file", "no minute for what was not given"
    await server.pass_time(minutes=1)
    with take(id_of(server.challenger)):
        told = await told_for_a_click(server, server.challenger)
        assert told.startswith("I'm already putting your file together")
        assert await told_for_a_click(server, server.opponent) == "a file", "two people at once"
    await server.pass_time(minutes=1)
    assert await told_for_a_click(server, server.challenger) == "a file"


@refusing
async def test_an_export_that_breaks_off_leaves_nothing_behind(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No turn that nobody has any more, and no file on a disk: none is needed."""
    await won(server, server.challenger, server.opponent)
    monkeypatch.setattr(tempfile, "tempdir", str(server.path.parent / "nowhere"))

    async def broken(*_: Any) -> Any:
        raise StoreUnavailableError("locked")

    with monkeypatch.context() as patched:
        instead(server.store, stores.privacy.matches_of, broken, patched)
        assert "nothing was changed" in await told_for_a_click(server, server.challenger)
    caplog.clear()
    await server.pass_time(minutes=1)
    assert await told_for_a_click(server, server.challenger) == "a file"


@refusing
async def test_a_bot_that_stops_finishes_no_export(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    await won(server, server.challenger, server.opponent)
    app = server.bot.app
    read = server.store.read

    async def stopping(*asked: Any) -> Any:
        app.in_flight.stopping = True
        return await read(stores.privacy.matches_of, *asked)

    instead(server.store, stores.privacy.matches_of, stopping, monkeypatch)
    told = await told_for_a_click(server, server.challenger)
    assert told.startswith("I'm restarting")
    assert not app.in_flight.busy


# --- deleting ----------------------------------------------------------------------------------------


async def test_a_deletion_in_the_middle_of_a_match(server: Server) -> None:
    """The whole story: asked with a warning, resigned, shown to the opponent, and nothing left."""
    await server.start()
    await server.play("d1-d3")
    await server.store.write(stores.matches.save_note, MatchId(1), id_of(server.challenger), "mine")
    await server.challenge()
    await server.visitor.slash(server.channel, "prawns challenge", opponent=server.challenger)
    question = await asked(server, server.challenger)
    said = text(panel_of(question))
    assert "You'd resign **1 running match**" in said
    assert "#1" in said
    assert "You'd withdraw **2 challenges**" in said
    assert "can't be undone" in said
    assert "until a moderator deletes them" in said
    await server.challenger.click(panel_of(question), label="Delete everything about me")
    assert "### Done" in text(panel_of(question))
    assert labels(panel_of(question)) == []
    match = await server.match()
    assert match.phase is Phase.FINISHED
    assert isinstance(match.challenger, Erased)
    assert f"{server.opponent.mention} won" in text(server.card)
    assert "resigned" in text(server.card)
    assert [(await server.match(number)).phase for number in (2, 3)] == [Phase.WITHDRAWN, Phase.DECLINED]
    assert rows_with(server, server.challenger) == {}
    assert not any(user == server.challenger.id for _, user in server.bot.app.members._known)
    assert "Nothing." in text(panel_of(await opened(server, server.challenger)))


async def test_a_deletion_in_a_blind_start_keeps_the_secret(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    await deleted(server, server.challenger)
    assert (await server.match()).phase is Phase.FINISHED
    assert not A_PICK.search((await exported(server, server.opponent)).decode())
    assert not A_PICK.search(text(server.card))
    assert rows_with(server, server.challenger) == {}


@refusing
async def test_the_opponent_later_sees_a_player_who_left(server: Server) -> None:
    await won(server, server.challenger, server.opponent)
    await server.begin("prudh")
    await deleted(server, server.challenger)
    said = private(await server.opponent.slash(server.channel, "profile", game="pjawns"))
    assert "**1 match:** 0 won, 1 lost" in said
    again = await done(server.opponent, server.channel, "rematch", "1")
    assert again.startswith("That player deleted everything about them")
    again = private(await server.opponent.click(server.card, label="Rematch"))
    assert again.startswith("That player deleted everything about them"), "an old card says so, too"
    found = await server.bot.app.matches.lists.finished_of(id_of(server.opponent), 9)
    assert len(found) == 2
    board = private(await server.opponent.slash(server.channel, "match", number="2"))
    assert A_PLAYER_WHO_LEFT in board
    assert server.challenger.mention not in board
    assert "-" not in re.findall(r"<@(.)", board + said)


async def test_nobody_is_asked_for_or_pinged_under_the_number_that_is_left(server: Server) -> None:
    """Neither a member nor an avatar, a ping nor a direct message; and it is on no leaderboard."""
    rivals = newcomers(server, 3)
    await beat_all(server, server.challenger, *rivals)

    async def board() -> str:
        return private(await leaderboard(server, rivals[0], game="pjawns"))

    assert server.challenger.mention in await board()
    await deleted(server, server.challenger)
    after = await board()
    assert server.challenger.mention not in after and A_PLAYER_WHO_LEFT not in after
    assert await server.store.write(stores.ratings.recompute) == 3
    assert A_PLAYER_WHO_LEFT not in await board()
    await rivals[0].slash(server.channel, "profile", game="pjawns")
    await rivals[0].slash(server.channel, "match", deed="film", number="1")
    await server.pass_time(days=40)
    assert numbers_of_nobody(server) == []
    await won(server, server.challenger, server.opponent)
    said = private(await server.challenger.slash(server.channel, "profile"))
    assert "**1 match:** 1 won, 0 lost" in said, "playing again starts from nothing"


async def test_a_champions_role_is_taken_away_and_given_to_nobody_when_it_is_told(server: Server) -> None:
    """Crowned, then a crash, then a deletion: the season is closed and told without a request for nobody."""
    role = server.guild.create_role("Champion")
    match = await won(server, server.challenger, server.opponent)
    chosen = {CHAMPION: str(role.id), RESULTS: str(server.channel.id)}
    await server.store.write(stores.people.change_guild, match.guild_id, chosen)
    month = season_of(day_of(server.bot.app.clock()), SeasonKind.MONTH)
    ended = EndedSeason(match.guild_id, month)
    won_by = Champion("pjawns", Human(id_of(server.challenger)), 1600, 3, role.id)
    await server.store.write(stores.seasons.crown, ended, [won_by])
    await deleted(server, server.challenger)
    removed = [
        entry.path
        for entry in server.env.http_requests
        if entry.method == "DELETE" and "/roles/" in entry.path
    ]
    assert len(removed) == 1
    for told in (0, 1):
        (champion,) = await server.store.read(stores.seasons.crowned, ended)
        assert isinstance(champion.player, Erased)
        assert champion.role is None
        said = [one for one in map(text, server.channel.history()) if "The season is over" in one]
        assert [A_PLAYER_WHO_LEFT in one for one in said] == [True] * told
        await server.pass_time(days=40)
    assert numbers_of_nobody(server) == []


# --- what comes in between ---------------------------------------------------------------------------


async def test_of_several_questions_one_is_answered(server: Server) -> None:
    """To keep everything leads back; a yes after it is done changes nothing."""
    await server.begin("prudh")
    kept, first, second = [await asked(server, server.challenger) for _ in range(3)]
    await server.challenger.click(panel_of(kept), label="Keep everything")
    assert "What I store about you" in text(panel_of(kept))
    assert (await server.match()).phase is Phase.PLAYING
    assert "### Done" in await confirmed(server, first)
    before = await server.match()
    assert "### Done" in await confirmed(server, second)
    assert await server.match() == before


async def test_two_clicks_at_once_delete_once(server: Server) -> None:
    await server.begin("prudh")
    question = await asked(server, server.challenger)
    server.env.settle_timeout = 0.0
    for _ in range(2):
        with contextlib.suppress(TimeoutError):
            await server.challenger.click(panel_of(question), label="Delete everything about me")
    server.env.settle_timeout = PATIENCE
    await server.env.settle()
    assert any(said in text(panel_of(question)) for said in ("### Done", "already deleting"))
    assert rows_with(server, server.challenger) == {}
    assert (await server.match()).version == 4, "accepted, resigned once, and left"


async def test_a_question_that_is_old_or_named_something_else_is_asked_again(server: Server) -> None:
    """A match that began after the question must not be resigned without a warning."""
    await won(server, server.challenger, server.opponent)
    question = await asked(server, server.challenger)
    assert "You resign" not in text(panel_of(question))
    await server.stop_loops()
    await server.env.advance_time(privacy.ASKED_FOR.total_seconds() - 30)
    app = server.bot.app
    late = app.clock() + timedelta(minutes=1)
    app.clock, clock = (lambda: late), app.clock
    assert "nothing was deleted" in await confirmed(server, question)
    app.clock = clock
    assert rows_with(server, server.challenger)
    question = await asked(server, server.challenger)
    match = await well_begun(server, server.opponent, server.challenger)
    said = await confirmed(server, question)
    assert "nothing was deleted" in said and "You'd resign **1 running match**" in said
    assert (await server.match(match.id)).phase is Phase.PLAYING
    assert "### Done" in await confirmed(server, question)


async def test_a_crash_in_the_middle_is_finished_by_the_next_bot(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Killed after the first of two matches was resigned: the sweep of a new bot does the rest."""
    await server.begin("prudh")
    await server.begin("prudh")
    question = await asked(server, server.challenger)
    app = server.bot.app
    resign = app.matches.play.resign
    died: list[MatchId] = []

    async def once(match_id: MatchId, user: UserId, **more: Any) -> Match:
        if died:
            raise StoreUnavailableError("the process is gone")
        died.append(match_id)
        return await resign(match_id, user, **more)

    monkeypatch.setattr(app.matches.play, "resign", once)
    await server.challenger.click(panel_of(question), label="Delete everything about me")
    assert "Not finished yet" in text(panel_of(question))
    assert sorted([(await server.match(number)).phase for number in (1, 2)]) == [
        Phase.FINISHED,
        Phase.PLAYING,
    ]
    late = await opened(server, server.challenger)
    assert "deletion in progress" in text(panel_of(late))
    await server.restart()
    await server.env.advance_time(60)
    assert [(await server.match(number)).phase for number in (1, 2)] == [Phase.FINISHED, Phase.FINISHED]
    assert rows_with(server, server.challenger) == {}
    assert "resigned" in text(server.card)
    caplog.clear()


async def test_an_end_that_cannot_be_shown_is_shown_later_without_the_name(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end is stored and the rest goes on: nobody waits for a channel."""
    await server.begin("prudh")
    question = await asked(server, server.challenger)

    async def refused(match_id: MatchId, *_changed: Match) -> Match:
        raise NotShownError(await server.match(match_id), "no")

    with monkeypatch.context() as patched:
        patched.setattr(server.bot.app.publisher, "publish", refused)
        await server.challenger.click(panel_of(question), label="Delete everything about me")
    assert "### Done" in text(panel_of(question))
    assert "resigned" not in text(server.card)
    await server.env.advance_time(120)
    assert f"### {server.opponent.mention} won" in text(server.card)
    assert numbers_of_nobody(server) == []
    assert rows_with(server, server.challenger) == {}


async def test_one_who_cannot_be_forgotten_yet_keeps_nobody_waiting(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A match of theirs that cannot be read: others are forgotten, and the rest of the sweep goes on."""
    await server.begin("prudh")
    await server.challenge(server.visitor)
    app = server.bot.app
    with closing(sqlite3.connect(server.path)) as database, database:
        database.execute("UPDATE match SET options = 'nonsense' WHERE id = 1")
    await server.store.write(stores.privacy.ask_to_be_forgotten, id_of(server.challenger), app.clock())
    await server.store.write(
        stores.privacy.ask_to_be_forgotten, id_of(server.visitor), app.clock() + timedelta(seconds=1)
    )
    swept: list[int] = []

    async def delivered(limit: int) -> int:
        swept.append(limit)
        return 0

    with monkeypatch.context() as patched:
        patched.setattr(app.notifier, "deliver", delivered)
        await server.env.advance_time(120)
    assert swept, "what people are owed"
    assert rows_with(server, server.visitor) == {}
    told = panel_of(await opened(server, server.challenger))
    assert "I'm waiting for match 1 to end" in text(told)
    assert labels(told) == ["Export", "Blocked players…", "Settings"]
    with closing(sqlite3.connect(server.path)) as database, database:
        database.execute("UPDATE match SET options = '{}' WHERE id = 1")
    await server.env.advance_time(120)
    assert rows_with(server, server.challenger) == {}
    caplog.clear()


async def test_those_who_cannot_be_forgotten_yet_hold_up_no_newer_one(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """As many as one sweep takes have a match that cannot be read; each is tried again in turn."""
    stuck = [server.challenger, server.opponent]
    await server.begin("prudh")
    await server.challenge(server.visitor)
    await server.stop_loops()
    app = server.bot.app
    await write(server.store, update(match_table).where(match_table.c.id == 1).values(options="nonsense"))
    for number, who in enumerate([*stuck, server.visitor]):
        at = app.clock() + timedelta(seconds=number)
        await server.store.write(stores.privacy.ask_to_be_forgotten, id_of(who), at)
    await app.erasure.finish_all(len(stuck))
    assert rows_with(server, server.visitor) != {}
    await app.erasure.finish_all(len(stuck))
    assert rows_with(server, server.visitor) == {}
    await write(server.store, update(match_table).where(match_table.c.id == 1).values(options="{}"))
    await app.erasure.finish_all(1)
    await app.erasure.finish_all(1)
    assert [rows_with(server, who) for who in stuck] == [{}, {}]
    caplog.clear()


async def test_an_end_that_nobody_is_left_to_see_is_not_shown_for_ever(server: Server) -> None:
    """The server is out of reach, and both players had everything deleted: there is nobody to tell."""
    await server.start()
    lose_the_server(server)
    for who in (server.challenger, server.opponent):
        lose(server, 50007, place=who.user.dm_channel)
    for who in (server.challenger, server.opponent):
        await deleted(server, who)
    match = await server.match()
    assert all(isinstance(player, Erased) for player in match.players)
    await server.env.advance_time(120)
    match = await server.match()
    assert match.shown.version == match.version
    since = len(server.env.http_requests)
    await server.pass_time(hours=3)
    assert [entry.path for entry in server.env.http_requests[since:] if entry.method == "POST"] == []
    assert numbers_of_nobody(server) == []


@refusing
async def test_a_click_while_the_store_is_out_of_order_or_it_is_under_way_changes_nothing(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await server.begin("prudh")
    question = await asked(server, server.challenger)

    async def broken(*_: Any) -> None:
        raise StoreUnavailableError("locked")

    with monkeypatch.context() as patched:
        instead(server.store, stores.privacy.ask_to_be_forgotten, broken, patched)
        late = await server.challenger.click(panel_of(question), label="Delete everything about me")
        assert "nothing was changed" in private(late)
    assert (await server.match()).phase is Phase.PLAYING
    at = server.bot.app.clock()
    await server.store.write(stores.privacy.ask_to_be_forgotten, id_of(server.challenger), at)
    assert "already deleting" in await confirmed(server, question)
    caplog.clear()


async def test_the_bytes_go_too_while_the_bot_runs(server: Server) -> None:
    """Their id, as text and as SQLite writes numbers, and what they wrote: out of all files."""
    note, comment = "the crab was mine to take", "should have gone to d3"
    me = id_of(server.challenger)
    for _ in range(3):
        await won(server, server.challenger, server.opponent)
        await server.challenge(server.opponent)
    await server.store.write(stores.matches.save_note, MatchId(1), me, note)
    await server.store.write(add_comment, MatchId(1), me, 0, comment, server.bot.app.clock())
    needles = (str(me).encode(), me.to_bytes(8, "big"), note.encode(), comment.encode())
    assert all(left_of(server.path, needle) for needle in needles[1:])
    await deleted(server, server.challenger)
    assert left_of(server.path, *needles), "until the job has emptied the log"
    for _ in range(2):
        await server.pass_time(minutes=1)
    assert left_of(server.path, *needles) == {}
    assert server.bot.is_ready()


# --- what nobody needs -------------------------------------------------------------------------------


async def test_what_nobody_needs_goes_once_a_day(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    await server.challenge(server.opponent)
    await server.bot.app.matches.challenges.withdraw(MatchId(1), id_of(server.challenger), 1)
    await server.env.advance_time(60)
    pruned = []
    prune = stores.pruning.prune

    async def counted(store: Any, now: Any) -> Any:
        pruned.append(now)
        return await prune(store, now)

    monkeypatch.setattr(stores.pruning, "prune", counted)
    await server.pass_time(days=89)
    assert len(pruned) == 1
    assert rows_with(server, server.challenger).get("match") == 1
    await server.pass_time(hours=1)
    assert len(pruned) == 1, "not again on the same day"
    await server.pass_time(days=3)
    assert len(pruned) == 2
    assert "match" not in rows_with(server, server.challenger)
