"""Every sentence the bot says to people, in one place, ready for a second language.

Functions return Discord markdown. People are named by mention only; who of them is pinged is settled
where a message is sent. Names that come from elsewhere are never put into a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.text.en import community, lobby, seals, time
from cogs.text.en.computer import thinking
from cogs.text.en.kinds import ladder, sets
from cogs.text.en.phrases import (
    link,
    listed,
    mention,
    moment,
    permissions,
    reached,
    sentence,
    subject,
    title,
)
from engines import Credit, Game, SecretSetup, Side
from engines.record import Played
from matches.errors import OpponentProblem, PickProblem
from matches.lifecycle import offers, oops
from matches.lifecycle.finish import AGREED, RESIGNED, WITHOUT_RESULT
from matches.lifecycle.offers import Offer
from matches.model import (
    CoinSide,
    EntryKind,
    Match,
    MatchFacts,
    MatchId,
    OfferKind,
    Phase,
    Result,
    Toss,
    UserId,
)
from matches.players import Player

# --- small parts ---------------------------------------------------------------------------------


def seats(match: MatchFacts) -> str:
    """The players of a match by their sides."""
    return " · ".join(f"{sentence(seat.side)}: {mention(seat.player)}" for seat in match.seats)


def terms(match: Match) -> str:
    """The terms of a match besides the options of its game, as people chose them."""
    pace = time.pace(match.terms.pace, weekends_off=match.terms.weekends_off)
    rated = community.stakes(match)
    return " · ".join(filter(None, ["" if match.terms.takebacks else "no takebacks", pace, rated]))


CHALLENGE_OF_ANYONE = "anyone who can see this"


# --- a challenge ---------------------------------------------------------------------------------


def invitation(match: Match, unusual: Sequence[str]) -> str:
    """The text of a challenge while it stands; ``unusual`` are lines about what its game has not as usual."""
    who = CHALLENGE_OF_ANYONE if match.opponent is None else mention(match.opponent)
    again = f" (a rematch of match {match.rematch_of})" if match.rematch_of else ""
    lines = [
        f"### {match.game.name}",
        f"{mention(match.challenger)} challenges {who}{again}.",
        *(f"**{line}**" for line in unusual),
        f"-# {sentence(terms(match))} · match {match.id}",
    ]
    if match.game.starter == "toss":
        lines.append("Heads or tails? The winner of the toss moves first.")
    lines.append(f"-# {_seats_to_come(match)}")
    lines += [f"-# {sets.IN_CHALLENGE}"] if match.terms.set_part else []
    lines += filter(
        None,
        [
            seals.to_be_drawn(match),
            lobby.asked(match),
            time.what_pace_means(match),
            community.why_unrated(match),
        ],
    )
    if match.deadline_at:
        lines.append(f"-# This challenge expires {moment(match.deadline_at)}.")
    return "\n".join(lines)


def _seats_to_come(match: Match) -> str:
    """The sides of the players and who will start, as far as the challenge settles it."""
    challenger, rules = mention(match.challenger), match.game
    chosen = match.seat_of(match.challenger)
    side = rules.challenger_side or (chosen.side if chosen else None)
    seat = f"{challenger} plays {side}" if side else "Sides are drawn at random"
    if rules.starter == "toss":
        return f"{seat}."
    starts = f"{match.first or rules.sides[0]} moves first"
    if rules.starter == "drawn" and match.first is None:
        starts = "so is the first move" if side is None else "the first move is drawn at random"
    return f"{seat}; {starts}."


TAKEBACKS_LABEL = "Allow takebacks of a finished turn if you both agree? (on by default)"
SIDE_LABEL = "The side you play (default: random)"
UNEVEN_SIDE_LABEL = "The side you play: unrated but with set:on, one is easier (default: random)"
STARTS_LABEL = "Who moves first (default: random)"


def invitation_closed(match: Match) -> str:
    """The text of a challenge that is no longer open."""
    if match.phase is Phase.DECLINED:
        what = f"{mention(match.players[-1])} declined {mention(match.challenger)}'s challenge."
    elif match.phase is Phase.WITHDRAWN:
        what = f"{mention(match.challenger)} withdrew this challenge."
    elif match.phase is Phase.EXPIRED:
        what = f"{mention(match.challenger)}'s challenge expired: nobody accepted it in time."
    else:
        home = "direct messages" if match.shown.direct else f"<#{match.shown.home}>"
        where = home if match.shown.home else "this channel"
        both = f"{subject(match.challenger)} and {mention(match.players[-1])}"
        # Short, since it stays for good.
        short = f"**{title(match)}:** {both} are playing in {where}{ladder.in_short(match)}."
        return f"{short}\n{seals.drawn_before(match)}".strip()
    return f"### {title(match)}\n{what}"


def accept_label(call: CoinSide | None, *, blind: bool) -> str:
    """The label of the button that accepts a challenge."""
    words = "Accept, blind start" if blind else "Accept"
    return f"{words}: {call}" if call else words


DECLINE = "Decline"
WITHDRAW = "Withdraw"
END_TURN = "End turn"
TAKE_BACK = "Take back"
OOPS = "Oops, take it back"
RESIGN = "Resign"
KEEP_PLAYING = "Keep playing"
ASK_FOR: Mapping[OfferKind, str] = {
    OfferKind.DRAW: "Offer a draw",
    OfferKind.TAKE_BACK: "Ask for a takeback",
    **time.ASK_FOR,
}
AGREE: Mapping[OfferKind, str] = {
    OfferKind.DRAW: "Accept the draw",
    OfferKind.TAKE_BACK: "Allow the takeback",
    **time.AGREE,
}
REFUSE = "Decline"
MOVE = "Move"
BOARD = "Board"
MORE = "More"
RULES = "Rules"
NOTES = "My notes"
NOTES_LABEL = "Only you can see this"
SEND = "Send"
VIEW_STEPS = ("⏮", "◀", "▶", "⏭")
TURN_ROUND = "Flip board"
BIGGER = "Bigger"
SMALLER = "Smaller"
LETTERS = "Text board"
PICTURE = "Picture"
FILM = "Film"
POST_HERE = "Post here"
POSTED = "-# Posted."
MAY_NOT_POST = "You can't post pictures in this channel yourself, so I won't do it for you."
RULES_IN_WORDS = "Rules as text"
BACK_TO_BOARD = "Step through"
BACK = "Back"
REMATCH = "Rematch"
CHOOSE = "Choose secretly"
CHOOSE_OPEN = "Choose"
CONFIRM = "Confirm"

# --- setting up ----------------------------------------------------------------------------------


def tossed(match: Match, toss: Toss) -> str:
    """The result of the toss, and who starts."""
    caller = match.players[-1]
    starter = match.player_of(match.first or match.game.sides[0])
    if match.begins_by_itself:
        return f"Nobody calls the coin here, so the bot's host drew: {mention(starter)} moves first."
    return (
        f"{subject(caller)} called {toss.call}. It came up **{toss.fell}**: {mention(starter)} moves first."
    )


def setting_up(match: Match, choosing: Sequence[Player], unreachable: Sequence[UserId]) -> str:
    """The players who still have to choose, and how. Never a choice itself."""
    waiting = f"Still choosing: {listed([mention(player) for player in choosing])}."
    if not match.blind:
        return f"Picks are open, and {match.game.sides[0]} picks first. {waiting}"
    lines = [f"Blind start: each player's pick stays hidden until both are in. {waiting}"]
    if match.alone:
        lines.append(thinking.CHOOSE_BELOW)
    elif unreachable:
        people = listed([mention(user) for user in unreachable])
        lines.append(f"I couldn't DM {people}: choose with the button below.")
    else:
        lines.append("-# Choose in the DM I sent you, or with the button below.")
    return "\n".join(lines)


def chosen(setup: SecretSetup, pick: Sequence[str]) -> str:
    """A pick in words: ``crab on the a-file, lobster on the last file``."""
    places = [slot[:1].lower() + slot[1:] for slot in setup.slots]
    return ", ".join(f"{choice} {place}" for choice, place in zip(pick, places, strict=True))


def picks_made(match: Match, picks: Mapping[Side, tuple[str, ...]]) -> str:
    """The picks of the sides, once everyone may know."""
    setup = match.game.secret_setup
    if setup is None or not picks:
        return ""
    parts = [f"{side} {chosen(setup, picks[side])}" for side in match.game.sides if side in picks]
    return f"Picks: {' · '.join(parts)}."


def way_back(match: Match) -> str:
    """From a direct message to the match."""
    home = None if match.shown.direct else match.shown.home
    return f"-# [Go to the match](<{link(match.guild_id, home)}>)" if home else ""


def slot_choice(choice: str, slot: str) -> str:
    """An entry of a pick's menu."""
    return f"{choice}, {slot[:1].lower()}{slot[1:]}"


