"""A match that Discord holds back holds up nothing else, and what failed is tried again later."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from discord.utils import sleep_until, utcnow

from cogs.delivery import background_publisher
from cogs.delivery.background_publisher import FIRST_WAIT, BackgroundPublisher
from cogs.kit.errors import NotShownError
from cogs.kit.turns import InFlight
from matches import ChallengeChannel, ChallengeTerms, MatchId, StoreUnavailableError, UserId
from matches.model import FIRST_PLACE, SECOND_PLACE
from tests.cogs.server import Server, text
from tests.data_store.making import NOON

ONE, TWO, THREE = map(MatchId, (1, 2, 3))


class Publishing:
    """Shows matches, but for those that are held back until they are let go, and those that fail."""

    def __init__(self) -> None:
        self.shown = Counter[MatchId]()
        self.held: dict[MatchId, asyncio.Event] = {}
        self.failing: dict[MatchId, Exception] = {}
        self.now = NOON
        self.in_flight = InFlight()
        given: Any = self
        self.showing = BackgroundPublisher(given, lambda: self.now, self.in_flight)

    async def publish(self, match_id: MatchId) -> None:
        if match_id in self.failing:
            raise self.failing[match_id]
        if match_id in self.held:
            await self.held[match_id].wait()
        self.shown[match_id] += 1

    async def publish_at(self, match_id: MatchId, _place: int) -> None:
        await self.publish(match_id)

    def hold(self, *matches: MatchId) -> None:
        self.held |= {match_id: asyncio.Event() for match_id in matches}

    async def let_go(self, match_id: MatchId) -> None:
        self.held.pop(match_id).set()
        await self.ended(match_id)

    async def ended(self, match_id: MatchId) -> None:
        """Return once it is no longer being shown."""
        await asyncio.wait({self.showing._under_way[match_id, FIRST_PLACE]})


async def test_nothing_waits_for_a_match_that_is_held_back() -> None:
    place = Publishing()
    place.hold(ONE)
    await place.showing.show(ONE, patience=0)
    assert place.showing.is_held_up([TWO, ONE]) and not place.showing.is_held_up([TWO])
    assert not place.showing.may_show((ONE, FIRST_PLACE)) and place.showing.left_alone == {(ONE, FIRST_PLACE)}
    assert place.in_flight.busy, "a bot that stops lets it end"
    await place.showing.show(TWO)
    await place.showing.show(ONE, patience=0)
    assert place.shown == {TWO: 1}
    await place.let_go(ONE)
    assert place.shown == {ONE: 1, TWO: 1}
    assert (
        place.showing.may_show((ONE, FIRST_PLACE))
        and not place.showing.left_alone
        and not place.in_flight.busy
    )


async def test_a_change_meanwhile_is_shown_after_it() -> None:
    place = Publishing()
    place.hold(ONE)
    await place.showing.show(ONE, patience=0)
    again = asyncio.create_task(place.showing.show(ONE))
    await asyncio.sleep(0)
    await place.let_go(ONE)
    await again
    assert place.shown == {ONE: 2}


async def test_once_one_is_held_back_the_others_are_on_their_way_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place, waited = Publishing(), []
    place.hold(ONE, TWO, THREE)
    wait = asyncio.wait

    async def noting(tasks: Any, **until: float) -> Any:
        waited.append(until["timeout"])
        return await wait(tasks, timeout=0)

    monkeypatch.setattr(background_publisher.asyncio, "wait", noting)
    await place.showing.show_all([ONE, TWO, THREE])
    monkeypatch.undo()
    assert waited == [background_publisher.PATIENCE, 0, 0]
    for one in (ONE, TWO, THREE):
        await place.let_go(one)
    assert place.shown == {ONE: 1, TWO: 1, THREE: 1}


async def test_what_failed_is_left_alone_until_its_next_try(caplog: pytest.LogCaptureFixture) -> None:
    place = Publishing()
    not_shown: Any = NotShownError.__new__(NotShownError)
    place.failing = {ONE: not_shown, TWO: ValueError("unforeseen"), THREE: StoreUnavailableError("locked")}
    await place.showing.show_all([ONE, TWO, THREE])
    assert [place.showing.may_show((one, FIRST_PLACE)) for one in (ONE, TWO, THREE)] == [False, False, True]
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    place.now += FIRST_WAIT
    assert place.showing.may_show((ONE, FIRST_PLACE))
    await place.showing.show(ONE)
    place.now += FIRST_WAIT
    assert not place.showing.may_show((ONE, FIRST_PLACE)), "the second wait is longer"
    place.failing.clear()
    place.now += timedelta(hours=1)
    await place.showing.show(ONE)
    assert place.shown == {ONE: 1} and place.showing.left_alone == {(TWO, FIRST_PLACE)}


async def test_each_place_of_a_match_is_tried_by_itself(caplog: pytest.LogCaptureFixture) -> None:
    place = Publishing()
    second = SECOND_PLACE
    place.failing = {ONE: ValueError("unforeseen")}
    await place.showing.show_at((ONE, second))
    assert place.showing.may_show((ONE, FIRST_PLACE)) and not place.showing.may_show((ONE, second))
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    place.failing.clear()
    await place.showing.show_at((ONE, FIRST_PLACE))
    assert place.shown == {ONE: 1} and place.showing.left_alone == {(ONE, second)}


async def test_a_bot_that_ends_shows_no_more() -> None:
    place = Publishing()
    place.hold(ONE)
    await place.showing.show(ONE, patience=0)
    place.showing.close()
    await place.ended(ONE)
    assert not place.shown


async def test_the_sweep_goes_on_while_discord_holds_back_a_match(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = server.bot.app
    await server.start()
    publish = app.publisher.publish_at

    async def slowly(match_id: MatchId, place: int) -> None:
        if match_id == ONE:
            await sleep_until(utcnow() + timedelta(minutes=4))
        await publish(match_id, place)

    monkeypatch.setattr(app.publisher, "publish_at", slowly)
    await app.matches.play.turn(ONE, UserId(server.challenger.id), "d1-d3")
    await server.env.advance_time(90)
    one = await app.matches.load(ONE)
    assert one.shown.version < one.version
    place = ChallengeChannel(one.guild_id, one.channel_id)
    await app.matches.challenges.challenge(one.users[0], None, ChallengeTerms("prawns", {}), place)
    await server.env.advance_time(90)
    assert "challenges anyone to" in text(server.invitation)
    await server.env.advance_time(120)
    assert "krill d1 to d3" in text(server.card)
