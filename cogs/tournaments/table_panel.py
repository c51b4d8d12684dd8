"""The tables of a tournament, by round and group, in a private panel with a picture; and a player's games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.kit.arguments import COUNT, OF_ID, TEXT, Count, Id, Query
from cogs.kit.call import Call
from cogs.kit.card import Card, Documents, Pictures, attached, card, gallery, row
from cogs.kit.controls import AnyControl, Press, control, menu
from cogs.kit.errors import OldCardError, Refusal
from cogs.kit.paging import leaves
from cogs.text import seals_texts
from cogs.tournaments import organise_panel, rights, standings_texts, table_pictures, texts
from cogs.tournaments.table_pictures import PAGE, SHOWN_BREAKS, TIES
from matches import GuildId
from matches.lifecycle.seals import SHOWN
from matches.tournaments import files, knockout, trf
from matches.tournaments.model import DECIDER, Format, Pairing, PairingKey, Seed, Tournament, TournamentId
from matches.tournaments.standings import OF_GROUPS, OF_SWISS, Row, Standings, tables

if TYPE_CHECKING:
    from cogs.app import App

OWN: Final = 0
"""The round that goes on, or the user's own group."""
OWN_PAGE: Final = 999
"""Stands for the page with the user's own place, in an id."""
LINES: Final = 15
"""Pairings of a page, and a player's own games in one message."""
ENTRIES: Final = 25
"""Entries of a menu (Discord's limit)."""


@dataclass(frozen=True, slots=True)
class TableQuery(Query):
    """A query for a table: of a round, and of a group or a page. Of a Swiss, OWN is the standings."""

    tournament: TournamentId = field(metadata=OF_ID)
    round: int = OWN
    group: int = OWN
    page: int = OWN_PAGE


@dataclass(frozen=True, slots=True)
class View:
    """A table as it is shown: its parts, its page (from 0), and whether there is ``more``."""

    text: str
    pictures: Pictures = ()
    page: int = 0
    more: bool = False
    remarks: str = ""
    sealed: Sequence[tuple[str, str]] = ()
    """The seals on deciders, each with the words for its tie."""


# --- controls ------------------------------------------------------------------------------------


@control("tourtable")
async def open_table(press: Press, tournament: TournamentId) -> None:
    """Opens the table of a tournament."""
    await press.respond(await panel(press, TableQuery(tournament)))


@control("tournews")
async def open_from_news(press: Press, tournament: TournamentId, _kind: Count, _number: Id) -> None:
    """Opens the table from the news of this kind and number."""
    await press.answer(await panel(press, TableQuery(tournament)))


@control("tourpage")
async def turn_page(press: Press, _button: Count, asked: TableQuery) -> None:
    """Shows another page."""
    await press.redraw(await panel(press, asked))


@control("tourround", chooses=COUNT)
async def other_round(press: Press, asked: TableQuery) -> None:
    """Shows another round."""
    await press.redraw(await panel(press, replace(asked, round=press.number, group=OWN, page=OWN_PAGE)))


@control("tourgroup", chooses=COUNT)
async def other_group(press: Press, asked: TableQuery) -> None:
    """Shows another group."""
    await press.redraw(await panel(press, replace(asked, group=press.number)))


@control("tourgames")
async def own_games(press: Press, tournament: TournamentId) -> None:
    """Shows the user's own games."""
    await press.answer(await games_card(press, await rights.load(press, tournament)))


@control("toursave")
async def save(press: Press, tournament: TournamentId, round_number: Count) -> None:
    """Gives the files of a tournament."""
    found = await rights.load(press, tournament)
    with press.app.files.take(press.user):
        await press.answer(await files_card(press.app, found, round_number or found.round))


@control("tourfair", chooses=TEXT)
async def fair_draw(press: Press, tournament: TournamentId, round_number: Count) -> None:
    """Tells the seal on a decider, and opens it once it is needed."""
    found = await rights.load(press, tournament)
    for tie in knockout.by_tie(found.in_round(round_number)):
        seal = knockout.seal_of(found.id, tie[0])
        if seal is not None and seal.startswith(press.value):
            said = standings_texts.fair_draw(tie, seal, knockout.opened(found.id, tie))
            await press.answer(card(said))
            return
    raise OldCardError


