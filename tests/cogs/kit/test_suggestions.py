"""What is suggested while people type: nothing too long is read, and nobody has two suggestions under way."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import AppCommandOptionType, app_commands

from cogs.kit.call import LONGEST_TEXT, too_long
from cogs.kit.controls import read_id
from cogs.kit.errors import OldCardError
from cogs.kit.suggestions import Choices, Suggestions
from cogs.kit.turns import InFlight
from cogs.panels.account import quiet_hours_form
from cogs.panels.match import match_menu
from cogs.text import settings_texts
from data import stores
from matches import UserId
from matches.notices import DIGEST, ZONE
from services.play import LONGEST_LINE
from tests.cogs.governing import an_admin, panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, private

ANN, BOB = UserId(11), UserId(12)
PASTED = ("to " * 2000, "t " * 3000, "d1-d3 " * 1000, "x" * 6000)
"""6,000 characters, as many as Discord takes."""


def options(server: Server) -> Iterator[tuple[app_commands.Command[Any, ..., Any], app_commands.Parameter]]:
    """Every option that people write into as they like, with its command."""
    for command in server.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                if option.type is AppCommandOptionType.string and not option.choices:
                    yield command, option


# --- how long ----------------------------------------------------------------------------------------


async def test_every_option_that_is_written_into_says_how_long_it_may_be(server: Server) -> None:
    """Discord's own program keeps to it: to as many characters as a typed turn may have."""
    assert LONGEST_TEXT == LONGEST_LINE
    found = {(command.qualified_name, option.display_name): option for command, option in options(server)}
    assert {("prawns move", "action"), ("server match", "match"), ("open", "code")} <= set(found)
    assert {option.max_value for option in found.values()} == {LONGEST_TEXT}


@refusing
async def test_whoever_is_not_held_to_it_is_told(server: Server) -> None:
    await server.start()
    admin, found = an_admin(server), list(options(server))
    hold_nobody_to_lengths(server)
    before, seen = await server.match(), len(server.home.history())
    for command, option in found:
        others = {
            other.display_name: other.choices[0].value if other.choices else "1"
            for other in command.parameters
            if other.required
        }
        if not {"from", "to", "move"} & others.keys():
            written = {**others, option.display_name: "9" * (LONGEST_TEXT + 1)}
            told = private(await admin.slash(server.home, command.qualified_name, **written))
            assert f"`{option.display_name}:` can be 200 characters at most. Please shorten it." in told
    assert (await server.match(), len(server.home.history())) == (before, seen)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_an_option_is_found_wherever_it_stands(depth: int) -> None:
    """One whose values are given is held to it too: what is chosen there is looked up, and told back."""
    options: list[dict[str, Any]] = [
        {"name": "most", "value": 3},
        {"name": "game", "value": "x" * LONGEST_TEXT},
    ]
    for _ in range(depth):
        options = [{"name": "group", "options": options}]
    command = SimpleNamespace(data={"name": "leaderboard", "options": options})
    assert too_long(command) is None  # type: ignore[arg-type]
    for _ in range(depth):
        options = options[0]["options"]
    options[1]["value"] += "x"
    assert too_long(command) == "game"  # type: ignore[arg-type]
    assert too_long(SimpleNamespace(data=None)) is None  # type: ignore[arg-type]


def hold_nobody_to_lengths(server: Server) -> None:
    """From now on people do not use Discord's own program."""

    def let_go(part: dict[str, Any]) -> None:
        part.pop("max_length", None)
        for option in part.get("options", ()):
            let_go(option)

    for command in server.bot.tree.get_commands(type=discord.AppCommandType.chat_input):
        registered = server.env.backend.find_command(command.name, None, type=1)
        assert registered is not None
        let_go(registered)


