"""The table of a season as a file in CSV, for the person who asks for it alone.

It holds what the leaderboard shows to everybody in the server: names as they are shown there, and no ids.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from cogs.kit.card import Card, attached, card
from cogs.kit.errors import Refusal
from cogs.text import community_texts as texts
from cogs.text import phrases
from matches import GuildId
from matches.players import Player, users_of
from matches.ratings.leaderboard import LeaderboardKey, Rank

if TYPE_CHECKING:
    from cogs.app import App

MOST_ROWS: Final = 1000
"""Players in a file: names of more could not be asked for in good time."""
FORMULAS: Final = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")
"""The characters that make a spreadsheet take a text for a formula, if it begins with one."""


async def season_file(app: App, guild: GuildId, game: str, season: str) -> Card:
    """The file of a server's season, of all who are ranked in it. Raises Refusal where nobody is."""
    ranking = await app.leaderboards.ranking(game, guild, season, MOST_ROWS)
    if not ranking:
        raise Refusal(texts.NOBODY_RANKED)
    somebody = phrases.SOMEBODY
    names = await app.members.names_in_time(guild, users_of(one.player for one in ranking))

    def name(player: Player) -> str:
        user = player.user_id
        return somebody if user is None else names.get(user, somebody)

    documents = ((f"{game}-{season}.csv", as_csv(ranking, name)),)
    key = LeaderboardKey(game, guild, season)
    return card(texts.season_file(key, len(ranking), MOST_ROWS), *attached(documents), documents=documents)


def as_csv(ranking: Sequence[Rank], name: Callable[[Player], str]) -> bytes:
    """A ranking with tabs between its columns, in UTF-16 with a byte order mark, least byte first.

    That is the one form in which Excel, opening a file by its name, finds the columns and the letters of
    names wherever it runs. With commas it takes a row for one cell where decimals have a comma, since the
    separator is the semicolon there, and with semicolons elsewhere. A first line ``sep=,`` helps, but then
    Excel ignores the mark of UTF-8, and for other programs that line is a row. In UTF-8 only some versions
    look for tabs. LibreOffice knows the encoding by its mark and offers the tab, with comma and semicolon
    beside it: so texts are in quotation marks. Numbers are whole, and the same everywhere.
    """
    written = io.StringIO(newline="")
    table = csv.writer(written, csv.excel_tab, quoting=csv.QUOTE_NONNUMERIC)
    table.writerow(texts.COLUMNS)
    for one in ranking:
        rating, said = one.rating, texts.PROVISIONAL[not one.by.sure]
        counts = (rating.points, rating.margin, said, one.by.points, one.matches)
        table.writerow((one.rank, _harmless(name(one.player)), *counts))
    return codecs.BOM_UTF16_LE + written.getvalue().encode("utf-16-le")


def _harmless(name: str) -> str:
    """A name in one line that no spreadsheet takes for a formula: an apostrophe marks it as text."""
    plain = " ".join(name.split())
    return f"'{plain}" if plain[:1] in FORMULAS else plain
