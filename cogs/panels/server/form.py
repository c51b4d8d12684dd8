"""The form for a setting of a server that is typed: its id tells which, and for which role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from cogs.kit.context import Interaction
from cogs.kit.errors import Refusal
from cogs.kit.forms import form, form_id, written_in
from cogs.text import settings_texts as texts
from matches.guild_settings import KEYS, MOST, PACE, TIERS, GuildRules

FORM: Final = "serverform"
"""How the id of the form begins; then the numbers of its setting, of the panel as it is drawn, of a role."""
FIELD: Final = "value"
LONGEST: Final = 40
TYPED: Final = frozenset({PACE, MOST, TIERS})
"""The settings that can be typed."""


@dataclass(frozen=True)
class Typed:
    """A form that was sent: the setting by its key, the role it is about (or 0), and what was typed."""

    key: str
    version: int
    role: int
    text: str


def typed_form(key: str, rules: GuildRules, *, version: int, role: int = 0) -> ui.Modal:
    """The form for the setting of ``key``, with what stands in it."""
    label, description, example = texts.TYPED_FIELDS[key]
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=FIELD,
        style=discord.TextStyle.short,
        placeholder=example,
        default=_standing(key, rules, role) or None,
        max_length=LONGEST,
    )
    return form(
        texts.TYPE_IT.get(key, texts.TIER_FORM),
        f"{FORM}:{KEYS.index(key)}:{version}:{role}",
        ui.Label(text=label, description=description, component=field),
    )


def _standing(key: str, rules: GuildRules, role: int) -> str:
    """The text of the setting as it is."""
    tiers: Mapping[int, int] = {tier.role: tier.least for tier in rules.tiers}
    found = {PACE: str(rules.pace), MOST: str(rules.most or ""), TIERS: str(tiers.get(role, ""))}
    return found[key]


def is_form(interaction: Interaction) -> bool:
    """True if the interaction is this form, sent."""
    return form_id(interaction).startswith(f"{FORM}:")


def read(sent: Interaction) -> Typed:
    """The form that was sent. Raises Refusal for one that there is not."""
    numbers = [int(part) for part in form_id(sent).split(":")[1:] if part.isascii() and part.isdigit()]
    if len(numbers) != 3 or numbers[0] >= len(KEYS) or KEYS[numbers[0]] not in TYPED:
        raise Refusal(texts.PANEL_OLD)
    setting, version, role = numbers
    return Typed(KEYS[setting], version, role, written_in(sent, LONGEST).get(FIELD, ""))
