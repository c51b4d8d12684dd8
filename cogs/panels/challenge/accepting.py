"""Buttons that accept, decline or withdraw a challenge, and that ask for a rematch."""

from __future__ import annotations

from typing import Annotated, Final

from cogs.kit.card import card
from cogs.kit.controls import Press, control
from cogs.kit.errors import Refusal
from cogs.kit.visibility import may_look
from cogs.panels.challenge import computer_panel
from cogs.panels.challenge.posting import said_if_quiet
from cogs.text import errors_texts, lobby_texts
from matches import ChallengeChannel, CoinSide, Match, Phase, UserId
from matches.lifecycle.match_context import Loaded
from matches.players import Human

ACCEPTANCES: Final[tuple[tuple[CoinSide, bool], ...]] = (
    ("heads", False),
    ("tails", False),
    ("heads", True),
    ("tails", True),
)
"""The meanings of an accept button's index: the coin side called, and True for a blind start."""
Acceptance = Annotated[int, range(len(ACCEPTANCES))]


@control("accept")
async def accept(press: Press, index: Acceptance = 0) -> None:
    """Accepts a challenge, and calls the coin."""
    await _take_up(press, index, rated=True)


@control("acceptunrated")
async def accept_unrated(press: Press, index: Acceptance = 0) -> None:
    """Accepts a challenge as unrated.

    Answers a question that is no longer asked (opponents who met often), for panels that are still open.
    """
    await _take_up(press, index, rated=False)
    await press.dismiss()


async def _take_up(press: Press, index: int, *, rated: bool) -> None:
    """Accept a button's challenge in the way of ``index``, and show it. Raises Refusal."""
    loaded = await press.app.matches.load_with_settings(press.match_id)
    match = loaded.match
    if match.phase is Phase.CHALLENGED and not await may_look(press, match):
        raise Refusal(lobby_texts.NOT_SEEN)
    if is_own(match, press.user):
        await _refuse_own(press, match)
        return
    await press.show(await taken_up(press, loaded, index, rated=rated))


def is_own(match: Match, user: UserId) -> bool:
    """True if ``match`` is an open challenge of ``user``'s own, which somebody else has to accept."""
    own = match.opponent is None and match.challenger == Human(user)
    return own and match.phase is Phase.CHALLENGED


async def taken_up(
    press: Press,
    loaded: Loaded,
    index: int,
    *,
    rated: bool = True,
    elsewhere: ChallengeChannel | None = None,
) -> Match:
    """Accept the button's challenge as ``loaded``, in the way of ``index``; returns it without showing it.

    ``elsewhere`` is where a challenge of another server is accepted, and the match is to be played here.

    Raises Refusal that names the permissions the bot needs in the challenge's channel, and what accepting
    raises.
    """
    if loaded.match.phase is Phase.CHALLENGED and elsewhere is None:
        await press.app.lookup.check_place(press, loaded.match.channel_id)
    call, blind = ACCEPTANCES[index]
    return await press.app.matches.challenges.accept(
        press.match_id,
        press.user,
        press.version,
        call=call,
        blind=blind,
        rated=rated,
        roles=press.app.lookup.roles_of(press),
        elsewhere=elsewhere,
        loaded=loaded,
    )


async def _refuse_own(press: Press, match: Match) -> None:
    """Refuse to let a challenger accept their own challenge; offer the computer after a long wait."""
    offered = await computer_panel.meanwhile(press, [match])
    await press.refuse(card(errors_texts.OWN_OPEN_CHALLENGE, *offered))


@control("decline")
async def decline(press: Press) -> None:
    challenges = press.app.matches.challenges
    await press.show(await challenges.decline(press.match_id, press.user, press.version))


@control("withdraw")
async def withdraw(press: Press) -> None:
    """Withdraws a challenge. Older cards have the button in public."""
    challenges = press.app.matches.challenges
    match = await challenges.withdraw(press.match_id, press.user, press.version)
    if press.is_private:
        await press.dismiss()
    await press.show(match)


@control("rematch")
async def rematch(press: Press) -> None:
    place = await press.app.venue.of_rematch(await press.app.matches.load_own(press.match_id, press.user))
    if place == press.interaction.channel_id:
        await press.app.lookup.check_place(press, place)
    match = await press.app.matches.challenges.rematch(
        press.match_id, press.user, expected_version=press.version, channel=place
    )
    offered = await press.show_rematch(match)
    if offered is not None and (quiet := await said_if_quiet(press, offered)):
        await press.say(quiet)
