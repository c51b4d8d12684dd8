"""People who pry: random scripts of all that can be asked of the bot while secret picks are made.

A script is a list of steps, each with a number that everything left open in it is drawn from: so it means
the same each time it is played, and nearly the same with a step taken out. What can be asked comes from the
commands that the bot has registered and from its controls: a new one is tried without being named here.
"""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Final

import cogs
from cogs.kit.controls import CONTROLS
from cogs.panels.account import privacy
from cogs.panels.server import admin, panel
from data import open_store
from engines import GAMES
from matches.guilds.settings import ChallengeChannel
from matches.model import ChannelId, GuildId, UserId
from tests.loopback import captured, ways
from tests.loopback.process import BotProcess
from tests.loopback.server import components
from tests.loopback.server.entities import Channel, Message, User
from tests.loopback.server.faults import Call
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import (
    CHANNEL,
    ENTITIES,
    GROUP,
    ROLE,
    SUBCOMMAND,
    USER,
    Answer,
    CannotDoError,
    Person,
)
from tests.loopback.still import Pulse
from tests.loopback.ways import Way
from tests.pictures import unpacked

PEOPLE: Final = ("Green", "Blue", "Keeper", "Friend")
"""Green challenges Blue. Keeper and Friend play only if they are given a seat."""
KEEPERS: Final = ("Blue", "Keeper")
"""Those who manage the server."""
SPECIES: Final = ("shrimp", "crab", "lobster")
PRIVACY: Final = frozenset({"settings"})
"""The command of people's rights. An administrator's are those that Discord offers to nobody else."""
NOT_OF_A_SETUP: Final = frozenset({"challenge"})
"""What makes other matches, in which picks may be open to all."""
PICKING: Final = frozenset({"slot", "confirm"})
ENDING: Final = frozenset({"adminend", "adminabort", "resignnow", "forgetnow"})
"""Controls after which there is less to pry into: they are used less often."""
WORDS: Final[Mapping[str, Sequence[str]]] = {
    "action": ("end", "crab a1 a2"),
    "code": ("AAAAAA", "2B3C4D"),
    "pace": ("3d", "usual", "soon"),
    "side": ("green", "blue"),
    "name": ("1", "Spring"),
    "deed": ("draw", "resign", "record", "film", "watch"),
    "move": ("end", "crab a1 a2"),
}
"""What is typed where an option takes any text, besides the number of a match."""
ON_A_MESSAGE: Final = 3
CONTEXT_MENUS: Final = frozenset({2, ON_A_MESSAGE})
"""The types of commands that are in the menu of a person or a message."""
GIVEN: Final = frozenset({4, 5, 6, 7, 8, 11})
"""The types of options, besides texts, for which there is always something to give."""
SHIFT: Final = (1, 2)
"""By how much the choices in the menus are shifted where somebody picks otherwise: none stays the same, nor
does whether both are alike."""
TYPED: Final = 5
"""Options that are typed in one step."""
# This imports all that has controls: each enters itself.
cogs.extensions()
VERBS: Final = sorted(CONTROLS)
MENUS: Final = frozenset(
    {verb for verb in VERBS if CONTROLS[verb].chooses is not None}
    | {panel.choose_text.verb, panel.remove_tier.verb}
)
"""The controls that are menus of texts, also those of settings, which may take several entries or none.

Forged ones of these have something chosen.
"""
RIGHTS: Final = [
    verb
    for verb in VERBS
    if CONTROLS[verb].handler.__module__ in (admin.__name__, panel.__name__, privacy.__name__)
]
"""The controls of administrators and of people's rights."""
SAID_BY_OTHERS: Final = frozenset({"Host", "Content-Length"})
"""Headers that say nothing more: which of these Discords is asked, and how long the body is."""
LINE: Final = 60
"""Characters of an answer that are told."""


_OPEN_SALTS: Final = """
    SELECT draw_salt FROM match WHERE draw_salt IS NOT NULL
    UNION ALL SELECT salt FROM pick WHERE salt IS NOT NULL AND user_id = ?
"""


@dataclass(frozen=True)
class Step:
    """Somebody does something: a kind of step below, its particulars, and the number for the rest.

    With no name it is the holder of a seat.
    """

    who: str
    what: str
    how: tuple[Any, ...]
    number: int


