"""The commands as Discord gets them, what autocomplete offers, and the limits every message keeps."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

import cogs
from cogs import payloads
from cogs.kit.failures import INVALID_FORM
from cogs.panels.moving.typed_move import completions
from engines import GAMES, Position
from tests.cogs.answers import answered
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, parts, private, text

EDITIONS = Path(__file__).parents[2] / "data" / "editions.txt"
"""The editions of the commands, each with a digest of them."""
MOST_OPTIONS = 45
PICKS = {"green": ("crab", "lobster"), "blue": ("shrimp", "crab")}


async def test_commands_are_registered_once_and_again_only_when_they_changed(server: Server) -> None:
    registered = [entry for entry in server.env.http_requests if entry.method == "PUT"]
    assert len(registered) == 1
    await server.restart()
    assert len([entry for entry in server.env.http_requests if entry.method == "PUT"]) == 1
    server.bot.tree.remove_command("help")
    assert await cogs.register(server.bot, server.bot.app.host)
    assert len([entry for entry in server.env.http_requests if entry.method == "PUT"]) == 2


@refusing
async def test_commands_that_cannot_be_registered_are_tried_again_at_the_next_start(server: Server) -> None:
    server.bot.tree.remove_command("help")
    server.env.inject_error("PUT", "/applications/*/commands", status=503, times=1)
    assert not await cogs.register(server.bot, server.bot.app.host)
    assert await cogs.register(server.bot, server.bot.app.host)


async def test_a_command_that_discord_refuses_is_named_in_the_log(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord says its number in the list."""
    server.bot.tree.remove_command("help")
    (*others, last) = server.bot.tree.get_commands()

    async def refused(*_: Any, **__: Any) -> None:
        errors = {str(len(others)): {"name": {"_errors": [{"code": "BAD_LENGTH", "message": "Too long."}]}}}
        raise answered(400, code=INVALID_FORM, message="Invalid Form Body", errors=errors)

    monkeypatch.setattr(server.bot.http, "bulk_upsert_global_commands", refused)
    assert not await cogs.register(server.bot, server.bot.app.host)
    assert f"In context menu {last.name!r}" in caplog.text and "Too long." in caplog.text


