"""How people are told that it is their turn, as they chose, and that it goes away once it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from simcord.actors import MemberActor

from matches import GuildId, MatchId, NoticeState, UserId
from matches.model import NO_MATCH
from tests.cases import case
from tests.cogs.server import Server, labels, private, text

SILENT = 1 << 12
"""Discord's flag for a message without a sound."""
Prefer = Callable[..., Awaitable[None]]


@pytest.fixture
def opponent_prefers(server: Server) -> Prefer:
    """Sets things for the opponent."""

    async def prefer(**chosen: str) -> None:
        await server.bot.app.notifications.prefer(UserId(server.opponent.id), chosen)

    return prefer


def posted(server: Server, *, since: int = 0) -> list[Any]:
    """The messages that were posted, as they were sent."""
    sent = [entry for entry in server.env.http_requests[since:] if entry.method == "POST"]
    return [entry for entry in sent if entry.path.endswith("/messages")]


def told(server: Server, who: MemberActor, *, since: int = 0) -> list[tuple[str, bool]]:
    """Where each message that pings ``who`` went, and whether it made a sound."""
    dm = str(who.user.dm_channel.id)
    found = []
    for entry in posted(server, since=since):
        if who.id in (entry.json.get("allowed_mentions") or {}).get("users", []):
            place = "direct" if f"/{dm}/" in entry.path else "thread"
            found.append((place, not entry.json.get("flags", 0) & SILENT))
    return found


async def test_usually_the_card_pings_and_nothing_else_does(server: Server) -> None:
    await server.begin("pjawns")
    since = len(server.env.http_requests)
    await server.act("c1")
    assert told(server, server.opponent, since=since) == [("thread", True)]
    assert len(posted(server, since=since)) == 1
    assert await server.store.notices.of_match(MatchId(1)) == ()


async def test_people_are_told_where_they_chose_and_once(server: Server, opponent_prefers: Prefer) -> None:
    places = {"thread": ["thread"], "direct": ["direct"], "both": ["thread", "direct"], "none": []}
    for number, (tell, sound) in enumerate(product(places, ("on", "off")), 1):
        with case(tell, sound):
            await server.begin("pjawns")
            await opponent_prefers(tell=tell, sound=sound)
            since = len(server.env.http_requests)
            await server.act("c1", number)
            await server.pass_time(minutes=10)
            heard = [(place, sound == "on") for place in places[tell]]
            assert told(server, server.opponent, since=since) == heard
            assert "Move" in labels(server.card), "the board is the last word in the thread"


async def test_what_a_ban_keeps_from_being_told_stays_owed(server: Server, opponent_prefers: Prefer) -> None:
    await server.begin("pjawns")
    await opponent_prefers(tell="direct")
    path = f"/channels/{server.opponent.user.dm_channel.id}/messages"
    server.env.inject_error("POST", path, status=429, code=0, times=None)
    since = len(server.env.http_requests)
    await server.act("c1")
    server.env.backend.faults.clear()
    assert [path for path, _ in told(server, server.opponent, since=since)] == ["direct"], "once, refused"
    await server.pass_time(minutes=3)
    assert len(server.dms(server.opponent)) == 1
    assert {place for place, _ in told(server, server.opponent, since=since)} == {"direct"}


async def test_a_message_of_ours_that_is_faulty_is_a_warning(
    server: Server, opponent_prefers: Prefer, caplog: pytest.LogCaptureFixture
) -> None:
    await server.begin("pjawns")
    await opponent_prefers(tell="direct")
    path = f"/channels/{server.opponent.user.dm_channel.id}/messages"
    server.env.inject_error("POST", path, status=400, code=50035, times=None)
    await server.act("c1")
    server.command = "prawns"
    await server.challenge(server.opponent)
    await server.accept()
    faulty = [record for record in caplog.records if "a direct message" in record.getMessage()]
    assert {record.name for record in faulty} == {"cogs.delivery.publisher", "cogs.delivery.notifier"}
    assert {record.levelname for record in faulty} == {"WARNING"}


async def test_a_direct_message_leads_to_the_match_and_goes_away_when_it_is_answered(
    server: Server, opponent_prefers: Prefer
) -> None:
    await server.begin("pjawns")
    await opponent_prefers(tell="direct")
    await server.act("c1")
    (message,) = server.dms(server.opponent)
    assert "It's your turn, after pjawn placed on c1." in text(message)
    assert str(server.card.id) in text(message)
    assert labels(message) == ["Remind me in 3 hours", "Remind me tomorrow"]
    await server.act("c8")
    assert server.dms(server.opponent) == []
    assert await server.store.notices.of_match(MatchId(1)) == ()