# --- the panel -----------------------------------------------------------------------------------


async def panel(call: Call, asked: TableQuery) -> Card:
    """A table for the user. Raises Refusal before the start, TournamentError without the tournament."""
    found = await rights.load(call, asked.tournament)
    if not found.round:
        raise Refusal(standings_texts.NOT_STARTED)
    asked = _completed(call, found, asked)
    match found.terms.format:
        case Format.SWISS if not asked.round:
            view = await _standings(call, found, asked)
        case Format.SWISS:
            view = await _pairings(call.app, found, asked)
        case Format.KNOCKOUT:
            view = await _bracket(call, found, asked)
        case _:
            view = await _group(call, found, asked)
    return card(
        view.text,
        *([gallery(view.pictures)] if view.pictures else []),
        view.remarks,
        texts.cut_short(found),
        *(row(one) for one in _menus(found, asked)),
        *_fair_draws(found, asked.round, view.sealed),
        row(*_buttons(call, found, replace(asked, page=view.page), view)),
        pictures=view.pictures,
    )


def _completed(call: Call, found: Tournament, asked: TableQuery) -> TableQuery:
    """The query with the round and the group that are meant."""
    number = asked.round if asked.round <= found.round else OWN
    if not number and found.terms.format is not Format.SWISS:
        number = found.round
    if not found.terms.format.has_groups:
        return replace(asked, round=number)
    own = table_pictures.seed_of(found, call.user)
    groups = {game.group: game for game in found.in_round(number)}
    mine = (game.group for game in found.in_round(number) if own in game.seeds)
    group = asked.group if asked.group in groups else next(mine, min(groups, default=OWN))
    return replace(asked, round=number, group=group)


async def _group(call: Call, found: Tournament, asked: TableQuery) -> View:
    table = next(one for one in await _tables(found, asked.round) if one.group == asked.group)
    name = standings_texts.round_name(found, asked.round)
    if len(_groups(found, asked.round)) > 1:
        name = f"{name} · {standings_texts.group_name(found.terms.format, asked.group)}"
    return View(
        standings_texts.table_title(found, "\n".join([f"**{name}**", *_rows(found, table.rows)])),
        await table_pictures.crosstable(call.app, found, table, call.user),
        remarks="\n".join(standings_texts.decided(table.rows, OF_GROUPS, over=_is_over(found, asked.round))),
    )


async def _standings(call: Call, found: Tournament, asked: TableQuery) -> View:
    (table,) = await _tables(found, found.round)
    own = table_pictures.seed_of(found, call.user)
    at = next((number for number, row in enumerate(table.rows) if row.seed == own), 0)
    page = min(at if asked.page == OWN_PAGE else asked.page * PAGE, len(table.rows) - 1) // PAGE
    first, shown = page * PAGE, table.rows[page * PAGE : (page + 1) * PAGE]
    count = standings_texts.shown_of(first + 1, first + len(shown), len(table.rows))
    name = f"**{standings_texts.round_name(found, found.round)}**"
    return View(
        standings_texts.table_title(found, "\n".join(filter(None, [name, *_rows(found, shown), count]))),
        await table_pictures.standings(call.app, found, shown, call.user),
        page,
        (page + 1) * PAGE < len(table.rows),
        "\n".join(
            filter(
                None,
                [
                    *standings_texts.decided(shown, OF_SWISS, over=found.state.ended),
                    standings_texts.meanings(SHOWN_BREAKS),
                ],
            )
        ),
    )


