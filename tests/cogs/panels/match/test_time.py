"""Matches and their time as players see it: paces, deadlines, claims, pauses, and the hands of others."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from cogs.kit.errors import sentence
from cogs.text.en.match import MOVED_ON, NOT_POSSIBLE_NOW
from cogs.text.en.phrases import span
from data import stores
from matches import GuildId, MatchError, MatchId, Opponent, Phase, UserId
from matches.errors import (
    NotAllowedError,
    NotAllowedProblem,
    OpponentError,
    OpponentProblem,
    Problem,
    Refused,
    TimeError,
    VacationError,
)
from matches.guilds.settings import CHANNELS, GAMES_KEY, MOST, PACE, ROLES
from matches.lifecycle.finish import ABORTED, NO_RESULT, ON_TIME
from tests.cases import case
from tests.cogs import going_on
from tests.cogs.challenge_forms import answer, details, withdraw
from tests.cogs.doing import done
from tests.cogs.refusing import refusing
from tests.cogs.server import CONTROLS, Server, controls, labels, parts, private, text
from tests.cogs.stories import pings

pytestmark = refusing

LATE = ["Claim the win", "Give 3 more days", *CONTROLS]
"""What stands under the board of a match at three days a move whose time is up."""


async def begun(server: Server, pace: str = "3d", number: int = 1) -> None:
    """A match of Cannons and Crabs in which each side has made a turn; White, the challenger, is to move."""
    await going_on.begun(server, "cannons", "a2-a3", "g5-g4", number=number, pace=pace)


async def deadline(server: Server, number: int = 1) -> str:
    """The deadline of a match as Discord writes moments, without the way it is shown."""
    clocks = (await server.match(number)).clocks
    at = clocks.deadline() if clocks is not None else None
    assert at is not None, "a clock runs"
    return f"<t:{int(at.timestamp())}:"


def messages(server: Server) -> list[Any]:
    """Everything that stands where the match is played, oldest first."""
    return server.home.history()


def cards(server: Server) -> list[Any]:
    """Those of them that show a board."""
    return [message for message in messages(server) if message.attachments]


async def ended(server: Server) -> tuple[str | None, str, bool]:
    """How the match ended: who won, why, and whether it counts."""
    result = (await server.match()).result
    assert result is not None, "it has ended"
    return result.winner, result.reason, result.counts


async def agree_to_pause(server: Server) -> None:
    """The challenger asks for a pause by taps, and the opponent agrees."""
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Ask for a pause")
    await server.opponent.click(server.card, label="Agree to a pause")


async def setting(server: Server, key: str, value: str) -> None:
    """Set something for the server."""
    await server.store.write(stores.people.change_guild, GuildId(server.guild.id), {key: value})


# --- the pace ------------------------------------------------------------------------------------


async def test_a_challenge_says_the_pace_and_what_none_means(server: Server) -> None:
    chosen: list[tuple[dict[str, str], str]] = [
        ({}, "3 days a move · rated"),
        ({"pace": "1d"}, "1 day a move · rated"),
        ({"pace": "5d+12h<7d"}, "Bank 5 d + 12 h · rated"),
        ({"pace": "none"}, "No clock · unrated"),
    ]
    for number, (options, said) in enumerate(chosen, 1):
        with case(options):
            await server.challenge(server.opponent, **options)
            assert f"-# {said} · " in text(server.invitation)
            assert text(server.invitation).endswith(f" · #{number}")
            told = text(await details(server.opponent, server.invitation))
            rules = text(answer(await server.opponent.click(server.invitation, label="Rules")))
            for said_there in (told, rules):
                assert ("up to 7 days." in said_there) == ("<" in options.get("pace", ""))
            await withdraw(server)
    await setting(server, PACE, "14d")
    await server.challenge(server.opponent)
    assert "14 days a move" in text(server.invitation), "the usual pace of the server"


async def test_the_names_of_the_paces_are_words(server: Server) -> None:
    group: Any = server.bot.tree.get_command("prudh")
    (pace,) = (one for one in group.get_command("challenge").parameters if one.name == "pace")
    names = [choice.name for choice in pace.choices]
    assert names[:4] == ["No clock", "10 minutes a move", "30 minutes a move", "2 hours a move"]
    assert names[4] == "Bank 30 min + 1 min"
    assert names[5:8] == ["1 day a move", "2 days a move", "3 days a move"]
    assert names[-1] == "Bank 10 d + 1 d"


# --- a story a pace ------------------------------------------------------------------------------


async def test_days_per_move_reminders_a_late_move_and_a_claim(server: Server) -> None:
    await begun(server)
    first = server.card
    assert f" · due {await deadline(server)}R>" in text(first)
    # A quarter of the time is left.
    await server.pass_time(days=2, hours=7)
    reminder = server.card
    assert reminder.id != first.id and "Your turn in " in text(reminder)
    assert reminder.author == server.bot.user and await deadline(server) in text(reminder)
    await server.play("b2-b3")
    assert reminder.id not in [message.id for message in messages(server)], "it was answered"
    # The opponent lets the first reminder pass, and the last warning too.
    await server.pass_time(days=2, hours=7)
    await server.pass_time(hours=15, minutes=30)
    assert "**Last warning.**" in text(server.card)
    sent = len(server.env.http_requests)
    await server.pass_time(hours=2)
    assert pings(server, since=sent) == [[server.challenger.id, server.opponent.id]]
    up = server.card
    assert "**Time's up.** White can claim the win" in text(up)
    clocks = (await server.match()).clocks
    assert clocks is not None and (late := clocks.deadline()) is not None
    assert f"Otherwise white wins <t:{int((late + timedelta(days=7)).timestamp())}:R>." in text(up)
    assert labels(up) == LATE
    # Late is not lost.
    await server.pass_time(days=2)
    await server.play("f5-f4", server.opponent)
    assert controls(server.card) == CONTROLS
    stale = await server.challenger.click(up, label="Claim the win")
    assert MOVED_ON in private(stale)
    # This time nobody forgives.
    await server.play("c2-c3")
    await server.pass_time(days=3, minutes=1)
    won, lost = server.card, len(messages(server))
    await server.challenger.click(won, label="Claim the win")
    assert await ended(server) == ("white", ON_TIME, True)
    assert f"**{server.challenger.mention} wins on time:**" in text(server.card)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Review", "Find a match"]
    again = await server.challenger.click(won, label="Claim the win")
    assert MOVED_ON in private(again)
    assert len(messages(server)) <= lost + 1, "one card for the end"


@pytest.mark.usefixtures("still_clock")
async def test_a_bank_saves_time_from_turn_to_turn(server: Server) -> None:
    await begun(server, "5d+12h<7d")
    assert "-# Black has 5 days 12 hours left." in text(server.card)
    await server.pass_time(days=3)
    await server.play("b2-b3")
    assert "-# White has 3 days left." in text(server.card)
    assert f" · due {await deadline(server)}R>" in text(server.card)
    await server.play("f5-f4", server.opponent)
    await server.pass_time(days=3, minutes=1)
    assert labels(server.card) == ["Claim the win", "Give 1 more day", *CONTROLS]
    await server.pass_time(hours=1)
    await server.opponent.click(server.card, label="Give 1 more day")
    assert f"{server.opponent.mention} added 1 day to the clock." in text(server.card)
    assert controls(server.card) == CONTROLS
    await server.pass_time(days=1, minutes=1)
    assert labels(server.card)[0] == "Claim the win"
    await done(server.opponent, server.home, "claim")
    assert await ended(server) == ("black", ON_TIME, True)


async def test_without_a_clock_nothing_presses(server: Server) -> None:
    await server.begin("cannons", pace="none")
    called_off = f"the match is cancelled {await deadline(server)}R>."
    assert f"-# No clock. Without a first move, {called_off}" in text(server.card)
    await server.play("a2-a3 / g5-g4")
    card = server.card
    assert "<t:" not in text(card)
    await server.pass_time(days=13)
    assert server.card.id == card.id and controls(card) == CONTROLS
    told = await done(server.opponent, server.home, "claim")
    assert told == "No clock is running in this match, so there's no time to claim or give."
    told = await done(server.opponent, server.home, "pause")
    assert "nothing to pause" in told
    panel = await server.open(server.opponent, "⋯")
    assert "-# Time control: no clock." in text(panel())
    assert "\n-# If you cancel the match, nobody wins.\n" in f"{text(panel())}\n", "and nothing of a pause"
    assert controls(panel()) == [
        "Rules",
        "Analysis board",
        "My notes",
        "Mute…",
        "Conditional moves",
        "Offer a draw",
        "Ask for a takeback",
        "Offer to cancel the match",
        "Resign",
    ]
    await server.play("b2-b3")


# --- time is up ----------------------------------------------------------------------------------


async def late(server: Server) -> None:
    """A match in which White's time is up."""
    await begun(server)
    await server.pass_time(days=3, minutes=1)
    assert labels(server.card) == LATE


