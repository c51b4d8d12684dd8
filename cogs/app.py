"""What every command and control works with: the matches, their cards, and how people are answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands

from cogs.delivery.champions import SeasonCloser
from cogs.delivery.connection_state import ConnectionState
from cogs.delivery.erasure import Erasure
from cogs.delivery.members import Members
from cogs.delivery.notifier import Notifier
from cogs.delivery.publisher import UNSENT, NotShownError, Publisher
from cogs.delivery.sender import check_may_post
from cogs.kit import failures, permissions
from cogs.kit.errors import Refusal, check_person
from cogs.kit.failures import ClosedError, UnheardError, UnreadableError, reading, sending
from cogs.kit.presentation import GamePresentation
from cogs.kit.suggestions import SUGGESTED, Suggestions
from cogs.ops.in_flight import InFlight
from cogs.ops.metrics import Metrics
from cogs.ops.turns import Turns
from cogs.panels.account.notices import NoticeCards
from cogs.panels.match.imports import ReplayCache
from cogs.panels.match.match_card import Card, Cards
from cogs.text import speaking, texts, time_texts
from imaging import Studio
from matches import (
    ChannelId,
    Clock,
    GuildId,
    Match,
    Matches,
    MatchId,
    NoSuchMatchError,
    Phase,
    Services,
    StoreUnavailableError,
    UserId,
)
from matches.lifecycle.around import Loaded
from matches.services import (
    Guilds,
    Host,
    Leaderboards,
    Notifications,
    Privacy,
    Sharing,
    Spectators,
)
from matches.summaries import Listing, MatchSummary

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
"""A command, click or form that somebody sent."""

EXPORTS: Final = 2
"""People who are given all that is stored about them at the same time."""
EXPORT_PAUSE: Final = timedelta(minutes=1)
"""How long after that somebody can ask for it again."""

_NO_DEADLINE: Final = datetime.max.replace(tzinfo=UTC)

LOOKED_AT: Final = 100
"""Matches of somebody that are looked at for a list: as many as run at a time, unless more is set."""
MAYBE_ACKNOWLEDGED: Final = "maybe acknowledged"
"""Marks an interaction whose acknowledgement may have reached Discord."""


class BotWithApp(commands.Bot):
    """The bot, as cogs and controls see it. ``app`` is there once it has been set up."""

    app: App


@dataclass
class App:
    """One for the whole bot. ``faces`` fills as the games' cogs are loaded."""

    bot: commands.Bot
    services: Services
    studio: Studio
    clock: Clock
    faces: dict[str, GamePresentation] = field(default_factory=dict)
    reach: ConnectionState = field(default_factory=ConnectionState)
    shelf: ReplayCache = field(default_factory=ReplayCache)
    metrics: Metrics = field(default_factory=Metrics)
    under_way: InFlight = field(default_factory=InFlight)
    matches: Matches = field(init=False)
    notifications: Notifications = field(init=False)
    spectators: Spectators = field(init=False)
    leaderboards: Leaderboards = field(init=False)
    sharing: Sharing = field(init=False)
    privacy: Privacy = field(init=False)
    guilds: Guilds = field(init=False)
    host: Host = field(init=False)
    cards: Cards = field(init=False)
    messenger: Notifier = field(init=False)
    publisher: Publisher = field(init=False)
    roster: Members = field(init=False)
    crowning: SeasonCloser = field(init=False)
    forgetting: Erasure = field(init=False)
    suggestions: Suggestions = field(init=False)
    exports: Turns = field(init=False)
    files: Turns = field(init=False)
    """Films, records and records brought in: what takes longer, the longer a match was."""

    def __post_init__(self) -> None:
        self.suggestions = Suggestions(self.under_way)
        self.exports = Turns(self.clock, at_once=EXPORTS, pause=EXPORT_PAUSE)
        self.files = Turns(self.clock)
        services = self.services
        self.matches, self.notifications = services.matches, services.notifications
        self.spectators, self.leaderboards = services.spectators, services.leaderboards
        self.sharing, self.privacy = services.sharing, services.privacy
        self.guilds, self.host = services.guilds, services.host
        self.cards = Cards(services, self.studio, self.faces, self.clock)
        self.messenger = Notifier(
            self.bot,
            services,
            NoticeCards(services, self.cards, self.clock),
            self.clock,
            self.reach,
            self.metrics,
        )
        self.roster = Members(self.bot, services, self.clock)
        self.crowning = SeasonCloser(self.bot, services, self.roster)
        self.publisher = Publisher(
            self.bot, services, self.cards, self.clock, self.messenger, self.reach, self.metrics
        )
        self.forgetting = Erasure(services, self.publisher, self.crowning, self.roster)

    def begin(self, interaction: Interaction) -> None:
        """Take note of an interaction that arrived, in the task that sees to it."""
        self.under_way.note_task()
        self.metrics.begun(interaction)

    # --- answering -------------------------------------------------------------------------------

    async def acknowledge(self, interaction: Interaction) -> None:
        """Tell Discord that the interaction arrived, and take note of who is there; what is said is private.

        A connection that breaks meanwhile says nothing about whether Discord heard it. Then it is taken
        for heard, so that what the person did is not lost: a change is guarded by the match itself. Raises
        UnheardError when it takes longer than Discord waits, ClosedError when the bot stops meanwhile: then
        nothing is done, since nobody can be told of it any more.
        """
        try:
            await self._in_time(interaction, interaction.response.defer(ephemeral=True))
        except discord.HTTPException as error:
            # If Discord is out of order, the sweep looks for its end, and clocks stand still until then.
            self.reach.failed(error)
            raise
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            if self.bot.is_closed():
                raise ClosedError(str(error)) from error
            interaction.extras[MAYBE_ACKNOWLEDGED] = True
            log.warning("interaction=%s acknowledged in doubt: %s", interaction.id, error)
        check_person(interaction)
        try:
            await self.roster.greet(interaction.guild_id, interaction.user)
        except StoreUnavailableError as error:
            log.warning("user=%s could not be noted as there: %s", interaction.user.id, error.advice)

    async def open_form(self, interaction: Interaction, form: discord.ui.Modal) -> None:
        """Answer with a form, which is itself the acknowledgement. Raises as :meth:`acknowledge` does."""
        await self._in_time(interaction, interaction.response.send_modal(form))

    async def _in_time(self, interaction: Interaction, first: Awaitable[object]) -> None:
        """Send a first answer, which is over when Discord would not take it any more."""
        try:
            async with asyncio.timeout(failures.ACKNOWLEDGE_WITHIN) as limit:
                with sending(), reading():
                    await first
        except UnreadableError:
            interaction.extras[MAYBE_ACKNOWLEDGED] = True
        except TimeoutError as error:
            if not limit.expired():
                raise
            interaction.extras[MAYBE_ACKNOWLEDGED] = True  # it may have arrived all the same
            self.reach.failed(error)
            raise UnheardError from None

    async def answer(self, interaction: Interaction, card: Card) -> None:
        """Answer privately, whether or not the interaction was acknowledged before."""
        message: dict[str, Any] = {
            "view": card.view,
            "files": card.files(),
            "ephemeral": True,
            "allowed_mentions": discord.AllowedMentions.none(),
        }
        if interaction.response.is_done() or interaction.extras.get(MAYBE_ACKNOWLEDGED):
            with suppress(UnreadableError), sending(), reading():
                await interaction.followup.send(**message)
        else:
            await self._in_time(interaction, interaction.response.send_message(**message))

    async def post(self, interaction: Interaction, make: Callable[[], Awaitable[Card]]) -> None:
        """Post the card that ``make`` makes where a private panel was opened, for whoever clicked; silently.

        Raises Refusal when they could not post a picture there themselves.
        """
        check_may_post(interaction)
        with speaking(interaction.guild_locale or interaction.locale):
            card = await make()
        with suppress(UnreadableError), reading():
            await interaction.followup.send(
                view=card.view, files=card.files(), allowed_mentions=card.mentions(), silent=True
            )

    async def say(self, interaction: Interaction, text: str) -> None:
        """Answer privately with a sentence."""
        await self.answer(interaction, self.cards.note(text))

    async def redraw(self, interaction: Interaction, card: Card) -> None:
        """Draw anew the private panel that was clicked on."""
        nobody = discord.AllowedMentions.none()
        with _if_still_there(interaction), suppress(UnreadableError), reading():
            await interaction.edit_original_response(
                view=card.view, attachments=card.files(), allowed_mentions=nobody
            )

    async def dismiss(self, interaction: Interaction) -> None:
        """Take away the private panel that was clicked on, or a command's acknowledgement."""
        with _if_still_there(interaction):
            await interaction.delete_original_response()

    async def leave_quietly(self, interaction: Interaction, text: str, *, there: bool) -> None:
        """Take the acknowledgement away where a change is seen anyway; else say where it is."""
        if there:
            await self.dismiss(interaction)
        else:
            await self.say(interaction, text)

    # --- showing ---------------------------------------------------------------------------------

    async def show(self, interaction: Interaction, match: Match) -> Match:
        """Show a change; whoever made it is told privately if that cannot be done just now."""
        try:
            return await self.publisher.publish(match.id, match)
        except NotShownError as error:
            why = error.why
        except StoreUnavailableError as error:
            # The change itself was stored before: nobody must be told that it was not.
            log.warning("match=%s version=%s was not shown: %s", match.id, match.version, error.advice)
            why = texts.WHY_STORE
        await self.say(interaction, texts.not_shown(match, why))
        return match

    async def show_rematch(self, interaction: Interaction, finished: Match) -> None:
        """Show the challenge of a rematch, and on the finished match's card where it is."""
        if finished.rematch is not None:
            await self.show(interaction, await self.matches.load(finished.rematch))
        await self.show(interaction, finished)

    # --- finding ---------------------------------------------------------------------------------

    async def find(
        self,
        interaction: Interaction,
        given: str | None,
        *,
        game: str | None = None,
        phases: tuple[Phase, ...],
        mine: bool = True,
        to_act: bool = False,
    ) -> Match:
        """The match somebody means, as :meth:`find_loaded` finds it."""
        found = await self.find_loaded(interaction, given, game=game, phases=phases, mine=mine, to_act=to_act)
        return found.match

    async def find_loaded(
        self,
        interaction: Interaction,
        given: str | None,
        *,
        game: str | None = None,
        phases: tuple[Phase, ...],
        mine: bool = True,
        to_act: bool = False,
    ) -> Loaded:
        """The match somebody means: the one named, else the one of this place, else their only one.

        ``phases`` are those that come into question, ``game`` the only game if given; with ``mine`` only
        the person's own matches. Of several, one that waits for the person is meant first (``to_act``),
        then one of their own, then one that is not over. Raises Refusal and NoSuchMatchError.
        """
        user = UserId(interaction.user.id)
        if given is not None:
            return await self._named(interaction, given, user)
        found = await self._here(interaction, phases, game, user if mine else None)
        if not found:
            found = list((await self.candidates(user, phases, SUGGESTED, game=game)).matches)
        found = self._likeliest(found, user, to_act=to_act)
        if len(found) == 1:
            return await self.matches.load_with_settings(found[0].id)
        if not found:
            raise Refusal(texts.no_match_here(self.command_of(game), over=phases == (Phase.FINISHED,)))
        raise Refusal(texts.which_match([self.choice(match, user) for match in found[:10]]))

    def _likeliest(self, found: list[MatchSummary], user: UserId, *, to_act: bool) -> list[MatchSummary]:
        if to_act:
            found = [match for match in found if self.matches.waits_for(match, user)] or found
        found = [match for match in found if user in match.users] or found
        return [match for match in found if match.phase is not Phase.FINISHED] or found

    async def candidates(
        self,
        user: UserId,
        phases: tuple[Phase, ...],
        limit: int,
        *,
        game: str | None = None,
        number: str = "",
    ) -> Listing:
        """The matches of ``user`` in ``phases``: those that wait for them first, by their deadlines.

        Of the open ones at most ``limit``. Only those of ``game``, if given, and those with the digits
        ``number`` in their number.
        """
        found = await self.matches.lists.listed(user, phases, limit, game=game, number=number)
        finished = await self._finished(user, game, number) if Phase.FINISHED in phases else []
        ordered = sorted(found.matches, key=lambda match: self._urgency(match, user))
        return Listing((*ordered, *finished), found.damaged)

    async def _finished(self, user: UserId, game: str | None, number: str) -> list[MatchSummary]:
        found = await self.matches.lists.finished_of(user, 10, game=game)
        return [match for match in found if number in str(match.id)]

    def _urgency(self, match: MatchSummary, user: UserId) -> tuple[bool, datetime]:
        """What sorts the matches of ``user``; those alike keep their order."""
        waits = self.matches.waits_for(match, user)
        return not waits, (time_texts.deadline_of(match) if waits else None) or _NO_DEADLINE

    async def at_home(self, interaction: Interaction, user: UserId) -> bool:
        """Whether ``user`` plays a match in the place where this was said."""
        found = await self._here(interaction, (Phase.SETUP, Phase.PLAYING), None, user)
        return any(match.phase.running for match in found)

    async def live(self, interaction: Interaction, limit: int) -> tuple[list[MatchSummary], int]:
        """The matches that run in this server and that the person may see, newest first.

        ``limit`` are looked at; returns also how many were.
        """
        found = await self.matches.lists.running_in(GuildId(interaction.guild_id or 0), limit)
        seen = [
            match
            for match in found
            if interaction.user.id in match.users or _sees(interaction, match.channel_id)
        ]
        return seen, len(found)

    def choice(self, match: MatchSummary, user: UserId) -> str:
        """A match in a list without mentions."""
        return texts.match_choice(match, user, waiting=self.matches.waits_for(match, user))

    @staticmethod
    def roles_of(interaction: Interaction) -> frozenset[int]:
        """The roles of whoever said this in a server; none in direct messages."""
        user = interaction.user
        return frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset()

    def command_of(self, game: str | None) -> str:
        """The slash command of a game; of any one when none is meant."""
        face = self.faces.get(game or "") or next(iter(self.faces.values()), None)
        return face.command if face else "help"

    async def numbered(self, typed: str) -> Loaded:
        """The match of a number that was typed. Raises Refusal and NoSuchMatchError."""
        number = typed.strip().removeprefix("#")
        if not (number.isascii() and number.isdigit()) or len(number) > 18:
            raise Refusal(texts.NO_SUCH_MATCH)
        return await self.matches.load_with_settings(MatchId(int(number)))

    async def _named(self, interaction: Interaction, given: str, user: UserId) -> Loaded:
        loaded = await self.numbered(given)
        match = loaded.match
        if user not in match.users and not _sees(interaction, match.channel_id):
            # Somebody else's match where this person may not look: not even that it exists is told.
            raise NoSuchMatchError(match.id)
        return loaded

    async def _here(
        self, interaction: Interaction, phases: tuple[Phase, ...], game: str | None, user: UserId | None
    ) -> list[MatchSummary]:
        """The matches of this place that can be meant, only those of ``user`` if given."""
        if interaction.channel_id is None:
            return []
        return [
            match
            for match in await self.matches.lists.at_home(ChannelId(interaction.channel_id))
            if game in (None, match.game)
            and (user is None or user in match.users)
            # In a match's own thread that one is meant whatever its phase, never one somewhere else.
            and (match.phase in phases or self._is_own_thread(match, interaction))
        ]

    def _is_own_thread(self, match: MatchSummary, interaction: Interaction) -> bool:
        return match.channel_id != interaction.channel_id and not match.shown.direct

    # --- permissions -----------------------------------------------------------------------------

    def check_permissions(self, interaction: Interaction, place: ChannelId) -> None:
        """Raise Refusal, by name, when the bot lacks something to run a match in ``place``.

        That is where it is asked to, or the channel above: a thread has that one's permissions.
        """
        in_thread = isinstance(interaction.channel, discord.Thread) and interaction.channel_id == place
        lacking = permissions.missing(interaction.app_permissions, in_thread=in_thread)
        if lacking:
            raise Refusal(texts.permissions_missing(lacking, place))


def _sees(interaction: Interaction, channel_id: int) -> bool:
    """Whether somebody may look into a channel of the server they are in at the moment.

    Into a private thread only from inside, since nobody tells the bot who else is in it.
    """
    channel = interaction.guild.get_channel_or_thread(channel_id) if interaction.guild else None
    if channel is None or not isinstance(interaction.user, discord.Member):
        return False
    return permissions.sees(channel, interaction.user, inside=interaction.channel_id == channel_id)


@contextmanager
def _if_still_there(interaction: Interaction) -> Iterator[None]:
    """Go on where a private message cannot be changed: its reader may have dismissed it."""
    try:
        yield
    except UNSENT as error:
        log.info(
            "interaction=%s user=%s its panel was not changed: %s", interaction.id, interaction.user.id, error
        )
