"""The organiser's page: pause and go on, call off, results, players, and who may not."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from matches.tournaments.model import Decision, TournamentState
from tests.cogs.community import id_of, newcomers
from tests.cogs.governing import an_admin, panel_of
from tests.cogs.server import Server, ids, labels, text
from tests.cogs.tournaments import card, choose, refused, resign_all, run, running, seen, started

refusing = pytest.mark.simcord(check_errors=False)


async def organised(server: Server, who: MemberActor) -> Any:
    """The organiser's page."""
    shown = panel_of(await who.slash(server.channel, "tournament show"))
    await who.click(shown, label="Organise")
    return shown


async def begun(server: Server, **chosen: str) -> list[MemberActor]:
    """A tournament of three has begun."""
    people = [server.challenger, server.opponent, server.visitor]
    await started(server, people, **chosen)
    return people


async def test_only_organisers_have_the_page(server: Server) -> None:
    await begun(server)
    shown = panel_of(await server.challenger.slash(server.channel, "tournament show"))
    assert "Organise" not in labels(shown)
    admin = an_admin(server)
    page = await organised(server, admin)
    assert labels(page) == [
        *("Set a result…", "Players…", "Pause", "Post the card again", "Cancel it…"),
        "Discord event: off",
    ]


async def test_rights_are_looked_at_with_every_click(server: Server) -> None:
    await begun(server)
    role = server.guild.create_role("Wardens", permissions=discord.Permissions(manage_guild=True))
    warden = server.guild.add_member(server.env.create_user("warden"), roles=[role])
    page = await organised(server, warden)
    server.env.backend.edit_role(server.guild.id, role.id, {"permissions": 0})
    only = "Only this tournament's organisers and server admins can do that."
    for label in ("Pause", "Set a result…", "Players…", "Post the card again", "Cancel it…"):
        assert await refused(warden, page, label) == only
    assert (await seen(server)).state is TournamentState.RUNNING


async def test_a_pause_and_its_end(server: Server) -> None:
    await begun(server)
    admin = an_admin(server)
    page = await organised(server, admin)
    await admin.click(page, label="Pause")
    assert "Paused. No new matches start until you go on" in text(page)
    last = (await seen(server)).pairings[0].ends_at
    await server.pass_time(days=2)
    await run(server)
    assert "**Paused:** no new matches start until an organiser goes on." in text(card(server))
    await admin.click(page, label="Go on")
    assert "It goes on." in text(page)
    found = await seen(server)
    assert found.state is TournamentState.RUNNING
    assert found.pairings[0].ends_at > last


async def test_calling_off_is_asked_about(server: Server) -> None:
    await begun(server)
    admin = an_admin(server)
    page = await organised(server, admin)
    await admin.click(page, label="Cancel it…")
    await admin.click(page, label="Keep it")
    assert (await seen(server)).state is TournamentState.RUNNING
    await admin.click(page, label="Cancel it…")
    await admin.click(page, label="Cancel the tournament")
    assert (await seen(server)).state is TournamentState.CALLED_OFF
    await run(server)
    assert "Cancelled by an organiser." in text(card(server))
    assert labels(page) == ["Post the card again"]


async def test_a_result_is_set_and_marked(server: Server) -> None:
    people = await begun(server)
    admin = an_admin(server)
    page = await organised(server, admin)
    await admin.click(page, label="Set a result…")
    game = (await seen(server)).pairings[0]
    await admin.select(page, [".".join(map(str, game.key))], custom_id=ids(page, "tourgame:")[0])
    assert labels(page) == ["1–0", "½–½", "0–1", "0–0", "Back"]
    await admin.click(page, label="½–½")
    assert "Set: ½–½ (set by an organiser)." in text(page)
    await admin.click(page, label="0–1")
    outcome = (await seen(server)).pairing(game.key).outcome
    assert outcome is not None
    assert (outcome.first, outcome.second, outcome.how) == (0, 2, Decision.ORGANISER)
    assert len(await running(server)) == 2, "the table is done with the match, which goes on"
    await resign_all(server, people)
    assert (await seen(server)).state is TournamentState.OVER
    assert (await refused(admin, page, "½–½")).startswith("That's for a tournament that is running")


async def test_nobody_sets_their_own(server: Server) -> None:
    people = await begun(server)
    admin = an_admin(server)
    page = await organised(server, admin)
    await admin.select(page, [people[0]], custom_id=ids(page, "tourorganiser:")[0])
    assert f"<@{people[0].id}> is an organiser now." in text(page)
    own = await organised(server, people[0])
    await people[0].click(own, label="Set a result…")
    by_seed = (await seen(server)).by_seed
    game = next(
        one
        for one in (await seen(server)).pairings
        if any(by_seed[seed].user_id == people[0].id for seed in one.seeds)
    )
    await people[0].select(own, [".".join(map(str, game.key))], custom_id=ids(own, "tourgame:")[0])
    assert (await refused(people[0], own, "1–0")).startswith("You play in that game yourself.")


async def test_somebody_is_taken_out_and_somebody_asked_to_take_a_place(server: Server) -> None:
    people = await begun(server)
    admin, late = an_admin(server), newcomers(server, 1)[0]
    page = await organised(server, admin)
    await admin.click(page, label="Players…")
    await choose(admin, page, people[1].name)
    assert f"<@{people[1].id}> (seed " in text(page)
    await admin.click(page, label="Take them out")
    assert f"<@{people[1].id}> is out." in text(page)
    assert len((await seen(server)).active) == 2
    await admin.click(page, label="Players…")
    await choose(admin, page, people[2].name)
    await admin.select(page, [late], custom_id=ids(page, "tourreplace:")[0])
    assert f"<@{late.id}> has been asked to take their place." in text(page)
    (question,) = [one for one in server.channel.history() if ids(one, "toursubyes:")]
    await late.click(question, label="I'll play")
    found = await seen(server)
    assert found.entrant_of(id_of(late)) is not None and found.entrant_of(id_of(people[2])) is None


async def test_bots_and_those_in_it_are_refused(server: Server) -> None:
    people = await begun(server)
    admin = an_admin(server)
    page = await organised(server, admin)
    await admin.click(page, label="Players…")
    await choose(admin, page, people[1].name)
    menu = ids(page, "tourreplace:")[0]
    said = text((await admin.select(page, [people[0]], custom_id=menu)).followups[-1])
    assert said == "They're in this tournament already."
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    said = text((await admin.select(page, [robot], custom_id=menu)).followups[-1])
    assert said == "Bots don't play in tournaments."
