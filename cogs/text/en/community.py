"""Texts of ratings, leaderboards, seasons, profiles, and the lists that a server keeps in a channel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from cogs.text.en import time
from cogs.text.en.phrases import counted, listed, mention, sentence
from engines import GAMES
from matches import UserId
from matches.guilds.settings import SeasonKind
from matches.lifecycle.challenge import is_unrated_for_its_side
from matches.model import Match, RatedStatus
from matches.players import Player
from matches.ratings.leaderboard import (
    ACTIVE_DAYS,
    LEAST_RATED,
    GamePlayed,
    GameProfile,
    Leaderboard,
    LeaderboardKey,
    Rank,
)
from matches.ratings.ledger import EVERYWHERE, HeadToHead, Opening, Tally
from matches.ratings.rating import Rating
from matches.ratings.scores import DRAW, LEAST_TURNS, PAIR_WINDOW, WIN, Score, Unrated
from matches.ratings.seasons import ALL_TIME, Crowned, SeasonResult, kind_of

# --- what a match is about -----------------------------------------------------------------------

UNRATED: Final = "-# Unrated match."
_WHY_UNRATED: Mapping[Unrated, str] = {
    Unrated.FRIENDLY: UNRATED,
    Unrated.OFTEN: "-# Unrated: when it began, only two matches a month with the same person were rated.",
    Unrated.HANDED_OVER: "-# Unrated: a player was replaced.",
    Unrated.SHORT: f"-# Unrated: too short, it takes {LEAST_TURNS} turns each to count.",
    Unrated.NO_RESULT: "",
    Unrated.NOT_BEGUN: f"-# Unrated: it ended before the loser had begun it.\n{time.NOT_BEGUN}",
}


def stakes(match: Match) -> str:
    """The rated status of a match, among its options; empty where ``why_unrated`` says more."""
    return {RatedStatus.RATED: "rated", RatedStatus.FRIENDLY: "unrated"}.get(match.stakes, "")


def why_unrated(match: Match) -> str:
    """Why a match is unrated that was asked to be rated; empty for others."""
    if is_unrated_for_its_side(match):
        return (
            f"-# Unrated: one side has the edge in {match.game.name}, so a rated match draws the sides "
            "or is two games with sides swapped."
        )
    return _WHY_UNRATED[Unrated.OFTEN] if match.stakes is RatedStatus.OFTEN else ""


def rating_changes(
    match: Match, brought: Sequence[Score], unsure: Collection[Player], why: Unrated | None
) -> str:
    """The changes a match made to the ratings, or ``why`` it made none; empty when it counts for nothing.

    ``unsure``: the players whose ratings are provisional after it.
    """
    by_side = {score.side: score for score in brought}
    changed = [by_side[side] for side in match.game.sides if side in by_side]
    said = [_rating_change(score, provisional=score.player in unsure) for score in changed]
    if any(said):
        return "\n".join(["Ratings:", *filter(None, said), *_unmoved(brought), *_lighter(brought)])
    return _WHY_UNRATED[why] if why is Unrated.NOT_BEGUN or (brought and why is not None) else ""


def _unmoved(brought: Sequence[Score]) -> list[str]:
    """The player of a rated match whose own rating it doesn't change, in a line."""
    return [
        f"-# {mention(score.player)}'s rating stays: they had finished fewer than {LEAST_TURNS} turns."
        for score in brought
        if not score.rated
    ]


def _lighter(brought: Sequence[Score]) -> list[str]:
    """The share that a match counts which weighs less than 1, in a line."""
    weight = min(score.weight for score in brought)
    if weight == 1:
        return []
    share = percent(weight, 1)
    return [f"-# Counts {share}: you two have played several rated matches within {PAIR_WINDOW.days} days."]


def _rating_change(score: Score, *, provisional: bool) -> str:
    if score.before is None or score.after is None:
        return ""
    after = marked(score.after, provisional=provisional)
    return f"{mention(score.player)} {after} ({signed(score.after - score.before)})"


def signed(number: int) -> str:
    """``+12``, ``−5`` or ``±0``."""
    return f"{'+' if number > 0 else '−' if number < 0 else '±'}{abs(number)}"


def rating(of: Rating, *, bold: bool = True) -> str:
    """A rating, with a question mark while it says little."""
    return marked(of.points, provisional=of.provisional, bold=bold)


def marked(points: int, *, provisional: bool, bold: bool = True) -> str:
    """The points of a rating, with a question mark if it is ``provisional``."""
    return f"{f'**{points}**' if bold else points}{'?' if provisional else ''}"


