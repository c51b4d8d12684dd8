"""Fair play: no help with a position that stands in a running match of two people, in any image of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from sqlalchemy import update

from data import schema, stores
from engines import GAMES, Position
from engines.record import History
from matches import ChallengeTerms, Match, MatchId, Opponent, Phase, UserId
from matches.errors import HelpKind, NoHelpError
from matches.lifecycle import practice
from matches.lifecycle.history import after_opening, turns_made
from matches.lifecycle.practice import Beginning
from matches.model import OfferKind
from services.fair_play import HELD
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table
from tests.services.thinking import PLACE, due
from tests.store import write

ADMIN = UserId(1999)
ALL = sorted(GAMES)
IMAGES = [(key, number) for key in ALL for number in range(len(GAMES[key].start().images()))]


async def between_people(table: Table, game: str) -> Match:
    """A match of the challenger and the opponent in which nobody has moved."""
    match = await (table.in_play() if GAMES[game].secret_setup else table.begun(game=game))
    table.id = match.id
    return match


def line_from(history: History, seed: int = 1) -> History:
    """Some short turns, until the opening is over and a turn has just ended."""
    chance = random.Random(seed)
    while len(after_opening(history)) < 2 or not _turn_ended(history):
        actions = history.position.legal_actions()
        ends = [action for action in actions if str(action) == "end"]
        begun = history.played and not _turn_ended(history)
        moves = [action for action in actions if str(action) != "end"]
        history = history.then(str(chance.choice(ends if begun and ends else moves)))
    assert history.position.to_act is not None
    return history


def _turn_ended(history: History) -> bool:
    last = history.played[-1]
    return last.after.turn_of != last.before.turn_of and last.after.to_act != last.side


async def play(table: Table, match: Match, actions: Sequence[object]) -> Match:
    """The actions, each by the person who is to act."""
    for action in actions:
        side = table.matches.history(match).position.to_act
        user = CHALLENGER if match.both_sides or match.side_of(CHALLENGER) == side else OPPONENT
        match = await table.matches.play.turn(match.id, user, str(action))
    return match


def at(match: Match, position: Position) -> Beginning:
    """The beginning of practice from a position, of a match's game."""
    text, options = position.to_text(), dict(match.options)
    if match.game_key == "cannons-and-crabs":  # counters tell nothing, and those of an image may not be right
        text = f"{text.rsplit(' ', 2)[0]} 0 9"
    return Beginning(match.game_key, match.rules_version, options, text, position.to_act)


async def from_position(table: Table, match: Match, position: Position, level: int | None = None) -> Match:
    return await table.matches.challenges.practise(CHALLENGER, at(match, position), PLACE, level=level)


async def hint(table: Table, match: Match) -> object:
    return await table.services.computers.hint(
        await table.store.read(stores.matches.load, match.id), CHALLENGER
    )


@contextmanager
def refused(match: Match, kind: HelpKind) -> Iterator[None]:
    """What is refused since the position stands in ``match``."""
    with pytest.raises(NoHelpError) as refusal:
        yield
    assert (refusal.value.match_id, refusal.value.kind) == (match.id, kind)


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize(("game", "image"), IMAGES)
async def test_no_hint_and_no_practice_in_any_image_of_the_position(
    table: Table, game: str, image: int
) -> None:
    match = await between_people(table, game)
    line = line_from(table.matches.history(match))
    wanted = line.position.images()[image]
    practised = await from_position(table, match, wanted)
    assert await hint(table, practised)
    match = await play(table, match, line.played)
    with refused(match, HelpKind.HINT):
        await hint(table, practised)
    for level in (None, 3):
        with refused(match, HelpKind.PRACTICE):
            await from_position(table, match, wanted, level)
    on = table.matches.history(practised).position.legal_actions()[0]
    practised = await play(table, practised, [on])
    with refused(match, HelpKind.HINT):
        await hint(table, practised)
    await table.matches.play.resign(match.id, OPPONENT)
    assert await hint(table, practised)
    assert (await from_position(table, match, wanted, 3)).phase is Phase.PLAYING