async def test_a_claim_looks_like_no_move_and_only_the_opponent_claims_or_gives_and_once(
    server: Server,
) -> None:
    await late(server)
    card, before, seen = server.card, await server.match(), len(messages(server))
    style = {one["label"]: one["style"] for one in parts(card) if "label" in one}
    assert style["Claim the win"] == 3 and style["Give 3 more days"] == 2 and style["Move"] == 1
    for label in LATE[:2]:
        told = private(await server.challenger.click(card, label=label))
        assert "your own clock that's running" in told and "You can still move" in told
        told = private(await server.visitor.click(card, label=label))
        assert "two players of this match" in told
    assert await server.match() == before and len(messages(server)) == seen
    assert "Black can claim the win; white can still move." in text(card)
    await server.opponent.click(card, label="Give 3 more days")
    assert f"{server.opponent.mention} added 3 days to the clock." in text(server.card)
    assert server.challenger.mention in text(server.card) and controls(server.card) == CONTROLS
    given = await deadline(server)
    again = await server.opponent.click(card, label="Give 3 more days")
    assert MOVED_ON in private(again) and await deadline(server) == given
    await server.play("b2-b3")
    assert "added 3 days to the clock" not in text(server.card)


async def test_before_time_is_up_a_claim_says_until_when_and_more_can_be_given(server: Server) -> None:
    await begun(server)
    told = await done(server.opponent, server.home, "claim")
    assert f"they have until {await deadline(server)}f>" in told
    assert "50 turns" not in told, "the first reason is enough"
    assert "your own clock" in await done(server.challenger, server.home, "claim")
    told = await done(server.visitor, server.home, "claim", "1")
    assert "two players of this match" in told
    assert (await server.match()).phase is Phase.PLAYING
    panel = await server.open(server.opponent, "⋯")
    before = await deadline(server)
    assert "Give 3 more days" in labels(panel()) and "Remind me tomorrow" not in labels(panel())
    await server.opponent.click(panel(), label="Give 3 more days")
    assert await deadline(server) > before
    assert "added 3 days to the clock" in text(server.card)
    for who in (server.challenger, server.visitor):
        assert "Give 3 more days" not in labels((await server.open(who, "⋯"))())


