"""After a move: the private answer, with a button to the next match, and ways to take the move back."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from cogs.kit.arguments import Count
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row
from cogs.kit.controls import CONTROLS, AnyControl, Press, control
from cogs.text import notices_texts, texts
from engines.record import Played
from matches import Match, StoreUnavailableError, UserId
from services import Matches

log = logging.getLogger(__name__)


async def after_move(call: Call, match: Match, played: Sequence[Played], *, above: str = "") -> Card | None:
    """The private answer to a user who has just moved; None if there is nothing to say.

    It holds the line ``above``, the move if the board is in another channel, a button to the next match if
    one waits, and for a short while a button to take the move back. ``match`` is the match as it was shown.
    """
    shown, elsewhere = match.shown.version >= match.version, call.interaction.channel_id != match.shown.home
    another = not call.app.matches.waits_for(match, call.user) and await _another_waits(call)
    # The player already knows if the move couldn't be shown.
    tells = shown and (elsewhere or another)
    lines = [above, texts.sent(match, played, elsewhere=elsewhere) if tells else ""]
    oops = oops_button(call.app.matches, match, call.user) if shown else []
    added = _added(call, match) if shown else []
    if another:
        return card(*_said(lines, texts.ANOTHER_WAITS), row(_next_button(), *added, *oops))
    if added and not any(lines):
        lines.append(texts.sent(match, played, elsewhere=False))
    if not any(lines):
        return None
    ways = [*added, *oops]
    return card(*_said(lines), *([row(*ways)] if ways else []))


def _added(call: Call, match: Match) -> list[AnyControl]:
    """The buttons of features, in place of the panel on which the move was sent."""
    panel = isinstance(call, Press) and call.is_private
    if not panel or call.app.matches.waits_for(match, call.user):
        return []
    return [way for add in call.app.features.after_turn for way in add(call.app, match, call.user)]


def _said(lines: Sequence[str], *more: str) -> list[str]:
    return ["\n".join(filter(None, [*lines, *more]))]


async def _another_waits(call: Call) -> bool:
    """True if a match waits for the user; False if the store fails, since the move is already stored."""
    try:
        return bool(await call.app.matches.lists.waiting_longest(call.user, 1))
    except StoreUnavailableError as error:
        log.warning("user=%s their next match could not be looked up: %s", call.user, error.advice)
        return False


def _next_button() -> AnyControl:
    return CONTROLS["next"].about(0, notices_texts.NEXT_MATCH)


@control("oops")
async def oops(press: Press, ply: Count) -> None:
    """Takes back the turn just made; ``ply`` counts the match's actions including that turn."""
    match = await press.app.matches.play.oops(press.match_id, press.user, ply=ply)
    if press.is_private:
        await press.dismiss()
    await press.show(match)


def oops_button(matches: Matches, match: Match, user: UserId) -> list[AnyControl]:
    """The button that takes back the turn ``user`` has just made, if they can."""
    if not matches.play.may_oops(match, user):
        return []
    return [oops.on(match, texts.OOPS, matches.history(match).position.ply)]
