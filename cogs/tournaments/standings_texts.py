"""Texts about the tables of tournaments: standings, tie-breaks, pairings, and a player's own games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from cogs.text import speaks
from cogs.text.en.phrases import counted, date, link
from cogs.text.en.seals import HOW_TO_CHECK
from cogs.tournaments import texts
from engines import GAMES
from matches import UserId
from matches.lifecycle.seals import SHOWN
from matches.tournaments.files import SheetWords
from matches.tournaments.model import Decision, Format, Pairing, Seed, Tournament
from matches.tournaments.standings import UNITS, Row, Standings, TieBreak

NOT_STARTED: Final = "It hasn't started yet, so there's no table. `/tournaments` has the entries."
SAVE: Final = "Save…"
SAVED: Final = (
    "### Files\nThe table for spreadsheets (CSV), and everything for programs (JSON). They name players as "
    "they're called here, without Discord's ids."
)
SAVED_TRF: Final = " For chess programs there's a TRF file, too."
STANDINGS: Final = "Standings"
WHICH_ROUND: Final = "Round"
NO_GAMES: Final = "You have no games in this tournament."

BREAKS: Final[Mapping[TieBreak, str]] = {
    TieBreak.BUCHHOLZ: "Buchholz",
    TieBreak.SONNEBORN_BERGER: "Sonneborn–Berger",
    TieBreak.DIRECT: "the games among them",
    TieBreak.WINS: "wins",
}
SHORT_BREAKS: Final[Mapping[TieBreak, str]] = {
    TieBreak.BUCHHOLZ: "BH",
    TieBreak.SONNEBORN_BERGER: "SB",
    TieBreak.DIRECT: "direct",
    TieBreak.WINS: "wins",
}
"""In the heads of a picture."""
MEANINGS: Final[Mapping[TieBreak, str]] = {
    TieBreak.BUCHHOLZ: "BH (Buchholz): the points of your opponents",
    TieBreak.SONNEBORN_BERGER: "SB (Sonneborn–Berger): the points of those you beat, half for draws",
}
_FRACTIONS: Final = {0: "", 1: "¼", 2: "½", 3: "¾"}


def fraction(value: int, unit: int) -> str:
    """``value`` divided by ``unit``, which is 1, 2 or 4: ``2½``."""
    whole, rest = divmod(value * 4 // unit, 4)
    return f"{whole or ('' if rest else 0)}{_FRACTIONS[rest]}"


def points(half: int) -> str:
    """Half points as they are shown: ``2½``."""
    return fraction(half, 2)


# --- names of rounds -----------------------------------------------------------------------------

_LAST_ROUNDS: Final = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


def round_name(found: Tournament, number: int) -> str:
    """A round by its name: ``Round 2 of 5``, ``Semi-finals``, ``Final``, ``Season 3``."""
    numbered = texts.numbered_round(found.terms.format, number)
    games = found.in_round(number)
    match found.terms.format:
        case Format.KNOCKOUT:
            return _LAST_ROUNDS.get(len({game.key.board for game in games}), numbered)
        case Format.ROUND_ROBIN:
            return "Final" if number > 1 and len({game.group for game in games}) == 1 else numbered
        case Format.SWISS if found.terms.rounds is not None:
            return f"{numbered} of {found.terms.rounds}"
        case _:
            return numbered


def bracket_head(number: int, ties: int) -> str:
    """A round in the picture of a bracket, by its number and that of its ties."""
    return _LAST_ROUNDS.get(ties) or texts.numbered_round(Format.KNOCKOUT, number)


def group_name(form: Format, group: int) -> str:
    """A group by its number."""
    return f"{'Division' if form is Format.LEAGUE else 'Group'} {group}"


def group_in_round(found: Tournament, number: int, group: int) -> str:
    """A group by its number, or the round by its name where it is the only one."""
    several = len({game.group for game in found.in_round(number)}) > 1
    return group_name(found.terms.format, group) if several else round_name(found, number)


def picture_title(game: str) -> str:
    """Heads a picture."""
    return GAMES[game].name


def table_title(found: Tournament, what: str) -> str:
    """Heads a table; ``what`` of the tournament it is."""
    return f"### {found.name}\n{what}"


# --- standings -----------------------------------------------------------------------------------


def rows(shown: Iterable[Row], users: Mapping[Seed, UserId | None], gone: frozenset[Seed]) -> Iterator[str]:
    """Lines of a table; ``gone`` have left."""
    for row in shown:
        place = "–" if row.annulled else f"{'=' if row.shared else ''}{row.place}."
        own = f"({points(row.points)})" if row.annulled else f"**{points(row.points)}**"
        remarks = ["annulled"] if row.annulled else []
        remarks += ["left"] if row.seed in gone and not row.annulled else []
        facts = [texts.person(users[row.seed]), f"{own} from {row.played}", *remarks]
        yield f"**{place}** {' · '.join(facts)}"


def scored(row: Row) -> str:
    """The points of a row, on a podium."""
    return f"{points(row.points)} {'point' if row.points in (1, 2) else 'points'}"


def seeded(seed: Seed) -> str:
    """The seed of an entrant, on a podium."""
    return f"seed {seed}"


def leader(row: Row, user: UserId | None) -> str:
    """A line of the first ones on a card."""
    return f"{_placed(row, user)} · {points(row.points)}"


def _placed(row: Row, user: UserId | None) -> str:
    return f"**{'=' if row.shared else ''}{row.place}.** {texts.person(user)}"


def places(shown: Iterable[Row], users: Mapping[Seed, UserId | None], *, in_points: bool) -> Iterator[str]:
    """The first places of a tournament that is over; ``in_points`` where points decide."""
    line = leader if in_points else _placed
    return (line(row, users[row.seed]) for row in shown)


def decided(shown: Sequence[Row], breaks: Sequence[TieBreak], *, over: bool) -> Iterator[str]:
    """A line for each group of equals: the tie-breaks that decided, of ``breaks`` in their order.

    Those who stay equal are told so once the round is ``over``.
    """
    counted_ = [row for row in shown if not row.annulled]
    for half, equal in groupby(counted_, key=lambda row: row.points):
        level = list(equal)
        used = {row.decided for row in level}
        told = [_values(one, level) for one in breaks if one in used]
        if len(level) < 2:
            continue
        if told:
            yield f"-# With {points(half)}: decided by {', then by '.join(told)}."
        elif over:
            yield f"-# With {points(half)}: equal in everything, so they share the place."


def _values(one: TieBreak, level: Sequence[Row]) -> str:
    values = [fraction(row.values[one], UNITS[one]) for row in level if one in row.values]
    return f"{BREAKS[one]} ({', '.join(values)})"


def meanings(breaks: Iterable[TieBreak]) -> str:
    """The short names in a picture's heads, explained in a line."""
    told = [MEANINGS[one] for one in breaks if one in MEANINGS]
    return f"-# {'; '.join(told)}." if told else ""


