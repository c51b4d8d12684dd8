"""Texts of /matches: its tabs, the running matches of a server, and a player's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en import match, match_kinds
from cogs.text.en.match import board_link
from cogs.text.en.phrases import counted, link, mention, title
from engines import GAMES, Game
from matches.model import MatchFacts, Phase, UserId
from matches.summaries import MatchSummary

COMMAND: Final = "Your matches, those running or finished here, and openings"
SHOW_OPTION: Final = "What to show (default: your matches)"
GAME_OPTION: Final = "Only matches of this game"
PLAYER_OPTION: Final = "Only matches of this player"
TABS: Final = ("Mine", "Running")
"""The labels of the tabs, in their order in ids."""
MY_FINISHED: Final = "My finished matches"
ONLY_MINE: Final = "Your own list has your matches alone. Pick *Running* or *Finished* with `player:`."


def running(
    matches: Sequence[MatchSummary],
    game: str | None,
    player: UserId | None,
    *,
    first: int,
    count: int,
    more: bool,
) -> str:
    """Heads a page of running matches, from number ``first`` on of ``count``; ``more``: older ones run.

    ``game`` is the name of the one asked for, and ``player`` the one whose matches they are, if it's one's.
    """
    asked = [*([f"of {game}"] if game else []), *([f"with {mention(player)}"] if player else [])]
    head = f"### {' '.join([counted(count, 'match', 'matches'), *asked, 'running here'])}"
    page = [f"-# {first + 1} to {first + len(matches)}, newest first."] if count > len(matches) else []
    rest = ["-# These are the newest; older ones are running too."] if more else []
    return "\n".join([head, *page, *rest])


def running_line(match: MatchSummary) -> str:
    """A running match: its link, its players, and whose turn it is."""
    moving = match.to_act if match.phase is Phase.PLAYING and match.to_act else ()
    mover = moving[0] if len(moving) == 1 else None
    players = [
        f"**{mention(player)}** to move" if player == mover else mention(player) for player in match.players
    ]
    picking = " · choosing picks" if match.phase is Phase.SETUP else ""
    where = board_link(match) or link(match.guild_id, match.channel_id)
    return f"[{title(match)}](<{where}>) · {' – '.join(players)}{picking}"


# --- a player's own matches, and a new one --------------------------------------------------------

ANSWER: Final = "Answer"
NEW_MATCH: Final = "New match"
NO_TURN: Final = "It isn't your turn anywhere."
_TO_DO: Final = {Phase.CHALLENGED: "you've been challenged", Phase.SETUP: "make your pick"}
_AWAITED: Final = {Phase.CHALLENGED: "not accepted yet", Phase.SETUP: "your opponent is choosing"}


def own_title(game: str | None) -> str:
    """Heads the list; ``game`` is the one asked for."""
    return f"### Your matches{_of(game)}"


def no_own(game: str | None) -> str:
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
    return f"{who}{match_kinds.set_in_short(found)}{match.in_list(found)}{practice}"


def own_page(number: int, count: int) -> str:
    """The page of a long list, from 0 on."""
    return f"-# Page {number + 1} of {count}"


def not_read(count: int) -> str:
    """More matches than the list reads."""
    return f"-# … and {count} more."


def new_match(game: Game) -> str:
    """Heads the ways to begin a match of a game."""
    return f"### New match of {game.name}"


OTHER_GAME: Final = "Another game …"
