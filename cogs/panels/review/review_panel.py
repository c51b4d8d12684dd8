"""The review of a finished match: its film, the curve of winning chances, and the costliest turns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.kit.card import Card, Pictures, card, gallery, rows
from cogs.kit.controls import CONTROLS, Press, control
from cogs.kit.errors import sentence
from cogs.kit.visibility import to_look_at
from cogs.panels.match.board_panel import diagram_at, side_below
from cogs.panels.review import deciding_turn, review_turn
from cogs.panels.review.review_turn import Told, told_to
from cogs.text import review_texts, speaking, texts
from computer.review.model import MOST_TURNS, WHOLE_TURNS, Review
from engines import Diagram
from engines.record import History
from imaging import Chances
from matches import Match, UserId
from services.reviews import is_offered

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

NEWS: Final = 4.0
"""Seconds between two updates of the progress shown."""
CHANCES: Final = "chances.png"


@control("review")
async def open_review(press: Press) -> None:
    """Opens the review; while it is being made, shows its progress first."""
    app, user = press.app, press.user
    match = await to_look_at(press, press.match_id)
    review = await app.reviews.kept(match)
    if review is not None:
        await press.respond(await panel(app, match, user, review))
        return
    making = app.reviews.begin(match, user)
    shown = await _show_waiting(press, match)
    if shown is not None:
        app.reviews.follow(_follow(press, match, making, shown))


async def _show_waiting(press: Press, match: Match) -> int | None:
    """Show the progress panel; returns its message id, 0 for the panel that was clicked.

    None if the message isn't known, so it can't be updated later.
    """
    waiting = _waiting(press.app, match, press.user)
    if press.is_private:
        await press.redraw(waiting)
        return 0
    return await press.answer(waiting)


async def _follow(press: Press, match: Match, making: asyncio.Task[Review], shown: int) -> None:
    """Update the progress panel until the review is done, then show the review."""
    app = press.app
    with speaking(press.interaction.locale):
        while not (await asyncio.wait({making}, timeout=NEWS))[0]:
            await press.rewrite(shown, _waiting(app, match, press.user))
        try:
            found = await panel(app, match, press.user, making.result())
        except Exception as error:  # noqa: BLE001 - a background task: nothing else would tell the reader
            found = _sorry(match, _why(match, error))
        await press.rewrite(shown, found)


def _why(match: Match, error: Exception) -> str:
    """The sentence about an error; logs unexpected errors."""
    if (said := sentence(error, match.game_key)) is None:
        log.error("match=%s its review could not be shown", match.id, exc_info=error)
    return said or review_texts.FAILED


def _waiting(app: App, match: Match, user: UserId) -> Card:
    """The progress panel; its button starts again after a restart."""
    said = review_texts.looking if user in match.users else review_texts.looking_for_others
    return card(said(match, app.reviews.share(match.id)), *rows([open_review.on(match, review_texts.REVIEW)]))


def _sorry(match: Match, said: str) -> Card:
    return card(said, *rows([open_review.on(match, review_texts.REVIEW)]))


def offer(match: Match) -> list[ui.Item[Any]]:
    """The button that opens a match's review, if it is finished and long enough."""
    return [open_review.on(match, review_texts.REVIEW)] if is_offered(match) else []


async def panel(app: App, match: Match, user: UserId, review: Review) -> Card:
    """The review of a match for ``user``. Raises BusyError while a film is made for them."""
    history, fair = app.matches.history(match), await review_turn.fair_to(app, user, match, review)
    left_out, review = fair is not review, fair
    told = told_to(match, history, user, review)
    with app.files.take(user):
        theme = await app.cards.theme(match, user)
        film = await app.studio.film(lambda: _diagrams(app, match, user), theme=theme)
        chances = await app.studio.chances(curve(match, user, history, review, told, theme))
    turn = None if left_out else deciding_turn.found(match, history, review)
    # A costly turn that decided the match is marked in the list, any other has a sentence.
    starred = next((one for one in told if turn is not None and one.turn.ply == turn.ply), None)
    decided = ""
    if turn is not None and starred is None:
        decided = deciding_turn.sentence(match, history, turn, review_turn.own_side(match, user))
    ended = app.cards.ended(match)
    ways = [way for add in app.features.in_review for way in add(match, user, told)]
    return overview(
        match, user, review, told, ended, film, chances, decided, ways, starred=starred, left_out=left_out
    )


def overview(
    match: Match,
    user: UserId,
    review: Review,
    told: list[Told],
    ended: str,
    film: Any,
    chances: Any,
    decided: str = "",
    ways: Sequence[ui.Item[Any]] = (),
    *,
    starred: Told | None = None,
    left_out: bool = False,
) -> Card:
    """The card of a review, with its pictures, and the sentence about the turn that ``decided`` the match.

    ``ways`` are buttons of features. ``starred`` is that turn if it is one of those ``told``. ``left_out``:
    parts are withheld from ``user``.
    """
    above: Pictures = ((f"match-{match.id}.gif", film),)
    below: Pictures = ((CHANCES, chances),)
    opened = [
        review_turn.open_turn.on(match, review_texts.open_turn(one.number, one.move), one.turn.ply)
        for one in told
    ]
    buttons = [*opened, *ways, CONTROLS["stepthrough"].on(match, review_texts.BACK)]
    return card(
        review_texts.heading(match, texts.seats(match), ended),
        gallery(above),
        gallery(below),
        decided,
        _summary(match, user, told, starred, left_out=left_out),
        review_texts.LEFT_OUT if left_out else "",
        "\n".join(_remarks(match, review, told)),
        *rows(buttons),
        pictures=(*above, *below),
    )


def curve(
    match: Match, user: UserId, history: History, review: Review, told: list[Told], theme: str
) -> Chances:
    """The chances after each turn of a match, from the reader's side; turns in ``told`` are marked."""
    turns = [history.until(ply).turns for ply in review.plies]
    marks = tuple((turns.index(one.move), str(one.number)) for one in told)
    first, second = match.game.sides
    points = tuple(zip(turns, review.chances, strict=True))
    return Chances((first, second), points, marks, theme, match.side_of(user))


def _diagrams(app: App, match: Match, user: UserId) -> list[Diagram]:
    """The film's diagrams, from the reader's side."""
    history = app.matches.history(match)
    bottom = side_below(match, user)
    return [diagram_at(history, ply, match.result, bottom=bottom) for ply in range(len(history.played) + 1)]


def _summary(match: Match, user: UserId, told: list[Told], starred: Told | None, *, left_out: bool) -> str:
    own = review_turn.own_side(match, user) is not None
    if told:
        listed = [one.in_short(decided=one is starred) for one in told]
        return review_texts.worst([*listed, *([review_texts.STARRED] if starred else [])], own=own)
    if left_out:
        return ""  # turns were left out, so it can't be called clean
    won = match.result is not None and match.result.winner == match.side_of(user)
    return review_texts.nothing_bad(own=own, won=won)


def _remarks(match: Match, review: Review, told: Sequence[Told]) -> list[str]:
    """Remarks on how the match was analysed."""
    soft = match.game_key in WHOLE_TURNS
    said = [review_texts.SOFT if soft else review_texts.GUESS]
    if not soft and any(one.turn.won_in is not None for one in told):
        said.append(review_texts.PROVED)
    if len(review.plies) > MOST_TURNS and review.plies[0] > 0:
        said.append(review_texts.only_the_last(MOST_TURNS))
    elif review.brief:
        said.append(review_texts.LONG)
    return said
