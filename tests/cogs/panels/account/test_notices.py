"""How people are told that it is their turn, as they chose, and that it goes away once it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from discord import ui

from cogs.delivery.sender import BESIDES, edit_message
from cogs.kit.card import Accent, card, row
from cogs.kit.controls import AnyControl
from cogs.text import notices_texts
from data import stores
from engines import Side
from matches import GuildId, Match, MatchId, NoticeState, Phase, UserId
from matches.lifecycle.finish import ABORTED, AGREED, BY_ADMIN, IDLE, NO_RESULT, ON_TIME, RESIGNED
from matches.model import NO_MATCH, Entry, EntryKind, Result
from tests.cases import case
from tests.cogs.alerts import SILENT, posted, told
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, accent, blue, ids, labels, parts, private, text

Prefer = Callable[..., Awaitable[None]]


@pytest.fixture
def opponent_prefers(server: Server) -> Prefer:
    """Sets things for the opponent."""

    async def prefer(**chosen: str) -> None:
        await server.bot.app.notifications.prefer(UserId(server.opponent.id), chosen)

    return prefer


async def test_people_are_told_where_they_chose_and_once(server: Server, opponent_prefers: Prefer) -> None:
    """Usually the card pings, and nothing else does."""
    places = {"thread": ["thread"], "direct": ["direct"], "both": ["thread", "direct"], "none": []}
    chosen: tuple[dict[str, str], ...] = (
        {},
        {"sound": "off"},
        {"tell": "direct"},
        {"tell": "direct", "sound": "off"},
        {"tell": "both"},
        {"tell": "none"},
    )
    for number, choice in enumerate(chosen, 1):
        with case(choice):
            await server.begin("pjawns")
            await opponent_prefers(**{"tell": "thread", "sound": "on", **choice})
            since = len(server.env.http_requests)
            await server.act("c1", number)
            await server.pass_time(minutes=10)
            heard = [(place, "sound" not in choice) for place in places[choice.get("tell", "thread")]]
            assert told(server, server.opponent, since=since) == heard
            assert "Move" in labels(server.card), "the board is the last word in the thread"
            if "tell" not in choice:
                (sent,) = posted(server, since=since)
                assert bool(sent.json.get("flags", 0) & SILENT) is ("sound" in choice)
                assert await server.store.read(stores.notices.notices_of, MatchId(number)) == ()


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
    assert {record.name for record in faulty} == {"cogs.delivery.painter", "cogs.delivery.notifier"}
    assert {record.levelname for record in faulty} == {"WARNING"}


async def test_a_direct_message_leads_to_the_match_and_goes_away_when_it_is_answered(
    server: Server, opponent_prefers: Prefer
) -> None:
    await server.begin("pjawns")
    await opponent_prefers(tell="direct")
    await server.act("c1")
    (message,) = server.dms(server.opponent)
    said = text(message)
    assert said.startswith("**challenger played: pjawn placed on c1.** Your turn in Pjawns #1.\nMove by ")
    assert str(server.card.id) in said
    (board,) = message.attachments
    assert board.description == server.board
    assert labels(message) == ["Move"]
    (menu,) = [part for part in parts(message) if part.get("options")]
    assert menu["placeholder"] == "Remind me…"
    assert [option["label"] for option in menu["options"]] == ["In 3 hours", "Tomorrow"]
    await server.act("c8")
    assert server.dms(server.opponent) == []
    assert await server.store.read(stores.notices.notices_of, MatchId(1)) == ()


async def test_quiet_hours_delay_the_ping_and_not_the_board(server: Server, opponent_prefers: Prefer) -> None:
    await server.begin("pjawns")
    now = server.bot.app.clock()
    start, end = now - timedelta(hours=1), now + timedelta(hours=2)
    await opponent_prefers(quiet=f"{start:%H:%M}-{end:%H:%M}", zone="UTC")
    since = len(server.env.http_requests)
    # A move within the quiet hours makes the ping about the one before it needless.
    for action in ("c1", "c8", "d1"):
        await server.act(action)
    assert told(server, server.opponent, since=since) == []
    assert "Move" in labels(server.card)
    await server.pass_time(hours=1)
    assert told(server, server.opponent, since=since) == []
    await server.pass_time(hours=1, minutes=1)
    assert told(server, server.opponent, since=since) == [("thread", True)]
    assert f"<@{server.opponent.id}>: **<@{server.challenger.id}> played" in text(server.card)
    await server.pass_time(hours=1)
    assert len(told(server, server.opponent, since=since)) == 1
    messages = len(server.home.history())
    await server.act("d8")
    assert len(server.home.history()) == messages, "the board came, and the reminder went"


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
    assert "Pjawns #1" in text(message)
    assert told(server, server.opponent, since=since) == [("direct", True)]
    await server.pass_time(hours=23)
    assert len(server.dms(server.opponent)) == 1
    await server.act("c8")
    await server.pass_time(hours=1)
    assert len(server.dms(server.opponent)) == 1, "nothing waits, so nothing is said"
    (owed,) = await server.store.read(stores.notices.notices_of, NO_MATCH)
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
    assert "Your turn in Pjawns #1" in text(server.card)
    await server.act("c8")
    assert "Move" in labels(server.card)


async def put_off(server: Server, message: Any, *, of_before: bool) -> Any:
    """The opponent puts an alert off by three hours, by its menu or by the button that it once had."""
    if not of_before:
        return await server.opponent.user.select(message, ["0"], custom_id=ids(message, "laterin:")[0])
    (menu,) = ids(message, "laterin:")
    _, match, version, notice = menu.split(":")
    old = AnyControl(ui.Button(label="Later", custom_id=f"later:{match}:{version}:{notice}.0"))
    await edit_message(server.bot, message.channel.id, message.id, card(row(old)))
    return await server.opponent.user.click(server.dms(server.opponent)[-1], label="Later")


@pytest.mark.parametrize("of_before", [False, True])
async def test_a_reminder_can_be_put_off(server: Server, opponent_prefers: Prefer, of_before: bool) -> None:
    await server.begin("pjawns")
    await opponent_prefers(tell="direct")
    await server.act("c1")
    (message,) = server.dms(server.opponent)
    answer = await put_off(server, message, of_before=of_before)
    assert "I'll remind you" in private(answer)
    assert message.id not in [one.id for one in server.dms(server.opponent)], "it is to be seen later"
    since = len(server.env.http_requests)
    await server.pass_time(hours=2)
    assert told(server, server.opponent, since=since) == []
    await server.pass_time(hours=1, minutes=1)
    assert told(server, server.opponent, since=since) == [("direct", True)]
    await server.act("c8")
    assert not any("Your turn" in text(one) for one in server.dms(server.opponent))


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
    assert all(f"Pjawns #{number}" in text(message) for number in (1, 2, 3))
    answer = await server.opponent.user.click(message, label="Next match")
    assert "#1" in private(answer)


async def test_how_a_match_ended_is_told_where_the_server_wants_it(server: Server) -> None:
    results = server.guild.create_text_channel("results")
    await server.store.write(
        stores.people.change_guild, GuildId(server.guild.id), {"results": str(results.id)}
    )
    await server.begin("pjawns")
    for action in ("c1", "c8"):
        await server.act(action)
    await server.resign(server.opponent)
    await server.pass_time(minutes=1)
    (message,) = [one for one in results.history() if text(one)]
    assert f"<@{server.challenger.id}> won" in text(message)
    assert message.attachments
    assert told(server, server.challenger, since=len(server.env.http_requests)) == []
    answer = await server.visitor.click(message, label="Final board")
    assert "After move 2 of 2" in private(answer)


# --- what an alert leads to ----------------------------------------------------------------------


async def test_the_turn_is_played_from_the_alert(server: Server, opponent_prefers: Prefer) -> None:
    await server.begin("pjawns")
    await opponent_prefers(tell="direct")
    await server.act("c1")
    who = server.opponent.user
    (message,) = server.dms(server.opponent)
    assert accent(message) is Accent.YOURS and blue(message) == ["Move"]
    opened = await who.click(message, label="Move")
    from_card = await server.open(server.opponent, "Move")
    panel = opened.followups[-1]
    shown = text(from_card()).replace(server.challenger.mention, "challenger")
    assert text(panel) == shown and labels(panel) == labels(from_card()), "by name in direct messages"
    assert panel.attachments[0].description == from_card().attachments[0].description
    await server.tap_on(who, lambda: opened.followups[-1], "@c8")
    assert [entry.text for entry in (await server.match()).entries] == ["@c1", "@c8"]
    assert server.dms(server.opponent) == []
    await server.resign(server.challenger)
    (message,) = server.dms(server.opponent)
    assert accent(message) is Accent.WON


@refusing
async def test_nobody_else_moves_from_a_reminder_in_the_thread(server: Server) -> None:
    await server.begin("pjawns")
    await server.pass_time(days=2, hours=7)
    reminder = server.card
    assert labels(reminder) == ["Move"] and reminder.attachments
    verbs = {one.split(":")[0] for one in ids(reminder, ".*")}
    assert verbs and verbs <= set(BESIDES.split("|")), "it is never taken for the card of the match"
    assert "Only the two players of this match" in private(await server.visitor.click(reminder, label="Move"))
    answer = await server.opponent.click(reminder, label="Move")
    assert "Send" not in labels(answer.followups[-1])
    opened = await server.challenger.click(reminder, label="Move")
    await server.tap_on(server.challenger, lambda: opened.followups[-1], "@c1")
    assert len((await server.match()).entries) == 1


async def test_of_hidden_picks_an_alert_shows_nothing(server: Server, opponent_prefers: Prefer) -> None:
    await opponent_prefers(tell="direct")
    server.command = "prawns"
    await server.challenge(server.opponent, pace="3d")
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    await server.pass_time(days=4, hours=20)
    message = server.dms(server.opponent)[-1]
    assert text(message).startswith("**Make your pick** in Prawns #1 against challenger.\nPick by ")
    assert "lobster" not in text(message) and message.attachments == []
    assert labels(message) == ["Choose secretly"]
    opened = await server.opponent.user.click(message, label="Choose secretly")
    assert len(ids(opened.followups[-1], "slot:")) == 2


async def test_a_long_turn_is_told_in_short(server: Server, opponent_prefers: Prefer) -> None:
    await opponent_prefers(tell="direct")
    await server.begin("predation")
    await server.play("d13-b9 g13-d8 e13-e12 f13-f12 end")
    (message,) = server.dms(server.opponent)
    said = "predator d13 to b9; predator g13 to d8; predator e13 to e12, and 1 more move.**"
    assert said in text(message)


# --- how a match ended ---------------------------------------------------------------------------


async def test_whose_fault_it_was_that_a_match_never_began(server: Server, opponent_prefers: Prefer) -> None:
    await opponent_prefers(tell="direct")
    await server.bot.app.notifications.prefer(UserId(server.challenger.id), {"tell": "direct"})
    await server.begin("pjawns")
    await server.pass_time(days=3, minutes=1)
    (own,), (other,) = (server.dms(who) for who in (server.challenger, server.opponent))
    assert text(own).startswith(
        "**Your match against opponent was cancelled:** you didn't make the first move in time."
    )
    assert (
        "**Your match against challenger was cancelled:** they didn't make the first move in time."
        in text(other)
    )


WON, LOST = "**You won your match against {}", "**You lost your match against {}"
DRAWN, CALLED_OFF = "**Your match against {} is a draw.**", "**Your match against {} was cancelled"
NOBODY_WON = "**Your match against {} ended without a result:**"
ADMIN = "a server admin, <@77>."


async def test_an_end_is_told_with_against_whom_and_why(server: Server) -> None:
    await server.begin("pjawns")
    match = await server.match()
    table: tuple[tuple[Result, EntryKind | None, str, str], ...] = (
        (Result("white", RESIGNED), None, f"{WON}:** they resigned.", f"{LOST}:** you resigned."),
        (Result("black", ON_TIME), None, f"{LOST}:** your time was up.", f"{WON}:** their time was up."),
        (Result("white", "rank-8"), None, f"{WON}.** A pjawn of yours.", f"{LOST}.** A pjawn of theirs."),
        (Result(None, AGREED), None, f"{DRAWN} You both agreed.", f"{DRAWN} You both agreed."),
        (
            Result(None, ABORTED),
            None,
            f"{CALLED_OFF}:** they didn't make the first move in time.",
            f"{CALLED_OFF}:** you didn't make the first move in time.",
        ),
        (
            Result(None, ABORTED),
            EntryKind.ABORTED_BY_ADMIN,
            f"{CALLED_OFF}** by {ADMIN}",
            f"{CALLED_OFF}** by {ADMIN}",
        ),
        (
            Result("black", BY_ADMIN),
            EntryKind.ENDED_BY_ADMIN,
            f"{LOST}** by decision of {ADMIN}",
            f"{WON}** by decision of {ADMIN}",
        ),
        (
            Result(None, NO_RESULT),
            None,
            f"{NOBODY_WON} you both agreed to cancel it.",
            f"{NOBODY_WON} you both agreed to cancel it.",
        ),
        (
            Result(None, NO_RESULT),
            EntryKind.CLAIMED,
            f"{NOBODY_WON} you claimed it, since it was going nowhere.",
            f"{NOBODY_WON} they claimed it, since it was going nowhere.",
        ),
        (
            Result(None, IDLE),
            None,
            f"{NOBODY_WON} nobody moved for 44 days. It was their turn.",
            f"{NOBODY_WON} nobody moved for 44 days. It was your turn.",
        ),
    )
    for result, kind, white, black in table:
        with case(result, kind):
            entry = [] if kind is None else [Entry(kind, "77", "white", 0, match.changed_at)]
            over = replace(match, phase=Phase.FINISHED, result=result, entries=(*match.entries, *entry))
            for who, rival, expected in ((server.challenger, "B", white), (server.opponent, "A", black)):
                said = end_of(over, UserId(who.id), ["black"])
                assert said.splitlines()[0] == expected.format(rival)


async def test_an_end_on_the_board_is_told_in_the_game_s_own_words(server: Server) -> None:
    await server.begin("pjawns")
    match, cards = await server.match(), server.bot.app.cards
    over = replace(match, phase=Phase.FINISHED, result=Result("white", "rank-8"))
    assert cards.how_ended(match) == ""
    assert cards.how_ended(over) == "A white pjawn reached the far side."


def end_of(match: Match, user: UserId, late: Sequence[Side]) -> str:
    """The message about the end, the players called A and B."""
    how = "A pjawn of theirs."
    said = notices_texts.ended(match, user, late, how, begun=False, alone=True)
    for player, name in zip(match.users, "AB", strict=True):
        said = said.replace(f"<@{player}>", name)
    return said


async def test_who_did_not_pick_in_time_is_told_so(server: Server) -> None:
    server.command = "prawns"
    await server.challenge(server.opponent)
    await server.accept()
    match = replace(await server.match(), phase=Phase.FINISHED, result=Result(None, ABORTED))
    challenger = UserId(server.challenger.id)
    assert match.side_of(challenger) == "green"
    for late, expected in (
        (["green", "blue"], "neither of you picked in time"),
        (["green"], "you didn't pick in time"),
        (["blue"], "they didn't pick in time"),
    ):
        assert end_of(match, challenger, late).splitlines()[0].endswith(f"was cancelled:** {expected}.")
