"""Every sentence the bot says to people, in one place, ready for a second language.

Functions return Discord markdown. People are named by mention only; who of them is pinged is settled
where a message is sent. Names that come from elsewhere are never put into a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import discord

from engines import Credit, Game, SecretSetup, Side
from engines.record import Played
from matches.errors import DrawProblem, OpponentProblem, PickProblem
from matches.finish import AGREED, RESIGNED
from matches.model import Face, Match, MatchId, Phase, Result, Toss, UserId

# --- small parts ---------------------------------------------------------------------------------


def mention(user: UserId) -> str:
    """A person."""
    return f"<@{user}>"


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def moment(at: datetime) -> str:
    """A moment, in each reader's own time."""
    return discord.utils.format_dt(at, "R")


def link(guild: int | None, channel: int, message: int | None = None) -> str:
    """The address of a channel or a message."""
    tail = f"/{message}" if message else ""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}{tail}"


def title(match: Match) -> str:
    """A match by name."""
    return f"{match.rules.name} · match {match.id}"


def seats(match: Match) -> str:
    """Who plays which side."""
    return " · ".join(f"{side}: {mention(user)}" for side, user in match.sides.items())


def options(match: Match) -> str:
    """The options of a match, as people chose them."""
    return " · ".join(f"{option.label}: {match.options[option.key]}" for option in match.rules.options)


CHALLENGE_OF_ANYONE = "anyone who can see this"


# --- a challenge ---------------------------------------------------------------------------------


def invitation(match: Match) -> str:
    """What a challenge says while it stands."""
    who = CHALLENGE_OF_ANYONE if match.opponent is None else mention(match.opponent)
    again = f" (a rematch of match {match.rematch_of})" if match.rematch_of else ""
    lines = [
        f"### {match.rules.name}",
        f"{mention(match.challenger)} challenges {who}{again}.",
        f"-# {options(match)} · match {match.id}",
    ]
    if match.rules.starter == "toss":
        lines.append("Call the coin to accept: whoever wins the toss moves first.")
    lines.append(f"-# {_seats_to_come(match)}")
    if match.deadline_at:
        lines.append(f"-# Open until it lapses {moment(match.deadline_at)}.")
    return "\n".join(lines)


def _seats_to_come(match: Match) -> str:
    """Who will play what, and who will start, as far as the challenge settles it."""
    challenger, rules = mention(match.challenger), match.rules
    side = rules.challenger_side or match.side_of(match.challenger)
    seat = f"{challenger} plays {side}" if side else "The sides are drawn when it is accepted"
    if rules.starter == "toss":
        return f"{seat}."
    starts = f"{match.first or rules.sides[0]} moves first"
    if rules.starter == "drawn" and match.first is None:
        starts = "who starts is drawn" if side is None else "who starts is drawn when it is accepted"
    return f"{seat}; {starts}."


SIDE_LABEL = "The side you play (usually drawn)"
STARTS_LABEL = "Who makes the first move (usually drawn)"


def invitation_closed(match: Match) -> str:
    """What is left of a challenge that was answered."""
    if match.phase is Phase.DECLINED:
        what = f"{mention(match.players[-1])} declined the challenge of {mention(match.challenger)}."
    elif match.phase is Phase.WITHDRAWN:
        what = f"{mention(match.challenger)} withdrew this challenge."
    elif match.phase is Phase.EXPIRED:
        what = f"The challenge of {mention(match.challenger)} lapsed: nobody took it up in time."
    else:
        where = f"<#{match.shown.home}>" if match.shown.home else "this channel"
        what = f"{mention(match.challenger)} and {mention(match.players[-1])} play in {where}."
    return f"### {title(match)}\n{what}"


def accept_label(call: Face | None, *, blind: bool) -> str:
    """What the button says that takes a challenge up."""
    words = "Accept, blind start" if blind else "Accept"
    return f"{words}: {call}" if call else words


DECLINE = "Decline"
WITHDRAW = "Withdraw"
EVOLVE = "Evolve"
END_TURN = "End turn"
TAKE_BACK = "Take back"
RESIGN = "Resign"
OFFER_DRAW = "Offer a draw"
AGREE_DRAW = "Agree to a draw"
REFUSE_DRAW = "Refuse the draw"
REMATCH = "Rematch"
CHOOSE = "Choose here, seen by you alone"
CHOOSE_OPEN = "Choose"
CONFIRM = "Confirm"

# --- setting up ----------------------------------------------------------------------------------


def tossed(match: Match, toss: Toss) -> str:
    """How the coin fell, and who starts."""
    caller = match.players[-1]
    starter = match.sides[match.first or match.rules.sides[0]]
    return f"{mention(caller)} called {toss.call}. It fell **{toss.fell}**: {mention(starter)} moves first."


