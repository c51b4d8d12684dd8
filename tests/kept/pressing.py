"""Pressing every control of the recorded messages, and what comes of it, as lines that can be compared."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

from services.host import SECRET
from tests.kept import worlds
from tests.kept.kept import restored
from tests.kept.stage import Stage, a_stage, controls
from tests.kept.sums import sum_of
from tests.loopback.server import components
from tests.loopback.server.entities import Attachment, Channel, Message
from tests.loopback.server.people import Answer, CannotDoError, Person
from tests.mentions import as_code

Told = dict[str, Any]

ID: Final = re.compile(r"\b\d{17,20}\b")
CODE: Final = re.compile(r"(?<![A-Z0-9])[A-Z0-9]{6}(?![A-Z0-9])")
DRAWN: Final = re.compile(r'\b[0-9a-f]{32}\b|(?<="advance)\w+:\d+:\d+:\d+\.\d{6,}')
"""The id that discord.py draws for a field of a form which has none of its own; the number of an advance."""
LOT: Final = "01" * 32
"""The secret from which the computer draws by lot, in the place of one that no recording has."""
PLAYERS: Final = ("Ann", "Ben")
STRANGER: Final = "Cleo"
PEOPLE: Final = 5
"""The type of a menu of people."""
ROLES: Final = 6
"""That of roles."""
CHANNELS: Final = 8
"""That of channels."""
FILLED: Final = "9"
"""What is written into every field of a form."""
ASKED_FIRST: Final = frozenset({"endnow"})
"""The yes to what today's bot asks before it does what was done at once when this was recorded."""


@dataclass(frozen=True)
class Press:
    """Somebody uses a control of a recorded message: a button, or a menu in which a value is chosen."""

    who: str
    message: int
    control: str
    value: str | None = None

    @property
    def line(self) -> str:
        """It as a line; no custom id and no name has a blank in it."""
        chosen = "" if self.value is None else f" {self.value}"
        return f"{self.who} {self.message} {self.control}{chosen}"

    @classmethod
    def read(cls, line: str) -> Self:
        """The press that a line tells."""
        who, message, control, *value = line.split(" ", 3)
        return cls(who, int(message), control, value[0] if value else None)

    @property
    def verb(self) -> str:
        """What the control does."""
        return self.control.split(":")[0]

    @property
    def of_match(self) -> bool:
        """Whether the control is of a match."""
        return self.control.split(":")[1] != "0"

    @property
    def about(self) -> str:
        """What it may change: a match by its number, or else what is somebody's own."""
        return self.control.split(":")[1] if self.of_match else self.who


MANY: Final = frozenset({"part", "linestep", "challengeopen"})
"""Controls of which a message may have a dozen; two of them are pressed."""
ENOUGH: Final = 2
MOST: Final = 40
"""Presses of a kind, so that a recording is compared in some minutes."""


@dataclass
class Came:
    """What came of a press: lines about it, and the messages that they name by their sums."""

    lines: list[str] = field(default_factory=list)
    shown: dict[str, list[str]] = field(default_factory=dict)


# --- what there is to press ----------------------------------------------------------------------


def presses(told: Told, messages: Sequence[Message]) -> Iterator[Press]:
    """Every press there is to try, by whom a control is for; on what everybody sees, by a stranger too.

    In a menu the first and the last entry are chosen, in one of people the other player, of roles the newest,
    of channels its own. What a message has a dozen of is pressed twice, and nothing more than ``MOST`` times.
    Nothing can be used where a thread is closed.
    """
    names = {one["id"]: one["name"] for one in told["users"]}
    ids = {name: str(number) for number, name in names.items()}
    often = Counter[str]()
    for message in messages:
        if message.channel.archived:
            continue
        alike = Counter[str]()
        for control in controls(message):
            verb = control["custom_id"].split(":")[0]
            alike[verb] += 1
            if verb in MANY and alike[verb] > ENOUGH:
                continue
            for who in _pressing(message, names):
                other = ids[PLAYERS[who == PLAYERS[0]]]
                for value in _chosen(message, control, other):
                    often[verb] += 1
                    if often[verb] > MOST:
                        continue
                    yield Press(who, message.id, control["custom_id"], value)


def _chosen(message: Message, control: Told, other: str) -> Sequence[str | None]:
    """What is chosen in a control, one after the other; None for a button."""
    place = message.channel
    if control["type"] == PEOPLE:
        return [other]
    if control["type"] == CHANNELS:
        return [str(place.id)]
    if control["type"] == ROLES:
        assert place.guild is not None
        return [str(max(place.guild.roles))]
    options = control.get("options")
    return list(dict.fromkeys([options[0]["value"], options[-1]["value"]])) if options else [None]


