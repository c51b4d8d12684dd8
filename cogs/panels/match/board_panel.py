"""The private view of a match: any position of it, or all of them as a film, to look at alone or to share."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from discord import ui

from cogs.kit.card import Card
from cogs.kit.controls import Click, Press, button
from cogs.kit.visibility import to_look_at
from cogs.panels.match import records, viewer, watching
from cogs.panels.match.viewer import Subject, View
from cogs.text import phrases, records_texts, texts
from matches import Match, UserId

if TYPE_CHECKING:
    from cogs.app import Desk


@button("look")
async def look(press: Press) -> None:
    """Opens the view of a match to anyone who sees its card."""
    match = await to_look_at(press.desk, press.click, press.match_id)
    await press.answer(await first_view(press.desk, match, press.user))


@button("show")
async def show_view(press: Press) -> None:
    """Shows what its tail tells: the number of the button, then the view."""
    match = await to_look_at(press.desk, press.click, press.match_id)
    view = View.of(press.tail[1:])
    await press.redraw(await viewer.panel(press.desk, await _subject(press.desk, match, press.user), view))


@button("film")
async def show_film(press: Press) -> None:
    """Shows the film in the private panel that it stands on."""
    match = await to_look_at(press.desk, press.click, press.match_id)
    await press.redraw(await film(press.desk, press.click, match, press.user))


@button("openfilm")
async def open_film(press: Press) -> None:
    """Opens the film, from a public card."""
    match = await to_look_at(press.desk, press.click, press.match_id)
    await press.answer(await film(press.desk, press.click, match, press.user))


@button("postfilm")
async def post_film(press: Press) -> None:
    """Posts the film where its panel was opened."""
    match = await to_look_at(press.desk, press.click, press.match_id)
    await press.desk.post(press.click, lambda: _film(press.desk, match, press.user, own=False))
    await press.redraw(await _film(press.desk, match, press.user, *_ways_on(match), said=texts.POSTED))


@button("stepthrough")
async def step_through(press: Press) -> None:
    """Goes from the film to the view that is stepped through."""
    match = await to_look_at(press.desk, press.click, press.match_id)
    await press.redraw(await first_view(press.desk, match, press.user))


async def first_view(desk: Desk, match: Match, user: UserId) -> Card:
    """The present position of a match, from the side of ``user``; before play, its card."""
    if not match.started:
        return await desk.cards.of(match, reader=user)
    subject = await _subject(desk, match, user)
    # Whoever plays the second side sees it from there, as on their own turns.
    turned = match.side_of(user) == match.rules.sides[1]
    return await viewer.panel(desk, subject, View(len(subject.history.played), turned))


async def film(desk: Desk, talk: Click, match: Match, user: UserId) -> Card:
    """The film of a match for ``user``, with the ways on. Raises WrongPhaseError before play."""
    buttons = _ways_on(match)
    if talk.guild_id is not None:
        buttons.append(post_film.on(match, texts.POST_HERE))
    return await _film(desk, match, user, *buttons)


def _ways_on(match: Match) -> list[ui.Item[Any]]:
    return [
        step_through.on(match, texts.BACK_TO_BOARD),
        records.open_record.on(match, records_texts.RECORD),
    ]


async def _film(
    desk: Desk, match: Match, user: UserId, *buttons: ui.Item[Any], own: bool = True, said: str = ""
) -> Card:
    """The film for ``user``, with a line ``said`` below it: as they like boards, or else as its server does.

    Raises BusyError while another is made for them.
    """
    with desk.files.take(user):
        subject = await _subject(desk, match, user if own else None)
        ended = desk.cards.ended(match) if match.result else ""
        head = f"### {phrases.title(match)}\n{texts.seats(match)}\n{ended}".strip()
        return await viewer.film(desk, subject, head, f"match-{match.id}", *buttons, said=said)


async def _subject(desk: Desk, match: Match, user: UserId | None) -> Subject:
    """A match to be looked at, as ``user`` likes boards. Raises WrongPhaseError before play."""
    return Subject(
        phrases.title(match),
        match.rules.sides,
        desk.matches.history(match),
        match.result,
        await desk.cards.theme(match, user),
        partial(show_view.on, match),
        (
            show_film.on(match, texts.FILM),
            records.open_record.on(match, records_texts.RECORD),
            *watching.buttons(match, user),
        ),
    )
