"""The preferences of players, and the private panel to set them in.

Its controls are of no match: their ids have 0 where others have one.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.kit.card import Card, card, row
from cogs.kit.controls import AnyControl, Press, button, menu, reporting
from cogs.kit.forms import written_in
from cogs.kit.replies import Interaction
from cogs.panels.account import quiet_hours_form
from cogs.panels.account.quiet_hours_form import Hours
from cogs.text import settings_texts as texts
from cogs.text import time_texts
from imaging import THEMES
from matches import UserId
from matches.errors import VacationError
from matches.guild_settings import THEME
from matches.lifecycle.forced import ONLY_MOVES
from matches.model import Person
from matches.notices.preferences import (
    DIGEST,
    PLACES,
    SOUND,
    TELL,
    WEEKEND,
    WEEKENDS,
    NotificationPreferences,
    away_until,
    vacation_left,
)
from matches.notices.quiet_hours import find_zone

if TYPE_CHECKING:
    from cogs.app import App

SEND: Final = "send"
"""The setting for being asked before a move is sent: one that is tapped, none, or a typed one too."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    SEND: ("on", "off", "all"),
    TELL: PLACES,
    SOUND: ("on", "off"),
    ONLY_MOVES: ("off", "on"),
    WEEKEND: tuple(WEEKENDS),
}
"""Every setting by tap with its values, the usual one first.

Keys and values are stored, and buttons know them by number: append, never rename or move one.
"""
AS_SERVER: Final = "server"
"""The choice in the menu of themes for none of one's own."""
DAYS_AWAY: Final = (3, 7, 14)
"""The times one can be away with one tap, in days."""


def asks_before_sending(person: Person) -> bool:
    """True if an action that was tapped waits for *Send*."""
    return _standing(person.preferences)[SEND] != "off"


def asks_before_typed(person: Person) -> bool:
    """True if a turn that was typed waits for *Send* too."""
    return _standing(person.preferences)[SEND] == "all"


def _standing(chosen: Mapping[str, str]) -> dict[str, str]:
    """Every setting by tap; the usual value where nothing, or nothing that there is, was chosen."""
    return {key: chosen[key] if chosen.get(key) in values else values[0] for key, values in CHOICES.items()}


@button("prefer")
async def prefer(press: Press) -> None:
    """Sets what its arguments tell: the number of the setting, and that of the value."""
    key, values = list(CHOICES.items())[press.args[0]]
    await press.app.notifications.prefer(press.user, {key: values[press.args[1]]})
    await press.redraw(await panel(press.app, press.user))


@button("nodigest")
async def turn_digest_off(press: Press) -> None:
    """Turns the digest off: the places of single pings come back."""
    await press.app.notifications.prefer(press.user, {DIGEST: None})
    await press.redraw(await panel(press.app, press.user))


@button("goaway")
async def go_away(press: Press) -> None:
    """Has all clocks of a player stand still for as many days as its arguments tell."""
    problem = ""
    try:
        await press.app.notifications.go_away(press.user, press.index)
    except VacationError as error:
        # An older panel, or a second click on this one: the panel shows how things stand.
        problem = time_texts.vacation_problem(error.left)
    await press.redraw(await panel(press.app, press.user, about_away=problem))


@button("comeback")
async def come_back(press: Press) -> None:
    """Has the clocks run again."""
    problem = ""
    try:
        await press.app.notifications.come_back(press.user)
    except VacationError:
        problem = texts.BACK_ALREADY
    await press.redraw(await panel(press.app, press.user, about_away=problem))


@menu("theme")
async def choose_theme(press: Press) -> None:
    """Sets the theme in which boards are drawn for the person who chooses it."""
    chosen = None if press.value == AS_SERVER else press.value
    await press.app.notifications.prefer(press.user, {THEME: chosen})
    await press.redraw(await panel(press.app, press.user))


