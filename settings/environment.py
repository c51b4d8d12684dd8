"""Settings from the environment or ``.env``: those that more than one program reads, and the reading of all.

Secrets may be in files of their own.
"""

from __future__ import annotations

import errno
import math
import os
import re
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, Self, TypeVar, get_args, get_origin
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from settings.paths import UnexpandedPathError, expanded

_FILE: Final = "_file"
ENV_FILE: Final = ".env"
_ASSIGNED: Final = r"(?:(?:export|set|env)\s+)?(?:\$env:)?{}\s*[=:]\s*(.*?);?"
"""A setting as shells and files of settings write it."""
QUOTES: Final = ('""', "''", "“”", "‘’", "``")
"""Quotes that may surround a copied secret."""


class SettingsBase(BaseSettings):
    """Settings from the environment or ``.env``. For ``NAME``, ``NAME_FILE`` may name a file with its value.

    Raises ValidationError; :func:`complaints` turns it into sentences.
    """

    model_config = SettingsConfigDict(
        env_file=ENV_FILE, env_file_encoding="utf-8-sig", env_ignore_empty=True, extra="ignore", frozen=True
    )

    def __init__(self, **given: Any) -> None:
        try:
            if Path(ENV_FILE).is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            super().__init__(**given)
        except UnicodeDecodeError:
            raise _wrong_file(_NO_UTF8) from None
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise _wrong_file("it cannot be read ({reason})", reason=reason) from None

    @model_validator(mode="before")
    @classmethod
    def _read_files(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        if any("\0" in name for name in given):  # ``.env`` is UTF-16 without a byte order mark
            raise _wrong_file(_NO_UTF8)
        read = dict(given)
        for name in cls.model_fields:
            of = name.removesuffix(_FILE)
            if of != name and of in cls.model_fields and given.get(name) is not None:
                read[of] = _secret(of, name, given)
        return read

    @field_validator("*", mode="before")
    @classmethod
    def _read_as_meant(cls, given: Any, info: ValidationInfo) -> Any:
        """Strip whitespace and quotes around secrets, and match choices in any case."""
        kind = cls.model_fields[info.field_name or ""].annotation
        if isinstance(given, str) and SecretStr in (kind, *get_args(kind)):
            return uncopied(given, info.field_name)
        if isinstance(given, str) and get_origin(kind) is Literal:
            return next(
                (choice for choice in get_args(kind) if choice.lower() == given.strip().lower()), given
            )
        return given


def uncopied(secret: str, name: str | None = None) -> str:
    """``secret`` without surrounding whitespace and quotes, and without a leading ``name=``."""
    bare = secret.strip()
    while len(bare) > 1 and bare[0] + bare[-1] in QUOTES:
        bare = bare[1:-1].strip()
    assigned = name and re.fullmatch(_ASSIGNED.format(re.escape(name)), bare, re.IGNORECASE)
    return uncopied(assigned[1], name) if assigned else bare


_NO_UTF8: Final = "it isn't UTF-8: save it once more as plain text in UTF-8"


def _wrong_file(text: str, **words: str) -> ValidationError:
    problem = InitErrorDetails(type=PydanticCustomError("env_file", text, words), loc=(ENV_FILE,), input=None)
    return ValidationError.from_exception_data("settings", [problem], hide_input=True)


def _secret(of: str, name: str, given: dict[str, Any]) -> str:
    """The secret in the file named by the setting ``name``. Raises ValidationError for that setting."""
    if given.get(of) is not None:
        raise wrong_setting(name, "{other} is set as well, and only one of the two can be", other=of.upper())
    try:
        file = expanded(given[name])
    except UnexpandedPathError as error:
        raise wrong_setting(
            name, "{why}; write the path out: {path}", why=str(error), path=error.meant
        ) from None
    try:
        secret = uncopied(file.read_text(encoding="utf-8-sig"), of)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise wrong_setting(
            name, "the file {file} cannot be read ({reason})", file=str(file), reason=reason
        ) from None
    except UnicodeDecodeError:
        raise wrong_setting(name, "the file {file} holds no text", file=str(file)) from None
    if not secret:
        raise wrong_setting(name, "the file {file} is empty", file=str(file))
    if "\0" in secret:
        raise wrong_setting(name, "the file {file} holds no text", file=str(file))
    if len(secret.splitlines()) > 1:
        raise wrong_setting(name, "the file {file} has more than one line", file=str(file))
    return secret


def wrong_setting(name: str, text: str, **words: str) -> ValidationError:
    """An error for the setting ``name``, with ``words`` filled into ``text``."""
    # Without the input, which may be a secret.
    problem = InitErrorDetails(type=PydanticCustomError("secret_file", text, words), loc=(name,), input=None)
    return ValidationError.from_exception_data("settings", [problem], hide_input=True)


Read = TypeVar("Read", bound=SettingsBase)


def read(kind: type[Read]) -> Read | None:
    """Read a program's settings; if they are unusable, prints why to standard error and returns None."""
    try:
        return kind()
    except ValidationError as error:
        print(*complaints(error), sep="\n", file=sys.stderr)
        return None


def complaints(error: ValidationError) -> list[str]:
    """A sentence for each unusable setting, without its value."""
    told = []
    for problem in error.errors(include_input=False):
        if problem["loc"] == (ENV_FILE,):
            told.append(f"The file {Path(ENV_FILE).absolute()} cannot be used: {problem['msg']}.")
            continue
        name = "_".join(map(str, problem["loc"])).upper()
        why = problem["msg"].removeprefix("Value error, ")
        told.append(f"The setting {name} cannot be used: {why}. See .env.example.")
    return told


# --- the database, for every program that opens it -----------------------------------------------


DEFAULT_URL: Final = "sqlite+aiosqlite:///tidepool.sqlite3"


class DatabaseSettings(SettingsBase):
    """The address of the database, which may hold a password, and limits for a server."""

    database_url: SecretStr = SecretStr(DEFAULT_URL)
    database_url_file: Path | None = None
    database_connections: int | None = Field(default=None, ge=1, le=100)
    """The limit on connections to PostgreSQL; None: the default."""
    database_session_url: SecretStr | None = None
    """The address of the same database past a pooler without sessions; None if there is no such pooler."""
    database_session_url_file: Path | None = None

    @model_validator(mode="after")
    def _check_server_settings(self) -> Self:
        of_sqlite = self.database_url.get_secret_value().startswith("sqlite")
        if of_sqlite and self.database_connections is not None:
            raise wrong_setting(
                "database_connections",
                "it is for PostgreSQL, and the database here is SQLite, which needs none; leave it out",
            )
        if self.database_session_url is None:
            return self
        if of_sqlite:
            raise wrong_setting(
                "database_session_url",
                "it is for PostgreSQL behind a pooler, and the database here is SQLite",
            )
        if self.database_session_url.get_secret_value().startswith("sqlite"):
            raise wrong_setting("database_session_url", "it names SQLite, and DATABASE_URL PostgreSQL")
        return self

    @property
    def session_url(self) -> str | None:
        """The address past a pooler, or None."""
        return None if self.database_session_url is None else self.database_session_url.get_secret_value()

    @property
    def direct_url(self) -> str:
        """The address at which a connection keeps its session until it is closed."""
        return self.session_url or self.database_url.get_secret_value()


# --- the port for ``/live``, ``/ready`` and ``/metrics`` -----------------------------------------


class EndpointSettings(SettingsBase):
    """The port, or None for no port, and the address that it is opened on."""

    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    metrics_host: str = "127.0.0.1"


# --- the proxy for reaching Discord: ``HTTPS_PROXY``, ``NO_PROXY`` -------------------------------


SCHEMES: Final = ("http", "https")
PROXIED: Final = ("https", "wss")
"""Schemes of the addresses that ``HTTPS_PROXY`` is for: encrypted ones, as is usual."""
_FORM: Final = (
    "a proxy is named as http://host:port, or http://user:password@host:port with %40 for @, %3A for :, "
    "%2F for / and %23 for # in the password"
)


@dataclass(frozen=True)
class HttpsProxy:
    """An HTTP proxy, and the hosts that are reached without it."""

    address: str
    """Scheme, host and port, without the user and the password."""
    user: str | None
    password: str
    no_proxy: str

    def is_for(self, address: str) -> bool:
        """True if ``address`` is to be reached through this proxy."""
        parts = urlsplit(address)
        return parts.scheme in PROXIED and not bypassed(parts.netloc, self.no_proxy)


def bypassed(host: str, no_proxy: str) -> bool:
    """True if ``no_proxy`` names ``host``, which may have a port, a domain that it is in, or ``*``."""
    names = [name.strip().lower().lstrip(".") for name in no_proxy.split(",")]
    of_host = (f".{host}", f".{host.partition(':')[0]}")
    return "*" in names or any(one.endswith(f".{name}") for name in names if name for one in of_host)


def read_proxy(text: str, no_proxy: str) -> HttpsProxy:
    """Read ``HTTPS_PROXY``, which may leave out the scheme. Raises ValidationError."""
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        raise wrong_setting("https_proxy", _FORM) from None
    if parts.scheme.startswith("socks"):
        raise wrong_setting(
            "https_proxy",
            "it names a SOCKS proxy: name one for HTTP, or set NO_PROXY to * to use none",
        )
    odd = parts.path not in ("", "/") or parts.query or parts.fragment or any(map(str.isspace, text))
    if parts.scheme not in SCHEMES or not host or odd:
        raise wrong_setting("https_proxy", _FORM)
    named = f"[{host}]" if ":" in host else host
    port = port or (443 if parts.scheme == "https" else 80)
    return HttpsProxy(
        f"{parts.scheme}://{named}:{port}",
        None if parts.username is None else unquote(parts.username),
        unquote(parts.password or ""),
        no_proxy,
    )


# --- the machine that a program runs on ----------------------------------------------------------


CGROUPS: Final = Path("/sys/fs/cgroup")
OWN_CGROUP: Final = Path("/proc/self/cgroup")
LONGEST_NAME: Final = 80
"""Characters of the machine's name in front of the process id."""


def processors() -> int:
    """The number of processors that this process may use, at least 1.

    That is those it is limited to (``taskset``, ``CPUAffinity=``), but no more than the CPU time of its
    container or unit (``--cpus``, ``CPUQuota=``), rounded up.
    """
    # os.process_cpu_count() knows the former from Python 3.13 on, and the latter never.
    kept_to = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min([kept_to, *map(math.ceil, _quotas())]))


def _quotas() -> Iterator[float]:
    """The CPU quotas of this process's control groups, in processors, for those that have one."""
    try:
        lines = OWN_CGROUP.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    own = next((line.removeprefix("0::/") for line in lines if line.startswith("0::/")), None)
    if own is None:
        return
    folder = CGROUPS / own
    for group in (folder, *folder.parents):
        if group.is_relative_to(CGROUPS) and (quota := _quota(group / "cpu.max")) is not None:
            yield quota


def _quota(file: Path) -> float | None:
    """The quota in ``cpu.max``, a time and a period in microseconds, in processors; None for "max"."""
    try:
        given, _, period = file.read_text(encoding="utf-8").strip().partition(" ")
        return int(given) / int(period)
    except (OSError, ValueError, ZeroDivisionError):
        return None


def process_name() -> str:
    """The machine's name and the process id, in characters safe for logs and labels."""
    machine = re.sub(r"[^A-Za-z0-9.:@-]", "-", socket.gethostname())[:LONGEST_NAME] or "tidepool"
    return f"{machine}-{os.getpid()}"
