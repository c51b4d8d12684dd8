"""What every button and menu has in common: all it knows is in its id, and one guard reports its errors.

An id is ``verb:match:version`` and, where needed, ``:index`` or several such, with dots between: numbers
only, never a choice. So controls outlive a restart. What a click means is decided by the service, which
compares the version. The guard acknowledges first, then acts, and reports any error like the command tree.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

import discord
from discord import ui

from cogs.ui.errors import report
from cogs.ui.languages import speaking
from matches import Match, MatchId, UserId
from matches.model import MatchFacts

if TYPE_CHECKING:
    import re

    from cogs.desk import Desk
    from cogs.ops.metrics import Outcome

Click = discord.Interaction[Any]


@asynccontextmanager
async def reporting(click: Click) -> AsyncIterator[None]:
    """Speak the language of whoever clicked, and report what goes wrong to them.

    This is the one place where the errors of clicks and forms end.
    """
    desk: Desk = click.client.desk
    desk.begin(click)
    outcome: Outcome = "error"
    try:
        with speaking(click.locale):
            try:
                yield
                outcome = "ok"
            except Exception as error:  # noqa: BLE001 - see above
                outcome = await report(click, error)
    finally:
        desk.metrics.ended(click, outcome)


_DIGITS: Final = 22
"""Digits of a number in an id: the longest tells the announcements of seasons apart, by server and season."""


def _template(verb: str) -> str:
    number = rf"\d{{1,{_DIGITS}}}"
    return rf"{verb}:(?P<match>{number}):(?P<version>{number})(?::(?P<tail>{number}(?:\.{number})*))?"


class Control:
    """What all controls share: their id's numbers, and the guard around what they do."""

    verb: ClassVar[str]
    match_id: MatchId
    version: int
    tail: tuple[int, ...]

    def _identify(self, found: re.Match[str]) -> Self:
        self.match_id, self.version = MatchId(int(found["match"])), int(found["version"])
        self.tail = tuple(map(int, (found["tail"] or "").split("."))) if found["tail"] else ()
        return self

    @property
    def index(self) -> int:
        """The one number of its tail, 0 where it has none."""
        return self.tail[0] if self.tail else 0

    @classmethod
    def id_on(cls, match: MatchFacts, *tail: int) -> str:
        """The id of this control on the present card of ``match``."""
        return cls._numbered(match.id, match.version, tail)

    @classmethod
    def id_about(cls, number: int, *tail: int, version: int = 0) -> str:
        """The id of this control for what has no versions, or another number in its place."""
        return cls._numbered(number, version, tail)

    @classmethod
    def _numbered(cls, number: int, version: int, tail: Sequence[int]) -> str:
        numbers = ".".join(map(str, tail))
        return f"{cls.verb}:{number}:{version}{':' if tail else ''}{numbers}"

    async def guarded(self, click: Click) -> None:
        """Acknowledge, act, and report what goes wrong."""
        async with reporting(click):
            desk: Desk = click.client.desk
            await desk.acknowledge(click)
            await self.act(click, desk, UserId(click.user.id))

    @abstractmethod
    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """What the control does, the click being acknowledged."""


class Button(Control, ui.DynamicItem[ui.Button[Any]], template=r"(?!)"):
    """A button, by verb."""

    def __init_subclass__(cls, *, verb: str) -> None:
        cls.verb = verb
        super().__init_subclass__(template=_template(verb))

    @classmethod
    def on(
        cls,
        match: Match,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        tail: Sequence[int] = (),
    ) -> Self:
        """The button for the present version of ``match``."""
        return cls(ui.Button(label=label[:80], style=style, custom_id=cls.id_on(match, *tail)))

    @classmethod
    def about(cls, number: int, label: str, *, tail: Sequence[int] = (), enabled: bool = True) -> Self:
        """The button for what is no match, or for any version of one, by its ``number`` and its tail."""
        custom_id = cls.id_about(number, *tail)
        return cls(ui.Button(label=label[:80], custom_id=custom_id, disabled=not enabled))

    @classmethod
    async def from_custom_id(cls, interaction: Click, item: ui.Item[Any], match: re.Match[str], /) -> Self:
        """The button that was clicked."""
        assert isinstance(item, ui.Button)
        return cls(item)._identify(match)

    async def callback(self, interaction: Click) -> None:
        """What discord.py calls."""
        await self.guarded(interaction)


class Dismiss(Button, verb="dismiss"):
    """Takes the private panel away that it stands on, a question for one: nothing is done."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.dismiss(click)


class Select(Control, ui.DynamicItem[ui.Select[Any]], template=r"(?!)"):
    """A menu of texts, by verb."""

    def __init_subclass__(cls, *, verb: str) -> None:
        cls.verb = verb
        super().__init_subclass__(template=_template(verb))

    @classmethod
    def menu(
        cls,
        match: MatchFacts,
        prompt: str,
        options: Sequence[tuple[str, str]],
        *,
        chosen: str | None = None,
        tail: Sequence[int] = (),
    ) -> Self:
        """The menu for the present version of ``match``; ``options`` are (value, label), at most 25."""
        entries = [
            discord.SelectOption(value=value, label=label[:100], default=value == chosen)
            for value, label in options
        ]
        return cls(ui.Select(placeholder=prompt[:150], options=entries, custom_id=cls.id_on(match, *tail)))

    @classmethod
    async def from_custom_id(cls, interaction: Click, item: ui.Item[Any], match: re.Match[str], /) -> Self:
        """The menu that was used."""
        assert isinstance(item, ui.Select)
        return cls(item)._identify(match)

    async def callback(self, interaction: Click) -> None:
        """What discord.py calls."""
        await self.guarded(interaction)

    @property
    def value(self) -> str:
        """The one entry that was chosen."""
        return self.item.values[0]
