"""A simulated Discord server in which the real bot plays, for stories told as tests.

People are named by what they do: the challenger, the opponent, a visitor. What they see is read from
messages as Discord would show them; what they do are commands, clicks and menus.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import discord
from pydantic import SecretStr
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.env import Env
from simcord.results import InteractionResult, to_discord_message

import bot as front_door
from cogs.config import Settings
from cogs.found import features
from cogs.kit.arguments import numbers_in
from cogs.kit.card import BLUE, Accent
from cogs.kit.feature import Feature
from cogs.panels.challenge.challenge_form import open_form
from cogs.panels.moving.move_steps import walk
from cogs.text import texts
from computer.workers import Child
from data import Database, open_store, stores
from matches import CoinSide, Match, MatchId, UserId
from matches.lifecycle.seals import SALT_BYTES
from tests.additions import added
from tests.cards import cards_in, faults
from tests.clock import begin_again, moving
from tests.cogs.quicker import start_quickly
from tests.mentions import as_code
from tests.patience import PATIENT
from tests.people import user_of
from tests.settings import settings
from tests.store import in_this_thread, unsynced
from tests.thinking import Brief
from tests.wishes import game_of, is_typed, wished

PATIENCE = 60.0
"""Seconds that the bot may take for what somebody does. A disk that others keep busy may stall for many."""
LOOK_EVERY = 0.001
MOST_STEPS = 20_000
"""Steps of the event loop before it is looked at what is left to do, if there is always a next one."""


class StoryEnv(Env):
    """simcord's world, in which time is its own clock alone: nothing happens because a machine is slow."""

    def __init__(self, bot: front_door.Tidepool, **options: Any) -> None:
        super().__init__(bot, **{"settle_timeout": PATIENCE, **options})

    def as_bot(self) -> AbstractContextManager[None]:
        """While what is done and started counts as the bot's own, as in a loop of its."""
        return self._bot_scope()

    def jump(self, seconds: float) -> None:
        """Let time pass as while the machine sleeps: nothing goes off until it is awake."""
        self._move_clock(self._virtual_time + seconds)

    async def _settle_internal(self, **options: Any) -> None:
        # To look at all tasks is dear: it is done once nothing is left to do at this moment. Not where the
        # story doesn't wait, since it has two things go on at once.
        for _ in range(MOST_STEPS if self.settle_timeout else 0):
            await asyncio.sleep(0)
            if not self._loop._ready:  # type: ignore[union-attr]
                break
        # Private: the seconds between two looks at a bot that waits for its database or a picture; and a
        # start has five of its own.
        await super()._settle_internal(**{**options, "idle": LOOK_EVERY, "timeout": None})

    def _schedule_timer(self, *timer: Any) -> None:
        # Private: simcord has a timer of the bot go off in real time too, unless it knows what it is for.
        """Leave a timer to :meth:`advance_time`."""


@dataclass
class Stores:
    """How the bots that are started from now on keep their matches."""

    threads: bool = False
    """As the bot's own: see :mod:`tests.cogs.store_threads`."""


opened = Stores()


async def _open_unsynced(url: str) -> Database:
    with unsynced(), nullcontext() if opened.threads else in_this_thread():
        return await open_store(url)


front_door.open_store = _open_unsynced  # type: ignore[assignment]

start_quickly()

ANOTHER_WAITS = "Another match is waiting for you."
NOTHING_MOVED, END_ANYWAY = "You haven't moved anything. End your turn anyway?", "End turn anyway"
CONTROLS = [texts.MOVE, texts.BOARD, texts.MORE]
"""What stands under every board of a match in play, below the pieces that can act."""


