"""Ladders: seen, joined, played on and left; the lists; and a ladder of twelve over three months."""

from __future__ import annotations

import io
import random
from datetime import timedelta
from typing import Any, Final

import pytest
from PIL import Image
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.kit.call import show_all
from cogs.kit.presentation import number_of_game
from cogs.ladders import texts as ladder_texts
from cogs.ladders.service import Ladders
from matches import GuildId, Match, Phase
from matches.ladder import LadderKey, LadderState
from matches.model import UserId
from matches.summaries import Listing
from tests.cogs.community import id_of, newcomers
from tests.cogs.forged import OwnMessage
from tests.cogs.front_door.doors import door_in, pressed, with_a_door
from tests.cogs.governing import an_admin, panel_of, told
from tests.cogs.looks import around, sand
from tests.cogs.named import forget_names
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, parts, private, text

GAME: Final = "pjawns"


def key(server: Server) -> LadderKey:
    return LadderKey(GuildId(server.guild.id), GAME)


async def ladder(
    server: Server, who: MemberActor, command: str = "show", **options: Any
) -> InteractionResult:
    """The ladder in the panel of /ranking, after a tap there; ``challenge`` with anybody, offered or not."""
    if command == "challenge":
        menu = f"ladderwho:0:0:{number_of_game(GAME)}"
        return await OwnMessage(server, who, server.channel).select(menu, str(options["player"].id))
    shown = await who.slash(server.channel, "ranking", game=GAME)
    opened = await who.click(panel_of(shown), label="Ladder")
    if opened.followups:
        return opened
    labels_ = {"join": ladder_texts.JOIN, "leave": ladder_texts.LEAVE, "history": ladder_texts.HISTORY}
    if command == "show":
        return shown
    return await who.click(panel_of(shown), label=labels_[command])


def said(result: InteractionResult) -> str:
    """What a tap is told: what answers it, else the panel since."""
    return "\n".join(map(text, result.followups)) or private(result)


async def join(server: Server, *people: MemberActor) -> None:
    for who in people:
        await server.bot.app[Ladders].join(key(server), id_of(who))


async def state(server: Server) -> LadderState:
    return await server.bot.app[Ladders].state(key(server), UserId(1))


async def places(server: Server) -> list[int]:
    return [rung.user_id for rung in (await state(server)).ladder.rungs]


async def resign(server: Server, match: Match, who: MemberActor) -> None:
    await server.bot.app.matches.play.resign(match.id, id_of(who))


async def test_somebody_joins_challenges_and_climbs(server: Server) -> None:
    opened = panel_of(await ladder(server, server.opponent))
    assert "Nobody is on it yet. Join, and the first place is yours." in text(opened)
    assert not opened.attachments
    await server.opponent.click(opened, label="Join the ladder")
    assert "You're **#1**." in text(opened)
    assert "Challenge for their place…" not in str(list(parts(opened)))
    assert said(await ladder(server, server.challenger, "join")).count("You're **#2**.") == 1
    shown = panel_of(await ladder(server, server.challenger))
    assert f"**1.** <@{server.opponent.id}>" in text(shown)
    (picture,) = shown.attachments
    assert picture.description == (
        f"1. {server.opponent.name}, rating 1500 (provisional); "
        f"2. {server.challenger.name}, rating 1500 (provisional)"
    )
    with Image.open(io.BytesIO(await picture.read())) as image:
        assert image.width == 900
    (menu,) = ids(shown, "ladderwho:")
    asked = await server.challenger.select(shown, [str(server.opponent.id)], custom_id=menu)
    question = asked.followups[-1]
    assert f"Play <@{server.opponent.id}> for place 1? It starts now and is rated." in text(question)
    assert labels(question) == ["Play", "Cancel"]
    assert await server.bot.app.matches.lists.listed(
        id_of(server.challenger), (Phase.PLAYING,), 9
    ) == Listing(())
    await server.challenger.click(question, label="Play")
    match = await server.match()
    assert (match.phase, match.terms.ladder, match.users[0]) == (Phase.PLAYING, 1, server.challenger.id)
    assert f"Your match for place 1 has started in <#{server.home.id}>." in text(question)
    assert "1500?" in text(shown)
    assert "playing" in said(await ladder(server, server.challenger))
    line = f"Ladder match for place 1: if <@{server.challenger.id}> wins, they take it."
    assert line in text(server.card)
    assert {server.challenger.id, server.opponent.id} <= {user.id for user in server.card.mentions}
    assert "for place 1 on the ladder" in text(server.channel.history()[0])
    assert labels(server.channel.history()[0]) == ["Pjawns ladder"]
    await server.resign(server.opponent)
    assert f"<@{server.challenger.id}> takes place 1 from <@{server.opponent.id}>." in text(server.card)
    assert labels(server.card)[-1] == "Pjawns ladder"
    assert await places(server) == [server.challenger.id, server.opponent.id]
    told = said(await ladder(server, server.challenger, "history"))
    assert "place **1** (you won it)" in told
    assert "place **2** (you joined)" in told
    told = said(await ladder(server, server.opponent, "history"))
    assert "place **2** (somebody moved up past you)" in told


