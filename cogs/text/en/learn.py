"""Texts for newcomers: first steps, rules, practice, tours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import link, reached, sentence, title
from engines import Credit, Game, Side
from engines.record import Played
from matches.model import MatchFacts
from matches.summaries import MatchSummary
from settings import VERSION

ALL_RULES: Final = "All rules"
RULES_PLAYED: Final = "**See a rule played:**"
OPEN_CHALLENGE: Final = "Open challenge"
WHICH_VERSION: Final = f"-# Tidepool {VERSION}"


def corner(point: str, *, left: bool) -> str:
    """An open place in a player's own rows, as they see them: ``Left corner (a2)``."""
    return f"{'Left' if left else 'Right'} corner ({point})"


def own_rows(side: Side, pieces: Sequence[tuple[str, str]], open_points: Sequence[str]) -> str:
    """A player's own rows before the pick, in words: ``pieces`` are (kind, point)."""
    kinds = dict.fromkeys(kind for kind, _ in pieces)
    stand = [f"{kind} {' '.join(at for each, at in pieces if each == kind)}" for kind in kinds]
    free = f" Open corners: {' '.join(open_points)}." if open_points else ""
    return f"Your rows as {side}: {'; '.join(stand)}.{free}"


def challenge_somebody(game: str) -> str:
    """The prompt of the member menu."""
    return f"Challenge somebody to {game}"


def play_it(game: str, *, computer: bool) -> str:
    """The line above the ways to a match, in a server; ``computer``: whether it can be played there."""
    if computer:
        return f"**Play {game}:** pick somebody, let anyone accept, or play the computer."
    return f"**Play {game}:** pick somebody, or let anyone here accept."


def play_in_a_server(command: str) -> str:
    """The same in direct messages, where no opponent can be picked."""
    return (
        "**Play it:** matches start in a server that we share. Go to one of its channels and use "
        f"`/{command} challenge`, with `computer:` if nobody's around."
    )


def already_challenged(match: MatchSummary) -> str:
    """A refusal: the same challenge has no answer yet, as after a double click."""
    where = link(match.guild_id, match.channel_id, match.shown.invitation)
    return f"You've already posted [that challenge]({where}). You can withdraw it there."


# --- /help ---------------------------------------------------------------------------------------

WHICH_GAME: Final = "Which game should I try?"
TRY_ONE: Final = "Try a game"
ALL_COMMANDS: Final = "All commands"
BACK: Final = "Back"
OPEN: Final = "Open"
FIND: Final = "Find a match"

FIRST_STEPS: Final = (
    "### Board games, one move at a time\n**New here?** Three turns of a game. Only you see it."
)
PLAY: Final = "**Play:**"


def mine(count: int) -> str:
    """The line about the reader's matches."""
    return f"**Your matches** ({count})" if count else "**Your matches**"


def all_commands(games: Sequence[str]) -> str:
    """Every command; ``games`` are those of the games, that for newcomers first."""
    first, *others = games
    also = ", ".join(f"`/{game}`" for game in others)
    return (
        "### All commands\n"
        "**Play:** `/play` · `/move` · `/matches` · `/match` · `/open`\n"
        f"**A game:** {_each(first, 'challenge', 'move', 'rules')}, same with {also}\n"
        "**New?** `/learn` · `/help`\n"
        "**People:** `/ranking` · `/profile` · `/tournaments`\n"
        "**Yours:** `/settings`\n"
        "**Admins:** `/server panel` · `/server set` · `/server match`\n"
        f"{WHICH_VERSION}"
    )


def _each(group: str, *commands: str) -> str:
    """Commands of a group, to be tapped."""
    return " · ".join(f"`/{group} {command}`" for command in commands)


# --- rules ----------------------------------------------------------------------------------------


def rules_title(game: Game) -> str:
    """The heading of a game's rules."""
    return f"### How to play {game.name}"


def rules_body(game: Game, body: str) -> str:
    """The rules of a game in short."""
    return f"{body}\n-# {credit(game.credit)}"


def rules_of_match(lines: Sequence[str]) -> str:
    """The part of a rules page, opened from a match, about what that has otherwise than usual."""
    if not lines:
        return "**In this match** everything is as usual."
    return "\n".join(["**In this match**", *(f"- {line}" for line in lines)])


def rules_options(lines: Sequence[str]) -> str:
    """The part of a rules page about what a challenge can choose, a line an option."""
    return "\n".join(["**A challenge can choose**", *(f"- {line}" for line in lines)]) if lines else ""


def lesson(game: Game, name: str, sentence: str) -> str:
    """One rule, above its film."""
    return f"### {game.name}: {name}\n{sentence}"


def credit(who: Credit) -> str:
    """The designers of a game and their page."""
    where = f" [Their page](<{who.page}>)." if who.page else ""
    if who.designers is None:
        return f"Its designers are unknown.{where}"
    return f"Designed by {who.designers}.{where}"


# --- practice ------------------------------------------------------------------------------------

PLAY_ON: Final = "Play on"
BOTH_SIDES: Final = "Play both sides"
OTHER_SIDE: Final = "Other side"
PRACTICE_REMARK: Final = "-# Practice: unrated, and nobody else sees it."
PRACTICE_OLD_CARD: Final = "Your practice goes on below."
PRACTICE_ONLY_IN_SERVER: Final = (
    "Practice starts in a server channel: open the match in one, and tap **Play on** there."
)
PRACTICE_AGAIN: Final = "Start over"
PRACTICE_END: Final = "End practice"
PRACTICE_ENDED: Final = "**Practice ended.**"


def play_on(match: MatchFacts, last: Played | None, side: Side, to_act: Side, *, computer: bool) -> str:
    """Asks how to go on from a position, the one after the action ``last``."""
    where = "from the start" if last is None else reached(last)
    levels = "Pick a level of the computer, or play both sides" if computer else "Play both sides"
    you = f"You play **{side}**" if computer else "You play both sides"
    return (
        f"### Play on from here\n"
        f"{title(match)}, {where}: {to_act} to move. {you}.\n"
        f"{levels} yourself. Practice is unrated, and nobody else sees it."
    )


# --- tours; the text of a tour itself stands in its script ----------------------------------------

_COLOURS = frozenset({"black", "blue", "dark", "green", "light", "white"})
"""Sides that are called by their colour, as people call them; others take an article."""

LEARN_COMMAND = "Try a game in three guided turns (only you can see it)"
GAME_LABEL = "Which game (leave it out to see which one suits you)"
TRY_IT = "Try three turns"
OTHER_GAMES = "Other games"
REPEAT_TOUR = "Repeat the tour"
GO_ON = "Continue"
TOUR_CHANGED = "This tour was updated. Start again with `/learn`."
WHICH_GAME_TITLE = f"### {WHICH_GAME}"
TAP_ONE = (
    "Tap one to try three turns. Only you can see it. A real match takes an evening or a few weeks, as you "
    "both like: you don't have to be online at the same time."
)


def game_line(suits: str, name: str, lasts: str) -> str:
    """A game to try: the players it ``suits``, and how long a match ``lasts``."""
    return f"**{name}**, {suits}\n-# {lasts}"


def tour_head(game: Game, number: int, last: int) -> str:
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


def tour_complete(game: Game) -> str:
    """Heads the end of a tour."""
    return f"### {game.name} · tour complete!"


def tour_farewell(news: str, said: str) -> str:
    """The end of a tour; the ways to a match stand below it."""
    return "\n\n".join(filter(None, (news, said)))
