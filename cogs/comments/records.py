"""Comments in the record of their match, by side: a record names nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogs.comments.rules import side_of_writer
from cogs.comments.service import Comments
from matches import Match
from matches.records import Remark

if TYPE_CHECKING:
    from cogs.app import App


async def remarks(app: App, match: Match) -> Sequence[Remark]:
    """The comments of a match that aren't hidden."""
    found = [(one, side_of_writer(match, one.writer)) for one in await app[Comments].public(match)]
    return [Remark(one.ply, side, one.text) for one, side in found if side is not None]
