"""The computer in matches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from cachetools import TTLCache

from data import stores
from engines.record import History
from matches.chores import Chore
from matches.errors import HelpKind, NoHelpError, Problem, Refused, StaleError
from matches.lifecycle import computers, offers
from matches.lifecycle.computers import ComputerTurn
from matches.lifecycle.history import KEPT
from matches.lifecycle.match_context import Loaded
from matches.model import Match, MatchId, UserId
from services.chores import Chores
from services.core import FRESH, Core
from services.operations import reading
from services.play import Play


class Computers(Chores):
    """The computer's turns. Each is a chore, stored with the change that made it due."""

    lease = timedelta(seconds=45)
    thinking = True

    def __init__(self, core: Core, play: Play) -> None:
        super().__init__(core)
        self._play = play
        self._loaded: TTLCache[tuple[MatchId, int], Loaded, datetime] = TTLCache(KEPT, FRESH, core.now)
        """The matches as loaded for a turn, by id and version, kept until it is played if that is soon."""

    def is_to_think(self, match: Match) -> bool:
        """True if the match waits for the computer."""
        if match.computer is None:
            return False  # without replaying its record
        return computers.is_to_think(match, self._core.history(match) if match.started else None)

    async def turn_of(self, chore: Chore) -> ComputerTurn | None:
        """The turn to think about; None if the match has changed since, or is gone.

        Raises NoHelpError if it would help the player in another match: the turn is held back until something
        happens there.
        """
        loaded = await self._core.find_with_settings(chore.match_id)
        if loaded is None:
            return None
        match = loaded.match
        if match.version != chore.message or not match.started:
            return None
        history = self._core.history(match)
        turn = computers.turn_of(match, history)
        if turn is not None:
            try:
                await self._check_turn(match, history)
            except NoHelpError:
                await self._core.fair_play.hold(chore, match.users)
                raise
            self._loaded[match.id, match.version] = loaded
        return turn

    async def is_held(self, match: Match) -> bool:
        """True if the computer's turn is held back because it would help the player in another match."""
        try:
            await self._check_turn(match, self._core.history(match))
        except NoHelpError:
            return True
        return False

    async def _check_turn(self, match: Match, history: History) -> None:
        for user in match.users:
            await self._core.fair_play.check(user, match, history, HelpKind.TURN)

    async def play(self, turn: ComputerTurn, actions: Sequence[str], value: int | None = None) -> Match:
        """Play the computer's whole turn, or answer a draw offer; returns the changed match.

        ``value`` is that of the position for the side to act, in hundredths of the smallest piece. Raises
        StaleError if the match has changed, and the engines' ActionError for invalid actions.
        """
        loaded = self._loaded.pop((turn.match_id, turn.version), None)
        async with self._core.changing(turn.match_id, loaded=loaded) as match:
            if match.version != turn.version:
                raise StaleError(match)
            side = computers.side_of(match)
            assert side is not None, "a turn is the computer's"
            if turn.offered_draw:
                history, now = self._core.history(match), self._core.now()
                taken = computers.takes_draw(turn, value)
                after = (offers.agreed if taken else offers.refused)(match, side, history, now)
                what = f"computer={turn.level} {'agreed' if taken else 'refused'}"
                return await self._core.save(match, after, what)
            after, _ = self._play.played(match, self._read(match, actions), await self._core.people_of(match))
            what = f"computer={turn.level} played ply={after.entries[-1].ply}"
            return await self._core.save(match, after, what)

    # --- hints -----------------------------------------------------------------------------------

    async def hint(self, match: Match, user: UserId) -> ComputerTurn:
        """The turn of ``user``, to think about for a hint.

        Raises Refused in a match between people, NotYourTurnError, and NoHelpError if it would help the
        user in another match.
        """
        if not match.alone:
            raise Refused(Problem.NO_HINT, match=match)
        self._core.check_turn(match, user, None)
        history = self._core.history(match)
        await self._core.fair_play.check(user, match, history, HelpKind.HINT)
        return computers.hint_of(match, history)

    async def record_hint(self, turn: ComputerTurn, user: UserId) -> None:
        """Count a hint given to ``user``, once if two processes gave the same one."""
        await self._db.write(stores.matches.record_hint, turn.match_id, user, turn.position)

    hints = reading(stores.matches.hints)

    def _read(self, match: Match, actions: Sequence[str]) -> list[str]:
        """The actions up to the end of the side's turn, parsed. Raises the engines' ActionError."""
        position = self._core.history(match).position
        side = position.to_act
        read = []
        for text in actions:
            if position.to_act != side:
                break
            action = position.parse(text)
            position = position.apply(action)
            read.append(str(action))
        return read
