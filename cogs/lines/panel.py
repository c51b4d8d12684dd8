"""The analysis board: a private panel on which both sides are moved by the same taps.

A control's id holds the match, or the game on whose rules it is, and a position: a node of the tree and the
actions before it. Those that try an action also hold a mark of the position, so that a late tap does nothing
on another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec

import discord
from discord import ui

from cogs.kit import phone
from cogs.kit.arguments import COUNT, NODE, NUMBERS, Count, GameNumber, Id, Node, numbers_in
from cogs.kit.boards import shown_board
from cogs.kit.call import Call
from cogs.kit.card import BLUE, BOARD, Card, Pictures, card, gallery, row, rows
from cogs.kit.controls import (
    AnyControl,
    Component,
    Control,
    FormSent,
    Press,
    button,
    control,
    form_sent,
    menu,
    written_in,
)
from cogs.kit.feature import TriedLines
from cogs.kit.presentation import number_of_game
from cogs.lines import texts as lines_texts
from cogs.lines.board import OF_MATCH, LineBoard, can_be_shown, in_words, mended, opened
from cogs.lines.service import Lines
from cogs.panels.moving.move_steps import END, ActionSteps, walk
from cogs.panels.moving.step_buttons import (
    MENU_SIZE,
    NO_END,
    OTHER_PARTS,
    StepControls,
    choices,
    fits,
    shown_in,
)
from cogs.text import texts
from engines import Diagram
from engines.record import History
from matches import Match, MatchId, UserId
from matches.lines import LONGEST_NAME, LineKey, LineNode, LineSpot, LineTree, mark_of

if TYPE_CHECKING:
    from cogs.app import App

Rest = ParamSpec("Rest")
"""What the ids of a control of a board hold after the game."""

FILM_NODES: Final = 40
"""The most actions of a line that its film shows."""
_MENU_PARTS: Final = 2
"""The components of a menu: a row, and itself."""
_PRESENT: Final = COUNT[-1]
"""Stands for the actions before the present position: no record has so many."""
BACK, ON, KEEP = range(3)
"""The places of buttons that lead to a position: two of a panel may lead to the same one."""


# --- opened ---------------------------------------------------------------------------------------


@control("lines")
async def open_lines(press: Press, game: GameNumber, ply: Count = _PRESENT) -> None:
    """Opens the panel, in a new message."""
    board = await opened(press, press.match_id, game)
    await press.answer(await panel(press, board, board.there(0, ply) or board.now))


def study(match: Match, ply: int | None) -> AnyControl | None:
    """The button that opens it from a match, at the position after so many actions or the present one."""
    if not match.started:
        return None
    return open_lines.on(match, lines_texts.TRY, OF_MATCH, *(() if ply is None else (ply,)))


def in_turn(_app: App, match: Match) -> AnyControl | None:
    """The button that opens it from the panel on which a turn is chosen; none if that was agreed upon."""
    return open_lines.on(match, lines_texts.ANALYSIS, OF_MATCH) if match.terms.lines else None


def on_rules(game: str) -> AnyControl:
    """The button that opens it at the start of a game."""
    return open_lines.about(0, lines_texts.TRY, number_of_game(game))


async def _tree(app: App, match: Match, user: UserId) -> LineTree:
    return await app[Lines].tree(LineKey.on(match, user), app.matches.history(match))


# --- gone through ---------------------------------------------------------------------------------


@control("lineto")
async def go_to(press: Press, _place: Count, game: GameNumber, node: Node, ply: Count) -> None:
    """Goes to a position."""
    await _show(press, await opened(press, press.match_id, game), node, ply)


@control("linenow")
async def go_to_now(press: Press, game: GameNumber) -> None:
    """Goes to the present position of the match."""
    board = await opened(press, press.match_id, game)
    await press.redraw(await panel(press, board, board.now))


tried_lines: Final = TriedLines(
    _tree,
    now=lambda match, shown: go_to_now.on(match, shown, OF_MATCH),
    at=lambda match, shown, spot: go_to.about(match.id, shown, BACK, OF_MATCH, *spot),
    try_action=lambda app, match, user, spot, mark, action: app[Lines].try_action(
        LineKey.on(match, user), app.matches.history(match), spot, mark, action
    ),
    delete=lambda app, match, user, node: app[Lines].delete(
        LineKey.on(match, user), app.matches.history(match), node
    ),
)


@control("lineon", chooses=NODE)
async def go_on(press: Press, game: GameNumber, _node: Node, ply: Count) -> None:
    """Goes on with the chosen action; 0: the match's own."""
    board = await opened(press, press.match_id, game)
    await _show(press, board, press.number, ply + 1)


