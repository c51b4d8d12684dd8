"""The private panel in which a player chooses an action by tapping: which piece, where to, send."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.card import BOARD, Card, card, gallery, row, rows
from cogs.kit.controls import Handler, Press, button, menu
from cogs.panels.account.preferences import asks_before_sending
from cogs.panels.match.boards import drawn_in
from cogs.panels.match.move_steps import END, ActionSteps, named_in, walk
from cogs.text import texts
from engines import Action, ActionError, AmbiguousActionError
from matches import Match, MatchId, Phase, UserId
from matches.errors import StaleError
from matches.lifecycle import offers
from matches.lifecycle.around import Loaded
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.kit.context import Context

MENU_SIZE: Final = 25
"""Entries a menu can have (Discord's limit)."""
FEW: Final = 20
"""Actions that get a button each at most: four rows."""


@button("move")
async def open_moves(press: Press) -> None:
    """Opens the panel to the player who has to act, whatever card it was clicked on."""
    loaded = await press.app.matches.play.check_turn(press.match_id, press.user, None)
    await press.answer(await panel(press.app, loaded.match, press.user, theme=loaded.theme(press.user)))


@menu("go")
async def go_to(press: Press) -> None:
    """A menu of matches that wait for somebody: opens what the chosen one waits for."""
    match = await press.app.matches.load_own(MatchId(int(press.value)), press.user)
    await press.redraw(await waiting(press.app, match, press.user))


def _on_turn(handler: Callable[[Press, Loaded], Awaitable[None]]) -> Handler:
    """Have a control of the panel act on its turn; a match that has moved on is shown as it now is."""

    async def act(press: Press) -> None:
        try:
            loaded = await press.app.matches.play.check_turn(press.match_id, press.user, press.version)
            await handler(press, loaded)
        except StaleError as error:
            await press.redraw(await waiting(press.app, error.match, press.user, above=texts.MOVED_ON))

    return act


@menu("step")
@_on_turn
async def take_step(press: Press, loaded: Loaded) -> None:
    """Takes one of the choices of a menu. Its arguments: the menu's number, then the choices made before."""
    taken = (*press.args[1:], int(press.value))
    action = chosen(press.app, loaded.match, taken).action
    if action is None or asks_before_sending(loaded.people[press.user]):
        theme = loaded.theme(press.user)
        await press.redraw(await panel(press.app, loaded.match, press.user, taken, theme=theme))
    else:
        await _play(press, loaded, action)


@button("stepback")
@_on_turn
async def step_back(press: Press, loaded: Loaded) -> None:
    """Goes back to the choices that its arguments tell."""
    theme = loaded.theme(press.user)
    await press.redraw(await panel(press.app, loaded.match, press.user, press.args, theme=theme))


@button("send")
@_on_turn
async def send(press: Press, loaded: Loaded) -> None:
    """Plays the action that its arguments tell."""
    action = chosen(press.app, loaded.match, press.args).action
    assert action is not None, "the button is there for a complete action"
    await _play(press, loaded, action)


@button("do")
async def do_action(press: Press) -> None:
    """Plays one of the few actions there are: that of its number. On a card, or below a refusal."""
    loaded = await press.app.matches.play.check_turn(press.match_id, press.user, press.version)
    action = press.app.matches.history(loaded.match).position.legal_actions()[press.index]
    match = await press.app.matches.play.turn(
        press.match_id, press.user, str(action), expected_version=press.version, loaded=loaded
    )
    if press.interaction.message is not None and press.interaction.message.flags.ephemeral:
        await press.dismiss()
    await press.show(match)


async def _play(press: Press, loaded: Loaded, action: Action) -> None:
    """Store the action; the panel goes on to the next one of the turn, and away when there is none."""
    app, user = press.app, press.user
    match = await app.matches.play.turn(
        loaded.match.id, user, str(action), expected_version=loaded.match.version, loaded=loaded
    )
    if app.matches.waits_for(match, user):
        await press.redraw(await panel(app, match, user, theme=loaded.theme(user)))
        await press.show(match)
        return
    played = app.matches.history(match).played[-1:]
    match = await press.show(match)
    if match.shown.version < match.version or press.interaction.channel_id == match.shown.home:
        await press.dismiss()
    else:
        await press.redraw(card(texts.played_elsewhere(match, played)))


# --- the cards -----------------------------------------------------------------------------------


async def panel(
    app: Context, match: Match, user: UserId, taken: Sequence[int] = (), *, theme: str | None, above: str = ""
) -> Card:
    """The panel of ``user`` after some choices in the theme they chose, if any, with a line ``above`` it."""
    steps = chosen(app, match, taken)
    last = () if steps.prefix else [played.action for played in app.matches.history(match).last_turn()]
    diagram = steps.position.diagram(last, bottom=steps.position.to_act, chosen=steps.prefix)
    pictures = ((BOARD, await app.studio.board(diagram, theme=drawn_in(theme))),)
    head = "\n".join(filter(None, (texts.step(match, steps.said), _meanwhile(match, steps))))
    return card(above, head, gallery(pictures), *_controls(match, steps), pictures=pictures)


def _meanwhile(match: Match, steps: ActionSteps) -> str:
    """Tell of the offer that a move would end, if any: the panel is opened by the player to act."""
    offer, side = offers.standing(match), steps.position.to_act
    return texts.offer_meanwhile(offer, side) if offer is not None and side is not None else ""


async def waiting(app: Context, match: Match, user: UserId, *, above: str = "") -> Card:
    """The panel for what a match waits for from ``user``, if anything; else the match to look at."""
    if app.matches.waits_for(match, user):
        if match.phase is Phase.PLAYING:
            theme = await app.notifications.theme_of(match.guild_id, user)
            return await panel(app, match, user, theme=theme, above=above)
        if match.phase is Phase.SETUP:
            _, draft = await app.matches.picks.draft(match.id, user)
            return app.cards.pick_panel(match, user, draft)
    if match.started:
        return await app.cards.board_only(match, above=above, reader=user)
    return await app.cards.of(match, above=above, reader=user)


def choice_of_match(app: Context, matches: Sequence[MatchSummary], user: UserId) -> Card:
    """A menu of the matches that wait for ``user``."""
    options = [(str(match.id), app.lookup.choice(match, user)) for match in matches[:MENU_SIZE]]
    return card(texts.WHICH_TO_GO_TO, row(go_to.on(matches[0], texts.GO_TO, options)))


def refusal(app: Context, match: Match, error: ActionError, typed: str, sentence: str) -> Card:
    """Why something typed could not be played, and what the piece that was meant can do, a tap each."""
    position = app.matches.history(match).position
    legal = position.legal_actions()
    found = named_in(position, app.presentations[match.game_key].words, f"{error.text} {typed}")
    meant = list(found.fitting) if found is not None else []
    if isinstance(error, AmbiguousActionError):
        meant = [action for action in legal if str(action) in error.candidates] or meant
    if 0 < len(meant) <= FEW:
        buttons: list[ui.Item[Any]] = [
            # In the notation that was typed: many words each would fill a phone's whole screen.
            do_action.on(match, str(action), args=(legal.index(action),))
            for action in meant
        ]
        return card(sentence, *rows(buttons))
    if found is not None:
        return card(sentence, *_menus(match, found))
    return card(sentence, row(open_moves.on(match, texts.MOVE, discord.ButtonStyle.primary)))


def chosen(app: Context, match: Match, taken: Sequence[int]) -> ActionSteps:
    """The steps that some choices lead to in a match as it stands."""
    return walk(app.matches.history(match).position, app.presentations[match.game_key].words, taken)


def _controls(match: Match, steps: ActionSteps) -> list[ui.ActionRow[Any]]:
    buttons: list[ui.Item[Any]] = []
    if END in steps.parts:
        number = steps.parts.index(END)
        buttons.append(send.on(match, texts.END_TURN, args=(*steps.taken, number)))
    if steps.action is not None:
        buttons.append(send.on(match, texts.SEND, discord.ButtonStyle.success, args=steps.taken))
    if steps.taken:
        buttons.append(step_back.on(match, texts.BACK, args=steps.taken[:-1]))
    return [*_menus(match, steps), *rows(buttons)]


def _menus(match: Match, steps: ActionSteps) -> list[ui.ActionRow[Any]]:
    """The choices, in as many menus as they need; each menu says from where to where it goes."""
    numbered = [(str(number), part) for number, part in enumerate(steps.parts) if part != END]
    groups = [numbered[start : start + MENU_SIZE] for start in range(0, len(numbered), MENU_SIZE)]
    menus = []
    for number, group in enumerate(groups):
        options = [(value, steps.label(part)) for value, part in group]
        ends = "" if len(groups) == 1 else f"{group[0][1]} … {group[-1][1]}"
        prompt = texts.step_prompt(first=not steps.prefix, ends=ends)
        menus.append(row(take_step.on(match, prompt, options, args=(number, *steps.taken))))
    return menus