@pytest.mark.parametrize("game", ALL)
async def test_practice_from_the_start_is_refused_where_the_match_stands(table: Table, game: str) -> None:
    practised, match = await same_start(table, game)
    line = line_from(table.matches.history(match))
    match = await play(table, match, line.played)
    for action in line.played:
        assert await hint(table, practised)
        practised = await play(table, practised, [action])
    with refused(match, HelpKind.HINT):
        await hint(table, practised)
    await table.matches.play.take_back(practised.id, CHALLENGER)
    assert await hint(table, practised), "on the way there"


async def same_start(table: Table, game: str) -> tuple[Match, Match]:
    """Practice from the start, and a match of two people that begins just so."""
    practised = await table.matches.challenges.practise(CHALLENGER, practice.at_the_start(game, {}), PLACE)
    if practised.phase is Phase.SETUP:
        practised = await table.matches.picks.pick(practised.id, CHALLENGER, ("crab", "shrimp"))
    picks = {side: pick.choices for side, pick in practised.picks.items()}
    for falls in ("heads", "tails"):
        table.falls = falls
        match = await (table.in_play(**picks) if picks else table.begun(game=game))  # type: ignore[arg-type]
        if table.matches.history(match).start == table.matches.history(practised).start:
            return practised, match
    raise AssertionError("one of them begins")


@pytest.mark.parametrize("game", ALL)
async def test_nothing_is_refused_in_the_opening(table: Table, game: str) -> None:
    """However alike two matches begin, until each side has made two turns."""
    practised, match = await same_start(table, game)
    line = line_from(table.matches.history(match))
    for number, action in enumerate(line.played, 1):
        match = await play(table, match, [action])
        practised = await play(table, practised, [action])
        turns = turns_made(line.until(number))
        if len(turns) == 2 and min(turns.values()) == 2:
            break
        assert await hint(table, practised)
    with refused(match, HelpKind.HINT):
        await hint(table, practised)
    wishes = ChallengeTerms(game, {})
    fresh = await table.matches.challenges.against_computer(CHALLENGER, 3, wishes, PLACE)
    assert fresh.phase.running
    await due(table)


@pytest.mark.parametrize("game", ALL)
async def test_the_computer_waits_until_the_match_has_moved_on(table: Table, game: str) -> None:
    match, computers, line = await standing_before_the_computer(table, game)
    for _ in range(2):
        with refused(match, HelpKind.TURN):
            await due(table)
        assert await due(table) == [], "held back, and not asked for again at once"
        assert await table.services.computers.is_held(await table.store.read(stores.matches.load, computers))
        table.wait(seconds=HELD.total_seconds())
    on = line.position.legal_actions()[0]
    with refused(match, HelpKind.TURN):
        await due(table)
    await play(table, match, [on])
    [(_, turn)] = await due(table)
    assert turn is not None
    assert turn.match_id == computers


@pytest.mark.parametrize("end", ["resigned", "no result", "aborted", "handed over"])
async def test_the_computer_goes_on_when_the_match_is_over(table: Table, end: str) -> None:
    match, computers, _ = await standing_before_the_computer(table, "prudh")
    with refused(match, HelpKind.TURN):
        await due(table)
    if end == "resigned":
        await table.matches.play.resign(match.id, OPPONENT)
    elif end == "no result":
        await table.matches.play.offer(match.id, CHALLENGER, OfferKind.NO_RESULT)
        with refused(match, HelpKind.TURN):
            await due(table)
        await table.matches.play.answer(match.id, OPPONENT, agree=True)
    elif end == "aborted":
        await table.matches.admin.abort(match.id, ADMIN, match.guild_id)
    else:
        side = match.side_of(CHALLENGER) or ""
        await table.matches.admin.hand_over(match.id, ADMIN, match.guild_id, side, Opponent(STRANGER))
    [(_, turn)] = await due(table)
    assert turn is not None and turn.match_id == computers


