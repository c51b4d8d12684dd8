"""The rules from a shell: ``python -m engines perft|divide|legal|play GAME …``, or ``new KEY``.

Exits with 0 on success, 1 if an action was refused, 2 if the command line is invalid.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from engines import (
    GAMES,
    TAKE_BACK,
    ActionError,
    EngineError,
    Game,
    History,
    OptionError,
    Picks,
    Position,
    RecordError,
    divide,
    perft,
)
from engines.diagrams import board_in_letters, sides_in_letters
from engines.new import NewGameError, make_game
from settings.console import run

WELL, REFUSED, SENSELESS = 0, 1, 2
_NEW = "new"

_ABOUT = f"""Play and count with the rules.

  perft GAME DEPTH      the leaves of the tree of legal actions, depth by depth
  divide GAME DEPTH     the same at one depth, split by first action
  legal GAME            the legal actions, in canonical text and in words
  play GAME [ACTION…]   the position after some actions; without any, play line by line
                        ("{TAKE_BACK}" takes the last action back, "quit" stops)
  new KEY               writes the files of a new game, in the folder of the project
"""

_NEXT = """
The new game is a small one that can be played: python -m engines play {key}
Next, as CONTRIBUTING.md says ("Add a game"):

  .venv/bin/python -m tests.games {key}    prints and draws its matches, for the tests to compare
  make test                               passes

Then make it into your game, file by file."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code. Raises SystemExit for one that cannot be parsed."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == [_NEW]:
        return _new(given[1:])
    asked = _read(given)
    try:
        return _COMMANDS[asked.command](_position(GAMES[asked.game], asked), asked)
    except (ActionError, RecordError) as error:
        print(error, file=sys.stderr)
        return REFUSED
    except EngineError as error:
        print(error, file=sys.stderr)
        return SENSELESS


def _new(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog=f"python -m engines {_NEW}", description="Write the files of a new game, from a small one."
    )
    parser.add_argument(
        "key", metavar="KEY", help="lower-case letters, digits and hyphens, such as tide-pool"
    )
    key = parser.parse_args(given).key
    try:
        written = make_game(key, Path.cwd())
    except NewGameError as error:
        print(error, file=sys.stderr)
        return SENSELESS
    print(*written, sep="\n")
    print(_NEXT.format(key=key))
    return WELL


def _read(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m engines", description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=_COMMANDS, metavar="COMMAND", help=", ".join(_COMMANDS))
    parser.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("rest", nargs="*", metavar="DEPTH or ACTION", help="as the command needs it")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="board=7x7")
    parser.add_argument("--first", metavar="SIDE", help="the side that starts")
    parser.add_argument("--picks", action="append", default=[], metavar="SIDE=A,B", help="green=crab,lobster")
    parser.add_argument("--from", dest="text", metavar="TEXT", help="a position text to start from")
    asked = parser.parse_intermixed_args(arguments)
    if asked.command in ("perft", "divide"):
        asked.depth = _depth(parser, asked.rest)
    elif asked.command == "legal" and asked.rest:
        parser.error(f"legal needs no more than the game, not {' '.join(asked.rest)}")
    return asked


def _depth(parser: argparse.ArgumentParser, rest: Sequence[str]) -> int:
    """Parse the single number after the game, at least 1."""
    if len(rest) != 1 or not rest[0].isdecimal() or int(rest[0]) < 1:
        parser.error(f"a depth is one number from 1 on, not {' '.join(rest) or 'nothing'}")
    return int(rest[0])


def _position(game: Game, asked: argparse.Namespace) -> Position:
    options = dict(_pairs(asked.option, "--option"))
    if asked.text is not None:
        if asked.first or asked.picks:
            raise OptionError("--first and --picks are for a start: a position text holds both")
        return game.from_text(asked.text, options)
    picks: Picks = {side: tuple(choices.split(",")) for side, choices in _pairs(asked.picks, "--picks")}
    return game.start(options, first=asked.first, picks=picks or None)


def _pairs(given: Iterable[str], flag: str) -> Iterator[tuple[str, str]]:
    for text in given:
        key, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"{flag} {text}: write it as KEY=VALUE")
        yield key, value


# --- commands -----------------------------------------------------------------------------------


def _perft(position: Position, asked: argparse.Namespace) -> int:
    for depth in range(1, asked.depth + 1):
        print(depth, perft(position, depth))
    return WELL


def _divide(position: Position, asked: argparse.Namespace) -> int:
    leaves = divide(position, asked.depth)
    for action, count in leaves.items():
        print(action, count)
    print("total", sum(leaves.values()))
    return WELL


def _legal(position: Position, _: argparse.Namespace) -> int:
    for action in position.legal_actions():
        print(f"{action!s:<8} {position.describe(action)}")
    return WELL


def _play(position: Position, asked: argparse.Namespace) -> int:
    history = History(position)
    if asked.rest:
        for line in asked.rest:
            history = _entered(history, line)
        _show(history)
        return WELL
    return _conversation(history)


def _conversation(history: History) -> int:
    """Answer each line of the standard input, until the end of the match or of the input."""
    code = WELL
    _show(history)
    while history.position.to_act is not None:
        line = sys.stdin.readline()
        if not line or line.strip() == "quit":
            break
        try:
            history = _entered(history, line)
        except (ActionError, RecordError) as error:
            print(error, file=sys.stderr)
            code = REFUSED
        else:
            _show(history)
    return code


def _entered(history: History, line: str) -> History:
    """The history after a line: a take-back, or one or several actions."""
    if line.strip() == TAKE_BACK:
        return history.then(TAKE_BACK)
    for action in history.position.parse_line(line):
        history = history.then(str(action))
    return history


# --- what is shown ------------------------------------------------------------------------------


def _show(history: History) -> None:
    position = history.position
    last = tuple(played.action for played in history.last_turn())
    diagram = position.diagram(last)
    print(board_in_letters(diagram), sides_in_letters(diagram), position.to_text(), diagram.alt, sep="\n")
    if position.to_act is not None:
        print(f"{position.to_act}:", *position.legal_actions())
    print(flush=True)


_COMMANDS: dict[str, Callable[[Position, argparse.Namespace], int]] = {
    "perft": _perft,
    "divide": _divide,
    "legal": _legal,
    "play": _play,
}

if __name__ == "__main__":
    try:
        run(main)
    except BrokenPipeError:  # the reader has closed the output early
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
