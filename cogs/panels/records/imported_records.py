"""Records from elsewhere, and exports: taken in, chosen from, and looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import Final

import discord
from cachetools import LRUCache

from cogs.kit.arguments import COUNT, Count
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row
from cogs.kit.controls import Press, control, menu
from cogs.kit.errors import UNSENT, Refusal
from cogs.panels.match import board_panel
from cogs.panels.match.board_panel import Subject, ViewerState
from cogs.text import records_texts, seals_texts, texts
from engines import GAMES
from engines.record import History
from matches import UserId
from matches.model import ImportId, Result
from matches.records import (
    LARGEST_EXPORT,
    LONGEST,
    ExportedMatch,
    Transcript,
    checked,
    is_zip,
    positions,
    read,
    read_export,
)

SHELF: Final = 50
"""Most replayed records in the cache, so that not every step replays one again."""
CHARACTERS: Final = 16_000_000
"""Most characters of all cached exports together."""


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
    others are read. A zip file counts as large: its size says nothing.
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
        if is_zip(content) and not large:
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
        remark=seals_texts.checked(checked(kept)),
    )
    return kept, subject
