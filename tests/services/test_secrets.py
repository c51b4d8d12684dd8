"""Nobody learns a blind pick before both are in: not an audience, not a board, not the log."""

from __future__ import annotations

import logging
import random
import traceback
from typing import Any

import pytest

from data import stores
from matches import ChallengeTerms, Match, Phase, UserId
from matches.audience import EVERYONE, picks_seen
from matches.errors import MatchError, PickError, WrongPhaseError
from tests.matches.table import CHALLENGER, OPPONENT, PICKS, PLACE, SPECIES, STRANGER, USUAL, Pick, Table
from tests.people import names

AUDIENCES = (EVERYONE, CHALLENGER, OPPONENT, STRANGER)
NINE_PAIRS = pytest.mark.parametrize(
    "pairs", [[(pick, PICKS[at - apart]) for at, pick in enumerate(PICKS)] for apart in range(len(PICKS))]
)
"""All 81 pairs, nine at a time: in each nine, either side makes each pick once."""


def views(match: Match) -> list[dict[str, Pick]]:
    """What everyone, the challenger (green), the opponent (blue) and a stranger may know."""
    return [dict(picks_seen(match, audience)) for audience in AUDIENCES]  # type: ignore[arg-type]


@pytest.mark.gate(draw=1)
@NINE_PAIRS
async def test_blind_picks_are_seen_by_their_own_player_only_until_both_are_in(
    pairs: list[tuple[Pick, Pick]],
) -> None:
    for green, blue in pairs:
        table = Table()
        assert views(await table.challenge()) == [{}, {}, {}, {}]
        assert views(await table.accept()) == [{}, {}, {}, {}]
        assert views(await table.pick(CHALLENGER, green)) == [{}, {"green": green}, {}, {}]
        assert views(await table.pick(OPPONENT, blue)) == [{"green": green, "blue": blue}] * 4


@pytest.mark.gate(draw=1)
@NINE_PAIRS
async def test_blind_picks_the_other_way_round(pairs: list[tuple[Pick, Pick]]) -> None:
    for green, blue in pairs:
        table = Table()
        await table.in_setup()
        assert views(await table.pick(OPPONENT, blue)) == [{}, {}, {"blue": blue}, {}]
        assert views(await table.pick(CHALLENGER, green)) == [{"green": green, "blue": blue}] * 4


async def test_picks_in_the_open_are_seen_as_they_are_made(table: Table) -> None:
    await table.in_setup(blind_start="off")
    assert views(await table.pick(CHALLENGER)) == [{"green": USUAL}] * 4
    assert views(await table.pick(OPPONENT)) == [{"green": USUAL, "blue": USUAL}] * 4


async def test_blind_picks_that_were_asked_for_are_as_secret(table: Table) -> None:
    await table.challenge(blind_start="off")
    await table.accept(blind=True)
    assert views(await table.pick(CHALLENGER)) == [{}, {"green": USUAL}, {}, {}]


@pytest.mark.parametrize("resigns", [CHALLENGER, OPPONENT])
async def test_resigning_before_the_reveal_never_reveals(resigns: UserId) -> None:
    for pick in PICKS:
        table = Table()
        await table.in_setup()
        await table.pick(OPPONENT, pick)
        hidden = [{}, {}, {"blue": pick}, {}]
        assert views(await table.matches.play.resign(table.id, resigns)) == hidden
        finished = await table.matches.challenges.rematch(table.id, CHALLENGER)
        assert views(finished) == hidden
        assert finished.rematch is not None
        assert views(await table.matches.load(finished.rematch)) == [{}] * 4


async def test_resigning_after_the_reveal_hides_nothing_again(table: Table) -> None:
    await table.in_play()
    assert views(await table.matches.play.resign(table.id, OPPONENT)) == [{"green": USUAL, "blue": USUAL}] * 4


async def test_there_is_no_board_before_the_reveal_to_read_a_pick_from(table: Table) -> None:
    stages = [
        await table.challenge(),
        await table.accept(),
        await table.pick(CHALLENGER, ("shrimp", "shrimp")),
    ]
    stages.append(await table.matches.play.resign(table.id, OPPONENT))
    for match in stages:
        async with table.refuses(WrongPhaseError):
            table.matches.history(match)
        assert not match.started


async def test_asking_for_a_board_too_early_does_not_spoil_the_later_one(table: Table) -> None:
    await table.in_setup(board="5x5")
    early = await table.pick(CHALLENGER, ("shrimp", "shrimp"))
    async with table.refuses(WrongPhaseError):
        table.matches.history(early)
    await table.pick(OPPONENT, ("lobster", "lobster"))
    assert (await table.board()).split()[0] == "fffff/l3l/5/S3S/FFFFF"


