"""*What you missed*: the film of what was played in a match since its reader last looked.

Opening *Move*'s panel, *Board*, *Film* or this is a look. *Board* offers it from three new turns on: the
number of entries that the match had at the look before is in its button.
"""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from cogs.kit.arguments import Count
from cogs.kit.boards import board_as_text, style_for
from cogs.kit.call import Call
from cogs.kit.card import BLUE, Card, Pictures, card, gallery, row
from cogs.kit.controls import CONTROLS, Press, button, control
from cogs.kit.visibility import to_look_at
from cogs.panels.match import board_panel
from cogs.text import phrases, texts
from engines import Diagram
from engines.record import History
from matches import Match, Phase, UserId
from matches.lifecycle.unseen_turns import unseen

LONGEST: Final = 2000
"""Characters of the turns that are told to who wants boards as text, at most."""
_AS_STORED: Final = -1
"""In place of the entries that a reader had seen, where the button doesn't hold them."""


@control("catchup")
async def catch_up(press: Press, entries: Count = _AS_STORED) -> None:
    """Plays what is new to the reader, who had seen so many of the match's ``entries``."""
    match = await to_look_at(press, press.match_id)
    seen = await press.app.last_looks.seen(match, press.user) if entries == _AS_STORED else entries
    shown = await panel(press, match, seen)
    await press.app.last_looks.record(match, press.user, seen)  # not before: there may be no film just now
    await press.respond(shown)


async def panel(call: Call, match: Match, seen: int | None) -> Card:
    """The film of what is new to the user, who had ``seen`` so many of the match's entries or none.

    Raises WrongPhaseError before play, and BusyError while another film is made for them.
    """
    app, user = call.app, call.user
    history = app.matches.history(match)
    fresh = unseen(match, history, user, seen)
    ended = app.cards.ended(match) if match.result else ""
    head = f"### {phrases.title(match)}\n{texts.seats(match)}\n{ended}".strip()
    ways = row(*_ways_on(app.matches.waits_for(match, user), match))
    if not fresh:
        return card(head, texts.NOTHING_NEW, ways)
    said = texts.FIRST_LOOK
    if seen is not None:
        said = texts.played_since(fresh[-1].turn - fresh[0].turn + 1)
    style = await style_for(app, match.guild_id, user)
    if style.as_text:
        (now,) = _diagrams(match, user, history, 0)
        return card(head, said, texts.played(fresh, LONGEST), board_as_text(now), ways)
    with app.files.take(user):
        clip = await app.studio.film(lambda: _diagrams(match, user, history, len(fresh)), theme=style.theme)
    pictures: Pictures = ((f"match-{match.id}.gif", clip),)
    return card(head, said, gallery(pictures), ways, pictures=pictures)


def _ways_on(waits: bool, match: Match) -> list[ui.Item[Any]]:
    move = CONTROLS["move"].on(match, button(texts.MOVE, BLUE))
    return [
        *([move] if waits and match.phase is Phase.PLAYING else []),
        board_panel.step_through.on(match, texts.BACK_TO_BOARD),
        board_panel.show_film.on(match, texts.FILM),
    ]


def _diagrams(match: Match, user: UserId, history: History, fresh: int) -> list[Diagram]:
    """The position that a user knows and those after each of so many ``fresh`` actions, from their side."""
    last = len(history.played)
    bottom = board_panel.side_below(match, user)
    return [
        board_panel.diagram_at(history, ply, match.result, bottom=bottom)
        for ply in range(last - fresh, last + 1)
    ]
