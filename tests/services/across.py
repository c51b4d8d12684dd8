"""Matches between two servers."""

from __future__ import annotations

from typing import Any

from data import stores
from matches import ChallengeTerms, GuildId, Match, MatchTerms, Opponent
from matches.guilds.settings import ChallengeChannel
from matches.model import ChannelId, UserId
from services.cross_server import PLAYS_ACROSS
from services.viewpoint import reading_as
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PLACE, Table

FAR: GuildId = GuildId(GUILD + 100)
FAR_PLACE = ChallengeChannel(FAR, ChannelId(777))


async def wanted(table: Table, *users: UserId, guilds: tuple[GuildId, ...] = (GUILD, FAR)) -> None:
    """These players and servers want matches across servers."""
    for guild in guilds:
        await table.store.write(stores.people.change_guild, guild, {"across": "on"})
    for user in users:
        await table.store.write(stores.people.prefer, user, {PLAYS_ACROSS: "on"})


async def offered(table: Table, opponent: Opponent | None = None, **terms: Any) -> Match:
    """An open challenge for other servers too."""
    wishes = ChallengeTerms("pjawns", {}, terms=MatchTerms(across=True, **terms))
    return await table.matches.challenges.challenge(CHALLENGER, opponent, wishes, PLACE)


async def accepted(
    table: Table, match: Match, by: UserId = OPPONENT, place: ChallengeChannel = FAR_PLACE
) -> Match:
    """The match that ``by`` accepts in another server."""
    with reading_as(by, place.guild):
        return await table.matches.challenges.accept(
            match.id, by, match.version, call="heads", elsewhere=place
        )
