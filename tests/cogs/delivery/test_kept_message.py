"""A message that is kept up to date: edited, posted, and posted again once after somebody deleted it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord
import pytest

from cogs.delivery import kept_message
from cogs.kit.card import card
from cogs.kit.failures import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from matches import MessageId
from tests.cogs.answers import answered

CARD = card("as it is now")
FIRST, SECOND = MessageId(1), MessageId(2)


@dataclass(frozen=True)
class Known:
    """The state of the message."""

    message: MessageId | None
    lost: int = 0


class Steps:
    """Keeps it and notes each step; Discord answers an edit with ``refusal``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, refusal: Exception | None = None) -> None:
        self.done: list[str] = []
        self._refusal = refusal
        monkeypatch.setattr(kept_message, "edit_message", self._edit)

    async def keep(self, known: Known) -> Known:
        bot: Any = None
        return await kept_message.keep(bot, 9, CARD, known, self._post, self._record_deleted)

    async def _edit(self, *_: Any) -> None:
        self.done.append("edited")
        if self._refusal is not None:
            raise self._refusal

    async def _post(self, known: Known) -> Known:
        self.done.append("posted")
        return replace(known, message=SECOND)

    async def _record_deleted(self, known: Known) -> Known:
        self.done.append("noted")
        return Known(None, known.lost + 1)


@pytest.mark.parametrize(
    ("known", "after", "done"),
    [
        (Known(FIRST), Known(FIRST), ["edited"]),
        (Known(None), Known(SECOND), ["posted"]),
        (Known(None, 1), Known(SECOND, 1), ["posted"]),
        (Known(None, 2), Known(None, 2), []),
    ],
)
async def test_it_is_edited_or_posted(
    monkeypatch: pytest.MonkeyPatch, known: Known, after: Known, done: list[str]
) -> None:
    steps = Steps(monkeypatch)
    assert (await steps.keep(known), steps.done) == (after, done)


@pytest.mark.parametrize("code", [UNKNOWN_MESSAGE, 0])
async def test_a_deletion_is_stored_before_it_is_posted_again_once(
    monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    steps = Steps(monkeypatch, answered(404, code=code))
    assert await steps.keep(Known(FIRST)) == Known(SECOND, 1)
    assert steps.done == ["edited", "noted", "posted"]
    assert await steps.keep(Known(SECOND, 1)) == Known(None, 2)
    assert steps.done[3:] == ["edited", "noted"]


@pytest.mark.parametrize(
    "refusal", [answered(404, code=UNKNOWN_CHANNEL), answered(403), answered(503)], ids=repr
)
async def test_any_other_refusal_is_the_callers(
    monkeypatch: pytest.MonkeyPatch, refusal: discord.HTTPException
) -> None:
    steps = Steps(monkeypatch, refusal)
    with pytest.raises(discord.HTTPException):
        await steps.keep(Known(FIRST))
    assert steps.done == ["edited"]
