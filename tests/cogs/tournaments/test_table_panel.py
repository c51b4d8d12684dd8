"""Tables, brackets, a player's games and files, in every format; and cards with a thousand entrants."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from cogs.kit.card import MOST_TEXT, Card
from cogs.tournaments import tournament_card
from cogs.tournaments.service import Tournaments
from matches import ChannelId, GuildId, UserId
from matches.tournaments.model import (
    Decision,
    Entrant,
    Format,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    Tournament,
    TournamentId,
    TournamentState,
    TournamentTerms,
)
from tests.cases import case
from tests.cogs.community import newcomers
from tests.cogs.governing import an_admin, panel_of, told
from tests.cogs.looks import around, sand
from tests.cogs.played import id_of_menu, menu
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.cogs.tournaments.stories import card, choose, made, pressed, resign_all, running, seen, started


async def table(server: Server, who: MemberActor) -> Any:
    """The table, as ``who`` opens it by the command."""
    return panel_of(await pressed(server, who, "tourtable"))


def people(server: Server, more: int = 0) -> list[MemberActor]:
    return [server.challenger, server.opponent, server.visitor, *newcomers(server, more)]


async def test_a_swiss_round_by_round(server: Server) -> None:
    players = people(server, 3)
    await started(server, players, Format.SWISS)
    assert text(card(server)).count("**Round 1:** 0 of 3 games decided") == 1
    homes = [match.shown.home for match in await running(server)]
    shown = await table(server, players[0])
    await choose(players[0], shown, "Round 1")
    assert len(homes) == 3, "the pairs lead to their threads"
    leads = [f"[playing](<https://discord.com/channels/{server.guild.id}/{home}>)" for home in homes]
    assert all(lead in text(shown) for lead in leads)
    await resign_all(server, players)
    found = await seen(server)
    assert found.round == 2
    shown = await table(server, players[0])
    assert f"**1.** <@{players[0].id}> · **1** from 1" in text(shown) or "**=1.**" in text(shown)
    assert "BH (Buchholz): the points of your opponents" in text(shown)
    assert shown.attachments[0].description.startswith("Pjawns, Round 2.")
    await choose(players[0], shown, "Round 1")
    assert text(shown).count(" · [1–0](") + text(shown).count(" · [0–1](") == 3
    await choose(players[0], shown, "Standings")
    while not (await seen(server)).state.ended:
        await resign_all(server, players)
    assert f"**<@{players[0].id}> wins!**" in text(card(server))


async def test_a_knockout_with_byes_and_its_bracket(server: Server) -> None:
    await told(server, an_admin(server), "set", theme="wood")
    players = people(server, 2)
    await started(server, players, Format.KNOCKOUT)
    assert labels(card(server)) == ["Bracket", "My games", "Details"]
    shown = await table(server, players[0])
    assert text(shown).count("· bye") == 3
    assert not re.search("seal|[0-9a-f]{32}", text(shown))
    (seal,) = [seal for seal, tie in menu(shown, "tourfair") if tie == "Decider of 4–5"]
    opened = await players[0].select(shown, [seal], custom_id=id_of_menu(shown, "tourfair"))
    assert f"Seal: `{seal}`" in private(opened) and "tidepool seal" not in private(opened)
    assert "Semi-finals" in shown.attachments[0].description
    assert await around(shown) == sand("wood"), "the server's theme"
    while not (await seen(server)).state.ended:
        await resign_all(server, players)
    assert f"**<@{players[0].id}> wins!**" in text(card(server))
    assert card(server).attachments[0].description.endswith("is the champion.")
    shown = await table(server, players[0])
    await choose(players[0], shown, "Semi-finals")
    assert text(shown).count("**2–0**") == 2


async def test_groups_are_chosen_in_a_menu_and_ones_own_comes_first(server: Server) -> None:
    players = people(server, 3)
    await started(server, players, group_size=4)
    mine = (await seen(server)).in_round(1)
    shown = await table(server, players[1])
    found = await seen(server)
    own = found.entrant_of(UserId(players[1].id))
    assert own is not None and {game.group for game in mine if own.seed in game.seeds} == {own.group}
    assert f"**Stage 1 · Group {own.group}**" in text(shown)
    await choose(players[1], shown, f"Group {3 - own.group}")
    assert f"**Stage 1 · Group {3 - own.group}**" in text(shown)
    assert f"<@{players[1].id}>" not in text(shown)


@refusing
async def test_my_games_lead_to_their_threads(server: Server) -> None:
    players = people(server)
    await started(server, players)
    opened = (await players[0].click(card(server), label="My games")).followups[-1]
    homes = [match.shown.home for match in await running(server) if players[0].id in match.users]
    assert homes and all(f"channels/{server.guild.id}/{home}>" in text(opened) for home in homes)
    await resign_all(server, players)
    opened = (await players[0].click(card(server), label="My games")).followups[-1]
    assert text(opened).count("**1–0**") == 2
    stranger = newcomers(server, 1)[0]
    said = private(await stranger.click(card(server), label="My games"))
    assert said.endswith("You have no games in this tournament.")
    channel = server.env.create_guild("Far reef").create_text_channel("games")
    assert channel.guild is not None
    stranger = channel.guild.add_member(server.env.create_user("stranger"))
    said = private(await stranger.slash(channel, "tournaments", name="1"))
    assert said.startswith("I don't know this tournament.")


@pytest.mark.parametrize("form", [Format.KNOCKOUT, Format.SWISS])
async def test_files_name_people_and_hold_no_ids(server: Server, form: Format) -> None:
    players = people(server)
    await started(server, players, form)
    shown = await table(server, players[0])
    given = (await players[0].click(shown, label="Save…")).followups[-1]
    files = {one.filename: (await one.read()).decode() for one in given.attachments}
    suffixes = ["csv", "json", *(["trf"] if form is Format.SWISS else [])]
    assert list(files) == [f"tournament-1.{one}" for one in suffixes]
    for content in files.values():
        assert all(who.name in content and str(who.id) not in content for who in players)
    assert json.loads(files["tournament-1.json"])["name"] == (await seen(server)).name


@refusing
async def test_the_list_leads_to_each(server: Server) -> None:
    for who, advice in ((server.visitor, " A server admin can start one here."), (an_admin(server), "")):
        said = private(await who.slash(server.channel, "tournaments"))
        assert said.splitlines()[0] == f"There's no tournament in this server yet.{advice}"
    await made(server)
    await made(server, game="prudh")
    shown = panel_of(await server.challenger.slash(server.channel, "tournaments"))
    assert "Prudh · Round robin · open for entries · 0 players" in text(shown)
    assert labels(shown) == ["Show", "Show", "Champions"]
    await server.challenger.click(shown, custom_id="tourshow:0:0:2")
    assert text(shown).startswith("### Prudh January Cup")
    named = private(await server.challenger.slash(server.channel, "tournaments", name="prudh january CUP"))
    assert named.startswith("### Prudh January Cup")
    offered = await server.challenger.autocomplete(server.channel, "tournaments", "name", "prudh")
    assert [one["name"] for one in offered] == ["Prudh January Cup (open for entries)"]
    said = text(panel_of(await pressed(server, server.challenger, "tourtable")))
    assert said.startswith("It hasn't started yet, so there's no table.")


# --- limits --------------------------------------------------------------------------------------


def huge(server: Server, form: Format, count: int, state: TournamentState) -> Tournament:
    """A tournament of so many entrants whose ids are as long as they get, in a round far on."""
    now = server.bot.app.clock()
    users = [UserId(9_999_999_999_999_000_000 + number) for number in range(count)]
    entrants = tuple(Entrant(user, now, Seed(number), 1500, 1) for number, user in enumerate(users, 1))
    pairings = []
    for number in (1, 2):
        for board in range(1, count // 2 + 1):
            outcome = PairingOutcome(1, 1, Decision.ORGANISER) if number == 1 or board % 2 else None
            key = PairingKey(number, board)
            two = Seed(2 * board - 1), Seed(2 * board)
            pairings.append(Pairing(key, 0, *two, now, now + timedelta(days=9), outcome=outcome))
    return Tournament(
        TournamentId(999_999),
        GuildId(server.guild.id),
        ChannelId(server.channel.id),
        "N" * 40,
        "cannons-and-crabs",
        TournamentTerms(form, most=count, entries_until=now, rounds=9),
        tuple(users[:10]),
        now,
        state,
        2 if state is not TournamentState.OPEN else 0,
        now,
        ended_at=now,
        entrants=entrants,
        pairings=tuple(pairings) if state is not TournamentState.OPEN else (),
    )


def check(shown: Card) -> None:
    """A card within Discord's limits."""
    assert shown.view.content_length() <= MOST_TEXT
    items = list(shown.view.walk_children())
    assert len(items) <= 40
    for item in items:
        if isinstance(item, discord.ui.Select):
            assert 1 <= len(item.options) <= 25
        custom_id = getattr(getattr(item, "item", item), "custom_id", "") or ""
        assert len(custom_id) <= 100


