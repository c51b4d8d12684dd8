"""Comments on a position of a finished match: the form, the list with its buttons, and reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.comments import texts
from cogs.comments.rules import (
    Comment,
    CommentError,
    CommentId,
    check_may_comment,
    may_comment,
    reported_to,
    side_of_writer,
)
from cogs.comments.service import LONGEST, Comments
from cogs.kit.arguments import Count
from cogs.kit.card import Card, card, row, rows, section
from cogs.kit.controls import FormSent, Press, button, control, form_sent, written_in
from cogs.kit.errors import explains
from cogs.kit.paging import BACK, ON
from cogs.kit.visibility import to_look_at
from cogs.panels.match import board_panel
from cogs.panels.match.board_panel import ViewerState
from cogs.text import phrases
from cogs.text.mentions import harmless
from engines.record import History
from matches import Match, MatchId, UserId
from matches.plain_text import beginning

if TYPE_CHECKING:
    from cogs.app import App

PAGE: Final = 3
"""Comments on a page of the list: the longest ones fit into a message."""
NEW: Final = CommentId(0)
"""In a form's id: the comment isn't stored yet."""


@control("comment", acknowledge=False)
async def open_form(press: Press, view: ViewerState) -> None:
    """Opens the form for a new comment."""
    match = await press.app.matches.load(press.match_id)
    check_may_comment(match, press.user)
    await press.open_form(_form(match, NEW, view, ""))


@control("editcomment", acknowledge=False)
async def open_edit_form(press: Press, comment: CommentId, view: ViewerState) -> None:
    """Opens the form with a comment of the user."""
    match = await press.app.matches.load(press.match_id)
    found = await press.app[Comments].own(match, comment, press.user)
    await press.open_form(_form(match, found.id, view, found.text))


@control("comments")
async def show_comments(press: Press, _button: Count, page: Count, view: ViewerState) -> None:
    """Shows the comments on a position."""
    match = await to_look_at(press, press.match_id)
    await press.redraw(await list_card(press.app, match, press.user, view, page))


@control("dropcomment")
async def ask_to_delete(press: Press, comment: CommentId, view: ViewerState) -> None:
    """Asks for confirmation."""
    match = await to_look_at(press, press.match_id)
    found = await press.app[Comments].own(match, comment, press.user)
    yes = delete.on(match, button(texts.DELETE, discord.ButtonStyle.danger), comment, view)
    keep = show_comments.on(match, texts.KEEP, 0, 0, view)
    await press.redraw(card(texts.delete_question(harmless(found.text)), row(keep, yes)))


@control("dropcommentnow")
async def delete(press: Press, comment: CommentId, view: ViewerState) -> None:
    """Deletes a comment of the user."""
    match = await to_look_at(press, press.match_id)
    await press.app[Comments].delete(match, comment, press.user)
    await press.redraw(await board_panel.card_of(press.app, match, press.user, view))


@control("reportcomment")
async def report(press: Press, comment: CommentId) -> None:
    """Reports a comment to the admins of the match's servers."""
    match = await to_look_at(press, press.match_id)
    new = await press.app[Comments].report(match, comment, press.user)
    await press.say(texts.REPORTED if new else texts.REPORTED_ALREADY)


@form_sent("comment")
async def written(sent: FormSent, match_id: MatchId, comment: CommentId, view: ViewerState) -> None:
    """Stores the comment, and redraws the panel of the form."""
    app, user = sent.app, sent.user
    text = next(iter(written_in(sent.interaction, LONGEST).values()), "")
    if comment == NEW:
        match = await app[Comments].write(match_id, user, view.ply, text)
        await sent.redraw(await board_panel.card_of(app, match, user, view))
        return
    match = await app.matches.load(match_id)
    await app[Comments].edit(match, comment, user, text)
    await sent.redraw(await list_card(app, match, user, view, 0))


def _form(match: Match, comment: CommentId, view: ViewerState, text: str) -> ui.Modal:
    field: ui.TextInput[Any] = ui.TextInput(
        style=discord.TextStyle.paragraph, default=text or None, max_length=LONGEST
    )
    label = ui.Label(text=texts.FORM_LABEL, description=texts.form_description(LONGEST), component=field)
    return written.asked(texts.FORM, [label], match.id, comment, view)


async def list_card(app: App, match: Match, user: UserId, view: ViewerState, page: int) -> Card:
    """A page of the comments on a position, newest last, with what ``user`` can do about each."""
    here = at_position(await app[Comments].seen(match, user), view.ply)
    last = max(len(here) - 1, 0) // PAGE
    page = min(page, last)
    parts = [part for one in here[page * PAGE : (page + 1) * PAGE] for part in _entry(match, one, user, view)]
    if not here:
        return card(texts.nothing_here(match), *rows(_ways(match, user, view, page, last)))
    head = texts.head(match, _where(app.matches.history(match), view.ply), len(here))
    return card(head, *parts, *rows(_ways(match, user, view, page, last)))


def in_words(match: Match, comment: Comment, most: int | None = None) -> str:
    """A comment with its side and writer; of more than ``most`` characters the first ones."""
    text = comment.text
    if most is not None and len(text) > most:
        text = f"{beginning(text, most - 1).rstrip()}…"
    said = texts.in_words(side_of_writer(match, comment.writer), comment.writer, harmless(text))
    return f"{said}\n{texts.HIDDEN_FROM_OTHERS}" if comment.hidden else said


def at_position(comments: Sequence[Comment], ply: int) -> list[Comment]:
    """The comments on one position."""
    return [one for one in comments if one.ply == ply]


def _where(history: History, ply: int) -> str:
    return phrases.reached(history.played[ply - 1]) if ply else texts.THE_START


def _entry(match: Match, comment: Comment, user: UserId, view: ViewerState) -> Iterator[Any]:
    said = in_words(match, comment)
    if comment.writer != user:
        reports = report.on(match, texts.REPORT, comment.id)
        yield section(said, reports) if reported_to(match) else said
        return
    yield said
    edit = [] if comment.hidden else [open_edit_form.on(match, texts.EDIT, comment.id, view)]
    yield row(*edit, ask_to_delete.on(match, texts.DELETE, comment.id, view))


def _ways(match: Match, user: UserId, view: ViewerState, page: int, last: int) -> Iterator[ui.Item[Any]]:
    if last:
        for number, (label, to) in enumerate(((BACK, page - 1), (ON, page + 1))):
            leaf = button(label, enabled=0 <= to <= last)
            yield show_comments.on(match, leaf, number, max(to, 0), view)
    if may_comment(match, user):
        yield open_form.on(match, texts.COMMENT, view)
    yield board_panel.show_view.on(match, texts.BACK, 0, view)


@explains(CommentError)
def _explained(error: CommentError) -> str:
    return texts.problem(error)
