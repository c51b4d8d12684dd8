"""The cup of the evening with which a new demo begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.tournaments.service import Tournaments
from matches import MatchId
from matches.guilds.settings import ChallengeChannel
from matches.model import ChannelId, UserId
from matches.tournaments.model import Format, TournamentTerms

if TYPE_CHECKING:
    from demo.evening import Evening


async def knockout(evening: Evening) -> MatchId:
    """A knockout of the four, up to its final; returns that match."""
    app, place = evening.bot.app, ChallengeChannel(evening.guild, ChannelId(evening.hall.id))
    before = {match.id for match in await evening.running()}
    terms = TournamentTerms(Format.KNOCKOUT, round_days=7, most=len(evening.world.people), news=True)
    with evening.world.simulator.as_bot():
        organiser = UserId(evening.ada.member.id)
        made = await app[Tournaments].create(organiser, place, "Pjawns Cup", "pjawns", terms)
        for who in evening.world.people.values():
            await app[Tournaments].enter(made.id, UserId(who.member.id))
    semifinals = await evening.fresh(before, 4)
    for number in semifinals:
        await evening.turns(number, 4)
        users = (await evening.match(number)).users
        loser = max(users, key=evening.rank)
        with evening.world.simulator.as_bot():
            await app.publisher.publish(number, await app.matches.play.resign(number, loser))
    return (await evening.fresh(before | set(semifinals), 1))[0]