def pick_panel(match: Match, side: Side) -> str:
    """The private choice, before it is confirmed."""
    hidden = "Nobody sees your pick until both are in. " if match.blind else ""
    return (
        f"### {title(match)}: your pick\n"
        f"You're **{side}**. {hidden}You can't change it after you confirm.\n"
        f"{way_back(match)}"
    ).strip()


def pick_confirmed(match: Match, side: Side, pick: Sequence[str]) -> str:
    """The private choice, once made."""
    setup = match.game.secret_setup
    what = chosen(setup, pick) if setup else ""
    return f"### {title(match)}: your pick is in\nYou're **{side}** with {what}.\n{way_back(match)}".strip()


# --- play ----------------------------------------------------------------------------------------


def turn_made(actions: Sequence[Played], by_themselves: int = 0) -> str:
    """The last turn in words, a line for each side; the last ``by_themselves`` actions played themselves.

    A turn is its side's: somebody else may play it by now.
    """
    lines: list[str] = []
    for number, played in enumerate(actions, start=1):
        said = _bare(played)
        if number > len(actions) - by_themselves:
            said = f"{said} {ONLY_MOVE}"
        if lines and actions[number - 2].side == played.side:
            lines[-1] += f"; {said}"
        else:
            lines.append(f"{sentence(played.side)}: {said}")
    return "\n".join(lines)


