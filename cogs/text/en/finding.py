"""Texts about finding a match: the one that is meant, and its name where mentions aren't shown.

Names of people are made harmless before they come in here (``cogs.delivery.display_names``). Where there is
none, a match is called by the texts of matches and of watching.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text.en.match import state_of
from cogs.text.en.phrases import mention
from matches.model import Match, MatchFacts, UserId
from matches.players import Computer

# --- how a match is called -----------------------------------------------------------------------


def own_choice(match: MatchFacts, user: UserId, game: str, rival: str, *, waiting: bool) -> str:
    """A match of ``user`` in a menu, by their rival and the short name of its game."""
    said = [rival, f"{game} #{match.id}", state_of(match, user, waiting=waiting)]
    if side := match.side_of(user):
        said.append(f"you're {side}")
    return " · ".join(said)


def between(match: MatchFacts, game: str, players: Sequence[str]) -> str:
    """A match of other people in a menu."""
    return f"{' – '.join(players)} · {game} #{match.id}"


def nothing_live_of(player: UserId, game: str | None) -> str:
    """Nobody sees a match of ``player`` running; ``game``: the name of the one that was asked for."""
    what = f"match of {game}" if game else "match"
    return (
        f"{mention(player)} isn't playing any {what} here that you can see. Leave `player:` out to see all."
    )


# --- which match is meant ------------------------------------------------------------------------

PICK_A_MATCH = "Pick a match …"
MORE_MATCHES = "More matches …"
FEWER_MATCHES = "… back"
TOO_LONG_TO_ASK = (
    "You've got several matches, and that's too much text to carry along while I ask which one you mean. "
    "Send it in the match's own thread, or send it in two parts."
)
NOTHING_RUNS = "No match is running in this server."
NOTHING_TO_WATCH = "Nobody else's match is running here that you can see, so there's nothing to watch."
NOTHING_WATCHED = "You aren't watching any match. `/match live` shows what's running."
NONE_FINISHED = "You haven't finished a match yet. `/match list` shows the ones you're playing."


def which(command: str, first: int, shown: int, count: int) -> str:
    """Several matches could be meant; the menu shows some of ``count``, from number ``first`` on."""
    said = f"**Which match?** Pick one and `/{command}` carries on."
    return f"{said}\n-# {first + 1} to {first + shown} of {count}." if shown < count else said


# --- not theirs, not now -------------------------------------------------------------------------


def not_your_turn(match: Match, to_act: str, reader: UserId | None) -> str:
    """Somebody acted while it's the other side's turn."""
    player = match.player_of(to_act)
    theirs = f"It's {mention(player)}'s turn ({to_act})."
    if isinstance(player, Computer):
        theirs = f"It's {to_act}'s turn: {mention(player)}."
    return f"{theirs} You're next." if reader in match.users else theirs


def not_for_you(match: MatchFacts, reader: UserId | None) -> str:
    """Somebody pressed the button of a challenge that is meant for the other person."""
    challenger = mention(match.challenger)
    if match.opponent is None:
        return f"Only {challenger} can withdraw this challenge. You can accept it, though."
    opponent = mention(match.opponent)
    if match.challenger.user_id == reader:
        return f"That's your own challenge. {opponent} has to accept it; you can withdraw it."
    if match.opponent.user_id == reader:
        return f"That's {challenger}'s challenge, so only they can withdraw it. You can decline it."
    return f"This challenge is for {opponent}, so only they can answer it."


OWN_OPEN_CHALLENGE = "That's your own challenge. Somebody else has to accept it; you can withdraw it."
SOMEBODY_ELSES = "Only the two players of this match can do that. You can watch it, though:"
