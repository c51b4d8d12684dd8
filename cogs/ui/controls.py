"""Buttons and menus that outlive a restart: everything they know is in their id.

An id is ``verb:match:version`` and, where needed, ``:index``: numbers only, never a choice. What a click
means is decided by the service, which compares the version. Every control goes through one guarded base:
it acknowledges first, then acts, and reports any error like the command tree does.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

import discord
from discord import ui

from cogs.ui import texts
from cogs.ui.errors import report
from matches import Face, Match, MatchId, UserId
from matches.errors import PickError, WrongPhaseError

if TYPE_CHECKING:
    import re

    from cogs.desk import Desk

Click = discord.Interaction[Any]

ACCEPTANCES: Final[tuple[tuple[Face, bool], ...]] = (
    ("heads", False),
    ("tails", False),
    ("heads", True),
    ("tails", True),
)
"""What the index of an accept button means: the coin's face called, whether a blind start is asked for."""


def _template(verb: str) -> str:
    return rf"{verb}:(?P<match>\d+):(?P<version>\d+)(?::(?P<index>\d+))?"


class _Control:
    """What all controls share: their id's numbers, and the guard around what they do."""

    verb: ClassVar[str]
    match_id: MatchId
    version: int
    index: int

    def _identify(self, match_id: int, version: int, index: int) -> Self:
        self.match_id, self.version, self.index = MatchId(match_id), version, index
        return self

    @classmethod
    def id_on(cls, match: Match, index: int | None = None) -> str:
        """The id of this control on the present card of ``match``."""
        tail = "" if index is None else f":{index}"
        return f"{cls.verb}:{match.id}:{match.version}{tail}"

    async def guarded(self, click: Click) -> None:
        """Acknowledge, act, and report what goes wrong."""
        try:
            desk: Desk = click.client.desk
            await desk.acknowledge(click)
            await self.act(click, desk, UserId(click.user.id))
        except Exception as error:  # noqa: BLE001 - the one place where a click's errors end
            await report(click, error)

    @abstractmethod
    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """What the control does, the click being acknowledged."""


class _Button(_Control, ui.DynamicItem[ui.Button[Any]], template=r"(?!)"):
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
        index: int | None = None,
    ) -> Self:
        """The button for the present version of ``match``."""
        return cls(ui.Button(label=label, style=style, custom_id=cls.id_on(match, index)))

    @classmethod
    async def from_custom_id(cls, interaction: Click, item: ui.Item[Any], match: re.Match[str], /) -> Self:
        """The button that was clicked."""
        assert isinstance(item, ui.Button)
        return cls(item)._identify(int(match["match"]), int(match["version"]), int(match["index"] or 0))

    async def callback(self, interaction: Click) -> None:
        """What discord.py calls."""
        await self.guarded(interaction)


class _Select(_Control, ui.DynamicItem[ui.Select[Any]], template=r"(?!)"):
    """A menu of texts, by verb."""

    def __init_subclass__(cls, *, verb: str) -> None:
        cls.verb = verb
        super().__init_subclass__(template=_template(verb))

    @classmethod
    def menu(
        cls,
        match: Match,
        prompt: str,
        options: Sequence[tuple[str, str]],
        *,
        chosen: str | None = None,
        index: int | None = None,
    ) -> Self:
        """The menu for the present version of ``match``; ``options`` are (value, label), at most 25."""
        entries = [
            discord.SelectOption(value=value, label=label[:100], default=value == chosen)
            for value, label in options
        ]
        return cls(ui.Select(placeholder=prompt[:150], options=entries, custom_id=cls.id_on(match, index)))

    @classmethod
    async def from_custom_id(cls, interaction: Click, item: ui.Item[Any], match: re.Match[str], /) -> Self:
        """The menu that was used."""
        assert isinstance(item, ui.Select)
        return cls(item)._identify(int(match["match"]), int(match["version"]), int(match["index"] or 0))

    async def callback(self, interaction: Click) -> None:
        """What discord.py calls."""
        await self.guarded(interaction)

    @property
    def value(self) -> str:
        """The one entry that was chosen."""
        return self.item.values[0]


# --- the challenge -------------------------------------------------------------------------------


class Accept(_Button, verb="accept"):
    """Takes a challenge up, calling the coin."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        call, blind = ACCEPTANCES[self.index]
        match = await desk.matches.accept(self.match_id, user, self.version, call=call, blind=blind)
        await desk.show(click, match)


class Decline(_Button, verb="decline"):
    """Refuses a challenge."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.show(click, await desk.matches.decline(self.match_id, user, self.version))


