"""Texts around the tours of the games. The text of a tour itself stands in its script."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text.en.phrases import sentence
from engines import Game, Side

_COLOURS = frozenset({"black", "blue", "dark", "green", "light", "white"})
"""Sides that are called by their colour, as people call them; others take an article."""

COMMAND = "Try a game in three guided turns (only you can see it)"
GAME_LABEL = "Which game (leave it out to see which one suits you)"
TRY_IT = "Try three turns"
WHICH_GAME = "Which game should I try?"
OTHER_GAMES = "Other games"
AGAIN = "Repeat the tour"
GO_ON = "Continue"
TOUR_CHANGED = "This tour was updated. Start again with `/learn`."


WHICH_GAME_TITLE = f"### {WHICH_GAME}"
TRY_ONE = (
    "Tap one to try three turns. Only you can see it. A real match takes an evening or a few weeks, as you "
    "both like: you don't have to be online at the same time."
)


def game_line(suits: str, name: str, lasts: str) -> str:
    """A game to try: the players it ``suits``, and how long a match ``lasts``."""
    return f"**{name}**, {suits}\n-# {lasts}"


def head(game: Game, number: int, last: int) -> str:
    """The heading of a stage of a tour; number 0 is before the first turn."""
    where = f"turn {number} of {last}" if number else "before the first move"
    return f"### {game.name} · {where}"


def asked(news: str, look: str, side: Side) -> str:
    """The news, what to look for, and the newcomer's side."""
    said = f"{news}\n\n{look}" if news else look
    return f"{said}\n-# You're **{side}**, at the bottom."


def not_best(label: str, why: str) -> str:
    """The reader chose something other than the best."""
    return f"**{sentence(label)}?** You can do that. {why} Try something else."


def action(words: Sequence[str]) -> str:
    """One or several actions in words, on a button."""
    return ", then ".join(words)


def news(side: Side, words: Sequence[str], said: str) -> str:
    """The opponent's actions, and what they mean."""
    # A name that a piece shares with its side is said once.
    done = "; ".join(each.removeprefix(f"{side} ") for each in words)
    return f"**{sentence(side)}: {done}.**\n{said}"


def unpicked(game: Game) -> str:
    """The alt text of a start that doesn't show the picks."""
    return f"The start of {game.name}, without the pieces that both sides pick secretly."


def done(label: str, said: str) -> str:
    """The best was chosen."""
    return f"**You: {label}.**\n{said}"


def see_answer(side: Side) -> str:
    """The button that leads to the opponent's answer."""
    return f"See what {side if side in _COLOURS else f'the {side}'} does"


def complete(game: Game) -> str:
    """Heads the end of a tour."""
    return f"### {game.name} · tour complete!"


def farewell(news: str, said: str) -> str:
    """The end of a tour; the ways to a match stand below it."""
    return "\n\n".join(filter(None, (news, said)))