async def _show(press: Press, board: LineBoard, node: int, ply: int) -> None:
    spot = board.there(node, ply)
    if spot is None:
        await press.redraw(await panel(press, board, board.now, above=lines_texts.GONE))
    else:
        await press.redraw(await panel(press, board, spot))


@control("linestep")
async def take_step(press: Press, game: GameNumber, node: Node, ply: Count, mark: Id, *taken: Count) -> None:
    """Takes a choice, the last of those ``taken`` so far."""
    await _take(press, game, LineSpot(node, ply), mark, taken)


@control("linechoice", chooses=NUMBERS)
async def take_choice(
    press: Press, _menu: Count, game: GameNumber, node: Node, ply: Count, mark: Id, *taken: Count
) -> None:
    """Takes a choice from a menu, after those ``taken`` so far."""
    await _take(press, game, LineSpot(node, ply), mark, (*taken, *numbers_in(press.value)))


async def _take(press: Press, game: int, spot: LineSpot, mark: int, taken: Sequence[int]) -> None:
    """Try an action once it is complete; else show the choices that can come next."""
    app, board = press.app, await opened(press, press.match_id, game)
    there = board.current_spot(spot, mark)
    if there is None:
        await press.redraw(await panel(press, board, board.now, above=lines_texts.GONE))
        return
    steps = _steps(press, board, board.at(there), taken)
    if steps.action is None:
        await press.redraw(await panel(press, board, there, taken=steps.taken))
        return
    tree, reached = await app[Lines].try_action(board.key, board.record, there, mark, steps.action)
    board, above = board.with_tree(tree), "" if reached else lines_texts.GONE
    await press.redraw(await panel(press, board, reached or board.now, above=above))


# --- named and deleted ----------------------------------------------------------------------------


@control("linename", acknowledge=False)
async def open_name(press: Press, game: GameNumber, node: Node, ply: Count) -> None:
    """Opens the form for the name of a node."""
    board = await opened(press, press.match_id, game)
    found = board.tree.node(node)
    if found is None:
        await press.acknowledge()
        await _show(press, board, node, ply)
        return
    field: ui.TextInput[Any] = ui.TextInput(
        default=found.name or None, required=False, max_length=LONGEST_NAME
    )
    label = ui.Label(text=lines_texts.NAME_LABEL, component=field)
    title = lines_texts.NAME.removesuffix("…")
    await press.open_form(written.asked(title, [label], press.match_id, game, node, ply))


@form_sent("linename")
async def written(sent: FormSent, match_id: MatchId, game: GameNumber, node: Node, ply: Count) -> None:
    """Stores the name, and redraws the panel with it."""
    board = await opened(sent, match_id, game)
    name = next(iter(written_in(sent.interaction, LONGEST_NAME).values()), "")
    board = board.with_tree(await sent.app[Lines].name(board.key, board.record, node, name))
    spot = board.there(node, ply)
    above = "" if spot else lines_texts.GONE
    await sent.redraw(await panel(sent, board, spot or board.now, above=above))


