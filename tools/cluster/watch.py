"""Checks every request: no message is sent twice, and no version of a match is on two cards."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from tests.loopback.faults import Call
from tests.loopback.loopback import Loopback
from tools.soak.moment import controls
from tools.soak.verdict import versions

KEPT: Final = 2000
"""The least number of requests to keep."""


class Forgetful(list[Any]):
    """A list that keeps only its latest items."""

    def append(self, one: Any) -> None:
        """Add an item; drops old ones now and then."""
        super().append(one)
        if len(self) > 2 * KEPT:
            del self[:KEPT]


class ClusterWatch:
    """Checks each request after it was carried out."""

    def __init__(self, discord: Loopback) -> None:
        self._world = discord.world
        self._sent: dict[tuple[int, str], int] = {}
        self._twice: list[tuple[int, int, int, str]] = []
        self.by_kind: Counter[str] = Counter()
        """Requests by their method and the last word of their path."""
        self.refused: Counter[int] = Counter()
        """Requests that Discord refused, by the status."""
        discord.server.calls = Forgetful()
        discord.server.watchers.append(self)

    def __call__(self, call: Call) -> None:
        """Check a request."""
        words = [word for word in call.path.split("/") if word.isalpha()]
        self.by_kind[f"{call.method} {words[-1] if words else call.path}"] += 1
        if (call.status or 0) >= 400:
            self.refused[call.status or 0] += 1
        if not call.handled or call.method != "POST" or not isinstance(call.body, dict):
            return
        nonce = call.body.get("nonce")
        if nonce is None or not isinstance(call.answer, dict) or not call.path.endswith("/messages"):
            return
        channel, sent = int(call.answer["channel_id"]), int(call.answer["id"])
        before = self._sent.setdefault((channel, str(nonce)), sent)
        if before != sent:
            self._twice.append((channel, before, sent, str(nonce)))

    def doubled(self) -> list[str]:
        """The doubled messages: with the same nonce, or the same version of a match."""
        found = [
            f"message {nonce} was sent twice to {channel}"
            for channel, before, sent, nonce in self._twice
            if {before, sent} <= self._messages(channel)
        ]
        for place in self._world.channels.values():
            shown = Counter(one for message in place.public for one in set(versions(controls(message))))
            # The panel of a pick and the card of its match may both be in direct messages.
            twice = [one for one, number in shown.items() if number > 1 and place.guild is not None]
            found += [f"match {match}: {shown[match, at]} cards show version {at}" for match, at in twice]
        return found

    def _messages(self, channel: int) -> set[int]:
        place = self._world.channels.get(channel)
        return set() if place is None else set(place.messages)
