"""The rights to create and steer tournaments, and the tournament that a button is about."""

from __future__ import annotations

from cogs.kit.call import Call
from cogs.kit.errors import Refusal, explains
from cogs.tournaments import texts
from cogs.tournaments.service import Tournaments
from matches import GuildId
from matches.tournaments.errors import TournamentError
from matches.tournaments.model import Tournament, TournamentId


def guild_of(call: Call) -> GuildId:
    """The server of a call. Raises Refusal in direct messages."""
    if call.guild_id is None:
        raise Refusal(texts.ONLY_IN_SERVER)
    return call.guild_id


async def load(call: Call, number: TournamentId) -> Tournament:
    """The tournament of this server with this number. Raises Refusal, TournamentError."""
    return await call.app[Tournaments].load(number, guild_of(call))


async def may_create(call: Call) -> bool:
    """True if the user may create tournaments in this server. Raises Refusal in direct messages."""
    rules = await call.app.guilds.rules(guild_of(call))
    return manages(call) or rules.tournament_role in call.app.lookup.roles_of(call)


async def check_may_create(call: Call) -> None:
    """Raise Refusal unless the user may create tournaments in this server."""
    if not await may_create(call):
        raise Refusal(texts.NOT_ALLOWED)


def organises(call: Call, found: Tournament) -> bool:
    """True if the user may steer a tournament."""
    return call.user in found.organisers or manages(call)


async def load_to_organise(call: Call, number: TournamentId) -> Tournament:
    """The tournament with this number. Raises Refusal unless the user may steer it, TournamentError."""
    found = await load(call, number)
    if not organises(call, found):
        raise Refusal(texts.NOT_ORGANISER)
    return found


def manages(call: Call) -> bool:
    """True if the user has the Manage Server permission."""
    allowed = call.interaction.permissions
    return call.guild_id is not None and (allowed.manage_guild or allowed.administrator)


@explains(TournamentError)
def problem(error: TournamentError) -> str:
    """Why a tournament refuses."""
    return texts.problem(error)