def shown_of(first: int, last: int, count: int) -> str:
    """The places of a page among all; empty where these are all."""
    return f"-# {first} to {last} of {count}" if count > last - first + 1 else ""


# --- pairings ------------------------------------------------------------------------------------

_HOW: Final[Mapping[Decision, str]] = {
    Decision.ON_TIME: "on time",
    Decision.FORFEIT: "by forfeit",
    Decision.ADJOURNED: "not finished in time",
    Decision.NOT_PLAYED: "not played",
    Decision.BYE: "bye",
    Decision.ORGANISER: "set by an organiser",
}
_RESULTS: Final = {2: "1", 1: "½", 0: "0"}


def result(game: Pairing) -> str:
    """The result of a game, or its state: ``1–0 (on time)``."""
    if game.outcome is None:
        return _state(game)
    how = _HOW.get(game.outcome.how)
    return f"{score(game.outcome.first, game.outcome.second)}{f' ({how})' if how else ''}"


def _state(game: Pairing) -> str:
    """The state of an undecided game."""
    if game.called_off:
        return "cancelled: an organiser decides"
    return "playing" if game.running else "to come"


def score(first: int, second: int) -> str:
    """The half points of two players: ``½–½``."""
    return f"{_RESULTS[first]}–{_RESULTS[second]}"


def pairing(game: Pairing, users: Mapping[Seed, UserId | None], where: str = "") -> str:
    """A game as a line; ``where`` it is played, as an address."""
    if game.second is None:
        who = "Nobody" if game.first is None else texts.person(users[game.first])
        return f"{who} · bye"
    assert game.first is not None, "a second player has a first one"
    one, other = (texts.person(users[seed]) for seed in (game.first, game.second))
    return f"{one} – {other} · {linked(result(game), where)}"


def listed_game(game: Pairing, users: Mapping[Seed, UserId | None], home: int | None) -> str:
    """A game in a round's message; ``home``: the thread in which it is played, whose name has its number."""
    where = "" if home is None else f"<#{home}> "
    if game.outcome is None and game.running and home is not None:
        one, other = (texts.person(users[seed]) for seed in game.seeds)
        return f"{where}{one} – {other}"
    return f"{where}{pairing(game, users)}"


