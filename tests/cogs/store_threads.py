"""Which stories have a store with threads, as the bot's own is, and which do without.

A trip to a thread and back costs more than most statements. Most stories are about what people see, and their
store works in the thread of the event loop. Those that could tell the difference have its threads: they start
the bot again, have two things go on at once, open the database themselves, or erase somebody. It is known by
the names that a story uses, itself or in helpers that it calls by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any, Final

NAMES: Final = frozenset(
    {
        # The bot is started again, or there are two.
        *("restart", "restart_bot", "make_bot", "open_store"),
        # Two things go on at once: simcord doesn't wait for the first of them.
        *("gather", "create_task", "settle_timeout"),
        # The database is opened past the bot.
        *("sqlite3", "create_engine"),
        # Somebody is erased.
        *("ask_to_be_forgotten", "is_to_be_forgotten", "to_be_forgotten", "forget"),
    }
)
MODULES: Final = frozenset(
    f"tests.cogs.{module}"
    for module in (
        "delivery.test_name_removal",
        "delivery.test_restarts",
        "delivery.test_statements",
        "delivery.test_upkeep",
        "panels.account.test_privacy",
    )
)
"""All that these tell is about such things, or about the threads."""


def has_threads(told: FunctionType) -> bool:
    """True for a story that is told with the threads of a store."""
    return told.__module__ in MODULES or not NAMES.isdisjoint(_used(told, {told}))


def _used(function: FunctionType, seen: set[FunctionType]) -> Iterator[str]:
    """The names in a function, and in those of its module or of the tests' that it calls by their names."""
    for name in _names(function.__code__):
        yield name
        called: Any = function.__globals__.get(name)
        if isinstance(called, FunctionType) and called.__module__.startswith("tests.") and called not in seen:
            seen.add(called)
            yield from _used(called, seen)


def _names(code: CodeType) -> Iterator[str]:
    """The names in a function's code, those within it too."""
    yield from code.co_names
    for within in code.co_consts:
        if isinstance(within, CodeType):
            yield from _names(within)
