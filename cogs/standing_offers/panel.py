"""Standing offers: a private panel in which a user turns them on and off, and changes them.

What is chosen holds at once. The controls' ids hold the number of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.kit.arguments import COUNT, TEXT, GameKey
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row, section
from cogs.kit.controls import AnyControl, Press, button, control, menu
from cogs.kit.errors import Refusal, sentence
from cogs.standing_offers import texts
from cogs.standing_offers.rules import (
    MOST_WANTED,
    PACES_OFFERED,
    OfferKey,
    OfferTerms,
    OwnOffers,
    WhyOff,
    why_told,
)
from cogs.standing_offers.service import StandingOffers
from cogs.text import community_texts, time_texts
from engines import GAMES
from matches import GuildId, Match, Notice
from matches.errors import MatchError, StoreUnavailableError
from matches.model import NoticeKind, NoticePlace
from matches.time.pace import Pace

if TYPE_CHECKING:
    from cogs.app import App


@control("keepmatches")
async def open_offers(press: Press, game: GameKey = "") -> None:
    """Opens the panel, for the game of the match that the button is on, else the one that the user plays."""
    await press.answer(await (panel(press, game) if game else likely_panel(press)))


@control("keepgame", chooses=GAMES)
async def other_game(press: Press) -> None:
    """Shows the offer for another game."""
    await press.redraw(await panel(press, press.value))


@control("keepmany", chooses=COUNT)
async def choose_number(press: Press, game: GameKey) -> None:
    """Keeps the chosen number of matches going, which turns the offer on."""
    terms = (await _own(press)).terms(game)
    await _keep(press, game, terms._replace(wanted=press.number))
    await press.redraw(await panel(press, game))


@control("keeppace", chooses=TEXT)
async def choose_pace(press: Press, game: GameKey) -> None:
    """Changes the pace of an offer that is on."""
    pace = Pace.read(press.value)
    await _change(press, game, lambda terms: terms._replace(pace=pace))


@control("keeprated")
async def choose_rated(press: Press, game: GameKey, rated: bool) -> None:
    """Makes the matches of an offer that is on rated or unrated."""
    await _change(press, game, lambda terms: terms._replace(rated=rated))


@control("keepoff")
async def turn_off(press: Press, game: GameKey) -> None:
    """Turns the offer off."""
    await press.app[StandingOffers].turn_off(OfferKey(_guild(press), game, press.user), WhyOff.OWNER)
    await press.redraw(await panel(press, game))


def open_button() -> AnyControl:
    """The button that opens the panel."""
    return open_offers.about(0, texts.KEEP)


async def part(_app: App, match: Match) -> str:
    """On the card of a match by offer: why it began."""
    return texts.PART if match.terms.by_offer else ""


async def in_short(_app: App, match: Match) -> str:
    """The same at the end of a line."""
    return texts.IN_SHORT if match.terms.by_offer else ""


def leads_on(match: Match) -> AnyControl | None:
    """The same button on a message of a match by offer: the message is known by it after a crash."""
    if not match.terms.by_offer:
        return None
    return open_offers.about(match.id, texts.KEEP, match.game_key)


def way() -> ui.Section[Any]:
    """The same with a line about it, among the ways to a match."""
    return section(texts.HINT, open_button())


def notice(match: Match, notice: Notice) -> str | None:
    """The message that an offer is off; None for a notice of anything else."""
    if notice.kind is not NoticeKind.OFFER_OFF:
        return None
    alone = notice.place is NoticePlace.DIRECT
    return texts.off(match, notice.reader, why_told(notice.name), alone=alone)


async def likely_panel(call: Call) -> Card:
    """The panel for the game that the user plays."""
    return await panel(call, await call.app.lookup.likely_game(call))


async def _keep(call: Call, game: str, terms: OfferTerms) -> None:
    place = await call.app.lookup.challenge_place(call)
    await call.app[StandingOffers].keep(call.user, game, terms, place)


async def panel(call: Call, game: str, *, said: str = "") -> Card:
    """The user's offers in this server, with the controls for ``game``; ``said`` is about their last action.

    Raises Refusal in direct messages or for an unknown game.
    """
    own = await _own(call)
    is_on = own.is_on(_known(game))
    why_not = await _why_not(call, game) if is_on else None
    games = [(key, known.name) for key, known in GAMES.items()]
    return card(
        texts.ABOUT,
        said,
        texts.state(own, game, why_not),
        row(other_game.about(0, menu(community_texts.WHICH_GAME, games, chosen=game))),
        *_controls(own, game, is_on=is_on),
        texts.others(own, game),
    )


def _controls(own: OwnOffers, game: str, *, is_on: bool) -> Iterator[ui.ActionRow[Any]]:
    terms = own.terms(game)
    numbers = [(str(many), texts.many(many)) for many in range(1, MOST_WANTED + 1)]
    prompt = texts.turn_on(game, on=is_on)
    chosen = str(terms.wanted) if is_on else None
    yield row(choose_number.about(0, menu(prompt, numbers, chosen=chosen), game))
    if not is_on:
        return
    paces = [(str(pace), time_texts.pace(pace)) for pace in PACES_OFFERED]
    shown = menu(texts.WHICH_PACE, paces, chosen=str(terms.pace))
    yield row(choose_pace.about(0, shown, game))
    label = texts.UNRATED if terms.rated else texts.RATED
    off = button(texts.TURN_OFF, discord.ButtonStyle.danger)
    yield row(
        choose_rated.about(0, label, game, not terms.rated),
        turn_off.about(0, off, game),
    )


async def _change(press: Press, game: str, change: Callable[[OfferTerms], OfferTerms]) -> None:
    """Change the terms of an offer; only says so if it has been turned off since."""
    own = await _own(press)
    if not own.is_on(game):
        await press.redraw(await panel(press, game, said=texts.IS_OFF))
        return
    await _keep(press, game, change(own.terms(game)))
    await press.redraw(await panel(press, game))


async def _why_not(call: Call, game: str) -> str | None:
    """Why no match of a game can begin for the user now; None if nothing stands in the way."""
    roles = call.app.lookup.roles_of(call)
    try:
        await call.app[StandingOffers].check_free(_guild(call), call.user, game, roles)
    except StoreUnavailableError:
        raise
    except MatchError as error:
        return sentence(error, "help", call.user)
    return None


async def _own(call: Call) -> OwnOffers:
    return await call.app[StandingOffers].own(_guild(call), call.user)


def _known(game: str) -> str:
    """``game``. Raises Refusal if it is unknown."""
    if game not in GAMES:
        raise Refusal(community_texts.GAME_GONE)
    return game


def _guild(call: Call) -> GuildId:
    """The server of the call. Raises Refusal in direct messages."""
    if call.guild_id is None:
        raise Refusal(texts.ONLY_IN_SERVER)
    return call.guild_id