async def test_an_unclaimed_match_ends_by_itself(server: Server) -> None:
    await late(server)
    await server.pass_time(days=6)
    assert (await server.match()).phase is Phase.PLAYING
    await server.pass_time(days=1)
    assert await ended(server) == ("black", ON_TIME, True)
    assert "nobody acted for 7 days" in text(server.card)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Find a match"]


async def test_a_setup_in_which_nobody_chooses_is_called_off(server: Server) -> None:
    await server.challenge(server.opponent, pace="none")
    await server.accept()
    assert f"Pick by {await deadline(server)}f>" in text(server.card)
    await server.pass_time(days=5, minutes=1)
    assert await ended(server) == (None, ABORTED, False)
    assert "not everybody picked in time" in text(server.card)


@pytest.mark.usefixtures("still_clock")
async def test_a_bank_that_is_full_takes_no_more(server: Server) -> None:
    await begun(server, "5d+12h<7d")
    for _ in range(2):
        panel = await server.open(server.opponent, "⋯")
        await server.opponent.click(panel(), label="Give 1 more day")
    panel = await server.open(server.opponent, "⋯")
    assert "Give 1 more day" not in labels(panel())
    with pytest.raises(TimeError) as refusal:
        await server.bot.app.matches.time.extend(MatchId(1), UserId(server.opponent.id))
    assert "already has as much time as this match allows" in (sentence(refusal.value, "cannons") or "")


