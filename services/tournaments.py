"""Operations on tournaments: creating, entering, leaving, organising; and the steps that are due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from data import stores
from matches.errors import TooManyRunningError, TournamentError, TournamentProblem
from matches.guild_posts import TournamentCard
from matches.guild_settings import ChallengeChannel
from matches.model import GuildId, MatchId, UserId
from matches.tournaments import champions, changes, games, knockout, progress
from matches.tournaments.champions import HallEntry
from matches.tournaments.field import field_of, swiss_is_available
from matches.tournaments.model import (
    Format,
    PairingKey,
    Tournament,
    TournamentGame,
    TournamentId,
    TournamentSummary,
    TournamentTerms,
)
from matches.tournaments.news import BETWEEN_EDITS, News, RoundMessage, told_after
from matches.tournaments.progress import (
    BeginRound,
    Change,
    Circumstances,
    OpenMatches,
    PairRound,
    Start,
)
from services.challenges import Challenges
from services.core import RETRIES, Core
from services.pairing import PairingFailedError, PairUp

log = logging.getLogger(__name__)

LISTED: Final = 25
"""Tournaments of a server that are listed."""
HALL_PAGE: Final = 10
"""Champions on a page."""
TITLES: Final = 3
"""Titles that a profile names."""
WAVE: Final = 10
"""Matches that begin in one go: each opens a thread, and a start of hundreds must not hold up moves."""
STEPS: Final = 20
"""Steps in one go; what is still due then has its turn after others."""
NEXT_TRY: Final = timedelta(hours=1)
"""The time until a match is tried again that could not begin, and pairs that could not be computed."""

Absent = Callable[[GuildId, Collection[UserId]], Awaitable[bool]]
"""Records which of some users have left a server; returns True if any have."""


async def _nobody_is_absent(_guild: GuildId, _users: Collection[UserId]) -> bool:
    return False


class Tournaments:
    """The tournaments of servers."""

    def __init__(self, core: Core, challenges: Challenges, pair_up: PairUp) -> None:
        self._core = core
        self._db = core.db
        self._challenges = challenges
        self._pair_up = pair_up
        self._draw = knockout.drawing(core.coin, core.salt)

    # --- reading ---------------------------------------------------------------------------------

    async def load(self, tournament_id: TournamentId, guild: GuildId | None = None) -> Tournament:
        """A tournament, of ``guild`` if given. Raises TournamentError for an unknown one."""
        found = await self._db.read(stores.tournaments.load, tournament_id)
        if guild is not None and found.guild_id != guild:
            raise TournamentError(TournamentProblem.UNKNOWN)
        return found

    async def summaries(self, guild: GuildId) -> tuple[TournamentSummary, ...]:
        """The tournaments of a server in short, those going on first, then the latest."""
        return await self._db.read(stores.tournaments.summaries, guild, LISTED)

    async def hall(self, guild: GuildId, page: int) -> tuple[tuple[HallEntry, ...], bool]:
        """A page (from 0) of a server's champions, the latest first; and True if there is another one."""
        found = await self._db.read(stores.champions.hall, guild, HALL_PAGE + 1, page * HALL_PAGE)
        return found[:HALL_PAGE], len(found) > HALL_PAGE

    async def titles(self, guild: GuildId, user: UserId) -> tuple[HallEntry, ...]:
        """The titles of a user in the tournaments of a server, the latest first, at most TITLES."""
        return await self._db.read(stores.champions.titles, guild, user, TITLES)

    async def game_of(self, match_id: MatchId) -> TournamentGame | None:
        """The place of a match in its tournament; None if it is no game of one."""
        return await self._db.read(stores.tournaments.game_of, match_id)

    # --- people ----------------------------------------------------------------------------------

    async def create(
        self,
        user: UserId,
        place: ChallengeChannel,
        name: str,
        game: str,
        terms: TournamentTerms,
        *,
        event: bool = False,
    ) -> Tournament:
        """Create a tournament in a channel, organised by ``user``; ``event``: Discord is to show it as one.

        Raises TournamentError if the server has as many as it may, or if this machine cannot pair a Swiss,
        NotAllowedError for a game or channel that is not allowed.
        """
        if terms.format is Format.SWISS and not swiss_is_available():
            raise TournamentError(TournamentProblem.NO_SWISS)
        rules = await self._core.guild_rules(place.guild)
        rules.check(game, place)
        now = self._core.now()
        new = Tournament(TournamentId(0), place.guild, place.channel, name, game, terms, (user,), now)
        made = await self._db.write(stores.tournaments.create, new, now, event=event)
        log.info("tournament=%s guild=%s user=%s created it", made.id, made.guild_id, user)
        return made

    async def enter(
        self, tournament_id: TournamentId, user: UserId, roles: frozenset[int] = frozenset()
    ) -> Tournament:
        """Enter a user with these ``roles``. Raises TournamentError, NotAllowedError."""
        found = await self.load(tournament_id)
        rules = await self._core.guild_rules(found.guild_id)
        rules.check_game(found.game)
        rules.check_roles(roles)
        now = self._core.now()
        return await self._change(tournament_id, lambda one: changes.entered(one, user, now), user, "entered")

    async def leave(
        self, tournament_id: TournamentId, user: UserId, *, by: UserId | None = None
    ) -> Tournament:
        """Take a user out, on their own wish or ``by`` an organiser; matches that run go on, and count.

        Raises TournamentError.
        """
        out = partial(changes.withdrawn, user=user, now=self._core.now())
        what = "left" if by is None else f"took user={user} out"
        return await self._change(tournament_id, out, by or user, what)

    # --- organisers ------------------------------------------------------------------------------

    async def add_organiser(self, tournament_id: TournamentId, by: UserId, user: UserId) -> Tournament:
        """Let ``user`` steer a tournament too. Raises TournamentError."""
        added = partial(changes.organiser_added, user=user)
        return await self._change(tournament_id, added, by, f"made user={user} an organiser")

    async def start_now(self, tournament_id: TournamentId, by: UserId) -> Tournament:
        """End entries, so that the tournament starts. Raises TournamentError."""
        now = self._core.now()
        return await self._change(tournament_id, lambda one: changes.started_now(one, now), by, "started it")

    async def change_terms(
        self, tournament_id: TournamentId, by: UserId, name: str, terms: TournamentTerms
    ) -> Tournament:
        """Give a tournament another name and other terms before its start. Raises TournamentError.

        Those who are in have to agree to other terms: see :meth:`unsure`.
        """
        if terms.format is Format.SWISS and not swiss_is_available():
            raise TournamentError(TournamentProblem.NO_SWISS)
        now = self._core.now()
        after = await self._db.write(stores.tournaments.change_terms, tournament_id, by, name, terms, now)
        log.info("tournament=%s user=%s changed its terms", tournament_id, by)
        return after

    async def unsure(self, found: Tournament) -> tuple[UserId, ...]:
        """Those who are in, and haven't agreed to terms that have changed since."""
        changed_at = await self._db.read(stores.tournaments.changed_at, found.id)
        missing = progress.unsure(found, changed_at)
        return tuple(one.user_id for one in missing if one.user_id is not None)

    async def agree(self, tournament_id: TournamentId, user: UserId) -> Tournament:
        """Agree to a tournament's present terms. Raises TournamentError."""
        now = self._core.now()
        return await self._change(tournament_id, lambda one: changes.agreed(one, user, now), user, "agreed")

    async def pause(self, tournament_id: TournamentId, by: UserId) -> Tournament:
        """Begin no more matches or rounds for now. Raises TournamentError."""
        now = self._core.now()
        return await self._change(tournament_id, lambda one: changes.paused(one, now), by, "paused it")

    async def resume(self, tournament_id: TournamentId, by: UserId) -> Tournament:
        """Go on after a pause. Raises TournamentError."""
        now = self._core.now()
        return await self._change(tournament_id, lambda one: changes.resumed(one, now), by, "resumed it")

    async def call_off(self, tournament_id: TournamentId, by: UserId) -> Tournament:
        """End a tournament without a champion. Raises TournamentError."""
        now = self._core.now()
        return await self._change(
            tournament_id, lambda one: changes.called_off(one, now), by, "called it off"
        )

    async def set_result(
        self, tournament_id: TournamentId, by: UserId, key: PairingKey, points: tuple[int, int]
    ) -> Tournament:
        """Set the half points of a pairing, for the table only. Raises TournamentError."""
        set_it = partial(changes.result_set, key=key, by=by, first=points[0], second=points[1])
        return await self._change(tournament_id, set_it, by, f"set {points} for {tuple(key)}")

    async def _change(
        self, tournament_id: TournamentId, work: Callable[[Tournament], Tournament], user: UserId, what: str
    ) -> Tournament:
        after = await self._db.write(stores.tournaments.change, tournament_id, work, self._core.now())
        log.info("tournament=%s user=%s %s", tournament_id, user, what)
        return after

    # --- what is due -----------------------------------------------------------------------------

    async def due(self, limit: int) -> tuple[TournamentId, ...]:
        """Tournaments that are due, the longest first, at most ``limit``."""
        return await self._db.read(
            stores.tournaments.due, self._core.now(), limit, self._core.territory.shards
        )

    async def attend(
        self, tournament_id: TournamentId, absent: Absent = _nobody_is_absent
    ) -> tuple[MatchId, ...]:
        """Do what is due in a tournament; returns the matches that have begun. Harmless twice, or half.

        At most STEPS steps and WAVE matches: it stays due while there is more. Before players are paired, or
        their match begins, ``absent`` is asked about them; who has left the server leaves the tournament.
        """
        outdated = 0
        asked: set[UserId] = set()
        for _ in range(STEPS):
            now = self._core.now()
            version, found, around = await self._db.read(stores.tournaments.observed, tournament_id, now)
            step = progress.next_step(found, now, around, self._draw)
            if isinstance(step, OpenMatches):
                begun = await self._open_wave(found, step.keys, absent)
                if not begun:
                    await self._rest(found, version, around, retry=True)
                return begun
            if step is None:
                await self._crown(found)
                await self._rest(found, version, around)
                break
            if isinstance(step, Start | PairRound | BeginRound):
                new = {one.user_id for one in found.active if one.user_id is not None} - asked
                asked |= new
                if await absent(found.guild_id, new):
                    continue
            try:
                made = await self._make(found, step, around, at_last=outdated >= RETRIES)
            except PairingFailedError as error:
                log.warning("tournament=%s has no pairs, and will be tried again: %s", found.id, error)
                await self._rest(found, version, around, retry=True)
                break
            outdated = 0 if made else outdated + 1
        return ()

    async def put_off(self, tournament_id: TournamentId, wait: timedelta) -> None:
        """Make a tournament that failed due again after ``wait``, or once something happens in it."""
        await self._db.write(stores.tournaments.put_off, tournament_id, self._core.now() + wait)

    async def _open_wave(
        self, found: Tournament, keys: Sequence[PairingKey], absent: Absent
    ) -> tuple[MatchId, ...]:
        """Begin the matches of these pairings, as many as a wave has; skips those that cannot begin now.

        Stops where players are ``absent``: the tournament has changed, and is due at once.
        """
        begun: list[MatchId] = []
        for first in range(0, len(keys), WAVE):
            some = keys[first : first + WAVE]
            if await absent(found.guild_id, {user for key in some for user in found.users_in(key)}):
                break
            for key in some:
                if (match_id := await self._open(found, key)) is not None:
                    begun.append(match_id)
                if len(begun) == WAVE:
                    return tuple(begun)
        return tuple(begun)

    async def _make(
        self, found: Tournament, step: Change | PairRound, around: Circumstances, *, at_last: bool
    ) -> bool:
        """Make a step; returns False if what it was decided on has changed since.

        ``at_last``: that has happened too often, so that the step is decided in the transaction. Pairs take
        too long for that: those that were made stand, and a player who has left since forfeits their game.
        Raises PairingFailedError.
        """
        asked, pairs = step, None
        if isinstance(step, PairRound):
            pairs = await self._pair_up(field_of(found, around.blocked))
            step = progress.paired(found, step, pairs, self._core.now())
        before, made, now = found, step, self._core.now()

        def work(present: Tournament, around: Circumstances) -> Tournament:
            nonlocal before, made
            before = present
            if at_last:
                due = progress.next_step(present, now, around, self._draw)
                if isinstance(due, PairRound) and due == asked and pairs is not None:
                    due = progress.paired(present, due, pairs, now)
                if due is None or isinstance(due, OpenMatches | PairRound):
                    return present
                made = due
            return progress.apply(present, made)

        after = await self._db.write(stores.tournaments.settle, found.id, work, now)
        if after is before:
            log.info("tournament=%s has changed meanwhile: %s again", found.id, type(made).__name__)
            return False
        log.info("tournament=%s round=%s %s", found.id, found.round, type(made).__name__)
        await self._crown(after)
        return True

    async def _crown(self, found: Tournament) -> None:
        """Store the champions that a tournament has by now, each once."""
        if not (over := champions.seasons_over(found)):
            return
        missing = frozenset(over) - await self._db.read(stores.champions.stored, found.id)
        crowned = await asyncio.to_thread(lambda: tuple(champions.champions(found, missing)))
        if crowned:
            await self._db.write(stores.champions.crown, found.id, crowned)
            log.info("tournament=%s champions=%s", found.id, len(crowned))

    async def _open(self, found: Tournament, key: PairingKey) -> MatchId | None:
        """Store and begin the match of a pairing; None if it cannot begin now, or has begun already."""
        new = games.new_match(found, found.pairing(key), self._core.now())
        try:
            match = await self._db.write(
                stores.matches.create,
                new,
                within=self._core.limits_to_play(*found.users_in(key)),
                pairing=key,
            )
        except TooManyRunningError as error:
            log.info("tournament=%s %s waits: user=%s has no room", found.id, tuple(key), error.user)
            return None
        except TournamentError:
            return None  # another process was faster, or an organiser has decided it
        log.info("tournament=%s %s is match=%s", found.id, tuple(key), match.id)
        await self._challenges.begin_by_itself(match.id)
        return match.id

    async def _rest(
        self, found: Tournament, version: int, around: Circumstances, *, retry: bool = False
    ) -> None:
        """Note when a tournament is due again: in an hour at the latest, to ``retry`` what failed."""
        due = progress.next_due(found, around)
        if retry:
            again = self._core.now() + NEXT_TRY
            due = again if due is None else min(due, again)
        await self._db.write(stores.tournaments.rest, found.id, version, due)

    # --- the card --------------------------------------------------------------------------------

    async def unshown(self, limit: int) -> tuple[TournamentId, ...]:
        """Tournaments whose card is out of date, at most ``limit``."""
        return await self._db.read(stores.tournaments.unshown, limit, self._core.territory.shards)

    async def card_of(self, tournament_id: TournamentId) -> TournamentCard:
        """The state of a tournament's card. Raises TournamentError for an unknown tournament."""
        return await self._db.read(stores.tournaments.card_of, tournament_id)

    async def note_shown(self, tournament_id: TournamentId, card: TournamentCard) -> None:
        """Record the message of a tournament's card, the version that it shows, and how often it was lost."""
        await self._db.write(stores.tournaments.note_shown, tournament_id, card)

    async def told_of_loss(self, tournament_id: TournamentId) -> int:
        """The number of organisers, in their order, who were told that the tournament's channel is lost."""
        return int(await self._db.read(stores.host.remembered, _told_of_loss(tournament_id)) or 0)

    async def note_told_of_loss(self, tournament_id: TournamentId, organisers: int) -> None:
        """Record how many organisers were told that the tournament's channel is lost."""
        await self._db.write(stores.host.remember, _told_of_loss(tournament_id), str(organisers))

    # --- news ------------------------------------------------------------------------------------

    async def news_due(self, limit: int) -> tuple[TournamentId, ...]:
        """Tournaments with news that may be due, at most ``limit``."""
        return await self._db.read(
            stores.tournaments.news_due, self._core.now(), limit, self._core.territory.shards
        )

    async def told(self, tournament_id: TournamentId) -> int:
        """The last round of a tournament that was told; 0 before the first."""
        return await self._db.read(stores.tournaments.told, tournament_id)

    async def note_told(self, tournament_id: TournamentId, version: int, news: News | None) -> None:
        """Record that ``news`` was told (None: nothing), and that a tournament's ``version`` is shown.

        If it has changed since, its messages are due again.
        """
        last = 0 if news is None else told_after(news)
        again = self._core.now() + BETWEEN_EDITS
        await self._db.write(stores.tournaments.note_told, tournament_id, last, version, again)

    async def round_messages(self, tournament_id: TournamentId, number: int) -> tuple[RoundMessage, ...]:
        """The messages with the games of a round, in their order."""
        return await self._db.read(stores.tournaments.round_messages, tournament_id, number)

    async def note_round_messages(
        self, tournament_id: TournamentId, number: int, messages: Sequence[RoundMessage]
    ) -> None:
        """Record the messages with the games of a round."""
        await self._db.write(stores.tournaments.note_round_messages, tournament_id, number, messages)


def _told_of_loss(tournament_id: TournamentId) -> str:
    """The key of the fact that counts the organisers who were told of a lost channel."""
    return f"tournament {tournament_id} told of its lost channel"
