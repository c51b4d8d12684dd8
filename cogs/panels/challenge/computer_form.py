"""The form for a match against the computer: its level, and what the form of a challenge has besides.

Who may accept and *Rated* aren't in it: the computer accepts at once, and nothing against it is rated.
"""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from cogs.kit.arguments import GameKey
from cogs.kit.call import Call, Interaction
from cogs.kit.card import BLUE, card
from cogs.kit.controls import (
    AnyControl,
    FormSent,
    Press,
    button,
    chosen_in,
    control,
    form_id,
    form_sent,
)
from cogs.kit.errors import Refusal
from cogs.kit.presentation import game_of_number, presentation_of
from cogs.panels.challenge import challenge_form, computer_panel
from cogs.panels.challenge.challenge_form import ChallengeDraft
from cogs.panels.challenge.computer_panel import Level
from cogs.text import challenge_texts, computer_texts
from matches.written import LEVELS

LEVEL: Final = "level"
"""The id of the field for the level; the others are those of a challenge."""


@control("computerterms", acknowledge=False)
async def open_form(press: Press, level: Level, draft: ChallengeDraft) -> None:
    """Opens the form."""
    await _show(press, level, draft)


async def _show(call: Call, level: int, draft: ChallengeDraft) -> None:
    """Answer with the form. Raises Refusal, NotAllowedError for a game that the server doesn't allow."""
    await computer_panel.check_on(call)
    presentation = presentation_of(call.app.presentations, draft.game)
    assert call.guild_id is not None, "the computer plays in servers alone"
    (await call.app.guilds.rules(call.guild_id)).check_game(draft.game)
    title = computer_texts.terms_title(presentation.game)
    fields = [_level_field(level), *challenge_form.computer_fields(presentation, draft)]
    await call.open_form(written.asked(title, fields, draft.game))


def _level_field(level: int) -> ui.Label[Any]:
    radios = [
        discord.RadioGroupOption(label=name, value=str(one), default=one == level)
        for one, name in computer_texts.LEVELS.items()
    ]
    return ui.Label(text=computer_texts.LEVEL, component=ui.RadioGroup(custom_id=LEVEL, options=radios))


@form_sent("computerform")
async def written(sent: FormSent, game: GameKey) -> None:
    """Begins the match, and says in the panel where it is."""
    level, draft = _level(sent.interaction), _read(sent.interaction, game)
    match = await computer_panel.begin(sent, level, draft.terms())
    if match.shown.version >= match.version:
        await sent.redraw(card(computer_texts.begun(match)))


def again_button(sent: Interaction) -> AnyControl | None:
    """The button back to the form that ``sent`` submits; None for anything else."""
    verb, _, number = form_id(sent).partition(":")
    if verb != written.verb or not number.isdecimal():
        return None
    try:
        level, draft = _level(sent), _read(sent, game_of_number(int(number)))
    except Refusal:
        return None  # its game or its level is gone
    return open_form.about(0, button(challenge_texts.BACK_TO_FORM, BLUE), level, draft)


def _read(sent: Interaction, game: str) -> ChallengeDraft:
    """The draft in the form for a game, without what is for people alone."""
    draft = challenge_form.read(sent, game)
    return ChallengeDraft(draft.game, 0, draft.pace, draft.options, draft.seat, draft.switches)


def _level(sent: Interaction) -> int:
    """The level in a form. Raises Refusal if there is none such."""
    chosen = next(iter(chosen_in(sent).get(LEVEL, ())), "")
    for level in LEVELS:
        if chosen == str(level):
            return level
    raise Refusal(challenge_texts.FORM_OLD)
