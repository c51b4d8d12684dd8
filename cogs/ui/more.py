"""The private panel of everything that is seldom needed: the rules, notes, reminders, asking, resigning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.ui import lessons, notes
from cogs.ui.card import Card, card, rows
from cogs.ui.control import Button, Click, reporting
from cogs.ui.controls import Extend
from cogs.ui.languages import texts, texts_of_time
from cogs.ui.notes import Notes
from matches import Match, Phase, UserId
from matches.model import OfferKind

if TYPE_CHECKING:
    from cogs.desk import Desk

KINDS: Final = (
    OfferKind.DRAW,
    OfferKind.TAKE_BACK,
    OfferKind.PAUSE,
    OfferKind.GO_ON,
    OfferKind.NO_RESULT,
)
"""What the index of a button that asks for something means. Old buttons hold it: append, never reorder."""
REMINDERS: Final = tuple(texts_of_time.REMIND_IN)
"""What the index of a button that asks for a reminder means; the same holds."""


class More(Button, verb="more"):
    """Opens the panel."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.answer(click, await panel(desk, match, user))


class AskFor(Button, verb="ask"):
    """Asks the other player for what its index says."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.play.offer(self.match_id, user, KINDS[self.index], seen=self.version)
        await desk.dismiss(click)
        await desk.show(click, match)


class ClaimNoResult(Button, verb="claimnone"):
    """Ends a match that goes nowhere."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.play.claim_no_result(self.match_id, user, seen=self.version)
        await desk.dismiss(click)
        await desk.show(click, match)


class Remind(Button, verb="remind"):
    """Asks for a reminder of the match, by its index."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        at = await desk.notifications.remind_later(self.match_id, user, REMINDERS[self.index])
        await desk.redraw(click, desk.cards.note(texts_of_time.will_remind(at)))


class Resign(Button, verb="resign"):
    """Asks whether to give the match up."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.play.check_running(self.match_id, user)
        await desk.redraw(click, resign_question(match))


class ResignNow(Button, verb="resignnow"):
    """Gives the match up."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.play.resign(self.match_id, user, seen=self.version)
        await desk.dismiss(click)
        await desk.show(click, match)


class KeepPlaying(Button, verb="keepplaying"):
    """Goes back to the panel from the question whether to give up."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.redraw(click, await panel(desk, match, user))


class Rules(Button, verb="rules"):
    """Shows the rules of the match's game."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.redraw(click, lessons.page(desk.faces[match.game]))


CONTROLS: Final[tuple[type[Button], ...]] = (
    More,
    AskFor,
    ClaimNoResult,
    Remind,
    Resign,
    ResignNow,
    KeepPlaying,
    Rules,
)


async def written(click: Click) -> None:
    """Keep a note that was written, if ``click`` is its form, and show it on the panel it came from."""
    if (match_id := notes.of_form(click)) is None:
        return
    desk: Desk = click.client.desk
    async with reporting(click):
        await desk.acknowledge(click)
        user = UserId(click.user.id)
        match = await notes.keep(desk, match_id, user, click)
        await desk.redraw(click, await panel(desk, match, user))


async def panel(desk: Desk, match: Match, user: UserId) -> Card:
    """What ``user`` can do besides moving."""
    note = await desk.matches.note(match.id, user) if user in match.users else ""
    kinds = _askable(desk, match, user)
    return card(
        texts.more(match, note),
        *rows(_for_oneself(desk, match, user)),
        texts_of_time.what_asking_means(kinds),
        *rows(_with_the_other(desk, match, user, kinds)),
    )


def resign_question(match: Match) -> Card:
    """Asks once before a match is given up."""
    yes = ResignNow.on(match, texts.RESIGN, discord.ButtonStyle.danger)
    return card(texts.resign_question(match), *rows([KeepPlaying.on(match, texts.KEEP_PLAYING), yes]))


def _for_oneself(desk: Desk, match: Match, user: UserId) -> Iterator[ui.Item[Any]]:
    """What changes nothing for the other player, unless it is to their good."""
    yield Rules.on(match, texts.RULES)
    if user not in match.users:
        return
    yield Notes.on(match, texts.NOTES)
    if match.phase is not Phase.PLAYING:
        return
    if desk.matches.waits_for(match, user):
        for index, after in enumerate(REMINDERS):
            yield Remind.on(match, texts_of_time.REMIND_IN[after], tail=(index,))
    elif desk.matches.time.may_extend(match, user):
        yield Extend.on(match, texts_of_time.give_more(match.pace))


def _askable(desk: Desk, match: Match, user: UserId) -> list[OfferKind]:
    """What a player can ask the other one for."""
    if user not in match.users or match.phase is not Phase.PLAYING:
        return []
    # What can be claimed need not be asked for.
    claimed = [OfferKind.NO_RESULT] if desk.matches.play.goes_nowhere(match) else []
    return [kind for kind in KINDS if kind not in claimed and desk.matches.play.may_ask(match, user, kind)]


def _with_the_other(
    desk: Desk, match: Match, user: UserId, kinds: Sequence[OfferKind]
) -> Iterator[ui.Item[Any]]:
    """What a player can ask the other one, claim, or give up."""
    if user not in match.users or match.phase is not Phase.PLAYING:
        return
    for kind in kinds:
        yield AskFor.on(match, texts.ASK_FOR[kind], tail=(KINDS.index(kind),))
    if desk.matches.play.goes_nowhere(match):
        yield ClaimNoResult.on(match, texts_of_time.CLAIM_NO_RESULT)
    yield Resign.on(match, texts.RESIGN, discord.ButtonStyle.danger)