ONLY_MOVE = "(played by itself: only move)"


def _bare(played: Played) -> str:
    """An action without its side: where a piece is called like it, that is said once."""
    return played.description.removeprefix(f"{played.side} ")


def to_act(match: Match, side: Side, *, unfinished: bool) -> str:
    """The side to act and its player."""
    return (
        f"**{sentence(side)}'s turn{' continues' if unfinished else ''}:** {mention(match.player_of(side))}"
    )


def to_choose(match: Match, side: Side, question: str) -> str:
    """A question for a player to answer by one of a few choices, and the side that has to."""
    return "\n".join(
        filter(None, (question, f"**{sentence(side)} chooses:** {mention(match.player_of(side))}"))
    )


def offered(match: Match, offer: Offer) -> str:
    """Asks the other side for its answer."""
    asking, asked = (mention(match.player_of(side)) for side in (offer.by, match.game.other(offer.by)))
    question = f"{sentence(asking)} {ASKS[offer.kind]}. {sentence(asked)}, do you agree?"
    return f"{question} The offer ends as soon as someone moves."


ASKS: Mapping[OfferKind, str] = {
    OfferKind.DRAW: "offers a draw",
    OfferKind.TAKE_BACK: "asks to take back their last move",
    **time.ASKS,
}


def offer_meanwhile(offer: Offer, reader: Side) -> str:
    """Remind the player about to move of what is asked, which the move will end."""
    if offer.by == reader:
        return "-# Your opponent hasn't answered you yet. If you move, your offer ends."
    return f"-# Your opponent {ASKS[offer.kind]}: answer on the board. If you move, the offer ends."


