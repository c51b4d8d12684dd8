"""A second language: whoever speaks it is answered in it, a server in its own, and the rest is English."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import simcord.interactions
from discord import Locale
from discord.app_commands import TranslationContextLocation as At
from discord.app_commands import TranslationContextTypes, Translator, locale_str

import cogs
import cogs.text
from cogs import payloads
from cogs.text import ENGLISH, Spoken, descriptions, entry_points_texts, language_of, speaking, texts
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text

NOTHING = "Nichts wartet auf dich."
MOVE = "Ziehen"
REFUSED = "So geht das nicht."


@pytest.fixture
def german() -> Iterator[None]:
    """A language with a few texts."""
    said, errors, commands = ModuleType("match"), ModuleType("errors"), ModuleType("commands")
    vars(said).update(NOTHING_WAITS=NOTHING, MOVE=MOVE)
    vars(errors).update(bad_action=lambda reason, command: REFUSED)
    vars(commands).update(
        DESCRIPTIONS={
            entry_points_texts.MATCH_COMMAND: "Ein Spiel ansehen",
            "After an hour": "Nach einer Stunde",
        }
    )
    cogs.text._languages["de"] = {"match": said, "errors": errors, "commands": commands}
    yield
    del cogs.text._languages["de"]


def speak(server: Server, monkeypatch: pytest.MonkeyPatch, *, person: str, guild: str) -> None:
    """Have everybody speak a language from now on, and their server another."""
    before = simcord.interactions.base_payload

    def told(*given: Any, **more: Any) -> Any:
        record, found = before(*given, **more)
        return record, {**found, "locale": person, "guild_locale": guild}

    monkeypatch.setattr(simcord.interactions, "base_payload", told)
    there = server.bot.get_guild(server.guild.id)
    assert there is not None
    there.preferred_locale = guild  # type: ignore[assignment]


@pytest.fixture
def feature(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A feature's module of texts."""
    made = ModuleType("cogs.reefs.texts")
    vars(made).update(HEAD="Reefs", FOOT="That's all.")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    monkeypatch.setitem(cogs.text._NAMES, made.__name__, "")
    cogs.text.speaks(made.__name__, "reefs")
    return made


@pytest.mark.usefixtures("german")
def test_a_features_texts_are_in_the_language_that_is_spoken(feature: Any) -> None:
    theirs = ModuleType("reefs")
    vars(theirs).update(HEAD="Riffe")
    cogs.text._languages["de"]["reefs"] = theirs
    assert (feature.HEAD, feature.FOOT) == ("Reefs", "That's all.")
    with speaking(Locale.german):
        assert (feature.HEAD, feature.FOOT) == ("Riffe", "That's all.")
        assert feature.__name__ == "cogs.reefs.texts"
    assert feature.HEAD == "Reefs"


# --- which language ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("locale", "spoken"),
    [("de", "de"), ("de-AT", "de"), ("en-GB", "en"), ("pt-BR", "en"), ("", "en"), ("xx", "en")],
)
def test_the_language_of_a_locale(locale: str, spoken: str) -> None:
    assert language_of(locale) == spoken


@pytest.mark.usefixtures("german")
def test_what_a_language_lacks_is_said_in_english() -> None:
    english = texts.HOME_LOST
    with speaking("de"):
        assert (NOTHING, english) == (texts.NOTHING_WAITS, texts.HOME_LOST)
        with speaking("en-US"):
            assert texts.NOTHING_WAITS != NOTHING
        assert texts.NOTHING_WAITS == NOTHING
    assert texts.NOTHING_WAITS != NOTHING


def test_there_is_no_text_that_nobody_wrote() -> None:
    with pytest.raises(AttributeError, match="texts has no text 'NOWHERE'"):
        Spoken("texts").NOWHERE  # noqa: B018 - it is read


# --- to whom it is spoken ----------------------------------------------------------------------------


