"""Commands of earlier versions: answered with what each is today, as commands, as words and in old menus."""

from __future__ import annotations

from typing import Any

from cogs.kit.former import today
from cogs.text import entry_points_texts
from tests.cases import case
from tests.cogs.doing import asked, done
from tests.cogs.forged import OwnMessage
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text

GAMES = ("cannons", "pjawns", "prawns", "predation", "prudh")
MATCH = (
    *("find", "keep", "list", "simul", "next", "draw", "pause", "claim", "replay", "history", "record"),
    *("share", "open", "import", "watch", "unwatch", "live", "archive", "takeback", "resign", "rematch"),
)
GROUPS = {
    "match": MATCH,
    "ladder": ("show", "join", "leave", "challenge", "history"),
    "tournament": ("create", "list", "show", "join", "leave", "table"),
    "server": ("show", "allow", "disallow", "readmit", "end", "abort", "rewind", "handover", "close"),
    **dict.fromkeys(GAMES, ("board", "challenge")),
}
SINGLE = ("challenge", "tour", "leaderboard", "privacy", "block", "unblock")
"""The commands of edition 11 that are gone, beside a challenge, which lost options."""
OPTION = {"name": "tide", "description": "-", "type": 3}


async def as_before(server: Server) -> None:
    """Have Discord's clients know the commands of before, which reach a bot for an hour after an update."""
    bot = server.bot
    assert bot.application_id is not None
    groups: list[Any] = [
        {
            "name": group,
            "description": "-",
            "options": [
                {
                    "name": one,
                    "description": "-",
                    "type": 1,
                    "options": [OPTION] if one == "challenge" else [],
                }
                for one in commands
            ],
        }
        for group, commands in GROUPS.items()
    ]
    alone: list[Any] = [{"name": one, "description": "-", "options": []} for one in SINGLE]
    await bot.http.bulk_upsert_global_commands(bot.application_id, payload=[*groups, *alone])


@refusing
async def test_an_earlier_command_is_answered_with_its_way(server: Server) -> None:
    await as_before(server)
    names = [f"{group} {one}" for group, commands in GROUPS.items() for one in commands]
    for name in (*SINGLE, *(one for one in names if not (one.endswith("challenge") and "ladder" not in one))):
        with case(name):
            way = entry_points_texts.WAYS.get(name, entry_points_texts.BOARD)
            said = private(await server.challenger.slash(server.channel, name))
            assert said == entry_points_texts.command_moved(name, way)


@refusing
async def test_an_option_that_is_gone_does_nothing_quietly(server: Server) -> None:
    """A challenge that was meant unrated, say, isn't sent rated."""
    await as_before(server)
    said = private(await server.challenger.slash(server.channel, "pjawns challenge", tide="low"))
    assert said == entry_points_texts.options_moved(["tide"])
    assert not [one for one in server.channel.history() if text(one)], "nothing was sent"


async def test_a_word_of_before_does_todays_thing(server: Server) -> None:
    """/match with an old subcommand in place of a number."""
    await server.begin("pjawns")
    heads = {
        "list": "### Your matches",
        "live": "### 1 match running here",
        "archive": "### Finished matches",
        "history": "You haven't finished",
        "keep": "### Keep matches going",
        "simul": "### More ways to play",
        "next": "### Pjawns #1: your move",
        "find": "### Nobody is waiting",
        "replay": "### Pjawns #1",
        "record": "### Pjawns #1",
        "resign": "Resign Pjawns #1",
    }
    for word, head in heads.items():
        with case(word):
            shown = panel_of(await server.challenger.slash(server.home, "match", number=word))
            assert head in text(shown), text(shown)


@refusing
async def test_a_deed_is_asked_back_and_done_once(server: Server) -> None:
    await server.begin("cannons")
    question = await asked(server.challenger, server.home, "draw")
    panel = panel_of(question)
    assert "**Offer a draw?**" in text(panel) and labels(panel) == ["Not now", "Offer a draw"]
    assert not (await server.match()).entries
    assert await done(server.challenger, server.home, "draw") == ""
    late = await server.challenger.click(panel, label="Offer a draw")
    assert "older card" in text(panel_of(late)), "the match has changed since"
    assert "can't do" in private(await asked(server.challenger, server.home, "juggle"))
    stranger = OwnMessage(server, server.visitor, server.channel)
    version = (await server.match()).version
    refused = text(panel_of(await stranger.click(f"matchdeed:1:{version}:1")))
    assert "play" in refused and (await server.match()).version == version


async def test_the_deeds_that_are_possible_are_suggested(server: Server) -> None:
    async def offered(who: Any, **named: str) -> set[str]:
        found = await who.autocomplete(server.home, "match", "deed", "", **named)
        return {one["value"] for one in found}

    await server.begin("cannons")
    assert {"draw", "resign", "film", "share", "more"} <= await offered(server.challenger)
    assert "rematch" not in await offered(server.challenger)
    assert "watch" in await offered(server.visitor) and "resign" not in await offered(server.visitor)
    await server.resign(server.opponent)
    assert "rematch" in await offered(server.challenger) and "resign" not in await offered(server.challenger)
    assert await offered(server.challenger, number="99") == set()


def test_an_old_menu_goes_on_with_todays_command() -> None:
    for name, command, options in (
        ("match resign", "match", ["deed=resign"]),
        ("match replay", "match", ["deed=film"]),
        ("pjawns board", "match", []),
        ("server abort", "server match", []),
        ("pjawns move", "pjawns move", ["action=c2"]),
    ):
        with case(name):
            assert today(name, ["action=c2"], GAMES) == (command, options)


async def test_help_has_a_page_on_where_commands_went(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    await server.visitor.click(panel, label=entry_points_texts.WHERE_DID_IT_GO)
    for name in (*SINGLE, "match list", "tournament create", "server abort", "pjawns board"):
        assert f"/{name}" in text(panel)
    assert len(text(panel)) < 2000
