"""Notes on a match that only their writer sees: a form to write them in.

Forms are not kept in memory: what was written arrives with the form's id, so a restart in between loses
nothing. ``cogs.ui.more`` takes it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.ui import texts
from cogs.ui.control import Button, Click, reporting
from matches import Match, MatchId, UserId

if TYPE_CHECKING:
    from cogs.desk import Desk

LONGEST: Final = 1500
"""Characters of a note: it is shown whole on the panel that leads to the form."""
_FORM: Final = re.compile(r"note:(\d+)")


class Notes(Button, verb="notes"):
    """Opens the form, with the note as it stands."""

    async def guarded(self, click: Click) -> None:
        """A form is itself the acknowledgement, so nothing else may come first."""
        desk: Desk = click.client.desk
        async with reporting(click):
            match = await desk.matches.load_own(self.match_id, UserId(click.user.id))
            note = await desk.store.note(match.id, UserId(click.user.id))
            await click.response.send_modal(_form(match, note))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """Everything is done by the guard."""


CONTROLS: Final[tuple[type[Button], ...]] = (Notes,)


def of_form(click: Click) -> MatchId | None:
    """The match whose form this is; None when it is none of ours."""
    found = _FORM.fullmatch(str(dict(click.data or {}).get("custom_id", "")))
    is_form = click.type is discord.InteractionType.modal_submit
    return MatchId(int(found[1])) if is_form and found else None


async def keep(desk: Desk, match_id: MatchId, user: UserId, form: Click) -> Match:
    """Store what was written in a form; returns the match. Raises NotAPlayerError."""
    match = await desk.matches.load_own(match_id, user)
    await desk.store.save_note(match.id, user, next(_values(form.data), "").strip()[:LONGEST])
    return match


def _form(match: Match, note: str) -> ui.Modal:
    form = ui.Modal(title=texts.NOTES, custom_id=f"note:{match.id}")
    field: ui.TextInput[Any] = ui.TextInput(
        style=discord.TextStyle.paragraph, default=note or None, required=False, max_length=LONGEST
    )
    form.add_item(ui.Label(text=texts.NOTES_LABEL, component=field))
    # What is written is found by the form's id: the library need not keep the form.
    form.stop()
    return form


def _values(data: Any) -> Iterator[str]:
    """Every text of a form that was sent."""
    if isinstance(data, Mapping):
        if isinstance(data.get("value"), str):
            yield data["value"]
        for inner in data.values():
            yield from _values(inner)
    elif isinstance(data, list):
        for inner in data:
            yield from _values(inner)
