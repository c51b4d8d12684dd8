"""Texts about simuls: one host against several players, each on a board of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.simuls.rules import (
    FEWEST,
    MOST,
    MOST_RUNNING,
    Simul,
    SimulBoards,
    SimulError,
    SimulPhase,
    SimulProblem,
    has_result,
)
from cogs.text import speaks
from cogs.text.en import time
from cogs.text.en.phrases import counted, link, mention, sentence, subject, when
from engines import Game, Side
from matches.guilds.posts import MOST_LOST
from matches.lifecycle.sets import DRAWN, WON, half_points
from matches.model import MatchFacts
from matches.summaries import MatchSummary

JOIN: Final = "Join"
LEAVE: Final = "Leave"
HOST: Final = "Host…"
WAITS: Final = "Move"
START: Final = "Start"
CANCEL: Final = "Cancel…"
CANCEL_NOW: Final = "Cancel the simul"
KEEP: Final = "Keep it"
TAKE_OUT: Final = "Take a player out…"
NEXT_BOARD: Final = "Next board"
SEE: Final = "The simul"
ONLY_HOST: Final = "These controls are for the host. `/play` hosts a simul of your own, under ⋯."
NO_BOARD_WAITS: Final = "No board of this simul waits for you right now. Look again once a player has moved."
CANCELLED: Final = "The simul is cancelled, and nothing has begun."
LEFT: Final = "You've left the simul. You can join again while there's room."

OWN: Final = "That's your own simul: you play all who join."
_PROBLEMS: Final[Mapping[SimulProblem, str]] = {
    SimulProblem.NO_SUCH: "This simul doesn't exist anymore. `/play` finds open challenges.",
    SimulProblem.OWN: "That's your own simul: you play all who join. *Host…* has your controls.",
    SimulProblem.FULL: (
        "All places are taken. If a player leaves before the start, one is free again; `/play` finds "
        "open challenges."
    ),
    SimulProblem.JOINED: "You have a place already. Your board opens once the host starts the simul.",
    SimulProblem.TAKEN_OUT: "The host has taken you out of this simul. `/play` finds open challenges.",
    SimulProblem.SAME_HOST: (
        "You're in another simul of this host, and one at a time is the limit. Leave it, or finish "
        "that match first: `/matches` shows it."
    ),
    SimulProblem.NOT_IN: "There's no such place in this simul: it was never taken, or is free again already.",
    SimulProblem.NOT_HOST: "Only the host of this simul can do that. `/play` hosts one of your own, under ⋯.",
    SimulProblem.TOO_FEW: (
        f"A simul starts with {FEWEST} players or more. Wait until they've joined, or cancel it and "
        "challenge one player instead."
    ),
    SimulProblem.PLACES: f"A simul has {FEWEST} to {MOST} places.",
    SimulProblem.TOO_FAST: (
        "Minutes are too few for several matches at once. Pick a time control of a day or more, or no clock."
    ),
    SimulProblem.GATHERING: (
        "You have a simul that hasn't started yet. Start or cancel it first: `/matches` shows it."
    ),
    SimulProblem.RUNNING: (
        f"You have {MOST_RUNNING} running simuls, and that's the limit. Finish one first: `/matches` "
        "shows them."
    ),
}
_NOT_OPEN: Final[Mapping[SimulPhase, str]] = {
    SimulPhase.STARTED: "This simul has started, so its players are settled.",
    SimulPhase.FINISHED: "This simul is over.",
    SimulPhase.CALLED_OFF: "This simul was cancelled.",
    SimulPhase.EXPIRED: "This simul wasn't started in time, so it's closed.",
}


def problem(error: SimulError) -> str:
    """The refusal of something about a simul."""
    if error.problem is SimulProblem.NOT_OPEN and error.simul is not None:
        told = _NOT_OPEN.get(error.simul.phase, "")
        return f"{told} `/play` finds open challenges, and hosts another one under ⋯."
    return _PROBLEMS[error.problem]


def title(simul: Simul) -> str:
    """A simul by name."""
    return sentence(in_words(simul))


def in_words(simul: Simul) -> str:
    """A simul in a sentence."""
    return f"simul of {simul.game.name}"


def where(simul: Simul) -> str:
    """The address of the card, or of its channel."""
    return link(simul.guild_id, simul.channel_id, simul.card.message)


# --- the public card -----------------------------------------------------------------------------


def public(found: SimulBoards) -> str:
    """The text of the card, for everyone in the channel."""
    simul, host = found.simul, subject(found.simul.host)
    if simul.phase is SimulPhase.OPEN:
        return "\n".join(
            [
                f"### {title(simul)}",
                f"{host} plays all who join, each on a board of their own.",
                _terms(simul),
                _joined(simul),
                f"-# Closes {when(simul.closes_at)} if not started.",
            ]
        )
    if simul.phase is SimulPhase.CALLED_OFF:
        return f"### {title(simul)}\n{host} cancelled it."
    if simul.phase is SimulPhase.EXPIRED:
        return f"### {title(simul)}\n{host} didn't start it in time, so it's closed."
    return "\n".join(filter(None, [f"### {title(simul)}", _score(found), _terms(simul), *_lines(found)]))


def end(found: SimulBoards) -> str:
    """The end of a simul, for the channel."""
    simul, scored = found.simul, len(found.boards) - found.cancelled
    head = f"### {mention(simul.host)} scored {points(found.score.host)} of {scored}"
    return f"{head}\n-# {title(simul)}, [all boards](<{where(simul)}>)"


def _terms(simul: Simul) -> str:
    """The pace, whether it's rated, and the host's side, in a line."""
    side = simul.game.challenger_side or simul.side
    sides = f"{mention(simul.host)} plays {side}" if side else "sides alternate"
    return f"-# {time.pace(simul.pace)} · {'rated' if simul.rated else 'unrated'} · {sides}"


def offer(simul: Simul) -> str:
    """A simul in the list of open challenges."""
    taken = f"{len(simul.waiting)} of {simul.places} places taken"
    return f"[{title(simul)}](<{where(simul)}>) by {mention(simul.host)} · {taken}\n{_terms(simul)}"


def _joined(simul: Simul) -> str:
    people = ", ".join(mention(user) for user in simul.waiting)
    taken = f"**{len(simul.waiting)} of {simul.places} places taken**"
    return f"{taken}: {people}" if people else taken


def _score(found: SimulBoards) -> str:
    """The score, in a sentence."""
    simul, host = found.simul, subject(found.simul.host)
    score, rest = found.score, found.cancelled
    void = f" ({counted(rest, 'board')} cancelled)" if rest else ""
    if simul.phase is SimulPhase.FINISHED:
        scored = len(found.boards) - rest
        return f"It's over: {mention(simul.host)} scored **{points(score.host)} of {scored}**{void}."
    players = len(found.boards) + len(simul.waiting)
    running = counted(len(found.running) + len(simul.waiting), "board")
    points_so_far = f"**{points(score.host)}–{points(score.players)}**{void}"
    return f"{host} against {counted(players, 'player')}: {points_so_far}, {running} to go."


def _lines(found: SimulBoards) -> list[str]:
    """The boards, a line each, and how many are still to be opened."""
    lines = [
        f"{number}. {mention(match.opponent) if match.opponent else ''}: {_state(match)}"
        for number, match in enumerate(found.boards, 1)
    ]
    waiting = len(found.simul.waiting)
    return [*lines, *([f"-# {counted(waiting, 'more board')} opening…"] if waiting else [])]


def _state(match: MatchSummary) -> str:
    """The state of a board, from its player's side."""
    if match.phase.open:
        home = None if match.shown.direct else match.shown.home
        return f"playing in <#{home}>" if home else "playing"
    if not has_result(match):
        return "cancelled"
    own = half_points(match, match.challenger)
    return "draw" if own == DRAWN else "lost" if own == WON else "**won**"


