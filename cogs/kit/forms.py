"""Forms that are not kept in memory: the texts arrive with the form's id.

So a restart while a user writes loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import ui

from cogs.kit.errors import Refusal
from cogs.text import errors_texts


def form(title: str, custom_id: str, *fields: ui.Label[Any]) -> ui.Modal:
    """A form to be found again by its ``custom_id``."""
    made = ui.Modal(title=title, custom_id=custom_id)
    for field in fields:
        made.add_item(field)
    # What is written is found by the form's id: the library need not keep the form.
    made.stop()
    return made


def form_id(interaction: discord.Interaction[Any]) -> str:
    """The id of the form that was sent; empty when something else was."""
    is_form = interaction.type is discord.InteractionType.modal_submit
    return str(dict(interaction.data or {}).get("custom_id", "")) if is_form else ""


def written_in(interaction: discord.Interaction[Any], longest: int) -> dict[str, str]:
    """The texts in a form's fields, by field id, in order.

    Raises Refusal if a text has more than ``longest`` characters. Discord's own client enforces the limit,
    but other clients may not.
    """
    written = dict(_fields(interaction.data))
    if any(len(text) > longest for text in written.values()):
        raise Refusal(errors_texts.field_too_long(longest))
    return written


def _fields(data: Any) -> Iterator[tuple[str, str]]:
    if isinstance(data, Mapping):
        if isinstance(data.get("value"), str):
            yield str(data.get("custom_id", "")), data["value"]
        for inner in data.values():
            yield from _fields(inner)
    elif isinstance(data, list):
        for inner in data:
            yield from _fields(inner)
