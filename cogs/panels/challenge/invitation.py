"""The controls of an open challenge's card."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from cogs.kit.card import row
from cogs.kit.controls import button
from cogs.panels.challenge import accepting, computer_panel, fair_draw
from cogs.panels.learn import help
from cogs.text import challenge_texts, texts
from matches import Match


def invitation_rows(match: Match, *, computer: bool) -> list[ui.ActionRow[Any]]:
    """The rows of buttons that answer a challenge; ``computer`` adds a match against it meanwhile."""
    setup = match.game.secret_setup
    rows = [row(*_accept_buttons(match, blind=False))]
    if setup is not None and not match.blind:
        rows.append(row(*_accept_buttons(match, blind=True)))
    answers: list[ui.Item[Any]] = [accepting.withdraw.on(match, challenge_texts.WITHDRAW)]
    if match.opponent is not None:
        answers.insert(0, accepting.decline.on(match, challenge_texts.DECLINE))
    # The challenged player may not know the game yet.
    answers += [help.open_rules.on(match, texts.RULES), *fair_draw.buttons(match)]
    if computer:
        answers.append(computer_panel.meanwhile_button(match))
    rows.append(row(*answers))
    return rows


def _accept_buttons(match: Match, *, blind: bool) -> list[ui.Item[Any]]:
    style = discord.ButtonStyle.secondary if blind else discord.ButtonStyle.success
    return [
        accepting.accept.on(
            match,
            button(
                challenge_texts.accept_label(call if match.game.starter == "toss" else None, blind=blind),
                style,
            ),
            args=(index,),
        )
        for index, (call, is_blind) in enumerate(accepting.ACCEPTANCES)
        if is_blind == blind and (match.game.starter == "toss" or call == "heads")
    ]
