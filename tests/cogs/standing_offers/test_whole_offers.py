"""Standing offers for a long time: kept by command, their matches ended by taps, with a turned clock."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from simcord.actors import MemberActor

from cogs.standing_offers.rules import APART
from cogs.standing_offers.texts import TURN_OFF
from matches import GuildId, Match, MatchId
from tests.cogs import threads
from tests.cogs.blocks import block
from tests.cogs.community import newcomers
from tests.cogs.server import Server, text
from tests.cogs.standing_offers.kept import kept_by_taps
from tests.people import user_of

GAME = "pjawns"
LONG = (pytest.mark.slow, pytest.mark.timeout(600))
"""For the long tests alone."""


class Keepers:
    """People who keep matches going, and what came of it so far."""

    def __init__(self, server: Server, people: list[MemberActor]) -> None:
        self.server = server
        self.people = {who.id: who for who in people}
        self.wanted: dict[int, int] = {}
        self.matches: dict[MatchId, Match] = {}
        self.looked_through = len(server.env.http_requests)

    async def keep(self, who: MemberActor, count: int) -> None:
        """Somebody keeps so many matches going."""
        panel = await kept_by_taps(self.server, who, count)
        assert f"**Pjawns:** {count} match" in text(panel)
        self.wanted[who.id] = count

    async def look(self) -> list[Match]:
        """The matches that run: nobody has more than they want, nor the same opponent within a week."""
        lists, load = self.server.bot.app.matches.lists, self.server.bot.app.matches.load
        running = [await load(one.id) for one in await lists.running_in(GuildId(self.server.guild.id), 999)]
        counted = Counter(user for match in running for user in match.users)
        assert all(count <= self.wanted.get(user, 0) for user, count in counted.items())
        for match in running:
            if match.id not in self.matches:
                await self._check_new(match)
        self.matches.update({match.id: match for match in running})
        self.looked_through = threads.check_sent(self.server, self.looked_through, self.matches.values())
        return running

    async def _check_new(self, match: Match) -> None:
        """A match that has just begun is not one of two who met lately."""
        for earlier in self.matches.values():
            if {*earlier.users} == {*match.users}:
                ended = await self.server.bot.app.matches.load(earlier.id)
                assert ended.result is not None and match.created_at - ended.changed_at >= APART

    # --- a day -----------------------------------------------------------------------------------

    async def spend_a_day(self, chance: random.Random, lazy: MemberActor, absent: MemberActor) -> None:
        """In each match the player to move does so, or gives it up at times.

        ``lazy`` begins matches and never moves again; ``absent`` does not even begin them.
        """
        for match in await self.look():
            (player,) = self.server.bot.app.matches.to_act(match)
            who = self.people[user_of(player)]
            begun = len(match.entries) > 1
            if who is absent or (who is lazy and begun):
                continue
            if begun and chance.random() < 0.3:
                await threads.resign(self.server, who, match)
            else:
                await threads.move(self.server, who, match)
        await self.server.pass_time(days=1)
        await self.server.pass_time(minutes=2)

    def met(self) -> Counter[int]:
        """The number of matches that each person has had."""
        return Counter(user for match in self.matches.values() for user in match.users)


@pytest.mark.parametrize(
    ("number", "days"),
    [
        pytest.param(6, 16, id="six for 16 days"),
        pytest.param(40, 30, id="forty for a month", marks=LONG),
    ],
)
async def test_matches_are_kept_going(server: Server, number: int, days: int) -> None:
    chance = random.Random(43)
    keepers = Keepers(server, newcomers(server, number))
    lazy, absent, shy, disliked, *_, leaver = keepers.people.values()
    await block(server, shy, disliked)
    for who in keepers.people.values():
        await keepers.keep(who, 2 if who in (lazy, absent) else chance.randint(1, 3))
    await server.pass_time(minutes=2)
    for day in range(days):
        await keepers.spend_a_day(chance, lazy, absent)
        if day == 2:
            panel = await kept_by_taps(server, leaver)
            await leaver.click(panel, label=TURN_OFF)
            await keepers.look()  # one may have begun since the day began
            had = keepers.met()[leaver.id]
    await keepers.look()
    met, matches = keepers.met(), keepers.matches.values()
    assert min(met.values()) > 0 and len(matches) > number, "nobody was forgotten"
    assert met[leaver.id] == had, "off is off"
    assert {shy.id, disliked.id} not in [{*match.users} for match in matches]
    told = [one for match in matches for one in said(server, match) if "I no longer keep matches" in one]
    assert sorted(one.split(":")[0] for one in told) == sorted((lazy.mention, absent.mention)), "each once"


def said(server: Server, match: Match) -> list[str]:
    """All that the messages in the thread of a match say."""
    (thread,) = [one for one in server.channel.threads if one.id == match.shown.home]
    return [text(message) for message in thread.history()]
