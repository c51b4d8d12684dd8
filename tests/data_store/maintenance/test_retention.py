"""What nobody needs goes when its time is over, and not before; the page for players says the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from data import Database, features, stores
from data.features import lines, simuls, web_board
from data.schema import imported, metadata, watch
from data.stores import pruning
from matches.lines import LineKey, LineTree
from matches.model import Match, MatchId, NoticeState, Phase, RatedStatus
from matches.ratings.scores import MatchScores, RatedStart
from matches.time.intervals import Interval
from services import last_seen
from services.last_looks import store_look
from tests.data_store.conftest import Opener
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    DAY,
    MINUTE,
    NOON,
    accepted,
    clocks,
    ending,
    finished,
    new_challenge,
    owed,
    played,
    shown,
)
from tests.feature_rows import add_row, add_tree
from tests.store import keep, rows, write

PAGE = Path(__file__).parents[3] / "docs" / "privacy.md"


@pytest.fixture
async def store(url: str, opener: Opener) -> Database:
    """An empty store of either kind."""
    return await opener(url)


async def left(store: Database, table: str) -> int:
    """How many rows a table has."""
    (found,) = await rows(store, select(func.count().label("left")).select_from(metadata.tables[table]))
    return int(found["left"])


async def put(store: Database, table: Any, **values: Any) -> None:
    """Insert a row that another part of the bot writes."""
    await write(store, insert(table), values)


async def running(store: Database, **more: Any) -> Match:
    """A match that goes on."""
    match = await new_challenge(store)
    return await keep(store, accepted(match, sides={"green": ANN, "blue": BOB}, **more))


async def over(store: Database) -> Match:
    """A match that is over and was shown to be."""
    match = await keep(store, finished(await keep(store, played(await running(store), "d2d3"))))
    await store.write(stores.matches.record_shown, match.id, shown(match))
    return match


async def test_records_from_elsewhere_go_after_their_time(store: Database) -> None:
    await put(store, imported, user_id=ANN, text="a record", at=NOON)
    await stores.pruning.prune(store, NOON + pruning.IMPORTED_KEPT)
    assert await left(store, "imported") == 1
    await stores.pruning.prune(store, NOON + pruning.IMPORTED_KEPT + MINUTE)
    assert await left(store, "imported") == 0


async def test_watches_go_a_day_after_the_end_and_stay_before_it(store: Database) -> None:
    for match in (await over(store), await running(store)):
        await put(store, watch, match_id=match.id, user_id=CAT, each_turn=True, at=NOON)
    end = (await store.read(stores.matches.load, MatchId(1))).changed_at
    await stores.pruning.prune(store, end + pruning.WATCHES_KEPT)
    assert await left(store, "watch") == 2
    await stores.pruning.prune(store, end + pruning.WATCHES_KEPT + MINUTE)
    assert await left(store, "watch") == 1


async def test_what_people_have_seen_of_a_match_goes_some_time_after_its_end(store: Database) -> None:
    for match in (await over(store), await running(store)):
        await store.write(store_look, match.id, CAT, len(match.entries))
    end = (await store.read(stores.matches.load, MatchId(1))).changed_at
    await stores.pruning.prune(store, end + pruning.LAST_LOOKS_KEPT)
    assert await left(store, "last_look") == 2
    await stores.pruning.prune(store, end + pruning.LAST_LOOKS_KEPT + MINUTE)
    assert await left(store, "last_look") == 1


async def test_lines_go_some_time_after_their_last_change_unless_the_match_goes_on(store: Database) -> None:
    for match in (await over(store), await running(store)):
        await store.write(add_tree, LineKey.on(match, CAT), LineTree(), NOON)
    await store.write(add_tree, LineKey.on_rules("prudh", CAT), LineTree(), NOON)
    await stores.pruning.prune(store, NOON + lines.LINES_KEPT)
    assert await left(store, "line_tree") == 3
    await stores.pruning.prune(store, NOON + lines.LINES_KEPT + MINUTE)
    assert await left(store, "line_tree") == 1


async def test_browsers_and_links_of_the_board_go_when_nobody_uses_them(store: Database) -> None:
    link = {"user_id": CAT, "digest": "a5", "match_id": 0, "until": NOON}
    await store.write(add_row, web_board.web_link, link)
    session = {"id": 1, "user_id": CAT, "digest": "b6", "browser": "Safari", "began_at": NOON}
    await store.write(add_row, web_board.web_session, {**session, "seen_at": NOON + MINUTE})
    await stores.pruning.prune(store, NOON)
    assert (await left(store, "web_link"), await left(store, "web_session")) == (1, 1)
    await stores.pruning.prune(store, NOON + web_board.SESSIONS_KEPT)
    assert (await left(store, "web_link"), await left(store, "web_session")) == (0, 1)
    await stores.pruning.prune(store, NOON + web_board.SESSIONS_KEPT + 2 * MINUTE)
    assert await left(store, "web_session") == 0


async def test_a_watched_challenge_that_came_to_nothing_goes_whole(store: Database) -> None:
    match = await new_challenge(store)
    match = await keep(store, replace(match, version=2, phase=Phase.EXPIRED, deadline_at=None))
    await store.write(stores.matches.record_shown, match.id, shown(match))
    await put(store, watch, match_id=match.id, user_id=CAT, each_turn=False, at=NOON)
    await stores.pruning.prune(store, NOON + 200 * DAY)
    assert (await left(store, "watch"), await left(store, "match")) == (0, 0)


async def test_times_away_go_a_year_after_their_end(store: Database) -> None:
    await store.write(stores.people.go_away, ANN, Interval(NOON - DAY, NOON))
    await stores.pruning.prune(store, NOON + pruning.AWAY_KEPT)
    assert await left(store, "away") == 1
    await stores.pruning.prune(store, NOON + pruning.AWAY_KEPT + MINUTE)
    assert await left(store, "away") == 0


async def test_a_time_away_stays_while_a_clock_runs_that_stood_still_in_it(store: Database) -> None:
    await running(store, clocks=clocks())
    await store.write(stores.people.go_away, ANN, Interval(NOON + DAY, NOON + 2 * DAY))
    await store.write(stores.people.go_away, BOB, Interval(NOON - 2 * DAY, NOON - DAY))
    await stores.pruning.prune(store, NOON + 999 * DAY)
    assert await left(store, "away") == 1


async def test_a_leaving_is_kept_for_as_long_as_the_page_says(store: Database) -> None:
    match = await running(store)
    over = await keep(store, finished(match), ending=MatchScores(not_begun=(ANN,)))
    await stores.pruning.prune(store, over.changed_at + pruning.NOT_BEGUN_KEPT)
    assert await left(store, "not_begun") == 1
    await stores.pruning.prune(store, over.changed_at + pruning.NOT_BEGUN_KEPT + MINUTE)
    assert await left(store, "not_begun") == 0


async def test_what_was_pruned_is_told(store: Database) -> None:
    await put(store, imported, user_id=ANN, text="a record", at=NOON)
    removed = await stores.pruning.prune(store, NOON + 999 * DAY)
    assert removed["records from elsewhere"] == 1
    assert sum(removed.values()) == 1


async def test_nothing_of_a_match_that_goes_on_is_lost(store: Database) -> None:
    match = await new_challenge(store, stakes=RatedStatus.RATED)
    start = RatedStart(match.game_key, ANN, BOB, NOON, NOON - DAY)
    match = await keep(store, accepted(match, sides={"green": ANN, "blue": BOB}), start=start)
    await store.write(stores.matches.save_draft, match.id, ANN, ["crab", None])
    await store.write(stores.matches.save_note, match.id, ANN, "mine")
    await store.write(stores.notices.add, match.id, [owed(ANN)])
    (notice,) = await store.read(stores.notices.notices_of, match.id)
    await store.write(stores.notices.settle, notice.id, NoticeState.SENT)
    assert not any((await stores.pruning.prune(store, NOON + 999 * DAY)).values())
    await keep(store, finished(match), ending=ending(match))
    assert sum((await stores.pruning.prune(store, NOON + 999 * DAY)).values()) == 3


# --- what players are told ---------------------------------------------------------------------------


def _days(kept: timedelta) -> str:
    return {1: "a day", 365: "a year"}.get(kept.days, f"{kept.days} days")


def _table() -> list[str]:
    """The lines of the page's table of what goes when."""
    section = PAGE.read_text(encoding="utf-8").split("\n## How long\n")[1].split("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("| ")]


PERIODS = {
    "Messages sent about matches that are over": pruning.NOTICES_KEPT,
    "Challenges that came to nothing": pruning.CHALLENGES_KEPT,
    "Who began a rated match with whom": pruning.RATED_STARTS_KEPT,
    "Matches that you left before you had begun them": pruning.NOT_BEGUN_KEPT,
    "Vacations": pruning.AWAY_KEPT,
    "When the bot was down": pruning.DOWNTIMES_KEPT,
    "Records that you imported": pruning.IMPORTED_KEPT,
    "Which matches you watch": pruning.WATCHES_KEPT,
    "How much of a match you've seen": pruning.LAST_LOOKS_KEPT,
    "Lines that you tried": lines.LINES_KEPT,
    "Simuls that were cancelled or not started in time": simuls.KEPT,
    "Browsers signed in to the board": web_board.SESSIONS_KEPT,
}


ELSEWHERE = {
    "What a server has set, and whom it keeps out as a player of another server": last_seen.KEPT,
}
"""The rows about what is deleted by other jobs."""


@pytest.mark.parametrize("what", PERIODS | ELSEWHERE)
def test_the_page_says_how_long(what: str) -> None:
    (line,) = [line for line in _table() if line.startswith(f"| {what} ")]
    assert _days((PERIODS | ELSEWHERE)[what]) in line


def test_every_period_is_on_the_page() -> None:
    names = [f"{features.__name__}.{found.name}" for found in iter_modules(features.__path__)]
    modules = [pruning, *map(import_module, names)]
    found = [item for one in modules for item in vars(one).items() if item[0].endswith("KEPT")]
    # Notes that news was told name nobody, and are kept as long as messages are.
    told = [value for name, value in found if name.endswith("TOLD_KEPT")]
    assert set(told) == {pruning.NOTICES_KEPT}
    kept = [value for name, value in found if not name.endswith("TOLD_KEPT")]
    assert set(kept) == set(PERIODS.values())
    assert len(kept) == len(PERIODS)


def test_the_page_promises_no_more_than_is_done() -> None:
    """Every row of its table with a number of days is one of those above."""
    timed = [line for line in _table() if " days" in line or "a year" in line or "a day " in line]
    assert len(timed) == len(PERIODS) + len(ELSEWHERE), timed