async def _pairings(app: App, found: Tournament, asked: TableQuery) -> View:
    """The pairings of a round of a Swiss, with links to the places of their matches."""
    games = found.in_round(asked.round)
    page = 0 if asked.page == OWN_PAGE else min(asked.page, (len(games) - 1) // LINES)
    users = {seed: one.user_id for seed, one in found.by_seed.items()}
    shown = games[page * LINES : (page + 1) * LINES]
    where = await _places(app, found, shown)
    lines = [f"- {standings_texts.pairing(game, users, where.get(game.key, ''))}" for game in shown]
    count = standings_texts.shown_of(page * LINES + 1, page * LINES + len(shown), len(games))
    name = f"**{standings_texts.round_name(found, asked.round)}**"
    text = standings_texts.table_title(found, "\n".join(filter(None, [name, *lines, count])))
    return View(text, page=page, more=(page + 1) * LINES < len(games))


async def _bracket(call: Call, found: Tournament, asked: TableQuery) -> View:
    ties = knockout.by_tie(found.in_round(asked.round))
    own = table_pictures.seed_of(found, call.user)
    at = next((number for number, tie in enumerate(ties) if own and own in tie[0].seeds), 0)
    page = min(at if asked.page == OWN_PAGE else asked.page * TIES, len(ties) - 1) // TIES
    users = {seed: one.user_id for seed, one in found.by_seed.items()}
    shown = [tie for tie in ties[page * TIES : (page + 1) * TIES] if tie[0].seeds]
    won = [knockout.winner(tie, found) if knockout.is_over(tie, found) else None for tie in shown]
    lines = [f"- {standings_texts.tie(tie, users, who)}" for tie, who in zip(shown, won, strict=True)]
    sealed = [
        (seal[:SHOWN], standings_texts.decider(tie))
        for tie in shown
        if (len(tie) == DECIDER or not knockout.is_over(tie, found))
        and (seal := knockout.seal_of(found.id, tie[0])) is not None
    ]
    name = f"**{standings_texts.round_name(found, asked.round)}**"
    return View(
        standings_texts.table_title(found, "\n".join([name, *lines])),
        await table_pictures.bracket(call.app, found, asked.round, page, call.user),
        page,
        (page + 1) * TIES < len(ties),
        sealed=sealed,
    )


async def _tables(found: Tournament, number: int) -> tuple[Standings, ...]:
    """The tables of a round: beside the event loop, since those of a large field take a while."""
    return await asyncio.to_thread(tables, found, number)


def _rows(found: Tournament, shown: Sequence[Row]) -> list[str]:
    by_seed = found.by_seed
    gone = frozenset(seed for seed, one in by_seed.items() if not one.active)
    return list(standings_texts.rows(shown, {seed: one.user_id for seed, one in by_seed.items()}, gone))


def _is_over(found: Tournament, number: int) -> bool:
    return found.state.ended or number < found.round


def _groups(found: Tournament, number: int) -> list[int]:
    return sorted({game.group for game in found.in_round(number)})


# --- its controls --------------------------------------------------------------------------------


def _menus(found: Tournament, asked: TableQuery) -> Iterator[ui.Item[Any]]:
    """The menus of rounds and groups, where there are several; the entries around the present one."""
    rounds = [(number, standings_texts.round_name(found, number)) for number in range(1, found.round + 1)]
    if found.terms.format is Format.SWISS:
        rounds.insert(0, (OWN, standings_texts.STANDINGS))
    groups = _groups(found, asked.round) if found.terms.format.has_groups else []
    named = [(group, standings_texts.group_name(found.terms.format, group)) for group in groups]
    for chosen, entries, present in ((other_round, rounds, asked.round), (other_group, named, asked.group)):
        if len(entries) > 1:
            options = [(str(value), label) for value, label in _around(entries, present)]
            prompt = standings_texts.WHICH_ROUND
            yield chosen.about(0, menu(prompt, options, chosen=str(present)), asked)


def _fair_draws(
    found: Tournament, number: int, sealed: Sequence[tuple[str, str]]
) -> Iterator[ui.ActionRow[Any]]:
    """The menu of the seals on deciders, which its entries carry; none without any."""
    if sealed:
        yield row(fair_draw.about(0, menu(seals_texts.FAIR_DRAW, sealed), found.id, number))


def _around(entries: Sequence[tuple[int, str]], present: int) -> Sequence[tuple[int, str]]:
    """As many entries as a menu takes, around the present one."""
    at = next((number for number, (value, _) in enumerate(entries) if value == present), 0)
    first = max(0, min(at - ENTRIES // 2, len(entries) - ENTRIES))
    return entries[first : first + ENTRIES]


def _buttons(call: Call, found: Tournament, asked: TableQuery, view: View) -> Iterator[ui.Item[Any]]:
    yield from leaves(turn_page, view.page, lambda page: replace(asked, page=page), more=view.more)
    if found.entrant_of(call.user) is not None:
        yield own_games.about(0, texts.GAMES_OF_MINE, found.id)
    yield save.about(0, standings_texts.SAVE, found.id, asked.round)
    if rights.organises(call, found):
        yield organise_panel.open_page.about(0, texts.ORGANISE, found.id)


def table_button(number: int, message: int) -> AnyControl:
    """The button that opens a tournament's table from the card of the match ``message``."""
    return open_table.about(message, texts.TABLE, TournamentId(number))


# --- a player's own games ------------------------------------------------------------------------


async def games_card(call: Call, found: Tournament) -> Card:
    """The user's games in a tournament, those that go on first. Raises Refusal if there are none."""
    seed = table_pictures.seed_of(found, call.user)
    games = [] if seed is None else list(found.of(seed))
    if seed is None or not games:
        raise Refusal(standings_texts.NO_GAMES if found.round else standings_texts.NOT_STARTED)
    ordered = sorted(games, key=lambda game: (game.outcome is not None, not game.running, -game.key.round))
    where = await _places(call.app, found, [game for game in ordered[:LINES] if game.running])
    lines = [standings_texts.own_game(found, game, seed, where.get(game.key, "")) for game in ordered[:LINES]]
    table = open_table.about(0, texts.TABLES[found.terms.format], found.id)
    return card(standings_texts.own_games(found, lines, len(games) - len(lines)), row(table))


async def _places(app: App, found: Tournament, games: Sequence[Pairing]) -> dict[PairingKey, str]:
    """The addresses of the matches of these games, without those that have no place in the server."""
    keys = {game.match_id: game.key for game in games if game.match_id is not None}
    return {
        keys[match.id]: standings_texts.address(found.guild_id, match.shown.home)
        for match in await app.matches.lists.of(tuple(keys))
        if match.shown.home is not None and not match.shown.direct
    }


# --- files ---------------------------------------------------------------------------------------


async def files_card(app: App, found: Tournament, number: int) -> Card:
    """The files of a tournament. Raises Refusal before the start."""
    if not found.round:
        raise Refusal(standings_texts.NOT_STARTED)
    names = await names_of(app, found)
    documents = await asyncio.to_thread(_documents, found, names, standings_texts.SHEET, number)
    said = standings_texts.SAVED
    if found.terms.format is Format.SWISS:
        said += standings_texts.SAVED_TRF
    return card(said, *attached(documents), documents=documents)


def _documents(found: Tournament, names: dict[Seed, str], words: files.SheetWords, number: int) -> Documents:
    stem = f"tournament-{found.id}"
    written = [
        (f"{stem}.csv", files.as_csv(found, names, words, number)),
        (f"{stem}.json", files.as_json(found, names)),
    ]
    if found.terms.format is Format.SWISS:
        places = {row.seed: row.place for row in tables(found)[0].rows}
        written.append((f"{stem}.trf", trf.as_trf(found, names, places)))
    return tuple((name, text.encode()) for name, text in written)


async def names_of(app: App, found: Tournament) -> dict[Seed, str]:
    """The entrants' names as plain text, by seed; a number for those whose name isn't known in time."""
    users = {seed: one.user_id for seed, one in found.by_seed.items()}
    known = [user for user in users.values() if user is not None]
    named = await app.members.names_in_time(GuildId(found.guild_id), known)
    return {
        seed: named.get(user, standings_texts.nameless(seed)) if user is not None else texts.person(None)
        for seed, user in users.items()
    }
