"""The lobby: a private list of the open challenges that the user may accept, with a button each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import Count
from cogs.kit.call import Call
from cogs.kit.card import BLUE, Card, card, row, rows, rule, section
from cogs.kit.controls import AnyControl, Press, button, control
from cogs.kit.errors import Refusal, sentence
from cogs.kit.paging import ListQuery, leaves
from cogs.panels.challenge import accepting, challenge_form, computer_panel
from cogs.text import challenge_texts, errors_texts, lobby_texts
from matches import Match, UserId
from matches.errors import MatchError, NoSuchMatchError, StaleError, StoreUnavailableError, WrongPhaseError
from services.lobby import PAGE, LobbyOffer, Seeker

if TYPE_CHECKING:
    from cogs.app import App

FIRST: Final = 0
"""The first way to accept: it calls heads if a coin is tossed, and its label says so."""


@control("findmatch")
async def find(press: Press, _button: Count, asked: ListQuery) -> None:
    """Opens the lobby or another page of it."""
    await press.respond(await panel(press, asked))


@control("takeup")
async def take_up(press: Press, asked: ListQuery) -> None:
    """Accepts a challenge of the list, or says why it can't be accepted and shows the list again.

    On a front door the answer is private, and the list the user's own.
    """
    try:
        match = await _taken_up(press)
    except StoreUnavailableError:
        raise
    except (StaleError, WrongPhaseError) as error:
        match = error.match
        if press.user not in match.users:
            await press.respond(await _refreshed(press, asked, lobby_texts.taken(match)))
            return
    except (MatchError, Refusal) as error:
        await press.respond(await _refreshed(press, asked, _why(error, press.user)))
        return
    else:
        match = await press.show(match)
    again = find.about(0, lobby_texts.FIND_ANOTHER, 0, asked)
    await press.respond(card(lobby_texts.begun(match), row(again)))


async def _taken_up(press: Press) -> Match:
    """Accept the button's challenge. Raises Refusal, and what accepting it raises."""
    loaded = await press.app.matches.load_with_settings(press.match_id)
    match = loaded.match
    if accepting.is_own(match, press.user):
        raise Refusal(errors_texts.OWN_OPEN_CHALLENGE)
    if match.here is None:
        place = await press.app.lookup.challenge_place(press)
        return await accepting.taken_up(press, loaded, FIRST, elsewhere=place)
    if not press.app.lookup.sees(press, match.channel_id):
        raise Refusal(lobby_texts.NOT_SEEN)
    return await accepting.taken_up(press, loaded, FIRST)


def _why(error: MatchError | Refusal, user: UserId) -> str:
    told = (
        errors_texts.NO_SUCH_MATCH if isinstance(error, NoSuchMatchError) else sentence(error, "help", user)
    )
    if told is None:
        raise error
    return told


async def _refreshed(press: Press, asked: ListQuery, said: str) -> Card:
    """The present list below the line ``said``; only the reason if the user may accept nothing at all."""
    try:
        return await panel(press, asked, above=said)
    except MatchError as error:
        why = sentence(error, "help", press.user) or ""
        return card(said if why == said else f"{said}\n{why}")


def find_button(label: str | None = None, *, main: bool = False, game: str | None = None) -> AnyControl:
    """The button that opens the lobby, of a ``game`` if given; blue if it is its card's ``main`` one."""
    style = BLUE if main else discord.ButtonStyle.secondary
    return find.about(0, button(label or lobby_texts.FIND, style), 0, ListQuery(game))


async def panel(call: Call, asked: ListQuery, *, above: str = "") -> Card:
    """A page of the lobby, with a line ``above`` it. Raises Refusal, and what the service raises."""
    if call.guild_id is None:
        raise Refusal(lobby_texts.ONLY_IN_SERVER)
    seeker = Seeker(
        call.user,
        call.guild_id,
        call.app.lookup.roles_of(call),
        lambda one: (
            one.game_key in call.app.presentations
            and (one.here is None or call.app.lookup.sees(call, one.channel_id))
        ),
    )
    found = await call.app.matches.lobby.find(seeker, game=asked.game, page=asked.page)
    asking = () if found.page else call.app.features.lobby_offers
    others = [offer for ask in asking for offer in await ask(call, asked.game)]
    if not found.offers:
        return card(above, *others, *await _nothing(call, asked))
    asked = replace(asked, page=found.page)
    said = lobby_texts.page(len(found.offers), first=found.page * PAGE, count=found.count, game=asked.game)
    turning = leaves(find, found.page, lambda page: replace(asked, page=page), more=found.has_more)
    ways = rows([*turning, *(way() for way in call.app.features.lobby)])
    return card(
        above,
        said,
        *(_offer(call.app, each, asked, fits_best=each is found.offers[0]) for each in found.offers),
        *others,
        *([rule(), *ways] if ways else []),
    )


def _offer(app: App, offer: LobbyOffer, asked: ListQuery, *, fits_best: bool) -> ui.Section[Any]:
    match = offer.match
    call = accepting.ACCEPTANCES[FIRST][0] if match.game.starter == "toss" else None
    label = challenge_texts.accept_label(call, blind=False)
    style = BLUE if fits_best else discord.ButtonStyle.secondary
    accept = take_up.on(match, button(label, style), asked)
    chosen = app.presentations[match.game_key].chosen(match.options)
    said = lobby_texts.offer(match, chosen, offer.rating, offer.reliability, offer.rhythm)
    return section(said, accept)


async def _nothing(call: Call, asked: ListQuery) -> list[Any]:
    """Parts of a card for an empty list: other ways to a match."""
    computer = await computer_panel.is_on(call)
    meant = asked.game or await call.app.lookup.likely_game(call)
    play = [computer_panel.play_button(meant, main=True)] if computer else []
    said = lobby_texts.nothing(asked.game, computer=computer)
    play += [way() for way in call.app.features.lobby]
    if asked.game is not None:
        post = challenge_form.open_button(asked.game, lobby_texts.POST_MINE)
        return [said, row(post, *play)]
    posting = challenge_form.open_menu(call.app, lobby_texts.WHICH_GAME)
    return [said, row(posting), row(*play)]
