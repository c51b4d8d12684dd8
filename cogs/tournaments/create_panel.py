"""The panel that creates a tournament. All that was chosen so far is in the ids of its controls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import GAME_NUMBER, Count, Tail
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row
from cogs.kit.controls import AnyControl, FormSent, Press, button, control, form_sent, menu, written_in
from cogs.kit.errors import Refusal
from cogs.kit.presentation import game_of_number, newcomers_first, number_of_game
from cogs.text import community_texts, phrases, time_texts
from cogs.tournaments import event_switch, events_texts, organise_panel, rights, texts
from cogs.tournaments.cards import TournamentCards
from cogs.tournaments.drafts import (
    ENTRANTS,
    FORMATS,
    MOST_NAME,
    PACES,
    ROUND_DAYS,
    ROUNDS,
    SEASONS,
    Draft,
    entry_options,
    plain_name,
)
from cogs.tournaments.service import Tournaments
from engines import GAMES
from matches import GuildId
from matches.tournaments.model import (
    AT_ONCE,
    GROUP_SIZES,
    MOVERS,
    Format,
    Tournament,
    TournamentId,
    TournamentState,
)

if TYPE_CHECKING:
    from cogs.app import App

NAME: Final = "name"
_CHOICES: Final = range(-max(ENTRANTS), GAME_NUMBER.stop)
"""What a menu's entries stand for: games, places, numbers, and numbers of entrants as negative ones."""

# --- controls ------------------------------------------------------------------------------------


@control("tourset", chooses=_CHOICES)
async def choose(press: Press, number: Count, draft: Draft, name: Tail = "") -> None:
    """Takes what was chosen in the menu with this number."""
    shown = press.one_of(_MENUS, number)
    if press.number not in {value for value, _ in shown.options(draft, press.app)}:
        raise Refusal(texts.PANEL_OLD)
    await press.redraw(panel(press, shown.choose(draft, press.number), name))


@control("tourdraft")
async def turn(press: Press, _button: Count, draft: Draft, name: Tail = "") -> None:
    """Shows the panel with what its button has changed."""
    await press.redraw(panel(press, draft, name))


@control("tourname", acknowledge=False)
async def ask_for_name(press: Press, draft: Draft, name: Tail = "") -> None:
    """Opens the form for the name."""
    asked: ui.TextInput[Any] = ui.TextInput(
        custom_id=NAME, default=name or None, required=False, max_length=MOST_NAME
    )
    label = ui.Label(text=texts.NAME_LABEL, description=texts.NAME_HINT, component=asked)
    await press.open_form(written.asked(texts.NAME_FORM, [label], draft))


@form_sent("tournameform")
async def written(sent: FormSent, draft: Draft) -> None:
    """Shows the panel with the name that was typed."""
    typed = written_in(sent.interaction, MOST_NAME).get(NAME, "")
    await sent.redraw(panel(sent, draft, plain_name(typed)))


@control("tourcreate")
async def create(press: Press, draft: Draft, name: Tail = "") -> None:
    """Creates the tournament, and posts its card."""
    async with press.app.beginnings.turn(press.user):
        made = await _created(press, draft, name)
    manage = organise_panel.open_page.about(0, texts.ORGANISE, made.id)
    said = texts.created(made.name, made.channel_id)
    if not await press.app[TournamentCards].show(made.id):
        said = f"{said}\n{texts.NOT_POSTED}"
    if draft.event:
        said = f"{said}\n{await event_switch.kept(press.app, made)}"
    await press.redraw(card(said, row(manage)))


async def _created(press: Press, draft: Draft, name: str) -> Tournament:
    """Create the tournament. Raises Refusal, TournamentError, NotAllowedError."""
    await rights.check_may_create(press)
    guild, now = rights.guild_of(press), press.app.clock()
    place = await press.app.lookup.challenge_place(press)
    name = await _free_name(press.app, guild, draft, name, now)
    terms = draft.terms(now)
    return await press.app[Tournaments].create(press.user, place, name, draft.game, terms, event=draft.event)


async def _free_name(app: App, guild: GuildId, draft: Draft, typed: str, now: datetime) -> str:
    """The name that was typed, or the usual one, with a number if one of another format is open by it.

    Raises Refusal if such a tournament is open already, as after a second click.
    """
    usual = texts.usual_name(draft.game, draft.form, now)
    summaries = await app[Tournaments].summaries(guild)
    known = {
        one.name: one.format
        for one in summaries
        if (one.game, one.state) == (draft.game, TournamentState.OPEN)
    }
    numbered = (f"{usual} {number}" for number in count(2))
    for name in [typed] if typed else chain([usual], numbered):
        if name not in known:
            return name
        if typed or known[name] is draft.form:
            break
    raise Refusal(texts.created_already(name))


@control("sameagain")
async def again(press: Press, tournament: TournamentId) -> None:
    """Opens the panel with the terms of a tournament."""
    found = await rights.load(press, tournament)
    await rights.check_may_create(press)
    if found.game not in press.app.presentations:
        raise Refusal(community_texts.GAME_GONE)
    await press.answer(panel(press, Draft.like(found), ""))


