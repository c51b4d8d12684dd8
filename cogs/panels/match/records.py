"""Records of matches: as files, shared by a code, imported; and the list of a player's finished matches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import discord
from cachetools import LRUCache
from discord import ui

from cogs.kit.arguments import COUNT, ID, Count
from cogs.kit.call import Call
from cogs.kit.card import Card, Documents, attached, card, gallery, row, rows
from cogs.kit.controls import CONTROLS, AnyControl, Press, button, control, menu
from cogs.kit.errors import UNSENT, Refusal
from cogs.kit.paging import ListQuery, leaves
from cogs.kit.picture_names import board_name
from cogs.kit.visibility import to_look_at
from cogs.panels.match import board_panel
from cogs.panels.match.board_panel import Subject, ViewerState, diagram_at
from cogs.text import records_texts, seals_texts, texts
from engines import GAMES
from engines.record import History
from matches import Match, MatchId, UserId
from matches.model import ImportId, Result
from matches.records import (
    LARGEST_EXPORT,
    LONGEST,
    ExportedMatch,
    Transcript,
    as_json,
    as_text,
    checked,
    is_archive,
    positions,
    read,
    read_export,
)

if TYPE_CHECKING:
    from cogs.app import App

SHELF: Final = 50
"""Most replayed records in the cache, so that not every step replays one again."""
CHARACTERS: Final = 16_000_000
"""Most characters of all cached exports together."""
HISTORY_PAGE: Final = 8
"""Matches on a page: more wouldn't fit on a phone."""


@control("record")
async def open_record(press: Press) -> None:
    match = await to_look_at(press, press.match_id)
    await press.answer(await panel(press.app, match, press.user))


@control("share")
async def share(press: Press) -> None:
    """Shares a match with a code."""
    await press.answer(shared_panel(press, *await press.app.sharing.share(press.match_id, press.user)))


@control("unshare")
async def unshare(press: Press) -> None:
    match = await press.app.sharing.unshare(press.match_id, press.user)
    await press.redraw(card(records_texts.not_shared_any_more(match)))


@control("postshare")
async def post_share(press: Press) -> None:
    """Posts the board of a shared match, with its code, where the panel was opened."""
    match, code = await press.app.sharing.share(press.match_id, press.user)
    await press.post(lambda: _posted(press, match, code))
    await press.redraw(shared_panel(press, match, code, posted=True))


@control("lookshared")
async def look_shared(press: Press) -> None:
    """Opens the view of a shared match from a public message, as long as it is shared."""
    match = await press.app.sharing.still_shared(press.match_id, press.user)
    await press.answer(await board_panel.first_view(press.app, match, press.user))


@control("filmshared")
async def film_shared(press: Press) -> None:
    """Opens the film of a shared match from a public message, as long as it is shared."""
    match = await press.app.sharing.still_shared(press.match_id, press.user)
    await press.answer(await board_panel.film(press, match))


async def panel(app: App, match: Match, user: UserId) -> Card:
    """The record as text and JSON files. Raises WrongPhaseError before play, BusyError for two at once."""
    with app.files.take(user):
        remarks = [one for tell in app.features.remarks for one in await tell(app, match)]
        kept = app.sharing.transcript(match, remarks)
        text, json = await asyncio.to_thread(lambda: (as_text(kept), as_json(kept)))
    name = f"{match.game_key}-{match.id}"
    documents: Documents = ((f"{name}.txt", text.encode()), (f"{name}.json", json.encode()))
    return card(
        records_texts.record(match, kept, app.matches.history(match).turns),
        seals_texts.checked(checked(kept)),
        *attached(documents),
        row(*_ways(match, user)),
        documents=documents,
    )


def _ways(match: Match, user: UserId) -> Iterator[ui.Item[Any]]:
    yield board_panel.look.on(match, texts.BACK_TO_BOARD)
    if user in match.users and not match.terms.private:
        yield share.on(match, records_texts.SHARE)


