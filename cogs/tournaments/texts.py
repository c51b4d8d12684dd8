"""Texts about tournaments: creating them, their cards, joining and leaving, and what organisers do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from cogs.text import speaks
from cogs.text.en import time
from cogs.text.en.phrases import A_PLAYER_WHO_LEFT, counted, date, listed, mention, when
from engines import GAMES
from matches import UserId
from matches.tournaments import progress
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.field import planned_rounds
from matches.tournaments.model import (
    DECIDER,
    DEFAULT_ROUND_DAYS,
    LEAST_ENTRANTS,
    MOST_ORGANISERS,
    MOST_PER_GUILD,
    Format,
    PairingKey,
    Tournament,
    TournamentGame,
    TournamentState,
    TournamentSummary,
    TournamentTerms,
)
from matches.tournaments.progress import Shortfall
from matches.tournaments.substitutes import MOST_ASKED

# --- commands ------------------------------------------------------------------------------------

COMMAND: Final = "See this server's tournaments, or one of them; create one"
WHICH: Final = "Which tournament (leave it out to see all)"
NEW: Final = "New…"
ONLY_IN_SERVER: Final = "Each server has its own tournaments. Use this in a server channel."
NONE_HERE: Final = "There's no tournament in this server yet."
NONE_TO_JOIN: Final = f"{NONE_HERE} A server admin can start one here."

# --- refusals ------------------------------------------------------------------------------------

PROBLEMS: Final[Mapping[TournamentProblem, str]] = {
    TournamentProblem.ENTRIES_OVER: (
        "Entries for this tournament are over. `/tournaments` shows the others of this server."
    ),
    TournamentProblem.ENTERED: "They're in this tournament already.",
    TournamentProblem.NOT_IN_IT: "They aren't in this tournament (anymore).",
    TournamentProblem.NOT_RUNNING: "That's for a tournament that is running, and this one isn't.",
    TournamentProblem.NOT_PAUSED: "This tournament isn't paused.",
    TournamentProblem.NOT_OPEN: "This tournament has started, so that can't be changed anymore.",
    TournamentProblem.FEW: f"It takes {LEAST_ENTRANTS} players to start. Wait for more, or cancel it.",
    TournamentProblem.PLACES: "More players than that are in already. Give it more places.",
    TournamentProblem.ENDED: "This tournament has ended, so nothing can be changed anymore.",
    TournamentProblem.NO_PAIRING: "There's no such game in this tournament (anymore). Open the page again.",
    TournamentProblem.OWN_PAIRING: "You play in that game yourself. Another organiser can set its result.",
    TournamentProblem.PAST: "Its round is over, or the next game follows from it: the result stays.",
    TournamentProblem.UNKNOWN: "I don't know this tournament. `/tournaments` shows those of this server.",
    TournamentProblem.TOO_MANY: (
        f"This server has {MOST_PER_GUILD} tournaments already, and that's the limit. "
        "Another one can start when one of them has ended."
    ),
    TournamentProblem.MANY_ORGANISERS: (
        f"This tournament has {MOST_ORGANISERS} organisers already, and that's the limit."
    ),
    TournamentProblem.NO_SWISS: (
        "Swiss tournaments don't work here: the bot's machine can't pair them. Pick another format, such as "
        "a round robin or a knockout."
    ),
    TournamentProblem.ASKED: (
        "Somebody is already being asked to take this place, or they're being asked about another one. Wait "
        "for the answer, or take that question back: *Organise › Players…*."
    ),
    TournamentProblem.DECLINED: "They've been asked before, and said no. Pick somebody else.",
    TournamentProblem.MANY_ASKED: (
        f"{MOST_ASKED} people have been asked in the last hour, and that's the limit. Try again in an hour."
    ),
    TournamentProblem.UNWILLING: (
        "I can't ask them for you. Another organiser may be able to, or pick somebody else."
    ),
    TournamentProblem.LACKS_ROLE: (
        "They can't play here: this server lets only some roles play. `/server panel` has which."
    ),
    TournamentProblem.QUESTION_OVER: (
        "This question is over: it was answered or taken back, or its day has passed. Nothing has changed."
    ),
    TournamentProblem.GAME_NOT_NEEDED: "That game has begun already, or isn't needed anymore.",
}
ALREADY_IN: Final = "You're in this tournament already."
NOT_IN: Final = "You aren't in this tournament."


def problem(error: TournamentError) -> str:
    """The refusal of something in a tournament."""
    return PROBLEMS[error.problem]


NOT_ALLOWED: Final = (
    "Tournaments are created by people with the **Manage Server** permission, or with the role that the "
    "server has named for it (`/server set tournament_role:`)."
)
NOT_ORGANISER: Final = "Only this tournament's organisers and server admins can do that."
BOTS_DONT: Final = "Bots don't play in tournaments."
NOT_MEMBER: Final = "They aren't in this server (anymore), so they can't play in its tournaments."


def created_already(name: str) -> str:
    """The same tournament was created a moment ago."""
    return f"**{name}** is there already, in this channel. Give another one its own name under *More…*."


# --- creating ------------------------------------------------------------------------------------

FORMATS: Final[Mapping[Format, str]] = {
    Format.ROUND_ROBIN: "Round robin",
    Format.SWISS: "Swiss",
    Format.KNOCKOUT: "Knockout",
    Format.LEAGUE: "League",
}
FORMAT_SENTENCES: Final[Mapping[Format, str]] = {
    Format.ROUND_ROBIN: "Everyone plays everyone in a group; the best go on to a final",
    Format.SWISS: "A few rounds, each against somebody with about as many points",
    Format.KNOCKOUT: "Ties of two games: the loser is out",
    Format.LEAGUE: "Divisions and seasons: the first go up, the last go down",
}
MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
CREATE: Final = "Create"
MORE: Final = "More…"
BACK: Final = "Back"
NAME: Final = "Name…"
RATED: Final = "Rated: on"
UNRATED: Final = "Rated: off"
NEWS: Final = "News here: on"
NO_NEWS: Final = "News here: off"
CHANGE_FORM: Final = "Change the tournament"
ENTRIES_LABEL: Final = "End of entries"
PACE_LABEL: Final = "Time control"
RATED_LABEL: Final = "Ratings"
FORMAT_LABEL: Final = "Format"
ASKS_ALL: Final = "Everyone who is in is asked to agree."
RATED_WORD: Final = "rated"
UNRATED_WORD: Final = "unrated"
NAME_FORM: Final = "Name of the tournament"
NAME_LABEL: Final = "Name"
NAME_HINT: Final = "Leave it empty for the usual name."
CHOOSE: Final = "Choose…"
PANEL_OLD: Final = "This panel is out of date. Open it again with `/tournaments`."


def as_it_is(present: str) -> str:
    """The entry of a menu that changes nothing."""
    return f"As it is: {present}"[:100]


def usual_name(game: str, form: Format, now: datetime) -> str:
    """The name of a tournament unless another one is chosen."""
    name = f"{GAMES[game].name.split()[0]} {MONTHS[now.month - 1]}"
    return f"{name} {'League' if form is Format.LEAGUE else 'Cup'}"


def create_panel(name: str, game: str, terms: TournamentTerms, channel: int) -> str:
    """Heads the panel: the whole tournament in words."""
    return "\n".join(
        [
            "### New tournament",
            f"**{name}** in <#{channel}>",
            what(game, terms),
            how(terms),
            entries(terms),
            f"-# {details(terms)}.{_may_end_early(terms)}",
        ]
    )


def _may_end_early(terms: TournamentTerms) -> str:
    """A warning where a Swiss may run out of pairs: with fewer players than twice the rounds chosen."""
    enough = 2 * (terms.rounds or 0)
    if terms.format is not Format.SWISS or enough <= (terms.most or 0):
        return ""
    return f" With fewer than {enough} players it may end sooner, once there's nobody left to meet."


def what(game: str, terms: TournamentTerms) -> str:
    """The game, the format and the time control in a line."""
    rated = "rated" if terms.rated else "unrated"
    return f"{GAMES[game].name} · {FORMATS[terms.format]} · {time.pace(terms.pace)} · {rated}"


def how(terms: TournamentTerms) -> str:
    """The format in a sentence."""
    match terms.format:
        case Format.ROUND_ROBIN:
            on = "Group winners go on to the final"
            if terms.promoted > 1:
                on = f"The first {terms.promoted} of each group go on to the final"
            return f"Everyone plays everyone in groups of up to {terms.group_size}. {on}."
        case Format.SWISS:
            rounds = "At least 3 rounds" if terms.rounds is None else counted(terms.rounds, "round")
            return f"{rounds}. You meet players with about as many points as you, nobody twice."
        case Format.KNOCKOUT:
            return "Ties of two games with sides swapped, and a third one at 1–1. The loser is out."
        case Format.LEAGUE:
            moving = "first goes up and the last goes down"
            if terms.moving > 1:
                moving = f"first {terms.moving} go up and the last {terms.moving} go down"
            seasons = "" if terms.rounds is None else f" It lasts {counted(terms.rounds, 'season')}."
            return f"Divisions of up to {terms.group_size}; after each season the {moving}.{seasons}"


def entries(terms: TournamentTerms) -> str:
    """The end of entries in a sentence."""
    until = terms.entries_until
    number = "" if terms.most is None else f"when {terms.most} are in"
    if until is None:
        return f"Starts {number}."
    return f"Entries until {when(until)}{f', or {number}' if number else ''}."


def details(terms: TournamentTerms) -> str:
    """The smaller terms in a line."""
    round_ = _ROUNDS.get(terms.format, "Round").lower()
    return f"Up to {counted(terms.at_once, 'game')} at a time · {terms.round_days} days a {round_} at most"


def until_label(days: int) -> str:
    """An entry of the menu: entries end after so many days."""
    return f"Entries for {counted(days, 'day')}"


def number_label(most: int) -> str:
    """An entry of the menu: entries end with so many players."""
    return f"Entries until {most} players are in"


def days_label(days: int, form: Format) -> str:
    """An entry of the menu of the days of a round; 0: the usual number."""
    one = {Format.ROUND_ROBIN: "Stages", Format.LEAGUE: "Seasons"}.get(form, "Rounds")
    if not days:
        return f"{one} of {DEFAULT_ROUND_DAYS[form]} days (usual)"
    return f"{one} of {counted(days, 'day')}"


def at_once_label(number: int) -> str:
    """An entry of the menu of a player's games at once."""
    return f"At most {number} games of a player at once"