def points(halves: int) -> str:
    """A number of half points: ``7½``."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


# --- what one person is told ---------------------------------------------------------------------


def joined(simul: Simul) -> str:
    """Confirms a place."""
    return (
        f"You're in, as player {len(simul.waiting)} of {simul.places}. Once {mention(simul.host)} starts the "
        f"simul, your board opens in a thread of its own and pings you."
    )


def posted(simul: Simul) -> str:
    """Said to a host whose simul is open, and on its card if they press *Join* there."""
    if (trouble := _card_trouble(simul)) is not None:
        return trouble
    return (
        f"Your simul is [posted](<{where(simul)}>). Once {FEWEST} players have joined, its card has "
        f"*{START}*, for you alone. *{HOST}* takes players out or cancels it."
    )


def _card_trouble(simul: Simul) -> str | None:
    """Tells the host that the card is not there; None if it is."""
    if simul.card.lost > MOST_LOST:
        return f"Its card in <#{simul.channel_id}> is gone, so no more players can join."
    if simul.card.message is None:
        return f"I couldn't post its card in <#{simul.channel_id}> yet. I'll keep trying."
    return None


def panel(found: SimulBoards) -> str:
    """The host's own panel."""
    simul = found.simul
    if simul.phase is SimulPhase.OPEN:
        lines = [
            f"### Your {in_words(simul)}",
            _joined(simul),
            f"-# Closes {when(simul.closes_at)} if not started. [Card](<{where(simul)}>)",
        ]
        if (trouble := _card_trouble(simul)) is not None:
            lines.insert(1, trouble)
        return "\n".join(lines)
    return public(found)