def shared_panel(call: Call, match: Match, code: str, *, posted: bool = False) -> Card:
    """The panel with a match's share code, for the player who shares it."""
    buttons: list[ui.Item[Any]] = [unshare.on(match, records_texts.STOP_SHARING)]
    if call.guild_id is not None and not posted:
        buttons.insert(0, post_share.on(match, button(texts.POST_HERE, discord.ButtonStyle.primary)))
    return card(records_texts.shared(match, code), texts.POSTED if posted else "", row(*buttons))


async def _posted(call: Call, match: Match, code: str) -> Card:
    """The public message of a shared match: its present board, in the theme of the server it is posted in."""
    history = call.app.matches.history(match)
    diagram = diagram_at(history, len(history.played), match.result)
    theme = await call.app.cards.theme_for(call.guild_id)
    name = board_name(match, history.turns)
    pictures = ((name, await call.app.studio.board(diagram, theme=theme)),)
    # Without a version, so that recovery after a crash doesn't mistake it for the match's own card.
    buttons = row(look_shared.about(match.id, texts.BOARD), film_shared.about(match.id, texts.FILM))
    return card(records_texts.posted_share(match, code), gallery(pictures), buttons, pictures=pictures)


# --- imported records -----------------------------------------------------------------------------


class ReplayCache:
    """A cache of the records viewed last, replayed, and of the exports imported last, not parsed yet."""

    def __init__(self) -> None:
        self._files: LRUCache[int, tuple[UserId, Sequence[ExportedMatch]]] = LRUCache(CHARACTERS, _length)
        self._replayed: LRUCache[ImportId, tuple[Transcript, History]] = LRUCache(SHELF)

    async def take(self, number: ImportId, text: str) -> tuple[Transcript, History]:
        """The record with this number, parsed from ``text`` unless it is cached, and its positions."""
        found = self._replayed.get(number)
        if found is None:
            # A long one takes a second or two: don't block the event loop.
            found = self._replayed[number] = await asyncio.to_thread(_replayed, text)
        return found

    def keep_file(self, number: int, user: UserId, matches: Sequence[ExportedMatch]) -> None:
        """Cache the matches of an export for ``user`` under a unique ``number``."""
        self._files[number] = user, matches

    def file(self, number: int, user: UserId) -> Sequence[ExportedMatch]:
        """The matches of a cached export; none if it is gone or another user's."""
        owner, matches = self._files.get(number, (None, ()))
        return matches if owner == user else ()


def _length(kept: tuple[UserId, Sequence[ExportedMatch]]) -> int:
    return 1 + sum(len(match.record) for match in kept[1])


def _replayed(text: str | bytes) -> tuple[Transcript, History]:
    found = read(text)
    return found, positions(found)


@control("showimport")
async def show_imported(press: Press, _button: Count, view: ViewerState) -> None:
    """Shows another view of a record."""
    _, subject = await _subject(press, ImportId(press.match_id))
    await press.redraw(await board_panel.viewer_card(press.app, subject, view))


@control("filmimport")
async def film_imported(press: Press) -> None:
    back = show_imported.about(ImportId(press.match_id), texts.BACK_TO_BOARD, 0, ViewerState(0))
    with press.app.files.take(press.user):
        kept, subject = await _subject(press, ImportId(press.match_id))
        head = records_texts.import_head(kept, subject.history.turns)
        film = await board_panel.film_card(press.app, subject, head, "record", back)
    await press.redraw(film)


