"""The private archive of a server: its finished matches in pages, by game, result, player and position.

It shows matches in channels that everyone in the server may see, whoever reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.archive import openings_panel, texts
from cogs.archive.query import ArchiveListQuery, server_of, still_looking
from cogs.archive.service import Archive, MatchOutcome
from cogs.kit.arguments import COUNT, ID, TEXT, Count
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row, rows
from cogs.kit.controls import AnyControl, Press, control, menu
from cogs.kit.errors import check_known
from cogs.kit.feature import MatchesTab
from cogs.kit.paging import leaves
from cogs.kit.visibility import to_look_at
from cogs.panels.lists.tabs import FINISHED, tabs
from cogs.panels.match import board_panel
from engines import GAMES
from matches import GuildId, MatchId, UserId
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.app import App

ARCHIVED_AT_ONCE: Final = 50
"""Finished matches that one round takes into the archive: each is replayed."""
PAGE: Final = 8
"""Matches on a page."""
MOST_PAGES: Final = 10_000
"""The last page that is read: a number in an id may be any."""
_EVERYTHING: Final = ArchiveListQuery()
"""The query of a button that holds none."""
_ALL: Final = "0"
"""The entry of a menu that sets a condition aside."""


@control("archive")
async def open_archive(press: Press, asked: ArchiveListQuery = _EVERYTHING) -> None:
    """Opens the archive, from a public message or another panel."""
    await press.respond(await panel(press, asked))


@control("archivepage")
async def turn_page(press: Press, _button: Count, asked: ArchiveListQuery) -> None:
    """Shows another page."""
    await press.redraw(await panel(press, asked))


@control("archivegame", chooses=TEXT)
async def other_game(press: Press, asked: ArchiveListQuery) -> None:
    """Shows another game, or all; a position belongs to one game, and a result's side to its game."""
    game = press.value if press.value in GAMES else None
    await press.redraw(await panel(press, ArchiveListQuery(game, player=asked.player)))


@control("archiveresult", chooses=COUNT)
async def other_result(press: Press, asked: ArchiveListQuery) -> None:
    await press.redraw(await panel(press, replace(asked, page=0, result=press.number)))


@control("archivewho")
async def other_player(press: Press, asked: ArchiveListQuery) -> None:
    """Shows the matches of the chosen player, or of everyone."""
    for person in press.people:
        check_known(person)
    chosen = next((person.id for person in press.people), 0)
    await press.redraw(await panel(press, replace(asked, page=0, player=chosen, result=0)))


@control("archivematch", chooses=ID)
async def open_match(press: Press) -> None:
    """Opens the view of the chosen match."""
    match = await to_look_at(press, MatchId(press.number))
    await press.answer(await board_panel.first_view(press.app, match, press.user))


async def _finished(call: Call, game: str | None, player: UserId | None) -> Card:
    return await panel(call, ArchiveListQuery(game, player=player or 0))


finished_tab: Final = MatchesTab(FINISHED, lambda: texts.TAB, _finished)


def open_button() -> AnyControl:
    """The button that opens the archive, with all matches."""
    return open_archive.about(0, texts.FINISHED)


async def most_played(app: App, guild: GuildId) -> Sequence[str]:
    """The games of a server's archived and running matches, most often played first."""
    return await app[Archive].most_played(guild)


async def take_in(app: App) -> None:
    """Take finished matches into the archives of their servers: those of before, too, bit by bit."""
    await app[Archive].archive_some(ARCHIVED_AT_ONCE)


async def panel(call: Call, asked: ArchiveListQuery) -> Card:
    """A page of the archive of this server. Raises Refusal in direct messages."""
    guild, channels = await server_of(call)
    asked = replace(asked, page=min(asked.page, MOST_PAGES))
    found = await call.app[Archive].page(asked.asked_of(guild, channels), PAGE, asked.page * PAGE)
    if not found.matches and asked.page:
        return await panel(call, replace(asked, page=0))  # what was on that page is gone
    said = _in_words(asked)
    if not found.matches and not said:
        return card(texts.nothing(said), still_looking(call, guild), *tabs(call, FINISHED, asked.game))
    await call.app.lookup.prepare_names(found.matches)
    shown = texts.archive(found.matches, page=asked.page, asked=said)
    return card(
        shown if found.matches else texts.nothing(said),
        still_looking(call, guild),
        *_open_menu(call, found.matches),
        *_menus(asked),
        *rows(_buttons(asked, more=found.more)),
        *tabs(call, FINISHED, asked.game),
    )


def _in_words(asked: ArchiveListQuery) -> list[str]:
    """The conditions of a query in words."""
    said = [GAMES[asked.game].name] if asked.game else []
    said += [texts.of_player(UserId(asked.player))] if asked.player else []
    said += [name.lower() for value, name in _results(asked) if value == str(asked.result) != _ALL]
    return said + ([texts.WITH_POSITION] if asked.position is not None else [])


def _menus(asked: ArchiveListQuery) -> Iterator[ui.ActionRow[Any]]:
    """The menus of games, results and players."""
    first = replace(asked, page=0)
    games = [(_ALL, texts.ALL_GAMES), *((key, game.name) for key, game in GAMES.items())]
    game_menu = menu(texts.WHICH_GAME, games, chosen=asked.game or _ALL)
    yield row(other_game.about(0, game_menu, first))
    results = menu(texts.WHICH_RESULT, _results(asked), chosen=str(asked.result))
    yield row(other_result.about(0, results, first))
    person = [discord.SelectDefaultValue(id=asked.player, type=discord.SelectDefaultValueType.user)]
    members: ui.UserSelect[Any] = ui.UserSelect(
        placeholder=texts.WHOSE, min_values=0, default_values=person if asked.player else []
    )
    yield row(other_player.about(0, members, first))


def _results(asked: ArchiveListQuery) -> list[tuple[str, str]]:
    """The results that can be chosen: as the player sees them, else by the sides of the game."""
    any_result = (_ALL, texts.ANY_RESULT)
    if asked.player:
        named = texts.OF_PLAYER.items()
        return [any_result, *((str(which + 1), name) for which, name in named)]
    game = GAMES[asked.game] if asked.game else None
    decided = (MatchOutcome.FIRST_WON, MatchOutcome.SECOND_WON) if game else ()
    offered = (*decided, MatchOutcome.DRAWN, MatchOutcome.UNDECIDED)
    return [any_result, *((str(which + 1), texts.result(which, game)) for which in offered)]


def _open_menu(call: Call, matches: Sequence[MatchSummary]) -> list[ui.ActionRow[Any]]:
    """The menu that opens a match of the page; none for an empty one."""
    if not matches:
        return []
    options = [(str(match.id), call.app.lookup.choice(match, call.user)) for match in matches]
    return [row(open_match.about(0, menu(texts.OPEN_ONE, options)))]


def _buttons(asked: ArchiveListQuery, *, more: bool) -> Iterator[ui.Item[Any]]:
    yield from leaves(turn_page, asked.page, lambda to: replace(asked, page=to), more=more)
    if asked.position is not None:
        yield openings_panel.open_openings.about(0, texts.OPENINGS_OF_THESE, asked)