async def standing_before_the_computer(table: Table, game: str) -> tuple[Match, MatchId, History]:
    """A match of two people, the match against the computer that waits for it, and what was played."""
    match = await between_people(table, game)
    line = line_from(table.matches.history(match))
    last = line.played[-1]
    alone = await from_position(table, match, last.before, 3)
    match = await play(table, match, line.played)
    await table.matches.play.turn(alone.id, CHALLENGER, str(last.action))
    return match, alone.id, line


# --- records of matches that are over -------------------------------------------------------------


@pytest.mark.parametrize("game", ALL)
async def test_a_finished_match_is_not_played_on_past_the_position(table: Table, game: str) -> None:
    over = await between_people(table, game)
    line = line_from(table.matches.history(over))
    on = line.position.legal_actions()[0]
    over = await play(table, over, [*line.played, on])
    await table.matches.play.resign(over.id, OPPONENT)
    over = await table.store.read(stores.matches.load, over.id)
    match = await between_people(table, game)
    if table.matches.history(match).start != line.start:
        table.falls = "tails"
        match = await between_people(table, game)
    match = await play(table, match, line.played)
    plays_on, at_it = table.matches.challenges.play_on, len(line.played)
    for ply in (at_it, at_it + 1):
        with refused(match, HelpKind.PRACTICE):
            await plays_on(over, CHALLENGER, ply)
        assert await plays_on(over, STRANGER, ply), "who plays in no such match"
    assert await plays_on(over, CHALLENGER, at_it - 1)
    assert await plays_on(over, CHALLENGER, 0)
    await table.matches.play.resign(match.id, OPPONENT)
    assert await plays_on(over, CHALLENGER, at_it)


async def test_practice_is_not_started_over_where_the_match_stands(table: Table) -> None:
    match = await between_people(table, "pjawns")
    line = line_from(table.matches.history(match))
    practised = await from_position(table, match, line.position)
    match = await play(table, match, line.played)
    await table.matches.play.resign(practised.id, CHALLENGER)
    with refused(match, HelpKind.PRACTICE):
        await table.matches.challenges.rematch(practised.id, CHALLENGER)
    await table.matches.play.resign(match.id, OPPONENT)
    assert (await table.matches.challenges.rematch(practised.id, CHALLENGER)).rematch is not None


async def test_other_matches_are_of_no_account(table: Table) -> None:
    """Those against the computer, of somebody else, of another game, and those that are over."""
    match = await between_people(table, "pjawns")
    line = line_from(table.matches.history(match))
    over = await play(table, match, line.played)
    await table.matches.play.resign(over.id, OPPONENT)
    await from_position(table, match, line.position, 3)
    theirs = await table.matches.challenges.challenge(
        OPPONENT, Opponent(STRANGER), ChallengeTerms("pjawns", {}, side="white"), PLACE
    )
    theirs = await table.matches.challenges.accept(theirs.id, STRANGER, 1, call="heads")
    for action in line.played:
        side = table.matches.history(theirs).position.to_act
        user = OPPONENT if theirs.side_of(OPPONENT) == side else STRANGER
        theirs = await table.matches.play.turn(theirs.id, user, str(action))
    await between_people(table, "prudh")
    assert await table.services.fair_play.boards(CHALLENGER, "pjawns") == {}
    assert set((await table.services.fair_play.boards(STRANGER, "pjawns")).values()) == {theirs.id}
    assert await hint(table, await from_position(table, match, line.position))


async def test_a_match_that_cannot_be_read_helps_nobody_and_stops_nobody(table: Table) -> None:
    match = await between_people(table, "pjawns")
    line = line_from(table.matches.history(match))
    practised = await from_position(table, match, line.position)
    await play(table, match, line.played)
    await write(
        table.store, update(schema.entry).where(schema.entry.c.match_id == match.id).values(text="e9")
    )
    assert await hint(table, practised)
