"""What players have set for themselves, and the private panel to set it in.

Its controls are of no match: their ids have 0 where others have one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.ui import hours
from cogs.ui.card import Card, card, row
from cogs.ui.control import Button, Click, Select, reporting
from cogs.ui.forms import written_in
from cogs.ui.languages import texts_of_settings as texts
from cogs.ui.languages import texts_of_time
from imaging import THEMES
from matches import UserId
from matches.contact import DIGEST, PLACES, SOUND, TELL, Contact, away_until, vacation_left
from matches.errors import VacationError
from matches.guilds import THEME
from matches.model import Person

if TYPE_CHECKING:
    from cogs.desk import Desk

SEND: Final = "send"
"""Whether the panel for moving asks before an action that is complete is sent."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    SEND: ("on", "off"),
    TELL: PLACES,
    SOUND: ("on", "off"),
}
"""Every setting by tap with its values, the usual one first.

Keys and values are stored, and buttons know them by number: never rename or move one.
"""
AS_SERVER: Final = "server"
"""What the menu of themes says for none of one's own."""
DAYS_AWAY: Final = (3, 7, 14)
"""How long one can be away with one tap."""


def asks_before_sending(person: Person) -> bool:
    """Whether a chosen action waits for *send*."""
    return _standing(person.preferences)[SEND] == "on"


def _standing(chosen: Mapping[str, str]) -> dict[str, str]:
    """Every setting by tap; the usual value where nothing, or nothing that there is, was chosen."""
    return {key: chosen[key] if chosen.get(key) in values else values[0] for key, values in CHOICES.items()}


class Prefer(Button, verb="prefer"):
    """Sets what its tail tells: the number of the setting, and that of the value."""

    @classmethod
    def to(cls, key: str, value: str) -> Prefer:
        """The button that sets ``key`` to ``value``."""
        tail = (list(CHOICES).index(key), CHOICES[key].index(value))
        label = texts.PREFER[key, value]
        return cls(ui.Button(label=label, custom_id=cls.id_about(0, *tail)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        key, values = list(CHOICES.items())[self.tail[0]]
        await desk.notifications.prefer(user, {key: values[self.tail[1]]})
        await desk.redraw(click, await panel(desk, user))


class NoDigest(Button, verb="nodigest"):
    """Turns the digest off: the places of single pings come back."""

    @classmethod
    def button(cls) -> NoDigest:
        """The button."""
        return cls(ui.Button(label=texts.NO_DIGEST, custom_id=cls.id_about(0)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.notifications.prefer(user, {DIGEST: None})
        await desk.redraw(click, await panel(desk, user))


class GoAway(Button, verb="goaway"):
    """Has all clocks of a player stand still for as many days as its tail tells."""

    @classmethod
    def button(cls, days: int) -> GoAway:
        """The button for so many days."""
        return cls(ui.Button(label=texts.away_label(days), custom_id=cls.id_about(0, days)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        problem = ""
        try:
            await desk.notifications.go_away(user, self.index)
        except VacationError as error:
            # An older panel, or a second click on this one: the panel shows how things stand.
            problem = texts_of_time.vacation_problem(error.left)
        await desk.redraw(click, await panel(desk, user, about_away=problem))


class ComeBack(Button, verb="comeback"):
    """Has the clocks run again."""

    @classmethod
    def button(cls) -> ComeBack:
        """The button."""
        return cls(ui.Button(label=texts.COME_BACK, custom_id=cls.id_about(0)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        problem = ""
        try:
            await desk.notifications.come_back(user)
        except VacationError:
            problem = texts.BACK_ALREADY
        await desk.redraw(click, await panel(desk, user, about_away=problem))


class Look(Select, verb="theme"):
    """Sets what boards look like to whoever chooses it."""

    @classmethod
    def choice(cls, chosen: str | None) -> Look:
        """The menu; ``chosen`` is the theme that was chosen, None for the server's own."""
        named = [(AS_SERVER, texts.AS_SERVER), *((key, look.name) for key, look in THEMES.items())]
        options = [
            discord.SelectOption(value=value, label=label, default=value == (chosen or AS_SERVER))
            for value, label in named
        ]
        return cls(ui.Select(placeholder=texts.LOOK, options=options, custom_id=cls.id_about(0)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.notifications.prefer(user, {THEME: None if self.value == AS_SERVER else self.value})
        await desk.redraw(click, await panel(desk, user))


CONTROLS: Final[tuple[type[Button] | type[Select], ...]] = (
    Prefer,
    hours.Hours,
    NoDigest,
    GoAway,
    ComeBack,
    Look,
)


async def written(sent: Click) -> None:
    """Keep the hours that were written, if ``sent`` is their form, and show the panel it came from."""
    if not hours.is_form(sent):
        return
    desk: Desk = sent.client.desk
    async with reporting(sent):
        await desk.acknowledge(sent)
        user = UserId(sent.user.id)
        chosen, problems = hours.read(written_in(sent, hours.LONGEST))
        await desk.notifications.prefer(user, chosen)
        await desk.redraw(sent, await panel(desk, user, about_hours="\n".join(problems)))


async def panel(desk: Desk, user: UserId, *, about_hours: str = "", about_away: str = "") -> Card:
    """The settings of ``user`` as they stand, each with what changes it.

    ``about_hours`` and ``about_away`` say what could not be done, beside what it is about: on a phone the
    head of the panel may be out of sight.
    """
    person = await desk.notifications.person(user)
    standing, contact = _standing(person.preferences), Contact.of(person)
    theme = person.preferences.get(THEME)
    theme = theme if theme in THEMES else None
    now = desk.clock()
    left, until = vacation_left(person.away, now), away_until(person.away, now)
    # A digest has a place of its own, and what is not sent has no sound.
    places = _others(TELL, standing) if contact.digest is None else [NoDigest.button()]
    sounds = [] if contact.wants_nothing else _others(SOUND, standing)
    return card(
        texts.TITLE,
        texts.told(contact),
        row(*places, *sounds),
        texts.hours(contact),
        about_hours,
        row(hours.Hours.button()),
        texts.SENDING[standing[SEND]],
        row(*_others(SEND, standing)),
        texts.look(theme),
        row(Look.choice(theme)),
        texts.away(left, until),
        about_away,
        *_away_row(left, away=until is not None),
    )


def _others(key: str, standing: Mapping[str, str]) -> list[Prefer]:
    """A button for every value that ``key`` does not have."""
    return [Prefer.to(key, value) for value in CHOICES[key] if value != standing[key]]


def _away_row(left: int, *, away: bool) -> list[ui.ActionRow[Any]]:
    if away:
        return [row(ComeBack.button())]
    # What is left of a year is offered too, where it is less than the shortest time.
    offered = [days for days in DAYS_AWAY if days <= left] or [left]
    return [row(*map(GoAway.button, offered))] if left else []
