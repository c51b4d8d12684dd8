"""Whole matches played by ear: the texts of cards, the descriptions of boards, the names of buttons."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest
from simcord.actors import MemberActor

from engines import GAMES, Action, Game, Position
from imaging import Picture, Studio
from tests.cogs.by_ear import POINT, Heard, Name, listen, position_text
from tests.cogs.server import END_ANYWAY, Server
from tests.engines.short_matches import PICKS, chance_of, choose
from tests.heights import SHAPES

MOST_PRESSES: Final = 6
"""Presses for one action, after which it can't be made by ear."""
TURN: Final = re.compile(r"\*\*\w+('s turn| continues| chooses)")


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_a_match_by_ear(server: Server, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To its end: the position is put together from what is heard, and an action of it is found by name."""

    async def described(_studio: Studio, diagram: Any, **_look: Any) -> Picture:
        return Picture(b"-", *SHAPES[key], diagram.alt)

    monkeypatch.setattr(Studio, "board", described)
    await begin(server, key)
    game = GAMES[key]
    position = heard_position(game, listen(server.card))
    chance = chance_of(position)
    while position.to_act is not None:
        assert position.legal_actions() == (await really(server)).legal_actions(), (
            "all that matters was heard"
        )
        position = await play(server, game, position, choose(position, chance))
    heard, outcome = listen(server.card), position.outcome()
    assert outcome is not None
    first = heard.text.splitlines()[0]
    assert first == (f"### <@{player(server, outcome.winner).id}> won" if outcome.winner else "### A draw")
    assert heard.called("Rematch") is not None
    assert "won" in heard.pictures[0]


async def begin(server: Server, key: str) -> None:
    if GAMES[key].secret_setup is not None:
        await server.challenge(server.opponent)
        await server.accept()
        for side, who in (("green", server.challenger), ("blue", server.opponent)):
            await pick(server, who, PICKS[side])
        return
    starts = {"starts": "me"} if GAMES[key].starter == "drawn" else {}
    await server.begin(server.bot.app.presentations[key].command, **starts)


async def pick(server: Server, who: MemberActor, picks: tuple[str, ...]) -> None:
    """Pick in direct messages: from a menu a corner, in the order in which they are heard."""
    for at, choice in enumerate(picks):
        heard = listen(server.dms(who)[-1])
        menus = list(dict.fromkeys(name.control for name in heard.names if name.value))
        entry = next(name for name in heard.names if name.control == menus[at] and choice in name.said)
        assert entry.value is not None
        await who.user.select(server.dms(who)[-1], [entry.value], custom_id=entry.control)
    confirm = listen(server.dms(who)[-1]).called("Confirm")
    assert confirm is not None
    await who.user.click(server.dms(who)[-1], custom_id=confirm.control)


def heard_position(game: Game, heard: Heard) -> Position:
    """The position that a board's description tells."""
    return game.from_text(position_text(game.key, heard.pictures[0]))


async def really(server: Server) -> Position:
    """The position as it is, to compare with what was heard."""
    return server.bot.app.matches.history(await server.match()).position


def player(server: Server, side: str | None) -> MemberActor:
    """The player of a side, as the card names them."""
    turn = r"(?:'s turn(?: continues)?| chooses)?:(?:\*\*)?"
    found = re.search(rf"(?i)\b{side}{turn} <@(\d+)>", listen(server.card).text)
    people = {server.challenger.id: server.challenger, server.opponent.id: server.opponent}
    assert found is not None, listen(server.card).text
    return people[int(found[1])]


async def play(server: Server, game: Game, position: Position, action: Action) -> Position:
    """Make an action with the buttons that name it; returns the position that is heard then."""
    heard = listen(server.card)
    who = player(server, position.to_act)
    panel: Callable[[], Any] | None = None
    done = 0
    for _ in range(MOST_PRESSES):
        there = server.card if panel is None else panel()
        name, done = next_name(listen(there), action, done)
        before = listen(server.card)
        result = await (
            who.click(there, custom_id=name.control)
            if name.value is None
            else who.select(there, [name.value], custom_id=name.control)
        )
        if listen(server.card) != before:
            return heard_after(game, position, action, listen(server.card))
        if panel is None:
            panel = partial(_answer, result)
    raise AssertionError(f"{action} can't be made by ear: {heard.names}")


def next_name(heard: Heard, action: Action, done: int) -> tuple[Name, int]:
    """The next button to press for an action, and how many of its choices are made then."""
    if (send := heard.called("Send")) is not None:
        chosen = next(line for line in heard.text.splitlines() if line.startswith("**"))
        assert POINT.findall(chosen)[:1] == [point for point in action.path if POINT.fullmatch(point)][:1], (
            chosen
        )
        return send, done
    if (anyway := heard.called(END_ANYWAY)) is not None:
        return anyway, done
    if (way := heard.way_to(action.path, done)) is not None:
        return way
    move = heard.called("Move")
    assert move is not None, f"nothing leads to {action}: {[name.said for name in heard.names]}"
    return move, done


def heard_after(game: Game, position: Position, action: Action, heard: Heard) -> Position:
    """The position after an action: as it is heard, or at the end of the match as the rules have it."""
    after = position.play(action)
    return after if after.to_act is None else heard_position(game, heard)


def _answer(result: Any) -> Any:
    return result.followups[-1]
