"""The form for a server setting that is typed: its custom id names the setting and the role it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from cogs.kit.call import Interaction
from cogs.kit.errors import Refusal
from cogs.kit.forms import form, form_id, written_in
from cogs.text import server_texts
from matches.guild_settings import NUMBERED, GuildRules, Setting, SettingKind

FORM: Final = "serverform"
"""Prefix of the form's custom id; the setting's number, the panel's version and a role's id (or 0) follow."""
FIELD: Final = "value"
LONGEST: Final = 40


@dataclass(frozen=True)
class Typed:
    """A submitted form: the setting, the panel's version, the role it is about (or 0), and the typed text."""

    setting: Setting
    version: int
    role: int
    text: str


def typed_form(setting: Setting, rules: GuildRules, *, version: int, role: int = 0) -> ui.Modal:
    """The form for a setting, filled with its present value. Raises Refusal if the setting isn't typed."""
    said = server_texts.SETTINGS[setting.key].form
    if said is None:
        raise Refusal(server_texts.PANEL_OLD)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=FIELD,
        style=discord.TextStyle.short,
        placeholder=said.example,
        default=_standing(setting, rules, role) or None,
        max_length=LONGEST,
    )
    return form(
        said.title,
        f"{FORM}:{setting.number}:{version}:{role}",
        ui.Label(text=said.label, description=said.description, component=field),
    )


def _standing(setting: Setting, rules: GuildRules, role: int) -> str:
    """The present value of a setting as text; empty if it has none."""
    if setting.kind is SettingKind.TIERS:
        return next((str(tier.least) for tier in rules.tiers if tier.role == role), "")
    value = getattr(rules, setting.key)
    return "" if value is None else str(setting.write(value))


def is_form(interaction: Interaction) -> bool:
    """True if ``interaction`` submits this form."""
    return form_id(interaction).startswith(f"{FORM}:")


def read(sent: Interaction) -> Typed:
    """The submitted form. Raises Refusal if its setting doesn't exist or isn't typed."""
    numbers = [int(part) for part in form_id(sent).split(":")[1:] if part.isascii() and part.isdigit()]
    number, version, role = numbers if len(numbers) == 3 else (-1, 0, 0)
    setting = NUMBERED.get(number)
    if setting is None or server_texts.SETTINGS[setting.key].form is None:
        raise Refusal(server_texts.PANEL_OLD)
    return Typed(setting, version, role, written_in(sent, LONGEST).get(FIELD, ""))
