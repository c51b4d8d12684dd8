"""Offers to one another at a table."""

from __future__ import annotations

from engines.games.prawns import Prawns
from matches import UserId
from matches.lifecycle import offers
from matches.model import Match, OfferKind
from tests.matches.table import CHALLENGER, Table


class Peaceful(Prawns):
    """Prawns in which the players may agree on a draw."""

    draws = True


async def offer(table: Table, by: UserId = CHALLENGER, kind: OfferKind = OfferKind.DRAW) -> Match:
    return await table.matches.play.offer(table.id, by, kind)


def offered_by(match: Match) -> str | None:
    standing = offers.pending(match)
    return standing.by if standing else None
