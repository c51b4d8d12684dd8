"""Threads stay quiet: old cards lose their buttons, finished threads sleep, dead challenges vanish."""

from __future__ import annotations

import math
from typing import Any

import pytest
from discord.ui import ActionRow, Button, LayoutView, TextDisplay

from cogs.delivery.tidying import SHARE
from data import stores
from matches import GuildId
from matches.chores import Chore
from tests.cases import case
from tests.cogs.challenge_forms import withdraw
from tests.cogs.doing import done
from tests.cogs.places import lose
from tests.cogs.refusing import refusing
from tests.cogs.server import CONTROLS, Server, controls, labels, parts, text
from tests.cogs.tidying import SOON, queueing, tidied


async def settled(server: Server, **chosen: str) -> None:
    """An administrator has set something."""
    await server.bot.app.guilds.change(GuildId(server.guild.id), dict(chosen))


def pictures(message: Any) -> list[str]:
    """The components of a message that show its picture."""
    shown = [part["type"] for part in parts(message)]
    return ["small" if kind == 11 else "large" for kind in shown if kind in (11, 12)]


async def patches(server: Server) -> int:
    """How often the bot has edited a message of the thread."""
    return sum(message.edited_at is not None for message in server.home.history())


# --- old cards -------------------------------------------------------------------------------------


async def test_a_card_loses_its_buttons_when_the_next_one_is_out_and_says_what_was_played(
    server: Server,
) -> None:
    await server.begin("pjawns")
    first = server.card
    await server.act("@e1")
    assert controls(server.home.history()[-2]) == CONTROLS, "the next card did not wait for it"
    old, new = await tidied(server)
    assert (old.id, labels(old), text(old)) == (first.id, [], "The match begins.")
    assert pictures(old) == ["large"]
    assert [file.id for file in old.attachments] == [file.id for file in first.attachments], (
        "nothing sent again"
    )
    assert controls(new) == CONTROLS
    await server.act("@d8")
    await server.env.advance_time(60)
    _, old, new = await tidied(server)
    assert text(old) == "White: pjawn placed on e1"
    assert "Black: pjawn placed on d8" in text(new)
    assert "<@" not in text(old), "and names nobody: a turn is its side's"


async def test_a_server_chooses_what_is_left_of_old_cards(server: Server) -> None:
    for look, shown in (("picture", ["large"]), ("small", ["small"]), ("text", [])):
        with case(look):
            await settled(server, old_cards=look)
            await server.begin("pjawns")
            await server.act("@e1", len(server.channel.threads))
            old, _ = await tidied(server)
            assert (pictures(old), len(old.attachments), labels(old)) == (shown, len(shown), [])
            assert text(old) == "The match begins."


async def test_an_old_card_without_its_picture_is_left_as_words(server: Server) -> None:
    await server.begin("pjawns")
    thread: Any = server.bot.get_channel(server.home.id)
    sent = thread.get_partial_message(server.card.id)
    bare = LayoutView().add_item(TextDisplay("Sent in haste.")).add_item(ActionRow(Button(label="Move")))
    await sent.edit(view=bare, attachments=[])
    await server.act("@e1")
    old, _ = await tidied(server)
    assert (text(old), pictures(old), labels(old)) == ("The match begins.", [], [])
    assert old.edited_at is not None
    before = old.edited_at
    assert (await tidied(server))[0].edited_at == before, "and is not tried again"


async def test_the_card_of_a_setup_keeps_its_coin(server: Server) -> None:
    await server.start()
    old, new = await tidied(server)
    assert "called heads" in text(old)
    assert pictures(old) == ["large"]
    assert (labels(old), controls(new)) == ([], CONTROLS)


async def test_a_turn_that_was_taken_back_is_called_so(server: Server) -> None:
    await server.begin("cannons")
    await server.act("a2-a3")
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Ask for a takeback")
    await server.opponent.click(server.card, label="Allow the takeback")
    begun, taken_back, asked, _ = await tidied(server)
    assert text(begun) == "The match begins."
    assert text(taken_back) == text(asked) == "This move was taken back."


