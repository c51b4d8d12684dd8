"""Matches about to come to an only action."""

from __future__ import annotations

import random

from engines import Position
from matches import UserId
from matches.lifecycle.forced import ONLY_MOVES
from tests.matches.table import Table


def a_line(start: Position, *, ends: bool = False) -> list[str]:
    """A line from ``start`` whose last action leaves the other side one reply; one that ends it, if asked."""
    for seed in range(400):
        chance, position, line = random.Random(seed), start, list[str]()
        while position.to_act is not None and len(line) < 120:
            legal = position.legal_actions()
            forcing = [
                action
                for action in (legal if len(line) > 4 else ())
                if (after := position.apply(action)).to_act not in (None, position.to_act)
                and len(after.legal_actions()) == 1
                and (after.apply(after.legal_actions()[0]).to_act is None) == ends
            ]
            if forcing:
                return [*line, str(forcing[0])]
            line.append(str(chance.choice(legal)))
            position = position.apply(chance.choice([each for each in legal if str(each) == line[-1]]))
    raise AssertionError("no such line was found")


async def want_it(table: Table, *users: UserId) -> None:
    for user in users:
        await table.notifications.prefer(user, {ONLY_MOVES: "on"})


async def about_to_force(table: Table, game: str = "cannons-and-crabs", *, ends: bool = False) -> str:
    """A match whose next action, which is returned, leaves the other side one reply."""
    await table.begun(game=game, pace="1d")
    *line, last = a_line((await table.history()).start, ends=ends)
    for action in line:
        await table.play(action)
    return last
