"""The Discord client, and the App that builds every service once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, suppress
from datetime import UTC, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import aiohttp
import discord
from cachetools import LRUCache
from discord import app_commands
from discord.ext import commands

import cogs
from cogs.config import Settings
from cogs.connection.gateway import Gateway
from cogs.connection.leases import ShardLeases
from cogs.connection.refusals import ServerRefusals
from cogs.connection.requests import Budget, ProxyConnector
from cogs.connection.state import ConnectionState
from cogs.delivery.background_publisher import BackgroundPublisher
from cogs.delivery.champions import SeasonCloser
from cogs.delivery.computer.reviewer import Reviewer
from cogs.delivery.computer.thinking import AHEAD, Thinker
from cogs.delivery.erasure import Erasure
from cogs.delivery.exports import EXPORT, Exports
from cogs.delivery.greeter import Greeter
from cogs.delivery.left_servers import LeftServers
from cogs.delivery.members import Members
from cogs.delivery.name_removal import NameRemoval
from cogs.delivery.notifier import Notifier
from cogs.delivery.piece_emojis import PieceEmojis
from cogs.delivery.publisher import Publisher
from cogs.delivery.roles import RatingRoleGiver
from cogs.delivery.status_line import StatusLine
from cogs.delivery.thread_names import ThreadNames
from cogs.delivery.tidying import Tidier
from cogs.delivery.venue import Venue
from cogs.hosting.alerts import Alerts
from cogs.hosting.health import HttpEndpoint
from cogs.hosting.metrics import Metrics, Tracing
from cogs.hosting.starting import Patience
from cogs.kit import permissions
from cogs.kit.call import REFUSALS_KEPT, Call, SentRefusal
from cogs.kit.card import Card
from cogs.kit.controls import AnyControl, submitted
from cogs.kit.feature import NO_FEATURE, Feature
from cogs.kit.lookup import Lookup
from cogs.kit.presentation import GamePresentation
from cogs.kit.suggestions import Suggestions
from cogs.kit.turns import InFlight, OneByOne, Turns
from cogs.panels import refusals
from cogs.panels.account.notices import NoticeCards
from cogs.panels.account.typed_zone import zone_index
from cogs.panels.match.match_card import Cards
from cogs.panels.records.imported_records import ReplayCache
from computer.queue import QueuedWorkers
from computer.workers import KINDS, MOST_WAITING, Child, ChildProcess, Workers
from imaging import Studio
from matches import Clock, Coin, Policy, Salt, UserId
from matches.host_clock import HostClock
from services import Services
from settings.deadlines import USUAL, Deadlines

if TYPE_CHECKING:
    from data import Database
    from data.jobs.asking import JobQueue

log = logging.getLogger("tidepool")

EXPORTS: Final = 2
"""Most data exports at the same time."""
LARGE_FILES: Final = 2
"""Most large imported files that are read at the same time."""
EXPORT_PAUSE: Final = timedelta(minutes=1)
"""Pause between two data exports of a user."""

NO_FEATURES: Final[Mapping[str, Feature]] = MappingProxyType({})

Served = TypeVar("Served")

OpenStore = Callable[[str], Awaitable["Database"]]
"""Opens the store at a database URL."""
OpenQueue = Callable[[str, tuple[str, ...]], Awaitable["JobQueue"]]
"""Opens the job queue in the database at a URL, for jobs of the given kinds."""


class App:
    """Everything that commands and controls work with: each service, made once for the whole bot."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        services: Services,
        *,
        clock: Clock,
        studio: Studio,
        metrics: Metrics,
        budget: Budget,
        deadlines: Deadlines,
        thinkers: int,
        child: Callable[[], Child],
        queue: JobQueue | None,
        piece_emojis: bool,
        support_url: str | None,
        features: Feature = NO_FEATURE,
    ) -> None:
        """Build all services.

        ``thinkers`` is the number of child processes, made by ``child``, for the computer's turns; with 0 the
        computer is off. With a ``queue``, other worker processes do this work instead. ``piece_emojis``:
        buttons show pictures of pieces. ``support_url``: where people are helped, None for nowhere.
        ``features`` is the sum of all rows.
        """
        self.bot = bot
        self.services = services
        self.clock = clock
        self.studio = studio
        self.metrics = metrics
        self.budget = budget
        self.deadlines = deadlines
        self.support_url = support_url
        self.features = features
        self._of_features: dict[type, Any] = {}
        self._keep(make(services.core) for make in features.operations)
        self.in_flight = InFlight()
        self.refusals = ServerRefusals(bot)
        self.connection = ConnectionState(services.sharding.territory)
        self.presentations: dict[str, GamePresentation] = {}
        """The games' presentations by key; each game's cog adds its own."""
        self.replay_cache = ReplayCache()

        self.matches = services.matches
        self.notifications = services.notifications
        self.spectators = services.spectators
        self.leaderboards = services.leaderboards
        self.last_looks = services.last_looks
        self.sharing = services.sharing
        self.privacy = services.privacy
        self.guilds = services.guilds
        self.sharding = services.sharding
        self.host = services.host

        self.beginnings = OneByOne[UserId]()
        """Serializes a user's clicks that begin a match, so that a second one sees the first one's match."""
        self.files = Turns(clock)
        """Limits films, records and imports: work that grows with the length of a match."""
        self.large_files = Turns(clock, at_once=LARGE_FILES)
        """Limits the reading of large imported files."""
        self.exports = Turns(clock, at_once=EXPORTS, pause=EXPORT_PAUSE)
        """Limits data exports."""
        self.export_files = Exports(self.privacy, clock, lambda: self.in_flight.stopping, queue, deadlines)

        self.suggestions = Suggestions(self.in_flight)
        self.members = Members(bot, services, clock, deadlines)
        self.lookup = Lookup(self.matches, self.presentations, self.members)
        self.last_refusals: LRUCache[tuple[int | None, int | None], SentRefusal] = LRUCache(REFUSALS_KEPT)
        """The last refusal of each user in each channel."""
        self.piece_emojis = PieceEmojis(bot, services, clock, self.in_flight, on=piece_emojis)
        self.workers, at_once = _workers(thinkers, child, queue, deadlines)
        self.reviews = Reviewer(
            services,
            metrics,
            self.workers,
            lambda match: self.publisher.renew(match),  # noqa: PLW0108 - the publisher is made below
        )
        self.cards = Cards(
            self,
            services,
            studio,
            self.presentations,
            clock,
            self.piece_emojis.of,
            kept_review=self.reviews.kept,
            names=self.members.names_so_far,
            computer=thinkers > 0,
        )

        name_people = self.members.name_people
        thread_names = ThreadNames(bot, self.members, self.presentations, deadlines)
        self.venue = Venue(bot, self.matches, thread_names, self.refusals)
        self.notifier = Notifier(
            bot,
            services,
            NoticeCards(
                services,
                self.cards,
                clock,
                features.notices,
                [partial(add, self) for add in features.on_notices],
            ),
            clock,
            self.connection,
            metrics,
            budget,
            name_people,
            self.members.name_strangers,
        )
        self.publisher = Publisher(
            bot,
            services,
            self.cards,
            clock,
            self.notifier,
            self.connection,
            metrics,
            self.venue,
            name_people,
            self.members.name_strangers,
            deadlines,
        )
        self.background_publisher = BackgroundPublisher(self.publisher, clock, self.in_flight)
        """Shows matches for the background jobs."""
        self.thinker = Thinker(
            services,
            self.publisher,
            clock,
            self.in_flight,
            metrics,
            deadlines,
            workers=self.workers,
            at_once=at_once,
        )
        self.tidier = Tidier(
            bot,
            services,
            clock,
            self.connection,
            self.in_flight,
            self.publisher,
            name_people,
            budget=budget,
            deadlines=deadlines,
        )
        self.greeter = Greeter(self, services.greetings, clock, self.connection)
        self.left_servers = LeftServers(bot, services.last_seen, services.sharding.territory, clock)
        self.status_line = StatusLine(bot, services.host)
        self.season_closer = SeasonCloser(bot, services, self.members, self.connection)
        self.rating_roles = RatingRoleGiver(bot, services, self.connection)
        self.erasure = Erasure(
            services,
            self.publisher,
            self.season_closer,
            self.rating_roles,
            self.members,
            NameRemoval(bot, services, thread_names, deadlines),
            clock,
        )
        self._keep(make(self) for make in features.parts)

    def _keep(self, made: Iterable[Any]) -> None:
        self._of_features |= {type(one): one for one in made}

    def __getitem__(self, kind: type[Served]) -> Served:
        """A feature's operations or another part of it, by their class."""
        found: Served = self._of_features[kind]
        return found

    async def attune(self) -> None:
        """Set the clock by the database server's clock, if it has one."""
        if isinstance(self.clock, HostClock):
            await self.clock.attune(self.host.time)

    async def refusal(self, call: Call, error: Exception, sentence: str, reader: UserId | None) -> Card:
        """The card of a refusal with controls for a next step: ``cogs.kit`` can't import the panels."""
        return await refusals.with_ways_on(call, error, sentence, reader)


