"""One card a stage: what a stage is called, so that no name comes back."""

from __future__ import annotations

import pytest

from matches import MatchId, UserId
from matches.model import OfferKind
from tests.cogs.server import Server


@pytest.fixture
async def stages(server: Server) -> list[str]:
    """The stages of a match of Predation, one a change: turns of several actions, asking, taking back."""
    await server.begin("predation")
    matches, seen = server.bot.app.matches, []
    predator, prey = UserId(server.challenger.id), UserId(server.opponent.id)
    one = MatchId(1)

    async def note() -> None:
        seen.append(matches.stage(await server.match()))

    await note()
    for user, text in ((predator, "g13-d8"), (predator, "end")):
        await matches.play.turn(one, user, text)
        await note()
    await matches.play.offer(one, predator, OfferKind.TAKE_BACK)
    await note()
    await matches.play.answer(one, prey, agree=False)
    await note()
    for user, text in ((prey, "b1-c3"), (prey, "end"), (predator, "end")):
        await matches.play.turn(one, user, text)
        await note()
    await matches.play.offer(one, predator, OfferKind.TAKE_BACK)
    await note()
    await matches.play.answer(one, prey, agree=True)
    await note()
    await matches.play.turn(one, predator, "end")
    await note()
    return seen


async def test_a_turn_keeps_its_card_and_an_offer_has_one_of_its_own(stages: list[str]) -> None:
    turns = ["turn:0"] * 2 + ["turn:2"] + ["turn:2e3"] * 3 + ["turn:4e3", "turn:5e3", "turn:5e8"]
    assert stages == [*turns, "turn:4e9", "turn:5e9"]


async def test_no_name_of_a_stage_comes_back(stages: list[str]) -> None:
    changes = [stage for before, stage in zip(["", *stages], stages, strict=False) if stage != before]
    assert len(changes) == len(set(changes))
    assert all(len(f"1234567.{stage}+1") <= 25 for stage in changes), "Discord's limit for a nonce"
