"""The private view of a match: any of its positions, or all of them as a film that can be posted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from discord import ui

from cogs.kit.call import Call
from cogs.kit.card import Card
from cogs.kit.controls import CONTROLS, Press, control
from cogs.kit.visibility import to_look_at
from cogs.panels.challenge import computer_panel
from cogs.panels.match import viewer, watching
from cogs.panels.match.viewer import Subject, ViewerState
from cogs.text import phrases, records_texts, review_texts, texts
from matches import Match, UserId
from services.computers import is_offered

if TYPE_CHECKING:
    from cogs.app import App


@control("look")
async def look(press: Press) -> None:
    """Opens the view of a match to anyone who sees its card."""
    match = await to_look_at(press, press.match_id)
    await press.answer(await first_view(press.app, match, press.user))


@control("show")
async def show_view(press: Press) -> None:
    """Shows another view. Arguments: the button's number, then the view."""
    match = await to_look_at(press, press.match_id)
    view = ViewerState.of(press.args[1:])
    await press.redraw(await viewer.panel(press.app, await _subject(press.app, match, press.user), view))


@control("film")
async def show_film(press: Press) -> None:
    """Shows the film in its private panel."""
    match = await to_look_at(press, press.match_id)
    await press.redraw(await film(press, match))


@control("openfilm")
async def open_film(press: Press) -> None:
    """Opens the film, from a public card."""
    match = await to_look_at(press, press.match_id)
    await press.answer(await film(press, match))


@control("postfilm")
async def post_film(press: Press) -> None:
    """Posts the film where its panel was opened."""
    match = await to_look_at(press, press.match_id)
    await press.post(lambda: _film(press.app, match, press.user, own=False))
    await press.redraw(await _film(press.app, match, press.user, *_ways_on(match), said=texts.POSTED))


@control("stepthrough")
async def step_through(press: Press) -> None:
    """Goes from the film to the view that shows single positions."""
    match = await to_look_at(press, press.match_id)
    await press.redraw(await first_view(press.app, match, press.user))


async def first_view(app: App, match: Match, user: UserId) -> Card:
    """The view of a match's present position, from the side of ``user``; before play, the match's card."""
    if not match.started:
        return await app.cards.of(match, reader=user)
    subject = await _subject(app, match, user)
    # The player of the second side sees it from there, as on their own turns.
    turned = match.side_of(user) == match.game.sides[1]
    return await viewer.panel(app, subject, ViewerState(len(subject.history.played), turned))


async def film(call: Call, match: Match) -> Card:
    """The film of a match for the user, with its buttons. Raises WrongPhaseError before play."""
    buttons = _ways_on(match)
    if call.guild_id is not None:
        buttons.append(post_film.on(match, texts.POST_HERE))
    return await _film(call.app, match, call.user, *buttons)


def _ways_on(match: Match) -> list[ui.Item[Any]]:
    return [
        step_through.on(match, texts.BACK_TO_BOARD),
        CONTROLS["record"].on(match, records_texts.RECORD),
        *_review(match),
    ]


def _review(match: Match) -> list[ui.Item[Any]]:
    return [CONTROLS["review"].on(match, review_texts.REVIEW)] if is_offered(match) else []


async def _film(
    app: App, match: Match, user: UserId, *buttons: ui.Item[Any], own: bool = True, said: str = ""
) -> Card:
    """The film for ``user``, with a line ``said`` below it.

    It has the user's own theme, or the server's if not ``own``. Raises BusyError while they wait for another.
    """
    with app.files.take(user):
        subject = await _subject(app, match, user if own else None)
        ended = app.cards.ended(match) if match.result else ""
        head = f"### {phrases.title(match)}\n{texts.seats(match)}\n{ended}".strip()
        return await viewer.film(app, subject, head, f"match-{match.id}", *buttons, said=said)


async def _subject(app: App, match: Match, user: UserId | None) -> Subject:
    """A match for the viewer, in the theme of ``user``. Raises WrongPhaseError before play."""
    return Subject(
        phrases.title(match),
        match.game.sides,
        app.matches.history(match),
        match.result,
        await app.cards.theme(match, user),
        partial(show_view.on, match),
        (
            show_film.on(match, texts.FILM),
            CONTROLS["record"].on(match, records_texts.RECORD),
            *_review(match),
            *watching.buttons(match, user),
        ),
        partial(computer_panel.play_on_button, match),
    )
