"""The table of a season as a CSV file, sent privately.

It holds what the leaderboard shows everyone in the server: names as shown there, and no ids.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from cogs.kit.card import Card, attached, card
from cogs.kit.errors import Refusal
from cogs.text import community_texts, phrases
from matches import GuildId
from matches.players import Player, users_of
from matches.ratings.leaderboard import LeaderboardKey, Rank

if TYPE_CHECKING:
    from cogs.app import App

MOST_ROWS: Final = 1000
"""Most players in a file: fetching more names would take too long."""
FORMULAS: Final = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")
"""Characters that make a spreadsheet read a text as a formula if it begins with one."""


async def season_file(app: App, guild: GuildId, game: str, season: str) -> Card:
    """The file of all ranked players of a server's season. Raises Refusal if there are none."""
    ranking = await app.leaderboards.ranking(game, guild, season, MOST_ROWS)
    if not ranking:
        raise Refusal(community_texts.NOBODY_RANKED)
    somebody = phrases.SOMEBODY
    names = await app.members.names_in_time(guild, users_of(one.player for one in ranking))

    def name(player: Player) -> str:
        user = player.user_id
        return somebody if user is None else names.get(user, somebody)

    documents = ((f"{game}-{season}.csv", as_csv(ranking, name)),)
    key = LeaderboardKey(game, guild, season)
    return card(
        community_texts.season_file(key, len(ranking), MOST_ROWS), *attached(documents), documents=documents
    )


def as_csv(ranking: Sequence[Rank], name: Callable[[Player], str]) -> bytes:
    """A ranking as tab-separated values, in UTF-16 (little-endian) with a byte order mark.

    This is the only form whose columns and characters Excel reads correctly in every locale. Commas fail
    where the decimal separator is a comma (Excel expects semicolons there), semicolons fail elsewhere. With a
    first line ``sep=,`` Excel ignores the UTF-8 mark, and other programs show it as a row. In UTF-8 only some
    versions recognise tabs. LibreOffice detects the encoding and offers tab, comma and semicolon together as
    separators, so texts are quoted. Numbers are integers, which look the same in every locale.
    """
    written = io.StringIO(newline="")
    table = csv.writer(written, csv.excel_tab, quoting=csv.QUOTE_NONNUMERIC)
    table.writerow(community_texts.COLUMNS)
    for one in ranking:
        rating, said = one.rating, community_texts.PROVISIONAL[not one.by.sure]
        counts = (rating.points, rating.margin, said, one.by.points, one.matches)
        table.writerow((one.rank, _harmless(name(one.player)), *counts))
    return codecs.BOM_UTF16_LE + written.getvalue().encode("utf-16-le")


def _harmless(name: str) -> str:
    """A name in one line; an apostrophe before it if a spreadsheet would read it as a formula."""
    plain = " ".join(name.split())
    return f"'{plain}" if plain[:1] in FORMULAS else plain
