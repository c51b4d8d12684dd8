"""Watches every request of the bot: no message is sent twice, and no secret pick is shown to another user."""

from __future__ import annotations

import json
import re
from typing import Final

from engines import GAMES
from tests.loopback.captured import reader
from tests.loopback.server import components
from tests.loopback.server.entities import User
from tests.loopback.server.faults import Call
from tests.loopback.server.people import text
from tools.crowd.watching import Watch
from tools.soak.ground import Ground

CHOICES: Final = {
    choice for game in GAMES.values() if game.secret_setup for choice in game.secret_setup.choices
}
A_PICK: Final = re.compile("|".join(sorted(CHOICES)).encode(), re.IGNORECASE)
A_MATCH: Final = re.compile(rb"[a-z]+:(\d+):\d+|match (\d+)")
A_CHANNEL: Final = re.compile(r"/channels/(\d+)")


class SoakWatch(Watch):
    """Checks each request after it was carried out."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground.discord)
        self.ground = ground
        self.looked_at = 0
        """The number of requests about a match with secret picks."""

    def __call__(self, call: Call) -> None:
        """Check a request."""
        self.ground.counts["requests"] += 1
        self.ground.counts["bytes sent"] += len(call.raw)
        super().__call__(call)
        if call.handled:  # a request that Discord refused is not visible to users
            self._not_leaked(call)

    def sent_twice(self, channel: int, nonce: str, before: int, again: int) -> None:
        """Record two messages with one nonce as a fault, if the first one still stands there."""
        there = self.messages(channel)
        if before in there:
            said = [f"{there[one].created_at:%d %H:%M:%S} {text(there[one])!r}" for one in (before, again)]
            between = sum(before < one < again for one in there)
            told = f"{' and '.join(said)}, {between} messages between"
            self.ground.fault(f"message {nonce!r} was sent twice to {channel}: {told}")

    # --- leaked ----------------------------------------------------------------------------------

    def _not_leaked(self, call: Call) -> None:
        if not A_PICK.search(call.raw):
            return
        for number in self._matches(call):
            stored = self.ground.database.match(number)
            if stored is None or not stored.secret:
                continue
            self.looked_at += 1
            who = reader(self.ground.world, call)
            if who is None or who.id not in stored.players:
                self.ground.fault(f"match {number}: its secret picks may stand in {call}")
            elif told := self._of_others(number, who, call):
                self.ground.fault(
                    f"match {number}: {sorted(told)} was told to somebody who did not choose it: {call}"
                )

    def _matches(self, call: Call) -> set[int]:
        """The matches with secret picks that a request names, or that are played in its channel."""
        named = {int(one or other) for one, other in A_MATCH.findall(call.raw)}
        found = A_CHANNEL.match(call.path)
        here = int(found[1]) if found else 0
        playing = self.ground.playing
        return {
            number
            for number, match in playing.items()
            if match.phase in ("challenged", "setup") and (number in named or match.home == here != 0)
        }

    def _of_others(self, number: int, who: User, call: Call) -> set[str]:
        """The choices that a private request shows as selected but its reader did not make."""
        shown = set()
        body = call.body if isinstance(call.body, dict) else json.loads(call.raw or b"{}")
        parts = components.walk((body.get("data") or body).get("components") or [])
        for part in parts:
            custom_id = part.get("custom_id", "")
            if custom_id.startswith("slot:"):
                shown |= {option["value"] for option in part["options"] if option.get("default")}
            elif part["type"] == components.TEXT and "your pick is in" in part["content"].casefold():
                shown |= {choice for choice in CHOICES if choice in part["content"].casefold()}
        return shown - self.ground.chosen.get((number, who.id), set())