def rounds_label(number: int, form: Format) -> str:
    """An entry of the menu of rounds or seasons; 0: as many as fit."""
    if form is Format.LEAGUE:
        return counted(number, "season") if number else "Seasons without an end (usual)"
    return counted(number, "round") if number else "Rounds: by the number of players (usual)"


def size_label(size: int, form: Format) -> str:
    """An entry of the menu of the size of groups."""
    return f"{'Divisions' if form is Format.LEAGUE else 'Groups'} of up to {size}"


def movers_label(number: int, form: Format) -> str:
    """An entry of the menu of how many go on, or up and down."""
    if form is Format.LEAGUE:
        return "One goes up, one goes down" if number == 1 else f"{number} go up, {number} go down"
    return "The first of each group goes on" if number == 1 else f"The first {number} of each group go on"


def created(name: str, channel: int) -> str:
    """A tournament has been created."""
    return (
        f"**{name}** is open for entries in <#{channel}>. It starts by itself, or at once by "
        "*Organise › Start now…* under `/tournaments`."
    )


NOT_POSTED: Final = (
    "I couldn't post the card. I need to see that channel, and to send messages and files there."
)


def channel_lost(found: Tournament) -> str:
    """Tells an organiser that the tournament's channel is gone, or closed to the bot."""
    return (
        f"{title(found.name)}\nI can't post in <#{found.channel_id}> anymore: it was deleted, or I've lost a "
        "permission there. The tournament continues. New matches begin in the channel that the server has "
        "for its matches, or else in direct messages. `/tournaments` has its card and table.\n"
        "-# If the channel is still there, let me see it and send messages and files there; then its card "
        "follows with the next result."
    )


