"""Sets of two matches, as people meet them: asked for, played in one thread, summed up."""

from __future__ import annotations

from typing import Any

from cogs.text import match_kinds_texts
from matches import GuildId, Match, Opponent, Phase
from matches.guilds.settings import RESULTS
from matches.lifecycle.history import turns_made
from matches.model import MatchId
from matches.players import Computer
from tests.cases import case
from tests.cogs.challenge_forms import details, sent
from tests.cogs.computer import answered
from tests.cogs.doing import done
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, text


async def begin(server: Server, command: str = "pjawns", **options: Any) -> Match:
    await server.begin(command, set="on", **options)
    return await server.match()


async def resign(server: Server, who: Any, number: int) -> None:
    """Somebody gives a match up by the buttons of its card, once both have begun it."""
    while len(turns_made(server.bot.app.matches.history(await server.match(MatchId(number))))) < 2:
        match = await server.match(MatchId(number))
        legal = server.bot.app.matches.history(match).position.legal_actions()
        await server.act(str(legal[0]), number)
    match = await server.match(MatchId(number))
    card = next(message for message in server.home.history() if message.id == match.shown.card)
    opened = await who.click(card, label="⋯")
    await who.click(opened.followups[-1], label="Resign")
    await who.click(opened.followups[-1], label="Resign")


@refusing
async def test_both_are_played_in_one_thread_and_the_sum_decides(server: Server) -> None:
    match = await begin(server)
    assert "Two matches: you swap sides after the first" not in text(server.card)
    assert "Match 1 of 2, then you swap sides." in text(server.card)
    await resign(server, server.opponent, 1)
    first, second = await server.match(MatchId(1)), await server.match(MatchId(2))
    assert (second.phase, second.terms.set_part, second.shown.home) == (Phase.PLAYING, 2, first.shown.home)
    assert second.side_of(match.users[0]) == "black"
    ended, card = server.home.history()[-2:]
    assert "Match 2 of 2 starts below: #2." in text(ended)
    assert "Rematch" not in labels(ended)
    refused = await done(server.challenger, server.home, "rematch", "1")
    assert "The second match of that set is " in refused
    assert "Match 2 of 2, with sides swapped." in text(card)
    assert labels(card)[-3:] == ["Move", "Board", "⋯"]
    told = [message for message in server.channel.history() if text(message)]
    assert len(told) == 1, "no second invitation"
    await resign(server, server.challenger, 2)
    card = server.home.history()[-1]
    assert "**The set is drawn, 1–1.**" in text(card)
    assert "Rematch" in labels(card)


async def test_the_winner_is_named_where_results_are_announced_too(server: Server) -> None:
    results = server.guild.create_text_channel("results")
    await server.bot.app.guilds.change(GuildId(server.guild.id), {RESULTS: str(results.id)})
    await begin(server)
    await resign(server, server.opponent, 1)
    await resign(server, server.opponent, 2)
    await server.pass_time(minutes=1)
    for said in (text(server.home.history()[-1]), text(results.history()[-1])):
        assert f"**<@{server.challenger.id}> wins the set 2–0** against <@{server.opponent.id}>." in said


async def test_the_challenge_says_so_and_the_list_too(server: Server) -> None:
    server.command = "pjawns"
    await server.challenge(server.opponent, set="on")
    assert "two games, sides swapped" in text(server.invitation)
    assert match_kinds_texts.SET_IN_CHALLENGE in text(await details(server.opponent, server.invitation))
    await server.accept()
    shown = panel_of(await server.challenger.slash(server.channel, "matches"))
    assert f"vs <@{server.opponent.id}> · 1 of 2" in text(shown)


async def test_a_cancelled_first_has_no_second(server: Server) -> None:
    await begin(server)
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Offer to cancel the match")
    await server.opponent.click(server.card, label="Agree to cancel")
    assert "There's no second match, since this one ended without a result." in text(server.card)
    assert "Rematch" in labels(server.card)


async def test_a_set_that_cannot_go_on_offers_a_rematch_that_has_to_be_accepted(server: Server) -> None:
    match = await begin(server)
    privacy = server.bot.app.privacy
    await privacy.block(match.users[1], Opponent(match.users[0]))
    await resign(server, server.opponent, 1)
    assert "The set ends here: its second match couldn't start." in text(server.card)
    await privacy.unblock(match.users[1], match.users[0])
    await server.challenger.click(server.card, label="Rematch")
    ended = next(card for card in server.home.history() if "The set ends here" in text(card))
    assert "Rematch offered: #2." in text(ended)
    assert (await server.match(MatchId(2))).phase is Phase.CHALLENGED


async def test_the_panel_of_a_game_offers_it_and_recommends_it_where_sides_are_uneven(server: Server) -> None:
    for command, uneven in (("pjawns", False), ("predation", True)):
        panel = panel_of(await server.challenger.slash(server.channel, f"{command} rules"))
        assert ("One side has the edge in" in text(panel)) == uneven
        await sent(server.challenger, panel, switches=["1", "2", "4"])
    for number in (1, 2):
        assert (await server.match(MatchId(number))).terms.set_part == 1


async def test_a_set_against_the_computer(server: Server) -> None:
    panel = panel_of(await server.challenger.slash(server.channel, "predation rules"))
    asked = (await server.challenger.click(panel, label="Play the computer")).followups[-1]
    assert "One side has the edge in Predation" in text(asked)
    await server.challenger.click(asked, label="Swap sides and play twice: off")
    assert "Swap sides and play twice: on" in labels(asked) and "the total decides" in text(asked)
    await server.challenger.click(asked, label="1 · just learned the rules")
    first = await answered(server)
    assert (first.terms.set_part, first.opponent) == (1, Computer(1))
    server.command = "predation"
    await resign(server, server.challenger, 1)
    second = await answered(server, 2)
    assert second.terms.set_part == 2 and second.shown.home == first.shown.home
    await resign(server, server.challenger, 2)
    assert "wins the set 2–0" in text(server.home.history()[-1])


WHY = "-# Unrated: one side has the edge in Predation, so a rated match draws the sides or is two games with"


ASKED: list[tuple[dict[str, str], bool]] = [
    ({"side": "predator"}, True),
    ({"side": "prey", "rated": "on"}, True),
    ({"side": "predator", "set": "on"}, False),
    ({"rated": "on"}, False),
    ({}, False),
]


async def test_a_challenge_says_why_a_chosen_side_makes_it_unrated(server: Server) -> None:
    server.command = "predation"
    for number, (asked, unrated) in enumerate(ASKED, 1):
        with case(asked):
            await server.challenge(server.opponent, **asked)
            assert (WHY in text(server.invitation)) is unrated
            assert (await server.match(MatchId(number))).rated is not unrated
            await server.opponent.click(server.invitation, label="Accept")
            assert (await server.match(MatchId(number))).rated is not unrated
