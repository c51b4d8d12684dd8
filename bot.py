"""The front door: settings from the environment, everything opened in order, and run.

With a token the bot serves Discord; without one it serves itself in a browser page (see ``demo``).
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final, Literal

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

import cogs
from cogs.app import App, BotWithApp
from cogs.kit import errors, permissions
from cogs.kit.controls import AnyControl
from cogs.ops.alerts import Alerts
from cogs.ops.collector import collect_all, collect_little
from cogs.ops.gateway import FOR_GOOD, TOKEN_ADVICE, Gateway
from cogs.ops.http import HttpEndpoint, PortError
from cogs.ops.logs import JsonFormatter, LogFormat, PlainFormatter
from cogs.ops.metrics import Metrics
from cogs.ops.shutdown import Shutdown
from cogs.ops.studio import MeasuredStudio
from cogs.ops.uploads import send_whole
from data import open_store
from matches import Clock, Coin, CoinSide, Policy, Services, Store, StoreUnavailableError
from matches.host_clock import HostClock, Steady, seconds_passed
from matches.notices.quiet_hours import zone_names

log = logging.getLogger("tidepool")

FINISH_WITHIN: Final = 4.0
"""Seconds that a stopping bot gives to what is being done."""
CLOSE_WITHIN: Final = 2.0
"""Seconds in which Discord may say goodbye."""

PRIVATE: Final = 0o077
"""The umask: what the bot writes holds picks and notes, and is nobody's but its own user's."""


class Settings(BaseSettings):
    """Settings for the host of the bot, from the environment or ``.env``; see ``.env.example``."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True)

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///tidepool.sqlite3"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: LogFormat = "plain"
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    metrics_host: str = "127.0.0.1"
    operator_channel: int | None = Field(default=None, ge=1)
    challenge_days: int = Field(default=7, ge=1, le=60)
    max_open_challenges: int = Field(default=5, ge=1, le=100)
    max_running_matches: int = Field(default=100, ge=1, le=1000)
    discord_api_url: str | None = None
    discord_gateway_url: str | None = None
    demo_port: int = Field(default=8790, ge=1, le=65535)


class Tidepool(BotWithApp):
    """The bot: made, and not started yet."""

    def __init__(self, settings: Settings, *, clock: Clock, coin: Coin) -> None:
        self._metrics = Metrics()
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            # No privileged ones: neither members, presences nor the content of messages is needed.
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            # Services need a server with the bot in it, so nobody can install it for themselves alone.
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            tree_cls=cogs.Tree,
            http_trace=self._metrics.trace(),
        )
        self._settings = settings
        self._clock = clock
        self._coin = coin
        self._studio = MeasuredStudio(self._metrics)
        self._gateway = Gateway(self)
        self._store: Store | None = None
        self._endpoint: HttpEndpoint | None = None
        self._troubles: Alerts | None = None
        self.stopping = False

    async def setup_hook(self) -> None:
        """Open the store, load the cogs, register what changed."""
        if self._settings.operator_channel is not None:
            self._troubles = Alerts(self, self._settings.operator_channel, self._clock)
            self._troubles.open()
        self._store = store = await open_store(self._settings.database_url)
        policy = Policy(
            timedelta(days=self._settings.challenge_days),
            self._settings.max_open_challenges,
            self._settings.max_running_matches,
        )
        services = Services(store, clock=self._clock, coin=self._coin, policy=policy)
        # Once, and here, since it reads many small files.
        await asyncio.to_thread(zone_names)
        # Before anybody is heard: the time since the last sign of life is nobody's.
        await services.matches.time.note_alive()
        self.app = App(self, services, self._studio, self._clock, metrics=self._metrics)
        if self._settings.metrics_port is not None:
            self._endpoint = HttpEndpoint(self.app)
            await self._endpoint.open(self._settings.metrics_host, self._settings.metrics_port)
        self.add_dynamic_items(AnyControl)
        for name in cogs.extensions():
            await self.load_extension(name)
        await cogs.register(self, services.host)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until the bot is closed."""
        await self._gateway.hold()

    async def on_ready(self) -> None:
        """Say where the bot is and how others get it."""
        log.info("%s is ready; servers: %s", self.user, len(self.guilds))
        if self.application_id and self._settings.discord_token:
            log.info("add it to a server: %s", permissions.invite_link(self.application_id))

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Tell of an event unless the bot is closed, when discord.py may still be about to call it ready."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_app_command_completion(self, interaction: discord.Interaction[Any], _command: Any) -> None:
        """Count a command that was carried out."""
        self._metrics.ended(interaction, "ok")

    async def close(self) -> None:
        """Finish what is being done, stop, and let go of everything."""
        self.stopping = True
        if hasattr(self, "app") and (left := await self.app.under_way.finish(FINISH_WITHIN)):
            log.warning("the bot stops in the middle of %s things; the next start goes on with them", left)
        if self._endpoint is not None:
            await self._endpoint.close()
        if self._troubles is not None:
            self._troubles.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_WITHIN):
                await super().close()
        await self.http.close()  # also when Discord said nothing
        if self._store is not None:
            await self._store.close()
        self._studio.close()


def fair_coin() -> CoinSide:
    """One toss of a coin nobody can foresee."""
    return secrets.choice(("heads", "tails"))


def build(settings: Settings, *, clock: Clock = discord.utils.utcnow, coin: Coin = fair_coin) -> Tidepool:
    """A bot that has not been started."""
    return Tidepool(settings, clock=clock, coin=coin)


def set_up_logging(level: str, form: LogFormat = "plain") -> None:
    """Log to the terminal from ``level`` on, in plain lines or as JSON."""
    number = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler()
    discord.utils.setup_logging(level=number, handler=handler)
    assert handler.formatter is not None, "it has just got one, in colours where the terminal shows them"
    handler.setFormatter(JsonFormatter() if form == "json" else PlainFormatter(handler.formatter))
    quieten_libraries()


def quieten_libraries() -> None:
    """Keep the libraries from logging what is nobody's business."""
    # At DEBUG, discord.py logs what it sends and receives, secret picks and the token included.
    logging.getLogger("discord").setLevel(logging.INFO)
    # Straight into the root logger, and with whatever an interaction says of itself.
    logging.getLogger().addFilter(lambda record: not record.getMessage().startswith("Unknown channel type"))
    logging.getLogger("discord.client").addFilter(lambda record: "voice will NOT" not in record.getMessage())
    logging.getLogger("discord.app_commands.tree").addFilter(errors.suggestions_lost)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def use_addresses(settings: Settings) -> None:
    """Let discord.py speak to another address than Discord's own, such as a REST proxy."""
    if settings.discord_api_url:
        Route.BASE = settings.discord_api_url
    if settings.discord_gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


