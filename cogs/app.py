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

from cogs.delivery.champions import Crowning
from cogs.delivery.connection_state import Reach
from cogs.delivery.erasure import Forgetting
from cogs.delivery.members import Roster
from cogs.delivery.notifier import Messenger
from cogs.delivery.publisher import UNSENT, NotShownError, Publisher
from cogs.delivery.sender import check_may_post
from cogs.kit import failures, permissions
from cogs.kit.errors import Refusal, check_person
from cogs.kit.failures import ClosedError, UnheardError, UnreadableError, reading, sending
from cogs.kit.presentation import Face
from cogs.kit.suggestions import SUGGESTED, Suggestions
from cogs.ops.in_flight import UnderWay
from cogs.ops.metrics import Metrics
from cogs.ops.turns import Turns
from cogs.panels.account.notices import Notices
from cogs.panels.match.imports import Shelf
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

Talk = discord.Interaction[Any]
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


class BotWithDesk(commands.Bot):
    """The bot, as cogs and controls see it. ``desk`` is there once it has been set up."""

    desk: Desk


@dataclass
class Desk:
    """One for the whole bot. ``faces`` fills as the games' cogs are loaded."""

    bot: commands.Bot
    services: Services
    studio: Studio
    clock: Clock
    faces: dict[str, Face] = field(default_factory=dict)
    reach: Reach = field(default_factory=Reach)
    shelf: Shelf = field(default_factory=Shelf)
    metrics: Metrics = field(default_factory=Metrics)
    under_way: UnderWay = field(default_factory=UnderWay)
    matches: Matches = field(init=False)
    notifications: Notifications = field(init=False)
    spectators: Spectators = field(init=False)
    leaderboards: Leaderboards = field(init=False)
    sharing: Sharing = field(init=False)
    privacy: Privacy = field(init=False)
    guilds: Guilds = field(init=False)
    host: Host = field(init=False)
    cards: Cards = field(init=False)
    messenger: Messenger = field(init=False)
    publisher: Publisher = field(init=False)
    roster: Roster = field(init=False)
    crowning: Crowning = field(init=False)
    forgetting: Forgetting = field(init=False)
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
        self.messenger = Messenger(
            self.bot,
            services,
            Notices(services, self.cards, self.clock),
            self.clock,
            self.reach,
            self.metrics,
        )
        self.roster = Roster(self.bot, services, self.clock)
        self.crowning = Crowning(self.bot, services, self.roster)
        self.publisher = Publisher(
            self.bot, services, self.cards, self.clock, self.messenger, self.reach, self.metrics
        )
        self.forgetting = Forgetting(services, self.publisher, self.crowning, self.roster)

    def begin(self, talk: Talk) -> None:
        """Take note of an interaction that arrived, in the task that sees to it."""
        self.under_way.note_task()
        self.metrics.begun(talk)

    # --- answering -------------------------------------------------------------------------------

    async def acknowledge(self, talk: Talk) -> None:
        """Tell Discord that the interaction arrived, and take note of who is there; what is said is private.

        A connection that breaks meanwhile says nothing about whether Discord heard it. Then it is taken
        for heard, so that what the person did is not lost: a change is guarded by the match itself. Raises
        UnheardError when it takes longer than Discord waits, ClosedError when the bot stops meanwhile: then
        nothing is done, since nobody can be told of it any more.
        """
        try:
            await self._in_time(talk, talk.response.defer(ephemeral=True))
        except discord.HTTPException as error:
            # If Discord is out of order, the sweep looks for its end, and clocks stand still until then.
            self.reach.failed(error)
            raise
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            if self.bot.is_closed():
                raise ClosedError(str(error)) from error
            talk.extras[MAYBE_ACKNOWLEDGED] = True
            log.warning("interaction=%s acknowledged in doubt: %s", talk.id, error)
        check_person(talk)
        try:
            await self.roster.greet(talk.guild_id, talk.user)
        except StoreUnavailableError as error:
            log.warning("user=%s could not be noted as there: %s", talk.user.id, error.advice)

    async def open_form(self, talk: Talk, form: discord.ui.Modal) -> None:
        """Answer with a form, which is itself the acknowledgement. Raises as :meth:`acknowledge` does."""
        await self._in_time(talk, talk.response.send_modal(form))

    async def _in_time(self, talk: Talk, first: Awaitable[object]) -> None:
        """Send a first answer, which is over when Discord would not take it any more."""
        try:
            async with asyncio.timeout(failures.ACKNOWLEDGE_WITHIN) as limit:
                with sending(), reading():
                    await first
        except UnreadableError:
            talk.extras[MAYBE_ACKNOWLEDGED] = True
        except TimeoutError as error:
            if not limit.expired():
                raise
            talk.extras[MAYBE_ACKNOWLEDGED] = True  # it may have arrived all the same
            self.reach.failed(error)
            raise UnheardError from None

    async def answer(self, talk: Talk, card: Card) -> None:
        """Answer privately, whether or not the interaction was acknowledged before."""
        message: dict[str, Any] = {
            "view": card.view,
            "files": card.files(),
            "ephemeral": True,
            "allowed_mentions": discord.AllowedMentions.none(),
        }
        if talk.response.is_done() or talk.extras.get(MAYBE_ACKNOWLEDGED):
            with suppress(UnreadableError), sending(), reading():
                await talk.followup.send(**message)
        else:
            await self._in_time(talk, talk.response.send_message(**message))

    async def post(self, click: Talk, make: Callable[[], Awaitable[Card]]) -> None:
        """Post the card that ``make`` makes where a private panel was opened, for whoever clicked; silently.

        Raises Refusal when they could not post a picture there themselves.
        """
        check_may_post(click)
        with speaking(click.guild_locale or click.locale):
            card = await make()
        with suppress(UnreadableError), reading():
            await click.followup.send(
                view=card.view, files=card.files(), allowed_mentions=card.mentions(), silent=True
            )

    async def say(self, talk: Talk, text: str) -> None:
        """Answer privately with a sentence."""
        await self.answer(talk, self.cards.note(text))

    async def redraw(self, click: Talk, card: Card) -> None:
        """Draw anew the private panel that was clicked on."""
        nobody = discord.AllowedMentions.none()
        with _if_still_there(click), suppress(UnreadableError), reading():
            await click.edit_original_response(
                view=card.view, attachments=card.files(), allowed_mentions=nobody
            )

    async def dismiss(self, talk: Talk) -> None:
        """Take away the private panel that was clicked on, or a command's acknowledgement."""
        with _if_still_there(talk):
            await talk.delete_original_response()

    async def leave_quietly(self, talk: Talk, text: str, *, there: bool) -> None:
        """Take the acknowledgement away where a change is seen anyway; else say where it is."""
        if there:
            await self.dismiss(talk)
        else:
            await self.say(talk, text)

    # --- showing ---------------------------------------------------------------------------------

    async def show(self, talk: Talk, match: Match) -> Match:
        """Show a change; whoever made it is told privately if that cannot be done just now."""
        try:
            return await self.publisher.publish(match.id, match)
        except NotShownError as error:
            why = error.why
        except StoreUnavailableError as error:
            # The change itself was stored before: nobody must be told that it was not.
            log.warning("match=%s version=%s was not shown: %s", match.id, match.version, error.advice)
            why = texts.WHY_STORE
        await self.say(talk, texts.not_shown(match, why))
        return match

    async def show_rematch(self, talk: Talk, finished: Match) -> None:
        """Show the challenge of a rematch, and on the finished match's card where it is."""
        if finished.rematch is not None:
            await self.show(talk, await self.matches.load(finished.rematch))
        await self.show(talk, finished)

    # --- finding ---------------------------------------------------------------------------------

    async def find(
        self,
        talk: Talk,
        given: str | None,
        *,
        game: str | None = None,
        phases: tuple[Phase, ...],
        mine: bool = True,
        to_act: bool = False,
    ) -> Match:
        """The match somebody means, as :meth:`find_loaded` finds it."""
        found = await self.find_loaded(talk, given, game=game, phases=phases, mine=mine, to_act=to_act)
        return found.match

    async def find_loaded(
        self,
        talk: Talk,
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
        user = UserId(talk.user.id)
        if given is not None:
            return await self._named(talk, given, user)
        found = await self._here(talk, phases, game, user if mine else None)
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

    async def at_home(self, talk: Talk, user: UserId) -> bool:
        """Whether ``user`` plays a match in the place where this was said."""
        found = await self._here(talk, (Phase.SETUP, Phase.PLAYING), None, user)
        return any(match.phase.running for match in found)

    async def live(self, talk: Talk, limit: int) -> tuple[list[MatchSummary], int]:
        """The matches that run in this server and that the person may see, newest first.

        ``limit`` are looked at; returns also how many were.
        """
        found = await self.matches.lists.running_in(GuildId(talk.guild_id or 0), limit)
        seen = [match for match in found if talk.user.id in match.users or _sees(talk, match.channel_id)]
        return seen, len(found)

    def choice(self, match: MatchSummary, user: UserId) -> str:
        """A match in a list without mentions."""
        return texts.match_choice(match, user, waiting=self.matches.waits_for(match, user))

    @staticmethod
    def roles_of(talk: Talk) -> frozenset[int]:
        """The roles of whoever said this in a server; none in direct messages."""
        user = talk.user
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

    async def _named(self, talk: Talk, given: str, user: UserId) -> Loaded:
        loaded = await self.numbered(given)
        match = loaded.match
        if user not in match.users and not _sees(talk, match.channel_id):
            # Somebody else's match where this person may not look: not even that it exists is told.
            raise NoSuchMatchError(match.id)
        return loaded

    async def _here(
        self, talk: Talk, phases: tuple[Phase, ...], game: str | None, user: UserId | None
    ) -> list[MatchSummary]:
        """The matches of this place that can be meant, only those of ``user`` if given."""
        if talk.channel_id is None:
            return []
        return [
            match
            for match in await self.matches.lists.at_home(ChannelId(talk.channel_id))
            if game in (None, match.game)
            and (user is None or user in match.users)
            # In a match's own thread that one is meant whatever its phase, never one somewhere else.
            and (match.phase in phases or self._is_own_thread(match, talk))
        ]

    def _is_own_thread(self, match: MatchSummary, talk: Talk) -> bool:
        return match.channel_id != talk.channel_id and not match.shown.direct

    # --- permissions -----------------------------------------------------------------------------

    def check_permissions(self, talk: Talk, place: ChannelId) -> None:
        """Raise Refusal, by name, when the bot lacks something to run a match in ``place``.

        That is where it is asked to, or the channel above: a thread has that one's permissions.
        """
        in_thread = isinstance(talk.channel, discord.Thread) and talk.channel_id == place
        lacking = permissions.missing(talk.app_permissions, in_thread=in_thread)
        if lacking:
            raise Refusal(texts.permissions_missing(lacking, place))


def _sees(talk: Talk, channel_id: int) -> bool:
    """Whether somebody may look into a channel of the server they are in at the moment.

    Into a private thread only from inside, since nobody tells the bot who else is in it.
    """
    channel = talk.guild.get_channel_or_thread(channel_id) if talk.guild else None
    if channel is None or not isinstance(talk.user, discord.Member):
        return False
    return permissions.sees(channel, talk.user, inside=talk.channel_id == channel_id)


@contextmanager
def _if_still_there(talk: Talk) -> Iterator[None]:
    """Go on where a private message cannot be changed: its reader may have dismissed it."""
    try:
        yield
    except UNSENT as error:
        log.info("interaction=%s user=%s its panel was not changed: %s", talk.id, talk.user.id, error)
