"""Texts for the commands of earlier versions: what each of them is today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

_A_DEED: Final = (
    "draw",
    "takeback",
    "pause",
    "claim",
    "resign",
    "rematch",
    "record",
    "share",
    "watch",
    "unwatch",
)
_BY_PANEL: Final = ("show", "allow", "disallow", "readmit")
_BY_MATCH: Final = ("end", "abort", "rewind", "handover", "close")

WAYS: Final[Mapping[str, str]] = {
    "challenge": "`/play`",
    "tour": "`/learn`",
    "leaderboard": "`/ranking`",
    "privacy": "`/settings`, under *Privacy…*",
    "block": "`/profile` of the player, with *Block…*",
    "unblock": "`/profile` of the player, with *Unblock*",
    "match list": "`/matches`",
    "match live": "`/matches`, under *Running*",
    "match archive": "`/matches`, under *Finished*",
    "match history": "`/matches`, with *My finished matches*",
    "match find": "`/play`, with *Find a match*",
    "match keep": "`/play`, under *⋯*",
    "match simul": "`/play`, under *⋯*",
    "match next": "`/move`",
    "match open": "`/open` with its `code:`",
    "match import": "`/open` with its `file:`",
    "match replay": "`/match deed:film`",
    **{f"match {deed}": f"`/match deed:{deed}`" for deed in _A_DEED},
    **{
        f"ladder {part}": "`/ranking`, with *Ladder*"
        for part in ("show", "join", "leave", "challenge", "history")
    },
    **{f"tournament {part}": "`/tournaments`" for part in ("list", "show", "join", "leave", "table")},
    "tournament create": "`/tournaments`, with *New…*",
    **{f"server {part}": "`/server panel`" for part in _BY_PANEL},
    **{f"server {part}": "`/server match`" for part in _BY_MATCH},
}
"""What the commands of earlier versions are today, by their names without the slash."""

BOARD: Final = "`/match`"
"""What the games' ``board`` is today."""
WHERE: Final = "Where did my command go?"


def moved(command: str, way: str) -> str:
    """A command of an earlier version was used."""
    return f"/{command} has moved: it's {way} now."


def options_moved(options: list[str]) -> str:
    """A command came with options that it doesn't have any more."""
    named = " and ".join(f"`{option}:`" for option in options)
    return (
        f"{named} can't be typed here any more. Nothing was sent. A challenge has everything in its form: "
        "`/play` with `game:` and `opponent:`, or the button of a game there. Against the computer it's "
        "*More terms…*, below the levels of *Play the computer*."
    )


def page(games: list[str]) -> str:
    """All commands of earlier versions, and today's."""
    return "\n".join(["### Where did … go?", *_lines(games)])


def _lines(games: list[str]) -> Iterator[str]:
    lines: dict[str, list[str]] = {}
    for command, way in WAYS.items():
        lines.setdefault(way, []).append(f"/{command}")
    lines.setdefault(BOARD, []).extend(f"/{game} board" for game in games)
    for way, commands in lines.items():
        yield f"{way} ← {', '.join(commands)}"
