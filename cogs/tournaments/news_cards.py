"""Messages of a tournament in its channel besides its card: the games of each round, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cogs.kit.arguments import Count
from cogs.kit.boards import style_of
from cogs.kit.card import Accent, Card, card, gallery, row
from cogs.kit.controls import Press, control
from cogs.kit.errors import Refusal
from cogs.kit.visibility import loaded_to_look_at
from cogs.panels.match import board_panel
from cogs.panels.match.board_panel import diagram_at
from cogs.panels.review import deciding_turn
from cogs.text import texts as match_texts
from cogs.tournaments import (
    create_panel,
    organising_texts,
    rights,
    standings_texts,
    table_panel,
    table_pictures,
    texts,
    tournament_card,
)
from cogs.tournaments.table_panel import TableQuery
from matches import ChannelId, MatchId
from matches.tournaments.model import Format, Pairing, Tournament, TournamentId, TournamentState
from matches.tournaments.news import NewsKind, messages_of

if TYPE_CHECKING:
    from cogs.app import App


@control("roundtable")
async def open_table(press: Press, tournament: TournamentId, round_number: Count, _part: Count) -> None:
    """Opens the table of a round; each of its messages has another ``_part``."""
    await press.answer(await table_panel.panel(press, TableQuery(tournament, round_number)))


async def homes_of(app: App, games: Iterable[Pairing]) -> Mapping[MatchId, ChannelId]:
    """The channels in which the matches of these games are shown, without those in direct messages."""
    ids = tuple(game.match_id for game in games if game.match_id is not None)
    return {
        match.id: match.shown.home
        for match in await app.matches.lists.of(ids)
        if match.shown.home is not None and not match.shown.direct
    }


async def round_card(
    found: Tournament, number: int, part: int, games: Sequence[Pairing], homes: Mapping[MatchId, ChannelId]
) -> Card:
    """A message with games of a round, their threads (``homes``) and results; it pings no one."""
    name = standings_texts.round_name(found, number)
    users = {seed: one.user_id for seed, one in found.by_seed.items()}
    lines = [
        standings_texts.listed_game(game, users, homes.get(game.match_id) if game.match_id else None)
        for game in games
    ]
    last = part == len(messages_of(found, number)) - 1
    leaders = []
    if last and number == found.round and not found.state.ended:
        leaders = list(tournament_card.leaders_of(await tournament_card.tables_of(found), found))
    label = texts.TABLES[found.terms.format]
    table = open_table.about(0, label, found.id, number, part)
    return card(texts.round_message(found, name, number, lines, leaders), row(table))


def round_mark(found: Tournament, number: int, part: int) -> str:
    """The id of the control by which such a message is found again."""
    return f"{open_table.verb}:0:0:{found.id}.{number}.{part}"


async def end_card(app: App, found: Tournament) -> Card:
    """The end of a tournament: its champion and the podium, with the way to its table; it pings no one."""
    label = texts.TABLES[found.terms.format]
    buttons = [table_panel.open_from_news.about(0, label, found.id, NewsKind.END, 0)]
    won = await tournament_card.winner(found)
    if won is None:
        return card(texts.ended_news(found, None), row(*buttons), accent=Accent.OVER)
    if _final_of(found) is not None:
        buttons.append(film_of_final.about(0, texts.FILM, found.id))
    buttons.append(create_panel.again.about(0, organising_texts.SAME_AGAIN, found.id))
    rows = await tournament_card.last_rows(found)
    pictures = await table_pictures.podium(app, found, rows)
    users = {seed: one.user_id for seed, one in found.by_seed.items()}
    first = table_pictures.first_places(rows, table_pictures.MEDALS)
    in_points = found.terms.format is not Format.KNOCKOUT
    places = list(standings_texts.places(first, users, in_points=in_points))
    said = texts.ended_news(found, won, places)
    return card(said, gallery(pictures), row(*buttons), pictures=pictures, accent=Accent.WON)


def _final_of(found: Tournament) -> MatchId | None:
    """The last match of a knockout's final; None if it wasn't played, and in other formats."""
    if found.terms.format is not Format.KNOCKOUT or found.state is not TournamentState.OVER:
        return None
    played = (game for game in found.in_round(found.round) if game.outcome and game.outcome.how.by_play)
    return max(((game.key, game.match_id) for game in played), default=(None, None))[1]


@control("finalfilm")
async def film_of_final(press: Press, tournament: TournamentId) -> None:
    """Shows the turn that decided the final, or the whole film where none did."""
    found = await rights.load(press, tournament)
    number, app = _final_of(found), press.app
    if number is None:
        raise Refusal(texts.PANEL_OLD)
    loaded = await loaded_to_look_at(press, number)
    match = loaded.match
    turn = await app.cards.deciding_turn(match)
    if turn is None:
        await press.answer(await board_panel.film(press, match))
        return
    history = app.matches.history(match)
    bottom = diagram_at(history, len(history.played), match.result).bottom
    theme = (await style_of(app, loaded, press.user)).theme
    said, films = await deciding_turn.told(app.studio, match, history, turn, bottom=bottom, theme=theme)
    whole = board_panel.open_film.on(match, match_texts.FILM)
    await press.answer(card(said, gallery(films), row(whole), pictures=films))


def end_mark(found: Tournament) -> str:
    """The id of the control by which the message about the end is found again."""
    return f"{table_panel.open_from_news.verb}:0:0:{found.id}.{NewsKind.END:d}.0"
