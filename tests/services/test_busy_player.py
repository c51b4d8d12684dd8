"""What a busy player gets in a week of twenty matches, by setting, and that none of it is useless."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from cogs.advances.service import Advances
from data import stores
from matches import ChallengeTerms, ChannelId, Match, MatchId, MessageId, Opponent, Phase, UserId
from matches.lifecycle import offers
from matches.model import EntryKind, NoticeKind, NoticePlace, OfferKind
from matches.players import Human
from matches.time import DAY, HOUR
from matches.time.pace import Pace
from tests.matches.table import PICKS, PLACE, Table, Told
from tests.people import sides_of, user_of

PLAYER: Final = UserId(99)
BERLIN: Final = ZoneInfo("Europe/Berlin")
WEEK: Final = datetime(2026, 3, 25, 8, tzinfo=UTC)
"""When the week begins; on its fifth day the clocks are put forward."""
PACES: Final = ("1d", "2d", "3d", "3d", "3d", "5d", "7d", "14d", "5d+12h<7d", "none")
MATCHES: Final = 20
QUIET: Final = "22:00-08:00"
SETTINGS: Final[dict[str, dict[str, str]]] = {
    "thread": {},
    "direct": {"tell": "direct"},
    "both": {"tell": "both"},
    "none": {"tell": "none"},
    "sound off": {"sound": "off"},
    "quiet hours": {"quiet": QUIET},
    "direct, quiet hours": {"tell": "direct", "quiet": QUIET},
    "digest": {"digest": "09:00"},
    "digest, direct": {"digest": "09:00", "tell": "direct"},
}


@dataclass
class Got:
    """What reached the player."""

    begun: int = 0
    cards: int = 0
    reminders: int = 0
    warnings: int = 0
    unpinged: int = 0
    sounds: int = 0
    shared: int = 0
    """Cards with a sound that ping the other player too, whose sound it may be."""
    direct: set[datetime] = field(default_factory=set)
    digests: int = 0
    turns: int = 0
    why: Counter[str] = field(default_factory=Counter)
    """What the cards were about that pinged."""
    said: int = 0
    """Moves said in advance, played or not."""
    ahead: int = 0
    """Of the turns those that were made in advance."""
    saved: timedelta = timedelta(0)
    """How long the rivals would have waited for those."""

    @property
    def in_threads(self) -> int:
        """Pings in threads, of whatever kind."""
        return self.begun + self.cards + self.reminders + self.warnings

    @property
    def pings(self) -> int:
        """Messages that called the player, wherever."""
        return self.in_threads + len(self.direct)

    def row(self) -> tuple[int, ...]:
        pings = (self.in_threads, self.begun, self.cards, self.reminders, self.warnings)
        return (self.turns, *pings, self.unpinged, self.sounds, len(self.direct), self.digests)


class Week:
    """Twenty matches, whose people act by chance: the same chance whatever the player has set."""

    def __init__(self, setting: dict[str, str], foresight: float = 0) -> None:
        self.table = Table()
        self.foresight = foresight
        """The share of the rivals' turns that the player foresees; they expect as many wrongly."""
        self.table.now = WEEK
        self.setting = {"zone": BERLIN.key, **setting}
        self.got = Got()
        self.acts: dict[MatchId, tuple[int, UserId, datetime]] = {}
        self.said: set[tuple[MatchId, str, str]] = set()
        self.heard = 0

    async def live(self) -> Got:
        await self.table.notifications.prefer(PLAYER, self.setting)
        for number in range(MATCHES):
            await self.begin(number)
        while (moment := await self.next_moment()) <= WEEK + 7 * DAY:
            self.table.now = max(self.table.now, moment)
            await self.act()
            await self.sweep()
        return self.got

    async def next_moment(self) -> datetime:
        acts = [at for _, _, at in self.acts.values()]
        of_itself = await self.table.next_moment()
        return min([*acts, of_itself] if of_itself is not None else acts)

    # --- what people do --------------------------------------------------------------------------

    async def begin(self, number: int) -> None:
        game, options = ("prawns", {"board": "5x5"}) if number % 4 == 0 else ("pjawns", {})
        rival = UserId(100 + number)
        wishes = ChallengeTerms(game, options, pace=Pace.read(PACES[number % len(PACES)]))
        match = await self.table.matches.challenges.challenge(rival, Opponent(PLAYER), wishes, PLACE)
        match = await self.table.matches.challenges.accept(
            match.id, PLAYER, 1, call="heads", blind=number % 8 == 0
        )
        await self.changed(match)

    def decides(self, match: Match) -> tuple[int, UserId, datetime] | None:
        """Who does something next in a match, and when."""
        if not match.phase.running:
            return None
        chance = random.Random(f"{match.id}:{match.version}")
        offer = offers.pending(match)
        user = user_of(self.table.matches.to_act(match)[0])
        if offer is not None:
            user = sides_of(match)[match.game.other(offer.by)]
        hours = waits(match, chance)
        if any(entry.kind == "time-up" for entry in match.entries[-1:]):
            user, hours = user_of(match.rival_of(user)), chance.uniform(1, 20)
        at = match.changed_at + hours * HOUR
        return match.version, user, awake(at) if user == PLAYER else at

    async def act(self) -> None:
        """Whatever people do until now."""
        for match_id, (version, user, at) in list(self.acts.items()):
            if at > self.table.now:
                continue
            match = await self.table.matches.load(match_id)
            if match.version == version:
                match = await self.move(match, user, random.Random(f"{match_id}:{version}"))
                await self.look_ahead(match)
            await self.changed(match)

    async def move(self, match: Match, user: UserId, chance: random.Random) -> Match:
        services = self.table.services
        if match.phase is Phase.SETUP:
            return await services.matches.picks.pick(match.id, user, chance.choice(PICKS))
        if offers.pending(match) is not None:
            return await services.matches.play.answer(match.id, user, agree=False)
        if services.matches.to_act(match) != (Human(user),):
            verb = chance.choice((services.matches.time.claim_time, services.matches.time.extend))
            return await verb(match.id, user)
        asked = OfferKind.PAUSE
        rival = match.rival_of(user)
        if chance.random() < 0.05 and rival is not None and services.matches.play.may_ask(match, user, asked):
            return await services.matches.play.offer(match.id, user, asked)
        self.got.turns += user == PLAYER
        action = chance.choice(services.matches.history(match).position.legal_actions())
        after = await services.matches.play.turn(match.id, user, str(action))
        if made := sum(entry.kind is EntryKind.ADVANCE for entry in after.entries[len(match.entries) :]):
            self.got.turns += made
            self.got.ahead += made
            at = after.changed_at + waits(after, random.Random(f"{after.id}:{after.version}:by hand")) * HOUR
            self.got.saved += awake(at) - after.changed_at
        return after

    async def look_ahead(self, match: Match) -> None:
        """Have the player answer the rival's next turn in advance, as they expect it: rightly, or wrongly."""
        services = self.table.services
        playing = match.phase is Phase.PLAYING and offers.pending(match) is None
        if not playing or PLAYER in services.matches.addressed(match):
            return
        guess = random.Random(f"{match.id}:{match.version}:guess")
        foreseen = guess.random()
        if foreseen >= 2 * self.foresight:
            return
        history = services.matches.history(match)
        actions = history.position.legal_actions()
        chance = random.Random(f"{match.id}:{match.version}")
        chance.random()  # as :meth:`move` does, which asks for a pause now and then
        theirs = chance.choice(actions) if foreseen < self.foresight else guess.choice(actions)
        after = history.position.apply(theirs)
        if after.to_act is not None and after.to_act != history.position.to_act:
            line = [str(theirs), str(guess.choice(after.legal_actions()))]
            await Advances(services.core).say(match.id, PLAYER, line, len(history.played))
            self.got.said += 1

    # --- what the player gets --------------------------------------------------------------------

    async def changed(self, match: Match) -> None:
        """Show a match as the bot does: a card of its own for each stage."""
        decided = self.decides(match)
        if decided is None:
            self.acts.pop(match.id, None)
        else:
            self.acts[match.id] = decided
        stage = self.table.matches.stage(match)
        if match.shown.version >= match.version:
            return
        if match.shown.stage != stage:
            await self.posted(match, stage)
        shown = replace(match.shown, version=match.version, stage=stage, home=ChannelId(5), card=MessageId(6))
        await self.table.store.write(stores.matches.record_shown, match.id, shown)

    async def posted(self, match: Match, stage: str) -> None:
        first = match.shown.card is None
        for_whom = match.users if first else self.table.matches.addressed(match)
        told = await self.table.pinged(match, for_whom)
        if PLAYER in told.users:
            # The first card brings both players into the thread.
            assert first or self.wants(match)
            self.once(match.id, stage, "thread")
            self.got.begun += first
            self.got.cards += not first
            self.got.why["begun" if first else about(match)] += 1
            self.got.sounds += not told.silent
            self.got.shared += len(told.users) > 1 and not told.silent

    async def sweep(self) -> None:
        for match_id in await self.table.sweep():
            await self.changed(await self.table.matches.load(match_id))
        news, self.heard = self.table.told[self.heard :], len(self.table.told)
        for told in news:
            if told.notice.user_id == PLAYER:
                await self.hear(told)

    async def hear(self, told: Told) -> None:
        notice, got = told.notice, self.got
        if notice.kind is NoticeKind.DIGEST:
            got.digests += 1
            got.sounds += not told.silent
            return
        match = await self.table.matches.load(notice.match_id)
        assert self.wants(match), f"{notice} was useless"
        assert notice.kind is NoticeKind.NEWS or notice.name not in await self.names_answered(match)
        stage = notice.name if notice.kind is NoticeKind.NEWS else f"{notice.kind} {notice.name}"
        self.once(match.id, stage, "thread" if notice.place is NoticePlace.HOME else "direct")
        if notice.place is NoticePlace.DIRECT:
            # What is due together for one person is one message.
            got.sounds += not told.silent and told.at not in got.direct
            got.direct.add(told.at)
        elif not told.pinged:
            got.unpinged += 1
        else:
            got.sounds += not told.silent
            if notice.kind is NoticeKind.LAST:
                got.warnings += 1
            else:
                got.reminders += 1

    async def names_answered(self, match: Match) -> set[str]:
        """The names of what the clock of a match called for in earlier turns."""
        present = {moment.name for moment in match.clocks.moments()} if match.clocks is not None else set()
        return {
            one.name for one in await self.table.store.read(stores.notices.notices_of, match.id)
        } - present

    def wants(self, match: Match) -> bool:
        """Whether the match asks something of the player, or tells them of its end."""
        service = self.table.services
        return PLAYER in (*service.matches.addressed(match), *service.matches.to_act(match))

    def once(self, match_id: MatchId, stage: str, place: str) -> None:
        assert (match_id, stage, place) not in self.said, "told twice in one place"
        self.said.add((match_id, stage, place))


