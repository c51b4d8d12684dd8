"""A tournament's card: public, kept up to date, with buttons to join, leave, and see the table.

The ids of its controls, and of all about tournaments, have the tournament's number as their first argument:
the number at the front is that of a match, and 0 here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.kit.call import Call
from cogs.kit.card import Card, card, gallery, row, rows
from cogs.kit.controls import AnyControl, Press, button, control, dismiss
from cogs.kit.errors import Refusal
from cogs.panels.learn import help
from cogs.text import community_texts
from cogs.tournaments import (
    create_panel,
    organise_panel,
    organising_texts,
    rights,
    standings_texts,
    table_panel,
    table_pictures,
    texts,
)
from cogs.tournaments.cards import TournamentCards
from cogs.tournaments.service import Tournaments
from matches import UserId
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentState
from matches.tournaments.standings import Row, Standings, tables, tournament_winner

if TYPE_CHECKING:
    from cogs.app import App

MOST_PLACES: Final = 5
"""Places that the card of a tournament names once it is over."""


@control("tourjoin")
async def join(press: Press, tournament: TournamentId) -> None:
    """Enters the user."""
    await press.respond(await joined(press, await rights.load(press, tournament)))


@control("tourleave")
async def leave(press: Press, tournament: TournamentId) -> None:
    """Takes the user out; asks before if it runs."""
    await press.answer(await leaving(press, await rights.load(press, tournament)))


@control("tourleft")
async def leave_now(press: Press, tournament: TournamentId) -> None:
    """Takes the user out of a tournament that runs."""
    found = await rights.load(press, tournament)
    await _leave(press, found)
    await press.redraw(card(texts.left_running(found)))


@control("tourrules")
async def show_rules(press: Press, tournament: TournamentId) -> None:
    """Opens the rules of a tournament's game."""
    found = await rights.load(press, tournament)
    if found.game not in press.app.presentations:
        raise Refusal(community_texts.GAME_GONE)
    await press.answer(await help.rules_page(press, press.app.presentations[found.game]))


@control("tourshow")
async def show(press: Press, tournament: TournamentId) -> None:
    """Opens a tournament privately."""
    await press.respond(await private_card(press, await rights.load(press, tournament)))


@control("touragree")
async def agree(press: Press, tournament: TournamentId) -> None:
    """Keeps the user in after the terms have changed."""
    found = await rights.load(press, tournament)
    try:
        after = await press.app[Tournaments].agree(found.id, press.user)
    except TournamentError as error:
        if error.problem is TournamentProblem.NOT_IN_IT:
            raise Refusal(texts.NOT_IN) from None
        raise
    await press.app[TournamentCards].show(found.id)
    await press.answer(card(texts.stays(after), row(*_own(after))))


# --- joining and leaving -------------------------------------------------------------------------


async def joined(call: Call, found: Tournament) -> Card:
    """Enter the user; returns what to say. Raises Refusal, TournamentError, NotAllowedError."""
    try:
        after = await call.app[Tournaments].enter(found.id, call.user, call.app.lookup.roles_of(call))
    except TournamentError as error:
        if error.problem is TournamentProblem.ENTERED:
            raise Refusal(texts.ALREADY_IN) from None
        raise
    await call.app[TournamentCards].show(found.id)
    return card(texts.joined(after), row(*_own(after)))


async def leaving(call: Call, found: Tournament) -> Card:
    """Take the user out before the start, or ask whether to leave. Raises Refusal, TournamentError."""
    entrant = found.entrant_of(call.user)
    if entrant is None or not entrant.active:
        raise Refusal(texts.NOT_IN)
    if found.state.started:
        yes = button(texts.LEAVE_NOW, discord.ButtonStyle.danger)
        return card(
            texts.leave_question(found),
            row(leave_now.about(0, yes, found.id), dismiss.about(0, texts.STAY)),
        )
    await _leave(call, found)
    return card(texts.left_before(found))


async def _leave(call: Call, found: Tournament) -> None:
    try:
        await call.app[Tournaments].leave(found.id, call.user)
    except TournamentError as error:
        if error.problem is TournamentProblem.NOT_IN_IT:
            raise Refusal(texts.NOT_IN) from None
        raise
    await call.app[TournamentCards].show(found.id)


# --- the card ------------------------------------------------------------------------------------


async def private_card(call: Call, found: Tournament) -> Card:
    """A tournament with all its terms for the user, and *Leave* or *Organise* for those who may."""
    return await tournament_card(call.app, found, call)


