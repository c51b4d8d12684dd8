"""Turns made on the page: the same rules, clocks and checks as for a tap on a card."""

from __future__ import annotations

import logging

from matches import Match, MatchId, UserId
from matches.errors import StaleError
from web.boards import END, Boards, Json
from web.host import BoardHost

log = logging.getLogger(__name__)


class WebTurns:
    """Plays and takes back for a reader. What is stored is shown on Discord by the bot, meanwhile."""

    def __init__(self, host: BoardHost, boards: Boards) -> None:
        self._host = host
        self._boards = boards
        self._play = host.services.matches.play

    async def preview(
        self,
        match_id: MatchId,
        reader: UserId,
        line: str,
        *,
        expected_version: int,
        bottom: str | None = None,
    ) -> Json:
        """The position after the actions of ``line``, without storing anything.

        With what can follow in the same turn, and ``complete`` once nothing can; ``line`` is what to send
        then. Raises what playing them would.
        """
        loaded = await self._boards.opened(match_id, reader)
        match = loaded.match
        made = list(self._play.read(match, reader, line, expected_version=expected_version))
        history = self._host.services.matches.history(match)
        side = history.position.to_act
        for action in made:
            history = history.then(str(action))
        left = history.position.legal_actions()
        if [action.path for action in left] == [(END,)]:  # nothing else is left to do in this turn
            made.append(left[0])
            history = history.then(END)
        goes_on = history.position.to_act == side and not history.played[-1].ends_turn
        position = await self._boards.position(
            history,
            await self._host.theme(loaded, reader),
            self._boards.side_below(match, reader, bottom),
            words=self._host.words(match.game_key),
            acts=goes_on,
            made=made,
        )
        return {**position, "complete": not goes_on, "line": " ".join(map(str, made))}

    async def play(
        self, match_id: MatchId, reader: UserId, line: str, *, expected_version: int, ply: int
    ) -> Match:
        """Play the actions of ``line``; ``ply`` is the number of actions before them, as the page saw it.

        What was sent before and is sent again is answered as then: it stands in the record. Raises what
        :meth:`services.play.Play.turn` does, and what :meth:`Boards.opened` does.
        """
        loaded = await self._boards.opened(match_id, reader)
        with self._host.working():
            try:
                match = await self._play.turn(
                    match_id, reader, line, expected_version=expected_version, loaded=loaded
                )
            except StaleError as error:
                if not self._was_played(error.match, reader, line, ply):
                    raise
                log.info("match=%s user=%s sent a turn again that was played", match_id, reader)
                return error.match
            self._host.show(match)
            return match

    async def take_back(self, match_id: MatchId, reader: UserId, *, expected_version: int) -> Match:
        """Take back the last action of the reader's unfinished turn. Raises as :meth:`play` does."""
        await self._boards.opened(match_id, reader)
        with self._host.working():
            match = await self._play.take_back(match_id, reader, expected_version=expected_version)
            self._host.show(match)
            return match

    def _was_played(self, match: Match, reader: UserId, line: str, ply: int) -> bool:
        """True if the record of ``match`` has ``line`` after ``ply`` actions, made by ``reader``."""
        if not match.started:
            return False
        history = self._host.services.matches.history(match)
        words = line.split()
        played = history.played[ply : ply + len(words)]
        own = {one.side for one in played} <= {match.side_of(reader)}
        return bool(words) and own and [str(one) for one in played] == words
