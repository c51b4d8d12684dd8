"""Every sentence about a match: its cards, moves, offers and end, lists of matches, what a reader missed.

Names that come from elsewhere stand in the menus of matches alone, where mentions aren't shown: they are made
harmless before (``cogs.delivery.display_names``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from cogs.text.en import community, computer, match_kinds, phrases, time
from cogs.text.en.phrases import LEFT_OUT, counted, last_of, link, mention, reached, sentence, subject, title
from engines import Side
from engines.record import Played
from matches.lifecycle import offers
from matches.lifecycle.finish import AGREED, RESIGNED, WITHOUT_RESULT
from matches.lifecycle.offers import Offer
from matches.model import EntryKind, Match, MatchFacts, MatchId, OfferKind, Phase, Result, Toss, UserId

# --- small parts ---------------------------------------------------------------------------------


def seats(match: MatchFacts) -> str:
    """The players of a match by their sides, in the game's order of sides."""
    ordered = sorted(match.seats, key=lambda seat: match.game.sides.index(seat.side))
    return " · ".join(f"{sentence(seat.side)}: {mention(seat.player)}" for seat in ordered)


def small_title(match: MatchFacts) -> str:
    """A match and its players, in a small line above its board."""
    ordered = sorted(match.seats, key=lambda seat: match.game.sides.index(seat.side))
    return f"-# {title(match)} · {' – '.join(mention(seat.player) for seat in ordered)}"


def title_of_ended(match: MatchFacts) -> str:
    """The same once it is over: the line that says whose turn it is told the sides until then."""
    return f"-# {title(match)} · {seats(match)}"


def terms(match: Match) -> str:
    """The terms of a match besides the options of its game, as people chose them."""
    pace = time.pace(match.terms.pace, weekends_off=match.terms.weekends_off)
    rated = community.stakes(match)
    private = match_kinds.PRIVATE if match.terms.private else ""
    takebacks = "" if match.terms.takebacks else "no takebacks"
    tried = "" if match.terms.lines else phrases.NO_LINES
    return " · ".join(filter(None, [private, takebacks, tried, pace, rated]))


CHALLENGE_OF_ANYONE = "anyone who can see this"
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
MORE = "⋯"
RULES = "Rules"
NOTES = "My notes"
NOTE_LINES: Final = 5
NOTE_CHARACTERS: Final = 240
NOTES_LABEL = "Only you can see this"
SEND = "Send"
WHICH_TURN = "Which move?"
LATEST_POSITION = "The position now"
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

# --- setting up ----------------------------------------------------------------------------------


def tossed(match: Match, toss: Toss) -> str:
    """The result of the toss, and who starts."""
    caller = match.players[-1]
    starter = match.player_of(match.first or match.game.sides[0])
    if match.begins_by_itself:
        return f"Drawn: {mention(starter)} moves first."
    return (
        f"{subject(caller)} called {toss.call}. It came up **{toss.fell}**: {mention(starter)} moves first."
    )


def way_back(match: Match) -> str:
    """From a direct message to the match."""
    home = None if match.shown.direct else match.shown.home
    return f"-# [Go to the match](<{link(match.guild_id, home)}>)" if home else ""


# --- play ----------------------------------------------------------------------------------------


def tellings(actions: Sequence[Played], kinds: Sequence[EntryKind]) -> list[str]:
    """Tell what was just played as :func:`turn_made` does, in full, then more and more briefly."""
    told = [turn_made(actions, kinds, briefly=number) for number in range(len(TELLINGS))]
    return list(dict.fromkeys(told))


