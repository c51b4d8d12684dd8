"""Cards of tournaments, and their events, as some of those that are kept up to date."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

from cogs.tournaments.service import Tournaments
from matches.tournaments.model import Format, TournamentTerms
from tests.cogs.community import id_of, newcomers, place_of
from tests.cogs.events import allow, events
from tests.cogs.kept_cards import Kept
from tests.cogs.server import Server, text
from tests.cogs.tournaments import stories

GAME: Final = "pjawns"


async def _tournament(server: Server, form: Format, *, event: bool = False) -> None:
    """A tournament for four, or for whoever is in after a week."""
    until = server.bot.app.clock() + timedelta(days=7)
    terms = TournamentTerms(form, most=4, entries_until=until, rounds=1 if form is Format.LEAGUE else None)
    organiser = id_of(server.challenger)
    await server.bot.app[Tournaments].create(organiser, place_of(server), "Spring", GAME, terms, event=event)


async def _running(server: Server, form: Format) -> None:
    await _tournament(server, form)
    await _enter(server, 4)
    await stories.run(server)


async def _enter(server: Server, number: int) -> None:
    for who in newcomers(server, number):
        await server.bot.app[Tournaments].enter(stories.FIRST, id_of(who))


async def _resign(server: Server) -> None:
    """Somebody gives up one of the matches."""
    (match, *_) = await stories.running(server)
    await server.bot.app.matches.play.resign(match.id, match.users[0])


def _tournament_says(server: Server) -> str:
    return text(stories.card(server))


def _of_format(form: Format) -> Kept:
    return Kept(partial(_running, form=form), _resign, _tournament_says, "1 of ")


async def _event(server: Server) -> None:
    allow(server, events=True)
    await _tournament(server, Format.ROUND_ROBIN, event=True)


def _event_says(server: Server) -> str:
    (event,) = events(server)
    return f"{event.name}\n{event.description}\nstatus {event.status}"


ADDED: Final = {
    "tournament before its start": Kept(
        partial(_tournament, form=Format.ROUND_ROBIN),
        partial(_enter, number=1),
        _tournament_says,
        "**1 player:**",
    ),
    **{f"{form.value} that runs": _of_format(form) for form in Format},
    "event of a tournament": Kept(_event, partial(_enter, number=4), _event_says, "status 2"),
}
