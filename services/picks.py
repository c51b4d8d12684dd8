"""Operations of the setup: drafting a pick, and making it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from data import stores
from engines import Side
from matches.errors import StaleError
from matches.lifecycle import computers, schedule, setup
from matches.lifecycle.checks import check_phase, check_player
from matches.model import Match, MatchId, Phase, UserId
from services.core import Core

log = logging.getLogger(__name__)


class Picks:
    """From acceptance to the first position."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def draft(self, match_id: MatchId, user: UserId) -> tuple[Match, tuple[str | None, ...]]:
        """The match, and the draft of ``user`` for a pick, with one item for each slot.

        Raises NotAPlayerError, WrongPhaseError, PickError if there is nothing to choose.
        """
        match, _, draft = await self._drafting(await self._core.load(match_id), user)
        return match, draft

    async def drafted(self, match_id: MatchId, user: UserId) -> tuple[str | None, ...]:
        """A user's draft of a pick, by slot; empty if there is none."""
        return await self._db.read(stores.matches.draft_of, match_id, user)

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
