"""What the bot sends, byte for byte, whom it is for, and what of it varies by chance.

Of pictures the pixels count, and not how they are packed.

What varies is replaced by words of the same length, numbered by their first appearance, so that the headers
that count bytes can be compared as well. Nothing is replaced by how it looks alone: only what this Discord,
or the store, is known to have given out for the match.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp import web

from matches.lifecycle.schedule import SETUP_PACE
from matches.lifecycle.seals import DRAW, SHOWN, pick_text, seal, sealed_text
from matches.time.pace import Pace
from tests.loopback.server import routes
from tests.loopback.server.entities import Interaction, Message, User
from tests.loopback.server.faults import Call, Fault
from tests.loopback.server.gateway import Gateway
from tests.loopback.server.http import Server
from tests.loopback.server.world import World
from tests.pictures import unpacked

Headers = tuple[tuple[bytes, bytes], ...]

DAYS: Final = 7
"""After which a challenge lapses: the time that a card shows."""

BOUNDARY: Final = re.compile(rb"multipart/form-data; boundary=([0-9a-f]{32})")
NUMBER: Final = re.compile(rb"\d+")
SEAL: Final = re.compile(rb"\b[0-9a-f]{%d}\b" % SHOWN)
"""A seal as cards show it; a whole one is as long as a token."""
TOKEN: Final = re.compile(rb"[\w-]{40,}")


# --- capturing -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Request:
    """One request as it came: its first line, its headers in their order, its body with files unpacked."""

    line: bytes
    headers: Headers
    body: bytes
    call: Call = field(compare=False, repr=False)

    @property
    def raw(self) -> bytes:
        """All of it."""
        heads = [name + b": " + value for name, value in self.headers]
        return b"\r\n".join([self.line, *heads, b"", self.body])


class Captured:
    """All that the bots send from now on: requests, and frames over the gateway."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.requests: list[Request] = []
        self.frames: list[dict[str, Any]] = []
        handle, hear = Server._handle, Gateway._hear

        def handling(server: Server, call: Call, faults: list[Fault], request: web.Request) -> Any:
            self.requests.append(_as_it_came(call, request))
            return handle(server, call, faults, request)

        async def hearing(gateway: Gateway, socket: Any, process: str, told: dict[str, Any]) -> None:
            self.frames.append(told)
            await hear(gateway, socket, process, told)

        patch.setattr(Server, "_handle", handling)
        patch.setattr(Gateway, "_hear", hearing)


def _as_it_came(call: Call, request: web.Request) -> Request:
    version = f"HTTP/{request.version.major}.{request.version.minor}"
    line = f"{request.method} {request.raw_path} {version}"
    body = unpacked(call.raw)
    length = b"%d" % len(call.raw)
    headers = [(name, b"%d" % len(body) if value == length else value) for name, value in request.raw_headers]
    return Request(line.encode(), tuple(headers), body, call)


# --- whom it is for ------------------------------------------------------------------------------


def reader(world: World, call: Call) -> User | None:
    """The one person who sees what a request does. None, for everybody, unless that is certain."""
    found = routes.find(call.method, call.path)
    ids = found[1] if found else {}
    if "token" in ids:
        return _reader_of_answer(world.interactions.get(ids["token"]), ids, call)
    place = world.channels.get(int(ids.get("channel_id", 0)))
    return place.recipient if place else None


def _reader_of_answer(interaction: Interaction | None, ids: routes.Ids, call: Call) -> User | None:
    if interaction is None:
        return None
    if call.path.startswith("/interactions/") and (interaction.choices is not None or interaction.form):
        # Suggestions are seen by whoever types, and a form by whoever opened it.
        return interaction.user
    message = _written(interaction, ids, call)
    if message is None:
        return None
    # An answer to a click can be an edit of the message that was clicked, which may be a public one.
    only = message.only_for or message.channel.recipient
    return only if only is interaction.user else None


