"""Posts challenges, for commands, buttons and the form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from cogs.kit.call import Call
from cogs.kit.errors import Refusal, check_known
from cogs.text import challenge_texts, learn_texts
from matches import ChallengeChannel, ChallengeTerms, Match, Opponent, Phase, UserId
from matches.lifecycle.challenge import is_as_wished
from matches.players import Human
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.app import App

_LOOKED_AT: Final = 25
"""Most of a user's challenges that are searched for an equal one."""


async def post(call: Call, opponent: Opponent | None, terms: ChallengeTerms) -> None:
    """Post a challenge for a command. Raises Refusal, and what the service raises."""
    place = await call.app.lookup.challenge_place(call)
    if terms.terms.private:
        call.app.lookup.check_private_threads(call, place.channel)
    match = await call.app.matches.challenges.challenge(call.user, opponent, terms, place)
    shown = await call.show(match)
    if shown.shown.version >= match.version:
        quiet = await said_if_quiet(call, match)
        there = call.interaction.channel_id == place.channel and not quiet
        await call.leave_quietly(quiet or challenge_texts.challenge_sent(match.channel_id), there=there)


async def said_if_quiet(call: Call, match: Match) -> str:
    """The sentence for who made a challenge that pings nobody; empty for others."""
    if match.opponent is None or not await call.app.matches.challenges.is_quiet(match):
        return ""
    return challenge_texts.sent_quietly(match.channel_id, match.opponent)


def opponent_of(call: Call, user: discord.User | discord.Member | None) -> Opponent:
    """The chosen user as an opponent. Raises Refusal if Discord didn't resolve the user."""
    check_known(user)
    assert user is not None, "somebody who is known"
    in_guild = isinstance(user, discord.Member)
    sees = True
    if isinstance(user, discord.Member):
        allowed, here = user.resolved_permissions, call.interaction.channel
        if allowed is None and isinstance(here, discord.abc.GuildChannel | discord.Thread):
            allowed = here.permissions_for(user)
        sees = allowed is None or allowed.view_channel
    return Opponent(UserId(user.id), is_bot=user.bot, in_guild=in_guild, sees_channel=sees)


async def post_once(call: Call, wishes: ChallengeTerms, opponent: Opponent | None) -> None:
    """Post a challenge and say where it is.

    Raises Refusal if an equal one is already open in the channel, and what the service raises.
    """
    async with call.app.beginnings.turn(call.user):
        place = await call.app.lookup.challenge_place(call)
        if wishes.terms.private:
            call.app.lookup.check_private_threads(call, place.channel)
        if same := await _unanswered(call.app, call.user, wishes, opponent, place):
            raise Refusal(learn_texts.already_challenged(same))
        match = await call.app.matches.challenges.challenge(call.user, opponent, wishes, place)
    shown = await call.show(match)
    if shown.shown.version >= match.version:
        await call.say(await said_if_quiet(call, match) or challenge_texts.challenge_sent(match.channel_id))


async def _unanswered(
    app: App, user: UserId, wishes: ChallengeTerms, opponent: Opponent | None, place: ChallengeChannel
) -> MatchSummary | None:
    """An equal challenge of ``user`` that is still open in the same channel, or None."""
    whom = None if opponent is None else Human(opponent.id)
    usual = (await app.guilds.rules(place.guild)).pace
    found = await app.matches.lists.listed(user, (Phase.CHALLENGED,), _LOOKED_AT, game=wishes.game)
    for match in found.matches:
        to_them = (match.challenger, match.opponent, match.channel_id) == (Human(user), whom, place.channel)
        if to_them and is_as_wished(match, wishes, usual):
            return match
    return None
