"""Texts of challenges: the form, posting one, answering it, and the picks that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.text.en import (
    community,
    computer,
    lobby,
    match_kinds,
    time,
)
from cogs.text.en.match import terms, way_back
from cogs.text.en.phrases import listed, mention, moment, sentence, subject, title
from cogs.text.en.time import usually
from engines import Game, Side
from matches.errors import OpponentProblem, PickProblem
from matches.model import CoinSide, Match, Phase, UserId
from matches.players import Player
from matches.rhythm import ShownRhythm
from matches.time.pace import Pace

# --- a challenge ---------------------------------------------------------------------------------


def invitation(match: Match, unusual: Sequence[str]) -> str:
    """The text of a challenge while it stands; ``unusual`` are lines about what its game has not as usual."""
    return "\n".join(
        filter(
            None,
            [
                f"### {_challenged(match)}",
                *(f"**{line}**" for line in unusual),
                lobby.asked(match),
                community.why_unrated(match),
                f"-# {' · '.join(_in_short(match))}",
            ],
        )
    )


def _challenged(match: Match) -> str:
    """A challenge as a sentence: who, whom, to which game."""
    anyone = "anyone, in other servers too," if match.terms.across else "anyone"
    who = anyone if match.opponent is None else mention(match.opponent)
    again = f"a rematch of #{match.rematch_of} in " if match.rematch_of else ""
    return f"{mention(match.challenger)} challenges {who} to {again}{match.game.name}"


def _in_short(match: Match) -> list[str]:
    """The terms of a challenge, what it settles of the seats, until when it stands, and its number."""
    two = ["two games, sides swapped"] if match.terms.set_part else []
    until = [f"expires {moment(match.deadline_at)}"] if match.deadline_at else []
    return [sentence(terms(match)), *two, *_fixed(match), *until, f"#{match.id}"]


def _fixed(match: Match) -> list[str]:
    """The challenger's side, and who moves first where that differs, as far as the challenge says it."""
    chosen = match.seat_of(match.challenger)
    side = match.game.challenger_side or (chosen.side if chosen else None)
    seat = [f"{mention(match.challenger)} is {side}"] if side else []
    first = [f"{match.first} moves first"] if match.game.starter == "drawn" and match.first else []
    return [*seat, *first]


def more_about(match: Match, rhythm: ShownRhythm | None) -> str:
    """The rest about a challenge, which its card leaves out.

    ``rhythm`` is the challenger's, if the reader may know it.
    """
    lines = [
        _start(match),
        match_kinds.SET_IN_CHALLENGE if match.terms.set_part else "",
        f"{mention(match.challenger)} {usually(rhythm)}." if rhythm else "",
        match_kinds.PRIVATE_IN_CHALLENGE if match.terms.private else "",
        time.what_pace_means(match),
    ]
    return "\n".join([f"### {title(match)}: challenge", *filter(None, lines)])


def _start(match: Match) -> str:
    """The sides and the first move: what is fixed, and what is still to be drawn or called."""
    fixed = ", ".join(_fixed(match))
    parts = [f"{fixed}."] if fixed else ["Sides are drawn at random."]
    if match.game.starter == "toss":
        parts.append("To accept, call heads or tails: the winner of the toss moves first.")
    elif match.game.starter == "drawn":
        parts += (
            [] if match.first else ["So is who moves first." if not fixed else "The first move is drawn."]
        )
    else:
        parts.append(f"{sentence(match.game.sides[0])} moves first.")
    return " ".join(parts)


def invitation_closed(match: Match, *, why: str = "") -> str:
    """The text of a challenge that is no longer open. ``why``: for what feature it began."""
    if match.phase is Phase.DECLINED:
        what = f"{mention(match.players[-1])} declined {mention(match.challenger)}'s challenge."
    elif match.phase is Phase.WITHDRAWN:
        what = f"{mention(match.challenger)} withdrew this challenge."
    elif match.phase is Phase.EXPIRED:
        what = f"{mention(match.challenger)}'s challenge expired: nobody accepted it in time."
    else:
        # Others see no more of a private thread than a number.
        thread = "a private thread" if match.terms.private else f"<#{match.shown.home}>"
        home = "direct messages" if match.shown.direct else thread
        where = home if match.shown.home else "this channel"
        both = f"{subject(match.challenger)} and {mention(match.players[-1])}"
        # Short, since it stays for good.
        return f"**{title(match)}:** {both} are playing in {where}{why}."
    return f"### {title(match)}\n{what}"


