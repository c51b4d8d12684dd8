"""What was posted, as it was sent: whom it pinged, where, and whether it made a sound."""

from __future__ import annotations

from typing import Any, Final

from simcord.actors import MemberActor

from tests.cogs.server import Server

SILENT: Final = 1 << 12
"""Discord's flag for a message without a sound."""


def posted(server: Server, *, since: int = 0) -> list[Any]:
    """The messages that were posted, as they were sent."""
    sent = [entry for entry in server.env.http_requests[since:] if entry.method == "POST"]
    return [entry for entry in sent if entry.path.endswith("/messages")]


def told(server: Server, who: MemberActor, *, since: int = 0) -> list[tuple[str, bool]]:
    """Where each message that pings ``who`` went, and whether it made a sound."""
    dm = str(who.user.dm_channel.id)
    found = []
    for entry in posted(server, since=since):
        if who.id in (entry.json.get("allowed_mentions") or {}).get("users", []):
            place = "direct" if f"/{dm}/" in entry.path else "thread"
            found.append((place, not entry.json.get("flags", 0) & SILENT))
    return found
