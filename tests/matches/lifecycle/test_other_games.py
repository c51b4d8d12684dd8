"""The life of a match under rules that Prawns does not have: no toss, no picks, sides that are drawn."""

from __future__ import annotations

import pytest

from data import stores
from engines import GAMES
from engines.games.prawns import Prawns
from matches import ChallengeTerms, CoinSide, Phase
from matches.audience import EVERYONE, picks_seen
from matches.errors import WrongPhaseError
from services import Matches
from tests.matches.table import CHALLENGER, OPPONENT, PLACE, THE_OPPONENT, Table
from tests.people import sides_of


class Plain(Prawns):
    """Prawns with nothing to settle before the first move."""

    key = "plain"
    secret_setup = None  # type: ignore[assignment]
    starter = "first-named"  # type: ignore[assignment]
    challenger_side = None  # type: ignore[assignment]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game under its key, wherever games are looked up."""
    games = {**GAMES, "plain": Plain()}
    for place in ("matches.model.GAMES", "matches.lifecycle.challenge.GAMES", "engines.record.GAMES"):
        monkeypatch.setattr(place, games)


async def accepted(table: Table, *, falls: CoinSide) -> Matches:
    table.falls = falls
    match = await table.matches.challenges.challenge(
        CHALLENGER, THE_OPPONENT, ChallengeTerms("plain", {}), PLACE
    )
    table.id = match.id
    await table.accept(blind=True)
    return table.matches


async def test_without_picks_a_match_begins_when_it_is_accepted(table: Table) -> None:
    await accepted(table, falls="heads")
    match = await table.match()
    assert (match.version, match.phase, match.toss) == (2, Phase.PLAYING, None)
    assert match.started
    assert not match.blind
    assert picks_seen(match, EVERYONE) == {}
    assert await table.store.read(stores.notices.notices_of, match.id) == ()


@pytest.mark.parametrize(("falls", "green"), [("heads", CHALLENGER), ("tails", OPPONENT)])
async def test_sides_that_no_rule_gives_are_drawn_and_the_first_side_begins(
    table: Table, falls: CoinSide, green: int
) -> None:
    await accepted(table, falls=falls)
    match = await table.match()
    assert sides_of(match)["green"] == green
    assert set(sides_of(match).values()) == {CHALLENGER, OPPONENT}
    assert match.first == "green"
    assert await table.awaited() == (green,)


async def test_it_is_played_and_replayed_like_any_other(table: Table) -> None:
    await accepted(table, falls="heads")
    match = await table.play("d1d2", "d8d7")
    assert table.another_service().matches.history(match) == await table.history()


async def test_there_is_nothing_to_pick(table: Table) -> None:
    matches = await accepted(table, falls="heads")
    async with table.refuses(WrongPhaseError):
        await matches.picks.pick(table.id, CHALLENGER, ("crab", "crab"))
    async with table.refuses(WrongPhaseError):
        await matches.picks.draft(table.id, CHALLENGER)


async def test_a_resignation_before_the_first_move_is_one_in_play(table: Table) -> None:
    matches = await accepted(table, falls="heads")
    match = await matches.play.resign(table.id, CHALLENGER)
    assert match.started
    assert (await table.history()).played == ()