def _written(interaction: Interaction, ids: routes.Ids, call: Call) -> Message | None:
    """The message that an answer writes, edits or deletes."""
    if call.path.startswith("/webhooks/"):
        number = ids.get("message_id")
        if call.method == "POST":
            number = call.answer.get("id") if isinstance(call.answer, dict) else None
        elif number is None:
            return interaction.original
        return next((one for one in interaction.followups if str(one.id) == number), None)
    return interaction.original


@dataclass(frozen=True)
class Sent:
    """A request, and the one person who sees what it does; None for everybody."""

    request: Request
    reader: User | None


def read_by(world: World, requests: Iterable[Request], earlier: Collection[int]) -> list[Sent]:
    """Requests with who sees what they do, without what is tidied up in the ``earlier`` channels."""
    return [Sent(one, reader(world, one.call)) for one in _untidied(requests, earlier)]


def by_channel(sent: Iterable[Sent]) -> list[Sent]:
    """The requests about one channel after the other: they don't wait for each other."""
    return sorted(sent, key=lambda one: _channel(one.request.call))


def _untidied(requests: Iterable[Request], earlier: Collection[int]) -> Iterator[Request]:
    """The requests without what is tidied up at any time: matches before, and the card before a new one."""
    behind = set(earlier)
    for one in requests:
        channel, kind = _channel(one.call), one.call.path.rpartition("/")[2]
        if one.call.method == "PATCH" and channel in behind:
            continue
        if one.call.method == "POST" and channel and kind == "messages":
            behind.add(channel)
        yield one


def _channel(call: Call) -> int:
    """The channel that a request is about, 0 for an answer: one channel does not wait for another."""
    parts = call.path.split("/")
    return int(parts[2]) if parts[1] == "channels" else 0


# --- holding still -------------------------------------------------------------------------------


def number_from_a_million(database: Path) -> None:
    """Let the matches to come be numbered from a million on, and the notices from two."""
    with closing(sqlite3.connect(database, timeout=5)) as connection, connection:
        given = connection.execute("SELECT (SELECT count(*) FROM match) + (SELECT count(*) FROM notice)")
        assert given.fetchone() == (0,), "there are matches already"
        connection.execute("DELETE FROM sqlite_sequence WHERE name IN ('match', 'notice')")
        rows = [("match", 1_000_000), ("notice", 2_000_000)]
        connection.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", rows)


def given_out(world: World, database: Path) -> dict[bytes, bytes]:
    """What this Discord and the store gave out so far: how it is written, and its kind."""
    ids = {*world.channels, *(one.id for one in world.interactions.values())}
    for message in world.messages():
        ids |= {message.id, *(file.id for file in message.attachments)}
    found = {b"%d" % number: b"id" for number in ids}
    found |= {token.encode(): b"token" for token in world.interactions}
    with closing(sqlite3.connect(database, timeout=5)) as connection:
        for kind, table in ((b"m", "match"), (b"n", "notice")):
            found |= {b"%d" % row[0]: kind for row in connection.execute(f"SELECT id FROM {table}")}
        for closed, salt in seals_in(connection):
            found |= {closed: b"seal", closed[:SHOWN]: b"seal", salt: b"salt"}
    return found


def seals_in(connection: sqlite3.Connection) -> Iterator[tuple[bytes, bytes]]:
    """The seals and their salts, in which all chance of a pick lies: nobody can tell one from it."""
    for match, what, value, salt in connection.execute(_SALTED):
        sealed = value if what == DRAW else pick_text(tuple(json.loads(value)))
        yield seal(sealed_text(match, what, sealed, salt)).encode(), salt.encode()


_SALTED: Final = f"""
    SELECT match_id, side, choices, salt FROM pick WHERE salt IS NOT NULL
    UNION ALL SELECT id, '{DRAW}', draw, draw_salt FROM match WHERE draw IS NOT NULL
"""


def chance_since(world: World, database: Path, known: Mapping[bytes, bytes]) -> Chance:
    """What was given out since ``known`` was, and the deadlines of the matches among it."""
    given = {one: kind for one, kind in given_out(world, database).items() if one not in known}
    with closing(sqlite3.connect(database, timeout=5)) as connection:
        for number, *times in connection.execute(_TIMES):
            if b"%d" % number in given:
                given |= {b"%d" % at.timestamp(): b"t" for at in _deadlines(*times)}
    return Chance(given)