def turn_made(actions: Sequence[Played], kinds: Sequence[EntryKind] = (), *, briefly: int = 0) -> str:
    """Tell what was just played, a line for each turn: what played itself or was said in advance, too.

    ``kinds`` are those of the actions' entries, none if that is not to be told. A turn is its side's: another
    player may have that side by now. Of many turns the first and the last ones are told, of a long turn its
    end. ``briefly``: which of TELLINGS.
    """
    most, longest = TELLINGS[briefly]
    turns = _turns(actions, kinds or [EntryKind.ACTION] * len(actions))
    lines = [_turn_line(*turn, longest // max(1, min(len(turns), most))) for turn in turns]
    if left_out := max(0, len(lines) - most):
        first = 1 if most > 1 else 0
        lines[first : first + left_out] = [f"-# … and {counted(left_out, 'more move')}"]
    return "\n".join(lines)


TELLINGS: Final = ((5, 2_000), (3, 240), (2, 120), (1, 60))
"""The most turns and characters that a card tells of one exchange: first all of a usual one, then less.

Moves in advance may follow each other. Two thousand characters have room for any turn of one side.
"""
_FROM_TO: Final = re.compile(r"(?<=[a-o]\d|\d\d) to (?=[a-o]\d)")
LONGEST_VIEWED: Final = (160, 80, 40, 0)
"""The most characters of a turn above the board of the viewer: less where a phone has no room for more."""
ONLY_MOVE = "(only move)"
IN_ADVANCE = "(planned)"


def _turns(
    actions: Sequence[Played], kinds: Sequence[EntryKind]
) -> list[tuple[list[Played], list[EntryKind]]]:
    """Actions by turn, each turn with the kinds of its actions."""
    found: list[tuple[list[Played], list[EntryKind]]] = []
    for played, kind in zip(actions, kinds, strict=True):
        if not found or found[-1][0][-1].side != played.side:
            found.append(([], []))
        found[-1][0].append(played)
        found[-1][1].append(kind)
    return found


def _turn_line(turn: Sequence[Played], kinds: Sequence[EntryKind], longest: int) -> str:
    words = [
        f"{_bare(played)} {ONLY_MOVE}" if kind is EntryKind.FORCED else _bare(played)
        for played, kind in zip(turn, kinds, strict=True)
    ]
    said = _joined(turn, words, longest)
    mark = f" {IN_ADVANCE}" if EntryKind.ADVANCE in kinds else ""
    return f"{sentence(turn[0].side)}: {said}{mark}"


def _joined(turn: Sequence[Played], words: Sequence[str], longest: int) -> str:
    """The actions of a turn in one line, without the turn's end; shorter where there are several.

    Of more than ``longest`` characters the last actions are told.
    """
    kept = [one for played, one in zip(turn, words, strict=True) if played.action.path != ("end",)]
    if len(kept) < 2:
        return _shortened("".join(kept or words), longest)
    told = last_of([_FROM_TO.sub("–", one) for one in kept], ", ", longest)
    return _shortened(told, longest + len(LEFT_OUT))


def _shortened(said: str, longest: int) -> str:
    return said if len(said) <= longest else f"{said[: longest - 1]}…"


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
    """Asks the other side for its answer. What ends with any move is said on the panel for moving."""
    asked = mention(match.player_of(match.game.other(offer.by)))
    stands = "\n-# It stands until they answer or move." if offer.outlasts_moves else ""
    return f"{sentence(asked)}, {offer.by} {ASKS[offer.kind]}.{stands}"


ASKS: Mapping[OfferKind, str] = {
    OfferKind.DRAW: "offers a draw",
    OfferKind.TAKE_BACK: "asks to take back their last move",
    **time.ASKS,
}


def offer_meanwhile(offer: Offer, reader: Side) -> str:
    """Remind the player about to move of what is asked, and whether the move will end it."""
    if offer.by == reader and offer.outlasts_moves:
        return "-# Your opponent hasn't answered you yet. Your offer stands until they answer or move."
    if offer.by == reader:
        return "-# Your opponent hasn't answered you yet. If you move, your offer ends."
    return f"-# Your opponent {ASKS[offer.kind]}: answer on the board. If you move, the offer ends."


def answered(match: Match) -> str:
    """The answer to the last thing that was asked, while it is the last that happened."""
    kind = match.entries[-1].kind if match.entries else None
    if kind in _ANSWERED:
        return _ANSWERED[kind]
    since = list(match.entries)
    while since and since[-1].kind is EntryKind.TAKE_BACK:
        since.pop()
    taken_back = kind is EntryKind.TAKE_BACK and since and since[-1].kind is EntryKind.TAKE_BACK_OFFER
    if not taken_back:
        return ""
    if since[-1].is_oops:
        return f"-# Oops: {since[-1].side} took that move back, and makes another."
    return computer.TAKEN_BACK if match.alone else "-# A move was taken back by agreement."


_ANSWERED: Mapping[EntryKind | None, str] = {
    EntryKind.DRAW_REFUSAL: "-# The draw was declined.",
    EntryKind.TAKE_BACK_REFUSAL: "-# The takeback was declined.",
    **time.REFUSED,
}


def view(title: str, turn: Sequence[Played], last: int, longest: int = LONGEST_VIEWED[0]) -> str:
    """The heading of a position looked at: the ``turn`` that led there so far, and which of the ``last``."""
    if not turn:
        return f"### {title}\nThe start"
    where = f"### {title}\n{sentence(reached(turn[-1]))} of {last}"
    said = _joined(turn, [_bare(played) for played in turn], longest) if longest else ""
    return f"{where}: {turn[-1].side} {said}" if said else where


def turn_to_see(turn: int) -> str:
    """The position before a turn, in a menu."""
    return "The start" if turn == 1 else f"Before move {turn}"


def in_letters(board: str, sides: str, words: str) -> str:
    """A position for people who do not see pictures; ``sides`` says how they are told apart on the board."""
    return f"```\n{board}\n```\n-# {sides}\n{words}"


def more(match: Match, note: str) -> str:
    """Heads what can be done besides moving: the pace, and the reader's own note."""
    head = f"### {title(match)}\n{time.pace_line(match.terms.pace, weekends_off=match.terms.weekends_off)}"
    if not match.rated:
        head += f"\n{community.why_unrated(match) or community.UNRATED}"
    return f"{head}\n{own_note(note)}".strip()


def your_move(match: Match) -> str:
    """Heads the panel for moving."""
    return f"### {title(match)}: your move"


def chosen(said: str) -> str:
    """The part of an action that is chosen so far; empty for nothing."""
    return f"**{sentence(said)}**" if said else ""


def against(match: Match, user: UserId, due: str) -> str:
    """The opponent of ``user`` and their side, and when the move is ``due``; empty against oneself."""
    side = match.side_of(user)
    if side is None or match.both_sides:
        return f"-# {due.removeprefix(' · ')}" if due else ""
    other = match.game.other(side)
    return f"-# Against {mention(match.player_of(other))}, {other}{due}"


def own_note(note: str) -> str:
    """A player's own note as far as a card has room, below everything else: it goes on to the text's end."""
    shown = "\n".join(note.splitlines()[:NOTE_LINES])[:NOTE_CHARACTERS].rstrip()
    return f">>> {shown}{'' if shown == note else ' …'}" if note else ""


def ended(match: Match, result: Result, endings: Mapping[str, str]) -> str:
    """The ending of a match, for its board."""
    if said := time.ended(match, result):
        return said
    if result.reason == AGREED:
        return "**A draw:** both players agreed."
    if result.winner is None:
        return f"**A draw.** {why(result, endings)}".strip()
    winner = sentence(result.winner) if match.both_sides else subject(match.player_of(result.winner))
    if result.reason == RESIGNED:
        loser = mention(match.player_of(match.game.other(result.winner)))
        return f"**{winner} wins:** {loser} resigned."
    return f"**{winner} wins.** {why(result, endings)}".strip()


def headline(match: Match, result: Result) -> str:
    """Heads the card of a match that is over: who won, or that nobody did."""
    if result.winner is not None:
        winner = sentence(result.winner) if match.both_sides else subject(match.player_of(result.winner))
        return f"### {winner} won"
    return "### No result" if result.reason in WITHOUT_RESULT else "### A draw"


def decided(match: Match, result: Result, endings: Mapping[str, str]) -> str:
    """The sentence below the headline of a match that is over: what decided it."""
    if said := time.ended(match, result):
        return said
    if result.reason == AGREED:
        return "Both players agreed."
    if result.reason == RESIGNED and result.winner is not None:
        return f"{subject(match.player_of(match.game.other(result.winner)))} resigned."
    return why(result, endings)


def why(result: Result, endings: Mapping[str, str]) -> str:
    """The game's own sentence for how a match ended; empty if the game has none for it."""
    return endings.get(result.reason, "").format(winner=result.winner)


def first_win(winner: UserId) -> str:
    """Greets a player who has won for the first time."""
    return f"🎉 {mention(winner)}'s first win. Well played!"


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
    return f"Rematch offered: #{rematch}."


MOVED_ON = "An older card. Here's the match now."
NOT_POSSIBLE_NOW = "That isn't possible anymore. Here's the match as it is now."
HOME_LOST = "-# I can't post where this match was played anymore, so it continues here."
PLACE_CLOSED = (
    "-# A server admin has closed the place where this match was played in the server, so it continues here."
)
THREADS_FULL = (
    "-# This server has as many active threads as Discord allows, so this match has none and is played here. "
    "Archiving old threads makes room for the next one."
)
HOME_FOUND = "-# I can post in the server again, so this match continues here."


def begins_elsewhere(lost: int) -> str:
    """Heads the first card of a match whose channel or thread was ``lost`` before it began."""
    return f"-# I can't post in <#{lost}> anymore, so this match is played here."


def server_lost(match: Match) -> str:
    """Heads a direct message in which a match goes on, or begins."""
    continues = "continues" if match.shown.card else "is played"
    return (
        f"-# I can't post in <#{match.channel_id}> anymore, so this match {continues} here. "
        "It moves back once I can."
    )


def resign_question(match: Match) -> str:
    """Asked once before a match is given up."""
    winner = "The computer" if match.computer else "Your opponent"
    return f"Resign {title(match)}? {winner} wins, and this can't be undone."


def asked_elsewhere(match: Match) -> str:
    """Confirms what was asked, or taken back, away from the board."""
    what = "The match is over." if match.result else "Done."
    if offers.pending(match):
        what = "Your opponent has been asked."
    return f"{what} {to_board(match)}".strip()


def to_board(match: MatchFacts) -> str:
    """A way to the board of a match; empty where its players have no place in common."""
    where = board_link(match)
    return f"[Go to the board](<{where}>)" if where else ""


WHICH_TO_GO_TO = "### Which match?\nIt's your turn in these."
GO_TO = "Go to …"
NOTHING_WAITS = "No match is waiting for you. `/matches` shows yours, `/help` how to start one."


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


# --- lists ---------------------------------------------------------------------------------------


def linked(match: MatchFacts) -> str:
    """A match by its game and number, as a link to its board or its challenge."""
    where = _own_board_link(match) or link(match.guild_id, match.channel_id, match.shown.invitation)
    return f"[{match.game.name} #{match.id}](<{where}>)"


def in_list(match: MatchFacts) -> str:
    """The end of a line in a list of matches: that it is a game of a tournament, else empty."""
    return " in a tournament" if match.terms.tournament else ""


def match_line(match: MatchFacts, user: UserId, *, waiting: bool) -> str:
    """One match of a player, with how it stands."""
    rival = match.rival_of(user)
    against = mention(rival) if rival else CHALLENGE_OF_ANYONE
    state = state_of(match, user, waiting=waiting)
    # A match that waits only for the other player is not to stand out.
    state = f"**{state}**" if waiting or match.result else state
    return f"{linked(match)} vs {against}{match_kinds.set_in_short(match)}{in_list(match)} · {state}"


def match_choice(match: MatchFacts, user: UserId, *, waiting: bool) -> str:
    """One match in an autocompleted list, where mentions are not shown: at most 100 characters."""
    side = match.side_of(user)
    seat = f"you're {side} · " if side else ""
    return f"{match.game.name} #{match.id} · {seat}{state_of(match, user, waiting=waiting)}"


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


# --- before it is sent ---------------------------------------------------------------------------

PREVIEW = "-# This is how the board will look."
TURN_GOES_ON = "-# This is how the board will look if you end your turn now. Until then you can take back."
SEND_ALWAYS = "Always send at once"
SENT_AT_ONCE = (
    "From now on your moves are sent as soon as you choose them. You can change that in `/settings`."
)
CANCEL = "Cancel"
TOO_LONG_TO_PREVIEW = (
    "That's a long turn, and you asked to see the board before a typed move is sent. "
    "I can't show this many actions at once, so nothing was sent. Type the turn in two parts."
)


def typed(actions: Sequence[str]) -> str:
    """A typed turn in words, above the board as it will be."""
    return f"**{'; '.join(actions)}**"


def choose_action(first: str = "", last: str = "") -> str:
    """The prompt of a menu of whole moves: of several, by the first and the last one in it."""
    return f"Moves: {first} … {last}" if first else "Choose a move"


def more_choices(first: str = "", last: str = "") -> str:
    """The prompt of a menu with the choices that have no button: of several, as :func:`choose_action`."""
    return f"More: {first} … {last}" if first else "More…"


# --- the end of a turn ---------------------------------------------------------------------------

NOTHING_MOVED = "You haven't moved anything. End your turn anyway?"
END_ANYWAY = "End turn anyway"
NOT_YET = "Not yet"

# --- once it is sent -----------------------------------------------------------------------------


def sent(match: Match, actions: Sequence[Played], *, elsewhere: bool) -> str:
    """Confirms a move, with a way to its board where that is ``elsewhere``."""
    made = f"Played: {_joined(actions, [action.description for action in actions], TELLINGS[0][1])}."
    return f"{made} {to_board(match)}".strip() if elsewhere else made


ANOTHER_WAITS = "Another match is waiting for you."

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
    """The reader can see no running match of ``player``; ``game``: the name of the one asked for."""
    what = f"match of {game}" if game else "match"
    return (
        f"{mention(player)} isn't playing any {what} here that you can see. Leave `player:` out to see all."
    )


# --- which match is meant ------------------------------------------------------------------------

PICK_A_MATCH = "Pick a match …"
MORE_TO_PICK = "More matches …"
FEWER_TO_PICK = "… back"
TOO_LONG_TO_ASK = (
    "You've got several matches, and that's too much text to carry along while I ask which one you mean. "
    "Send it in the match's own thread, or send it in two parts."
)
NOTHING_RUNS = "No match is running in this server."
NOTHING_TO_WATCH = "Nobody else's match is running here that you can see, so there's nothing to watch."
NOTHING_WATCHED = "You aren't watching any match. `/matches` shows what's running."
NONE_FINISHED = "You haven't finished a match yet. `/matches` shows the ones you're playing."


def which_match(command: str, first: int, shown: int, count: int) -> str:
    """Several matches could be meant; the menu shows some of ``count``, from number ``first`` on."""
    said = f"**Which match?** Pick one, and `/{command}` continues."
    return f"{said}\n-# {first + 1} to {first + shown} of {count}." if shown < count else said


# --- old cards ---------------------------------------------------------------------------------------

TAKEN_BACK = "This move was taken back."
BEGINNING = "The match begins."


def old_turn(actions: Sequence[Played], kinds: Sequence[EntryKind]) -> str:
    """The card of a turn, once a newer one is out; its last actions may have played themselves."""
    return turn_made(actions, kinds) or BEGINNING


def old_setup(match: Match) -> str:
    """The card of a setup, once the board is out."""
    return tossed(match, match.toss) if match.toss else BEGINNING


def old_board(said: str) -> str:
    """Read out in place of a board that is not the newest any more."""
    return f"The board at this point: {said}"


# --- the home of all matches -------------------------------------------------------------------------


def home_gone(home: int) -> str:
    """Heads the first card of a match that could not be played where the server wants its matches."""
    return (
        f"-# This server plays its matches in <#{home}>, but I can't use it right now, so this one is here."
    )


def home_hidden(home: int) -> str:
    """The same, where not everyone who could see the challenge can see that place."""
    return (
        f"-# This server plays its matches in <#{home}>, but not everyone here can see that channel, "
        "so this one is here."
    )


def forum_post(match: Match, seats: str) -> str:
    """The first message of a match's post in a forum; its cards follow."""
    return f"{seats}\n-# Every move gets a card below."


# --- what was played since the reader last looked -------------------------------------------------

FIRST_LOOK: Final = "This is your first look at this match, so it begins at the start."
NOTHING_NEW: Final = "Nothing was played since you last looked."


def missed(turns: int) -> str:
    """The button to what was played since its reader last looked."""
    return f"What you missed: {counted(turns, 'turn')}"


def played_since(turns: int) -> str:
    """Above the film of what was played, in so many turns of both sides together."""
    return f"**Since you last looked:** {counted(turns, 'move')}."


def played(actions: Sequence[Played], longest: int) -> str:
    """Tell the turns played, a line each; of more than ``longest`` characters the last ones."""
    turns: list[list[Played]] = []
    for one in actions:
        if turns and turns[-1][-1].side == one.side:
            turns[-1].append(one)
        else:
            turns.append([one])
    lines: list[str] = []
    while turns and sum(map(len, lines)) + len(line := turn_made(turns[-1])) <= longest:
        lines.insert(0, line)
        turns.pop()
    left_out = [f"-# {counted(len(turns), 'earlier move')} left out."] if turns else []
    return "\n".join([*left_out, *lines])