async def written(sent: Interaction) -> None:
    """Keep the hours that were written, if ``sent`` is their form, and show the panel it came from."""
    if not quiet_hours_form.is_form(sent):
        return
    app: App = sent.client.app
    async with reporting(sent):
        await app.replies.acknowledge(sent)
        user = UserId(sent.user.id)
        hours = quiet_hours_form.read(written_in(sent, quiet_hours_form.LONGEST))
        await app.notifications.prefer(user, hours.chosen)
        await app.replies.redraw(sent, await panel(app, user, hours=hours))


@menu("city")
async def choose_city(press: Press) -> None:
    """Sets the hours that were written, with the city that is chosen."""
    hours = quiet_hours_form.restored(press.value)
    await press.app.notifications.prefer(press.user, hours.chosen)
    await press.redraw(await panel(press.app, press.user, hours=hours))


async def panel(
    app: App, user: UserId, *, hours: Hours = quiet_hours_form.UNWRITTEN, about_away: str = ""
) -> Card:
    """The settings of ``user`` as they stand, each with what changes it.

    ``hours``, as they were written, and ``about_away`` say what could not be done, beside what it is about:
    on a phone the head of the panel may be out of sight.
    """
    person = await app.notifications.person(user)
    standing, contact = _standing(person.preferences), NotificationPreferences.of(person)
    theme = person.preferences.get(THEME)
    theme = theme if theme in THEMES else None
    now = app.clock()
    left, until = vacation_left(person.away, now), away_until(person.away, now)
    # A digest has a place of its own, and what is not sent has no sound.
    no_digest = turn_digest_off.about(0, texts.NO_DIGEST)
    places = _others(TELL, standing) if contact.digest is None else [no_digest]
    sounds = [] if contact.wants_nothing else _others(SOUND, standing)
    return card(
        texts.TITLE,
        texts.told(contact),
        row(*places, *sounds),
        texts.hours(contact),
        "\n".join(hours.problems),
        *_city_row(hours.cities, now),
        texts.WEEKENDS[standing[WEEKEND]],
        row(quiet_hours_form.open_hours.about(0, texts.HOURS), *_others(WEEKEND, standing)),
        f"{texts.SENDING[standing[SEND]]}\n{texts.ONLY_MOVES[standing[ONLY_MOVES]]}",
        row(*_others(SEND, standing), *_others(ONLY_MOVES, standing)),
        texts.look(theme),
        row(_theme_menu(theme)),
        texts.away(left, until),
        about_away,
        *_away_row(left, away=until is not None),
    )


def _city_row(cities: Mapping[str, str], now: datetime) -> list[ui.ActionRow[Any]]:
    """The menu of ``cities``, each with the time that it has ``now``."""
    there = {value: texts.shown_there(now.astimezone(find_zone(city))) for value, city in cities.items()}
    options = list(cities.items())
    return [row(choose_city.about(0, texts.WHICH_CITY, options, described=there))] if cities else []


def _theme_menu(chosen: str | None) -> AnyControl:
    """The menu of themes; ``chosen`` is the one that was chosen, None for the server's own."""
    options = [(AS_SERVER, texts.AS_SERVER), *((key, look.name) for key, look in THEMES.items())]
    return choose_theme.about(0, texts.LOOK, options, chosen=chosen or AS_SERVER)


def _others(key: str, standing: Mapping[str, str]) -> list[AnyControl]:
    """A button for every value that ``key`` does not have."""
    setting = list(CHOICES).index(key)
    return [
        prefer.about(0, texts.PREFER[key, value], args=(setting, number))
        for number, value in enumerate(CHOICES[key])
        if value != standing[key]
    ]


def _away_row(left: int, *, away: bool) -> list[ui.ActionRow[Any]]:
    if away:
        return [row(come_back.about(0, texts.COME_BACK))]
    # The rest of a year is offered too, where it is less than the shortest time.
    offered = [days for days in DAYS_AWAY if days <= left] or [left]
    buttons = [go_away.about(0, texts.away_label(days), args=(days,)) for days in offered]
    return [row(*buttons)] if left else []
