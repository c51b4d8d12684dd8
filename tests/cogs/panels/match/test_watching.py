"""Watching two players of this match: who is pinged when, who may, how many may, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import discord
import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.delivery.sender import NONCE_LASTS
from cogs.kit.errors import NotShownError
from cogs.panels.match.watching import stop_watching
from cogs.text.en import errors as errors_texts
from cogs.text.en import watching as watching_texts
from cogs.text.en.errors import NO_SUCH_MATCH
from data import stores
from matches import MatchId, Opponent, Phase, UserId
from services.spectators import MOST_WATCHED, MOST_WATCHERS
from tests.cases import case
from tests.cogs.alerts import SILENT, posted, told
from tests.cogs.community import id_of, newcomers
from tests.cogs.doing import asked, watched
from tests.cogs.forged import OwnMessage
from tests.cogs.governing import panel_of
from tests.cogs.places import lose, lose_the_server
from tests.cogs.played import running
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.cogs.sight import hide, private_thread
from tests.cogs.stories import pings
from tests.store import instead

ONE = MatchId(1)


async def watch(
    server: Server, who: MemberActor, when: str | None = "each", match: int | None = None
) -> InteractionResult:
    """``who`` watches the match of the thread, or one by its number."""
    place = server.home if match is None else server.channel
    opened = await asked(who, place, "watch", match)
    panel = panel_of(opened)
    if when is None or not ids(panel, "watchset:"):
        return opened
    clicked = await who.click(panel, custom_id=ids(panel, f"watchset:.*:{int(when == 'each')}")[0])
    return clicked if clicked.followups else opened


def said_of(result: InteractionResult) -> str:
    """What a tap was refused with, else the panel since."""
    return "\n".join(map(text, result.followups)) or private(result)


async def watchers(server: Server, match: int = 1) -> Mapping[UserId, bool]:
    """Who watches a match, as stored."""
    return await server.store.read(stores.spectators.watchers_of, MatchId(match))


async def prefers(server: Server, who: MemberActor, **chosen: str) -> None:
    """Set things for somebody."""
    await server.bot.app.notifications.prefer(UserId(who.id), chosen)


# --- pings -----------------------------------------------------------------------------------------


async def test_each_move_pings_those_who_asked_for_it_by_one_message_and_the_end_all(server: Server) -> None:
    one, two, three = newcomers(server, 3)
    await server.begin("pjawns")
    said = said_of(await watch(server, one))
    assert "**You're watching this match.** I'll ping you on each move and at the end." in said
    assert "I'll ping you when it ends." in said_of(await watch(server, two, "end"))
    await watch(server, three)
    since = len(server.env.http_requests)
    await server.act("c1")
    assert pings(server, since=since) == [[server.opponent.id, one.id, three.id]]
    assert f"-# Watching: {one.mention} {three.mention}" in text(server.card)
    await server.act("c8")
    assert pings(server, since=since)[1:] == [[server.challenger.id, one.id, three.id]]
    await server.resign(server.opponent)
    assert pings(server, since=since)[2:] == [[server.challenger.id, one.id, two.id, three.id]]
    assert f"-# Watching: {one.mention} {two.mention}" in text(server.card)
    assert await watchers(server) == {}
    await server.challenger.click(server.card, label="Rematch")
    await server.pass_time(minutes=5)
    assert told(server, two, since=since) == [("thread", True)], "once, whatever comes after it"


async def test_a_turn_of_many_actions_pings_at_its_end_and_no_card_posted_anew_within_it(
    server: Server,
) -> None:
    await server.start()
    await watch(server, server.visitor)
    since = len(server.env.http_requests)
    await server.pass_time(hours=2)
    await server.act("h2xb8")
    (card,) = posted(server, since=since)
    assert server.visitor.id not in card.json["allowed_mentions"]["users"]
    assert card.json["flags"] & SILENT
    before = server.card
    await server.act("end")
    assert told(server, server.visitor, since=since) == [("thread", True)]
    assert server.card.id != before.id


async def test_watching_goes_on_after_a_restart_in_the_middle(server: Server) -> None:
    await server.begin("pjawns")
    await watch(server, server.visitor)
    panel = panel_of(await watch(server, server.visitor, None))
    await server.act("c1")
    await server.restart()
    since = len(server.env.http_requests)
    await server.act("c8")
    assert told(server, server.visitor, since=since) == [("thread", True)]
    await server.visitor.click(panel, label="Stop watching")
    assert await watchers(server) == {}


async def test_an_end_that_was_not_shown_before_a_crash_pings_once(server: Server) -> None:
    await server.begin("pjawns")
    await watch(server, server.visitor, "end")
    since = len(server.env.http_requests)
    await server.bot.app.matches.play.resign(ONE, id_of(server.opponent))
    await server.restart()
    await server.pass_time(minutes=5)
    assert told(server, server.visitor, since=since) == [("thread", True)]
    assert await watchers(server) == {}
    await server.restart()
    await server.pass_time(minutes=5)
    assert len(told(server, server.visitor, since=since)) == 1


async def test_an_end_that_was_shown_and_not_noted_before_a_crash_pings_once(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.begin("pjawns")
    await watch(server, server.visitor, "end")
    since = len(server.env.http_requests)
    await server.bot.app.matches.play.resign(ONE, id_of(server.opponent))

    async def crash(*_: Any, **_named: Any) -> None:
        raise InterruptedError

    with monkeypatch.context() as patch:
        instead(server.store, stores.matches.record_shown, crash, patch)
        with pytest.raises(NotShownError):
            await server.bot.app.publisher.publish(ONE)
    assert told(server, server.visitor, since=since) == [("thread", True)]
    assert await watchers(server) == {server.visitor.id: False}
    # Sent again sooner it would have the same nonce, by which Discord makes one message of both.
    upkeep: Any = server.bot.get_cog("Upkeep")
    for loop in upkeep.loops.values():
        loop.cancel()
    await server.env.advance_time(NONCE_LASTS.total_seconds() + 1)
    await server.restart()
    await server.pass_time(minutes=5)
    assert len(told(server, server.visitor, since=since)) == 1
    assert await watchers(server) == {}


async def test_a_match_that_moves_to_another_thread_takes_its_watchers_along(server: Server) -> None:
    await server.begin("pjawns")
    await watch(server, server.visitor)
    lose(server, 50083, status=400)
    since = len(server.env.http_requests)
    await server.move(server.challenger, "c1")
    assert "so it continues here" in text(server.card)
    assert f"-# Watching: {server.visitor.mention}" in text(server.card)
    assert server.visitor.id in posted(server, since=since)[-1].json["allowed_mentions"]["users"]


async def test_a_match_that_goes_on_in_direct_messages_is_told_at_its_end(server: Server) -> None:
    await server.begin("pjawns")
    await watch(server, server.visitor)
    lose_the_server(server)
    await server.challenger.slash(server.channel, "pjawns move", action="c1")
    for player in (server.challenger, server.opponent):
        assert "Watching" not in text(server.dms(player)[-1])
    assert server.dms(server.visitor) == []
    await server.bot.app.matches.play.resign(ONE, id_of(server.opponent))
    await server.pass_time(minutes=5)
    (message,) = server.dms(server.visitor)
    assert "The match you were watching is over." in text(message)
    assert await watchers(server) == {}


async def test_a_watcher_who_takes_over_a_side_is_a_player(server: Server) -> None:
    await server.begin("pjawns")
    await watch(server, server.visitor)
    matches = server.bot.app.matches
    present = await server.match()
    side = present.side_of(id_of(server.opponent))
    assert side is not None
    await matches.admin.hand_over(ONE, UserId(9), present.guild_id, side, Opponent(id_of(server.visitor)))
    await server.bot.app.publisher.publish(ONE)
    await server.move(server.challenger, "c1")
    assert "Watching" not in text(server.card)
    assert text(server.card).count(server.visitor.mention) >= 1


# --- how somebody wants to be told -----------------------------------------------------------------


@pytest.mark.parametrize("chosen", [{"tell": "direct"}, {"tell": "none"}, {"digest": "09:00"}])
async def test_who_wants_no_pings_in_threads_gets_none(server: Server, chosen: dict[str, str]) -> None:
    direct = chosen == {"tell": "direct"}
    await server.begin("pjawns")
    await prefers(server, server.visitor, **chosen)
    said = said_of(await watch(server, server.visitor))
    assert ("I'll DM you when it ends" if direct else "turn pings off") in said
    since = len(server.env.http_requests)
    await server.act("c1")
    assert told(server, server.visitor, since=since) == []
    assert "Watching" not in text(server.card)
    await server.resign(server.opponent)
    await server.pass_time(minutes=1)
    assert told(server, server.visitor, since=since) == [("direct", True)] * direct
    for message in server.dms(server.visitor):
        assert "The match you were watching is over." in text(message)
        assert "**challenger wins:** opponent resigned." in text(message)
        assert labels(message) == ["Final board"]
    await server.pass_time(hours=5)
    assert len(server.dms(server.visitor)) == direct


async def test_who_may_not_look_there_any_more_is_written_nothing(server: Server) -> None:
    left, hidden, stays = newcomers(server, 3)
    await server.begin("pjawns")
    for who in (left, hidden, stays):
        await prefers(server, who, tell="direct")
        await watch(server, who, "end")
    server.guild.remove_member(left)
    hide(server, hidden)
    await server.resign(server.opponent)
    await server.pass_time(minutes=5)
    assert [len(server.dms(who)) for who in (left, hidden, stays)] == [0, 0, 1]
    owed = await server.store.read(stores.notices.notices_of, ONE)
    assert {notice.user_id for notice in owed} == {stays.id}


async def test_who_left_a_private_thread_is_written_nothing(server: Server) -> None:
    (leaves,) = newcomers(server, 1)
    people = (server.challenger, server.opponent, server.visitor, leaves)
    server.channel = await private_thread(server, *people)
    await server.begin("pjawns")
    for who in people[2:]:
        await prefers(server, who, tell="direct")
        await watch(server, who, "end", match=1)
    thread = server.bot.get_channel(server.channel.id)
    assert isinstance(thread, discord.Thread)
    await thread.remove_user(discord.Object(leaves.id))
    await server.env.settle()
    await server.bot.app.matches.play.resign(ONE, id_of(server.opponent))
    await server.pass_time(minutes=5)
    assert [len(server.dms(who)) for who in people[2:]] == [1, 0]


async def test_two_that_end_at_once_are_told_one_by_one(server: Server) -> None:
    await prefers(server, server.visitor, tell="direct")
    for number in (1, 2):
        await server.begin("pjawns")
        await watch(server, server.visitor, "end", match=number)
    for number in (1, 2):
        await server.bot.app.matches.play.resign(MatchId(number), id_of(server.opponent))
    await server.pass_time(minutes=1)
    assert [text(one).split("\n")[1] for one in server.dms(server.visitor)] == [
        "The match you were watching is over."
    ] * 2


async def test_quiet_hours_keep_a_watcher_asleep_and_tell_the_end_after_them(server: Server) -> None:
    await server.begin("pjawns")
    now = server.bot.app.clock()
    quiet = f"{now - timedelta(hours=1):%H:%M}-{now + timedelta(hours=2):%H:%M}"
    await prefers(server, server.visitor, quiet=quiet, zone="UTC")
    said = said_of(await watch(server, server.visitor))
    assert "Not in your quiet hours: you'll hear about the end after them." in said
    since = len(server.env.http_requests)
    await server.act("c1")
    await server.resign(server.opponent)
    await server.pass_time(minutes=5)
    assert told(server, server.visitor, since=since) == []
    await server.pass_time(hours=2)
    assert told(server, server.visitor, since=since) == [("thread", True)]
    assert "The match you were watching is over." in text(server.card)
    await server.pass_time(days=1)
    assert len(told(server, server.visitor, since=since)) == 1


async def test_a_watcher_makes_no_card_noisy_that_is_silent_for_its_players(server: Server) -> None:
    for number, chosen in enumerate(({"sound": "off"}, {"tell": "direct", "sound": "on"}), 1):
        with case(chosen):
            await server.begin("pjawns")
            await prefers(server, server.opponent, **chosen)
            await watch(server, server.visitor)
            since = len(server.env.http_requests)
            await server.act("c1", number)
            assert told(server, server.visitor, since=since) == [("thread", False)]


# --- who may, and how many -------------------------------------------------------------------------


@refusing
async def test_players_are_told_anyway_and_what_does_not_run_cannot_be_watched(server: Server) -> None:
    await server.challenge(server.opponent)
    assert said_of(await watch(server, server.visitor, match=1)) == errors_texts.WATCH_NOT_RUNNING
    await server.accept()
    for who in (server.challenger, server.opponent):
        for when in ("each", None):
            assert said_of(await watch(server, who, when)) == errors_texts.WATCH_OWN
    assert await watchers(server) == {}
    await server.bot.app.matches.play.resign(ONE, id_of(server.opponent))
    assert said_of(await watch(server, server.visitor, match=1)) == errors_texts.WATCH_NOT_RUNNING


@refusing
async def test_a_stranger_who_may_not_see_the_channel(server: Server) -> None:
    public = server.channel
    nobody = PermissionOverwrite(view_channel=False)
    server.channel = server.guild.create_text_channel("club", overwrites={server.visitor: nobody})
    await server.begin("pjawns")
    said = text(await watched(server.visitor, public, "1", when="each"))
    assert said == text(await watched(server.visitor, public, "999", when="each"))
    assert NO_SUCH_MATCH in said
    assert await server.visitor.autocomplete(public, "match", "number", "", deed="watch") == []
    assert await watchers(server) == {}


@refusing
async def test_stopping_names_no_match_that_one_may_not_see(server: Server) -> None:
    await server.begin("pjawns")
    lobby = server.guild.create_text_channel("lobby")
    watching = await watched(server.visitor, lobby, "1")
    hide(server, server.visitor)
    result = await server.visitor.click(watching, label="Ping me on each move")
    assert NO_SUCH_MATCH in private(result)
    assert await watchers(server) == {server.visitor.id: False}, "a panel from before does nothing"
    stopped = await server.visitor.click(watching, label="Stop watching")
    assert private(stopped) == watching_texts.STOPPED_UNSEEN
    assert await watchers(server) == {}, "and it is stopped all the same"
    forged = OwnMessage(server, server.visitor, lobby)
    assert private(await forged.click(stop_watching.id_about(ONE))) == watching_texts.STOPPED_UNSEEN


@refusing
async def test_no_more_watch_a_match_than_its_card_can_ping(server: Server) -> None:
    await server.begin("pjawns")
    crowd = newcomers(server, MOST_WATCHERS)
    for who in crowd:
        await watch(server, who)
    assert said_of(await watch(server, server.visitor)) == errors_texts.WATCH_FULL
    await watch(server, crowd[0], "end")
    await server.act("c1")
    assert "Watching" in text(server.card)
    assert len(text(server.card)) < 4000
    await crowd[0].slash(server.home, "match", deed="unwatch")
    assert "You're watching this match" in said_of(await watch(server, server.visitor))
    assert len(await watchers(server)) == MOST_WATCHERS


@refusing
async def test_nobody_watches_more_matches_than_one_may(server: Server) -> None:
    for _ in range(MOST_WATCHED + 1):
        await running(server, server.challenger, server.opponent)
    for number in range(1, MOST_WATCHED + 1):
        await server.bot.app.spectators.watch(MatchId(number), id_of(server.visitor), each_turn=True)
    said = said_of(await watch(server, server.visitor, match=MOST_WATCHED + 1))
    assert said == errors_texts.WATCH_TOO_MANY
    await server.bot.app.matches.play.resign(ONE, id_of(server.opponent))
    assert "You're watching this match" in private(
        await watch(server, server.visitor, match=MOST_WATCHED + 1)
    )


# --- the panel, and stopping -----------------------------------------------------------------------


async def test_the_panel_asks_when_and_can_be_changed_and_stopped(server: Server) -> None:
    await server.begin("pjawns")
    panel = panel_of(await watch(server, server.visitor, None))
    assert "You're not watching this match. When do you want a ping?" in text(panel)
    assert labels(panel) == ["Ping me on each move", "Ping me at the end"]
    await server.visitor.click(panel, label="Ping me on each move")
    assert await watchers(server) == {server.visitor.id: True}
    assert labels(panel) == ["Ping me on each move", "Ping me at the end", "Stop watching"]
    await server.visitor.click(panel, label="Ping me at the end")
    assert await watchers(server) == {server.visitor.id: False}
    await server.visitor.click(panel, label="Stop watching")
    assert await watchers(server) == {}
    assert text(panel) == "You're no longer watching Pjawns #1."
    since = len(server.env.http_requests)
    await server.act("c1")
    assert told(server, server.visitor, since=since) == []


async def test_the_view_of_the_board_offers_it_to_those_who_do_not_play(server: Server) -> None:
    await server.begin("pjawns")
    view = await server.open(server.visitor, "Board")
    await server.visitor.click(view(), label="⋯")
    opened = await server.visitor.click(view(), label="Watch")
    assert "You're not watching this match" in text(opened.followups[-1])
    own = await server.open(server.opponent, "Board")
    await server.opponent.click(own(), label="⋯")
    assert "Film" in labels(own()) and "Watch" not in labels(own())
    await server.resign(server.opponent)
    for label in ("Flip board", "⋯"):
        await server.visitor.click(view(), label=label)
    assert "Watch" not in labels(view()), "it is over"


@refusing
async def test_unwatch_by_number_by_place_and_when_it_is_the_only_one(server: Server) -> None:
    for _ in range(3):
        await server.begin("pjawns")
    said = private(await server.visitor.slash(server.home, "match", deed="unwatch"))
    assert said == "You aren't watching any match. `/matches` shows what's running."
    for number in (1, 2, 3):
        await watch(server, server.visitor, match=number)
    offered = await server.visitor.autocomplete(server.channel, "match", "number", "", deed="unwatch")
    assert [choice["value"] for choice in offered] == ["3", "2", "1"]
    said = private(await server.visitor.slash(server.channel, "match", deed="unwatch", number="2"))
    assert said == "You're no longer watching Pjawns #2."
    said = private(await server.visitor.slash(server.home, "match", deed="unwatch", number="2"))
    assert "You're not watching that match" in said
    assert "#3" in private(await server.visitor.slash(server.home, "match", deed="unwatch"))
    assert "#1" in private(await server.visitor.slash(server.channel, "match", deed="unwatch"))
    assert [await watchers(server, number) for number in (1, 2, 3)] == [{}, {}, {}]


@refusing
async def test_where_no_match_runs_one_has_to_be_chosen(server: Server) -> None:
    said = private(await server.visitor.slash(server.channel, "match", deed="watch"))
    assert "there's nothing to watch" in said
    await server.begin("pjawns")
    asked = await server.visitor.slash(server.channel, "match", deed="watch")
    assert "Which match?" in private(asked)
    await server.visitor.select(panel_of(asked), ["1"])
    assert "You're not watching this match" in text(panel_of(asked))
    offered = await server.visitor.autocomplete(server.channel, "match", "number", "", deed="watch")
    assert [(choice["name"], choice["value"]) for choice in offered] == [
        ("challenger – opponent · Pjawns #1", "1")
    ]
    assert await server.challenger.autocomplete(server.channel, "match", "number", "", deed="watch") == []


async def test_a_setup_can_be_watched_and_its_first_board_pings(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    assert (await server.match()).phase is Phase.SETUP
    await watch(server, server.visitor)
    await server.pick(server.challenger, "crab", "lobster")
    since = len(server.env.http_requests)
    await server.pick(server.opponent, "shrimp", "crab")
    assert told(server, server.visitor, since=since) == [("thread", True)]
    assert (await server.match()).phase is Phase.PLAYING
