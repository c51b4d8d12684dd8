"""Records: what was played, as files, by a code, from a file; each stepped through to the last position."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import discord
import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor

from cogs.delivery import exports
from cogs.panels.match.board_panel import diagram_at
from cogs.text.en.errors import NO_SUCH_MATCH
from matches import UserId
from matches.errors import Problem, Refused
from matches.model import ImportId
from matches.records import LARGEST_EXPORT, LONGEST
from tests.cases import case
from tests.cogs.community import id_of, won
from tests.cogs.games import EATEN
from tests.cogs.going_on import gone_on, shown
from tests.cogs.governing import panel_of
from tests.cogs.played import finished
from tests.cogs.privacy import exported
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, parts, private, text
from tests.cogs.sight import shared
from tests.cogs.stories import story


async def begin(server: Server, command: str = "pjawns") -> None:
    """The beginning of a match: six turns of Pjawns, or of Prawns."""
    if command == "prawns":
        await server.start()
        turns = EATEN.split(" / ")
    else:
        await server.begin(command)
        turns = story("pjawns-rank-8").actions
    await shown(server, await gone_on(server, *turns[:6]))


async def files(shown: Any) -> dict[str, bytes]:
    """The files of a record by their ending."""
    found = {file.filename.rpartition(".")[2]: await file.read() for file in shown.attachments}
    urls = [part["file"]["url"] for part in parts(shown) if part["type"] == discord.ComponentType.file.value]
    assert len(urls) == len(found) == 2, "both are shown"
    return found


async def brought_in(
    server: Server, content: bytes, who: MemberActor | None = None, name: str = "record.txt"
) -> Any:
    """What somebody sees who brings a record in."""
    return await (who or server.visitor).slash(server.channel, "open", file=(name, content))


async def step_through(server: Server, opened: Any) -> list[str | None]:
    """What the visitor's pictures show from the first position to the last, step by step."""
    seen = [panel_of(opened).attachments[0].description]
    while any(part.get("label") == "▶" and not part.get("disabled") for part in parts(panel_of(opened))):
        await server.visitor.click(panel_of(opened), label="▶")
        seen.append(panel_of(opened).attachments[0].description)
    return seen


async def test_a_record_is_taken_out_brought_in_and_stepped_through(server: Server) -> None:
    """Those of all games are in ``matches/records``."""
    await begin(server, "prawns")
    await server.resign(server.opponent)
    match = await server.match()
    history = server.bot.app.matches.history(match)
    given = panel_of(await server.challenger.slash(server.home, "match", deed="record"))
    assert f"{history.turns} moves, " in text(given) and "won (resigned)." in text(given)
    out = await files(given)
    assert json.loads(out["json"])["actions"][0]["action"] == str(history.played[0])
    there = [
        diagram_at(history, ply, match.result, bottom=match.game.sides[0]).alt
        for ply in range(len(history.played) + 1)
    ]
    assert "The match is over: " in there[-1], "by resignation"
    for content in out.values():
        opened = await brought_in(server, content)
        assert f"{match.game.name} · a record\nThe start" in text(panel_of(opened))
        assert await step_through(server, opened) == there
        await server.visitor.click(panel_of(opened), label="Film")
        assert f"A film of {len(there)} positions." in (panel_of(opened).attachments[0].description or "")
        await server.visitor.click(panel_of(opened), label="Step through")
        assert panel_of(opened).attachments[0].filename == "board.png"
    await server.restart()
    await server.visitor.click(panel_of(opened), label="▶")
    assert "After move 1 of 6" in text(panel_of(opened)), "after a restart, too"
    (kept,) = {custom_id.split(":")[1] for custom_id in ids(panel_of(opened), "showimport:")}
    with pytest.raises(Refused, match=Problem.IMPORT_GONE):
        await server.bot.app.sharing.kept_record(ImportId(int(kept)), id_of(server.opponent))


