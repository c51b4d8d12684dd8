"""Stored data as people see to it: seen, taken along, deleted; and where somebody's id still stands."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from tests.cogs.governing import panel_of
from tests.cogs.server import Server
from tests.people import names


async def opened(server: Server, who: MemberActor) -> InteractionResult:
    """The panel of stored data, under *Privacy…* in /settings."""
    return await opened_in(who, server.channel)


async def opened_in(who: Any, *place: Any) -> InteractionResult:
    """The same in a channel, or in direct messages: the settings, in whose place it stands."""
    shown: InteractionResult = await who.slash(*place, "settings")
    await who.click(panel_of(shown), label="Privacy…")
    return shown


async def exported(server: Server, who: MemberActor) -> bytes:
    """The file that somebody gets, as if it were their first."""
    server.bot.app.exports._ended.clear()
    shown = await opened(server, who)
    given = await who.click(panel_of(shown), label="Export")
    (message,) = given.followups
    assert message.ephemeral
    (file,) = message.attachments
    return await file.read()


async def export_of(server: Server, who: MemberActor) -> dict[str, Any]:
    """What the file says."""
    found: dict[str, Any] = json.loads(await exported(server, who))
    return found


async def asked(server: Server, who: MemberActor) -> InteractionResult:
    """The question before everything goes."""
    shown = await opened(server, who)
    await who.click(panel_of(shown), label="Delete everything…")
    return shown


async def deleted(server: Server, who: MemberActor) -> InteractionResult:
    """The panel after everything went."""
    shown = await asked(server, who)
    await who.click(panel_of(shown), label="Delete everything about me")
    return shown


def rows_with(server: Server, who: MemberActor | int) -> dict[str, int]:
    """In how many rows of each table somebody's id stands, whatever the column."""
    number = who if isinstance(who, int) else who.id
    with closing(sqlite3.connect(server.path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {
            name: sum(names(number, str(row)) for row in database.execute(f"SELECT * FROM {name}"))
            for name in tables
        }
    return {name: number for name, number in found.items() if number}


def numbers_of_nobody(server: Server) -> list[str]:
    """The requests to Discord with a pseudonym in them: a person asked for, pinged or named by it."""
    told = [f"{entry.method} {entry.path} {entry.json}" for entry in server.env.http_requests]
    return [one for one in told if re.search(r"-\d{15,}", one)]
