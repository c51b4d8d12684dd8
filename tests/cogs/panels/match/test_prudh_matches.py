"""Whole matches of Prudh, by commands and clicks alone, no position injected."""

from __future__ import annotations

import pytest

from tests.cogs.server import Server, private, text
from tests.cogs.stories import steps, story, tell
from tests.people import sides_of


async def test_a_tie_is_won_by_whoever_moved_second(server: Server) -> None:
    match = await tell(server, story("prudh-tie"))
    assert match.result is not None
    assert match.first == "dark"
    assert (match.result.winner, match.result.reason) == ("light", "tie-second-mover")
    assert "with even scores" in text(server.card)
    assert "Final score: dark 12 · light 12." in text(server.card)


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize(
    ("edge", "winner", "scores"),
    [
        ("ordinary", "light", "dark 10 · light 15"),
        ("traditional", "dark", "dark 14 · light 11"),
        ("tika", "dark", "dark 14 · light 10"),
        ("tomio", "dark", "dark 16 · light 10"),
    ],
)
async def test_a_match_with_each_kind_of_edge(server: Server, edge: str, winner: str, scores: str) -> None:
    match = await tell(server, story(f"prudh-{edge}"))
    assert match.result is not None
    assert match.options == {"edge": edge}
    assert (match.result.winner, match.result.reason) == (winner, "higher-score")
    assert f"Final score: {scores}." in text(server.card)


@pytest.mark.parametrize(
    ("edge", "run", "left_over", "seen"),
    [
        ("ordinary", "a2>a1", "goes back", ["1 on b1 d1 f1 a2 e2", "Dark has 2 points, light 6."]),
        pytest.param(
            "traditional",
            "f5>f6",
            "is captured too",
            ["d4 a5 b6. Light", "Dark has 4 points, light 7."],
        ),
        pytest.param(
            "tika",
            "f5>f6",
            "stays there",
            ["d4 a5 b6 f6. Light", "Dark has 4 points, light 6."],
        ),
        ("tomio", "b3>b1", "goes into the pit", ["Dark has 4 points, light 4. 1 in the pit."]),
    ],
)
async def test_what_a_run_has_left_over_at_the_edge(
    server: Server, edge: str, run: str, left_over: str, seen: list[str]
) -> None:
    async for action in steps(server, story(f"prudh-{edge}")):
        if action == run:
            assert f"1 left over {left_over}" in text(server.card)
            assert f"{edge} edge" in server.board
            assert [part for part in seen if part not in server.board] == []
            return
    pytest.fail(f"the match holds no {run}")


@pytest.mark.simcord(check_errors=False)  # A refusal is an error that is told.
async def test_in_a_rematch_everybody_keeps_the_colour_and_the_other_side_starts(server: Server) -> None:
    match = await tell(server, story("prudh-tie"))
    await server.opponent.click(server.card, label="Rematch")
    await server.accept(server.challenger)
    again = await server.match(2)
    assert (match.first, again.first) == ("dark", "light")
    assert sides_of(again) == sides_of(match)
    assert f"**Light's turn:** {server.opponent.mention}" in text(server.card)
    early = await server.move(server.challenger, "d4-e3")
    assert "turn (light)" in private(early)
    assert private(await server.move(server.opponent, "e4-f3")) == ""
    assert "Light moved first" in server.board
