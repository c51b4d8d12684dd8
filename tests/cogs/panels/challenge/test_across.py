"""Matches between two servers: found in the lobby of another server, and played in both."""

from __future__ import annotations

import re
from typing import Any

import pytest
from simcord.actors import MemberActor

from cogs.text import server_texts
from matches import GuildId, MatchId, Opponent, Phase, UserId
from matches.guilds.settings import SettingPage
from matches.model import EntryKind
from matches.ratings.scores import LEAST_TURNS
from services.cross_server import PLAYS_ACROSS
from tests.cogs.across import FAR, MANAGES, NEAR, TwoServers, check_secrecy, keeper, lose
from tests.cogs.challenge_forms import answer
from tests.cogs.governing import asked, panel_of
from tests.cogs.privacy import opened_in
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.people import user_of


@pytest.fixture
def two(server: Server) -> TwoServers:
    """Two servers that know nothing of each other."""
    return TwoServers(server)


async def test_a_challenge_is_found_in_another_server_without_naming_its_own(two: TwoServers) -> None:
    await two.want()
    two.server.command = "predation"
    await two.server.challenged(two.near, game="predation", servers="all")
    assert "challenges anyone, in other servers too, to Predation" in text(two.server.invitation)
    listed = await two.find()
    said = private(listed)
    assert "**Predation**, in another server" in said and "challenger" in said
    for secret in (two.server.guild.id, two.server.channel.id, two.server.invitation.id, two.near.id):
        assert str(secret) not in said


async def test_both_servers_have_the_board_and_a_move_shows_in_both(two: TwoServers) -> None:
    match = await two.begin()
    assert match.phase is Phase.PLAYING and match.between_servers
    for guild in (two.server.guild, two.guild):
        assert labels(two.card(guild))[-3:] == ["Move", "Board", "⋯"]
    before = [two.card(guild).attachments[0].description for guild in (two.server.guild, two.guild)]
    assert before[NEAR] == before[FAR]
    await two.turn()
    await two.turn()
    after = [two.card(guild).attachments[0].description for guild in (two.server.guild, two.guild)]
    assert after[NEAR] == after[FAR] != before[NEAR]
    await shown_in_both(two)
    # Each is named in the other's server, and pinged only in their own.
    near, far = two.said_in(two.server.guild), two.said_in(two.guild)
    assert f"<@{two.near.id}>" in near and f"<@{two.far.id}>" not in near and "Faraway Fay" in near
    assert f"<@{two.far.id}>" in far and f"<@{two.near.id}>" not in far and "challenger" in far
    for guild, own in ((two.server.guild, two.near), (two.guild, two.far)):
        room = two.home(guild).id
        pinged = {
            user
            for entry in two.server.env.http_requests
            if entry.path == f"/channels/{room}/messages" and entry.method == "POST"
            for user in (entry.json or {})["allowed_mentions"]["users"]
        }
        assert pinged == {own.id}


@refusing
async def test_nothing_that_a_server_is_sent_names_the_other(two: TwoServers) -> None:
    """Every byte of what is posted in a server, sent to its player, or answered there."""
    await two.begin()
    for _ in range(3):
        await two.turn()
    for who, guild in ((two.near, two.server.guild), (two.far, two.guild)):
        with two.listening(guild):
            await who.slash(two.home(guild), "matches")
            await who.slash(two.home(guild), "match")
            for word in ("next", "find"):
                await who.slash(two.home(guild), "match", number=word)
            await who.click(two.card(guild), label="⋯")
            await who.click(two.card(guild), label="Board")
            await who.slash(two.home(guild), "predation move", action="nonsense")
            await opened_in(who, two.home(guild))
    for hours in (24, 24, 20, 5):
        await two.server.pass_time(hours=hours)
    assert (await two.match()).entries[-1].kind is EntryKind.TIME_UP, "after all its warnings"
    await two.server.bot.app.matches.play.resign(MatchId(1), UserId(two.near.id))
    check_secrecy(two)


