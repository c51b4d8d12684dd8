"""Whole matches of every game by taps alone, and how many taps a move takes."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

from cogs.kit.boards import BoardStyle
from cogs.panels.moving import move_panel
from engines import GAMES
from imaging import DEFAULT_THEME
from matches import Phase
from matches.players import users_of
from tests.cogs.busiest import BIGGEST, PICK, busiest
from tests.cogs.card_taps import check_limits
from tests.cogs.games import DRY, EVAPORATED
from tests.cogs.going_on import gone_on, shown
from tests.cogs.server import Server, ids, labels
from tests.cogs.stories import story, to_act

MOST = 4
"""Taps after *Move* that an action may take at most: piece, destination, what it becomes or takes, send.

A menu of destinations, to be opened first, is only there where there are many, and nothing more to choose.
"""

MATCHES = ("cannons-checkmate", "pjawns-en-passant", "predation-migration", "prudh-tie")


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("name", MATCHES)
async def test_a_match_by_taps_alone(server: Server, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = story(name)
    await server.begin(told.command, **told.options)
    await play_by_taps(server, told.actions, name, capsys)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "options"),
    [(DRY, {"board": "5x5"}), (EVAPORATED, {})],
    ids=["5x5", "7x8"],
)
async def test_a_match_of_prawns_by_taps_alone(
    server: Server, line: str, options: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    await server.start(**options)
    actions = [action for action in line.split() if action != "/"]
    await play_by_taps(server, actions, f"prawns {options or ''}", capsys)


async def play_by_taps(
    server: Server, actions: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Play a match to its end, each turn on one panel that goes on with it."""
    taps, panel, before = [], None, None
    for action in actions:
        user = await to_act(server)
        who = server.challenger if user == server.challenger.id else server.opponent
        if "Move" not in labels(server.card):
            # One of a few points, which stand in its place.
            legal = [
                str(one)
                for one in server.bot.app.matches.history(await server.match()).position.legal_actions()
            ]
            await who.click(server.card, custom_id=ids(server.card, f"do:.*:{legal.index(action)}$")[0])
            taps.append(1)
            panel = None
            continue
        if panel is None or user != before:
            panel = await server.open(who, "Move")
        taps.append(await server.tap_on(who, panel, action))
        assert taps[-1] <= MOST, action
        before = user
    match = await server.match()
    assert match.phase is Phase.FINISHED
    assert [entry.text for entry in match.entries] == actions
    assert labels(server.card) == ["Rematch", "Film", "Share", "Review", "Find a match"]
    with capsys.disabled():
        print(f"\n{name}: {len(taps)} actions, {mean(taps):.2f} taps after Move, at worst {max(taps)}")


# --- the busiest positions -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_the_busiest_positions_can_be_played_by_taps(
    server: Server, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = BIGGEST.get(key, {})
    line = busiest(GAMES[key], options)
    await begin(server, key, options)
    app = server.bot.app
    match = await shown(server, await gone_on(server, *line))
    position = app.matches.history(match).position
    reached = set()
    for taken, card in await every_panel(server, ()):
        check_limits(card)
        if (action := move_panel.chosen(app, match, taken).action) is not None:
            reached.add(action)
    assert reached == set(position.legal_actions()), "each can be chosen, and nothing else"
    (user,) = users_of(app.matches.to_act(match))
    who = server.challenger if user == server.challenger.id else server.opponent
    last = str(position.legal_actions()[-1])
    await server.tap(who, last)
    assert (await server.match()).entries[-1].text == last
    with capsys.disabled():
        print(f"\n{key}: {len(reached)} legal actions after {len(line)}")


async def every_panel(server: Server, taken: tuple[int, ...]) -> list[tuple[tuple[int, ...], Any]]:
    """Every panel that taps can lead to, with the choices made on the way."""
    app, match = server.bot.app, await server.match()
    (user,) = users_of(app.matches.to_act(match))
    found: list[tuple[tuple[int, ...], Any]] = [
        (
            taken,
            await move_panel.panel(app, match, user, taken, style=BoardStyle(DEFAULT_THEME, as_text=False)),
        )
    ]
    for number in range(len(move_panel.chosen(app, match, taken).parts)):
        found += await every_panel(server, (*taken, number))
    return found


async def begin(server: Server, key: str, options: dict[str, str]) -> None:
    """A match of any game up to its first action."""
    game = GAMES[key]
    if game.secret_setup is not None:
        await server.start(PICK, PICK, **options)
        return
    face = server.bot.app.presentations[key]
    starts = {"starts": "me"} if game.starter == "drawn" else {}
    await server.begin(face.command, **starts, **options)
