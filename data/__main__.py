"""The database from a shell: ``python -m data ratings``.

Leaves with 0 when all went well, 1 when the database cannot be used just now, 2 when it cannot be used at all
or the question made no sense. It may be asked while a bot of the same version runs on the database.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from pydantic_settings import BaseSettings, SettingsConfigDict

from data import DatabaseRefusedError, DatabaseUrlError, SqlStore, open_store
from data.database import parse_url, sqlite_file
from matches.errors import StoreUnavailableError

WELL, NOT_NOW, REFUSED = 0, 1, 2


class Settings(BaseSettings):
    """Where the database is, found as the bot finds it: in the environment or ``.env``."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True)

    database_url: str = "sqlite+aiosqlite:///tidepool.sqlite3"


class Command(NamedTuple):
    """What can be asked for: how it is explained, and what does it and says what was done."""

    about: str
    run: Callable[[SqlStore], Awaitable[str]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what one command line asks; the exit code comes back. One that cannot be read raises SystemExit."""
    asked = _read(arguments)
    try:
        _check_there(asked.database)
        print(asyncio.run(_done(_COMMANDS[asked.command], asked.database)))
    except StoreUnavailableError as error:
        print(error.advice, file=sys.stderr)
        return REFUSED if isinstance(error, DatabaseRefusedError) else NOT_NOW
    return WELL


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument(
        "--database",
        default=Settings().database_url,
        metavar="URL",
        help="the address of the database; that of the bot, DATABASE_URL, unless told otherwise",
    )
    parser = argparse.ArgumentParser(prog="python -m data", description="Look after the database.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in _COMMANDS.items():
        commands.add_parser(name, parents=[where], help=command.about, description=command.about)
    return parser.parse_args(arguments)


def _check_there(url: str) -> None:
    """Raise DatabaseUrlError for a file that does not exist: a fresh one would only hide a wrong address."""
    file = sqlite_file(parse_url(url))
    if file is not None and not file.exists():
        raise DatabaseUrlError(
            f"There is no database {file}. Start this from the bot's folder, or name the database's address "
            "with --database."
        )


async def _done(command: Command, url: str) -> str:
    """What a command says once it is done. Raises StoreUnavailableError."""
    store = await open_store(url)
    try:
        return await command.run(store)
    finally:
        await store.close()


# --- commands -----------------------------------------------------------------------------------


async def _ratings(store: SqlStore) -> str:
    matches = await store.recompute()
    return f"Ratings were made anew from {matches} {'match' if matches == 1 else 'matches'}."


_COMMANDS: dict[str, Command] = {
    "ratings": Command(
        "make everything that follows from the results of matches anew: ratings, leaderboards, profiles",
        _ratings,
    ),
}

if __name__ == "__main__":
    sys.exit(main())
