"""The private panel for choosing an action by taps: a piece, its destination, *Send*."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import wraps
from inspect import Signature, signature
from typing import TYPE_CHECKING, Any, Concatenate, Final

import discord
from discord import ui

from cogs.kit import phone
from cogs.kit.arguments import ID, NUMBERS, Count, numbers_in
from cogs.kit.boards import BoardStyle, shown_board, style_for, style_in
from cogs.kit.card import BOARD, Card, card, row
from cogs.kit.controls import CONTROLS, Given, Press, button, control, menu
from cogs.panels.account.preferences import SEND, asks_before_sending, asks_before_typed
from cogs.panels.moving import after_move
from cogs.panels.moving.move_steps import END, ActionSteps, walk
from cogs.panels.moving.step_buttons import MENU_SIZE, NO_END, StepControls, choices, shown_in
from cogs.text import computer_texts, texts, time_texts
from engines import Action, Diagram
from engines.record import History
from matches import Match, MatchId, Phase, UserId
from matches.errors import StaleError
from matches.lifecycle import offers
from matches.lifecycle.history import turn_begun
from matches.lifecycle.last_turns import last_exchange
from matches.lifecycle.leaving import is_underway
from matches.lifecycle.match_context import Loaded
from matches.model import MatchFacts, Person
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.app import App

KNOWS_BY_NOW: Final = 3
"""Finished matches after which a player is offered to send moves without confirmation."""
FEW: Final = 20
"""Most actions that a card or refusal offers as buttons: four rows."""


@control("move")
async def open_moves(press: Press) -> None:
    """Opens the panel for the player to act, from a card of any version."""
    loaded = await press.app.matches.play.check_turn(press.match_id, press.user, None)
    await press.answer(await _at(press, loaded, ()))


@control("go", chooses=ID)
async def go_to(press: Press) -> None:
    """Opens the panel for the match chosen from a menu of matches that wait for the player."""
    match = await press.app.matches.load_own(MatchId(press.number), press.user)
    await press.redraw(await waiting(press.app, match, press.user))


def on_turn(
    handler: Callable[Concatenate[Press, Loaded, Given], Awaitable[None]],
) -> Callable[Concatenate[Press, Given], Awaitable[None]]:
    """Run ``handler`` only on the turn its control was made for; later, show the match as it is now.

    It is given the match as it was loaded; the ids hold its parameters after that.
    """

    @wraps(handler)
    async def act(press: Press, *given: Given.args, **named: Given.kwargs) -> None:
        try:
            loaded = await press.app.matches.play.check_turn(press.match_id, press.user, press.version)
            await handler(press, loaded, *given, **named)
        except StaleError as error:
            await press.respond(await waiting(press.app, error.match, press.user, above=texts.MOVED_ON))

    first, _loaded, *held = signature(handler).parameters.values()
    vars(act)["__signature__"] = Signature([first, *held])
    return act


@control("part")
@on_turn
async def take_part(press: Press, loaded: Loaded, *taken: Count) -> None:
    """Takes a choice, on the panel or on the card: the last of those ``taken``."""
    await _take(press, loaded, taken)


@control("step", chooses=NUMBERS)
@on_turn
async def take_step(press: Press, loaded: Loaded, _menu: Count, *taken: Count) -> None:
    """Takes a choice from a menu, or several, after those ``taken``."""
    await _take(press, loaded, (*taken, *numbers_in(press.value)))


async def _take(press: Press, loaded: Loaded, taken: Sequence[int]) -> None:
    action = chosen(press.app, loaded.match, taken).action
    if action is None or _asks_first(press, loaded, action):
        await press.respond(await _at(press, loaded, taken))
    else:
        await play(press, loaded, str(action))


def _asks_first(press: Press, loaded: Loaded, action: Action) -> bool:
    """True if a tapped action needs *Send*: unless its player wants none, or can take it back anyway.

    They can within a turn. Where takebacks are allowed, they can also take back a turn that an action ends
    after others; those who want to be asked always are asked there.
    """
    person = loaded.people[press.user]
    if not asks_before_sending(person):
        return False
    history = press.app.matches.history(loaded.match)
    position = history.position
    ends = turn_begun(history) and position.apply(action).turn_of != position.turn_of
    if ends and loaded.match.terms.takebacks and not asks_before_typed(person):
        return False
    return not press.app.matches.play.goes_on(loaded, action)


@control("stepback")
@on_turn
async def step_back(press: Press, loaded: Loaded, *kept: Count) -> None:
    """Goes back to earlier choices."""
    await press.respond(await _at(press, loaded, kept))


@control("send")
@on_turn
async def send(press: Press, loaded: Loaded, *taken: Count) -> None:
    """Plays the chosen action; asks first if that would waste the turn."""
    action = chosen(press.app, loaded.match, taken).action
    if action is None:
        await press.respond(await _at(press, loaded, taken))
    elif gives_turn_away(press.app, loaded.match, [action]):
        await press.respond(end_question(loaded.match))
    else:
        await play(press, loaded, str(action))


@control("sendalways")
@on_turn
async def send_always(press: Press, loaded: Loaded, *taken: Count) -> None:
    """Plays the chosen action, and turns confirmation off for later moves."""
    action = chosen(press.app, loaded.match, taken).action
    if action is None:
        await press.respond(await _at(press, loaded, taken))
        return
    await play(press, loaded, str(action), above=texts.SENT_AT_ONCE)
    await press.app.notifications.prefer(press.user, {SEND: "off"})


@control("do")
async def do_action(press: Press, index: Count) -> None:
    """Plays the legal action with this index, from a card or a refusal."""
    loaded = await press.app.matches.play.check_turn(press.match_id, press.user, press.version)
    legal = press.app.matches.history(loaded.match).position.legal_actions()
    action = press.one_of(legal, index)
    await play(press, loaded, str(action))


@control("takeback")
async def take_back(press: Press) -> None:
    """Takes back the last action of the player's unfinished turn, from the card or from the panel."""
    app, user = press.app, press.user
    match = await app.matches.play.take_back(press.match_id, user, expected_version=press.version)
    if press.is_private:
        await press.redraw(await waiting(app, match, user))
    await press.show(match)