async def test_an_older_process_leaves_the_commands_of_a_newer_one(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = server.bot.app.host
    monkeypatch.setattr(cogs, "EDITION", cogs.EDITION + 1)
    server.bot.tree.remove_command("help")
    assert await cogs.register(server.bot, host)
    monkeypatch.undo()
    server.bot.tree.remove_command("learn")
    assert not await cogs.register(server.bot, host)


async def test_of_processes_that_start_together_one_registers(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, bot = server.bot.app.host, server.bot
    monkeypatch.setattr(cogs, "CHECK_EVERY", 0)
    bot.tree.remove_command("help")
    taken: list[int] = []

    async def turn() -> float:
        taken.append(1)
        return 0.0 if len(taken) == 1 else 1.0

    both = await asyncio.gather(cogs.register(bot, host, turn), cogs.register(bot, host, turn))
    assert sorted(both) == [False, True]


async def test_the_edition_is_raised_with_the_commands(server: Server) -> None:
    told = json.dumps(payloads(server.bot.tree), sort_keys=True)
    digest = hashlib.sha256(told.encode()).hexdigest()[:16]
    assert EDITIONS.read_text().split("\n")[-2] == f"{cogs.EDITION} {digest}", (
        f"the commands have changed: raise cogs.EDITION, and add a line with it and {digest} to {EDITIONS}"
    )


async def test_every_command_is_for_servers_with_the_bot_and_for_its_direct_messages(server: Server) -> None:
    for command in server.bot.tree.get_commands():
        registered = command.to_dict(server.bot.tree)
        assert registered["integration_types"] == [0], "nobody installs it for themselves alone"
        assert registered["contexts"] == ([0] if command.name == "server" else [0, 1])


async def test_the_commands_that_exist(server: Server) -> None:
    offered = server.challenger.available_commands(server.channel)
    of_games = {
        f"{face.command} {verb}"
        for face in server.bot.app.presentations.values()
        for verb in ("challenge", "move", "rules")
    }
    assert set(server.bot.app.presentations) == set(GAMES)
    assert set(offered) == of_games | {
        "play",
        "move",
        "matches",
        "match",
        "open",
        "learn",
        "ranking",
        "tournaments",
        "profile",
        "settings",
        "help",
    }


async def test_there_are_few_commands_with_few_options(server: Server) -> None:
    """What is rarer stands in a form or behind a button; /server set has an option for each setting."""
    ends = [
        (f"{command.name} {part['name']}".strip(), part)
        for command in server.bot.tree.get_commands()
        if not isinstance(command, app_commands.ContextMenu)
        for part in _commands_of(command.to_dict(server.bot.tree))
    ]
    assert len(ends) <= 32
    optional = [
        (name, option["name"])
        for name, part in ends
        for option in part.get("options", [])
        if not option.get("required") and name != "server set"
    ]
    assert len(optional) <= MOST_OPTIONS, optional


def _commands_of(command: dict[str, Any]) -> list[dict[str, Any]]:
    """The commands that one entry is: itself, or those of a group."""
    inner = [one for one in command.get("options", []) if one["type"] == 1]
    return inner or [{**command, "name": ""}]


async def test_no_command_is_offered_twice(server: Server) -> None:
    names = [command.name for command in server.bot.tree.get_commands()]
    assert len(names) == len(set(names))


async def test_what_can_be_done_with_a_person_and_a_message(server: Server) -> None:
    """Discord shows the first five of a kind at once."""
    found: dict[str, list[str]] = {}
    for command in server.bot.tree.get_commands():
        if isinstance(command, app_commands.ContextMenu):
            found.setdefault(command.type.name, []).append(command.name)
    assert found == {
        "user": ["Challenge", "Profile", "Our matches"],
        "message": ["Look at this match", "Play on from here"],
    }


async def test_every_command_fits_discords_limits(server: Server) -> None:
    for command in server.bot.tree.get_commands():
        on_something = isinstance(command, app_commands.ContextMenu)
        for part in _walk(command.to_dict(server.bot.tree)):
            assert len(part["name"]) <= 32
            assert on_something or 1 <= len(part["description"]) <= 100
            assert len(part.get("options", [])) <= 25
            assert len(part.get("choices", [])) <= 25


async def test_a_challenge_offers_the_games_options_as_typed_choices(server: Server) -> None:
    group: Any = server.bot.tree.get_command("prawns")
    challenge = group.get_command("challenge")
    offered = {
        parameter.name: [choice.value for choice in parameter.choices] for parameter in challenge.parameters
    }
    assert offered == {
        "opponent": [],
        "computer": [1, 2, 3, 4, 5],
        **{option.key: list(option.choices) for option in GAMES["prawns"].options},
        "pace": [
            *("none", "10m", "30m", "2h", "30m+1m<1h"),
            *("1d", "2d", "3d", "5d", "7d", "14d", "2d+6h<3d", "5d+12h<7d", "10d+1d<14d"),
        ],
    }
    assert not any(parameter.required for parameter in challenge.parameters)


# --- autocomplete ----------------------------------------------------------------------------------


async def offered(server: Server, who: Any, typed: str, **filled: Any) -> dict[str, str]:
    """What autocomplete offers for an action: words to line."""
    choices = await who.autocomplete(server.home, "prawns move", "action", typed, **filled)
    return {choice["name"]: choice["value"] for choice in choices}


async def test_autocomplete_offers_legal_actions_in_words(server: Server) -> None:
    await server.start()
    everything = await offered(server, server.challenger, "")
    assert len(everything) == 25, "as many as fit"
    assert everything["krill a1 to a3, jump-start"] == "a1-a3"


async def test_autocomplete_narrows_as_one_types(server: Server) -> None:
    await server.start()
    first = list((await offered(server, server.challenger, "d")).values())[:4]
    assert set(first) == {"d1-c2", "d1-d2", "d1-e2", "d1-d3"}, "what begins like it comes first"
    assert list(await offered(server, server.challenger, "d1d3")) == ["krill d1 to d3, jump-start"]
    assert set((await offered(server, server.challenger, "lobster eats")).values()) == {"h2xb8"}
    assert await offered(server, server.challenger, "zebra") == {}


async def test_autocomplete_goes_on_after_a_complete_action(server: Server) -> None:
    await server.start()
    choices = await offered(server, server.challenger, "h2xb8 ")
    assert choices["lobster h2 eats krill b8"] == "h2xb8"
    assert choices["lobster h2 eats krill b8, then lobster b8 re-evolves into a crab"] == "h2xb8 b8=C"
    assert choices["lobster h2 eats krill b8, then end of turn"] == "h2xb8 end"
    await server.play("h2xb8 b8=C")


async def test_autocomplete_is_empty_for_whoever_cannot_act(server: Server) -> None:
    await server.start()
    assert await offered(server, server.opponent, "") == {}
    assert await offered(server, server.visitor, "") == {}
    assert await offered(server, server.visitor, "", match="1") == {}


async def test_autocomplete_of_matches(server: Server) -> None:
    await server.start()
    found = await server.challenger.autocomplete(server.channel, "prawns move", "match", "")
    assert [(choice["name"], choice["value"]) for choice in found] == [
        ("opponent · Prawns #1 · your turn · you're green", "1")
    ]
    assert await server.visitor.autocomplete(server.channel, "match", "number", "") == []


# --- what is shown ---------------------------------------------------------------------------------


async def test_help_fits_a_phone(server: Server) -> None:
    said = private(await server.visitor.slash(server.channel, "help"))
    assert len(said) <= 200 and said.count("\n") <= 5, "a wall of text helps nobody"


async def test_help_names_every_command_behind_a_tap(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    before = text(panel)
    await server.visitor.click(panel, label="All commands")
    named = set(re.findall(r"`/([a-z ]+)`", text(panel)))
    games = {presentation.command for presentation in server.bot.app.presentations.values()}
    for offered in server.visitor.available_commands(server.channel):
        root, *rest = offered.split()
        alike = root in games and {root, " ".join(["pjawns", *rest])} <= named
        assert offered in named or alike, offered
    assert "`/server match`" in text(panel) and len(text(panel)) <= 600
    await server.visitor.click(panel, label="Back")
    assert text(panel) == before


@refusing
@pytest.mark.parametrize("url", ["https://discord.gg/abc", None])
async def test_a_support_server_is_linked_where_it_helps(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, url: str | None
) -> None:
    """Below all commands and below a bug; nowhere where a host has set none."""
    await server.restart(support_url=url)
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    assert links(panel) == []
    await server.visitor.click(panel, label="All commands")
    linked = [url] if url else []
    assert links(panel) == linked

    async def fails(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(server.bot.app.lookup, "live", fails)
    told = panel_of(await server.visitor.slash(server.channel, "matches", show="running"))
    assert "give the bot's owner this reference" in text(told) and links(told) == linked
    caplog.clear()  # the bug is in the log


def links(message: Any) -> list[str]:
    """Where the link buttons of a message lead."""
    return [part["url"] for part in parts(message) if part.get("url") and part["type"] == 2]


async def test_the_rules_name_and_link_the_designers(server: Server) -> None:
    said = private(await server.visitor.slash(server.channel, "prawns rules"))
    assert "Zachary Barnett and Daniel Sherlock" in said
    assert "https://prawnsgame.org.uk" in said
    assert len(said) <= 4000


@refusing  # the refusal at the end is meant
async def test_the_board_is_shown_in_private(server: Server) -> None:
    await server.start()
    shown = await server.visitor.slash(server.home, "match")
    assert shown.response is not None
    assert shown.response.ephemeral
    assert shown.response.attachments[0].description == server.board
    told = private(await server.visitor.slash(server.channel, "match"))
    assert "You have no running match" in told


async def test_the_list_puts_what_waits_first(server: Server) -> None:
    told = private(await server.challenger.slash(server.channel, "matches"))
    assert "You have no matches" in told
    await server.start()
    await server.challenge(server.visitor)
    told = private(await server.challenger.slash(server.channel, "matches"))
    assert told.index("Your turn") < told.index("not accepted yet")
    assert f"/{server.channel.id}/{server.invitation.id}" in told, "from the list to the card, to withdraw it"
    told = private(await server.opponent.slash(server.channel, "matches"))
    assert "It isn't your turn anywhere." in told


async def test_every_message_fits_discords_limits(server: Server) -> None:
    await server.challenge(server.opponent, blind_start="off")
    await server.challenge(server.opponent)
    await server.accept()
    for who in (server.challenger, server.opponent):
        await server.pick(who, "shrimp", "lobster")
    await server.play("h2-g3")
    places = [server.channel, *server.channel.threads]
    messages = [message for place in places for message in place.history()]
    messages += [*server.dms(server.challenger), *server.dms(server.opponent)]
    assert len(messages) >= 5
    for message in messages:
        components = list(parts(message))
        custom_ids = [part["custom_id"] for part in components if "custom_id" in part]
        assert len(components) <= 40
        assert len(text(message)) <= 4000
        assert all(len(custom_id) <= 100 for custom_id in custom_ids)
        assert all(re.fullmatch(r"[a-z]+:\d+:\d+(:\d+)?(=.+)?", custom_id) for custom_id in custom_ids)
        assert len(custom_ids) == len(set(custom_ids))
        assert all(len(file.description or "") <= 1024 for file in message.attachments)


@pytest.mark.parametrize("typed", ["", "d", "crab", "d1-d3", "d1-d3 ", "end", "x" * 300])
def test_completions_fit_discords_limits(typed: str) -> None:
    position: Position = GAMES["prawns"].start(picks=PICKS)
    for words, line in completions(position, typed):
        assert 1 <= len(words) <= 100
        assert 1 <= len(line) <= 100
        assert position.parse_line(line)


@pytest.mark.parametrize("typed", ["t ", "to ", "crab ", "d1-d3 ", "* "])
def test_what_is_typed_is_compared_with_the_words_of_each_action_once(typed: str) -> None:
    """Twice as many words must not make it twice as long: everybody else waits meanwhile."""
    position: Position = GAMES["prawns"].start(picks=PICKS)
    position.legal_actions()
    once, often = (calls(partial(completions, position, typed * count)) for count in (2, 40))
    assert often < 1.5 * once + 1000


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, and generators gone on with, while something is done."""
    counted = 0

    def count(_frame: object, event: str, _of: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


async def test_of_six_thousand_characters_nothing_is_read(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.start()
    read: list[str] = []

    def completing(_position: Position, typed: str, _words: object) -> list[tuple[str, str]]:
        read.append(typed)
        return []

    monkeypatch.setattr("cogs.game.completions", completing)
    await offered(server, server.challenger, "to " * 2000)
    assert read == []
    await offered(server, server.challenger, "to " * 66)
    assert read == ["to " * 66]


def _walk(command: dict[str, Any]) -> Any:
    yield command
    for option in command.get("options", []):
        yield from _walk(option)
