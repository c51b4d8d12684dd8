"""The board that lines are tried on: a match that its reader may look at, or the start of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cogs.kit.boards import BoardStyle, style_for
from cogs.kit.call import Call
from cogs.kit.errors import Refusal
from cogs.kit.presentation import number_of_game, presentation_numbered
from cogs.kit.visibility import to_look_at
from cogs.lines import texts as lines_texts
from cogs.lines.service import Lines
from cogs.panels.match.board_panel import side_below
from engines import ActionError, Side
from engines.record import History, RecordError
from matches import GuildId, Match, MatchId, Phase
from matches.lines import LineKey, LineNode, LineSpot, LineTree, check_may_try, current_spot, line_history

if TYPE_CHECKING:
    from cogs.app import App

OF_MATCH = 0
"""Stands in ids for the number of a game where the board is a match's."""


@dataclass(frozen=True, slots=True)
class LineBoard:
    """The ``record`` that lines hang on, its reader's ``tree``, and how they see boards.

    ``match`` is None on the rules of a game.
    """

    key: LineKey
    game: str
    match: Match | None
    record: History
    tree: LineTree
    style: BoardStyle
    bottom: Side

    @property
    def numbers(self) -> tuple[int, int]:
        """The numbers in ids: of the match or 0, and of the game or OF_MATCH."""
        return (self.key.match_id, OF_MATCH) if self.match else (0, number_of_game(self.game))

    @property
    def now(self) -> LineSpot:
        """The present position of the match, or the start of the game."""
        return LineSpot(0, len(self.record.played))

    def at(self, spot: LineSpot) -> History:
        """The history of a match as if it had come to ``spot``. Raises RecordError and KeyError."""
        return line_history(self.record, self.tree, spot)

    def is_passed(self, spot: LineSpot) -> bool:
        """True if the match goes on and has moved past the line of a position."""
        goes_on = self.match is not None and self.match.phase is Phase.PLAYING
        return goes_on and spot.node > 0 and self.tree.left_at(spot.node) < self.now.ply

    def name_of(self, spot: LineSpot) -> str:
        """The name of a position's node, or of the nearest named one before it in its line."""
        path = self.tree.path(spot.node) if spot.node else ()
        return next((node.name for node in reversed(path) if node.name), "")

    def on_from(self, spot: LineSpot) -> list[tuple[LineSpot, str, str]]:
        """The ways on from a position: the positions after it, their actions and their names.

        First what was played in the match, then what was tried.
        """
        found = []
        if not spot.node and spot.ply < self.now.ply:
            found.append((LineSpot(0, spot.ply + 1), str(self.record.played[spot.ply]), ""))
        tried: Sequence[LineNode] = self.tree.after(spot)
        return [*found, *((LineSpot(one.number, spot.ply + 1), one.action, one.name) for one in tried)]

    def there(self, node: int, ply: int) -> LineSpot | None:
        """The position after a node or, for 0, in the record; None if its node is gone."""
        if not node:
            return LineSpot(0, min(ply, self.now.ply))
        found = self.tree.node(node)
        return None if found is None else LineSpot(node, found.ply + 1)

    def current_spot(self, spot: LineSpot, mark: int) -> LineSpot | None:
        """The position that was at ``spot`` with this mark when the reader saw it; None if it is gone."""
        return current_spot(self.record, self.tree, spot, mark)

    def with_tree(self, tree: LineTree) -> LineBoard:
        """The board after a change of the tree."""
        return replace(self, tree=tree)


async def opened(call: Call, match_id: MatchId, game: int) -> LineBoard:
    """The board of a match for the user, or of the game with this number if ``match_id`` is 0.

    Raises Refusal, Refused and NoSuchMatchError.
    """
    if match_id:
        return await _of_match(call, await to_look_at(call, match_id))
    return await _of_rules(call, game)


async def _of_match(call: Call, match: Match) -> LineBoard:
    if not match.started:
        raise Refusal(lines_texts.NOT_BEGUN)
    check_may_try(match, call.user)
    record = call.app.matches.history(match)
    key = LineKey.on(match, call.user)
    tree = await call.app[Lines].tree(key, record)
    style = await style_for(call.app, match.guild_id, call.user)
    return LineBoard(key, match.game_key, match, record, tree, style, side_below(match, call.user))


async def _of_rules(call: Call, game: int) -> LineBoard:
    rules = presentation_numbered(call.app.presentations, game).game
    record = History(rules.start())
    key = LineKey.on_rules(rules.key, call.user)
    tree = await call.app[Lines].tree(key, record)
    style = await style_for(call.app, GuildId(call.guild_id or 0), call.user)
    return LineBoard(key, rules.key, None, record, tree, style, rules.sides[0])


async def mended(app: App, board: LineBoard) -> LineBoard:
    """The board without lines that can't be played any more."""
    return board.with_tree(await app[Lines].mend(board.key, board.record))


def can_be_shown(board: LineBoard, spot: LineSpot) -> History | None:
    """The history of a match as if it had come to ``spot``; None if its line can't be played any more."""
    try:
        return board.at(spot)
    except RecordError:
        return None


def in_words(line: History, action: str) -> str:
    """An action that was tried after ``line``, in words; as it is written if it can't be played any more."""
    try:
        return line.position.describe(line.position.parse(action))
    except ActionError:
        return action
