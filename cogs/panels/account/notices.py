"""The cards of notices (alerts, digests, results, weekly summaries), and their controls.

Each card carries its notice's id, so that one sent just before a crash is found again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import discord
from discord import ui

from cogs.kit.boards import drawn_in
from cogs.kit.card import Accent, Card, card, gallery, row
from cogs.kit.controls import AnyControl, Press, button, control, menu
from cogs.kit.visibility import to_look_at
from cogs.panels.lists.running_matches import see_live
from cogs.panels.match import board_panel
from cogs.panels.match.match_card import Cards
from cogs.panels.match.match_menu import REMINDERS
from cogs.panels.moving import move_panel
from cogs.text import (
    challenge_texts,
    notices_texts,
    texts,
    time_texts,
    watching_texts,
)
from matches import (
    Clock,
    Match,
    MatchId,
    Notice,
    NoticeId,
    Phase,
    UserId,
)
from matches.audience import picks_seen
from matches.guilds.posts import Week
from matches.lifecycle.match_context import Loaded
from matches.lifecycle.setup import choosing
from matches.model import NO_MATCH, NoticeKind, NoticePlace
from matches.summaries import MatchSummary
from services import Services

IDS_TOLD: Final = 12
"""Most notices in a button's custom id, which has at most 100 characters."""


@control("later")
async def put_off(press: Press, notice: NoticeId, choice: Annotated[int, range(len(REMINDERS))]) -> None:
    """Postpones a reminder, from an old alert, by the time with this index in REMINDERS."""
    await _put_off(press, notice, choice)


@control("laterin", chooses=range(len(REMINDERS)))
async def put_off_for(press: Press, notice: NoticeId) -> None:
    """Postpones a reminder by the chosen time, an index in REMINDERS."""
    await _put_off(press, notice, press.number)


async def _put_off(press: Press, notice: NoticeId, choice: int) -> None:
    at = await press.app.notifications.remind_later(press.match_id, press.user, REMINDERS[choice])
    await press.app.notifier.withdraw(press.match_id, notice, press.user)
    way = texts.to_board(await press.app.matches.load(press.match_id))
    await press.say(f"{time_texts.will_remind(at)}\n{way}".strip())


@control("turn")
async def open_turn(press: Press, _notice: NoticeId) -> None:
    """Opens the panel for moving or picking, from an alert."""
    match = await press.app.matches.load_own(press.match_id, press.user)
    await press.answer(await move_panel.waiting(press.app, match, press.user))


@control("next")
async def open_next(press: Press, *_notices: NoticeId) -> None:
    """Opens the match that has waited longest for the player.

    The notices are those of the message; there are none after a move.
    """
    waiting = await press.app.matches.lists.waiting_longest(press.user, 1)
    if waiting:
        match = await press.app.matches.load(waiting[0].id)
        await press.respond(await move_panel.waiting(press.app, match, press.user))
    else:
        await press.respond(card(texts.NOTHING_WAITS))


@control("final")
async def open_final_board(press: Press, _notice: NoticeId) -> None:
    """Opens the board of a match whose end was announced."""
    # A share code gives no access here: announcements aren't opened with one.
    match = await to_look_at(press, press.match_id, shared=False)
    await press.answer(await board_panel.first_view(press.app, match, press.user))


