"""Operations on tournaments: creating, entering, leaving, organising; and the steps that are due."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    Select,
    case,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from cogs.tournaments.champion_service import HallOfChampions
from cogs.tournaments.event_service import due_events, want_event
from cogs.tournaments.substitute_service import due_questions
from cogs.tournaments.swiss_process import PairingFailedError, PairUp, pair_in_process
from data import stores
from data.database import AdvisoryLock, one_at_a_time
from data.features.tournaments import (
    GOING_ON,
    ID,
    TOURNAMENT,
    change,
    columns_of,
    due_by,
    load,
    news_by,
    of_row,
    outcome_columns,
    row_of,
    tournament,
    tournament_champion,
    tournament_entrant,
    tournament_pairing,
    write_organisers,
)
from data.schema import away, block
from data.shared_parameters import GUILD_ID, LIMIT, MATCH_ID, NOW
from data.stores import host, ratings, rows
from data.stores.queries import in_shards
from data.writing import check_times
from matches.errors import TooManyRunningError
from matches.guilds.settings import ChallengeChannel
from matches.guilds.shards import Shards
from matches.model import GuildId, Match, MatchId, MessageId, UserId
from matches.players import users_of
from matches.ratings.rating import Rating, day_of
from matches.time.intervals import Interval
from matches.tournaments import champions, changes, games, knockout, progress
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.field import field_of, swiss_is_available
from matches.tournaments.games import EndedGame, ended_game
from matches.tournaments.model import (
    MOST_PER_GUILD,
    Format,
    PairingKey,
    Tournament,
    TournamentGame,
    TournamentId,
    TournamentState,
    TournamentSummary,
    TournamentTerms,
)
from matches.tournaments.news import BETWEEN_EDITS, News, RoundMessage, TournamentCard, told_after
from matches.tournaments.progress import (
    BeginMatches,
    BeginRound,
    Circumstances,
    PairRound,
    Start,
)
from services.challenges import Challenges
from services.core import RETRIES, Core
from services.operations import Operations, Transaction, reads, writes
from services.reactions import NOTHING, Owed, ReactionContext

log = logging.getLogger(__name__)

LISTED: Final = 25
"""Tournaments of a server that are listed."""
WAVE: Final = 10
"""Matches that begin in one go: each opens a thread, and a start of hundreds must not hold up moves."""
STEPS: Final = 20
"""Steps in one go; what is still due then has its turn after others."""
NEXT_TRY: Final = timedelta(hours=1)
"""The time until a match is tried again that could not begin, and pairs that could not be computed."""

Absent = Callable[[GuildId, Collection[UserId]], Awaitable[bool]]
"""Records which of some users have left a server; returns True if any have."""

_users = select(tournament_entrant.c.user_id).where(tournament_entrant.c.tournament_id == ID)
_BLOCKED: Final = select(block.c.user_id, block.c.blocked_id).where(
    block.c.user_id.in_(_users), block.c.blocked_id.in_(_users)
)
_AWAY: Final = (
    select(away)
    .where(away.c.user_id.in_(_users), away.c.end_at > NOW)
    .order_by(away.c.user_id, away.c.start_at)
)
_COUNT_GOING_ON: Final = (
    select(func.count())
    .select_from(tournament)
    .where(tournament.c.guild_id == GUILD_ID, tournament.c.state.in_(GOING_ON))
)
_SUMMARIES: Final = (
    select(
        tournament.c.id,
        tournament.c.name,
        tournament.c.game,
        tournament.c.terms,
        tournament.c.state,
        select(func.count())
        .select_from(tournament_entrant)
        .where(tournament_entrant.c.tournament_id == tournament.c.id, tournament_entrant.c.left_at.is_(None))
        .scalar_subquery()
        .label("entrants"),
        select(tournament_champion.c.user_id)
        .where(tournament_champion.c.tournament_id == tournament.c.id)
        .order_by(tournament_champion.c.season.desc())
        .limit(1)
        .scalar_subquery()
        .label("champion"),
    )
    .where(tournament.c.guild_id == GUILD_ID)
    .order_by(tournament.c.state.in_(GOING_ON).desc(), tournament.c.id.desc())
    .limit(LIMIT)
)
_GAME_OF: Final = (
    select(
        tournament.c.id,
        tournament.c.name,
        tournament.c.terms,
        tournament_pairing.c.round,
        tournament_pairing.c.board,
        tournament_pairing.c.game,
    )
    .join(tournament_pairing, tournament_pairing.c.tournament_id == tournament.c.id)
    .where(tournament_pairing.c.match_id == MATCH_ID)
)
_DUE: Final = (
    select(tournament.c.id)
    .where(tournament.c.due_at <= NOW)
    .order_by(tournament.c.due_at, tournament.c.id)
    .limit(LIMIT)
)
_NEWS_DUE: Final = (
    select(tournament.c.id)
    .where(tournament.c.news_at <= NOW)
    .order_by(tournament.c.news_at, tournament.c.id)
    .limit(LIMIT)
)
_UNSHOWN: Final = (
    select(tournament.c.id)
    .where(tournament.c.shown_version < tournament.c.version)
    .order_by(tournament.c.id)
    .limit(LIMIT)
)


async def _nobody_is_absent(_guild: GuildId, _users: Collection[UserId]) -> bool:
    return False


class Tournaments(Operations):
    """The tournaments of servers."""

    def __init__(self, core: Core, pair_up: PairUp = pair_in_process) -> None:
        super().__init__(core)
        self._challenges = Challenges(core)
        self._hall = HallOfChampions(core)
        self._pair_up = pair_up
        self._draw = knockout.drawing(core.coin, core.salt)

    # --- reading ---------------------------------------------------------------------------------

    @reads
    def load(self, tx: Transaction, tournament_id: TournamentId, guild: GuildId | None = None) -> Tournament:
        """A tournament, of ``guild`` if given. Raises TournamentError for an unknown one."""
        found = load(tx.connection, tournament_id)
        if guild is not None and found.guild_id != guild:
            raise TournamentError(TournamentProblem.UNKNOWN)
        return found

    @reads
    def summaries(
        self, tx: Transaction, guild: GuildId, limit: int = LISTED
    ) -> tuple[TournamentSummary, ...]:
        """The tournaments of a server in short, those going on first, then the latest; at most ``limit``.

        One whose terms cannot be read is left out.
        """
        found = map(_summary, tx.execute(_SUMMARIES, {"guild_id": guild, "limit": limit}))
        return tuple(one for one in found if one is not None)

    @reads
    def game_of(self, tx: Transaction, match_id: MatchId) -> TournamentGame | None:
        """The place of a match in its tournament; None for any other, and for terms that can't be read."""
        row = tx.execute(_GAME_OF, {"match_id": match_id}).one_or_none()
        form = None if row is None else _format(row.terms)
        if row is None or form is None:
            return None
        key = PairingKey(row.round, row.board, row.game)
        return TournamentGame(TournamentId(row.id), row.name, form, key)

    # --- people ----------------------------------------------------------------------------------

    @writes("tournament={found.id} guild={place.guild} user={user} created it")
    def create(
        self,
        tx: Transaction,
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
        _check_format(terms)
        stores.people.rules_of_guild(tx.connection, place.guild).check(game, place)
        one_at_a_time(tx.connection, AdvisoryLock.TOURNAMENTS)
        if (tx.scalar(_COUNT_GOING_ON, {"guild_id": place.guild}) or 0) >= MOST_PER_GUILD:
            raise TournamentError(TournamentProblem.TOO_MANY)
        new = Tournament(TournamentId(0), place.guild, place.channel, name, game, terms, (user,), tx.now)
        check_times(tx.now)
        row = {
            **columns_of(new),
            "version": 1,
            "shown_version": 0,
            "guild_id": new.guild_id,
            "channel_id": new.channel_id,
            "game": new.game,
            "created_at": tx.now,
            "due_at": tx.now,
        }
        made = tx.execute(insert(tournament).values(row))
        assert made.inserted_primary_key is not None
        tournament_id = TournamentId(made.inserted_primary_key[0])
        write_organisers(tx.connection, tournament_id, (), new.organisers)
        if event:
            want_event(tx.connection, tournament_id, tx.now, wanted=True)
        return load(tx.connection, tournament_id)

    @writes("tournament={tournament_id} user={user} entered")
    def enter(
        self,
        tx: Transaction,
        tournament_id: TournamentId,
        user: UserId,
        roles: frozenset[int] = frozenset(),
    ) -> Tournament:
        """Enter a user with these ``roles``. Raises TournamentError, NotAllowedError."""

        def entered(found: Tournament) -> Tournament:
            rules = stores.people.rules_of_guild(tx.connection, found.guild_id)
            rules.check_game(found.game)
            rules.check_roles(roles)
            return changes.entered(found, user, tx.now)

        return change(tx.connection, tournament_id, entered, tx.now)

    @writes("tournament={tournament_id} user={user} left")
    def leave(self, tx: Transaction, tournament_id: TournamentId, user: UserId) -> Tournament:
        """Take a user out on their own wish; matches that run go on, and count. Raises TournamentError."""
        return change(tx.connection, tournament_id, partial(changes.withdrawn, user=user, now=tx.now), tx.now)

    # --- organisers ------------------------------------------------------------------------------

    @writes("tournament={tournament_id} user={by} took user={user} out")
    def take_out(
        self, tx: Transaction, tournament_id: TournamentId, user: UserId, *, by: UserId
    ) -> Tournament:
        """Take a user out for an organiser; matches that run go on, and count. Raises TournamentError."""
        return change(tx.connection, tournament_id, partial(changes.withdrawn, user=user, now=tx.now), tx.now)

    @writes("tournament={tournament_id} user={by} made user={user} an organiser")
    def add_organiser(
        self, tx: Transaction, tournament_id: TournamentId, by: UserId, user: UserId
    ) -> Tournament:
        """Let ``user`` steer a tournament too. Raises TournamentError."""
        return change(tx.connection, tournament_id, partial(changes.organiser_added, user=user), tx.now)

    @writes("tournament={tournament_id} user={by} started it")
    def start_now(self, tx: Transaction, tournament_id: TournamentId, by: UserId) -> Tournament:
        """End entries, so that the tournament starts. Raises TournamentError."""
        return change(tx.connection, tournament_id, partial(changes.started_now, now=tx.now), tx.now)

    @writes("tournament={tournament_id} user={by} changed its terms")
    def change_terms(
        self, tx: Transaction, tournament_id: TournamentId, by: UserId, name: str, terms: TournamentTerms
    ) -> Tournament:
        """Give a tournament another name and other terms before its start. Raises TournamentError.

        Those who are in have to agree to other terms: see :meth:`unsure`.
        """
        _check_format(terms)

        def changed(found: Tournament) -> Tournament:
            after = changes.terms_changed(found, by, name, terms, tx.now)
            if after.terms.needs_consent(found.terms):
                host.remember(tx.connection, _changed(tournament_id), rows.time_text(tx.now))
            return after

        return change(tx.connection, tournament_id, changed, tx.now)

    @reads
    def unsure(self, tx: Transaction, found: Tournament) -> tuple[UserId, ...]:
        """Those who are in, and haven't agreed to terms that have changed since."""
        if found.state is not TournamentState.OPEN:
            return ()
        missing = progress.unsure(found, _changed_at(tx.connection, found.id))
        return tuple(one.user_id for one in missing if one.user_id is not None)

    @writes("tournament={tournament_id} user={user} agreed")
    def agree(self, tx: Transaction, tournament_id: TournamentId, user: UserId) -> Tournament:
        """Agree to a tournament's present terms. Raises TournamentError."""
        return change(tx.connection, tournament_id, partial(changes.agreed, user=user, now=tx.now), tx.now)

    @writes("tournament={tournament_id} user={by} paused it")
    def pause(self, tx: Transaction, tournament_id: TournamentId, by: UserId) -> Tournament:
        """Begin no more matches or rounds for now. Raises TournamentError."""
        return change(tx.connection, tournament_id, partial(changes.paused, now=tx.now), tx.now)

    @writes("tournament={tournament_id} user={by} resumed it")
    def resume(self, tx: Transaction, tournament_id: TournamentId, by: UserId) -> Tournament:
        """Go on after a pause. Raises TournamentError."""
        return change(tx.connection, tournament_id, partial(changes.resumed, now=tx.now), tx.now)

    @writes("tournament={tournament_id} user={by} called it off")
    def call_off(self, tx: Transaction, tournament_id: TournamentId, by: UserId) -> Tournament:
        """End a tournament without a champion. Raises TournamentError."""
        return change(tx.connection, tournament_id, partial(changes.called_off, now=tx.now), tx.now)

    @writes("tournament={tournament_id} user={by} set {points} for {key}")
    def set_result(
        self,
        tx: Transaction,
        tournament_id: TournamentId,
        by: UserId,
        key: PairingKey,
        points: tuple[int, int],
    ) -> Tournament:
        """Set the half points of a pairing, for the table only. Raises TournamentError."""
        set_it = partial(changes.result_set, key=key, by=by, first=points[0], second=points[1])
        return change(tx.connection, tournament_id, set_it, tx.now)

    # --- what is due -----------------------------------------------------------------------------

    @reads
    def due(self, tx: Transaction, limit: int) -> tuple[TournamentId, ...]:
        """Tournaments that are due, the longest first, at most ``limit``."""
        return self._some(tx, _DUE, limit)

    def _some(self, tx: Transaction, query: Select[Any], limit: int) -> tuple[TournamentId, ...]:
        asked = in_shards(query, self._core.territory.shards, tournament.c.guild_id)
        return tuple(map(TournamentId, tx.scalars(asked, {"now": tx.now, "limit": limit})))

    async def attend(
        self, tournament_id: TournamentId, absent: Absent = _nobody_is_absent
    ) -> tuple[MatchId, ...]:
        """Do what is due in a tournament; returns the matches that have begun.

        Can be repeated, also after a crash in the middle. At most STEPS steps and WAVE matches: it stays due
        while there is more. Before players are paired, or their match begins, ``absent`` is asked about them;
        who has left the server leaves the tournament.
        """
        outdated = 0
        asked: set[UserId] = set()
        for _ in range(STEPS):
            now = self._core.now()
            version, found, around = await self._observed(tournament_id, now)
            step = progress.next_step(found, now, around, self._draw)
            if isinstance(step, BeginMatches):
                begun = await self._begin_some(found, step.keys, absent)
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

    @reads
    def _observed(
        self, tx: Transaction, tournament_id: TournamentId, now: datetime
    ) -> tuple[int, Tournament, Circumstances]:
        """A tournament with its version and circumstances."""
        row = row_of(tx.connection, tournament_id)
        found = of_row(tx.connection, row)
        return row.version, found, _circumstances(tx.connection, found, now)

    @reads
    def to_tell(self, tx: Transaction, tournament_id: TournamentId) -> tuple[int, Tournament, int]:
        """A tournament with its version, and the last round of it that was told."""
        row = row_of(tx.connection, tournament_id)
        return row.version, of_row(tx.connection, row), row.told

    @writes()
    def put_off(self, tx: Transaction, tournament_id: TournamentId, wait: timedelta) -> None:
        """Make a tournament that failed due again after ``wait``, or once something happens in it."""
        tx.execute(update(tournament).where(tournament.c.id == tournament_id).values(due_at=tx.now + wait))

    async def _begin_some(
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
                if (match_id := await self._begin_match(found, key)) is not None:
                    begun.append(match_id)
                if len(begun) == WAVE:
                    return tuple(begun)
        return tuple(begun)

    async def _make(
        self, found: Tournament, step: progress.Change | PairRound, around: Circumstances, *, at_last: bool
    ) -> bool:
        """Store a step; returns False, and stores nothing, if what it was decided on has changed since.

        ``at_last``: that has happened too often, so the step is decided in the transaction (CONTRIBUTING has
        why: "Store what takes time to work out"). Pairs take too long for that: those that were made stand,
        and a player who has left since forfeits their game. Raises PairingFailedError.
        """
        asked, pairs = step, None
        if isinstance(step, PairRound):
            pairs = await self._pair_up(field_of(found, around.blocked))
            step = progress.paired(found, step, pairs, self._core.now())
        before, made, now = found, step, self._core.now()

        def work(present: Tournament, circumstances: Callable[[], Circumstances]) -> Tournament:
            nonlocal before, made
            before = present
            if at_last:
                due = progress.next_step(present, now, circumstances(), self._draw)
                if isinstance(due, PairRound) and due == asked and pairs is not None:
                    due = progress.paired(present, due, pairs, now)
                if due is None or isinstance(due, BeginMatches | PairRound):
                    return present
                made = due
            return progress.apply(present, made)

        after = await self._change(found.id, work, now)
        if after is before:
            log.info("tournament=%s has changed meanwhile: %s again", found.id, type(made).__name__)
            return False
        log.info("tournament=%s round=%s %s", found.id, found.round, type(made).__name__)
        await self._crown(after)
        return True

    @writes()
    def _change(
        self,
        tx: Transaction,
        tournament_id: TournamentId,
        work: Callable[[Tournament, Callable[[], Circumstances]], Tournament],
        now: datetime,
    ) -> Tournament:
        """Change a tournament by ``work``, which can ask for its circumstances."""
        return change(
            tx.connection,
            tournament_id,
            lambda found: work(found, partial(_circumstances, tx.connection, found, now)),
            now,
        )

    async def _crown(self, found: Tournament) -> None:
        """Store the champions that a tournament has by now, each once."""
        if not (over := champions.seasons_over(found)):
            return
        missing = frozenset(over) - await self._hall.stored(found.id)
        crowned = await asyncio.to_thread(lambda: tuple(champions.tournament_champions(found, missing)))
        if crowned:
            await self._hall.crown(found.id, crowned)

    async def _begin_match(self, found: Tournament, key: PairingKey) -> MatchId | None:
        """Store and begin the match of a pairing; None if it cannot begin now, or has begun already."""
        try:
            match = await self._store_match(found, key)
        except TooManyRunningError as error:
            log.info("tournament=%s %s waits: user=%s has no room", found.id, tuple(key), error.user)
            return None
        except TournamentError:
            return None  # another process was faster, or an organiser has decided it
        log.info("tournament=%s %s is match=%s", found.id, tuple(key), match.id)
        await self._challenges.begin_by_itself(match.id)
        return match.id

    @writes()
    def _store_match(self, tx: Transaction, found: Tournament, key: PairingKey) -> Match:
        """Store the match of a pairing as its game."""
        new = games.new_match(found, found.pairing(key), tx.now)
        limits = self._core.limits_to_play(*found.users_in(key))
        match = stores.matches.create(tx.connection, new, within=limits)
        enter_game(tx.connection, key, match, found.terms.at_once)
        return match

    async def _rest(
        self, found: Tournament, version: int, around: Circumstances, *, retry: bool = False
    ) -> None:
        """Record when a tournament is due again: in an hour at the latest, to ``retry`` what failed."""
        due = progress.next_due(found, around)
        if retry:
            again = self._core.now() + NEXT_TRY
            due = again if due is None else min(due, again)
        await self.rest(found.id, version, due)

    @writes()
    def rest(
        self, tx: Transaction, tournament_id: TournamentId, version: int, due_at: datetime | None
    ) -> None:
        """Make a tournament due at ``due_at``, or after something happened, unless it is past ``version``."""
        check_times(due_at)
        seen = update(tournament).where(tournament.c.id == tournament_id, tournament.c.version == version)
        tx.execute(seen.values(due_at=due_at))

    # --- the card --------------------------------------------------------------------------------

    @reads
    def unshown(self, tx: Transaction, limit: int) -> tuple[TournamentId, ...]:
        """Tournaments whose card is out of date, at most ``limit``."""
        return self._some(tx, _UNSHOWN, limit)

    @reads
    def card_of(self, tx: Transaction, tournament_id: TournamentId) -> TournamentCard:
        """The state of a tournament's card. Raises TournamentError for an unknown tournament."""
        return _card_of(row_of(tx.connection, tournament_id))

    @reads
    def to_show(
        self, tx: Transaction, tournament_id: TournamentId, *, resting: bool
    ) -> tuple[TournamentCard, Tournament | None]:
        """The state of a tournament's card, and the tournament if the card is out of date.

        Without the tournament while the card is ``resting``, unless it has to be posted.
        """
        row = row_of(tx.connection, tournament_id)
        card = _card_of(row)
        waits = card.shown >= card.version or (card.message is not None and resting)
        return card, None if waits else of_row(tx.connection, row)

    @writes()
    def record_shown(self, tx: Transaction, tournament_id: TournamentId, card: TournamentCard) -> None:
        """Record the message of a tournament's card, the version that it shows, and how often it was lost."""
        shown = update(tournament).where(tournament.c.id == tournament_id)
        tx.execute(shown.values(message=card.message, shown_version=card.shown, lost=card.lost))

    @reads
    def told_of_loss(self, tx: Transaction, tournament_id: TournamentId) -> int:
        """The number of organisers, in their order, who were told that the tournament's channel is lost."""
        return int(host.remembered(tx.connection, _told_of_loss(tournament_id)) or 0)

    @writes()
    def record_told_of_loss(self, tx: Transaction, tournament_id: TournamentId, organisers: int) -> None:
        """Record how many organisers were told that the tournament's channel is lost."""
        host.remember(tx.connection, _told_of_loss(tournament_id), str(organisers))

    # --- news ------------------------------------------------------------------------------------

    @reads
    def news_due(self, tx: Transaction, limit: int) -> tuple[TournamentId, ...]:
        """Tournaments with news that may be due, at most ``limit``."""
        return self._some(tx, _NEWS_DUE, limit)

    @writes()
    def record_told(
        self, tx: Transaction, tournament_id: TournamentId, version: int, news: News | None
    ) -> None:
        """Record that ``news`` was told (None: nothing), and that a tournament's ``version`` is shown.

        If it has changed since, its messages are due again; what is news at once stays due.
        """
        last = 0 if news is None else told_after(news)
        of_it = update(tournament).where(tournament.c.id == tournament_id)
        told = case((tournament.c.told < last, last), else_=tournament.c.told)
        unchanged = of_it.where(tournament.c.version == version)
        if not tx.execute(unchanged.values(told=told, news_at=None)).rowcount:
            tx.execute(of_it.values(told=told))
            row = tx.execute(TOURNAMENT, {"tournament_id": tournament_id}).one()
            at_once = row.round > row.told or TournamentState(row.state).ended
            if not at_once:
                tx.execute(of_it.values(news_at=tx.now + BETWEEN_EDITS))

    @reads
    def round_messages(
        self, tx: Transaction, tournament_id: TournamentId, number: int
    ) -> tuple[RoundMessage, ...]:
        """The messages with the games of a round, in their order."""
        kept = json.loads(host.remembered(tx.connection, _round(tournament_id, number)) or "[]")
        return tuple(
            RoundMessage(None if message is None else MessageId(message), digest) for message, digest in kept
        )

    @writes()
    def record_round_messages(
        self, tx: Transaction, tournament_id: TournamentId, number: int, messages: Sequence[RoundMessage]
    ) -> None:
        """Record the messages with the games of a round."""
        kept = json.dumps([[one.message, one.digest] for one in messages])
        host.remember(tx.connection, _round(tournament_id, number), kept)


# --- games ----------------------------------------------------------------------------------------


def enter_game(connection: Connection, key: PairingKey, match: Match, at_once: int) -> None:
    """Make a match that was just stored the game of a pairing of its tournament.

    ``at_once`` is the most games that a player has at a time: a term, which is fixed once pairings begin.
    Raises TournamentError if the pairing has one or needs none, or if one of the players has left, was
    replaced, or plays as many games as that.
    """
    tournament_id, users = TournamentId(match.terms.tournament), users_of(match.players)
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    pairing, entrant = tournament_pairing.c, tournament_entrant.c
    going_on = exists().where(
        tournament.c.id == tournament_id, tournament.c.state == TournamentState.RUNNING.value
    )
    free = (going_on, pairing.match_id.is_(None), pairing.first_points.is_(None))
    there = select(func.count()).where(
        entrant.tournament_id == tournament_id,
        or_(entrant.seed == pairing.first, entrant.seed == pairing.second),
        entrant.user_id.in_(users),
        entrant.left_at.is_(None),
    )
    room = (_running_of(seed) < at_once for seed in (pairing.first, pairing.second))
    of_key = (pairing[name] == value for name, value in key._asdict().items())
    taken = (
        update(tournament_pairing)
        .where(pairing.tournament_id == tournament_id, *of_key, *free, *room)
        .where(there.correlate(tournament_pairing).scalar_subquery() == len(users))
        .values(match_id=match.id)
    )
    if connection.execute(taken).rowcount != 1:
        raise TournamentError(TournamentProblem.GAME_NOT_NEEDED)
    _raise_version(connection, tournament_id, **news_by(match.created_at + BETWEEN_EDITS))


def _running_of(seed: ColumnElement[Any]) -> ScalarSelect[int]:
    """The number of games of a seed that are running in the round of a pairing."""
    pairing, other = tournament_pairing.c, tournament_pairing.alias().c
    running = select(func.count()).where(
        other.tournament_id == pairing.tournament_id,
        other.round == pairing.round,
        or_(other.first == seed, other.second == seed),
        other.match_id.is_not(None),
        other.match_ended.is_(False),
        other.first_points.is_(None),
    )
    return running.correlate(tournament_pairing).scalar_subquery()


def after_change(before: Match, after: Match, _context: ReactionContext) -> Owed:
    """The outcome of a tournament's match that just ended."""
    ended = ended_game(before, after)
    return NOTHING if ended is None else Owed(effects=(partial(end_game, ended),))


def end_game(ended: EndedGame, connection: Connection, _match: Match) -> bool:
    """Record that a pairing's match ended, with its outcome unless the pairing has one. Harmless twice."""
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    pairing = tournament_pairing.c
    theirs = update(tournament_pairing).where(pairing.match_id == ended.match_id)
    connection.execute(theirs.values(match_ended=True))
    if ended.outcome is not None:
        undecided = theirs.where(pairing.first_points.is_(None))
        connection.execute(undecided.values(**outcome_columns(ended.outcome)))
    _raise_version(connection, ended.tournament, **due_by(ended.at), **news_by(ended.at + BETWEEN_EDITS))
    return False


def _raise_version(connection: Connection, tournament_id: TournamentId, **more: Any) -> None:
    raised = update(tournament).where(tournament.c.id == tournament_id)
    connection.execute(raised.values(version=tournament.c.version + 1, **more))


def due_queries(shards: Shards) -> Sequence[Select[Any]]:
    """The queries that find what is due in some shards: steps, cards, news, questions and events."""
    own = (in_shards(query, shards, tournament.c.guild_id) for query in (_DUE, _UNSHOWN, _NEWS_DUE))
    return [*own, *due_questions(shards), *due_events(shards)]


# --- parts ----------------------------------------------------------------------------------------


def _check_format(terms: TournamentTerms) -> None:
    if terms.format is Format.SWISS and not swiss_is_available():
        raise TournamentError(TournamentProblem.NO_SWISS)


def _circumstances(connection: Connection, found: Tournament, now: datetime) -> Circumstances:
    """The circumstances of a tournament; its entrants' ratings only before its first round."""
    check_times(now)
    undecided = (game.begins_at for game in found.pairings if game.outcome is None)
    asked = {"tournament_id": found.id, "now": min(undecided, default=found.created_at)}
    blocked = (frozenset(map(UserId, pair)) for pair in connection.execute(_BLOCKED, asked))
    return Circumstances(
        blocked=frozenset(blocked),
        away={
            UserId(user): tuple(Interval(row.start_at, row.end_at) for row in theirs)
            for user, theirs in groupby(connection.execute(_AWAY, asked), key=attrgetter("user_id"))
        },
        ratings={} if found.round else _ratings(connection, found, day_of(now)),
        changed_at=None if found.state.started else _changed_at(connection, found.id),
    )


def _ratings(connection: Connection, found: Tournament, day: int) -> Mapping[UserId, int]:
    users = sorted(one.user_id for one in found.entrants if one.user_id is not None)
    accounts = {user: own.get(found.game) for user, own in ratings.accounts(connection, users).items()}
    return {user: (one.on(day) if one else Rating()).points for user, one in accounts.items()}


def _card_of(row: Any) -> TournamentCard:
    message = None if row.message is None else MessageId(row.message)
    return TournamentCard(message, row.version, row.shown_version, row.lost)


def _summary(row: Any) -> TournamentSummary | None:
    form = _format(row.terms)
    if form is None:
        return None
    state = TournamentState(row.state)
    won = UserId(row.champion) if row.champion and row.champion > 0 else None
    return TournamentSummary(TournamentId(row.id), row.name, row.game, form, state, row.entrants, won)


def _format(terms: str) -> Format | None:
    try:
        return TournamentTerms.read(json.loads(terms)).format
    except ValueError:
        return None


def _changed_at(connection: Connection, tournament_id: TournamentId) -> datetime | None:
    """The time at which a tournament's terms changed before its start; None if they didn't."""
    return rows.read_time(host.remembered(connection, _changed(tournament_id)))


def _changed(tournament_id: TournamentId) -> str:
    """The key of the fact that says when a tournament's terms changed."""
    return f"tournament {tournament_id} terms changed"


def _round(tournament_id: TournamentId, number: int) -> str:
    """The key of the fact that holds the messages of a round."""
    return f"tournament {tournament_id} messages of round {number}"


def _told_of_loss(tournament_id: TournamentId) -> str:
    """The key of the fact that counts the organisers who were told of a lost channel."""
    return f"tournament {tournament_id} told of its lost channel"
