"""The analysis board on the page: a reader's own lines in a match, and moves in advance that come of them.

The tree is the one of the cards, so that a line that is tried here goes on there.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.record import History, RecordError
from matches import Match, MatchId, UserId
from matches.errors import StaleError
from matches.lifecycle.match_context import Loaded
from matches.lines import LineSpot, LineTree, check_may_try, line_history, mark_of
from web.boards import Boards, Json
from web.host import BoardHost

NOW = LineSpot(0, 1_000_000)
"""Stands for the present position: no record has so many actions."""


class NotBegunError(Exception):
    """A match has no position yet, so there is nothing to analyse."""


class WebLines:
    """Tries lines for a reader on the page. Whatever is asked ends with the position where they are then."""

    def __init__(self, host: BoardHost, boards: Boards) -> None:
        self._host = host
        self._boards = boards

    async def at(self, match_id: MatchId, reader: UserId, spot: LineSpot, bottom: str | None = None) -> Json:
        """The position at a spot of the reader's tree, or the present one if that is gone.

        Raises Refused where lines are forbidden, NotBegunError, and what :meth:`Boards.opened` does.
        """
        loaded, history = await self._opened(match_id, reader)
        tree = await self._host.lines.tree(loaded.match, reader)
        return await self._described(loaded, history, reader, tree, spot, bottom)

    async def try_action(
        self,
        match_id: MatchId,
        reader: UserId,
        spot: LineSpot,
        mark: int,
        text: str,
        bottom: str | None = None,
    ) -> Json:
        """Try an action at a spot whose position has this ``mark``. Raises as :meth:`at`, and ActionError."""
        loaded, history = await self._opened(match_id, reader)
        tree = await self._host.lines.tree(loaded.match, reader)
        line = _line(history, tree, spot)
        if line is None:
            return await self._described(loaded, history, reader, tree, NOW, bottom)
        action = line.position.parse(text)
        with self._host.working():
            tree, reached = await self._host.lines.try_action(loaded.match, reader, spot, mark, action)
        return await self._described(loaded, history, reader, tree, reached or NOW, bottom)

    async def delete(self, match_id: MatchId, reader: UserId, node: int, bottom: str | None = None) -> Json:
        """Delete a tried action with all after it; ends before it. Raises as :meth:`at` does."""
        loaded, history = await self._opened(match_id, reader)
        found = (await self._host.lines.tree(loaded.match, reader)).node(node)
        with self._host.working():
            tree = await self._host.lines.delete(loaded.match, reader, node)
        before = NOW if found is None else LineSpot(found.parent, found.ply)
        return await self._described(loaded, history, reader, tree, before, bottom)

    async def plan(
        self,
        match_id: MatchId,
        reader: UserId,
        node: int,
        *,
        expected_version: int,
        bottom: str | None = None,
    ) -> Json:
        """Save the reader's answers in the line to a node, to be played when they come true.

        Raises as :meth:`at` does, StaleError once the match has moved on, and why a line can't be saved.
        """
        loaded, history = await self._opened(match_id, reader)
        if loaded.match.version != expected_version:
            raise StaleError(loaded.match)
        tree = await self._host.lines.tree(loaded.match, reader)
        found = tree.node(node)
        if found is not None:
            with self._host.working():
                await self._host.lines.plan(loaded.match, reader, tree, node)
        spot = NOW if found is None else LineSpot(node, found.ply + 1)
        return await self._described(loaded, history, reader, tree, spot, bottom)

    async def unplan(
        self, match_id: MatchId, reader: UserId, number: int, spot: LineSpot, bottom: str | None = None
    ) -> Json:
        """Take back an answer that was saved, and those that follow it. Raises as :meth:`plan` does."""
        loaded, history = await self._opened(match_id, reader)
        with self._host.working():
            await self._host.lines.take_back(loaded.match, reader, number)
        tree = await self._host.lines.tree(loaded.match, reader)
        return await self._described(loaded, history, reader, tree, spot, bottom)

    async def _opened(self, match_id: MatchId, reader: UserId) -> tuple[Loaded, History]:
        loaded = await self._boards.opened(match_id, reader)
        if not loaded.match.started:
            raise NotBegunError
        check_may_try(loaded.match, reader)
        return loaded, self._host.services.matches.history(loaded.match)

    async def _described(
        self,
        loaded: Loaded,
        history: History,
        reader: UserId,
        tree: LineTree,
        spot: LineSpot,
        bottom: str | None,
    ) -> Json:
        match, host = loaded.match, self._host
        node = tree.node(spot.node)
        ply = min(spot.ply, len(history.played)) if node is None else node.ply + 1
        spot = LineSpot(0 if node is None else node.number, ply)
        line = _line(history, tree, spot)
        if line is None:
            spot, line = LineSpot(0, len(history.played)), history
        position = await self._boards.position(
            line,
            await host.theme(loaded, reader),
            self._boards.side_below(match, reader, bottom),
            words=host.words(match.game_key),
            acts=line.position.to_act is not None,
        )
        before = tree.before(spot)
        return {
            **position,
            "version": match.version,
            "node": spot.node,
            "mark": mark_of(line.position),
            "before": None if before is None else before._asdict(),
            "line": [str(one) for one in line.played[tree.left_at(spot.node) :]] if spot.node else [],
            "ways": list(_ways(history, line, tree, spot)),
            "plan": host.lines.plan_in_words(match, reader, tree, spot.node) if spot.node else [],
            "planned": await self._planned(match, reader),
            "tried": len(tree.nodes),
        }

    async def _planned(self, match: Match, reader: UserId) -> list[Json]:
        if reader not in match.users:
            return []
        return [
            {"number": number, "said": said} for number, said in await self._host.lines.planned(match, reader)
        ]


def _line(history: History, tree: LineTree, spot: LineSpot) -> History | None:
    """The history of a match as if it had come to ``spot``; None if that is gone."""
    try:
        return line_history(history, tree, spot)
    except (KeyError, RecordError):
        return None


def _ways(history: History, line: History, tree: LineTree, spot: LineSpot) -> Iterator[Json]:
    """The ways on from a position: what was played there in the match, then what was tried."""
    if not spot.node and spot.ply < len(history.played):
        played = history.played[spot.ply]
        yield {
            "node": 0,
            "ply": spot.ply + 1,
            "text": str(played),
            "words": played.description,
            "played": True,
        }
    words = {str(action): line.position.describe(action) for action in line.position.legal_actions()}
    for one in tree.after(spot):
        text = one.action
        yield {
            "node": one.number,
            "ply": one.ply + 1,
            "text": text,
            "words": words.get(text, text),
            "played": False,
        }
