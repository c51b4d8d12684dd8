"""No text for people says things in the odd ways that it once did, but as players and Discord say them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from discord import app_commands

from tests.cogs.server import Server

ROOT: Final = Path(__file__).parents[3]
ODD: Final = {
    r"\blaps(?:e|es|ed)\b": "expires",
    r"\bto act\b": "…'s turn",
    r"\bwhoever\b": "the player who, anyone who",
    r"\bmeanwhile\b": "by now, until then",
    r"\banew\b": "again",
    r"\bseen by you alone\b|\byou alone (?:see|may)|\balone with me\b": "only you can see it",
    r"\bso nothing was (?:changed|done)\b|\bnothing was played;": "leave it out",
    r"\bsettled for\b": "this server's settings",
    r"\b(?:stands?|stood) still\b": "is stopped",
    r"\bit fell\b": "it came up",
    r"\bgoes on:": "…'s turn continues",
    r"\bturn round\b": "flip board",
    r"\bin letters\b": "text board",
    r"\bboard by board\b": "step through",
    r"\bgiv(?:e|en) (?:a match )?up\b": "resign",
    r"\basks once\b(?! more)": "asks first",
    r"\bcalled? (?:it |them )?(?:all )?off\b": "cancelled",
    r"\bsuggest no result\b": "offer to cancel the match",
    r"\bnobody does anything\b": "nobody acts",
    r"\bstop asking\b|\bnowhere\"": "send moves without asking; off",
    r"\bdays away\b|\bday that has begun\b": "vacation",
    r"\bvery likely between (?:\d|\{)": "±",
    r"\bnever lost on time\b": "timeouts: none",
    r"\ballowed by name\b|\bonly named ones\b": "the allowed list",
    r"\bnamed nothing\b|\bname nobody\b|\bname (?:it|one) with\b": "pick one",
    r"\bcould be meant\b": "if you have more than one",
    r"\bmy (?:own )?notes (?:just|now)|\bat my notes\b": "my database",
    r"\block the permission\b|\black(?:s)? the permission\b": "need the … permission",
    r"\bthat i owe you\b": "notification",
    r"\bmend it\b": "fix it",
    r"\bnobody can play by it\b|\bthe same twice\b": "say what the reader gets",
    r"\bchance says\b|`[a-z0-9]+` will do\b|has not come down to us\b": "drawn at random; works too; is lost",
    r"\badministrators?\b": "server admin",
    r"\bwhose; your own\b|\bwhat is settled\b|\bstill going on\b": "plain words",
}
"""Odd words, from the review that told of them, and what to say instead."""

ALLOWED: Final = (
    # Here somebody could fear that something was lost.
    "My database isn't answering right now, so nothing was changed.",
)
TEXTS: Final = (
    *("cogs/text/en/**/*.py", "cogs/*/texts.py", "cogs/panels/learn/scripts/*.py"),
    *("engines/games/*/describe.py", "engines/games/*/explain.py"),
)
PAGES: Final = ("README.md", ".env.example", "docs/*.md", "docs/rules/*.md")
HOSTS: Final = ("bot.py", "worker.py", "cogs/connection/*.py", "cogs/hosting/*.py", "data/__main__.py")


def strings(file: Path) -> Iterator[tuple[str, str]]:
    """The texts in a module with where each stands: neither docstrings nor what is a part of the code."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside = {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)
    } - {id(node) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)}
    for node in ast.walk(tree):
        if id(node) in bare or id(node) in inside:
            continue
        said = _said(node)
        if said:
            yield f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", said


def _said(node: ast.AST) -> str:
    """A literal text, with {} for what is put into it; empty for all else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_said(part) or "{}" for part in node.values)
    return ""


def lines(file: Path) -> Iterator[tuple[str, str]]:
    """The paragraphs of a page with where each stands."""
    number = 1
    for paragraph in file.read_text(encoding="utf-8").split("\n\n"):
        yield f"{file.relative_to(ROOT)}:{number}", " ".join(paragraph.split())
        number += paragraph.count("\n") + 2


def files(*patterns: str) -> list[Path]:
    """The files of the project that fit; a pattern that none fits is a mistake."""
    found = {pattern: sorted(ROOT.glob(pattern)) for pattern in patterns}
    assert all(found.values()), found
    return [file for several in found.values() for file in several]


def odd(said: str) -> list[str]:
    """The odd words in a text, each with what to say instead."""
    for allowed in ALLOWED:
        said = said.replace(allowed, "")
    return [f"“{found[0]}” ({better})" for word, better in ODD.items() if (found := _find(word, said))]


def _find(word: str, said: str) -> re.Match[str] | None:
    return re.search(word, said, re.IGNORECASE)


def check(texts: Iterator[tuple[str, str]]) -> None:
    """Fail, telling every odd word, if there are any."""
    found = [f"{where}: {', '.join(words)}" for where, said in texts if (words := odd(said))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "said",
    ["The challenge lapses in 7 days.", "It is for white to act now.", "Whoever wins the toss moves first."],
)
def test_odd_words_are_found(said: str) -> None:
    assert odd(said)


def test_texts_are_read_whole() -> None:
    said = dict(strings(ROOT / "cogs/text/en/challenge.py"))
    assert any("{}'s challenge expired" in one for one in said.values())
    assert not any(one.startswith("The text of a challenge") for one in said.values()), "docstrings are not"


def test_texts_games_and_tours() -> None:
    check(found for file in files(*TEXTS) for found in strings(file))


def test_what_a_host_reads() -> None:
    check(found for file in files(*HOSTS) for found in strings(file))


def test_pages() -> None:
    check(found for file in files(*PAGES) for found in lines(file))


async def test_commands(server: Server) -> None:
    check(described(server.bot.tree))


def described(tree: app_commands.CommandTree[Any]) -> Iterator[tuple[str, str]]:
    """All descriptions that Discord shows of commands, groups, options and choices."""
    for command in tree.walk_commands():
        yield f"/{command.qualified_name}", command.description
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                where = f"/{command.qualified_name} {option.display_name}:"
                yield where, str(option.description)
                for choice in option.choices:
                    yield where, choice.name