# --- seasons -------------------------------------------------------------------------------------

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
MOST_NAMED: Final = 15
"""Champions of a game that are named: a message has an end."""
SEASON_KINDS: Mapping[SeasonKind, str] = {
    SeasonKind.MONTH: "a month",
    SeasonKind.QUARTER: "three months",
}


def season(key: str) -> str:
    """A season by name."""
    if key == ALL_TIME:
        return "all time"
    if kind_of(key) is SeasonKind.QUARTER:
        quarter = int(key[-1])
        return f"{_MONTHS[3 * quarter - 3]} to {_MONTHS[3 * quarter - 1]} {key[:4]}"
    return f"{_MONTHS[int(key[-2:]) - 1]} {key[:4]}"


def season_over(key: str, results: Sequence[SeasonResult], role: int | None) -> str:
    """The announcement of the champions of a server's season, or why a game has none."""
    lines = [f"### The season is over: {season(key)}", *map(_won, results)]
    champions = [one.champion for result in results for one in result.crowned]
    crowned = list(dict.fromkeys(one.player for one in champions if one.role is not None))
    if crowned and role is not None:
        who = _people(list(map(mention, crowned)))
        wear = "wears" if len(crowned) == 1 else "wear"
        lines.append(f"{who} {wear} <@&{role}> until the next season ends.")
    return "\n".join(lines)


def _people(named: Sequence[str]) -> str:
    more = len(named) - MOST_NAMED
    return listed([*named[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])])


def _won(result: SeasonResult) -> str:
    name = GAMES[result.game].name if result.game in GAMES else result.game
    if not result.crowned:
        return f"**{name}:** no champion. Nobody played three different people in rated matches."
    if len(result.crowned) > 1:
        people = _people([f"{_crowned(one)} ({counted(one.met, 'opponent')})" for one in result.crowned])
        return f"🏆 **{name}:** {people} share the title."
    (one,) = result.crowned
    who, rated = mention(one.champion.player), rating(one.rating, bold=False)
    after = counted(one.champion.matches, "match", "matches")
    against = counted(one.met, "different person", "different people")
    return f"🏆 **{name}:** {who}, rated {rated} after {after} against {against}."


def _crowned(one: Crowned) -> str:
    return f"{mention(one.champion.player)} {rating(one.rating, bold=False)}"


LEADERBOARD: Final = "Leaderboard"


def see_leaderboard(game: str) -> str:
    """The label of the button that opens a leaderboard from a public message."""
    return f"{GAMES[game].name} leaderboard" if game in GAMES else "Leaderboard"


# --- leaderboards --------------------------------------------------------------------------------

HERE = "This server"
EVERYWHERE_SAID = "Everywhere"
WHICH_SEASON = "Which season?"
WHICH_GAME = "Which game?"
GAME_GONE = "That game isn't available here anymore."
NOTHING_TO_POST = "Nobody is ranked there yet, so there's nothing to post."
RANKING = "See the best players, and this server's ladder"
GAME_LABEL = "Which game (default: the one you played last)"


def board_title(board: LeaderboardKey) -> str:
    """Heads a leaderboard."""
    where = "everywhere" if board.guild_id == EVERYWHERE else "this server"
    return f"### {GAMES[board.game].name} · {where} · {season(board.season)}"


Naming = Callable[[Player], str]
"""A function that names a person to the readers of a leaderboard."""


def leaderboard(page: Leaderboard, sides: Mapping[str, Tally], name: Naming = mention) -> str:
    """A page of a leaderboard for one reader, their own place below."""
    lines = [board_title(page.board), *ranks(page.places, lambda place: _place(place, name))]
    if not page.places:
        lines.append(_empty(page))
    elif page.pages > 1:
        lines.append(f"-# Page {page.page + 1} of {page.pages} · {page.ranked} players")
    lines.append(_own(page))
    if any(place.rating.provisional for place in (*page.places, *([page.own] if page.own else []))):
        lines.append(UNSURE)
    if sides:
        lines.append(_how_sides_do(sides))
    return "\n".join(filter(None, lines))


def posted_leaderboard(page: Leaderboard) -> str:
    """The first page of a leaderboard for everybody."""
    lines = [board_title(page.board), *ranks(page.places, lambda place: _place(place, mention))]
    if page.pages > 1:
        lines.append(f"-# Top {len(page.places)} of {page.ranked}")
    if any(place.rating.provisional for place in page.places):
        lines.append(UNSURE)
    return "\n".join(lines)


def picture_title(board: LeaderboardKey) -> str:
    """The heading of a leaderboard's picture: it has no room for more."""
    name = GAMES[board.game].name
    return name if board.season == ALL_TIME else f"{name} · {season(board.season)}"