# --- the card ------------------------------------------------------------------------------------

JOIN: Final = "Join"
DETAILS: Final = "Details"
STAY_IN: Final = "Stay in"
LEAVE: Final = "Leave…"
TABLE: Final = "Table"
BRACKET: Final = "Bracket"
TABLES: Final[Mapping[Format, str]] = {
    **dict.fromkeys(Format, TABLE),
    Format.KNOCKOUT: BRACKET,
}
"""The buttons that open a tournament's table."""
GAMES_OF_MINE: Final = "My games"
RULES: Final = "Rules"
ORGANISE: Final = "Organise"
SHOW: Final = "Show"
STARTS_NOW: Final = "Everyone is in, so it starts now."
STARTS_EARLY: Final = "Entries are over, and it starts now."
NAMED: Final = 20
"""Entrants whom a card names."""
LEADERS: Final = 3


def title(name: str) -> str:
    """Heads a card."""
    return f"### {name}"


def person(user: UserId | None) -> str:
    """An entrant; one who had everything about them deleted in words."""
    return A_PLAYER_WHO_LEFT if user is None else mention(user)


def open_card(found: Tournament, unsure: Sequence[UserId] = (), *, over: bool = False) -> str:
    """The card before the start; ``unsure`` have to agree to other terms, ``over``: entries have ended."""
    until = entries(found.terms)
    if found.is_full and not unsure:
        until = STARTS_NOW
    elif over:
        until = STARTS_EARLY
    lines = [title(found.name), what(found.game, found.terms), _entered(found), until, _asked(unsure)]
    return "\n".join(filter(None, lines))


