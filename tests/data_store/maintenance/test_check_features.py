"""``python -m data check`` on rows of features without their operations: silent, or precise about a fault."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from data import open_store, stores
from data.features.puzzles import puzzle, puzzle_mail
from matches import UserId
from matches.lines import LineKey, LineSpot, LineTree
from tests.data_store.maintenance.checking import WELL, faults_after, told_of
from tests.data_store.making import challenge
from tests.feature_rows import add_comment, add_offer, add_report, add_row, add_simul, add_tree
from tests.matches.table import NOON, PLACE, Table

PEOPLE = tuple(map(UserId, range(2001, 2009)))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that is over; a simul, an offer, a look, puzzles, comments, lines."""
    file = tmp_path_factory.mktemp("sound") / "sound.sqlite3"
    asyncio.run(_played(file))
    return file


async def _played(file: Path) -> None:
    store = await open_store(f"sqlite+aiosqlite:///{file}", clock=lambda: NOON)
    table = Table(store)
    new = {"game_key": "pjawns", "options": {}, "challenger": PEOPLE[5], "opponent": PEOPLE[0]}
    match = await store.write(stores.matches.create, challenge(**new))
    match = await table.matches.challenges.begin_by_itself(match.id)
    await table.matches.play.resign(match.id, PEOPLE[5])
    theirs = {"user_id": PEOPLE[0], "match_id": match.id, "solved": 0, "asked": 0, "missed": False}
    for ply in (2, 4):
        await store.write(add_row, puzzle, {**theirs, "ply": ply, "due_at": NOON})
    mail = {"user_id": PEOPLE[0], "number": 0, "open": False, "unanswered": 0, "due_at": NOON}
    await store.write(add_row, puzzle_mail, mail)
    simul = await store.write(add_simul, PEOPLE[5], "pjawns", PLACE, NOON, PEOPLE[1:3], places=6)
    board = await store.write(stores.matches.create, challenge(**new, simul=simul))
    await table.matches.challenges.begin_by_itself(board.id)
    await store.write(add_offer, PEOPLE[0], "prudh", PLACE, NOON, wanted=2)
    over = await table.matches.load(match.id)
    await table.services.last_looks.look(over, PEOPLE[0])
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


@pytest.mark.gate(draw=8)
@pytest.mark.parametrize(
    ("statement", "line"),
    [
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
async def test_what_is_wrong_is_told(spoilt: Path, statement: str, line: str) -> None:
    lines = await faults_after(statement, spoilt)
    assert any(line in one for one in lines), lines
    assert len(lines) <= 4, lines
