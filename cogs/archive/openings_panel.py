"""The private panel of a server's openings: a board, what was played there, how often, and what came of it.

A control's id holds the way to a position: the numbers of the game, of the start and of each turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.archive import texts
from cogs.archive.query import ArchiveListQuery, server_of, still_looking
from cogs.archive.rules import COMMONEST, BookTurn, OpeningPosition, OpeningWay, after, by_number
from cogs.archive.service import OPENING_TURNS, Openings, OpeningStart
from cogs.kit.arguments import ID, Count, GameKey, Id
from cogs.kit.boards import ShownBoard, shown_board, style_for
from cogs.kit.call import Call
from cogs.kit.card import BOARD, MOST_TEXT, Card, card, row
from cogs.kit.controls import CONTROLS, AnyControl, Press, control, menu
from cogs.kit.errors import Refusal
from cogs.kit.feature import MatchesTab
from cogs.kit.visibility import to_look_at
from cogs.panels.lists.tabs import tabs
from cogs.text import texts as match_texts
from engines import GAMES, RecordError
from matches import UserId

if TYPE_CHECKING:
    from cogs.app import App

LISTED: Final = 10
"""Turns that are told with their numbers."""
MENU_SIZE: Final = 25
TAB: Final = 3
"""The number of its tab, which ids hold: it never changes."""
_BACK, _START = range(2)
"""The numbers of the panel's buttons."""


@control("openings")
async def open_openings(press: Press, asked: ArchiveListQuery) -> None:
    """Opens the openings of the archive that is looked at."""
    guild, channels = await server_of(press)
    if asked.position is not None:
        found = await press.app[Openings].of_key(guild, channels, asked.position)
        if found is not None:
            await press.respond(await _opening_card(press, found))
            return
    await press.respond(await start_panel(press, asked.game))


@control("openingshere")
async def open_here(press: Press, turns: Count) -> None:
    """Opens the openings at a position of a match, after so many turns, from its view."""
    match = await to_look_at(press, press.match_id)
    guild, channels = await server_of(press)
    found = await press.app[Openings].like(guild, channels, match, turns)
    if found is None:
        raise Refusal(texts.NOT_HERE)
    await press.answer(await _opening_card(press, found))


@control("book")
async def go(press: Press, _button: Count, game: GameKey, start: Id, *turns: Id) -> None:
    """Shows another position."""
    await press.redraw(await panel(press, OpeningWay(game, start, turns)))


@control("bookgame", chooses=GAMES)
async def other_game(press: Press) -> None:
    """Shows the start of the chosen game."""
    await press.redraw(await panel(press, OpeningWay(press.value)))


@control("bookstart", chooses=ID)
async def other_start(press: Press, game: GameKey, _start: Id, *_turns: Id) -> None:
    """Shows the chosen start of a game; the id holds a way of the game."""
    await press.redraw(await panel(press, OpeningWay(game, press.number)))


@control("bookturn", chooses=ID)
async def play(press: Press, game: GameKey, start: Id, *turns: Id) -> None:
    """Shows the position after the chosen turn; the id holds the way to the one before it."""
    way = OpeningWay(game, start, (*turns, press.number)[:OPENING_TURNS])
    await press.redraw(await panel(press, way))


async def _openings(call: Call, game: str | None, _player: UserId | None) -> Card:
    return await start_panel(call, game)


openings_tab: Final = MatchesTab(TAB, lambda: texts.OPENINGS, _openings)


async def start_panel(call: Call, game: str | None) -> Card:
    """The start of a game's openings; of the likely game where none is given, or of one that has openings.

    Raises Refusal in direct messages.
    """
    if game is None:
        guild, channels = await server_of(call)
        game = await call.app.lookup.likely_game(call)
        played = await call.app[Openings].games(guild, channels)
        if game not in played:
            game = next(iter(played), game)
    return await panel(call, OpeningWay(game))


async def panel(call: Call, way: OpeningWay) -> Card:
    """The position that a way leads to, as far as it is in the archive. Raises Refusal in direct messages."""
    guild, channels = await server_of(call)
    found = await call.app[Openings].at(guild, channels, way)
    if found is None:
        said = texts.no_openings(way.game_key)
        looking = still_looking(call, guild)
        others = await call.app[Openings].games(guild, channels)
        return card(
            said,
            looking,
            *_game_row(way.game_key, others),
            *tabs(call, TAB, way.game_key),
        )
    return await _opening_card(call, found)


