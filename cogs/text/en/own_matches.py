"""Texts of a player's list of matches, and of the panel that begins a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en import match, sets
from cogs.text.en.phrases import mention
from engines import GAMES, Game
from matches.model import MatchFacts, Phase, UserId

ANSWER: Final = "Answer"
NEW_MATCH: Final = "New match"
NO_TURN: Final = "It isn't your turn anywhere."
_TO_DO: Final = {Phase.CHALLENGED: "you've been challenged", Phase.SETUP: "make your pick"}
_AWAITED: Final = {Phase.CHALLENGED: "not accepted yet", Phase.SETUP: "your opponent is choosing"}


def title(game: str | None) -> str:
    """Heads the list; ``game`` is the one asked for."""
    return f"### Your matches{_of(game)}"


def none(game: str | None) -> str:
    """The list without a match, or without one of the ``game`` asked for."""
    return (
        f"You have no matches{_of(game)} right now. `/play` finds open challenges; `/help` shows more ways."
    )


def _of(game: str | None) -> str:
    return f" of {GAMES[game].name}" if game else ""


def your_turn(count: int) -> str:
    """Heads the matches that wait for the reader."""
    return f"**Your turn ({count})**"


def waiting(count: int, lines: Sequence[str]) -> str:
    """The matches that wait for others, a small line each; empty without any."""
    return "\n".join([f"**Waiting ({count})**", *(f"-# {line}" for line in lines)]) if count else ""


def own_turn(found: MatchFacts, user: UserId, due: str) -> str:
    """A match that waits for the reader; ``due`` says how long there is."""
    to_do = _TO_DO.get(found.phase, "")
    return f"**{match.linked(found)}** {_against(found, user)}{f' · {to_do}' if to_do else ''}{due}"


def others_turn(found: MatchFacts, user: UserId, due: str) -> str:
    """A match or challenge that waits for somebody else."""
    state = _AWAITED.get(found.phase, "")
    return f"{match.linked(found)} {_against(found, user)}{f' · {state}' if state else ''}{due}"


def _against(found: MatchFacts, user: UserId) -> str:
    """The opponent, with what else tells the match from others."""
    if found.both_sides:
        return "· practice"
    rival = found.rival_of(user)
    who = f"vs {mention(rival)}" if rival else "· open challenge"
    practice = " · practice" if found.practice else ""
    return f"{who}{sets.in_short(found)}{match.in_list(found)}{practice}"


def page(number: int, count: int) -> str:
    """The page of a long list, from 0 on."""
    return f"-# Page {number + 1} of {count}"


def not_read(count: int) -> str:
    """More matches than the list reads."""
    return f"-# … and {count} more."


def new_match(game: Game) -> str:
    """Heads the ways to begin a match of a game."""
    return f"### New match of {game.name}"


OTHER_GAME: Final = "Another game …"
