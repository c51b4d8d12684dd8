"""What benchmarks share: clocks and percentiles, tables and goals, stores to fill, plans and arguments."""

from __future__ import annotations

import argparse
import gc
import inspect
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import fields, replace
from math import inf
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final, NamedTuple, TypeVar, get_args, get_type_hints

from data import Database, open_store

T = TypeVar("T")
Clock = Callable[[], float]
"""Gives seconds, as those of the module ``time`` do."""

# --- clocks ----------------------------------------------------------------------------------------------


class Spent(NamedTuple):
    """Milliseconds by the clock, and of the processor."""

    clock: float
    processor: float


def timed(do: Callable[[], T], clock: Clock = time.perf_counter) -> tuple[float, T]:
    """The milliseconds of a call, and its result."""
    begun = clock()
    made = do()
    return 1000 * (clock() - begun), made


def half(do: Callable[[], object], rounds: int, clock: Clock = time.perf_counter) -> float:
    """The median of the milliseconds of some calls."""
    return median(timed(do, clock)[0] for _ in range(rounds))


async def cost(what: Awaitable[object], processor: Clock = time.process_time) -> Spent:
    """The time that an awaitable takes, here or by another ``processor`` clock."""
    begun, worked = time.perf_counter(), processor()
    await what
    return Spent(1000 * (time.perf_counter() - begun), 1000 * (processor() - worked))


def percentile(values: Sequence[float], percent: int) -> float | None:
    """The given percentile of the values; the first one if there is only one, None if there are none."""
    if len(values) < 2:
        return values[0] if values else None
    return quantiles(values, n=100)[percent - 1]


@contextmanager
def undisturbed() -> Iterator[None]:
    """A block without garbage collection, which would delay this process and then send much at once."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


# --- figures ---------------------------------------------------------------------------------------------


def figure(
    name: str,
    value: float | None,
    unit: str = "",
    *,
    at_most: float | None = None,
    at_least: float | None = None,
) -> bool:
    """Print a figure beside its bounds; returns True if it is within them. None could not be measured."""
    bounds = {"at most": at_most, "at least": at_least}
    known = [f"{words} {bound:g}" for words, bound in bounds.items() if bound is not None]
    low, high = -inf if at_least is None else at_least, inf if at_most is None else at_most
    met = not known or (value is not None and low <= value <= high)
    wanted = f"   wanted: {', '.join(known)}: {'met' if met else 'NOT met'}" if known else ""
    said = "-" if value is None else f"{value:.4g}"
    print(f"  {name:<58} {said:>8} {unit}".rstrip() + wanted, flush=True)
    return met


class FigureTable:
    """Rows of figures below the titles of their columns, each printed as it comes."""

    def __init__(self, width: int, columns: Mapping[str, str]) -> None:
        """Print the titles of columns, given with the formats of their figures; ``width``: that of names."""
        self._width = width
        self._columns = [(max(7, len(title)), form) for title, form in columns.items()]
        titles = zip(columns, self._columns, strict=True)
        print(" " * (width + 2) + "".join(f"  {title:>{wide}}" for title, (wide, _) in titles))

    def row(self, name: str, *values: object, end: str = "") -> None:
        """Print a row, and what stands after it."""
        columns = zip(values, self._columns, strict=True)
        cells = "".join(f"  {format(value, form):>{wide}}" for value, (wide, form) in columns)
        print(f"  {name:<{self._width}}{cells}{end}", flush=True)


# --- stores ----------------------------------------------------------------------------------------------


def address_of(file: Path) -> str:
    """The address of a SQLite database."""
    return f"sqlite+aiosqlite:///{file}"


@asynccontextmanager
async def store_on(file: Path) -> AsyncIterator[Database]:
    """The store on a SQLite database."""
    store = await open_store(address_of(file))
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def new_file() -> AsyncIterator[Path]:
    """The file of a new SQLite database, which nobody has open."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.sqlite3"
        async with store_on(file):
            pass
        yield file


@asynccontextmanager
async def a_store() -> AsyncIterator[tuple[Database, Path]]:
    """A store on a new SQLite database, and the file of that."""
    async with new_file() as file, store_on(file) as store:
        yield store, file


MATCH: Final = {
    "version": ":entries + 2",
    "phase": "'playing'",
    "game": "'pjawns'",
    "rules_version": "1",
    "options": "'{}'",
    "guild_id": "11",
    "channel_id": "12",
    "challenger": "1000 + n % 1000",
    "opponent": "7000 + n % 999",
    "challenger_side": "'white'",
    "opponent_side": "'black'",
    "created_at": ":then",
    "changed_at": ":then",
    "first_side": "'white'",
    "shown_version": ":entries + 2",
    "stage": "'turn:' || :entries",
    "pace": "'none'",
}
"""The columns of a match in play, in SQL; ``n`` is its number."""


def fill(file: Path, count: int, entries: int, recorded: str = "TRUE", **columns: str) -> None:
    """Store matches in play, with ``entries`` each where ``recorded``; ``columns`` are further ones of MATCH.

    Their SQL may have ``:then``, a moment ten minutes ago, and ``:later``, one in a day.
    """
    row = {**MATCH, **columns}
    now = time.time()
    then, later = (
        time.strftime("%Y-%m-%d %H:%M:%S.000000+00:00", time.gmtime(at)) for at in (now - 600, now + 86400)
    )
    numbers = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {})"
    given = {"count": count, "entries": entries, "then": then, "later": later}
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(
            f"{numbers.format(':count')} INSERT INTO match ({', '.join(row)}) "
            f"SELECT {', '.join(row.values())} FROM number",
            given,
        )
        database.execute(
            f"{numbers.format(':entries')} INSERT INTO entry SELECT id, n, 'action', 'c' || n, "
            f"iif(n % 2, 'white', 'black'), n, created_at FROM match, number WHERE {recorded}",
            given,
        )


# --- arguments -------------------------------------------------------------------------------------------


def main(run: Callable[..., None], **usual: Any) -> None:
    """Call ``run`` with the arguments of the command line, which are its parameters.

    Those that are positional alone are so on the command line; ``usual`` are other defaults than its own.
    """
    module: Any = sys.modules[run.__module__]
    parser = argparse.ArgumentParser(prog=f"python -m {module.__spec__.name}", description=module.__doc__)
    places = []
    for name, one in inspect.signature(run, eval_str=True).parameters.items():
        kind, several = (get_args(one.annotation) or (one.annotation,))[0], get_args(one.annotation)
        default = usual.get(name, one.default)
        if kind is bool:
            parser.add_argument(f"--{name}", action="store_true")
        elif one.kind is one.POSITIONAL_ONLY:
            places.append(name)
            parser.add_argument(name, nargs="*" if several else "?", type=kind, default=default)
        else:
            parser.add_argument(f"--{name}", nargs="+" if several else None, type=kind, default=default)
    given = vars(parser.parse_args())
    first = [given.pop(name) for name in places]
    run(*first, **given)


def add_options(parser: argparse.ArgumentParser, plan: type) -> None:
    """Add an option for each field of a plan, which says in its annotation what it is about."""
    for name, one in get_type_hints(plan, include_extras=True).items():
        kind = (get_args(one.__origin__) or (one.__origin__,))[0]
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, help=one.__metadata__[0])


def planned(base: T, given: argparse.Namespace) -> T:
    """A plan with what the command line has changed."""
    asked = {one.name: getattr(given, one.name) for one in fields(base)}  # type: ignore[arg-type]
    return replace(base, **{name: value for name, value in asked.items() if value is not None})  # type: ignore[type-var]
