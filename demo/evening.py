"""`python -m demo.evening`: what a new demo begins with, played with the real bot and kept in a file.

It is made again with this command whenever the database's schema or the cards have changed. The people type
the commands that each game has, and press buttons by their verbs; what takes many taps is asked of the
services. The turns are the computer's, so that no game's rules are written here, but for one match that is
about to be won.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Container, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from cogs.panels.challenge.challenge_form import PACE, RATED, SEAT, SWITCHES, TAKEBACKS, WHO
from demo.cup import knockout
from demo.run import EVENING, RealHooks, Think, real_bot
from demo.saved import SaveFile
from demo.simulator import RealTime
from demo.world import COMPANY, Answer, DemoUser, WayIn, World
from matches import Match, MatchId, Phase
from matches.guilds.settings import PINNED
from matches.model import GuildId, UserId
from matches.summaries import MatchSummary
from settings.console import run
from settings.environment import read

BEGINS: Final = datetime(2026, 3, 6, 17, tzinfo=UTC)
STILL: Final = RealTime(clock=lambda: BEGINS, tick=0, patience=60)
NAMES: Final = ("ada", "ben", "cleo", "dan")
WON_NEXT: Final = (
    "@e1 / @d8 / @d1 / @c8 / d1-d3 / @b8 / @g1 / @a8 / @a1 / c8-c6 / d3-d4 / d8-d7 / g1-g3 / @h8 / g3-g4 / "
    "c6-c5 / g4-g5 / h8-h7 / g5-g6 / b8-b6 / e1-e2 / a8-a6 / @g1 / @e8 / g6xh7 / b6-b5"
)
"""A match of Pjawns that the side to move wins with its pjawn on WINNER."""
WINNER: Final = "h7"
PICKS: Final = (("crab", "lobster"), ("shrimp", "crab"))
"""What the two players of Prawns pick in secret."""
SLIPS: Final = range(8, 40, 6)
"""Turns in which any move is played: then there is something to look back at."""
DAYS_AGO: Final = 3
"""Days since the match that is looked back at."""
MOST_KEPT: Final = 6
"""The newest messages of a thread that are kept: older ones are little looked at, and have large pictures."""
LONGEST: Final = 120
"""Turns after which a match should have been over."""

log = logging.getLogger(__name__)


class Evening:
    """Four people, some matches, a review, a tournament before its final."""

    def __init__(self, world: World, think: Think) -> None:
        self.world = world
        self.think = think
        self.ada, self.ben, self.cleo, self.dan = (world.people[name] for name in NAMES)
        self.hall = world.places(self.ada)[0].channel
        assert self.hall.guild is not None
        self.guild = GuildId(self.hall.guild.id)
        #: The places in which somebody has opened something that only they see.
        self.opened: list[int] = []

    @property
    def bot(self) -> Any:
        return self.world.simulator.bot

    async def play(self) -> dict[str, WayIn]:
        """The whole evening; returns the ways into it."""
        with self.world.simulator.as_bot():
            await self.bot.app.guilds.change(self.guild, {PINNED: str(self.hall.id)})
        for _ in range(6):
            # The bot uploads the emojis of pieces, and pins the front door.
            await self.world.simulator.advance(20)

        over = await self.begin(self.cleo, self.ada, "pjawns")
        await self.to_the_end(over, slips=SLIPS)
        await self.review(over)
        await self.wait(DAYS_AGO * 24 * 60 + 15)
        second = await self.begin(self.dan, self.ben, "prudh")
        await self.to_the_end(second)

        final = await knockout(self)
        cannons = await self.begin(self.ben, self.ada, "cannons")
        await self.turns(cannons, 9)
        prawns = await self.begin(self.cleo, self.ada, "prawns")
        await self.turns(prawns, 6)
        prudh = await self.begin(self.dan, self.ada, "prudh")
        await self.turns(prudh, 6)
        predation = await self.begin(self.ada, self.dan, "predation")
        await self.turns(predation, 4)
        others = await self.begin(self.dan, self.cleo, "cannons")
        await self.turns(others, 7)
        await self.turns(final, 2)
        looked_at = await self.thread(over)
        await self.press(self.ada, looked_at, "review:")
        self.opened.append(looked_at.id)
        won = await self.begin(self.ada, self.ben, "pjawns", first=True)
        await self.typed(won, WON_NEXT.split(" / ")[:-1])
        await self.ben.member.send(await self.thread(won), f"I see it: {WINNER} goes up, and you win.")
        await self.typed(won, WON_NEXT.split(" / ")[-1:])
        await self.wait(3)
        return {"win": await self.winning(won)}

    async def wait(self, minutes: int) -> None:
        """Let time pass, with all that the bot does in it."""
        until = self.world.simulator.now() + timedelta(minutes=minutes)
        while (left := until - self.world.simulator.now()) > timedelta(seconds=1):
            self.world.skip(left)
            while self.world.progress is not None:
                await self.world.step()

    async def begin(self, one: DemoUser, other: DemoUser, game: str, *, first: bool = False) -> MatchId:
        """One challenges another, who accepts. ``first``: the one is of the first side, by the form."""
        if first:
            key = next(key for key, face in self.bot.app.presentations.items() if face.command == game)
            form = await one.member.slash(self.hall, "play", game=key, opponent=other.member)
            usual = {PACE: ["0"], SWITCHES: [str(RATED), str(TAKEBACKS)]}
            await one.member.submit_modal(form, {WHO: [other.member], SEAT: ["1"], **usual})
        else:
            await one.member.slash(self.hall, f"{game} challenge", opponent=other.member)
        before = {match.id for match in await self.running()}
        await self.press(other, self.hall, "accept:")
        await self.pick(one, other)
        return (await self.fresh(before, 1))[0]

    async def pick(self, *players: DemoUser) -> None:
        """Make the secret picks that a new match waits for, if it does."""
        app = self.bot.app
        for who, choices in zip(players, PICKS, strict=True):
            user = UserId(who.member.id)
            for waiting in await app.matches.lists.waiting_longest(user, 100):
                if waiting.phase is Phase.SETUP:
                    with self.world.simulator.as_bot():
                        await app.publisher.publish(
                            waiting.id, await app.matches.picks.pick(waiting.id, user, choices)
                        )

    async def review(self, number: MatchId) -> None:
        """Ada opens the review of a match, once it is made."""
        with self.world.simulator.as_bot():
            making = self.bot.app.reviews.begin(await self.match(number), UserId(self.ada.member.id))
        await making
        await self.press(self.ada, await self.thread(number), "review:")

    async def running(self) -> Sequence[MatchSummary]:
        """The matches that are under way on the server."""
        found: Sequence[MatchSummary] = await self.bot.app.matches.lists.running_in(self.guild, 100)
        return found

    async def match(self, number: MatchId) -> Match:
        found: Match = await self.bot.app.matches.load(number)
        return found

    async def thread(self, number: MatchId) -> Any:
        """The place where a match is played."""
        match = await self.match(number)
        place = self.world.place(self.ada, match.shown.home or match.channel_id)
        assert place is not None, f"match {number} has no thread"
        return place.channel

    async def press(self, who: DemoUser, place: Any, control: str) -> None:
        await self.world.simulator.act(who.member, place, Answer(place.id, control=control))

    async def typed(self, number: MatchId, lines: Sequence[str]) -> None:
        """The player to move types each of these turns."""
        thread = await self.thread(number)
        for line in lines:
            match = await self.match(number)
            (acting,) = self.bot.app.matches.to_act(match)
            who = next(one for one in self.world.people.values() if one.member.id == acting.user_id)
            command = self.bot.app.presentations[match.game_key].command
            await who.member.slash(thread, f"{command} move", action=line)
            assert (await self.match(number)).version > match.version, f"{line} was not played in {number}"
            await self.wait(1)

    async def turns(self, number: MatchId, turns: int, slips: Container[int] = ()) -> None:
        """The computer's moves, as the players' own, but for the turns of ``slips``."""
        for turn in range(turns):
            match = await self.match(number)
            if match.phase is not Phase.PLAYING:
                return
            if turn in slips:
                line: str | None = str(self.bot.app.matches.history(match).position.legal_actions()[0])
            else:
                line = await self.think(self.bot, match)
            assert line is not None, "the workers have no time"
            await self.typed(number, [line])

    async def to_the_end(self, number: MatchId, slips: Container[int] = ()) -> None:
        await self.turns(number, LONGEST, slips)
        assert (await self.match(number)).phase is not Phase.PLAYING, f"match {number} did not end"

    def rank(self, user: UserId) -> int:
        """The place of a user in the order of the people."""
        return next(at for at, key in enumerate(NAMES) if self.world.people[key].member.id == user)

    async def fresh(self, before: set[MatchId], count: int) -> list[MatchId]:
        """The matches that have begun since, once there are that many at least."""
        for _ in range(30):
            # Step by step: each of the bot's jobs has its turn.
            await self.world.simulator.advance(20)
            new = sorted(
                match.id
                for match in await self.running()
                if match.id not in before and match.shown.home and match.phase is Phase.PLAYING
            )
            if len(new) >= count:
                return new
        told = [(match.id, match.phase, match.shown.home) for match in await self.running()]
        raise AssertionError(f"{count} matches did not begin; there are {told}")

    async def winning(self, number: MatchId) -> WayIn:
        """The way to the match that is about to be won: the winning piece is pressed, and *Send* is left."""
        thread = await self.thread(number)
        on_card = self.winner(thread)
        if on_card:
            return WayIn("ada", thread.id, on_card)
        move = f"move:{number}:"
        await self.press(self.ada, thread, move)
        in_panel = self.winner(thread)
        assert in_panel, f"{WINNER} is nowhere to be pressed"
        return WayIn("ada", thread.id, move, in_panel)

    def winner(self, thread: Any) -> str:
        """The id of the button of the winning piece, on the newest message that Ada sees; "" without one."""
        labels = self.world.simulator.labels(self.ada.member, thread)
        return next((pressed for pressed, label in labels if WINNER in label), "")


async def make(make_bot: Any, think: Think, file: Path) -> None:
    """Play the evening and write it to the file."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(make_bot, SaveFile(Path(folder) / "evening.sqlite3"), RealHooks(think), STILL)
        await world.open()
        try:
            evening = Evening(world, think)
            ways = await evening.play()
        finally:
            await world.close()
        world.moment(ways, COMPANY, MOST_KEPT, evening.opened).save(file)


def main() -> int:
    import bot
    from cogs.config import Settings

    settings = read(Settings)
    if settings is None:
        return 2
    logging.getLogger("discord").setLevel(logging.ERROR)
    asyncio.run(make(real_bot(settings, bot.build), bot.think_for, EVENING))
    return 0


if __name__ == "__main__":
    run(main)