@dataclass
class Server:
    """One server, its people, and the bot in it."""

    env: StoryEnv
    path: Path
    coin: list[CoinSide]
    child: Callable[[], Child] = Brief
    """Who thinks for the computer, from the next start of the bot on."""
    guild: GuildHandle = field(init=False)
    channel: ChannelHandle = field(init=False)
    challenger: MemberActor = field(init=False)
    opponent: MemberActor = field(init=False)
    visitor: MemberActor = field(init=False)
    command: str = "prawns"
    panel: Any = None
    """A private panel that a step opened for the next one."""

    def __post_init__(self) -> None:
        self.guild = self.env.create_guild("Rock pool")
        self.channel = self.guild.create_text_channel("board-games")
        people = ("challenger", "opponent", "visitor")
        self.challenger, self.opponent, self.visitor = (
            self.guild.add_member(self.env.create_user(name)) for name in people
        )

    @property
    def bot(self) -> front_door.Tidepool:
        """The bot that runs now."""
        assert isinstance(self.env.bot, front_door.Tidepool)
        return self.env.bot

    # --- what people do --------------------------------------------------------------------------

    async def challenge(
        self, opponent: MemberActor | UserHandle | None = None, **options: Any
    ) -> InteractionResult:
        """The challenger challenges ``opponent``, or anyone."""
        return await self.challenged(self.challenger, opponent, **options)

    async def challenged(
        self,
        who: MemberActor,
        opponent: MemberActor | UserHandle | None = None,
        *,
        game: str = "",
        place: ChannelHandle | None = None,
        **options: Any,
    ) -> InteractionResult:
        """``who`` challenges somebody to a game: by the command or, for what that can't say, by the form."""
        command, where = game or self.command, place or self.channel
        kind = game_of(command)
        whom = {} if opponent is None else {"opponent": opponent}
        if is_typed(kind, options):
            return await who.slash(where, f"{command} challenge", **whom, **options)
        draft = wished(kind, 0 if opponent is None else opponent.id, options)
        private = (await who.slash(where, "play")).response
        assert private is not None
        custom_id = open_form.id_about(0, draft)
        # Private: simcord lets nobody press what a message lacks, as Discord doesn't.
        opener = {"type": 2, "style": 2, "label": "-", "custom_id": custom_id}
        private._message.components = [{"type": 1, "components": [opener]}]
        opened = await who.click(private, custom_id=custom_id)
        if opened.modal is None:
            return opened
        chosen = as_opened(opened)
        chosen["pace"] = chosen["pace"] or ["0"]  # the server's usual one has no other entry
        return await who.submit_modal(opened, {**chosen, **({"who": [opponent]} if opponent else {})})

    async def accept(
        self, who: MemberActor | None = None, call: CoinSide = "heads", *, blind: bool = False
    ) -> InteractionResult:
        """The opponent accepts the latest challenge in the channel."""
        label = f"Accept, blind start: {call}" if blind else f"Accept: {call}"
        if self.command != "prawns":
            label = "Accept"
        return await (who or self.opponent).click(self.invitation, label=label)

    async def pick(self, who: MemberActor, first: str, second: str, *, by_dm: bool = True) -> None:
        """``who`` picks and confirms, in the direct message or in the thread."""
        panel = await self.choose(who, first, second, by_dm=by_dm)
        await (who.user if by_dm else who).click(panel(), custom_id=ids(panel(), "confirm:")[0])

    async def choose(
        self, who: MemberActor, first: str, second: str, *, by_dm: bool = True
    ) -> Callable[[], Any]:
        """``who`` chooses in both menus and does not confirm; returns how to look at the panel."""
        panel = await self._open_pick(who, by_dm=by_dm)
        for index, choice in enumerate((first, second)):
            user = who.user if by_dm else who
            await user.select(panel(), [choice], custom_id=ids(panel(), f"slot:.*:{index}")[0])
        return panel

    async def _open_pick(self, who: MemberActor, *, by_dm: bool) -> Callable[[], Any]:
        """How to look at the panel of a pick, as it is at the moment."""
        if by_dm:
            return lambda: self.dms(who)[-1]
        opened = await who.click(self.card, label=button(self.card, "choose"))
        return lambda: opened.followups[-1]

    async def start(
        self,
        green: Sequence[str] = ("crab", "lobster"),
        blue: Sequence[str] = ("shrimp", "crab"),
        **options: Any,
    ) -> None:
        """A match up to its first move; who moves first is settled by ``coin`` (the opponent calls heads)."""
        await self.challenge(self.opponent, **options)
        await self.accept()
        await self.pick(self.challenger, *green)
        await self.pick(self.opponent, *blue)

    async def begin(self, command: str, **options: Any) -> None:
        """A match of a game without picks, up to its first move; the challenger is of the first side."""
        self.command = command
        face = next(face for face in self.bot.app.presentations.values() if face.command == command)
        await self.challenge(self.opponent, **{"side": face.game.sides[0], **options})
        await self.accept()

    async def act(self, action: str, number: int = 1) -> InteractionResult:
        """Whoever is to act does so: with the button there is for it, else by typing."""
        match = await self.match(number)
        (user,) = self.bot.app.matches.to_act(match)
        who = self.challenger if user_of(user) == self.challenger.id else self.opponent
        position = self.bot.app.matches.history(match).position
        legal = {str(one): position.describe(one) for one in position.legal_actions()}
        label = "End turn" if action == "end" else legal.get(action)
        card = self.card
        if any(part.get("label") == label and _plays_at_once(part) for part in parts(card)):
            result = await who.click(card, label=label)
        else:
            result = await self.move(who, action)
        if private(result) == NOTHING_MOVED:
            asked = result.response or result.followups[-1]
            await who.click(asked, label=END_ANYWAY)
        else:
            check_played(result)
        return result

    async def move(self, who: MemberActor, action: str, *, match: int | None = None) -> InteractionResult:
        """``who`` types a move in the thread."""
        named = {} if match is None else {"match": str(match)}
        return await who.slash(self.home, f"{self.command} move", action=action, **named)

    async def play(self, line: str, first: MemberActor | None = None) -> None:
        """Turns separated by `` / ``, the players taking turns from ``first`` (the challenger) on."""
        players = [first or self.challenger]
        players.append(self.opponent if players[0] is self.challenger else self.challenger)
        for number, turn in enumerate(line.split(" / ")):
            check_played(await self.move(players[number % 2], turn))

    async def open(self, who: MemberActor, label: str) -> Callable[[], Any]:
        """``who`` opens a private panel from the card; returns how to look at it."""
        opened = await who.click(self.card, label=label)
        return lambda: opened.followups[-1]

    async def resign(self, who: MemberActor) -> InteractionResult:
        """``who`` gives the match up, by taps."""
        panel = await self.open(who, "⋯")
        await who.click(panel(), label="Resign")
        return await who.click(panel(), label="Resign")

    async def tap(self, who: MemberActor, action: str) -> int:
        """``who`` plays one action by taps; returns how many there were after *Move*."""
        panel = await self.open(who, "Move")
        return await self.tap_on(who, panel, action)

    async def tap_on(self, who: MemberActor | UserHandle, panel: Callable[[], Any], action: str) -> int:
        """``who`` plays one action on a panel that is open; returns how many taps it took.

        To open a menu is one.
        """
        taps = 0
        before = await self.match()
        while taps < 9:
            label = "End turn" if action == "end" else "Send"
            if label in labels(panel()):
                await who.click(panel(), label=label)
                if (await self.match()).version > before.version:
                    return taps + 1
                await who.click(panel(), label=END_ANYWAY)
                return taps + 2
            taps += await self.take_step(who, panel(), action)
            if (await self.match()).version > before.version:
                return taps  # it was sent at once, since the turn goes on
        raise AssertionError("the panel leads nowhere")

    async def take_step(self, who: MemberActor | UserHandle, panel: Any, action: str, number: int = 1) -> int:
        """``who`` takes the next of the choices that lead to ``action``; returns how many taps it took."""
        control, value = await self.next_step(panel, action, number)
        if value is None:
            await who.click(panel, custom_id=control)
            return 1
        await who.select(panel, [value], custom_id=control)
        return 2

    async def next_step(self, panel: Any, action: str, number: int = 1) -> tuple[str, str | None]:
        """The button of the choice that leads farthest to ``action``; or a menu, and its entry."""
        match = await self.match(number)
        position = self.bot.app.matches.history(match).position
        words = self.bot.app.presentations[match.game_key].words
        path = next(one.path for one in position.legal_actions() if str(one) == action)
        ways = []
        for control, value, taken in choices_on(panel):
            steps = walk(position, words, taken)
            if steps.taken == taken and steps.prefix == path[: len(steps.prefix)]:
                ways.append((len(taken), control, value))
        assert ways, f"nothing there leads to {action}"
        _, control, value = max(ways, key=lambda way: way[0])
        return control, value

    async def restart(self, **chosen: Any) -> None:
        """Stop the bot and start another on the same database, with these settings."""
        old = self.bot
        new = make_bot(self.path, self.coin, self.child, **chosen)
        await self.env.restart_bot(new)
        await old.close()

    def let_bot(self, **permissions: bool) -> None:
        """Give the bot all permissions but *Administrator*, and none that is named as False."""
        roles = self.env.backend.get_guild(self.guild.id).roles.values()
        (own,) = (role for role in roles if role.managed)
        given = discord.Permissions.all()
        given.update(**{"administrator": False, **permissions})
        self.env.backend.edit_role(self.guild.id, own.id, {"permissions": given.value})

    async def stop_loops(self) -> tuple[Any, ...]:
        """Have nothing done by the clock any more; returns the loops that did."""
        upkeep: Any = self.bot.get_cog("Upkeep")
        loops = tuple(upkeep.loops.values())
        for loop in loops:
            loop.cancel()
        for _ in range(2):  # they end in the first turn of the event loop, and simcord notes it in the next
            await asyncio.sleep(0)
        return loops

    async def pass_time(self, **length: float) -> None:
        """Let time pass: ``days=``, ``hours=`` and so on, without a sweep in between; then the loops run."""
        loops = await self.stop_loops()
        await self.env.advance_time(timedelta(**length).total_seconds())
        # It was there all the time, though it did nothing: this is no downtime.
        await self.store.write(stores.host.record_alive, self.bot.app.clock(), timedelta.max)
        with self.env.as_bot():
            for loop in loops:
                loop.start()
        await self.env.settle()

    # --- what people see -------------------------------------------------------------------------

    @property
    def invitation(self) -> discord.Message:
        """The latest challenge, answered or not: a rematch in the thread of the match before it."""
        if self.home.id != self.channel.id and any(ids(self.card, verb) for verb in ("accept:", "decline:")):
            return self.card
        return [message for message in self.channel.history() if text(message)][-1]

    @property
    def home(self) -> ChannelHandle:
        """The latest thread, or the channel while there is none."""
        return self.channel.threads[-1] if self.channel.threads else self.channel

    @property
    def card(self) -> discord.Message:
        """The latest message where the match is played."""
        # As `self.home.last_message`, which would make all the messages before it anew.
        posted = self.env.backend.messages[self.home.id].values()
        seen = [message for message in posted if message.visible_to(None)]
        return to_discord_message(self.env, max(seen, key=lambda message: message.id))

    @property
    def board(self) -> str:
        """The alt text of the picture on the latest card."""
        return self.card.attachments[0].description or ""

    @property
    def store(self) -> Database:
        """The bot's store, past its services."""
        store = self.bot._store
        assert isinstance(store, Database)
        return store

    async def match(self, number: int = 1) -> Match:
        """The match as stored."""
        return await self.bot.app.matches.load(MatchId(number))

    def dms(self, who: MemberActor) -> list[discord.Message]:
        """The direct messages that ``who`` got."""
        return who.user.dm_channel.history()