async def shown_in_both(two: TwoServers) -> None:
    """The match is shown in both servers as it is."""
    match = await two.match()
    assert [place.shown.version for place in match.places] == [match.version] * 2


@refusing
async def test_a_server_that_is_gone_for_a_day_holds_up_nobody(two: TwoServers) -> None:
    """Its player goes on by direct message, the other one sees nothing of it, and it comes back."""
    await two.begin()
    far = two.home(two.guild)
    lose(two, status=403, code=50001)
    await two.turn()
    near = two.said_in(two.server.guild)
    direct = two.far.user.dm_channel.history()
    assert "I can't post in" in text(direct[-1]) and str(two.channel.id) in text(direct[-1])
    assert "continues here" not in near and two.near.user.dm_channel.history() == []
    match = await two.match()
    assert [place.shown.direct for place in match.places] == [False, True]
    two.server.env.backend.faults.clear()
    await two.server.pass_time(days=1)
    for _ in range(4):
        await two.turn()
    match = await two.match()
    assert [place.shown.direct for place in match.places] == [False, False]
    assert [place.shown.version for place in match.places] == [match.version] * 2
    assert two.home(two.guild).id == far.id, "its thread is there again"
    check_secrecy(two)


@refusing
async def test_an_outage_of_one_server_is_no_failure_of_the_other(two: TwoServers) -> None:
    """The far card is missing until Discord is well again there: the near player hears nothing of it."""
    await two.begin()
    lose(two, status=500, code=0)
    first = await two.match()
    moved = await two.move(
        two.near if two.server.bot.app.matches.waits_for(first, UserId(two.near.id)) else two.far,
        str(two.server.bot.app.matches.history(first).position.legal_actions()[0]),
    )
    match = await two.match()
    assert match.version > first.version and match.places[NEAR].shown.version == match.version
    assert match.places[FAR].shown.version < match.version
    if two.server.bot.app.matches.waits_for(first, UserId(two.near.id)):
        assert "couldn't" not in private(moved)
    two.server.env.backend.faults.clear()
    await two.server.pass_time(hours=1)
    match = await two.match()
    assert match.places[FAR].shown.version == match.version


async def test_a_restart_in_the_middle_goes_on_in_both(two: TwoServers) -> None:
    await two.begin()
    await two.turn()
    await two.server.restart()
    await two.turn()
    await two.turn()
    await shown_in_both(two)
    check_secrecy(two)


async def test_a_hidden_pick_stays_hidden_across_servers(two: TwoServers) -> None:
    """Prawns with a blind start: each picks in their own server or by direct message."""
    await two.begin("prawns", blind_start="on")
    for who, guild, picked in (
        (two.near, two.server.guild, ("crab", "lobster")),
        (two.far, two.guild, ("shrimp", "crab")),
    ):
        with two.listening(guild):
            panel = await who.click(two.card(guild), label="Choose secretly")
            for index, choice in enumerate(picked):
                await who.select(
                    panel.followups[-1], [choice], custom_id=ids(panel.followups[-1], f"slot:.*:{index}")[0]
                )
        if who is two.near:
            assert not tells_of_lobster(two)
        with two.listening(guild):
            await who.click(panel.followups[-1], custom_id=ids(panel.followups[-1], "confirm:")[0])
        if who is two.near:
            assert not tells_of_lobster(two), "its maker's own until both are in"
    match = await two.match()
    assert match.phase is Phase.PLAYING
    assert tells_of_lobster(two), "open now"
    check_secrecy(two)


def tells_of_lobster(two: TwoServers) -> bool:
    """True if the far server or its player was told of a lobster, other than as a choice in a menu."""
    return "lobster" in re.sub(r'"options": \[.*?\]', "", two.sent_to(FAR))


