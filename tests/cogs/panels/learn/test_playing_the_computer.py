"""Matches against the computer: by command, and by the buttons of tours, rules, /help and lists."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from discord import PermissionOverwrite

from cogs.kit.presentation import number_of_game
from cogs.panels.challenge.computer_panel import ask_level, choose_level
from cogs.text.en.computer import begun
from engines import GAMES
from matches import GuildId, Match, MatchId, Phase, UserId
from matches.guilds.settings import COMPUTER, OFF
from matches.players import Computer, Human
from tests.cogs.computer import begin as play_computer
from tests.cogs.computer import lost
from tests.cogs.doing import done
from tests.cogs.governing import panel_of
from tests.cogs.panels.learn.touring import begin, finish
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, blue, ids, labels, private, text

PLAY = "Play the computer"
OPEN = (Phase.CHALLENGED, Phase.SETUP, Phase.PLAYING)


async def matches_of(server: Server, who: Any) -> list[Match]:
    """The open matches of somebody, oldest first."""
    app = server.bot.app
    found = (await app.matches.lists.listed(UserId(who.id), OPEN, 25)).matches
    return [await app.matches.load(number) for number in sorted(match.id for match in found)]


async def switch_off(server: Server) -> None:
    """Nobody may play the computer in the server."""
    await server.bot.app.guilds.change(GuildId(server.guild.id), {COMPUTER: OFF})


# --- by command ----------------------------------------------------------------------------------


async def test_a_match_begins_at_once_and_the_answer_says_where_it_is(server: Server) -> None:
    told = private(await play_computer(server, 3))
    (match,) = await matches_of(server, server.challenger)
    assert told == f"Your match against the computer (level 3) is in <#{match.shown.home}>."
    assert match.players == (Human(UserId(server.challenger.id)), Computer(3))
    assert match.phase is Phase.PLAYING and not match.rated
    assert match.shown.version == match.version
    nowhere = match.shown_as(replace(match.shown, home=None))
    assert begun(nowhere) == "Your match against the computer (level 3) starts in a moment."


async def test_it_is_played_as_somebody_wishes(server: Server) -> None:
    await play_computer(server, 1, pace="3d")
    (match,) = await matches_of(server, server.challenger)
    assert (str(match.terms.pace), match.rated) == ("3d", False)


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("key", GAMES)
async def test_every_game_has_it_and_its_rules_offer_it(server: Server, key: str) -> None:
    face = server.bot.app.presentations[key]
    await offers_it(server, f"{face.command} rules")
    told = private(await server.visitor.slash(server.channel, f"{face.command} challenge", computer=2))
    assert "against the computer (level 2)" in told
    (match,) = await matches_of(server, server.visitor)
    assert (match.game_key, match.opponent) == (key, Computer(2))


async def test_where_it_is_played_in_direct_messages_the_answer_leads_there(server: Server) -> None:
    bare = PermissionOverwrite(create_private_threads=False)
    everyone = server.guild.default_role
    server.channel = server.guild.create_text_channel("no-threads", overwrites={everyone: bare})
    told = private(await play_computer(server))
    (match,) = await matches_of(server, server.challenger)
    assert match.shown.direct
    where = f"https://discord.com/channels/@me/{server.challenger.user.dm_channel.id}/{match.shown.card}"
    assert told == f"Your match against the computer (level 3) is in [our direct messages](<{where}>)."


async def test_a_rematch_by_command_says_where_it_is(server: Server) -> None:
    match = await lost(server)
    told = await done(server.challenger, server.channel, "rematch")
    (again,) = await matches_of(server, server.challenger)
    assert again.rematch_of == match.id
    assert told == f"Your match against the computer (level 3) is in <#{again.shown.home}>."


@refusing
async def test_a_wrong_way_to_ask_for_it_is_refused_and_the_right_one_told(server: Server) -> None:
    told = private(await play_computer(server, opponent=server.opponent))
    assert told.endswith("Send it again with only `opponent:` or only `computer:`.")
    bot = server.guild.add_member(server.env.create_user("a-bot", bot=True))
    told = private(await server.challenger.slash(server.channel, "pjawns challenge", opponent=bot))
    assert "pick a level in `computer:`" in told
    told = private(await server.challenger.user.slash("pjawns challenge", computer=1))
    assert told == "Matches start in a server channel, also those against the computer. Send it again in one."
    assert await matches_of(server, server.challenger) == []


@refusing
async def test_it_is_refused_where_it_is_off_or_there_is_no_room(server: Server) -> None:
    app, core = server.bot.app, server.bot.app.matches.challenges._core
    usual = core.policy
    core.policy = replace(usual, computer_matches=2, computer_matches_in_guild=3)
    for _ in range(2):
        await play_computer(server)
    told = private(await play_computer(server))
    assert told.startswith(
        "You already have 2 matches running against the computer or as practice, and that's the limit."
    )
    await server.opponent.slash(server.channel, "prudh challenge", computer=1)
    told = private(await server.visitor.slash(server.channel, "prudh challenge", computer=1))
    assert told.startswith("3 matches against the computer are running in this server")
    core.policy = replace(usual, computer=False)
    off = private(await server.visitor.slash(server.channel, "prudh challenge", computer=1))
    assert off.startswith("The computer doesn't play here: a server admin or the bot's owner has switched it")
    core.policy = usual
    await switch_off(server)
    assert private(await server.visitor.slash(server.channel, "prudh challenge", computer=1)) == off
    assert await matches_of(server, server.visitor) == []
    assert len(await app.matches.lists.running_in(GuildId(server.guild.id), 9)) == 3


@refusing
async def test_a_host_without_thinkers_has_it_off(server: Server) -> None:
    await server.restart(thinkers=0)
    told = private(await server.visitor.slash(server.channel, "prudh challenge", computer=1))
    assert told.startswith("The computer doesn't play here: a server admin or the bot's owner")


# --- by buttons ----------------------------------------------------------------------------------


async def levels(server: Server, panel: Any) -> Any:
    """The visitor asks for the levels."""
    clicked = await server.visitor.click(panel, label=PLAY)
    return clicked.followups[-1]


async def test_a_tour_ends_in_a_match_against_the_computer(server: Server) -> None:
    panel = await begin(server)
    await finish(server, panel)
    asked = await levels(server, panel)
    assert "Pjawns against the computer" in text(asked)
    assert labels(asked) == [
        *("1 · just learned the rules", "2 · still learning", "3 · knows the game"),
        *("4 · plays well", "5 · the strongest", "Swap sides and play twice: off", "Play both sides"),
        "More terms…",
    ]
    await server.visitor.click(asked, label="1 · just learned the rules")
    (match,) = await matches_of(server, server.visitor)
    assert (match.game_key, match.opponent, match.terms.takebacks) == ("pjawns", Computer(1), True)
    assert text(asked) == f"Your match against the computer (level 1) is in <#{match.shown.home}>."
    assert labels(asked) == []
    assert "tour complete!" in text(panel), "the panel stays, to go on from"


async def offers_it(server: Server, command: str) -> None:
    """A command's answer has the button in a server; in direct messages it names the option."""
    panel = panel_of(await server.visitor.slash(server.channel, command))
    assert PLAY in labels(panel)
    panel = panel_of(await server.visitor.user.slash(command))
    assert PLAY not in labels(panel) and "`computer:`" in text(panel)


