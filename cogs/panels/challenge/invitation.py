"""The controls of an open challenge's card, and what is told of it behind *⋯*."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.kit.card import card, row
from cogs.kit.controls import Press, button, control
from cogs.kit.visibility import to_look_at
from cogs.panels.challenge import accepting, computer_panel, fair_draw
from cogs.panels.learn import help
from cogs.text import challenge_texts, texts
from matches import Match, Phase
from matches.players import Human

if TYPE_CHECKING:
    from cogs.app import App


@control("challengemore")
async def open_details(press: Press) -> None:
    """Tells all about a challenge; its challenger can withdraw it there."""
    match = await to_look_at(press, press.match_id)
    if match.phase is not Phase.CHALLENGED:
        await press.answer(card(await closed(press.app, match)))
        return
    challenger = match.challenger.user_id
    rhythms = await press.app.matches.rhythms.seen_by(press.user, [challenger] if challenger else [])
    rhythm = rhythms.get(challenger) if challenger else None
    own = match.challenger == Human(press.user)
    ways = [row(accepting.withdraw.on(match, challenge_texts.WITHDRAW))] if own else []
    await press.answer(card(challenge_texts.more_about(match, rhythm), *ways))


async def closed(app: App, match: Match) -> str:
    """The text of a challenge that isn't open any more, with what the match belongs to."""
    why = "".join([await say(app, match) for say in app.features.in_short])
    return challenge_texts.invitation_closed(match, why=why)


def invitation_rows(match: Match, *, computer: bool) -> list[ui.ActionRow[Any]]:
    """The rows of buttons that answer a challenge; ``computer`` adds a match against it meanwhile."""
    setup = match.game.secret_setup
    rows = [row(*_accept_buttons(match, blind=False))]
    if setup is not None and not match.blind:
        rows.append(row(*_accept_buttons(match, blind=True)))
    answers: list[ui.Item[Any]] = []
    if match.opponent is not None:
        answers.append(accepting.decline.on(match, challenge_texts.DECLINE))
    # The challenged player may not know the game yet.
    answers += [help.open_rules.on(match, texts.RULES), *fair_draw.buttons(match)]
    if computer:
        answers.append(computer_panel.meanwhile_button(match))
    answers.append(open_details.on(match, challenge_texts.DETAILS))
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
            index,
        )
        for index, (call, is_blind) in enumerate(accepting.ACCEPTANCES)
        if is_blind == blind and (match.game.starter == "toss" or call == "heads")
    ]