def tie(games: Sequence[Pairing], users: Mapping[Seed, UserId | None], winner: Seed | None) -> str:
    """A tie of a knockout as a line, with its players' seeds; empty for one without players.

    The ``winner``, if there is one yet, is named where the points are equal.
    """
    first, seeds = games[0], sorted(games[0].seeds)
    who = [f"**{seed}** {texts.person(users[seed])}" for seed in seeds]
    if not who:
        return ""
    if first.second is None:
        return f"{who[0]} · bye"
    states = [_state(game) for game in games if game.outcome is None]
    remarks = [how for game in games if game.outcome and (how := _HOW.get(game.outcome.how))]
    points_ = [points(sum(game.points_of(seed) for game in games)) for seed in seeds]
    facts = [f"**{'–'.join(points_)}**"] if any(game.outcome for game in games) else []
    remarks += [f"{texts.person(users[winner])} goes on"] if winner and len({*points_}) == 1 else []
    return " · ".join([" – ".join(who), *facts, *dict.fromkeys([*remarks, *states])])


def decider(games: Sequence[Pairing]) -> str:
    """A tie whose decider is drawn, by its seeds."""
    return f"Decider of {'–'.join(map(str, sorted(games[0].seeds)))}"


def fair_draw(games: Sequence[Pairing], seal: str, opened: str | None) -> str:
    """The seal on the draw of a tie's decider, with the line that opens it where it is needed."""
    drawn = f"### {decider(games)}\nWho begins it was drawn before the tie. Seal: `{seal[:SHOWN]}`"
    if opened is None:
        return f"{drawn}\n-# It's opened with the decider, if there is one."
    return f"{drawn}\n-# `{opened}`\n{HOW_TO_CHECK}"


def linked(said: str, where: str) -> str:
    """``said``, leading to an address if there is one."""
    return f"[{said}]({where})" if where else said


def choice(game: Pairing, names: Mapping[Seed, str]) -> str:
    """A game in a menu, by names."""
    one, other = (names.get(seed, nameless(seed)) for seed in game.seeds)
    tie = f" (game {game.key.game})" if game.key.game > 1 else ""
    return f"{one} – {other}{tie}: {result(game)}"


def set_question(game: Pairing, users: Mapping[Seed, UserId | None]) -> str:
    """Heads the page of a game whose result can be set."""
    return f"{pairing(game, users)}\nThe result for the table:"


def result_set(game: Pairing) -> str:
    """Said once a result is set."""
    return f"Set: {result(game)}."


# --- a player's own games ------------------------------------------------------------------------


def own_games(found: Tournament, lines: Sequence[str], more: int) -> str:
    """A player's own games; ``more`` are left out."""
    heads = [f"### Your games in {found.name}", *lines]
    if more:
        heads.append(f"-# … and {counted(more, 'earlier game')}")
    return "\n".join([*heads, "-# A player's vacation moves a last day, by a week at most."])


def own_game(found: Tournament, game: Pairing, seed: Seed, where: str) -> str:
    """One of them as a line; ``where`` it is played, as an address."""
    number = round_name(found, game.key.round)
    rival = game.rival_of(seed)
    if rival is None:
        return f"- {number}: bye"
    number += texts.in_tie(found.terms.format, game.key)
    against = texts.person(found.by_seed[rival].user_id)
    if game.outcome is not None:
        own, theirs = game.points_of(seed), game.points_of(rival)
        how = _HOW.get(game.outcome.how)
        said = f"**{score(own, theirs)}**{f' ({how})' if how else ''}"
        return f"- {number}: {linked(said, where)} against {against}"
    return f"- {number}: {linked(result(game), where)} against {against}, until {date(game.ends_at)}"


def address(guild: int, channel: int | None) -> str:
    """The address of a match's place; empty without one."""
    return "" if channel is None else f"<{link(guild, channel)}>"


def nameless(seed: Seed) -> str:
    """An entrant whose name is not known, in a file or a menu."""
    return f"Player {seed}"


# --- files ---------------------------------------------------------------------------------------


def _sheet_of_group(found: Tournament, table: Standings) -> str:
    number = texts.numbered_round(found.terms.format, table.round)
    return f"{number}, {group_name(found.terms.format, table.group)}"


SHEET: Final = SheetWords(
    ("No.", "Place", "Name", "Points", "Played"),
    {**BREAKS, TieBreak.DIRECT: "Games among equals", TieBreak.WINS: "Wins"},
    _sheet_of_group,
    lambda name: f"{name} (annulled)",
)


speaks(__name__, "standings")