@control("linedelete")
async def ask_to_delete(press: Press, game: GameNumber, node: Node, ply: Count) -> None:
    """Deletes a move of a line; asks first if others follow it."""
    board = await opened(press, press.match_id, game)
    if board.tree.node(node) is None:
        await _show(press, board, node, ply)
        return
    gone = len(board.tree.with_all_below(node))
    if gone == 1:
        await _delete(press, board, node)
        return
    yes = button(lines_texts.DELETE_NOW, discord.ButtonStyle.danger)
    keep = _to(board, KEEP, LineSpot(node, ply), lines_texts.KEEP)
    question = card(lines_texts.delete_question(gone), row(keep, _control(delete_now, board, yes, node, ply)))
    await press.redraw(question)


@control("linedeletenow")
async def delete_now(press: Press, game: GameNumber, node: Node, _ply: Count) -> None:
    """Deletes a move of a line with all that follow it."""
    await _delete(press, await opened(press, press.match_id, game), node)


async def _delete(press: Press, board: LineBoard, node: int) -> None:
    """Delete a node, and show the position before it."""
    found = board.tree.node(node)
    before = board.now if found is None else board.there(found.parent, found.ply)
    board = board.with_tree(await press.app[Lines].delete(board.key, board.record, node))
    await press.redraw(await panel(press, board, before or board.now, above=lines_texts.DELETED))


# --- the rest -------------------------------------------------------------------------------------


@control("linemore")
async def open_more(press: Press, game: GameNumber, node: Node, ply: Count) -> None:
    """Shows what else can be done at a position."""
    board = await opened(press, press.match_id, game)
    spot = board.there(node, ply)
    if spot is None:
        await _show(press, board, node, ply)
        return
    said = f"{lines_texts.head(board.match, board.game, board.name_of(spot))}\n{lines_texts.PRIVATE}"
    back = _to(board, BACK, spot, button(lines_texts.TO_BOARD, BLUE))
    await press.redraw(card(said, *rows([back, *await _rest(press, board, spot)])))


async def _rest(call: Call, board: LineBoard, spot: LineSpot) -> list[ui.Item[Any]]:
    """The buttons of what is seldom needed at a position."""
    found: list[ui.Item[Any]] = []
    if spot != board.now:
        label = lines_texts.NOW if board.match else lines_texts.START
        found.append(_control(go_to_now, board, button(label)))
    if spot.node:
        found.append(_control(open_name, board, button(lines_texts.NAME), *spot))
        found.append(_control(ask_to_delete, board, button(lines_texts.DELETE), *spot))
        found.append(_control(show_film, board, button(lines_texts.FILM), *spot))
    if board.tree.nodes:
        found.append(_control(show_all, board, button(lines_texts.ALL), 0))
    if board.match is not None:
        for add in call.app.features.of_player:
            found += await add(call.app, board.match, call.user)
    return found


# --- all lines, and films -------------------------------------------------------------------------


@control("linesall")
async def show_all(press: Press, game: GameNumber, page: Count) -> None:
    """Lists all lines; pages count from 0 on."""
    await press.redraw(_all_lines(await opened(press, press.match_id, game), page))


@control("lineend", chooses=NODE)
async def go_to_end(press: Press, game: GameNumber, _page: Count) -> None:
    """Goes to the end of the chosen line."""
    board = await opened(press, press.match_id, game)
    await _show(press, board, press.number, board.now.ply)


@control("linefilm")
async def show_film(press: Press, game: GameNumber, node: Node, ply: Count) -> None:
    """Shows the film of a line in its panel."""
    board = await opened(press, press.match_id, game)
    spot = board.there(node, ply)
    line = None if spot is None or not node else can_be_shown(board, spot)
    if spot is None or line is None:
        await _show(press, board, node, ply)
        return
    with press.app.files.take(press.user):
        left_at = board.tree.left_at(node)
        first = max(left_at, spot.ply - FILM_NODES)
        clip = await press.app.studio.film(lambda: _diagrams(board, line, first), theme=board.style.theme)
    pictures: Pictures = (("line.gif", clip),)
    said = lines_texts.film(board.match, board.game, board.name_of(spot), first - left_at)
    back = _to(board, BACK, spot, lines_texts.TO_BOARD)
    await press.redraw(card(said, gallery(pictures), row(back), pictures=pictures))


