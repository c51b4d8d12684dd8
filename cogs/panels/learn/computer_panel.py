"""Playing the computer: the private panel that asks for a level, and the match that begins there.

Its buttons are of no match: their ids have 0 where others have one, then the game, by number, and the level.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.kit.card import Card, card, row, rows
from cogs.kit.controls import AnyControl, Press, button
from cogs.kit.errors import Refusal
from cogs.kit.ids import number_of_game, presentation_numbered
from cogs.kit.replies import Interaction
from cogs.kit.showing import show
from cogs.panels.learn.challenge_place import place_of
from cogs.text import computer_texts, practice_texts, sets_texts
from engines import Game, Side
from matches import ChallengeTerms, GuildId, Match, MatchTerms, Phase, UserId
from matches.errors import Problem, Refused
from matches.lifecycle.practice import Beginning, at_the_start
from matches.lifecycle.sets import FIRST
from matches.lifecycle.tidying import NOBODY_CAME
from matches.players import Computer, Human, Player, SamePerson
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.app import App

ONE, TWO = 1, 2
"""The numbers of matches that a button of the panel of levels stands for."""
_DOUBLE_CLICK: Final = timedelta(seconds=30)
"""The age up to which a match is taken for one that the same click has begun."""
_LOOKED_AT: Final = 25
"""Matches of somebody that are looked at for it."""


# --- buttons -------------------------------------------------------------------------------------


@button("computer")
async def ask_level(press: Press) -> None:
    """Asks for a level, in a private panel of its own.

    Its arguments: the game, by number; and on that panel itself, whether it is to be ONE match or TWO.
    """
    presentation = presentation_numbered(press.app.presentations, press.index)
    await _check_on(press.app, press.interaction)
    shown = _levels(presentation.game, two=press.args[1:] == (TWO,))
    await (press.redraw(shown) if press.args[1:] else press.answer(shown))


@button("meanwhile")
async def ask_meanwhile(press: Press) -> None:
    """Asks whoever waits with an open challenge for a level; to others it says whose button it is."""
    match = await press.app.matches.load(press.match_id)
    await _check_on(press.app, press.interaction)
    if match.challenger == Human(press.user):
        await press.answer(_levels(match.game))
        return
    refused = card(computer_texts.not_your_wait(match), row(play_button(match.game_key)))
    await press.app.replies.refuse(press.interaction, refused)


@button("computerlevel")
async def choose_level(press: Press) -> None:
    """Begins a match on the usual terms, and says in its panel where it is.

    Its arguments: game, level, and TWO for a set of two.
    """
    number, level, *two = press.args
    game = presentation_numbered(press.app.presentations, number).game.key
    async with press.app.beginnings.turn(press.user):
        match = await _begun_by_this_click(press, game, Computer(level))
        if match is None:
            terms = ChallengeTerms(game, {}, terms=MatchTerms(set_part=FIRST if two == [TWO] else 0))
            match = await _begin(press.app, press.interaction, level, terms)
    if match.shown.version >= match.version:
        await press.respond(card(computer_texts.begun(match)))


@button("practisealone")
async def practise_alone(press: Press) -> None:
    """Begins practice on both sides, from the beginning. Its argument: the game, by number."""
    game = presentation_numbered(press.app.presentations, press.index).game
    await practise(press, at_the_start(game.key, {}), None, None)


async def practise(press: Press, beginning: Beginning, level: int | None, side: Side | None) -> None:
    """Begin practice once, and say in its panel where it is. Raises Refusal, and what the service raises."""
    if press.interaction.guild_id is None:
        raise Refusal(practice_texts.ONLY_IN_SERVER)
    async with press.app.beginnings.turn(press.user):
        rival = SamePerson() if level is None else Computer(level)
        match = await _begun_by_this_click(press, beginning.game, rival, beginning.position)
        if match is None:
            place = await place_of(press.app, press.interaction)
            challenges = press.app.matches.challenges
            match = await challenges.practise(press.user, beginning, place, level=level, side=side)
            match = await press.show(match)
    if match.shown.version >= match.version:
        await press.respond(card(computer_texts.begun(match)))


def play_button(key: str, label: str = computer_texts.PLAY) -> AnyControl:
    """The way to a match of a game against the computer, at a level of one's choice."""
    return ask_level.about(0, label, args=(number_of_game(key),))


