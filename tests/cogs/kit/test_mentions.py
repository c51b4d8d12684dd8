"""Commands that texts name: each exists, and can be tapped wherever its id is known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest

import cogs
from cogs.found import features
from cogs.text.mentions import clickable, command_mention, know_commands, naming_only
from matches import UserId
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, raw_text
from tests.mentions import MENTION

ROOT: Final = Path(__file__).parents[3]
NAMED: Final = re.compile(r"(?<!`)`/([^`\n]+)`(?!`)")
"""A command in a text; what stands in braces is filled in."""
SOURCES: Final = (
    *("cogs/text/*/*.py", "cogs/panels/**/*.py", "cogs/*.py", "cogs/kit/*.py"),
    *(f"cogs/{name}/*.py" for name in features()),
)
PAGES: Final = ("README.md", "docs/*.md", "docs/rules/*.md")
OF_HOSTS: Final = {"hosting.md", "scaling.md", "containers.md"}
"""Pages in which what begins with a slash is a path."""


def named(patterns: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The commands named in these files, and where."""
    for pattern in patterns:
        for path in ROOT.glob(pattern):
            if path.name not in OF_HOSTS:
                for found in NAMED.findall(path.read_text(encoding="utf-8")):
                    yield found, path.name


@pytest.mark.parametrize("patterns", [SOURCES, PAGES], ids=["texts", "pages"])
async def test_every_command_and_option_that_is_named_exists(
    server: Server, patterns: tuple[str, ...]
) -> None:
    known = {command.qualified_name: command for command in server.bot.tree.walk_commands()}
    games = [face.command for face in server.bot.app.presentations.values()]
    seen = 0
    for command, where in named(patterns):
        # Of the games any can be meant.
        for filled in {re.sub(r"^(\{\w+\}|<game>)", game, command) for game in games}:
            words = re.split(r" \w+:|\{", filled)[0].strip()
            assert words in known, f"`/{command}` in {where}"
            taken = {part.display_name for part in getattr(known[words], "parameters", ())}
            assert taken >= set(re.findall(r" (\w+):", filled)), f"options of `/{command}` in {where}"
            seen += 1
    assert seen > 40


async def mentions_in_help(server: Server) -> dict[str, int]:
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    said = raw_text(panel)
    await server.visitor.click(panel, label="All commands")
    return {name: int(number) for name, number in MENTION.findall(said + raw_text(panel))}


async def test_a_mention_has_the_commands_id_also_after_a_restart_without_a_request(server: Server) -> None:
    ids = {command.name: command.id for command in await server.bot.tree.fetch_commands()}
    before = await mentions_in_help(server)
    assert {"matches", "learn", "pjawns challenge"} <= before.keys()
    assert all(ids[name.split(" ")[0]] == number for name, number in before.items())
    know_commands({})
    asked = len(server.env.http_requests)
    await server.restart()
    told = [entry for entry in server.env.http_requests[asked:] if "/commands" in str(entry)]
    assert told == []
    assert await mentions_in_help(server) == before


async def test_a_database_that_knows_no_ids_has_the_commands_registered_once_more(server: Server) -> None:
    kept = cogs.Registered.read(await server.bot.app.host.remembered(cogs.COMMANDS_FACT))
    assert kept.digest and kept.ids
    await server.bot.app.host.remember(cogs.COMMANDS_FACT, kept.digest)
    assert await cogs.register(server.bot, server.bot.app.host)
    assert not await cogs.register(server.bot, server.bot.app.host)
    assert cogs.Registered.read(await server.bot.app.host.remembered(cogs.COMMANDS_FACT)) == kept


def test_a_fact_that_makes_no_sense_is_none() -> None:
    for kept in (None, "", "[]", "3", "{}", '{"digest": "x"}', '{"digest": "x", "ids": {"a": "b"}}'):
        assert cogs.Registered.read(kept) == cogs.Registered("", {})


def test_a_command_without_an_id_stays_code() -> None:
    know_commands({"server panel": 5})
    try:
        assert clickable("See `/server panel`, or `/match`.") == "See </server panel:5>, or `/match`."
        assert command_mention("match list") == "`/match list`"

        assert clickable("``/server panel``") == "``/server panel``"
    finally:
        know_commands({})
    assert clickable("`/server panel`") == "`/server panel`"


def test_only_strangers_are_named_where_others_are_mentioned() -> None:
    names = {UserId(2): "F_ay", UserId(1): "never said"}
    said = naming_only("<@1> plays <@2>. <@3> waits for <@!3>.", {UserId(2), UserId(3)}, names)
    assert said == "<@1> plays F\\_ay. Somebody waits for somebody."