async def serve(settings: Settings, bot: Tidepool) -> int:
    """Run the bot on Discord until it is stopped; returns the process's exit code."""
    assert settings.discord_token is not None, "checked before"
    stopping = Shutdown(heard=lambda: bot.stopping)
    try:
        async with bot:
            send_whole(bot.http)
            await bot.start(settings.discord_token.get_secret_value())
    except asyncio.CancelledError:
        if not stopping.asked:
            raise
        log.info("stopped")
    except discord.LoginFailure:
        log.critical(TOKEN_ADVICE)
        return 1
    except (StoreUnavailableError, PortError) as error:
        log.critical("%s", error.advice)
        return 1
    except (aiohttp.ClientConnectionError, OSError) as error:
        log.critical("Discord cannot be reached (%s). Check the network, then start again.", error)
        return 1
    except discord.ConnectionClosed as error:
        log.critical("%s", FOR_GOOD[error.code])
        return 1
    except discord.HTTPException as error:
        log.critical("Discord answered with an error (%s). Wait a while, then start again.", error)
        return 1
    return 0


async def _collect_when_ready() -> None:
    # All that discord.py knows of the servers by now is kept out of collections from here on.
    collect_all()


def main(
    *, clock: Clock = discord.utils.utcnow, coin: Coin = fair_coin, steady: Steady | None = seconds_passed
) -> int:
    """Start what the settings ask for; returns the process's exit code.

    Without ``steady`` whatever ``clock`` says is the time, jumps included.
    """
    os.umask(PRIVATE)
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors():
            name = "_".join(map(str, problem["loc"])).upper()
            print(f"The setting {name} cannot be used: {problem['msg']}. See .env.example.", file=sys.stderr)
        return 2
    set_up_logging(settings.log_level, settings.log_format)
    if settings.discord_token is None:
        return _demo(settings)
    use_addresses(settings)
    collect_little()
    bot = build(settings, clock=HostClock(clock, steady) if steady else clock, coin=coin)
    bot.add_listener(_collect_when_ready, "on_ready")
    try:
        return asyncio.run(serve(settings, bot))
    except KeyboardInterrupt:
        return 0


def _demo(settings: Settings) -> int:
    try:
        from demo import run
    except ModuleNotFoundError as error:
        log.critical(
            "There is no DISCORD_TOKEN, and the demo page needs %s: set the token, or use `make run`.",
            error.name,
        )
        return 1
    return run.main(settings)


if __name__ == "__main__":
    sys.exit(main())
