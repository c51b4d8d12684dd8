"""A choice within the other side's turn, said in advance: an order of points, or any of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.advances import texts as advance_texts
from cogs.advances.list_panel import list_card, open_list
from cogs.advances.rules import check_may_say
from cogs.advances.service import Advances
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row
from cogs.kit.controls import (
    FormSent,
    Press,
    button,
    control,
    form_sent,
    written_in,
)
from cogs.kit.errors import Refusal
from cogs.text import texts
from engines import Hexes, Squares
from matches import Match, MatchId, UserId

if TYPE_CHECKING:
    from cogs.app import App

MOST_POINTS: Final = 40
"""Points of an order: more than a game can have asked for at once."""
LONGEST: Final = 200
"""Characters of the form's field."""
_BETWEEN: Final = re.compile(r"[\s,;>]+")


def points_in(text: str, shape: Squares | Hexes) -> tuple[str, ...]:
    """The points that ``text`` names, each once, in its order.

    Raises Refusal without any, for what is no point of the board, and for more than MOST_POINTS.
    """
    words = [word for word in _BETWEEN.split(text.strip()) if word]
    known = set(shape.points)
    unread = [word[:20] for word in words if word.lower() not in known]
    if unread or not words:
        raise Refusal(advance_texts.no_points(unread))
    points = tuple(dict.fromkeys(word.lower() for word in words))
    if len(points) > MOST_POINTS:
        raise Refusal(advance_texts.too_many_points(MOST_POINTS))
    return points


@control("advancechoice")
async def open_choice(press: Press) -> None:
    """Asks in what order to choose when the other side's turn asks for a choice."""
    match = await press.app.matches.load_own(press.match_id, press.user)
    _check_asked(match, press.user)
    await press.respond(_question(press.app, match))


@control("advanceany")
async def say_any(press: Press) -> None:
    """Says that any choice will do: the first that the game lists."""
    await press.respond(await _said(press, press.match_id, ()))


@control("advanceorder", acknowledge=False)
async def open_form(press: Press) -> None:
    """Opens the form in which points are typed."""
    match = await press.app.matches.load_own(press.match_id, press.user)
    _check_asked(match, press.user)
    await press.open_form(_form(match))


@form_sent("advance")
async def written(sent: FormSent, match_id: MatchId) -> None:
    """Says the order of points, and shows the list."""
    match = await sent.app.matches.load_own(match_id, sent.user)
    typed = next(iter(written_in(sent.interaction, LONGEST).values()), "")
    shape = sent.app.matches.history(match).position.diagram().shape
    await sent.redraw(await _said(sent, match.id, points_in(typed, shape)))


async def _said(call: Call, match_id: MatchId, points: Sequence[str]) -> Card:
    """Say it; the list with it."""
    app, user = call.app, call.user
    _check_asked(await app.matches.load_own(match_id, user), user)
    await app[Advances].say_choice(match_id, user, points)
    match = await app.matches.load_own(match_id, user)
    return await list_card(app, match, user, above=advance_texts.CHOICE_SAID)


def _check_asked(match: Match, user: UserId) -> None:
    """Raise Refusal if ``user`` is never asked in the other side's turns, and as ``check_may_say`` does."""
    if check_may_say(match, user) != match.game.asked_within:
        raise Refusal(advance_texts.NEVER_ASKED)


def _question(app: App, match: Match) -> Card:
    question = app.presentations[match.game_key].question
    ways = [
        open_form.on(match, button(advance_texts.IN_ORDER, discord.ButtonStyle.primary)),
        say_any.on(match, advance_texts.ANY),
        open_list.on(match, texts.BACK),
    ]
    return card(advance_texts.choice_question(match, question), row(*ways))


def _form(match: Match) -> ui.Modal:
    field: ui.TextInput[Any] = ui.TextInput(max_length=LONGEST)
    label = ui.Label(text=advance_texts.CHOICE_LABEL, component=field)
    return written.asked(advance_texts.IF_THEY_TAKE, [label], match.id)
