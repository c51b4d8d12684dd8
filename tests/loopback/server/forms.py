"""Forms: what Discord takes of one, and what a person's program sends of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.loopback.server import components
from tests.loopback.server.refusals import bad_form

Payload = dict[str, Any]

LABEL: Final = 18
TEXT_INPUT: Final = 4
RADIO_GROUP: Final = 21
CHECKBOX_GROUP: Final = 22
FIELDS: Final = components.SELECTS | {TEXT_INPUT, RADIO_GROUP, CHECKBOX_GROUP}
ENTRIES: Final = {3: (1, 25), RADIO_GROUP: (2, 10), CHECKBOX_GROUP: (1, 10)}
"""How many entries a field of each type has, at least and at most."""
MOST_LABELS: Final = 5
LONGEST: Final = 45
"""Characters of a title and of a label."""
LONGEST_DESCRIPTION: Final = 100


def accept(form: Payload) -> Payload:
    """The form that the bot answers with, as Discord shows it. Refuses what breaks a rule."""
    labels = form.get("components") or []
    if not 1 <= len(labels) <= MOST_LABELS:
        raise bad_form("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    _check_length("data.title", form.get("title"), LONGEST)
    _check_length("data.custom_id", form.get("custom_id"), 100)
    for number, label in enumerate(labels):
        where = f"data.components.{number}"
        if label["type"] != LABEL or label["component"]["type"] not in FIELDS:
            raise bad_form(where, "BASE_TYPE_CHOICES", "A form has labels with one field each")
        _check_length(f"{where}.label", label.get("label"), LONGEST)
        if label.get("description"):
            _check_length(f"{where}.description", label["description"], LONGEST_DESCRIPTION)
        _check_field(f"{where}.component", label["component"])
    ids = [label["component"]["custom_id"] for label in labels]
    if len(ids) != len(set(ids)):
        raise bad_form("data.components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Ids must be unique")
    return form


def _check_field(where: str, field: Payload) -> None:
    options = field.get("options") or []
    if field["type"] in ENTRIES:
        least, most = ENTRIES[field["type"]]
        if not least <= len(options) <= most:
            raise bad_form(f"{where}.options", "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most}.")
        marked = sum(bool(one.get("default")) for one in options)
        if marked > (1 if field["type"] == RADIO_GROUP else field.get("max_values") or len(options)):
            raise bad_form(f"{where}.options", "COMPONENT_SELECT_DEFAULT_VALUES", "Too many are chosen")
    for number, option in enumerate(options):
        _check_length(f"{where}.options.{number}.label", option.get("label"), 100)
    if field.get("required", True) and field.get("min_values") == 0:
        raise bad_form(f"{where}.min_values", "BASE_TYPE_MIN_VALUE", "A required field takes at least one")


def _check_length(where: str, text: object, most: int) -> None:
    if not isinstance(text, str) or not 1 <= len(text) <= most:
        raise bad_form(where, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {most} in length.")


def sent(label: Payload, chosen: Mapping[str, Sequence[str]]) -> Payload:
    """A label with what was chosen in its menu or boxes, or written, as Discord sends it; else what stood."""
    field = label["component"]
    if field["type"] == TEXT_INPUT:
        text = next(iter(chosen.get(field["custom_id"], ())), field.get("value") or "")
        written = {"type": field["type"], "custom_id": field["custom_id"], "value": text}
        return {"type": LABEL, "component": written}
    marked = [one["value"] for one in field.get("options") or [] if one.get("default")]
    values = list(chosen.get(field["custom_id"], marked))
    written = {"type": field["type"], "custom_id": field["custom_id"], "values": values}
    if field["type"] == RADIO_GROUP:
        written = {"type": RADIO_GROUP, "custom_id": field["custom_id"], "value": next(iter(values), None)}
    return {"type": LABEL, "component": written}
