"""The panel that creates a tournament. All that was chosen so far is in the ids of its controls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import COUNT, GAME_NUMBER
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row
from cogs.kit.controls import (
    AnyControl,
    FormSent,
    Press,
    button,
    control,
    form,
    form_sent,
    menu,
    written_in,
)
from cogs.kit.errors import Refusal
from cogs.kit.paging import FLAG, GAME, Query
from cogs.kit.presentation import game_of_number, newcomers_first, number_of_game
from cogs.panels.tournament import event_switch, organise_panel, rights
from cogs.text import events_texts, phrases, time_texts, tournament_texts
from engines import GAMES
from matches import GuildId
from matches.plain_text import beginning, letters, tidied
from matches.time import DAY
from matches.time.pace import Pace
from matches.tournaments.model import (
    AT_ONCE,
    DEFAULT_AT_ONCE,
    DEFAULT_ROUND_DAYS,
    GROUP_SIZES,
    MOVERS,
    TOURNAMENT_PACE,
    Format,
    Tournament,
    TournamentState,
    TournamentTerms,
)

if TYPE_CHECKING:
    from cogs.app import App

MOST_NAME: Final = 40
"""Characters of a tournament's name, which the ids of the panel have room for."""
FORM: Final = "tournameform"
"""The beginning of the form's custom id; the draft's numbers follow."""
NAME: Final = "name"
_MARKUP: Final = frozenset("*`_~|\\<>@[]")

# Ids hold the places in these two: add at the end only.
_FORMATS: Final = (Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT, Format.LEAGUE)
_PACES: Final = (
    TOURNAMENT_PACE,
    *(Pace.read(text) for text in ("2d+6h<3d", "10d+1d<14d")),
    *(Pace.per_move(days) for days in (1, 2, 3, 5, 7)),
)
_ENTRY_DAYS: Final = (1, 3, 7, 14, 30)
_ENTRANTS: Final = (3, 4, 6, 8, 12, 16, 24, 32, 64, 128)
_ROUND_DAYS: Final = (0, 14, 30, 45, 60, 90, 120, 180)
_ROUNDS: Final = (0, 3, 4, 5, 6, 7, 8, 9, 11)
_SEASONS: Final = (0, 1, 2, 3, 4, 6)
_CHOICES: Final = range(-max(_ENTRANTS), GAME_NUMBER.stop)
"""What a menu's entries stand for: games, places, numbers, and numbers of entrants as negative ones."""


@dataclass(frozen=True, slots=True)
class Draft(Query):
    """A tournament as it has been chosen so far.

    ``format`` and ``pace`` are places in their lists. Entries end after ``days``, or with ``most`` entrants:
    the other one is 0. ``round_days`` and ``rounds``: 0 for the usual ones. ``page`` is the panel's.
    """

    game: str = field(metadata=GAME)
    format: int = field(default=0, metadata={"takes": range(len(_FORMATS))})
    days: int = 7
    most: int = 0
    pace: int = field(default=0, metadata={"takes": range(len(_PACES))})
    rated: bool = field(default=True, metadata=FLAG)
    at_once: int = DEFAULT_AT_ONCE
    round_days: int = 0
    rounds: int = 0
    size: int = 8
    movers: int = 1
    page: int = 0
    news: bool = field(default=False, metadata=FLAG)
    event: bool = field(default=False, metadata=FLAG)

    @property
    def form(self) -> Format:
        """The format."""
        return _FORMATS[self.format]

    def terms(self, now: datetime) -> TournamentTerms:
        """The terms of the tournament, created ``now``. Raises Refusal for numbers that cannot be."""
        try:
            return TournamentTerms(
                self.form,
                _PACES[self.pace],
                self.rated,
                self.at_once,
                self.round_days or DEFAULT_ROUND_DAYS[self.form],
                rounds=self.rounds or None,
                group_size=self.size,
                promoted=self.movers,
                moving=self.movers,
                most=self.most or None,
                entries_until=now + self.days * DAY if self.days else None,
                news=self.news,
            )
        except ValueError:
            raise Refusal(tournament_texts.PANEL_OLD) from None


# --- controls ------------------------------------------------------------------------------------


@control("tourset", Draft.takes(COUNT), chooses=_CHOICES)
async def choose(press: Press) -> None:
    """Takes what was chosen in a menu. Arguments: the menu's number, the draft."""
    number, *numbers = press.args
    draft = Draft.of(numbers)
    shown = press.one_of(_MENUS, number)
    if press.number not in {value for value, _ in shown.options(draft, press.app)}:
        raise Refusal(tournament_texts.PANEL_OLD)
    await press.redraw(panel(press, shown.choose(draft, press.number), press.text))


