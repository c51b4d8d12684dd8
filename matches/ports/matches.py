"""Matches, challenges and their lists, as a store keeps them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from matches.chores import NewChore
from matches.ladder.matches import LadderEnding
from matches.lifecycle.around import Around, Loaded, Saved
from matches.model import (
    NO_MATCH,
    ChannelId,
    GuildId,
    Match,
    MatchFacts,
    MatchId,
    NewMatch,
    NewNotice,
    Phase,
    Shown,
    UserId,
)
from matches.players import Player
from matches.ratings.scores import MatchScores, RatedStart
from matches.shards import ALL, Shards
from matches.summaries import NO_LIMITS, Awaited, Listing, MatchSummary, OpenCount, Overdue, Room


class MatchStore(Protocol):
    """Matches with their records; lists, which read rows alone; drafts and notes."""

    async def create(
        self, new: NewMatch, *, within: Room = NO_LIMITS, chores: Sequence[NewChore] = ()
    ) -> Match:
        """Store a challenge as version 1 of a match, with its ``chores``, and return it.

        Raises what :meth:`check_room` does where there is no room ``within`` these limits, counted in the
        same transaction. One for a place on a ladder is for the place that the opponent has at that moment;
        raises LadderError where the challenger cannot challenge them.
        """

    async def load(self, match_id: MatchId) -> Match:
        """The match as it stands, record and picks included. Raises NoSuchMatchError, DamagedMatchError."""

    async def load_with_settings(self, match_id: MatchId) -> Loaded:
        """The match, and what its players and its server have set, at one moment.

        Raises NoSuchMatchError, DamagedMatchError.
        """

    async def around(self, seen: MatchFacts) -> Around:
        """The data that showing a match takes besides the match, at one moment."""

    async def load_all(self, match_ids: Sequence[MatchId]) -> tuple[Match, ...]:
        """Those of these matches that there are and that can be read, by id."""

    async def save(
        self,
        after: Match,
        *,
        notify: Sequence[NewNotice] = (),
        rematch: NewMatch | None = None,
        start: RatedStart | None = None,
        ending: MatchScores | None = None,
        to_act: Collection[Player] | None = None,
        within: Room = NO_LIMITS,
        chores: Sequence[NewChore] = (),
        ladder: LadderEnding | None = None,
    ) -> Saved:
        """Store a change: ``after`` replaces the match at ``after.version - 1``.

        New entries and picks are those that ``after`` has beyond what is stored. ``notify`` are the
        messages owed from this change; one that the match has already is left as it is. With ``rematch`` a
        new challenge is stored too and its id put into ``after.rematch``. ``after.places`` are not written
        (see note_shown).

        With ``start`` the match begins and is to be rated: it is counted as one of its pair, or, where these
        have begun as many as they may, stored as unrated; counted in the same transaction. Else
        ``after.stakes`` is not written. With ``ending`` the match ends, and what it brings its players goes
        into ratings and tables; once, whatever is asked later. One that is not rated after all is not counted
        of its pair either.

        ``to_act`` are the players whom the match waits for after the change, which lists tell from then on;
        None: the store is not told. ``within``: the limits of those who begin to play with it, or of whoever
        offers the ``rematch``. ``chores`` are what is to be tidied up after it.
        ``ladder``: what the end of a match for a place brings on its ladder.

        Returns the match as stored, with what showing it takes. Raises StaleError, with the present match,
        when the stored version is not ``after.version - 1``, and what :meth:`check_room` does, counted in
        the same transaction without this match; nothing is stored then.
        """

    # Lists read rows and no records. One that cannot be read is left out, and the log is told of it.

    async def of_player(self, user_id: UserId) -> tuple[MatchSummary, ...]:
        """The open matches and challenges of a player, those unchanged for longest first."""

    async def listed(
        self,
        user_id: UserId,
        phases: Collection[Phase],
        limit: int,
        *,
        game: str | None = None,
        number: str = "",
    ) -> Listing:
        """The open matches and challenges of a player that are in one of ``phases``, at most ``limit``.

        First those known to wait for the player, by when they are looked at next, then those unchanged for
        longest. Only those of ``game``, if given, and those with the digits ``number`` in their number.
        """

    async def waiting_for(self, user_id: UserId, limit: int) -> tuple[MatchSummary, ...]:
        """The open matches and challenges known to wait for a player, those unchanged for longest first.

        At most ``limit``.
        """

    async def summaries(self, match_ids: Sequence[MatchId]) -> tuple[MatchSummary, ...]:
        """These matches, newest first."""

    async def latest_of_player(
        self, user_id: UserId, limit: int, *, offset: int = 0, game: str | None = None
    ) -> tuple[MatchSummary, ...]:
        """The finished matches of a player, newest end first, at most ``limit`` after the first ``offset``.

        Only those of ``game``, if given.
        """

    async def at_home(self, home: ChannelId, limit: int = 50) -> tuple[MatchSummary, ...]:
        """The matches played in a channel or thread, running ones first, then newest first.

        At most ``limit``: a channel without threads gathers matches for years.
        """

    async def open_in(self, guild_id: GuildId, limit: int) -> tuple[MatchSummary, ...]:
        """The challenges of a server that anyone may take up, newest first, at most ``limit``."""

    async def running_in(self, guild_id: GuildId, limit: int) -> tuple[MatchSummary, ...]:
        """The running matches of a server, newest first, at most ``limit``."""

    async def count_open(self, user_id: UserId, guild_id: GuildId) -> OpenCount:
        """A player's open matches and challenges, counted; ``guild_id``: the server for counts by server."""

    async def check_room(self, guild_id: GuildId, within: Room) -> None:
        """Check whether people may have one more match in a server.

        Raises TooManyMatchesError, TooManyRunningError, TooManyChallengesError, ComputerError.
        """

    # Of matches from before it was stored, whom they wait for is found out bit by bit.

    async def unsettled(
        self, limit: int, *, after: MatchId = NO_MATCH, user_id: UserId | None = None
    ) -> tuple[MatchId, ...]:
        """Open matches of which it is not known whom they wait for, with ids above ``after``, by id.

        At most ``limit``; only those of a player, if given.
        """

    async def settle(self, found: Awaited) -> None:
        """Store whom matches wait for; of one that has changed since, that is known already."""

    async def open_by_phase(self) -> Mapping[Phase, int]:
        """The number of open matches by phase; a phase without any may be left out."""

    # What is to be done is asked for the servers of some shards: whoever has them does it.

    async def overdue(self, now: datetime, shards: Shards = ALL) -> Overdue:
        """Since when the oldest of what is to be done by ``now`` has been due."""

    async def due(self, now: datetime, limit: int, shards: Shards = ALL) -> tuple[MatchId, ...]:
        """Matches whose deadline is not after ``now``, earliest first, at most ``limit``."""

    async def next_due(self, now: datetime, shards: Shards = ALL) -> datetime | None:
        """The first deadline after ``now``, or None."""

    async def schedule(
        self, match: Match, deadline_at: datetime | None, notify: Sequence[NewNotice] = ()
    ) -> bool:
        """Set when to look at ``match`` again, and store the messages it owes, without a new version.

        Returns whether it was done: nothing is when the stored version or deadline is not that of ``match``,
        since somebody changed it or had it woken.
        """

    async def wake(self, user_id: UserId, now: datetime) -> None:
        """Have the running matches of a player looked at from ``now`` on, if they are not anyway.

        Those with no deadline too: what somebody changes for themselves may give them one.
        """

    async def unshown(self, before: datetime, limit: int, shards: Shards = ALL) -> tuple[MatchId, ...]:
        """Matches last changed before ``before`` of which Discord has not seen the newest version.

        Longest unchanged first, at most ``limit``.
        """

    async def note_shown(
        self, match_id: MatchId, shown: Shown, chores: Sequence[NewChore] = (), *, lasting: bool = True
    ) -> int:
        """Remember what Discord has seen; returns the newest version that it has seen, whoever noted it.

        A version older than that is ignored whole. Once it is the end of the match, nobody watches it any
        more. ``chores`` are what is to be tidied up after it; with an old card among them, one that another
        process noted after that is tidied up too. Unless ``lasting``, a power cut may take it: a card is then
        looked for in its place. Raises NoSuchMatchError.
        """

    async def show_anew(self) -> None:
        """Forget what Discord has seen of the open matches: nothing of it is there any more."""

    async def draft(self, match_id: MatchId, user_id: UserId) -> tuple[str | None, ...]:
        """The choices of a player for a pick that are not confirmed, by slot; empty when there are none.

        Saving the match with the player's pick empties it.
        """

    async def save_draft(self, match_id: MatchId, user_id: UserId, choices: Sequence[str | None]) -> None:
        """Replace a player's draft."""

    async def hints(self, match_id: MatchId) -> int:
        """The number of hints that were taken in a match."""

    async def note_hint(self, match_id: MatchId, user_id: UserId, position: str) -> None:
        """Count a hint that somebody took in ``position``, once in a row. Raises NoSuchMatchError."""

    async def note(self, match_id: MatchId, user_id: UserId) -> str:
        """The private note of somebody about a match, for nobody else; empty when there is none."""

    async def save_note(self, match_id: MatchId, user_id: UserId, text: str) -> None:
        """Replace somebody's note about a match; an empty text removes it. Raises NoSuchMatchError."""
