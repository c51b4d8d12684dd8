"""Lines on private boards: no tap is lost or doubled, and each user's are their own until they go."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data import stores
from data.stores.lines import StoredTree
from engines.record import History
from matches import Match
from matches.errors import Problem, Refused, StoreUnavailableError
from matches.lines import LineKey, LineNode, LineSpot, LineTree, check_may_try, mark_of
from matches.model import MatchTerms, Phase
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table
from tests.store import instead


async def begun(table: Table) -> tuple[Match, History]:
    match = await table.in_play()
    return match, table.matches.history(match)


async def test_taps_at_the_same_time_are_all_kept_once(table: Table) -> None:
    match, history = await begun(table)
    key, lines = LineKey.on(match, STRANGER), table.services.lines
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
    key, lines = LineKey.on(match, STRANGER), table.services.lines
    (action, *_) = history.position.legal_actions()
    tree, reached = await lines.try_action(key, history, LineSpot(0, 0), 1, action)
    assert (tree, reached) == (LineTree(), None)
    assert (await table.privacy.counts(STRANGER))["line_tree"] == 0


async def test_a_line_follows_the_match(table: Table) -> None:
    match, history = await begun(table)
    key, lines = LineKey.on(match, CHALLENGER), table.services.lines
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
    key, lines = LineKey.on(match, CHALLENGER), table.services.lines
    action = history.position.legal_actions()[0]
    await lines.try_action(key, history, LineSpot(0, 0), mark_of(history.position), action)
    assert (await lines.name(key, history, 1, "the quiet one")).path(1)[0].name == "the quiet one"
    for _ in range(2):
        assert (await lines.delete(key, history, 1)).nodes == ()
    assert (await lines.name(key, history, 1, "late")).nodes == ()


async def test_what_cannot_be_played_any_more_is_dropped(table: Table) -> None:
    match, history = await begun(table)
    key, lines = LineKey.on(match, CHALLENGER), table.services.lines
    action = str(history.position.legal_actions()[0])
    tree, spot = LineTree().added(LineSpot(0, 0), action, ())
    tree, _ = tree.added(spot, "z9z9", ())
    await table.store.write(stores.lines.save, key, StoredTree(tree, 0), table.now)
    assert [node.action for node in (await lines.mend(key, history)).nodes] == [action]
    assert [node.action for node in (await lines.tree(key, history)).nodes] == [action]


async def test_a_tree_that_keeps_changing_refuses_a_tap(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def late(*_asked: object) -> bool:
        return False

    match, history = await begun(table)
    instead(table.store, stores.lines.save, late, monkeypatch)
    action = history.position.legal_actions()[0]
    asked = (LineKey.on(match, STRANGER), history, LineSpot(0, 0), mark_of(history.position), action)
    with pytest.raises(StoreUnavailableError):
        await table.services.lines.try_action(*asked)
    assert f"match={match.id} user={STRANGER} their lines keep changing" in caplog.text


async def test_they_are_in_the_export_and_go_with_the_rest(table: Table) -> None:
    match, history = await begun(table)
    action = history.position.legal_actions()[0]
    for user in (STRANGER, OPPONENT):
        key = LineKey.on(match, user)
        await table.services.lines.try_action(key, history, LineSpot(0, 0), mark_of(history.position), action)
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
