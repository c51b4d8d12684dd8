"""The page of ``/server panel`` with reported comments, and what administrators do about them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from cogs.kit.arguments import Count
from cogs.kit.card import Card, card, row
from cogs.kit.controls import CONTROLS, AnyControl, Press, button, control
from cogs.kit.paging import BACK, ON
from cogs.panels.server import values
from cogs.panels.server.admin import check_governing
from cogs.text import comments_texts, texts
from cogs.text.mentions import harmless
from matches import GuildId, UserId
from matches.comments import CommentId, ReportCounts, ReportedComment, side_of_writer
from matches.errors import DamagedMatchError

if TYPE_CHECKING:
    from cogs.app import App

PAGE: Final = 1
"""Comments on a page: after each decision the next one comes, and the longest fits on a phone."""

Decide = Callable[[GuildId, CommentId, UserId], Awaitable[None]]


@control("serverreports")
async def show_reports(press: Press, _button: Count, page: Count) -> None:
    """Shows a page of the list."""
    check_governing(press)
    await press.redraw(await reports_page(press.app, values.guild_of(press), page))


@control("hidecomment")
async def hide(press: Press, comment: CommentId, page: Count) -> None:
    """Hides a comment."""
    await _decide(press, comment, page, press.app.comments.hide, comments_texts.HIDDEN)


@control("dismissreports")
async def dismiss(press: Press, comment: CommentId, page: Count) -> None:
    """Takes a comment off the list."""
    await _decide(press, comment, page, press.app.comments.dismiss, comments_texts.DISMISSED)


@control("showcomment")
async def show_again(press: Press, comment: CommentId, page: Count) -> None:
    """Shows a hidden comment again."""
    await _decide(press, comment, page, press.app.comments.show_again, comments_texts.SHOWN_AGAIN)


async def _decide(press: Press, comment: CommentId, page: int, decide: Decide, said: str) -> None:
    check_governing(press)
    guild = values.guild_of(press)
    await decide(guild, comment, press.user)
    await press.redraw(await reports_page(press.app, guild, page, said))


def button_to(counts: ReportCounts) -> AnyControl | None:
    """The button to the list; None while nothing is on it."""
    if not (counts.waiting or counts.hidden):
        return None
    return show_reports.about(0, comments_texts.reports_button(counts), 0, 0)


async def reports_page(app: App, guild: GuildId, page: int, said: str = "") -> Card:
    """A page of a server's reported comments, waiting ones first; ``said`` is the outcome of a press."""
    counts = await app.comments.report_counts(guild)
    back = CONTROLS["serverpage"].about(0, texts.BACK, 0)
    listed = counts.waiting + counts.hidden
    if not listed:
        return card(comments_texts.NOTHING_REPORTED, said, row(back))
    last = (listed - 1) // PAGE
    page = min(page, last)
    found = await app.comments.reported_in(guild, PAGE, page * PAGE)
    parts = [part for one in found for part in await _entry(app, one, page)]
    leaves = [
        show_reports.about(0, button(label, enabled=0 <= to <= last), number, max(to, 0))
        for number, (label, to) in enumerate(((BACK, page - 1), (ON, page + 1)))
    ]
    return card(
        comments_texts.reports_head(counts),
        said,
        *parts,
        "" if said else comments_texts.HIDE_MEANS,
        row(back, *(leaves if last else [])),
    )


async def _entry(app: App, one: ReportedComment, page: int) -> list[Any]:
    comment = one.comment
    ways = [show_again] if comment.hidden else [hide, dismiss]
    labels = [comments_texts.SHOW_AGAIN] if comment.hidden else [comments_texts.HIDE, comments_texts.DISMISS]
    buttons = [way.about(0, label, comment.id, page) for way, label in zip(ways, labels, strict=True)]
    return [await _told(app, one), row(*buttons)]


async def _told(app: App, one: ReportedComment) -> str:
    """A comment in words, by its match and side and without its writer."""
    comment, said = one.comment, harmless(one.comment.text)
    try:
        match = await app.matches.load(comment.match_id)
    except DamagedMatchError:
        return comments_texts.reported(comment.match_id, None, said, one.reports, hidden=comment.hidden)
    side = side_of_writer(match, comment.writer)
    return comments_texts.reported(match, side, said, one.reports, hidden=comment.hidden)
