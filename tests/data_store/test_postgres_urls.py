"""Addresses of PostgreSQL as libpq writes them: understood and encrypted as asked, or refused by the word."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from aiohttp.test_utils import unused_port
from sqlalchemy import Connection, text

from data import open_store
from data.database import Database, parse_url
from data.errors import DatabaseUrlError
from data.jobs import make_server, open_queue
from data.maintenance.server_copies import environment
from data.postgres import connect
from data.postgres_urls import driver_options, libpq_parameters
from matches.errors import StoreUnavailableError
from tests.data_store.postgres import Cluster, unmade
from tests.needs import OPENSSL, POSTGRESQL, need


def refusal(address: str) -> str:
    with pytest.raises(DatabaseUrlError) as refused:
        parse_url(address)
    return refused.value.advice


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("postgres://u:p@h/d?sslmode=require", {"sslmode": "require", "host": "h"}),
        ("postgres://u:p@h/d?ssl=true", {"sslmode": "require"}),
        ("postgresql+asyncpg://u:p@h/d?ssl=verify-ca", {"sslmode": "verify-ca"}),
        ("postgres://u:p@h/d?application_name=a%20b", {"application_name": "a b"}),
        ("postgres://h?user=u&password=p&dbname=d", {"user": "u", "password": "p", "dbname": "d"}),
        ("postgres://u:p@a:1,b:2/d", {"host": "a,b", "port": "1,2"}),
        ("postgres://u:p,q@a,b/d?sslmode=require", {"host": "a,b", "password": "p,q", "sslmode": "require"}),
        ("postgres://u@a,b:7/d", {"host": "a,b", "port": "5432,7"}),
        ("postgres://u@[::1]:5,[fe80::2]/d", {"host": "::1,fe80::2", "port": "5,5432"}),
        ("postgres://u@/d?host=a:1&host=b:2", {"host": "a,b", "port": "1,2"}),
        ("postgres://u@/d?host=a,b&port=7", {"host": "a,b", "port": "7,7"}),
        ("postgres://u@/d?host=/run/it&port=7", {"host": "/run/it", "port": "7"}),
        ("postgres://u@%2Frun%2Fit/d", {"host": "/run/it"}),
        ("postgres://u@h/d?channel_binding=prefer&gssencmode=disable&sslsni=1", {"host": "h"}),
    ],
)
def test_an_address_is_read_as_libpq_reads_it(address: str, said: dict[str, str]) -> None:
    found = libpq_parameters(parse_url(address))
    assert found | said == found


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("sslmode=required", "sslmode=required. sslmode is one of disable, allow, prefer, require,"),
        ("sslmode=require&sslmode=disable", "sslmode twice"),
        ("ssl=require&sslmode=disable", "sslmode twice"),
        ("sslmode", "sslmode without a value"),
        ("sslmode=", "sslmode without a value"),
        ("sslmode%20require", "a word that is none without a value"),
        ("SSLMODE=require", "SSLMODE, which the bot cannot do. Leave it out"),
        ("channel_binding=require", "channel_binding, which the bot cannot do. Leave it out; sslmode=verify"),
        ("gssencmode=require", "gssencmode, which the bot cannot do. Write sslmode=require"),
        ("requiressl=1", "requiressl, which the bot cannot do. Write sslmode=require"),
        ("sslrootcert=system", "Write the file of the system's certificates"),
        ("sslrootcert=/no/such.pem", "sslrootcert=/no/such.pem, and that file cannot be read"),
        ("passfile=~/no-such-file", "/no-such-file, and that file cannot be read"),
        ("target_session_attrs=writable", "target_session_attrs is one of any, primary,"),
        ("connect_timeout=soon", "connect_timeout=soon, and that is a whole number"),
        ("timeout=5", "Write connect_timeout"),
        ("keepalives_idle=30", "keepalives_idle, which the bot cannot do. Leave it out"),
        ("search_path=mine", "Write options=-csearch_path%3DNAME"),
        ("pgbouncer=true", "DATABASE_SESSION_URL"),
        ("no_such_word=1", "no_such_word, which the bot cannot do"),
        ("options=%00", "%00"),
        ("host=a,b&port=1,2,3", "2 hosts and 3 ports"),
        ("port=0", "the port 0, and ports are numbers from 1 to 65535"),
        ("port=70000", "the port 70000"),
    ],
)
def test_what_cannot_be_done_is_refused_by_its_word(address: str, said: str) -> None:
    assert said in refusal(f"postgres://u:hunter2@h/d?{address}")


@pytest.mark.parametrize("place", ["h:65536", "a:1,b:65536", "h:-1", "a,,b", "h:0"])
def test_a_place_that_is_none_is_refused(place: str) -> None:
    said = refusal(f"postgres://u:hunter2@{place}/d")
    assert said.startswith("The address of the database says ")


@pytest.mark.parametrize("secret", ["hun@ter2", "hun@ter2,more", "hun?ter2@x", "hun,ter2", "hun,ter2@,x"])
def test_no_part_of_a_password_is_shown(secret: str) -> None:
    try:
        parse_url(f"postgres://u:{secret}@h/d?nothing=1")
    except DatabaseUrlError as refused:
        assert "ter2" not in refused.advice


def test_a_word_of_sqlalchemys_is_not_handed_to_the_driver() -> None:
    assert driver_options(parse_url("postgres://u@h/d?prepared_statement_cache_size=0")) == {
        "user": "u",
        "database": "d",
        "host": ["h"],
    }


def test_the_servers_own_programs_are_told_the_same() -> None:
    found = environment(
        parse_url(
            "postgres://u@a:1,b:2/d?sslmode=verify-full&connect_timeout=3&options=-cx%3Dy&ssl_min_protocol_version=TLSv1.3"
        )
    )
    assert {name: value for name, value in found.items() if name.startswith("PG")} == {
        "PGHOST": "a,b",
        "PGPORT": "1,2",
        "PGUSER": "u",
        "PGDATABASE": "d",
        "PGSSLMODE": "verify-full",
        "PGSSLMINPROTOCOLVERSION": "TLSv1.3",
        "PGOPTIONS": "-cx=y",
        "PGCONNECT_TIMEOUT": "3",
    }
    with pytest.raises(DatabaseUrlError, match="sslpassword"):
        environment(parse_url("postgres://u@h/d?sslpassword=hunter2"))


# --- on a server ------------------------------------------------------------------------------------


def settings(connection: Connection) -> tuple[str, ...]:
    names = ("application_name", "statement_timeout", "lock_timeout")
    return tuple(str(connection.scalar(text(f"SHOW {name}"))) for name in names)


async def test_what_the_server_is_told_arrives_by_every_way(postgres_url: str) -> None:
    asked = f"{postgres_url}&application_name=a%20b&options=-cstatement_timeout%3D7s&connect_timeout=5"
    database = Database(parse_url(asked), busy_timeout=3)
    try:
        assert await database.read(settings) == ("a b", "7s", "3s")
    finally:
        await database.close()
    raw = await connect(parse_url(asked))
    try:
        assert await raw.fetchval("SHOW application_name") == "a b"
    finally:
        await raw.close()


@pytest.mark.parametrize("options", ["-cno_such_setting%3D1", "-cstatement_timeout%3Dsoon", "nonsense"])
async def test_a_setting_that_the_server_has_not_is_said_of_the_address(
    postgres_url: str, options: str
) -> None:
    with pytest.raises(DatabaseUrlError, match="check application_name and options"):
        await open_store(f"{postgres_url}&options={options}")
    with pytest.raises(DatabaseUrlError, match="check application_name and options"):
        await connect(parse_url(f"{postgres_url}&options={options}"))


@pytest.mark.parametrize(
    "asked", ["ssl_min_protocol_version=TLSv9", "gsslib=none", "sslnegotiation=direct&sslmode=prefer"]
)
async def test_what_the_driver_does_not_take_is_said_of_the_address(postgres_url: str, asked: str) -> None:
    with pytest.raises(DatabaseUrlError, match="address of the database cannot be used"):
        await open_store(f"{postgres_url}&sslmode=require&{asked}".replace("sslmode=require&ssln", "ssln"))


async def test_every_way_to_the_database_refuses_a_word_alike(postgres_url: str) -> None:
    wrong = f"{postgres_url}&sslmode=required"
    with pytest.raises(DatabaseUrlError, match="sslmode=required"):
        await open_store(wrong)
    with pytest.raises(DatabaseUrlError, match="sslmode=required"):
        await open_store(postgres_url, session_url=wrong)
    with pytest.raises(DatabaseUrlError, match="sslmode=required"):
        await open_queue(wrong, ("turn",))
    with pytest.raises(DatabaseUrlError, match="sslmode=required"):
        make_server(wrong, None, 1, {})  # type: ignore[arg-type]


async def test_no_server_that_takes_changes_is_a_passing_trouble(postgres_url: str) -> None:
    with pytest.raises(StoreUnavailableError, match="what target_session_attrs asks for") as told:
        await open_store(f"{postgres_url}&target_session_attrs=standby")
    assert not isinstance(told.value, DatabaseUrlError)


# --- encryption -------------------------------------------------------------------------------------


def certificate(folder: Path, name: str) -> None:
    """Make ``name.crt`` and ``name.key``, signed by itself, for this machine."""
    made = ("-keyout", str(folder / f"{name}.key"), "-out", str(folder / f"{name}.crt"), "-days", "2")
    subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    subprocess.run(
        [str(need(OPENSSL)), "req", "-x509", "-newkey", "rsa:2048", "-nodes", *made, *subject],
        check=True,
        capture_output=True,
    )


@pytest.fixture
def at_a_port(processes: None, tmp_path: Path) -> Iterator[Callable[..., Cluster]]:
    """Starts a server at a port of this machine, with encryption or without."""
    need(POSTGRESQL)
    with unmade(unused_port()) as server:
        server.create()

        def started(*, encrypted: bool) -> Cluster:
            certificate(tmp_path, "server")
            for file in ("server.key", "server.crt"):
                there = server.folder / "db" / file
                there.write_bytes((tmp_path / file).read_bytes())
                there.chmod(0o600)
                if server.account is not None:
                    os.chown(there, pwd.getpwnam(server.account).pw_uid, -1)
            server.start(ssl="on" if encrypted else "off")
            return server

        yield started
        server.stop()


async def encrypted(address: str) -> bool:
    """True if what the bot asks at ``address`` goes over an encrypted connection, by each of its ways."""
    database = Database(parse_url(address), busy_timeout=3)
    asked = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
    try:
        over_engine = await database.read(lambda connection: connection.scalar(text(asked)))
    finally:
        await database.close()
    raw = await connect(parse_url(address))
    try:
        alone = await raw.fetchval(asked)
    finally:
        await raw.close()
    assert alone is over_engine
    return bool(alone)


async def test_encryption_that_is_asked_for_is_had(at_a_port: Callable[..., Cluster], tmp_path: Path) -> None:
    server = at_a_port(encrypted=True)
    address = f"postgres://tidepool@localhost:{server.port}/postgres"
    assert await encrypted(f"{address}?sslmode=require")
    assert await encrypted(f"{address}?ssl=require")
    assert not await encrypted(f"{address}?sslmode=disable")
    assert await encrypted(f"{address}?sslmode=verify-full&sslrootcert={tmp_path / 'server.crt'}")
    several = address.replace("/postgres", ",localhost:1/postgres")
    assert await encrypted(f"{several}?sslmode=require&target_session_attrs=primary")
    await (await open_store(f"{address}?sslmode=require")).close()
    await (await open_queue(f"{address}?sslmode=require&application_name=x", ("turn",))).close()
    certificate(tmp_path, "another")
    with pytest.raises(DatabaseUrlError, match=r"can't be encrypted .* \(.*certificate"):
        await open_store(f"{address}?sslmode=verify-full&sslrootcert={tmp_path / 'another.crt'}")
    (tmp_path / "none.crt").write_text("nothing")
    with pytest.raises(StoreUnavailableError, match="can't be encrypted"):
        await open_store(f"{address}?sslmode=verify-full&sslrootcert={tmp_path / 'none.crt'}")


async def test_encryption_that_is_not_to_be_had_is_never_left_out(at_a_port: Callable[..., Cluster]) -> None:
    server = at_a_port(encrypted=False)
    address = f"postgres://tidepool@127.0.0.1:{server.port}/postgres"
    assert not await encrypted(address)
    for asked in ("sslmode=require", "ssl=true", "sslmode=require&application_name=x"):
        with pytest.raises(DatabaseUrlError, match="takes no encrypted connections"):
            await open_store(f"{address}?{asked}")
        with pytest.raises(DatabaseUrlError, match="takes no encrypted connections"):
            await open_queue(f"{address}?{asked}", ("turn",))
    with pytest.raises(StoreUnavailableError):
        await open_store(f"{address}?sslmode=verify-full")
