"""PostgreSQL URLs: libpq's parameters in them, for asyncpg and for PostgreSQL's own programs.

Providers hand out addresses for libpq (``postgres://…?sslmode=require``). asyncpg knows most of its
parameters, but only in an address of its own kind. An unsupported parameter is refused by name: an address
that asks for encryption never leads to an unencrypted connection.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import quote, unquote, unquote_plus, urlencode

from sqlalchemy import URL

from data.errors import DatabaseUrlError
from settings.paths import UnexpandedPathError, expanded

PORT: Final = 5432
_PORTS: Final = range(1, 65536)

_CALLED_ALSO: Final = {
    "ssl": "sslmode",
    "database": "dbname",
    "fallback_application_name": "application_name",
}
"""Other names of libpq's parameters, and parameters with the same effect here."""
_VALUES_ALSO: Final = {("sslmode", "true"): "require"}
_ONE_OF: Final = {
    "sslmode": ("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
    "sslnegotiation": ("postgres", "direct"),
    "target_session_attrs": ("any", "primary", "standby", "read-write", "read-only", "prefer-standby"),
}
_FILES: Final = ("sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile", "servicefile")
_ENCRYPTION: Final = (
    "sslmode",
    "sslnegotiation",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "sslpassword",
    "sslcrl",
    "ssl_min_protocol_version",
    "ssl_max_protocol_version",
)
"""Parameters that asyncpg accepts only in an address."""
_ARGUMENTS: Final = {
    "user": "user",
    "password": "password",
    "dbname": "database",
    "passfile": "passfile",
    "service": "service",
    "servicefile": "servicefile",
    "target_session_attrs": "target_session_attrs",
    "krbsrvname": "krbsrvname",
    "gsslib": "gsslib",
}
"""asyncpg's arguments, by libpq's parameter."""
_SETTINGS: Final = ("application_name", "options")
"""Settings sent to the server."""
OF_ENGINES: Final = "prepared_statement_cache_size"
"""The only parameter in an address that is SQLAlchemy's."""
CONNECT_TIMEOUT: Final = "connect_timeout"
_KNOWN: Final = frozenset(
    {*_ENCRYPTION, *_ARGUMENTS, *_SETTINGS, *_ONE_OF, "host", "port", CONNECT_TIMEOUT, OF_ENGINES}
)
_AS_IT_IS: Final = {
    "channel_binding": ("disable", "prefer"),
    "client_encoding": ("auto", "utf8", "UTF8", "utf-8", "UTF-8"),
    "gssencmode": ("disable", "prefer"),
    "load_balance_hosts": ("disable",),
    "requiressl": ("0",),
    "sslcertmode": ("allow",),
    "sslcompression": ("0",),
    "sslsni": ("1",),
}
"""Parameters that asyncpg lacks, with the values that ask for nothing beyond the default behaviour."""
_LEAVE_OUT: Final = "Leave it out"
_INSTEAD: Final = {
    "channel_binding": f"{_LEAVE_OUT}; sslmode=verify-full, with sslrootcert, makes sure of the server",
    "client_encoding": f"{_LEAVE_OUT}: it is always UTF-8",
    "currentSchema": "Write options=-csearch_path%3DNAME",
    "direct_tls": "Write sslnegotiation=direct",
    "gssencmode": "Write sslmode=require, which encrypts by TLS",
    "hostaddr": "Write the number as the host",
    "load_balance_hosts": f"{_LEAVE_OUT}: hosts are tried in their order",
    "pgbouncer": f"{_LEAVE_OUT}, and name the server behind the pooler in DATABASE_SESSION_URL",
    "requiressl": "Write sslmode=require",
    "schema": "Write options=-csearch_path%3DNAME",
    "search_path": "Write options=-csearch_path%3DNAME",
    "sslcrldir": "Write sslcrl, with one file",
    "timeout": "Write connect_timeout, in seconds",
}
_ELSE: Final = f"{_LEAVE_OUT}; a setting of the server is written as options=-cNAME%3DVALUE"

# An address as SQLAlchemy splits it: up to the hosts, the hosts, the database's name, the parameters.
_PARTS: Final = re.compile(
    r"(postgres[\w+]*://(?:[^:/@]*(?::[^@]*)?@)?)([^/?@]*)((?:/[^?]*)?)(?:\?(.*))?", re.DOTALL
)
_WORD: Final = re.compile(r"\w{1,40}")


def with_hosts_apart(text: str) -> str:
    """Rewrite an address with several hosts as SQLAlchemy reads it, ``?host=a:1,b:2``; others are unchanged.

    Raises DatabaseUrlError for a parameter without a value, which SQLAlchemy would ignore.
    """
    found = _PARTS.fullmatch(text)
    if found is None:
        return text
    before, hosts, name, asked = found.groups(default="")
    pieces = [piece for piece in asked.split("&") if piece]
    for piece in pieces:
        word, _, value = piece.partition("=")
        if not value:
            raise _wrong(f"{_named(unquote_plus(word))} without a value. Give it one, or leave it out")
    if "," not in hosts:
        return text
    pieces.append(f"host={quote(hosts, safe='/:,%')}")
    return f"{before}{name or '/'}?{'&'.join(pieces)}"


def checked(url: URL) -> URL:
    """``url`` with its own database name. Raises DatabaseUrlError if anything in it is unusable."""
    found = libpq_parameters(url)
    for name in _FILES:
        if name in found and not os.access(found[name], os.R_OK):
            raise _wrong(f"{name}={found[name]}, and that file cannot be read")
    return url.set(database=found.get("dbname"))


def libpq_parameters(url: URL) -> dict[str, str]:
    """All parts of a URL, by libpq's parameter names. Raises DatabaseUrlError if anything is unusable.

    Several hosts are in ``host`` and ``port``, separated by commas.
    """
    asked = {name: value if isinstance(value, tuple) else (value,) for name, value in url.query.items()}
    hosts, ports = asked.pop("host", ()), asked.pop("port", ())
    own = {"user": url.username, "password": url.password, "dbname": url.database}
    found = {name: str(value) for name, value in own.items() if value is not None}
    found |= _places([url.host] if url.host and not hosts else _apart(hosts), url.port, _apart(ports))
    found |= _said_once(asked)
    for name, values in _ONE_OF.items():
        if found.get(name, values[0]) not in values:
            raise _wrong(f"{name}={found[name]}. {name} is one of {', '.join(values)}")
    for name in (CONNECT_TIMEOUT, OF_ENGINES):
        if not found.get(name, "0").isdecimal():
            raise _wrong(f"{name}={found[name]}, and that is a whole number")
    if found.get("sslrootcert") == "system":
        raise _wrong(
            "sslrootcert=system. Write the file of the system's certificates "
            "(Debian and Ubuntu: sslrootcert=/etc/ssl/certs/ca-certificates.crt)"
        )
    if any("\0" in value for value in found.values()):
        raise _wrong("%00, which PostgreSQL takes nowhere")
    return found | {name: _file_named(name, found[name]) for name in _FILES if name in found}


def _file_named(name: str, path: str) -> str:
    try:
        return str(expanded(path))
    except UnexpandedPathError as error:
        raise _wrong(f"{name}={path}, and {error}. Write the path out: {name}={error.meant}") from None


def driver_options(url: URL) -> dict[str, Any]:
    """The arguments with which asyncpg connects to the address."""
    found = libpq_parameters(url)
    options: dict[str, Any] = {name: found[word] for word, name in _ARGUMENTS.items() if word in found}
    if encryption := _chosen(found, _ENCRYPTION):
        options["dsn"] = f"postgresql://?{urlencode(encryption)}"
    if settings := _chosen(found, _SETTINGS):
        options["server_settings"] = settings
    if "host" in found:
        options["host"] = found["host"].split(",")
    if "port" in found:
        ports = [int(port) for port in found["port"].split(",")]
        options["port"] = ports if len(ports) > 1 else ports[0]
    return options


def _chosen(found: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    return {name: found[name] for name in names if name in found}


def _said_once(asked: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The parameters after ``?``, under libpq's names. Raises DatabaseUrlError."""
    found: dict[str, str] = {}
    for given, values in asked.items():
        name, value = _CALLED_ALSO.get(given, given), values[-1]
        if len(values) > 1 or name in found:
            raise _wrong(f"{_named(given)} twice. Say it once")
        if name in _KNOWN:
            found[name] = _VALUES_ALSO.get((name, value), value)
        elif value not in _AS_IT_IS.get(name, ()):
            raise _wrong(f"{_named(given)}, which the bot cannot do. {_INSTEAD.get(given, _ELSE)}")
    return found


def _apart(values: Iterable[str]) -> list[str]:
    return [part for value in values for part in value.split(",")]


def _places(hosts: list[str], port: int | None, ports: list[str]) -> dict[str, str]:
    """``host`` and ``port``: one port for each host, or one for all."""
    split = [_host(host) for host in hosts]
    own = [port for _, port in split]
    given = ports or ([] if port is None else [str(port)])
    if any(own):
        given = [one or (given[0] if len(given) == 1 else str(PORT)) for one in own]
    if len(given) > 1 and len(given) != len(split):
        raise _wrong(f"{len(split)} hosts and {len(given)} ports. Give each host its port, or all the same")
    for one in given:
        if not one.isdecimal() or int(one) not in _PORTS:
            raise _wrong(f"the port {one}, and ports are numbers from {_PORTS[0]} to {_PORTS[-1]}")
    if len(split) > 1 and len(given) == 1:
        given *= len(split)
    return {
        name: ",".join(values)
        for name, values in (("host", [host for host, _ in split]), ("port", given))
        if values
    }


def _host(text: str) -> tuple[str, str | None]:
    """A host and its own port: ``name``, ``name:5432``, ``[::1]:5432``, ``::1`` or the folder of a socket."""
    host, port = unquote(text), None
    if bracketed := re.fullmatch(r"\[(.+)\](?::(.*))?", host):
        host, port = bracketed.groups()
    elif host.count(":") == 1 and not host.startswith("/"):
        host, _, port = host.partition(":")
    if not host:
        raise _wrong("a host without a name")
    if "@" in host:
        raise _wrong("more than one @. In a password it is written as %40")
    return host, port


def _named(word: str) -> str:
    """A parameter name fit to be shown: anything else may be the rest of a password."""
    return word if _WORD.fullmatch(word) else "a word that is none"


def _wrong(what: str) -> DatabaseUrlError:
    return DatabaseUrlError(f"The address of the database says {what}.")