class Withdraw(_Button, verb="withdraw"):
    """Takes one's own challenge back."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.show(click, await desk.matches.withdraw(self.match_id, user, self.version))


# --- the picks -----------------------------------------------------------------------------------


class Choose(_Button, verb="choose"):
    """Opens the choice of a pick to the player who clicked, and nobody else."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match, draft = await desk.matches.draft(self.match_id, user)
        await desk.answer(click, desk.cards.pick_panel(match, user, draft))


class Slot(_Select, verb="slot"):
    """One menu of a pick."""

    @classmethod
    def on(cls, match: Match, slot: str, choices: Sequence[str], chosen: str | None, *, index: int) -> Self:
        """The menu of slot ``index``."""
        options = [(choice, texts.slot_choice(choice, slot)) for choice in choices]
        return cls.menu(match, slot, options, chosen=chosen, index=index)

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        try:
            match, draft = await desk.matches.choose(self.match_id, user, self.index, self.value)
        except (PickError, WrongPhaseError) as error:
            await _show_pick_made(click, desk, user, error)
        else:
            await desk.redraw(click, desk.cards.pick_panel(match, user, draft))


class Confirm(_Button, verb="confirm"):
    """Makes a pick final."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        try:
            match = await desk.matches.pick(self.match_id, user)
        except (PickError, WrongPhaseError) as error:
            await _show_pick_made(click, desk, user, error)
        else:
            await desk.show(click, match)
            await desk.redraw(click, desk.cards.pick_confirmed(match, user))


async def _show_pick_made(click: Click, desk: Desk, user: UserId, error: PickError | WrongPhaseError) -> None:
    """Close a panel whose pick is in: a crash, or a pick made in another panel, left it open.

    Any other refusal is raised again.
    """
    if error.match.side_of(user) not in error.match.picks:
        raise error
    await desk.redraw(click, desk.cards.pick_confirmed(error.match, user))


# --- play ----------------------------------------------------------------------------------------


class Menu(_Button, verb="menu"):
    """Opens a game's own list of actions to the player who clicked."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.check_turn(self.match_id, user, self.version)
        await desk.answer(click, desk.cards.action_menu(match, self.index))


class Act(_Select, verb="act"):
    """Plays the action chosen from a list."""

    @classmethod
    def on(cls, match: Match, prompt: str, options: Sequence[tuple[str, str]]) -> Self:
        """The menu of ``options``: (canonical text, words)."""
        return cls.menu(match, prompt, options)

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.play(self.match_id, user, self.value, seen=self.version)
        await desk.dismiss(click)
        await desk.show(click, match)


class EndTurn(_Button, verb="end"):
    """Ends a turn."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.show(click, await desk.matches.play(self.match_id, user, "end", seen=self.version))


class TakeBack(_Button, verb="takeback"):
    """Takes the last action of one's own unfinished turn back."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.show(click, await desk.matches.take_back(self.match_id, user, seen=self.version))


class Do(_Button, verb="do"):
    """Plays one of the few actions there are: that of its number."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.check_turn(self.match_id, user, self.version)
        action = desk.matches.history(match).position.legal_actions()[self.index]
        match = await desk.matches.play(self.match_id, user, str(action), seen=self.version)
        await desk.show(click, match)


class OfferDraw(_Button, verb="draw"):
    """Offers a draw."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.offer_draw(self.match_id, user, seen=self.version)
        await desk.show(click, match)


class AgreeDraw(_Button, verb="agree"):
    """Agrees to the draw that the other player offers."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.answer_draw(self.match_id, user, agree=True, seen=self.version)
        await desk.show(click, match)


class RefuseDraw(_Button, verb="refuse"):
    """Refuses the draw that the other player offers."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.answer_draw(self.match_id, user, agree=False, seen=self.version)
        await desk.show(click, match)


class Resign(_Button, verb="resign"):
    """Asks whether to give the match up."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.check_running(self.match_id, user)
        await desk.answer(click, desk.cards.resign_question(match))


class ResignNow(_Button, verb="resignnow"):
    """Gives the match up."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.resign(self.match_id, user, seen=self.version)
        await desk.dismiss(click)
        await desk.show(click, match)


class Rematch(_Button, verb="rematch"):
    """Challenges the same opponent again."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.rematch(self.match_id, user, seen=self.version)
        await desk.show_rematch(click, match)


ALL: Final[tuple[type[_Button] | type[_Select], ...]] = (
    Accept,
    Decline,
    Withdraw,
    Choose,
    Slot,
    Confirm,
    Menu,
    Act,
    EndTurn,
    TakeBack,
    Do,
    OfferDraw,
    AgreeDraw,
    RefuseDraw,
    Resign,
    ResignNow,
    Rematch,
)
"""Every control, to be registered once at start."""
