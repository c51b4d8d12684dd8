"""The form *My hours*: hours of quiet, a time zone, a daily digest. The preferences panel opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

import discord
from discord import ui

from cogs.kit.controls import Press, button
from cogs.kit.forms import form, form_id
from cogs.kit.replies import Interaction
from cogs.panels.account.typed_zone import UnclearZoneError, read_zone
from cogs.text import settings_texts as texts
from matches.notices.preferences import (
    DIGEST,
    QUIET,
    ZONE,
    NotificationPreferencesError,
    quiet_text,
    time_text,
)
from matches.notices.quiet_hours import QuietHoursError

FROM: Final = "from"
UNTIL: Final = "until"
FORM: Final = "hours"
"""The id of the form; those of its fields are FROM, UNTIL, ZONE and DIGEST."""
LONGEST: Final = 50
"""Characters of a field: the longest name of a time zone has 32."""


@dataclass(frozen=True, slots=True)
class Hours:
    """A form as it was read: values by the setting's key (None: off), and a sentence for each that cannot be.

    Without a time zone nothing is set: the times would be in another one than is meant. If it is to be asked
    about, ``cities`` are those to pick from, by the form with that city filled in: see :func:`restored`.
    """

    chosen: Mapping[str, str | None]
    problems: tuple[str, ...] = ()
    cities: Mapping[str, str] = field(default_factory=dict)


UNWRITTEN: Final = Hours({})


@button("hours", acknowledge=False)
async def open_hours(press: Press) -> None:
    """Opens the form, with the hours as they stand. It is of no match: 0."""
    person = await press.app.notifications.person(press.user)
    await press.app.replies.open_form(press.interaction, _form(person.preferences))


def is_form(interaction: Interaction) -> bool:
    """True if the interaction is this form, sent."""
    return form_id(interaction) == FORM


def read(fields: Mapping[str, str]) -> Hours:
    """Read the fields.

    A setting that cannot be read is left out, so that a typo in one loses nothing of the others.
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
            problems.append(texts.not_set(key, error.reason))
    typed = fields.get(ZONE, "")
    try:
        return Hours({**chosen, ZONE: read_zone(typed) or None}, tuple(problems))
    except UnclearZoneError as error:
        about = texts.not_set(ZONE, texts.unclear_zone(typed, error.cities), asked=bool(error.cities))
        return Hours({}, (*problems, about), {_filled_in(chosen, city): city for city in error.cities})
    except QuietHoursError as error:
        return Hours({}, (*problems, texts.not_set(ZONE, error.reason)))


def restored(value: str) -> Hours:
    """A form whose city was picked; what it could not be read from the first time is left out again."""
    stored = dict(parse_qsl(value, keep_blank_values=True))
    start, _, end = stored.get(QUIET, "").partition("-")
    hours = read({FROM: start, UNTIL: end, **stored})
    return replace(hours, chosen={key: what for key, what in hours.chosen.items() if key in stored})


def _filled_in(chosen: Mapping[str, str | None], city: str) -> str:
    return urlencode({**{key: what or "" for key, what in chosen.items()}, ZONE: city}, safe="/:")


def _quiet(start: str, end: str) -> str:
    if bool(start.strip()) != bool(end.strip()):
        raise NotificationPreferencesError(texts.HALF_QUIET)
    return quiet_text(start, end)


def _form(chosen: Mapping[str, str]) -> ui.Modal:
    start, _, end = chosen.get(QUIET, "").partition("-")
    standing = {FROM: start, UNTIL: end, ZONE: chosen.get(ZONE, ""), DIGEST: chosen.get(DIGEST, "")}
    return form(texts.HOURS, FORM, *(_field(key, value) for key, value in standing.items()))


def _field(key: str, standing: str) -> ui.Label[Any]:
    label, description, example = texts.HOURS_FIELDS[key]
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=key,
        style=discord.TextStyle.short,
        placeholder=example,
        default=standing or None,
        required=False,
        max_length=LONGEST,
    )
    return ui.Label(text=label, description=description, component=field)
