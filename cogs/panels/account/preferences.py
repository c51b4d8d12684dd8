"""Players' preferences, and the private panel to set them: rows of what is set, each with a page.

The controls' ids have 0 in place of a match id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final

from discord import ui

from cogs.kit.arguments import TEXT, Count, Tail
from cogs.kit.boards import AS_PICTURES, AS_TEXT, BOARDS, glimpses
from cogs.kit.card import BLUE, Card, Pictures, card, gallery, row, section
from cogs.kit.controls import (
    AnyControl,
    FormSent,
    Press,
    button,
    control,
    form_sent,
    menu,
)
from cogs.panels.account import privacy, quiet_hours_form
from cogs.panels.account.quiet_hours_form import Hours
from cogs.text import settings_texts, texts, time_texts
from imaging import THEMES
from matches import UserId
from matches.errors import VacationError
from matches.guilds.settings import THEME
from matches.lifecycle.forced import ONLY_MOVES
from matches.model import Person
from matches.notices import (
    DIGEST,
    PLACES,
    SOUND,
    TELL,
    WEEKEND,
    WEEKENDS,
    ZONE,
    NotificationPreferences,
)
from matches.rhythm import SHOWS_RHYTHM
from matches.time.intervals import away_until, vacation_left
from matches.time.wall_clock import find_zone
from services.cross_server import PLAYS_ACROSS

if TYPE_CHECKING:
    from cogs.app import App

SEND: Final = "send"
"""The setting for confirming moves: tapped ones ("on"), none ("off"), or typed ones too ("all")."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    SEND: ("on", "off", "all"),
    TELL: PLACES,
    SOUND: ("on", "off"),
    ONLY_MOVES: ("off", "on"),
    WEEKEND: tuple(WEEKENDS),
    PLAYS_ACROSS: ("off", "on"),
    SHOWS_RHYTHM: ("off", "on"),
    BOARDS: (AS_PICTURES, AS_TEXT),
}
"""Every setting with buttons, and its values, the default first.

Keys and values are stored, and buttons hold their index: append, never rename or reorder.
"""
ALL: Final = "all"
"""The page that leads to the others."""
ALERTS: Final = "alerts"
HOURS: Final = "hours"
MOVES: Final = "moves"
LOOK: Final = "look"
AWAY: Final = "away"
OTHERS: Final = "others"
PAGES: Final = (ALL, ALERTS, HOURS, MOVES, LOOK, AWAY, OTHERS)
"""The pages of the panel. Buttons hold their index: append, never reorder."""
SETTINGS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    ALERTS: (TELL, SOUND),
    MOVES: (SEND, ONLY_MOVES),
    LOOK: (BOARDS,),
    OTHERS: (WEEKEND, SHOWS_RHYTHM, PLAYS_ACROSS),
}
"""The settings with buttons, by their page."""
AS_SERVER: Final = "server"
"""The entry of the theme menu for the server's theme."""
DAYS_AWAY: Final = (3, 7, 14)
"""The vacation lengths that have buttons, in days."""


def asks_before_sending(person: Person) -> bool:
    """True if a tapped action needs *Send*."""
    return _current(person.preferences)[SEND] != "off"


def asks_before_typed(person: Person) -> bool:
    """True if a typed turn needs *Send* too."""
    return _current(person.preferences)[SEND] == "all"


def _current(chosen: Mapping[str, str]) -> dict[str, str]:
    """The value of every setting with buttons; the default for a missing or unknown value."""
    return {key: chosen[key] if chosen.get(key) in values else values[0] for key, values in CHOICES.items()}


@control("setpage")
async def show_page(press: Press, page: Annotated[int, range(len(PAGES))]) -> None:
    """Shows a page of the settings, by its index in PAGES."""
    await press.redraw(await panel(press.app, press.user, PAGES[page]))


@control("prefer")
async def prefer(press: Press, setting: Annotated[int, range(len(CHOICES))], value: Count) -> None:
    """Sets a setting, by its index in CHOICES, to the value with this index."""
    key, values = list(CHOICES.items())[setting]
    await press.app.notifications.prefer(press.user, {key: press.one_of(values, value)})
    page = next(page for page, keys in SETTINGS_OF.items() if key in keys)
    await press.redraw(await panel(press.app, press.user, page))


@control("nodigest")
async def turn_digest_off(press: Press) -> None:
    """Turns the digest off, so single pings are sent again."""
    await press.app.notifications.prefer(press.user, {DIGEST: None})
    await press.redraw(await panel(press.app, press.user, ALERTS))


