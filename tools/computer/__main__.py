"""``python -m tools.computer``: matches between levels, the time of turns, and the scales of values."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from computer.games import evaluation_of
from computer.levels import LEVELS
from engines import GAMES
from tools.computer.arena import Series, SeriesResult, play_series, result_of, wilson
from tools.computer.measures import fitted, samples_of, times_of


def main(arguments: list[str] | None = None) -> int:
    """Play or time what is asked for; returns 0."""
    asked = _parser().parse_args(arguments)
    if asked.command == "times":
        _say_times(asked)
    elif asked.command == "scales":
        _say_scale(asked)
    else:
        _play(asked)
    return 0


def _say_times(asked: argparse.Namespace) -> None:
    for level in asked.levels:
        times = times_of(asked.game, level, asked.turns, asked.seed)
        print(
            f"{asked.game}: level {level}: {times.turns} turns, {times.half:.0f} ms, 95 of 100 within"
            f" {times.most:.0f} ms, at most {times.longest:.0f} ms, {times.nodes:.0f} positions",
            flush=True,
        )


def _say_scale(asked: argparse.Namespace) -> None:
    samples = list(samples_of(asked.game, asked.matches, asked.seed))
    whole_turns = evaluation_of(asked.game).whole_turns
    scale, even = fitted(samples, even=not whole_turns)
    print(f"{asked.game}: scale {scale:.0f}, even at {even:.0f}, {len(samples)} values", flush=True)


def _play(asked: argparse.Namespace) -> None:
    options = tuple(sorted(tuple(one.split("=", 1)) for one in asked.option))
    series = Series(asked.game, asked.a, asked.b, asked.seed, options)
    kept = None
    if asked.keep is not None:
        asked.keep.mkdir(parents=True, exist_ok=True)
        kept = asked.keep / f"{series.named()}.jsonl"
    played = []
    for one in play_series(series, asked.pairs, kept, asked.processes):
        played.append(one)
        if len(played) % 20 == 0 and not asked.json:
            _say(series, result_of(played))
    result = result_of(played)
    if asked.json:
        print(json.dumps(asdict(result)))
    else:
        _say(series, result)


def _say(series: Series, result: SeriesResult) -> None:
    first, second = GAMES[series.game].sides
    print(
        f"{series.game}: level {series.a} against level {series.b}: {result.points:g} of {result.matches}"
        f" = {_share(result.points, result.matches)},"
        f" {first} {result.wins[0]} : {second} {result.wins[1]}, undecided {result.undecided},"
        f" {result.plies:.0f} plies{_moved_first(series, result)}{_by_side(series, result)}",
        flush=True,
    )


def _moved_first(series: Series, result: SeriesResult) -> str:
    """The wins and score of the side that moved first, as a text; empty if that is always the same side."""
    if GAMES[series.game].starter == "first-named":
        return ""
    first, second = result.moved_first
    return f"; moved first {first} : second {second} = {_share(first + result.undecided / 2, result.matches)}"


def _by_side(series: Series, result: SeriesResult) -> str:
    """The points of A with either side, as a text; empty where A always has the same one."""
    if series.even:
        return ""
    rates = [
        f"{side} {points:g} of {matches} = {_share(points, matches)}"
        for side, (points, matches) in zip(GAMES[series.game].sides, result.by_side, strict=True)
    ]
    return f"; level {series.a} as {', as '.join(rates)}"


def _share(points: float, matches: int) -> str:
    """A rate with its 95 % interval, as in "62.5 % [52–72]"."""
    low, high = wilson(points, matches)
    return f"{100 * points / max(1, matches):.1f} % [{100 * low:.0f}–{100 * high:.0f}]"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.computer", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    arena = commands.add_parser("arena", help="matches between two levels; 0 plays at random")
    arena.add_argument("game", choices=sorted(GAMES))
    arena.add_argument("a", type=int, choices=range(6), metavar="A")
    arena.add_argument("b", type=int, choices=range(6), metavar="B")
    arena.add_argument("--pairs", type=int, default=20, help="each is played with both sides (default: 20)")
    arena.add_argument("--seed", type=int, default=1)
    arena.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    arena.add_argument("--processes", type=int, default=None, help="default: as many as processors")
    arena.add_argument("--keep", type=Path, default=None, help="a folder: what was played isn't played again")
    arena.add_argument("--json", action="store_true", help="the last line is the result as JSON")
    times = commands.add_parser("times", help="the processor time of turns")
    times.add_argument("game", choices=sorted(GAMES))
    times.add_argument("--levels", type=int, nargs="+", choices=LEVELS, default=LEVELS)
    times.add_argument("--turns", type=int, default=100)
    times.add_argument("--seed", type=int, default=1)
    scales = commands.add_parser("scales", help="what a value says about the chance of winning")
    scales.add_argument("game", choices=sorted(GAMES))
    scales.add_argument("--matches", type=int, default=150)
    scales.add_argument("--seed", type=int, default=1)
    return parser


if __name__ == "__main__":
    sys.exit(main())
