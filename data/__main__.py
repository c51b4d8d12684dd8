"""Commands for maintaining the database: ``python -m data backup FILE``, and so on.

The exit code is 0 if all went well; 1 if the database cannot be used just now, or something in it is wrong; 2
if it cannot be used at all or the command line is invalid. All commands except ``restore`` may be run while a
bot of the same version uses the database.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError
from sqlalchemy import URL, Connection

from data import DatabaseRefusedError, DatabaseUrlError, open_store, stores
from data.database import Database, parse_url, sqlite_file
from data.errors import advice_at_a_command
from data.features import FEATURES
from data.features.rows import RowsCommand
from data.maintenance import counted, reading
from data.maintenance.check import Check
from data.maintenance.file_copies import back_up, restore
from data.maintenance.reading import opened_as_it_is
from data.maintenance.revisions import Revisions
from data.maintenance.server_copies import SKIPPED, back_up_server, record_went_back, restore_server
from data.sqlite import compact
from data.stores.pruning import Pruning
from matches.errors import StoreUnavailableError
from settings.console import run
from settings.environment import DatabaseSettings, complaints

WELL, NOT_NOW, REFUSED = 0, 1, 2
WRONG = NOT_NOW


class Command(NamedTuple):
    """A command: its help text, the function that runs it and returns the exit code, and its arguments.

    ``makes``: the database may be missing.
    """

    about: str
    run: Callable[[argparse.Namespace], int]
    takes: Callable[[argparse.ArgumentParser], None] = lambda _parser: None
    makes: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code. Raises SystemExit if it is invalid."""
    asked = _read(arguments)
    command = _COMMANDS[asked.command]
    try:
        asked.database = asked.database or DatabaseSettings().direct_url
        asked.url = parse_url(asked.database)
        if not command.makes:
            _check_there(asked.url)
        return command.run(asked)
    except StoreUnavailableError as error:
        print(advice_at_a_command(error), file=sys.stderr)
        return REFUSED if isinstance(error, DatabaseRefusedError) else NOT_NOW
    except ValidationError as error:
        print(*complaints(error), sep="\n", file=sys.stderr)
        return REFUSED


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument(
        "--database",
        metavar="URL",
        help="the address of the database; that of the bot, DATABASE_URL, unless told otherwise",
    )
    parser = argparse.ArgumentParser(prog="python -m data", description="Look after the database.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in _COMMANDS.items():
        added = commands.add_parser(name, parents=[where], help=command.about, description=command.about)
        command.takes(added)
    return parser.parse_args(arguments)


def _check_there(url: URL) -> None:
    """Raise DatabaseUrlError for a missing file: creating one would only hide a wrong address."""
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise DatabaseUrlError(
            f"There is no database {file}. Start this from the bot's folder, or name the database's address "
            "with --database."
        )


_LATER: Final = "Start the bot in five minutes at the earliest: docs/hosting.md says why."


def _now() -> datetime:
    return datetime.now(UTC)


# --- backup and restore ---------------------------------------------------------------------------


def _backup(asked: argparse.Namespace) -> int:
    file = sqlite_file(asked.url)
    if file is None:
        held = back_up_server(asked.url, asked.file, force=asked.force)
    else:
        held = back_up(file, asked.file, force=asked.force)
    print(f"Backed up {_name(asked.url)} to {asked.file}, and checked: {held}.")
    return WELL


def _takes_backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup to be made")
    parser.add_argument("--force", action="store_true", help="write over FILE if there is one")


def _restore(asked: argparse.Namespace) -> int:
    file, known = sqlite_file(asked.url), Revisions().check_known
    if file is None:
        held = restore_server(asked.url, asked.file, check_known=known)
        print(f"Restored {_name(asked.url)} from {asked.file}: {held}.\n{_LATER}")
        return WELL
    done = restore(file, asked.file, now=_now(), check_known=known)
    print(f"Restored {file} from {asked.file}: {done.held}.")
    if done.kept is not None:
        print(f"What was there before is kept as {done.kept}.\n{_LATER}")
    return WELL


def _takes_restore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup to go back to")


def _went_back(asked: argparse.Namespace) -> int:
    if sqlite_file(asked.url) is not None:
        raise DatabaseUrlError("This is for PostgreSQL. A file of SQLite's is put back by `restore`.")
    record_went_back(asked.url)
    print(f"New matches go on {SKIPPED:,} numbers higher, and commands will be registered again.\n{_LATER}")
    return WELL


def _name(url: URL) -> str:
    """The database's file, or its name on the server: never a password."""
    return str(sqlite_file(url) or f"the database {url.database}")


# --- check ----------------------------------------------------------------------------------------


def _check(asked: argparse.Namespace) -> int:
    return asyncio.run(_checked(asked.url))


async def _checked(url: URL) -> int:
    async with opened_as_it_is(url) as database:
        check = Check(database, _now())
        async for line in check.lines():
            print(line, flush=True)
    print(check.seen)
    return WELL if check.seen.well else WRONG


# --- prune ----------------------------------------------------------------------------------------


def _prune(asked: argparse.Namespace) -> int:
    return asyncio.run(_counted(asked.url) if asked.dry_run else _pruned(asked.database))


def _takes_prune(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="say what would go, and remove nothing")


async def _counted(url: URL) -> int:
    async with opened_as_it_is(url) as database:
        return await _told(Pruning(database, _now()).removable(), "would be removed")


async def _pruned(url: str) -> int:
    await (await open_store(url)).close()  # brought up to date first
    database = Database(parse_url(url), busy_timeout=reading.PATIENCE)
    try:
        return await _told(Pruning(database, _now()).removed(), "removed")
    finally:
        await database.close()


async def _told(counts: AsyncIterator[tuple[str, int]], what: str) -> int:
    total = 0
    async for name, rows in counts:
        print(f"{rows:>9,} {name}", flush=True)
        total += rows
    print(f"{total:>9,} rows {what}.")
    return WELL


# --- ratings --------------------------------------------------------------------------------------


def _ratings(asked: argparse.Namespace) -> int:
    matches = asyncio.run(_changed(asked.database, stores.ratings.recompute))
    print(f"Ratings were rebuilt from {counted(matches, 'match', 'matches')}.")
    return WELL


async def _changed(url: str, do: Callable[[Connection], int]) -> int:
    store = await open_store(url)
    try:
        return await store.write(do)
    finally:
        await store.close()


# --- of features ----------------------------------------------------------------------------------


def _of_feature(command: RowsCommand, asked: argparse.Namespace) -> int:
    matches = asyncio.run(_changed(asked.database, command.do))
    print(command.said.format(matches=counted(matches, "match", "matches")))
    return WELL


# --- compact --------------------------------------------------------------------------------------


def _compact(asked: argparse.Namespace) -> int:
    file = sqlite_file(asked.url)
    if file is None:
        raise DatabaseUrlError("This is for SQLite. PostgreSQL does it by itself; `VACUUM` does it at once.")
    asyncio.run(_opened(asked.url))  # refuses another program's file
    before = file.stat().st_size
    compact(asked.url, busy_timeout=reading.PATIENCE)
    print(f"Rewrote {file} without what was deleted: {before:,} bytes, now {file.stat().st_size:,}.")
    return WELL


async def _opened(url: URL) -> None:
    async with opened_as_it_is(url):
        pass


_COMMANDS: dict[str, Command] = {
    "backup": Command(
        "copy the database to a file, checked, while the bot runs",
        _backup,
        _takes_backup,
    ),
    "restore": Command(
        "put a backup in the place of the database, which is kept beside it (PostgreSQL: into an empty one); "
        "the bot must be stopped",
        _restore,
        _takes_restore,
        makes=True,
    ),
    "went-back": Command(
        "make a PostgreSQL database ready that was brought back to an earlier moment by other means",
        _went_back,
    ),
    "check": Command(
        "replay every match from its record and tell of each with which something is wrong; changes nothing",
        _check,
    ),
    "prune": Command(
        "remove what nobody needs any more: old messages sent, challenges that came to nothing, the like",
        _prune,
        _takes_prune,
    ),
    "compact": Command(
        "rewrite the file without room that nothing needs and what was deleted before; best with the bot "
        "stopped, as moves wait",
        _compact,
    ),
    "ratings": Command(
        "rebuild what follows from the results of matches: ratings, leaderboards, profiles",
        _ratings,
    ),
    **{
        command.name: Command(command.about, partial(_of_feature, command))
        for feature in FEATURES
        for command in feature.commands
    },
}

if __name__ == "__main__":
    os.umask(0o077)  # as in bot.py: only the owner may read a database and its copies
    run(main)
