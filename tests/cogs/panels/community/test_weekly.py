"""The weekly summary of a server that wants one: what it says, and that each week is told exactly once."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor

from cogs.delivery.notifier import Notifier
from cogs.panels.account.notices import NoticeCards
from data import open_store, stores
from matches import GuildId
from matches.guilds.posts import WEEK, week_end
from matches.model import NO_MATCH, NoticeKind
from services import Services
from tests.cogs.alerts import SILENT, posted
from tests.cogs.community import id_of, well_begun, won
from tests.cogs.governing import an_admin, stored, told
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text
from tests.cogs.tidying import queueing


@pytest.fixture
def admin(server: Server) -> MemberActor:
    """Somebody who manages the server."""
    return an_admin(server)


@pytest.fixture
async def news(server: Server, admin: MemberActor) -> Any:
    """The channel where the server wants its week summed up."""
    channel = server.guild.create_text_channel("news")
    await told(server, admin, "set", weekly=channel)
    return channel


async def until(server: Server, moment: datetime) -> None:
    """Let time pass until then, and a minute."""
    length = moment - server.bot.app.clock() + timedelta(minutes=1)
    await server.pass_time(seconds=length.total_seconds())


async def pass_unswept(server: Server, length: timedelta) -> None:
    """Let time pass with no sweep, neither in between nor after it."""
    await server.stop_loops()
    await server.env.advance_time(length.total_seconds())


async def next_week(server: Server) -> None:
    """Let time pass until a week is over."""
    await until(server, week_end(server.bot.app.clock()))


def weeks(channel: Any) -> list[str]:
    """The summaries in a channel, in order."""
    said = [text(message) for message in channel.history()]
    return [one for one in said if one.startswith("### Weekly summary")]


async def owed(server: Server) -> list[str]:
    """The names of the summaries that are owed."""
    notices = await server.store.read(stores.notices.notices_of, NO_MATCH)
    return [notice.name for notice in notices if notice.kind is NoticeKind.WEEKLY]


# --- what it says ----------------------------------------------------------------------------------


async def test_a_week_is_summed_up_on_monday_at_nine(server: Server, news: Any) -> None:
    await won(server, server.challenger, server.opponent)
    await won(server, server.challenger, server.visitor, game="prudh", rated=False)
    await well_begun(server, server.opponent, server.visitor)
    monday = week_end(server.bot.app.clock())
    assert (monday.weekday(), monday.hour, monday.minute) == (0, 9, 0)
    await until(server, monday - timedelta(minutes=3))
    assert weeks(news) == []
    since = len(server.env.http_requests)
    await until(server, monday)
    (said,) = weeks(news)
    lines = [line for line in said.split("\n") if line]
    assert lines[1] == "2 matches ended: 1 of Pjawns and 1 of Prudh."
    assert lines[2].startswith("- [Prudh #2](<https://discord.com/channels/")
    assert lines[2].endswith(f"· {server.challenger.mention} beat {server.visitor.mention}")
    assert lines[3].startswith("- [Pjawns #1](<https://discord.com/channels/")
    assert lines[3].endswith(f"· {server.challenger.mention} beat {server.opponent.mention}")
    assert lines[4].startswith(f"**Most points gained:** {server.challenger.mention} +")
    assert lines[4].endswith(" in Pjawns.")
    assert lines[5:] == ["**New here:** 3 players finished their first match.", "**Running now:** 1 match."]
    (sent,) = [one for one in posted(server, since=since) if f"/{news.id}/" in one.path]
    assert sent.json["flags"] & SILENT
    assert not any(sent.json["allowed_mentions"].get(kind) for kind in ("users", "roles", "parse"))
    (message,) = [one for one in news.history() if text(one)]
    assert labels(message) == ["See live matches"]
    await server.restart()
    answer = await server.visitor.click(message, label="See live matches")
    assert "### 1 match running here" in private(answer)


async def test_a_busy_week_fits_and_the_next_has_its_own(server: Server, news: Any) -> None:
    """Another server wants its week summed up there, too, and has had none."""
    elsewhere = GuildId(server.guild.id + 1)
    await server.bot.app.guilds.change(elsewhere, {"weekly": str(news.id)})
    for _ in range(11):
        await won(server, server.challenger, server.opponent)
    await next_week(server)
    await won(server, server.challenger, server.visitor)
    await next_week(server)
    first, second = weeks(news)
    assert first.count("- [Pjawns #") == 8
    assert "-# … and 3 more." in first
    assert first.index("[Pjawns #11]") < first.index("[Pjawns #4]"), "newest first"
    assert "[Pjawns #3]" not in first and "2 players finished their first match" in first
    assert second.count("- [Pjawns #") == 1 and "[Pjawns #12]" in second and "[Pjawns #12]" not in first
    assert "1 player finished their first match" in second


# --- exactly once ----------------------------------------------------------------------------------


async def test_nothing_is_posted_when_nothing_happened(server: Server, news: Any) -> None:
    """What runs, or was cancelled, is no news; the week after is told all the same."""
    match = await well_begun(server, server.challenger, server.opponent)
    await server.bot.app.matches.admin.abort(match.id, id_of(server.visitor), GuildId(server.guild.id))
    await well_begun(server, server.challenger, server.opponent)
    await next_week(server)
    assert weeks(news) == []
    await won(server, server.challenger, server.visitor)
    await next_week(server)
    assert len(weeks(news)) == 1


async def test_restarts_change_nothing(server: Server, news: Any) -> None:
    await won(server, server.challenger, server.opponent)
    await server.restart()
    await next_week(server)
    await server.restart()
    await server.pass_time(hours=1)
    await server.pass_time(days=1)
    assert len(weeks(news)) == 1
    assert len(await owed(server)) == 1


async def test_a_summary_that_was_sent_before_a_crash_is_found(
    server: Server, news: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await won(server, server.challenger, server.opponent)

    async def crash(*_: Any, **__: Any) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(server.bot.app.spectators, "weekly_done", crash)
        await until(server, week_end(server.bot.app.clock()))
    assert len(weeks(news)) == 1
    await server.restart()
    await server.pass_time(minutes=10)
    assert len(weeks(news)) == 1
    (name,) = await owed(server)
    assert name.endswith(str(week_end(server.bot.app.clock()).date()))


async def test_a_summary_waits_while_requests_queue(server: Server, news: Any) -> None:
    await won(server, server.challenger, server.opponent)
    with queueing(server.bot.app.budget):
        await until(server, week_end(server.bot.app.clock()))
        assert len(weeks(news)) == 0
    await server.pass_time(minutes=1)
    assert len(weeks(news)) == 1


async def test_two_processes_post_one(server: Server, news: Any) -> None:
    """Two that find it due at the same moment: one posts it, and owes the next."""
    await won(server, server.challenger, server.opponent)
    app = server.bot.app
    await pass_unswept(server, week_end(app.clock()) - app.clock())
    other = await open_store(f"sqlite+aiosqlite:///{server.path}")
    services = Services(other, clock=app.clock, coin=lambda: "heads", salt=bytes)
    cards = NoticeCards(services, app.cards, app.clock)
    messenger = Notifier(
        *(server.bot, services, cards, app.clock, app.connection, app.metrics, app.budget),
        *(app.members.name_people, app.members.name_strangers),
    )
    taken = await asyncio.gather(app.notifier.deliver(50), messenger.deliver(50))
    await other.close()
    assert sorted(taken) == [0, 1]
    assert len(weeks(news)) == 1
    assert len(await owed(server)) == 1


async def test_of_weeks_missed_only_the_newest_is_told(server: Server, news: Any) -> None:
    await won(server, server.challenger, server.opponent)
    await pass_unswept(server, 2 * WEEK)
    await won(server, server.challenger, server.visitor)
    await pass_unswept(server, WEEK)
    await server.restart()
    await server.pass_time(minutes=10)
    (said,) = weeks(news)
    assert "[Pjawns #2]" in said and "[Pjawns #1]" not in said
    assert len(await owed(server)) == 1


# --- switching it on and off -----------------------------------------------------------------------


async def test_it_is_set_shown_moved_and_cleared(server: Server, admin: MemberActor, news: Any) -> None:
    assert await stored(server) == {"weekly": str(news.id)}
    assert "weekly summary on" in await told(server, admin, "panel")
    said = await told(server, admin, "set", weekly=news)
    assert f"**Weekly summary:** in <#{news.id}>, Mondays between 09:00 and 11:00 UTC.\n" in said
    said = await told(server, admin, "set", reset="weekly")
    assert said.startswith("**Changed:** weekly summary.")
    assert "**Weekly summary:** off." in said
    await told(server, admin, "set", weekly=server.channel)
    assert len(await owed(server)) == 1, "off and on within a week is one summary"
    await won(server, server.challenger, server.opponent)
    await next_week(server)
    assert (len(weeks(news)), len(weeks(server.channel))) == (0, 1)
    await told(server, admin, "set", reset="weekly")
    await won(server, server.challenger, server.opponent)
    await next_week(server)
    assert (len(weeks(news)), len(weeks(server.channel))) == (0, 1)
    assert await owed(server) == [], "nothing goes on for ever"


@refusing
async def test_a_channel_where_the_bot_may_not_post_is_refused_or_told_by_name(
    server: Server, admin: MemberActor
) -> None:
    mute = PermissionOverwrite(embed_links=False)
    channel = server.guild.create_text_channel("mute", overwrites={server.guild.default_role: mute})
    said = await told(server, admin, "set", weekly=channel, most_matches=3)
    assert (
        f"I can't post the weekly summary in <#{channel.id}>: I need the **Embed Links** permission there."
        in said
    )
    assert await stored(server) == {}
    assert await owed(server) == []
    # The permission was there when it was set.
    chosen = {"weekly": str(channel.id)}
    await server.store.write(stores.people.change_guild, GuildId(server.guild.id), chosen)
    said = await told(server, admin, "panel")
    assert "I can't post there: I need the **Embed Links** permission." in said


async def test_a_channel_that_takes_none_is_one_line_and_the_next_week_is_owed(
    server: Server, admin: MemberActor, news: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """First the bot has left the server, then the channel is gone; then another one is set."""

    def lines() -> int:
        return sum("could not be summed up" in one.getMessage() for one in caplog.records)

    await won(server, server.challenger, server.opponent)
    server.env.inject_error("POST", f"/channels/{news.id}/messages", status=403, code=50001, times=None)
    await next_week(server)
    assert weeks(news) == []
    assert (lines(), len(await owed(server))) == (1, 1)
    await won(server, server.challenger, server.opponent)
    server.env.backend.delete_channel(news.id)
    await next_week(server)
    await server.pass_time(hours=1)
    assert (lines(), len(await owed(server))) == (2, 1)
    said = await told(server, admin, "panel")
    assert "That channel is gone or hidden from me: set another one." in said
    await told(server, admin, "set", weekly=server.channel)
    await won(server, server.challenger, server.opponent)
    await next_week(server)
    assert len(weeks(server.channel)) == 1
