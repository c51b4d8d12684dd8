"""What depends on who a player is: who is named how, pinged, told, and whose matches are rated."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.text.en.phrases import A_PLAYER_WHO_LEFT, mention
from matches import Opponent
from matches.errors import NoSuchIdError
from matches.model import Match, Phase, RatedStatus, UserId
from matches.players import Computer, Erased, Human, Player, Seat, users_of
from matches.written import number_of, player_of
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, STRANGER, Table

COMPUTER, ERASED = Computer(3), Erased(7)


def against(match: Match, player: Player) -> Match:
    """The match with ``player`` in the opponent's place."""
    seats = tuple(
        seat if seat.player == match.challenger else Seat(seat.side, player) for seat in match.seats
    )
    return replace(match, opponent=player, seats=seats)


@pytest.mark.parametrize("number", [-(2**62), -1, 1, 5, 6, 2**63 - 1])
def test_every_number_is_a_player_and_back(number: int) -> None:
    assert number_of(player_of(number)) == number


def test_numbers_say_who_somebody_is() -> None:
    found = [player_of(number) for number in (-7, 1, 5, 6)]
    assert found == [Erased(7), Computer(1), Computer(5), Human(UserId(6))]
    assert player_of(-7) != player_of(-8)


NOBODYS = [-(2**62), -5, 0, 1, 5, 9, 2**63, 10**30]
"""Numbers of nobody on Discord: of the computer, of people who are erased, and larger than any id."""


@pytest.mark.parametrize("number", NOBODYS)
def test_no_number_of_another_is_written_for_somebody_on_discord(number: int) -> None:
    with pytest.raises(NoSuchIdError):
        number_of(Human(UserId(number)))
    with pytest.raises(NoSuchIdError):
        Opponent(UserId(number))


@pytest.mark.parametrize("number", NOBODYS)
async def test_who_is_nobody_on_discord_comes_into_no_match(table: Table, number: int) -> None:
    nobody = UserId(number)
    async with table.refuses(NoSuchIdError):
        await table.challenge(by=nobody)
    await table.challenge(None)
    async with table.refuses(NoSuchIdError):
        await table.accept(by=nobody)
    await table.begun(1)
    async with table.refuses(NoSuchIdError):
        await table.matches.admin.hand_over(table.id, STRANGER, GUILD, "white", Opponent(nobody))


def test_each_is_named_in_its_own_way() -> None:
    found = [mention(player) for player in (Human(OPPONENT), OPPONENT, COMPUTER, ERASED)]
    assert found == [f"<@{OPPONENT}>", f"<@{OPPONENT}>", "the computer (level 3)", A_PLAYER_WHO_LEFT]


def test_discord_knows_people_only() -> None:
    assert users_of([COMPUTER, Human(OPPONENT), ERASED, Human(CHALLENGER)]) == (OPPONENT, CHALLENGER)


@pytest.mark.parametrize("player", [COMPUTER, ERASED])
async def test_who_is_not_on_discord_is_awaited_and_never_pinged(table: Table, player: Player) -> None:
    match = await table.begun(1)
    assert table.matches.addressed(match) == (OPPONENT,)
    match = against(match, player)
    assert table.matches.to_act(match) == (player,)
    assert table.matches.addressed(match) == ()
    assert not table.matches.waits_for(match, OPPONENT)
    assert match.users == (CHALLENGER,)
    assert match.rival_of(CHALLENGER) == player
    assert match.side_of(OPPONENT) is None


async def test_a_match_against_the_computer_is_never_rated(table: Table) -> None:
    match = replace(await table.begun(1), stakes=RatedStatus.RATED)
    found = [against(match, player).rated for player in (Human(OPPONENT), ERASED, COMPUTER)]
    assert found == [True, True, False]


async def test_nobody_plays_a_side_before_the_challenge_is_taken_up(table: Table) -> None:
    match = await table.challenge()
    assert match.phase is Phase.CHALLENGED
    assert not match.has_side("green")
    with pytest.raises(KeyError):
        match.player_of("green")
