"""The private panel to watch a match or stop watching it, and the line that pings watchers.

Each click checks that the user may see the match. Anyone can stop watching one; it's named only to those
who may see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.call import Call
from cogs.kit.card import BLUE, Card, card, row, with_more, words
from cogs.kit.controls import Press, button, control
from cogs.kit.errors import AmbiguousMatchError, Refusal
from cogs.kit.suggestions import Choices, match_choices
from cogs.kit.visibility import may_look
from cogs.text import texts, watching_texts
from matches import ChannelId, Match, MatchId, NoSuchMatchError, Phase, UserId
from matches.notices import NotificationPreferences
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.app import App

RUNNING: Final = (Phase.SETUP, Phase.PLAYING)
LOOKED_AT: Final = 100
"""Most matches of a server that are searched, newest first."""


@control("watch")
async def watch(press: Press) -> None:
    """Opens the panel of a match."""
    try:
        match = await _seen(press, press.match_id)
    except NoSuchMatchError as error:
        # The user saw the match by a code or as its player, so it's no secret that it exists.
        raise Refusal(watching_texts.WATCHED_IN_ITS_SERVER) from error
    await press.answer(await panel(press.app, match, press.user))


@control("watchset")
async def set_watch(press: Press, each_turn: bool) -> None:
    """Watches the panel's match: each move, or the end only."""
    match = await _seen(press, press.match_id)
    await press.app.spectators.watch(match.id, press.user, each_turn=each_turn)
    await press.redraw(await panel(press.app, match, press.user))


@control("unwatch")
async def stop_watching(press: Press) -> None:
    """Stops watching the panel's match."""
    await press.app.spectators.unwatch(press.match_id, press.user)
    match = await press.app.matches.load(press.match_id)
    seen = await may_look(press, match)
    await press.redraw(card(watching_texts.stopped(match) if seen else watching_texts.STOPPED_UNSEEN))


def buttons(match: Match, user: UserId | None) -> Sequence[ui.Item[Any]]:
    """The button that opens the panel, if ``user`` can watch the match."""
    if user is None or not match.phase.running or user in match.users or match.alone:
        return ()
    return (watch.on(match, watching_texts.WATCH),)


async def panel(app: App, match: Match, user: UserId) -> Card:
    """The panel that says if ``user`` watches a match, with buttons to change it."""
    each_turn = await app.spectators.watches(match.id, user)
    contact = NotificationPreferences.of(await app.notifications.person(user))
    ways = [
        set_watch.on(match, button(label, style, enabled=each_turn is not each), each)
        for label, each, style in (
            (watching_texts.EACH_MOVE, True, discord.ButtonStyle.secondary),
            (watching_texts.AT_THE_END, False, BLUE),
        )
    ]
    stop = [] if each_turn is None else [stop_watching.on(match, watching_texts.STOP_WATCHING)]
    return card(watching_texts.panel(match, each_turn, contact), row(*ways, *stop))


async def meant(call: Call, given: str | None) -> Match:
    """The match to watch: the one given, else the one running in this channel.

    Raises AmbiguousMatchError if several are possible, Refusal if there are none, and NoSuchMatchError for
    one that the user may not see.
    """
    if given is not None:
        return await call.app.lookup.find(call, given, phases=RUNNING, mine=False)
    here = await call.app.matches.lists.at_home(ChannelId(call.interaction.channel_id or 0))
    found = [match for match in here if match.phase.running]
    others = [match for match in found if call.user not in match.users] or found
    if not others:
        live, _ = await call.app.lookup.live(call, LOOKED_AT)
        others = [match for match in live if call.user not in match.users]
        if not others:
            raise Refusal(texts.NOTHING_TO_WATCH)
        raise AmbiguousMatchError(others)
    return await call.app.matches.load(call.app.lookup.the_only(call, others).id)


async def watched(call: Call, given: str | None) -> MatchSummary:
    """The match to stop watching: the one given, else the one in this channel, else the only one watched.

    The user may not be able to see it any more. Raises AmbiguousMatchError if several are possible, and
    Refusal if they don't watch it or any match.
    """
    found = list(await call.app.matches.lists.watched(call.user))
    if not found:
        raise Refusal(texts.NOTHING_WATCHED)
    if given is not None:
        named = [match for match in found if str(match.id) == given.strip().removeprefix("#")]
        if not named:
            raise Refusal(watching_texts.NOT_WATCHED)
        return named[0]
    here = [match for match in found if match.shown.home == call.interaction.channel_id]
    return call.app.lookup.the_only(call, here or found)


async def to_watch(call: Call, typed: str) -> Choices:
    """Suggest matches to watch: running in this server, visible to the user, and not their own."""
    found, _ = await call.app.lookup.live(call, LOOKED_AT)
    return _suggested(call.app, [match for match in found if call.user not in match.users], typed)


async def to_unwatch(call: Call, typed: str) -> Choices:
    """Suggest matches to stop watching."""
    return _suggested(call.app, await call.app.matches.lists.watched(call.user), typed)


def _suggested(app: App, matches: Sequence[MatchSummary], typed: str) -> Choices:
    return match_choices(
        matches, typed, lambda match: watching_texts.live_choice(match, app.lookup.between(match))
    )


async def _seen(call: Call, match_id: MatchId) -> Match:
    """Load a match that the user may see. Raises NoSuchMatchError."""
    return await call.app.lookup.find(call, str(match_id), phases=RUNNING, mine=False)


def with_watchers(shown: Card, users: Sequence[UserId], *, fresh: bool) -> Card:
    """``shown`` with a line that names the watchers; a ``fresh`` card also pings them."""
    if not users:
        return shown
    named = with_more(shown, words(watching_texts.watchers(users)))
    return replace(named, pings=(*shown.pings, *users)) if fresh else named