async def test_help_offers_it_unless_it_is_off(server: Server) -> None:
    await offers_it(server, "help")
    await switch_off(server)
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    assert PLAY not in labels(panel) and "Challenge…" in labels(panel)
    assert "play the computer" not in text(panel)


@refusing
async def test_a_double_click_begins_one_match(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    asked, again = await levels(server, panel), await levels(server, panel)
    for one in (asked, again):
        await server.visitor.click(one, label="2 · still learning")
        assert "against the computer (level 2) is in <#" in text(one)
    assert len(await matches_of(server, server.visitor)) == 1
    another = await levels(server, panel)
    await server.visitor.click(another, label="3 · knows the game")
    await server.pass_time(minutes=1)
    another = await levels(server, panel)
    await server.visitor.click(another, label="2 · still learning")
    assert [match.opponent for match in await matches_of(server, server.visitor)] == [
        Computer(2),
        Computer(3),
        Computer(2),
    ]


@refusing
async def test_two_clicks_at_the_same_time_begin_one_match(server: Server) -> None:
    asked = await levels(server, panel_of(await server.visitor.slash(server.channel, "help")))
    server.env.settle_timeout = 0.0
    for _ in range(2):
        try:
            await server.visitor.click(asked, label="2 · still learning")
        except TimeoutError:
            await asyncio.sleep(0)
    server.env.settle_timeout = 60.0
    await server.env.settle()
    assert len(await matches_of(server, server.visitor)) == 1


@refusing
async def test_a_late_click_is_refused_and_begins_nothing(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    asked = await levels(server, panel)
    await switch_off(server)
    for pressed, label in ((panel, PLAY), (asked, "1 · just learned the rules")):
        assert "The computer doesn't play here" in private(await server.visitor.click(pressed, label=label))
    assert await matches_of(server, server.visitor) == []


def test_ids_say_the_game_and_the_level() -> None:
    number = number_of_game("pjawns")
    assert ask_level.id_about(0, "pjawns") == f"computer:0:0:{number}"
    assert choose_level.id_about(0, "pjawns", 5) == f"computerlevel:0:0:{number}.5"


# --- where nobody takes a challenge up -----------------------------------------------------------


async def test_whoever_waits_in_vain_is_offered_it_in_their_list(server: Server) -> None:
    await server.challenge(None)
    await server.pass_time(minutes=9)
    shown = panel_of(await server.challenger.slash(server.channel, "matches"))
    assert PLAY not in labels(shown)
    await server.pass_time(minutes=1)
    shown = panel_of(await server.challenger.slash(server.channel, "matches"))
    assert labels(shown)[:2] == [PLAY, "New match"]
    assert "Nobody has accepted your challenge yet." in text(shown)
    clicked = await server.challenger.click(shown, label=PLAY)
    await server.challenger.click(clicked.followups[-1], label="1 · just learned the rules")
    challenge, match = await matches_of(server, server.challenger)
    assert challenge.phase is Phase.CHALLENGED, "it stays open"
    assert (match.opponent, match.game_key) == (Computer(1), challenge.game_key)


@refusing
async def test_whoever_presses_accept_on_their_own_is_offered_it_too(server: Server) -> None:
    server.command = "pjawns"
    await server.challenge(None)
    clicked = await server.challenger.click(server.invitation, label="Accept")
    assert "That's your own challenge." in private(clicked) and labels(clicked.followups[-1]) == []
    await server.pass_time(minutes=10)
    clicked = await server.challenger.click(server.invitation, label="Accept")
    assert labels(clicked.followups[-1]) == [PLAY]
    await switch_off(server)
    clicked = await server.challenger.click(server.invitation, label="Accept")
    assert labels(clicked.followups[-1]) == []


async def test_others_and_whoever_asked_one_person_are_not_offered_it(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.pass_time(hours=1)
    for who in (server.challenger, server.opponent):
        shown = panel_of(await who.slash(server.channel, "matches"))
        assert not ids(shown, "computer:")
    assert (await server.match(MatchId(1))).phase is Phase.CHALLENGED


MEANWHILE = "Play the computer for now"


async def minutes_later(server: Server, minutes: float) -> None:
    """Time passes, and what is due by then is done."""
    await server.pass_time(minutes=minutes)
    await server.env.advance_time(12)


async def test_after_ten_minutes_the_card_itself_offers_it(server: Server) -> None:
    server.command = "pjawns"
    await server.challenge(None)
    await minutes_later(server, 9)
    assert MEANWHILE not in labels(server.invitation)
    before = labels(server.invitation)
    sent = len(server.channel.history())
    await minutes_later(server, 1)
    assert labels(server.invitation) == [*before[:-1], MEANWHILE, before[-1]]
    assert len(server.channel.history()) == sent, "an edit, which pings nobody"
    clicked = await server.challenger.click(server.invitation, label=MEANWHILE)
    await server.challenger.click(clicked.followups[-1], label="1 · just learned the rules")
    challenge, match = await matches_of(server, server.challenger)
    assert challenge.phase is Phase.CHALLENGED and match.opponent == Computer(1)
    await server.accept()
    assert MEANWHILE not in labels(server.invitation)


@refusing
async def test_others_hear_whose_button_it_is_and_may_play_themselves(server: Server) -> None:
    server.command = "pjawns"
    await server.challenge(None)
    await minutes_later(server, 10)
    clicked = await server.visitor.click(server.invitation, label=MEANWHILE)
    told = clicked.followups[-1]
    assert text(told) == (
        f"That button is for <@{server.challenger.id}>, who's waiting for an opponent. You can accept the "
        "challenge, or play the computer yourself:"
    )
    assert labels(told) == [PLAY]
    await switch_off(server)
    clicked = await server.challenger.click(server.invitation, label=MEANWHILE)
    assert "The computer doesn't play here" in private(clicked)


async def test_the_card_offers_it_once_after_a_restart_too(server: Server) -> None:
    server.command = "pjawns"
    await server.challenge(None)
    await server.pass_time(minutes=11)
    await server.restart()
    await server.env.advance_time(12)
    assert MEANWHILE in labels(server.invitation)
    edited = server.invitation.edited_at
    await minutes_later(server, 30)
    assert server.invitation.edited_at == edited


async def test_no_card_offers_it_where_nobody_waits_for_anybody_or_it_is_off(server: Server) -> None:
    server.command = "pjawns"
    await server.challenge(server.opponent)
    named = server.invitation
    await switch_off(server)
    await server.challenge(None)
    await minutes_later(server, 10)
    await minutes_later(server, 10)
    for card in server.channel.history():
        assert MEANWHILE not in labels(card)
    assert named.edited_at is None


async def test_one_level_is_suggested_by_how_the_last_match_went(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    asked = await levels(server, panel)
    assert blue(asked) == ["1 · just learned the rules"] and "Start with level 1." in text(asked)
    await server.visitor.click(asked, label="3 · knows the game")
    (match,) = await matches_of(server, server.visitor)
    await server.bot.app.matches.play.resign(match.id, UserId(server.visitor.id))
    again = await levels(server, panel)
    assert blue(again) == ["3 · knows the game"] and "You played level 3 last time." in text(again)
