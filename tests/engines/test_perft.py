"""Leaves of the tree of legal actions, against the tables in tests/data/perft.

A table holds positions, each with where its numbers are from. Its lines::

    source published <link> | second implementation <where> | pinned
    rules 1                                 (left out: the present version)
    options board=5x5 revival=off           (left out: the defaults)
    position <position text>
    perft <depth> <leaves>
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import pytest

from engines import GAMES, divide, perft
from tests.games import part

TABLES = Path(__file__).parent.parent / "data" / "perft"


@dataclass
class Entry:
    """A position of a table, with the leaves at each depth."""

    game: str
    source: str = ""
    version: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    text: str = ""
    leaves: dict[int, int] = field(default_factory=dict)

    def __str__(self) -> str:
        by = "" if self.version is None else f" by version {self.version}"
        return f"{self.game}{by} {self.text}"


def table(key: str) -> Iterator[Entry]:
    entry = Entry(key)
    for line in (TABLES / f"{key}.perft").read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "source":
            if entry.leaves:
                yield entry
            entry = Entry(key, source=rest)
        elif word == "rules":
            entry.version = int(rest)
        elif word == "options":
            entry.options = dict(pair.split("=") for pair in rest.split())
        elif word == "position":
            entry.text = rest
        elif word == "perft":
            depth, leaves = map(int, rest.split())
            entry.leaves[depth] = leaves
        else:
            assert not line or line.startswith("#"), line
    yield entry


ENTRIES = [entry for key in GAMES if (TABLES / f"{key}.perft").exists() for entry in table(key)]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_table_with_sources(key: str) -> None:
    entries = list(table(key))
    assert all(entry.source and entry.leaves for entry in entries)
    assert any(not entry.source.startswith("pinned") for entry in entries)


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_perft(entry: Entry) -> None:
    game = GAMES[entry.game]
    if entry.version is not None:
        game = game.at(entry.version)
    position = game.from_text(entry.text, entry.options)
    for depth, leaves in entry.leaves.items():
        assert perft(position, depth) == leaves, divide(position, depth)


class Second(Protocol):
    """A position of a second implementation."""

    def legal(self) -> Iterable[str]: ...

    def play(self, text: str) -> Second: ...


def second(entry: Entry) -> Second:
    """The position of an entry in the game's second implementation."""
    module = part(entry.game, "naive")
    assert module is not None
    read: Callable[..., Second] = module.read
    older = () if entry.version is None else (entry.version,)
    return read(entry.text, GAMES[entry.game].complete_options(entry.options), *older)


def naive_perft(game: Second, depth: int) -> int:
    if depth == 0:
        return 1
    actions = list(game.legal())
    # Where the last of them lead is not asked for.
    return len(actions) if depth == 1 else sum(naive_perft(game.play(text), depth - 1) for text in actions)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.source.startswith("second")], ids=str)
def test_the_second_implementation_counts_the_same(entry: Entry) -> None:
    game = second(entry)
    for depth, leaves in entry.leaves.items():
        assert naive_perft(game, depth) == leaves


def test_divide_splits_perft_by_first_action() -> None:
    position = GAMES["prawns"].start()
    split = divide(position, 2)
    assert list(split) == [str(action) for action in position.legal_actions()]
    assert sum(split.values()) == perft(position, 2)
    assert perft(position, 0) == 1
