"""Lines on private boards in every store: no tap is lost or doubled, and each user's are their own."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select, update

from cogs.lines.service import Lines, StoredTree
from data import Database, stores
from data.features.lines import line_tree
from engines.record import History
from matches import Match
from matches.errors import Problem, Refused, StoreUnavailableError
from matches.lines import MOST_TREES, LineKey, LineNode, LineSpot, LineTree, check_may_try, mark_of
from matches.model import MatchId, MatchTerms, Phase
from tests.data_store.making import ANN, BOB, MINUTE, NOON, accepted, finished, new_challenge
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table
from tests.store import keep, rows, write

KEY = LineKey(ANN, MatchId(7), "")


def lines_of(table: Table) -> Lines:
    return Lines(table.services.core)


async def begun(table: Table) -> tuple[Match, History]:
    match = await table.in_play()
    return match, table.matches.history(match)


async def test_taps_at_the_same_time_are_all_kept_once(table: Table) -> None:
    match, history = await begun(table)
    key, lines = LineKey.on(match, STRANGER), lines_of(table)
    here, mark = LineSpot(0, 0), mark_of(history.position)
    actions = history.position.legal_actions()[:4]
    taps = [lines.try_action(key, history, here, mark, action) for action in (*actions, *actions)]
    found = await asyncio.gather(*taps)
    tree = await lines.tree(key, history)
    assert sorted(node.action for node in tree.nodes) == sorted(map(str, actions))
    for (_, reached), action in zip(found, (*actions, *actions), strict=True):
        assert reached is not None
        (node,) = [node for node in tree.nodes if node.number == reached.node]
        assert node.action == str(action)


async def test_a_tap_on_what_is_gone_changes_nothing(table: Table) -> None:
    match, history = await begun(table)
    key, lines = LineKey.on(match, STRANGER), lines_of(table)
    (action, *_) = history.position.legal_actions()
    tree, reached = await lines.try_action(key, history, LineSpot(0, 0), 1, action)
    assert (tree, reached) == (LineTree(), None)
    assert (await table.privacy.counts(STRANGER))["line_tree"] == 0


async def test_a_line_follows_the_match(table: Table) -> None:
    match, history = await begun(table)
    key, lines = LineKey.on(match, CHALLENGER), lines_of(table)
    played = history.position.parse("d8d7")
    await lines.try_action(key, history, LineSpot(0, 0), mark_of(history.position), played)
    after = history.then(str(played))
    reply = after.position.legal_actions()[0]
    await lines.try_action(key, history, LineSpot(1, 1), mark_of(after.position), reply)
    match = await table.play("d8d7")
    tree = await lines.tree(key, table.matches.history(match))
    assert tree.nodes == (LineNode(2, 0, 1, str(reply)),)


async def test_names_and_deleting_twice(table: Table) -> None:
    match, history = await begun(table)
    key, lines = LineKey.on(match, CHALLENGER), lines_of(table)
    action = history.position.legal_actions()[0]
    await lines.try_action(key, history, LineSpot(0, 0), mark_of(history.position), action)
    assert (await lines.name(key, history, 1, "the quiet one")).path(1)[0].name == "the quiet one"
    for _ in range(2):
        assert (await lines.delete(key, history, 1)).nodes == ()
    assert (await lines.name(key, history, 1, "late")).nodes == ()


async def test_what_cannot_be_played_any_more_is_dropped(table: Table) -> None:
    match, history = await begun(table)
    key, lines = LineKey.on(match, CHALLENGER), lines_of(table)
    action = str(history.position.legal_actions()[0])
    tree, spot = LineTree().added(LineSpot(0, 0), action, ())
    tree, _ = tree.added(spot, "z9z9", ())
    await lines.save(key, StoredTree(tree, 0))
    assert [node.action for node in (await lines.mend(key, history)).nodes] == [action]
    assert [node.action for node in (await lines.tree(key, history)).nodes] == [action]


async def test_a_tree_that_keeps_changing_refuses_a_tap(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def late(*_asked: object) -> bool:
        return False

    match, history = await begun(table)
    monkeypatch.setattr(Lines, "save", late)
    action = history.position.legal_actions()[0]
    asked = (LineKey.on(match, STRANGER), history, LineSpot(0, 0), mark_of(history.position), action)
    with pytest.raises(StoreUnavailableError):
        await lines_of(table).try_action(*asked)
    assert f"match={match.id} user={STRANGER} their lines keep changing" in caplog.text


async def test_they_are_in_the_export_and_go_with_the_rest(table: Table) -> None:
    match, history = await begun(table)
    action = history.position.legal_actions()[0]
    for user in (STRANGER, OPPONENT):
        key = LineKey.on(match, user)
        await lines_of(table).try_action(key, history, LineSpot(0, 0), mark_of(history.position), action)
    kept = await table.store.read(stores.privacy.kept_of, STRANGER)
    (row,) = kept["line_tree"]
    assert row["match_id"] == match.id and str(action) in str(row["body"])
    assert await table.privacy.forget(STRANGER)
    assert (await table.privacy.counts(STRANGER))["line_tree"] == 0
    assert (await table.privacy.counts(OPPONENT))["line_tree"] == 1


async def test_players_who_agreed_to_play_without_may_try_none_until_the_end(table: Table) -> None:
    match, _ = await begun(table)
    check_may_try(match, CHALLENGER)
    without = replace(match, terms=MatchTerms(lines=False))
    for user in match.users:
        with pytest.raises(Refused) as refused:
            check_may_try(without, user)
        assert refused.value.problem is Problem.LINES_FORBIDDEN
    check_may_try(without, STRANGER)
    check_may_try(replace(without, phase=Phase.FINISHED), CHALLENGER)


# --- each change guarded by the revision, and a bound for old ones -------------------------------


def tried(*actions: str) -> LineTree:
    """A tree with these actions side by side."""
    tree = LineTree()
    for action in actions:
        tree, _ = tree.added(LineSpot(0, 0), action, ())
    return tree


async def save(table: Table, key: LineKey, tree: LineTree, revision: int, minutes: int = 0) -> bool:
    table.now = NOON + minutes * MINUTE
    return await lines_of(table).save(key, StoredTree(tree, revision))


async def test_each_user_match_and_game_has_a_tree_of_its_own(table: Table) -> None:
    keys = [KEY, KEY._replace(user_id=BOB), KEY._replace(match_id=MatchId(8))]
    keys += [LineKey.on_rules("prudh", ANN), LineKey.on_rules("pjawns", ANN)]
    for number, key in enumerate(keys):
        assert await lines_of(table).stored(key) == StoredTree(LineTree(), 0)
        assert await save(table, key, tried(str(number)), 0)
    for number, key in enumerate(keys):
        assert await lines_of(table).stored(key) == StoredTree(tried(str(number)), 1)


async def test_a_change_of_an_older_revision_is_refused(table: Table) -> None:
    assert await save(table, KEY, tried("a"), 0)
    assert await save(table, KEY, tried("a", "b"), 1)
    assert not await save(table, KEY, tried("a", "c"), 1)
    assert not await save(table, KEY, tried("c"), 0), "as if there were none"
    assert await lines_of(table).stored(KEY) == StoredTree(tried("a", "b"), 2)


async def test_of_two_changes_at_the_same_time_one_is_refused(table: Table) -> None:
    for revision in (0, 1):
        changes = (save(table, KEY, tried(str(revision), one), revision) for one in "ab")
        assert sorted(await asyncio.gather(*changes)) == [False, True]


async def test_the_oldest_trees_on_matches_that_are_over_go_first(table: Table) -> None:
    match = await new_challenge(table.store)
    match = await keep(table.store, accepted(match, sides={"green": ANN, "blue": BOB}))
    await save(table, LineKey.on(match, ANN), tried("a"), 0)
    await save(table, LineKey.on_rules("prudh", ANN), tried("a"), 0)
    for number in range(MOST_TREES):
        await save(table, KEY._replace(match_id=MatchId(100 + number)), tried("a"), 0, number + 1)
    assert len(await kept(table.store)) == MOST_TREES + 2
    await save(table, KEY._replace(match_id=MatchId(999)), tried("a"), 0, 999)
    left = await kept(table.store)
    assert len(left) == MOST_TREES + 2 and 100 not in left and {0, match.id, 999} <= left
    await keep(table.store, finished(match))
    await save(table, KEY._replace(match_id=MatchId(1000)), tried("a"), 0, 1000)
    assert match.id not in await kept(table.store), "it is the oldest of those that are over"


async def kept(store: Database) -> set[int]:
    """The matches with trees of ANN."""
    return {row["match_id"] for row in await rows(store, select(line_tree.c.match_id))}


async def test_a_damaged_tree_is_told(table: Table) -> None:
    await save(table, KEY, tried("a"), 0)
    await write(table.store, update(line_tree).values(body="{}"))
    with pytest.raises(StoreUnavailableError, match="lines of match=7"):
        await lines_of(table).stored(KEY)
