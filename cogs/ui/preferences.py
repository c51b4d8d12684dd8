"""What players have set for themselves, and the private panel to set it in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.ui import texts
from cogs.ui.card import Card, card, row
from cogs.ui.control import Button, Click
from matches import UserId

if TYPE_CHECKING:
    from cogs.desk import Desk

SEND: Final = "send"
"""Whether the panel for moving asks before an action that is complete is sent."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {SEND: ("on", "off")}
"""Every setting with its values, the usual one first. Keys and values are stored: never rename one."""


async def preferences(desk: Desk, user: UserId) -> Mapping[str, str]:
    """Every setting of a player."""
    usual = {key: values[0] for key, values in CHOICES.items()}
    return {**usual, **await desk.store.preferences(user)}


async def asks_before_sending(desk: Desk, user: UserId) -> bool:
    """Whether a chosen action waits for *send*."""
    return (await preferences(desk, user))[SEND] == "on"


class Prefer(Button, verb="prefer"):
    """Sets what its tail tells: the number of the setting, and that of the value. It is of no match: 0."""

    @classmethod
    def to(cls, key: str, value: str) -> Prefer:
        """The button that sets ``key`` to ``value``."""
        tail = f"{list(CHOICES).index(key)}.{CHOICES[key].index(value)}"
        label = texts.PREFER[key, value]
        return cls(ui.Button(label=label, custom_id=f"{cls.verb}:0:0:{tail}"))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        key, values = list(CHOICES.items())[self.tail[0]]
        await desk.store.prefer(user, key, values[self.tail[1]])
        await desk.redraw(click, await panel(desk, user))


CONTROLS: Final[tuple[type[Button], ...]] = (Prefer,)


async def panel(desk: Desk, user: UserId) -> Card:
    """The settings of ``user`` as they stand, each with a button for every other value."""
    standing = await preferences(desk, user)
    parts: list[Any] = [texts.SETTINGS_TITLE]
    for key, values in CHOICES.items():
        parts.append(texts.PREFERRED[key, standing[key]])
        parts.append(row(*(Prefer.to(key, value) for value in values if value != standing[key])))
    return card(*parts)