class NoticeCards:
    """Builds the cards of notices."""

    def __init__(
        self,
        services: Services,
        cards: Cards,
        clock: Clock,
        of_features: Sequence[Callable[[Match, Notice], str | None]] = (),
        ways: Sequence[Callable[[MatchId], AnyControl | None]] = (),
    ) -> None:
        """``of_features`` say what their own notices do; ``ways`` lead to a match elsewhere; 0: to all."""
        self._of_features = of_features
        self._ways = ways
        self._services = services
        self._cards = cards
        self._clock = clock

    def pick_made(self, match: Match, user: UserId) -> Card | None:
        """The private card of the pick that ``user`` made; None before it, or if they have left the match."""
        if match.side_of(user) not in picks_seen(match, user):
            return None
        return self._cards.pick_confirmed(match, user)

    async def about(self, loaded: Loaded, notice: Notice, pings: Sequence[UserId]) -> Card:
        """The card that tells a notice's reader what a match needs from them, or how it ended."""
        match, user = loaded.match, notice.reader
        if notice.kind is NoticeKind.WATCHED:
            said = watching_texts.over(match, self._cards.ended(match))
            return card(said, row(_final(match, notice)), pings=tuple(pings))
        alone = notice.place is NoticePlace.DIRECT
        for say in self._of_features:
            if (of_feature := say(match, notice)) is not None:
                return card(of_feature, row(_next([notice])), pings=tuple(pings))
        if match.result is not None:
            said = self._ended(match, user, alone=alone)
            return card(said, row(_next([notice])), pings=tuple(pings), accent=_ending(match, user))
        to_act = self._services.matches.waits_for(match, user)
        last = self._services.matches.history(match).last_turn() if match.phase is Phase.PLAYING else ()
        said = notices_texts.notice(
            *(match, user, notice.kind, last),
            to_act=to_act,
            alone=alone,
            due_at=notice.due_at,
        )
        theme = drawn_in(loaded.theme(user if alone else None))
        pictures = await self._cards.board_of(match, theme)
        board = [gallery(pictures)] if pictures else []
        controls = self._handle(match, notice) if to_act else [row(_next([notice]))]
        accent = _urgency(notice) if to_act else Accent.SEA
        return card(said, *board, *controls, pictures=pictures, pings=tuple(pings), accent=accent)

    def _ended(self, match: Match, user: UserId, *, alone: bool) -> str:
        history = self._services.matches.history(match) if match.started else None
        waited = [history.position.to_act] if history is not None else choosing(match)
        late = tuple(side for side in waited if side is not None)
        begun = history is not None and bool(history.played)
        return notices_texts.ended(match, user, late, self._cards.how_ended(match), begun=begun, alone=alone)

    def waiting(self, matches: Sequence[Match], user: UserId, told: Sequence[Notice]) -> Card:
        """One card about several matches that wait for ``user``."""
        said = notices_texts.lines(matches, user, notices_texts.WAITING_TITLE, self._clock())
        return card(said, row(_next(told), *self._ways_to(NO_MATCH)), pings=(user,), accent=Accent.YOURS)

    def digest(
        self, waiting: Sequence[MatchSummary], ended: Sequence[MatchSummary], user: UserId, notice: Notice
    ) -> Card:
        """The daily digest: the matches that wait for ``user``, and those that have ended lately."""
        head = notices_texts.DIGEST_TITLE
        if waiting:
            said = notices_texts.lines(waiting, user, head, self._clock())
        else:
            said = f"{head}\n{notices_texts.NOTHING_WAITS}"
        ways = self._ways_to(NO_MATCH) if waiting else []
        return card(said, notices_texts.ended_lines(ended, user), row(_next([notice]), *ways), pings=(user,))

    def _ways_to(self, match_id: MatchId) -> list[AnyControl]:
        return [way for add in self._ways if (way := add(match_id)) is not None]

    def _handle(self, match: Match, notice: Notice) -> list[ui.ActionRow[Any]]:
        """The controls of an alert for a player whose turn or pick it is."""
        label = (
            texts.MOVE
            if match.phase is Phase.PLAYING
            else challenge_texts.CHOOSE
            if match.blind
            else challenge_texts.CHOOSE_OPEN
        )
        move = open_turn.on(match, button(label, discord.ButtonStyle.primary), notice.id)
        options = [(str(REMINDERS.index(after)), said) for after, said in time_texts.REMIND_ME_IN.items()]
        ways = self._ways_to(match.id) if match.phase is Phase.PLAYING else []
        return [row(move, *ways), row(put_off_for.on(match, menu(time_texts.REMIND_ME, options), notice.id))]

    async def result(self, match: Match, notice: Notice) -> Card:
        """The card of a match's result, with its last board."""
        return await self._cards.board_only(match, below=[row(_final(match, notice))])

    def week(self, week: Week, notice: Notice) -> Card:
        """The card that sums up a server's week, without pings."""
        button = see_live.about(0, watching_texts.SEE_LIVE, notice.id)
        return card(watching_texts.week(week), row(button))


def _urgency(notice: Notice) -> Accent:
    """The colour of a notice to a player who is to act."""
    return Accent.URGENT if notice.kind is NoticeKind.LAST else Accent.YOURS


def _ending(match: Match, user: UserId) -> Accent:
    """The colour of the news of an ending to a player of the match."""
    winner = match.result.winner if match.result is not None else None
    return Accent.WON if winner is not None and match.side_of(user) == winner else Accent.OVER


def _final(match: Match, notice: Notice) -> AnyControl:
    return open_final_board.on(match, notices_texts.FINAL_BOARD, notice.id)


def _next(told: Sequence[Notice]) -> AnyControl:
    ids = [notice.id for notice in told[:IDS_TOLD]]
    return open_next.about(0, notices_texts.NEXT_MATCH, *ids)