@cache
def _checked(**more: Any) -> Settings:
    """The settings of bots, checked once for all that have the same but for the database."""
    return settings(database_url="sqlite+aiosqlite:///tidepool.sqlite3", shard_count=1, **more)


def make_bot(
    path: Path,
    coin: list[CoinSide],
    child: Callable[[], Child] = Brief,
    having: Mapping[str, Feature] | None = None,
    **more: Any,
) -> front_door.Tidepool:
    """A bot on the database at ``path`` whose coin falls as ``coin`` says, the last entry for ever.

    It has all features, or those of ``having``. All of its salts are the same, so that what servers show can
    be compared.
    """
    database = {"database_url": SecretStr(f"sqlite+aiosqlite:///{path}")}
    chosen = _checked(**more).model_copy(update=database)

    def toss() -> CoinSide:
        return coin.pop(0) if len(coin) > 1 else coin[0]

    salt = bytes(range(SALT_BYTES))
    return front_door.build(
        chosen,
        clock=moving(discord.utils.utcnow),
        coin=toss,
        salt=lambda: salt,
        child=child,
        deadlines=PATIENT,
        having={**features(), **added("row")} if having is None else having,
    )


def database_in(folder: Path, fresh: Path) -> Path:
    """A copy of the ``fresh`` database, in a folder made for it."""
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy(fresh, folder / "tidepool.sqlite3"))