async def test_the_picture_tells_names_and_moves(server: Server) -> None:
    """Whose name the pictures' letters can't write is called by the name of the account."""
    await join(server, server.opponent, server.challenger)
    server.env.backend.guilds[server.guild.id].members[server.challenger.id].nick = "Анна"
    server.env.backend.guilds[server.guild.id].members[server.opponent.id].nick = "𝓑𝓮𝓷 🦐"
    forget_names(server)
    await server.pass_time(days=8)
    question = panel_of(await ladder(server, server.challenger, "challenge", player=server.opponent))
    await server.challenger.click(question, label="Play")
    await resign(server, await server.match(), server.opponent)
    (picture,) = panel_of(await ladder(server, server.challenger)).attachments
    first, second = (picture.description or "").split("; ")
    assert first.startswith(f"1. {server.challenger.name}, rating 1") and first.endswith("up 1 in a week")
    assert second.startswith("2. Ben, rating 1") and second.endswith("down 1 in a week")


async def test_its_picture_is_in_the_servers_theme(server: Server) -> None:
    await told(server, an_admin(server), "set", theme="wood")
    await join(server, server.challenger, server.opponent)
    assert await around(panel_of(await ladder(server, server.visitor))) == sand("wood")


async def test_the_result_says_who_holds_the_place(server: Server) -> None:
    await join(server, server.opponent, server.challenger)

    async def asked(answer: str) -> None:
        question = await ladder(server, server.challenger, "challenge", player=server.opponent)
        await server.challenger.click(panel_of(question), label=answer)

    await asked("Cancel")
    found = await server.bot.app.matches.lists.listed(id_of(server.challenger), (Phase.PLAYING,), 9)
    assert found.matches == ()
    await asked("Play")
    match = await server.match()
    with server.env.as_bot():
        ended = await server.bot.app.matches.admin.abort(match.id, UserId(9), match.guild_id)
        await show_all(server.bot.app, [ended])
    await server.env.settle()
    assert "On the ladder all places stay as they are." in text(server.card)
    assert labels(server.card)[-1] == "Pjawns ladder"
    await server.pass_time(days=8)  # the two may not meet again before
    await asked("Play")
    await server.resign(server.challenger)
    assert f"<@{server.opponent.id}> keeps their place on the ladder." in text(server.card)
    assert labels(server.card)[-1] == "Pjawns ladder"


async def test_leaving_is_asked_about(server: Server) -> None:
    await join(server, server.challenger, server.opponent)
    question = panel_of(await ladder(server, server.challenger, "leave"))
    assert "### Leave the Pjawns ladder?" in text(question)
    await server.challenger.click(question, label="Stay on it")
    assert len(await places(server)) == 2
    shown = panel_of(await ladder(server, server.challenger))
    asked = await server.challenger.click(shown, label="Leave…")
    await server.challenger.click(asked.followups[-1], label="Leave the ladder")
    assert await places(server) == [server.opponent.id]


@refusing
async def test_refusals_say_what_now(server: Server) -> None:
    four = newcomers(server, 4)
    await join(server, *four)
    refused = said(await ladder(server, server.visitor, "challenge", player=four[0]))
    assert refused.startswith("You aren't on this ladder yet. Join it with")
    await join(server, server.visitor)
    refused = said(await ladder(server, server.visitor, "challenge", player=four[0]))
    assert refused.startswith("You can challenge players up to 3 places above you")
    question = panel_of(await ladder(server, server.visitor, "challenge", player=four[1]))
    await server.visitor.click(question, label="Play")
    assert text(question).startswith("Your match for place 2 has started")
    refused = said(await ladder(server, server.visitor, "challenge", player=four[2]))
    assert refused.startswith("You already have a match for a place")
    await join(server, server.challenger)
    await server.bot.app.notifications.go_away(id_of(four[3]), 2)
    assert "· away until <t:" in text(panel_of(await ladder(server, server.challenger)))
    refused = said(await ladder(server, server.challenger, "challenge", player=four[3]))
    assert refused.startswith("They're away until <t:")