# --- the end of a turn ---------------------------------------------------------------------------


@control("end")
async def end_turn(press: Press) -> None:
    """Ends a turn, from a card; asks first if nothing was done in it and something could be."""
    loaded = await press.app.matches.play.check_turn(press.match_id, press.user, press.version)
    if gives_turn_away(press.app, loaded.match, _ending(press.app, loaded.match)):
        await press.respond(end_question(loaded.match))
    else:
        await play(press, loaded, END)


@control("endnow")
@on_turn
async def end_turn_anyway(press: Press, loaded: Loaded) -> None:
    """Ends a turn in which nothing was done, after the player confirmed it."""
    await play(press, loaded, END)


def gives_turn_away(app: App, match: Match, actions: Sequence[Action]) -> bool:
    """True if ``actions`` would end a turn in which nothing was done although something could be."""
    if len(actions) != 1 or actions[0].path != (END,):
        return False
    history = app.matches.history(match)
    return not turn_begun(history) and len(history.position.legal_actions()) > 1


def end_question(match: Match) -> Card:
    """Asks for confirmation before ending a turn in which nothing was done."""
    no = step_back.on(match, texts.NOT_YET)
    return card(texts.NOTHING_MOVED, row(end_turn_anyway.on(match, texts.END_ANYWAY), no))


def _ending(app: App, match: Match) -> list[Action]:
    legal = app.matches.history(match).position.legal_actions()
    return [action for action in legal if action.path == (END,)]


# --- sending -------------------------------------------------------------------------------------


async def play(press: Press, loaded: Loaded, line: str, *, above: str = "") -> None:
    """Play the actions of ``line`` and show the match; a panel goes on to the next action of the turn.

    The next panel shows ``above``, or a message of its own does.
    """
    app, user = press.app, press.user
    before = len(app.matches.history(loaded.match).played)
    match = await app.matches.play.turn(
        loaded.match.id, user, line, expected_version=loaded.match.version, loaded=loaded
    )
    if press.is_private and app.matches.waits_for(match, user):
        await press.redraw(await panel(app, match, user, style=style_in(loaded, user), above=above))
        await press.show(match)
        return
    played = app.matches.history(match).played[before:]
    match = await press.show(match)
    told = await after_move.after_move(press, match, played, above=above)
    if told is not None:
        await press.respond(told)
    elif press.is_private:
        await press.dismiss()