@dataclass(frozen=True)
class Done:
    """A step in words, and all that was sent in it: with the one person who sees it, None for all."""

    line: str
    sent: Sequence[tuple[str | None, bytes]]


@dataclass
class Company:
    """The people of one script, in a server of their own."""

    people: dict[str, Person]
    channel: Channel
    otherwise: frozenset[str]
    """Those who pick otherwise than the script says."""
    warden: Person
    """Manages the server and never plays, so that there is somebody to call a match off."""

    def name(self, user: User | None) -> str | None:
        """What somebody is called here."""
        return next((name for name, one in self.people.items() if one.user is user), None)


# --- what can be asked ---------------------------------------------------------------------------


def leaves(registered: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The commands with their options, by their full names."""
    return {
        name: leaf | {"keepers": bool(command.get("default_member_permissions"))}
        for command in registered
        for name, leaf in _leaves(command, "")
    }


def _leaves(command: dict[str, Any], above: str) -> Iterator[tuple[str, dict[str, Any]]]:
    name = f"{above} {command['name']}".strip()
    parts = [part for part in command.get("options", ()) if part["type"] in (SUBCOMMAND, GROUP)]
    if not parts:
        yield name, command
    for part in parts:
        yield from _leaves(part, name)


def not_known(commands: Mapping[str, dict[str, Any]]) -> list[str]:
    """The options of commands that nobody would know what to give for."""
    return [
        f"/{name} {option['name']}"
        for name, leaf in commands.items()
        for option in leaf.get("options", ())
        if not (
            option.get("choices") or option["type"] in GIVEN or option["name"] in {"match", "number", *WORDS}
        )
    ]


def scripts(seed: int, commands: Mapping[str, dict[str, Any]], length: int) -> Iterator[list[Step]]:
    """Scripts without end."""
    drawn = random.Random(seed)
    decks = _Decks(drawn, commands)
    while True:
        first = Step("", "pick", (drawn.choice(("green", "blue")), *_choices(drawn), True), _number(drawn))
        script = [first] if drawn.random() < 0.7 else []
        yield script + [_step(drawn, decks, commands) for _ in range(length - len(script))]


class _Decks:
    """Commands and controls, in an order in which each comes up as often as the others of its kind."""

    def __init__(self, drawn: random.Random, commands: Mapping[str, dict[str, Any]]) -> None:
        fit = {name: leaf for name, leaf in commands.items() if name.split()[-1] not in NOT_OF_A_SETUP}
        self._drawn = drawn
        self._rights = self._shuffled(of_rights(fit))
        self._others = self._shuffled(fit.keys() - of_rights(fit))
        self._verbs = self._shuffled(RIGHTS)

    def _shuffled(self, cards: Iterable[str]) -> Iterator[str]:
        return cycle(self._drawn.sample(ordered := sorted(cards), len(ordered)))

    def command(self) -> str:
        """The next command."""
        return next(self._rights if self._drawn.random() < 0.5 else self._others)

    def verb(self) -> str:
        """The next control to use without its being there."""
        others = VERBS + ["confirm", "slot", "dismiss"] * len(VERBS)
        return next(self._verbs) if self._drawn.random() < 0.5 else self._drawn.choice(others)


def of_rights(commands: Mapping[str, dict[str, Any]]) -> set[str]:
    """The commands of administrators and of people's rights."""
    return {name for name, leaf in commands.items() if leaf["keepers"] or name.split()[0] in PRIVACY}


def _step(drawn: random.Random, decks: _Decks, commands: Mapping[str, dict[str, Any]]) -> Step:
    kinds = {
        "hand over": 6, "press": 6, "command": 5, "pick": 2, "forge": 4, "export": 3, "type": 2, "wait": 0.3,
    }  # fmt: skip
    (what,) = drawn.choices(list(kinds), list(kinds.values()))
    # Whoever has been given a seat is the most likely to look at what it brings.
    looking = what in ("press", "forge", "export", "type")
    who = drawn.choice((*PEOPLE, "", "", "", "") if looking else PEOPLE)
    how: tuple[Any, ...] = ()
    match what:
        case "hand over":
            who = drawn.choice(KEEPERS)
            how = (drawn.choice(("green", "blue")), drawn.random() < 0.9, None)
        case "pick":
            who, how = "", (drawn.choice(("green", "blue")), *_choices(drawn), drawn.random() < 0.7)
        case "command":
            how = (decks.command(),)
        case "type":
            how = tuple(drawn.sample(_typed(commands), TYPED))
        case "press":
            how = (None,)
        case "forge":
            how = (decks.verb(),)
        case "wait":
            who, how = "", (drawn.choice((1, 9, 30)),)
        case _:
            pass
    if what == "command" and commands[how[0]]["keepers"]:
        who = drawn.choice(KEEPERS)
    return Step(who, what, how, _number(drawn))


def _typed(commands: Mapping[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """The options for which something is suggested while they are typed, each with its command."""
    return [
        (name, option["name"])
        for name, leaf in commands.items()
        for option in leaf.get("options", ())
        if option.get("autocomplete")
    ]


def _choices(drawn: random.Random) -> tuple[int, int]:
    return drawn.randrange(len(SPECIES)), drawn.randrange(len(SPECIES))


def _number(drawn: random.Random) -> int:
    return drawn.randrange(1_000_000)


# --- doing it ------------------------------------------------------------------------------------


class Table:
    """One bot, in whose servers scripts are played one after the other, each with people of its own."""

    def __init__(self, discord: Loopback, bot: BotProcess, pulse: Pulse, way: Way | None = None) -> None:
        self.discord, self.world = discord, discord.world
        self._way = way
        """How the two come to their match, if not by a challenge."""
        self.bot, self.pulse = bot, pulse
        self.company: Company
        self.used: set[str] = set()
        """The commands and the verbs of controls that were used so far."""
        self._calls: list[Call] = []
        discord.server.watchers.append(self._calls.append)

    async def begin(self) -> None:
        """Start the bot, and take note of what it always does."""
        await self.bot.start()
        await self._rest("begin")
        self._database = sqlite3.connect(self.bot.database)
        self._store = await open_store(self.bot.address)

    async def end(self) -> None:
        """Stop it."""
        await self._store.close()
        if self.bot.running:
            await self.bot.kill()
        await self.pulse.close()

    async def play(self, script: Sequence[Step], otherwise: frozenset[str]) -> list[Done]:
        """A match from its challenge on, until both picks are in: the step in which they are is left out."""
        self.company = self._gathered(otherwise)
        played = [await self._done(self._challenge() if self._way is None else self._begin(self._way))]
        for step in script:
            self.world.turn(seconds=5)
            done = await self._done(self._do(step))
            if self._revealed():
                break
            played.append(done)
        await self._clear()
        return played

    def _gathered(self, otherwise: frozenset[str]) -> Company:
        guild = self.world.add_guild("Rock pool")
        keepers = self.world.add_role(guild, "Keepers", manage_guild=True)
        people = {name: self.discord.person(name, guild) for name in PEOPLE}
        warden = self.discord.person("Warden", guild)
        for one in (*(people[name] for name in KEEPERS), warden):
            guild.members[one.id].roles.append(keepers)
        return Company(people, self.world.add_channel(guild, "board-games"), otherwise, warden)

    async def _done(self, doing: Any) -> Done:
        self._calls.clear()
        line = await doing
        return Done(line, [(self._reader(call), self._still(call)) for call in self._calls])

    def _reader(self, call: Call) -> str | None:
        return self.company.name(captured.reader(self.world, call))

    def _still(self, call: Call) -> bytes:
        """A request with its files, without what differs each time."""
        heads = [f"{name}: {value}" for name, value in call.headers.items() if name not in SAID_BY_OTHERS]
        query = "&".join(f"{name}={value}" for name, value in call.query.items())
        head = "\r\n".join([f"{call.method} {call.path}?{query}", *heads, ""]).encode()
        said = head + b"\r\n" + unpacked(call.raw)
        for boundary in re.findall(rb"boundary=([0-9a-f]{32})", head):
            said = said.replace(boundary, b"=" * 32)
        for token in re.findall(rb"/([\w-]{40,})", head.split(b"\r\n")[0]):
            said = said.replace(token, b"%d" % self.world.interactions[token.decode()].id)
        for seal, _ in captured.seals_in(self._database):
            said = said.replace(seal[: captured.SHOWN], b"seal")
        # *Fair draw* opens the coin's to all and their own pick's to a reader; another's is looked for.
        reader = captured.reader(self.world, call)
        for (salt,) in self._database.execute(_OPEN_SALTS, (None if reader is None else reader.id,)):
            said = said.replace(salt.encode(), b"salt")
        return said.replace(self.world.cdn.encode(), b"cdn")

    async def _rest(self, for_what: str = "rest") -> None:
        session = self.discord.gateway.session(self.bot.name)
        assert session is not None, self.bot.log
        await self.pulse.ask(for_what, len(session.events))

    # --- what is stored --------------------------------------------------------------------------

    def _query(self, wanted: str, *given: object) -> list[Any]:
        guild = self.company.channel.guild
        assert guild is not None
        return self._database.execute(wanted, (guild.id, *given)).fetchall()

    def _matches(self) -> list[int]:
        return [row[0] for row in self._query("SELECT id FROM match WHERE guild_id = ? ORDER BY id")]

    def _seats(self) -> dict[str, str]:
        """Who plays which side of the latest match, while it is set up."""
        found = self._query(
            "SELECT challenger_side, challenger, opponent_side, opponent FROM match "
            "WHERE guild_id = ? AND phase = 'setup' ORDER BY id DESC LIMIT 1"
        )
        names = {person.id: name for name, person in self.company.people.items()}
        return {side: names[user] for row in found for side, user in (row[:2], row[2:])}

    def _picked(self) -> set[str]:
        """The sides whose pick is in."""
        found = self._query(
            "SELECT side FROM pick WHERE match_id = (SELECT max(id) FROM match WHERE guild_id = ?)"
        )
        return {side for (side,) in found}

    def _would_reveal(self, who: str) -> bool:
        """Whether somebody's pick would be the last one."""
        return {side for side, name in self._seats().items() if name != who} == self._picked() != set()

    def _revealed(self) -> bool:
        return bool(
            self._query(
                "SELECT id FROM match WHERE guild_id = ? "
                "AND (SELECT count(*) FROM pick WHERE match_id = match.id) = 2"
            )
        )

    # --- the frame of a script -------------------------------------------------------------------

    async def _challenge(self) -> str:
        green, blue = self.company.people["Green"], self.company.people["Blue"]
        await self._after(
            green.send_slash(self.company.channel, "prawns challenge", opponent=blue, blind_start="on")
        )
        await self._after(blue.send_click(self.company.channel.last, "Accept: heads"))
        assert self._seats() == {"green": "Green", "blue": "Blue"}, self.bot.log
        return "Green challenges Blue, who accepts"

    async def _begin(self, way: Way) -> str:
        guild, channel = self.company.channel.guild, self.company.channel
        assert guild is not None
        place = ChallengeChannel(GuildId(guild.id), ChannelId(channel.id))
        await way(self._store, place, self._users(), self.world.now())
        await self._rest("sweep")
        assert self._seats() == {"green": "Green", "blue": "Blue"}, self.bot.log
        return f"Green and Blue are to play by {way.__name__}"

    def _users(self) -> list[UserId]:
        """Green, Blue, and who may play them besides."""
        return [UserId(self.company.people[name].id) for name in ("Green", "Blue", "Friend")]

    async def _clear(self) -> None:
        """Call off what runs: it would be heard of in the next script."""
        warden, channel = self.company.warden, self.company.channel
        assert channel.guild is not None
        await ways.over(self._store, GuildId(channel.guild.id), self._users(), self.world.now())
        for (number,) in self._query(
            "SELECT id FROM match WHERE guild_id = ? AND phase IN ('setup', 'playing')"
        ):
            asked = await self._after(warden.send_slash(channel, "server match", match=str(number)))
            await self._after(warden.send_click(asked.private[-1], custom_id="governabort"))
            await self._after(warden.send_click(asked.private[-1], custom_id="adminabort"))
        assert not self._seats(), "a match goes on"

    # --- the steps -------------------------------------------------------------------------------

    async def _do(self, step: Step) -> str:
        drawn = random.Random(step.number)
        who = step.who or drawn.choice([*self._seats().values()] or PEOPLE)
        try:
            match step.what:
                case "pick":
                    said = await self._pick(drawn, *step.how)
                case "hand over":
                    said = await self._hand_over(drawn, who, *step.how)
                case "command":
                    said = await self._command(drawn, who, *step.how)
                case "type":
                    said = await self._type(drawn, who, *step.how)
                case "press":
                    said = await self._press(drawn, who, *step.how)
                case "forge":
                    said = await self._forge(drawn, who, *step.how)
                case "export":
                    said = await self._export(drawn, who)
                case "wait":
                    said = await self._wait(*step.how)
                case what:
                    raise NotImplementedError(what)
        except CannotDoError as error:
            said = f"cannot: {error}"
        return said if step.what in ("pick", "wait") else f"{who} {said}"

    async def _pick(self, drawn: random.Random, side: str, first: int, second: int, confirm: bool) -> str:
        who = self._seats().get(side)
        if who is None:
            return f"(nobody picks for {side})"
        panel = await self._panel(drawn, who)
        if panel is None:
            return f"{who} finds nothing to pick on"
        for slot, choice in enumerate((first, second)):
            # Each choice draws the panel anew, with new numbers.
            menus = [one for one in _parts(panel, "slot") if one["custom_id"].endswith(f":{slot}")]
            if menus:
                chosen, custom_id = self._chosen(who, slot, choice), menus[0]["custom_id"]
                await self._after(self._person(who).send_select(panel, [chosen], custom_id=custom_id))
        said = f"{who} chooses {SPECIES[first]}, {SPECIES[second]} for {side}"
        late = self._would_reveal(who) and drawn.random() < 0.95
        if not confirm or late or not (confirms := _parts(panel, "confirm")):
            return said
        await self._use(drawn, who, panel, confirms[0])
        return f"{said} and confirms"

    async def _panel(self, drawn: random.Random, who: str) -> Message | None:
        """The newest panel to pick on that somebody has, or a new one."""
        found = {_verb(part): (message, part) for message, part in self._controls(who)}
        if "slot" not in found and "choose" in found:
            await self._use(drawn, who, *found["choose"])
            found = {_verb(part): (message, part) for message, part in self._controls(who)}
        return found["slot"][0] if "slot" in found else None

    async def _hand_over(self, drawn: random.Random, who: str, side: str, sure: bool, to: str | None) -> str:
        seats = self._seats()
        leaver = seats.get(side)
        if leaver is None:
            return f"(no {side} to hand over)"
        free = [name for name in PEOPLE if name not in seats.values()]
        to = to or drawn.choice(free if drawn.random() < 0.9 else PEOPLE)
        self.used.add("server match")
        match, by = self._matches()[-1], self._person(who)
        asked = await self._after(by.send_slash(self._home, "server match", match=str(match)))
        for shown in asked.private[-1:]:
            if not list(_parts(shown, "governgive")):
                break
            await self._after(by.send_click(shown, custom_id="governgive"))
            seat = f":{GAMES['prawns'].sides.index(side)}"
            menus = [part["custom_id"] for part in _parts(shown, "governto")]
            for menu in (one for one in menus if one.endswith(seat)):
                await self._after(by.send_select(shown, [self._person(to)], custom_id=menu))
        said = f"has {side} handed over from {leaver} to {to}"
        found = [(message, part) for message in asked.private for part in _parts(message, "adminhandover")]
        if not found:
            return f"{said}: refused"
        if not sure:
            return f"{said}: does not answer the question"
        await self._use(drawn, who, *found[0])
        return f"{said}: {'done' if self._seats().get(side) == to else 'not done'}"

    async def _command(self, drawn: random.Random, who: str, name: str) -> str:
        person, where = self._person(who), self._place(drawn, who, name)
        options: dict[str, Any] = {}
        leaf = leaves(self.world.commands)[name]
        for option in leaf.get("options", ()):
            if option.get("required") or drawn.random() < 0.4:
                options[option["name"]] = await self._value(drawn, who, where, name, option)
        if leaf["type"] in CONTEXT_MENUS:
            target = self._target(drawn, who, where, leaf["type"])
            answer = await self._after(person.send_use_on(where, name, target))
        else:
            answer = await self._after(person.send_slash(where, name, **options))
        self.used.add(name)
        shown = {
            key: getattr(value, "name", getattr(value, "mention", value)) for key, value in options.items()
        }
        said = f"/{name} {shown or ''} in {where.name or 'direct messages'}: {_start(answer.told)}"
        panels = answer.private
        while panels and (there := _pressable(panels[:1])) and drawn.random() < 0.7:
            said = f"{said}; {await self._press_one(drawn, who, there)}"
            panels = [message for message in panels if not message.deleted]
        return said

    def _target(self, drawn: random.Random, who: str, where: Channel, kind: int) -> Person | Message:
        """Somebody, or a message that somebody sees, to use a command of a context menu on."""
        if kind != ON_A_MESSAGE:
            return drawn.choice(list(self.company.people.values()))
        if not (seen := self._person(who).sees(where)):
            raise CannotDoError("there is no message")
        return drawn.choice(seen)

    async def _value(
        self, drawn: random.Random, who: str, where: Channel, command: str, option: dict[str, Any]
    ) -> Any:
        """Something to give for an option."""
        if option.get("choices"):
            return drawn.choice(option["choices"])["value"]
        if option.get("autocomplete") and drawn.random() < 0.7:
            typed = self._person(who).send_typing(where, command, option["name"], "")
            if offered := (await self._after(typed)).choices:
                return drawn.choice(offered)[1]
        match option["type"]:
            case 3 if option["name"] in ("match", "number"):
                return str(drawn.choice(self._matches()))
            case 3 if option["name"] in WORDS:
                return drawn.choice(WORDS[option["name"]])
            case 4:
                return drawn.randrange(3)
            case 5:
                return drawn.random() < 0.5
            case 6:
                return drawn.choice([*self.company.people.values(), self.world.bot])
            case 7:
                return self.company.channel
            case 8:
                assert where.guild is not None
                return list(where.guild.roles.values())[-1]
            case 11:
                return "record.json", b"{}"
            case kind:
                raise NotImplementedError(f"/{command} {option['name']}: {kind}")

    async def _type(self, drawn: random.Random, who: str, *options: tuple[str, str]) -> str:
        told = []
        for name, option in options:
            if who in KEEPERS or not leaves(self.world.commands)[name]["keepers"]:
                typed = drawn.choice(("", "", "", "match", "crab"))
                answer = self._person(who).send_typing(self._place(drawn, who, name), name, option, typed)
                told.append(f"/{name} {option}:{typed} {(await self._after(answer)).choices}")
        return f"types {'; '.join(told)}"

    async def _press(self, drawn: random.Random, who: str, verb: str | None) -> str:
        found = self._controls(who)
        if verb is not None or drawn.random() < 0.4:
            verbs = {verb} if verb else PICKING
            found = [one for one in found if _verb(one[1]) in verbs] or found
        return await self._press_one(drawn, who, found)

    async def _press_one(
        self, drawn: random.Random, who: str, found: Sequence[tuple[Message, dict[str, Any]]]
    ) -> str:
        if not found:
            return "sees nothing to press"
        (pressed,) = drawn.choices(found, [self._weight(who, *one) for one in found])
        await self._use(drawn, who, *pressed)
        return f"presses {pressed[1].get('label', 'in a menu')!r} ({pressed[1]['custom_id']})"

    def _weight(self, who: str, message: Message, part: dict[str, Any]) -> float:
        """How likely a control is used."""
        if _verb(part) == "confirm" and self._would_reveal(who):
            return 0.02
        return (0.3 if _verb(part) in ENDING else 1) * (0.3 if self._is_public(message) else 1)

    def _is_public(self, message: Message) -> bool:
        return message.only_for is None and message.channel.guild is not None

    async def _forge(self, drawn: random.Random, who: str, verb: str) -> str:
        """Use a control with numbers of one's own choice on a panel of one's own."""
        panels = [message for message, _ in self._controls(who) if not self._is_public(message)]
        if not panels or (verb == "confirm" and self._would_reveal(who)):
            return f"(does not forge {verb})"
        user = drawn.choice(list(self.company.people.values())).id
        slot = drawn.randrange(2)
        tail = f":{slot}" if verb == "slot" else drawn.choice(("", ":0", ":1", f":0.{user}", f":1.{user}"))
        number = drawn.choice([*self._matches(), self._matches()[-1], 0])
        custom_id = f"{verb}:{number}:{drawn.randrange(6)}{tail}"
        values = []
        if verb in MENUS:
            values = [self._chosen(who, slot, drawn.randrange(3)) if verb == "slot" else str(number)]
        await self._after(self._person(who).send_forged(drawn.choice(panels), custom_id, values))
        self.used.add(verb)
        return f"forges {custom_id} {values or ''}"

    async def _export(self, drawn: random.Random, who: str) -> str:
        shown = await self._after(self._person(who).send_slash(self._home, "settings"))
        for settings in shown.private[-1:]:
            await self._after(self._person(who).send_click(settings, custom_id="privacy"))
        self.used.add("settings")
        export = [one for one in self._controls(who) if _verb(one[1]) == "export"]
        if not export:
            return "has nothing to export"
        await self._use(drawn, who, *export[-1])
        return "exports"

    async def _wait(self, hours: int) -> str:
        self.world.turn(hours=hours)
        await self._rest("sweep")
        return f"({hours} hours pass)"

    # --- parts -----------------------------------------------------------------------------------

    def _person(self, who: str) -> Person:
        return self.company.people[who]

    @property
    def _home(self) -> Channel:
        """The thread of the match, or its channel while there is none that is open."""
        channel = self.company.channel
        return [channel, *(one for one in self.world.threads(channel) if not one.archived)][-1]

    def _place(self, drawn: random.Random, who: str, command: str) -> Channel:
        at = drawn.random()
        direct = 1 in (self._top(command).get("contexts") or [1])
        if direct and at < 0.15:
            return self.world.direct_messages(self._person(who).user)
        return self.company.channel if at < 0.4 else self._home

    def _top(self, command: str) -> dict[str, Any]:
        names = (command, command.split(maxsplit=1)[0])
        return next(one for one in self.world.commands if one["name"] in names)

    def _controls(self, who: str) -> list[tuple[Message, dict[str, Any]]]:
        """All that somebody can press: on panels that they keep open, in direct messages, on cards."""
        places = [self.company.channel, *self.world.threads(self.company.channel)]
        seen = [message for place in places for message in self._person(who).sees(place)]
        return _pressable(sorted([*seen, *self._person(who).dms], key=lambda message: message.id))

    def _chosen(self, who: str, slot: int, choice: int) -> str:
        """What somebody chooses in a menu of a pick."""
        return SPECIES[(choice + (SHIFT[slot] if who in self.company.otherwise else 0)) % len(SPECIES)]

    async def _use(self, drawn: random.Random, who: str, message: Message, part: dict[str, Any]) -> Answer:
        """Use a control that is there; a form that it opens is filled in."""
        person = self._person(who)
        self.used.add(_verb(part))
        if part["type"] == components.BUTTON:
            sent = person.send_click(message, custom_id=part["custom_id"])
        elif "options" not in part:
            sent = person.send_select(message, [self._named(drawn, part)], custom_id=part["custom_id"])
        else:
            assert _verb(part) in MENUS, f"{_verb(part)} is a menu: have it say what it chooses"
            values = [option["value"] for option in part["options"]]
            value = drawn.choice(values)
            if _verb(part) == "slot":
                slot = int(part["custom_id"].rsplit(":", 1)[1])
                value = self._chosen(who, slot, drawn.randrange(len(SPECIES)))
            sent = person.send_select(message, [value], custom_id=part["custom_id"])
        answer = await self._after(sent)
        if (form := answer.interaction.form) is not None:
            fields = [one for one in components.walk(form["components"]) if one["type"] == 4]
            await self._after(person.send_form(answer, *["9"] * len(fields)))
        return answer

    def _named(self, drawn: random.Random, part: dict[str, Any]) -> Any:
        """Somebody, a role or a channel, to be chosen in a menu of those."""
        guild = self.company.channel.guild
        assert guild is not None
        found = {
            USER: drawn.choice(list(self.company.people.values())),
            ROLE: list(guild.roles.values())[-1],
            CHANNEL: self.company.channel,
        }
        return found[ENTITIES[part["type"]]]

    async def _after(self, answer: Answer) -> Answer:
        """What somebody sent, once all is done that it leads to."""
        await self._rest()
        return answer


def _pressable(messages: Sequence[Message]) -> list[tuple[Message, dict[str, Any]]]:
    """What can be pressed on some messages."""
    return [
        (message, part)
        for message in messages
        for part in components.walk(message.components)
        if part.get("custom_id") and not part.get("disabled")
    ]


def _parts(message: Message, verb: str) -> list[dict[str, Any]]:
    """The controls of a message that do one thing."""
    return [part for part in components.walk(message.components) if _verb(part) == verb]


def _verb(part: dict[str, Any]) -> str:
    return str(part.get("custom_id", "")).split(":")[0]


def _start(said: str) -> str:
    line = " ".join(said.split())
    return line if len(line) <= LINE else f"{line[:LINE]}…"