async def test_every_old_card_of_a_long_turn_is_tidied_up_once(server: Server) -> None:
    await server.begin("predation")
    for action in ("g13-d8", "c13-c12", "end"):
        await server.act(action)
    await tidied(server)
    before = len(server.env.backend.transcript)
    await tidied(server)
    new = [entry for entry in server.env.backend.transcript[before:] if "PATCH" in str(entry)]
    assert not new, "and never again"
    assert labels(server.home.history()[0]) == []


async def nothing_is_left_to_do(server: Server) -> bool:
    """True if no chore waits."""
    now = server.bot.app.clock()
    return await server.store.write_unsynced(stores.notices.claim_chores, now, now, 9) == ()


async def test_an_old_card_stays_whose_place_is_lost(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    await server.begin("pjawns")
    await server.act("@e1")
    lose(server, 50013)
    await tidied(server)
    await tidied(server)
    said = [record.getMessage() for record in caplog.records if "left undone" in record.getMessage()]
    assert len(said) == 1, "one line"
    assert await nothing_is_left_to_do(server)
    server.env.backend.faults.clear()
    await server.begin("pjawns")
    await server.act("@e1", 2)
    server.env.backend.delete_channel(server.home.id)
    await server.env.advance_time(SOON)
    assert await nothing_is_left_to_do(server), "nor that of a thread that was deleted"


async def test_who_was_held_up_leaves_what_it_took_up_to_others(server: Server) -> None:
    """A process that stood still for longer than its leases last wakes up in the middle of its chores."""
    app = server.bot.app
    await server.begin("pjawns")
    await server.act("@e1")
    old, _ = server.home.history()
    territory, claim = app.services.sharding.territory, app.tidier._chores.claim

    async def claim_and_sleep(limit: int) -> tuple[Chore, ...]:
        claimed = await claim(limit)
        territory.hold(-math.inf)
        return claimed

    app.tidier._chores.claim = claim_and_sleep  # type: ignore[method-assign]
    before = labels(old)
    assert before and labels((await tidied(server))[0]) == before, "another process does it"
    app.tidier._chores.claim = claim  # type: ignore[method-assign]
    territory.hold(math.inf)
    await server.pass_time(minutes=5)
    assert labels(server.home.history()[0]) == [], "or it does once the claim has run out"


async def test_nothing_is_tidied_up_while_the_bot_has_its_hands_full(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("@e1")
    in_flight = server.bot.app.in_flight
    busy = [in_flight.doing() for _ in range(30)]
    for one in busy:
        one.__enter__()
    assert controls((await tidied(server))[0]) == CONTROLS
    for one in busy:
        one.__exit__(None, None, None)
    assert labels((await tidied(server))[0]) == []


async def test_an_old_card_that_waited_too_long_stays(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("@e1")
    await server.pass_time(hours=2)
    assert controls(server.home.history()[0]) == CONTROLS
    assert await patches(server) == 0


async def test_old_messages_of_a_channel_are_edited_a_minute_apart(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("@e1")
    await server.act("@d8")
    await server.pass_time(minutes=59)
    first, second, _ = await tidied(server)
    assert (labels(first), controls(second)) == ([], CONTROLS)
    await server.env.advance_time(70)
    assert [labels(message) for message in server.home.history()[:2]] == [[], []]


async def test_tidying_gives_way_while_requests_queue(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("@e1")
    with queueing(server.bot.app.budget):
        old, _ = await tidied(server)
        assert controls(old) == CONTROLS
    old, _ = await tidied(server)
    assert labels(old) == []


async def test_tidying_leaves_edits_of_a_channel_to_its_cards(server: Server) -> None:
    await server.begin("pjawns")
    for turn, action in enumerate(("@e1", "@d8", "@d1", "@e8")):
        await server.act(action)
        assert turn < SHARE or await patches(server) == 0, "nothing was tidied up yet"
    await tidied(server)
    assert await patches(server) == SHARE
    await tidied(server)
    assert await patches(server) == 4


# --- challenges ------------------------------------------------------------------------------------


async def test_challenges_that_came_to_nothing_vanish_after_a_day(server: Server) -> None:
    """A withdrawn one, a declined one, one that expired, and one that somebody deleted meanwhile."""
    await server.challenge(server.opponent)
    await withdraw(server)
    for _ in range(2):
        await server.challenge(server.opponent)
        await server.opponent.click(server.invitation, label="Decline")
    server.env.backend.delete_message(server.channel.id, server.invitation.id)
    await server.pass_time(hours=23)
    assert len(server.channel.history()) == 2
    await server.challenge(server.opponent)
    await server.pass_time(hours=2)
    assert len(server.channel.history()) == 1
    assert await nothing_is_left_to_do(server)
    await server.pass_time(days=7)
    assert "expired" in text(server.invitation)
    await server.pass_time(days=1, minutes=1)
    assert server.channel.history() == []


# --- threads ---------------------------------------------------------------------------------------


def archived(server: Server) -> bool:
    """Whether the thread of the match is archived."""
    channel = server.env.backend.channels[server.home.id]
    return channel.thread_metadata is not None and channel.thread_metadata.archived


@pytest.mark.parametrize(("value", "hours"), [(None, 24), ("1", 1), ("never", None)])
async def test_a_server_chooses_when_threads_of_finished_matches_are_archived(
    server: Server, value: str | None, hours: int | None
) -> None:
    if value is not None:
        await settled(server, archive=value)
    await server.begin("pjawns")
    await server.resign(server.challenger)
    if hours is not None:
        await server.pass_time(minutes=60 * hours - 30)
        assert not archived(server)
    await server.pass_time(hours=2)
    assert archived(server) is (hours is not None)
    (said,) = text(server.invitation).splitlines()
    assert f"<#{server.home.id}>" in said, "an accepted challenge stays as one line"
    assert labels(server.invitation) == []


async def test_a_running_match_keeps_its_thread(server: Server) -> None:
    await server.begin("pjawns", pace="none")
    await server.act("@e1")
    await server.pass_time(days=2)
    assert not archived(server)


# --- a rematch -------------------------------------------------------------------------------------


async def test_a_rematch_is_offered_and_played_where_the_two_are(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.challenger)
    home, before = server.home, len(server.channel.history())
    await server.opponent.click(server.card, label="Rematch")
    assert server.home.id == home.id
    assert "challenges" in text(server.card)
    assert len(server.channel.history()) == before, "nothing in the channel"
    await server.challenger.click(server.card, label="Accept")
    assert controls(server.card) == CONTROLS
    assert len(server.channel.threads) == 1
    again = await server.match(2)
    assert (again.shown.home, again.channel_id) == (home.id, home.id)
    await server.pass_time(days=2)
    assert not archived(server), "a match is played there"


async def test_the_thread_of_a_match_and_its_rematch_is_archived_once(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.challenger)
    await server.opponent.click(server.card, label="Rematch")
    await server.challenger.click(server.card, label="Accept")
    await server.resign(server.challenger)
    # What Discord tells of the thread is late.
    server.bot._connection.parsers["THREAD_UPDATE"] = lambda _data: None
    await server.pass_time(days=2)
    await server.pass_time(minutes=10)
    assert archived(server)
    path = f"/channels/{server.home.id}"
    sent = [one.json for one in server.env.http_requests if (one.method, one.path) == ("PATCH", path)]
    assert sent.count({"archived": True}) == 1


@refusing
async def test_a_rematch_in_a_thread_that_is_lost_goes_on_in_the_channel(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.challenger)
    await server.opponent.click(server.card, label="Rematch")
    await server.challenger.click(server.card, label="Accept")
    thread: Any = server.bot.get_channel(server.home.id)
    await thread.delete()
    await server.env.settle()
    who = await server.bot.app.matches.load((await server.match(2)).id)
    (to_act,) = server.bot.app.matches.to_act(who)
    actor = server.challenger if to_act.user_id == server.challenger.id else server.opponent
    await actor.slash(server.channel, "pjawns move", action="@e1", match="2")
    assert "continues here" in text(server.channel.history()[-1])
    assert (await server.match(2)).shown.home == server.channel.id
    again = await done(server.opponent, server.channel, "rematch", "1")
    assert again == f"A rematch was already offered: Pjawns #2, in <#{server.channel.id}>."


async def test_a_rematch_is_offered_in_the_channel_when_the_thread_is_gone(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.challenger)
    thread: Any = server.bot.get_channel(server.home.id)
    await thread.delete()
    await server.env.settle()
    await done(server.opponent, server.channel, "rematch", "1")
    assert "challenges" in text(server.invitation)
    assert (await server.match(2)).channel_id == server.channel.id
