"""The form that changes a tournament before its start: its name, the end of entries, and its terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from discord import ui

from cogs.kit.controls import FORMS, FormSent, Press, chosen_in, control, menu, written_in
from cogs.kit.errors import Refusal
from cogs.text import phrases, time_texts
from cogs.tournaments import rights, texts
from cogs.tournaments.drafts import FORMATS, MOST_NAME, PACES, entry_options, plain_name
from matches.time import DAY
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.model import (
    DEFAULT_ROUND_DAYS,
    Tournament,
    TournamentId,
    TournamentState,
    TournamentTerms,
)

NAME, ENTRIES, PACE, RATED, FORMAT = "name", "entries", "pace", "rated", "format"
"""The ids of the form's fields."""
KEPT: Final = "kept"
"""The entry of a menu that changes nothing."""


@control("tourchange", acknowledge=False)
async def open_form(press: Press, tournament: TournamentId) -> None:
    """Opens the form."""
    found = await rights.load_to_organise(press, tournament)
    if found.state is not TournamentState.OPEN:
        raise TournamentError(TournamentProblem.NOT_OPEN)
    form = FORMS["tourchangeform"]  # the organiser's page imports this module
    await press.open_form(form.asked(texts.CHANGE_FORM, list(_fields(found)), found.id))


def _fields(found: Tournament) -> Iterator[ui.Label[Any]]:
    terms = found.terms
    name: ui.TextInput[Any] = ui.TextInput(custom_id=NAME, default=found.name, max_length=MOST_NAME)
    yield ui.Label(text=texts.NAME_LABEL, component=name)
    ends = texts.entries(terms).rstrip(".")
    entries = [(str(value), label) for value, label in entry_options()]
    yield _menu(ENTRIES, texts.ENTRIES_LABEL, texts.as_it_is(ends), entries)
    asks = texts.ASKS_ALL if found.active else None
    paces = [(str(at), phrases.sentence(time_texts.pace(pace))) for at, pace in enumerate(PACES)]
    pace = texts.as_it_is(time_texts.pace(terms.pace))
    yield _menu(PACE, texts.PACE_LABEL, pace, paces, asks)
    words = {True: texts.RATED_WORD, False: texts.UNRATED_WORD}
    other = [(str(int(not terms.rated)), phrases.sentence(words[not terms.rated]))]
    yield _menu(RATED, texts.RATED_LABEL, texts.as_it_is(words[terms.rated]), other, asks)
    formats = [(str(at), texts.FORMATS[one]) for at, one in enumerate(FORMATS)]
    form_ = texts.as_it_is(texts.FORMATS[terms.format])
    yield _menu(FORMAT, texts.FORMAT_LABEL, form_, formats, asks)


def _menu(
    name: str, label: str, kept: str, entries: Sequence[tuple[str, str]], hint: str | None = None
) -> ui.Label[Any]:
    """A menu whose first entry changes nothing."""
    made = menu("", [(KEPT, kept), *entries], chosen=KEPT)
    made.custom_id, made.placeholder, made.required = name, None, True
    return ui.Label(text=label, description=hint, component=made)


def changed(sent: FormSent, found: Tournament, now: datetime) -> tuple[str, TournamentTerms]:
    """The name and the terms that the form asks for. Raises Refusal for what it doesn't offer."""
    name = plain_name(written_in(sent.interaction, MOST_NAME).get(NAME, "")) or found.name
    chosen = {one: values[0] for one, values in chosen_in(sent.interaction).items() if values}
    try:
        numbers = {one: int(value) for one, value in chosen.items() if value != KEPT}
        terms = found.terms
        if (ends := numbers.get(ENTRIES)) is not None:
            if ends not in dict(entry_options()):
                raise ValueError(ends)
            until = now + ends * DAY if ends > 0 else None
            terms = replace(terms, most=-ends if ends < 0 else None, entries_until=until)
        if PACE in numbers:
            terms = replace(terms, pace=PACES[numbers[PACE]])
        if RATED in numbers:
            terms = replace(terms, rated=bool(numbers[RATED]))
        if FORMAT in numbers and (to := FORMATS[numbers[FORMAT]]) is not terms.format:
            terms = replace(terms, format=to, rounds=None, round_days=DEFAULT_ROUND_DAYS[to])
    except (ValueError, IndexError):
        raise Refusal(texts.PANEL_OLD) from None
    return name, terms