@control("goaway")
async def go_away(press: Press, days: Count) -> None:
    """Starts a vacation, which stops all of the player's clocks."""
    problem = ""
    try:
        await press.app.notifications.go_away(press.user, days)
    except VacationError as error:
        # From an old panel, or a second click: the new panel shows the present state.
        problem = time_texts.vacation_problem(error.left)
    await press.redraw(await panel(press.app, press.user, AWAY, about_away=problem))


@control("comeback")
async def come_back(press: Press) -> None:
    """Ends the vacation, so the clocks run again."""
    problem = ""
    try:
        await press.app.notifications.come_back(press.user)
    except VacationError:
        problem = settings_texts.BACK_ALREADY
    await press.redraw(await panel(press.app, press.user, AWAY, about_away=problem))


@control("theme", chooses={AS_SERVER, *THEMES})
async def choose_theme(press: Press) -> None:
    """Sets the theme of boards that only the player sees."""
    chosen = None if press.value == AS_SERVER else press.value
    await press.app.notifications.prefer(press.user, {THEME: chosen})
    look = await glimpses(press.app, await press.app.cards.theme_for(press.guild_id, press.user))
    await press.redraw(await panel(press.app, press.user, LOOK, look=look))


@form_sent("hours")
async def written(sent: FormSent) -> None:
    """Stores the hours, and redraws the panel; a new zone is asked back."""
    hours = quiet_hours_form.read(quiet_hours_form.written(sent.interaction))
    current = (await sent.app.notifications.person(sent.user)).preferences.get(ZONE)
    hours = quiet_hours_form.asked_back(hours, current)
    await sent.app.notifications.prefer(sent.user, hours.chosen)
    await sent.redraw(await panel(sent.app, sent.user, HOURS, hours=hours))


@control("city", chooses=TEXT)
async def choose_city(press: Press) -> None:
    """Sets the hours from an earlier form, with the chosen city as the time zone."""
    await _set(press, press.value)


@control("zoneright")
async def confirm_zone(press: Press, form: Tail) -> None:
    """Sets the hours from an earlier form, whose time zone was asked back."""
    await _set(press, form)


async def _set(press: Press, form: str) -> None:
    hours = quiet_hours_form.restored(form)
    await press.app.notifications.prefer(press.user, hours.chosen)
    await press.redraw(await panel(press.app, press.user, HOURS, hours=hours))


async def panel(
    app: App,
    user: UserId,
    page: str = ALL,
    *,
    hours: Hours = quiet_hours_form.UNWRITTEN,
    about_away: str = "",
    look: Pictures = (),
) -> Card:
    """A page of the settings of ``user``, each with what is set; the first page leads to the others.

    ``look`` is a picture of boards in a theme that was chosen just now. Problems with the submitted ``hours``
    and with a vacation (``about_away``) are shown on their page.
    """
    person = await app.notifications.person(user)
    current, contact, now = _current(person.preferences), NotificationPreferences.of(person), app.clock()
    if page == ALL:
        return card(settings_texts.TITLE, *_rows(person, current, contact, now))
    if page == HOURS:
        parts = _hours_parts(contact, hours, now)
    elif page == AWAY:
        parts = _away_parts(person, about_away, now)
    elif page == LOOK:
        parts = _look_parts(_theme_of(person), current, look)
    else:
        parts = _switches(page, current, contact)
    back = show_page.about(0, texts.BACK, PAGES.index(ALL))
    return card(settings_texts.PAGES[page], *parts, row(back), pictures=look)


def _rows(
    person: Person, current: Mapping[str, str], contact: NotificationPreferences, now: datetime
) -> Iterator[ui.Item[Any]]:
    """A line for each page, with the button that leads there."""
    left, until = vacation_left(person.away, now), away_until(person.away, now)
    away = come_back.about(0, settings_texts.COME_BACK) if until else _to(AWAY)
    yield section(settings_texts.alerts(contact), _to(ALERTS))
    yield section(
        settings_texts.hours(contact), quiet_hours_form.open_hours.about(0, settings_texts.TO[HOURS])
    )
    yield section(settings_texts.moves(current), _to(MOVES))
    yield section(settings_texts.boards(_theme_of(person), as_text=current[BOARDS] == AS_TEXT), _to(LOOK))
    yield section(settings_texts.away(left, until), away)
    yield section(settings_texts.others(current), _to(OTHERS))
    yield section(settings_texts.PRIVACY, privacy.back_to_privacy.about(0, settings_texts.OPEN_PRIVACY))