# --- pauses --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("still_clock")
async def test_a_pause_stops_the_clock_for_a_week(server: Server) -> None:
    await begun(server)
    await agree_to_pause(server)
    paused = server.card
    line = r"(?m)^-# \*\*Paused until <t:\d+:f> \(<t:\d+:R>\)\.\*\* (.*)$"
    (after,) = re.findall(line, text(paused))
    assert after == "You can still move; after that, white has 3 days."
    assert " due " not in text(paused) and controls(paused) == CONTROLS
    listing = private(await server.challenger.slash(server.channel, "matches"))
    assert f"vs {server.opponent.mention} · paused" in listing
    assert "Ask for a pause" not in labels((await server.open(server.challenger, "⋯"))())
    await server.pass_time(days=6)
    assert server.card.id == paused.id, "no reminder in a pause"
    await server.pass_time(days=1, minutes=1)
    assert "The pause is over, and the clock is running again." in text(server.card)
    assert "Paused until" not in text(server.card)
    await server.pass_time(days=3)
    assert labels(server.card) == LATE


async def test_both_can_go_on_before_the_pause_is_over(server: Server) -> None:
    await begun(server)
    for who in (server.challenger, server.opponent):
        # Who asks for what the other one asks for agrees to it.
        assert await done(who, server.home, "pause") == ""
    paused = await deadline(server)
    await server.pass_time(days=1)
    panel = await server.open(server.opponent, "⋯")
    await server.opponent.click(panel(), label="Ask to resume")
    assert "asks to end the pause now" in text(server.card)
    assert controls(server.card) == ["Agree to resume", "Decline", "Move"]
    stranger = await server.visitor.click(server.card, label="Agree to resume")
    assert "two players of this match" in private(stranger)
    await server.challenger.click(server.card, label="Agree to resume")
    assert "The pause is over" in text(server.card)
    assert await deadline(server) < paused


async def test_a_pause_is_refused_and_the_panel_for_moving_mentions_what_is_asked(server: Server) -> None:
    await begun(server)
    await done(server.challenger, server.home, "pause")
    assert "asks to pause the match for 7 days" in text(server.card)
    panel = await server.open(server.challenger, "Move")
    assert "Your opponent hasn't answered you yet" in text(panel())
    await server.opponent.click(server.card, label="Decline")
    assert "The pause was declined." in text(server.card)
    again = await done(server.challenger, server.home, "pause")
    assert "already asked for that" in again
    await done(server.opponent, server.home, "pause")
    panel = await server.open(server.challenger, "Move")
    assert "Your opponent asks to pause the match for 7 days" in text(panel())


# --- matches that go nowhere -----------------------------------------------------------------------


async def test_no_result_by_agreement(server: Server) -> None:
    await begun(server)
    panel = await server.open(server.opponent, "⋯")
    await server.opponent.click(panel(), label="Offer to cancel the match")
    assert "offers to cancel the match" in text(server.card)
    card = server.card
    await server.challenger.click(card, label="Agree to cancel")
    assert await ended(server) == (None, NO_RESULT, False)
    assert "**No result:** both players agreed to cancel the match. Nobody won." in text(server.card)
    late = await server.challenger.click(card, label="Agree to cancel")
    assert MOVED_ON in private(late)


async def shuffle(server: Server, turns: int) -> None:
    """Turns in which nothing happens that stays."""
    for _ in range(turns):
        position = server.bot.app.matches.history(await server.match()).position
        idle = next(one for one in position.legal_actions() if not position.is_irreversible(one))
        await server.act(str(idle))


