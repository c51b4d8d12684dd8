"""The store that matches need from outside, as protocols by subject. ``data`` has it."""

from __future__ import annotations

from typing import Protocol

from matches.ports.chores import ChoreStore
from matches.ports.host import HostStore
from matches.ports.ladders import LadderStore
from matches.ports.lobby import LobbyStore
from matches.ports.matches import MatchStore
from matches.ports.notices import NoticeStore
from matches.ports.people import GuildStore, PeopleStore
from matches.ports.pinned import PinnedStore
from matches.ports.privacy import PrivacyStore
from matches.ports.rating_roles import RatingRoleStore
from matches.ports.ratings import RatingStore
from matches.ports.records import RecordStore
from matches.ports.reviews import ReviewStore
from matches.ports.seasons import SeasonStore
from matches.ports.shards import ShardStore
from matches.ports.spectators import SpectatorStore, WeekStore


class Store(Protocol):
    """Storage of matches, by subject. Every method of every part is one transaction: all of it, or nothing.

    Any of them raises StoreUnavailableError when the database cannot be used just now (locked, full,
    damaged): nothing was changed then.
    """

    matches: MatchStore
    notices: NoticeStore
    chores: ChoreStore
    people: PeopleStore
    guilds: GuildStore
    host: HostStore
    shards: ShardStore
    ratings: RatingStore
    seasons: SeasonStore
    records: RecordStore
    privacy: PrivacyStore
    spectators: SpectatorStore
    weeks: WeekStore
    pinned: PinnedStore
    rating_roles: RatingRoleStore
    reviews: ReviewStore
    lobby: LobbyStore
    ladders: LadderStore

    async def check_there(self) -> None:
        """Raise StoreGoneError where the database was moved or removed since it was opened.

        Every method that changes something raises it too, then.
        """

    async def close(self) -> None:
        """Let go of the database. Harmless twice."""
