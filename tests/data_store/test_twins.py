"""The same random doings give the same answers in memory and in a database."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from data import MemoryStore
from matches.errors import MatchError, StaleError
from matches.model import (
    Entry,
    EntryKind,
    Match,
    MatchId,
    NewMatch,
    NoticeId,
    NoticeState,
    Phase,
    Result,
    Sealed,
    Shown,
    Toss,
)
from matches.ports import Store
from tests.data_store.conftest import Opener
from tests.data_store.making import ANN, BOB, CAT, HOME, NOON, challenge

STEPS = 150
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
            + [self._draft] * 2
            + [self._note, self._prefer]
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
        )

    async def _create(self) -> Doing:
        new, limit = self._challenge(), self._draw.randint(1, 4)
        return lambda store: store.create(new, open_limit=limit)

    async def _save(self) -> Doing:
        try:
            match = await self._twin.load(self._match_id())
        except MatchError:
            return lambda store: store.load(MatchId(999))
        after = self._changed(match)
        notify = self._draw.choices([ANN, BOB], k=self._draw.choice((0, 0, 1, 2)))
        rematch = self._draw.choice((None, None, None, self._challenge()))
        return lambda store: store.save(after, notify=notify, rematch=rematch)

    def _changed(self, match: Match) -> Match:
        draw, rival = self._draw, next(user for user in (ANN, BOB, CAT) if user != match.challenger)
        opponent = match.opponent or draw.choice((None, rival))
        sides = dict(
            zip(draw.sample(["green", "blue"], 2), filter(None, (match.challenger, opponent)), strict=False)
        )
        picks = {side: Sealed((draw.choice("abc"),)) for side in ("green", "blue") if draw.random() < 0.2}
        text = draw.choice(("d2d3", "a8=C"))
        entry = Entry(draw.choice(list(EntryKind)), text, "blue", draw.randrange(9), self._time())
        return replace(
            match,
            version=match.version + draw.choice((0, 1, 1, 1, 1, 2)),
            phase=draw.choice(list(Phase)),
            options={"board": draw.choice(("5x5", "7x7"))},
            opponent=opponent,
            changed_at=self._time(),
            deadline_at=draw.choice((None, self._time())),
            sides=draw.choice(({}, sides)),
            toss=draw.choice((None, Toss("heads", "tails"))),
            first=draw.choice((None, "green")),
            picks={**picks, **match.picks},
            entries=(*match.entries, *[entry] * draw.randrange(4)),
            result=draw.choice((None, Result(None, "agreed"), Result("blue", "eaten"))),
            takebacks=draw.random() < 0.5,  # which no change writes
        )

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
        notice_id, state = NoticeId(self._draw.randint(1, 9)), self._draw.choice(list(NoticeState))
        if self._draw.random() < 0.5:
            return lambda store: store.settle_notice(notice_id, state)
        return lambda store: store.save_draft(match_id, user, choices)

    async def _note(self) -> Doing:
        match_id, user = self._match_id(), self._draw.choice((ANN, BOB))
        noted = self._draw.choice(("", "again", "the crab"))
        return lambda store: store.save_note(match_id, user, noted)

    async def _prefer(self) -> Doing:
        user, key = self._draw.choice((ANN, BOB)), self._draw.choice(("theme", "reminders"))
        value = self._draw.choice(("", "on", "off"))
        return lambda store: store.prefer(user, key, value)

    async def _look(self) -> Doing:
        user, match_id, moment = self._draw.choice((ANN, BOB, CAT)), self._match_id(), self._time()
        limit = self._draw.randint(1, 6)
        looks: list[Doing] = [
            lambda store: store.load(match_id),
            lambda store: store.of_player(user),
            lambda store: store.latest_of_player(user, limit),
            lambda store: store.at_home(HOME, limit),
            lambda store: store.due(moment, limit),
            lambda store: store.unshown(moment, limit),
            lambda store: store.draft(match_id, user),
            lambda store: store.note(match_id, user),
            lambda store: store.notices(match_id),
            lambda store: store.preferences(user),
        ]
        return self._draw.choice(looks)


async def answer(store: Store, doing: Doing) -> object:
    """What the doing returns, or what it refuses."""
    try:
        return await doing(store)
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
    for user in (ANN, BOB, CAT):
        assert await store.preferences(user) == await twin.preferences(user), f"seed {seed}, user {user}"
