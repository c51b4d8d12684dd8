"""Deeds: things done with a match by ``/match`` and a word, asked back before they change anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import discord

from cogs.kit.call import Call
from cogs.kit.card import BLUE, Card, card, row, with_more, words
from cogs.kit.controls import Press, button, control, dismiss
from cogs.kit.errors import Refusal
from cogs.kit.suggestions import Choices
from cogs.kit.visibility import to_look_at
from cogs.panels.challenge import computer_panel, posting
from cogs.panels.match import board_panel, match_menu, watching
from cogs.panels.records import record_panel
from cogs.text import challenge_texts, entry_points_texts, texts, time_texts, watching_texts
from matches import Match, Phase, UserId
from matches.errors import StaleError, TimeError
from matches.model import OfferKind

if TYPE_CHECKING:
    from cogs.app import App

RUNNING: Final = (Phase.SETUP, Phase.PLAYING)
PLAYING: Final = (Phase.PLAYING,)
STARTED: Final = (Phase.PLAYING, Phase.FINISHED)
FINISHED: Final = (Phase.FINISHED,)

Changes = Callable[[Call, Match], Awaitable[None]]
Opens = Callable[[Call, Match], Awaitable[Card]]
Finds = Callable[[Call, str | None], Awaitable[Match]]
Suggests = Callable[[Call, str], Awaitable[Choices]]
IsPossible = Callable[["App", Match, UserId], bool]


@dataclass(frozen=True)
class Deed:
    """Something to do with a match in ``phases``; ``mine``: one of the user's own.

    ``opens`` gives the card that answers. Without one the user is asked, and then it ``changes`` the match.
    ``finds`` looks for the match that is meant otherwise than usual, ``suggests`` suggests some.
    ``final``: it can't be undone.
    """

    phases: Sequence[Phase]
    possible: IsPossible
    opens: Opens | None = None
    changes: Changes | None = None
    finds: Finds | None = None
    suggests: Suggests | None = None
    mine: bool = True
    final: bool = False


async def show(call: Call, given: str | None, deed: str) -> None:
    """Answer with what a deed opens, or ask whether to do it, with the match that is meant."""
    found = DEEDS[deed]
    if found.finds is not None:
        match = await found.finds(call, given)
    else:
        match = await call.app.lookup.find(call, given, phases=tuple(found.phases), mine=found.mine)
    if found.opens is not None:
        await call.answer(await found.opens(call, match))
        return
    await call.answer(_question(match, deed, found))


def _question(match: Match, deed: str, found: Deed) -> Card:
    style = discord.ButtonStyle.success if found.final else BLUE
    yes = do.on(match, button(entry_points_texts.DEEDS[deed], style), WORDS.index(deed))
    return card(
        entry_points_texts.deed_question(match, deed), row(dismiss.about(0, entry_points_texts.NOT_NOW), yes)
    )


def possible(app: App, match: Match, user: UserId) -> list[str]:
    """The words for what ``user`` can do with a match now."""
    return [word for word, deed in DEEDS.items() if _is_possible(app, deed, match, user)]


def _is_possible(app: App, deed: Deed, match: Match, user: UserId) -> bool:
    theirs = not deed.mine or user in match.users
    return theirs and match.phase in deed.phases and deed.possible(app, match, user)


# --- what changes a match -------------------------------------------------------------------------


def _asks(kind: OfferKind) -> Changes:
    async def ask(call: Call, match: Match) -> None:
        play = call.app.matches.play
        await _show(call, await play.offer(match.id, call.user, kind, expected_version=match.version))

    return ask


async def _take_back(call: Call, match: Match) -> None:
    """Take back an action of the user's turn, or the turn just made; later, ask the other player."""
    play, user = call.app.matches.play, call.user
    if play.can_take_back(match, user):
        changed = await play.take_back(match.id, user, expected_version=match.version)
    elif play.may_oops(match, user):
        changed = await play.oops(match.id, user, ply=call.app.matches.history(match).position.ply)
    else:
        kind = OfferKind.TAKE_BACK
        changed = await play.offer(match.id, user, kind, expected_version=match.version)
    await _show(call, changed)


async def _claim(call: Call, match: Match) -> None:
    """End a match with a win on time, else without a result. Raises Refusal if neither is due."""
    try:
        ended = await call.app.matches.time.claim_time(match.id, call.user)
    except TimeError as error:
        if not call.app.matches.play.goes_nowhere(match):
            raise Refusal(time_texts.nothing_to_claim(error)) from error
        ended = await call.app.matches.play.claim_no_result(match.id, call.user)
    await _show(call, ended)


async def _rematch(call: Call, match: Match) -> None:
    place = await call.app.venue.of_rematch(match)
    if place == call.interaction.channel_id:
        await call.app.lookup.check_place(call, place)
    finished = await call.app.matches.challenges.rematch(match.id, call.user, channel=place)
    offered = await call.show_rematch(finished)
    quiet = "" if offered is None else await posting.said_if_quiet(call, offered)
    begun = await computer_panel.rematch_begun(call.app, finished)
    await call.redraw(card(begun or quiet or challenge_texts.challenge_sent(place)))


async def _show(call: Call, match: Match) -> None:
    """Show a changed match, and confirm it to the user if they aren't in the match's channel."""
    shown = await call.show(match)
    if shown.shown.version < match.version:
        return
    if call.interaction.channel_id == shown.shown.home:
        await call.dismiss()
    else:
        await call.redraw(card(texts.asked_elsewhere(match)))


