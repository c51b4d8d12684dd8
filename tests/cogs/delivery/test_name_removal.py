"""The names of erased people go from all threads of their matches, and no place holds that up for good."""

from __future__ import annotations

import logging
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from cogs.delivery.name_removal import TRIES
from cogs.kit.call import show_all
from cogs.kit.failures import NAME_BLOCKED, THREAD_ARCHIVED, record_answer
from data import stores
from matches import ChallengeTerms, ChannelId, Opponent
from tests.cases import case
from tests.cogs.across import MANAGES, TwoServers, lose
from tests.cogs.community import id_of, place_of
from tests.cogs.governing import asked, panel_of
from tests.cogs.named import names
from tests.cogs.places import forget_the_server
from tests.cogs.privacy import deleted, opened, opened_in
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, private, text


async def is_done(server: Server, who: MemberActor) -> bool:
    """True if nothing is left of an erasure."""
    return not await server.bot.app.privacy.is_to_be_forgotten(id_of(who))


async def over(server: Server, game: str = "pjawns") -> Any:
    """A match that the opponent gave up, told to the services alone; returns its thread, which was shown."""
    matches, opponent = server.bot.app.matches, id_of(server.opponent)
    made = await matches.challenges.challenge(
        id_of(server.challenger), Opponent(opponent), ChallengeTerms(game, {}, side="white"), place_of(server)
    )
    match = await matches.challenges.accept(made.id, opponent, made.version, call="heads")
    with server.env.as_bot():
        await show_all(server.bot.app, [match])
        await show_all(server.bot.app, [await matches.play.resign(match.id, opponent)])
    await server.env.settle()
    return server.bot.get_channel(server.home.id)


async def moved(server: Server, home: int, *, number: int = 1, direct: bool = False) -> None:
    """Let a match be played in another place from now on, as when its thread could not be used."""
    match = await server.match(number)
    shown = replace(match.shown, home=ChannelId(home), direct=direct)
    await server.store.write(stores.matches.record_shown, match.id, shown)


async def deleted_in(two: TwoServers, who: MemberActor) -> None:
    """Everything about a player of two servers is deleted, asked for in their own."""
    shown = await opened_in(who, two.channel if who is two.far else two.server.channel)
    await who.click(panel_of(shown), label="Delete everything…")
    await who.click(panel_of(shown), label="Delete everything about me")
    assert await is_done(two.server, who)


# --- places that have no name --------------------------------------------------------------------


@pytest.mark.parametrize("who", ["near", "far"])
@refusing
async def test_a_match_between_servers_that_is_in_direct_messages(server: Server, who: str) -> None:
    """For the player whose place that is, and for the one whose place is a thread."""
    two = TwoServers(server)
    await two.begin()
    home = two.home(two.guild)
    lose(two, status=403, code=50001)
    await two.turn()
    assert [place.shown.direct for place in (await two.match()).places] == [False, True]
    threads = (two.home(server.guild), home)
    theirs = ("chal",) if who == "near" else ("Fara", "Nick")
    assert all(str(thread.name).startswith("#1 Predation · chal–") for thread in threads)
    await deleted_in(two, two.near if who == "near" else two.far)
    for thread in threads:
        assert not any(name in str(thread.name) for name in theirs), thread.name
        assert str(thread.name).startswith("#1 Predation · ")


PLACES = [
    discord.ChannelType.private.value,
    discord.ChannelType.group.value,
    discord.ChannelType.voice.value,
    discord.ChannelType.category.value,
    discord.ChannelType.stage_voice.value,
    discord.ChannelType.forum.value,
    99,
]


UNREADABLE: list[Any] = [None, [], {}, {"type": 11}, {"type": 11, "id": "1", "parent_id": "x"}]