def accept_label(call: CoinSide | None, *, blind: bool) -> str:
    """The label of the button that accepts a challenge."""
    words = "Accept, blind start" if blind else "Accept"
    return f"{words}: {call}" if call else words


DECLINE = "Decline"
WITHDRAW = "Withdraw"
DETAILS = "⋯"
CHOOSE = "Choose secretly"
CHOOSE_OPEN = "Choose"
CONFIRM = "Confirm"


# --- the picks -----------------------------------------------------------------------------------


def setting_up(match: Match, choosing: Sequence[Player], unreachable: Sequence[UserId]) -> str:
    """The players who still have to choose, and how. Never a choice itself."""
    waiting = f"Still choosing: {listed([mention(player) for player in choosing])}."
    if not match.blind:
        return f"Picks are open, and {match.game.sides[0]} picks first. {waiting}"
    lines = [f"Blind start: each player's pick stays hidden until both are in. {waiting}"]
    if match.alone:
        lines.append(computer.CHOOSE_BELOW)
    elif unreachable:
        people = listed([mention(user) for user in unreachable])
        lines.append(f"I couldn't DM {people}: choose with the button below.")
    else:
        lines.append("-# Choose in the DM I sent you, or with the button below.")
    return "\n".join(lines)


def chosen(points: Sequence[str], pick: Sequence[str]) -> str:
    """A pick in words: ``crab on a2, lobster on h2``. ``points`` are where its slots lie."""
    return ", ".join(f"{choice} on {point}" for choice, point in zip(pick, points, strict=True))


def _chosen(match: Match, side: Side, pick: Sequence[str]) -> str:
    return chosen(match.game.pick_points(match.options, side), pick)


def picks_made(match: Match, picks: Mapping[Side, tuple[str, ...]]) -> str:
    """The picks of the sides, once everyone may know."""
    if not picks:
        return ""
    parts = [f"{side} {_chosen(match, side, picks[side])}" for side in match.game.sides if side in picks]
    return f"Picks: {' · '.join(parts)}."


def slot_choice(choice: str, slot: str) -> str:
    """An entry of a pick's menu."""
    return f"{choice}, {slot[:1].lower()}{slot[1:]}"


def pick_panel(match: Match, side: Side) -> str:
    """The private choice, before it is confirmed."""
    hidden = "Nobody sees your pick until both are in. " if match.blind else ""
    return (
        f"### {title(match)}: your pick\n"
        f"Choose a piece for each of your two corners. You're **{side}**. {hidden}You can't change it after "
        "you confirm.\n"
        f"{way_back(match)}"
    ).strip()


def pick_confirmed(match: Match, side: Side, pick: Sequence[str]) -> str:
    """The private choice, once made."""
    what = _chosen(match, side, pick)
    return f"### {title(match)}: your pick is in\nYou're **{side}** with {what}.\n{way_back(match)}".strip()


def challenge_sent(channel: int) -> str:
    """Confirms a challenge made where its card does not appear."""
    return f"Your challenge is in <#{channel}>."


def sent_quietly(channel: int, opponent: Player) -> str:
    """Confirms a challenge that pings nobody."""
    return (
        f"{challenge_sent(channel)} It didn't ping {mention(opponent)}, since you withdrew another one to "
        "them within the last hour."
    )


# --- what speaks against one ---------------------------------------------------------------------

