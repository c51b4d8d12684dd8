"""``python -m data check`` on rows of tournaments: silent, or precise about a fault."""

from __future__ import annotations

import asyncio
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from cogs.tournaments.service import Tournaments, after_change
from data import open_store
from matches import MatchId, UserId
from matches.tournaments.model import Format, TournamentTerms
from tests.cogs.tournaments.pairing import paired_here
from tests.data_store.maintenance.checking import WELL, faults_after, told_of
from tests.matches.table import NOON, PLACE, Table

PEOPLE = tuple(map(UserId, range(2001, 2009)))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tournaments of three kinds, a game of one over."""
    file = tmp_path_factory.mktemp("sound") / "sound.sqlite3"
    asyncio.run(_played(file))
    return file


async def _played(file: Path) -> None:
    store = await open_store(f"sqlite+aiosqlite:///{file}", clock=lambda: NOON)
    table = Table(store, reactions=(after_change,))
    tournaments = Tournaments(table.services.core, paired_here)
    for form in (Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT):
        terms = TournamentTerms(form, entries_until=NOON + timedelta(days=1))
        made = await tournaments.create(PEOPLE[0], PLACE, form, "pjawns", terms, event=True)
        for user in PEOPLE[:4]:
            await tournaments.enter(made.id, user)
        if form is not Format.KNOCKOUT:
            table.now = NOON + timedelta(days=2)
            while await tournaments.attend(made.id):
                pass
            table.now = NOON
    match = await table.matches.load(MatchId(1))
    await table.matches.play.resign(match.id, match.users[0])
    await store.close()


@pytest.fixture
def spoilt(sound: Path, sqlite_file: Path) -> Path:
    """The same, to be spoilt."""
    return Path(shutil.copyfile(sound, sqlite_file))


@pytest.mark.usefixtures("spoilt")
async def test_nothing_is_wrong_at_first(sqlite_url: str) -> None:
    (said,) = await told_of(sqlite_url)
    assert said.endswith(WELL)


QUESTION = "INSERT INTO tournament_substitute VALUES (2, 3, 1,"
PAIRING = "INSERT INTO tournament_pairing SELECT tournament_id, {} FROM tournament_pairing WHERE {}"


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize(
    ("statement", "line"),
    [
        # --- tournaments
        ("UPDATE tournament SET state = 'lost' WHERE id = 1", "tournament=1: it cannot be read"),
        ("UPDATE tournament SET terms = '{}' WHERE id = 1", "tournament=1: it cannot be read"),
        (
            "UPDATE tournament SET state = 'over' WHERE id = 1",
            "tournament=1: it is over without a time of its end",
        ),
        (
            "UPDATE tournament SET ended_at = created_at WHERE id = 1",
            "tournament=1: it is running with a time of its end",
        ),
        (
            "UPDATE tournament SET state = 'paused' WHERE id = 1",
            "tournament=1: it is paused without a time of its pause",
        ),
        (
            "UPDATE tournament SET paused_at = created_at WHERE id = 1",
            "tournament=1: it is running with a time of its pause",
        ),
        (
            "UPDATE tournament SET round_at = NULL WHERE id = 1",
            "tournament=1: it is in round 1 without its beginning",
        ),
        (
            "UPDATE tournament SET state = 'open' WHERE id = 1",
            "tournament=1: it is open for entries, and something is paired",
        ),
        (
            "UPDATE tournament_entrant SET seed = 1 WHERE tournament_id = 3 AND number < 3",
            "tournament=3: 2 entrants have seed 1",
        ),
        (
            "UPDATE tournament_entrant SET user_id = 2001 WHERE tournament_id = 3 AND number < 3",
            "tournament=3: user=2001 is entered 2 times",
        ),
        (
            "UPDATE tournament_entrant SET seed = 0 WHERE tournament_id = 2 AND seed = 4",
            "tournament=2: it has begun, and an entrant has no seed; ",
        ),
        (
            "UPDATE tournament_pairing SET first = 9 WHERE tournament_id = 2 AND board = 1",
            "tournament=2: pairing 1.1.1 has seed 9, and no entrant has",
        ),
        (
            "UPDATE tournament_pairing SET second = first WHERE tournament_id = 2 AND board = 1",
            "tournament=2: pairing 1.1.1 pairs seed ",
        ),
        (
            "UPDATE tournament_pairing SET round = 2 WHERE tournament_id = 2 AND board = 1",
            "tournament=2: pairing 2.1.1 is of no round so far",
        ),
        (
            "UPDATE tournament_pairing SET ends_at = '2020-01-01 00:00:00.000000+00:00' "
            "WHERE tournament_id = 2 AND board = 1",
            "tournament=2: pairing 1.1.1 ends before it begins",
        ),
        (
            PAIRING.format(
                "1, 9, 1, group_number, second, first, begins_at, ends_at, NULL, FALSE, NULL, NULL, NULL, "
                "NULL, NULL",
                "tournament_id = 1 AND board = 1",
            ),
            "tournament=1: seeds ",
        ),
        (
            "UPDATE tournament_pairing SET first = (SELECT first FROM tournament_pairing WHERE "
            "tournament_id = 2 AND board = 1) WHERE tournament_id = 2 AND board = 2",
            "tournament=2: seed ",
        ),
        (
            "UPDATE tournament_pairing SET first_points = 2 WHERE tournament_id = 2 AND board = 1",
            "tournament=2 pairing 1.1.1: it is half decided",
        ),
        # --- their matches
        (
            "UPDATE match SET tournament = 3 WHERE id = 2",
            "match=2: it is a game of tournament=3, and no pairing has it",
        ),
        (
            "UPDATE tournament_pairing SET match_id = NULL WHERE match_id = 2",
            "match=2: it is a game of tournament=1, and no pairing has it",
        ),
        (
            "UPDATE tournament_pairing SET match_id = 2 WHERE match_id = 3",
            "match=2: 2 pairings have it",
        ),
        (
            "UPDATE tournament_pairing SET match_ended = TRUE WHERE match_id = 2",
            "its match=2 is playing, and it is noted otherwise",
        ),
        (
            "UPDATE tournament_pairing SET match_ended = FALSE WHERE match_id = 1",
            "its match=1 is finished, and it is noted otherwise",
        ),
        (
            "UPDATE tournament_pairing SET match_id = NULL, match_ended = TRUE WHERE match_id = 2",
            "the match of pairing 1.",
        ),
        # --- their events and champions
        (
            "UPDATE tournament_event SET event_id = 9 WHERE tournament_id = 1",
            "tournament=1: its event is stored, and Discord was not asked for it",
        ),
        (
            "UPDATE tournament_event SET trouble = 'rain' WHERE tournament_id = 1",
            "tournament=1: nobody knows the trouble 'rain' of its event",
        ),
        (
            "INSERT INTO tournament_champion VALUES (1, 0, 2001, 739000)",
            "tournament=1: it is running, and has a champion",
        ),
        (
            "INSERT INTO tournament_champion VALUES (1, 2, 2001, 739000)",
            "tournament=1: season 2 has a champion, and it is in season 1",
        ),
        (
            "INSERT INTO tournament_champion VALUES (77, 0, 2001, 739000)",
            "database: row None of tournament_champion refers to a row of tournament that is gone",
        ),
        # --- questions to substitutes
        (
            f"{QUESTION} 'perhaps', 1, '2026-01-01 00:00:00.000000+00:00', NULL, NULL, NULL)",
            "tournament=2: nobody knows the state 'perhaps' of a question to a substitute",
        ),
        (
            f"{QUESTION} 'open', 1, '2026-01-01 00:00:00.000000+00:00', NULL, NULL, NULL)",
            "tournament=2: a question about seed 1 is open, and never due",
        ),
        (
            f"{QUESTION} 'refused', 1, '2026-01-01 00:00:00.000000+00:00', 5, NULL, NULL)",
            "tournament=2: a question about seed 1 is refused, and never due",
        ),
        (
            f"{QUESTION} 'open', 1, '2026-01-01 00:00:00.000000+00:00', NULL, '2026-01-01 "
            "00:00:00.000000+00:00', NULL), (2, 4, 1, 'open', 1, '2026-01-01 00:00:00.000000+00:00', NULL, "
            "'2026-01-01 00:00:00.000000+00:00', NULL)",
            "tournament=2: 2 open questions are about seed 1",
        ),
    ],
)
async def test_what_is_wrong_is_told(spoilt: Path, statement: str, line: str) -> None:
    lines = await faults_after(statement, spoilt)
    assert any(line in one for one in lines), lines
    assert len(lines) <= 4, lines