def waits(match: Match, chance: random.Random) -> float:
    """The hours that somebody lets pass before they do something in a match."""
    full = (match.terms.pace.start or 7 * DAY) / HOUR
    soon, late = chance.uniform(0.2, 9), full * chance.uniform(0.3, 1)
    return chance.choice([soon] * 12 + [late] * 3 + [full * 1.1])


def about(match: Match) -> str:
    """What the newest card of a match is about, in a word."""
    if match.result is not None:
        return "end"
    last = match.entries[-1].kind if match.entries else "begun"
    return {"action": "turn", "advance": "turn", "takeback": "turn"}.get(last, str(last))


def awake(moment: datetime) -> datetime:
    """``moment``, or in the morning after it: the player sleeps at night, the others live anywhere."""
    local = moment.astimezone(BERLIN)
    if 8 <= local.hour < 22:
        return moment
    day: date = local.date() + (DAY if local.hour >= 22 else timedelta(0))
    return datetime.combine(day, time(8, local.minute), BERLIN).astimezone(UTC)


async def lived(setting: str) -> Got:
    return await Week(SETTINGS[setting]).live()


HEADINGS: Final = (
    "own turns",
    "thread pings",
    "= begun",
    "+ cards",
    "+ reminders",
    "+ last warnings",
    "not pinged",
    "with sound",
    "DMs",
    "digests",
)