@refusing
async def test_neither_server_nor_player_is_asked_unless_they_want_it(two: TwoServers) -> None:
    two.server.command = "predation"
    refused = await two.server.challenged(two.near, game="predation", servers="all")
    assert "This server doesn't play other servers" in private(refused)
    await two.server.bot.app.guilds.change(GuildId(two.server.guild.id), {"across": "on"})
    refused = await two.server.challenged(two.near, game="predation", servers="all")
    assert "`/settings`" in private(refused)
    await two.want()
    await two.server.challenged(two.near, game="predation", servers="all")
    await two.server.bot.app.notifications.prefer(UserId(two.far.id), {PLAYS_ACROSS: "off"})
    assert "in another server" not in private(await two.find())
    await two.server.bot.app.notifications.prefer(UserId(two.far.id), {PLAYS_ACROSS: "on"})
    listed = await two.find()
    await two.server.bot.app.guilds.change(GuildId(two.server.guild.id), {"across": "off"})
    assert listed.response is not None
    late = await two.tap(two.far, listed.response, "takeup:")
    assert (await two.match()).phase is Phase.CHALLENGED, private(late)
    await two.server.bot.app.guilds.change(GuildId(two.server.guild.id), {"across": "on"})
    listed = await two.find()
    assert listed.response is not None and "in another server" in private(listed)
    await two.server.bot.app.services.privacy.block(UserId(two.near.id), Opponent(UserId(two.far.id)))
    await two.tap(two.far, listed.response, "takeup:")
    assert (await two.match()).phase is Phase.CHALLENGED, "blocks hold in other servers"
    assert "in another server" not in private(await two.find())


async def closed(two: TwoServers, admin: MemberActor) -> tuple[str, Any]:
    """An admin closes the place of the match in the far server: what they are told, and its thread."""
    thread = two.home(two.guild)
    with two.listening(two.guild):
        question = answer(await asked(two.server, admin, "close", place=thread))
        assert "Take" in text(question)
        done = await admin.click(question, label="Take it out")
    return text(done.response or question), await two.server.bot.fetch_channel(thread.id)


@pytest.mark.parametrize(
    ("status", "code", "times"),
    [(403, 50013, 1), (403, 60003, 1), (400, 50035, 1), (403, 50013, 2), (404, 10003, 2), (500, 0, 20)],
    ids=["not allowed", "wants two factors", "whatever", "nor archived", "gone", "out of order"],
)
async def test_a_closed_thread_that_may_not_be_locked_is_archived(
    two: TwoServers, status: int, code: int, times: int
) -> None:
    await two.begin()
    thread = two.home(two.guild)
    two.server.env.inject_error("PATCH", f"/channels/{thread.id}", status=status, code=code, times=times)
    _, left = await closed(two, keeper(two))
    assert (left.archived, left.locked) == (times == 1, False)
    (place,) = [place for place in (await two.match()).places if place.shown.closed]
    assert place.shown.direct, "it goes on whatever becomes of the thread"


@refusing
async def test_an_admin_closes_the_place_in_their_own_server_alone(two: TwoServers) -> None:
    await two.begin()
    admin = keeper(two)
    thread = two.home(two.guild)
    player_too = two.guild.create_role("Wardens", permissions=MANAGES)
    two.server.env.backend.add_member_role(two.guild.id, two.far.id, player_too.id)
    own = text(answer(await asked(two.server, two.far, "close", place=thread)))
    assert "You're playing in" in own and "close" in own, "nobody closes a match that they play in"
    assert not any(place.shown.closed for place in (await two.match()).places)
    panel = panel_of(await admin.slash(thread, "server match"))
    assert labels(panel) == [server_texts.ASK_ABORT, server_texts.ASK_CLOSE]
    assert "between two servers" in text(answer(await admin.click(panel, label=server_texts.ASK_ABORT)))
    assert "out of this server" in (await closed(two, admin))[0]
    match = await two.match()
    assert match.phase is Phase.PLAYING
    assert [place.shown.closed for place in match.places] == [False, True]
    assert "A server admin has closed" in text(two.far.user.dm_channel.history()[-1])
    for _ in range(3):
        await two.turn()
    match = await two.match()
    assert [place.shown.direct for place in match.places] == [False, True], "it does not come back"
    assert "closed" not in two.said_in(two.server.guild)
    await two.server.challenged(two.near, game="predation", servers="all")
    assert "in another server" not in private(await two.find())
    page = answer(await admin.slash(two.channel, "server panel"))
    await admin.click(page, label=server_texts.PAGE_BUTTONS[SettingPage.WHO_PLAYS])
    await admin.click(page, label="▶")
    panel = answer(await admin.click(page, label=server_texts.READMIT_OPEN))
    await admin.select(panel, [str(two.near.id)], custom_id=ids(panel, "readmit:")[0])
    assert "in another server" in private(await two.find())
    check_secrecy(two)