def played(matches: int) -> str:
    """A player's number of rated matches in a leaderboard's picture."""
    return counted(matches, "match", "matches")


def ranks(places: Sequence[Rank], said: Callable[[Rank], str]) -> list[str]:
    """The lines of ranked players, with one between the sure ratings and the provisional ones."""
    sure, unsure = ([said(place) for place in places if place.by.sure is side] for side in (True, False))
    return [*sure, *([f"-# ───── {DIVIDER} ─────"] if sure and unsure else []), *unsure]


def ranked_rating(place: Rank) -> str:
    """The rating of a ranked player, and as what a provisional one counts."""
    return rating(place.rating) + ("" if place.by.sure else f" (counts as {place.by.points})")


def _place(place: Rank, name: Naming) -> str:
    return f"**{place.rank}.** {name(place.player)} {ranked_rating(place)} · {place.matches} rated"


DIVIDER: Final = "provisional"
"""The word on the line above provisional ratings."""
UNSURE: Final = (
    "-# ? Provisional: few rated matches so far, or none lately. Counts as the rating minus its ±."
)


def _empty(page: Leaderboard) -> str:
    if page.over:
        return f"Nobody was ranked this season: it took {LEAST_RATED} rated matches."
    where = "here" if page.board.season == ALL_TIME else "this season"
    return f"Nobody is ranked {where} yet. Play {LEAST_RATED} rated matches to be the first."


def _own(page: Leaderboard) -> str:
    own, board = page.own, page.board
    if page.over and (own is None or own.rank is None):
        return f"You weren't ranked this season: it took {LEAST_RATED} rated matches."
    if own is None:
        return f"Play {LEAST_RATED} rated matches to be ranked." if page.places else ""
    if own.rank is not None:
        return f"**Your rank: {own.rank} of {page.ranked}**"
    more = counted(board.missing(own.matches), "more rated match", "more rated matches")
    if own.matches < board.least:
        return f"Your rating is {rating(own.rating)}. {more} to be ranked."
    return (
        f"Your rating is {rating(own.rating)}. You're not ranked right now: your last rated match was more "
        f"than {ACTIVE_DAYS} days ago. {more} and you're back."
    )


def _how_sides_do(sides: Mapping[str, Tally]) -> str:
    """The share of wins of each side of a game."""
    said = [f"{side} won {percent(tally.wins, tally.matches)}" for side, tally in sides.items()]
    return f"-# In all matches, {', '.join(said)}."


def percent(part: float, whole: int) -> str:
    """``52%``; of nothing, nothing."""
    return f"{round(100 * part / whole) if whole else 0}%"


# --- the table of a season as a file ---------------------------------------------------------------

AS_FILE = "As CSV"
COLUMNS: Final = ("rank", "player", "rating", "plus or minus", "provisional", "counts as", "rated matches")
PROVISIONAL: Final[Mapping[bool, str]] = {True: "yes", False: "no"}
NOBODY_RANKED = "Nobody is ranked in this season yet, so there's no table to save."


def season_file(board: LeaderboardKey, ranked: int, most: int) -> str:
    """Above the file of a season; ``most``: the players it holds at most."""
    first = f"the first {most} players" if ranked == most else counted(ranked, "player")
    return f"**{GAMES[board.game].name}, {season(board.season)}:** {first}, as a table for any spreadsheet."


# --- profiles ------------------------------------------------------------------------------------

PROFILE_LABEL = "Whose profile (default: yours)"
PROFILE_GAME_LABEL = "Which game (default: the one they play most)"
BOTS_DO_NOT_PLAY = "Bots don't play here, so they have no profile. Pick a person."
_LINE_LENGTH: Final = 60
_FORM: Mapping[int, str] = {WIN: "W", DRAW: "D"}


def no_profile(user: UserId, game: str | None, *, own: bool) -> str:
    """Shown for a player who has finished no match, or none of ``game``."""
    what = "a match" if game is None else f"a match of {GAMES[game].name}"
    if own:
        return f"You haven't finished {what} yet. `/help` shows how to start one."
    return f"{mention(user)} hasn't finished {what} yet."


def game_entry(played: GamePlayed) -> str:
    """A game in the menu of a profile: at most 100 characters."""
    strength = "" if played.rating is None else f" · {rating(played.rating, bold=False)}"
    often = counted(played.matches, "match", "matches") if played.matches else "only against the computer"
    return f"{GAMES[played.game].name}{strength} · {often}"


def profile_title(user: UserId, game: str) -> str:
    """Heads a player's profile in a game."""
    return f"### {mention(user)} · {GAMES[game].name}"