def setting_up(match: Match, choosing: Sequence[UserId], unreachable: Sequence[UserId]) -> str:
    """Who still has to choose, and how. Never what anyone chose."""
    waiting = f"Still choosing: {listed([mention(user) for user in choosing])}."
    if not match.blind:
        return f"The picks are made in the open, {match.rules.sides[0]} first. {waiting}"
    lines = [f"Blind start: each player's pick stays hidden until both are in. {waiting}"]
    if unreachable:
        people = listed([mention(user) for user in unreachable])
        lines.append(f"I could not send a direct message to {people}: choose with the button below.")
    else:
        lines.append("-# Choose in the direct message I sent you, or with the button below.")
    return "\n".join(lines)


def chosen(setup: SecretSetup, pick: Sequence[str]) -> str:
    """A pick in words: ``crab on the a-file, lobster on the last file``."""
    places = [slot[:1].lower() + slot[1:] for slot in setup.slots]
    return ", ".join(f"{choice} {place}" for choice, place in zip(pick, places, strict=True))


def picks_made(match: Match, picks: Mapping[Side, tuple[str, ...]]) -> str:
    """What the sides picked, once everyone may know."""
    setup = match.rules.secret_setup
    if setup is None or not picks:
        return ""
    parts = [f"{side} {chosen(setup, picks[side])}" for side in match.rules.sides if side in picks]
    return f"Picks: {' · '.join(parts)}."


def way_back(match: Match) -> str:
    """From a direct message to the match."""
    home = match.shown.home
    return f"-# [Go to the match](<{link(match.guild_id, home)}>)" if home else ""


def slot_choice(choice: str, slot: str) -> str:
    """An entry of a pick's menu."""
    return f"{choice}, {slot[:1].lower()}{slot[1:]}"


def pick_panel(match: Match, side: Side) -> str:
    """The private choice, before it is confirmed."""
    hidden = "Nobody sees it until both are in. " if match.blind else ""
    return (
        f"### {title(match)}: your pick\n"
        f"You are **{side}**. {hidden}You can change it until you confirm, and never after.\n"
        f"{way_back(match)}"
    ).strip()


def pick_confirmed(match: Match, side: Side, pick: Sequence[str]) -> str:
    """The private choice, once made."""
    setup = match.rules.secret_setup
    what = chosen(setup, pick) if setup else ""
    return f"### {title(match)}: your pick is in\nYou are **{side}** with {what}.\n{way_back(match)}".strip()


# --- play ----------------------------------------------------------------------------------------


def turn_made(match: Match, actions: Sequence[Played]) -> str:
    """The last turn in words."""
    if not actions:
        return ""
    words = "; ".join(action.description for action in actions)
    return f"{mention(match.sides[actions[0].side])}: {words}"


def to_act(match: Match, side: Side, *, unfinished: bool, choosing: bool) -> str:
    """Whose turn it is; ``choosing``: all there is to do is to choose one of a few."""
    what = "to choose" if choosing else "goes on" if unfinished else "to move"
    return f"**{side} {what}:** {mention(match.sides[side])}"


def draw_offered(match: Match, by: Side) -> str:
    """Asks the other side for its answer."""
    asked = mention(match.sides[match.rules.other(by)])
    return f"{mention(match.sides[by])} offers a draw. {asked}, do you agree? Playing on refuses it."


def how_to_move(command: str) -> str:
    """A reminder of how moving works."""
    return f"-# Type `/{command} move` and pick from the list."


def ended(match: Match, result: Result, endings: Mapping[str, str]) -> str:
    """How the match ended."""
    if result.reason == AGREED:
        return "**A draw:** both players agreed."
    if result.winner is None:
        return f"**A draw.** {endings.get(result.reason, '')}".strip()
    winner = mention(match.sides[result.winner])
    if result.reason == RESIGNED:
        loser = mention(match.sides[match.rules.other(result.winner)])
        return f"**{winner} wins:** {loser} resigned."
    return f"**{winner} wins.** {endings.get(result.reason, '')}".strip()


def final_scores(scores: Mapping[Side, int] | None) -> str:
    """The points at the end, in games that count them."""
    if not scores:
        return ""
    return f"Final score: {' · '.join(f'{side} {points}' for side, points in scores.items())}."


def rematch_offered(rematch: MatchId, match: Match) -> str:
    """Where the rematch is."""
    return f"A rematch is offered: match {rematch}, in <#{match.channel_id}>."


