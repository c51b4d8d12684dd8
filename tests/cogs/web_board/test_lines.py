"""The analysis board on the page: lines are their reader's alone, and become moves in advance."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from matches import ChallengeTerms, MatchId
from matches.model import MatchTerms
from tests.cogs.web_board.page import Browser, TablePage, served
from tests.matches.table import CHALLENGER, OPPONENT, PLACE, STRANGER, THE_OPPONENT, Table
from web import texts


@pytest.fixture
def table() -> Table:
    """A table on one database: what is stored is tried on each kind elsewhere."""
    return Table()


async def both(page: TablePage, table: Table) -> tuple[Browser, Browser]:
    """Browsers of the player to act, and of the other."""
    (acting,) = await table.awaited()
    return await page.of(acting), await page.of(OPPONENT if acting == CHALLENGER else CHALLENGER)


async def tried(browser: Browser, match_id: MatchId, *numbers: int) -> dict[str, Any]:
    """The position after trying these legal actions, one after the other, from the present one."""
    state = await browser.get(f"match/{match_id}/lines")
    for number in numbers:
        action = state["legal"][number]["text"]
        sent = {"node": state["node"], "ply": state["ply"], "mark": state["mark"], "action": action}
        state = await browser.post(f"match/{match_id}/lines/try", sent)
        assert browser.status == 200, state
        assert state["line"][-1] == action
    return state


async def test_both_sides_are_pushed_and_nothing_of_it_is_in_the_match(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, ben = await both(page, table)
        state = await tried(ada, match.id, 0, 1, 2)
        assert (state["ply"], len(state["line"]), state["tried"]) == (5, 3, 3)
        spot = urlencode(state["before"])
        before = await ada.get(f"match/{match.id}/lines?{spot}")
        assert [(one["text"], one["played"]) for one in before["ways"]] == [(state["line"][-1], False)]
        start = await ada.get(f"match/{match.id}/lines?node=0&ply=0")
        assert [one["played"] for one in start["ways"]] == [True]
        assert (await table.match()).version == match.version and not page.host.shown
        theirs = await ben.get(f"match/{match.id}/lines?node={state['node']}&ply=5")
        assert (theirs["node"], theirs["ply"], theirs["tried"], theirs["ways"]) == (0, 2, 0, [])


async def test_a_line_is_deleted_with_all_after_it(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, _ = await both(page, table)
        await tried(ada, match.id, 0, 1, 2)
        first = (await ada.get(f"match/{match.id}/lines"))["ways"][0]["node"]
        for _ in range(2):
            state = await ada.post(f"match/{match.id}/lines/delete", {"node": first})
            assert (state["node"], state["ply"], state["tried"]) == (0, 2, 0)


async def test_a_late_push_leads_to_the_present_position(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, _ = await both(page, table)
        state = await ada.get(f"match/{match.id}/lines")
        action = state["legal"][0]["text"]
        found = await ada.post(
            f"match/{match.id}/lines/try", {"node": 77, "ply": 4, "mark": state["mark"], "action": action}
        )
        assert (ada.status, found["node"], found["ply"]) == (200, 0, 2)
        wrong = {"node": 0, "ply": 2, "mark": 5, "action": action}
        found = await ada.post(f"match/{match.id}/lines/try", wrong)
        assert (found["node"], found["tried"]) == (0, 0)
        await ada.post(f"match/{match.id}/lines/try", {**wrong, "mark": state["mark"], "action": "z9"})
        assert ada.status == 422


async def test_the_ply_of_a_tried_position_is_the_trees(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, _ = await both(page, table)
        state = await tried(ada, match.id, 0)
        sent = {"node": state["node"], "mark": state["mark"], "action": state["legal"][0]["text"]}
        for ply in (0, 999_999):
            found = await ada.post(f"match/{match.id}/lines/try", {**sent, "ply": ply})
            assert (ada.status, found["ply"], found["tried"]) == (200, 4, 2)
        assert (await ada.get(f"match/{match.id}/lines?node={found['node']}&ply=77"))["ply"] == 4


async def test_answers_are_saved_played_when_they_come_true_and_nobody_elses_to_see(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ben, ada = await both(page, table)
        state = await tried(ada, match.id, 0, 0)
        assert len(state["plan"]) == 1 and state["planned"] == []
        sent = {"node": state["node"], "version": state["version"]}
        state = await ada.post(f"match/{match.id}/lines/plan", sent)
        (saved,) = state["planned"]
        for path in ("", "/lines"):
            told = await ben.get(f"match/{match.id}{path}")
            assert told.get("planned", []) == [] and told["version"] == match.version
        removed = {"number": saved["number"], "node": state["node"], "ply": state["ply"]}
        assert (await ada.post(f"match/{match.id}/lines/unplan", removed))["planned"] == []
        await ada.post(f"match/{match.id}/lines/plan", sent)
        theirs = (await ben.get(f"match/{match.id}"))["position"]["legal"][0]["text"]
        played = {"line": theirs, "version": match.version, "ply": 2}
        after = await ben.post(f"match/{match.id}/turn", played)
        assert after["position"]["ply"] == 4, "the answer was played at once"
        await ada.post(f"match/{match.id}/lines/plan", sent)
        assert ada.status == 409


async def test_where_lines_are_forbidden_the_players_try_none_and_watchers_may(table: Table) -> None:
    wishes = ChallengeTerms("pjawns", {}, terms=MatchTerms(lines=False))
    table.id = (await table.matches.challenges.challenge(CHALLENGER, THE_OPPONENT, wishes, PLACE)).id
    match = await table.accept()
    async with served(table) as page:
        page.host.seen_by = {STRANGER}
        ada, cleo = await page.of(CHALLENGER), await page.of(STRANGER)
        assert not (await ada.get(f"match/{match.id}"))["lines"]
        sent = {"node": 0, "ply": 0, "mark": 1, "action": "@a1"}
        refused = [
            await ada.get(f"match/{match.id}/lines"),
            await ada.post(f"match/{match.id}/lines/try", sent),
        ]
        assert all("without an analysis board" in one["error"] for one in refused)
        assert (await cleo.get(f"match/{match.id}"))["lines"]
        assert (await tried(cleo, match.id, 0))["planned"] == []


async def test_a_match_that_has_not_begun_has_nothing_to_try(table: Table) -> None:
    match = await table.in_setup()
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        assert await ada.get(f"match/{match.id}/lines") == {"error": texts.NOT_BEGUN}