def _diagrams(board: LineBoard, line: History, first: int) -> list[Diagram]:
    """The positions of a line from the one after ``first`` actions on."""
    return [line.until(ply).diagram(bottom=board.bottom) for ply in range(first, len(line.played) + 1)]


def _all_lines(board: LineBoard, page: int) -> Card:
    ends = board.tree.ends()
    pages = max(1, -(-len(ends) // MENU_SIZE))
    page = min(page, pages - 1)
    shown = ends[page * MENU_SIZE : (page + 1) * MENU_SIZE]
    said = lines_texts.all_lines(board.match, board.game, len(ends), len(board.tree.nodes), page, pages)
    back = _control(go_to_now, board, button(lines_texts.TO_BOARD))
    if not shown:
        return card(said, lines_texts.NOTHING_TRIED, row(back))
    passed = {
        str(one.number): lines_texts.AN_END_PASSED
        for one in shown
        if board.is_passed(LineSpot(one.number, one.ply + 1))
    }
    entries = [(str(one.number), _end_in_words(board, one)) for one in shown]
    ways = menu(lines_texts.WHICH_END, entries, described=passed)
    leaves = [
        _control(show_all, board, button(label), at)
        for label, at in ((lines_texts.EARLIER, page - 1), (lines_texts.LATER, page + 1))
        if 0 <= at < pages
    ]
    return card(said, row(_control(go_to_end, board, ways, page)), row(*leaves, back))


def _end_in_words(board: LineBoard, node: LineNode) -> str:
    path = board.tree.path(node.number)
    turn = board.record.until(path[0].ply).turns + 1
    name = board.name_of(LineSpot(node.number, node.ply + 1))
    return lines_texts.an_end(name, turn, [one.action for one in path])


# --- the panel ------------------------------------------------------------------------------------


async def panel(
    call: Call, board: LineBoard, spot: LineSpot, *, taken: Sequence[int] = (), above: str = ""
) -> Card:
    """The panel at a position after the choices ``taken``, with a line ``above`` it."""
    line = can_be_shown(board, spot)
    if line is None:
        board, spot, taken, above = await mended(call.app, board), board.now, (), lines_texts.GONE
        line = board.at(spot)
    steps = _steps(call, board, line, taken)
    marked = steps.prefix if steps.action is None else ()
    diagram = line.diagram(bottom=board.bottom, chosen=marked)
    shown = await shown_board(call.app.studio, diagram, board.style, BOARD)
    several = [] if steps.taken else _several(board, spot, line)
    buttons = await _all_buttons(call, board, spot, steps)
    said, below = "", list[ui.ActionRow[Any]]()
    for briefly in range(lines_texts.BRIEFEST + 1):
        said = "\n".join(filter(None, (above, *_said(board, spot, line, steps, briefly))))
        room = phone.room([said], [one for _, one in shown.pictures]) if shown.pictures else NO_END
        below = choices(
            steps,
            _step_controls(board, spot, mark_of(line.position)),
            buttons,
            call.app.piece_emojis.of,
            other_parts=OTHER_PARTS + _MENU_PARTS * len(several),
            room=room - phone.rows([], len(several)),
        )
        if all(map(shown_in, below)) and fits([*several, *below], room):
            break  # else the choices need the room
    return card(said, shown.part, *several, *below, pictures=shown.pictures)


def _steps(call: Call, board: LineBoard, line: History, taken: Sequence[int]) -> ActionSteps:
    return walk(line.position, call.app.presentations[board.game].words, taken)


def _said(board: LineBoard, spot: LineSpot, line: History, steps: ActionSteps, briefly: int) -> Iterator[str]:
    """The lines above the board; the higher ``briefly`` is, the less of the line that led there."""
    yield lines_texts.head(board.match, board.game, board.name_of(spot), briefly)
    last = line.played[-1] if line.played else None
    if spot.node:
        yield lines_texts.so_far(line.played, board.tree.left_at(spot.node), briefly)
    else:
        present = board.record.played[-1] if board.record.played else None
        yield lines_texts.where(last, present, of_match=board.match is not None)
    if board.is_passed(spot):
        yield lines_texts.PASSED
    position = line.position
    if steps.taken:
        yield texts.chosen(steps.said)
    else:
        yield lines_texts.to_move(position.to_act, position.outcome())
    if not board.tree.nodes and not briefly:
        yield lines_texts.PRIVATE


def _step_controls(board: LineBoard, spot: LineSpot, mark: int) -> StepControls:
    return StepControls(
        lambda shown, taken: _control(take_step, board, shown, *spot, mark, *taken),
        lambda shown, number, taken: _numbered(take_choice, board, number, shown, *spot, mark, *taken),
    )


def _buttons(board: LineBoard, spot: LineSpot, steps: ActionSteps) -> Iterator[ui.Item[Any]]:
    """The buttons below the choices; while a piece is chosen, only the way back.

    The end of a turn stands here, and an action that is the only one.
    """
    mark = mark_of(steps.position)
    if steps.action is not None:
        label = texts.END_TURN if steps.prefix == (END,) else steps.said
        yield _control(take_step, board, button(label), *spot, mark)
    elif END in steps.parts:
        end = steps.parts.index(END)
        yield _control(take_step, board, button(texts.END_TURN), *spot, mark, *steps.taken, end)
    if steps.taken:
        yield _control(take_step, board, button(lines_texts.BACK), *spot, mark, *steps.taken[:-1])
        return
    if (before := board.tree.before(spot)) is not None:
        yield _to(board, BACK, before, lines_texts.BACK)
    on = board.on_from(spot)
    if len(on) == 1:
        yield _to(board, ON, on[0][0], button(lines_texts.ON, BLUE))


async def _all_buttons(
    call: Call, board: LineBoard, spot: LineSpot, steps: ActionSteps
) -> list[ui.Item[Any]]:
    """The buttons below the choices: the ways through the line, what can be planned there, and the rest."""
    buttons = list(_buttons(board, spot, steps))
    if steps.taken:
        return buttons
    if board.match is not None:
        for offer in call.app.features.below_line:
            buttons += offer(call.app, board.match, call.user, board.tree, spot)
    return [*buttons, _control(open_more, board, button(lines_texts.MORE), *spot)]


def _several(board: LineBoard, spot: LineSpot, line: History) -> list[ui.ActionRow[Any]]:
    """The menu of several ways on from a position; none if there is one or none."""
    on = board.on_from(spot)
    if len(on) < 2:
        return []
    shown = on[:MENU_SIZE]
    entries = [
        (str(to.node), lines_texts.way_on(in_words(line, action), name, played=not to.node))
        for to, action, name in shown
    ]
    return [row(_control(go_on, board, menu(lines_texts.go_on(len(shown), len(on)), entries), *spot))]


def _to(board: LineBoard, place: int, spot: LineSpot, shown: ui.Button[Any] | str) -> AnyControl:
    component = button(shown) if isinstance(shown, str) else shown
    return _numbered(go_to, board, place, component, *spot)


def _control(
    used: Control[Concatenate[int, Rest]],
    board: LineBoard,
    shown: Component | str,
    *given: Rest.args,
    **named: Rest.kwargs,
) -> AnyControl:
    """A control of this board."""
    number, game = board.numbers
    return used.about(number, shown, game, *given, **named)


def _numbered(
    used: Control[Concatenate[int, int, Rest]],
    board: LineBoard,
    place: int,
    shown: Component | str,
    *given: Rest.args,
    **named: Rest.kwargs,
) -> AnyControl:
    """A control of this board whose number tells it from others of its verb."""
    number, game = board.numbers
    return used.about(number, shown, place, game, *given, **named)
