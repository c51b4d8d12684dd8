"""The commands every game has: challenge, move, rules. A game's own cog is a few lines."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.kit import suggestions
from cogs.kit.call import Call, Text, command
from cogs.kit.card import Card
from cogs.kit.errors import Refusal, sentence
from cogs.kit.lookup import LOOKED_AT
from cogs.kit.presentation import GamePresentation, OptionWords
from cogs.kit.suggestions import SUGGESTED, Choices, suggesting
from cogs.panels.challenge import computer_panel, posting
from cogs.panels.learn import help as game_rules
from cogs.panels.moving import after_move, typed_move
from cogs.panels.moving.typed_move import completions
from cogs.text import (
    computer_texts,
    time_texts,
)
from engines import GAMES, ActionError, Game, Option
from matches import ChallengeTerms, Phase
from matches.lifecycle.match_context import Loaded
from matches.time.pace import PACES, Pace

log = logging.getLogger(__name__)

RUNNING = (Phase.PLAYING,)
PACE: Final = "pace"


class GameCog(commands.Cog):
    """The cog of one game. A subclass sets ``game``, ``command`` and the game's own texts and options."""

    game: ClassVar[Game]
    command: ClassVar[str]
    words: ClassVar[Mapping[str, str]] = {}
    endings: ClassVar[Mapping[str, str]] = {}
    question: ClassVar[str] = ""
    for_newcomers: ClassVar[bool] = False
    options: ClassVar[Mapping[str, OptionWords]] = {}

    def __init__(self, bot: Tidepool) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Offer the game."""
        self.bot.app.presentations[self.game.key] = presentation(type(self))
        self.bot.tree.add_command(group(type(self)))

    async def cog_unload(self) -> None:
        """Withdraw the game."""
        self.bot.tree.remove_command(self.command)
        self.bot.app.presentations.pop(self.game.key, None)


async def play_typed(call: Call, action: str, given: str | None, *, game: str | None = None) -> None:
    """Play a typed turn, of ``game`` if given, and show the board, or refuse it with suggestions."""
    user = call.user
    loaded = await call.app.lookup.find_loaded(call, given, game=game, phases=RUNNING, to_act=True)
    match = loaded.match
    before = len(call.app.matches.history(match).played) if match.phase is Phase.PLAYING else 0
    try:
        if asked := await _asked_first(call, loaded, action):
            await call.answer(asked)
            return
        match = await call.app.matches.play.turn(match.id, user, action, loaded=loaded)
    except ActionError as error:
        said = sentence(error, call.app.presentations[match.game_key].command) or ""
        log.info("match=%s user=%s refused: %s", match.id, user, error)
        await call.refuse(typed_move.refusal(call.app, match, error, action, said))
        return
    played = call.app.matches.history(match).played[before:]
    match = await call.show(match)
    told = await after_move.after_move(call, match, played)
    if told is not None:
        await call.answer(told)
    elif match.shown.version == match.version:
        await call.dismiss()


async def legal_actions(call: Call, typed: str, *, game: str | None = None) -> Choices:
    """Suggest legal actions of the side to act, in the match that is meant, that fit the typed text."""
    given = getattr(call.interaction.namespace, "match", None)
    match = await call.app.lookup.find(call, given or None, game=game, phases=RUNNING, to_act=True)
    if match.phase is not Phase.PLAYING or not call.app.matches.waits_for(match, call.user):
        return []
    position = call.app.matches.history(match).position
    found = completions(position, typed, call.app.presentations[match.game_key].words)
    return [app_commands.Choice(name=words, value=line) for words, line in found]


async def _asked_first(call: Call, loaded: Loaded, action: str) -> Card | None:
    """The question to ask before playing a typed turn, or None."""
    if not typed_move.may_need_asking(loaded, call.user, action):
        return None
    actions = call.app.matches.play.read(loaded.match, call.user, action)
    return await typed_move.question(call.app, loaded, call.user, actions)


# --- the commands --------------------------------------------------------------------------------
# Made by functions, since a challenge's options differ by game; once, since they are the same for every bot.


@cache
def presentation(cog: type[GameCog]) -> GamePresentation:
    """The presentation of a cog's game."""
    return GamePresentation(
        *(cog.game, cog.command, cog.words, cog.endings, cog.question, cog.for_newcomers),
        options=cog.options,
    )


@cache
def group(cog: type[GameCog]) -> app_commands.Group:
    """The commands of a cog's game."""
    made = app_commands.Group(name=cog.command, description=f"Play {cog.game.name}")
    for make in (_challenge, _move, _rules):
        made.add_command(make(cog))
    return made


