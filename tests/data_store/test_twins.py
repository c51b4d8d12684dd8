"""The same random doings give the same answers in memory and in a database."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from data import MemoryStore
from matches.clock import Clocks, Pace
from matches.errors import MatchError, StaleError
from matches.model import (
    NO_MATCH,
    Entry,
    EntryKind,
    GuildId,
    Match,
    MatchId,
    NewMatch,
    NewNotice,
    Notice,
    NoticeId,
    NoticeKind,
    NoticePlace,
    NoticeState,
    Phase,
    Result,
    Sealed,
    Shown,
    Toss,
)
from matches.ports import Store
from matches.stops import Stop
from matches.summaries import Joining
from matches.week import Span
from tests.data_store.conftest import Opener
from tests.data_store.making import ANN, BOB, CAT, HOME, NOON, WEEK, challenge

STEPS = 250
Doing = Callable[[Store], Coroutine[Any, Any, object]]


class Doings:
    """Random doings. What to change is drawn from the twin in memory, so both are asked the same."""

    def __init__(self, seed: int, twin: MemoryStore) -> None:
        self._draw = random.Random(seed)
        self._twin = twin
        self._kinds = (
            [self._create] * 3
            + [self._save] * 8
            + [self._show] * 4
            + [self._draft, self._settle] * 2
            + [self._note, self._prefer, self._set_guild, self._be_alive, self._watch]
            + [self._owe, self._schedule, self._leave] * 2
            + [self._claim, self._deliver] * 3
            + [self._look] * 6
        )

    async def next(self) -> Doing:
        return await self._draw.choice(self._kinds)()

    def _time(self) -> Any:
        return NOON + timedelta(
            seconds=self._draw.randrange(40), microseconds=self._draw.choice((0, 1, 500000))
        )

    def _match_id(self) -> MatchId:
        return MatchId(self._draw.randint(1, 14))

    def _challenge(self) -> NewMatch:
        challenger, opponent = self._draw.sample([ANN, BOB, CAT], 2)
        anyone = self._draw.random() < 0.3
        return challenge(
            challenger=challenger,
            opponent=None if anyone else opponent,
            created_at=self._time(),
            deadline_at=self._time(),
            takebacks=self._draw.random() < 0.5,
            pace=self._pace(),
        )

    def _pace(self) -> Pace:
        return Pace.read(self._draw.choice(("none", "3d", "5d+12h<7d")))

    def _stop(self) -> Stop:
        return Stop(self._time(), self._time())

    def _notices(self, most: int = 3) -> list[NewNotice]:
        draw = self._draw
        return [
            NewNotice(
                draw.choice((ANN, BOB)),
                draw.choice((NoticeKind.PICK, NoticeKind.NEWS, NoticeKind.DIGEST)),
                draw.choice((NoticePlace.DIRECT, NoticePlace.HOME)),
                draw.choice(("one", "two", "three", "four")),
                self._time(),
            )
            for _ in range(draw.randint(0, most))
        ]

    async def _create(self) -> Doing:
        new, limit = self._challenge(), self._draw.randint(1, 4)
        return lambda store: store.create(new, open_limit=limit)

    async def _save(self) -> Doing:
        try:
            match = await self._twin.load(self._match_id())
        except MatchError:
            return lambda store: store.load(MatchId(999))
        after = self._changed(match)
        notify = self._notices()
        rematch = self._draw.choice((None, None, None, self._challenge()))
        to_act = self._draw.choice((None, after.players, after.players[:1], ()))
        joining = self._draw.choice((None, None, Joining(after.players, self._draw.randint(2, 9))))
        return lambda store: store.save(after, notify=notify, rematch=rematch, to_act=to_act, joining=joining)

    def _changed(self, match: Match) -> Match:
        draw = self._draw
        challenger, rival = draw.sample([ANN, BOB, CAT], 2)
        if draw.random() < 0.8:
            challenger = match.challenger
        opponent = draw.choice((match.opponent, rival))
        opponent = None if opponent == challenger else opponent
        sides = dict(
            zip(draw.sample(["green", "blue"], 2), filter(None, (challenger, opponent)), strict=False)
        )
        picks = {side: Sealed((draw.choice("abc"),)) for side in ("green", "blue") if draw.random() < 0.2}
        text = draw.choice(("d2d3", "a8=C"))
        entry = Entry(draw.choice(list(EntryKind)), text, "blue", draw.randrange(9), self._time())
        return replace(
            match,
            version=match.version + draw.choice((0, 1, 1, 1, 1, 2)),
            phase=draw.choice(list(Phase)),
            options={"board": draw.choice(("5x5", "7x7"))},
            challenger=challenger,
            opponent=opponent,
            changed_at=self._time(),
            deadline_at=draw.choice((None, self._time())),
            sides=draw.choice(({}, sides)),
            toss=draw.choice((None, Toss("heads", "tails"))),
            first=draw.choice((None, "green")),
            picks={**picks, **match.picks},
            entries=(*match.entries, *[entry] * draw.randrange(4)),
            result=draw.choice((None, Result(None, "agreed", counts=False), Result("blue", "eaten"))),
            clocks=draw.choice((None, match.clocks, self._clocks())),
            pause=draw.choice((None, match.pause, self._stop())),
            takebacks=draw.random() < 0.5,  # which no change writes
            pace=self._pace(),  # which none writes either
        )

    def _clocks(self) -> Clocks:
        clocks = Clocks.full(self._pace(), ("green", "blue"))
        return replace(clocks.started("green", self._time()), stops=(self._stop(),))

    async def _settle(self) -> Doing:
        """Whom a match waits for is found out, as it is or as somebody saw it a change ago."""
        try:
            match = await self._twin.load(self._match_id())
        except MatchError:
            return lambda store: store.settle([])
        seen = replace(match, version=match.version - self._draw.randrange(2))
        to_act = self._draw.choice((match.players, match.players[:1], ()))
        return lambda store: store.settle([(seen, to_act)])

    async def _show(self) -> Doing:
        shown = Shown(
            version=self._draw.randrange(6),
            home=self._draw.choice((None, HOME)),
            card_at=self._draw.choice((None, self._time())),
        )
        match_id = self._match_id()
        return lambda store: store.note_shown(match_id, shown)

    async def _draft(self) -> Doing:
        choices = self._draw.choices(["crab", None], k=2)
        match_id, user = self._match_id(), self._draw.choice((ANN, BOB))
        return lambda store: store.save_draft(match_id, user, choices)

    async def _note(self) -> Doing:
        match_id, user = self._match_id(), self._draw.choice((ANN, BOB))
        noted = self._draw.choice(("", "again", "the crab"))
        return lambda store: store.save_note(match_id, user, noted)

    async def _prefer(self) -> Doing:
        user, keys = self._draw.choice((ANN, BOB)), self._draw.choices(("theme", "reminders"), k=2)
        chosen = {key: self._draw.choice(("", "on", None)) for key in keys}
        digest = next(iter(self._notices(1)), None)
        return lambda store: store.prefer(user, chosen, digest=digest)

    async def _set_guild(self) -> Doing:
        guild_id, value = GuildId(self._draw.randint(1, 2)), self._draw.choice(("", "on", None))
        return lambda store: store.set_guild(guild_id, "results", value)

    async def _be_alive(self) -> Doing:
        now, gap = self._time(), timedelta(seconds=self._draw.randrange(9))
        return lambda store: store.note_alive(now, gap)

    async def _owe(self) -> Doing:
        match_id, notices = self._draw.choice((NO_MATCH, self._match_id())), self._notices()
        return lambda store: store.notify(match_id, notices)

    async def _schedule(self) -> Doing:
        moment, notices, off = self._draw.choice((None, self._time())), self._notices(), self._draw.random()
        try:
            match = await self._twin.load(self._match_id())
        except MatchError:
            return lambda store: store.load(MatchId(999))
        seen = replace(match, version=match.version + (off < 0.2))
        return lambda store: store.schedule(seen, moment, notices)

    async def _leave(self) -> Doing:
        user, stop = self._draw.choice((ANN, BOB, CAT)), self._stop()
        if self._draw.random() < 0.4:
            return lambda store: store.wake(user, stop.start)
        return lambda store: store.leave(user, stop)

    async def _claim(self) -> Doing:
        now, until, limit = self._time(), self._time(), self._draw.randint(1, 4)
        match_id = self._draw.choice((None, None, NO_MATCH, self._match_id()))
        return lambda store: store.claim_notices(now, until, limit, match_id=match_id)

    async def _deliver(self) -> Doing:
        """Something done to one notice. Stores number them differently, so it is named by its place."""
        draw, match_id = self._draw, self._draw.choice((NO_MATCH, self._match_id()))
        which, state, moment = draw.randrange(6), draw.choice(list(NoticeState)), self._time()
        then = next(iter(self._notices(1)), None)
        channel = draw.choice((None, HOME))
        verb = draw.choice(("settle", "release", "drop"))

        async def deliver(store: Store) -> None:
            known = await store.notices(match_id)
            notice_id = known[which].id if which < len(known) else NoticeId(987654)
            if verb == "settle":
                await store.settle_notice(notice_id, state, channel=channel)
            elif verb == "release":
                await store.release_notice(notice_id, moment)
            else:
                await store.drop_notice(notice_id, then)

        return deliver

    async def _watch(self) -> Doing:
        match_id, user, at = self._match_id(), self._draw.choice((ANN, BOB, CAT)), self._time()
        if self._draw.random() < 0.2:
            return lambda store: store.unwatch(match_id, user)
        each = self._draw.random() < 0.5
        return lambda store: store.watch(match_id, user, each_turn=each, at=at, most=2, crowd=2)

    async def _look(self) -> Doing:
        user, match_id, moment = self._draw.choice((ANN, BOB, CAT)), self._match_id(), self._time()
        limit = self._draw.randint(1, 6)
        looks: list[Doing] = [
            lambda store: store.load(match_id),
            lambda store: store.of_player(user),
            lambda store: store.load_all([match_id, MatchId(1), MatchId(99)]),
            lambda store: store.summaries([match_id, MatchId(1)]),
            lambda store: store.listed(user, (Phase.CHALLENGED, Phase.PLAYING), limit),
            lambda store: store.listed(user, [Phase.SETUP], limit, game="prawns", number="1"),
            lambda store: store.waiting_for(user, limit),
            lambda store: store.count_open(user, GuildId(11)),
            lambda store: store.unsettled(limit, after=match_id),
            lambda store: store.unsettled(limit, user_id=user),
            lambda store: store.latest_of_player(user, limit),
            lambda store: store.at_home(HOME, limit),
            lambda store: store.due(moment, limit),
            lambda store: store.unshown(moment, limit),
            lambda store: store.draft(match_id, user),
            lambda store: store.note(match_id, user),
            lambda store: store.notices(match_id),
            lambda store: store.notices(NO_MATCH),
            lambda store: store.preferences(user),
            lambda store: store.people((user, ANN)),
            lambda store: store.downtimes(),
            lambda store: store.alive_at(),
            lambda store: store.guild_settings(GuildId(1)),
            lambda store: store.watchers(match_id),
            lambda store: store.watched_by(user),
            lambda store: store.ended_in(GuildId(11), Span(NOON, moment + WEEK), limit),
            lambda store: store.games_ended(GuildId(11), Span(NOON, moment + WEEK)),
            lambda store: store.newcomers(GuildId(11), Span(moment, moment + WEEK)),
            lambda store: store.count_running(GuildId(11)),
        ]
        return self._draw.choice(looks)


async def answer(store: Store, doing: Doing) -> object:
    """What the doing returns, or what it refuses; without the ids of notices, which have different gaps."""
    try:
        found = await doing(store)
        if isinstance(found, tuple):
            return tuple(replace(one, id=NoticeId(0)) if isinstance(one, Notice) else one for one in found)
        return found
    except StaleError as stale:
        return StaleError, stale.match
    except MatchError as refusal:
        return type(refusal), str(refusal)


@pytest.mark.parametrize("seed", range(4))
async def test_random_doings_give_equal_answers(url: str, opener: Opener, seed: int) -> None:
    twin, store = MemoryStore(), await opener(url, busy_timeout=5)
    doings = Doings(seed, twin)
    for step in range(STEPS):
        doing = await doings.next()
        assert await answer(store, doing) == await answer(twin, doing), f"seed {seed}, step {step}"
    for number in range(1, 60):
        for look in (
            lambda kept, n=number: kept.load(MatchId(n)),
            lambda kept, n=number: kept.notices(MatchId(n)),
            lambda kept, n=number: kept.note(MatchId(n), ANN),
            lambda kept, n=number: kept.note(MatchId(n), BOB),
        ):
            assert await answer(store, look) == await answer(twin, look), f"seed {seed}, match {number}"
    everybody = (ANN, BOB, CAT)
    assert await store.people(everybody) == await twin.people(everybody), f"seed {seed}"
    assert await store.downtimes() == await twin.downtimes(), f"seed {seed}"