@pytest.mark.usefixtures("german")
@refusing
async def test_a_person_is_answered_in_theirs_and_the_server_in_its_own(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(server, monkeypatch, person="de", guild="en-US")
    waiting = await server.visitor.slash(server.channel, "match", number="next")
    assert private(waiting) == NOTHING
    await server.begin("pjawns")
    assert "Move" in labels(server.card), "it is for all who are there"
    refused = await server.move(server.challenger, "h8")
    assert REFUSED in private(refused)
    speak(server, monkeypatch, person="en-GB", guild="de")
    await server.act("c1")
    assert MOVE in labels(server.card)
    waiting = await server.visitor.slash(server.channel, "match", number="next")
    assert private(waiting) == texts.NOTHING_WAITS
    clicked = await server.opponent.click(server.card, label="⋯")
    assert "Resign" in labels(clicked.followups[-1])


def told_of(server: Server, name: str) -> dict[str, Any]:
    """What Discord is told of a command."""
    return next(told for told in payloads(server.bot.tree) if told["name"] == name)


@pytest.mark.usefixtures("german")
async def test_commands_are_described_in_every_language_and_called_the_same(server: Server) -> None:
    described = told_of(server, "match")
    assert described["description_localizations"] == {"de": "Ein Spiel ansehen"}
    assert not described.get("name_localizations")


@pytest.mark.usefixtures("german")
async def test_what_is_chosen_from_in_a_command_is_translated_with_it(server: Server) -> None:
    """The choices of a command are read when the program starts: Discord is told them in all languages."""
    (settled,) = (one for one in told_of(server, "server")["options"] if one["name"] == "set")
    (option,) = (one for one in settled["options"] if one["name"] == "archive")
    assert {one["value"]: one.get("name_localizations") for one in option["choices"]}["1"] == {
        "de": "Nach einer Stunde"
    }


class OneByOne(Translator):
    """What discord.py would ask for every text in every language."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        names = (At.command_name, At.group_name, At.parameter_name)
        return None if context.location in names else descriptions(locale).get(string.message)


@pytest.mark.parametrize("spoken", [(), ("de",), ("de", "pt_BR", "fr")])
async def test_discord_is_told_what_discord_py_would_tell_it(
    server: Server, monkeypatch: pytest.MonkeyPatch, spoken: tuple[str, ...]
) -> None:
    """A third of all descriptions and choices has a translation, another third in each language."""
    tree = server.bot.tree
    english = sorted(set(all_words(payloads(tree))))
    assert len(english) > 100
    for number, language in enumerate(spoken):
        commands = ModuleType("commands")
        vars(commands).update(DESCRIPTIONS={one: f"{language} {one}" for one in english[number::3]})
        monkeypatch.setitem(cogs.text._languages, language, {"commands": commands})
    slowly = [await one.get_translated_payload(tree, OneByOne()) for one in tree.get_commands()]
    assert payloads(tree) == slowly
    assert len(set(all_words(slowly))) > len(english) if spoken else set(all_words(slowly)) == set(english)


def all_words(part: Any) -> Iterator[str]:
    """All descriptions and choices in what Discord is told, in all languages."""
    if isinstance(part, list):
        for one in part:
            yield from all_words(one)
    elif isinstance(part, dict):
        yield from (part["name"],) if "value" in part else ()
        yield from (part["description"],) if "description" in part else ()
        for key, within in part.items():
            if key.endswith("_localizations"):
                yield from within.values()
            yield from all_words(within)


# --- when it is read ---------------------------------------------------------------------------------


FOLDER = Path(cogs.__file__).parent
KEYS = {"REMIND_IN", "WHEN", "SEASON_KINDS", "sentence"}
"""What is read when the program starts all the same: choices of commands, and keys that are no texts."""


def read_early(tree: ast.Module) -> list[str]:
    """The texts that a module reads when it is imported, but for what its commands are described with."""
    named = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{cogs.__name__}.")
        for alias in node.names
        if node.module == cogs.text.__name__ or alias.name == "texts"
    }
    return [one.attr for one in _early(tree) if isinstance(one.value, ast.Name) and one.value.id in named]


def _early(node: ast.AST) -> Iterator[ast.Attribute]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.Attribute):
            yield child
        yield from _early(child)


def test_a_text_is_read_when_it_is_said() -> None:
    trees = {
        path.relative_to(FOLDER): ast.parse(path.read_text(encoding="utf-8"))
        for path in FOLDER.rglob("*.py")
        if "text" not in path.relative_to(FOLDER).parts
    }
    assert len(trees) > 150
    early = {path: found for path, tree in trees.items() if (found := set(read_early(tree)) - KEYS)}
    assert early == {}
    prefix = f"{cogs.text.__name__}.{ENGLISH}"
    for path, tree in trees.items():
        if path.name.endswith("texts.py"):
            continue  # English itself, of a feature
        imported = [one.module or "" for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
        assert not [module for module in imported if module.startswith(prefix)], f"{path}: English for ever"


def test_a_text_that_is_read_early_is_found() -> None:
    read = ast.parse("from cogs.text import texts\nONE = texts.MOVE\ndef two(): return texts.BOARD")
    assert read_early(read) == ["MOVE"]


async def test_the_words_of_a_card_are_english_by_default(server: Server) -> None:
    await server.begin("pjawns")
    assert "'s turn:** " in text(server.card)