async def tournament_card(app: App, found: Tournament, reader: Call | None = None) -> Card:
    """The card of a tournament as it is now; with all there is to tell and to do for one ``reader``."""
    unsure = await app[Tournaments].unsure(found)
    offered = list(_buttons(found, unsure) if reader is None else _own_buttons(reader, found))
    rows_ = rows(offered)
    match found.state:
        case TournamentState.OPEN:
            over = found.entries_over(app.clock())
            said = texts.open_card if reader is None else texts.details_card
            return card(said(found, unsure, over=over), *rows_, pings=() if reader else unsure)
        case TournamentState.CALLED_OFF:
            return card(texts.called_off_card(found), *rows_)
        case TournamentState.OVER:
            return await _over_card(app, found, rows_)
        case _ if not found.round:
            return card(texts.starting_card(found), *rows_)
        case _:
            leaders = list(leaders_of(await tables_of(found), found))
            name = standings_texts.round_name(found, found.round)
            return card(texts.running_card(found, name, leaders), *rows_)


async def _over_card(app: App, found: Tournament, rows_: Sequence[discord.ui.ActionRow[Any]]) -> Card:
    pictures = await table_pictures.final_picture(app, found)
    users = {seed: one.user_id for seed, one in found.by_seed.items()}
    rows = await last_rows(found)
    in_points = found.terms.format is not Format.KNOCKOUT
    first = table_pictures.first_places(rows, MOST_PLACES)
    places = list(standings_texts.places(first, users, in_points=in_points))
    said = texts.over_card(found, await winner(found), places)
    return card(said, *([gallery(pictures)] if pictures else []), *rows_, pictures=pictures)


async def last_rows(found: Tournament) -> Sequence[Row]:
    """The rows of the last table of a tournament, without those that don't count."""
    return [row for table in (await tables_of(found))[:1] for row in table.rows if not row.annulled]


async def tables_of(found: Tournament) -> tuple[Standings, ...]:
    """The present tables: beside the event loop, since those of a large field take a while."""
    return await asyncio.to_thread(tables, found)


def leaders_of(found: Sequence[Standings], tournament: Tournament) -> Iterator[str]:
    """The first of a table, or the first one of each group; a knockout has no leader."""
    if tournament.terms.format is Format.KNOCKOUT or not any(row.played for one in found for row in one.rows):
        return
    by_seed = tournament.by_seed
    rows = found[0].rows[: texts.LEADERS]
    if len(found) > 1:
        rows = tuple(table.rows[0] for table in found[:MOST_PLACES])
    for number, one in enumerate(rows, 1):
        group = standings_texts.group_name(tournament.terms.format, number)
        said = standings_texts.leader(one, by_seed[one.seed].user_id)
        yield f"{group}: {said}" if len(found) > 1 else said


def _buttons(found: Tournament, unsure: Sequence[UserId]) -> Iterator[AnyControl]:
    """The buttons of the public card, one of them blue."""
    blue = discord.ButtonStyle.primary
    if found.state is TournamentState.OPEN and not found.is_full:
        yield join.about(0, button(texts.JOIN, blue), found.id)
    if unsure:
        yield agree.about(0, texts.STAY_IN, found.id)
    if found.round:
        label = texts.TABLES[found.terms.format]
        yield table_panel.open_table.about(0, button(label, blue), found.id)
        yield table_panel.own_games.about(0, texts.GAMES_OF_MINE, found.id)
    if found.has_next_season:
        yield join.about(0, texts.JOIN, found.id)
    if not found.state.ended:
        yield show.about(0, texts.DETAILS, found.id)


def _own_buttons(call: Call, found: Tournament) -> Iterator[AnyControl]:
    """The buttons of a tournament for one person."""
    blue = discord.ButtonStyle.primary
    entrant = found.entrant_of(call.user)
    entered = entrant is not None and entrant.active
    if not entered and (found.has_next_season or (found.state is TournamentState.OPEN and not found.is_full)):
        style = discord.ButtonStyle.secondary if found.round else blue
        yield join.about(0, button(texts.JOIN, style), found.id)
    if found.round:
        label = texts.TABLES[found.terms.format]
        yield table_panel.open_table.about(0, button(label, blue), found.id)
        if entrant is not None:
            yield table_panel.own_games.about(0, texts.GAMES_OF_MINE, found.id)
    if not found.state.ended:
        yield show_rules.about(0, texts.RULES, found.id)
        if entered:
            yield leave.about(0, texts.LEAVE, found.id)
    if rights.organises(call, found):
        yield organise_panel.open_page.about(0, texts.ORGANISE, found.id)
        if found.state.ended:
            yield create_panel.again.about(0, organising_texts.SAME_AGAIN, found.id)


def _own(found: Tournament) -> Iterator[AnyControl]:
    """The buttons for a user who has just joined."""
    yield show.about(0, texts.SHOW, found.id)
    yield leave.about(0, texts.LEAVE, found.id)


async def winner(found: Tournament) -> UserId | None:
    won = await asyncio.to_thread(tournament_winner, found)
    return None if won is None else found.by_seed[won].user_id


def show_button(number: TournamentId, label: str | None = None) -> AnyControl:
    """The button that opens a tournament."""
    return show.about(0, label or texts.SHOW, number)
