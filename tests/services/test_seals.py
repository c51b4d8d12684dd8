"""Seals: everybody sees them, only their makers can open them, and both are open once both picks are in."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import update

from data.schema import match as match_table
from matches import ChallengeTerms, CoinSide, Match, Opponent, UserId
from matches.audience import EVERYONE, draw_seen, salts_seen
from matches.lifecycle import seals
from matches.lifecycle.practice import at_the_start
from matches.model import Draw, SecretPick, Toss
from matches.players import Seat
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PICKS, PLACE, STRANGER, USUAL, Pick, Table
from tests.store import write

ROOT = Path(__file__).parents[2]
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
    assert line == seals.sealed_text(12, "green", seals.pick_text(("crab", "lobster")), salt)


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


async def test_an_export_has_the_salts_of_its_reader_alone_until_both_are_in(table: Table) -> None:
    """And for ever of a match that ends before; and no draw before the challenge is taken up."""

    async def told(user: UserId) -> str:
        return b"".join([piece async for piece in table.privacy.export(user)]).decode()

    match = await table.challenge()
    assert match.draw is not None
    for user in (CHALLENGER, OPPONENT):
        assert match.draw.salt not in await told(user) and match.draw.value not in await told(user)
    await table.accept()
    match = await table.pick(CHALLENGER)
    salt = str(match.picks["green"].salt)
    assert salt in await told(CHALLENGER) and salt not in await told(OPPONENT)
    await table.matches.play.resign(table.id, OPPONENT)
    assert salt in await told(CHALLENGER) and salt not in await told(OPPONENT)
    begun = await table.in_play()
    for user in (CHALLENGER, OPPONENT):
        found = await told(user)
        assert all(str(pick.salt) in found for pick in begun.picks.values())


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


# --- what is drawn with a challenge ---------------------------------------------------------------


WISHES = {
    "prawns": ({}, ("coin",)),
    "prudh": ({}, ("challenger", "first")),
    "prudh, with a side": ({"side": "dark"}, ("first",)),
    "prudh, with a starter": ({"starter": "opponent"}, ()),
    "pjawns": ({}, ("challenger",)),
    "cannons-and-crabs": ({}, ("challenger",)),
    "predation": ({}, ("challenger",)),
    "pjawns, with a side": ({"side": "white"}, ()),
}


async def drawn(table: Table, name: str) -> Match:
    """A challenge just made, with the wishes of that name."""
    wishes = ChallengeTerms(name.partition(",")[0], {}, **WISHES[name][0])  # type: ignore[arg-type]
    match = await table.matches.challenges.challenge(CHALLENGER, Opponent(OPPONENT), wishes, PLACE)
    table.id = match.id
    return match


@pytest.mark.parametrize("falls", ["heads", "tails"])
@pytest.mark.parametrize("name", WISHES)
async def test_what_chance_settles_is_drawn_with_the_challenge(
    table: Table, name: str, falls: CoinSide
) -> None:
    """However the coin would fall later, it has fallen."""
    table.falls = falls
    match = await drawn(table, name)
    assert draw_seen(match) is None and seals.opened_draw(match) is None
    assert (match.draw is None) == (WISHES[name][1] == ())
    assert (seals.of_draw(match) is None) == (match.draw is None)
    table.falls = "tails" if falls == "heads" else "heads"
    begun = await table.accept(call="heads")
    assert draw_seen(begun) == begun.draw == match.draw
    if match.draw is None:
        return
    assert tuple(part.partition("=")[0] for part in match.draw.value.split(",")) == WISHES[name][1]
    sides = match.game.sides
    of_fall = sides[0 if falls == "heads" else 1]
    if match.draw.coin:
        assert begun.toss == Toss("heads", falls)
    if match.draw.challenger:
        assert begun.side_of(CHALLENGER) == match.draw.challenger == of_fall
    if match.draw.first:
        assert begun.first == match.draw.first == of_fall
    line = f"tidepool seal 1 match {match.id} draw {match.draw.value} {match.draw.salt}"
    assert seals.opened_draw(begun) == line
    assert seals.of_draw(begun) == sha256(line.encode()).hexdigest()


@pytest.mark.parametrize("how", ["declined", "withdrawn", "expired"])
async def test_the_draw_of_a_challenge_that_nobody_takes_up_stays_closed(table: Table, how: str) -> None:
    match = await table.challenge()
    if how == "declined":
        match = await table.matches.challenges.decline(table.id, OPPONENT, 1)
    elif how == "withdrawn":
        match = await table.matches.challenges.withdraw(table.id, CHALLENGER, 1)
    else:
        await table.live(days=30)
        match = await table.match()
    assert match.phase.value == how
    assert match.draw is not None and draw_seen(match) is None and seals.opened_draw(match) is None


async def test_equal_draws_have_different_seals(table: Table) -> None:
    matches = [await table.challenge() for _ in range(4)]
    assert len({match.draw.value for match in matches if match.draw}) == 1
    assert len({seals.of_draw(match) for match in matches}) == 4


async def test_a_rematch_is_drawn_anew(table: Table) -> None:
    finished = await table.finished()
    after = await table.matches.challenges.rematch(table.id, OPPONENT)
    assert after.rematch is not None
    again = await table.matches.load(after.rematch)
    assert again.draw is not None and finished.draw is not None
    assert seals.of_draw(again) != seals.of_draw(finished) and again.draw.salt != finished.draw.salt


@pytest.mark.parametrize("game", ["prawns", "prudh", "pjawns"])
async def test_where_a_match_begins_at_once_nothing_is_sealed_before(table: Table, game: str) -> None:
    against = await table.matches.challenges.against_computer(CHALLENGER, 1, ChallengeTerms(game, {}), PLACE)
    alone = await table.matches.challenges.practise(CHALLENGER, at_the_start(game, {}), PLACE)
    assert against.draw is None and alone.draw is None


@pytest.mark.parametrize("name", ["prawns", "prudh", "prudh, with a side", "pjawns"])
async def test_a_challenge_taken_up_by_an_older_bot_is_drawn_again_and_its_seal_void(
    table: Table, name: str
) -> None:
    """Where that came out as it was sealed, nobody was wronged and the seal holds."""
    match = await drawn(table, name)
    draw = match.draw
    assert draw is not None
    begun = await table.accept()
    assert draw_seen(begun) == draw
    other = match.game.other
    if draw.coin:
        assert draw_seen(replace(begun, toss=Toss("heads", "tails"))) is None
    if draw.challenger:
        seats = tuple(Seat(other(seat.side), seat.player) for seat in begun.seats)
        assert draw_seen(replace(begun, seats=seats)) is None
    if draw.first:
        assert draw_seen(replace(begun, first=other(draw.first))) is None


async def test_a_challenge_of_before_is_drawn_as_it_is_taken_up(table: Table) -> None:
    match = await table.challenge(game="prudh")
    await write(table.store, update(match_table).values(draw=None, draw_salt=None))
    table.falls = "tails"
    begun = await table.accept()
    assert begun.draw is None and seals.of_draw(begun) is None
    assert (begun.first, begun.side_of(CHALLENGER)) == (match.game.sides[1],) * 2


async def test_a_side_that_is_handed_over_leaves_the_draw_as_it_was(table: Table) -> None:
    await table.challenge(game="prudh")
    begun = await table.accept()
    side = begun.side_of(CHALLENGER)
    assert side is not None
    after = await table.matches.admin.hand_over(table.id, STRANGER, GUILD, side, Opponent(STRANGER))
    assert draw_seen(after) == begun.draw is not None


@pytest.mark.parametrize(
    "text", ["", "coin", "coin=edge", "coin=heads,coin=tails", "first=light,challenger=dark", "x=y"]
)
def test_what_is_no_draw_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"draw|unpack|dictionary"):
        Draw.read(text, "0" * 64)


@pytest.mark.parametrize("length", [0, 1, 31])
async def test_a_salt_that_is_too_short_seals_nothing(table: Table, length: int) -> None:
    await table.in_setup()
    table.matches.picks._core.salt = lambda: bytes(length)
    async with table.refuses(ValueError):
        await table.pick(CHALLENGER)


async def test_no_salt_is_printed(table: Table) -> None:
    match = await table.in_play()
    assert match.draw is not None
    shown = (
        f"{match} {match!r} {match.picks!r} {list(match.picks.values())} {vars(table.services)} {match.draw}"
    )
    assert not [pick for pick in match.picks.values() if str(pick.salt) in shown]
    assert match.draw.salt not in shown and match.draw.value not in shown
