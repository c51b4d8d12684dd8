"""A player's list of matches: a button for each that waits for them, the others in small lines, ways on."""

from __future__ import annotations

from typing import Any

from cogs.kit.card import Accent
from cogs.panels.lists.own_matches import TURNS, WAITING
from tests.cogs import challenge_forms
from tests.cogs.governing import panel_of
from tests.cogs.in_the_file import multiply
from tests.cogs.played import TABS
from tests.cogs.server import Server, accent, blue, labels, parts, private, text


async def listed(server: Server, who: Any = None, **options: Any) -> Any:
    """The list of somebody, the challenger if nobody is named."""
    return panel_of(await (who or server.challenger).slash(server.channel, "matches", **options))


async def begun(server: Server, pace: str = "3d") -> None:
    """A match of Pjawns in which the challenger is to move."""
    await server.begin("pjawns", pace=pace)


async def test_each_match_that_waits_has_a_button_and_the_most_urgent_is_blue(server: Server) -> None:
    for pace in ("7d", "1d", "3d"):
        await begun(server, pace)
    await server.play("@a1")
    shown = await listed(server)
    turns, waiting = text(shown).split("**Waiting (1)**")
    assert "**Your turn (2)**" in turns and [turns.count(f"Pjawns #{n}]") for n in (1, 2, 3)] == [1, 1, 0]
    assert turns.index("#2]") < turns.index("#1]"), "the nearest deadline first"
    assert f"vs {server.opponent.mention} · due <t:" in turns
    (line,) = waiting.strip().splitlines()
    assert line.startswith("-# [Pjawns #3]")
    assert labels(shown) == ["Move", "Move", "New match", "My finished matches", *TABS]
    assert blue(shown) == ["Move"] and accent(shown) is Accent.YOURS
    opened = (await server.challenger.click(shown, custom_id="move:2:2")).followups[-1]
    assert "Pjawns #2" in text(opened)
    assert labels(panel_of(await server.challenger.slash(server.channel, "matches"))) == labels(shown)


async def test_a_list_is_urgent_shortly_before_a_time_is_up(server: Server) -> None:
    await begun(server, "1d")
    await server.pass_time(hours=17)
    assert accent(await listed(server)) is Accent.YOURS
    await server.pass_time(hours=2)
    assert accent(await listed(server)) is Accent.URGENT


async def test_a_challenge_leads_to_its_card_and_a_pick_to_its_panel(server: Server) -> None:
    await server.challenge(server.opponent)
    mine, theirs = await listed(server), await listed(server, server.opponent)
    assert "It isn't your turn anywhere." in text(mine) and "not accepted yet · expires <t:" in text(mine)
    assert blue(mine) == ["New match"] and accent(mine) is Accent.SEA
    assert "you've been challenged" in text(theirs)
    (answer,) = [part for part in parts(theirs) if part.get("label") == "Answer"]
    assert answer["url"].endswith(f"/{server.invitation.id}")
    await server.accept()
    shown = await listed(server, server.opponent)
    assert "make your pick" in text(shown) and labels(shown)[0] == "Choose"
    opened = (await server.opponent.click(shown, label="Choose")).followups[-1]
    assert "pick" in text(opened)


async def test_a_late_click_on_a_move_says_whose_turn_it_is(server: Server) -> None:
    await begun(server)
    shown = await listed(server)
    await server.play("@a1")
    refused = private(await server.challenger.click(shown, label="Move"))
    assert f"It's {server.opponent.mention}'s turn" in refused


async def test_many_matches_are_leafed_through(server: Server) -> None:
    await begun(server)
    multiply(server.path, WAITING + 1)
    shown = await listed(server)
    assert labels(shown).count("Move") == TURNS and "Page 1 of 2" in text(shown)
    over = panel_of(await server.challenger.click(shown, label="▶"))
    assert labels(over).count("Move") == WAITING + 1 - TURNS and "Page 2 of 2" in text(over)
    assert blue(over) == ["Move"]
    others = await listed(server, server.opponent)
    assert text(others).count("-# [Pjawns #") == WAITING and f"**Waiting ({WAITING + 1})**" in text(others)
    rest = panel_of(await server.opponent.click(others, label="▶"))
    assert text(rest).count("-# [Pjawns #") == 1
    back = panel_of(await server.opponent.click(rest, label="◀"))
    assert text(back) == text(others)


async def test_a_new_match_begins_with_its_game(server: Server) -> None:
    shown = await listed(server)
    assert blue(shown) == ["New match"] and "Find a match" in labels(shown)
    opened = (await server.challenger.click(shown, label="New match")).followups[-1]
    assert text(opened).startswith("### New match of Pjawns")
    games = next(part for part in parts(opened) if part.get("custom_id", "").startswith("newmatchgame:"))
    prudh = next(option["value"] for option in games["options"] if option["label"] == "Prudh")
    other = panel_of(await server.challenger.select(opened, [prudh], custom_id=games["custom_id"]))
    assert text(other).startswith("### New match of Prudh")
    await challenge_forms.sent(server.challenger, other)
    assert "Prudh" in text(server.invitation)


async def test_a_list_of_one_game_says_so_and_the_tab_has_all(server: Server) -> None:
    await begun(server)
    shown = await listed(server, game="prudh")
    assert text(shown).startswith("You have no matches of Prudh right now.")
    await server.challenger.click(shown, label="Running")
    assert text(shown).startswith("### 1 match running here")
    await server.challenger.click(shown, label="Mine")
    assert text(shown).startswith("### Your matches\n") and "Pjawns #1" in text(shown)
    assert text(await listed(server, game="pjawns")).startswith("### Your matches of Pjawns\n")


async def test_in_direct_messages_the_same_is_said_with_names(server: Server) -> None:
    await begun(server)
    shown = panel_of(await server.challenger.user.slash("matches"))
    assert "vs opponent · due <t:" in text(shown)
    assert labels(shown) == ["Move", "New match", "My finished matches"]
    opened = await server.challenger.user.click(shown, label="New match")
    assert text(opened.followups[-1]).startswith("### New match of Pjawns")
