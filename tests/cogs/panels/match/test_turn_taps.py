"""The taps that a whole turn takes, counted from the card, in turns of random matches of every game.

What came before them was played at once. The challenger is asked before a move is sent, the opponent is
not. A turn is what one side does before the other one acts; a move of one action is told apart from turns
of several.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.panels.account.preferences import SEND
from cogs.panels.moving.move_steps import END, walk
from engines import GAMES, Action, Position
from imaging import Picture, Studio
from matches import UserId
from tests.cogs.going_on import gone_on, shown
from tests.cogs.server import END_ANYWAY, Server, choices_on, ids, labels
from tests.cogs.stories import to_act
from tests.cogs.turn_taps import FIVE_PIECES, MOST, MOST_AT_ONCE, MOST_FOR_FIVE, Tapped, Turns
from tests.engines.choosing import eager
from tests.heights import SHAPES

MATCHES: Final = 30
LONGEST, TAPPED = 60, 12
"""Turns of a match, and those of them that are tapped, from any turn on."""
MENUS: Final = 1
"""Taps more, where a turn leads through a menu."""
ENDLESS: Final = 9
"""Taps that no action takes."""


@pytest.mark.slow
@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.parametrize("key", GAMES)
async def test_turns_by_taps(
    server: Server, key: str, seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def no_board(_studio: Studio, _diagram: Any, **_look: Any) -> Picture:
        return Picture(b"-", *SHAPES[key], "")

    monkeypatch.setattr(Studio, "board", no_board)
    turns = await played(server, key, random.Random(seed))
    if key == "predation":
        # The challenger has the predators. What has more targets than a panel has buttons needs a menu.
        assert all(
            one.taken - one.menus <= MOST_FOR_FIVE or one.actions > FIVE_PIECES for one in turns.asked
        ), turns.asked
    else:
        evolved = 2 if key == "prawns" else 1
        # What a pawn becomes is chosen from a menu, where it has many ways.
        menus = MENUS if key == "cannons-and-crabs" else 0
        assert all(one.taken <= MOST + menus or one.actions > evolved for one in turns.asked), turns.asked
        assert all(one.taken <= MOST_AT_ONCE or one.actions > 1 for one in turns.unasked)
    with capsys.disabled():
        for line in turns.told():
            print(f"\n{key} {seed}: {line}", end="")


async def played(server: Server, key: str, chance: random.Random) -> Turns:
    """Play some turns of a random match by taps."""
    await begin(server, key, chance)
    await server.bot.app.notifications.prefer(UserId(server.opponent.id), {SEND: "off"})
    position = server.bot.app.matches.history(await server.match()).position
    line = at_random(position, chance)
    first = chance.randrange(max(1, len(line) - TAPPED))
    before = [action for turn in line[:first] for action in turn]
    if before:
        await shown(server, await gone_on(server, *map(str, before)))
    for action in before:
        position = position.apply(action)
    turns = Turns()
    for turn in line[first : first + TAPPED]:
        who = server.challenger if await to_act(server) == server.challenger.id else server.opponent
        taps, menus, panel = 0, 0, None
        opened = not ([*choices_on(server.card)] or ids(server.card, "do:"))
        for action in turn:
            count, opens, panel = await tap(server, who, panel, position, action)
            taps, menus, position = taps + count, menus + opens, position.apply(action)
        (turns.asked if who is server.challenger else turns.unasked).append(
            Tapped(len(turn), taps, opened, menus)
        )
    assert turns.asked and turns.unasked
    return turns


def at_random(position: Position, chance: random.Random) -> list[list[Action]]:
    """The turns of a match by chance."""
    turns: list[list[Action]] = []
    while position.to_act is not None and len(turns) < LONGEST:
        side, whose, turn = position.to_act, position.turn_of, list[Action]()
        while position.to_act == side and position.turn_of == whose:
            turn.append(eager(position, position.legal_actions(), chance))
            position = position.apply(turn[-1])
        turns.append(turn)
    return turns


async def begin(server: Server, key: str, chance: random.Random) -> None:
    if (secret := GAMES[key].secret_setup) is not None:
        await server.start(*([chance.choice(secret.choices) for _ in secret.slots] for _ in range(2)))
        return
    starts = {"starts": chance.choice(("me", "opponent"))} if GAMES[key].starter == "drawn" else {}
    await server.begin(server.bot.app.presentations[key].command, **starts)


async def tap(
    server: Server, who: MemberActor, panel: Callable[[], Any] | None, position: Position, action: Action
) -> tuple[int, int, Callable[[], Any] | None]:
    """Make one action; returns the taps it took, the menus among them, and the panel that the turn is on."""
    taps, menus, before = 0, 0, (await server.match()).version
    if panel is None:
        control, value = way_from(server, position, action)
        if value is None:
            result = await who.click(server.card, custom_id=control)
        else:
            result = await who.select(server.card, [value], custom_id=control)
        menus = 0 if value is None else 1
        taps = 1 + menus
        if (await server.match()).version > before:
            return taps, menus, None
        panel = partial(_answer, result)
    while (await server.match()).version == before:
        assert taps < ENDLESS, f"nothing leads to {action}"
        if action.path == (END,) or "Send" in labels(panel()):
            there = labels(panel())
            label = next(one for one in ("Send", "End turn", END_ANYWAY) if one in there)
            await who.click(panel(), label=label)
            taps += 1
        else:
            count = await server.take_step(who, panel(), str(action))
            taps, menus = taps + count, menus + count - 1
    return taps, menus, panel


def _answer(result: InteractionResult) -> Any:
    return result.followups[-1]


def way_from(server: Server, position: Position, action: Action) -> tuple[str, str | None]:
    """What leads to an action on the card, a button or a menu and its entry; *Move* if nothing does."""
    card, words = server.card, server.bot.app.presentations[position.diagram().game].words
    index = position.legal_actions().index(action)
    at_once = ids(card, rf"do:.*:{index}$") or (ids(card, "end:") if action.path == (END,) else [])
    if at_once:
        return at_once[0], None
    ways: list[tuple[int, str, str | None]] = []
    for control, value, taken in choices_on(card):
        steps = walk(position, words, taken)
        if steps.taken == taken and steps.prefix == action.path[: len(steps.prefix)]:
            ways.append((len(taken), control, value))
    if not ways:
        return ids(card, "move:")[0], None
    _, control, value = max(ways, key=lambda way: way[0])
    return control, value