def _to(page: str) -> AnyControl:
    return show_page.about(0, settings_texts.TO[page], PAGES.index(page))


def _switches(page: str, current: Mapping[str, str], contact: NotificationPreferences) -> Iterator[Any]:
    """The settings of a page, each with a row of its values."""
    if page == ALERTS:
        yield settings_texts.told(contact)
        # A digest replaces the choice of places, and without notifications there is no sound to choose.
        if contact.digest is None:
            yield _values(TELL, current)
        else:
            yield row(turn_digest_off.about(0, settings_texts.NO_DIGEST))
        if not contact.wants_nothing:
            yield _values(SOUND, current)
        return
    for key in SETTINGS_OF[page]:
        yield settings_texts.MEANS[key][current[key]]
        yield _values(key, current)


def _look_parts(theme: str | None, current: Mapping[str, str], look: Pictures) -> Iterator[Any]:
    yield settings_texts.look(theme, as_text=current[BOARDS] == AS_TEXT)
    yield row(_theme_menu(theme))
    if look:
        yield gallery(look)
    yield _values(BOARDS, current)


def _hours_parts(contact: NotificationPreferences, hours: Hours, now: datetime) -> Iterator[Any]:
    yield settings_texts.hours_told(contact)
    yield "\n".join(hours.problems)
    yield from _city_row(hours.cities, now)
    yield from _zone_question(hours, now)
    yield row(quiet_hours_form.open_hours.about(0, settings_texts.HOURS))


def _away_parts(person: Person, problem: str, now: datetime) -> Iterator[Any]:
    left, until = vacation_left(person.away, now), away_until(person.away, now)
    yield settings_texts.away_told(left, until)
    yield problem
    yield from _away_row(left, away=until is not None)


def _theme_of(person: Person) -> str | None:
    """The theme that a person has chosen; None for each server's own."""
    theme = person.preferences.get(THEME)
    return theme if theme in THEMES else None


def _city_row(cities: Mapping[str, str], now: datetime) -> list[ui.ActionRow[Any]]:
    """The menu of ``cities``, each with its local time."""
    there = {
        value: settings_texts.shown_there(now.astimezone(find_zone(city))) for value, city in cities.items()
    }
    options = list(cities.items())
    return (
        [row(choose_city.about(0, menu(settings_texts.WHICH_CITY, options, described=there)))]
        if cities
        else []
    )


def _zone_question(hours: Hours, now: datetime) -> list[str | ui.ActionRow[Any]]:
    """The question whether the clocks in the typed zone show the user's time, with its answers."""
    if not hours.asked:
        return []
    said = settings_texts.is_it(now.astimezone(find_zone(hours.asked)), hours.asked)
    yes = confirm_zone.about(0, button(settings_texts.THAT_TIME, BLUE), hours.kept)
    no = quiet_hours_form.open_hours.about(0, settings_texts.ANOTHER_ZONE, hours.kept)
    return [said, row(yes, no)]


def _theme_menu(chosen: str | None) -> AnyControl:
    """The menu of themes; ``chosen`` is the present one, None for the server's."""
    options = [(AS_SERVER, settings_texts.AS_SERVER), *((key, look.name) for key, look in THEMES.items())]
    return choose_theme.about(0, menu(settings_texts.LOOK, options, chosen=chosen or AS_SERVER))


def _values(key: str, current: Mapping[str, str]) -> ui.ActionRow[Any]:
    """A button for every value of ``key``; the present one is marked, and can't be pressed."""
    setting = list(CHOICES).index(key)
    labels = [(value, settings_texts.PREFER[key, value]) for value in CHOICES[key]]
    shown = [
        button(settings_texts.chosen(label), enabled=False) if value == current[key] else button(label)
        for value, label in labels
    ]
    return row(*(prefer.about(0, one, setting, number) for number, one in enumerate(shown)))


def _away_row(left: int, *, away: bool) -> list[ui.ActionRow[Any]]:
    if away:
        return [row(come_back.about(0, settings_texts.COME_BACK))]
    # If fewer days are left this year than the shortest vacation, offer those.
    offered = [days for days in DAYS_AWAY if days <= left] or [left]
    buttons = [go_away.about(0, settings_texts.away_label(days), days) for days in offered]
    return [row(*buttons)] if left else []
