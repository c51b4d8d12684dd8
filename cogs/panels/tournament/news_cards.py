"""Messages of a tournament in its channel besides its card: the games of each round, and the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cogs.kit.arguments import COUNT, ID
from cogs.kit.card import Accent, Card, card, gallery, row
from cogs.kit.controls import Press, control
from cogs.panels.tournament import table_panel, table_pictures, tournament_card
from cogs.panels.tournament.table_panel import TableQuery
from cogs.text import standings_texts, tournament_texts
from matches import ChannelId, MatchId
from matches.tournaments.model import Pairing, Tournament
from matches.tournaments.news import NewsKind, messages_of

if TYPE_CHECKING:
    from cogs.app import App


@control("roundtable", (ID, COUNT, COUNT))
async def open_table(press: Press) -> None:
    """Opens the table of a round. Arguments: the tournament, the round, the message's number in the round."""
    await press.answer(await table_panel.panel(press, TableQuery(press.index, press.args[1])))


async def homes_of(app: App, games: Iterable[Pairing]) -> Mapping[MatchId, ChannelId]:
    """The channels in which the matches of these games are shown, without those in direct messages."""
    ids = tuple(game.match_id for game in games if game.match_id is not None)
    return {
        match.id: match.shown.home
        for match in await app.matches.lists.of(ids)
        if match.shown.home is not None and not match.shown.direct
    }


async def round_card(app: App, found: Tournament, number: int, part: int, games: Sequence[Pairing]) -> Card:
    """A message with games of a round, their threads and results; it pings no one."""
    name = standings_texts.round_name(found, number)
    users = {seed: one.user_id for seed, one in found.by_seed.items()}
    homes = await homes_of(app, games)
    lines = [
        standings_texts.listed_game(game, users, homes.get(game.match_id) if game.match_id else None)
        for game in games
    ]
    last = part == len(messages_of(found, number)) - 1
    leaders = []
    if last and number == found.round:
        leaders = list(tournament_card.leaders_of(await tournament_card.tables_of(found), found))
    label = tournament_texts.TABLES[found.terms.format]
    table = open_table.about(0, label, args=(found.id, number, part))
    return card(tournament_texts.round_message(found, name, number, lines, leaders), row(table))


def round_mark(found: Tournament, number: int, part: int) -> str:
    """The id of the control by which such a message is found again."""
    return f"{open_table.verb}:0:0:{found.id}.{number}.{part}"


async def end_card(app: App, found: Tournament) -> Card:
    """The end of a tournament: its champion, with the last table; it pings no one."""
    label = tournament_texts.TABLES[found.terms.format]
    table = table_panel.open_from_news.about(0, label, args=(found.id, NewsKind.END, 0))
    won = await tournament_card.winner(found)
    said = tournament_texts.ended_news(found, won)
    if won is None:
        return card(said, row(table), accent=Accent.OVER)
    pictures = await table_pictures.final_picture(app, found)
    return card(said, gallery(pictures), row(table), pictures=pictures, accent=Accent.WON)


def end_marks(found: Tournament) -> Collection[str]:
    """The ids of the controls by which the message about the end is found again."""
    return {f"{table_panel.open_from_news.verb}:0:0:{found.id}.{NewsKind.END:d}.0"}
