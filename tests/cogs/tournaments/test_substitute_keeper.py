"""Nobody plays in another's place without a click of their own: the question, its answers, and its end."""

from __future__ import annotations

from typing import Any

import discord
from simcord.actors import MemberActor

from cogs.tournaments.service import Tournaments
from cogs.tournaments.substitute_service import Substitutes
from data import stores
from matches import GuildId
from matches.tournaments.model import Seed
from tests.cogs.blocks import block
from tests.cogs.community import id_of, newcomers
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.cogs.tournaments.stories import FIRST, choose, refused, run, running, seen, started

OVER = "This question is over: it was answered or taken back, or its day has passed. Nothing has changed."


def question(server: Server) -> Any:
    """The message with the question, None if there is none."""
    found = questions(server)
    return found[0] if found else None


def questions(server: Server) -> list[Any]:
    """All messages with questions in the channel."""
    return [one for one in server.channel.history() if ids(one, "toursubyes:")]


def pings(server: Server) -> list[Any]:
    """Whom each question that was posted so far pings, and whether it is silent."""
    sent = [one.json for one in server.env.http_requests if one.path.endswith("/messages")]
    asked = [one for one in sent if one and "toursubyes:" in str(one)]
    return [(one["allowed_mentions"]["users"], bool(one.get("flags", 0) & 1 << 12)) for one in asked]


async def begun(server: Server) -> tuple[list[MemberActor], MemberActor]:
    """A tournament of three has begun: its entrants, and the admin who organises it."""
    people = [server.challenger, server.opponent, server.visitor]
    return people, await started(server, people)


async def page_of(server: Server, admin: MemberActor, who: MemberActor) -> Any:
    """The organiser's page of an entrant."""
    page = panel_of(await admin.slash(server.channel, "tournaments", name="1"))
    await admin.click(page, label="Organise")
    await admin.click(page, label="Players…")
    await choose(admin, page, who.name)
    return page


async def ask(server: Server, admin: MemberActor, page: Any, whom: MemberActor) -> Any:
    """``whom`` is chosen on an entrant's page; returns the click's result."""
    return await admin.select(page, [whom], custom_id=ids(page, "tourreplace:")[0])


async def asked(server: Server) -> tuple[list[MemberActor], MemberActor, MemberActor, Any]:
    """A newcomer is asked for the second entrant's place: the entrants, the admin, them, and the page."""
    people, admin = await begun(server)
    (late,) = newcomers(server, 1)
    page = await page_of(server, admin, people[1])
    await ask(server, admin, page, late)
    return people, admin, late, page


async def in_it(server: Server, who: MemberActor) -> bool:
    return (await seen(server)).entrant_of(id_of(who)) is not None


async def test_until_they_say_yes_nothing_changes_and_their_own_click_puts_them_in(server: Server) -> None:
    people, admin, late, page = await asked(server)
    assert f"<@{late.id}> has been asked to take their place. Until they say yes, nothing" in text(page)
    assert labels(page) == ["Take them out", "Take the question back", "Back"]
    assert not await in_it(server, late) and await in_it(server, people[1])
    shown = question(server)
    assert f"<@{late.id}>, the organisers of **Pjawns January Cup** ask" in text(shown)
    assert f"seed {await _seed(server, people[1])}" in text(shown) and "rated" in text(shown)
    assert str(people[1].id) not in text(shown), "nobody is told whom they'd replace"
    assert labels(shown) == ["I'll play", "No, thanks"]
    assert pings(server) == [([late.id], False)], "one person is pinged"
    await server.pass_time(hours=23)
    for who in (admin, people[1], people[0]):
        for label in ("I'll play", "No, thanks"):
            said = private(await who.click(question(server), label=label))
            assert said == f"This question is for <@{late.id}> alone."
    assert question(server) is not None and await in_it(server, people[1])
    await server.restart()
    said = private(await late.click(shown, label="I'll play"))
    assert said.startswith("You're in **Pjawns January Cup**. Your matches open by themselves")
    assert await in_it(server, late) and not await in_it(server, people[1])
    assert question(server) is None, "the question has gone"
    page = await page_of(server, admin, late)
    assert f"<@{late.id}> was asked, and took the place." in text(page)


async def test_a_no_leaves_all_as_it_is_and_nobody_asks_again(server: Server) -> None:
    people, admin, late, _ = await asked(server)
    said = private(await late.click(question(server), label="No, thanks"))
    assert said == "Fine, nothing changes. You won't be asked again for this tournament."
    assert await in_it(server, people[1]) and question(server) is None
    page = await page_of(server, admin, people[1])
    assert f"<@{late.id}> was asked, and said no." in text(page)
    again = await ask(server, admin, page, late)
    assert text(again.followups[-1]) == "They've been asked before, and said no. Pick somebody else."
    assert len(pings(server)) == 1


async def test_after_a_day_the_old_one_stays(server: Server) -> None:
    people, admin, late, _ = await asked(server)
    await server.pass_time(hours=25)
    await run(server)
    assert question(server) is None
    assert await in_it(server, people[1])
    assert all(id_of(late) not in match.users for match in await running(server))
    page = await page_of(server, admin, people[1])
    assert f"<@{late.id}> was asked, and didn't answer in time." in text(page)
    await ask(server, admin, page, late)
    assert pings(server)[1:] == [([], True)], "asked once more, without a ping"
    assert "They aren't pinged a second time, so tell them." in text(page)
    await late.click(question(server), label="I'll play")
    assert await in_it(server, late)


