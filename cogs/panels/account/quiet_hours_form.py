"""The form *Hours and digest* of the preferences panel: quiet hours, a time zone, a daily digest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

import discord
from discord import ui

from cogs.kit.arguments import Tail
from cogs.kit.call import Interaction
from cogs.kit.controls import FORMS, Press, chosen_in, control, menu, written_in
from cogs.panels.account.typed_zone import UnclearZoneError, read_zone
from cogs.text import settings_texts
from matches.notices import (
    DIGEST,
    QUIET,
    ZONE,
    NotificationPreferencesError,
    quiet_text,
    time_text,
)
from matches.time.wall_clock import QuietHoursError

FROM: Final = "from"
UNTIL: Final = "until"
"""Ids of the form's fields; those of the others are ZONE and DIGEST."""
LONGEST: Final = 50
"""Most characters of a field: the longest time zone name has 32."""
_ON_THE_HOUR: Final = tuple(f"{hour:02}:00" for hour in range(24))
"""What the menus of hours offer, beside what stands: 24 entries and one more, which is Discord's limit."""


@dataclass(frozen=True, slots=True)
class Hours:
    """A submitted form: values by setting key (None: off), and a sentence for each field that can't be used.

    If the time zone can't be read nothing is set, since the times would be in the wrong zone. If it is
    unclear, ``cities`` are the zones to pick from; their keys hold the form with that city filled in, for
    :func:`restored`. A zone that is new to its user is ``asked`` back first, and ``kept`` holds the form
    until then.
    """

    chosen: Mapping[str, str | None]
    problems: tuple[str, ...] = ()
    cities: Mapping[str, str] = field(default_factory=dict)
    asked: str = ""
    kept: str = ""


UNWRITTEN: Final = Hours({})


@control("hours", acknowledge=False)
async def open_hours(press: Press, form: Tail = "") -> None:
    """Opens the form, filled with the present hours, or with those of a form that was submitted."""
    person = await press.app.notifications.person(press.user)
    sent = {key: what or "" for key, what in restored(form).chosen.items()} if form else {}
    await press.open_form(_form({**person.preferences, **sent}))


def written(sent: Interaction) -> dict[str, str]:
    """The fields of a submitted form, by id: what was typed or chosen; empty for nothing.

    Raises Refusal if a text is longer than the form allows.
    """
    picked = {name: next(iter(values), "") for name, values in chosen_in(sent).items()}
    return {**written_in(sent, LONGEST), **picked}


def read(fields: Mapping[str, str]) -> Hours:
    """Parse the form's fields by custom id.

    A setting that can't be read is left out and has a problem, so a typo in one doesn't lose the others.
    """
    readers: dict[str, Callable[[], str]] = {
        QUIET: lambda: _quiet(fields.get(FROM, ""), fields.get(UNTIL, "")),
        DIGEST: lambda: time_text(fields.get(DIGEST, "")),
    }
    chosen: dict[str, str | None] = {}
    problems: list[str] = []
    for key, reader in readers.items():
        try:
            chosen[key] = reader() or None
        except NotificationPreferencesError as error:
            problems.append(settings_texts.not_set(key, error.reason))
    typed = fields.get(ZONE, "")
    try:
        return Hours({**chosen, ZONE: read_zone(typed) or None}, tuple(problems))
    except UnclearZoneError as error:
        about = settings_texts.not_set(
            ZONE, settings_texts.unclear_zone(typed, error.cities), asked=bool(error.cities)
        )
        return Hours({}, (*problems, about), {_filled_in(chosen, city): city for city in error.cities})
    except QuietHoursError as error:
        return Hours({}, (*problems, settings_texts.not_set(ZONE, error.reason)))


def asked_back(hours: Hours, current: str | None) -> Hours:
    """``hours``, or nothing set yet and their zone asked back, if it is another than the ``current`` one."""
    zone = hours.chosen.get(ZONE)
    if zone is None or zone == current:
        return hours
    return Hours({}, hours.problems, asked=zone, kept=_filled_in(hours.chosen, zone))


def restored(value: str) -> Hours:
    """A form that was stored, with its zone; settings unreadable the first time stay left out."""
    stored = dict(parse_qsl(value, keep_blank_values=True))
    start, _, end = stored.get(QUIET, "").partition("-")
    hours = read({FROM: start, UNTIL: end, **stored})
    return replace(hours, chosen={key: what for key, what in hours.chosen.items() if key in stored})


def _filled_in(chosen: Mapping[str, str | None], city: str) -> str:
    return urlencode({**{key: what or "" for key, what in chosen.items()}, ZONE: city}, safe="/:")


def _quiet(start: str, end: str) -> str:
    if bool(start.strip()) != bool(end.strip()):
        raise NotificationPreferencesError(settings_texts.HALF_QUIET)
    return quiet_text(start, end)


def _form(chosen: Mapping[str, str]) -> ui.Modal:
    start, _, end = chosen.get(QUIET, "").partition("-")
    current = {FROM: start, UNTIL: end, ZONE: chosen.get(ZONE, ""), DIGEST: chosen.get(DIGEST, "")}
    fields = [_field(key, value) for key, value in current.items()]
    # What is done with it imports this module.
    return FORMS["hours"].asked(settings_texts.HOURS, fields)


def _field(key: str, current: str) -> ui.Label[Any]:
    label, description, example = settings_texts.HOURS_FIELDS[key]
    if key != ZONE:
        return ui.Label(text=label, description=description, component=_hours_menu(key, example, current))
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=key,
        style=discord.TextStyle.short,
        placeholder=example,
        default=current or None,
        required=False,
        max_length=LONGEST,
    )
    return ui.Label(text=label, description=description, component=field)


def _hours_menu(key: str, prompt: str, current: str) -> ui.Select[Any]:
    """The menu of hours, ``current`` among them; with nothing chosen there are none."""
    times = sorted({*_ON_THE_HOUR, *filter(None, [current])})
    made = menu(prompt, [(at, settings_texts.hour(at)) for at in times], several={current})
    made.custom_id, made.required, made.max_values = key, False, 1
    return made
