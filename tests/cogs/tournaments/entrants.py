"""Entrants of a tournament in stories: they end their matches by taps in their threads."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final

from simcord.actors import MemberActor

from cogs.kit.call import show_all
from cogs.tournaments.service import WAVE, Tournaments
from matches import Match
from matches.tournaments.model import Pairing, Seed, Tournament
from tests.cogs import threads
from tests.cogs.community import id_of, newcomers
from tests.cogs.governing import an_admin
from tests.cogs.server import Server, ids, labels, text
from tests.cogs.tournaments.stories import FIRST, card, choose, draft, leaves, run, seen

Verdict = Callable[[Pairing], Seed | None]
"""Says who loses a game, or None for a draw."""
NOBODY: Final[Collection[int]] = ()


def the_lower_seed(game: Pairing) -> Seed:
    """The entrant with the higher number loses."""
    return max(game.seeds)


@dataclass
class Entrants:
    """The entrants of the first tournament, in the order of their entries, which is that of their seeds.

    ``looked_through``: the requests in which pings and alt texts have been looked at.
    """

    server: Server
    people: list[MemberActor]
    looked_through: int = 0

    def of(self, seed: int) -> MemberActor:
        """The person with a seed."""
        return self.people[seed - 1]

    async def found(self) -> Tournament:
        """The tournament as stored."""
        return await seen(self.server)

    # --- what they do ----------------------------------------------------------------------------

    async def play(self, verdict: Verdict, *, without: Collection[int] = NOBODY) -> None:
        """End the games that are being played, ``without`` those of some seeds; what is due then is done.

        The first of them ends by taps.
        """
        playing = [game for game in (await self.found()).pairings if game.running]
        ended = [game for game in playing if not {*game.seeds} & {*without}]
        for number, game in enumerate(ended):
            await self.end(game, verdict(game), by_taps=number == 0)
        await self.go_on()

    async def play_on(self, verdict: Verdict, *, until: Callable[[Tournament], bool] | None = None) -> None:
        """Play all there is, to the end of the tournament or ``until`` something holds of it."""
        for _ in range(60):
            found = await self.found()
            if found.state.ended or (until is not None and until(found)):
                return
            await self.play(verdict)
        raise AssertionError("it never ends")

    async def end(self, game: Pairing, loser: Seed | None, *, by_taps: bool = True) -> None:
        """The loser resigns, or both agree to a draw: that by taps in the thread of their match."""
        match = await self.match_of(game)
        if loser is not None and not by_taps:
            ended = await self.server.bot.app.matches.play.resign(match.id, id_of(self.of(loser)))
            with self.server.env.as_bot():
                await show_all(self.server.bot.app, [ended])
            return
        if loser is None:
            one, other = (self.of(seed) for seed in game.seeds)
            await threads.agree_on_a_draw(self.server, one, other, match)
        else:
            await threads.resign(self.server, self.of(loser), match)

    async def move(self, game: Pairing, seed: int) -> None:
        """An entrant plays the first move there is."""
        await threads.move(self.server, self.of(seed), await self.match_of(game))

    async def leave(self, seed: int) -> str:
        """An entrant leaves while it runs; returns what they are asked before."""
        question = await leaves(self.of(seed), card(self.server))
        asked = text(question)
        await self.of(seed).click(question, label="Leave the tournament")
        return asked

    async def go_on(self) -> None:
        """What is due is done: in waves, and for each entrant no more games than may run at once."""
        before = len(self.server.channel.threads)
        await self.server.pass_time(minutes=2)
        assert len(self.server.channel.threads) - before <= WAVE, "threads open in waves"
        await run(self.server)
        found = await self.found()
        for entrant in found.entrants:
            running = sum(game.running for game in found.of(entrant.seed))
            assert running <= found.terms.at_once, f"seed {entrant.seed} plays {running} games at once"
        played = [await self.match_of(game) for game in found.pairings if game.match_id is not None]
        self.looked_through = threads.check_sent(self.server, self.looked_through, played)

    # --- what they see ---------------------------------------------------------------------------

    async def match_of(self, game: Pairing) -> Match:
        """The match of a pairing as it is now."""
        assert game.match_id is not None
        return await self.server.bot.app.matches.load(game.match_id)

    async def board(self, game: Pairing) -> Any:
        """The latest message in the thread of a game."""
        return threads.board(self.server, await self.match_of(game))

    def named(self, *lines: str) -> str:
        """Lines as they are shown: with a mention for each ``@`` and a seed."""
        return re.sub(r"@(\d+)", lambda found: self.of(int(found[1])).mention, "\n".join(lines))

    async def table(self, who: MemberActor) -> Any:
        """The table or the bracket, as ``who`` opens it from the card."""
        shown = card(self.server)
        label = next(one for one in labels(shown) if one in ("Table", "Bracket"))
        return (await who.click(shown, label=label)).followups[-1]


async def entered(server: Server, number: int, game: str = "Pjawns", **chosen: str) -> Entrants:
    """A tournament is created by taps, ``number`` people have joined it, and it has begun.

    ``chosen`` are entries of the panel's menus, those of *More…* after a ``more``.
    """
    admin = an_admin(server)
    panel = await draft(server, admin, game=game)
    for name, label in chosen.items():
        if name == "more":
            await admin.click(panel, label="More…")
        await choose(admin, panel, label)
    await admin.click(panel, label="Create")
    entrants = Entrants(server, newcomers(server, number))
    for who in entrants.people:
        await server.bot.app[Tournaments].enter(FIRST, id_of(who))
    if (await seen(server)).terms.most is None:
        await server.pass_time(days=8)
    await entrants.go_on()
    found = await entrants.found()
    assert [one.user_id for one in found.by_seed.values()] == [who.id for who in entrants.people]
    return entrants


def cards(server: Server) -> list[Any]:
    """The messages in the channel that are cards of the first tournament."""
    return [one for one in server.channel.history() if ids(one, r"tour(?!news)\w+:0:0:1\b")]