def profile(shown: GameProfile, place: int | None, *, read_by_other: bool) -> str:
    """A player in one game. ``place``: their place in this server, or None."""
    return "\n".join(
        filter(
            None,
            (
                *(_against_people(shown, place) if shown.both.matches else [_ONLY_COMPUTER]),
                computer_results(shown.computer),
                _against_reader(shown.met, shown.next_weight) if read_by_other else "",
                *_openings(shown.openings),
            ),
        )
    )


def _against_people(shown: GameProfile, place: int | None) -> list[str]:
    return [
        _strength(shown, place),
        _results(shown),
        _by_side(shown.sides),
        _by_pace(shown),
        _form(shown),
        _habits(shown.both),
    ]


_ONLY_COMPUTER: Final = "No matches against people yet."


def computer_results(computer: Mapping[int, HeadToHead]) -> str:
    """The wins against the computer, by its level; empty where there was no match against it."""
    levels = [f"level {level}: {_won_of(met)}" for level, met in sorted(computer.items())]
    return f"**Against the computer:** {' · '.join(levels)}" if levels else ""


def _won_of(met: HeadToHead) -> str:
    drawn = f", {met.draws} drawn" if met.draws else ""
    return f"{met.wins} of {met.matches} won{drawn}"


def _strength(shown: GameProfile, place: int | None) -> str:
    if shown.rating is None or shown.account is None:
        return "No rated matches yet."
    where = f" · #{place} in this server" if place else ""
    unsure = "provisional, " if shown.rating.provisional else ""
    return f"**Rating: {rating(shown.rating, bold=False)}** ({unsure}±{shown.rating.margin}){where}"


def _results(shown: GameProfile) -> str:
    tally, rated = shown.both, shown.account.matches if shown.account else 0
    parts = [f"{tally.wins} won", f"{tally.losses} lost", *([f"{tally.draws} drawn"] if tally.draws else [])]
    of_them = "" if rated == tally.matches else f", {rated or 'none'} rated"
    return f"**{counted(tally.matches, 'match', 'matches')}{of_them}:** {', '.join(parts)}"


def _by_side(sides: Mapping[str, Tally]) -> str:
    said = [
        f"{sentence(side)}: {tally.wins} of {tally.matches} won"
        for side, tally in sides.items()
        if tally.matches
    ]
    return f"-# {' · '.join(said)}" if said else ""


def _by_pace(shown: GameProfile) -> str:
    """The results at slow and at fast paces apart, where there are both."""
    fast, slow = shown.fast, shown.both.without(shown.fast)
    if not fast.matches:
        return ""
    said = [
        f"{what} {tally.wins} of {tally.matches} won"
        for what, tally in (("by days", slow), ("by minutes", fast))
        if tally.matches
    ]
    return f"-# {' · '.join(said)}"


def _form(shown: GameProfile) -> str:
    """The last results, newest last."""
    letters = " ".join(_FORM.get(score.points, "L") for score in reversed(shown.form))
    return f"**Recent form (newest last):** {letters}"


def _habits(tally: Tally) -> str:
    """Streaks, and how often a match was lost on time."""
    said = []
    if abs(tally.streak) > 1:
        said.append(f"{abs(tally.streak)} {'wins' if tally.streak > 0 else 'losses'} in a row")
    if tally.best > max(1, tally.streak):
        said.append(f"best streak: {tally.best} wins")
    said.append(_reliability(tally))
    return f"-# {sentence(' · '.join(said))}"


def _against_reader(met: HeadToHead | None, next_weight: float) -> str:
    if met is None:
        return "**Against you:** no matches yet"
    drawn = f", {met.draws} drawn" if met.draws else ""
    lighter = f" · your next rated match counts {percent(next_weight, 1)}" if next_weight < 1 else ""
    return f"**Against you:** {met.wins} won, {met.losses} lost{drawn}{lighter}"


def _openings(openings: Sequence[tuple[str, str, Opening]]) -> list[str]:
    if not openings:
        return []
    return ["**Openings:**", *(_opening(side, line, begun) for side, line, begun in openings)]


def _opening(side: str, line: str, begun: Opening) -> str:
    shown = line if len(line) <= _LINE_LENGTH else f"{line[:_LINE_LENGTH].rsplit(' ', 1)[0]} …"
    return f"-# {side} `{shown}` · {begun.wins} of {begun.matches} won"


def _reliability(tally: Tally) -> str:
    if not tally.timeouts:
        return "timeouts: none"
    return f"timeouts: {tally.timeouts} of {tally.matches} ({percent(tally.timeouts, tally.matches)})"