@refusing
async def test_the_host_calls_it_off_for_both(two: TwoServers, monkeypatch: pytest.MonkeyPatch) -> None:
    await two.begin()
    host, admin = keeper(two, "host"), keeper(two)
    monkeypatch.setattr(two.server.bot, "owner_id", host.id)
    thread = two.home(two.guild)
    refused = await asked(two.server, admin, "abort", place=thread)
    assert "between two servers" in text(answer(refused))
    with two.listening(two.guild):
        question = answer(await asked(two.server, host, "abort", place=thread))
        await host.click(question, custom_id=ids(question, "adminabort:")[0])
    match = await two.match()
    assert match.phase is Phase.FINISHED and match.result is not None and match.result.winner is None
    for guild in (two.server.guild, two.guild):
        assert "**Cancelled** by the bot's host. Nobody won." in two.said_in(guild)
    check_secrecy(two)


async def test_it_counts_in_each_players_own_server_and_is_announced_in_neither(two: TwoServers) -> None:
    await two.begin(rated="on")
    app = two.server.bot.app
    for guild, channel in ((two.server.guild, two.server.channel), (two.guild, two.channel)):
        await app.guilds.change(GuildId(guild.id), {"results": str(channel.id)})
    matches = app.matches
    while matches.history(match := await two.match()).turns < 2 * LEAST_TURNS:
        action = str(matches.history(match).position.legal_actions()[0])
        await matches.play.turn(match.id, user_of(matches.to_act(match)[0]), action)
    await app.publisher.publish(match.id)
    before = [len(channel.history()) for channel in (two.server.channel, two.channel)]
    ended = await app.matches.play.resign(MatchId(1), UserId(two.far.id))
    await app.publisher.publish(ended.id, ended)
    await two.server.env.settle()
    await two.server.pass_time(minutes=5)
    assert [len(channel.history()) for channel in (two.server.channel, two.channel)] == before
    brought = {score.player.user_id: score.guild_id for score in await app.leaderboards.brought(ended)}
    assert brought == {two.near.id: two.server.guild.id, two.far.id: two.guild.id}
    for guild in (two.server.guild, two.guild):
        assert "Rematch" not in labels(two.card(guild))
    near, far = (two.said_in(guild) for guild in (two.server.guild, two.guild))
    assert " won" in near and " won" in far
    assert await app.matches.lists.running_in(GuildId(two.guild.id), 9) == ()
    threads = [two.home(guild).id for guild in (two.server.guild, two.guild)]
    await two.server.pass_time(days=1, hours=1)
    archived = [getattr(two.server.bot.get_channel(thread), "archived", True) for thread in threads]
    assert archived == [True, True]


async def test_a_player_who_is_erased_is_named_in_neither_thread(two: TwoServers) -> None:
    await two.begin()
    app = two.server.bot.app
    names = [str(two.home(guild).name) for guild in (two.server.guild, two.guild)]
    assert all("Fa" in name or "Nick" in name for name in names)
    await app.services.privacy.ask_to_be_forgotten(UserId(two.far.id))
    await two.server.pass_time(minutes=5)
    match = await two.match()
    assert match.phase is Phase.FINISHED and UserId(two.far.id) not in match.users
    for guild in (two.server.guild, two.guild):
        assert not {"Fa", "Nick"} & set(re.findall("Fa|Nick", str(two.home(guild).name)))