@pytest.mark.timeout(300)
@pytest.mark.slow
async def test_a_week_of_twenty_matches_by_setting(capsys: pytest.CaptureFixture[str]) -> None:
    got = {setting: await lived(setting) for setting in SETTINGS}
    with capsys.disabled():
        print("\n" + " | ".join([f"{'a week of 20 matches':20}", *HEADINGS]))
        for setting, one in got.items():
            cells = (f"{n:{len(heading)}}" for n, heading in zip(one.row(), HEADINGS, strict=True))
            print(" | ".join([f"{setting:20}", *cells]))
        print("cards in the thread were about", dict(got["thread"].why.most_common()))
    check_places(got)
    check_amounts(got)


@pytest.mark.timeout(300)
@pytest.mark.slow
async def test_a_week_with_moves_in_advance(capsys: pytest.CaptureFixture[str]) -> None:
    """The player foresees each third turn of the others, and guesses as many wrong."""
    got = {
        (setting, foresight): await Week(SETTINGS[setting], foresight).live()
        for setting in ("thread", "direct")
        for foresight in (0, 1 / 3)
    }
    with capsys.disabled():
        print("\na week of 20 matches | own turns | said ahead | made ahead | pings | days saved")
        for (setting, foresight), one in got.items():
            name = f"{setting}{', in advance' if foresight else ''}"
            said = f"{name:20} | {one.turns:9} | {one.said:10} | {one.ahead:10} | {one.pings:5}"
            print(f"{said} | {one.saved / DAY:10.1f}")
    for setting in ("thread", "direct"):
        without, ahead = got[setting, 0], got[setting, 1 / 3]
        assert (without.said, without.ahead, without.saved) == (0, 0, timedelta(0))
        assert ahead.said > ahead.ahead > 20, "some come true, and some don't"
        assert ahead.turns > without.turns, "the matches go on faster"
        assert ahead.pings / ahead.turns < 0.85 * without.pings / without.turns
        assert ahead.saved > 3 * DAY