MOVED_ON = "That was an older card, so nothing was changed. This is how things stand now."
NOT_POSSIBLE_NOW = "That is not possible now, so nothing was changed. This is how things stand."
HOME_LOST = "-# The thread of this match is gone or locked, so it goes on here."
MENU_PROMPT = "Which one?"
NOTHING_TO_CHOOSE = "There is nothing to choose there just now."


def resign_question(match: Match) -> str:
    """Asked once before a match is given up."""
    return f"Give up {title(match)}? Your opponent wins, and this cannot be taken back."


def played_elsewhere(match: Match, actions: Sequence[Played]) -> str:
    """Confirms a move typed away from the board."""
    words = "; ".join(action.description for action in actions)
    return f"Played: {words}. [Go to the board](<{board_link(match)}>)"


def draw_talk(match: Match) -> str:
    """Confirms an offer of a draw made away from the board."""
    what = "The match is a draw." if match.result else "Your offer of a draw stands."
    return f"{what} [Go to the board](<{board_link(match)}>)"


def board_link(match: Match) -> str:
    """Where the board of a match is."""
    if match.shown.home is None:
        return ""
    return link(match.guild_id, match.shown.home, match.shown.card)


def challenge_sent(match: Match) -> str:
    """Confirms a challenge made where its card does not appear."""
    return f"The challenge stands in <#{match.channel_id}>."


# --- lists ---------------------------------------------------------------------------------------


def match_line(match: Match, user: UserId, *, waiting: bool) -> str:
    """One match in a player's list."""
    rival = match.rival_of(user)
    against = mention(rival) if rival else CHALLENGE_OF_ANYONE
    state = _state(match, user, waiting=waiting)
    where = board_link(match) or link(match.guild_id, match.channel_id, match.shown.invitation)
    return f"[match {match.id}](<{where}>) · {match.rules.name} against {against} · **{state}**"


def match_choice(match: Match, user: UserId, *, waiting: bool) -> str:
    """One match in an autocompleted list, where mentions are not shown: at most 100 characters."""
    side = match.side_of(user)
    seat = f"you are {side} · " if side else ""
    return f"match {match.id} · {match.rules.name} · {seat}{_state(match, user, waiting=waiting)}"


def _state(match: Match, user: UserId, *, waiting: bool) -> str:
    if match.phase is Phase.CHALLENGED:
        return "you are challenged" if waiting else "challenge not answered yet"
    if match.phase is Phase.SETUP:
        return "choose your pick" if waiting else "your opponent is choosing"
    if match.phase is Phase.PLAYING:
        return "your turn" if waiting else "your opponent's turn"
    if match.result and match.result.winner:
        return "won" if match.sides.get(match.result.winner) == user else "lost"
    return "a draw" if match.result else "ended"


NO_MATCHES = "You have no matches open. `/help` shows how to start one."
LIST_TITLE = "### Your matches"
MORE_MATCHES = "-# … and {count} more."

# --- what went wrong: what, why, what now --------------------------------------------------------

OPPONENT_PROBLEMS: Mapping[OpponentProblem, str] = {
    OpponentProblem.SELF: (
        "You cannot play against yourself. Name somebody else, or nobody: then anyone may accept."
    ),
    OpponentProblem.BOT: "Bots do not play. Name a person, or nobody: then anyone may accept.",
    OpponentProblem.ABSENT: "That person is not in this server, so they could not answer. Invite them first.",
    OpponentProblem.BLIND_TO_CHANNEL: (
        "That person cannot see this channel, so they could not answer. "
        "Challenge them in a channel you both see."
    ),
}

PICK_PROBLEMS: Mapping[PickProblem, str] = {
    PickProblem.INCOMPLETE: "Your pick is not complete. Choose in both menus, then confirm.",
    PickProblem.UNKNOWN: "That is not one of the choices. Choose from the menus, then confirm.",
    PickProblem.MADE: "Your pick is in already and cannot change any more.",
    PickProblem.NOT_YET: "It is not your turn to choose: the other side picks first.",
}

DRAW_PROBLEMS: Mapping[DrawProblem, str] = {
    DrawProblem.NONE_IN_GAME: "There are no draws in this game, so none can be offered.",
    DrawProblem.ASKED: "You have offered a draw already. You can offer another after your next move.",
    DrawProblem.NOT_OFFERED: "No draw is offered just now. `/match draw` offers one.",
    DrawProblem.OWN_OFFER: "It is your own offer, so your opponent has to answer it.",
}