async def _at(press: Press, loaded: Loaded, taken: Sequence[int]) -> Card:
    """The panel of the player to act after the choices ``taken``."""
    match, user, style = loaded.match, press.user, style_in(loaded, press.user)
    stops = False
    if chosen(press.app, match, taken).action is not None:
        stops = await _may_stop_asking(press.app, loaded.people[user], user)
    if taken:
        return await panel(press.app, match, user, taken, style=style, may_stop_asking=stops)
    note, above = await press.app.matches.note(match.id, user), await _before_turn(press.app, match, user)
    await press.app.last_looks.look(match, user)
    return await panel(press.app, match, user, style=style, above=above, note=note, may_stop_asking=stops)


async def _before_turn(app: App, match: Match, user: UserId, above: str = "") -> str:
    """The line ``above``, with what features tell a player before their turn."""
    told = [await tell(app, match, user) for tell in app.features.before_turn]
    return "\n".join(filter(None, (above, *told)))


async def _may_stop_asking(app: App, person: Person, user: UserId) -> bool:
    """True for a player with KNOWS_BY_NOW finished matches who hasn't chosen whether to confirm moves."""
    if SEND in person.preferences:
        return False
    return len(await app.matches.lists.finished_of(user, KNOWS_BY_NOW)) == KNOWS_BY_NOW


# --- the cards -----------------------------------------------------------------------------------


async def panel(
    app: App,
    match: Match,
    user: UserId,
    taken: Sequence[int] = (),
    *,
    style: BoardStyle,
    above: str = "",
    note: str = "",
    may_stop_asking: bool = False,
    beside: Sequence[ui.Item[Any]] = (),
) -> Card:
    """The panel of ``user`` after the choices ``taken``, with the board in the ``style`` of theirs.

    ``above`` is a line above it, ``note`` the user's own note about the match; ``beside`` are additional
    controls.
    """
    steps = chosen(app, match, taken)
    diagram = _diagram(app.matches.history(match), steps)
    board = await shown_board(app.studio, diagram, style, BOARD)
    controls = [
        *(_turn_controls(app, match, user) if not steps.taken else ()),
        *_controls(match, steps, may_stop_asking=may_stop_asking),
        *beside,
    ]
    said, below = "", list[ui.ActionRow[Any]]()
    names = app.members.names_so_far(match.guild_id, match.users)
    for so_far in _so_far(app, match, user):
        lines = (
            above,
            texts.your_move(match),
            so_far,
            texts.chosen(steps.said),
            _outlook(app, match, steps),
            _meanwhile(match, steps),
            texts.own_note(note),
        )
        briefer = "\n".join(filter(None, lines))
        room = phone.room([briefer], [one for _, one in board.pictures], names) if board.pictures else NO_END
        found = choices(steps, step_controls(match), controls, app.piece_emojis.of, room=room)
        buttons_alone = all(map(shown_in, found))
        if buttons_alone or not said:
            said, below = briefer, found
        if buttons_alone:
            break  # less is told only where all choices have a button then: a menu would take a tap more
    return card(said, board.part, *below, pictures=board.pictures)


def _diagram(history: History, steps: ActionSteps) -> Diagram:
    """The board with the choices so far marked; for a complete action, the board after it."""
    side = steps.position.to_act
    if steps.action is None:
        return history.diagram(bottom=side, chosen=steps.prefix)
    turn = history.last_turn() if turn_begun(history) and history.can_take_back() else ()
    marked = [*(played.action for played in turn), steps.action]
    return history.then(str(steps.action)).diagram(marked, bottom=side)


def _so_far(app: App, match: Match, user: UserId) -> list[str]:
    """The opponent, the time left and the last turn, until something was done in the turn; then nothing.

    First all of it, then less and less of it.
    """
    history = app.matches.history(match)
    if turn_begun(history):
        return [""]
    due, time = time_texts.clock_in_brief(match, app.clock(), begun=is_underway(match, history))
    told = texts.turn_made(*last_exchange(match, history))
    moved = "\n".join(f"-# {line}" for line in told.split("\n") if line)
    full = "\n".join(filter(None, (texts.against(match, user, due), moved, time)))
    return list(dict.fromkeys((full, moved, "")))