def check_places(got: dict[str, Got]) -> None:
    """Each setting does what it says."""
    for setting in ("thread", "sound off", "quiet hours"):
        assert (len(got[setting].direct), got[setting].digests) == (0, 0)
    assert got["sound off"].sounds == got["sound off"].shared, "but for cards that are the other one's too"
    for setting in ("direct", "direct, quiet hours"):
        assert (got[setting].begun, got[setting].cards, got[setting].reminders) == (0, 0, 0)
        assert got[setting].digests == 0
        assert got[setting].direct
    assert (got["none"].in_threads, len(got["none"].direct), got["none"].digests) == (0, 0, 0)
    assert got["none"].unpinged == got["thread"].warnings, "the last warnings stand there without a ping"
    for setting in ("digest", "digest, direct"):
        assert (got[setting].cards, got[setting].reminders, len(got[setting].direct)) == (0, 0, 0)
        assert got[setting].digests == 7


def check_amounts(got: dict[str, Got]) -> None:
    """About one ping a turn, and no flood."""
    turns = got["thread"].turns
    assert turns > 60, "a busy week"
    assert got["thread"].in_threads <= turns + MATCHES * 4
    assert got["both"].in_threads == got["thread"].in_threads
    assert got["quiet hours"].in_threads <= got["thread"].in_threads
    assert len(got["direct, quiet hours"].direct) <= len(got["direct"].direct), "the morning's come as one"


@pytest.mark.timeout(300)
@pytest.mark.slow
async def test_a_week_is_the_same_whenever_it_is_lived() -> None:
    assert (await lived("both")).row() == (await lived("both")).row()