OPPONENT_PROBLEMS: Mapping[OpponentProblem, str] = {
    OpponentProblem.SELF: (
        "You can't play against yourself. Pick somebody else, or nobody: then anyone can accept."
    ),
    OpponentProblem.BOT: (
        "Bots don't play here. Pick a person, or nobody: then anyone can accept. To play the computer, leave "
        "`opponent:` out and pick a level in `computer:`."
    ),
    OpponentProblem.ABSENT: "They're not in this server, so they couldn't answer. Invite them first.",
    OpponentProblem.BLIND_TO_CHANNEL: (
        "They can't see this channel, so they couldn't answer. Challenge them in a channel you both see."
    ),
    OpponentProblem.PLAYING: time.PLAYING_ALREADY,
    OpponentProblem.GONE: (
        "That player deleted everything about them, so you can't challenge them. Pick somebody else."
    ),
}

PICKS_NO_MORE = (
    "A server admin gave your side to somebody else, so there's nothing left for you to choose here."
)
PICK_PROBLEMS: Mapping[PickProblem, str] = {
    PickProblem.INCOMPLETE: "Your pick isn't complete. Choose in both menus, then confirm.",
    PickProblem.UNKNOWN: "That isn't one of the choices. Choose from the menus, then confirm.",
    PickProblem.MADE: "Your pick is already in and can't change anymore.",
    PickProblem.NOT_YET: "It's not your turn to pick yet: the other side picks first.",
}


# --- the form -------------------------------------------------------------------------------------

OPEN_FORM: Final = "Challenge…"
BACK_TO_FORM: Final = "Back to the form"

WHO: Final = "Opponent"
WHO_HINT: Final = "Leave it empty to let anyone here accept."
ANYONE: Final = "Anyone"
PACE: Final = "Pace"
SEAT: Final = "Sides"
ALSO: Final = "Also"

RATED: Final = "Rated"
TAKEBACKS: Final = "Takebacks"
TWO_MATCHES: Final = "Two games, sides swapped"
WEEKENDS_OFF: Final = "Pause at weekends"
PRIVATE: Final = "Private"
NO_ANALYSIS: Final = "Analysis board not allowed"

ANYONE_HERE: Final = "Anyone here"
NO_PROVISIONAL: Final = "Only players without a provisional rating"
RELIABLE: Final = "Only players with few timeouts"
ACROSS: Final = "Players in other servers too"
LIMITS_FOR_ANYONE: Final = (
    "You chose an opponent, so there's nothing to limit: only they can accept. Send the form again, or leave "
    "the opponent out."
)

FORM_OLD: Final = "That form is from an older version of me. Open it again with the button."
ONE_EACH: Final = "You chose two answers to one question. Pick one of each kind, then send the form again."


def form_title(game: Game) -> str:
    """The title of the form: at most 45 characters."""
    return f"Challenge: {game.name}"[:45]


def usual_pace(pace: Pace) -> str:
    """The server's own pace in the menu."""
    return f"{a_pace(pace)} (usual here)"


def a_pace(pace: Pace) -> str:
    """Another pace in the menu."""
    return sentence(time.pace(pace))


def seat(game: Game, side: Side | None, starter: str | None, *, computer: bool = False) -> str:
    """An entry of the menu of sides: the challenger's side and who moves first, each None if drawn.

    ``computer``: the opponent is the computer, and nothing is rated.
    """
    if side is None and starter is None:
        return "Drawn at random (usual)"
    you = f"You're {side}" if side else ""
    unrated = ", unrated unless you play two games" if game.uneven and not computer else ""
    they = "the computer moves first" if computer else "they move first"
    first = {None: "", "challenger": "you move first", "opponent": they}[starter]
    return sentence(", ".join(filter(None, (you, first)))) + unrated


def limits(*, sides: bool) -> str:
    """The label of the menu of who may accept, which has the ``sides`` too."""
    return "Who may accept, and sides" if sides else "Who may accept"


def within(distance: int) -> str:
    """A limit on the rating of who accepts."""
    return f"Only ratings within {distance} of yours"


def which_game(opponent: UserId | None) -> str:
    """Asks for the game of a challenge."""
    whom = f" {mention(opponent)}" if opponent else ""
    return f"### Challenge{whom}: which game?"