async def test_nothing_is_suggested_for_more_and_no_command_is_asked(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of everything that suggests: whatever is read of 6,000 characters holds up everybody else."""
    await server.start()
    admin = an_admin(server)
    asked: list[str] = []

    async def suggest(*_: object) -> Choices:
        asked.append("")
        return []

    monkeypatch.setattr(Suggestions, "newest", suggest)
    monkeypatch.setattr("cogs.game.completions", suggest)
    hold_nobody_to_lengths(server)
    for number, (command, option) in enumerate(suggesting(server)):
        typed = PASTED[number % len(PASTED)]
        assert await admin.autocomplete(server.home, command, option, typed) == []
    for command, option in (("prawns move", "action"),):
        assert await admin.autocomplete(server.home, command, option, "", match="9" * 6000) == []
    assert not asked


def suggesting(server: Server) -> list[tuple[str, str]]:
    """Every option for which something is suggested, and its command."""
    found = [
        (command.qualified_name, option.display_name)
        for command in server.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.autocomplete
    ]
    assert len(found) > 15
    return found


# --- one at a time -----------------------------------------------------------------------------------


class Typing:
    """Somebody types: each letter asks for what is suggested, which is found when the test says so."""

    def __init__(self) -> None:
        self.under_way = InFlight()
        self.suggestions = Suggestions(self.under_way)
        self.begun: list[str] = []
        self.found: dict[str, asyncio.Event] = {}

    async def types(self, text: str, user: UserId = ANN) -> asyncio.Task[list[Any]]:
        """``text`` is typed; returns what will be suggested, once the bot has begun what it begins."""
        self.found[text] = asyncio.Event()

        async def suggest() -> Choices:
            self.begun.append(text)
            await self.found[text].wait()
            return [app_commands.Choice(name=text, value=text)]

        asked = asyncio.create_task(self.suggestions.newest(user, suggest))
        await settled()
        return asked


async def settled() -> None:
    """Let everything go on that can."""
    for _ in range(10):
        await asyncio.sleep(0)


def names(asked: asyncio.Task[list[Any]]) -> list[str]:
    """What was suggested, if anything was answered by now."""
    return [choice.name for choice in asked.result()]


async def test_the_newest_letter_wins_and_those_before_are_answered_at_once() -> None:
    typing = Typing()
    first, second, third = [await typing.types(text) for text in ("a", "ab", "abc")]
    assert (names(first), names(second)) == ([], [])
    assert typing.begun == ["a"], "one is under way, and what it has begun goes on to its end"
    assert typing.under_way.busy, "a bot that stops waits for it"
    typing.found["a"].set()
    await settled()
    assert typing.begun == ["a", "abc"], "what was overtaken while it waited is not begun"
    typing.found["abc"].set()
    await settled()
    assert names(third) == ["abc"]
    assert not typing.under_way.busy


async def test_nobody_waits_for_what_somebody_else_types() -> None:
    typing = Typing()
    hers, his = await typing.types("hers", ANN), await typing.types("his", BOB)
    typing.found["his"].set()
    await settled()
    assert names(his) == ["his"]
    assert not hers.done()
    typing.found["hers"].set()
    await settled()
    assert names(hers) == ["hers"]


async def test_whoever_types_slowly_is_answered_each_time() -> None:
    typing = Typing()
    for text in ("a", "ab"):
        asked = await typing.types(text)
        typing.found[text].set()
        await settled()
        assert names(asked) == [text]
    assert not typing.suggestions._overtaken
    assert not typing.suggestions._turns


async def test_all_suggestions_are_made_one_at_a_time(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.start()
    admin = an_admin(server)
    asked: list[UserId] = []
    newest = Suggestions.newest

    async def noting(self: Suggestions, user: UserId, suggest: Any) -> Choices:
        asked.append(user)
        return await newest(self, user, suggest)

    monkeypatch.setattr(Suggestions, "newest", noting)
    for number, (command, option) in enumerate(suggesting(server), start=1):
        await admin.autocomplete(server.home, command, option, "")
        assert asked == [UserId(admin.id)] * number, (command, option)


# --- forms -------------------------------------------------------------------------------------------


async def test_a_note_that_is_longer_than_the_form_allows(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.start()
    panel = await server.open(server.challenger, "⋯")
    with monkeypatch.context() as unbound:
        unbound.setattr(match_menu, "LONGEST_NOTE", 4000)
        form = await server.challenger.click(panel(), label="My notes")
    (field,) = [label["component"]["custom_id"] for label in form.modal["components"]]  # type: ignore[index]
    sent = await server.challenger.submit_modal(form, {field: "x" * 1501})
    assert "A field of this form can be 1,500 characters at most. Please shorten it." in private(sent)
    match = await server.match()
    assert await server.store.read(stores.matches.note_of, match.id, UserId(server.challenger.id)) == ""


async def test_hours_that_are_longer_than_the_form_allows(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name of 4,000 characters would be compared with that of every time zone."""
    opened = await server.challenger.slash(server.channel, "settings")
    with monkeypatch.context() as unbound:
        unbound.setattr(quiet_hours_form, "LONGEST", 4000)
        form = await server.challenger.click(panel_of(opened), label=settings_texts.TO["hours"])
    compared = mock_of(monkeypatch)
    written = {"from": ["22:00"], "until": ["08:00"], ZONE: "aeiourstln" * 400, DIGEST: []}
    sent = await server.challenger.submit_modal(form, written)
    assert "A field of this form can be 50 characters at most. Please shorten it." in private(sent)
    person = await server.bot.app.notifications.person(UserId(server.challenger.id))
    assert (dict(person.preferences), compared) == ({}, [])


def mock_of(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compared with the names of time zones from now on."""
    compared: list[str] = []

    def read_zone(text: str) -> str:
        compared.append(text)
        return ""

    monkeypatch.setattr(quiet_hours_form, "read_zone", read_zone)
    return compared


# --- ids ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("custom_id", ["more:{}:1", "more:1:{}", "more:1:1:{}", "more:1:1:1.{}"])
def test_an_id_with_a_number_of_any_length_is_none(custom_id: str) -> None:
    read_id(custom_id.format("9" * 22))
    with pytest.raises(OldCardError):
        read_id(custom_id.format("9" * 23))
