"""The world of the demo: server, people, places, read messages, clock and restart."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from aiohttp import web

from cogs.kit.errors import sentence
from demo.moment import KeptEvening
from demo.news import QUIET, Posted, Stop, beginning
from demo.saved import SaveFile
from demo.simulator import USUAL, Bot, Channel, Member, RealTime, Simulator, SimulatorView
from matches.errors import StaleError, WrongPhaseError
from services.text_copy import text_of

#: Makes a bot, not yet started, that stores its data in the given file, for a demo at an address.
BotFactory = Callable[[Path, str], Bot]

AVATARS = Path(__file__).parent / "static" / "avatars"
#: Simulated time that may pass in one step. A longer span is passed in several steps, so that people can act
#: in between, and stops at what becomes due on the way.
STRIDE = timedelta(minutes=30)
#: A step of this many seconds or more is a leap.
LEAP_FROM = 10.0
#: The people that the page's visitor can be.
CAST = (("ada", "Ada"), ("ben", "Ben"), ("cleo", "Cleo"))
#: One who is created after the channel: stored matches know the others and the channel by their ids.
LATEST = ("dan", "Dan")

#: Those who answer by themselves in the evening, unless somebody is them.
COMPANY = frozenset({"cleo", "dan"})
#: Time after somebody was a person in which that person does nothing by themselves.
PLAYED_FOR = timedelta(seconds=30)
#: Time between two answers, and between two in matches that nobody else plays in.
ANSWERS_AFTER = timedelta(seconds=4)
AMONG_THEMSELVES = timedelta(seconds=60)

log = logging.getLogger(__name__)

_ID = re.compile(r"[0-9]{1,20}")


def is_id(text: str) -> bool:
    """True if this can be the id of a place. Python refuses to parse thousands of digits."""
    return _ID.fullmatch(text) is not None


@dataclass(frozen=True)
class DemoUser:
    """A user that the page's visitor can be."""

    key: str
    name: str
    member: Member


@dataclass(frozen=True)
class DemoPlace:
    """A channel, a thread, or a user's direct messages with the bot."""

    id: int
    kind: Literal["channel", "thread", "dm"]
    title: str
    channel: Channel
    is_archived: bool = False
    #: False for a thread that the person may look at but is not in.
    is_own: bool = True


@dataclass(frozen=True)
class Answer:
    """An act of somebody: typing a command, or pressing the control whose id begins so."""

    place: int
    command: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    control: str = ""


@dataclass(frozen=True)
class WayIn:
    """A way into the demo: a press or the first of some commands that there is, by whom and where.

    ``then`` is pressed in the answer to ``control``.
    """

    person: str = "ada"
    place: int | None = None
    control: str = ""
    then: str = ""
    commands: tuple[str, ...] = ()


#: The ways in that any demo has, by name.
WAYS = {"learn": WayIn(commands=("learn", "tour")), "admin": WayIn(commands=("server panel",))}


@dataclass(frozen=True)
class Journey:
    """A span of time that is being skipped."""

    start: datetime
    end: datetime

    def progress(self, now: datetime) -> float:
        return min(max((now - self.start) / (self.end - self.start), 0.0), 1.0)


class Hooks:
    """The demo's direct hooks into a bot, past Discord. These are for a bot without matches."""

    async def awaited(self, _bot: Any, _user_id: int) -> Collection[int]:
        """The ids of the places where the bot waits for a user."""
        return ()

    def board(self, _bot: Callable[[], Any], _address: str) -> web.Application | None:
        """A page of the bot's own, for the bot that there is."""
        return None

    async def begin(self, _bot: Any, _server_id: int) -> None:
        """Have the bot take a server for one that has just added it."""

    async def answer(self, _bot: Any, _user_id: int) -> Answer | None:
        """The act of somebody who is waited for; None if nothing comes to mind."""
        return None

    async def next_due(self, _bot: Any) -> datetime | None:
        """The next time at which the bot has something to do, or None."""
        return None

    async def pass_over(self, _bot: Any, _until: datetime) -> None:
        """Tell the bot that its clock is about to be set ahead."""


