"""Ways in which two people come to a match of Prawns with blind picks: by a challenge, or by themselves.

What people would enter by taps is put into the database; the bot does the rest when it sweeps.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import select

from data import Database, stores
from data.features.tournaments import GOING_ON, change
from data.features.tournaments import tournament as tournament_table
from matches.guilds.settings import ChallengeChannel
from matches.model import GuildId, UserId
from matches.time.pace import Pace
from matches.tournaments import changes
from matches.tournaments.model import (
    NO_GROUP,
    Entrant,
    Format,
    Pairing,
    PairingKey,
    Seed,
    Tournament,
    TournamentId,
    TournamentState,
    TournamentTerms,
    last_day,
)
from tests.feature_rows import PAIRED_AFTER, add_offer, add_simul, add_tournament
from tests.store import rows

GAME: Final = "prawns"
PACE: Final = Pace.read("3d")

Way = Callable[[Database, ChallengeChannel, Sequence[UserId], datetime], Awaitable[None]]
"""Enters people, of whom the first two are to meet, the first of them as green; the third may play others."""


async def tournament(
    store: Database, place: ChallengeChannel, people: Sequence[UserId], now: datetime
) -> None:
    """A tournament whose first round has been paired."""
    terms = TournamentTerms(Format.SWISS, pace=PACE, most=3)
    new = Tournament(TournamentId(0), place.guild, place.channel, "Spring", GAME, terms, (people[2],), now)
    entrants = tuple(Entrant(user, now, Seed(seed), 1500) for seed, user in enumerate(people[:3], 1))
    first = Pairing(PairingKey(1, 1), NO_GROUP, Seed(1), Seed(2), now, last_day(now, terms))
    running = replace(
        new,
        state=TournamentState.RUNNING,
        round=1,
        round_at=now,
        entrants=entrants,
        pairings=(first,),
    )
    made = await store.write(add_tournament, new, None)
    await store.write(change, made.id, lambda _: replace(running, id=made.id), now)


async def simul(store: Database, place: ChallengeChannel, people: Sequence[UserId], now: datetime) -> None:
    """A simul that the first of the people hosts against the other two."""
    host, rival, other = people[:3]
    # The match that is looked at is the latest.
    await store.write(add_simul, host, GAME, place, now, [other, rival], pace=str(PACE))


async def offers(store: Database, place: ChallengeChannel, people: Sequence[UserId], now: datetime) -> None:
    """Standing offers of the first two."""
    for user in people[:2]:
        await store.write(add_offer, user, GAME, place, now - PAIRED_AFTER, rated=False)


WAYS: Final[dict[str, Way | None]] = {
    "challenge": None,
    "tournament": tournament,
    "simul": simul,
    "offers": offers,
}
"""None: by what people do on Discord."""


async def over(store: Database, guild: GuildId, people: Sequence[UserId], now: datetime) -> None:
    """Nothing begins by itself any more for these people in a server."""
    for user in people:
        await store.write(stores.participation.leave_features, guild, user, now)
    ids = select(tournament_table.c.id).where(
        tournament_table.c.guild_id == guild, tournament_table.c.state.in_(GOING_ON)
    )
    for row in await rows(store, ids):
        which = TournamentId(row["id"])
        await store.write(change, which, lambda found: changes.called_off(found, now), now)