def settled(match: Match) -> str:
    """The answer to the last thing that was asked, while it is the last that happened."""
    kind = match.entries[-1].kind if match.entries else None
    if kind in _SETTLED:
        return _SETTLED[kind]
    since = list(match.entries)
    while since and since[-1].kind is EntryKind.TAKE_BACK:
        since.pop()
    taken_back = kind is EntryKind.TAKE_BACK and since and since[-1].kind is EntryKind.TAKE_BACK_OFFER
    if not taken_back:
        return ""
    if oops.says_so(since[-1]):
        return f"-# Oops: {since[-1].side} took that move back, and makes another."
    return thinking.TAKEN_BACK if match.alone else "-# A move was taken back by agreement."


_SETTLED: Mapping[EntryKind | None, str] = {
    EntryKind.DRAW_REFUSAL: "-# The draw was declined.",
    EntryKind.TAKE_BACK_REFUSAL: "-# The takeback was declined.",
    **time.REFUSED,
}


def view(title: str, played: Played | None, last: int) -> str:
    """The heading of a position looked at: the action that led there, in which of the ``last`` turns."""
    if played is None:
        return f"### {title}\nThe start"
    return f"### {title}\n{sentence(reached(played))} of {last}: {played.side} {_bare(played)}"


def in_letters(board: str, words: str) -> str:
    """A position for people who do not see pictures."""
    return f"```\n{board}\n```\n{words}"


def more(match: Match, note: str) -> str:
    """Heads what can be done besides moving: the pace, and the reader's own note."""
    head = f"### {title(match)}\n{time.pace_line(match.terms.pace, weekends_off=match.terms.weekends_off)}"
    if not match.rated:
        head += f"\n{community.why_unrated(match) or community.UNRATED}"
    return f"{head}\n>>> {note}" if note else head


def step(match: Match, said: str) -> str:
    """The part of an action that is chosen so far."""
    head = f"### {title(match)}: your move"
    return f"{head}\n**{said}**" if said else head


def ended(match: Match, result: Result, endings: Mapping[str, str]) -> str:
    """The ending of a match, for its board."""
    if said := time.ended(match, result):
        return said
    if result.reason == AGREED:
        return "**A draw:** both players agreed."
    if result.winner is None:
        return f"**A draw.** {endings.get(result.reason, '')}".strip()
    winner = sentence(result.winner) if match.both_sides else subject(match.player_of(result.winner))
    if result.reason == RESIGNED:
        loser = mention(match.player_of(match.game.other(result.winner)))
        return f"**{winner} wins:** {loser} resigned."
    return f"**{winner} wins.** {endings.get(result.reason, '')}".strip()


def over_in_words(result: Result) -> str:
    """The ending of a match whose position does not show it, for people who do not see the picture."""
    if result.winner is not None:
        return f"The match is over: {result.winner} has won."
    return (
        "The match is over without a result." if result.reason in WITHOUT_RESULT else "The match is a draw."
    )


def final_scores(scores: Mapping[Side, int] | None) -> str:
    """The points at the end, in games that count them."""
    if not scores:
        return ""
    return f"Final score: {' · '.join(f'{side} {points}' for side, points in scores.items())}."


def rematch_offered(rematch: MatchId) -> str:
    """The number of the rematch."""
    return f"Rematch offered: match {rematch}."


MOVED_ON = "That was an older card. Here's the match as it is now."
NOT_POSSIBLE_NOW = "That isn't possible anymore. Here's the match as it is now."
HOME_LOST = "-# I can't post where this match was played anymore, so it continues here."
HOME_FOUND = "-# I can post in the server again, so this match continues here."


def server_lost(match: Match) -> str:
    """Heads a direct message in which a match goes on."""
    return (
        f"-# I can't post in <#{match.channel_id}> anymore, so this match continues here. "
        "It moves back once I can."
    )


def resign_question(match: Match) -> str:
    """Asked once before a match is given up."""
    winner = "The computer" if match.computer else "Your opponent"
    return f"Resign {title(match)}? {winner} wins, and this can't be undone."