async def _opening_card(call: Call, found: OpeningPosition) -> Card:
    """The card of a position, with as many turns in its text as there is room for."""
    guild, channels = await server_of(call)
    style = await style_for(call.app, guild, call.user)
    games = () if found.turns else await call.app[Openings].games(guild, channels)
    diagram = found.history.diagram(bottom=found.began.game.sides[0])
    for listed in range(LISTED, -1, -1):
        board = await shown_board(call.app.studio, diagram, style, BOARD)
        parts = _parts(call.app, found, board, still_looking(call, guild), listed, games)
        made = card(*parts, *tabs(call, TAB, found.began.game_key), pictures=board.pictures)
        if made.view.content_length() <= MOST_TEXT:
            break
    return made


def _parts(
    app: App, found: OpeningPosition, board: ShownBoard, looking: str, listed: int, games: Sequence[str]
) -> Iterator[Any]:
    """The parts of the card, with so many turns in words; ``looking``: what it says if more may come.

    ``games`` are those that have openings here.
    """
    began, way = found.began, _way(found)
    said = list(_in_words(found))
    yield texts.opening(began, _chosen(app, began), found.history)
    yield board.part
    yield texts.played_here(said[:listed], began.game.sides, more=len(said[listed:]))
    yield texts.CUT if found.cut else ""
    yield texts.NO_COMPUTER
    yield looking
    if said:
        yield row(_turn_menu(found, said))
    if not way.turns:
        yield from _game_row(way.game_key, games)
        if len(found.starts) > 1:
            yield row(_start_menu(app, found))
    yield row(*_buttons(found))


def _in_words(found: OpeningPosition) -> Iterator[tuple[str, BookTurn]]:
    """The turns that were played, each in words. One that the rules don't know is left out."""
    before = len(found.history.played)
    for turn in by_number(found.played).values():
        try:
            actions = after(found.history, turn.played).played[before:]
        except RecordError:
            continue
        yield texts.in_words(actions), turn


def _turn_menu(found: OpeningPosition, said: Sequence[tuple[str, BookTurn]]) -> AnyControl:
    """The menu of the turns that were played."""
    way = _way(found)
    numbers = {turn.played: str(number) for number, turn in by_number(found.played).items()}
    sides = found.began.game.sides
    options = [(numbers[turn.played], words) for words, turn in said[:MENU_SIZE]]
    described = {numbers[turn.played]: texts.results(turn, sides) for _, turn in said[:MENU_SIZE]}
    chosen = menu(texts.PLAY, options, described=described)
    return play.about(0, chosen, way.game_key, way.start, *way.turns)


def _game_row(game_key: str, played: Sequence[str]) -> list[ui.ActionRow[Any]]:
    """The menu of the games that have openings here and the present one; none where there is no other."""
    games = [(key, game.name) for key, game in GAMES.items() if key in (game_key, *played)]
    chosen = menu(texts.WHICH_GAME, games, chosen=game_key)
    return [row(other_game.about(0, chosen))] if len(games) > 1 else []


def _start_menu(app: App, found: OpeningPosition) -> AnyControl:
    """The menu of the starts that were played, commonest first, the present one among them."""
    shown = dict(list(found.starts.items())[:MENU_SIZE])
    if found.start not in shown:
        shown.popitem()
        shown[found.start] = found.starts[found.start]
    sides = found.began.game.sides
    options = [(str(number), texts.start(began, _chosen(app, began))) for number, (began, _) in shown.items()]
    described = {str(number): texts.results(turn, sides) for number, (_, turn) in shown.items()}
    chosen = menu(texts.WHICH_START, options, chosen=str(found.start), described=described)
    return other_start.about(0, chosen, found.began.game_key, COMMONEST)


def _chosen(app: App, began: OpeningStart) -> list[str]:
    """The choices in a start's options that are not as usual."""
    presentation = app.presentations.get(began.game_key)
    return [] if presentation is None else presentation.chosen(began.options)


def _buttons(found: OpeningPosition) -> Iterator[AnyControl]:
    """Back, to the start, and to the matches that came to this position."""
    way = _way(found)
    if way.turns:
        yield go.about(0, match_texts.BACK, _BACK, way.game_key, way.start, *way.turns[:-1])
        yield go.about(0, texts.START, _START, way.game_key, way.start)
    asked = ArchiveListQuery(way.game_key, position=found.key)
    yield CONTROLS["archive"].about(0, texts.MATCHES, asked)


def _way(found: OpeningPosition) -> OpeningWay:
    return OpeningWay(found.began.game_key, found.start, found.turns)