# --- the panel -----------------------------------------------------------------------------------


async def first_panel(call: Call) -> Card:
    """The panel as it opens, with the terms of the server's last tournament.

    Raises Refusal for those who may create none, or not here.
    """
    await rights.check_may_create(call)
    await call.app.lookup.challenge_place(call)
    rules = await call.app.guilds.rules(rights.guild_of(call))
    allowed = [game for game in _games(call.app) if not rules.games or game in rules.games]
    before = await _latest(call)
    if before is not None and before.game in allowed:
        return panel(call, Draft.like(before), "")
    likely = await call.app.lookup.likely_game(call)
    return panel(call, Draft(likely if likely in allowed else allowed[0]), "")


async def _latest(call: Call) -> Tournament | None:
    """The tournament of this server that was created last, whose terms are likely to be wanted again."""
    found = await call.app[Tournaments].summaries(rights.guild_of(call))
    latest = max((one.id for one in found), default=None)
    return None if latest is None else await rights.load(call, latest)


def panel(call: Call, draft: Draft, name: str) -> Card:
    """The panel of a draft; without a ``name`` the tournament has its usual one."""
    now = call.app.clock()
    shown = name or texts.usual_name(draft.game, draft.form, now)
    terms = draft.terms(now)
    channel = call.interaction.channel_id or 0
    return card(
        texts.create_panel(shown, draft.game, terms, channel),
        event_switch.forecast(call) if draft.event else "",
        *(row(one) for one in _menus(call.app, draft, name)),
        row(*_buttons(draft, name)),
    )


def _buttons(draft: Draft, name: str) -> Iterator[AnyControl]:
    yield create.about(0, button(texts.CREATE, discord.ButtonStyle.success), draft, name)
    if draft.page:
        yield _turned(0, texts.BACK, replace(draft, page=0), name)
        news = texts.NEWS if draft.news else texts.NO_NEWS
        yield _turned(1, news, replace(draft, news=not draft.news), name)
        event = events_texts.ON if draft.event else events_texts.OFF
        yield _turned(2, event, replace(draft, event=not draft.event), name)
        return
    yield ask_for_name.about(0, texts.NAME, draft, name)
    rated = texts.RATED if draft.rated else texts.UNRATED
    yield _turned(1, rated, replace(draft, rated=not draft.rated), name)
    yield _turned(2, texts.MORE, replace(draft, page=1), name)


def _turned(number: int, label: str, draft: Draft, name: str) -> AnyControl:
    return turn.about(0, label, number, draft, name)


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
        lines = {str(at): texts.FORMAT_SENTENCES[form] for at, form in enumerate(FORMATS)}
        shown = menu(
            texts.CHOOSE,
            options,
            chosen=str(one.chosen(draft)),
            described=lines if one is _FORMAT_MENU else None,
        )
        yield choose.about(0, shown, number, draft, name)


def _games(app: App) -> list[str]:
    return [each.game.key for each in newcomers_first(app.presentations.values())]


def _game_options(_draft: Draft, app: App) -> Options:
    return [(number_of_game(game), GAMES[game].name) for game in _games(app)]


def _round_options(draft: Draft, _app: App) -> Options:
    numbers = SEASONS if draft.form is Format.LEAGUE else ROUNDS
    return [(number, texts.rounds_label(number, draft.form)) for number in numbers]


_FORMAT_MENU: Final = _Menu(
    0,
    lambda _draft, _app: [(at, texts.FORMATS[form]) for at, form in enumerate(FORMATS)],
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
        lambda _draft, _app: entry_options(),
        lambda draft: draft.days or -draft.most,
        lambda draft, value: replace(draft, days=max(value, 0), most=max(-value, 0)),
    ),
    _Menu(
        0,
        lambda _draft, _app: [(at, phrases.sentence(time_texts.pace(pace))) for at, pace in enumerate(PACES)],
        lambda draft: draft.pace,
        lambda draft, value: replace(draft, pace=value),
    ),
    _Menu(
        1,
        lambda draft, _app: [(days, texts.days_label(days, draft.form)) for days in ROUND_DAYS],
        lambda draft: draft.round_days,
        lambda draft, value: replace(draft, round_days=value),
    ),
    _Menu(
        1,
        lambda _draft, _app: [(number, texts.at_once_label(number)) for number in AT_ONCE],
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
        lambda draft, _app: [(size, texts.size_label(size, draft.form)) for size in GROUP_SIZES],
        lambda draft: draft.size,
        lambda draft, value: replace(draft, size=value),
        _GROUPS,
    ),
    _Menu(
        1,
        lambda draft, _app: [(number, texts.movers_label(number, draft.form)) for number in MOVERS],
        lambda draft: draft.movers,
        lambda draft, value: replace(draft, movers=value),
        _GROUPS,
    ),
)
"""The menus; ids hold their numbers."""
