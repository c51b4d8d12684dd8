"""The options of challenges in words: in commands, on challenges, in lists and under their rules."""

from __future__ import annotations

from typing import Any

import pytest
from discord import app_commands

from cogs.kit.presentation import USUAL, OptionWords
from engines import GAMES, Option
from matches.model import RatedStatus
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, text

LONGEST = 100
UNUSUAL = [
    ("prudh", {"edge": "traditional"}, "Pieces left over after a capture at the edge are captured too"),
    ("prudh", {"edge": "tika"}, "Pieces left over after a capture at the edge stay there"),
    ("prudh", {"edge": "tomio"}, "Pieces left over at the edge fall into a pit"),
    ("prawns", {"revival": "off"}, "Eaten prawns don't come back."),
    ("prawns", {"blind_start": "off"}, "The prawns in the corners are picked in the open"),
    ("prawns", {"board": "5x7"}, "The sea is 5 squares wide and 7 high, and each side has 5 krill."),
    ("predation", {"lair": "7"}, "Seven predators start against nine prey."),
    ("cannons", {"board": "7x7"}, "The board is 7 squares high, with one more empty row in the middle."),
]
"""Challenges with a choice that is not usual: the command, the choice, and what is said of it."""


async def test_every_choice_of_every_game_is_put_into_words(server: Server) -> None:
    for key, game in GAMES.items():
        face = server.bot.app.presentations[key]
        assert face.options.keys() == {option.key for option in game.options}, key
        for option in game.options:
            words = face.options[option.key]
            assert tuple(words.choices) == tuple(words.lines) == option.choices
            said = [words.described(option.default), *words.choices.values(), *words.lines.values()]
            assert [one for one in said if len(one) > LONGEST or "\n" in one] == []
            assert [one for one in option.choices if words.choices[one].endswith(USUAL)] == [option.default]
            assert len(set(words.choices.values())) == len(option.choices)


def test_an_option_without_words_is_told_as_it_is() -> None:
    words = OptionWords.plain(Option("depth", "Depth", ("shallow", "deep"), "shallow"))
    assert words.described("shallow") == "Depth (default: shallow)"
    assert words.lines["deep"] == "Depth: deep."


async def test_the_command_says_what_happens(server: Server) -> None:
    told = {name: choices_of(server, name) for name in ("prudh", "prawns")}
    assert told["prudh"]["edge"] == (
        "Pieces left over at the edge (default: go back)",
        {
            "ordinary": "go back (usual)",
            "traditional": "captured with the stack (traditional)",
            "tika": "stay there (tika)",
            "tomio": "fall into the pit (tomio)",
        },
    )
    described, revival = told["prawns"]["revival"]
    assert described == "Do eaten prawns come back? (default: yes, to their owner's gene pool)"
    assert revival["off"] == "no, they're gone for good"
    _, boards = told["prawns"]["board"]
    assert len(boards) == 16
    assert boards["8x8"] == "8 wide, 8 high, 8 krill a side (usual)"


def choices_of(server: Server, game: str) -> dict[str, tuple[str, dict[Any, str]]]:
    """The descriptions and choices of a game's challenge, by option."""
    group = server.bot.tree.get_command(game)
    assert isinstance(group, app_commands.Group)
    command = group.get_command("challenge")
    assert isinstance(command, app_commands.Command)
    return {
        one.name: (str(one.description), {choice.value: choice.name for choice in one.choices})
        for one in command.parameters
    }


@pytest.mark.parametrize(("command", "options", "said"), UNUSUAL)
@pytest.mark.gate(draw=4)
async def test_a_challenge_and_its_rules_say_what_is_not_usual(
    server: Server, command: str, options: dict[str, Any], said: str
) -> None:
    server.command = command
    await server.challenge(**options)
    lines = [line for line in text(server.invitation).splitlines() if line.startswith("**")]
    assert len(lines) == 1 and lines[0].startswith(f"**{said}")
    rules = (await server.visitor.click(server.invitation, label="Rules")).followups[-1]
    assert f"**In this match**\n- {lines[0].strip('*')}" in text(rules)


@pytest.mark.parametrize("command", ["prudh", "prawns", "cannons"])
async def test_what_is_usual_is_not_told(server: Server, command: str) -> None:
    server.command = command
    await server.challenge()
    said = text(server.invitation)
    assert not [line for line in said.splitlines() if line.startswith("**")]
    assert "Edge" not in said and "Board" not in said and "Revival" not in said
    rules = (await server.visitor.click(server.invitation, label="Rules")).followups[-1]
    assert "**In this match** everything is as usual." in text(rules)


async def test_the_rules_say_what_a_challenge_can_choose(server: Server) -> None:
    said = {name: text(panel_of(await server.visitor.slash(server.channel, f"{name} rules"))) for name in
            ("prudh", "prawns", "pjawns")}  # fmt: skip
    assert (
        "- Pieces left over at the edge: go back (usual) · captured with the stack (traditional) · "
        "stay there (tika) · fall into the pit (tomio)"
    ) in said["prudh"]
    assert (
        "- Do eaten prawns come back? yes, to their owner's gene pool (usual) · no, they're" in said["prawns"]
    )
    assert "- Size of the sea: 5 wide, 5 high, 5 krill a side · … · 8 wide, 8 high, 8 krill" in said["prawns"]
    assert "A challenge can choose" not in said["pjawns"]


async def test_some_choices_are_never_rated(server: Server) -> None:
    server.command = "predation"
    await server.challenge(lair="7", rated="on")
    await server.challenge(server.opponent, lair="5", rated="on")
    assert [(await server.match(number)).stakes for number in (1, 2)] == [
        RatedStatus.FRIENDLY,
        RatedStatus.RATED,
    ]
    first, second = (text(one) for one in server.channel.history()[-2:])
    assert " · unrated · " in first and " · rated · " in second


async def test_a_list_of_challenges_says_it_too(server: Server) -> None:
    server.command = "prudh"
    await server.challenge(edge="tika")
    found = panel_of(await server.visitor.slash(server.channel, "match", number="find"))
    assert " · Edge: stay there (tika)" in text(found)
