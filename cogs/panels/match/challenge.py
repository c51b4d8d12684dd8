"""The buttons and menus on match cards, a function for each verb (see ``cogs.kit.controls``).

Private panels have their own, in ``move_panel``, ``board_panel``, ``match_menu`` and ``preferences``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cogs.kit.card import card
from cogs.kit.controls import AnyControl, Press, control, menu
from cogs.kit.errors import Refusal
from cogs.panels.learn import computer_panel
from cogs.text import challenge_texts, errors_texts, texts
from engines import SecretSetup
from matches import CoinSide, Match, Phase, UserId
from matches.audience import picks_seen
from matches.errors import NotAPlayerError, PickError, WrongPhaseError
from matches.lifecycle.setup import has_left
from matches.players import Human
from services import Matches

ACCEPTANCES: Final[tuple[tuple[CoinSide, bool], ...]] = (
    ("heads", False),
    ("tails", False),
    ("heads", True),
    ("tails", True),
)
"""The meanings of an accept button's index: the coin side called, and True for a blind start."""


# --- the challenge -------------------------------------------------------------------------------


@control("accept")
async def accept(press: Press) -> None:
    """Accepts a challenge, and calls the coin."""
    await _take_up(press, rated=True)


@control("acceptunrated")
async def accept_unrated(press: Press) -> None:
    """Accepts a challenge as unrated.

    Answers a question that is no longer asked (opponents who met often), for panels that are still open.
    """
    await _take_up(press, rated=False)
    await press.dismiss()


async def _take_up(press: Press, *, rated: bool) -> None:
    """Accept a button's challenge in the way its index means, and show it. Raises Refusal."""
    match = await press.app.matches.load(press.match_id)
    own = match.opponent is None and match.challenger == Human(press.user)
    if own and match.phase is Phase.CHALLENGED:
        await _refuse_own(press, match)
        return
    await press.show(await taken_up(press, match, press.index, rated=rated))


async def taken_up(press: Press, match: Match, index: int, *, rated: bool = True) -> Match:
    """Accept the button's challenge ``match`` in the way of ``index``; returns it without showing it.

    Raises Refusal that names the permissions the bot needs in the challenge's channel, and what accepting
    raises.
    """
    if match.phase is Phase.CHALLENGED:
        await press.app.lookup.check_place(press, match.channel_id)
    call, blind = ACCEPTANCES[index]
    return await press.app.matches.challenges.accept(
        press.match_id,
        press.user,
        press.version,
        call=call,
        blind=blind,
        rated=rated,
        roles=press.app.lookup.roles_of(press),
    )


async def _refuse_own(press: Press, match: Match) -> None:
    """Refuse to let a challenger accept their own challenge; offer the computer after a long wait."""
    offered = await computer_panel.meanwhile(press, [match])
    await press.refuse(card(errors_texts.OWN_OPEN_CHALLENGE, *offered))


@control("decline")
async def decline(press: Press) -> None:
    """Declines a challenge."""
    challenges = press.app.matches.challenges
    await press.show(await challenges.decline(press.match_id, press.user, press.version))


@control("withdraw")
async def withdraw(press: Press) -> None:
    """Withdraws the player's own challenge."""
    challenges = press.app.matches.challenges
    await press.show(await challenges.withdraw(press.match_id, press.user, press.version))


# --- the picks -----------------------------------------------------------------------------------


@control("choose")
async def open_pick(press: Press) -> None:
    """Opens the private pick panel of the player who clicked."""
    with _replaced_told(press.user):
        match, draft = await press.app.matches.picks.draft(press.match_id, press.user)
    await press.answer(await press.app.cards.pick_panel(match, press.user, draft))


@control("slot")
async def choose(press: Press) -> None:
    """Stores the choice for one slot of a pick."""
    try:
        with _replaced_told(press.user):
            picks = press.app.matches.picks
            match, draft = await picks.choose(press.match_id, press.user, press.index, press.value)
    except (PickError, WrongPhaseError) as error:
        await _show_pick_made(press, error)
    else:
        await press.redraw(await press.app.cards.pick_panel(match, press.user, draft))


