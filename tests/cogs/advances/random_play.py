"""Random play with random moves in advance, which has to equal the same play typed.

``python -m tests.cogs.advances.random_play --matches 1000`` plays so many matches of each game, or of one
with ``--game``, and prints how many moves of them had been said in advance.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from cogs.advances.rules import AdvanceError, AdvanceProblem
from cogs.advances.service import Advances
from engines import GAMES
from engines.record import History
from matches.advances import Advance, ConditionKind
from matches.model import EntryKind, Match, Phase, UserId
from tests.matches.table import Table
from tests.store import close_all

MOST_TURNS = 24
"""The turns after which a match is left: moves in advance look ahead ten."""


@dataclass
class Rehearsal:
    """One match whose players say moves in advance at random, and what is known of them."""

    table: Table
    chance: random.Random
    counts: Counter[str] = field(default_factory=Counter)

    async def play(self, game: str) -> Match:
        """Play a match of ``game``; returns it as it stands then."""
        match = await self._begin(game)
        while match.phase is Phase.PLAYING and self.table.matches.history(match).turns < MOST_TURNS:
            for user in match.users:
                await self._say(match, user)
            match = await self._move(match)
        return match

    async def _begin(self, game: str) -> Match:
        table = self.table
        await table.challenge(game=game, pace="3d+1h<7d")
        await table.accept()
        if GAMES[game].secret_setup is not None:
            for user in await table.awaited():
                await table.pick(user)
        return await table.match()

    async def _say(self, match: Match, user: UserId) -> None:
        """Say a random line, an order of points, or take something back; whatever is refused stays so."""
        advances, what = Advances(self.table.services.core), self.chance.random()
        history = self.table.matches.history(match)
        try:
            if what < 0.3:
                line = self._line(history, str(match.side_of(user)))
                whatever = self.chance.randrange(len(line)) if line and self.chance.random() < 0.2 else None
                await advances.say(match.id, user, line, len(history.played), whatever=whatever)
            elif what < 0.4:
                await advances.say_choice(match.id, user, [])
            elif what < 0.45 and (said := await advances.of(match.id, user)):
                await advances.take_back(match.id, user, self.chance.choice(said).number)
        except AdvanceError as error:
            self.counts[error.problem] += 1
            assert error.problem in {
                AdvanceProblem.NOTHING,
                AdvanceProblem.UNFINISHED,
                AdvanceProblem.TOO_DEEP,
                AdvanceProblem.TOO_MANY,
                AdvanceProblem.ILLEGAL,
            }

    def _line(self, history: History, side: str) -> list[str]:
        """A line of some turns that ends with a whole one of ``side``."""
        line, turns = list[str](), history.turns + self.chance.randrange(2, 9)
        while (to_act := history.position.to_act) is not None:
            if history.turns >= turns and to_act != side and line and history.played[-1].side == side:
                break
            line.append(self._one_of(history))
            history = history.then(line[-1])
        return line

    def _one_of(self, history: History) -> str:
        legal = history.position.legal_actions()
        # Few of them, so that what was said often comes true.
        return str(legal[min(int(self.chance.expovariate(1)), len(legal) - 1)])

    async def _move(self, match: Match) -> Match:
        """The player to act makes a turn, action by action or at once; returns the match after it."""
        table, history = self.table, self.table.matches.history(match)
        side = history.position.to_act
        (user,) = await table.awaited()
        rival = next(one for one in match.users if one != user)
        said = {one: await Advances(table.services.core).of(match.id, one) for one in match.users}
        turn = self._meant(history, said[rival]) or [self._one_of(history)]
        after = await table.matches.play.turn(match.id, user, " ".join(turn))
        fresh = after.entries[len(match.entries) :]
        self.counts["turns"] += 1
        self.counts["in advance"] += sum(one.kind is EntryKind.ADVANCE for one in fresh)
        assert [one.text for one in fresh[: len(turn)]] == turn
        assert {one.kind for one in fresh[len(turn) :]} <= {EntryKind.ADVANCE}
        assert all(one.side == side for one in fresh[: len(turn)])
        self._check_replies(after, fresh[len(turn) :], said)
        await self._check_nothing_waits(after)
        return after

    def _meant(self, history: History, theirs: Sequence[Advance]) -> list[str]:
        """Now and then the actions that the other player has an answer to, if they can be played."""
        after = [one.after for one in theirs if one.turn == history.turns + 2 and one.after]
        if not after or self.chance.random() < 0.2:
            return []
        side, found = history.position.to_act, list[str]()
        for action in self.chance.choice(after):
            if history.position.to_act != side or action not in map(str, history.position.legal_actions()):
                break
            found.append(action)
            history = history.then(action)
        return found

    def _check_replies(
        self, match: Match, fresh: Sequence[object], said: dict[UserId, tuple[Advance, ...]]
    ) -> None:
        """Every run of actions in advance is a whole reply that its player had said for this turn."""
        history = self.table.matches.history(match)
        number = len(history.played) - len(fresh)
        while number < len(history.played):
            begin, side = number, history.played[number].side
            while number < len(history.played) and history.played[number].side == side:
                number += 1
            run = tuple(str(one) for one in history.played[begin:number])
            turn, owner = history.played[begin].turn, match.player_of(side).user_id
            assert owner is not None
            choice = history.played[begin].before.turn_of != side
            assert any(
                (one.turn == turn and one.reply == run) or (choice and one.kind is ConditionKind.CHOICE)
                for one in said[owner]
            ), f"{run} was never said"

    async def _check_nothing_waits(self, match: Match) -> None:
        """No move in advance is left that is true now, was legal, and was not played."""
        history = self.table.matches.history(match)
        for user in match.users if match.phase is Phase.PLAYING else ():
            for one in await Advances(self.table.services.core).of(match.id, user):
                assert one.turn == 0 or one.turn > history.turns
                if one.kind is ConditionKind.POSITION and history.position.to_act == match.side_of(user):
                    is_true = one.turn == history.turns + 1 and history.played[-1].side != match.side_of(user)
                    assert not (is_true and one.condition == history.position.to_text())


async def typed_again(table: Table, game: str, match: Match) -> Match:
    """A match in which the same actions are typed one by one, at the same moments."""
    made = await Rehearsal(table, random.Random(0))._begin(game)
    assert made.first == match.first, "the coin falls the same way each time"
    for entry in match.entries:
        (user,) = await table.awaited()
        made = await table.matches.play.turn(made.id, user, entry.text)
    return made


async def rehearse(table: Table, game: str, seed: int) -> Counter[str]:
    """Play a match of ``game`` with moves in advance, and again typed; returns what was counted."""
    rehearsal = Rehearsal(table, random.Random(f"{game} {seed}"))
    match = await rehearsal.play(game)
    other = await typed_again(table, game, match)
    same = [(one.text, one.side, one.ply) for one in match.entries]
    assert [(one.text, one.side, one.ply) for one in other.entries] == same
    assert {one.kind for one in other.entries} <= {EntryKind.ACTION}
    ours, theirs = table.matches.history(match), table.matches.history(other)
    assert ours.position.to_text() == theirs.position.to_text()
    assert (match.phase, match.result, match.clocks) == (other.phase, other.result, other.clocks)
    return rehearsal.counts


async def _run(games: Sequence[str], matches: int) -> None:
    for game in games:
        counts: Counter[str] = Counter()
        for seed in range(matches):
            counts += await rehearse(Table(), game, seed)
            await close_all()
        said = counts.pop("in advance")
        typed = counts.pop("turns")
        print(f"{game}: {matches} matches, {typed} moves typed, {said} actions in advance; {dict(counts)}")


def main() -> None:
    """Play the matches that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20, help="of each game")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this one")
    asked = parser.parse_args()
    asyncio.run(_run([asked.game] if asked.game else sorted(GAMES), asked.matches))


if __name__ == "__main__":
    main()
