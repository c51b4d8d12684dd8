"""Tournaments, simuls and standing offers of a soak: their matches begin by themselves, and are played.

They are entered into the database as if by taps, before the trouble begins. People sit down at some of their
matches, as at any other; the rest is left to the clock.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from data import Database, open_store, stores
from data.features.tournaments import change
from engines import GAMES
from matches.guilds.settings import ChallengeChannel
from matches.model import NO_MATCH, ChannelId, GuildId, UserId
from matches.time.pace import Pace
from matches.tournaments import changes
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentTerms
from tests.feature_rows import PAIRED_AFTER, add_offer, add_simul, add_tournament
from tests.kept_up import unshown
from tools.crowd.watching import controls
from tools.soak.ground import Ground
from tools.soak.seats import sit_at

PACE: Final = Pace.read("3d")
PEOPLE: Final = 5
"""The people of each."""
ROUND_DAYS: Final = 6
AT_ONCE: Final = 4
"""Matches at which people sit at the same time; the others wait."""
EVERY: Final = 0.5
"""Seconds between two looks for matches that have begun."""
BY_THEMSELVES: Final = "(tournament > 0 OR simul > 0 OR by_offer)"

LEADING: Final = ("tourtable", "simulsee", "keepmatches")
"""The verbs of the buttons on their announcements."""

Enter = Callable[[Database, ChallengeChannel, str, Sequence[UserId], datetime], Awaitable[None]]


async def _tournament(
    form: Format,
    store: Database,
    place: ChallengeChannel,
    game: str,
    people: Sequence[UserId],
    now: datetime,
) -> None:
    given: dict[str, Any] = {"rounds": 1} if form is Format.LEAGUE else {}
    terms = TournamentTerms(form, pace=PACE, most=len(people), round_days=ROUND_DAYS, group_size=4, **given)
    new = Tournament(TournamentId(0), place.guild, place.channel, form.value, game, terms, (), now)
    made = await store.write(add_tournament, new, now)
    for user in people:
        enter = partial(changes.entered, user=user, now=now)
        await store.write(change, made.id, enter, now)


async def _simul(
    store: Database, place: ChallengeChannel, game: str, people: Sequence[UserId], now: datetime
) -> None:
    host, *players = people
    await store.write(add_simul, host, game, place, now, players, pace=str(PACE), rated=True)


async def _offers(
    store: Database, place: ChallengeChannel, game: str, people: Sequence[UserId], now: datetime
) -> None:
    for user in people:
        await store.write(add_offer, user, game, place, now - PAIRED_AFTER)


KINDS: Final[Sequence[Enter]] = (*(partial(_tournament, form) for form in Format), _simul, _offers)


async def enter(ground: Ground) -> None:
    """Have people enter as many contests as are planned."""
    store = await open_store(ground.bot.address)
    try:
        for number in range(ground.plan.contests):
            channel = ground.channels[number % len(ground.channels)]
            assert channel.guild is not None
            place = ChallengeChannel(GuildId(channel.guild.id), ChannelId(channel.id))
            here = [UserId(user) for user in channel.guild.members if user in ground.by_id]
            people = ground.plan.chance("contest", number).sample(here, PEOPLE)
            game = list(GAMES)[number % len(GAMES)]
            await KINDS[number % len(KINDS)](store, place, game, people, ground.world.now())
    finally:
        await store.close()


async def play(ground: Ground) -> None:
    """Sit down at the matches that begin, for ever."""
    seats, last = asyncio.Semaphore(AT_ONCE), 0
    async with asyncio.TaskGroup() as playing:
        while True:
            for (number,) in ground.database.rows(
                f"SELECT id FROM match WHERE {BY_THEMSELVES} AND id > ? ORDER BY id", last
            ):
                last = number
                playing.create_task(_sit(ground, number, seats))
            await asyncio.sleep(EVERY)


async def _sit(ground: Ground, number: int, seats: asyncio.Semaphore) -> None:
    async with seats:
        await sit_at(ground, number)


async def end_offers(ground: Ground) -> None:
    """Have nobody offer matches any more: these would never end."""
    store = await open_store(ground.bot.address)
    try:
        for guild, user in ground.database.rows("SELECT DISTINCT guild_id, user_id FROM standing_offer"):
            await store.write(stores.participation.leave_features, guild, user, ground.world.now())
    finally:
        await store.close()


def go_on(ground: Ground) -> bool:
    """True while a tournament or a simul is not over."""
    return bool(
        ground.database.rows("SELECT 1 FROM tournament WHERE state IN ('open', 'running') LIMIT 1")
        or ground.database.rows("SELECT 1 FROM simul WHERE phase IN ('open', 'started') LIMIT 1")
    )


def number(ground: Ground) -> int:
    """The number of matches that began by themselves."""
    ((found,),) = ground.database.rows(f"SELECT count(*) FROM match WHERE {BY_THEMSELVES}")
    return int(found)


def look(ground: Ground) -> None:
    """Record faults: a tournament or simul that is not over, a game or board that is lost or doubled."""
    wrong = {
        "tournament {} never ended": "SELECT id FROM tournament WHERE state IN ('open', 'running')",
        "tournament {} has games that are not decided": "SELECT DISTINCT tournament_id FROM "
        "tournament_pairing WHERE first_points IS NULL AND first IS NOT NULL AND second IS NOT NULL",
        "match {} is in no pairing": "SELECT id FROM match WHERE tournament > 0 AND id NOT IN "
        "(SELECT match_id FROM tournament_pairing WHERE match_id IS NOT NULL)",
        "match {} is in several pairings": "SELECT match_id FROM tournament_pairing "
        "WHERE match_id IS NOT NULL GROUP BY match_id HAVING count(*) > 1",
        "simul {} never ended": "SELECT id FROM simul WHERE phase IN ('open', 'started')",
        "simul {} still owes a board": "SELECT simul_id FROM simul_place",
        "simul {} has two boards of one player": "SELECT simul FROM match WHERE simul > 0 "
        "GROUP BY simul, opponent HAVING count(*) > 1",
    }
    for said, query in wrong.items():
        for (which,) in ground.database.rows(query):
            ground.fault(said.format(which))
    for kind, which in ground.database.rows(unshown()):
        ground.fault(f"the card of {kind} {which} is behind")
    for which, announced in _announced(ground).items():
        if announced > 1:
            ground.fault(f"match {which} was announced {announced} times")


def _announced(ground: Ground) -> Counter[int]:
    """How many messages in its channel lead from each match to what it belongs to."""
    leading = (
        int(control["custom_id"].split(":")[1])
        for channel in ground.channels
        for message in channel.public
        for control in controls(message, *LEADING)
    )
    return Counter(which for which in leading if which != NO_MATCH)
