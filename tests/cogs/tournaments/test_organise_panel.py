"""The organiser's page: pause and go on, call off, results, players, and who may not."""

from __future__ import annotations

from typing import Any

import discord
from simcord.actors import MemberActor

from cogs.tournaments import organising_texts
from cogs.tournaments import texts as tournament_texts
from matches.tournaments.errors import TournamentProblem
from matches.tournaments.model import Decision, Format, TournamentId, TournamentState
from tests.cogs.challenge_forms import filled
from tests.cogs.community import id_of, newcomers
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, fields, ids, labels, parts, private, text
from tests.cogs.tournaments.stories import (
    card,
    choose,
    made,
    new,
    refused,
    resign_all,
    run,
    running,
    seen,
    started,
)


async def organised(server: Server, who: MemberActor) -> Any:
    """The organiser's page."""
    shown = panel_of(await who.slash(server.channel, "tournaments", name="1"))
    await who.click(shown, label="Organise")
    return shown


async def begun(server: Server) -> tuple[list[MemberActor], MemberActor, Any]:
    """A tournament of three has begun: its entrants, the admin who organises it, and their page."""
    people = [server.challenger, server.opponent, server.visitor]
    admin = await started(server, people)
    return people, admin, await organised(server, admin)


async def test_only_organisers_have_the_page_and_only_while_they_are(server: Server) -> None:
    _, _, page = await begun(server)
    shown = panel_of(await server.challenger.slash(server.channel, "tournaments", name="1"))
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


async def open_to_all(server: Server, *people: MemberActor, **terms: Any) -> tuple[MemberActor, Any]:
    """A tournament that these people are in is still open: the admin who organises it, and their page."""
    admin = await made(server, **terms)
    for who in people:
        await who.click(card(server), label="Join")
    return admin, await organised(server, admin)


async def test_a_start_before_the_end_of_entries_is_asked_about_with_the_names(server: Server) -> None:
    people = [server.challenger, server.opponent, server.visitor]
    admin, page = await open_to_all(server, *people[:2])
    assert labels(page)[:2] == ["Change…", "Players…"], "three are needed"
    await people[2].click(card(server), label="Join")
    page = await organised(server, admin)
    await admin.click(page, label="Start now…")
    assert text(page).startswith("### Start Pjawns January Cup now?\n3 players: ")
    assert all(who.mention in text(page) for who in people)
    await admin.click(page, label="Back")
    assert (await seen(server)).terms.entries_until is not None and not await running(server)
    await admin.click(page, label="Start now…")
    await people[2].click(await details(people[2], card(server)), label="Leave…")
    assert await refused(admin, page, "Start") == tournament_texts.PROBLEMS[TournamentProblem.FEW]
    await people[2].click(card(server), label="Join")
    await admin.click(page, label="Start")
    assert organising_texts.STARTED in text(page)
    await run(server)
    assert len(await running(server)) == 3


async def test_name_places_and_end_of_entries_change_without_a_question(server: Server) -> None:
    admin, page = await open_to_all(server, server.challenger, server.opponent, server.visitor)
    await changes(admin, page, name="**Winter** Cup", entries="-4")
    assert organising_texts.CHANGED in text(page)
    found = await seen(server)
    assert (found.name, found.terms.most, found.terms.entries_until) == ("Winter Cup", 4, None)
    await run(server)
    assert "### Winter Cup" in text(card(server)) and labels(card(server)) == ["Join", "Details"]
    await changes(admin, page, entries="-3")
    await run(server)
    assert (await seen(server)).state is TournamentState.RUNNING, "it was full then"
    sent = await admin.click(page, label="Change…")
    assert private(sent) == tournament_texts.PROBLEMS[TournamentProblem.NOT_OPEN]


async def test_who_does_not_agree_to_other_terms_is_out_at_the_start_without_a_mark(server: Server) -> None:
    four = [server.challenger, server.opponent, server.visitor, *newcomers(server, 1)]
    admin, page = await open_to_all(server, *four)
    before = card(server)
    await changes(admin, page, pace="4", rated="0", format="2")
    assert organising_texts.CHANGED_ASKED in text(page)
    asked = card(server)
    assert asked.id != before.id and {one.id for one in asked.mentions} >= {who.id for who in four}
    assert labels(asked) == ["Join", "Stay in", "Details"]
    told = private(await four[0].click(asked, label="Stay in"))
    assert told.startswith("You stay in")
    for who in four[1:3]:
        await who.click(card(server), label="Stay in")
    await run(server)
    assert f"**Changed:** {four[3].mention}, press" in text(card(server))
    (late,) = newcomers(server, 1)
    assert private(await late.click(asked, label="Stay in")) == tournament_texts.NOT_IN
    await admin.click(page, label="Start now…")
    assert f"{four[3].mention} didn't agree" in text(page)
    await admin.click(page, label="Start")
    await run(server)
    found = await seen(server)
    assert {one.user_id for one in found.entrants} == {who.id for who in four[:3]}
    assert (found.terms.format, str(found.terms.pace), found.terms.rated) == (Format.KNOCKOUT, "2d", False)


async def test_nobody_is_asked_while_only_the_organiser_is_in(server: Server) -> None:
    admin, page = await open_to_all(server)
    await admin.click(card(server), label="Join")
    await changes(admin, page, format="1")
    assert organising_texts.CHANGED in text(page) and labels(card(server)) == ["Join", "Details"]
    found = await seen(server)
    assert (found.terms.format, found.terms.round_days) == (Format.SWISS, 60)


async def test_the_same_again_takes_over_what_was_chosen(server: Server) -> None:
    people, admin, _ = await begun(server)
    await resign_all(server, people)
    shown = panel_of(await admin.slash(server.channel, "tournaments", name="1"))
    own = panel_of(await people[0].slash(server.channel, "tournaments", name="1"))
    assert "Same again" not in labels(own)
    again = (await admin.click(shown, label="Same again")).followups[-1]
    assert "Starts when 3 are in." in text(again)
    await admin.click(again, label="Create")
    made_again = await seen(server, TournamentId(2))
    assert made_again.terms == (await seen(server)).terms
    panel = (await new(server, admin)).followups[-1]
    assert "Starts when 3 are in." in text(panel), "the last one's terms are likely to be wanted again"


async def changes(who: MemberActor, page: Any, **chosen: str) -> None:
    """``who`` changes these fields in the form that a page opens."""
    opened = await who.click(page, label="Change…")
    (name,) = [field["value"] for field in fields(opened) if field["custom_id"] == "name"]
    values = {one: value if one == "name" else [value] for one, value in chosen.items()}
    await filled(who, opened, **{"name": name, **values})


async def details(who: MemberActor, shown: Any) -> Any:
    """The details of a card, as ``who`` opens them."""
    return (await who.click(shown, label="Details")).followups[-1]


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
    found = await seen(server)
    game = found.pairings[0]
    names = [found.by_seed[seed].user_id for seed in game.seeds]
    key = ".".join(map(str, game.key))
    players = {who.id: who.user.name for who in people}
    assert all(players[user] in games_on(page)[key] for user in names if user is not None)
    await admin.select(page, [key], custom_id=ids(page, "tourgame:")[0])
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


def games_on(page: Any) -> dict[str, str]:
    """The games whose result can be set, as the menu has them: their words by their keys."""
    (options,) = (part["options"] for part in parts(page) if "options" in part)
    return {option["value"]: option["label"] for option in options}


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
        assert list(games_on(page)) == left
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
