"""The private list of the matches that two players have with each other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from cogs.kit.arguments import OF_ID, Count, Query
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row, rows
from cogs.kit.controls import Press, control, menu
from cogs.kit.paging import leaves
from cogs.panels.challenge import challenge_form
from cogs.panels.lists.finished_matches import open_finished
from cogs.text import records_texts
from matches import UserId

PAGE: Final = 8
"""Matches on a page: more wouldn't fit on a phone."""


@dataclass(frozen=True, slots=True)
class SharedMatchesQuery(Query):
    """A request for a page of the matches with another player."""

    rival: int = field(metadata=OF_ID)
    page: int = 0


@control("ourpage")
async def turn_page(press: Press, _button: Count, asked: SharedMatchesQuery) -> None:
    """Shows another page."""
    await press.redraw(await panel(press, asked))


async def panel(call: Call, asked: SharedMatchesQuery) -> Card:
    """A page of the user's matches with another player, open ones first."""
    rival, page = UserId(asked.rival), asked.page
    challenge = [] if call.guild_id is None else [challenge_form.person_button(rival)]
    # One match more than is shown, to know if there is another page.
    found = await call.app.matches.lists.between(call.user, rival, PAGE + 1, offset=page * PAGE)
    if not found:
        return card(records_texts.nothing_between(rival), *rows(challenge))
    shown = found[:PAGE]
    await call.app.lookup.prepare_names(shown)
    options = [(str(match.id), call.app.lookup.choice(match, call.user)) for match in shown]
    lines = [(match, call.app.matches.waits_for(match, call.user)) for match in shown]
    turning = leaves(turn_page, page, lambda to: replace(asked, page=to), more=len(found) > PAGE)
    return card(
        records_texts.between(lines, call.user, rival, page),
        row(open_finished.about(0, menu(records_texts.OPEN_ONE, options))),
        *rows([*turning, *challenge]),
    )
