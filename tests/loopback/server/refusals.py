"""What Discord refuses, and in which words: one exception, and every refusal that the loopback knows.

Codes are those of https://discord.com/developers/docs/topics/opcodes-and-status-codes; HTTP statuses are
those that bots report for them.
"""

from __future__ import annotations

from typing import Any


class RefusedError(Exception):
    """A request that Discord would not have: its HTTP status, its code, its message."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        headers: dict[str, str] | None = None,
        plain: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.headers = headers or {}
        self.plain = plain
        """Whether it is a page and no JSON."""
        self.more = more

    @property
    def body(self) -> dict[str, Any]:
        """What the answer says."""
        return {"message": self.message, "code": self.code, **self.more}


VIA = {"Via": "1.1 loopback"}
"""discord.py takes a 429 without this header for a ban and does not try again."""


def unauthorized() -> RefusedError:
    """The token is wrong."""
    return RefusedError(401, 0, "401: Unauthorized")


def no_route() -> RefusedError:
    """There is nothing at this address."""
    return RefusedError(404, 0, "404: Not Found")


def rate_limited(
    retry_after: float, *, scope: str = "user", code: int = 0, message: str = "", via: bool = True
) -> RefusedError:
    """Too many requests. ``scope`` is ``user`` (this route), ``shared`` or ``global``."""
    headers = {
        **(VIA if via else {}),
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": scope,
        "X-RateLimit-Reset-After": str(retry_after),
    }
    if scope == "global":
        headers["X-RateLimit-Global"] = "true"
    return RefusedError(
        429,
        code,
        message or "You are being rate limited.",
        headers=headers,
        retry_after=retry_after,
        **{"global": scope == "global"},
    )


def old_message_edits(retry_after: float) -> RefusedError:
    """Too many edits of messages over an hour old. A 429, as bots report it: discord.py tries again."""
    return rate_limited(
        retry_after,
        code=30046,
        message="Maximum number of edits to messages older than 1 hour reached. Try again later.",
    )


def bad_form(where: str, code: str, message: str) -> RefusedError:
    """A field that breaks a rule; ``where`` is its path, with dots."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(where.split(".")):
        errors = {part: errors}
    return RefusedError(400, 50035, "Invalid Form Body", errors=errors)


_NAMED: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10014: (404, "Unknown Emoji"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10070: (404, "Unknown Guild Scheduled Event"),
    30003: (400, "Maximum number of pins reached for the channel (250)"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30032: (400, "Maximum number of application commands reached (100)."),
    30038: (400, "Maximum number of uncompleted guild scheduled events reached (100)"),
    40067: (400, "A tag is required to create a forum post in this channel"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50240: (400, "You cannot remove this app's Entry Point command in a bulk update operation."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160006: (400, "Maximum number of active threads reached"),
    180000: (400, "Cannot update a finished event"),
}


def refusal(code: int) -> RefusedError:
    """The refusal with this code."""
    status, message = _NAMED[code]
    return RefusedError(status, code, message)
