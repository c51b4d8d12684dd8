"""A match's card and its private panels fit a phone, with the board whole, at any position."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.kit import phone
from cogs.text import texts
from engines import GAMES
from engines.record import History
from imaging import Studio
from matches import UserId
from tests import heights
from tests.cards import BOX
from tests.cogs.busiest import busiest
from tests.cogs.going_on import gone_on, shown
from tests.cogs.lines.tapped import opened
from tests.cogs.server import Server, labels, names_in, parts

MOST_BUTTONS = 12


def buttons(message: Any) -> list[str]:
    """The labels of the buttons that choose no piece and no move."""
    choosing = ("part:", "do:", "linestep:")
    found = [part for part in parts(message) if part["type"] == 2]
    return [one["label"] for one in found if not str(one.get("custom_id")).startswith(choosing)]


def check(server: Server, message: Any) -> None:
    """It fits, and hasn't too many buttons."""
    box = next(part for part in parts(message) if part["type"] == BOX)
    assert heights.of([box], names_in(server)) <= phone.SCREEN, box
    assert len(buttons(message)) <= MOST_BUTTONS


async def test_the_table_knows_the_size_of_every_board() -> None:
    studio = Studio()
    for key, game in GAMES.items():
        picks = dict.fromkeys(game.sides, ("crab", "lobster")) if game.secret_setup else None
        picture = await studio.board(game.start(picks=picks).diagram())
        assert (picture.width, picture.height) == heights.SHAPES[key], key
    studio.close()


def test_a_name_takes_its_own_room_and_an_unknown_one_the_most() -> None:
    said = f"Your turn: <@1>, against <@2> {'now ' * 6}"
    short, wide, longest = (
        phone.text(said, names={UserId(1): name, UserId(2): name})
        for name in ("a" * 12, "瀬" * 12, phone.NAME)
    )
    assert short < wide <= longest == phone.text(said)


def test_of_a_long_turn_its_end_is_told_where_there_is_little_room() -> None:
    game = GAMES["predation"]
    history = History(game.start())
    while history.position.to_act == game.sides[0]:
        history = history.then(str(history.position.legal_actions()[0]))
    told = texts.tellings(history.last_turn() * 3, ())
    assert len(told) > 1 and len(told[0]) > len(told[-1])
    assert all(one.endswith(told[0][-6:]) for one in told), told
    assert told[-1].startswith("Predator: … ") and "…" not in told[0]


@pytest.mark.slow
@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("name", ["usual names", phone.NAME])
@pytest.mark.parametrize("key", GAMES)
async def test_the_busiest_position_fits(server: Server, key: str, name: str) -> None:
    game = GAMES[key]
    if name == phone.NAME:
        for user in server.env.backend.users.values():
            user.global_name = name
    if game.secret_setup:
        await server.start(("lobster", "lobster"), ("lobster", "lobster"))
    else:
        starts = {"starts": "me"} if game.starter == "drawn" else {}
        await server.begin(server.bot.app.presentations[key].command, **starts)
    await shown(server, await gone_on(server, *busiest(game, {})))
    match = await server.match()
    who = next(
        one
        for one in (server.challenger, server.opponent)
        if server.bot.app.matches.waits_for(match, one.id)  # type: ignore[arg-type]
    )
    check(server, server.card)
    panel = await server.open(who, "Move")
    check(server, panel())
    await server.take_step(
        who, panel(), str(server.bot.app.matches.history(match).position.legal_actions()[0])
    )
    check(server, panel())
    check(server, (await server.open(who, "Board"))())
    more = (await server.open(who, "⋯"))()
    assert len(labels(more)) <= MOST_BUTTONS
    board = await opened(server, server.visitor)
    check(server, board.look())
    await board.tries(str(board.position.legal_actions()[0]))
    check(server, board.look())