@refusing
async def test_a_record_is_not_kept_for_ever(server: Server) -> None:
    record = b'[Game "prudh"]\n[Rules "1"]\n'
    first = await brought_in(server, record)
    for _ in range(10):
        await brought_in(server, record)
    late = await server.visitor.click(panel_of(first), label="Film")
    assert "I no longer have that record" in private(late)


@refusing
async def test_what_is_no_record_is_refused_with_a_reason(server: Server) -> None:
    """Each reason is in ``matches/records/test_records_refused.py``."""
    for content, said in (
        (b"\xff\xfe\x00", "not one in UTF-8"),
        (b'[Game "prudh"]\n[Rules "1"]\na1-h8\n', "action 1"),
        (b'{"game": "prudh", "rules": 1, "actions": "all"}', "I can't replay that file"),
        (b'[Game "@everyone <@1> [x](https://e.example)"]\n[Rules "1"]\n', "there is no game “"),
        (b'[Game "prudh"]\n[Rules "1"]\n' + b"a4-b5 " * 2_000, "a record has at most 1,500 actions"),
        (b"x" * (LONGEST + 1), "I can't replay that file: a record has at most 400 kB."),
    ):
        with case(content[:60], said):
            told = private(await brought_in(server, content))
            assert said in told and "use the file of a match's *Record*" in told
            assert len(told) < 600 and not set("@<") & set(told) and "](" not in told, (
                "nothing of it pings or links"
            )
    sent = len(server.env.http_requests)
    told = private(await brought_in(server, b"x" * (LARGEST_EXPORT + 1)))
    assert "That file is too large: a record is at most 400 kB, an export 10 MB." in told
    fetched = [entry for entry in server.env.http_requests[sent:] if entry.method == "GET"]
    assert not fetched, "it is not even looked at"


# --- exports -----------------------------------------------------------------------------------------


async def play_matches(server: Server, *games: str) -> None:
    """Matches of the challenger, two turns of each player long, and then one that has not begun."""
    for game in games:
        await won(server, server.challenger, server.opponent, game=game)
    await server.challenge(server.opponent)


def offered(opened: Any) -> dict[str, str]:
    """What the menu of matches offers: labels by value."""
    (menu,) = [
        part for part in parts(panel_of(opened)) if part.get("custom_id", "").startswith("pickrecord:")
    ]
    return {option["value"]: option["label"] for option in menu["options"]}