@asynccontextmanager
async def a_server(folder: Path, fresh_database: Path) -> AsyncIterator[Server]:
    """A server for a part of a test, alike in ids and times to every other."""
    begin_again()
    path = database_in(folder, fresh_database)
    coin: list[CoinSide] = ["tails"]
    env = StoryEnv(make_bot(path, coin))
    await env.start()
    with env.time_context():
        server = Server(env, path, coin)
        try:
            yield server
        finally:
            await env.shutdown()
            await server.bot.close()


# --- reading forms ---------------------------------------------------------------------------------

RADIOS = 21
"""The type of a group of radio buttons."""


def as_opened(opened: InteractionResult) -> dict[str, Any]:
    """What is chosen in a form's menus and boxes as it opens: lists, but one value of radio buttons."""
    found: dict[str, Any] = {}
    for each in fields(opened):
        if "options" in each:
            chosen = [one["value"] for one in each["options"] if one.get("default")]
            found[each["custom_id"]] = chosen[0] if each["type"] == RADIOS else chosen
    return found


def fields(opened: InteractionResult) -> list[dict[str, Any]]:
    """The fields of the form that ``opened`` shows."""
    assert opened.modal is not None, "no form was opened"
    return [label["component"] for label in opened.modal["components"]]


# --- reading messages ----------------------------------------------------------------------------