def _asked(unsure: Sequence[UserId]) -> str:
    """Asks those who are in whether they stay, after the terms have changed."""
    if not unsure:
        return ""
    return (
        f"**Changed:** {_some(unsure)}, press *{STAY_IN}* if you agree. Without that you're out at the start."
    )


def details_card(found: Tournament, unsure: Sequence[UserId], *, over: bool) -> str:
    """The card before the start with all its terms, for one person."""
    terms = found.terms
    more = f"-# {details(terms)}. {organised(found)}"
    return "\n".join([open_card(found, unsure, over=over), how(terms), more])


def _some(users: Sequence[UserId | None]) -> str:
    """People in a sentence, as many as a card names."""
    named = [person(user) for user in users[:NAMED]]
    if len(users) > NAMED:
        named.append(f"{len(users) - NAMED} more")
    return listed(named)


def organised(found: Tournament) -> str:
    """The organisers in a sentence."""
    if not found.organisers:
        return "Server admins organise it."
    return f"Organised by {listed([mention(user) for user in found.organisers])}."


def _entered(found: Tournament) -> str:
    users = [one.user_id for one in found.active]
    if not users:
        return "Nobody is in yet: be the first."
    missing = LEAST_ENTRANTS - len(users)
    needs = f"\n-# It takes {missing} more to start." if missing > 0 else ""
    return f"**{counted(len(users), 'player')}:** {_some(users)}{needs}"


