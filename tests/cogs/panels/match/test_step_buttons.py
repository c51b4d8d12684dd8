"""What a turn can begin with, and the next step of an action, in the room that there is for it."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.cannons_and_crabs import CannonsAndCrabs
from cogs.game import GameCog
from cogs.kit import phone
from cogs.kit.card import MOST_PARTS
from cogs.kit.controls import button
from cogs.panels.moving import move_panel
from cogs.panels.moving.move_steps import walk
from cogs.panels.moving.step_buttons import OTHER_PARTS, choices, fits, packed, pieces, shown_in
from cogs.pjawns import Pjawns
from cogs.prawns import Prawns
from cogs.predation import Predation
from cogs.prudh import Prudh
from cogs.text import texts
from engines import Position
from tests.cogs.busiest import busiest, start
from tests.cogs.card_taps import MATCH, choices_of

COGS = (CannonsAndCrabs, Pjawns, Prawns, Predation, Prudh)
ROOMS = (20, 45, 60, 90, 130, 200, phone.SCREEN)


def busy(cog: type[GameCog]) -> Position:
    position = start(cog.game, {})
    for action in busiest(cog.game, {}):
        position = position.apply(position.parse(action))
    return position


@pytest.mark.parametrize("cog", COGS, ids=lambda cog: cog.command)
def test_what_a_turn_begins_with_fits_and_leads_to_every_action(cog: type[GameCog]) -> None:
    position = busy(cog)
    kinds = set()
    for room in ROOMS:
        shown = pieces(position, cog.words, move_panel.step_controls(MATCH), room=room)
        assert fits(shown, room)
        if not shown:
            continue
        kinds.add(len(shown))
        ways = [walk(position, cog.words, choice.taken).prefix for choice in choices_of(shown)]
        plays = [action for action in position.legal_actions() if action.path != ("end",)]
        assert all(any(action.path[: len(way)] == way for way in ways) for action in plays), room
    assert kinds, "on some screen"


def test_whole_moves_stand_in_menus_where_the_pieces_have_no_room() -> None:
    position = Prudh.game.start()
    rows = pieces(position, Prudh.words, move_panel.step_controls(MATCH), room=100)
    assert all(walk(position, Prudh.words, one.taken).action for one in choices_of(rows))
    assert len(choices_of(rows)) == len(position.legal_actions())
    assert not pieces(position, Prudh.words, move_panel.step_controls(MATCH), room=20)


@pytest.mark.parametrize("cog", COGS, ids=lambda cog: cog.command)
def test_a_panel_keeps_to_the_room_and_to_discords_limit(cog: type[GameCog]) -> None:
    position = busy(cog)
    steps = walk(position, cog.words)
    for room in (100, 160, 250, phone.SCREEN):
        shown = choices(steps, move_panel.step_controls(MATCH), room=room)
        assert fits(shown, room)
        assert OTHER_PARTS + sum(1 + len(row.children) for row in shown) <= MOST_PARTS
        found = choices_of(shown)
        assert {walk(position, cog.words, one.taken).prefix[0] for one in found} >= {
            part for part in steps.parts if part != "end"
        }


def test_one_menu_of_several_is_told_apart_by_what_is_in_it() -> None:
    controls = move_panel.step_controls(MATCH)
    (alone,) = pieces(CannonsAndCrabs.game.start(), CannonsAndCrabs.words, controls, room=60)
    first, second = pieces(Prudh.game.start(first="dark"), Prudh.words, controls, room=100)
    menus: list[Any] = [each.children[0] for each in (alone, first, second)]
    told = [each.item.placeholder for each in menus]
    assert told[0] == texts.choose_action()
    assert told[1].startswith("Moves: 1 on b6 ") and told[2].startswith("Moves: 1 on a3 ")


def test_a_row_is_no_wider_than_a_phone() -> None:
    labels = ["a1", "a2", "pawn a3 to a4", "b1", "b2", "b3", "b4", "b5", "b6", "x" * 80]
    found: list[Any] = packed([button(label) for label in labels])
    assert [label for row in found for label, _ in shown_in(row)] == labels
    assert all(phone.lines_of(shown_in(row)) == 1 and len(row.children) <= 5 for row in found)