@control("tourdraft", Draft.takes(COUNT))
async def turn(press: Press) -> None:
    """Shows the panel with what its button has changed. Arguments: the button's number, the draft."""
    await press.redraw(panel(press, Draft.of(press.args[1:]), press.text))


@control("tourname", Draft.takes(), acknowledge=False)
async def ask_for_name(press: Press) -> None:
    """Opens the form for the name. Arguments: the draft."""
    asked: ui.TextInput[Any] = ui.TextInput(
        custom_id=NAME, default=press.text or None, required=False, max_length=MOST_NAME
    )
    label = ui.Label(
        text=tournament_texts.NAME_LABEL, description=tournament_texts.NAME_HINT, component=asked
    )
    number = f"{FORM}:{'.'.join(map(str, press.args))}"
    await press.open_form(form(tournament_texts.NAME_FORM, number, label))


@form_sent(FORM, Draft.takes())
async def written(sent: FormSent) -> None:
    """Shows the panel with the name that was typed. Arguments: the draft."""
    typed = written_in(sent.interaction, MOST_NAME).get(NAME, "")
    await sent.redraw(panel(sent, Draft.of(sent.args), plain_name(typed)))


@control("tourcreate", Draft.takes())
async def create(press: Press) -> None:
    """Creates the tournament, and posts its card. Arguments: the draft."""
    draft = Draft.of(press.args)
    async with press.app.beginnings.turn(press.user):
        made = await _created(press, draft)
    manage = organise_panel.open_page.about(0, tournament_texts.ORGANISE, args=(made.id,))
    said = tournament_texts.created(made.name, made.channel_id)
    if not await press.app.tournament_cards.show(made.id):
        said = f"{said}\n{tournament_texts.NOT_POSTED}"
    if draft.event:
        said = f"{said}\n{await event_switch.kept(press.app, made)}"
    await press.redraw(card(said, row(manage)))


async def _created(press: Press, draft: Draft) -> Tournament:
    """Create the tournament. Raises Refusal, TournamentError, NotAllowedError."""
    await rights.check_may_create(press)
    guild, now = rights.guild_of(press), press.app.clock()
    place = await press.app.lookup.challenge_place(press)
    name = press.text or tournament_texts.usual_name(draft.game, draft.form, now)
    await _check_new(press.app, guild, name, draft.game)
    terms = draft.terms(now)
    return await press.app.tournaments.create(press.user, place, name, draft.game, terms, event=draft.event)


async def _check_new(app: App, guild: GuildId, name: str, game: str) -> None:
    """Raise Refusal if such a tournament is open already, as after a second click."""
    for one in await app.tournaments.summaries(guild):
        if (one.name, one.game, one.state) == (name, game, TournamentState.OPEN):
            raise Refusal(tournament_texts.created_already(name))


# --- the panel -----------------------------------------------------------------------------------


async def first_panel(call: Call) -> Card:
    """The panel as it opens. Raises Refusal for those who may create none, or not here."""
    await rights.check_may_create(call)
    await call.app.lookup.challenge_place(call)
    rules = await call.app.guilds.rules(rights.guild_of(call))
    likely = await call.app.lookup.likely_game(call)
    allowed = [game for game in _games(call.app) if not rules.games or game in rules.games]
    return panel(call, Draft(likely if likely in allowed else allowed[0]), "")


def panel(call: Call, draft: Draft, name: str) -> Card:
    """The panel of a draft; without a ``name`` the tournament has its usual one."""
    now = call.app.clock()
    shown = name or tournament_texts.usual_name(draft.game, draft.form, now)
    terms = draft.terms(now)
    channel = call.interaction.channel_id or 0
    return card(
        tournament_texts.create_panel(shown, draft.game, terms, channel),
        event_switch.forecast(call) if draft.event else "",
        *(row(one) for one in _menus(call.app, draft, name)),
        row(*_buttons(draft, name)),
    )


def _buttons(draft: Draft, name: str) -> Iterator[AnyControl]:
    yield create.about(
        0,
        button(tournament_texts.CREATE, discord.ButtonStyle.primary),
        args=draft.args,
        text=name,
    )
    if draft.page:
        yield _turned(0, tournament_texts.BACK, replace(draft, page=0), name)
        news = tournament_texts.NEWS if draft.news else tournament_texts.NO_NEWS
        yield _turned(1, news, replace(draft, news=not draft.news), name)
        event = events_texts.ON if draft.event else events_texts.OFF
        yield _turned(2, event, replace(draft, event=not draft.event), name)
        return
    yield ask_for_name.about(0, tournament_texts.NAME, args=draft.args, text=name)
    rated = tournament_texts.RATED if draft.rated else tournament_texts.UNRATED
    yield _turned(1, rated, replace(draft, rated=not draft.rated), name)
    yield _turned(2, tournament_texts.MORE, replace(draft, page=1), name)


