"""Matches in a database and in Discord, as if they had been begun there."""

from __future__ import annotations

import random
from typing import Final

from bot import fresh_salt
from data import Database, stores
from engines import GAMES
from matches import (
    ChallengeChannel,
    ChallengeTerms,
    ChannelId,
    GuildId,
    Match,
    MessageId,
    Opponent,
    Policy,
    Shown,
    UserId,
)
from matches.time.pace import Pace
from services import Services
from tests.loopback.server.entities import PUBLIC_THREAD, V2, Channel
from tests.loopback.server.messaging import create
from tests.loopback.server.world import World

CARD: Final = {"flags": V2, "components": [{"type": 10, "content": "The card."}]}


def services(store: Database, world: World) -> Services:
    """The services for people with more matches than are allowed, as if these were older than the limits."""
    policy = Policy(open_challenges=100, running_matches=10_000)
    return Services(store, clock=world.clock, coin=lambda: "heads", salt=fresh_salt, policy=policy)


async def begun(
    service: Services,
    game: str,
    users: tuple[UserId, UserId],
    channel: Channel,
    chance: random.Random,
    pace: Pace | None = None,
) -> Match:
    """A match between two users, begun by a challenge of the first and ready for its first move."""
    one, other = users
    assert channel.guild is not None
    place = ChallengeChannel(GuildId(channel.guild.id), ChannelId(channel.id), None, frozenset())
    opponent = Opponent(other, is_bot=False, in_guild=True, sees_channel=True)
    terms, challenges = ChallengeTerms(game, {}, pace=pace), service.matches.challenges
    made = await challenges.challenge(one, opponent, terms, place)
    match = await challenges.accept(
        made.id, other, made.version, call="heads", blind=True, rated=True, roles=frozenset()
    )
    setup = GAMES[game].secret_setup
    if setup is not None:
        for user in users:
            for slot, _ in enumerate(setup.slots):
                await service.matches.picks.choose(match.id, user, slot, chance.choice(setup.choices))
            match = await service.matches.picks.pick(match.id, user)
    return match


async def put_up(service: Services, world: World, match: Match, channel: Channel) -> Channel:
    """The new thread of a match, with a card for its current state; stored as shown."""
    now, name, guild = world.now(), f"match {match.id}", channel.guild
    thread = Channel(world.new_id(), PUBLIC_THREAD, name, guild, channel, owner=world.bot, created_at=now)
    thread.active_at = now
    world.channels[thread.id] = thread
    world.changed(thread, "THREAD_CREATE")
    card = create(world, world.bot, thread, CARD, {})
    stage = service.matches.stage(match)
    seen = Shown(match.version, None, ChannelId(thread.id), MessageId(card.id), world.now(), stage)
    await service.core.db.write(stores.matches.record_shown, match.id, seen)
    return thread