def meanwhile_button(match: Match) -> AnyControl:
    """The button on the card of a challenge that nobody takes up."""
    return ask_meanwhile.on(match, computer_texts.FOR_NOW)


def _levels(game: Game, *, two: bool = False) -> Card:
    number = number_of_game(game.key)
    extra, label = ((TWO,), sets_texts.ON) if two else ((), sets_texts.OFF)
    return card(
        computer_texts.which_level(game),
        sets_texts.uneven(game) if game.uneven and not two else "",
        f"-# {sets_texts.IN_CHALLENGE}" if two else "",
        *rows(
            choose_level.about(0, name, discord.ButtonStyle.primary, args=(number, level, *extra))
            for level, name in computer_texts.LEVELS.items()
        ),
        row(
            ask_level.about(0, label, args=(number, ONE if two else TWO)),
            practise_alone.about(0, practice_texts.BOTH_SIDES, args=(number,)),
        ),
    )


async def _begun_by_this_click(
    press: Press, game: str, rival: Player, start: str | None = None
) -> Match | None:
    """The match that a double click has begun already."""
    running = (Phase.SETUP, Phase.PLAYING)
    found = await press.app.matches.lists.listed(press.user, running, _LOOKED_AT, game=game)
    since = press.app.clock() - _DOUBLE_CLICK
    for match in found.matches:
        same = (match.opponent, match.terms.start, match.second_of_set) == (rival, start, False)
        if same and match.created_at > since:
            return await press.app.matches.load(match.id)
    return None


# --- what the command shares with them -----------------------------------------------------------


async def play(app: App, interaction: Interaction, level: int, terms: ChallengeTerms) -> None:
    """Begin a match for a command, and say where it is. Raises Refusal, and what the service raises."""
    match = await _begin(app, interaction, level, terms)
    if match.shown.version >= match.version:
        await app.replies.say(interaction, computer_texts.begun(match))


async def _begin(app: App, interaction: Interaction, level: int, terms: ChallengeTerms) -> Match:
    """Begin a match and show it; one that cannot be shown now is told of by then, and is the sweep's."""
    if interaction.guild_id is None:
        raise Refusal(computer_texts.ONLY_IN_SERVER)
    place = await place_of(app, interaction)
    user = UserId(interaction.user.id)
    match = await app.matches.challenges.against_computer(user, level, terms, place)
    return await show(app, interaction, match)


async def rematch_begun(app: App, finished: Match) -> str:
    """The place of a rematch against the computer, which begins at once; empty for one between people."""
    if not finished.alone or finished.rematch is None:
        return ""
    return computer_texts.begun(await app.matches.load(finished.rematch))


# --- where it is offered -------------------------------------------------------------------------


async def is_on(app: App, interaction: Interaction) -> bool:
    """True if people may play the computer in the server of an interaction."""
    guild = interaction.guild_id
    return guild is not None and await app.guilds.has_computer(GuildId(guild))


async def _check_on(app: App, interaction: Interaction) -> None:
    """Raise before a level is chosen in vain: Refusal in direct messages, Refused where it is off."""
    if interaction.guild_id is None:
        raise Refusal(computer_texts.ONLY_IN_SERVER)
    if not await is_on(app, interaction):
        raise Refused(Problem.COMPUTER_OFF)


async def meanwhile(app: App, interaction: Interaction, matches: Iterable[Match | MatchSummary]) -> list[Any]:
    """The parts of a card that offer the computer to whoever waits in vain; none where nobody does.

    ``matches`` are those of the reader: one of them an open challenge of their own, for NOBODY_CAME.
    """
    reader, since = Human(UserId(interaction.user.id)), app.clock() - NOBODY_CAME
    for match in matches:
        own = match.phase is Phase.CHALLENGED and match.opponent is None and match.challenger == reader
        if own and match.created_at <= since and match.game_key in app.presentations:
            if not await is_on(app, interaction):
                return []
            return [computer_texts.NOBODY_CAME, row(play_button(match.game_key))]
    return []