def _outlook(app: App, match: Match, steps: ActionSteps) -> str:
    """A line about what the picture shows: the board after the action, or a turn that can be ended."""
    if steps.action is not None:
        return texts.PREVIEW
    goes_on = not steps.taken and turn_begun(app.matches.history(match))
    return texts.TURN_GOES_ON if goes_on and END in steps.parts else ""


def _meanwhile(match: Match, steps: ActionSteps) -> str:
    """A line about the offer that stands, and what a move does to it; empty without an offer."""
    offer, side = offers.pending(match), steps.position.to_act
    return texts.offer_meanwhile(offer, side) if offer is not None and side is not None else ""


async def waiting(app: App, match: Match, user: UserId, *, above: str = "") -> Card:
    """The panel for moving or picking, if the match waits for ``user``; else the match without controls."""
    await app.last_looks.look(match, user)
    if app.matches.waits_for(match, user):
        if match.phase is Phase.PLAYING:
            style = await style_for(app, match.guild_id, user)
            note = await app.matches.note(match.id, user)
            above = await _before_turn(app, match, user, above)
            return await panel(app, match, user, style=style, above=above, note=note)
        if match.phase is Phase.SETUP:
            _, draft = await app.matches.picks.draft(match.id, user)
            return await app.cards.pick_panel(match, user, draft)
    if match.started:
        return await app.cards.board_only(match, above=above, reader=user)
    return await app.cards.of(match, above=above, reader=user)


async def choice_of_match(app: App, matches: Sequence[MatchSummary], user: UserId) -> Card:
    """A menu of the matches that wait for ``user``."""
    await app.lookup.prepare_names(matches)
    options = [(str(match.id), app.lookup.choice(match, user)) for match in matches[:MENU_SIZE]]
    return card(texts.WHICH_TO_GO_TO, row(go_to.on(matches[0], menu(texts.GO_TO, options))))


def chosen(app: App, match: Match, taken: Sequence[int]) -> ActionSteps:
    """The steps after the choices ``taken`` in the present position of a match."""
    return walk(app.matches.history(match).position, app.presentations[match.game_key].words, taken)


# --- the buttons ---------------------------------------------------------------------------------


def step_controls(match: MatchFacts) -> StepControls:
    """The controls that choose the steps of an action in the present position of a match."""
    return StepControls(
        lambda shown, taken: take_part.on(match, shown, *taken),
        lambda shown, number, taken: take_step.on(match, shown, number, *taken),
    )


def _controls(match: Match, steps: ActionSteps, *, may_stop_asking: bool) -> list[ui.Item[Any]]:
    buttons: list[ui.Item[Any]] = []
    only_end = steps.prefix == (END,)
    if steps.action is not None and not only_end:
        buttons.append(send.on(match, button(texts.SEND, discord.ButtonStyle.success), *steps.taken))
    if steps.taken:
        buttons.append(step_back.on(match, texts.BACK, *steps.taken[:-1]))
    if steps.action is not None and not only_end and may_stop_asking:
        buttons.append(send_always.on(match, texts.SEND_ALWAYS, *steps.taken))
    if only_end:
        buttons.append(send.on(match, button(texts.END_TURN, discord.ButtonStyle.success), *steps.taken))
    elif END in steps.parts:
        end = button(texts.END_TURN, discord.ButtonStyle.success)
        buttons.append(send.on(match, end, *steps.taken, steps.parts.index(END)))
    return buttons


def _turn_controls(app: App, match: Match, user: UserId) -> Iterator[ui.Item[Any]]:
    """The buttons to take back the last action of the turn, for a hint, and to try lines."""
    if app.matches.play.can_take_back(match, user):
        yield take_back.on(match, texts.TAKE_BACK)
    if match.alone and app.cards.has_computer:
        yield CONTROLS["hint"].on(match, computer_texts.HINT)
    yield from filter(None, (add(app, match) for add in app.features.in_turn))
