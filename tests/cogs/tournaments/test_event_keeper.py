"""Discord's scheduled events of tournaments: off at first, made once, moved on, ended; what stops them."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

import pytest
from discord import PermissionOverwrite, Permissions
from sqlalchemy import update

from cogs.tournaments.event_keeper import EventKeeper
from cogs.tournaments.event_service import TournamentEvents
from cogs.tournaments.service import Tournaments
from data.features.tournaments import tournament_event
from matches.tournaments.model import Format, TournamentId
from tests.cogs.community import id_of
from tests.cogs.events import allow, events
from tests.cogs.governing import an_admin, panel_of
from tests.cogs.server import Server, labels, text
from tests.cogs.tournaments.stories import (
    FIRST,
    draft,
    entered,
    made,
    refused,
    resign_all,
    run,
    seen,
    started,
)

SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
NEEDED = "I need the **Create Events** permission."


def asked(server: Server) -> list[str]:
    """The requests about events, by their methods."""
    return [one.method for one in server.env.http_requests if "/scheduled-events" in one.path]


async def opened(server: Server, admin: Any = None, **chosen: str) -> Any:
    """An administrator creates a tournament with an event; returns the panel as it is then."""
    admin = admin or an_admin(server)
    panel = await draft(server, admin, **{"game": "Pjawns", **chosen})
    await admin.click(panel, label="More…")
    await admin.click(panel, label="Discord event: off")
    await admin.click(panel, label="Create")
    return panel


async def with_event(
    server: Server, form: Format = Format.ROUND_ROBIN, *, which: TournamentId = FIRST
) -> None:
    """The same, told to the services alone."""
    await made(server, form, event=True)
    with server.env.as_bot():
        await server.bot.app[EventKeeper].attend(which)


async def organised(server: Server) -> tuple[Any, Any]:
    """An administrator and their page."""
    admin = an_admin(server)
    page = panel_of(await admin.slash(server.channel, "tournaments", name="1"))
    await admin.click(page, label="Organise")
    return admin, page


def people(server: Server) -> list[Any]:
    return [server.challenger, server.opponent, server.visitor]


async def test_it_is_off_at_first(server: Server) -> None:
    await started(server, people(server))
    await resign_all(server, people(server))
    assert (await seen(server)).state.ended
    assert asked(server) == [] and events(server) == []


async def test_it_is_made_moved_on_and_ended_with_its_tournament(server: Server) -> None:
    panel = await opened(server, form="Knockout")
    assert "Discord shows it as an event of this server." in text(panel)
    (event,) = events(server)
    found = await seen(server)
    assert (event.name, event.status, event.entity_type) == (found.name, SCHEDULED, 3)
    assert event.entity_metadata == {"location": "#board-games"}
    assert event.description.startswith("Pjawns · Knockout · ")
    assert event.description.endswith("\n/tournaments name:1")
    until = found.terms.entries_until
    assert until is not None
    assert datetime.fromisoformat(event.scheduled_start_time) == until
    assert datetime.fromisoformat(event.scheduled_end_time) == until + timedelta(days=60)
    await entered(server, people(server))
    assert asked(server) == ["POST", "GET", "GET", "PATCH"], "entries are no news for it, the start is"
    await run(server)
    (event,) = events(server)
    first = datetime.fromisoformat(event.scheduled_end_time)
    assert (event.status, first) == (ACTIVE, max(game.ends_at for game in (await seen(server)).pairings))
    await server.pass_time(days=2)
    await resign_all(server, people(server))
    (event,) = events(server)
    assert datetime.fromisoformat(event.scheduled_end_time) > first, "the final has days of its own"
    await resign_all(server, people(server))
    assert (await seen(server)).state.ended
    (event,) = events(server)
    assert event.status == COMPLETED
    assert await server.bot.app[TournamentEvents].of(FIRST) is None


async def test_one_that_is_cancelled_before_its_start_never_was(server: Server) -> None:
    await with_event(server)
    admin, page = await organised(server)
    assert "Discord shows it as an event of this server." in text(page)
    await admin.click(page, label="Cancel it…")
    await admin.click(page, label="Cancel the tournament")
    await run(server)
    assert [one.status for one in events(server)] == [CANCELED]
    assert "event of this server" not in text(page)


async def test_without_a_time_for_its_start_it_is_made_with_the_start(server: Server) -> None:
    panel = await opened(server, most="Entries until 3")
    assert "an event of this server once it starts." in text(panel)
    assert events(server) == []
    for who in people(server):
        await server.bot.app[Tournaments].enter(FIRST, id_of(who))
    await run(server)
    assert [one.status for one in events(server)] == [ACTIVE]


async def test_a_round_that_outlasts_its_last_day_keeps_its_event(server: Server) -> None:
    await with_event(server, Format.KNOCKOUT)
    await entered(server, people(server))
    await run(server)
    admin, page = await organised(server)
    await admin.click(page, label="Pause")
    (event,) = events(server)
    end = datetime.fromisoformat(event.scheduled_end_time)
    await server.pass_time(days=59, hours=23, minutes=20)
    assert datetime.fromisoformat(events(server)[0].scheduled_end_time) > end
    assert events(server)[0].status == ACTIVE


# --- the switch ----------------------------------------------------------------------------------


async def test_an_organiser_turns_it_on_and_off(server: Server) -> None:
    await made(server)
    admin, page = await organised(server)
    assert "Discord event: off" in labels(page)
    await admin.click(page, label="Discord event: off")
    assert "Discord shows it as an event of this server." in text(page)
    assert len(events(server)) == 1
    await admin.click(page, label="Discord event: on")
    assert "It's no longer an event of this server." in text(page)
    assert events(server) == []
    assert await server.bot.app[TournamentEvents].of(FIRST) is None


async def test_late_clicks_and_a_stranger_do_nothing_more(server: Server) -> None:
    await made(server)
    role = server.guild.create_role("Wardens", permissions=Permissions(manage_guild=True))
    warden = server.guild.add_member(server.env.create_user("warden"), roles=[role])
    strange = panel_of(await warden.slash(server.channel, "tournaments", name="1"))
    await warden.click(strange, label="Organise")
    server.env.backend.edit_role(server.guild.id, role.id, {"permissions": 0})
    said = await refused(warden, strange, "Discord event: off")
    assert said == "Only this tournament's organisers and server admins can do that."
    assert events(server) == []
    admin, page = await organised(server)
    other, last = [panel_of(await admin.slash(server.channel, "tournaments", name="1")) for _ in range(2)]
    for old in (other, last):
        await admin.click(old, label="Organise")
    for old in (page, other):
        await admin.click(old, label="Discord event: off")
    assert len(events(server)) == 1
    await server.bot.app[Tournaments].call_off(FIRST, id_of(admin))
    await run(server)
    said = await refused(admin, last, "Discord event: off")
    assert said.startswith("This tournament has ended")
    assert [one.status for one in events(server)] == [CANCELED]


# --- what stops it -------------------------------------------------------------------------------


async def test_a_missing_permission_is_named_and_stops_nothing(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="cogs.tournaments.event_keeper")
    allow(server, events=False)
    admin = an_admin(server)
    panel = await draft(server, admin, game="Pjawns")
    assert NEEDED not in text(panel)
    await admin.click(panel, label="More…")
    await admin.click(panel, label="Discord event: off")
    assert NEEDED in text(panel)
    await admin.click(panel, label="Create")
    assert "is open for entries" in text(panel) and NEEDED in text(panel)
    await entered(server, people(server))
    await run(server)
    assert (await seen(server)).round == 1
    assert asked(server) == []
    lines = [one.getMessage() for one in caplog.records if one.name == "cogs.tournaments.event_keeper"]
    assert lines == ["tournament=1 has no event: not-allowed (nothing was asked of Discord)"]
    allow(server, events=True)
    admin, page = await organised(server)
    assert NEEDED in text(page)
    await admin.click(page, label="Discord event: on")
    await admin.click(page, label="Discord event: off")
    assert "Discord shows it as an event of this server." in text(page)
    assert [one.status for one in events(server)] == [ACTIVE]


async def test_a_permission_that_is_given_later_is_noticed(server: Server) -> None:
    allow(server, events=False)
    await with_event(server)
    allow(server, events=True)
    await server.pass_time(hours=7)
    assert len(events(server)) == 1


async def test_a_permission_that_is_taken_meanwhile_is_named(server: Server) -> None:
    await with_event(server)
    allow(server, events=False)
    await entered(server, people(server))
    await run(server)
    _, page = await organised(server)
    assert NEEDED in text(page)
    assert (await seen(server)).round == 1
    allow(server, events=True)
    await server.pass_time(hours=7)
    assert [one.status for one in events(server)] == [ACTIVE]


async def test_a_channel_that_not_everyone_sees_is_not_shown_to_everyone(server: Server) -> None:
    admin = an_admin(server)
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    hidden: dict[Any, PermissionOverwrite] = {
        server.guild.default_role: PermissionOverwrite(view_channel=False),
        **dict.fromkeys((guild.me, admin), PermissionOverwrite(view_channel=True)),
    }
    server.channel = server.guild.create_text_channel("back-room", overwrites=hidden)
    panel = await opened(server, admin)
    assert "not everyone sees the tournament's channel" in text(panel)
    assert asked(server) == []


async def test_one_that_somebody_deleted_stays_away(server: Server) -> None:
    await with_event(server)
    server.env.backend.delete_scheduled_event(server.guild.id, events(server)[0].id)
    await entered(server, people(server))
    await run(server)
    admin, page = await organised(server)
    assert "the event was deleted, or has ended." in text(page)
    assert events(server) == []
    await server.pass_time(days=2)
    await admin.click(page, label="Discord event: on")
    await admin.click(page, label="Discord event: off")
    assert [one.status for one in events(server)] == [ACTIVE]


async def test_a_refusal_is_one_line_and_tried_again(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="cogs.tournaments.event_keeper")
    path = f"/guilds/{server.guild.id}/scheduled-events"
    server.env.inject_error("POST", path, status=400, code=30038, times=2)
    panel = await opened(server)
    assert "Discord doesn't take it now" in text(panel)
    await server.pass_time(hours=7)
    lines = [one for one in caplog.records if "has no event" in one.getMessage()]
    assert len(lines) == 1
    await server.pass_time(hours=7)
    assert len(events(server)) == 1
    _, page = await organised(server)
    assert "Discord doesn't take it now" not in text(page)


async def test_an_outage_passes(server: Server) -> None:
    path = f"/guilds/{server.guild.id}/scheduled-events"
    server.env.inject_error("POST", path, status=500, times=1)
    panel = await opened(server)
    assert "an event of this server in a moment." in text(panel)
    await server.pass_time(minutes=10)
    assert len(events(server)) == 1


# --- exactly once --------------------------------------------------------------------------------


async def test_one_that_a_crash_left_behind_is_found(server: Server) -> None:
    await with_event(server)
    await server.store.write(_forget, server.bot.app.clock())
    await server.restart()
    await run(server)
    (event,) = events(server)
    known = await server.bot.app[TournamentEvents].of(FIRST)
    assert known is not None and known.id == event.id


async def test_one_that_an_earlier_version_made_is_found_and_says_todays_command(server: Server) -> None:
    await with_event(server)
    (event,) = events(server)
    today = event.description
    event.description = today.replace("/tournaments name:1", "/tournament show tournament:1")
    assert event.description != today
    await server.store.write(_forget, server.bot.app.clock())
    await server.restart()
    await run(server)
    assert events(server) == [event]
    assert event.description == today


async def test_one_that_was_made_twice_is_there_once(server: Server) -> None:
    await with_event(server)
    (event,) = events(server)
    server.env.backend.create_scheduled_event(
        server.guild.id,
        name="another",
        entity_type=3,
        scheduled_start_time=event.scheduled_start_time,
        scheduled_end_time=event.scheduled_end_time,
        creator_id=event.creator_id,
        description=event.description,
        entity_metadata=event.entity_metadata,
    )
    await server.store.write(_forget, server.bot.app.clock())
    await run(server)
    assert [one.id for one in events(server)] == [event.id]


async def test_one_of_another_tournament_or_of_somebody_is_left_alone(server: Server) -> None:
    await with_event(server)
    (event,) = events(server)
    await with_event(server, Format.SWISS, which=TournamentId(2))
    first, second = events(server)
    server.env.backend.create_scheduled_event(
        server.guild.id,
        name=event.name,
        entity_type=3,
        scheduled_start_time=event.scheduled_start_time,
        scheduled_end_time=event.scheduled_end_time,
        creator_id=server.challenger.id,
        description=event.description,
        entity_metadata=event.entity_metadata,
    )
    await server.store.write(_forget, server.bot.app.clock())
    await run(server)
    assert len(events(server)) == 3
    known = await server.bot.app[TournamentEvents].of(FIRST)
    assert known is not None and known.id == first.id != second.id


async def test_one_that_is_turned_off_after_a_crash_is_deleted(server: Server) -> None:
    await with_event(server)
    await server.store.write(_forget, server.bot.app.clock())
    admin, page = await organised(server)
    await admin.click(page, label="Discord event: on")
    assert events(server) == []


def _forget(connection: Any, now: datetime) -> None:
    """As if the process had died before it noted what Discord answered."""
    theirs = update(tournament_event).where(tournament_event.c.tournament_id == FIRST)
    connection.execute(theirs.values(event_id=None, digest=None, due_at=now))