def parts(message: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, nested ones too, as Discord's data."""
    waiting: list[Any] = [
        component.to_dict() if hasattr(component, "to_dict") else component
        for component in message.components
    ]
    while waiting:
        component = waiting.pop(0)
        yield component
        waiting[:0] = component.get("components", [])
        if "accessory" in component:
            waiting.insert(len(component.get("components", [])), component["accessory"])


def _plays_at_once(part: dict[str, Any]) -> bool:
    return str(part.get("custom_id")).startswith(("do:", "end:"))


def choices_on(panel: Any) -> Iterator[tuple[str, str | None, tuple[int, ...]]]:
    """The buttons and the entries of menus that choose a part of an action, with the choices they lead to."""
    for part in parts(panel):
        verb, *numbered = part.get("custom_id", "").split(":")
        numbers = tuple(map(int, numbered[2].split("."))) if len(numbered) > 2 else ()
        if verb == "part":
            yield part["custom_id"], None, numbers
        for option in part.get("options", []) if verb == "step" else []:
            yield part["custom_id"], option["value"], (*numbers[1:], *numbers_in(option["value"]))


def said_directly(server: Server, since: int = 0, *, answers: bool = False) -> list[str]:
    """All that direct messages said, the ``answers`` to what is done there too, as Discord was sent it."""
    rooms = {f"/channels/{room}/" for room in server.env.backend.dm_channels.values()}
    found = []
    for entry in server.env.http_requests[since:]:
        told = any(entry.path.startswith(room) for room in rooms)
        told |= answers and entry.path.startswith(("/webhooks/", "/interactions/"))
        if told and entry.method in ("POST", "PATCH"):
            found.append(json.dumps(entry.json, ensure_ascii=False))
    return found


def overloaded(server: Server) -> list[str]:
    """The cards that were sent and break what every card keeps: see :func:`tests.cards.faults`."""
    sent = [entry for entry in server.env.http_requests if entry.method in ("POST", "PATCH")]
    names = names_in(server)
    return [
        fault
        for entry in sent
        for card in cards_in(entry.json)
        for fault in faults(card, names=names, public=entry.path.startswith("/channels/"))
    ]


def names_in(server: Server) -> dict[UserId, str]:
    """The names of all people, as mentions show them: of several in different servers the longest."""
    backend = server.env.backend
    found = {UserId(user.id): user.global_name or user.name for user in backend.users.values()}
    for member in (one for guild in backend.guilds.values() for one in guild.members.values()):
        found[UserId(member.user_id)] = max(found[UserId(member.user_id)], member.nick or "", key=len)
    return found


def blue(message: Any) -> list[str]:
    """The labels of the blue buttons of a message."""
    styled = [part for part in parts(message) if part.get("style") == BLUE.value]
    return [part["label"] for part in styled]


def accent(message: Any) -> Accent:
    """The colour at the edge of a card."""
    return next(Accent(part["accent_color"]) for part in parts(message) if "accent_color" in part)


def text(message: Any) -> str:
    """All that a message says, commands as code."""
    return as_code(raw_text(message))


def raw_text(message: Any) -> str:
    """All that a message says, as Discord has it."""
    return "\n".join(part["content"] for part in parts(message) if "content" in part)


def labels(message: Any) -> list[str]:
    """The labels of a message's buttons."""
    return [part["label"] for part in parts(message) if part.get("label") and part["type"] == 2]


def controls(message: Any) -> list[str]:
    """The labels of a message's buttons, without those that choose a piece or its way."""
    return [
        part["label"]
        for part in parts(message)
        if part.get("label") and part["type"] == 2 and not str(part.get("custom_id")).startswith("part:")
    ]


def ids(message: Any, pattern: str) -> list[str]:
    """The ids of a message's controls that ``pattern`` fits."""
    found = (part.get("custom_id", "") for part in parts(message))
    return [custom_id for custom_id in found if custom_id and re.match(pattern, custom_id)]


def button(message: Any, verb: str) -> str:
    """The label of the button for ``verb``."""
    return next(
        part["label"] for part in parts(message) if str(part.get("custom_id", "")).startswith(f"{verb}:")
    )


def check_played(result: InteractionResult) -> None:
    """A move was made: nothing is said of it, but for the way on to another match."""
    said = private(result)
    assert said == "" or said.endswith(ANOTHER_WAITS), said


def private(result: InteractionResult) -> str:
    """What a person was told privately in answer to what they did."""
    answers = [*([result.response] if result.response else []), *result.followups]
    return "\n".join(said for answer in answers if answer.ephemeral and (said := text(answer)))