@refusing
async def test_it_is_taken_back(server: Server) -> None:
    people, admin, late, page = await asked(server)
    await admin.click(page, label="Take the question back")
    assert "was asked, and the question was taken back." in text(page)
    assert question(server) is None
    first, other = newcomers(server, 2)
    await ask(server, admin, page, first)
    # A late click, before the message is gone, changes nothing.
    path = f"/channels/{server.channel.id}/messages/*"
    server.env.inject_error("DELETE", path, status=403, code=50013, times=None)
    shown = question(server)
    await server.bot.app[Substitutes].withdraw(FIRST, id_of(first), await _seed(server, people[1]))
    assert private(await first.click(shown, label="I'll play")) == OVER
    assert await in_it(server, people[1])
    server.env.backend.faults.clear()
    page = await page_of(server, admin, people[1])
    await ask(server, admin, page, other)
    await other.click(questions(server)[-1], label="I'll play")
    assert await in_it(server, other) and not await in_it(server, late)
    assert not await in_it(server, people[1])


async def test_one_that_a_crash_left_behind_is_posted_once(server: Server) -> None:
    """Asked and stored, and Discord down; then posted, and the answer lost with the process."""
    people, admin = await begun(server)
    (late,) = newcomers(server, 1)
    found, app = await seen(server), server.bot.app
    seed = await _seed(server, people[1])
    await app[Substitutes].ask(found, id_of(admin), seed, id_of(late), frozenset())
    await server.restart()
    await server.pass_time(minutes=2)
    assert len(questions(server)) == 1
    await server.store.write(_forget_message)
    await server.restart()
    await server.pass_time(minutes=2)
    assert len(questions(server)) == 1, "it was found by its button"
    await late.click(question(server), label="I'll play")
    assert await in_it(server, late)


def _forget_message(connection: Any) -> None:
    """As if the process had died before it noted the message."""
    connection.exec_driver_sql("UPDATE tournament_substitute SET message = NULL, due_at = asked_at")


@refusing
async def test_who_is_not_asked(server: Server) -> None:
    """Who can't see the channel, who has blocked the organiser or was blocked, who lacks a role."""
    names = ("hidden", "blocker", "blocked", "late")
    hidden, blocker, blocked, late = [server.guild.add_member(server.env.create_user(one)) for one in names]
    server.channel = server.guild.create_text_channel(
        "members", overwrites={hidden: discord.PermissionOverwrite(view_channel=False)}
    )
    people, admin = await begun(server)
    for one, other in ((blocker, admin), (admin, blocked)):
        await block(server, one, other)
    page = await page_of(server, admin, people[1])

    async def refusal(whom: MemberActor) -> str:
        return text((await ask(server, admin, page, whom)).followups[-1])

    unseen = f"They can't see <#{server.channel.id}>, where this tournament is played."
    assert (await refusal(hidden)).startswith(unseen)
    for whom in (blocker, blocked):
        said = await refusal(whom)
        assert said.startswith("I can't ask them for you.") and "block" not in said
    assert question(server) is None
    path = f"/channels/{server.channel.id}/messages"
    server.env.inject_error("POST", path, status=403, code=50013, times=1)
    await ask(server, admin, page, late)
    assert f"I couldn't ask <@{late.id}>: I can't post in the tournament's channel." in text(page)
    await ask(server, admin, page, late)
    rules = {"roles": str(server.guild.create_role("Crabs").id)}
    await server.store.write(stores.people.change_guild, GuildId(server.guild.id), rules)
    said = private(await late.click(question(server), label="I'll play"))
    assert "role" in said and not await in_it(server, late)
    await admin.click(page, label="Take the question back")
    assert await refusal(late) == (
        "They can't play here: this server lets only some roles play. `/server panel` has which."
    )


async def test_the_end_of_the_tournament_takes_the_question_away(server: Server) -> None:
    _, admin, late, page = await asked(server)
    shown = question(server)
    await server.bot.app[Tournaments].call_off(FIRST, id_of(admin))
    assert private(await late.click(shown, label="I'll play")) == OVER
    await run(server)
    assert question(server) is None
    assert (await refused(admin, page, "Take the question back")) == OVER


async def test_an_organiser_takes_a_place_by_their_own_click(server: Server) -> None:
    people, admin = await begun(server)
    page = await page_of(server, admin, people[1])
    await ask(server, admin, page, admin)
    assert await in_it(server, admin) and pings(server) == []


async def test_everything_is_deleted_with_the_question(server: Server) -> None:
    _, _, late, _ = await asked(server)
    app = server.bot.app
    assert (await app.privacy.counts(id_of(late)))["tournament_substitute"] == 1
    await app.privacy.ask_to_be_forgotten(id_of(late))
    with server.env.as_bot():
        assert await app.erasure.finish(id_of(late))
    await run(server)
    assert not any((await app.privacy.counts(id_of(late))).values())
    assert question(server) is None
    assert str(late.id) not in "".join(map(text, server.channel.history()))


async def _seed(server: Server, who: MemberActor) -> Seed:
    entrant = (await seen(server)).entrant_of(id_of(who))
    assert entrant is not None
    return entrant.seed