async def test_no_pick_is_ever_logged_or_printed(caplog: pytest.LogCaptureFixture) -> None:
    """Over whole matches, with what goes wrong on the way, at the finest level of the log."""
    caplog.set_level(logging.DEBUG)
    printed: list[str] = []

    def show(*things: object) -> None:
        printed.extend(f"{thing!r} {thing}" for thing in things)

    for early, late in ((CHALLENGER, OPPONENT), (OPPONENT, CHALLENGER)):
        table = Table()
        show(await table.in_setup())
        for slot, choice in enumerate(("shrimp", "crab")):
            match, _ = await table.matches.picks.choose(table.id, early, slot, choice)
            show(match)
        wrong: tuple[tuple[str | None, ...], ...] = (("lobster",), ("crab", None), ("crab", "crabby"))
        for choices in wrong:
            async with table.refuses(PickError) as refusal:
                await table.pick(early, choices)
            show(refusal.value, refusal.value.args, refusal.value.match)
        async with table.refuses(PickError):
            await table.matches.picks.choose(table.id, early, 0, "lobsterish")
        match = await table.matches.picks.pick(table.id, early)
        show(
            match,
            match.picks,
            *match.picks.values(),
            *await table.store.read(stores.notices.notices_of, match.id),
        )
        async with table.refuses(PickError) as refusal:
            await table.pick(early, ("lobster", "lobster"))
        show(refusal.value)
        match = await table.pick(late, ("lobster", "shrimp"))
        show(match, match.picks, vars(table.services))
        assert match.phase is Phase.PLAYING
        await table.play("d8d7", "d1d2")
        show(await table.matches.play.resign(table.id, early))
        show(await table.matches.challenges.rematch(table.id, late), await table.stored())
    logged = [record.getMessage() for record in caplog.records]
    assert len([line for line in logged if "picked" in line]) == 4
    for text in (*logged, *map(str, (record.args for record in caplog.records)), *printed):
        assert not [word for word in SPECIES if word in text.casefold()], text


# --- against the computer -------------------------------------------------------------------------


class Drawing(random.Random):
    """Chance that draws what it is told to."""

    def __init__(self, pick: Pick) -> None:
        super().__init__(0)
        self.left = list(pick)

    def choice(self, seq: Any) -> Any:
        drawn = self.left.pop(0)
        assert drawn in seq
        return drawn


async def against_computer(table: Table, pick: Pick) -> Match:
    """A match of Prawns in which the computer picks this."""
    table.matches.challenges._core.chance = Drawing(pick)
    wishes = ChallengeTerms("prawns", {"blind_start": "on"})
    match = await table.matches.challenges.against_computer(CHALLENGER, 1, wishes, PLACE)
    table.id = match.id
    return match


async def jobs(table: Table) -> list[str]:
    """All that the computer is told of now, as it would be asked."""
    found = []
    for chore in await table.services.computers.claim(9):
        turn = await table.services.computers.turn_of(chore)
        found.append(repr(turn))
    return found


async def test_the_computers_pick_is_seen_by_nobody_until_the_other_is_in(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    for number, (own, picked) in enumerate(zip(PICKS, reversed(PICKS), strict=True)):
        table = Table()
        match = await against_computer(table, picked)
        assert match.computer is not None
        assert match.picks, "it has picked"
        assert views(match) == [{}] * 4
        choosing, _ = await table.matches.picks.choose(table.id, CHALLENGER, 0, own[0])
        assert views(choosing) == [{}] * 4
        notices = await table.store.read(stores.notices.notices_of, match.id)
        shown = f"{match!r} {choosing!r} {vars(table.services)!r} {notices}"
        assert not [word for word in SPECIES if word in shown.casefold()]
        assert await jobs(table) == [], "it has nothing to think about"
        assert not table.services.computers.is_to_think(choosing)
        async with table.refuses(WrongPhaseError):
            await table.services.computers.hint(await table.match(), CHALLENGER)
        revealed = await table.pick(CHALLENGER, own)
        assert [sorted(seen.values()) for seen in views(revealed)] == [sorted([own, picked])] * 4, number
        if not table.services.computers.is_to_think(revealed):
            await table.play(str(table.matches.history(revealed).position.legal_actions()[0]))
        asked = await jobs(table)
        assert len(asked) == 1
        assert not [word for word in SPECIES if word in asked[0].casefold()]
        assert not names(CHALLENGER, asked[0])
    logged = [record.getMessage() for record in caplog.records]
    assert not [line for line in logged for word in SPECIES if word in line.casefold()]


async def test_resigning_keeps_the_computers_pick(table: Table) -> None:
    await against_computer(table, ("lobster", "shrimp"))
    assert views(await table.matches.play.resign(table.id, CHALLENGER)) == [{}] * 4


async def test_a_traceback_of_a_refused_pick_does_not_spell_it_out(table: Table) -> None:
    await table.in_setup()
    try:
        await table.pick(OPPONENT, tuple(reversed(("lob" + "sters", "cra" + "bs"))))
    except MatchError as error:
        message = "".join(traceback.format_exception_only(error))
        assert "lobster" not in message
        assert "crab" not in message
    else:
        pytest.fail("there is no such pick")
