"""Everything that uses simcord, the simulated Discord. No other module of the project's own code imports it.

simcord is made for tests: one thing happens at a time, one page shows one channel, and its clock stands still
until it is told to move. A demo needs many pages and a running clock, so this module goes beyond the
documented interface in the places marked "private". `tests/demo/test_simulator.py` fails with its name if one
of them is missing after an upgrade.
"""

import asyncio
import json
import pickle
import struct
from base64 import b64decode
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from discord import AppCommandType, Message
from discord.ext import commands, tasks
from simcord.actors import MemberActor
from simcord.backend import models
from simcord.backend.access import can_access_channel
from simcord.backend.cdn import CDN_BASE
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.enums import ChannelType, MessageType
from simcord.env import Env
from simcord.http import FakeHTTPClient
from simcord.preview import Preview, _action_plans, _markdown, _messages, _queries, _snapshot
from simcord.preview._media import MediaInfo, MediaWorker
from simcord.preview._server import PreviewServer

from demo.news import Posted

Bot = commands.Bot | commands.AutoShardedBot
#: simcord's types for a member and a channel, for the rest of the demo.
Member = MemberActor
Channel = ChannelHandle

#: Starting a bot loads its commands and opens its database, which may take a while on a slow machine.
START_PATIENCE = 60.0
#: Seconds of real time between simcord's checks of a bot that waits for its database or a picture.
POLL_EVERY = 0.001
#: Seconds at the end of a leap in which the bot works off what is due.
ROUNDS = 0.001
#: A browser page polls twice a second. One that has been silent for this long is closed or asleep.
PAGE_SILENT_AFTER = timedelta(seconds=10)
#: simcord's files for the browser.
PAGES = Path(_snapshot.__file__).parent / "static"
#: Texts whose parse is remembered: those of some channels.
MOST_TEXTS = 2000


@dataclass(frozen=True)
class RealTime:
    """The demo's real clock, and how much real time things may take."""

    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    #: Seconds between two steps of the clock.
    tick: float = 0.25
    #: Seconds that one action may keep the others waiting. A longer one continues in the background.
    patience: float = 3.0


USUAL = RealTime()


