"""Who plays what, and who starts: chosen in the challenge or drawn, and the other way round in a rematch."""

from __future__ import annotations

import pytest

from engines import GAMES, OptionError
from engines.games.prawns import Prawns
from matches import ChallengeTerms, CoinSide, Match, MatchTerms, UserId
from matches.lifecycle.challenge import Starter
from tests.matches.table import CHALLENGER, OPPONENT, PLACE, THE_OPPONENT, Table
from tests.people import sides_of


class FirstNamed(Prawns):
    """Prawns in which green always starts, and sides are drawn or chosen."""

    key = "first-named"
    secret_setup = None  # type: ignore[assignment]
    starter = "first-named"  # type: ignore[assignment]
    challenger_side = None  # type: ignore[assignment]


class Drawn(FirstNamed):
    """The same, but who starts is drawn or chosen too."""

    key = "drawn"
    starter = "drawn"  # type: ignore[assignment]


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two games under their keys, wherever games are looked up."""
    found = {**GAMES, "first-named": FirstNamed(), "drawn": Drawn()}
    for place in ("matches.model.GAMES", "matches.lifecycle.challenge.GAMES", "engines.record.GAMES"):
        monkeypatch.setattr(place, found)


async def challenged(
    table: Table, game: str, side: str | None = None, starter: Starter | None = None
) -> Match:
    match = await table.matches.challenges.challenge(
        CHALLENGER, THE_OPPONENT, ChallengeTerms(game, {}, side, starter), PLACE
    )
    table.id = match.id
    return match


async def accepted(table: Table, game: str, side: str | None = None, starter: Starter | None = None) -> Match:
    await challenged(table, game, side, starter)
    return await table.accept()


def seats(match: Match) -> tuple[UserId, UserId, str | None]:
    """Who plays green, who plays blue, which side starts."""
    return sides_of(match)["green"], sides_of(match)["blue"], match.first


@pytest.mark.parametrize("game", ["first-named", "drawn"])
@pytest.mark.parametrize("falls", ["heads", "tails"])
async def test_a_side_that_was_chosen_is_not_drawn(table: Table, game: str, falls: CoinSide) -> None:
    table.falls = falls
    match = await accepted(table, game, "blue")
    assert seats(match)[:2] == (OPPONENT, CHALLENGER)


async def test_a_challenge_knows_the_chosen_side_and_has_no_seats_yet(table: Table) -> None:
    match = await challenged(table, "first-named", "blue")
    assert dict(sides_of(match)) == {"blue": CHALLENGER}
    assert not match.seated
    assert (await table.accept()).seated


@pytest.mark.parametrize(("falls", "side"), [("heads", "green"), ("tails", "blue")])
async def test_who_starts_is_drawn(table: Table, falls: CoinSide, side: str) -> None:
    table.falls = falls
    match = await accepted(table, "drawn", "green")
    assert match.first == side
    assert await table.awaited() == (sides_of(match)[side],)


@pytest.mark.parametrize("side", ["green", "blue", None])
@pytest.mark.parametrize(("starter", "who"), [("challenger", CHALLENGER), ("opponent", OPPONENT)])
async def test_who_starts_is_chosen(table: Table, starter: Starter, who: UserId, side: str | None) -> None:
    await accepted(table, "drawn", side, starter)
    assert await table.awaited() == (who,)


@pytest.mark.parametrize(
    ("game", "side", "starter"),
    [("prawns", "green", None), ("first-named", "red", None), ("first-named", None, "challenger")],
)
async def test_wishes_that_a_game_does_not_know(
    table: Table, game: str, side: str | None, starter: Starter | None
) -> None:
    async with table.refuses(OptionError):
        await challenged(table, game, side, starter)


@pytest.mark.parametrize("by", [CHALLENGER, OPPONENT])
async def test_players_change_sides_in_a_rematch(table: Table, by: UserId) -> None:
    first = await accepted(table, "first-named", "green")
    again = await table.rematch(by)
    assert seats(first) == (CHALLENGER, OPPONENT, "green")
    assert seats(again) == (OPPONENT, CHALLENGER, "green")


@pytest.mark.parametrize("by", [CHALLENGER, OPPONENT])
async def test_where_the_starter_is_drawn_players_keep_their_colours_and_the_other_starts(
    table: Table, by: UserId
) -> None:
    first = await accepted(table, "drawn", "green", "challenger")
    again = await table.rematch(by)
    assert seats(first) == (CHALLENGER, OPPONENT, "green")
    assert seats(again) == (CHALLENGER, OPPONENT, "blue")
    assert seats(await table.rematch(by)) == (CHALLENGER, OPPONENT, "green")


@pytest.mark.parametrize("game", ["prawns", "first-named", "drawn"])
@pytest.mark.parametrize("takebacks", [True, False])
async def test_a_rematch_keeps_whether_take_backs_are_allowed(
    table: Table, game: str, takebacks: bool
) -> None:
    wishes = ChallengeTerms(game, {}, terms=MatchTerms(takebacks=takebacks))
    table.id = (await table.matches.challenges.challenge(CHALLENGER, THE_OPPONENT, wishes, PLACE)).id
    await table.accept()
    assert (await table.rematch(OPPONENT)).terms.takebacks is takebacks
