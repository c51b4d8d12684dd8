"""Discord's rate limits, off unless a test turns them on: buckets by route, and one for everything."""

from __future__ import annotations

import hashlib
import time
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from typing import Final

from tests.loopback.server.refusals import rate_limited

GLOBAL: Final = (50, 1.0)
"""Requests in seconds; answers to interactions are exempt."""
BY_ROUTE: Final = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
}
"""As bots report them; Discord publishes none."""
OTHERWISE: Final = (50, 1.0)
THREADS: Final = (50, 300.0)
"""New threads of a channel, off unless asked for. The number is a guess: reports tell of waits of 219 s
(discord-api-docs#7816) and 280 s."""


@dataclass
class Limits:
    """Counts requests. With ``on=False`` nothing is ever refused."""

    on: bool = False
    refused: int = 0
    by_scope: Counter[str] = field(default_factory=Counter)
    """The same by what was used up: ``global``, or ``user`` for a route."""
    by_route: dict[tuple[str, str], tuple[int, float]] = field(default_factory=lambda: dict(BY_ROUTE))
    _seen: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def limit_threads(self, most: int, seconds: float) -> None:
        """Let a channel have no more than ``most`` new threads in so many seconds."""
        for template in (
            "/channels/{channel_id}/threads",
            "/channels/{channel_id}/messages/{message_id}/threads",
        ):
            self.by_route["POST", template] = (most, seconds)

    def count(self, method: str, template: str, major: str) -> dict[str, str]:
        """The headers for a request that may pass; refuses one that may not."""
        bucket = hashlib.md5(f"{method} {template}".encode(), usedforsecurity=False).hexdigest()
        if not self.on:
            return _headers(bucket, 1000, 999, 1.0)
        most, seconds = self.by_route.get((method, template), OTHERWISE)
        if not template.startswith(("/interactions/", "/webhooks/")):
            self._take("everything", *GLOBAL, scope="global")
        left, reset_after = self._take(f"{bucket}:{major}", most, seconds, scope="user")
        return _headers(bucket, most, left, reset_after)

    def _take(self, name: str, most: int, seconds: float, *, scope: str) -> tuple[int, float]:
        now = time.monotonic()
        seen = self._seen[name]
        while seen and now - seen[0] > seconds:
            seen.popleft()
        reset_after = seconds - (now - seen[0]) if seen else seconds
        if len(seen) >= most:
            self.refused += 1
            self.by_scope[scope] += 1
            raise rate_limited(round(reset_after, 3) + 0.001, scope=scope)
        seen.append(now)
        return most - len(seen), reset_after


def _headers(bucket: str, most: int, left: int, reset_after: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(most),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": str(time.time() + reset_after),
        "X-RateLimit-Reset-After": f"{reset_after:.3f}",
        "X-RateLimit-Bucket": bucket,
    }
