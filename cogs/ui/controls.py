"""What the buttons and menus of the cards do, a class a verb. What they share is in ``cogs.ui.control``.

The private panels have their own in ``moving``, ``looking``, ``more``, ``notes`` and ``preferences``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Self

import discord

from cogs.ui.card import Card, card, row
from cogs.ui.control import Button, Click, Dismiss, Select
from cogs.ui.errors import Refusal
from cogs.ui.languages import texts, texts_of_community
from matches import Face, Match, Phase, UserId
from matches.audience import picks_seen
from matches.errors import NotAPlayerError, PickError, WrongPhaseError
from matches.players import Human
from matches.setup import has_left

if TYPE_CHECKING:
    from cogs.desk import Desk

ACCEPTANCES: Final[tuple[tuple[Face, bool], ...]] = (
    ("heads", False),
    ("tails", False),
    ("heads", True),
    ("tails", True),
)
"""What the index of an accept button means: the coin's face called, whether a blind start is asked for."""


# --- the challenge -------------------------------------------------------------------------------


class Accept(Button, verb="accept"):
    """Takes a challenge up, calling the coin."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        if match.phase is Phase.CHALLENGED and await _turns_unrated(desk, match, user):
            await desk.answer(click, unrated_question(match, self.index))
        else:
            await take_up(click, desk, user, self, match)


class AcceptUnrated(Button, verb="acceptunrated"):
    """Takes a challenge up of which the card says that it is rated, and it would not be."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await take_up(click, desk, user, self, await desk.matches.load(self.match_id))
        await desk.dismiss(click)


async def _turns_unrated(desk: Desk, match: Match, user: UserId) -> bool:
    """Whether ``user`` may take up a challenge that says it is rated, and it would not be any more."""
    theirs = match.opponent == Human(user) if match.opponent is not None else match.challenger != Human(user)
    return theirs and match.rated and not await desk.matches.challenges.stays_rated(match, user)


async def take_up(
    click: Click, desk: Desk, user: UserId, button: Accept | AcceptUnrated, match: Match
) -> None:
    """Accept the challenge of a button, ``match``, with what its index means.

    Raises Refusal, by name, when the bot lacks something to run a match where it is challenged to.
    """
    if match.phase is Phase.CHALLENGED:
        desk.check_permissions(click, match.channel_id)
    call, blind = ACCEPTANCES[button.index]
    match = await desk.matches.challenges.accept(
        button.match_id,
        user,
        button.version,
        call=call,
        blind=blind,
        rated=isinstance(button, Accept),
        roles=desk.roles_of(click),
    )
    await desk.show(click, match)


def unrated_question(match: Match, acceptance: int) -> Card:
    """Asks once, privately, before a match is unrated against what its challenge says."""
    label, style = texts_of_community.ACCEPT_UNRATED, discord.ButtonStyle.success
    yes = AcceptUnrated.on(match, label, style, tail=(acceptance,))
    no = Dismiss.on(match, texts_of_community.NOT_NOW)
    return card(texts_of_community.unrated_question(match), row(no, yes))


class Decline(Button, verb="decline"):
    """Refuses a challenge."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.show(click, await desk.matches.challenges.decline(self.match_id, user, self.version))


class Withdraw(Button, verb="withdraw"):
    """Takes one's own challenge back."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.show(click, await desk.matches.challenges.withdraw(self.match_id, user, self.version))


# --- the picks -----------------------------------------------------------------------------------


class Choose(Button, verb="choose"):
    """Opens the choice of a pick to the player who clicked, and nobody else."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        with _replaced_told(user):
            match, draft = await desk.matches.picks.draft(self.match_id, user)
        await desk.answer(click, desk.cards.pick_panel(match, user, draft))


class Slot(Select, verb="slot"):
    """One menu of a pick."""

    @classmethod
    def on(cls, match: Match, slot: str, choices: Sequence[str], chosen: str | None, *, index: int) -> Self:
        """The menu of slot ``index``."""
        options = [(choice, texts.slot_choice(choice, slot)) for choice in choices]
        return cls.menu(match, slot, options, chosen=chosen, tail=(index,))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        try:
            with _replaced_told(user):
                match, draft = await desk.matches.picks.choose(self.match_id, user, self.index, self.value)
        except (PickError, WrongPhaseError) as error:
            await _show_pick_made(click, desk, user, error)
        else:
            await desk.redraw(click, desk.cards.pick_panel(match, user, draft))


class Confirm(Button, verb="confirm"):
    """Makes a pick final."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        try:
            with _replaced_told(user):
                match = await desk.matches.picks.pick(self.match_id, user)
        except (PickError, WrongPhaseError) as error:
            await _show_pick_made(click, desk, user, error)
        else:
            await desk.show(click, match)
            await desk.redraw(click, desk.cards.pick_confirmed(match, user))


@contextmanager
def _replaced_told(user: UserId) -> Iterator[None]:
    """Tell somebody on an old panel of a pick that an administrator has had another person take over."""
    try:
        yield
    except NotAPlayerError as error:
        if has_left(error.match, user):
            raise Refusal(texts.PICKS_NO_MORE) from None
        raise


async def _show_pick_made(click: Click, desk: Desk, user: UserId, error: PickError | WrongPhaseError) -> None:
    """Close a panel whose pick is in: a crash, or a pick made in another panel, left it open.

    Any other refusal is raised again, also where somebody else has picked for the side that is theirs by now.
    """
    if error.match.side_of(user) not in picks_seen(error.match, user):
        raise error
    await desk.redraw(click, desk.cards.pick_confirmed(error.match, user))


# --- play ----------------------------------------------------------------------------------------


class EndTurn(Button, verb="end"):
    """Ends a turn."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.show(click, await desk.matches.play.turn(self.match_id, user, "end", seen=self.version))


class TakeBack(Button, verb="takeback"):
    """Takes the last action of one's own unfinished turn back."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.show(click, await desk.matches.play.take_back(self.match_id, user, seen=self.version))


class Agree(Button, verb="agree"):
    """Gives the other player what they ask for."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.play.answer(self.match_id, user, agree=True, seen=self.version)
        await desk.show(click, match)


class Refuse(Button, verb="refuse"):
    """Refuses what the other player asks for."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.play.answer(self.match_id, user, agree=False, seen=self.version)
        await desk.show(click, match)


# --- time ----------------------------------------------------------------------------------------


class ClaimTime(Button, verb="claimtime"):
    """Wins a match whose time is up for the other player."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.show(click, await desk.matches.time.claim_time(self.match_id, user, seen=self.version))


class Extend(Button, verb="extend"):
    """Gives the other player more time, from a card or from a private panel."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.time.extend(self.match_id, user, seen=self.version)
        if click.message is not None and click.message.flags.ephemeral:
            await desk.dismiss(click)
        await desk.show(click, match)


# --- after the end -------------------------------------------------------------------------------


class Rematch(Button, verb="rematch"):
    """Challenges the same opponent again."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.challenges.rematch(self.match_id, user, seen=self.version)
        await desk.show_rematch(click, match)


CONTROLS: Final[tuple[type[Button] | type[Select], ...]] = (
    Accept,
    AcceptUnrated,
    Dismiss,
    Decline,
    Withdraw,
    Choose,
    Slot,
    Confirm,
    EndTurn,
    TakeBack,
    Agree,
    Refuse,
    ClaimTime,
    Extend,
    Rematch,
)
"""The controls of the public cards and of the picks."""
