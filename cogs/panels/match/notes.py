"""Notes on a match that only their writer sees: a form to write them in, which the match menu opens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.controls import Press, button
from cogs.kit.forms import form, form_id, written_in
from cogs.kit.replies import Interaction
from cogs.text import texts
from matches import Match, MatchId, UserId

if TYPE_CHECKING:
    from cogs.app import App

LONGEST: Final = 1500
"""Characters of a note: it is shown whole on the panel that leads to the form."""
_FORM: Final = re.compile(r"note:(\d{1,18})")


@button("notes", acknowledge=False)
async def open_notes(press: Press) -> None:
    """Opens the form, with the note as it stands."""
    match = await press.app.matches.load_own(press.match_id, press.user)
    note = await press.app.matches.note(match.id, press.user)
    await press.app.replies.open_form(press.interaction, _form(match, note))


def of_form(interaction: Interaction) -> MatchId | None:
    """The match whose form this is; None when it is another form."""
    found = _FORM.fullmatch(form_id(interaction))
    return MatchId(int(found[1])) if found else None


async def keep(app: App, match_id: MatchId, user: UserId, sent: Interaction) -> Match:
    """Store what was written in a form; returns the match. Raises NotAPlayerError and Refusal."""
    match = await app.matches.load_own(match_id, user)
    note = next(iter(written_in(sent, LONGEST).values()), "")
    await app.matches.save_note(match.id, user, note.strip())
    return match


def _form(match: Match, note: str) -> ui.Modal:
    field: ui.TextInput[Any] = ui.TextInput(
        style=discord.TextStyle.paragraph, default=note or None, required=False, max_length=LONGEST
    )
    return form(texts.NOTES, f"note:{match.id}", ui.Label(text=texts.NOTES_LABEL, component=field))