@pytest.mark.parametrize("way", ["taps", "command"])
async def test_no_result_is_claimed_where_nothing_happens(
    server: Server, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr("matches.lifecycle.history.IDLE_TURNS", 2)
    await begun(server, "none")
    assert "Claim no result" not in labels((await server.open(server.opponent, "⋯"))())
    await shuffle(server, 4)
    panel = await server.open(server.opponent, "⋯")
    assert "Claim no result" in labels(panel()) and "Offer to cancel the match" not in labels(panel())
    second = await server.open(server.opponent, "⋯")
    if way == "taps":
        await server.opponent.click(panel(), label="Claim no result")
    else:
        await done(server.opponent, server.home, "claim")
    assert await ended(server) == (None, NO_RESULT, False)
    assert f"**No result:** {server.opponent.mention} claimed it." in text(server.card)
    again = await server.opponent.click(second(), label="Claim no result")
    assert MOVED_ON in private(again)


# --- reminders that are asked for ------------------------------------------------------------------


async def test_a_reminder_is_asked_for_and_comes(server: Server) -> None:
    await begun(server)
    panel, other = [await server.open(server.challenger, "⋯") for _ in range(2)]
    assert controls(panel())[3:5] == ["Remind me in 3 hours", "Remind me tomorrow"]
    card = server.card
    await server.challenger.click(panel(), label="Remind me in 3 hours")
    assert re.search(r"I'll remind you of this match on <t:\d+:f>", text(panel()))
    await server.pass_time(hours=2, minutes=50)
    assert server.card.id == card.id
    sent = len(server.env.http_requests)
    await server.pass_time(minutes=11)
    assert pings(server, since=sent) == [[server.challenger.id]]
    assert "Your turn in " in text(server.card)
    await server.play("b2-b3")
    told = await server.challenger.click(other(), label="Remind me tomorrow")
    assert NOT_POSSIBLE_NOW in private(told), "it doesn't wait for them"
    assert "Remind me tomorrow" not in labels((await server.open(server.visitor, "⋯"))())


# --- the list --------------------------------------------------------------------------------------


async def test_the_list_shows_deadlines_the_nearest_first(server: Server) -> None:
    for number, pace in enumerate(("7d", "1d", "none", "3d"), 1):
        await begun(server, pace, number)
    said = private(await server.challenger.slash(server.channel, "matches")).splitlines()[2:]
    assert [line.split("]")[0].rpartition("#")[2] for line in said] == ["2", "4", "1", "3"]
    assert [
        line.endswith(f" · due {await deadline(server, n)}R>")
        for line, n in zip(said, (2, 4, 1), strict=False)
    ] == [True] * 3
    assert said[3].endswith(server.opponent.mention)
    await server.pass_time(days=1, minutes=1)
    said = private(await server.challenger.slash(server.channel, "matches")).splitlines()[2:]
    assert said[0].endswith(" · time's up")


# --- being away ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("still_clock")
async def test_whoever_is_away_is_said_to_be(server: Server) -> None:
    await begun(server)
    notifications, user = server.bot.app.notifications, UserId(server.challenger.id)
    until = await notifications.go_away(user, 5)
    await server.pass_time(minutes=1)
    said = f"{server.challenger.mention} is away until <t:{int(until.timestamp())}:f>"
    assert said in text(server.card) and " due " not in text(server.card)
    assert "They can still move; after that, white has 3 days." in text(server.card)
    listing = private(await server.opponent.slash(server.channel, "matches"))
    assert listing.endswith(f"vs {server.challenger.mention} · away")
    await server.pass_time(days=2)
    await notifications.come_back(user)
    await server.pass_time(minutes=1)
    assert f"{server.challenger.mention} is back" in text(server.card) and said not in text(server.card)


# --- administrators --------------------------------------------------------------------------------

ADMIN = UserId(77)


async def test_what_an_administrator_does_is_said_to_both(server: Server) -> None:
    await begun(server)
    matches, guild, one = server.bot.app.matches, GuildId(server.guild.id), MatchId(1)
    visitor = UserId(server.visitor.id)
    both = sorted([server.challenger.id, server.opponent.id])
    sent = len(server.env.http_requests)
    await matches.admin.rewind(one, ADMIN, guild, 1)
    await server.bot.app.publisher.publish(one)
    said = f"A server admin, <@{ADMIN}>, took the match back to the position after 1 move."
    assert said in text(server.card)
    assert [sorted(people) for people in pings(server, since=sent)] == [both], (
        "both, and not the administrator"
    )
    sent = len(server.env.http_requests)
    await matches.admin.hand_over(one, ADMIN, guild, "black", Opponent(visitor))
    await server.bot.app.publisher.publish(one)
    said = f"<@{ADMIN}>, had <@{visitor}> take over black."
    assert said in text(server.card)
    assert sorted(*pings(server, since=sent)) == sorted([server.challenger.id, visitor])
    await server.play("f5-f4", server.visitor)
    assert "A server admin" not in text(server.card)
    assert re.search(r"(?m)^Black: ", text(server.card)), "the side's, and not of whoever plays it now"
    assert f"{server.visitor.mention}: " not in text(server.card)


async def test_how_an_administrator_ended_a_match_is_said(server: Server) -> None:
    matches, guild = server.bot.app.matches, GuildId(server.guild.id)
    for number, (winner, said) in enumerate(
        [("white", f"<@{server.challenger.id}> wins"), (None, "A draw")], 1
    ):
        await server.begin("cannons")
        await going_on.shown(server, await matches.admin.end(MatchId(number), ADMIN, guild, winner))
        assert f"**{said}** by decision of a server admin, <@{ADMIN}>. It won't count." in text(server.card)
        assert labels(server.card) == ["Rematch", "Film", "Share", "Find a match"]
    server.command = "prawns"
    await server.challenge(server.opponent)
    await server.accept()
    await going_on.shown(server, await matches.admin.abort(MatchId(3), ADMIN, guild))
    assert f"**Cancelled** by a server admin, <@{ADMIN}>. Nobody won." in text(server.card)


# --- what the server allows ------------------------------------------------------------------------


async def test_a_server_allows_some_games_and_channels_some_people_and_so_many_matches(
    server: Server,
) -> None:
    """Each rule is in ``services/test_server_rules.py``."""
    await setting(server, GAMES_KEY, "prudh")
    assert "You can play Prudh." in private(await server.challenge(server.opponent))
    await setting(server, GAMES_KEY, "prawns")
    club = server.guild.create_text_channel("club")
    await setting(server, CHANNELS, str(club.id))
    assert f"Try <#{club.id}>" in private(await server.challenge(server.opponent))
    server.channel = club
    role = server.guild.create_role("players")
    await setting(server, ROLES, str(role.id))
    assert f"<@&{role.id}>" in private(await server.challenge())
    server.challenger, other = (
        server.guild.add_member(server.env.create_user(name), roles=[role]) for name in ("member", "other")
    )
    assert private(await server.challenge()) == ""
    assert f"<@&{role.id}>" in private(await server.accept(server.opponent))
    await server.accept(other)
    assert (await server.match()).users[1] == other.id
    await setting(server, MOST, "1")
    assert "You have 1 match in this server" in private(await server.challenge(other))


# --- words -----------------------------------------------------------------------------------------


SPANS = [
    (timedelta(days=1), "1 day"),
    (timedelta(days=2, hours=12, minutes=59), "2 days 12 hours"),
    (timedelta(hours=1), "1 hour"),
    (timedelta(minutes=59, seconds=59), "59 minutes"),
    (timedelta(minutes=59, seconds=59, microseconds=1), "1 hour"),
    (timedelta(days=3) - timedelta.resolution, "3 days"),
    (timedelta(days=3) - timedelta(milliseconds=999), "3 days"),
    (timedelta(days=3) - timedelta(seconds=1), "2 days 23 hours"),
    (timedelta(minutes=10) - timedelta.resolution, "10 minutes"),
    (timedelta(0), "0 minutes"),
]
REFUSALS: list[tuple[MatchError, str]] = [
    (VacationError(0), "no vacation left this year"),
    (VacationError(3), "3 days of vacation left"),
    (VacationError(1), "1 day of vacation left"),
    (OpponentError(UserId(1), OpponentProblem.PLAYING), "already playing in this match"),
    (Refused(Problem.TOO_MANY_MATCHES, limit=4), "You have 4 matches in this server"),
    (NotAllowedError(NotAllowedProblem.ROLE, [1, 2, 3]), "<@&1>, <@&2> or <@&3>."),
    (NotAllowedError(NotAllowedProblem.CHANNEL, range(20)), "<#8>, <#9> or others."),
    (Refused(Problem.NO_SUCH_TURN, last=-1), "Nobody has moved in this match yet"),
    (Refused(Problem.NO_SUCH_TURN, last=4), "0 (the start) to 4."),
]


def test_spans_and_refusals_in_words() -> None:
    for length, said in SPANS:
        with case(length):
            assert span(length) == said
    for error, said in REFUSALS:
        with case(error):
            assert said in (sentence(error, "prawns") or "")
