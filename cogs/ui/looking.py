"""The private view of a match: any position of it, or all of them as a film, to look at alone or to share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.ui import records, viewer, watching
from cogs.ui.card import Card
from cogs.ui.control import Button, Click
from cogs.ui.languages import phrases, texts, texts_of_records
from cogs.ui.sight import to_look_at
from cogs.ui.viewer import Subject, View
from matches import Match, UserId

if TYPE_CHECKING:
    from cogs.desk import Desk


class Look(Button, verb="look"):
    """Opens the view of a match to anyone who sees its card."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await to_look_at(desk, click, self.match_id)
        await desk.answer(click, await first_view(desk, match, user))


class Show(Button, verb="show"):
    """Shows what its tail tells: the number of the button, then the view."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await to_look_at(desk, click, self.match_id)
        view = View.of(self.tail[1:])
        await desk.redraw(click, await viewer.panel(desk, await _subject(desk, match, user), view))


class ShowFilm(Button, verb="film"):
    """Shows the film in the private panel that it stands on."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await to_look_at(desk, click, self.match_id)
        await desk.redraw(click, await film(desk, click, match, user))


class OpenFilm(Button, verb="openfilm"):
    """Opens the film, from a public card."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await to_look_at(desk, click, self.match_id)
        await desk.answer(click, await film(desk, click, match, user))


class PostFilm(Button, verb="postfilm"):
    """Posts the film where its panel was opened."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await to_look_at(desk, click, self.match_id)
        await desk.post(click, lambda: _film(desk, match, user, own=False))
        await desk.redraw(click, await _film(desk, match, user, *_ways_on(match), said=texts.POSTED))


class StepThrough(Button, verb="stepthrough"):
    """Goes from the film to the view that is stepped through."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await to_look_at(desk, click, self.match_id)
        await desk.redraw(click, await first_view(desk, match, user))


CONTROLS: Final[tuple[type[Button], ...]] = (Look, Show, ShowFilm, OpenFilm, PostFilm, StepThrough)


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
        buttons.append(PostFilm.on(match, texts.POST_HERE))
    return await _film(desk, match, user, *buttons)


def _ways_on(match: Match) -> list[ui.Item[Any]]:
    return [
        StepThrough.on(match, texts.BACK_TO_BOARD),
        records.OpenRecord.on(match, texts_of_records.RECORD),
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
    history = desk.matches.history(match)

    def step(number: int, label: str, view: View) -> Button:
        return Show.on(match, label, tail=(number, *view.numbers))

    return Subject(
        phrases.title(match),
        match.rules.sides,
        history,
        match.result,
        await desk.cards.theme(match, user),
        step,
        (
            ShowFilm.on(match, texts.FILM),
            records.OpenRecord.on(match, texts_of_records.RECORD),
            *watching.buttons(match, user),
        ),
    )