@pytest.mark.parametrize("packed", [False, True])
async def test_an_export_is_brought_in_and_each_match_of_it_opened(
    server: Server, packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_matches(server, "prudh", "pjawns")
    if packed:
        monkeypatch.setattr(exports, "LARGEST", 8_000)
    content = await exported(server, server.challenger)
    assert content.startswith(b"PK") is packed
    opened = await brought_in(server, content, name="tidepool.json" + ".zip" * packed)
    assert "Its 2 matches are in the menu, newest first" in text(panel_of(opened))
    assert list(offered(opened).values()) == ["Pjawns #2 · 4 moves", "Prudh #1 · 4 moves"]
    for value, game in (("0", "Pjawns"), ("1", "Prudh")):
        shown = await server.visitor.select(panel_of(opened), [value])
        assert shown.followups[0].ephemeral and f"{game} · a record\nThe start" in text(shown.followups[0])
        await server.visitor.click(shown.followups[0], label="▶")
        assert "After move 1 of 4" in text(shown.followups[0])


@refusing
async def test_a_file_that_was_let_go_says_so_and_is_nobody_elses(server: Server) -> None:
    await play_matches(server, "prudh", "pjawns")
    content = await exported(server, server.challenger)
    opened = await brought_in(server, content)
    await server.restart()
    gone = await server.visitor.select(panel_of(opened), ["0"])
    assert "I no longer have that file. Send `/open` with it again." in private(gone)
    opened = await brought_in(server, content)
    (number,) = server.bot.app.replay_cache._files
    assert server.bot.app.replay_cache.file(number, UserId(server.visitor.id))
    assert not server.bot.app.replay_cache.file(number, UserId(server.challenger.id))


@refusing
async def test_one_match_out_of_an_export_opens_at_once_and_one_without_or_in_pieces_says_why_not(
    server: Server,
) -> None:
    """Each way to write one, and to break one, is in ``matches/records/test_read_export.py``."""
    await play_matches(server, "pjawns")
    data = await exported(server, server.challenger)
    whole = json.loads(data)
    first, challenge = whole["matches"]
    assert challenge["record"] is None
    for content in (first, first["record"], {**whole, "matches": [first]}, whole):
        with case(list(content)[:3]):
            opened = await brought_in(server, json.dumps(content).encode())
            assert "Pjawns · a record\nThe start" in text(panel_of(opened))
    for broken, said in (
        (json.dumps({**whole, "matches": []}).encode(), "There's no match to open in that export"),
        (data[: len(data) // 2], "I can't replay that file: this export is damaged"),
        (data.replace(b'"rules": 1', b'"rules": 99'), "has no version 99"),
        (archive({"a": data, "b": data}), "I can't unpack this archive"),
        (archive({"a.txt": b" " * 9_000_000}), "unpacked, it holds more than 8 MB; take one match out of it"),
    ):
        with case(said, len(broken)):
            assert said in private(await brought_in(server, broken))


def archive(files: dict[str, bytes]) -> bytes:
    """An archive of these files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as writer:
        for name, content in files.items():
            writer.writestr(name, content)
    return packed.getvalue()


@refusing
async def test_two_large_files_are_looked_through_at_once(server: Server) -> None:
    """An archive is a large one, however small it is."""
    large = b'{"export": 1, "notes": "' + b"x" * LONGEST + b'", "matches": []}'
    files = server.bot.app.large_files
    for content in (large, archive({"a.json": b'{"export": 1, "matches": []}'})):
        with files.take(UserId(1)), files.take(UserId(2)):
            assert "I'm busy with other people's files" in private(await brought_in(server, content))
        assert "There's no match to open" in private(await brought_in(server, content))


# --- sharing -----------------------------------------------------------------------------------------


@refusing
async def test_a_match_is_opened_by_its_code_anywhere_until_it_is_not_shared_any_more(server: Server) -> None:
    await begin(server)
    panel, code = await shared(server)
    assert (await shared(server))[1] == code, "it has one code"
    elsewhere = server.env.create_guild("Deep sea")
    stranger = elsewhere.add_member(server.env.create_user("stranger"))
    channel = elsewhere.create_text_channel("anywhere")
    opened = await stranger.slash(channel, "open", code=f" {code[:3].lower()}-{code[3:]} ")
    assert "After move 6 of 6" in private(opened)
    await stranger.click(panel_of(opened), label="⋯")
    told = private(await stranger.click(panel_of(opened), label="Watch"))
    assert "You can only watch a match in its own server" in told, "the view offers what it does at home"
    assert NO_SUCH_MATCH not in told
    await stranger.click(panel_of(opened), label="Step through")
    await stranger.click(panel_of(opened), label="◀")
    assert "After move 5 of 6" in text(panel_of(opened))
    await stranger.click(panel_of(opened), label="⋯")
    given = await stranger.click(panel_of(opened), label="Record")
    assert labels(given.followups[-1]) == ["Step through"], "only its players share it"
    await server.challenger.click(panel, label="Stop sharing")
    late = await stranger.slash(channel, "open", code=code)
    assert "That code doesn't open a match" in private(late)


@refusing
async def test_codes_that_open_nothing_say_so_until_there_were_too_many(server: Server) -> None:
    await begin(server)
    _, code = await shared(server)
    strange = ("", "AAAAAA", "K7Q2M", "' OR 1=1 --", "x" * 200, "\x00AAAAA", "\ud800AAAAA", "١٢٣٤٥٦")
    for typed in (*strange, *["AAAAAA"] * 20):
        told = private(await server.visitor.slash(server.channel, "open", code=typed or " "))
        if not told.startswith("That code doesn't open a match"):
            break
    for typed in ("AAAAAA", code):
        told = private(await server.visitor.slash(server.channel, "open", code=typed))
        assert told.startswith("You've tried 20 codes in an hour that don't open a match")
        assert "You can try again <t:" in told
    await server.pass_time(hours=1)
    opened = await server.visitor.slash(server.channel, "open", code=code)
    assert "Pjawns #1" in text(panel_of(opened))


@refusing
async def test_only_its_players_post_a_match_where_they_may_and_without_names_or_pings(
    server: Server,
) -> None:
    await begin(server)
    told = await server.visitor.slash(server.home, "match", deed="share", number="1")
    assert "Only the two players of this match can do that" in private(told)
    quiet = PermissionOverwrite(send_messages=False)
    channel = server.guild.create_text_channel("reading", overwrites={server.guild.default_role: quiet})
    panel = panel_of(await server.challenger.slash(channel, "match", deed="share", number="1"))
    refused = await server.challenger.click(panel, label="Post here")
    assert "You can't post pictures in this channel yourself" in private(refused)
    assert channel.history() == []
    panel, code = await shared(server)
    await server.challenger.click(panel, label="Post here")
    posted = server.channel.history()[-1]
    assert code in text(posted) and "<@" not in text(posted)
    assert labels(posted) == ["Board", "Film"]
    for label, there in (("Board", "After move 6 of 6"), ("Film", "Pjawns #1")):
        assert there in private(await server.visitor.click(posted, label=label))
    await server.challenger.click(panel, label="Stop sharing")
    late = await server.visitor.click(posted, label="Board")
    assert private(late).startswith("That code doesn't open a match")


@refusing
async def test_what_was_posted_is_never_taken_for_the_card_of_the_match(server: Server) -> None:
    await begin(server)
    panel = panel_of(await server.challenger.slash(server.home, "match", deed="share"))
    server.env.inject_error("POST", f"/channels/{server.home.id}/messages", status=503, times=3)
    match = await server.match()
    asked = await server.opponent.slash(server.home, "match", deed="resign", number="1")
    await server.opponent.click(panel_of(asked), label="Resign")
    assert (await server.match()).shown.version == match.version, "it could not be shown"
    await server.challenger.click(panel, label="Post here")
    assert labels(server.card) == ["Board", "Film"], "the last message is what was posted"
    await server.pass_time(minutes=10)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Review", "Find a match"], (
        "the match has a card of its own"
    )


# --- what was played ---------------------------------------------------------------------------------


async def test_the_history_leads_to_every_finished_match(server: Server) -> None:
    empty = await server.visitor.slash(server.channel, "match", number="history")
    assert private(empty).startswith("You haven't finished a match yet.")
    for _ in range(10):
        await finished(server, server.opponent, server.challenger)
    shown = await server.challenger.slash(server.channel, "match", number="history")
    assert text(panel_of(shown)).count("**lost**") == 8
    await server.challenger.click(panel_of(shown), label="▶")
    assert text(panel_of(shown)).count("**lost**") == 2
    opened = await server.challenger.select(
        panel_of(shown), ["1"], custom_id=ids(panel_of(shown), "pastopen")[0]
    )
    assert "Pjawns #1" in text(opened.followups[-1])
    await server.restart()
    await server.challenger.click(panel_of(shown), label="◀")
    assert "#10](<" in text(panel_of(shown))
    for game, said in (
        ("prudh", "You haven't finished a match of Prudh yet."),
        ("pjawns", "### Your finished"),
    ):
        own = panel_of(await server.challenger.slash(server.channel, "matches", game=game))
        await server.challenger.click(own, label="My finished matches")
        assert text(own).startswith(said)
