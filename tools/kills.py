"""Kills the bot, or its database, while tournaments of four formats are played, and looks at all cards.

Run with ``python -m tools.kills --kills 150 --stops 15``. Each time a player does something, the bot dies at
one of the requests that follow, before it is carried out or before its answer; each fourth time it is stopped
in order. With ``--stops`` the database is PostgreSQL, and its server is stopped in between. After each rest
every card has to show the version of its match or its tournament, once, and nothing may be doubled. A seed
reproduces what is drawn by chance.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final

from tests.data_store.postgres import Cluster, cluster
from tests.kept_up import unshown
from tests.loopback import contests
from tests.loopback.killing import versions_on
from tests.loopback.server.entities import Message
from tests.loopback.server.faults import When
from tests.loopback.server.people import Person, labels, text
from tests.loopback.stored import rows
from tests.loopback.story import Story, a_story
from tools.harness import add_options, planned

SETTINGS: Final = {"loopback_sweep": "0.1", "loopback_pause": "0.05", "max_open_challenges": "100"}
MOST_REQUESTS: Final = 5
"""The most requests that pass before the one at which the bot dies."""
PATIENCE: Final = 600.0
"""Seconds after which a bot that came to no rest is stuck."""
ORDERLY: Final = 4
"""One in this many deaths is an orderly stop."""
PLAYED: Final = "SELECT id, home, challenger, opponent FROM match WHERE phase = 'playing' ORDER BY id"
GOING_ON: Final = "SELECT id FROM tournament WHERE state IN ('open', 'running')"
WRONG: Final = {
    "a match in several pairings": "SELECT match_id FROM tournament_pairing WHERE match_id IS NOT NULL "
    "GROUP BY match_id HAVING count(*) > 1",
    "a match in no pairing": "SELECT id FROM match WHERE tournament > 0 AND id NOT IN "
    "(SELECT match_id FROM tournament_pairing WHERE match_id IS NOT NULL)",
    "two records of one end": "SELECT match_id FROM entry WHERE kind = 'resign' "
    "GROUP BY match_id HAVING count(*) > 1",
}


@dataclass(frozen=True)
class KillPlan:
    """How often the bot dies, how often its database does, and the seed."""

    kills: Annotated[int, "how often the bot dies"] = 150
    stops: Annotated[int, "how often its database does, which is PostgreSQL then"] = 0
    seed: Annotated[int, "what is drawn by chance"] = 1


@dataclass
class Campaign:
    """A run: what happened, and what was found wrong."""

    plan: KillPlan
    story: Story
    server: Cluster | None
    people: list[Person]
    chance: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def ask(self, query: str) -> list[tuple[int, ...]]:
        """The rows of a query."""
        return rows(self.story.bot.address, query)

    async def run(self) -> None:
        """Kill and stop as often as is planned, in a drawn order."""
        deaths = ["kill"] * self.plan.kills + ["stop"] * self.plan.stops
        self.chance.shuffle(deaths)
        for number, death in enumerate(deaths):
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._begin()
                    if death == "stop":
                        await self._stop_database()
                    else:
                        await self._kill(orderly=number % ORDERLY == ORDERLY - 1)
                    await self._rest(f"{death} {number + 1}")
            except TimeoutError:
                self.story.discord.tell()
                raise
            self.counts[death] += 1
            print(f"{number + 1} of {len(deaths)}: {death}, {len(self.wrong)} wrong", flush=True)

    async def _begin(self) -> None:
        """Post a tournament of each format once all are over."""
        if self.ask(GOING_ON):
            return
        for form, label in contests.LABELS.items():
            card = await contests.create(self.story, label, contests.UNTIL_FOUR)
            # The last one joins as any other act: the bot may die as it begins.
            await contests.join(card, *self.people[:3])
            self.counts[form.value] += 1
        await self.story.discord.quiet()

    # --- what people do --------------------------------------------------------------------------

    async def _act(self) -> Callable[[], object]:
        """Have somebody join or give up, up to the last click; returns that."""
        story, matches = self.story, self.ask(PLAYED)
        waiting = [card for card in contests.cards(story) if "Join" in labels(card)]
        if waiting and (not matches or self.chance.random() < 0.3):
            card = self.chance.choice(waiting)
            return lambda: self.people[3].send_click(card, "Join")
        assert matches, "a tournament that goes on has one to join or to play"
        number, home, *players = self.chance.choice(matches)
        loser = self.chance.choice(players)
        who = next(one for one in self.people if one.id == loser)
        asked = await who.slash(story.world.channels[home], "match", deed="resign", number=str(number))
        panel = await asked.message()
        return lambda: who.send_click(panel, "Resign")

    # --- how it dies -----------------------------------------------------------------------------

    async def _kill(self, *, orderly: bool) -> None:
        story, act = self.story, await self._act()
        when: When = self.chance.choice(["received", "handled"])
        stop = story.discord.faults.stop("*", "/**", when=when, after=self.chance.randrange(MOST_REQUESTS))
        act()
        held = asyncio.ensure_future(stop)
        resting = asyncio.create_task(story.discord.quiet())
        await asyncio.wait({held, resting}, return_when=asyncio.FIRST_COMPLETED)
        for task in (held, resting):
            task.cancel()
        if orderly:
            stop.drop()
            story.discord.faults.clear()
            await story.bot.terminate()
        else:
            await story.bot.kill()
            stop.drop()
            story.discord.faults.clear()
        self.counts["orderly" if orderly else f"killed, request {when}"] += 1
        await story.bot.start()

    async def _stop_database(self) -> None:
        assert self.server is not None, "with stops, it is PostgreSQL"
        act = await self._act()
        act()
        await asyncio.to_thread(self.server.stop)
        await asyncio.to_thread(self.server.start)

    # --- what has to be so -----------------------------------------------------------------------

    async def _rest(self, after: str) -> None:
        """Wait for rest, and look at everything."""
        story = self.story
        story.world.turn(minutes=6)  # claims of dead processes are over
        for _ in range(2):
            await story.discord.quiet()
            story.world.turn(minutes=2)
        await story.discord.quiet()
        self.wrong += [f"after {after}: {kind} {number} is behind" for kind, number in self.ask(unshown())]
        for what, query in WRONG.items():
            self.wrong += [f"after {after}: {what}: {number}" for (number,) in self.ask(query)]
        made = len(self.ask("SELECT id FROM tournament"))
        if len(contests.cards(story)) != made:
            self.wrong.append(f"after {after}: {len(contests.cards(story))} cards of {made} tournaments")
        shown = Counter(one for card in self._messages() for one in versions_on(card))
        for number, version in self.ask("SELECT id, version FROM match"):
            if shown[number, version] != 1:
                self.wrong.append(f"after {after}: {shown[number, version]} cards show match {number}")
        self.wrong += [f"after {after}: {line}" for line in story.bot.bugs]
        running = [name for (name,) in self.ask("SELECT name FROM tournament WHERE state = 'running'")]
        open_cards = [one for one in contests.cards(story) if "Nobody is in yet" in text(one)]
        if open_cards and not self.ask("SELECT id FROM tournament WHERE state = 'open'"):
            self.wrong.append(f"after {after}: a card says that nobody is in, and {running} run")

    def _messages(self) -> Iterator[Message]:
        return (message for place in (self.story.channel, *self.story.threads) for message in place.public)


@contextmanager
def _database(plan: KillPlan) -> Iterator[Cluster | None]:
    if not plan.stops:
        yield None
        return
    with cluster() as running:
        yield running


async def campaign(plan: KillPlan, folder: Path) -> Campaign:
    """Run a campaign; returns it with what it found."""
    with ExitStack() as stack:
        server = stack.enter_context(_database(plan))
        settings = {} if server is None else {"database_url": server.url}
        async with a_story(folder, **SETTINGS, **settings) as story:
            people = [story.challenger, story.opponent, story.visitor]
            people.append(story.discord.person("Fourth", story.guild))
            found = Campaign(plan, story, server, people, random.Random(plan.seed))
            await found.run()
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.kills", description=__doc__)
    add_options(parser, KillPlan)
    plan = planned(KillPlan(), parser.parse_args(arguments))
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        found = asyncio.run(campaign(plan, Path(folder)))
    print(", ".join(f"{number} {what}" for what, number in sorted(found.counts.items())))
    print("\n".join(found.wrong) or "nothing wrong")
    return int(bool(found.wrong))


if __name__ == "__main__":
    sys.exit(main())
