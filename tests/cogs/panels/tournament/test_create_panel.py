"""/tournament create: what can be chosen, who may, and what is refused."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from discord import PermissionOverwrite

from cogs.panels.tournament.create_panel import MOST_NAME, plain_name
from data import stores
from matches import GuildId
from matches.tournaments.model import Format
from tests.cogs.governing import an_admin, panel_of, told
from tests.cogs.server import Server, ids, labels, private, text
from tests.cogs.tournaments import choose, created, draft, refused, seen

refusing = pytest.mark.simcord(check_errors=False)


async def test_everything_is_chosen_in_menus(server: Server) -> None:
    admin = an_admin(server)
    panel = await draft(
        server, admin, game="Prawns", form="Swiss", most="Entries until 16", pace="3 days a move"
    )
    assert "**Prawns Swiss, January** in <#" in text(panel)
    assert "Prawns · Swiss · 3 days a move · rated" in text(panel)
    assert "It starts as soon as 16 players are in." in text(panel)
    assert labels(panel) == ["Create", "Name…", "Rated: on", "More…"]
    await admin.click(panel, label="Rated: on")
    await admin.click(panel, label="More…")
    await choose(admin, panel, "5 rounds")
    await choose(admin, panel, "Rounds of 30 days")
    assert labels(panel) == ["Create", "Back", "News here: off", "Discord event: off"]
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


async def test_a_league_has_its_own_choices(server: Server) -> None:
    admin = an_admin(server)
    panel = await draft(server, admin, form="League")
    await admin.click(panel, label="More…")
    for label in ("Divisions of up to 6", "2 go up, 2 go down", "3 seasons", "At most 4 games"):
        await choose(admin, panel, label)
    assert "Divisions of up to 6; after each season the first 2 go up and the last 2 go down." in text(panel)
    await admin.click(panel, label="Create")
    terms = (await seen(server)).terms
    assert (terms.group_size, terms.moving, terms.rounds, terms.at_once) == (6, 2, 3, 4)


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


async def test_ids_stay_within_their_hundred_characters(server: Server) -> None:
    admin = an_admin(server)
    panel = await draft(server, admin, form="League", pace="7 days a move", most="Entries until 128")
    form = await admin.click(panel, label="Name…")
    await admin.submit_modal(form, {"name": "N" * 40})
    await admin.click(panel, label="More…")
    await choose(admin, panel, "Divisions of up to 10")
    await choose(admin, panel, "Seasons of 180 days")
    assert "**" + "N" * 40 + "**" in text(panel)
    assert max(map(len, ids(panel, "tour"))) <= 100


@refusing
async def test_a_stranger_may_not_unless_the_server_has_named_a_role(server: Server) -> None:
    said = private(await server.challenger.slash(server.channel, "tournament create"))
    assert said.startswith("Tournaments are created by people with the **Manage Server** permission")
    role = server.guild.create_role("Arbiters")
    arbiter = server.guild.add_member(server.env.create_user("arbiter"), roles=[role])
    await told(server, an_admin(server), "set", tournament_role=role)
    panel = await created(server, arbiter)
    assert "is open for entries" in text(panel)
    assert (await seen(server)).organisers == (arbiter.id,)


async def test_a_role_that_was_taken_away_creates_no_more(server: Server) -> None:
    admin = an_admin(server)
    role = server.guild.create_role("Arbiters")
    arbiter = server.guild.add_member(server.env.create_user("arbiter"), roles=[role])
    await told(server, admin, "set", tournament_role=role)
    panel = await draft(server, arbiter)
    await told(server, admin, "set", reset="tournament_role")
    said = await refused(arbiter, panel, "Create")
    assert said.startswith("Tournaments are created by people with")


async def test_a_double_click_creates_one(server: Server) -> None:
    admin = an_admin(server)
    one, other = await draft(server, admin), await draft(server, admin)
    await admin.click(one, label="Create")
    said = await refused(admin, other, "Create")
    assert "is there already, in this channel." in said
    found = await server.bot.app.tournaments.summaries(GuildId(server.guild.id))
    assert len(found) == 1


async def test_five_go_on_at_most(server: Server) -> None:
    admin = an_admin(server)
    for form in ("Round robin", "Swiss", "Knockout", "League"):
        await created(server, admin, form=form)
    await created(server, admin, game="Prudh")
    panel = await draft(server, admin, game="Predation")
    said = await refused(admin, panel, "Create")
    assert said.startswith("This server has 5 tournaments already")


@refusing
async def test_direct_messages_have_none(server: Server) -> None:
    for command in ("create", "list", "show", "join", "leave", "table"):
        said = private(await server.challenger.user.slash(f"tournament {command}"))
        assert said == "Each server has its own tournaments. Use this in a server channel."


@refusing
async def test_a_missing_permission_is_named(server: Server) -> None:
    admin = an_admin(server)
    lacking = PermissionOverwrite(attach_files=False)
    overwrites: dict[Any, PermissionOverwrite] = {server.guild.default_role: lacking}
    server.channel = server.guild.create_text_channel("quiet", overwrites=overwrites)
    said = private(await admin.slash(server.channel, "tournament create"))
    assert "I need the **Attach Files** permission" in said


async def test_the_settings_are_as_always(server: Server) -> None:
    admin = an_admin(server)
    role = server.guild.create_role("Arbiters")
    said = await told(server, admin, "set", tournament_role=role)
    assert f"**Tournaments** are created by anyone with **Manage Server**, and <@&{role.id}>." in said
    kept = await server.store.read(stores.people.settings_of_guild, GuildId(server.guild.id))
    assert kept == {"tournament_role": str(role.id)}
    assert panel_of(await admin.slash(server.channel, "server panel"))