async def test_a_thousand_entrants_fit_on_a_card(server: Server) -> None:
    for state in TournamentState:
        with case(state):
            shown = await tournament_card.tournament_card(
                server.bot.app, huge(server, Format.SWISS, 1000, state)
            )
            check(shown)
            more = "and 980 more" in str(shown.view.to_components())
            assert more or state is not TournamentState.OPEN


async def test_a_thousand_entrants_fit_in_their_tables(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = huge(server, Format.SWISS, 1000, TournamentState.RUNNING)

    async def load(*_: Any) -> Tournament:
        return found

    monkeypatch.setattr(server.bot.app[Tournaments], "load", load)
    admin = await made(server)
    shown = panel_of(await pressed(server, server.challenger, "tourtable"))
    assert "-# 1 to 10 of 1000" in text(shown)
    for label in ("▶", "▶", "◀"):
        await server.challenger.click(shown, label=label)
    assert "-# 11 to 20 of 1000" in text(shown)
    await choose(server.challenger, shown, "Round 2")
    assert "-# 1 to 15 of 500" in text(shown)
    assert max(map(len, ids(shown, "tour"))) <= 100
    page = panel_of(await admin.slash(server.channel, "tournaments", name="1"))
    await admin.click(page, label="Organise")
    await admin.click(page, label="Players…")
    for _ in range(3):
        await admin.click(page, label="▶")
    await admin.click(page, label="Back")
    await admin.click(page, label="Set a result…")
    await admin.click(page, label="▶")
    assert len(labels(page)) == 3