def running_card(found: Tournament, round_: str, leaders: Sequence[str]) -> str:
    """The card while it runs; ``round_`` names the round, ``leaders`` are lines."""
    games = [game for game in found.in_round(found.round) if len(game.seeds) == 2]
    running = sum(game.running for game in games)
    decided = sum(game.outcome is not None for game in games)
    last = max((game.ends_at for game in games if game.outcome is None), default=None)
    lines = [
        title(found.name),
        what(found.game, found.terms),
        f"**{round_}:** {decided} of {counted(len(games), 'game')} decided, {running} being played.",
    ]
    if found.state is TournamentState.PAUSED:
        lines.append("**Paused:** no new matches start until an organiser goes on. Running ones go on.")
    elif last is not None:
        lines.append(f"Last day: {when(last)}.")
    if leaders:
        lines.append("\n".join(["**Leading**", *leaders]))
    return "\n".join([*lines, f"-# {counted(len(found.active), 'player')}. {organised(found)}"])


def starting_card(found: Tournament) -> str:
    """The card between the end of entries and the first round."""
    return "\n".join([title(found.name), what(found.game, found.terms), _entered(found), "It starts now."])


def over_card(found: Tournament, champion: UserId | None, places: Sequence[str]) -> str:
    """The card of a tournament that is over; ``places`` are lines."""
    ended = "" if found.ended_at is None else f"-# Ended {date(found.ended_at)}."
    lines = (
        title(found.name),
        what(found.game, found.terms),
        _won(champion),
        *places,
        cut_short(found),
        ended,
    )
    return "\n".join(filter(None, lines))


def cut_short(found: Tournament) -> str:
    """Why a tournament ended before its time, with what was played of it; empty if it didn't."""
    reason = progress.cut_short(found)
    if reason is None:
        return ""
    one = _ROUNDS.get(found.terms.format, "Round").lower()
    played = counted(found.round, one)
    if found.terms.format is Format.SWISS:
        played = f"{found.round} of {counted(planned_rounds(found), one)}"
    return f"It ended after {played}: {_SHORTFALLS[reason]}"


_SHORTFALLS: Final[Mapping[Shortfall, str]] = {
    Shortfall.NO_PAIRS: "there was no way left to give everyone an opponent they hadn't met.",
    Shortfall.FEW_LEFT: "too few players were left to go on.",
}


def called_off_card(found: Tournament) -> str:
    """The card of a tournament that was cancelled."""
    few = len(found.entrants) < LEAST_ENTRANTS and not found.round
    why = (
        f"Cancelled: it takes {LEAST_ENTRANTS} players, and there were {len(found.entrants)}."
        if few
        else "Cancelled by an organiser. Running matches go on as normal matches."
    )
    return "\n".join([title(found.name), what(found.game, found.terms), why])


# --- news ----------------------------------------------------------------------------------------


def round_message(
    found: Tournament, round_: str, number: int, lines: Sequence[str], leaders: Sequence[str]
) -> str:
    """The games of a round as ``lines``, and who leads; ``round_`` names it."""
    games = [game for game in found.in_round(number) if len(game.seeds) == 2]
    last = max((game.ends_at for game in games if game.outcome is None), default=None)
    until = "over" if last is None else f"last day {date(last)}"
    leading = [f"**Leading:** {' · '.join(leaders)}"] if leaders else []
    return "\n".join([title(found.name), f"**{round_}** · {until}", *lines, *leading])


FILM: Final = "Film of the final"


def ended_news(found: Tournament, champion: UserId | None, places: Sequence[str] = ()) -> str:
    """News of the end of a tournament; ``places`` are lines."""
    if found.state is TournamentState.CALLED_OFF:
        return called_off_card(found)
    if champion is None:
        return "\n".join(filter(None, [title(found.name), _won(champion), cut_short(found)]))
    head = f"### 🏆 {mention(champion)} wins {found.name}"
    return "\n".join(filter(None, [head, *places, f"-# {_in_short(found)}", cut_short(found)]))


def _in_short(found: Tournament) -> str:
    """The game, the format and the number of players."""
    game = GAMES[found.game].name
    return f"{game} · {FORMATS[found.terms.format]} · {counted(len(found.entrants), 'player')}"


