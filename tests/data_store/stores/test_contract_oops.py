"""A turn that is taken back at once, on either database: in the record, in lists, and against a reply."""

from __future__ import annotations

from data import Database
from matches.errors import MatchError
from matches.model import EntryKind
from tests.matches.crossing import crossing, oops_of, reply_of
from tests.matches.table import CHALLENGER, OPPONENT, Table


async def test_a_turn_is_taken_back_at_once(store: Database) -> None:
    table = Table(store)
    await table.begun(3, pace="5d+12h<7d")
    table.wait(seconds=90)
    await oops_of(table.services, table.id)
    match = await table.another_service().matches.load(table.id)
    assert [entry.kind for entry in match.entries[3:]] == [EntryKind.TAKE_BACK_OFFER, EntryKind.TAKE_BACK]
    assert match.clocks == (await table.match()).clocks
    assert match.clocks is not None and match.clocks.running == "white"
    (waiting,) = await table.another_service().matches.lists.waiting_longest(CHALLENGER, 9)
    assert waiting.id == match.id
    assert await table.matches.lists.waiting_longest(OPPONENT, 9) == ()


async def test_it_and_the_reply_of_another_process_are_never_both_done(store: Database) -> None:
    for order in (1, -1):
        table = Table(store)
        before = await table.begun(1)
        answers = await crossing(table, *(oops_of, reply_of)[::order])
        assert sorted(isinstance(answer, MatchError) for answer in answers) == [False, True]
        assert (await table.match()).version == before.version + 1