@control("confirm")
async def confirm_pick(press: Press) -> None:
    """Makes a pick final."""
    try:
        with _replaced_told(press.user):
            match = await press.app.matches.picks.pick(press.match_id, press.user)
    except (PickError, WrongPhaseError) as error:
        await _show_pick_made(press, error)
    else:
        await press.show(match)
        await press.redraw(press.app.cards.pick_confirmed(match, press.user))


@contextmanager
def _replaced_told(user: UserId) -> Iterator[None]:
    """Turn NotAPlayerError into a refusal for a user who was replaced by an administrator."""
    try:
        yield
    except NotAPlayerError as error:
        if has_left(error.match, user):
            raise Refusal(challenge_texts.PICKS_NO_MORE) from None
        raise


def slot_menu(match: Match, setup: SecretSetup, corner: str, chosen: str | None, index: int) -> AnyControl:
    """The menu for slot ``index`` of a pick; it describes how each choice moves."""
    options = [(choice, challenge_texts.slot_choice(choice, corner)) for choice in setup.choices]
    described = dict(zip(setup.choices, setup.moves, strict=False))
    return choose.on(match, menu(corner, options, chosen=chosen, described=described), args=(index,))


async def _show_pick_made(press: Press, error: PickError | WrongPhaseError) -> None:
    """Close a panel that is still open after the pick, because of a crash or a pick in another panel.

    Raises ``error`` again if the user can't see their side's pick, such as one made by a player before them.
    """
    if error.match.side_of(press.user) not in picks_seen(error.match, press.user):
        raise error
    await press.redraw(press.app.cards.pick_confirmed(error.match, press.user))


# --- play ----------------------------------------------------------------------------------------


@control("takeback")
async def take_back(press: Press) -> None:
    """Takes back the last action of the player's unfinished turn."""
    await press.show(
        await press.app.matches.play.take_back(press.match_id, press.user, expected_version=press.version)
    )


@control("oops")
async def oops(press: Press) -> None:
    """Takes back the turn just made. Argument: the match's number of actions including that turn."""
    match = await press.app.matches.play.oops(press.match_id, press.user, ply=press.index)
    if press.is_private:
        await press.dismiss()
    await press.show(match)


def oops_button(matches: Matches, match: Match, user: UserId) -> list[AnyControl]:
    """The button that takes back the turn ``user`` has just made, if they can."""
    if not matches.play.may_oops(match, user):
        return []
    return [oops.on(match, texts.OOPS, args=(matches.history(match).position.ply,))]


@control("agree")
async def agree(press: Press) -> None:
    """Accepts the other player's offer."""
    match = await press.app.matches.play.answer(
        press.match_id, press.user, agree=True, expected_version=press.version
    )
    await press.show(match)


@control("refuse")
async def refuse(press: Press) -> None:
    """Refuses the other player's offer."""
    match = await press.app.matches.play.answer(
        press.match_id, press.user, agree=False, expected_version=press.version
    )
    await press.show(match)


# --- time ----------------------------------------------------------------------------------------


@control("claimtime")
async def claim_time(press: Press) -> None:
    """Claims a win against a player whose time is up."""
    await press.show(
        await press.app.matches.time.claim_time(press.match_id, press.user, expected_version=press.version)
    )


@control("extend")
async def extend_time(press: Press) -> None:
    """Gives the other player more time, from a card or a private panel."""
    match = await press.app.matches.time.extend(press.match_id, press.user, expected_version=press.version)
    if press.is_private:
        await press.dismiss()
    await press.show(match)


# --- after the end -------------------------------------------------------------------------------


@control("rematch")
async def rematch(press: Press) -> None:
    """Challenges the same opponent again."""
    place = await press.app.venue.of_rematch(await press.app.matches.load_own(press.match_id, press.user))
    if place == press.interaction.channel_id:
        await press.app.lookup.check_place(press, place)
    match = await press.app.matches.challenges.rematch(
        press.match_id, press.user, expected_version=press.version, channel=place
    )
    await press.show_rematch(match)
