"""A tournament to store."""

from __future__ import annotations

from typing import Final

from matches.model import ChannelId, GuildId
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentTerms
from tests.data_store.making import ANN, NOON, WEEK

NEW: Final = Tournament(
    TournamentId(0),
    GuildId(11 << 22),
    ChannelId(12),
    "Spring",
    "prawns",
    TournamentTerms(Format.SWISS, entries_until=NOON + WEEK),
    (ANN,),
    NOON,
)
