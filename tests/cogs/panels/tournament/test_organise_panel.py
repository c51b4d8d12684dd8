"""The organiser's page: pause and go on, call off, results, players, and who may not."""

from __future__ import annotations

from typing import Any

import discord
from simcord.actors import MemberActor

from matches.tournaments.model import Decision, TournamentState
from tests.cogs.community import id_of, newcomers
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, ids, labels, parts, text
from tests.cogs.tournaments import card, choose, refused, resign_all, run, running, seen, started


async def organised(server: Server, who: MemberActor) -> Any:
    """The organiser's page."""
    shown = panel_of(await who.slash(server.channel, "tournament show"))
    await who.click(shown, label="Organise")
    return shown


async def begun(server: Server) -> tuple[list[MemberActor], MemberActor, Any]:
    """A tournament of three has begun: its entrants, the admin who organises it, and their page."""
    people = [server.challenger, server.opponent, server.visitor]
    admin = await started(server, people)
    return people, admin, await organised(server, admin)


async def test_only_organisers_have_the_page_and_only_while_they_are(server: Server) -> None:
    _, _, page = await begun(server)
    shown = panel_of(await server.challenger.slash(server.channel, "tournament show"))
    assert "Organise" not in labels(shown)
    assert labels(page) == [
        *("Set a result…", "Players…", "Pause", "Post the card again", "Cancel it…"),
        "Discord event: off",
    ]
    role = server.guild.create_role("Wardens", permissions=discord.Permissions(manage_guild=True))
    warden = server.guild.add_member(server.env.create_user("warden"), roles=[role])
    page = await organised(server, warden)
    server.env.backend.edit_role(server.guild.id, role.id, {"permissions": 0})
    only = "Only this tournament's organisers and server admins can do that."
    for label in ("Pause", "Set a result…", "Players…", "Post the card again", "Cancel it…"):
        assert await refused(warden, page, label) == only
    assert (await seen(server)).state is TournamentState.RUNNING


async def test_a_pause_and_its_end_and_calling_off_is_asked_about(server: Server) -> None:
    _, admin, page = await begun(server)
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
    await admin.click(page, label="Cancel it…")
    await admin.click(page, label="Keep it")
    assert (await seen(server)).state is TournamentState.RUNNING
    await admin.click(page, label="Cancel it…")
    await admin.click(page, label="Cancel the tournament")
    assert (await seen(server)).state is TournamentState.CALLED_OFF
    await run(server)
    assert "Cancelled by an organiser." in text(card(server))
    assert labels(page) == ["Post the card again"]


async def test_a_result_is_set_and_marked_by_nobody_who_plays_in_the_game(server: Server) -> None:
    people, admin, page = await begun(server)
    await admin.select(page, [people[0]], custom_id=ids(page, "tourorganiser:")[0])
    assert f"<@{people[0].id}> is an organiser now." in text(page)
    own = await organised(server, people[0])
    await people[0].click(own, label="Set a result…")
    found = await seen(server)
    entrant = found.entrant_of(id_of(people[0]))
    assert entrant is not None
    game = next(one for one in found.pairings if entrant.seed in one.seeds)
    await people[0].select(own, [".".join(map(str, game.key))], custom_id=ids(own, "tourgame:")[0])
    assert (await refused(people[0], own, "1–0")).startswith("You play in that game yourself.")
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


def games_on(page: Any) -> list[str]:
    """The games whose result can be set, by their keys, as the menu has them."""
    (options,) = (part["options"] for part in parts(page) if "options" in part)
    return [option["value"] for option in options]


async def test_what_was_played_is_not_to_be_set_and_what_was_set_comes_last(server: Server) -> None:
    _, admin, page = await begun(server)
    found, app = await seen(server), server.bot.app
    played = next(game for game in found.pairings if game.match_id is not None)
    assert played.match_id is not None
    match = await app.matches.load(played.match_id)
    await app.matches.play.resign(match.id, match.users[0])
    others = [".".join(map(str, game.key)) for game in found.pairings if game.key != played.key]
    await admin.click(page, label="Set a result…")
    for left in (others, others[::-1], others):
        assert games_on(page) == left
        await admin.select(page, left[:1], custom_id=ids(page, "tourgame:")[0])
        await admin.click(page, label="1–0")
        await admin.click(page, label="Back")


async def test_somebody_is_taken_out_and_somebody_asked_to_take_a_place(server: Server) -> None:
    people, admin, page = await begun(server)
    (late,) = newcomers(server, 1)
    await admin.click(page, label="Players…")
    await choose(admin, page, people[1].name)
    menu = ids(page, "tourreplace:")[0]
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    for whom, why in (
        (people[0], "They're in this tournament already."),
        (robot, "Bots don't play in tournaments."),
    ):
        assert text((await admin.select(page, [whom], custom_id=menu)).followups[-1]) == why
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