_TIMES: Final = """
    SELECT match.id, match.created_at, min(notice.due_at), match.clocks FROM match
    LEFT JOIN notice ON notice.match_id = match.id AND notice.kind = 'pick' GROUP BY match.id
"""
"""When each match was challenged to and accepted, and its clocks."""


def picks_due(database: Path) -> dict[bytes, bytes]:
    """The times by which picks are due in matches where none was made since they began, and their kind."""
    if SETUP_PACE.start is None:
        return {}
    with closing(sqlite3.connect(database, timeout=5)) as connection:
        found = connection.execute("SELECT changed_at FROM match WHERE phase = 'setup'").fetchall()
    due = (datetime.fromisoformat(began) + SETUP_PACE.start for (began,) in found)
    return {b"%d" % at.timestamp(): b"t" for at in due}


def _deadlines(created: str, accepted: str | None, clocks: str | None) -> Iterator[datetime]:
    """When somebody challenges, the challenge lapses, its picks are due, and its first turn is."""
    yield datetime.fromisoformat(created)
    yield datetime.fromisoformat(created) + timedelta(days=DAYS)
    if accepted is not None and SETUP_PACE.start is not None:
        yield datetime.fromisoformat(accepted) + SETUP_PACE.start
    kept = json.loads(clocks or "{}")
    pace = Pace.read(kept.get("pace", "none"))
    if pace.start is not None and kept["since"] is not None:
        yield datetime.fromisoformat(kept["since"]) + pace.start


@dataclass(frozen=True)
class Chance:
    """What depends on chance in one match: how it is written, and its kind."""

    given: Mapping[bytes, bytes]

    def still(self, requests: Iterable[Request]) -> list[bytes]:
        """Requests that one reader sees, with chance held still."""
        holding = _Holding(self)
        return [holding.still(request) for request in requests]


class _Holding:
    """Replaces, and remembers what by."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._names: dict[bytes, bytes] = {}
        self._counts: Counter[bytes] = Counter()

    def still(self, request: Request) -> bytes:
        return NUMBER.sub(self._name, SEAL.sub(self._name, TOKEN.sub(self._name, _without_boundary(request))))

    def _name(self, found: re.Match[bytes]) -> bytes:
        said = found[0]
        kind = self._chance.given.get(said)
        if kind is None:
            return said
        if said not in self._names:
            self._counts[kind] += 1
            name = b"<" + kind + b" %d>" % self._counts[kind]
            assert len(name) <= len(said), "a name longer than what it stands for"
            self._names[said] = name.ljust(len(said), b".")
        return self._names[said]


def _without_boundary(request: Request) -> bytes:
    """The request, its parts parted by a boundary that is always the same."""
    kind = next((value for name, value in request.headers if name.lower() == b"content-type"), b"")
    boundary = BOUNDARY.fullmatch(kind)
    return request.raw.replace(boundary[1], b"=" * 32) if boundary else request.raw


# --- comparing -----------------------------------------------------------------------------------


def difference(one: Sequence[bytes], other: Sequence[bytes]) -> str:
    """Where two views first differ, with what comes before it; nothing if they are equal."""
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            at = next((n for n, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), -1)
            at = min(len(left), len(right)) if at < 0 else at
            head = left.split(b"\r\n", 1)[0]
            parts = (_around(left, at), _around(right, at))
            return f"request {number} ({head!r}), byte {at}:\n{parts[0]!r}\nis not\n{parts[1]!r}"
    if len(one) != len(other):
        more = max(one, other, key=len)[min(len(one), len(other))]
        return f"{len(one)} requests and {len(other)}; the first that only one has: {more[:300]!r}"
    return ""


def _around(said: bytes, at: int) -> bytes:
    return said[max(0, at - 60) : at + 60]