async def test_a_place_of_whatever_kind_keeps_nobody_waiting(
    pair: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """Also of kinds that discord.py doesn't know, and where Discord's answer can't be read.

    The thread that was left for it loses the name."""
    told: dict[int, Any] = {}
    for number, answer in enumerate([*({"type": kind} for kind in PLACES), *UNREADABLE], 1):
        await over(pair)
        place = pair.env.backend.snowflake()
        await moved(pair, place, number=number)
        told[place] = answer | {"id": str(place)} if number <= len(PLACES) else answer
    get = pair.bot.http.get_channel

    async def answered(channel: int) -> Any:
        if channel not in told:
            return await get(channel)
        record_answer(200)
        return told[channel]

    pair.bot.http.get_channel = answered  # type: ignore[assignment, method-assign]
    with caplog.at_level(logging.WARNING):
        await deleted(pair, pair.challenger)
        for _ in range(3):
            await pair.pass_time(minutes=1)
    assert await is_done(pair, pair.challenger)
    assert names(pair) == [f"#{number} Pjawns · White – Ben" for number in range(1, len(told) + 1)]
    kept = [place for place in told if f"thread={place} keeps their name" in caplog.text]
    assert kept == list(told)[len(PLACES) :]
    caplog.clear()


async def test_a_server_that_removed_the_bot(pair: Server) -> None:
    await over(pair)
    await over(pair, "cannons-and-crabs")
    forget_the_server(pair)
    for status, code in ((403, 50001), (404, 10004)):
        with case(status, code):
            pair.env.backend.faults.clear()
            pair.env.inject_error("GET", f"/guilds/{pair.guild.id}", status=status, code=code, times=None)
            since = len(pair.env.http_requests)
            assert await pair.bot.app.erasure._names.remove(id_of(pair.challenger), late=False) == 2
            asked = [entry.path for entry in pair.env.http_requests[since:]]
            assert asked == [f"/guilds/{pair.guild.id}"], "all others would be refused"


async def test_a_server_that_this_process_has_not_heard_of(pair: Server) -> None:
    """It is another process's, or its shard has just connected."""
    await over(pair)
    forget_the_server(pair)
    assert await pair.bot.app.erasure._names.remove(id_of(pair.challenger), late=False) == 0
    assert "Ada" not in names(pair)[0] and names(pair)[0].startswith("#1 Pjawns · ")


@pytest.mark.parametrize("method", ["GET", "PATCH"])
async def test_what_discord_refuses_for_good_keeps_nobody_waiting(
    pair: Server, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    answers = {}
    for status, code, kept in (
        (403, 50001, True),
        (403, 50013, True),
        (400, 50035, True),
        (400, 50083, True),
        (400, 0, True),
        (404, 10003, False),
        (410, 0, True),
    ):
        thread = await over(pair)
        pair.env.inject_error(method, f"/channels/{thread.id}", status=status, code=code, times=None)
        answers[status, code] = thread.id, kept
    said = private(await deleted(pair, pair.challenger))
    for _ in range(2):
        await pair.pass_time(minutes=1)
    assert await is_done(pair, pair.challenger)
    for answer, (thread, kept) in answers.items():
        with case(answer):
            assert (f"thread={thread} keeps their name" in caplog.text) is kept
    assert "your name" in said


# --- threads that a match has left ---------------------------------------------------------------


async def test_the_thread_that_an_admin_had_closed(server: Server) -> None:
    """Archived and locked by the bot itself, while the match goes on by direct message."""
    two = TwoServers(server)
    await two.begin()
    keepers = two.guild.create_role("Keepers", permissions=MANAGES)
    admin = two.guild.add_member(server.env.create_user("admin"), roles=[keepers])
    thread = two.home(two.guild)
    with two.listening(two.guild):
        answer = await asked(server, admin, "close", place=thread)
        question: Any = answer.followups[-1] if answer.followups else answer.response
        await admin.click(question, label="Take it out")
    left: Any = await server.bot.fetch_channel(thread.id)
    assert left.archived and left.locked and "Nick" in left.name
    await deleted_in(two, two.far)
    left = await server.bot.fetch_channel(thread.id)
    assert left.name == "#1 Predation · chal–Pred"
    assert left.archived and left.locked, "as it was"


async def test_threads_that_the_database_no_longer_knows(pair: Server) -> None:
    """They were made in the home of the server; now their matches are in its channel, or in no channel.

    Whichever of the three spellings their names have that the bot used over time.
    """
    home = pair.guild.create_text_channel("matches")
    channel: Any = pair.bot.get_channel(home.id)
    left = {}
    spellings = ("#1 Pjawns · Ada – Ben", "Ada – Ben · Pjawns #2", "Pjawns · match 3", "Ada–Ben · Pjawns #m")
    for number, (archived, direct) in enumerate(product((False, True), repeat=2), 1):
        await over(pair)
        name = spellings[number - 1]
        made = await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        await moved(pair, pair.channel.id, number=number, direct=direct)
        if archived:
            await made.edit(archived=True)
        left[made.id] = (f"#{number} Pjawns · White – Ben", archived)
    await pair.store.write(stores.people.change_guild, (await pair.match()).guild_id, {"home": str(home.id)})
    await pair.env.settle()
    await deleted(pair, pair.challenger)
    assert await is_done(pair, pair.challenger)
    for made, known in left.items():
        now: Any = await pair.bot.fetch_channel(made)
        assert (now.name, now.archived) == known
    assert names(pair) == [name for name, _ in left.values()], "and those of the challenges"


async def test_a_private_thread_that_was_left(pair: Server) -> None:
    await pair.begin("pjawns", private="on")
    await pair.bot.app.matches.play.resign((await pair.match()).id, id_of(pair.opponent))
    left: Any = pair.bot.get_channel(pair.home.id)
    assert left.is_private() and left.name == "#1 Pjawns · Ada – Ben"
    await moved(pair, pair.challenger.user.dm_channel.id, direct=True)
    await left.edit(archived=True)
    await pair.env.settle()
    await deleted(pair, pair.challenger)
    left = await pair.bot.fetch_channel(left.id)
    assert (left.archived, left.name) == (True, "#1 Pjawns · White – Ben")


async def test_lists_of_threads_are_read_to_their_end(pair: Server) -> None:
    """Discord gives a page of archived threads at a time, each after the one before."""
    made: list[Any] = []
    for _ in range(5):
        thread = await over(pair)
        await thread.edit(archived=True)
        await pair.env.settle()
        await moved(pair, pair.channel.id, number=len(made) + 1)
        match = await pair.match(len(made) + 1)
        await pair.store.write(
            stores.matches.record_shown,
            match.id,
            replace(match.shown, invitation=None, home=match.channel_id),
        )
        made.append(thread)
    http, pages = pair.bot.http, []
    listed = http.get_public_archived_threads

    async def paged(channel: int, before: Any = None, limit: int = 50) -> Any:
        """Two of them at a time, as if that were the limit."""
        told: Any = await listed(channel, before=before, limit=limit)
        found = sorted(told["threads"], key=lambda one: -int(one["id"]))
        stamp = {one["id"]: f"2026-01-01T00:00:{number:02}" for number, one in enumerate(reversed(found))}
        for one in found:
            one["thread_metadata"]["archive_timestamp"] = stamp[one["id"]]
        found = [one for one in found if before is None or stamp[one["id"]] < before]
        pages.append((before, len(found[:2])))
        return {"threads": found[:2], "members": [], "has_more": len(found) > 2}

    http.get_public_archived_threads = paged  # type: ignore[assignment, method-assign]
    await deleted(pair, pair.challenger)
    assert [number for _, number in pages] == [2, 2, 1]
    for number, thread in enumerate(made, start=1):
        now: Any = await pair.bot.fetch_channel(thread.id)
        assert (now.name, now.archived) == (f"#{number} Pjawns · White – Ben", True)


async def test_threads_of_others_and_of_other_matches_are_left_alone(pair: Server) -> None:
    await over(pair)
    channel: Any = pair.bot.get_channel(pair.channel.id)
    kind = discord.ChannelType.public_thread
    await channel.create_thread(name="#77 Pjawns · Ada – Ben", type=kind)
    theirs = await channel.create_thread(name="#1 Pjawns · Ada – Ben", type=kind)
    pair.env.backend.channels[theirs.id].owner_id = pair.visitor.id
    await pair.env.settle()
    await deleted(pair, pair.challenger)
    assert await is_done(pair, pair.challenger)
    assert sorted(names(pair)) == sorted(
        ["#1 Pjawns · White – Ben", "#77 Pjawns · Ada – Ben", "#1 Pjawns · Ada – Ben"]
    )


@pytest.mark.parametrize("name", ["White – Ben · Pjawns #1", "White–Black · Pjawns #d"])
async def test_a_thread_that_does_not_name_them_keeps_its_former_spelling(pair: Server, name: str) -> None:
    thread = await over(pair)
    await thread.edit(name=name)
    await pair.env.settle()
    await deleted(pair, pair.challenger)
    assert await is_done(pair, pair.challenger)
    assert names(pair) == [name]


@refusing
async def test_lists_that_are_closed_to_the_bot(pair: Server) -> None:
    await over(pair)
    for path in (
        f"/guilds/{pair.guild.id}/threads/active",
        f"/channels/{pair.channel.id}/threads/archived/public",
        f"/channels/{pair.channel.id}/users/@me/threads/archived/private",
    ):
        pair.env.inject_error("GET", path, status=403, code=50001, times=None)
    assert "### Done" in private(await deleted(pair, pair.challenger))
    assert names(pair) == ["#1 Pjawns · White – Ben"]


# --- what may pass -------------------------------------------------------------------------------


async def test_one_that_fails_keeps_no_other_waiting(pair: Server) -> None:
    for _ in range(3):
        await over(pair)
    path = f"/channels/{pair.channel.threads[0].id}"
    pair.env.inject_error("PATCH", path, status=503, times=None)
    await deleted(pair, pair.challenger)
    await pair.pass_time(minutes=1)
    assert names(pair) == ["#1 Pjawns · Ada – Ben", *(f"#{number} Pjawns · White – Ben" for number in (2, 3))]
    assert not await is_done(pair, pair.challenger)
    pair.env.backend.faults.clear()
    await pair.pass_time(minutes=1)
    assert names(pair)[0] == "#1 Pjawns · White – Ben"
    assert await is_done(pair, pair.challenger)


async def test_what_never_answers_is_left_after_a_day(pair: Server, caplog: pytest.LogCaptureFixture) -> None:
    threads = []
    for status in (429, 500, 503):
        threads.append((await over(pair)).id)
        pair.env.inject_error("PATCH", f"/channels/{threads[-1]}", status=status, times=None)
    said = private(await deleted(pair, pair.challenger))
    assert "### Not finished yet" in said
    for _ in range(3):
        await pair.pass_time(hours=6)
        assert not await is_done(pair, pair.challenger)
    waiting = text(panel_of(await opened(pair, pair.challenger)))
    assert "You asked me to delete everything" in waiting and "the names of threads" in waiting
    assert "- 3 matches" in waiting and "Delete everything…" not in waiting
    for _ in range(3 * TRIES):
        await pair.pass_time(hours=6)
    assert await is_done(pair, pair.challenger)
    assert names(pair) == [f"#{number} Pjawns · Ada – Ben" for number in (1, 2, 3)]
    for thread in threads:
        assert f"thread={thread} keeps their name" in caplog.text
    caplog.clear()


async def test_an_outage_at_the_end_of_a_day_leaves_no_name(pair: Server) -> None:
    """The bot was down for days, and Discord doesn't answer just after its start."""
    await over(pair)
    pair.env.inject_error("PATCH", f"/channels/{pair.home.id}", status=503, times=2)
    app = pair.bot.app
    await pair.store.write(stores.privacy.ask_to_be_forgotten, id_of(pair.challenger), app.clock())
    await pair.pass_time(days=3)
    for _ in range(3):
        await pair.pass_time(minutes=1)
    assert names(pair) == ["#1 Pjawns · White – Ben"]
    assert await is_done(pair, pair.challenger)


async def test_a_thread_is_archived_again_even_if_discord_fails_in_between(pair: Server) -> None:
    thread = await over(pair)
    await thread.edit(archived=True)
    await pair.env.settle()
    http = pair.bot.http
    edit, failed = http.edit_channel, list[int]()

    async def failing(channel: int, **changes: Any) -> Any:
        if changes == {"archived": True} and not failed:
            failed.append(channel)
            raise TimeoutError
        return await edit(channel, **changes)

    http.edit_channel = failing  # type: ignore[assignment, method-assign]
    await deleted(pair, pair.challenger)
    await pair.pass_time(minutes=1)
    now: Any = await pair.bot.fetch_channel(thread.id)
    assert (failed, now.name, now.archived) == ([thread.id], "#1 Pjawns · White – Ben", True)
    assert await is_done(pair, pair.challenger)


async def test_threads_that_discord_does_not_archive_again_or_rename(
    pair: Server, caplog: pytest.LogCaptureFixture
) -> None:
    threads = {}
    for code in (THREAD_ARCHIVED, 0, NAME_BLOCKED):
        threads[code] = thread = await over(pair)
        await thread.edit(archived=True)
        await pair.env.settle()
        pair.env.inject_error("PATCH", f"/channels/{thread.id}", status=400, code=code, times=None)
    with caplog.at_level(logging.WARNING):
        await deleted(pair, pair.challenger)
    assert await is_done(pair, pair.challenger)
    assert f"thread={threads[NAME_BLOCKED].id} keeps their name" in caplog.text


@pytest.mark.parametrize("plain", [False, True], ids=["its usual name", "a plain name"])
async def test_a_thread_that_is_archived_while_its_rename_waits(pair: Server, plain: bool) -> None:
    """It is opened for its new name, or a plain one if that is refused, and archived again."""
    thread = await over(pair)
    http: Any = pair.bot.http
    edit, asked = http.edit_channel, list[dict[str, Any]]()

    async def edited(channel: int, **changes: Any) -> Any:
        asked.append(changes)
        if len(asked) == 1:
            await edit(channel, archived=True)
        now = pair.env.backend.channels[channel].thread_metadata
        if now is not None and now.archived and changes.get("archived") is not False:
            raise refused(THREAD_ARCHIVED, "Thread is archived")
        if plain and "Ben" in changes.get("name", ""):
            raise refused(NAME_BLOCKED, "Title was blocked by automatic moderation")
        return await edit(channel, **changes)

    http.edit_channel = edited
    await deleted(pair, pair.challenger)
    assert await is_done(pair, pair.challenger)
    now: Any = await pair.bot.fetch_channel(thread.id)
    assert (now.name, now.archived) == (
        "#d Pjawns · White–Black" if plain else "#1 Pjawns · White – Ben",
        True,
    )
    assert len(asked) == (4 if plain else 3), "one that is refused, one or two names, and it is archived"


def refused(code: int, said: str) -> discord.HTTPException:
    """An answer of Discord's that refuses a request."""
    response: Any = SimpleNamespace(status=400, reason="Bad Request", headers={})
    return discord.HTTPException(response, {"code": code, "message": said})
