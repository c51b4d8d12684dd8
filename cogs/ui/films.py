"""The film of a match: from its start to where it stands, to look at alone or to share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.ui import looking, texts
from cogs.ui.boards import diagram_at
from cogs.ui.card import Card, Pictures, card, gallery, row
from cogs.ui.control import Button, Click
from cogs.ui.posting import check_may_post
from engines import Diagram
from engines.record import History
from matches import Match, UserId
from matches.errors import WrongPhaseError

if TYPE_CHECKING:
    from cogs.desk import Desk


class ShowFilm(Button, verb="film"):
    """Shows the film in the private panel that it stands on."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.redraw(click, await panel(desk, click, match, user))


class OpenFilm(Button, verb="openfilm"):
    """Opens the film, from a public card."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.answer(click, await panel(desk, click, match, user))


class PostFilm(Button, verb="postfilm"):
    """Posts the film where its panel was opened."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        check_may_post(click)
        match = await desk.matches.load(self.match_id)
        posted = await _film(desk, match, None)
        await click.followup.send(
            view=posted.view, files=posted.files(), allowed_mentions=posted.mentions(), silent=True
        )
        await desk.redraw(click, await _film(desk, match, user, _step_through(match), said=texts.POSTED))


class StepThrough(Button, verb="stepthrough"):
    """Goes from the film to the view that is stepped through."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.redraw(click, await looking.first_view(desk, match, user))


CONTROLS: Final[tuple[type[Button], ...]] = (ShowFilm, OpenFilm, PostFilm, StepThrough)


async def panel(desk: Desk, talk: Click, match: Match, user: UserId) -> Card:
    """The film of a match for ``user``, with the ways on. Raises WrongPhaseError before play."""
    buttons: list[ui.Item[Any]] = [_step_through(match)]
    if talk.guild_id is not None:
        buttons.append(PostFilm.on(match, texts.POST_HERE))
    return await _film(desk, match, user, *buttons)


def _step_through(match: Match) -> StepThrough:
    return StepThrough.on(match, texts.BACK_TO_BOARD)


async def _film(
    desk: Desk, match: Match, user: UserId | None, *buttons: ui.Item[Any], said: str = ""
) -> Card:
    """The film as ``user`` likes boards, or as its server does, with a line ``said`` below it."""
    theme = await desk.cards.theme(match, user)
    if not match.started:
        raise WrongPhaseError(match)
    history = desk.matches.history(match)
    clip = await desk.studio.film(lambda: _diagrams(match, history), theme=theme)
    pictures: Pictures = ((f"match-{match.id}.{clip.suffix}", clip),)
    ended = desk.cards.ended(match) if match.result else ""
    head = f"### {texts.title(match)}\n{texts.seats(match)}\n{ended}".strip()
    return card(head, gallery(pictures), said, *([row(*buttons)] if buttons else []), pictures=pictures)


def _diagrams(match: Match, history: History) -> list[Diagram]:
    """Every position of a match, from its start on."""
    bottom = match.rules.sides[0]
    return [diagram_at(match, history, ply, bottom=bottom) for ply in range(len(history.played) + 1)]