@refusing
async def test_an_administrator_closes_them_and_opens_them_again(server: Server) -> None:
    admin = an_admin(server)
    assert "**Ladders:** closed." in await told(server, admin, "set", ladders="off")
    refused = said(await ladder(server, server.visitor))
    assert refused.startswith("Ladders are closed in this server.")
    await told(server, admin, "set", ladders="on")
    assert "Nobody is on it yet" in said(await ladder(server, server.visitor))


async def test_pages_and_the_post(server: Server) -> None:
    people = newcomers(server, 12)
    await join(server, *people)
    shown = panel_of(await ladder(server, people[11]))
    assert "-# Places 11 to 12 of 12" in text(shown), "the reader's own page"
    await people[11].click(shown, label="◀")
    assert f"**1.** <@{people[0].id}>" in text(shown)
    await people[11].click(shown, label="Post here")
    posted = server.channel.history()[-1]
    assert f"**10.** <@{people[9].id}>" in text(posted)
    assert labels(posted) == ["Pjawns ladder"]
    opened = await server.visitor.click(posted, label="Pjawns ladder")
    assert "Join the ladder" in labels(opened.followups[-1])


async def test_who_has_left_the_server_is_taken_off(server: Server) -> None:
    await join(server, server.challenger, server.opponent)
    server.env.backend.guilds[server.guild.id].members.pop(server.challenger.id)
    await server.pass_time(hours=2)
    shown = said(await ladder(server, server.visitor))
    assert f"**1.** <@{server.opponent.id}>" in shown
    assert await places(server) == [server.opponent.id]


async def test_the_front_door_has_the_first_of_them(server: Server) -> None:
    channel = await with_a_door(server)
    assert "**Ladders**" not in text(door_in(channel)), "nobody is on one"
    await join(server, server.challenger, server.opponent)
    await server.pass_time(minutes=2)
    ranks = f"Pjawns: 1. <@{server.challenger.id}> · 2. <@{server.opponent.id}>"
    assert ranks in text(door_in(channel))
    await server.bot.app[Ladders].leave(key(server), id_of(server.challenger))
    await server.pass_time(minutes=2)
    assert f"Pjawns: 1. <@{server.opponent.id}>" in text(door_in(channel))
    opened = await pressed(server.visitor, door_in(channel), "Ladders")
    assert text(opened).split("\n")[0].endswith(" ladder")


@pytest.mark.slow
async def test_twelve_over_three_months(server: Server) -> None:
    """People challenge, win, lose and lie idle; one has everything about them deleted in the middle."""
    chance, app = random.Random(24), server.bot.app
    people = newcomers(server, 12)
    by_id = {id_of(who): who for who in people}
    await join(server, *people)
    idle, gone, began = people[0], people[5], app.clock()
    won = 0
    for week in range(13):
        pairs: list[tuple[Match, MemberActor, MemberActor]] = []
        for user in chance.sample([*by_id], 4):
            present = await app[Ladders].state(key(server), user)
            whom = [
                other
                for other in present.ladder.in_reach(user)
                if present.problem(user, other) is None and other != id_of(idle)
            ]
            if user == id_of(idle) or not whom:
                continue
            result = await ladder(server, by_id[user], "challenge", player=by_id[whom[-1]])
            await by_id[user].click(panel_of(result), label="Play")
            assert text(panel_of(result)).startswith("Your match for place")
            newest = max(
                (await app.matches.lists.listed(user, (Phase.PLAYING,), 9)).matches, key=lambda one: one.id
            )
            pairs.append((await app.matches.load(newest.id), by_id[user], by_id[whom[-1]]))
        if week == 6:
            await app.privacy.ask_to_be_forgotten(id_of(gone))
            assert await app.erasure.finish(id_of(gone))
            by_id.pop(id_of(gone))
        for match, challenger, challenged in pairs:
            if (await app.matches.load(match.id)).phase is not Phase.PLAYING:
                continue
            before = await places(server)
            loser = chance.choice([challenger, challenged])
            await resign(server, match, loser)
            if loser is challenged and before.index(challenger.id) > before.index(challenged.id):
                won += 1
                assert (await places(server)).index(challenger.id) == before.index(challenged.id)
            elif loser is challenger:
                assert await places(server) == before
        await server.pass_time(days=7)
    assert app.clock() - began >= timedelta(days=91)
    assert won > 5
    found = await places(server)
    assert sorted(found) == sorted(by_id), "eleven are left, each once"
    slid = await app[Ladders].history(key(server), id_of(idle))
    assert sum(one.reason == "slid" for one in slid) == 3, "a place for each 30 days"
    assert await app[Ladders].history(key(server), id_of(gone)) == ()
    kept = await app.privacy.counts(id_of(people[1]))
    assert kept["ladder_place"] == 1 and kept["ladder_history"] > 1
