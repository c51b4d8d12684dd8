"""The form for a match against the computer: what it offers, what comes of it, and what is refused."""

from __future__ import annotations

from typing import Any

from simcord.results import InteractionResult

from cogs.kit import phone
from cogs.panels.challenge.challenge_form import (
    NO_LINES,
    PRIVATE,
    TAKEBACKS,
    TWO_MATCHES,
    WEEKENDS_OFF,
    seats,
)
from cogs.text import challenge_texts, computer_texts, errors_texts
from engines import GAMES
from matches import GuildId
from matches.guilds.settings import COMPUTER, OFF
from matches.players import Computer
from matches.time.pace import NO_CLOCK, PACES, Pace
from tests import heights
from tests.cards import BOX
from tests.cogs.challenge_forms import answer, filled, offered
from tests.cogs.forged import OwnMessage
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, as_opened, fields, ids, labels, parts, private, text

DAY = str(1 + PACES.index(Pace.per_move(1)))
MOST_BUTTONS = 12


async def levels(server: Server, **given: Any) -> Any:
    """The challenger's panel of levels, as /play leads to it."""
    shown = panel_of(await server.challenger.slash(server.channel, "play", **given))
    return panel_of(await server.challenger.click(shown, label=computer_texts.PLAY))


async def form_of(server: Server, **given: Any) -> tuple[Any, InteractionResult]:
    """The panel of levels, and the form that it opens."""
    panel = await levels(server, **given)
    return panel, await server.challenger.click(panel, label=computer_texts.MORE_TERMS)


async def nothing_begun(server: Server) -> bool:
    """No match has begun in the server."""
    return not await server.bot.app.matches.lists.running_in(GuildId(server.guild.id), 9)


async def test_takebacks_off_takes_four_taps_and_the_panel_says_where_it_is(server: Server) -> None:
    panel = await levels(server)  # the first tap
    box = next(part for part in parts(panel) if part["type"] == BOX)
    assert heights.of([box]) <= phone.SCREEN and len(labels(panel)) <= MOST_BUTTONS
    opened = await server.challenger.click(panel, label=computer_texts.MORE_TERMS)  # the second
    held = as_opened(opened)
    assert (held["level"], held["switches"]) == ("1", [str(TAKEBACKS)])
    await filled(server.challenger, opened, switches=[])  # a box and *Submit*
    match = await server.match()
    assert (match.opponent, match.terms.takebacks, match.terms.pace) == (Computer(1), False, NO_CLOCK)
    assert text(panel) == computer_texts.begun(match) and labels(panel) == []


async def test_a_side_the_first_move_a_board_and_a_pace_go_together(server: Server) -> None:
    panel = await levels(server, game="prudh")
    (sides,) = ids(panel, "computerside:")
    await server.challenger.select(panel, ["4"], custom_id=sides)
    opened = await server.challenger.click(panel, label=computer_texts.MORE_TERMS)
    light, places = GAMES["prudh"].sides[1], seats(GAMES["prudh"])
    assert as_opened(opened)["seat"] == [str(places.index((light, None)))], "as it was chosen on the panel"
    await filled(
        server.challenger,
        opened,
        level="4",
        options=offered(opened)["Fall into the pit (tomio)"],
        pace=[DAY],
        seat=[offered(opened)["You're light, you move first"]],
        switches=[str(bit) for bit in (TWO_MATCHES, WEEKENDS_OFF, PRIVATE, NO_LINES)],
    )
    match = await server.match()
    assert (match.opponent, match.options, match.rated) == (Computer(4), {"edge": "tomio"}, False)
    assert (match.side_of(match.users[0]), match.first) == (light, light)
    terms = match.terms
    assert (terms.pace, terms.weekends_off, terms.set_part) == (Pace.per_move(1), True, 1)
    assert (terms.takebacks, terms.private, terms.lines) == (False, True, False)


async def test_two_games_on_the_panel_are_two_in_the_form(server: Server) -> None:
    panel = await levels(server, game="prawns")
    await server.challenger.click(panel, label="Swap sides and play twice: off")
    opened = await server.challenger.click(panel, label=computer_texts.MORE_TERMS)
    assert as_opened(opened)["switches"] == [str(TAKEBACKS), str(TWO_MATCHES)]


async def test_in_every_game_it_has_what_the_computer_can_be_asked(server: Server) -> None:
    for key, game in GAMES.items():
        _, opened = await form_of(server, game=key)
        assert opened.modal is not None and len(opened.modal["title"]) <= 45, key
        names = [field["custom_id"] for field in fields(opened)]
        assert len(names) <= 5 and names[0] == "level" and not {"who", "limits"} & {*names}, key
        assert ("seat" in names) == (game.challenger_side is None), key
        words = {*offered(opened)}
        assert challenge_texts.RATED not in words and not any("unrated" in word for word in words), key
        assert ("The computer moves first" in words) == (game.starter == "drawn"), key


@refusing
async def test_weekends_without_a_clock_are_refused_and_the_form_is_kept(server: Server) -> None:
    _, opened = await form_of(server, game="pjawns")
    boxes = [str(TAKEBACKS), str(WEEKENDS_OFF)]
    refusal = answer(await filled(server.challenger, opened, level="2", switches=boxes))
    assert errors_texts.NO_CLOCK_TO_PAUSE in text(refusal) and await nothing_begun(server)
    again = await server.challenger.click(refusal, label=challenge_texts.BACK_TO_FORM)
    held = as_opened(again)
    assert (held["level"], held["switches"]) == ("2", boxes)
    await filled(server.challenger, again, pace=[DAY])
    match = await server.match()
    assert (match.opponent, match.terms.weekends_off) == (Computer(2), True)


@refusing
async def test_what_comes_too_late_is_refused(server: Server) -> None:
    panel, opened = await form_of(server, game="pjawns")
    await server.bot.app.guilds.change(GuildId(server.guild.id), {COMPUTER: OFF})
    off = "The computer doesn't play here"
    assert off in private(await server.challenger.click(panel, label=computer_texts.MORE_TERMS))
    assert off in text(answer(await filled(server.challenger, opened)))
    assert await nothing_begun(server)


@refusing
async def test_a_level_that_is_gone_is_refused(server: Server) -> None:
    panel, opened = await form_of(server, game="pjawns")
    shown: Any = opened
    for level in ("0", "6", "²"):
        # Private: simcord lets nobody choose what a form lacks, as Discord doesn't.
        for label in shown._interaction.modal["components"]:
            if label["component"]["custom_id"] == "level":
                label["component"]["options"][-1]["value"] = level
        refusal = answer(await filled(server.challenger, opened, level=level))
        assert text(refusal) == challenge_texts.FORM_OLD and labels(refusal) == []
        opened = await server.challenger.click(panel, label=computer_texts.MORE_TERMS)
        shown = opened
    (custom_id,) = ids(panel, "computerterms:")
    forged = custom_id.replace(":1.", ":6.", 1)
    own = OwnMessage(server, server.challenger, server.channel)
    assert forged != custom_id and (await own.click(forged)).modal is None
    assert await nothing_begun(server)
