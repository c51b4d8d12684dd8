"""Operations on matches and around them, with one method for each, in terms of ids and text.

Those of a feature are in its own folder, ``cogs/<feature>/service.py``.

Each operation checks the rules in ``matches``, stores the whole change in one transaction (``data.stores``)
and returns the changed match. Nothing here talks to Discord, and only operations that hold their own
statements use SQL (``services.operations``): the caller shows the change afterwards, and a sweep shows what a
crash left unshown. ``expected_version`` is the version that the user saw (None: any, as for a typed move); if
the match has changed since, StaleError is raised.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from data import Database, stores
from data.stores.due import DueQueries
from matches.chores import after_showing
from matches.lifecycle.challenge import Policy
from matches.model import Clock, Coin, Match, MatchId, Salt, Shown, UserId
from services.admin import Admin
from services.challenges import Challenges
from services.chores import Tidying
from services.computers import Computers
from services.core import Core
from services.cross_server import CrossServer
from services.greetings import Greetings
from services.guilds import Guilds
from services.host import Host
from services.last_looks import LastLooks
from services.last_seen import LastSeen
from services.leaderboards import Leaderboards, Seasons
from services.lists import Lists
from services.lobby import Lobby
from services.notifications import Notifications
from services.play import Picks, Play
from services.privacy import Privacy
from services.rating_roles import RatingRoles
from services.reactions import Reaction
from services.reviews import Reviews
from services.rhythms import Rhythms
from services.sharding import Sharding
from services.sharing import Sharing
from services.spectators import Spectators
from services.time import Time
from services.workload import Workload

__all__ = [
    "Guilds",
    "Host",
    "Leaderboards",
    "Matches",
    "Notifications",
    "Privacy",
    "Services",
    "Sharding",
    "Sharing",
    "Spectators",
    "Tidying",
]


NO_JOBS: Final[Mapping[str, DueQueries]] = MappingProxyType({})


class Matches:
    """The life of a match: its operations by subject, and the reads of one match from :class:`Core`."""

    def __init__(self, core: Core, notifications: Notifications) -> None:
        self._core = core
        self.across = CrossServer(core)
        self.challenges = Challenges(core)
        self.picks = Picks(core)
        self.play = Play(core)
        self.time = Time(core, self.challenges, notifications)
        self.admin = Admin(core, self.play)
        self.computers = Computers(core, self.play)
        self.lists = Lists(core)
        self.rhythms = Rhythms(core)
        self.lobby = Lobby(core, self.lists, self.across, self.rhythms)
        self.reviews = Reviews(core)
        self.load, self.load_own, self.is_latest = core.load, core.load_own, core.is_latest
        self.load_with_settings = core.load_with_settings
        self.load_own_with_settings = core.load_own_with_settings
        self.history, self.stage = core.history, core.stage
        self.to_act, self.waits_for, self.addressed = core.to_act, core.waits_for, core.addressed

    # --- showing ---------------------------------------------------------------------------------

    async def unshown(self, before: datetime, limit: int) -> tuple[tuple[MatchId, int], ...]:
        """Matches last changed before ``before`` whose newest version Discord hasn't seen, with their places.

        At most ``limit`` first places and as many second ones; each match with the number of the place.
        """
        return await self._core.db.read(stores.matches.unshown, before, limit, self._core.territory.shards)

    async def record_shown(self, match: Match, shown: Shown, sleeps_after: timedelta | None = None) -> int:
        """Record what Discord has seen of a match in the place it is seen from, and store the chores of it.

        Returns the newest version that any process recorded. ``sleeps_after``: how long Discord keeps the
        place of a new card open without a message; None: for ever.
        """
        chores = after_showing(match, shown, self._core.now(), sleeps_after)
        moved = (shown.invitation, shown.home) != (match.shown.invitation, match.shown.home)
        # A lost place cannot be found again: the match would get another one.
        lasting = moved or shown.direct is not match.shown.direct
        keep = self._core.db.write if lasting else self._core.db.write_unsynced
        newest = await keep(stores.matches.record_shown, match.id, shown, chores, match.here or 0)
        if moved:
            self._core.changed_guilds.add(match.guild_id)  # its lists link to the place
        return newest

    async def show_anew(self) -> None:
        """Have the messages of all open matches and of features posted again: Discord lost them all."""
        await self._core.db.write(stores.matches.show_anew)

    # --- notes -----------------------------------------------------------------------------------

    async def note(self, match_id: MatchId, user: UserId) -> str:
        """A user's private note about a match, or an empty text."""
        return await self._core.db.read(stores.matches.note_of, match_id, user)

    async def save_note(self, match_id: MatchId, user: UserId, text: str) -> None:
        """Replace a user's note about a match; an empty text deletes it. Raises NoSuchMatchError."""
        await self._core.db.write(stores.matches.save_note, match_id, user, text)


class Services:
    """The services of one process, one of each; several processes may share a store."""

    def __init__(
        self,
        store: Database,
        *,
        clock: Clock,
        coin: Coin,
        salt: Salt,
        policy: Policy | None = None,
        chance: random.Random | None = None,
        due: Mapping[str, DueQueries] = NO_JOBS,
        reactions: Sequence[Reaction] = (),
    ) -> None:
        """``due``: the queries of features' jobs, by name; ``reactions``: those of features."""
        self.core = core = Core(
            store, clock=clock, coin=coin, salt=salt, policy=policy, chance=chance, of_features=reactions
        )
        self.downtime = core.downtime
        self.workload = Workload(core, due)
        self.fair_play = core.fair_play
        self.sharding = Sharding(core)
        self.notifications = Notifications(core)
        self.matches = Matches(core, self.notifications)
        self.spectators = Spectators(core)
        self.leaderboards = Leaderboards(core)
        self.seasons = Seasons(core, self.leaderboards)
        self.last_looks = LastLooks(core)
        self.rating_roles = RatingRoles(core)
        self.sharing = Sharing(core)
        self.privacy = Privacy(core, self.matches.challenges, self.matches.play)
        self.guilds = Guilds(core)
        self.greetings = Greetings(core)
        self.last_seen = LastSeen(core)
        self.tidying = Tidying(core)
        self.computers = self.matches.computers
        self.host = Host(core)