def _pressing(message: Message, names: dict[int, str]) -> Sequence[str]:
    only = message.only_for or message.channel.recipient
    if only is not None:
        return [names[only.id]]
    newest = message is message.channel.last or not message.channel.is_thread
    return [*PLAYERS, STRANGER] if newest else PLAYERS[:1]


# --- doing it ------------------------------------------------------------------------------------


class Desk:
    """Presses, on a stage with the recorded world laid out, and tells what came of each."""

    def __init__(self, stage: Stage, told: Told) -> None:
        self._stage, self._world = stage, stage.world
        self.messages = list(stage.world.messages())
        self._people = {user.name: Person(stage.world, user) for user in stage.world.users.values()}
        self._sums = worlds.sums(told)
        self._ids = {user.id for user in stage.world.users.values()}
        self._ids |= {*self._world.guilds, *self._world.channels}
        self._ids |= {role for guild in self._world.guilds.values() for role in guild.roles}
        self._recorded = {message.id: message for message in self._world.messages()}
        self._ids |= {*self._recorded, *self._sums}
        self._kept = {number: dict(vars(message)) for number, message in self._recorded.items()}
        self._channels = {number: dict(vars(one)) for number, one in self._world.channels.items()}
        self._seen = self._state()
        self._codes = self._drawn_codes()

    @classmethod
    @asynccontextmanager
    async def opened(cls, folder: Path, told: Told, work: Path) -> AsyncIterator[Self]:
        """A desk with what was recorded in ``folder``; the bot is not started yet."""
        with closing(sqlite3.connect(restored(folder, work))) as database, database:
            database.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (SECRET, LOT))
        async with a_stage(work, told["games"]) as stage:
            worlds.lay_out(stage.world, told)
            yield cls(stage, told)

    @property
    def database(self) -> Path:
        """The file of matches."""
        return self._stage.bot.database

    async def started(self) -> Came:
        """What the bot did as it started."""
        await self._stage.begin()
        came = Came()
        self._note_changes(came)
        return came

    async def press(self, press: Press) -> Came:
        """Do one press; a form that it opens is filled in and sent, ``ASKED_FIRST`` is answered with yes."""
        self._put_back()
        self._seen = self._state()
        came = Came()
        who, message = self._people[press.who], self._recorded[press.message]
        try:
            answer = await self._stage.after(self._send(who, message, press))
        except CannotDoError as error:
            came.lines.append(f"cannot: {error}")
            return came
        self._note(answer, came)
        if (form := answer.interaction.form) is not None:
            self._note_changes(came)
            fields = [one for one in components.walk(form["components"]) if one["type"] == 4]
            filled = await self._stage.after(who.send_form(answer, *[FILLED] * len(fields)))
            came.lines.append(f"with {FILLED} in each field:")
            self._note(filled, came)
        await self._say_yes(who, came)
        self._note_changes(came)
        return came

    def _send(self, who: Person, message: Message, press: Press) -> Answer:
        if press.value is None:
            return who.send_click(message, custom_id=press.control)
        (kind,) = (one["type"] for one in controls(message) if one["custom_id"] == press.control)
        chosen: Any = press.value
        if kind == PEOPLE:
            chosen = self._world.users[int(press.value)]
        elif kind == CHANNELS:
            chosen = self._world.channels[int(press.value)]
        elif kind == ROLES and message.channel.guild is not None:
            chosen = message.channel.guild.roles[int(press.value)]
        return who.send_select(message, [chosen], custom_id=press.control)

    async def _say_yes(self, who: Person, came: Came) -> None:
        """Answer with yes what somebody was asked just now, if it is one of ``ASKED_FIRST``."""
        asked = [one for one in self._world.messages() if self._seen.get(one.id) != one.edits]
        for message in asked:
            for control in controls(message):
                if (verb := control["custom_id"].split(":")[0]) in ASKED_FIRST:
                    came.lines.append(f"asks first: {verb}")
                    yes = await self._stage.after(who.send_click(message, custom_id=control["custom_id"]))
                    self._note(yes, came)

    # --- what was before -------------------------------------------------------------------------

    def _put_back(self) -> None:
        """Have the recorded messages, and their places, be again as they were recorded."""
        for number, message in self._recorded.items():
            vars(message).update(self._kept[number])
            message.channel.messages[number] = message
        for number, kept in self._channels.items():
            if (channel := self._world.channels.get(number)) is not None:
                for key in ("archived", "archived_at", "locked", "name"):
                    setattr(channel, key, kept[key])

    def _state(self) -> dict[int, int]:
        """How often each message was edited."""
        return {message.id: message.edits for message in self._world.messages()}

    # --- what came -------------------------------------------------------------------------------

    def _note(self, answer: Answer, came: Came) -> None:
        """How an interaction was answered; the messages are told by what changed."""
        if answer.failed:
            came.lines.append("failed")
        if answer.thinking:
            came.lines.append("goes on thinking")
        if answer.interaction.refusals:
            came.lines.append(f"Discord refused: {answer.interaction.refusals}")
        if (form := answer.interaction.form) is not None:
            lines = [f"form {form['title']} <{form['custom_id']}>", *self._parts(form["components"], [])]
            came.lines.append(f"opens {self._keep(lines, came)}")

    def _note_changes(self, came: Came) -> None:
        """The messages that are new, edited or gone since somebody last looked, in an order of their own.

        What goes out at the same time may arrive in any order, so it is not told by that.
        """
        before, self._seen = self._seen, self._state()
        now = {message.id: message for message in self._world.messages()}
        lines = []
        for number, seen in self._seen.items():
            if number not in before:
                lines.append(
                    f"new {self._where(now[number])}: {self._keep(self._message(now[number]), came)}"
                )
            elif seen != before[number]:
                edited = self._keep(self._message(now[number]), came)
                lines.append(f"edited {self._named(number)} {self._where(now[number])}: {edited}")
        lines += [f"gone {self._named(number)}" for number in before if number not in self._seen]
        came.lines += sorted(map(self._still, lines))

    def _named(self, number: int) -> str:
        return str(number) if number in self._recorded else "a new one"

    def _where(self, message: Message) -> str:
        for_whom = "" if message.only_for is None else f" for {message.only_for.name}"
        return f"in {_place(message.channel)}{for_whom}"

    def _keep(self, lines: Sequence[str], came: Came) -> str:
        """Note what a message shows; returns what it is called."""
        still = [self._still(line) for line in lines]
        name = sha256("\n".join(still).encode()).hexdigest()[:12]
        came.shown[name] = still
        return name

    def _message(self, message: Message) -> list[str]:
        pings = [self._world.users[who].name for who in message.pings.users]
        head = [f"flags {message.flags}", *([f"pings {' '.join(pings)}"] if pings else [])]
        head += [f"content {message.content}"] if message.content else []
        head += [f"embed {json.dumps(one, sort_keys=True)}" for one in message.embeds]
        return [*head, *self._parts(message.components, message.attachments)]

    def _parts(self, parts: Sequence[Told], files: Sequence[Attachment], deep: int = 0) -> Iterator[str]:
        """Components line by line, those in others further to the right. Nothing of them is left out."""
        for part in parts:
            rest = {key: value for key, value in part.items() if key != "id" and value not in (None, False)}
            within = [*rest.pop("components", []), *rest.pop("items", [])]
            within += [rest.pop(key) for key in ("component", "accessory") if key in rest]
            options = rest.pop("options", [])
            for key in ("media", "file"):
                if key in rest:
                    rest[key] = self._file(rest[key], files)
            yield "  " * deep + json.dumps(rest, ensure_ascii=False, sort_keys=True)
            yield from ("  " * (deep + 1) + _option(one) for one in options)
            yield from self._parts(within, files, deep + 1)

    def _file(self, media: Told, files: Sequence[Attachment]) -> str:
        """A file by its name and the sum of its bytes."""
        for file in files:
            if str(file.id) == media["id"]:
                known = self._sums.get(file.id)
                return f"{file.filename} {known or sum_of(file.content)}"
        return str(media["url"])

    def _still(self, line: str) -> str:
        """A line without what differs each time, or is drawn.

        That is the port in the addresses of files, the ids that Discord gives out, in whatever order requests
        come at the same time, and the codes of what is shared. A command that is mentioned by its own id
        reads as it did when this was recorded: texts named commands as code then.
        """
        ids = {command["name"]: int(command["id"]) for command in self._world.commands}
        line = as_code(line, ids)
        line = DRAWN.sub("<drawn>", line.replace(self._world.cdn, worlds.CDN))
        line = ID.sub(lambda found: found[0] if int(found[0]) in self._ids else "<new id>", line)
        drawn = self._drawn_codes() - self._codes if CODE.search(line) else set()
        return CODE.sub(lambda found: "<code>" if found[0] in drawn else found[0], line)

    def _drawn_codes(self) -> set[str]:
        with closing(sqlite3.connect(self._stage.bot.database, timeout=10)) as database:
            return {code for (code,) in database.execute("SELECT code FROM share")}


def _place(channel: Channel) -> str:
    if channel.recipient is not None:
        return f"the direct messages of {channel.recipient.name}"
    return f"“{channel.name}”"


def _option(one: Told) -> str:
    more = {key: value for key, value in one.items() if key not in ("label", "value") and value}
    return f"{one['value']}: {one['label']}{' ' + json.dumps(more, ensure_ascii=False) if more else ''}"