async def taken_in(call: Call, file: discord.Attachment) -> Card:
    """Import a file: stores a single record and returns its first position; for several, a menu of them.

    Raises Refusal for a file that is too large, can't be downloaded or holds no records, TranscriptError for
    one that isn't a record, BusyError while the user's last file is read, and for a large file while too many
    others are read. An archive counts as large: its size says nothing.
    """
    if file.size > LARGEST_EXPORT:
        raise Refusal(records_texts.too_large(LONGEST, LARGEST_EXPORT))
    user = call.user
    with ExitStack() as turns:
        turns.enter_context(call.app.files.take(user))
        if large := file.size > LONGEST:
            turns.enter_context(call.app.large_files.take(user))
        try:
            content = await file.read()
        except UNSENT as error:
            raise Refusal(records_texts.FILE_LOST) from error
        if is_archive(content) and not large:
            turns.enter_context(call.app.large_files.take(user))
        found = await asyncio.to_thread(read_export, content)
        if found is None:
            return await _opened(call, content)
        if not found.matches:
            raise Refusal(records_texts.NO_RECORDS)
        if found.count == 1:
            return await _opened(call, found.matches[0].record)
    call.app.replay_cache.keep_file(call.interaction.id, user, found.matches)
    options = [(str(place), records_texts.exported_label(match)) for place, match in enumerate(found.matches)]
    which = pick_record.about(call.interaction.id, menu(records_texts.OPEN_ONE, options))
    return card(records_texts.exported_head(len(options), found.count), row(which))


@control("pickrecord", chooses=COUNT)
async def pick_record(press: Press) -> None:
    """Opens the chosen match of an export imported a moment ago."""
    kept = dict(enumerate(press.app.replay_cache.file(press.match_id, press.user)))
    match = kept.get(press.number)
    if match is None:
        raise Refusal(records_texts.FILE_GONE)
    with press.app.files.take(press.user):
        shown = await _opened(press, match.record)
    await press.answer(shown)


async def _opened(call: Call, record: str | bytes) -> Card:
    """Store a record; returns the view of its first position. Raises TranscriptError."""
    number = await call.app.sharing.keep_record(call.user, await asyncio.to_thread(read, record))
    _, subject = await _subject(call, number)
    return await board_panel.viewer_card(call.app, subject, ViewerState(0))


async def _subject(call: Call, number: ImportId) -> tuple[Transcript, Subject]:
    """A record that the user imported, and the viewer's subject for it. Raises Refused."""
    record = await call.app.sharing.kept_record(number, call.user)
    kept, history = await call.app.replay_cache.take(number, record)
    result = None if kept.result is None else Result(kept.result.winner, kept.result.reason)
    subject = Subject(
        records_texts.import_title(kept),
        GAMES[kept.game].sides,
        history,
        result,
        await call.app.cards.theme_for(call.guild_id, call.user),
        partial(show_imported.about, number),
        (film_imported.about(number, texts.FILM),),
        note=seals_texts.checked(checked(kept)),
    )
    return kept, subject


# --- finished matches -----------------------------------------------------------------------------


@control("past")
async def turn_history_page(press: Press, _button: Count, asked: ListQuery) -> None:
    """Shows another page."""
    await press.redraw(await history_panel(press.app, press.user, asked))


@control("pastopen", chooses=ID)
async def open_finished(press: Press) -> None:
    match = await press.app.matches.load_own(MatchId(press.number), press.user)
    await press.answer(await board_panel.first_view(press.app, match, press.user))


async def history_panel(app: App, user: UserId, asked: ListQuery) -> Card:
    """A page of the finished matches of ``user``, all or those of a game."""
    game, page = asked.game, asked.page
    # Load one match more than is shown, to know if there is another page.
    found = await app.matches.lists.finished_of(user, HISTORY_PAGE + 1, offset=page * HISTORY_PAGE, game=game)
    if not found:
        return card(records_texts.nothing_played(game), row(_back(game)))
    shown = found[:HISTORY_PAGE]
    await app.lookup.prepare_names(shown)
    options = [(str(match.id), app.lookup.choice(match, user)) for match in shown]
    return card(
        records_texts.history(shown, user, game, page),
        row(open_finished.about(0, menu(records_texts.OPEN_ONE, options))),
        *rows(
            [
                *leaves(
                    *(turn_history_page, page, lambda to: replace(asked, page=to)),
                    more=len(found) > HISTORY_PAGE,
                ),
                _back(game),
            ]
        ),
    )


def _back(game: str | None) -> AnyControl:
    """The button back to the matches that run."""
    return CONTROLS["ownlist"].about(0, records_texts.MY_MATCHES, 0, ListQuery(game))
