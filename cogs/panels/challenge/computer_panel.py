"""Matches against the computer and practice: the private panels that ask for a level, and the start.

The buttons' ids have 0 in place of a match id, then the game's number and the level.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any, Final

import discord

from cogs.kit.arguments import COUNT, GAME_NUMBER, Count, GameKey
from cogs.kit.call import Call
from cogs.kit.card import BLUE, Card, card, row, rows, rule, with_more
from cogs.kit.controls import CONTROLS, AnyControl, Press, button, control, menu
from cogs.kit.errors import Refusal
from cogs.kit.presentation import newcomers_first, number_of_game, presentation_numbered, presentation_of
from cogs.kit.visibility import to_look_at
from cogs.panels.challenge.challenge_form import TAKEBACKS, TWO_MATCHES, ChallengeDraft, seats
from cogs.text import computer_texts, learn_texts, lists_texts, match_kinds_texts
from engines import GAMES, Game, Side
from matches import ChallengeTerms, Match, MatchTerms, Phase
from matches.chores import NOBODY_CAME
from matches.errors import Problem, Refused
from matches.lifecycle.practice import Beginning, at_the_start
from matches.lifecycle.sets import FIRST
from matches.players import Computer, Human, Player, SamePerson
from matches.summaries import MatchSummary
from matches.written import LEVELS

if TYPE_CHECKING:
    from cogs.app import App

Level = Annotated[int, LEVELS]
ONE, TWO = 1, 2
"""How many matches a button of the level panel starts."""
FIRST_SIDE: Final = 3
"""From here on the same number stands for one match, and for a side of the game by its place."""
_DOUBLE_CLICK: Final = timedelta(seconds=30)
"""A match younger than this counts as started by a double click."""
_LOOKED_AT: Final = 25
"""Most matches of the user that are searched for it."""


# --- buttons -------------------------------------------------------------------------------------


@control("computer")
async def ask_level(press: Press, game: GameKey, how: Count = 0) -> None:
    """Asks for a level, in a new private panel; on the panel itself ``how`` is ONE match or TWO."""
    presentation = presentation_of(press.app.presentations, game)
    await check_on(press)
    shown = await _levels(press, presentation.game, how=how or ONE)
    await (press.redraw(shown) if how else press.answer(shown))


@control("computerside", chooses=COUNT)
async def choose_side(press: Press, game: GameKey) -> None:
    """Shows the levels for the chosen side."""
    presentation = presentation_of(press.app.presentations, game)
    await press.redraw(await _levels(press, presentation.game, how=press.number))


def _side(press: Press, game: Game, how: int) -> Side | None:
    """The side that a number stands for; None for one that leaves it to chance."""
    if how < FIRST_SIDE or game.challenger_side is not None:
        return None
    return press.one_of(game.sides, how - FIRST_SIDE)


@control("computergame", chooses=GAME_NUMBER, or_nothing=True)
async def ask_level_of_any_game(press: Press) -> None:
    """Asks for a level in the chosen game; from a button in the game that the user most likely means.

    The panel has a menu of the other games.
    """
    await check_on(press)
    if press.values:
        game = presentation_numbered(press.app.presentations, press.number).game
    else:
        game = GAMES[await press.app.lookup.likely_game(press)]
    await press.respond(with_more(await _levels(press, game), row(_games_menu(press.app, game))))


@control("meanwhile")
async def ask_meanwhile(press: Press) -> None:
    """Asks the challenger of an open challenge for a level; tells other users that it isn't their button."""
    match = await to_look_at(press, press.match_id)
    await check_on(press)
    if match.challenger == Human(press.user):
        await press.answer(await _levels(press, match.game))
        return
    refused = card(computer_texts.not_your_wait(match), row(play_button(match.game_key)))
    await press.refuse(refused)


