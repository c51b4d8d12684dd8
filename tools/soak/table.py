"""One match of the soak, from the challenge to its end: its players, and their plans."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from typing import Any, Final, Literal

from engines import GAMES
from matches import Policy
from tests.loopback.server.entities import Message
from tests.loopback.server.people import Answer, CannotDoError, Person
from tests.loopback.stored import Folding, Stored
from tools.crowd.watching import command_of, controls
from tools.soak import acts
from tools.soak.ground import Ground
from tools.soak.moment import Occasion

Fate = Literal["accept", "decline", "withdraw", "lapse"]
End = Literal["resign", "draw", "leave", "play on"]

PACES: Final = ("1d", "2d", "3d", "5d", "7d", "14d", "2d+6h<3d", "none")
STUCK_AFTER: Final = 150.0
"""Real seconds without a change after which a match counts as stuck, if the players have tried to act."""
TRIES: Final = 60
"""The least number of tries by then."""
LEVELS: Final = (1, 2)
"""The levels of the computer that use little CPU time."""
MOST_ALONE: Final = Policy().computer_matches
"""The most matches that a user may play against the computer at once."""
ANSWERS_WITHIN: Final = 90.0
"""Real seconds within which the computer must act, in spite of all trouble."""
AT_ONCE: Final = 3.0
"""Real seconds for which its opponent waits for the computer before time has to pass."""


class Table:
    """A match and its players. Their choices depend only on the seed and the table's number."""

    def __init__(self, ground: Ground, number: int) -> None:
        self.ground = ground
        self.number = number
        self.chance = chance = ground.plan.chance("table", number)
        self.game = list(GAMES)[number % len(GAMES)]
        self.channel = chance.choice(ground.channels)
        self.here = [
            person
            for person in ground.people
            if person.id in self.channel.guild.members  # type: ignore[union-attr]
        ]
        self.challenger, self.opponent, self.stranger = chance.sample(self.here, 3)
        self.open_to_all = chance.random() < 0.1
        self.longest = ground.plan.longest
        self.length = min(self.longest, 3 + int(chance.expovariate(1 / 16)))
        fates: list[Fate] = ["accept", "decline", "withdraw", "lapse"]
        self.fate: Fate = chance.choices(fates, [92, 3, 3, 2])[0]
        self.pace = chance.choice(PACES)
        ends: list[End] = ["resign", "draw", "leave", "play on"]
        self.end: End = chance.choices(ends, [45, 20, 15, 20])[0]
        self.rematches = 1 if chance.random() < 0.1 else 0
        against_computer = number % ground.plan.computer == 0
        self.level = chance.choice(LEVELS) if against_computer else None
        self.folding = Folding()
        self.last: Stored | None = None
        self.left = False
        self._changed = time.monotonic()
        self._tries = 0
        self._computers_turn = False

    # --- sitting down ----------------------------------------------------------------------------

    async def sit(self) -> None:
        """Play the match and its rematches to the end."""
        number = await self._challenge()
        while number is not None:
            self.ground.counts["matches"] += 1
            await self.play(number)
            number = await self._rematch()

    async def _challenge(self) -> int | None:
        """Make a challenge; returns the match's number, or None if the bot refused it."""
        ground = self.ground
        if self.level:
            self.challenger = self._with_room()
        who = self.challenger
        await ground.world.until(lambda: who.id not in ground.challenging, within=60)
        ground.challenging.add(who.id)
        before = ground.database.newest()
        try:
            for _ in range(10):
                async with ground.gate.acting():
                    if found := await self._challenged(before):
                        return found
                await asyncio.sleep(0.3)
        finally:
            ground.challenging.discard(who.id)
        ground.fault(f"nobody could be challenged to {self.game}: nothing was stored in ten tries")
        return None

    def _with_room(self) -> Person:
        """A user who may play the computer here, rematch included; the planned challenger if possible."""
        playing = Counter(
            user
            for (user,) in self.ground.database.rows(
                "SELECT challenger FROM match "
                "WHERE opponent BETWEEN 1 AND 5 AND phase IN ('challenged', 'setup', 'playing')"
            )
        )
        for who in (self.challenger, self.opponent, *self.here):
            if playing[who.id] < MOST_ALONE - 1 and who.id not in self.ground.challenging:
                return who
        return self.challenger

    async def _challenged(self, before: int) -> int | None:
        ground, options = self.ground, {"pace": self.pace}
        opponent = None if self.open_to_all or self.level else self.opponent
        for option in GAMES[self.game].options:
            if self.chance.random() < 0.4:
                options[option.key] = self.chance.choice(option.choices)
        given: dict[str, Any] = {**options}
        if self.level:
            given["computer"] = self.level
        elif opponent is not None:
            given["opponent"] = opponent
        ground.counts["commands"] += 1
        answer = await self.challenger.slash(self.channel, f"{command_of(self.game)} challenge", **given)
        self._note(answer)
        await ground.done([answer])
        pair = (self.challenger.id, self.level if opponent is None else opponent.id)
        for _ in range(20):
            found = ground.database.numbers(between=pair, after=before)
            if len(found) > 1:
                ground.fault(f"one challenge was stored as matches {found}")
            if found:
                return found[0]
            if answer.told:
                ground.counts["challenges refused"] += 1
                return None
            await asyncio.sleep(0.1)
        return None

    # --- playing ---------------------------------------------------------------------------------

    async def play(self, number: int) -> None:
        """Play a match to its end, or until its players leave it to the clock."""
        self.last, self._tries, self._changed = None, 0, time.monotonic()
        while not self.left:
            owed = False
            async with self.ground.gate.acting():
                match = self._seen(number)
                if not match.open:
                    break
                try:
                    owed = not await self._act(match)
                except (CannotDoError, LookupError, TimeoutError) as error:
                    # A control or a message is gone, or no answer came: look again.
                    self.ground.counts[f"not done: {type(error).__name__}"] += 1
            if self._stuck(match) or self._unanswered(match):
                return
            if owed:
                await self._wait()
        self.ground.counts["left to the clock"] += self.left

    def _seen(self, number: int) -> Stored:
        """The match as stored, checked to be a continuation of its last known state."""
        match, last = self.ground.look(number), self.last
        if last is not None:
            lost = match.version < last.version or match.lines[: len(last.lines)] != last.lines
            lost = lost or any(match.picks.get(side) != pick for side, pick in last.picks.items())
            if lost:
                self.ground.fault(f"match {number} lost what it had at version {last.version}")
            if match.version != last.version:
                self._changed, self._tries = time.monotonic(), 0
        self.last = self.ground.playing[number] = match
        return match

    def _stuck(self, match: Stored) -> bool:
        self._tries += 1
        if self._tries < TRIES or time.monotonic() - self._changed < STUCK_AFTER:
            return False
        seen = f"shown {match.shown_version}, home {match.home}, card {match.card}"
        self.ground.fault(
            f"match {match.id} of {match.game} is stuck in {match.phase} at {match.version}: {seen}"
        )
        return True

    def _unanswered(self, match: Stored) -> bool:
        if not self._computers_turn or time.monotonic() - self._changed < ANSWERS_WITHIN:
            return False
        chores = self.ground.database.rows("SELECT * FROM chore WHERE match_id = ?", match.id)
        self.ground.fault(
            f"match {match.id} of {match.game} is stuck: the computer has not acted since version "
            f"{match.version}; chores {[tuple(chore) for chore in chores]}"
        )
        return True

    async def _wait(self) -> None:
        """Wait for the bot; let the clock be turned if that takes long."""
        if self._computers_turn and time.monotonic() - self._changed < AT_ONCE:
            await asyncio.sleep(0.1)
            return
        self.ground.stalled += 1
        await asyncio.sleep(0.5)
        self.ground.stalled -= 1

    async def _act(self, match: Stored) -> bool:
        """Do the next act; returns False if the players have to wait for the bot."""
        at = self._moment(match)
        self._computers_turn = False
        if match.phase == "challenged":
            return await self._answer_challenge(at)
        if match.phase == "setup":
            return await self._pick(at)
        self.folding.position(match)
        at.history = self.folding.history
        self._computers_turn = at.computer_acts
        if self._computers_turn and self.chance.random() < 0.9:
            return False
        answers = await (self._finish(at) if self._tired(at) else acts.act(at))
        await self._seen_to(at, answers)
        return True

    def _moment(self, match: Stored) -> Occasion:
        players = tuple(self.ground.by_id[user] for user in match.players)
        strangers = [who for who in (self.stranger, self.opponent, self.challenger) if who not in players]
        return Occasion(self.ground, self.chance, match, players, strangers[0])

    async def _seen_to(self, at: Occasion, answers: list[Answer]) -> None:
        await self.ground.done(answers, at.match, at.before)
        for answer in answers:
            self._note(answer)

    def _note(self, answer: Answer) -> None:
        self.ground.counts["interactions failed"] += answer.failed
        self.ground.counts["told privately"] += bool(answer.private)

    # --- the challenge ---------------------------------------------------------------------------

    async def _answer_challenge(self, at: Occasion) -> bool:
        card = at.invitation
        if card is None or not controls(card) or at.match.computer:
            return False
        if self.fate == "lapse":
            self.left = True
            return True
        opponent = self.ground.by_id.get(at.match.opponent or 0, self.opponent)
        if self.chance.random() < 0.1:
            await self._click(at, self.stranger, card, "decline", "accept")
            return True
        if self.fate == "withdraw":
            challenger = self.ground.by_id[at.match.challenger]
            (more,) = controls(card, "challengemore")
            panel = await at.panel(await at.click(challenger, card, more))
            await self._click(at, challenger, panel, "withdraw")
        elif self.fate == "decline" and at.match.opponent is not None:
            await self._click(at, opponent, card, "decline")
        else:
            both = at.match.opponent is None and self.chance.random() < 0.3
            await self._click(at, opponent, card, "accept", at_once=self.stranger if both else None)
        return True

    async def _click(
        self, at: Occasion, who: Person, card: Message, *verbs: str, at_once: Person | None = None
    ) -> None:
        found = controls(card, *verbs)
        if not found:
            raise LookupError(f"no {verbs} on it")
        control = self.chance.choice(found)
        people = [who] if at_once is None else [who, at_once]
        self.ground.counts["clicks"] += len(people)
        answers = [each.send_click(card, custom_id=control["custom_id"]) for each in people]
        # Let Discord report a failed click, as for all other acts.
        answers = [await each.acknowledged(answer) for each, answer in zip(people, answers, strict=True)]
        await self._seen_to(at, answers)

    # --- the picks -------------------------------------------------------------------------------

    async def _pick(self, at: Occasion) -> bool:
        if self.chance.random() < 0.02:
            await self._seen_to(at, await acts.resign(at))
            return True
        waiting = [who for who in at.players if _side(at.match, who) not in at.match.picks] or at.players
        who = self.chance.choice(waiting)
        panel = await self._pick_panel(at, who)
        if panel is None:
            return False
        own = self.ground.chosen.setdefault((at.match.id, who.id), set())
        for menu in controls(panel, "slot"):
            entry, edits = at.entry(menu), panel.edits
            own.add(entry)
            self.ground.counts["clicks"] += 1
            await who.select(panel, [entry], custom_id=menu["custom_id"])
            await at.until_redrawn(panel, edits)
            if self.chance.random() < 0.1:
                return True
        for confirm in controls(panel, "confirm"):
            await self._seen_to(at, [await at.click(who, panel, confirm)])
        return True

    async def _pick_panel(self, at: Occasion, who: Person) -> Message | None:
        """The panel for the pick, from the direct message or the card; None if neither is there yet."""
        own = f"slot:{at.match.id}:"
        dms = [
            message
            for message in who.dms
            if any(control["custom_id"].startswith(own) for control in controls(message, "slot"))
        ]
        if dms and self.chance.random() < 0.5:
            return dms[-1]
        if answer := await at.press(who, "choose"):
            return await at.panel(answer)
        return dms[-1] if dms else None

    # --- the end ---------------------------------------------------------------------------------

    def _tired(self, at: Occasion) -> bool:
        played = len(at.match.texts)
        return played >= (self.longest if self.end == "play on" else self.length)

    async def _finish(self, at: Occasion) -> list[Answer]:
        if self.end == "leave" and at.match.pace != "none":
            self.left = True
            return []
        if self.end == "draw" and GAMES[self.game].draws and self.chance.random() < 0.5:
            return await acts.agree_to_a_draw(at)
        return await acts.resign(at)

    async def _rematch(self) -> int | None:
        """Ask for a rematch on the final card, if one is planned; returns its number, or None."""
        match = self.last
        if match is None or self.left or match.open or match.phase != "finished":
            return None
        await self._until_shown(match.id)
        if not self.rematches:
            return None
        self.rematches -= 1
        for _ in range(5):
            async with self.ground.gate.acting():
                at = self._moment(self.ground.look(match.id))
                if at.match.rematch is not None:
                    break
                with suppress(CannotDoError, LookupError, TimeoutError):
                    if answer := await at.press(self.chance.choice(at.players), "rematch"):
                        await self._seen_to(at, [answer])
                        continue
            # A click whose answer was lost may still be carried out.
            await self._wait()
        self.fate = self.chance.choice(["accept", "decline", "withdraw"])
        self.length, self.folding = self.chance.randint(0, 6), Folding()
        return self.ground.look(match.id).rematch

    async def _until_shown(self, number: int) -> None:
        end = time.monotonic() + STUCK_AFTER
        while time.monotonic() < end:
            match = self.ground.look(number)
            if match.shown_version >= match.version:
                return
            if match.computer:
                # The end may have no other place than the player's direct messages.
                self.challenger.user.dms_open = True
            await self._wait()
        self.ground.fault(f"match {number} is over and its end was not shown")


def _side(match: Stored, who: Person) -> str | None:
    return next((side for side, user in match.sides.items() if user == who.id), None)
