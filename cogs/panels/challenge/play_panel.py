"""The private panel of /play: a person's ways to a match, the common ones first."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from cogs.kit.call import Call
from cogs.kit.card import Card, card, row, rows
from cogs.kit.controls import Press, control
from cogs.panels.challenge import (
    challenge_form,
    computer_panel,
    lobby_panel,
    new_challenge,
    new_match_panel,
)
from cogs.text import entry_points_texts

if TYPE_CHECKING:
    from cogs.app import App


@control("play")
async def open_play(press: Press) -> None:
    """Opens the panel, or goes back to it."""
    await press.respond(await panel(press))


@control("playmore")
async def open_more(press: Press) -> None:
    """Shows the rarer ways, in the same panel."""
    await press.respond(more(press.app))


async def panel(call: Call, game: str | None = None) -> Card:
    """The ways to a match of any game, or of the one that is given."""
    if game is not None:
        return await new_match_panel.panel(call, game)
    if call.guild_id is None:
        meant = call.app.presentations[await call.app.lookup.likely_game(call)]
        return card(*await new_challenge.ways(call, meant))
    computer = [computer_panel.likely_game_button(main=False)] if await computer_panel.is_on(call) else []
    return card(
        entry_points_texts.PLAY_TITLE,
        row(
            lobby_panel.find_button(entry_points_texts.FIND, main=True),
            *computer,
            *([open_more.about(0, entry_points_texts.MORE)] if call.app.features.more_to_play else []),
        ),
        entry_points_texts.CHALLENGE_SOMEBODY,
        *rows(challenge_form.game_buttons(call.app)),
    )


def more(app: App) -> Card:
    """The rarer ways, all of which features add."""
    return card(
        entry_points_texts.MORE_TITLE,
        *(way() for _, way in sorted(app.features.more_to_play, key=itemgetter(0))),
        row(open_play.about(0, entry_points_texts.BACK)),
    )
