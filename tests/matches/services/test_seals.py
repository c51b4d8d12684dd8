"""Seals: everybody sees them, only their makers can open them, and both are open once both picks are in."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from matches import ChallengeTerms, Match
from matches.audience import EVERYONE, salts_seen
from matches.lifecycle import seals
from matches.model import SecretPick
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PICKS, PLACE, STRANGER, USUAL, Pick, Table

ROOT = Path(__file__).parents[3]
AUDIENCES = (EVERYONE, CHALLENGER, OPPONENT, STRANGER)


def openings(match: Match) -> list[list[str]]:
    """The sides whose seals everyone, the challenger (green), the opponent (blue) and a stranger can open."""
    found = [sorted(salts_seen(match, audience)) for audience in AUDIENCES]
    assert found == [sorted(seals.opened_picks(match, audience)) for audience in AUDIENCES]
    return found


@pytest.mark.parametrize("pick", PICKS)
async def test_a_seal_is_the_sum_of_the_line_that_opens_it(table: Table, pick: Pick) -> None:
    match = await table.in_play(green=pick)
    salt = match.picks["green"].salt
    assert salt is not None and len(bytes.fromhex(salt)) == seals.SALT_BYTES
    line = f"tidepool seal 1 match {match.id} green {pick[0]},{pick[1]} {salt}"
    assert seals.opened_picks(match)["green"] == line
    assert seals.of_picks(match)["green"] == sha256(line.encode()).hexdigest()


def test_the_line_of_the_docs_has_the_sum_of_the_docs() -> None:
    told = (ROOT / "docs" / "records.md").read_text()
    (line,) = re.findall(r"^printf '%s' '(.*)' \| sha256sum$", told, re.MULTILINE)
    assert f"says `{seals.seal(line)}`" in told
    salt = bytes(range(seals.SALT_BYTES)).hex()
    assert line == seals.line(12, "green", seals.pick_text(("crab", "lobster")), salt)


async def test_equal_picks_have_different_seals(table: Table) -> None:
    """On both sides, and in one match after the other: the salt is drawn for each."""
    found, salts = set(), set()
    for _ in range(5):
        match = await table.in_play(green=USUAL, blue=USUAL)
        found |= set(seals.of_picks(match).values())
        salts |= {pick.salt for pick in match.picks.values()}
    assert len(found) == len(salts) == 10


@pytest.mark.parametrize(("first", "side"), [(CHALLENGER, "green"), (OPPONENT, "blue")])
async def test_until_both_are_in_a_seal_is_opened_by_its_maker_alone(
    table: Table, first: int, side: str
) -> None:
    assert openings(await table.in_setup()) == [[], [], [], []]
    match = await table.pick(CHALLENGER if first == CHALLENGER else OPPONENT)
    assert set(seals.of_picks(match)) == {side}
    assert openings(match) == [[], *([side] if user == first else [] for user in AUDIENCES[1:])]
    match = await table.pick(OPPONENT if first == CHALLENGER else CHALLENGER)
    assert openings(match) == [["blue", "green"]] * 4


@pytest.mark.parametrize("how", ["resigned", "aborted", "expired"])
async def test_a_seal_of_a_match_that_ends_before_stays_closed(table: Table, how: str) -> None:
    await table.in_setup()
    match = await table.pick(CHALLENGER)
    assert not seals.void(match)
    if how == "resigned":
        match = await table.matches.play.resign(table.id, OPPONENT)
    elif how == "aborted":
        match = await table.matches.admin.abort(table.id, STRANGER, GUILD)
    else:
        await table.live(days=30)
        match = await table.match()
    assert seals.void(match)
    assert set(seals.of_picks(match)) == {"green"}
    assert openings(match) == [[], ["green"], [], []], "as they were told when they confirmed"


async def test_picks_in_the_open_have_no_seal(table: Table) -> None:
    await table.in_setup(blind_start="off")
    match = await table.pick(CHALLENGER)
    assert not seals.of_picks(match)
    match = await table.pick(OPPONENT)
    assert openings(match) == [[], [], [], []]
    assert not seals.of_picks(match)


async def test_a_pick_of_before_has_no_seal_and_the_match_goes_on(table: Table) -> None:
    """One that was stored before there were seals, or by an older bot beside."""
    await table.in_setup()
    match = await table.pick(CHALLENGER)
    old = replace(match, picks={"green": SecretPick(USUAL, by=match.challenger)})
    assert openings(old) == [[], [], [], []]
    playing = await table.pick(OPPONENT)
    mixed = replace(playing, picks={**playing.picks, **old.picks})
    assert set(seals.of_picks(mixed)) == {"blue"}
    assert openings(mixed) == [["blue"]] * 4


async def test_the_computer_has_sealed_its_pick_before_its_player_can_pick(table: Table) -> None:
    wishes = ChallengeTerms("prawns", {"blind_start": "on"})
    begun = await table.matches.challenges.against_computer(CHALLENGER, 1, wishes, PLACE)
    table.id = begun.id
    (before,) = seals.of_picks(begun).items()
    assert openings(begun) == [[], [], [], []]
    after = await table.pick(CHALLENGER)
    assert before in seals.of_picks(after).items()
    assert openings(after) == [["blue", "green"]] * 4


@pytest.mark.parametrize("length", [0, 1, 31])
async def test_a_salt_that_is_too_short_seals_nothing(table: Table, length: int) -> None:
    await table.in_setup()
    table.matches.picks._core.salt = lambda: bytes(length)
    async with table.refuses(ValueError):
        await table.pick(CHALLENGER)


async def test_no_salt_is_printed(table: Table) -> None:
    match = await table.in_play()
    shown = f"{match} {match!r} {match.picks!r} {list(match.picks.values())} {vars(table.services)}"
    assert not [pick for pick in match.picks.values() if str(pick.salt) in shown]
