"""The organiser's page of a tournament: pause it, call it off, set results, and look after its players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import COUNT, OF_ID, TEXT, Count, Query
from cogs.kit.card import Card, card, row, rows
from cogs.kit.controls import AnyControl, FormSent, Press, button, control, form_sent, menu
from cogs.kit.errors import Refusal, check_known
from cogs.kit.paging import leaves
from cogs.tournaments import (
    change_form,
    event_switch,
    events_texts,
    organising_texts,
    rights,
    standings_texts,
    texts,
)
from cogs.tournaments.cards import TournamentCards
from cogs.tournaments.event_keeper import EventKeeper
from cogs.tournaments.event_service import TournamentEvents
from cogs.tournaments.service import Tournaments
from cogs.tournaments.substitute_keeper import SubstituteKeeper
from cogs.tournaments.substitute_service import Substitutes
from matches import GuildId, UserId
from matches.tournaments.model import (
    LEAST_ENTRANTS,
    RESULTS,
    Decision,
    Entrant,
    Pairing,
    PairingKey,
    Seed,
    Tournament,
    TournamentId,
    TournamentState,
)

if TYPE_CHECKING:
    from cogs.app import App

PAGE: Final = 25
"""Entries of a menu (Discord's limit)."""
SeedNumber = Annotated[Seed, COUNT]
"""An entrant's seed in an id."""


@dataclass(frozen=True, slots=True)
class PageQuery(Query):
    """A query for a page of a tournament's games or entrants."""

    tournament: TournamentId = field(metadata=OF_ID)
    page: int = 0


# --- the page itself -----------------------------------------------------------------------------


@control("tourmanage")
async def open_page(press: Press, tournament: TournamentId) -> None:
    """Opens the organiser's page."""
    found = await rights.load_to_organise(press, tournament)
    await press.respond(await page(press.app, found))


@control("tourstart")
async def ask_to_start(press: Press, tournament: TournamentId) -> None:
    """Asks whether to start a tournament now, with the names of its players."""
    found = await rights.load_to_organise(press, tournament)
    unsure = await press.app[Tournaments].unsure(found)
    buttons = (
        start.about(0, button(organising_texts.START_NOW, discord.ButtonStyle.success), found.id),
        _back(found),
    )
    await press.redraw(card(organising_texts.start_question(found, unsure), row(*buttons)))


@control("tourstartnow")
async def start(press: Press, tournament: TournamentId) -> None:
    """Starts a tournament before its entries are over."""
    found = await rights.load_to_organise(press, tournament)
    await _done(press, await press.app[Tournaments].start_now(found.id, press.user), organising_texts.STARTED)


@form_sent("tourchangeform")
async def changed(sent: FormSent, tournament: TournamentId) -> None:
    """Changes a tournament before its start."""
    found = await rights.load_to_organise(sent, tournament)
    name, terms = change_form.changed(sent, found, sent.app.clock())
    after = await sent.app[Tournaments].change_terms(found.id, sent.user, name, terms)
    asked = bool(await sent.app[Tournaments].unsure(after))
    said = organising_texts.CHANGED_ASKED if asked else organising_texts.CHANGED
    await sent.redraw(await page(sent.app, after, said=said))
    if not (asked and await sent.app[TournamentCards].post_again(after.id)):  # a new card pings them
        await sent.app[TournamentCards].show(after.id)


@control("tourpause")
async def pause(press: Press, tournament: TournamentId) -> None:
    """Pauses a tournament."""
    found = await rights.load_to_organise(press, tournament)
    await _done(press, await press.app[Tournaments].pause(found.id, press.user), organising_texts.PAUSED)


@control("tourresume")
async def resume(press: Press, tournament: TournamentId) -> None:
    """Goes on with a tournament."""
    found = await rights.load_to_organise(press, tournament)
    await _done(press, await press.app[Tournaments].resume(found.id, press.user), organising_texts.WENT_ON)


@control("touroff")
async def ask_to_call_off(press: Press, tournament: TournamentId) -> None:
    """Asks whether to call a tournament off."""
    found = await rights.load_to_organise(press, tournament)
    yes = button(organising_texts.CALL_OFF_NOW, discord.ButtonStyle.danger)
    buttons = (call_off.about(0, yes, found.id), _back(found, organising_texts.KEEP))
    await press.redraw(card(organising_texts.call_off_question(found), row(*buttons)))


@control("touroffnow")
async def call_off(press: Press, tournament: TournamentId) -> None:
    """Calls a tournament off."""
    found = await rights.load_to_organise(press, tournament)
    off = await press.app[Tournaments].call_off(found.id, press.user)
    await _done(press, off, organising_texts.CALLED_OFF)


@control("tourrepost")
async def post_again(press: Press, tournament: TournamentId) -> None:
    """Posts the card of a tournament again."""
    found = await rights.load_to_organise(press, tournament)
    posted = await press.app[TournamentCards].post_again(found.id)
    said = organising_texts.POSTED_AGAIN if posted else texts.NOT_POSTED
    await press.redraw(await page(press.app, found, said=said))


@control("tourorganiser")
async def add_organiser(press: Press, tournament: TournamentId) -> None:
    """Makes the chosen member an organiser."""
    found = await rights.load_to_organise(press, tournament)
    user = UserId(_member(press).id)
    after = await press.app[Tournaments].add_organiser(found.id, press.user, user)
    await _done(press, after, organising_texts.organiser_added(user))


@control("tourevent")
async def switch_event(press: Press, tournament: TournamentId, wanted: bool) -> None:
    """Turns the event on Discord on or off."""
    found = await rights.load_to_organise(press, tournament)
    await press.app[TournamentEvents].want(found, press.user, wanted=wanted)
    await press.app[EventKeeper].attend(found.id)
    await press.redraw(await page(press.app, found, said="" if wanted else events_texts.GONE))


async def _done(press: Press, after: Tournament, said: str) -> None:
    """Show the organiser's page after a change, and the tournament's card."""
    await press.redraw(await page(press.app, after, said=said))
    await press.app[TournamentCards].show(after.id)


async def page(app: App, found: Tournament, *, said: str = "") -> Card:
    """The organiser's page; ``said`` is a line about the last action."""
    event = await event_switch.in_words(app, found)
    members: ui.UserSelect[Any] = ui.UserSelect(placeholder=organising_texts.ADD_ORGANISER)
    menus = [] if found.state.ended else [row(add_organiser.about(0, members, found.id))]
    return card(
        organising_texts.organise(found), event, said, *menus, *rows(_buttons(found, event=bool(event)))
    )


def _buttons(found: Tournament, *, event: bool) -> Iterator[AnyControl]:
    if found.state is TournamentState.OPEN:
        if len(found.active) >= LEAST_ENTRANTS:
            yield ask_to_start.about(0, button(organising_texts.START, discord.ButtonStyle.primary), found.id)
        yield change_form.open_form.about(0, organising_texts.CHANGE, found.id)
    if found.state.started:
        yield games.about(0, organising_texts.SET_RESULT, 0, PageQuery(found.id))
    if not found.state.ended:
        yield entrants.about(0, organising_texts.ENTRANTS, 0, PageQuery(found.id))
    if found.state is TournamentState.RUNNING:
        yield pause.about(0, organising_texts.PAUSE, found.id)
    if found.state is TournamentState.PAUSED:
        yield resume.about(0, button(organising_texts.GO_ON, discord.ButtonStyle.primary), found.id)
    yield post_again.about(0, organising_texts.POST_AGAIN, found.id)
    if not found.state.ended:
        yield ask_to_call_off.about(0, organising_texts.CALL_OFF, found.id)
        label = events_texts.ON if event else events_texts.OFF
        yield switch_event.about(0, label, found.id, not event)


def _back(found: Tournament, label: str | None = None) -> AnyControl:
    return open_page.about(0, label or texts.BACK, found.id)


# --- results -------------------------------------------------------------------------------------


@control("tourresults")
async def games(press: Press, _button: Count, asked: PageQuery) -> None:
    """Lists the games whose result can be set."""
    found = await rights.load_to_organise(press, asked.tournament)
    await press.redraw(await _games_page(press.app, found, asked.page))


@control("tourgame", chooses=TEXT)
async def choose_game(press: Press, tournament: TournamentId) -> None:
    """Shows the chosen game with the results that can be set."""
    found = await rights.load_to_organise(press, tournament)
    numbers = press.value.split(".")
    if len(numbers) != len(PairingKey._fields) or not all(one.isdecimal() for one in numbers):
        raise Refusal(texts.PANEL_OLD)
    await press.redraw(_result_page(found, PairingKey(*map(int, numbers))))


@control("tourresult")
async def set_result(
    press: Press,
    tournament: TournamentId,
    result: Annotated[int, range(len(RESULTS))],
    round_number: Count,
    board: Count,
    game: Count,
) -> None:
    """Sets a result, by its place in RESULTS, for the pairing with this key."""
    found = await rights.load_to_organise(press, tournament)
    pairing = PairingKey(round_number, board, game)
    after = await press.app[Tournaments].set_result(found.id, press.user, pairing, RESULTS[result])
    said = standings_texts.result_set(after.pairing(pairing))
    await press.redraw(_result_page(after, pairing, said=said))
    await press.app[TournamentCards].show(found.id)


def _can_be_set(game: Pairing) -> bool:
    set_before = game.outcome is not None and game.outcome.how is Decision.ORGANISER
    return len(game.seeds) == 2 and (game.outcome is None or set_before)


async def _games_page(app: App, found: Tournament, number: int) -> Card:
    """A page of the games whose result can be set: those without one first."""
    open_games = sorted(filter(_can_be_set, found.in_round(found.round)), key=lambda game: bool(game.outcome))
    if not open_games:
        return card(organising_texts.organise(found), organising_texts.NOTHING_TO_SET, row(_back(found)))
    number = min(number, (len(open_games) - 1) // PAGE)
    shown = open_games[number * PAGE : (number + 1) * PAGE]
    names = await _names(app, found, [seed for game in shown for seed in game.seeds])
    options = [(".".join(map(str, game.key)), standings_texts.choice(game, names)) for game in shown]
    more = (number + 1) * PAGE < len(open_games)
    turning = leaves(games, number, lambda to: PageQuery(found.id, to), more=more, first=1)
    return card(
        organising_texts.organise(found),
        row(choose_game.about(0, menu(organising_texts.WHICH_GAME_SET, options), found.id)),
        row(*turning, _back(found)),
    )


def _result_page(found: Tournament, key: PairingKey, *, said: str = "") -> Card:
    """The results that a game can be given. Raises Refusal if there is no such game."""
    game = next((one for one in found.pairings if one.key == key), None)
    if game is None:
        raise Refusal(texts.PANEL_OLD)
    users = {seed: one.user_id for seed, one in found.by_seed.items()}
    results = [
        set_result.about(0, standings_texts.score(*result), found.id, number, *key)
        for number, result in enumerate(RESULTS)
    ]
    back = games.about(0, texts.BACK, 0, PageQuery(found.id))
    return card(standings_texts.set_question(game, users), said, row(*results), row(back))


# --- entrants ------------------------------------------------------------------------------------


@control("tourplayers")
async def entrants(press: Press, _button: Count, asked: PageQuery) -> None:
    """Lists the entrants."""
    found = await rights.load_to_organise(press, asked.tournament)
    await press.redraw(await _entrants_page(press.app, found, asked.page))


@control("tourplayer", chooses=COUNT)
async def choose_entrant(press: Press, tournament: TournamentId) -> None:
    """Shows the chosen entrant, by place in the order of entries."""
    found = await rights.load_to_organise(press, tournament)
    await press.redraw(await _entrant_page(press.app, found, press.one_of(found.entrants, press.number)))


@control("tourout")
async def take_out(press: Press, tournament: TournamentId, user: UserId) -> None:
    """Takes an entrant out."""
    found = await rights.load_to_organise(press, tournament)
    after = await press.app[Tournaments].take_out(found.id, user, by=press.user)
    await _done(press, after, organising_texts.taken_out(user))


@control("tourreplace")
async def ask_to_replace(press: Press, tournament: TournamentId, seed: SeedNumber) -> None:
    """Asks the chosen member to play on in the place of an entrant."""
    found = await rights.load_to_organise(press, tournament)
    member, app = _member(press), press.app
    user, roles = UserId(member.id), frozenset(role.id for role in member.roles)
    channel = member.guild.get_channel_or_thread(found.channel_id)
    if channel is not None and not channel.permissions_for(member).view_channel:
        raise Refusal(organising_texts.sees_no_channel(found.channel_id))
    asked = await app[Substitutes].ask(found, press.user, seed, user, roles)
    if user == press.user:  # this click is their own
        after = await app[Substitutes].answer(found, user, asked.times, roles, yes=True)
        await app[SubstituteKeeper].attend(asked.key)
        await _done(press, after, organising_texts.taken_over(after))
        return
    await app[SubstituteKeeper].attend(asked.key)
    await press.redraw(await _entrant_page(app, found, found.by_seed[seed]))


@control("toursubback")
async def take_question_back(press: Press, tournament: TournamentId, seed: SeedNumber) -> None:
    """Takes the question for a place back."""
    found = await rights.load_to_organise(press, tournament)
    app = press.app
    await app[Substitutes].withdraw(found.id, press.user, seed)
    if (asked := await app[Substitutes].latest(found.id, seed)) is not None:
        await app[SubstituteKeeper].attend(asked.key)
    await press.redraw(await _entrant_page(app, found, found.by_seed[seed]))


async def _entrants_page(app: App, found: Tournament, number: int) -> Card:
    """A page of the entrants; before the start those who have left are gone."""
    if not found.entrants:
        return card(organising_texts.organise(found), organising_texts.NO_ENTRANTS, row(_back(found)))
    number = min(number, (len(found.entrants) - 1) // PAGE)
    shown = list(enumerate(found.entrants))[number * PAGE : (number + 1) * PAGE]
    users = [one.user_id for _, one in shown if one.user_id is not None]
    names = await app.members.names_in_time(GuildId(found.guild_id), users)
    options = [
        (
            str(place),
            organising_texts.entrant_choice(names.get(one.user_id) if one.user_id else None, place + 1, one),
        )
        for place, one in shown
    ]
    more = (number + 1) * PAGE < len(found.entrants)
    turning = leaves(entrants, number, lambda to: PageQuery(found.id, to), more=more, first=1)
    return card(
        organising_texts.organise(found),
        row(choose_entrant.about(0, menu(organising_texts.WHICH_ENTRANT, options), found.id)),
        row(*turning, _back(found)),
    )


async def _entrant_page(app: App, found: Tournament, entrant: Entrant) -> Card:
    """The page of an entrant, with what can be done, and what became of the latest question for the place."""
    asked = await app[Substitutes].latest(found.id, entrant.seed) if entrant.seed else None
    menus, buttons = [], [entrants.about(0, texts.BACK, 0, PageQuery(found.id))]
    if asked is not None and asked.is_open(app.clock()):
        back = organising_texts.TAKE_QUESTION_BACK
        buttons.insert(0, take_question_back.about(0, back, found.id, entrant.seed))
    elif found.state.started and entrant.seed:
        members: ui.UserSelect[Any] = ui.UserSelect(placeholder=organising_texts.REPLACE_BY)
        menus.append(row(ask_to_replace.about(0, members, found.id, entrant.seed)))
    if entrant.active and entrant.user_id is not None:
        out = button(organising_texts.TAKE_OUT, discord.ButtonStyle.danger)
        buttons.insert(0, take_out.about(0, out, found.id, entrant.user_id))
    said = organising_texts.entrant_page(found, entrant.user_id, entrant.seed)
    return card(said, "" if asked is None else organising_texts.asked(asked), *menus, row(*buttons))


async def _names(app: App, found: Tournament, seeds: Sequence[Seed]) -> dict[Seed, str]:
    by_seed = found.by_seed
    users = {seed: user for seed in seeds if (user := by_seed[seed].user_id) is not None}
    names = await app.members.names_in_time(GuildId(found.guild_id), list(users.values()))
    return {seed: names[user] for seed, user in users.items() if user in names}


def _member(press: Press) -> discord.Member:
    """The chosen member. Raises Refusal for bots, strangers, and unknown users."""
    chosen = next(iter(press.people), None)
    check_known(chosen)
    assert chosen is not None, "somebody who is known"
    if chosen.bot:
        raise Refusal(texts.BOTS_DONT)
    if not isinstance(chosen, discord.Member):
        raise Refusal(texts.NOT_MEMBER)
    return chosen
