"""Texts of the ways in: context menus, a new server's card, the status line, /play, /match, old commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cogs.text.en import time
from cogs.text.en.match import seats
from cogs.text.en.phrases import counted, listed, title
from matches.model import MatchFacts, OfferKind

# --- context menus: names of at most 32 characters ------------------------------------------------

CHALLENGE: Final = "Challenge"
PROFILE: Final = "Profile"
OUR_MATCHES: Final = "Our matches"
LOOK: Final = "Look at this match"
PLAY_ON: Final = "Play on from here"

OURSELVES: Final = "That's you. Your own matches are in `/matches`."
BOTS_HAVE_NONE: Final = "Bots have no matches here. Against the computer, your matches are in `/matches`."
NO_MATCH_SHOWN: Final = (
    "That message shows none of my matches. Use this on a board of mine, or on any message in a match's "
    "thread."
)
NOT_SURELY_MINE: Final = (
    "I can't see the message that this was forwarded from, so I can't tell whether it's a board of mine. Use "
    "this on the board itself, or on any message in its match's thread."
)
WHICH_MATCH: Final = "### Which match?\nSeveral are played here, and that message doesn't say which one."
PICK: Final = "Pick a match"

# --- the card for a new server --------------------------------------------------------------------

SETTINGS: Final = "Settings"


def welcome(games: Sequence[str], *, computer: bool) -> str:
    """The greeting in a server that added the bot."""
    against = "each other or the computer" if computer else "each other"
    return (
        f"### {counted(len(games), 'board game')} for this server\n"
        f"{listed(games)}: play {against}, one move at a time. Each match has its own thread, and I ping "
        "you when it's your turn.\n"
        "**New to them?** The blue button lets you try three turns of each. Then `/play` finds you "
        "somebody.\n"
        "-# *Settings* is for those who manage the server: which channels, roles and games, and much more."
    )


# --- the status line ------------------------------------------------------------------------------


def status(running: int) -> str:
    """The bot's status: how many matches run, and where to begin."""
    return f"{counted(running, 'match', 'matches')} running · /help"


# --- /play: one person's front door to a match ----------------------------------------------------

PLAY_COMMAND: Final = "Find a match, challenge somebody, or play the computer"
GAME_OPTION: Final = "Which game (leave it out to pick from all)"
OPPONENT_OPTION: Final = "Who to challenge"

PLAY_TITLE: Final = "### Play"
FIND: Final = "Find a match"
CHALLENGE_SOMEBODY: Final = "Challenge somebody, or anyone here:"
MORE: Final = "⋯"
BACK: Final = "◀"
MORE_TITLE: Final = "### More ways to play"


# --- /match: what can be done by typing, and the questions before it is done ----------------------

MATCH_COMMAND: Final = "Look at a match: its board, its film, and what can be done now"
NUMBER_OPTION: Final = "Which match (leave it out for the one played here)"
DEED_OPTION: Final = "What to do with it (only what's possible now; asks first)"
NOT_NOW: Final = "Not now"

DEEDS: Final[Mapping[str, str]] = {
    "board": "Board",
    "draw": "Offer a draw",
    "takeback": "Take back",
    "pause": "Ask for a pause",
    "resume": "Ask to end the pause",
    "cancel": "Ask to cancel it",
    "claim": "Claim the win",
    "resign": "Resign",
    "rematch": "Rematch",
    "film": "Film",
    "record": "Record",
    "share": "Share",
    "watch": "Watch",
    "unwatch": "Stop watching",
    "more": "More",
}
"""What can be done, by the words that are typed for it."""

_MEANS: Final[Mapping[str, str]] = {
    "draw": "Your opponent has to agree.",
    "takeback": "Your own turn goes back at once; a finished one only if your opponent agrees.",
    "pause": f"{time.what_asking_means([OfferKind.PAUSE]).removeprefix('-# ')} Your opponent has to agree.",
    "resume": "Your opponent has to agree.",
    "cancel": "If your opponent agrees, nobody wins.",
    "claim": "If it's going nowhere, it ends without a winner.",
    "rematch": "Same game and terms, sides swapped.",
}


def deed_question(match: MatchFacts, deed: str) -> str:
    """Asks whether to do something with a match."""
    return f"### {title(match)}\n{seats(match)}\n**{DEEDS[deed]}?** {_MEANS.get(deed, '')}".rstrip()


def unknown_deed(typed: str, offered: list[str]) -> str:
    """The refusal of a word that says nothing to do."""
    words = ", ".join(f"`{one}`" for one in offered)
    return f"I can't do “{typed}” with a match. Pick one from the list: {words}."


# --- commands of earlier versions, and what each of them is today ---------------------------------

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
WHERE_DID_IT_GO: Final = "Where did my command go?"


def command_moved(command: str, way: str) -> str:
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


def former_commands(games: list[str]) -> str:
    """All commands of earlier versions, and today's."""
    return "\n".join(["### Where did … go?", *_lines(games)])


def _lines(games: list[str]) -> Iterator[str]:
    lines: dict[str, list[str]] = {}
    for command, way in WAYS.items():
        lines.setdefault(way, []).append(f"/{command}")
    lines.setdefault(BOARD, []).extend(f"/{game} board" for game in games)
    for way, commands in lines.items():
        yield f"{way} ← {', '.join(commands)}"
