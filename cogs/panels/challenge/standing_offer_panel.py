"""Standing offers: a private panel in which a user turns them on and off, and changes them.

What is chosen holds at once. The controls' ids hold the number of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import discord
from discord import ui

from cogs.kit.arguments import COUNT, TEXT, GameKey
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row
from cogs.kit.controls import AnyControl, Press, button, control, menu
from cogs.kit.errors import Refusal, sentence
from cogs.text import community_texts, standing_offers_texts, time_texts
from engines import GAMES
from matches import GuildId
from matches.errors import MatchError, StoreUnavailableError
from matches.model import MatchFacts
from matches.standing_offers import MOST_WANTED, PACES_OFFERED, OfferKey, OfferTerms, OwnOffers
from matches.time.pace import Pace

"""Stands for a number of matches that is none; the service refuses it."""


@control("keepmatches")
async def open_offers(press: Press, game: GameKey = "") -> None:
    """Opens the panel, for the game of the match that the button is on, else the one that the user plays."""
    await press.answer(await panel(press, game or await press.app.lookup.likely_game(press)))


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
    await press.app.standing_offers.turn_off(OfferKey(_guild(press), game, press.user))
    await press.redraw(await panel(press, game))


def open_button() -> AnyControl:
    """The button that opens the panel."""
    return open_offers.about(0, standing_offers_texts.KEEP)


def match_button(match: MatchFacts) -> AnyControl:
    """The same on a message of a match that began by offers: the message is known by it after a crash."""
    return open_offers.about(match.id, standing_offers_texts.KEEP, match.game_key)


async def _keep(call: Call, game: str, terms: OfferTerms) -> None:
    place = await call.app.lookup.challenge_place(call)
    await call.app.standing_offers.keep(call.user, game, terms, place)


async def panel(call: Call, game: str, *, said: str = "") -> Card:
    """The user's offers in this server, with the controls for ``game``; ``said`` is about their last action.

    Raises Refusal in direct messages or for an unknown game.
    """
    own = await _own(call)
    is_on = own.is_on(_known(game))
    why_not = await _why_not(call, game) if is_on else None
    games = [(key, known.name) for key, known in GAMES.items()]
    return card(
        standing_offers_texts.ABOUT,
        said,
        standing_offers_texts.state(own, game, why_not),
        row(other_game.about(0, menu(community_texts.WHICH_GAME, games, chosen=game))),
        *_controls(own, game, is_on=is_on),
        standing_offers_texts.others(own, game),
    )


def _controls(own: OwnOffers, game: str, *, is_on: bool) -> Iterator[ui.ActionRow[Any]]:
    terms = own.terms(game)
    numbers = [(str(many), standing_offers_texts.many(many)) for many in range(1, MOST_WANTED + 1)]
    prompt = standing_offers_texts.turn_on(game, on=is_on)
    chosen = str(terms.wanted) if is_on else None
    yield row(choose_number.about(0, menu(prompt, numbers, chosen=chosen), game))
    if not is_on:
        return
    paces = [(str(pace), time_texts.pace(pace)) for pace in PACES_OFFERED]
    shown = menu(standing_offers_texts.WHICH_PACE, paces, chosen=str(terms.pace))
    yield row(choose_pace.about(0, shown, game))
    label = standing_offers_texts.UNRATED if terms.rated else standing_offers_texts.RATED
    off = button(standing_offers_texts.TURN_OFF, discord.ButtonStyle.danger)
    yield row(
        choose_rated.about(0, label, game, not terms.rated),
        turn_off.about(0, off, game),
    )


async def _change(press: Press, game: str, change: Callable[[OfferTerms], OfferTerms]) -> None:
    """Change the terms of an offer; only says so if it has been turned off since."""
    own = await _own(press)
    if not own.is_on(game):
        await press.redraw(await panel(press, game, said=standing_offers_texts.IS_OFF))
        return
    await _keep(press, game, change(own.terms(game)))
    await press.redraw(await panel(press, game))


async def _why_not(call: Call, game: str) -> str | None:
    """Why no match of a game can begin for the user now; None if nothing stands in the way."""
    roles = call.app.lookup.roles_of(call)
    try:
        await call.app.standing_offers.check_free(_guild(call), call.user, game, roles)
    except StoreUnavailableError:
        raise
    except MatchError as error:
        return sentence(error, "help", call.user)
    return None


async def _own(call: Call) -> OwnOffers:
    return await call.app.standing_offers.own(_guild(call), call.user)


def _known(game: str) -> str:
    """``game``. Raises Refusal if it is unknown."""
    if game not in GAMES:
        raise Refusal(community_texts.GAME_GONE)
    return game


def _guild(call: Call) -> GuildId:
    """The server of the call. Raises Refusal in direct messages."""
    if call.guild_id is None:
        raise Refusal(standing_offers_texts.ONLY_IN_SERVER)
    return call.guild_id
