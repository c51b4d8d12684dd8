"""Finds the match that a user means, by its id, its place or as their only one, and places for challenges."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import discord

from cogs.kit import permissions
from cogs.kit.call import Call
from cogs.kit.errors import UNSENT, AmbiguousMatchError, Refusal
from cogs.kit.guilds import is_inside
from cogs.kit.presentation import GamePresentation, newcomers_first
from cogs.text import errors_texts, match_kinds_texts, phrases, texts, time_texts
from matches import ChallengeChannel, ChannelId, GuildId, Match, MatchId, NoSuchMatchError, Phase, UserId
from matches.lifecycle.match_context import Loaded
from matches.model import MatchFacts
from matches.players import Player
from matches.summaries import Listing, MatchSummary
from services import Matches

if TYPE_CHECKING:
    from cogs.delivery.members import Members

ASKED_AGAIN: Final = "asked again"
"""Marks a click that asks for the matches that could be meant once more: none of them is taken by itself."""
ASKED_AS: Final = "asked as"
"""Has the options, by name, of a command whose own ones mean something else than they say."""
FINISHED: Final = 50
"""Finished matches, the latest, that can be meant without their number."""
LOOKED_AT: Final = 100
"""Matches of a user read for a list: as many as may run at a time, unless more is set."""
_NO_DEADLINE: Final = datetime.max.replace(tzinfo=UTC)


class Lookup:
    """Finds matches, one object for the whole bot."""

    def __init__(
        self, matches: Matches, presentations: Mapping[str, GamePresentation], members: Members
    ) -> None:
        self._matches = matches
        self._members = members
        self._presentations = presentations

    async def find(
        self,
        call: Call,
        given: str | None,
        *,
        game: str | None = None,
        phases: tuple[Phase, ...],
        mine: bool = True,
        to_act: bool = False,
    ) -> Match:
        """The match that the user means, as :meth:`find_loaded` finds it."""
        found = await self.find_loaded(call, given, game=game, phases=phases, mine=mine, to_act=to_act)
        return found.match

    async def find_loaded(
        self,
        call: Call,
        given: str | None,
        *,
        game: str | None = None,
        phases: tuple[Phase, ...],
        mine: bool = True,
        to_act: bool = False,
    ) -> Loaded:
        """The match that the user means: the one named, else the one of this place, else their only one.

        ``phases`` are those that come into question, ``game`` the only game if given; with ``mine`` only
        the person's own matches. Of several, one that waits for the person is meant first (``to_act``),
        then one of their own, then one that is not over. Raises AmbiguousMatchError where several are left,
        Refusal and NoSuchMatchError.
        """
        user = call.user
        if given is not None:
            return await self._named(call, given)
        found = await self._here(call, phases, game, user if mine else None)
        if not found:
            found = list((await self.candidates(user, phases, LOOKED_AT, game=game)).matches)
        if not found:
            over = phases == (Phase.FINISHED,)
            raise Refusal(
                texts.NONE_FINISHED if over else errors_texts.no_match_here(await self.command_of(call, game))
            )
        meant = self.the_only(call, self._likeliest(found, user, to_act=to_act))
        return await self._matches.load_with_settings(meant.id)

    @staticmethod
    def the_only(call: Call, found: Sequence[MatchSummary]) -> MatchSummary:
        """The one match that was found. Raises AmbiguousMatchError when there are several, or it is asked."""
        if len(found) == 1 and ASKED_AGAIN not in call.interaction.extras:
            return found[0]
        raise AmbiguousMatchError(found)

    def _likeliest(self, found: list[MatchSummary], user: UserId, *, to_act: bool) -> list[MatchSummary]:
        if to_act:
            found = [match for match in found if self._matches.waits_for(match, user)] or found
        found = [match for match in found if user in match.users] or found
        # Of a match and its rematches in one thread, the latest is meant.
        numbers = {match.id for match in found}
        found = [match for match in found if match.rematch not in numbers]
        return [match for match in found if match.phase is not Phase.FINISHED] or found

    async def candidates(
        self,
        user: UserId,
        phases: tuple[Phase, ...],
        limit: int,
        *,
        game: str | None = None,
        number: str = "",
        hosted: bool = True,
    ) -> Listing:
        """The matches of ``user`` in ``phases``: those that wait for them first, by their deadlines.

        Of the open ones at most ``limit``. Only those of ``game``, if given, and those with the digits
        ``number`` in their number; without the boards of their own simuls if ``hosted`` is False.
        """
        found = await self._matches.lists.listed(user, phases, limit, game=game, number=number, hosted=hosted)
        finished = await self._finished(user, game, number) if Phase.FINISHED in phases else []
        ordered = sorted(found.matches, key=lambda match: self._urgency(match, user))
        return Listing((*ordered, *finished), found.damaged)

    async def _finished(self, user: UserId, game: str | None, number: str) -> list[MatchSummary]:
        found = await self._matches.lists.finished_of(user, FINISHED, game=game)
        return [match for match in found if number in str(match.id)]

    def _urgency(self, match: MatchSummary, user: UserId) -> tuple[bool, datetime]:
        """The sort key of the matches of ``user``; those alike keep their order."""
        waits = self._matches.waits_for(match, user)
        return not waits, (time_texts.deadline_of(match) if waits else None) or _NO_DEADLINE

    async def at_home(self, call: Call) -> bool:
        """True if the user plays a match in the channel or thread of the call."""
        found = await self._here(call, (Phase.SETUP, Phase.PLAYING), None, call.user)
        return any(match.phase.running for match in found)

    async def live(self, call: Call, limit: int) -> tuple[list[MatchSummary], int]:
        """The running matches of this server that the user may see, newest first, and how many were checked.

        Leaves out other users' matches against the computer, which are played in private. Checks at most
        ``limit`` matches.
        """
        found = await self._matches.lists.running_in(call.guild_id or GuildId(0), limit)
        seen = [
            match
            for match in found
            if call.user in match.users or (not match.alone and self.sees(call, match.seen_in))
        ]
        return seen, len(found)

    async def prepare_names(self, matches: Iterable[MatchSummary]) -> None:
        """Cache the names of the players, waiting a short time for them."""
        players: dict[GuildId, set[UserId]] = {}
        for match in matches:
            players.setdefault(match.guild_id, set()).update(match.users)
        await asyncio.gather(*(self._members.names_in_time(guild, users) for guild, users in players.items()))

    def choice(self, match: MatchSummary, user: UserId) -> str:
        """A match in a list without mentions: by the opponent of ``user``, as far as names are known."""
        if user not in match.users:
            return self.between(match) or phrases.title(match)
        waiting = self._matches.waits_for(match, user)
        rival, game = match.rival_of(user), self._short_name(match)
        if rival is None or game is None:
            return texts.match_choice(match, user, waiting=waiting)
        name = self._name(match, rival)
        if name is None:
            return texts.match_choice(match, user, waiting=waiting)
        return texts.own_choice(match, user, game, name, waiting=waiting)

    def between(self, match: MatchSummary) -> str:
        """A match in a list without mentions, by both players; empty where no name is known."""
        game, names = self._short_name(match), [self._name(match, seat.player) for seat in match.seats]
        if game is None or not any(names):
            return ""
        called = [name or seat.side for name, seat in zip(names, match.seats, strict=True)]
        return texts.between(match, game, called)

    def _short_name(self, match: MatchFacts) -> str | None:
        """The short name of a match's game; None for a game that is not offered any more."""
        face = self._presentations.get(match.game_key)
        return face.short_name if face else None

    def _name(self, match: MatchFacts, player: Player) -> str | None:
        """The name of a player as plain text, as far as it is known."""
        if player.user_id is None:
            return phrases.mention(player)
        return self._members.known_names(match.guild_id, match.users).get(player.user_id)

    @staticmethod
    def roles_of(call: Call) -> frozenset[int]:
        """The roles of the interaction's user in a server; none in direct messages."""
        user = call.interaction.user
        return frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset()

    async def command_of(self, call: Call, game: str | None = None) -> str:
        """The slash command of a game; where none is meant, of the one that :meth:`likely_game` finds."""
        meant = game if game and game in self._presentations else await self.likely_game(call)
        return self._presentations[meant].command

    async def likely_game(self, call: Call) -> str:
        """The game of this match's thread, else the one that the user played last in this server.

        Else the one that the server plays most, else the one for newcomers. In direct messages all servers
        count.
        """
        running = (Phase.SETUP, Phase.PLAYING)
        found = await self._here(call, running, None, None)
        here = [match for match in found if self._is_own_thread(match, call)]
        found = here or await self._played_here(call.user, call.guild_id)
        offered = [match for match in found if match.game_key in self._presentations]
        if offered:
            return max(offered, key=lambda match: match.changed_at).game_key
        if call.guild_id is not None:
            for most_played in call.app.features.most_played:
                for game in await most_played(call.app, call.guild_id):
                    if game in self._presentations:
                        return game
        return newcomers_first(self._presentations.values())[0].game.key

    async def _played_here(self, user: UserId, guild: GuildId | None) -> list[MatchSummary]:
        """The latest matches of a user in a server, or anywhere."""
        listed = await self._matches.lists.listed(user, (Phase.SETUP, Phase.PLAYING), LOOKED_AT)
        finished = await self._matches.lists.finished_of(user, FINISHED)
        return [match for match in (*listed.matches, *finished) if guild in (None, match.guild_id)]

    async def numbered(self, typed: str) -> Loaded:
        """The match of a number that was typed. Raises Refusal and NoSuchMatchError."""
        number = typed.strip().removeprefix("#")
        if not (number.isascii() and number.isdigit()) or len(number) > 18:
            raise Refusal(errors_texts.NO_SUCH_MATCH)
        return await self._matches.load_with_settings(MatchId(int(number)))

    async def _named(self, call: Call, given: str) -> Loaded:
        loaded = await self.numbered(given)
        match = loaded.match
        if call.user not in match.users and not self.sees(call, match.seen_in):
            # Another player's match that the user may not see: don't even reveal that it exists.
            raise NoSuchMatchError(match.id)
        return loaded

    async def _here(
        self, call: Call, phases: tuple[Phase, ...], game: str | None, user: UserId | None
    ) -> list[MatchSummary]:
        """The matches of this place that can be meant, only those of ``user`` if given."""
        if call.interaction.channel_id is None:
            return []
        return [
            match
            for match in await self._matches.lists.at_home(ChannelId(call.interaction.channel_id))
            if game in (None, match.game_key)
            and (user is None or user in match.users)
            # In a match's own thread that one is meant whatever its phase, never one somewhere else.
            and (match.phase in phases or self._is_own_thread(match, call))
        ]

    def _is_own_thread(self, match: MatchSummary, call: Call) -> bool:
        return match.channel_id != call.interaction.channel_id and not match.shown.direct

    @staticmethod
    def sees(call: Call, channel_id: ChannelId | None) -> bool:
        """True if the user may look into a channel of the interaction's server; into none for None.

        Into a private thread only from inside, since the bot isn't told who else is in it, or if they manage
        its threads.
        """
        guild = call.interaction.guild
        channel = None if guild is None or channel_id is None else guild.get_channel_or_thread(channel_id)
        if channel is None or not isinstance(call.interaction.user, discord.Member):
            return False
        return permissions.sees(
            channel, call.interaction.user, inside=call.interaction.channel_id == channel_id
        )

    # --- places of challenges --------------------------------------------------------------------

    async def challenge_place(self, call: Call) -> ChallengeChannel:
        """The channel for a challenge: this one or, inside a match's own thread, its parent.

        Raises Refusal.
        """
        if call.guild_id is None:
            raise Refusal(errors_texts.ONLY_IN_SERVER)
        channel = call.interaction.channel
        if not isinstance(channel, discord.TextChannel | discord.Thread | discord.VoiceChannel):
            raise Refusal(errors_texts.NOT_HERE)
        here, under = ChannelId(channel.id), None
        if isinstance(channel, discord.Thread):
            under = ChannelId(channel.parent_id)
            if any(match.channel_id == under for match in await self._matches.lists.at_home(here)):
                here, under = under, None
        await self.check_place(call, here)
        return ChallengeChannel(call.guild_id, here, under, self.roles_of(call))

    async def check_place(self, call: Call, place: ChannelId) -> None:
        """Raise Refusal, by name, when the bot lacks something to run a match in ``place``.

        That is where it is asked to, the channel above, which a thread has its permissions of, or a channel
        elsewhere in the server, whose challenge stands in a list.
        """
        interaction = call.interaction
        here, allowed = interaction.channel, interaction.app_permissions
        beside = (interaction.channel_id, getattr(here, "parent_id", None))
        if interaction.guild is not None and place not in beside:
            elsewhere = interaction.guild.get_channel_or_thread(place)
            if elsewhere is not None:
                here, allowed = elsewhere, elsewhere.permissions_for(interaction.guild.me)
        thread = here if isinstance(here, discord.Thread) and here.id == place else None
        if thread is not None and not (allowed.manage_threads or await self._joined(thread)):
            raise Refusal(errors_texts.add_me_first(place, thread.guild.me.id))
        lacking = permissions.missing(allowed, in_thread=thread is not None)
        if lacking:
            until = permissions.timed_out_until(interaction.guild) if interaction.guild else None
            raise Refusal(
                phrases.timed_out(until) if until else errors_texts.permissions_missing(lacking, place)
            )

    @staticmethod
    def check_private_threads(call: Call, place: ChannelId) -> None:
        """Raise Refusal if the channel of a challenge, or the one above it, can have no private thread."""
        guild, here = call.interaction.guild, call.interaction.channel
        if guild is not None and (here is None or here.id != place):
            here = guild.get_channel_or_thread(place)
        channel = here.parent if isinstance(here, discord.Thread) else here
        if not isinstance(channel, discord.TextChannel) or channel.is_news():
            raise Refusal(match_kinds_texts.no_threads_in(place if channel is None else channel.id))
        lacking = permissions.lacking_for_private_thread(channel.permissions_for(channel.guild.me))
        if lacking:
            raise Refusal(match_kinds_texts.thread_missing(lacking, channel.id))

    @staticmethod
    async def _joined(thread: discord.Thread) -> bool:
        """True if the bot is in a thread, or it is no private one; so too while Discord cannot say.

        Discord is asked: of a private thread that the bot is not in nothing is known here, neither that it is
        there nor what it may do, and discord.py goes on knowing one that it was put out of.
        """
        try:
            return await is_inside(thread, thread.guild.me)
        except UNSENT:
            return True