def _won(champion: UserId | None) -> str:
    return "It ended without a winner." if champion is None else f"**{mention(champion)} wins!**"


# --- the list ------------------------------------------------------------------------------------

STATES: Final[Mapping[TournamentState, str]] = {
    TournamentState.OPEN: "open for entries",
    TournamentState.RUNNING: "running",
    TournamentState.PAUSED: "paused",
    TournamentState.OVER: "over",
    TournamentState.CALLED_OFF: "cancelled",
}
LIST_TITLE: Final = "### Tournaments of this server"
WHICH_ONE: Final = "### Which tournament?"


def in_list(one: TournamentSummary) -> str:
    """A tournament in a list."""
    game = GAMES[one.game].name if one.game in GAMES else one.game
    over = one.state is TournamentState.OVER and one.champion is not None
    state = f"🏆 {mention(one.champion)}" if over and one.champion else STATES[one.state]
    return f"**{one.name}**\n{game} · {FORMATS[one.format]} · {state} · {counted(one.entrants, 'player')}"


def choice(one: TournamentSummary) -> str:
    """A tournament in a menu, or as a suggestion."""
    return f"{one.name} ({STATES[one.state]})"


# --- joining and leaving -------------------------------------------------------------------------

LEAVE_NOW: Final = "Leave the tournament"
STAY: Final = "Stay in it"


def joined(found: Tournament) -> str:
    """Said to those who have just joined."""
    if found.state is not TournamentState.OPEN:
        return f"You're in **{found.name}** from the next season on."
    starts = STARTS_NOW if found.is_full else entries(found.terms)
    return f"You're in **{found.name}**. {starts} Your matches then open by themselves, and ping you."


def stays(found: Tournament) -> str:
    """Said to those who have agreed to other terms."""
    return f"You stay in **{found.name}**."


def left_before(found: Tournament) -> str:
    """Said to those who have left before the start."""
    return f"You're out of **{found.name}**. You can join again while entries are open."


def leave_question(found: Tournament) -> str:
    """Asks before a player leaves a running tournament."""
    return f"### Leave {found.name}?\n{_leaving(found.terms.format)}"


def _leaving(form: Format) -> str:
    games = "Your running games go on and count. Those that haven't begun are lost by forfeit."
    match form:
        case Format.SWISS:
            return f"{games} You aren't paired anymore."
        case Format.KNOCKOUT:
            return f"{games} Your opponent goes on."
        case _:
            return (
                f"{games} With fewer than half of your games played, none of them counts in the table. "
                "Ratings stay as they are."
            )


def left_running(found: Tournament) -> str:
    """Said to those who have left while it runs."""
    return f"You've left **{found.name}**. Your running games go on: `/matches`."


# --- cards of matches ----------------------------------------------------------------------------

_ROUNDS: Final[Mapping[Format, str]] = {Format.ROUND_ROBIN: "Stage", Format.LEAGUE: "Season"}


def numbered_round(form: Format, number: int) -> str:
    """A round by its number."""
    return f"{_ROUNDS.get(form, 'Round')} {number}"


def in_tie(form: Format, key: PairingKey) -> str:
    """The number of a game in its tie, after its round; empty in formats without ties."""
    if form is not Format.KNOCKOUT:
        return ""
    return ", decider" if key.game == DECIDER else f", game {key.game}"


def _place(game: TournamentGame) -> str:
    number = numbered_round(game.format, game.key.round)
    return f"{number}{in_tie(game.format, game.key)} of *{game.name}*"


def part(game: TournamentGame) -> str:
    """The line on the card of a tournament's match."""
    return f"-# {_place(game)}."


def in_short(game: TournamentGame) -> str:
    """The same at the end of a line."""
    return f", {_place(game)[0].lower()}{_place(game)[1:]}"


speaks(__name__, "tournament")