@control("computerlevel")
async def choose_level(press: Press, game: GameKey, level: Level, how: Count = ONE) -> None:
    """Begins a match on default terms, and says in the panel where it is.

    ``how`` is TWO for a set of two, or the user's side.
    """
    side = _side(press, presentation_of(press.app.presentations, game).game, how)
    async with press.app.beginnings.turn(press.user):
        match = await _begun_by_this_click(press, game, Computer(level))
        if match is None:
            two = MatchTerms(set_part=FIRST if how == TWO else 0)
            terms = ChallengeTerms(game, {}, side, terms=two)
            match = await begin(press, level, terms)
    if match.shown.version >= match.version:
        await press.respond(card(computer_texts.begun(match)))


@control("practisealone")
async def practise_alone(press: Press, game: GameKey) -> None:
    """Begins practice on both sides from the start of a game."""
    known = presentation_of(press.app.presentations, game).game
    await practise(press, at_the_start(known.key, {}), None, None)


async def practise(press: Press, beginning: Beginning, level: int | None, side: Side | None) -> None:
    """Begin practice, once per double click, and say where. Raises Refusal, and what the service raises."""
    if press.guild_id is None:
        raise Refusal(learn_texts.PRACTICE_ONLY_IN_SERVER)
    async with press.app.beginnings.turn(press.user):
        rival = SamePerson() if level is None else Computer(level)
        match = await _begun_by_this_click(press, beginning.game, rival, beginning.position)
        if match is None:
            place = await press.app.lookup.challenge_place(press)
            challenges = press.app.matches.challenges
            match = await challenges.practise(press.user, beginning, place, level=level, side=side)
            match = await press.show(match)
    if match.shown.version >= match.version:
        await press.respond(card(computer_texts.begun(match)))


def play_button(key: str, label: str = computer_texts.PLAY, *, main: bool = False) -> AnyControl:
    """The button that asks for a level to play a game against the computer; blue if ``main``."""
    style = BLUE if main else discord.ButtonStyle.secondary
    return ask_level.about(0, button(label, style), key)


def likely_game_button(*, main: bool) -> AnyControl:
    """The button that asks for a level in the game that the user most likely means; blue if ``main``."""
    style = BLUE if main else discord.ButtonStyle.secondary
    return ask_level_of_any_game.about(0, button(computer_texts.PLAY, style))


def _games_menu(app: App, chosen: Game) -> AnyControl:
    """The menu of the games that the computer plays, which asks for a level in another one."""
    games = (each.game for each in newcomers_first(app.presentations.values()))
    options = [(str(number_of_game(game.key)), game.name) for game in games]
    number = str(number_of_game(chosen.key))
    return ask_level_of_any_game.about(0, menu(lists_texts.OTHER_GAME, options, chosen=number))


def meanwhile_button(match: Match) -> AnyControl:
    """The button on an open challenge's card that offers the computer."""
    return ask_meanwhile.on(match, computer_texts.FOR_NOW)


@dataclass(frozen=True, slots=True)
class SuggestedLevel:
    """A level for a user, and how they did at the one they played last; None if they never did."""

    level: int
    last: int | None
    won: bool = False

    def style(self, level: int) -> discord.ButtonStyle:
        """The style of the button for ``level``."""
        return BLUE if level == self.level else discord.ButtonStyle.secondary


async def suggested_level(call: Call, key: str) -> SuggestedLevel:
    """The level above the last one that the user beat, the same again after a loss; the lowest at first."""
    lowest, *_, highest = computer_texts.LEVELS
    for match in await call.app.matches.lists.finished_of(call.user, _LOOKED_AT, game=key):
        if match.computer is not None and match.side_of(call.user) is not None:
            won = match.result is not None and match.result.winner == match.side_of(call.user)
            return SuggestedLevel(min(match.computer.level + won, highest), match.computer.level, won)
    return SuggestedLevel(lowest, None)


