"""Handing over before play: nobody learns a hidden pick by it, and everybody concerned hears of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.components import walk_components
from simcord.results import InteractionResult
from sqlalchemy import text as sql

from cogs.text.en.match import MOVED_ON
from cogs.text.en.server import HAND_OVER
from data import stores
from matches import MatchId, Phase, UserId
from matches.model import Entry, EntryKind, NewNotice, NoticeKind, NoticePlace
from matches.players import Human
from tests.cases import case
from tests.cogs import going_on
from tests.cogs.alerts import told
from tests.cogs.blocks import block
from tests.cogs.governing import an_admin, asked, panel_of
from tests.cogs.hidden import A_PICK
from tests.cogs.privacy import exported, opened
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.cogs.stories import pings
from tests.people import seats_of, sides_of
from tests.store import keep, write

CHOOSE = "Choose secretly"
GREEN = ("crab", "lobster")


@pytest.fixture
def admin(server: Server) -> MemberActor:
    """Somebody who manages the server."""
    return an_admin(server)


def let_manage(server: Server, *who: MemberActor) -> None:
    """Give people a role that manages the server."""
    allowed = discord.Permissions(manage_guild=True)
    role = server.guild.create_role(f"Keepers {len(who)}", permissions=allowed)
    for member in who:
        server.env.backend.add_member_role(server.guild.id, member.id, role.id)


async def hand_over(
    server: Server, admin: MemberActor, leaver: MemberActor, to: MemberActor
) -> InteractionResult:
    """What an administrator is told who has somebody take over, as far as they are let."""
    question = await asked(server, admin, "handover", **{"from": leaver, "to": to})
    if question.response is None or HAND_OVER not in labels(panel_of(question)):
        return question
    return await admin.click(panel_of(question), label=HAND_OVER)


async def told_in_all(server: Server, who: MemberActor, *answers: str) -> str:
    """The ``answers`` that somebody got, all that stands in the channel, and all that was sent to them.

    Answers are read as they come: each refusal takes the place of the one before.
    """
    public = [text(message) for place in (server.channel, server.home) for message in place.history()]
    return "\n".join([*answers, *public, *map(text, server.dms(who))])


async def in_setup(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()


# --- the attack ----------------------------------------------------------------------------------


@refusing
async def test_an_administrator_who_plays_learns_no_pick_by_sitting_in_its_seat(server: Server) -> None:
    """A panel kept open, both seats handed over and back, and *Confirm* on the old panel in between."""
    let_manage(server, server.opponent)
    blue, green, friend = server.opponent, server.challenger, server.visitor
    await in_setup(server)
    await server.pick(green, *GREEN)
    panel = await blue.click(server.card, label=CHOOSE)
    answers = [private(panel)]
    enable(server, panel_of_pick(panel))
    answers.append(private(await hand_over(server, blue, blue, friend)))
    answers.append(private(await hand_over(server, blue, green, blue)))
    confirm = ids(panel_of_pick(panel), "confirm:")[0]
    answers.append(private(await blue.click(panel_of_pick(panel), custom_id=confirm)))
    answers.append(private(await blue.click(server.card, label=CHOOSE)))
    assert all(answers)
    file = await exported(server, blue)
    assert not A_PICK.search(file.decode())
    said = await told_in_all(server, blue, *answers)
    assert not A_PICK.search(said + text(panel_of_pick(panel)))
    await hand_over(server, blue, blue, green)
    await hand_over(server, blue, friend, blue)
    assert set((await server.match()).users) == {green.id, blue.id}
    assert (await server.match()).entries == (), "no seat has changed hands"


@refusing
async def test_an_administrator_who_does_not_play_learns_no_pick_either(
    server: Server, admin: MemberActor
) -> None:
    await in_setup(server)
    await server.pick(server.challenger, *GREEN)
    answers = [private(await hand_over(server, admin, server.opponent, admin))]
    panel = await admin.click(server.card, label=CHOOSE)
    answers.append(private(panel))
    answers.append(private(await hand_over(server, admin, admin, server.opponent)))
    answers.append(private(await hand_over(server, admin, server.challenger, admin)))
    assert all(answers)
    for one in panel.followups:
        if confirm := ids(one, "confirm:"):
            answers.append(private(await admin.click(one, custom_id=confirm[0])))
    shown = await opened(server, admin)
    file = await exported(server, admin) if "Export" in labels(panel_of(shown)) else b""
    assert not A_PICK.search(file.decode())
    said = await told_in_all(server, admin, *answers)
    assert not A_PICK.search(said + "".join(map(text, panel.followups)))
    assert set((await server.match()).users) == {server.challenger.id, server.opponent.id}


def panel_of_pick(opened: InteractionResult) -> Any:
    """The private panel of a pick, as it is now."""
    return opened.followups[-1]


@refusing
async def test_handing_over_is_refused_kindly_once_a_hidden_pick_is_in(
    server: Server, admin: MemberActor
) -> None:
    await in_setup(server)
    early = await asked(server, admin, "handover", **{"from": server.opponent, "to": server.visitor})
    await server.pick(server.challenger, *GREEN)
    before = await server.match()
    refused = await hand_over(server, admin, server.opponent, server.visitor)
    assert "secret pick is in" in private(refused)
    assert "cancel the match with `/server match`" in private(refused)
    late = await admin.click(panel_of(early), label=HAND_OVER)
    assert MOVED_ON in private(late)
    assert await server.match() == before


@refusing
@pytest.mark.parametrize("known", [True, False])
async def test_an_old_panel_shows_no_pick_that_somebody_else_made_for_the_seat(
    server: Server, known: bool
) -> None:
    """As a database can say it in which seats were handed over before that was refused."""
    await in_setup(server)
    panel = await server.opponent.click(server.card, label=CHOOSE)
    await choose(server.opponent, panel)
    await server.pick(server.challenger, *GREEN)
    app, store = server.bot.app, server.store
    match = await server.match()
    green, blue, other = (UserId(one.id) for one in (server.challenger, server.opponent, server.visitor))
    for side, left, to in (("blue", blue, other), ("green", green, blue)):
        words, now = f"{green} {side} {left} {to}", app.clock()
        act = Entry(EntryKind.HANDED_OVER_BY_ADMIN, words, side, 0, now)
        players = {**sides_of(match), side: to}
        match = await keep(
            store,
            replace(
                match.with_entries(act),
                version=match.version + 1,
                seats=seats_of(players),
                challenger=Human(players["green"]),
                opponent=Human(players["blue"]),
            ),
        )
    if not known:
        await forget_who_picked(server)
    assert (await app.matches.load(match.id)).side_of(blue) == "green"
    clicked = await server.opponent.click(
        panel_of_pick(panel), custom_id=ids(panel_of_pick(panel), "confirm:")[0]
    )
    assert "can't change anymore" in private(clicked)
    assert not A_PICK.search(private(clicked) + text(panel_of_pick(panel)))
    slot = ids(panel_of_pick(panel), "slot:.*:0")[0]
    picked = await server.opponent.select(panel_of_pick(panel), ["crab"], custom_id=slot)
    assert not A_PICK.search(private(picked) + text(panel_of_pick(panel)))
    assert not A_PICK.search((await exported(server, server.opponent)).decode())


def enable(server: Server, panel: Any) -> None:
    """Let all buttons of a panel be pressed, as older versions sent it."""
    for part in walk_components(server.env.backend.get_message(panel.channel_id, panel.id).components):
        part.pop("disabled", None)


async def choose(who: MemberActor, panel: Any) -> None:
    """Choose in both menus of a panel, so that it can be confirmed."""
    for index in range(2):
        slot = ids(panel_of_pick(panel), f"slot:.*:{index}")[0]
        await who.select(panel_of_pick(panel), ["shrimp"], custom_id=slot)


async def forget_who_picked(server: Server) -> None:
    """Make the stored pick one from before it was stored who made it."""
    store: Any = server.store
    await write(store, sql("UPDATE pick SET user_id = NULL"))


# --- who hears of it -----------------------------------------------------------------------------


async def test_a_handing_over_before_play_stands_on_a_card_of_its_own_that_pings_both(
    server: Server, admin: MemberActor
) -> None:
    await in_setup(server)
    before, since = server.card, len(server.env.http_requests)
    assert server.dms(server.visitor) == []
    stayed = len(server.dms(server.challenger))
    await hand_over(server, admin, server.opponent, server.visitor)
    (message,) = server.dms(server.visitor)
    assert "You're **blue**" in text(message) and ids(message, "confirm:"), "they get the choice directly"
    assert len(server.dms(server.challenger)) == stayed
    card = server.card
    assert card.id != before.id
    line = f"A server admin, {admin.mention}, had {server.visitor.mention} take over blue."
    assert line in text(card)
    assert f"Still choosing: {server.challenger.mention} and {server.visitor.mention}." in text(card)
    both = {server.challenger.id, server.visitor.id}
    assert both in [set(pinged) for pinged in pings(server, since=since)]
    match = await server.match()
    assert [entry.kind for entry in match.entries] == [EntryKind.HANDED_OVER_BY_ADMIN]
    await hand_over(server, admin, server.challenger, server.opponent)
    assert line in text(server.card), "the one before stays"
    assert f"had {server.opponent.mention} take over green." in text(server.card)
    await server.pick(server.opponent, *GREEN)
    await server.pick(server.visitor, "shrimp", "crab")
    assert (await server.match()).phase is Phase.PLAYING
    assert "blue shrimp on a7, crab on h7" in text(server.card)


async def test_whoever_takes_over_in_play_is_pinged(server: Server, admin: MemberActor) -> None:
    await server.begin("prudh")
    since = len(server.env.http_requests)
    await hand_over(server, admin, server.opponent, server.visitor)
    assert ("thread", True) in told(server, server.visitor, since=since)
    assert ("thread", True) in told(server, server.challenger, since=since)


@refusing
async def test_the_panels_of_whoever_left_answer_kindly_and_serve_who_comes_back(
    server: Server, admin: MemberActor
) -> None:
    await in_setup(server)
    panel = await server.choose(server.opponent, "crab", "crab", by_dm=False)
    await hand_over(server, admin, server.opponent, server.visitor)
    # Read as they come: each takes the place of the one before.
    answers = [
        private(await server.opponent.click(panel(), custom_id=ids(panel(), "confirm:")[0])),
        private(await server.opponent.select(panel(), ["shrimp"], custom_id=ids(panel(), "slot:.*:0")[0])),
        private(await server.opponent.click(server.card, label=CHOOSE)),
    ]
    assert all("gave your side to somebody else" in one for one in answers)
    stranger = await admin.click(server.card, label=CHOOSE)
    assert "two players of this match" in private(stranger)
    await hand_over(server, admin, server.visitor, server.opponent)
    early = await server.opponent.click(panel(), custom_id=ids(panel(), "confirm:")[0])
    assert "isn't complete" in private(early), "they come back, and what they had chosen is gone"
    for index, choice in enumerate(("shrimp", "crab")):
        await server.opponent.select(panel(), [choice], custom_id=ids(panel(), f"slot:.*:{index}")[0])
    await server.opponent.click(panel(), custom_id=ids(panel(), "confirm:")[0])
    assert (await server.match()).picks.keys() == {"blue"}
    assert "shrimp on a7, crab on h7" in text(panel())


async def test_a_choice_owed_to_somebody_who_left_holds_nothing_up(
    server: Server, admin: MemberActor
) -> None:
    """As when Discord took no direct messages until the side was handed over."""
    await in_setup(server)
    at = server.bot.app.clock()
    late = NewNotice(UserId(server.opponent.id), NoticeKind.PICK, NoticePlace.DIRECT, "late", at)
    await server.store.write(stores.notices.add, MatchId(1), [late])
    before = len(server.dms(server.opponent))
    await hand_over(server, admin, server.opponent, server.visitor)
    assert f"had {server.visitor.mention} take over" in text(server.card)
    assert len(server.dms(server.opponent)) == before


# --- who cannot ----------------------------------------------------------------------------------


@refusing
@pytest.mark.parametrize("blocker", ["challenger", "visitor"])
@pytest.mark.parametrize("game", ["prawns", "prudh"])
async def test_nobody_is_given_somebody_they_have_blocked(
    server: Server, admin: MemberActor, blocker: str, game: str
) -> None:
    await (in_setup(server) if game == "prawns" else server.begin(game))
    early = await asked(server, admin, "handover", **{"from": server.opponent, "to": server.visitor})
    people = {"challenger": server.visitor, "visitor": server.challenger}
    await block(server, getattr(server, blocker), people[blocker])
    before = await server.match()
    # Read as they come: each takes the place of the one before.
    handover = {"from": server.opponent, "to": server.visitor}
    answers = [
        private(await asked(server, admin, "handover", **handover)),
        private(await admin.click(panel_of(early), label=HAND_OVER)),
    ]
    for answer in answers:
        assert "can't be put into a match" in answer
        assert "block" not in answer, "that is theirs alone to know"
    assert await server.match() == before


# --- buttons that outlive a right ----------------------------------------------------------------

ACTS: dict[str, tuple[str, dict[str, Any]]] = {
    "end": ("End it", {"winner": "dark"}),
    "abort": ("Cancel the match", {}),
    "rewind": ("Rewind", {"move": 0}),
    "handover": (HAND_OVER, {}),
}


@refusing
async def test_a_button_asks_again_whether_its_reader_manages_the_server(
    server: Server, admin: MemberActor
) -> None:
    everything = discord.Permissions(administrator=True).value
    (role,) = server.env.backend.get_member(server.guild.id, admin.id).role_ids
    for number, (act, (label, options)) in enumerate(ACTS.items(), 1):
        with case(act):
            await going_on.begun(server, "prudh", "d4-e3", number=number, starts="me")
            people = {"from": server.opponent, "to": server.visitor} if act == "handover" else {}
            question = await asked(server, admin, act, **{**options, **people})
            before = await server.match(number)
            server.env.backend.edit_role(server.guild.id, role, {"permissions": 0})
            refused = await admin.click(panel_of(question), label=label)
            assert "Manage Server" in private(refused)
            assert await server.match(number) == before
            server.env.backend.edit_role(server.guild.id, role, {"permissions": everything})
            await admin.click(panel_of(question), label=label)
            assert (await server.match(number)).version > before.version
