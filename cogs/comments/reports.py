"""The page of ``/server panel`` with reported comments, and what administrators do about them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from cogs.comments import texts
from cogs.comments.rules import CommentId, ReportedComment, side_of_writer
from cogs.comments.service import Comments
from cogs.kit.arguments import Count
from cogs.kit.card import Card, card, row
from cogs.kit.controls import CONTROLS, AnyControl, Press, button, control
from cogs.kit.paging import BACK, ON
from cogs.panels.server import values
from cogs.panels.server.admin import check_governing
from cogs.text import texts as common_texts
from cogs.text.mentions import harmless
from matches import GuildId, UserId
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
    await _decide(press, comment, page, press.app[Comments].hide, texts.HIDDEN)


@control("dismissreports")
async def dismiss(press: Press, comment: CommentId, page: Count) -> None:
    """Takes a comment off the list."""
    await _decide(press, comment, page, press.app[Comments].dismiss, texts.DISMISSED)


@control("showcomment")
async def show_again(press: Press, comment: CommentId, page: Count) -> None:
    """Shows a hidden comment again."""
    await _decide(press, comment, page, press.app[Comments].show_again, texts.SHOWN_AGAIN)


async def _decide(press: Press, comment: CommentId, page: int, decide: Decide, said: str) -> None:
    check_governing(press)
    guild = values.guild_of(press)
    await decide(guild, comment, press.user)
    await press.redraw(await reports_page(press.app, guild, page, said))


async def reports_button(app: App, guild: GuildId) -> AnyControl | None:
    """The button to the list; None while nothing is on it."""
    counts = await app[Comments].report_counts(guild)
    if not (counts.waiting or counts.hidden):
        return None
    return show_reports.about(0, texts.reports_button(counts), 0, 0)


async def reports_page(app: App, guild: GuildId, page: int, said: str = "") -> Card:
    """A page of a server's reported comments, waiting ones first; ``said`` is the outcome of a press."""
    counts = await app[Comments].report_counts(guild)
    back = CONTROLS["serverpage"].about(0, common_texts.BACK, 0)
    listed = counts.waiting + counts.hidden
    if not listed:
        return card(texts.NOTHING_REPORTED, said, row(back))
    last = (listed - 1) // PAGE
    page = min(page, last)
    found = await app[Comments].reported_in(guild, PAGE, page * PAGE)
    parts = [part for one in found for part in await _entry(app, one, page)]
    leaves = [
        show_reports.about(0, button(label, enabled=0 <= to <= last), number, max(to, 0))
        for number, (label, to) in enumerate(((BACK, page - 1), (ON, page + 1)))
    ]
    return card(
        texts.reports_head(counts),
        said,
        *parts,
        "" if said else texts.HIDE_MEANS,
        row(back, *(leaves if last else [])),
    )


async def _entry(app: App, one: ReportedComment, page: int) -> list[Any]:
    comment = one.comment
    ways = [show_again] if comment.hidden else [hide, dismiss]
    labels = [texts.SHOW_AGAIN] if comment.hidden else [texts.HIDE, texts.DISMISS]
    buttons = [way.about(0, label, comment.id, page) for way, label in zip(ways, labels, strict=True)]
    return [await _told(app, one), row(*buttons)]


async def _told(app: App, one: ReportedComment) -> str:
    """A comment in words, by its match and side and without its writer."""
    comment, said = one.comment, harmless(one.comment.text)
    try:
        match = await app.matches.load(comment.match_id)
    except DamagedMatchError:
        return texts.reported(comment.match_id, None, said, one.reports, hidden=comment.hidden)
    side = side_of_writer(match, comment.writer)
    return texts.reported(match, side, said, one.reports, hidden=comment.hidden)