def asked_elsewhere(match: Match) -> str:
    """Confirms what was asked, or taken back, away from the board."""
    what = "The match is over." if match.result else "Done."
    if offers.standing(match):
        what = "Your opponent has been asked."
    return f"{what} {to_board(match)}".strip()


def to_board(match: MatchFacts) -> str:
    """A way to the board of a match; empty where its players have no place in common."""
    where = board_link(match)
    return f"[Go to the board](<{where}>)" if where else ""


WHICH_TO_GO_TO = "### Which match?\nIt's your turn in these."
GO_TO = "Go to …"
NOTHING_WAITS = "No match is waiting for you. `/match list` shows yours, `/help` how to start one."


def board_link(match: MatchFacts) -> str:
    """A link to the board of a match; empty where its players have no place in common."""
    if match.shown.home is None or match.shown.direct:
        return ""
    return link(match.guild_id, match.shown.home, match.shown.card)


def _own_board_link(match: MatchFacts) -> str:
    """The same for a player of the match: against the computer, direct messages are that player's alone."""
    if match.alone and match.shown.home is not None and match.shown.direct:
        return link(None, match.shown.home, match.shown.card)
    return board_link(match)


def challenge_sent(channel: int) -> str:
    """Confirms a challenge made where its card does not appear."""
    return f"Your challenge is in <#{channel}>."


# --- lists ---------------------------------------------------------------------------------------


def match_line(match: MatchFacts, user: UserId, *, waiting: bool) -> str:
    """One match in a player's list."""
    rival = match.rival_of(user)
    against = mention(rival) if rival else CHALLENGE_OF_ANYONE
    state = state_of(match, user, waiting=waiting)
    where = _own_board_link(match) or link(match.guild_id, match.channel_id, match.shown.invitation)
    # A match that waits only for the other player is not to stand out.
    state = f"**{state}**" if waiting or match.result else state
    game = f"{match.game.name} against {against}{sets.in_short(match)}"
    return f"[match {match.id}](<{where}>) · {game} · {state}"


def match_choice(match: MatchFacts, user: UserId, *, waiting: bool) -> str:
    """One match in an autocompleted list, where mentions are not shown: at most 100 characters."""
    side = match.side_of(user)
    seat = f"you are {side} · " if side else ""
    return f"match {match.id} · {match.game.name} · {seat}{state_of(match, user, waiting=waiting)}"


def state_of(match: MatchFacts, user: UserId, *, waiting: bool) -> str:
    """Tell how a match stands for one of its players, in a few words."""
    state = _state_of(match, user, waiting=waiting)
    return f"practice · {state}" if match.practice else state


def _state_of(match: MatchFacts, user: UserId, *, waiting: bool) -> str:
    if match.phase is Phase.CHALLENGED:
        return "you've been challenged" if waiting else "waiting for an answer"
    if match.phase is Phase.SETUP:
        return "make your pick" if waiting else "your opponent is choosing"
    if match.phase is Phase.PLAYING:
        return "your turn" if waiting else "your opponent's turn"
    if match.result and match.result.winner and not match.both_sides:
        return "won" if match.side_of(user) == match.result.winner else "lost"
    if match.both_sides:
        return "over"
    if match.result and match.result.reason in WITHOUT_RESULT:
        return "no result"
    return "draw" if match.result else "ended"


NO_MATCHES = "You have no matches right now. `/match find` lists open challenges; `/help` shows more ways."
LIST_TITLE = "### Your matches"
MORE_MATCHES = "-# … and {count} more."
DAMAGED_MATCH = (
    "This match can't be shown: its record is damaged. The bot's owner can repair it. "
    "Your other matches are fine: `/match list` shows them."
)


def not_shown_in_list(count: int) -> str:
    """Some matches are missing from a list."""
    if count == 1:
        return "-# 1 match can't be shown: its record is damaged. The bot's owner can repair it."
    return f"-# {count} matches can't be shown: their records are damaged. The bot's owner can repair them."


# --- what went wrong: what, why, what now --------------------------------------------------------

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