class World:
    """Everything the page shows and does, without the page."""

    def __init__(
        self,
        make_bot: BotFactory,
        saved: SaveFile,
        hooks: Hooks | None = None,
        real_time: RealTime = USUAL,
        evening: Path | None = None,
    ) -> None:
        """``evening`` is the file with what a new demo begins with; None for an empty server."""
        self._make_bot = make_bot
        self._address = ""
        self._saved = saved
        self._hooks = hooks or Hooks()
        self._real_time = real_time
        self._evening = evening
        self._turn = asyncio.Lock()
        self._skipped = timedelta()
        self._journey: Journey | None = None
        self._read: dict[tuple[str, int], int] = {}
        self._awaited: dict[str, frozenset[int]] = {}
        self._looked_at = -1
        self._errors_reported = 0
        self._logged = _LoggedErrors()
        #: Those who answer by themselves, and until when somebody is each of the others.
        self.company: frozenset[str] = frozenset()
        self._played_until: dict[str, datetime] = {}
        self._answered_at: datetime | None = None
        self.ways: dict[str, WayIn] = dict(WAYS)
        self.is_restarting = False
        self.trouble: str | None = None
        self.stops = 0
        self.last_stop: Stop | None = None
        self.age = 0
        self.simulator: Simulator
        self.people: dict[str, DemoUser] = {}
        self._hall: Channel

    def board(self) -> web.Application | None:
        """The bot's own page; None if it has none."""
        return self._hooks.board(lambda: self.simulator.bot, self._address)

    # --- life ------------------------------------------------------------------------------------

    async def open(self, address: str = "") -> None:
        """Create the server and start the bot in it, with the stored matches; the page is at ``address``."""
        self._address = address
        logging.getLogger().addHandler(self._logged)
        await self._begin(self._evening)

    async def _begin(self, evening: Path | None) -> None:
        now = self._real_time.clock()
        is_new = not self._saved.file.exists()
        moment = None if is_new else self._saved.moment()
        begins = max(now, await self._saved.resumed(anew=moment is None) or now)
        if is_new and evening is not None:
            moment = KeptEvening.load(evening).moved_to(begins)
            moment.write_database(self._saved.file)
        self._skipped = begins - now
        self.age += 1
        self._read.clear()
        self._awaited, self._looked_at, self._errors_reported, self._journey = {}, -1, 0, None
        self.last_stop = None
        self.simulator = Simulator(
            self._make_bot(self._saved.file, self._address),
            "Tidepool",
            (AVATARS / "tidepool.png").read_bytes(),
            is_refusal=_is_refusal,
            turn=self._turn,
            real_time=self._real_time,
        )
        # Stored matches know these by their ids, which depend on the order of creation.
        server, members = self.simulator.create_server("Tidepool demo", [_user(*one) for one in CAST])
        self._hall = server.create_text_channel("board-games", topic="Play here")
        members.append(self.simulator.add_member(server, *_user(*LATEST)))
        for (key, name), member in zip((*CAST, LATEST), members, strict=True):
            self.people[key] = DemoUser(key, name, member)
        self.company, self.ways = frozenset(), dict(WAYS)
        if moment is not None:
            self.simulator.restore(moment.discord["server"], moment.pictures)
            self.company = frozenset(moment.discord["company"])
            self.ways |= {name: WayIn(**way) for name, way in moment.discord["ways"].items()}
            self._read = {(key, place): seen for key, place, seen in moment.discord["read"]}
        await self.simulator.start(begins)
        await self._hooks.begin(self.simulator.bot, server.id)

    async def close(self) -> None:
        """End the simulation, then the bot, and keep what stands there for the next time."""
        await self.simulator.stop()
        await self.simulator.bot.close()
        self._saved.keep(self.moment(self.ways, self.company))
        logging.getLogger().removeHandler(self._logged)

    async def restart_bot(self) -> None:
        """Close the bot and start a new one on the same data, as a restart of its process does."""
        async with self._restarting():
            await self.simulator.exchange_bot(self._make_bot(self._saved.file, self._address))
            await self.simulator.refresh_views()
        log.info("The bot was restarted.")

    async def begin_afresh(self, *, empty: bool = False) -> None:
        """Delete all matches, and begin with the evening again, or with an ``empty`` server."""
        async with self._restarting():
            await self.close()
            self._saved.discard()
            logging.getLogger().addHandler(self._logged)
            await self._begin(None if empty else self._evening)

    @asynccontextmanager
    async def _restarting(self) -> AsyncIterator[None]:
        async with self._turn:
            self.is_restarting = True
            try:
                yield
            except Exception:
                self.trouble = "The bot did not start again. The terminal says why."
                raise
            finally:
                self.is_restarting = False

    # --- places ----------------------------------------------------------------------------------

    def places(self, person: DemoUser) -> list[DemoPlace]:
        """The places in this person's sidebar: the channel, its threads, their direct messages."""
        hall = self._hall
        found = [DemoPlace(hall.id, "channel", hall.name or "", hall)]
        found += [
            DemoPlace(
                thread.id,
                "thread",
                thread.name or "",
                thread,
                self.simulator.is_archived(thread),
                self.simulator.is_in(person.member, thread),
            )
            for thread in hall.threads
        ]
        private = self.simulator.direct_messages(person.member)
        if private is not None:
            found.append(DemoPlace(private.id, "dm", "Tidepool", private))
        return [place for place in found if self.simulator.can_see(person.member, place.channel)]

    def place(self, person: DemoUser, place_id: int) -> DemoPlace | None:
        return next((place for place in self.places(person) if place.id == place_id), None)

    def first_place(self, person: DemoUser) -> DemoPlace:
        """The place to begin with: the match that is about to be won, else the channel."""
        won = self.ways["win"].place if "win" in self.ways else None
        return (won and self.place(person, won)) or self.places(person)[0]

    async def view(self, place: DemoPlace, person: DemoUser, timezone: str) -> SimulatorView:
        """The page that shows this place to this person."""
        return await self.simulator.view(place.channel, person.member, timezone)

    def unread(self, person: DemoUser, place: DemoPlace) -> int:
        """The number of messages since this person last looked; none count in threads of others."""
        if not place.is_own:
            return 0
        seen = self._read.get((person.key, place.id), 0)
        return sum(message > seen for message in self.simulator.messages_for(person.member, place.channel))

    def mark_read(self, person: DemoUser, place: DemoPlace) -> None:
        messages = self.simulator.messages_for(person.member, place.channel)
        self._read[person.key, place.id] = messages[-1] if messages else 0

    def pings(self, person: DemoUser, place: DemoPlace) -> int:
        """The number of messages since this person last looked that ping them."""
        seen = self._read.get((person.key, place.id), 0)
        return self.simulator.mentions_of(person.member, place.channel, seen)

    # --- whose turn it is ------------------------------------------------------------------------

    def waits_for(self, person: DemoUser) -> frozenset[int]:
        """The ids of the places where something waits for this person, usually a move."""
        return self._awaited.get(person.key, frozenset())

    async def _update_awaited(self) -> None:
        if self._looked_at == (length := self.simulator.transcript_length()):
            return
        self._looked_at = length
        for person in self.people.values():
            self._awaited[person.key] = frozenset(
                await self._hooks.awaited(self.simulator.bot, person.member.id)
            )

    # --- those who answer by themselves ----------------------------------------------------------

    def record_played(self, person: DemoUser) -> None:
        """Record that somebody is this person now, who then does nothing by themselves."""
        self._played_until[person.key] = self._real_time.clock() + PLAYED_FOR

    def forget_played(self) -> None:
        """Take all of them for people whom nobody is."""
        self._played_until.clear()

    def is_played(self, key: str) -> bool:
        return self._played_until.get(key, datetime.min.replace(tzinfo=UTC)) > self._real_time.clock()

    async def run_company(self) -> None:
        """Let those who answer by themselves do so, until the bot fails to start."""
        while self.trouble is None:
            await asyncio.sleep(ANSWERS_AFTER.total_seconds())
            try:
                await self.let_company_act()
            except Exception:
                # Go on: the next one may know an answer.
                log.exception("Nobody answered.")

    async def let_company_act(self) -> None:
        """Let one of those who are waited for answer. Among themselves they take their time."""
        waiting = [
            key
            for key in sorted(self.company)
            if self.waits_for(self.people[key]) and not self.is_played(key)
        ]
        for key in waiting:
            person = self.people[key]
            answer = await self._hooks.answer(self.simulator.bot, person.member.id)
            if answer is None or (self._is_among_themselves(answer) and not self._may_chat()):
                continue
            async with self._turn:
                await self.simulator.act(person.member, self._channel(person, answer.place), answer)
                await self.simulator.refresh_views()
            if self._is_among_themselves(answer):
                self._answered_at = self._real_time.clock()
            return

    def _is_among_themselves(self, answer: Answer) -> bool:
        """True in a thread in which nobody is but them."""
        inside = [key for key, one in self.people.items() if self._is_in(one, answer.place)]
        return bool(inside) and self.company.issuperset(inside)

    def _is_in(self, person: DemoUser, place_id: int) -> bool:
        place = self.place(person, place_id)
        return place is not None and place.kind == "thread" and place.is_own

    def _may_chat(self) -> bool:
        return self._answered_at is None or self._real_time.clock() - self._answered_at > AMONG_THEMSELVES

    def _channel(self, person: DemoUser, place_id: int) -> Channel:
        place = self.place(person, place_id)
        return self._hall if place is None else place.channel

    # --- the ways in -----------------------------------------------------------------------------

    async def take(self, person: DemoUser, place_id: int, control: str) -> None:
        """Press the newest control in a place whose id begins so, as this person."""
        async with self._turn:
            await self.simulator.act(
                person.member, self._channel(person, place_id), Answer(place_id, control=control)
            )
            await self.simulator.refresh_views()

    async def use_app(self, person: DemoUser, place: DemoPlace, name: str, target: str) -> None:
        """Use a command of the *Apps* menu on a message, by its id, or on somebody, by their name."""
        people = [one.member for one in self.people.values() if one.name == target]
        if place.kind != "dm" and (people or is_id(target)):
            async with self._turn:
                chosen = people[0] if people else int(target)
                await self.simulator.use_app(person.member, place.channel, name, chosen)
                await self.simulator.refresh_views()

    @property
    def has_evening(self) -> bool:
        """True if there is more to begin with than an empty server."""
        return self._evening is not None

    async def take_way(self, name: str) -> tuple[DemoUser, int]:
        """Go a way in; returns the person to be and the place to look at."""
        way = self.ways[name]
        person = self.people[way.person]
        channel = self._channel(person, way.place or self._hall.id)
        async with self._turn:
            known = person.member.available_commands(channel)
            command = next((one for one in way.commands if one in known), "")
            steps = [Answer(channel.id, command, {}, way.control), Answer(channel.id, control=way.then)]
            for step in steps:
                if step.command or step.control:
                    await self.simulator.act(person.member, channel, step)
            await self.simulator.refresh_views()
        return person, channel.id

    # --- the evening -----------------------------------------------------------------------------

    def moment(
        self,
        ways: Mapping[str, WayIn],
        company: Collection[str],
        most: int | None = None,
        opened: Collection[int] = (),
    ) -> KeptEvening:
        """All that there is now, to be begun with again. The bot must be closed.

        ``most`` and ``opened`` are those of `Simulator.kept`.
        """
        server, pictures = self.simulator.kept(most, opened)
        kept = {
            "server": server,
            "company": sorted(company),
            "read": [[*at, seen] for at, seen in self._read.items()],
            "ways": {name: asdict(way) for name, way in ways.items()},
        }
        return KeptEvening(self.simulator.now(), text_of(self._saved.file), kept, pictures)

    # --- time ------------------------------------------------------------------------------------

    def skip(self, span: timedelta) -> None:
        """Skip this much time, up to the bot's next message (not for `QUIET` after one). See `run_clock`."""
        now = self.simulator.now()
        self._skipped += span
        self._journey = Journey(now, now + self.behind)

    @property
    def behind(self) -> timedelta:
        """The time by which the simulated clock is behind."""
        return self._real_time.clock() + self._skipped - self.simulator.now()

    @property
    def progress(self) -> float | None:
        """The share, from 0 to 1, of the skipped time that has passed; None if none is being skipped."""
        return None if self._journey is None else self._journey.progress(self.simulator.now())

    async def run_clock(self) -> None:
        """Keep the simulated clock in step with the real one, until the bot fails to start."""
        while self.trouble is None:
            await asyncio.sleep(0 if self.behind > STRIDE else self._real_time.tick)
            try:
                await self.step()
            except Exception:
                # Go on: without the clock nothing in the demo moves.
                log.exception("The clock of the demo stumbled.")
                await asyncio.sleep(1)

    async def step(self) -> None:
        """Move the simulated clock to the real one, or a stride nearer; then show what has happened."""
        async with self._turn:
            before = self.simulator.transcript_length()
            step = min(self.behind, STRIDE).total_seconds()
            if step < LEAP_FROM:
                await self.simulator.advance(max(step, 0.0))
            else:
                await self._leap(step)
            if self._journey is not None:
                self._travel(before)
            self._report_errors()
            await self._update_awaited()
            if self.simulator.has_news():
                await self.simulator.refresh_views()

    async def _leap(self, seconds: float) -> None:
        """Leap ahead by ``seconds``, or just past the next thing due on the way."""
        bot, now = self.simulator.bot, self.simulator.now()
        due = await self._hooks.next_due(bot)
        if due is not None and due >= now:
            seconds = min(seconds, max((due - now).total_seconds() + 1, LEAP_FROM))
        await self._hooks.pass_over(bot, now + timedelta(seconds=seconds))
        await self.simulator.leap(seconds)

    def _travel(self, before: int) -> None:
        """End the journey at its end, or when the bot has just posted a message."""
        if self.behind < timedelta(seconds=1):
            self._journey = None
        elif not self._is_quiet() and (posted := self.simulator.posted(before)):
            self._skipped -= self.behind
            self._journey = None
            self._stop_at(posted[0])

    def _is_quiet(self) -> bool:
        """True if time stopped only just before: messages come in swarms where many matches are played."""
        return self.last_stop is not None and self.simulator.now() - self.last_stop.at < QUIET

    def _stop_at(self, message: Posted) -> None:
        names = {person.member.id: person.name for person in self.people.values()}
        self.stops += 1
        self.last_stop = Stop(self.simulator.now(), message.place, beginning(message.text, names))

    def _report_errors(self) -> None:
        """Log errors inside the bot that the bot itself has not logged."""
        errors = self.simulator.new_errors(self._errors_reported)
        self._errors_reported += len(errors)
        for error in errors:
            if not self._logged.knows(error):
                log.error("An error in the bot: %s", error, exc_info=error)


def _user(key: str, name: str) -> tuple[str, str, bytes]:
    """A person's user name, display name and avatar."""
    return name.lower().replace(" ", "-"), name, (AVATARS / f"{key}.png").read_bytes()


def _is_refusal(error: BaseException) -> bool:
    """True if the bot answers this error by explaining it to the user: then nothing is broken."""
    # discord.py wraps what a command raises.
    inner = getattr(error, "original", error)
    if isinstance(inner, StaleError | WrongPhaseError):
        return True
    return isinstance(inner, Exception) and sentence(inner, "") is not None


class _LoggedErrors(logging.Handler):
    """Remembers the logged errors, so that none is logged twice."""

    def __init__(self) -> None:
        super().__init__()
        self._ids: set[int] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if isinstance(record.exc_info, tuple) and record.exc_info[1] is not None:
            self._ids.add(id(record.exc_info[1]))

    def knows(self, error: BaseException | None) -> bool:
        """True if this error, or one it was raised from, has been logged."""
        return error is not None and (id(error) in self._ids or self.knows(error.__cause__))