def _challenge(cog: type[GameCog]) -> app_commands.Command[Any, ..., Any]:
    """The command with what people type often; the form has everything else."""

    async def challenge(
        call: Call,
        opponent: discord.User | None = None,
        computer: int | None = None,
        **chosen: str | None,
    ) -> None:
        wishes = _wishes(cog.game, chosen)
        if computer is not None:
            if opponent is not None:
                raise Refusal(computer_texts.ONE_OF_BOTH)
            await computer_panel.play(call, computer, wishes)
            return
        named = None if opponent is None else posting.opponent_of(call, opponent)
        await posting.post(call, named, wishes)

    # discord.py reads a command's parameters from the signature: the options become typed choices.
    *named, _ = inspect.signature(challenge, eval_str=True).parameters.values()
    choices = [*(_text(option.key) for option in cog.game.options), _text(PACE)]
    challenge.__signature__ = inspect.Signature([*named, *choices])  # type: ignore[attr-defined]
    worded = {option: presentation(cog).words_of(option) for option in cog.game.options}
    labels = {option.key: words.described(option.default) for option, words in worded.items()}
    described = app_commands.describe(
        opponent="Who to challenge (leave it out to let anyone accept)",
        computer=computer_texts.OPTION,
        pace=time_texts.PACE_LABEL,
        **labels,
    )
    offered = app_commands.choices(
        **{option.key: _values(option, words) for option, words in worded.items()},
        computer=_levels(),
        pace=pace_choices(),
    )
    made = command(name="challenge", description=f"Challenge somebody to {cog.game.name}")
    return made(offered(described(challenge)))


def _values(option: Option, words: OptionWords) -> Choices:
    """The choices of a game option, in words."""
    return [app_commands.Choice(name=words.choices[value], value=value) for value in option.choices]


def _levels() -> Choices:
    """The choices of computer levels."""
    return [app_commands.Choice(name=name, value=level) for level, name in computer_texts.LEVELS.items()]


def _text(key: str) -> inspect.Parameter:
    """The parameter for an option whose choices are declared separately."""
    return inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=str | None)


def _wishes(game: Game, chosen: Mapping[str, str | None]) -> ChallengeTerms:
    options = {option.key: value for option in game.options if (value := chosen.get(option.key)) is not None}
    pace = chosen.get(PACE)
    return ChallengeTerms(game.key, options, pace=Pace.read(pace) if pace else None)


def _move(cog: type[GameCog]) -> app_commands.Command[Any, ..., Any]:
    @command(name="move", description=f"Make a move in {cog.game.name}")
    @app_commands.describe(
        action="Your move, or several of one turn (pick from the list as you type)",
        match="Which match (if you have more than one)",
    )
    async def move(call: Call, action: Text, match: Text | None = None) -> None:
        await play_typed(call, action, match, game=cog.game.key)

    @move.autocomplete("action")
    @suggesting
    async def complete_action(call: Call, typed: str) -> Choices:
        return await legal_actions(call, typed, game=cog.game.key)

    @move.autocomplete("match")
    @suggesting
    async def complete_match(call: Call, typed: str) -> Choices:
        return await match_choices(call, typed, RUNNING, game=cog.game.key)

    return move


def _rules(cog: type[GameCog]) -> app_commands.Command[Any, ..., Any]:
    @command(name="rules", description=f"How to play {cog.game.name}")
    async def rules(call: Call) -> None:
        await call.answer(await game_rules.rules_page(call, presentation(cog)))

    return rules


# --- parts shared with other commands ------------------------------------------------------------


def game_choices() -> Choices:
    """The choices of games, by name."""
    return [app_commands.Choice(name=game.name, value=key) for key, game in GAMES.items()]


def pace_choices(paces: Iterable[Pace] = PACES) -> Choices:
    """The choices of paces, by name instead of stored form."""
    named = [(time_texts.pace(pace), str(pace)) for pace in paces]
    return [app_commands.Choice(name=name[:1].upper() + name[1:], value=value) for name, value in named]


async def match_choices(
    call: Call, typed: str, phases: tuple[Phase, ...], *, game: str | None = None
) -> Choices:
    """Suggest the user's matches in ``phases`` that match the typed text."""
    user = call.user
    # Search all matches for a number, only the first LOOKED_AT for words.
    digits = typed.strip()
    number = digits if digits.isascii() and digits.isdigit() else ""
    limit = SUGGESTED if number or not typed else LOOKED_AT
    found = await call.app.lookup.candidates(user, phases, limit, game=game, number=number)
    return suggestions.match_choices(found.matches, typed, lambda match: call.app.lookup.choice(match, user))
