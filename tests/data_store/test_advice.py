"""Errors of files and file systems: each is told as what it is, with advice about that."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from data import DatabaseRefusedError
from data.__main__ import main
from data.errors import advice_at_a_command, translate
from data.maintenance.file_copies import back_up, inspect_copy
from matches.errors import StoreUnavailableError
from tests.store import template


def advice(error: Exception) -> str:
    with pytest.raises(StoreUnavailableError) as told, translate():
        raise error
    return told.value.advice


def of_sqlite(code: int, name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("said by the driver")
    error.sqlite_errorcode, error.sqlite_errorname = code, name
    return error


@pytest.mark.parametrize(
    "name", ["SQLITE_PROTOCOL", "SQLITE_IOERR_LOCK", "SQLITE_IOERR_RDLOCK", "SQLITE_IOERR_SHMMAP"]
)
def test_a_file_system_without_locks_is_no_other_program(name: str) -> None:
    said = advice(of_sqlite(getattr(sqlite3, name), name))
    assert "network drives" in said
    assert "another program" not in said


def test_a_lock_that_somebody_holds_is_still_another_program() -> None:
    said = advice(of_sqlite(sqlite3.SQLITE_BUSY, "SQLITE_BUSY"))
    assert "another program" in said


def test_other_troubles_of_a_disk_stay_what_they_are() -> None:
    said = advice(of_sqlite(sqlite3.SQLITE_IOERR_READ, "SQLITE_IOERR_READ"))
    assert "reports errors" in said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(2, "No such file or directory", "/there/x"), "The file /there/x cannot be used"),
        (OSError(95, "Operation not supported", "/there/x"), "The file /there/x cannot be used"),
        (PermissionError(13, "Permission denied", "/there/x"), "cannot be opened"),
        (ConnectionRefusedError(111, "Connection refused"), "connection to the database is gone"),
        (OSError(113, "No route to host"), "connection to the database is gone"),
    ],
)
def test_a_files_error_is_told_of_the_file_and_a_servers_of_the_server(error: OSError, said: str) -> None:
    assert said in advice(error)


def of_postgres(state: str) -> Exception:
    error = DBAPIError(None, None, Exception())
    error.orig.sqlstate = state  # type: ignore[union-attr]
    return error


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (ConnectionRefusedError(111, "Connection refused"), True),
        (socket.gaierror(-3, "Temporary failure in name resolution"), True),
        (OSError(113, "No route to host"), True),
        (OSError(28, "No space left on device"), True),
        (of_sqlite(sqlite3.SQLITE_BUSY, "SQLITE_BUSY"), True),
        (of_postgres("57P03"), True),  # it starts
        (of_postgres("53300"), True),  # too many connections
        (of_postgres("55P03"), True),  # a lock
        (of_postgres("28P01"), False),  # the password
        (of_postgres("3D000"), False),  # no such database
        (of_postgres("42501"), False),  # no right
        (of_sqlite(sqlite3.SQLITE_READONLY, "SQLITE_READONLY"), False),
        (of_sqlite(sqlite3.SQLITE_CORRUPT, "SQLITE_CORRUPT"), False),
        (of_sqlite(sqlite3.SQLITE_NOTADB, "SQLITE_NOTADB"), False),
        (PermissionError(13, "Permission denied", "/there/x"), False),
    ],
    ids=lambda given: str(given).partition("\n")[0][:40],
)
def test_what_may_pass_is_told_from_what_somebody_has_to_mend(error: Exception, passes: bool) -> None:
    with pytest.raises(StoreUnavailableError) as told, translate():
        raise error
    assert told.value.passes is passes


NOT_THERE = "postgresql+asyncpg://me@127.0.0.1:1/tidepool"


def test_a_command_without_its_database_is_run_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--database", NOT_THERE]) == 1
    said = capsys.readouterr().err
    assert said.startswith("The connection to the database is gone.")
    assert "can be reached; then run the command again." in said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (of_postgres("57P01"), "can be reached; then run the command again. (SQLSTATE 57P01)"),
        (of_sqlite(sqlite3.SQLITE_BUSY, "SQLITE_BUSY"), "locks. Then run the command again. (SQLITE_BUSY)"),
        (OSError(28, "No space left on device"), "Free some space; then run the command again."),
    ],
    ids=["gone", "locked", "full"],
)
def test_no_command_says_that_it_goes_on_by_itself(error: Exception, said: str) -> None:
    with pytest.raises(StoreUnavailableError, match="by itself") as told, translate():
        raise error
    assert advice_at_a_command(told.value).endswith(said)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A database at the newest revision."""
    return Path(shutil.copy(template(), tmp_path / "tidepool.sqlite3"))


@pytest.mark.parametrize("column", ["name", "sql", "type"])
def test_a_damaged_page_of_names_is_a_damaged_database(
    empty: Path, capsys: pytest.CaptureFixture[str], column: str
) -> None:
    with closing(sqlite3.connect(empty)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(f"UPDATE sqlite_master SET {column} = CAST(x'74ff' AS TEXT) WHERE name = 'match'")
    assert main(["check", "--database", f"sqlite+aiosqlite:///{empty}"]) != 0
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert "damaged" in said


def test_a_copy_is_kept_where_the_file_system_takes_no_rights(
    empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(source: Path, copy: Path) -> None:
        raise PermissionError(1, "Operation not permitted", str(copy))

    monkeypatch.setattr(shutil, "copymode", refuse)
    with caplog.at_level(logging.WARNING):
        back_up(empty, tmp_path / "copy.sqlite3")
    assert inspect_copy(tmp_path / "copy.sqlite3") == inspect_copy(empty)
    (said,) = caplog.messages
    assert "takes no rights (Operation not permitted)" in said
    assert said.endswith("can read copy.sqlite3")


def test_a_device_is_no_place_for_a_backup(empty: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, Path(os.devnull)):
        with pytest.raises(DatabaseRefusedError, match="is a device"):
            back_up(empty, place, force=True)
        assert not place.is_file()
