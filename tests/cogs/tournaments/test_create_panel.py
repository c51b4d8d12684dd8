"""The panel that creates a tournament: what can be chosen, who may, and what is refused."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from discord import PermissionOverwrite

from cogs.tournaments.create_panel import MOST_NAME, plain_name
from cogs.tournaments.service import Tournaments
from matches import GuildId
from matches.tournaments.model import Format
from tests.cogs.forged import OwnMessage
from tests.cogs.governing import an_admin, panel_of, stored, told
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.cogs.tournaments.stories import choose, created, draft, made, new, refused, seen


async def test_everything_is_chosen_in_menus(server: Server) -> None:
    admin = an_admin(server)
    panel = await draft(
        server, admin, game="Prawns", form="Swiss", most="Entries until 16", pace="3 days a move"
    )
    assert "**Prawns January Cup** in <#" in text(panel)
    assert "Prawns · Swiss · 3 days a move · rated" in text(panel)
    assert "Starts when 16 are in." in text(panel)
    assert labels(panel) == ["Create", "Name…", "Rated: on", "More…"]
    await admin.click(panel, label="Rated: on")
    await admin.click(panel, label="More…")
    await choose(admin, panel, "5 rounds")
    await choose(admin, panel, "Rounds of 30 days")
    assert labels(panel) == ["Create", "Back", "News here: on", "Discord event: off"]
    await admin.click(panel, label="Back")
    assert "· unrated" in text(panel)
    await admin.click(panel, label="Create")
    terms = (await seen(server)).terms
    assert (terms.format, terms.rounds, terms.round_days) == (Format.SWISS, 5, 30)
    assert (str(terms.pace), terms.rated, terms.most, terms.entries_until) == ("3d", False, 16, None)


async def test_a_swiss_of_nearly_as_many_rounds_as_players_is_warned_about(server: Server) -> None:
    admin = an_admin(server)
    panel = await draft(server, admin, form="Swiss")
    assert "may end sooner" not in text(panel), "the usual rounds fit any number of players"
    await admin.click(panel, label="More…")
    await choose(admin, panel, "5 rounds")
    warned = "With fewer than 10 players it may end sooner, once there's nobody left to meet."
    assert warned in text(panel), "nobody knows how many will come"
    await admin.click(panel, label="Back")
    for number, is_warned in (("6", True), ("8", True), ("12", False), ("64", False)):
        await choose(admin, panel, f"Entries until {number} players")
        assert (warned in text(panel)) is is_warned, number
    await choose(admin, panel, "League")
    assert "may end sooner" not in text(panel)


async def test_a_league_has_its_own_choices_and_ids_stay_within_a_hundred_characters(server: Server) -> None:
    admin = an_admin(server)
    panel = await draft(server, admin, form="League", pace="7 days a move", most="Entries until 128")
    form = await admin.click(panel, label="Name…")
    await admin.submit_modal(form, {"name": "N" * 40})
    await admin.click(panel, label="More…")
    labels_ = ("Divisions of up to 10", "2 go up, 2 go down", "3 seasons", "At most 4", "Seasons of 180 days")
    for label in labels_:
        await choose(admin, panel, label)
    assert "Divisions of up to 10; after each season the first 2 go up and the last 2 go down." in text(panel)
    assert "**" + "N" * 40 + "**" in text(panel)
    assert max(map(len, ids(panel, "tour"))) <= 100
    await admin.click(panel, label="Create")
    terms = (await seen(server)).terms
    assert (terms.group_size, terms.moving, terms.rounds, terms.at_once) == (10, 2, 3, 4)


async def test_a_name_is_written_and_kept_plain(server: Server) -> None:
    admin = an_admin(server)
    panel = await draft(server, admin, game="Pjawns")
    form = await admin.click(panel, label="Name…")
    await admin.submit_modal(form, {"name": " **Spring**  <@1> Cup of the rock pool"})
    assert "**Spring 1 Cup of the rock pool** in" in text(panel)
    await choose(admin, panel, "Knockout")
    await admin.click(panel, label="Create")
    found = await seen(server)
    assert (found.name, found.terms.format) == ("Spring 1 Cup of the rock pool", Format.KNOCKOUT)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("جام \u202eنیم\u200cفصل", "جام نیم\u200cفصل"),
        ("किताब पढ़ें कप", "किताब पढ़ें कप"),
        ("**Cup**\n@everyone", "Cup everyone"),
        ("x" * (MOST_NAME - 1) + "👩\u200d🚀", "x" * (MOST_NAME - 1)),
    ],
)
def test_a_name_keeps_the_words_of_any_script(typed: str, kept: str) -> None:
    assert plain_name(typed) == unicodedata.normalize("NFC", kept)


@refusing
async def test_a_stranger_may_not_unless_the_server_has_named_a_role(server: Server) -> None:
    refusal = "Tournaments are created by people with the **Manage Server** permission"
    listed = panel_of(await server.challenger.slash(server.channel, "tournaments"))
    assert labels(listed) == ["Champions"]
    said = text(panel_of(await OwnMessage(server, server.challenger, server.channel).click("tournew:0:0")))
    assert said.startswith(refusal)
    admin, role = an_admin(server), server.guild.create_role("Arbiters")
    arbiter = server.guild.add_member(server.env.create_user("arbiter"), roles=[role])
    said = await told(server, admin, "set", tournament_role=role)
    assert f"**Tournaments:** created by admins and <@&{role.id}>." in said
    assert await stored(server) == {"tournament_role": str(role.id)}
    panel = await created(server, arbiter)
    assert "is open for entries" in text(panel)
    assert (await seen(server)).organisers == (arbiter.id,)
    panel = await draft(server, arbiter)
    await told(server, admin, "set", reset="tournament_role")
    assert (await refused(arbiter, panel, "Create")).startswith(refusal)


async def test_one_of_another_format_has_a_name_of_its_own(server: Server) -> None:
    admin = an_admin(server)
    for form in ("Knockout", "Swiss", "Round robin"):
        await created(server, admin, game="Pjawns", form=form)
    found = await server.bot.app[Tournaments].summaries(GuildId(server.guild.id))
    assert sorted(one.name for one in found) == [f"Pjawns January Cup{more}" for more in ("", " 2", " 3")]
    again = await draft(server, admin, game="Pjawns", form="Swiss")
    assert "**Pjawns January Cup 2** is there already" in await refused(admin, again, "Create")


async def test_a_double_click_creates_one_and_five_go_on_at_most(server: Server) -> None:
    admin = an_admin(server)
    one, other = await draft(server, admin), await draft(server, admin)
    await admin.click(one, label="Create")
    said = await refused(admin, other, "Create")
    assert "is there already, in this channel." in said
    guild = GuildId(server.guild.id)
    assert len(await server.bot.app[Tournaments].summaries(guild)) == 1
    for number, form in enumerate(Format, 2):
        if number <= 5:
            await made(server, form, game="prudh")
    assert len(await server.bot.app[Tournaments].summaries(guild)) == 5
    panel = await draft(server, admin, game="Predation")
    said = await refused(admin, panel, "Create")
    assert said.startswith("This server has 5 tournaments already")


@refusing
async def test_direct_messages_have_none_and_a_missing_permission_is_named(server: Server) -> None:
    for named in ({}, {"name": "1"}):
        said = private(await server.challenger.user.slash("tournaments", **named))
        assert said == "Each server has its own tournaments. Use this in a server channel."
    lacking = PermissionOverwrite(attach_files=False)
    overwrites: dict[Any, PermissionOverwrite] = {server.guild.default_role: lacking}
    server.channel = server.guild.create_text_channel("quiet", overwrites=overwrites)
    said = text(panel_of(await new(server, an_admin(server))))
    assert "I need the **Attach Files** permission" in said