def _workers(
    thinkers: int, child: Callable[[], Child], queue: JobQueue | None, deadlines: Deadlines
) -> tuple[Workers | QueuedWorkers | None, int]:
    """The workers for the computer's turns, and how many turns they get at a time."""
    if not thinkers:
        return None, 0
    if queue is not None:
        return QueuedWorkers(queue, deadlines.turn, deadlines.searched), MOST_WAITING
    return Workers(thinkers, deadlines.thought, child=child), AHEAD * thinkers


class Tidepool(commands.AutoShardedBot):
    """The Discord client. :meth:`set_up` sets ``app``."""

    app: App

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Clock,
        coin: Coin,
        salt: Salt,
        open_store: OpenStore,
        open_queue: OpenQueue | None = None,
        tracing: Tracing | None = None,
        child: Callable[[], Child] = ChildProcess,
        deadlines: Deadlines = USUAL,
        features: Mapping[str, Feature] = NO_FEATURES,
    ) -> None:
        self.budget = Budget()
        self._metrics = Metrics(tracing)
        self._metrics.named(settings.process_name)
        trace = self._metrics.trace()
        if settings.discord_api_url is None:  # a proxy's answers have its own machine's time
            trace.on_request_end.append(self._record_date)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            # No privileged intents: the bot needs neither members, presences nor message content.
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            # The bot needs a server to play in, so it can't be installed for a single user.
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            tree_cls=cogs.Tree,
            http_trace=trace,
            shard_count=settings.shard_count,
        )
        self._settings = settings
        self._clock = clock
        self._coin = coin
        self._salt = salt
        self._open_store = open_store
        self._open_queue = open_queue
        self._child = child
        self._deadlines = deadlines
        self._features = features
        self._studio = Studio(observe=self._metrics.picture)
        self._patience = Patience()
        self._gateway = Gateway(self, deadlines, self._patience)
        self._store: Database | None = None
        self._queue: JobQueue | None = None
        self._endpoint: HttpEndpoint | None = None
        self._alerts: Alerts | None = None
        self._opened = AsyncExitStack()
        """What features have opened beside the bot."""
        self.stopping = False

    @property
    def share(self) -> float:
        """The fraction of all shards that this process has, above 0 and up to 1."""
        return self.app.connection.share if hasattr(self, "app") else 1.0

    async def login(self, token: str) -> None:
        """Log in, then set up, waiting for Discord and the database while they are unavailable.

        Raises PortError, StoreUnavailableError, LoginFailure, HTTPException, and ClientHttpProxyError (the
        proxy refuses the bot) for failures that waiting won't fix.
        """
        if self._settings.metrics_port is not None:
            self._endpoint = HttpEndpoint(self._metrics, self._patience)
            await self._endpoint.open(self._settings.metrics_host, self._settings.metrics_port)
        await self._patience.until_answered(partial(self._log_in, token))
        await self.set_up()

    async def _log_in(self, token: str) -> None:
        if (proxy := self._settings.proxy) is not None:
            self.http.connector = ProxyConnector(proxy)
        try:
            await super().login(token)
        except Exception:
            # The next attempt needs a new session.
            await self.http.close()
            self.http.connector = discord.utils.MISSING
            raise

    async def set_up(self) -> None:
        """Open the store, load the cogs, register the commands if they have changed."""
        until_done = self._patience.until_done
        if self._settings.operator_channel is not None:
            self._alerts = Alerts(self, self._settings.operator_channel, self._clock)
            self._alerts.open()
        self._queue = await until_done(self._queue_to_workers)
        url = self._settings.database_url.get_secret_value()
        self._store = store = await until_done(partial(self._open_store, url))
        policy = Policy(
            timedelta(days=self._settings.challenge_days),
            self._settings.max_open_challenges,
            self._settings.max_running_matches,
            computer=self._settings.thinkers > 0,
        )
        features = sum(self._features.values(), NO_FEATURE)
        services = Services(
            store,
            clock=self._clock,
            coin=self._coin,
            salt=self._salt,
            policy=policy,
            due={job.name: job.due for job in features.jobs},
            reactions=features.reactions,
        )
        # Build the cached index now, off the event loop, since it reads many small files.
        await asyncio.to_thread(zone_index)
        self.app = App(
            self,
            services,
            clock=self._clock,
            studio=self._studio,
            metrics=self._metrics,
            budget=self.budget,
            deadlines=self._deadlines,
            thinkers=self._settings.thinkers,
            child=self._child,
            queue=self._queue,
            piece_emojis=self._settings.piece_emojis,
            support_url=self._settings.support_url,
            features=features,
        )
        self._leases = ShardLeases(
            *(services, self.app.connection, self._settings.shard_ids),
            owner=self._settings.process_name,
            most=self._settings.shards_most,
        )
        self._leases.claim(self._settings.shard_count)
        await until_done(self.app.attune)
        # Before any event arrives: no player's clock may count the time since the last sign of life.
        await until_done(services.downtime.record_alive)
        await until_done(partial(services.host.tell_of_kept, self._features.keys()))
        if self._endpoint is not None:
            self._endpoint.app = self.app
        self.add_dynamic_items(AnyControl)
        for module in cogs.extensions():
            await module.setup(self)
        for open_beside in features.opens:
            await self._opened.enter_async_context(open_beside(self.app, self._settings))
        turn = self._leases.ask_to_register if self._leases.shared else None
        await until_done(partial(cogs.register, self, services.host, turn))

    async def _queue_to_workers(self) -> JobQueue | None:
        """The queue to worker processes, None if they aren't used. Raises StoreUnavailableError."""
        settings = self._settings
        if settings.jobs == "inside" or not settings.thinkers or self._open_queue is None:
            return None
        return await self._open_queue(settings.direct_url, (*KINDS, EXPORT))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until the bot is closed."""
        self._reconnect = reconnect  # discord.py's Shard reads it
        await self._gateway.hold(self._leases)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Record that a shard is about to identify, after waiting for its turn."""
        self._gateway.slots.used(shard_id or 0)

    async def on_ready(self) -> None:
        """Log the number of servers and the bot's invite link."""
        log.info("%s is ready; servers: %s", self.user, len(self.guilds))
        if self.application_id and self._settings.discord_token:
            log.info("add it to a server: %s", permissions.invite_link(self.application_id))

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event unless the bot is closed: discord.py may dispatch "ready" even after that."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """See to a form that was sent, and check the clock against Discord's time, from any interaction."""
        if isinstance(self._clock, HostClock):
            self._clock.witness(interaction.created_at)
        await submitted(interaction)

    async def _record_date(
        self, _session: aiohttp.ClientSession, _context: Any, told: aiohttp.TraceRequestEndParams
    ) -> None:
        """Check the clock against Discord's time, from the Date header of a response."""
        if isinstance(self._clock, HostClock):
            with suppress(KeyError, ValueError):
                date = parsedate_to_datetime(told.response.headers["Date"])
                self._clock.witness(date.replace(tzinfo=UTC))

    async def on_app_command_completion(self, interaction: discord.Interaction[Any], _command: Any) -> None:
        """Count a command that ran."""
        self._metrics.ended(interaction, "ok")

    async def close(self) -> None:
        """Let running work finish, stop, and release all resources."""
        self.stopping = True
        if hasattr(self, "app") and (left := await self.app.in_flight.finish(self._settings.drain_seconds)):
            log.warning("the bot stops in the middle of %s things; the next start goes on with them", left)
        await self._opened.aclose()
        if hasattr(self, "app"):
            await self.app.reviews.close()
            await self.app.thinker.close()
        if self._endpoint is not None:
            await self._endpoint.close()
        if self._alerts is not None:
            self._alerts.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._deadlines.goodbye):
                await super().close()
        await self.http.close()  # even if closing the gateway timed out
        await self._metrics.tracing.close()
        if self._queue is not None:
            await self._queue.close()
        if self._store is not None:
            if hasattr(self, "_leases"):  # set_up may have failed before
                await self._leases.give_back()
            await self._store.close()
        self._studio.close()
