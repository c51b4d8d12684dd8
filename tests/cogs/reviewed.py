"""A finished match of Prudh whose review is made or kept: for stories of reviews and what comes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from computer.review.model import MADE_AS, Review, ReviewedTurn, SearchJob, SearchResult, played_match
from computer.review.search import search
from matches import Match
from tests.cogs.community import id_of
from tests.cogs.going_on import gone_on, shown
from tests.cogs.server import Server

PLAYED: Final = (
    "d2-e3 / b5-a4 / e1-f2 / b1-c2 / b2-c1 / d1-c2 / e3>e5 / a6-c4 / c1-a3 / c2>f2 / a3>d3 / c4>c6 / c3-d2 / "
    "f1-e2 / e5>f5 / a4>a6 / e5-d6 / e2-a6 / f4-d2 / a2-d5 / d6>f6 / d5-c6"
)
"""A match of Prudh in which both sides let a win slip."""
DARK: Final = ReviewedTurn(
    20,
    0,
    ("d6>f6",),
    1.0,
    0.0,
    (("d2>d6",), ("a6-d3",), ("d6>a6",)),
    ("d5>d3",),
    won_in=5,
    lost_by_force=True,
)
LIGHT: Final = ReviewedTurn(17, 1, ("e2-a6",), 0.72, 0.31, (("d5-c6",), ("d6>f6",), ("a6-e2",)), ("d6>d4",))


class Lookers:
    """Workers that look in this process, at few positions, once they may."""

    def __init__(self, error: Exception | None = None) -> None:
        self.jobs: list[SearchJob] = []
        self.error = error
        self.asked = asyncio.Event()
        self.may = asyncio.Event()
        self.may.set()

    async def search(self, job: SearchJob) -> SearchResult:
        self.jobs.append(job)
        self.asked.set()
        await self.may.wait()
        if self.error:
            raise self.error
        return search(replace(job, nodes=60))


def lookers(server: Server, error: Exception | None = None) -> Lookers:
    """The workers that look at matches from now on."""
    found = Lookers(error)
    let_look(server, found)
    return found


def let_look(server: Server, looking: Any) -> None:
    """Have these workers look at matches from now on; None: there are none."""
    server.bot.app.reviews._workers = looking


async def finished(server: Server) -> Match:
    """A match between two people, given up by dark, who is the challenger."""
    server.coin[:] = ["heads"]
    await server.begin("prudh")
    match = await gone_on(server, *PLAYED.split(" / "))
    return await shown(server, await server.bot.app.matches.play.resign(match.id, id_of(server.challenger)))


def review_of(server: Server, match: Match, *turns: ReviewedTurn, chance: Callable[[int], float]) -> Review:
    """A review of a finished match with the costly ``turns``, and dark's ``chance`` after each ply."""
    played = played_match("prudh", match.options, 1, server.bot.app.matches.history(match))
    plies = tuple(range(len(played.turns) + 1))
    return Review(plies, tuple(map(chance, plies)), turns, played.key)


async def kept(server: Server, *turns: ReviewedTurn, chance: Callable[[int], float] = lambda _: 0.5) -> Match:
    """A finished match whose review is kept, made after its result was shown."""
    match = await finished(server)
    review = review_of(server, match, *turns, chance=chance)
    await server.bot.app.matches.reviews.keep(match.id, MADE_AS, review.written())
    return match


async def done(server: Server) -> None:
    """Wait until every review is made and shown."""
    while showing := server.bot.app.reviews._followers:
        await asyncio.wait(showing)
    await server.env.settle()


async def opened(server: Server, who: Any) -> Callable[[], Any]:
    """``who`` opens the review from the card; returns how to look at it."""
    clicked = await who.click(server.card, label="Review")
    return lambda: clicked.followups[-1]