# --- what opens something -------------------------------------------------------------------------


async def view(call: Call, match: Match) -> Card:
    """The view of a match, which counts as a look at it; of one that is over, with how it ended."""
    shown = await board_panel.first_view(call.app, match, call.user)
    return with_more(shown, words(call.app.cards.ended(match))) if match.result else shown


async def _resign(call: Call, match: Match) -> Card:
    return match_menu.resign_question(await call.app.matches.play.check_running(match.id, call.user))


async def _record(call: Call, match: Match) -> Card:
    return await record_panel.panel(call.app, match, call.user)


async def _share(call: Call, match: Match) -> Card:
    return record_panel.shared_panel(call, *await call.app.sharing.share(match.id, call.user))


async def _watch(call: Call, match: Match) -> Card:
    call.app.spectators.check_watchable(match, call.user)
    return await watching.panel(call.app, match, call.user)


async def _watched(call: Call, given: str | None) -> Match:
    return await call.app.matches.load((await watching.watched(call, given)).id)


async def _unwatch(call: Call, match: Match) -> Card:
    await call.app.spectators.unwatch(match.id, call.user)
    return card(watching_texts.stopped(match))


async def _more(call: Call, match: Match) -> Card:
    return await match_menu.panel(call.app, await call.app.matches.load_with_settings(match.id), call.user)


def _always(_app: App, _match: Match, _user: UserId) -> bool:
    return True


def _may_ask(kind: OfferKind) -> IsPossible:
    return lambda app, match, user: app.matches.play.may_ask(match, user, kind)


def _may_take_back(app: App, match: Match, user: UserId) -> bool:
    play = app.matches.play
    return (
        play.can_take_back(match, user)
        or play.may_oops(match, user)
        or play.may_ask(match, user, OfferKind.TAKE_BACK)
    )


def _may_claim(app: App, match: Match, user: UserId) -> bool:
    late = (
        match.clocks is not None
        and match.clocks.is_up(app.clock())
        and not app.matches.waits_for(match, user)
    )
    return late or app.matches.play.goes_nowhere(match)


def _may_watch(_app: App, match: Match, user: UserId) -> bool:
    return bool(watching.buttons(match, user))


DEEDS: Final[Mapping[str, Deed]] = {
    "board": Deed((*RUNNING, Phase.FINISHED), _always, opens=view, mine=False),
    "draw": Deed(PLAYING, _may_ask(OfferKind.DRAW), changes=_asks(OfferKind.DRAW)),
    "takeback": Deed(PLAYING, _may_take_back, changes=_take_back),
    "pause": Deed(PLAYING, _may_ask(OfferKind.PAUSE), changes=_asks(OfferKind.PAUSE)),
    "resume": Deed(PLAYING, _may_ask(OfferKind.GO_ON), changes=_asks(OfferKind.GO_ON)),
    "cancel": Deed(PLAYING, _may_ask(OfferKind.NO_RESULT), changes=_asks(OfferKind.NO_RESULT)),
    "claim": Deed(PLAYING, _may_claim, changes=_claim, final=True),
    "resign": Deed(RUNNING, _always, opens=_resign),
    "rematch": Deed(FINISHED, lambda _app, match, _user: match.rematch is None, changes=_rematch),
    "film": Deed(STARTED, _always, opens=board_panel.film, mine=False),
    "record": Deed(STARTED, _always, opens=_record, mine=False),
    "share": Deed(STARTED, _always, opens=_share),
    "watch": Deed(
        RUNNING, _may_watch, opens=_watch, finds=watching.meant, suggests=watching.to_watch, mine=False
    ),
    "unwatch": Deed(
        RUNNING, _may_watch, opens=_unwatch, finds=_watched, suggests=watching.to_unwatch, mine=False
    ),
    "more": Deed(STARTED, _always, opens=_more, mine=False),
}
"""What can be done, by the word that is typed for it, the commonest first."""
WORDS: Final = tuple(DEEDS)
"""The meanings of a button's index: append, never reorder."""


OLD_WORDS: Final[Mapping[str, str]] = {"replay": "film"}
"""The words of earlier versions, and today's."""


def word(typed: str) -> str:
    """The deed that a typed text means. Raises Refusal for one that means none."""
    said = typed.strip().casefold()
    found = OLD_WORDS.get(said, said)
    labels = {label.casefold(): each for each, label in entry_points_texts.DEEDS.items()}
    if found not in DEEDS and found not in labels:
        raise Refusal(entry_points_texts.unknown_deed(typed, list(DEEDS)))
    return labels.get(found, found)


@control("matchdeed")
async def do(press: Press, place: Annotated[int, range(len(WORDS))]) -> None:
    """Does what was asked back, unless the match has changed since: the deed at a ``place`` of WORDS."""
    match = await to_look_at(press, press.match_id)
    if match.version != press.version:
        raise StaleError(match)
    deed = DEEDS[WORDS[place]]
    if deed.changes is not None:
        await deed.changes(press, match)


def meant_by(typed: str | None) -> Deed | None:
    """The deed that is chosen while a user still types; None if there is none yet."""
    said = (typed or "").strip().casefold()
    return DEEDS.get(OLD_WORDS.get(said, said))


def offered(app: App, match: Match, user: UserId) -> Iterator[tuple[str, str]]:
    """The deeds that are possible now, as (what is said, the word)."""
    for word in possible(app, match, user):
        yield entry_points_texts.DEEDS[word], word