def starting(simul: Simul) -> str:
    """The simul has just been started."""
    return f"### Your {in_words(simul)}\nIt has started. I'm opening {len(simul.waiting)} boards…"


def cancel_question(simul: Simul) -> str:
    """Asks before a simul is cancelled."""
    people = counted(len(simul.waiting), "player")
    lost = f"{people} would lose their place." if simul.waiting else "No player has joined yet."
    return f"### Cancel your {in_words(simul)}?\n{lost}"


# --- in lists and on cards -----------------------------------------------------------------------


def hosted_line(found: SimulBoards) -> str:
    """A simul in its host's list."""
    simul = found.simul
    name = f"[{title(simul)}](<{where(simul)}>)"
    if simul.phase is SimulPhase.OPEN:
        return f"{name} · {len(simul.waiting)} of {simul.places} places taken · not started yet"
    turns = len(found.waiting_for(simul.host))
    turn = f"**your turn in {turns}**" if turns else "their turn in all"
    running, opening, score = len(found.running), len(simul.waiting), found.score
    states = [f"{running} running, {turn}"] if running else []
    states += [counted(opening, "more board" if running else "board") + " opening"] if opening else []
    return f"{name} · {', '.join(states)} · {points(score.host)}–{points(score.players)}"


def joined_line(simul: Simul) -> str:
    """A simul in the list of a player who waits for its start."""
    name = f"[{title(simul)}](<{where(simul)}>)"
    return f"{name} · against {mention(simul.host)} · not started yet"


def next_board(simul: Simul) -> str:
    """The label of the button that opens the next board, beside those of other simuls."""
    return f"{NEXT_BOARD}: {simul.game.name}"


def manage(simul: Simul) -> str:
    """The label of the button that opens the host's panel, beside those of other simuls."""
    return f"Host: {simul.game.name}…"


def part(match: MatchFacts) -> str:
    """On the card of a simul's match; empty for any other match."""
    return f"-# A board of {mention(match.challenger)}'s simul." if match.terms.simul else ""


def in_short(match: MatchFacts) -> str:
    """The same at the end of a line; empty for any other match."""
    return f", in {mention(match.challenger)}'s simul" if match.terms.simul else ""


def player_choice(number: int, name: str | None) -> str:
    """An entry of the menu of players, where Discord shows no mentions."""
    return f"{number}. {name}" if name else f"Player {number}"


def erased(simul: Simul) -> str:
    """In the question before an erasure: what becomes of the reader's open simul."""
    return f"You'd cancel **your {in_words(simul)}**."


# --- /play, and the form -------------------------------------------------------------------------

OPEN_FORM: Final = "Host a simul…"
HINT: Final = "**A simul:** play several people at once, each on a board of their own."
YOUR_SIDE: Final = "Your side"
GAME: Final = "Game"
PLACES: Final = f"Places, {FEWEST} to {MOST}"
PACE: Final = "Pace"
RATING: Final = "Rating"
RATED: Final = "Rated"
ALTERNATE: Final = "Sides alternate"
FORM_OLD: Final = "That form is from an older version of me. Open it again with `/play`, under ⋯."
FORM_TITLE: Final = "Host a simul"
"""At most 45 characters."""


def usual_pace(usual: str) -> str:
    """The entry for the server's usual pace."""
    return f"The usual one here: {usual}"


def own_side(game: Game, side: Side) -> str:
    """An entry for the host's side in a game."""
    return f"{game.name}: {side}"


def not_of(game: Game) -> str:
    """The refusal of a side of another game than the chosen one."""
    return f"That's no side to choose in {game.name}. Open the form again with `/play`, under ⋯."


speaks(__name__, "simuls")
