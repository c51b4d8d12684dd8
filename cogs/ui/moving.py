"""The private panel in which a player chooses an action by tapping: which piece, where to, send."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.ui.boards import drawn_in
from cogs.ui.card import BOARD, Card, card, gallery, row, rows
from cogs.ui.control import Button, Click, Select
from cogs.ui.languages import texts
from cogs.ui.preferences import asks_before_sending
from cogs.ui.steps import END, Steps, named_in, walk
from engines import Action, ActionError, AmbiguousActionError
from matches import Match, MatchId, Phase, UserId, offers
from matches.around import Loaded
from matches.errors import StaleError
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.desk import Desk

MENU_SIZE: Final = 25
"""Entries a menu can have (Discord's limit)."""
FEW: Final = 20
"""Actions that get a button each at most: four rows."""


class Move(Button, verb="move"):
    """Opens the panel to the player who has to act, whatever card it was clicked on."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        loaded = await desk.matches.play.check_turn(self.match_id, user, None)
        await desk.answer(click, await panel(desk, loaded.match, user, theme=loaded.theme(user)))


class Go(Select, verb="go"):
    """A menu of matches that wait for somebody: opens what the chosen one waits for."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load_own(MatchId(int(self.value)), user)
        await desk.redraw(click, await waiting(desk, match, user))


class _OnPanel:
    """What the panel's own controls share: a match that has moved on is shown as it now is."""

    match_id: MatchId
    version: int

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """Do what the control is for, in the match as the panel shows it."""
        try:
            loaded = await desk.matches.play.check_turn(self.match_id, user, self.version)
            await self.on_turn(click, desk, loaded, user)
        except StaleError as error:
            await desk.redraw(click, await waiting(desk, error.match, user, above=texts.MOVED_ON))

    @abstractmethod
    async def on_turn(self, click: Click, desk: Desk, loaded: Loaded, user: UserId) -> None:
        """What the control does while its player is to act and the panel is up to date."""


class Step(_OnPanel, Select, verb="step"):
    """Takes one of the choices of a menu. Its tail: the menu's number, then the choices made before."""

    async def on_turn(self, click: Click, desk: Desk, loaded: Loaded, user: UserId) -> None:
        """See the class."""
        taken = (*self.tail[1:], int(self.value))
        action = chosen(desk, loaded.match, taken).action
        if action is None or asks_before_sending(loaded.people[user]):
            await desk.redraw(click, await panel(desk, loaded.match, user, taken, theme=loaded.theme(user)))
        else:
            await _play(click, desk, loaded, user, action)


class StepBack(_OnPanel, Button, verb="stepback"):
    """Goes back to the choices that its tail tells."""

    async def on_turn(self, click: Click, desk: Desk, loaded: Loaded, user: UserId) -> None:
        """See the class."""
        theme = loaded.theme(user)
        await desk.redraw(click, await panel(desk, loaded.match, user, self.tail, theme=theme))


class Send(_OnPanel, Button, verb="send"):
    """Plays the action that its tail tells."""

    async def on_turn(self, click: Click, desk: Desk, loaded: Loaded, user: UserId) -> None:
        """See the class."""
        action = chosen(desk, loaded.match, self.tail).action
        assert action is not None, "the button is there for a complete action"
        await _play(click, desk, loaded, user, action)


class Do(Button, verb="do"):
    """Plays one of the few actions there are: that of its number. On a card, or below a refusal."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        loaded = await desk.matches.play.check_turn(self.match_id, user, self.version)
        action = desk.matches.history(loaded.match).position.legal_actions()[self.index]
        match = await desk.matches.play.turn(
            self.match_id, user, str(action), seen=self.version, loaded=loaded
        )
        if click.message is not None and click.message.flags.ephemeral:
            await desk.dismiss(click)
        await desk.show(click, match)


CONTROLS: Final[tuple[type[Button] | type[Select], ...]] = (Move, Go, Step, StepBack, Send, Do)


async def _play(click: Click, desk: Desk, loaded: Loaded, user: UserId, action: Action) -> None:
    """Store the action; the panel goes on to the next one of the turn, and away when there is none."""
    seen = loaded.match.version
    match = await desk.matches.play.turn(loaded.match.id, user, str(action), seen=seen, loaded=loaded)
    if desk.matches.waits_for(match, user):
        await desk.redraw(click, await panel(desk, match, user, theme=loaded.theme(user)))
        await desk.show(click, match)
        return
    played = desk.matches.history(match).played[-1:]
    match = await desk.show(click, match)
    if match.shown.version < match.version or click.channel_id == match.shown.home:
        await desk.dismiss(click)
    else:
        await desk.redraw(click, desk.cards.note(texts.played_elsewhere(match, played)))


# --- the cards -----------------------------------------------------------------------------------


async def panel(
    desk: Desk, match: Match, user: UserId, taken: Sequence[int] = (), *, theme: str | None, above: str = ""
) -> Card:
    """The panel of ``user`` after some choices in the theme they chose, if any, with a line ``above`` it."""
    steps = chosen(desk, match, taken)
    last = () if steps.prefix else [played.action for played in desk.matches.history(match).last_turn()]
    diagram = steps.position.diagram(last, bottom=steps.position.to_act, chosen=steps.prefix)
    pictures = ((BOARD, await desk.studio.board(diagram, theme=drawn_in(theme))),)
    head = "\n".join(filter(None, (texts.step(match, steps.said), _meanwhile(match, steps))))
    return card(above, head, gallery(pictures), *_controls(match, steps), pictures=pictures)


def _meanwhile(match: Match, steps: Steps) -> str:
    """What a move would end, if anything: the panel is opened by whoever is to act."""
    offer, side = offers.standing(match), steps.position.to_act
    return texts.offer_meanwhile(offer, side) if offer is not None and side is not None else ""


async def waiting(desk: Desk, match: Match, user: UserId, *, above: str = "") -> Card:
    """What a match waits for from ``user``, to be done right there; else the match to look at."""
    if desk.matches.waits_for(match, user):
        if match.phase is Phase.PLAYING:
            theme = await desk.notifications.theme_of(match.guild_id, user)
            return await panel(desk, match, user, theme=theme, above=above)
        if match.phase is Phase.SETUP:
            _, draft = await desk.matches.picks.draft(match.id, user)
            return desk.cards.pick_panel(match, user, draft)
    if match.started:
        return await desk.cards.board_only(match, above=above, reader=user)
    return await desk.cards.of(match, above=above, reader=user)


def choice_of_match(desk: Desk, matches: Sequence[MatchSummary], user: UserId) -> Card:
    """A menu of the matches that wait for ``user``."""
    options = [(str(match.id), desk.choice(match, user)) for match in matches[:MENU_SIZE]]
    return card(texts.WHICH_TO_GO_TO, row(Go.menu(matches[0], texts.GO_TO, options)))


def refusal(desk: Desk, match: Match, error: ActionError, typed: str, sentence: str) -> Card:
    """Why something typed could not be played, and what the piece that was meant can do, a tap each."""
    position = desk.matches.history(match).position
    legal = position.legal_actions()
    found = named_in(position, desk.faces[match.game].words, f"{error.text} {typed}")
    meant = list(found.fitting) if found is not None else []
    if isinstance(error, AmbiguousActionError):
        meant = [action for action in legal if str(action) in error.candidates] or meant
    if 0 < len(meant) <= FEW:
        buttons: list[ui.Item[Any]] = [
            # In the notation that was typed: many words each would fill a phone's whole screen.
            Do.on(match, str(action), tail=(legal.index(action),))
            for action in meant
        ]
        return card(sentence, *rows(buttons))
    if found is not None:
        return card(sentence, *_menus(match, found))
    return card(sentence, row(Move.on(match, texts.MOVE, discord.ButtonStyle.primary)))


def chosen(desk: Desk, match: Match, taken: Sequence[int]) -> Steps:
    """What some choices lead to in a match as it stands."""
    return walk(desk.matches.history(match).position, desk.faces[match.game].words, taken)


def _controls(match: Match, steps: Steps) -> list[ui.ActionRow[Any]]:
    buttons: list[ui.Item[Any]] = []
    if END in steps.parts:
        number = steps.parts.index(END)
        buttons.append(Send.on(match, texts.END_TURN, tail=(*steps.taken, number)))
    if steps.action is not None:
        buttons.append(Send.on(match, texts.SEND, discord.ButtonStyle.success, tail=steps.taken))
    if steps.taken:
        buttons.append(StepBack.on(match, texts.BACK, tail=steps.taken[:-1]))
    return [*_menus(match, steps), *rows(buttons)]


def _menus(match: Match, steps: Steps) -> list[ui.ActionRow[Any]]:
    """The choices, in as many menus as they need; each menu says from where to where it goes."""
    numbered = [(str(number), part) for number, part in enumerate(steps.parts) if part != END]
    groups = [numbered[start : start + MENU_SIZE] for start in range(0, len(numbered), MENU_SIZE)]
    menus = []
    for number, group in enumerate(groups):
        options = [(value, steps.label(part)) for value, part in group]
        ends = "" if len(groups) == 1 else f"{group[0][1]} … {group[-1][1]}"
        prompt = texts.step_prompt(first=not steps.prefix, ends=ends)
        menus.append(row(Step.menu(match, prompt, options, tail=(number, *steps.taken))))
    return menus