def _turned(number: int, label: str, draft: Draft, name: str) -> AnyControl:
    return turn.about(0, label, args=(number, *draft.args), text=name)


Options = Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class _Menu:
    """A menu of the panel, for the formats for which there is something to choose."""

    page: int
    options: Callable[[Draft, App], Options]
    chosen: Callable[[Draft], int]
    choose: Callable[[Draft, int], Draft]
    formats: frozenset[Format] = frozenset(Format)


def _menus(app: App, draft: Draft, name: str) -> Iterator[AnyControl]:
    for number, one in enumerate(_MENUS):
        if one.page != draft.page or draft.form not in one.formats:
            continue
        options = [(str(value), label) for value, label in one.options(draft, app)]
        lines = {str(at): tournament_texts.FORMAT_LINES[form] for at, form in enumerate(_FORMATS)}
        shown = menu(
            tournament_texts.CHOOSE,
            options,
            chosen=str(one.chosen(draft)),
            described=lines if one is _FORMAT_MENU else None,
        )
        yield choose.about(0, shown, args=(number, *draft.args), text=name)


def _games(app: App) -> list[str]:
    return [each.game.key for each in newcomers_first(app.presentations.values())]


def _game_options(_draft: Draft, app: App) -> Options:
    return [(number_of_game(game), GAMES[game].name) for game in _games(app)]


def _entry_options(_draft: Draft, _app: App) -> Options:
    """The ends of entries: days, or the negative number of entrants."""
    return [
        *((days, tournament_texts.until_label(days)) for days in _ENTRY_DAYS),
        *((-most, tournament_texts.number_label(most)) for most in _ENTRANTS),
    ]


def _round_options(draft: Draft, _app: App) -> Options:
    numbers = _SEASONS if draft.form is Format.LEAGUE else _ROUNDS
    return [(number, tournament_texts.rounds_label(number, draft.form)) for number in numbers]


_FORMAT_MENU: Final = _Menu(
    0,
    lambda _draft, _app: [(at, tournament_texts.FORMATS[form]) for at, form in enumerate(_FORMATS)],
    lambda draft: draft.format,
    lambda draft, value: replace(draft, format=value, rounds=0),
)
_GROUPS: Final = frozenset(form for form in Format if form.has_groups)
_MENUS: Final = (
    _Menu(
        0,
        _game_options,
        lambda draft: number_of_game(draft.game),
        lambda draft, value: replace(draft, game=game_of_number(value)),
    ),
    _FORMAT_MENU,
    _Menu(
        0,
        _entry_options,
        lambda draft: draft.days or -draft.most,
        lambda draft, value: replace(draft, days=max(value, 0), most=max(-value, 0)),
    ),
    _Menu(
        0,
        lambda _draft, _app: [
            (at, phrases.sentence(time_texts.pace(pace))) for at, pace in enumerate(_PACES)
        ],
        lambda draft: draft.pace,
        lambda draft, value: replace(draft, pace=value),
    ),
    _Menu(
        1,
        lambda draft, _app: [(days, tournament_texts.days_label(days, draft.form)) for days in _ROUND_DAYS],
        lambda draft: draft.round_days,
        lambda draft, value: replace(draft, round_days=value),
    ),
    _Menu(
        1,
        lambda _draft, _app: [(number, tournament_texts.at_once_label(number)) for number in AT_ONCE],
        lambda draft: draft.at_once,
        lambda draft, value: replace(draft, at_once=value),
        frozenset(Format) - {Format.SWISS},
    ),
    _Menu(
        1,
        _round_options,
        lambda draft: draft.rounds,
        lambda draft, value: replace(draft, rounds=value),
        frozenset({Format.SWISS, Format.LEAGUE}),
    ),
    _Menu(
        1,
        lambda draft, _app: [(size, tournament_texts.size_label(size, draft.form)) for size in GROUP_SIZES],
        lambda draft: draft.size,
        lambda draft, value: replace(draft, size=value),
        _GROUPS,
    ),
    _Menu(
        1,
        lambda draft, _app: [
            (number, tournament_texts.movers_label(number, draft.form)) for number in MOVERS
        ],
        lambda draft: draft.movers,
        lambda draft, value: replace(draft, movers=value),
        _GROUPS,
    ),
)
"""The menus; ids hold their numbers."""


def plain_name(typed: str) -> str:
    """A name as it is shown anywhere: on one line, without markup, cut to the room there is."""
    shown = "".join(letter for letter in letters(tidied(typed)) if letter[0] not in _MARKUP)
    return beginning(tidied(shown), MOST_NAME, lambda letter: len(letter.encode("utf-16-le")) // 2).strip()
