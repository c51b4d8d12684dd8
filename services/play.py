"""Operations of play: picks, moves, takebacks, offers, resigning, claims."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from data import stores
from data.features.advances import said_in
from engines import Action, IllegalActionError, Side, UnreadableActionError
from engines.record import History
from matches import advances
from matches.advances import Advance, AdvanceChange, Advancing
from matches.errors import Problem, Refused, StaleError
from matches.lifecycle import computers, finish, offers, oops, schedule, setup
from matches.lifecycle.checks import (
    MOST_ENTRIES,
    MOST_TAKE_BACKS,
    check_phase,
    check_player,
    check_playing,
    check_running,
    take_backs,
)
from matches.lifecycle.history import goes_nowhere
from matches.lifecycle.match_context import Loaded
from matches.model import LEAVING_COUNTS, Entry, EntryKind, Match, MatchId, OfferKind, Person, Phase, UserId
from services.core import Core, retried
from services.operations import Operations, reading

log = logging.getLogger(__name__)

LONGEST_LINE: Final = 200
"""Characters of a typed turn. Parsing time grows faster than the length."""


class Picks(Operations):
    """From acceptance to the first position."""

    drafted = reading(stores.matches.draft_of)

    async def draft(self, match_id: MatchId, user: UserId) -> tuple[Match, tuple[str | None, ...]]:
        """The match, and the draft of ``user`` for a pick, with one item for each slot.

        Raises NotAPlayerError, WrongPhaseError, PickError if there is nothing to choose.
        """
        match, _, draft = await self._drafting(await self._core.load(match_id), user)
        return match, draft

    async def choose(
        self, match_id: MatchId, user: UserId, slot: int, choice: str
    ) -> tuple[Match, tuple[str | None, ...]]:
        """Put ``choice`` into a slot of the player's draft; returns what :meth:`draft` does.

        A draft is private: it does not change the match, nor its version. Raises what :meth:`draft` does, and
        PickError for an unknown slot or choice.
        """
        async with self._core.changing(match_id) as found:
            match, _, stored = await self._drafting(found, user)
            draft = setup.drafted(match, stored, slot, choice)
            await self._db.write(stores.matches.save_draft, match_id, user, draft)
            return match, draft

    async def pick(
        self, match_id: MatchId, user: UserId, choices: Sequence[str | None] | None = None
    ) -> Match:
        """Confirm a pick: ``choices``, or the player's draft. It never changes afterwards.

        The version is not checked, since both players pick at the same time: each side can pick only once.
        Raises PickError.
        """
        while True:
            async with self._core.changing(match_id) as found:
                match, side, draft = await self._drafting(found, user)
                made = draft if choices is None else choices
                now = self._core.now()
                after = setup.picked(match, side, made, self._core.salt, now)
                # Counted now: after the pick, the clocks no longer know when this player was away.
                was = match.clocks and match.clocks.counted(now)
                after = replace(after, clocks=was)
                after = computers.picked(after, self._core.chance, self._core.salt, now)
                if not match.blind:
                    after = replace(after, clocks=schedule.next_pick(after, now))
                if after.phase is Phase.PLAYING:
                    after = replace(
                        after, clocks=schedule.in_play(after, self._core.history(after).position, now)
                    )
                try:
                    return await self._core.save(match, after, f"user={user} picked")
                except StaleError:
                    # The other player picked first, through another process: try again.
                    log.info("match=%s user=%s picked at the same time as the other side", match_id, user)

    async def _drafting(self, match: Match, user: UserId) -> tuple[Match, Side, tuple[str | None, ...]]:
        """The match, no older than the draft; the side that may pick; its draft. Raises as :meth:`draft`."""
        side = self._check_may_pick(match, user)
        draft = await self._db.read(stores.matches.draft_of, match.id, user)
        if draft:
            return match, side, draft
        # Nothing is chosen yet, or another process just confirmed the pick, which deleted the draft.
        match = await self._core.load(match.id)
        side = self._check_may_pick(match, user)
        slots = match.game.secret_setup.slots if match.game.secret_setup else ()
        return match, side, (None,) * len(slots)

    def _check_may_pick(self, match: Match, user: UserId) -> Side:
        side = check_player(match, user, None)
        check_phase(match, Phase.SETUP)
        setup.check_choice(match, side)
        return side


class Play:
    """From the first position to the end."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @retried
    async def turn(
        self,
        match_id: MatchId,
        user: UserId,
        text: str,
        *,
        expected_version: int | None = None,
        loaded: Loaded | None = None,
    ) -> Match:
        """Play the actions in ``text``, one or several of one turn.

        The whole text is parsed before anything is stored: a mistake in it changes nothing. Moves in advance
        and forced actions may follow automatically: see ``matches.advances``. ``loaded`` is the match, if it
        was just loaded. Raises NotYourTurnError, and the engines' ActionError.
        """
        async with self._core.changing(match_id, loaded=loaded) as match:
            actions = self.read(match, user, text, expected_version=expected_version)
            said = await self._said_in_advance(match)
            after, advance = self.played(match, actions, await self._core.people_of(match), said)
            what = f"user={user} played ply={after.entries[-1].ply}"
            return await self._core.save(match, after, what, advance=advance)

    async def _said_in_advance(self, match: Match) -> Sequence[Advance]:
        """The moves in advance of both players of ``match``; without a query if there never were any."""
        if not match.advance_revision:
            return ()
        return await self._core.db.read(said_in, match.id)

    def read(
        self, match: Match, user: UserId, text: str, *, expected_version: int | None = None
    ) -> tuple[Action, ...]:
        """The actions of one turn in ``text``. Raises what :meth:`turn` does."""
        side = self._core.check_turn(match, user, expected_version)
        if len(text) > LONGEST_LINE:
            raise UnreadableActionError(text, f"a turn takes {LONGEST_LINE} characters at most")
        position, done = self._core.history(match).position, ""
        actions = position.parse_line(text)
        for action in actions:
            if position.to_act != side:
                raise IllegalActionError(str(action), f"after {done} the other side acts")
            position, done = position.apply(action), str(action)
        return actions

    def played(
        self,
        match: Match,
        actions: Sequence[Action | str],
        people: Mapping[UserId, Person],
        said: Sequence[Advance] = (),
    ) -> tuple[Match, AdvanceChange]:
        """``match`` after these actions and the automatic ones that follow, finished if they end it.

        Also the change to the moves that its players have ``said`` in advance.
        """
        now = self._core.now()
        made = self._gone_on(match, self._core.history(match), actions, people, said)
        played = made.history.played[made.before :]
        kinds = [EntryKind.ACTION] * len(actions) + made.kinds
        entries = [
            *match.entries,
            *(
                Entry(kind, str(each), each.side, each.after.ply, now)
                for kind, each in zip(kinds, played, strict=True)
            ),
        ]
        clocks = match.clocks and schedule.after_play(match.clocks, match, played, now)
        after = replace(match, entries=tuple(entries), clocks=clocks, changed_at=now)
        outcome = made.history.position.outcome()
        return (finish.by_rules(after, outcome, now) if outcome else after), made.change()

    def _gone_on(
        self,
        match: Match,
        history: History,
        actions: Sequence[Action | str],
        people: Mapping[UserId, Person],
        said: Sequence[Advance] = (),
    ) -> Advancing:
        """``match`` after these actions and the automatic ones that follow."""
        made = advances.begun(match, history, actions, people, said)
        made.go_on(MOST_ENTRIES - len(match.entries) - len(actions))
        return made

    async def check_turn(self, match_id: MatchId, user: UserId, expected_version: int | None) -> Loaded:
        """The match, if ``user`` is to act in the version they see. Raises what :meth:`turn` would."""
        loaded = await self._core.load_with_settings(match_id)
        self._core.check_turn(loaded.match, user, expected_version)
        return loaded

    def goes_on(self, loaded: Loaded, action: Action) -> bool:
        """True if the turn goes on after ``action``, and its player can take that back then."""
        match, history = loaded.match, self._core.history(loaded.match)
        side = history.position.to_act
        after = self._gone_on(match, history, [action], loaded.people).history
        limited = side is not None and take_backs(match.entries, side) >= MOST_TAKE_BACKS
        goes_on = after.position.to_act == side and after.can_take_back()
        return goes_on and (match.both_sides or not limited)

    async def check_running(self, match_id: MatchId, user: UserId) -> Match:
        """The match, if ``user`` could resign it. Raises what :meth:`resign` would."""
        match = await self._core.load(match_id)
        check_running(match, user, None)
        return match

    def can_take_back(self, match: Match, user: UserId) -> bool:
        """True if an action of the unfinished turn of ``user`` is left to take back."""
        if match.phase is not Phase.PLAYING:
            return False
        history = self._core.history(match)
        if match.both_sides:
            return bool(history.played) and user in match.users
        return history.can_take_back() and history.position.to_act == match.side_of(user)

    @retried
    async def take_back(
        self, match_id: MatchId, user: UserId, *, expected_version: int | None = None
    ) -> Match:
        """Take back the last action of the user's unfinished turn; any last action, if they play both sides.

        Raises Refused.
        """
        async with self._core.changing(match_id) as match:
            side = check_playing(match, user, expected_version)
            if not self.can_take_back(match, user):
                raise Refused(Problem.NOTHING_TO_TAKE_BACK, match=match)
            history = self._core.history(match)
            if match.both_sides:
                side = history.played[-1].side
            elif take_backs(match.entries, side) >= MOST_TAKE_BACKS:
                raise Refused(Problem.TAKE_BACK_LIMIT, match=match, limit=MOST_TAKE_BACKS)
            now = self._core.now()
            entry = Entry(EntryKind.TAKE_BACK, "", side, history.position.ply - 1, now)
            after = match.with_entries(entry)
            return await self._core.save(match, after, f"user={user} took back ply={history.position.ply}")

    def may_oops(self, match: Match, user: UserId) -> bool:
        """True if ``user`` can take back the turn that they just made, without asking."""
        side = match.side_of(user)
        if side is None or match.phase is not Phase.PLAYING:
            return False
        return oops.problem(match, self._core.history(match), side, self._core.now()) is None

    @retried
    async def oops(self, match_id: MatchId, user: UserId, *, ply: int | None = None) -> Match:
        """Take back the turn that ``user`` just made, without asking.

        ``ply``: the number of actions after that turn. Raises Refused, also if the other player was faster.
        """
        async with self._core.changing(match_id) as match:
            side, now = check_playing(match, user, None), self._core.now()
            after = oops.taken_back(match, self._core.history(match), side, now, ply=ply)
            try:
                return await self._core.save(match, after, f"user={user} said oops")
            except StaleError as error:
                if error.crossed:
                    raise
                raise Refused(Problem.OOPS_OVERTAKEN, match=error.match) from None

    def may_ask(self, match: Match, user: UserId, kind: OfferKind) -> bool:
        """True if ``user`` can make this offer to the other player now."""
        side = match.side_of(user)
        if side is None or match.phase is not Phase.PLAYING:
            return False
        return offers.may_ask(match, kind, side, self._core.history(match), self._core.now()) is None

    def paused(self, match: Match) -> bool:
        """True if the match is paused now."""
        return offers.paused(match, self._core.now())

    @retried
    async def offer(
        self, match_id: MatchId, user: UserId, kind: OfferKind, *, expected_version: int | None = None
    ) -> Match:
        """Make the other player an offer. Raises Refused.

        Offering what the other player offers is agreeing, except for takebacks. A user who plays both sides
        needs no agreement: their last action is taken back.
        """
        if kind is OfferKind.TAKE_BACK and (await self._core.load(match_id)).both_sides:
            return await self.take_back(match_id, user, expected_version=expected_version)
        async with self._core.changing(match_id) as match:
            side = check_playing(match, user, expected_version)
            now = self._core.now()
            after = offers.made(match, kind, side, self._core.history(match), now)
            if match.alone and after.phase is Phase.PLAYING:
                after = self.rewound(match, computers.answered(after, self._core.history(after), now))
            return await self._core.save(match, after, f"user={user} asked for a {kind}")

    async def answer(
        self, match_id: MatchId, user: UserId, *, agree: bool, expected_version: int | None = None
    ) -> Match:
        """Answer the other player's offer. Raises Refused."""
        async with self._core.changing(match_id) as match:
            side = check_playing(match, user, expected_version)
            answered = offers.agreed if agree else offers.refused
            after = answered(match, side, self._core.history(match), self._core.now())
            after = self.rewound(match, after)
            return await self._core.save(match, after, f"user={user} {'agreed' if agree else 'refused'}")

    def rewound(self, before: Match, after: Match) -> Match:
        """``after`` with its clocks set back, if turns were taken back."""
        if after.clocks is None or after.phase is not Phase.PLAYING:
            return after
        was, is_now = self._core.history(before).played, self._core.history(after)
        undone = was[len(is_now.played) :][::-1]
        if not undone:
            return after
        return replace(after, clocks=schedule.after_take_back(after.clocks, undone, is_now, after.changed_at))

    @retried
    async def resign(self, match_id: MatchId, user: UserId, *, expected_version: int | None = None) -> Match:
        """Resign a match."""
        async with self._core.changing(match_id) as match:
            side = check_running(match, user, expected_version)
            if match.both_sides:  # there is no winner
                after = finish.without_result(match, self._core.now())
            else:
                after = finish.by_resignation(
                    match, side, self._core.now(), counts=await self._counts(match, side)
                )
            return await self._core.save(match, after, f"user={user} resigned")

    async def _counts(self, match: Match, side: Side) -> bool:
        """True if ``side`` loses by resigning now."""
        if match.terms.conduct < LEAVING_COUNTS or match.alone or match.terms.tournament:
            return match.phase is Phase.PLAYING
        return await self._core.leaving_counts(match, side)

    def goes_nowhere(self, match: Match) -> bool:
        """True if either player may claim that the match ends without a result."""
        return match.phase is Phase.PLAYING and goes_nowhere(self._core.history(match))

    @retried
    async def claim_no_result(
        self, match_id: MatchId, user: UserId, *, expected_version: int | None = None
    ) -> Match:
        """End a match that makes no progress, without a result. Raises Refused."""
        async with self._core.changing(match_id) as match:
            side = check_playing(match, user, expected_version)
            if not self.goes_nowhere(match):
                raise Refused(Problem.GETS_SOMEWHERE, match=match)
            now = self._core.now()
            entry = Entry(EntryKind.CLAIMED, "", side, self._core.history(match).position.ply, now)
            after = finish.without_result(match.with_entries(entry), now)
            return await self._core.save(match, after, f"user={user} claimed no result")