class _LivelyEnv(Env):
    """simcord's world with a shorter waiting step, in which a refusal by the bot is no failure.

    Private: the step is 0.05 s otherwise. In a day the bot's loops run thousands of times and query the
    database each time: "+1 day" would take minutes. And a start gets the same patience as everything else,
    instead of five seconds.
    """

    def __init__(self, *arguments: Any, is_refusal: Callable[[BaseException], bool], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._is_refusal = is_refusal

    async def _settle_internal(self, **options: Any) -> None:
        await super()._settle_internal(**{"idle": POLL_EVERY, **options, "timeout": None})

    def _record_error(self, error: BaseException) -> None:
        # Private: simcord takes everything that a command raises for a bug, and its page says that it
        # failed.
        if not self._is_refusal(error):
            super()._record_error(error)


@dataclass
class SimulatorView:
    """One place as one person sees it: a simcord preview, served on its own loopback port."""

    preview: Preview
    address: str
    capability: str
    clock: Callable[[], datetime]
    last_asked: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.touch()

    def touch(self) -> None:
        """Record that a browser has just asked for it."""
        self.last_asked = self.clock()

    @property
    def is_watched(self) -> bool:
        return self.clock() - self.last_asked < PAGE_SILENT_AFTER


class Simulator:
    """A simulated Discord with one server and one bot.

    Hold `turn` around everything that acts: simcord refuses two actions at once.
    """

    def __init__(
        self,
        bot: Bot,
        bot_name: str,
        bot_avatar: bytes,
        *,
        is_refusal: Callable[[BaseException], bool] = lambda _: False,
        turn: asyncio.Lock | None = None,
        real_time: RealTime = USUAL,
    ) -> None:
        """``is_refusal`` distinguishes errors with which the bot refuses something from bugs."""
        self.turn = turn or asyncio.Lock()
        self._real_time = real_time
        self._env = _LivelyEnv(bot, check_errors=False, settle_timeout=START_PATIENCE, is_refusal=is_refusal)
        self._views: dict[tuple[int, int], SimulatorView] = {}
        self._pictures: dict[str, tuple[str, bytes]] = {}
        self._seen = 0
        # Private: simcord calls every bot "TestBot".
        user = self._env.backend.bot_user
        user.name, user.avatar = bot_name, self._keep_picture(user.id, bot_avatar)
        self._keep_private_threads_quiet()

    def _keep_private_threads_quiet(self) -> None:
        """Suppress simcord's channel message about a new private thread: Discord posts none."""
        # Private: simcord posts one for every thread.
        backend = self._env.backend
        announce = backend.create_system_message

        def unless_private(channel_id: int, message_type: MessageType, *given: Any, **told: Any) -> Any:
            begun = told.get("target_channel_id")
            if begun is not None and backend.get_channel(begun).type == ChannelType.PRIVATE_THREAD:
                return None
            return announce(channel_id, message_type, *given, **told)

        backend.create_system_message = unless_private  # type: ignore[method-assign]

    # --- life ------------------------------------------------------------------------------------

    async def start(self, now: datetime | None = None) -> None:
        """Start the bot at this time, by default the real one, and wait until it is ready.

        Everything created before has the ids of simcord's own first day, the same in every run.
        """
        backend = self._env.backend
        # Private: the clock's zero. It must be set before the start, or every loop of the bot would make up
        # for the months since that day.
        backend.clock._epoch = now or self._real_time.clock()
        # A new Discord has no commands: the bot must see another application.
        backend.application_id = backend.snowflake()
        await self._env.start()
        self._env.settle_timeout = self._real_time.patience
        _parse("")  # loads the parser, so that the first view need not

    async def stop(self) -> None:
        """End the simulation. The owner has to close the bot: simcord never does."""
        with suppress(TimeoutError):
            await self._env.shutdown()

    async def exchange_bot(self, new: Bot) -> None:
        """Replace the bot with another one, as a restart of its process does."""
        env = self._env
        with suppress(TimeoutError):
            await env.settle()
        env.settle_timeout = START_PATIENCE
        try:
            await env.bot.close()
            await env.restart_bot(new)
        finally:
            env.settle_timeout = self._real_time.patience

    @property
    def bot(self) -> Bot:
        return self._env.bot  # type: ignore[return-value]

    # --- what is on the server -------------------------------------------------------------------

    def kept(self, most: int | None = None, opened: Collection[int] = ()) -> tuple[Any, dict[str, bytes]]:
        """Threads, messages and emojis as JSON's types, and all pictures by their addresses.

        ``most``: so many of the newest messages of each thread, instead of all. ``opened``: places in which
        the newest answer to one person alone is kept, too.
        """
        # Private, as in `restore`: simcord keeps everything in memory. What only one person was answered ends
        # with the interaction.
        backend = self._env.backend
        messages = {}
        for channel, there in backend.messages.items():
            answers = [key for key, one in sorted(there.items()) if one.is_ephemeral]
            ended = answers[:-1] if channel in opened else answers
            lasting = [(key, one) for key, one in sorted(there.items()) if key not in ended]
            is_thread = backend.get_channel(channel).is_thread
            messages[channel] = dict(lasting[-most:] if is_thread and most else lasting)
        parts = {name: getattr(backend, name) for name in _KEPT} | {"messages": messages}
        named = json.dumps(
            kept := _plain(parts | {"threads": [guild.thread_ids for guild in _guilds(backend)]})
        )
        pictures = backend.cdn._blobs.items()
        return kept, {url: png for url, png in pictures if url in named or "/emojis/" in url}

    def restore(self, kept: Any, pictures: Mapping[str, bytes]) -> None:
        """Put back what was kept of a server with the same people and channels, before the bot starts."""
        backend = self._env.backend
        parts = _models(kept)
        for name in _KEPT:
            getattr(backend, name).update(parts[name])
        for guild, threads in zip(_guilds(backend), parts["threads"], strict=True):
            guild.thread_ids[:] = threads
        backend.cdn._blobs.update(pictures)

    # --- people and places -----------------------------------------------------------------------

    def create_server(
        self, name: str, people: list[tuple[str, str, bytes]]
    ) -> tuple[GuildHandle, list[Member]]:
        """Create a server with a member for each (user name, display name, avatar). The first one owns it."""
        users = [self._create_user(*person) for person in people]
        server = self._env.create_guild(name, owner=users[0])
        # The owner is a member already; adding it again is harmless and returns the handle.
        return server, [server.add_member(user) for user in users]

    def add_member(self, server: GuildHandle, user_name: str, shown: str, avatar: bytes) -> Member:
        """Add somebody to a server, by (user name, display name, avatar)."""
        return server.add_member(self._create_user(user_name, shown, avatar))

    def _create_user(self, user_name: str, shown: str, avatar: bytes) -> UserHandle:
        user = self._env.create_user(user_name, global_name=shown, avatar="0" * 32)
        self._keep_picture(user.id, avatar)
        return user

    def _keep_picture(self, user_id: int, png: bytes) -> str:
        digest = "0" * 32
        self._pictures[f"{CDN_BASE}/avatars/{user_id}/{digest}.png"] = (f"{user_id}.png", png)
        return digest

    def mentions_of(self, member: Member, channel: Channel, since: int) -> int:
        """The number of messages after the one with this id that ping the member."""
        messages = self._env.backend.messages.get(channel.id, {})
        return sum(
            member.id in messages[message].mention_user_ids
            for message in self.messages_for(member, channel)
            if message > since
        )

    def direct_messages(self, member: Member) -> Channel | None:
        """The member's direct messages with the bot, once there are any."""
        known = member.id in self._env.backend.dm_channels
        return member.user.dm_channel if known else None

    def is_archived(self, channel: Channel) -> bool:
        """True if this is a thread that has been archived."""
        data = self._env.backend.get_channel(channel.id).thread_metadata
        return data is not None and data.archived

    def is_in(self, member: Member, thread: Channel) -> bool:
        """True if somebody was added to a thread, by a ping or a message of theirs too."""
        backend = self._env.backend
        return member.id in backend.get_channel(thread.id).thread_members or any(
            member.id == message.author_id or member.id in message.mention_user_ids
            for message in backend.messages.get(thread.id, {}).values()
        )

    def can_see(self, member: Member, channel: Channel) -> bool:
        viewer = member.user if channel.guild is None else member
        return can_access_channel(self._env, channel.id, viewer, history=True)

    def messages_for(self, member: Member, channel: Channel) -> list[int]:
        """Ids, oldest first, of the messages this member can see and did not write."""
        if not self.can_see(member, channel):
            return []
        return sorted(
            message.id
            for message in self._env.backend.messages.get(channel.id, {}).values()
            if message.author_id != member.id and message.visible_to(member.id)
        )

    async def act(self, member: Member, channel: Channel, what: Any) -> None:
        """Type a command, or press the newest button whose id begins as told, if it's there. Needs `turn`."""
        with suppress(TimeoutError):
            if what.command:
                await member.slash(channel, what.command, **what.options)
                return
            for message in reversed(channel.history(viewer=member)):
                for pressed in self.controls(message):
                    if pressed.startswith(what.control):
                        who = member.user if channel.guild is None else member
                        await who.click(message, custom_id=pressed)
                        return

    def labels(self, member: Member, channel: Channel) -> list[tuple[str, str]]:
        """The ids and labels of the buttons on the newest message of the bot that has any."""
        for message in reversed(channel.history(viewer=member)):
            found = [(part["custom_id"], part.get("label") or "") for part in _controls(message)]
            if found:
                return found
        return []

    def apps(self) -> dict[str, list[str]]:
        """The names of the bot's commands on people and on messages, as in Discord's *Apps* menus."""
        kinds = {"user": AppCommandType.user, "message": AppCommandType.message}
        return {
            kind: [command.name for command in self.bot.tree.get_commands(type=of)]
            for kind, of in kinds.items()
        }

    async def use_app(self, member: Member, channel: Channel, name: str, target: Member | int) -> None:
        """Use such a command on a person, or on the message with this id. Needs `turn`."""
        found: Any = target
        if isinstance(target, int):
            found = next((one for one in channel.history(viewer=member) if one.id == target), None)
        if found is not None:
            with suppress(TimeoutError):
                await member.context_menu(channel, name, found)

    def controls(self, message: Message) -> list[str]:
        """The ids of a message's buttons and menus."""
        return [part["custom_id"] for part in _controls(message)]

    def as_bot(self) -> AbstractContextManager[None]:
        """While what is done and started counts as the bot's own, as in a loop of its."""
        # Private: simcord waits for the bot's own tasks alone.
        return self._env._bot_scope()

    # --- time ------------------------------------------------------------------------------------

    def now(self) -> datetime:
        return self._env.now()

    async def advance(self, seconds: float) -> None:
        """Move the clock and let the bot do what becomes due; stops early if that takes long."""
        with suppress(TimeoutError):
            await self._env.advance_time(seconds)

    async def leap(self, seconds: float) -> None:
        """Set the clock ahead at once, and let the bot do what is due by then.

        Much faster than `advance`, which stops at every timer on its way: a day has thousands of them.
        """
        self._pass_over_rounds(self.now() + timedelta(seconds=seconds))
        with suppress(TimeoutError):
            # Private: the clock, as it moves in `advance`.
            self._env._move_clock(self._env._virtual_time + max(seconds - ROUNDS, 0.0))
            await self._env.advance_time(ROUNDS)

    def _pass_over_rounds(self, until: datetime) -> None:
        """Have the bot's loops run only the last of the iterations due by ``until``.

        Private to discord.py: it would make up for each of them, one after the other.
        """
        for owner in (self.bot, *self.bot.cogs.values()):
            for loop in _loops_of(owner):
                due = loop.next_iteration
                every = timedelta(hours=loop.hours or 0, minutes=loop.minutes or 0, seconds=loop.seconds or 0)
                if due is not None and every and due < until:
                    loop._next_iteration = due + every * ((until - due) // every)  # type: ignore[assignment]

    def transcript_length(self) -> int:
        """The number of entries in the transcript so far."""
        return len(self._env.backend.transcript)

    def posted(self, since: int) -> list[Posted]:
        """The messages that the bot has posted since the transcript was ``since`` long, oldest first."""
        own = str(self._env.backend.bot_user.id)
        return [
            Posted(int(payload["channel_id"]), "\n".join(_texts(payload)))
            for kind, name, payload in self._env.backend.transcript[since:]
            if (kind, name) == ("GATEWAY", "MESSAGE_CREATE") and payload["author"]["id"] == own
        ]

    def new_errors(self, since: int) -> tuple[BaseException, ...]:
        """The errors inside the bot, from number ``since`` on."""
        return self._env.errors_since(since)

    # --- views -----------------------------------------------------------------------------------

    async def view(self, channel: Channel, member: Member, timezone: str) -> SimulatorView:
        """The page that shows this channel to this member, opened on first use."""
        key = channel.id, member.id
        if key not in self._views:
            async with self.turn:
                if key not in self._views:
                    self._views[key] = await self._open_view(channel, member, timezone)
        return self._views[key]

    async def _open_view(self, channel: Channel, member: Member, timezone: str) -> SimulatorView:
        # Private: simcord allows one preview at a time and remembers it here.
        self._env._preview = None
        viewer = member.user if channel.guild is None else member
        preview = self._env.preview(
            channel,
            viewers=[viewer],
            layout="channel",
            locale="en-GB",
            timezone=timezone,
            assets=self._pictures,
        )
        await preview.__aenter__()
        address, _, capability = preview.url.partition("/#")
        return SimulatorView(preview, address, capability, self._real_time.clock)

    @contextmanager
    def acting_in(self, view: SimulatorView) -> Iterator[None]:
        """Let actions come from this view for the moment. Needs `turn`."""
        # Private, as above: simcord reports the changes of an action to the one preview it knows.
        self._env._preview = view.preview
        yield

    def has_news(self) -> bool:
        """True if something has happened since the views were last refreshed."""
        return len(self._env.backend.transcript) != self._seen

    async def refresh_views(self) -> None:
        """Refresh the views that are being watched. Needs `turn`."""
        self._seen = len(self._env.backend.transcript)
        for view in [view for view in self._views.values() if view.is_watched]:
            with suppress(TimeoutError):
                await view.preview.refresh()


#: What simcord's backend has of a server's content, as dictionaries.
_KEPT = ("channels", "messages", "dm_channels", "application_emojis")


def _guilds(backend: Any) -> list[Any]:
    return list(backend.guilds.values())


def _plain(value: Any) -> Any:
    """simcord's models, sets, and dictionaries with numbers for keys, as types that JSON has."""
    if is_dataclass(value):
        inner = {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
        return {"is": type(value).__name__, "of": inner}
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: _plain(inner) for key, inner in value.items()}
        return {"is": "dict", "of": [[key, _plain(inner)] for key, inner in value.items()]}
    if isinstance(value, set | frozenset):
        return {"is": type(value).__name__, "of": sorted(value)}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def _models(value: Any) -> Any:
    """The opposite of `_plain`."""
    if isinstance(value, list):
        return [_models(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    if value.keys() != {"is", "of"}:
        return {key: _models(inner) for key, inner in value.items()}
    name, inner = value["is"], _models(value["of"])
    if name in ("dict", "set", "frozenset"):
        return {"dict": dict, "set": set, "frozenset": frozenset}[name](inner)
    return getattr(models, name)(**inner)


def _texts(part: Mapping[str, Any]) -> Iterator[str]:
    """The texts of a message, or of one of its components, in the order in which they are read."""
    if part.get("content"):
        yield str(part["content"])
    for inner in part.get("components") or ():
        yield from _texts(inner)


def _controls(message: Message) -> Iterator[Any]:
    """A message's buttons and menus, as Discord's data."""
    waiting = [component.to_dict() for component in message.components]
    while waiting:
        part: Any = waiting.pop(0)
        if "custom_id" in part:
            yield part
        waiting[:0] = [*part.get("components", ()), *filter(None, [part.get("accessory")])]


def _loops_of(owner: object) -> Iterator[tasks.Loop[Any]]:
    """The loops of a bot or a cog: in its attributes, and in the values of its dictionaries."""
    for value in vars(owner).values():
        for one in value.values() if isinstance(value, dict) else (value,):
            if isinstance(one, tasks.Loop):
                yield one


def _tokens(
    value: Any, profile: str = "message", *, context: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """The tokens of a text, in lists and dictionaries of their own: simcord writes into them."""
    found: list[dict[str, Any]] = pickle.loads(_parsed(value, profile, json.dumps(context)))
    return found


@lru_cache(MOST_TEXTS)
def _parsed(value: Any, profile: str, context: str) -> bytes:
    return pickle.dumps(_parse(value, profile, context=json.loads(context)))


# Private: a view parses all of its messages again after each change, with a parser made for each text.
_parse = _markdown.markdown_tokens
for module in (_messages, _queries, _snapshot):
    module.markdown_tokens = _tokens  # type: ignore[attr-defined]

# Private: a view holds the newest 50 messages, and draws the pictures of all of them. 25 are the fewest: it
# opens 24 before the newest.
_snapshot.HISTORY_WINDOW_SIZE = _action_plans.HISTORY_WINDOW_SIZE = 25
_action_plans.HISTORY_STEP = 5

# Private: simcord drops the pictures of the application's emojis. The page finds them where Discord has them.
_upload = FakeHTTPClient.create_application_emoji


async def _keep_emoji(http: FakeHTTPClient, application: int, name: str, image: str) -> Any:
    answer = await _upload(http, application, name, image)
    picture = b64decode(image.partition(",")[2])
    emojis = http.backend.application_emojis.values()
    made = next(emoji.id for emoji in reversed(emojis) if emoji.name == name)
    http.backend.cdn._blobs[f"{CDN_BASE}/emojis/{made}.png"] = picture
    return answer


FakeHTTPClient.create_application_emoji = _keep_emoji  # type: ignore[method-assign,assignment]

# Private: simcord starts a process for each picture, one after the other, and writes it anew. The bot's own
# still pictures need neither.
_decode = MediaWorker._decode


async def _decode_stills_here(
    worker: MediaWorker, key: str, blob: bytes, media_time: float | None
) -> MediaInfo:
    return _still(blob) or await _decode(worker, key, blob, media_time)


def _still(blob: bytes) -> MediaInfo | None:
    """A PNG that does not move, as it is; None for anything else."""
    head = blob[: blob.find(b"IDAT")]
    if not head.startswith(b"\x89PNG\r\n\x1a\n") or b"acTL" in head:
        return None
    width, height = struct.unpack(">II", head[16:24])
    size = width * height * 4
    return MediaInfo("PNG", width, height, 1, size, blob, "image/png", capture=blob, poster=blob)


MediaWorker._decode = _decode_stills_here  # type: ignore[method-assign,assignment]


@lru_cache
def page_file(path: str) -> tuple[str, bytes] | None:
    """A file of simcord's pages by its path there, with its content type; None if there is none.

    Private: a view serves the same ones on its own port.
    """
    name = PreviewServer._STATIC_FILES.get(path)
    if name is None:
        return None
    kind = PreviewServer._STATIC_CONTENT_TYPES.get(name)
    usual = "font/ttf" if name in PreviewServer._FONT_FILES else "application/javascript"
    return kind or usual, (PAGES / name).read_bytes()


def page_scripts() -> list[str]:
    """The paths of the scripts that a page of simcord's is made of."""
    return [path for path in PreviewServer._STATIC_FILES if path.endswith(".js") and "/vendor/" not in path]
