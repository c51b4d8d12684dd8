"""Practice, as people meet it: alone on both sides, or on from a position of a finished match."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from cogs.kit.errors import sentence
from data import stores
from matches import Match, Opponent, Phase, UserId
from matches.errors import Problem, Refused
from matches.guilds.settings import COMPUTER, OFF
from matches.model import GuildId, MatchId
from matches.players import Computer, SamePerson
from tests.cogs.computer import answered
from tests.cogs.doing import done
from tests.cogs.governing import panel_of
from tests.cogs.practising import PLAY_ON, finished, looked_at, private_card
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text

BOTH, OTHER = "Play both sides", "Other side"


async def both_sides(server: Server) -> None:
    """The challenger plays both sides of Pjawns."""
    panel = panel_of(await server.challenger.slash(server.channel, "pjawns rules"))
    asked = (await server.challenger.click(panel, label="Play the computer")).followups[-1]
    await server.challenger.click(asked, label=BOTH)


async def test_on_from_a_position_against_the_computer(server: Server) -> None:
    await finished(server)
    panel = await looked_at(server, server.challenger, back=2)
    await server.challenger.click(panel, label="⋯")
    asked = (await server.challenger.click(panel, label=PLAY_ON)).followups[-1]
    assert "Pjawns #1, after move 1: black to move. You play **black**." in text(asked)
    await server.challenger.click(asked, label=OTHER)
    assert "You play **white**." in text(asked)
    await server.challenger.click(asked, label="1 · just learned the rules")
    assert "Your match against the computer (level 1) is in <#" in text(asked)
    match = await answered(server, 2)
    assert (match.opponent, match.side_of(match.users[0])) == (Computer(1), "white")
    assert len(match.entries) == 1, "black was to move, the computer"
    assert match.practice and not match.rated
    shown = panel_of(await server.challenger.slash(server.channel, "matches"))
    assert "** vs the computer (level 1) · practice" in text(shown)


@refusing
async def test_a_shared_match_is_played_on_from_by_whoever_has_its_code(server: Server) -> None:
    await finished(server)
    shared = panel_of(await server.challenger.slash(server.home, "match", deed="share", number="1"))
    code = text(shared).split("```")[1].strip()
    opened = panel_of(await server.visitor.slash(server.channel, "open", code=code))
    await server.visitor.click(opened, label="⋯")
    assert PLAY_ON in labels(opened)
    asked = (await server.visitor.click(opened, label=PLAY_ON)).followups[-1]
    await server.visitor.click(asked, label=BOTH)
    assert "Your practice match is in <#" in text(asked)
    match = await server.match(MatchId(2))
    assert (match.users, match.opponent) == ((server.visitor.id,), SamePerson())
    opened = panel_of(await server.visitor.user.slash("open", code=code))
    await server.visitor.user.click(opened, label="⋯")
    told = private(await server.visitor.user.click(opened, label=PLAY_ON))
    assert "Practice starts in a server channel: open the match in one" in told


@refusing
async def test_both_sides_on_one_card(server: Server) -> None:
    await both_sides(server)
    card = await private_card(server)
    assert "Practice: unrated, and nobody else sees it." in text(card)
    assert labels(card)[-4:] == ["Move", "Hint", "Board", "⋯"]
    server.command = "pjawns"
    home = next(place for place in server.channel.threads)
    for action in ("@e1", "@d8"):
        hinted = await server.challenger.click(await private_card(server), label="Hint")
        assert text(hinted.followups[-1]).startswith("**Best move:** new pjawn on ")
        await server.challenger.slash(home, "pjawns move", action=action)
    assert await server.bot.app.services.computers.hints(MatchId(1)) == 2, "for either side"
    assert len([message for message in home.history() if text(message)]) == 1, "one card for all moves"
    for _ in range(2):
        await server.challenger.click(await private_card(server), label="Take back")
    assert "Take back" not in labels(await private_card(server))
    told = await done(server.challenger, home, "pause", "1")
    assert told.startswith("You play both sides here, so there's nobody to ask.")
    opened = await server.challenger.click(await private_card(server), label="⋯")
    assert "Resign" not in labels(opened.followups[-1])
    await server.challenger.click(opened.followups[-1], label="End practice")
    card = await private_card(server)
    assert "Practice ended." in text(card)
    await server.challenger.click(card, label="Start over")
    assert (await server.match(MatchId(2))).phase is Phase.PLAYING


@refusing
async def test_a_match_that_goes_on_offers_no_practice(server: Server) -> None:
    await server.begin("pjawns")
    await server.play("@e1")
    opened = await server.challenger.click(server.card, label="Board")
    panel = opened.followups[-1]
    await server.challenger.click(panel, label="⋯")
    assert PLAY_ON not in labels(panel)
    await server.resign(server.opponent)
    await server.challenger.click(panel, label="Step through")
    await server.challenger.click(panel, label="◀")
    await server.challenger.click(panel, label="⋯")
    asked = (await server.challenger.click(panel, label=PLAY_ON)).followups[-1]
    await server.bot.app.guilds.change(GuildId(server.guild.id), {COMPUTER: OFF})
    told = private(await server.challenger.click(asked, label="1 · just learned the rules"))
    assert "The computer doesn't play here" in told
    clicked = await server.challenger.click(panel, label=PLAY_ON)
    assert labels(clicked.followups[-1]) == [BOTH], "there is nobody else to play"


@refusing
async def test_a_double_click_begins_one_and_three_at_once_are_enough(server: Server) -> None:
    await finished(server)
    panel = await looked_at(server, server.challenger)
    await server.challenger.click(panel, label="⋯")
    asked = [(await server.challenger.click(panel, label=PLAY_ON)).followups[-1] for _ in range(2)]
    for one in asked:
        await server.challenger.click(one, label=BOTH)
        assert "Your practice match is in <#" in text(one)
    assert await matches(server) == 2
    for _ in range(2):
        again = (await server.challenger.click(panel, label=PLAY_ON)).followups[-1]
        await server.challenger.click(again, label="1 · just learned the rules")
        await server.pass_time(minutes=1)
    again = (await server.challenger.click(panel, label=PLAY_ON)).followups[-1]
    told = private(await server.challenger.click(again, label=BOTH))
    assert "You already have 3 matches running against the computer or as practice" in told
    assert await matches(server) == 4


@refusing
async def test_nobody_else_sees_practice_or_takes_it_over(server: Server) -> None:
    admin = server.guild.add_member(server.env.create_user("admin"), roles=[])
    await both_sides(server)
    assert "#1" not in text(panel_of(await server.visitor.slash(server.channel, "matches", show="running")))
    app, match = server.bot.app, await server.match()
    with pytest.raises(Refused) as refused:
        await app.matches.admin.check_taking_over(match, "black", Opponent(UserId(admin.id)))
    assert sentence(refused.value, "pjawns") == (
        "Somebody practises here alone, playing both sides, so there's no side to hand over. "
        "You can cancel the match with `/server match`."
    )


async def matches(server: Server) -> int:
    """How many matches there are."""
    return len(
        await server.store.read(stores.match_rows.whole_matches, [MatchId(number) for number in range(1, 9)])
    )


def test_every_refusal_of_practice_has_its_sentence() -> None:
    match = cast(Match, SimpleNamespace(id=1, version=2, phase=Phase.PLAYING))
    running = sentence(Refused(Problem.PRACTICE_RUNNING, match=match), "pjawns")
    over = sentence(Refused(Problem.PRACTICE_OVER, match=match), "pjawns")
    assert running == "That match is still running. You can play on from its positions once it's over."
    assert over == "The match is over in this position. Step back to an earlier one and play on from there."
    hint = sentence(Refused(Problem.NO_HINT, match=match), "pjawns")
    assert hint is not None and hint.startswith("Hints are for matches against the computer")
