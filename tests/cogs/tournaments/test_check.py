"""``python -m data check`` on rows of tournaments and the like: silent, or precise about a fault."""

from __future__ import annotations

import asyncio
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from cogs.tournaments.service import Tournaments, after_change
from data import open_store, stores
from data.features.puzzles import puzzle, puzzle_mail
from matches import MatchId, UserId
from matches.lines import LineKey, LineSpot, LineTree
from matches.tournaments.model import Format, TournamentTerms
from tests.cogs.tournaments.pairing import paired_here
from tests.data_store.maintenance.checking import WELL, told_of
from tests.data_store.maintenance.commands import change
from tests.data_store.making import challenge
from tests.feature_rows import add_comment, add_offer, add_report, add_row, add_simul, add_tree
from tests.matches.table import NOON, PLACE, Table

PEOPLE = tuple(map(UserId, range(2001, 2009)))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tournaments of three kinds; a simul, an offer, a look, puzzles, comments, lines."""
    file = tmp_path_factory.mktemp("sound") / "sound.sqlite3"
    asyncio.run(_played(file))
    return file


async def _played(file: Path) -> None:
    store = await open_store(f"sqlite+aiosqlite:///{file}", clock=lambda: NOON)
    table = Table(store, reactions=(after_change,))
    services = table.services
    tournaments = Tournaments(services.core, paired_here)
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
    theirs = {"user_id": PEOPLE[0], "match_id": match.id, "solved": 0, "asked": 0, "missed": False}
    for ply in (2, 4):
        await store.write(add_row, puzzle, {**theirs, "ply": ply, "due_at": NOON})
    mail = {"user_id": PEOPLE[0], "number": 0, "open": False, "unanswered": 0, "due_at": NOON}
    await store.write(add_row, puzzle_mail, mail)
    simul = await store.write(add_simul, PEOPLE[5], "pjawns", PLACE, NOON, PEOPLE[1:3], places=6)
    new = {"game_key": "pjawns", "options": {}, "challenger": PEOPLE[5], "opponent": PEOPLE[0]}
    board = await store.write(stores.matches.create, challenge(**new, simul=simul))
    await table.matches.challenges.begin_by_itself(board.id)
    await store.write(add_offer, PEOPLE[0], "prudh", PLACE, NOON, wanted=2)
    over = await table.matches.load(MatchId(1))
    await services.last_looks.look(over, PEOPLE[0])
    first, _ = [
        await store.write(add_comment, over.id, over.users[0], 0, text, NOON)
        for text in ("Too early", "And too late")
    ]
    await store.write(add_report, first, PEOPLE[7], over.guild_id, NOON)
    tree, _ = LineTree().added(LineSpot(0, 0), "@e1", ())
    for key in (LineKey.on(match, PEOPLE[0]), LineKey.on_rules("prudh", PEOPLE[1])):
        await store.write(add_tree, key, tree, NOON)
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


@pytest.mark.gate(draw=12)
@pytest.mark.usefixtures("spoilt")
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
        # --- puzzles
        (
            "UPDATE puzzle SET solved = 3 WHERE ply = 2",
            "match=1 user=2001: their puzzle at ply=2 was solved 3 times in a row, and should be gone",
        ),
        (
            "UPDATE puzzle SET asked = 1 WHERE ply = 2",
            "match=1 user=2001: their puzzle at ply=2 is asked by no message that was sent",
        ),
        (
            "UPDATE puzzle SET missed = TRUE WHERE ply = 4",
            "match=1 user=2001: their puzzle at ply=4 is asked by none, and had a wrong try",
        ),
        # --- lines
        ("UPDATE line_tree SET body = '{'", "match=0 user=2002: their lines can't be read: Expecting"),
        (
            "UPDATE line_tree SET game = 'go' WHERE match_id = 0",
            "are on the rules of 'go', which nobody",
        ),
        ("UPDATE line_tree SET game = 'go' WHERE match_id = 1", "on a match say that it is one of 'go'"),
        ("UPDATE line_tree SET match_id = 99 WHERE match_id = 1", "their lines are on a match that is gone"),
        ("UPDATE line_tree SET revision = 0", "match=1 user=2001: their lines have the revision 0"),
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
        # --- simuls
        ("UPDATE simul SET phase = 'lost'", "simul=1: its phase is 'lost', which nobody knows"),
        ("UPDATE simul SET places = 1", "simul=1: 2 of 1 places are taken"),
        ("UPDATE simul SET places = 21", "simul=1: 2 of 21 places are taken"),
        ("UPDATE simul SET phase = 'finished'", "simul=1: it is finished, and players wait for a board"),
        ("UPDATE simul SET phase = 'open'", "simul=1: it is open, and has boards"),
        ("UPDATE simul_place SET user_id = 2006 WHERE number = 2", "simul=1: user=2006 is its host and has"),
        ("UPDATE simul_place SET number = 2", "simul=1: 2 places have number 2"),
        ("UPDATE match SET simul = 8 WHERE simul = 1", "it is a board of simul=8, which there is not"),
        ("UPDATE simul SET host = 2008", "it is a board of simul=1, and its challenger is not the host"),
        # --- standing offers
        ("UPDATE standing_offer SET wanted = 6", "their standing offer asks for 6 matches"),
        ("UPDATE standing_offer SET pace = '10m'", "has the pace '10m', which no offer can have"),
        ("UPDATE standing_offer SET why = 'owner'", "is off without a reason, or on with one"),
        (
            "UPDATE standing_offer SET why = 'rain', off_since = created_at",
            "is off for 'rain', which nobody knows",
        ),
        # --- last looks
        ("UPDATE last_look SET entries = 9", "match=1: user=2001 has seen 9 entries, and it has 0"),
        ("UPDATE last_look SET entries = -1", "match=1: user=2001 has seen -1 entries, and it has 0"),
        (
            "INSERT INTO last_look VALUES (777, 2001, 0)",
            "database: row None of last_look refers to a row of match that is gone",
        ),
        # --- comments
        ("UPDATE comment SET ply = 1 WHERE id = 1", "comment=1: it is about ply=1, and 0 actions stand"),
        ("UPDATE comment SET text = '' WHERE id = 1", "match=1 comment=1: it has 0 characters"),
        ("UPDATE comment SET user_id = 77 WHERE id = 1", "its writer, user=77, never played in the match"),
        (
            "INSERT INTO comment (match_id, ply, user_id, text, at) SELECT 1, 0, one.user_id, 'Oh', one.at "
            "FROM comment AS one, sqlite_sequence AS a, sqlite_sequence AS b, sqlite_sequence AS c, "
            "sqlite_sequence AS d LIMIT 99",
            "match=1: it has 101 comments",
        ),
        ("DELETE FROM comment_case", "comment=1: user=2008 has reported it, and no server has it on its"),
        ("UPDATE comment SET hidden_at = at WHERE id = 2", "it is hidden, and no server has it on its list"),
        (
            "DELETE FROM comment WHERE id = 1",
            "database: row None of comment_report refers to a row of comment that is gone",
        ),
    ],
)
async def test_what_is_wrong_is_told(sqlite_url: str, sqlite_file: Path, statement: str, line: str) -> None:
    change(sqlite_file, statement)
    *lines, summary = await told_of(sqlite_url)
    assert any(line in one for one in lines), lines
    assert len(lines) <= 4, lines
    assert summary.startswith("Looked at ")