async def _levels(press: Press, game: Game, *, how: int = ONE) -> Card:
    """The levels, for one match or a set of two, or for a side of the user's. Raises OldCardError."""
    two = how == TWO
    seat = seats(game).index((_side(press, game, how), None))
    draft = ChallengeDraft(game.key, seat=seat, switches=TAKEBACKS | TWO_MATCHES if two else TAKEBACKS)
    extra = () if how == ONE else (how,)
    label = match_kinds_texts.SET_ON if two else match_kinds_texts.SET_OFF
    suggested = await suggested_level(press, game.key)
    return card(
        computer_texts.which_level(game),
        computer_texts.suggestion(suggested.level, suggested.last, won=suggested.won),
        match_kinds_texts.uneven(game) if game.uneven and not two else "",
        f"-# {match_kinds_texts.SET_IN_CHALLENGE}" if two else "",
        *rows(
            choose_level.about(0, button(name, suggested.style(level)), game.key, level, *extra)
            for level, name in computer_texts.LEVELS.items()
        ),
        rule(),
        *([] if two or game.challenger_side else [row(_side_menu(game, how))]),
        row(
            ask_level.about(0, label, game.key, ONE if two else TWO),
            practise_alone.about(0, learn_texts.BOTH_SIDES, game.key),
            CONTROLS["computerterms"].about(0, computer_texts.MORE_TERMS, suggested.level, draft),
        ),
    )


def _side_menu(game: Game, how: int) -> AnyControl:
    """The menu of the sides that the user can play; the one that is chosen stands in it."""
    sides = [(str(at), computer_texts.as_side(side)) for at, side in enumerate(game.sides, FIRST_SIDE)]
    entries = [(str(ONE), computer_texts.ANY_SIDE), *sides]
    return choose_side.about(0, menu("", entries, chosen=str(how)), game.key)


async def _begun_by_this_click(
    press: Press, game: str, rival: Player, start: str | None = None
) -> Match | None:
    """The match that the first click of a double click has begun, or None."""
    running = (Phase.SETUP, Phase.PLAYING)
    found = await press.app.matches.lists.listed(press.user, running, _LOOKED_AT, game=game)
    since = press.app.clock() - _DOUBLE_CLICK
    for match in found.matches:
        same = (match.opponent, match.terms.start, match.second_of_set) == (rival, start, False)
        if same and match.created_at > since:
            return await press.app.matches.load(match.id)
    return None


# --- shared with the command and the form -----------------------------------------------------------


async def play(call: Call, level: int, terms: ChallengeTerms) -> None:
    """Begin a match for a command and say where it is. Raises Refusal, and what the service raises."""
    match = await begin(call, level, terms)
    if match.shown.version >= match.version:
        await call.say(computer_texts.begun(match))


async def begin(call: Call, level: int, terms: ChallengeTerms) -> Match:
    """Begin a match and show it. If it can't be shown, ``show`` tells the user and the sweep retries."""
    if call.guild_id is None:
        raise Refusal(computer_texts.ONLY_IN_SERVER)
    place = await call.app.lookup.challenge_place(call)
    match = await call.app.matches.challenges.against_computer(call.user, level, terms, place)
    return await call.show(match)


async def rematch_begun(app: App, finished: Match) -> str:
    """A sentence that says where a rematch against the computer has begun; empty for other rematches."""
    if not finished.alone or finished.rematch is None:
        return ""
    return computer_texts.begun(await app.matches.load(finished.rematch))


# --- offers -------------------------------------------------------------------------


async def is_on(call: Call) -> bool:
    """True if the interaction's server allows the computer."""
    return call.guild_id is not None and await call.app.guilds.has_computer(call.guild_id)


async def check_on(call: Call) -> None:
    """Raise Refusal in direct messages, Refused if the server has the computer off."""
    if call.guild_id is None:
        raise Refusal(computer_texts.ONLY_IN_SERVER)
    if not await is_on(call):
        raise Refused(Problem.COMPUTER_OFF)


async def meanwhile(call: Call, matches: Iterable[Match | MatchSummary]) -> list[Any]:
    """Parts of a card that offer the computer if an open challenge has waited too long; none otherwise.

    ``matches`` are the user's. Their own open challenge must have waited for NOBODY_CAME or longer.
    """
    reader, since = Human(call.user), call.app.clock() - NOBODY_CAME
    for match in matches:
        own = match.phase is Phase.CHALLENGED and match.opponent is None and match.challenger == reader
        if own and match.created_at <= since and match.game_key in call.app.presentations:
            if not await is_on(call):
                return []
            return [computer_texts.NOBODY_CAME, row(play_button(match.game_key))]
    return []