NOT_A_PLAYER = (
    "This is somebody else's match, so only its two players can do that. `/help` shows how to start one."
)
NOT_FOR_YOU = (
    "Only the person who was challenged can answer this, and only the challenger can withdraw it. "
    "Nothing was changed."
)
NO_SUCH_MATCH = "There is no such match. `/match list` shows yours."
NOTHING_TO_TAKE_BACK = "There is nothing to take back: only your own turn can be, and only until it ends."
ONLY_IN_SERVER = "Challenge people in a channel of a server: I cannot see who else is in a direct message."
STORE_UNAVAILABLE = (
    "I could not get at my notes just now, so nothing was changed. Please try again in a minute; "
    "if it stays like this, tell whoever runs me."
)
NOT_HERE = "I cannot use this channel. Ask in an ordinary text channel."
COMMAND_CHANGED = (
    "This command has changed, and your Discord still shows the old one. "
    "Restart Discord (or reload the page), then try again."
)


DISCORD_FAILED = (
    "Discord did not answer me properly just now. "
    "If the board does not show what you did, try again in a minute."
)


def not_your_turn(side: Side) -> str:
    """Somebody acted for the other side."""
    return f"It is {side}'s turn, so nothing was changed. You will be pinged when it is yours."


def bad_action(reason: str, command: str) -> str:
    """An action that cannot be played. ``reason`` comes from the rules and lacks a capital and a stop."""
    sentence = reason[:1].upper() + reason[1:]
    return f"{sentence.rstrip('.')}. Nothing was played; `/{command} move` lists what is possible."


def too_many_challenges(limit: int) -> str:
    """The limit of open challenges is reached."""
    return (
        f"You have {limit} challenges waiting for an answer, the most one may have. "
        "Withdraw one (see `/match list`) or wait for an answer."
    )


def which_match(choices: Sequence[str]) -> str:
    """Several matches could be meant."""
    return "Which match do you mean? Name it with `match:`.\n" + "\n".join(
        f"- {choice}" for choice in choices
    )


def no_match_here(command: str, *, over: bool = False) -> str:
    """No match could be meant; ``over``: one that has ended was asked for."""
    kind = "finished" if over else "running"
    return f"You have no {kind} match. `/{command} challenge` starts one, `/match list` shows yours."


def rematch_exists(match: Match) -> str:
    """A rematch was offered before."""
    return f"A rematch has been offered already: match {match.rematch}, in <#{match.channel_id}>."


def permissions_missing(names: Sequence[str], channel: int) -> str:
    """Something the bot may not do; the names are Discord's."""
    return (
        f"I may not play in <#{channel}>: I lack the permission {listed([f'**{name}**' for name in names])}. "
        "Ask somebody who manages this server to give it to me, or use another channel."
    )


def not_shown(match: Match, why: str) -> str:
    """A change that is stored but could not be posted."""
    return f"Your change is safe, but I could not show it in {title(match)}: {why} I keep trying."


WHY_FORBIDDEN = "I am not allowed to post there."
WHY_GONE = "the place is gone."
WHY_DISCORD = "Discord did not take it."
WHY_STORE = "I cannot read my own notes just now."


def why_missing(names: Sequence[str]) -> str:
    """Not allowed to post, and what is missing."""
    return f"I lack the permission {listed([f'**{name}**' for name in names])}."


def bug(reference: str) -> str:
    """Something nobody foresaw."""
    return (
        "Something went wrong on my side. Nothing you did is lost; try again, and if it happens again tell "
        f"whoever runs me this reference: `{reference}`."
    )


# --- help ----------------------------------------------------------------------------------------


def help_page(commands: Sequence[tuple[str, str]]) -> str:
    """How a stranger gets to a first match; ``commands`` are (command, game's name)."""
    starts = " · ".join(f"{name}: `/{command} challenge`" for command, name in commands)
    first = commands[0][0] if commands else "prawns"
    return (
        "### Board games, a move at a time\n"
        "A match lives in its own thread for days or weeks, and every move shows the board anew.\n\n"
        "**1. Challenge** somebody, or leave the opponent out so that anyone may accept.\n"
        f"{starts}\n"
        "**2. Accept.** They press a button on the challenge; in some games they call a coin.\n"
        "**3. Choose.** Where a game starts with a secret pick, I ask both of you in private.\n"
        f"**4. Move** in the thread: `/{first} move` lists what you can do while you type. "
        "I ping whoever has to act next.\n\n"
        f"`/{first} rules` explains the game · `/match list` shows your matches · "
        "`/match resign` gives one up · `/match rematch` plays again"
    )


def rules_page(game: Game, body: str) -> str:
    """The rules of a game in short."""
    return f"### How {game.name} is played\n{body}\n-# {credit(game.credit)}"


def credit(who: Credit) -> str:
    """Whose game it is."""
    where = f" [Their page](<{who.page}>)." if who.page else ""
    if who.designers is None:
        return f"Its designers are not known.{where}"
    return f"Designed by {who.designers}.{where}"