NOT_A_PLAYER = "Only the two players of this match can do that. `/help` shows how to start your own."
NO_SUCH_ID = "Nobody and nothing has that number. Choose from what's suggested, or copy the ID again."
NO_SUCH_MATCH = "There's no such match. `/match list` shows yours."
ONLY_IN_SERVER = "Challenge people in a server channel: I can't see who else is in a DM."
STORE_UNAVAILABLE = (
    "My database isn't answering right now, so nothing was changed. Please try again in a minute; "
    "if it keeps happening, tell the bot's owner."
)
WHO_IS_THAT = "Discord didn't tell me who that is. Start typing the name, then pick the person from the list."
WHAT_IS_THAT = "Discord didn't tell me what you picked. Pick it again."
NOT_HERE = "I can't use this channel. Try a normal text channel."
COMMAND_LEFT_BEHIND = (
    "This command isn't mine: a bot that ran here before me left it in this server. I'm removing it. "
    "If there's another one with its name, use that; if you still see both in a minute, restart Discord."
)
COMMAND_CHANGED = (
    "This command was updated, and your Discord still shows the old version. "
    "Restart Discord (or reload the page), then try again."
)


NOBODY_THERE = "Discord didn't tell me who you are. Please try again."
NOT_HEARD = "Discord was too slow, and nothing was changed. Please try again."
DISCORD_FAILED = (
    "Discord didn't answer me properly just now. If the board doesn't show your move, try again in a minute."
)


def bad_action(reason: str, command: str) -> str:
    """An action that cannot be played. ``reason`` comes from the rules and lacks a capital and a stop."""
    return f"{sentence(reason).rstrip('.')}. `/{command} move` suggests what's possible."


def option_too_long(option: str, longest: int) -> str:
    """Something typed into a command that is not read."""
    return f"`{option}:` can be {longest} characters at most. Please shorten it."


def field_too_long(longest: int) -> str:
    """Something written into a form that is not read."""
    return f"A field of this form can be {longest:,} characters at most. Please shorten it."


def too_many_running(user: UserId, limit: int, *, own: bool) -> str:
    """Somebody has as many running matches as one person may have; ``own``: it is whoever asked."""
    several = "running match" if limit == 1 else "running matches"
    if own:
        return (
            f"You already have {limit} {several}, and that's the limit. "
            "Finish one first: `/match list` shows yours."
        )
    return (
        f"{mention(user)} already has {limit} {several}, and that's the limit. "
        "Try again when one of them is over, or play somebody else."
    )


def no_match_here(command: str) -> str:
    """No match could be meant."""
    return f"You have no running match. Start one with `/{command} challenge`."


def add_me_first(thread: int, me: int) -> str:
    """A private thread that the bot isn't in; ``me`` is its own id."""
    return (
        f"I'm not in <#{thread}>, so I can't post there. Add me to this thread first: mention <@{me}> in it, "
        "then try again."
    )


def permissions_missing(names: Sequence[str], channel: int) -> str:
    """Something the bot may not do; the names are Discord's."""
    return (
        f"I can't play in <#{channel}>: I need {permissions(names)}. "
        "Ask a server admin to change that, or use another channel."
    )


def not_shown(match: Match, why: str) -> str:
    """A change that is stored but could not be posted."""
    if match.alone and match.shown.card is None:
        return f"Your match is saved ({title(match)}), but I couldn't post it: {why} I'll keep trying."
    return f"Your move is saved, but I couldn't post it in {title(match)}: {why} I'll keep trying."


WHY_FORBIDDEN = "I'm not allowed to post there."
WHY_GONE = "the channel or thread is gone."
WHY_DISCORD = "Discord didn't accept it."
WHY_ELSEWHERE = "that server's part of me is catching up."
WHY_STORE = "my database isn't answering right now."


def why_missing(names: Sequence[str]) -> str:
    """Not allowed to post, and what is missing."""
    return f"I need {permissions(names)}."


def bug(reference: str) -> str:
    """Something nobody foresaw."""
    return (
        "Something went wrong on my side. Nothing is lost: please try again. If it happens again, give "
        f"the bot's owner this reference: `{reference}`."
    )


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
