"""Matches for the stories of leaderboards and profiles, played quickly: what counts is how they end."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from matches import ChallengeChannel, ChallengeTerms, ChannelId, GuildId, Match, Opponent, UserId
from matches.lifecycle.history import turns_made
from matches.ratings.scores import LEAST_TURNS
from tests.cogs.server import Server
from tests.people import sides_of, user_of

GAME = "pjawns"


def id_of(who: MemberActor) -> UserId:
    """The id of a person."""
    return UserId(who.id)


def place_of(server: Server, channel: Any = None) -> ChallengeChannel:
    """The place of a challenge that is made in a channel, the usual one if none is given."""
    return ChallengeChannel(GuildId(server.guild.id), ChannelId((channel or server.channel).id))


async def begun(
    server: Server, one: MemberActor, other: MemberActor, *, game: str = GAME, rated: bool = True
) -> Match:
    """A match that goes on, each side having made as many turns as a rated match needs."""
    matches = server.bot.app.matches
    place = place_of(server)
    match = await matches.challenges.challenge(
        id_of(one), Opponent(id_of(other)), ChallengeTerms(game, {}, rated=rated), place
    )
    match = await matches.challenges.accept(match.id, id_of(other), match.version, call="heads")
    while any(turns_made(matches.history(match))[side] < LEAST_TURNS for side in sides_of(match)):
        action = matches.history(match).position.legal_actions()[0]
        match = await matches.play.turn(match.id, user_of(matches.to_act(match)[0]), str(action))
    return match


async def won(
    server: Server, winner: MemberActor, loser: MemberActor, *, game: str = GAME, rated: bool = True
) -> Match:
    """A match that the loser gave up."""
    match = await begun(server, winner, loser, game=game, rated=rated)
    return await server.bot.app.matches.play.resign(match.id, id_of(loser))


async def beat_all(server: Server, winner: MemberActor, *losers: MemberActor, game: str = GAME) -> None:
    """Win a match against each, which makes a place on the leaderboard with three of them."""
    for loser in losers:
        await won(server, winner, loser, game=game)


def newcomers(server: Server, number: int) -> list[MemberActor]:
    """More people of the server."""
    return [server.guild.add_member(server.env.create_user(f"swimmer-{n}")) for n in range(number)]


async def leaderboard(server: Server, who: MemberActor, **options: Any) -> InteractionResult:
    """The private panel that the command answers with."""
    return await who.slash(server.channel, "leaderboard", **options)
