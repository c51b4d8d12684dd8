"""A bot without one of its features, on a database that has rows of it: they're kept, and seen to."""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest
from sqlalchemy import select

from cogs.found import features
from data import Database, open_store
from data.features import FEATURES
from data.features.puzzles import puzzle
from data.features.web_board import web_session
from data.schema import match
from demo.run import EVENING
from matches import MatchId, UserId
from matches.advances import ConditionKind
from matches.guilds.settings import ChallengeChannel
from matches.ladder import LadderKey
from matches.lines import NO_GAME, LineKey, LineSpot, LineTree
from tests.cogs.server import StoryEnv, make_bot
from tests.data_store.conftest import finished
from tests.data_store.maintenance.checking import WELL, told_of
from tests.data_store.making import spoken
from tests.feature_rows import (
    add_advances,
    add_comment,
    add_offer,
    add_report,
    add_row,
    add_simul,
    add_tree,
    join_ladder,
)
from tests.store import rows

MISSED = {"tournaments": "is finished, and it is noted otherwise"}
"""Faults that are true ones without a feature: what it would have stored with a match's end."""


async def add_rows(store: Database) -> None:
    """Something of each feature that the evening has nothing of."""
    found = await rows(store, select(match.c.id, match.c.phase, match.c.finished_at).order_by(match.c.id))
    over = next(row for row in found if row["phase"] == "finished")
    running = next(MatchId(row["id"]) for row in found if row["phase"] == "playing")
    users = await users_of(store)
    ada, ben = users[:2]
    match_id, at = MatchId(over["id"]), over["finished_at"] + timedelta(hours=1)
    (home,) = await rows(store, select(match.c.guild_id, match.c.channel_id).where(match.c.id == match_id))
    place = ChallengeChannel(home["guild_id"], home["channel_id"])
    said = await store.write(add_comment, match_id, ada, 1, "Here we go", at)
    await store.write(add_report, said, ben, place.guild, at)
    asked = {"ply": 2, "due_at": at, "asked": 0, "missed": False, "solved": 0}
    await store.write(add_row, puzzle, {"user_id": ada, "match_id": match_id, **asked})
    await store.write(add_simul, ada, "prudh", place, at, users[1:], phase="open", due_at=None)
    await store.write(add_offer, ada, "prudh", place, at)
    tree, _ = LineTree().added(LineSpot(0, 0), "c1-c2", ())
    await store.write(add_tree, LineKey(ada, match_id, NO_GAME), tree, at)
    said_before = spoken(ada, turn=99, kind=ConditionKind.ACTION, condition="a6-a5", after=())
    await store.write(add_advances, running, [said_before])
    await store.write(join_ladder, LadderKey(place.guild, "prudh"), ada, at)
    session = {"id": 1, "user_id": ada, "digest": "a5", "browser": "Safari", "began_at": at, "seen_at": at}
    await store.write(add_row, web_session, session)


async def users_of(store: Database) -> list[UserId]:
    """The players of all matches."""
    found = await rows(store, select(match.c.challenger, match.c.opponent))
    return sorted({UserId(user) for row in found for user in row.values() if user and user > 0})


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with rows of each feature."""
    path = tmp_path_factory.mktemp("rich") / "tidepool.sqlite3"
    with ZipFile(EVENING) as kept, closing(sqlite3.connect(path)) as database:
        database.executescript(kept.read("database.sql").decode())

    async def add() -> None:
        store = await open_store(f"sqlite+aiosqlite:///{path}")
        try:
            await add_rows(store)
        finally:
            await store.close()

    finished(add())
    return path


@pytest.mark.gate(draw=3)
@pytest.mark.parametrize("name", features())
async def test_its_rows_are_told_of_exported_erased_pruned_and_checked(
    name: str, rich: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = Path(shutil.copy(rich, tmp_path))
    caplog.set_level(logging.WARNING)
    others = {each: row for each, row in features().items() if each != name}
    missing = [one.name for one in FEATURES if one.tables and one.name not in others]
    bot = make_bot(path, ["tails"], having=others)
    env = StoryEnv(bot)
    await env.start()
    try:
        app, store = bot.app, bot._store
        assert isinstance(store, Database)
        told = [one.getMessage() for one in caplog.records]
        assert told == [f"rows of {one} are kept; this version doesn't show them" for one in missing]
        for user in await users_of(store):
            everything = json.loads(b"".join([piece async for piece in app.privacy.export(user)]))
            assert everything["matches"]
            _ = [each async for each in app.privacy.end_all(user)]
            assert await app.privacy.forget(user)
            assert not any((await app.privacy.counts(user)).values())
        await app.host.tidy()
        *faults, counted = await told_of(f"sqlite+aiosqlite:///{path}")
        true_ones = [MISSED[one] for one in missing if one in MISSED]
        assert all(any(true in one for true in true_ones) for one in faults)
        assert faults or counted.endswith(WELL)
    finally:
        await env.shutdown()
        await bot.close()
