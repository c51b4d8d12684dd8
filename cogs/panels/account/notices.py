"""The cards of what people are owed besides the matches' own cards, and the buttons on them.

Each carries the id of its notice, so that one that was sent before a crash is found again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.kit.card import Card, card, row
from cogs.kit.controls import AnyControl, Press, button
from cogs.kit.visibility import to_look_at
from cogs.panels.match import board_panel
from cogs.panels.match.match_card import Cards
from cogs.panels.match.match_menu import REMINDERS
from cogs.panels.match.running_matches import see_live
from cogs.panels.moving import move_panel
from cogs.text import notices_texts, texts, time_texts, watching_texts
from matches import Clock, Match, Notice, NoticeId, Phase, Services, UserId
from matches.audience import picks_seen
from matches.model import NoticeKind, NoticePlace
from matches.summaries import MatchSummary
from matches.week import Week

IDS_TOLD: Final = 12
"""Notices that a button names at most: an id has 100 characters."""


@button("later")
async def put_off(press: Press) -> None:
    """Puts a reminder off. Its arguments: the notice, and which of REMINDERS."""
    notice, choice = press.args
    at = await press.app.notifications.remind_later(press.match_id, press.user, REMINDERS[choice])
    await press.app.withdraw_notice(press.match_id, NoticeId(notice), press.user)
    way = texts.to_board(await press.app.matches.load(press.match_id))
    await press.app.replies.say(press.interaction, f"{time_texts.will_remind(at)}\n{way}".strip())


@button("next")
async def open_next(press: Press) -> None:
    """Opens the match that has waited longest for the person who clicks.

    Its arguments: the notices told; none after a move.
    """
    waiting = await press.app.matches.lists.waiting_longest(press.user, 1)
    if waiting:
        match = await press.app.matches.load(waiting[0].id)
        await press.respond(await move_panel.waiting(press.app, match, press.user))
    else:
        await press.respond(card(texts.NOTHING_WAITS))


@button("final")
async def open_final_board(press: Press) -> None:
    """Opens the view of a match whose end was announced. Its arguments: the notice."""
    # Sharing does not count here: nobody opened an announcement by a code.
    match = await to_look_at(press.app, press.interaction, press.match_id, shared=False)
    await press.answer(await board_panel.first_view(press.app, match, press.user))


class NoticeCards:
    """Builds the cards."""

    def __init__(self, services: Services, cards: Cards, clock: Clock) -> None:
        self._services = services
        self._cards = cards
        self._clock = clock

    def pick_made(self, match: Match, user: UserId) -> Card | None:
        """The pick of ``user`` once it is made, for themselves; None before, and for one who has left."""
        if match.side_of(user) not in picks_seen(match, user):
            return None
        return self._cards.pick_confirmed(match, user)

    def about(self, match: Match, notice: Notice, pings: Sequence[UserId]) -> Card:
        """The card that tells what a match wants of somebody, or how it ended."""
        user = notice.reader
        if notice.kind is NoticeKind.WATCHED:
            said = watching_texts.over(match, self._cards.ended(match))
            return card(said, row(_final(match, notice)), pings=tuple(pings))
        if match.result is not None:
            said = notices_texts.ended(match, user, match.result)
            return card(said, row(_next([notice])), pings=tuple(pings))
        to_act = self._services.matches.waits_for(match, user)
        alone = notice.place is NoticePlace.DIRECT
        last = self._services.matches.history(match).last_turn() if match.phase is Phase.PLAYING else ()
        said = notices_texts.notice(
            match, user, notice.kind, last, to_act=to_act, alone=alone, due_at=notice.due_at
        )
        buttons = _snoozes(match, notice) if to_act else [_next([notice])]
        return card(said, row(*buttons), pings=tuple(pings))

    def waiting(self, matches: Sequence[Match], user: UserId, told: Sequence[Notice]) -> Card:
        """Several matches that want something of ``user``, in one message."""
        said = notices_texts.lines(matches, user, notices_texts.WAITING_TITLE, self._clock())
        return card(said, row(_next(told)), pings=(user,))

    def digest(
        self, waiting: Sequence[MatchSummary], ended: Sequence[MatchSummary], user: UserId, notice: Notice
    ) -> Card:
        """Everything that waits for ``user``, and what has ended since yesterday."""
        head = notices_texts.DIGEST_TITLE
        if waiting:
            said = notices_texts.lines(waiting, user, head, self._clock())
        else:
            said = f"{head}\n{notices_texts.NOTHING_WAITS}"
        return card(said, notices_texts.ended_lines(ended, user), row(_next([notice])), pings=(user,))

    async def result(self, match: Match, notice: Notice) -> Card:
        """The card of a match's result, with its last board."""
        return await self._cards.board_only(match, below=[row(_final(match, notice))])

    def week(self, week: Week, notice: Notice) -> Card:
        """The card that sums up a server's week; it pings nobody."""
        button = see_live.about(0, watching_texts.SEE_LIVE, args=(notice.id,))
        return card(watching_texts.week(week), row(button))


def _final(match: Match, notice: Notice) -> AnyControl:
    return open_final_board.on(match, notices_texts.FINAL_BOARD, args=(notice.id,))


def _snoozes(match: Match, notice: Notice) -> list[AnyControl]:
    return [
        put_off.on(match, label, args=(notice.id, number))
        for number, label in enumerate(time_texts.REMIND_IN.values())
    ]


def _next(told: Sequence[Notice]) -> AnyControl:
    ids = [notice.id for notice in told[:IDS_TOLD]]
    return open_next.about(0, notices_texts.NEXT_MATCH, args=ids)
