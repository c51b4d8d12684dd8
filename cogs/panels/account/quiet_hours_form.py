"""The form *My hours*: hours of quiet, a time zone, a daily digest. The preferences panel opens it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.context import Interaction
from cogs.kit.controls import Press, button
from cogs.kit.forms import form, form_id
from cogs.text import settings_texts as texts
from matches.notices.preferences import (
    DIGEST,
    QUIET,
    ZONE,
    NotificationPreferencesError,
    quiet_text,
    time_text,
    zone_text,
)
from matches.notices.quiet_hours import zone_names

if TYPE_CHECKING:
    pass

FROM: Final = "from"
UNTIL: Final = "until"
FORM: Final = "hours"
"""The id of the form; those of its fields are FROM, UNTIL, ZONE and DIGEST."""
LONGEST: Final = 50
"""Characters of a field: the longest name of a time zone has 32."""
SUGGESTED: Final = 3
"""Time zones that are named to somebody whose own was not found."""
_OFFSET: Final = re.compile(
    r"(?:utc|gmt)?\s*[-+\u2212\u2013]\s*[0-9]{1,2}(?:[:.]?[0-9]{2})?\s*h?", re.IGNORECASE
)
"""``GMT+1``: it says nothing of summer time, and the zones named so have the sign the other way round."""
_NO_CITIES: Final = ("Etc/", "GMT")
"""Prefixes of the names of zones that are no places."""


@button("hours", acknowledge=False)
async def open_hours(press: Press) -> None:
    """Opens the form, with the hours as they stand. It is of no match: 0."""
    person = await press.app.notifications.person(press.user)
    await press.app.replies.open_form(press.interaction, _form(person.preferences))


def is_form(interaction: Interaction) -> bool:
    """True if the interaction is this form, sent."""
    return form_id(interaction) == FORM


def read(fields: Mapping[str, str]) -> tuple[dict[str, str | None], list[str]]:
    """Read the fields: values by the setting's key (None: off), and a sentence for each that cannot be.

    A setting that cannot be read is left out, so that a typo in one loses nothing of the others. Without a
    time zone nothing is set: the times would be in another one than is meant.
    """
    readers: dict[str, Callable[[], str]] = {
        QUIET: lambda: _quiet(fields.get(FROM, ""), fields.get(UNTIL, "")),
        ZONE: lambda: _zone(fields.get(ZONE, "")),
        DIGEST: lambda: time_text(fields.get(DIGEST, "")),
    }
    chosen: dict[str, str | None] = {}
    problems: list[str] = []
    for key, reader in readers.items():
        try:
            chosen[key] = reader() or None
        except NotificationPreferencesError as error:
            problems.append(texts.not_set(key, error.reason))
    return (chosen if ZONE in chosen else {}), problems


def _quiet(start: str, end: str) -> str:
    if bool(start.strip()) != bool(end.strip()):
        raise NotificationPreferencesError(texts.HALF_QUIET)
    return quiet_text(start, end)


def _zone(text: str) -> str:
    try:
        return zone_text(text)
    except NotificationPreferencesError as error:
        if _OFFSET.fullmatch(text.strip()):
            raise NotificationPreferencesError(texts.NO_OFFSET) from None
        alike = zones_like(text)
        # A likeness is asked about: Atlantis is not the Atlantic.
        if len(alike) == 1 and _city(alike[0]).startswith(_plain(text)):
            return alike[0]
        raise NotificationPreferencesError(texts.no_such_zone(error.reason, alike)) from None


def zones_like(text: str) -> list[str]:
    """The time zones that somebody may mean who wrote ``text``, such as a city; the likeliest first."""
    wanted = _plain(text)
    names = [name for name in zone_names() if not name.startswith(_NO_CITIES)]
    by_city = {_city(name): name for name in names if "/" in name}
    by_name = {name.casefold(): name for name in names}
    beginning = [name for city, name in by_city.items() if wanted and city.startswith(wanted)]
    alike = [by_city[city] for city in get_close_matches(wanted, by_city, SUGGESTED, 0.8)]
    alike += [by_name[name] for name in get_close_matches(wanted, by_name, SUGGESTED, 0.8)]
    return list(dict.fromkeys([*beginning, *alike]))[:SUGGESTED]


def _plain(text: str) -> str:
    """Normalize a text for comparison with the names of zones."""
    return "_".join(text.casefold().split())


def _city(name: str) -> str:
    return name.casefold().rpartition("/")[2]


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