async def test_quiet_hours_delay_the_ping_and_not_the_board(server: Server, opponent_prefers: Prefer) -> None:
    await server.begin("pjawns")
    now = server.bot.app.clock()
    start, end = now - timedelta(hours=1), now + timedelta(hours=2)
    await opponent_prefers(quiet=f"{start:%H:%M}-{end:%H:%M}", zone="UTC")
    since = len(server.env.http_requests)
    await server.act("c1")
    assert told(server, server.opponent, since=since) == []
    assert "Move" in labels(server.card)
    await server.pass_time(hours=1)
    assert told(server, server.opponent, since=since) == []
    await server.pass_time(hours=1, minutes=1)
    assert told(server, server.opponent, since=since) == [("thread", True)]
    assert "it's your turn" in text(server.card)
    await server.pass_time(hours=1)
    assert len(told(server, server.opponent, since=since)) == 1
    messages = len(server.home.history())
    await server.act("c8")
    assert len(server.home.history()) == messages, "the board came, and the reminder went"


async def test_a_move_within_the_quiet_hours_makes_their_ping_needless(
    server: Server, opponent_prefers: Prefer
) -> None:
    await server.begin("pjawns")
    now = server.bot.app.clock()
    start, end = now - timedelta(hours=1), now + timedelta(hours=2)
    await opponent_prefers(quiet=f"{start:%H:%M}-{end:%H:%M}", zone="UTC")
    since = len(server.env.http_requests)
    for action in ("c1", "c8"):
        await server.act(action)
    await server.pass_time(hours=3)
    assert told(server, server.opponent, since=since) == []


async def test_a_digest_comes_once_a_day_instead_of_single_pings(
    server: Server, opponent_prefers: Prefer
) -> None:
    await server.begin("pjawns")
    at = server.bot.app.clock() + timedelta(hours=2)
    await opponent_prefers(digest=f"{at:%H:%M}", zone="UTC")
    since = len(server.env.http_requests)
    await server.act("c1")
    await server.pass_time(hours=1)
    assert told(server, server.opponent, since=since) == []
    await server.pass_time(hours=1, minutes=1)
    (message,) = server.dms(server.opponent)
    assert "match 1" in text(message)
    assert told(server, server.opponent, since=since) == [("direct", True)]
    await server.pass_time(hours=23)
    assert len(server.dms(server.opponent)) == 1
    await server.act("c8")
    await server.pass_time(hours=1)
    assert len(server.dms(server.opponent)) == 1, "nothing waits, so nothing is said"
    (owed,) = await server.store.notices.of_match(NO_MATCH)
    assert owed.state is NoticeState.DUE


async def test_whoever_cannot_be_sent_direct_messages_is_told_in_the_thread(
    server: Server, opponent_prefers: Prefer
) -> None:
    await server.begin("pjawns")
    await opponent_prefers(tell="direct")
    server.env.inject_error(
        "POST", f"/channels/{server.opponent.user.dm_channel.id}/messages", status=403, code=50007, times=None
    )
    since = len(server.env.http_requests)
    await server.act("c1")
    await server.pass_time(minutes=1)
    assert ("thread", True) in told(server, server.opponent, since=since)
    assert "it's your turn" in text(server.card)
    await server.act("c8")
    assert "Move" in labels(server.card)


async def test_a_reminder_can_be_put_off(server: Server, opponent_prefers: Prefer) -> None:
    await server.begin("pjawns")
    await opponent_prefers(tell="direct")
    await server.act("c1")
    (message,) = server.dms(server.opponent)
    answer = await server.opponent.user.click(message, label="Remind me in 3 hours")
    assert "I'll remind you" in private(answer)
    assert len(server.dms(server.opponent)) <= 1
    since = len(server.env.http_requests)
    await server.pass_time(hours=2)
    assert told(server, server.opponent, since=since) == []
    await server.pass_time(hours=1, minutes=1)
    assert told(server, server.opponent, since=since) == [("direct", True)]
    await server.act("c8")
    assert not any("your turn" in text(one) for one in server.dms(server.opponent))


async def test_several_that_are_due_at_once_are_one_direct_message(
    server: Server, opponent_prefers: Prefer
) -> None:
    for _ in range(3):
        await server.begin("pjawns")
    now = server.bot.app.clock()
    start, end = now - timedelta(hours=1), now + timedelta(hours=2)
    await opponent_prefers(tell="direct", quiet=f"{start:%H:%M}-{end:%H:%M}", zone="UTC")
    for number in (1, 2, 3):
        await server.bot.app.matches.play.turn(MatchId(number), UserId(server.challenger.id), "c1")
    await server.pass_time(hours=2, minutes=5)
    (message,) = server.dms(server.opponent)
    assert all(f"match {number}" in text(message) for number in (1, 2, 3))
    answer = await server.opponent.user.click(message, label="Next match")
    assert "match 1" in private(answer)


async def test_how_a_match_ended_is_told_where_the_server_wants_it(server: Server) -> None:
    results = server.guild.create_text_channel("results")
    await server.store.guilds.change(GuildId(server.guild.id), {"results": str(results.id)})
    await server.begin("pjawns")
    for action in ("c1", "c8"):
        await server.act(action)
    await server.resign(server.opponent)
    await server.pass_time(minutes=1)
    (message,) = [one for one in results.history() if text(one)]
    assert f"<@{server.challenger.id}> wins" in text(message)
    assert message.attachments
    assert told(server, server.challenger, since=len(server.env.http_requests)) == []
    answer = await server.visitor.click(message, label="Final board")
    assert "Move 2 of 2" in private(answer)
