"""Records for the tests, kept in tests/data/records: every match of tests/data/matches, and some by chance.

``python -m tests.games`` writes them again; look at the difference before you keep it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from engines import GAMES, Record, Side
from matches.records import Ending, RecordedAction, Transcript, as_json, as_text
from tests.engines.choosing import Setup, eager, random_setup

DATA: Final = Path(__file__).parents[2] / "data"
FOLDER: Final = DATA / "records"
COMMANDS: Final = {"cannons": "cannons-and-crabs"}
"""The games whose command is not their key."""


_BY_RULES_1: Final = (
    "d13-f8 end b1-d6 c1-e6 d1-f6 e1-e4 f1-d5 end f8xe6 *d13 end *b1 *c1 e4-e5 d5xe6 !d6 f6-i11 b1-b6 end "
    "h13-e8 end i11-i13 b6-a11 end b13-d9 end a11-a13"
)
KEPT_RULES_1: Final = tuple(_BY_RULES_1.split())
"""A match of Predation by the first version of its rules: no action of it is to be changed."""


def recorded(
    key: str,
    setup: Setup,
    actions: Sequence[str],
    result: Ending | None = None,
    *,
    version: int | None = None,
) -> Transcript:
    """A record put together by hand: nothing of the code that makes or reads records is used."""
    game = GAMES[key] if version is None else GAMES[key].at(version)
    options = game.complete_options(setup.options)
    record = Record(key, game.rules_version, options, setup.first, setup.picks, actions)
    turn, whose, lines = 0, None, []
    for played in record.replay().played:
        turn += played.before.turn_of != whose
        whose = played.before.turn_of
        lines.append(RecordedAction(str(played), played.side, turn, played.description))
    outcome = record.replay().position.outcome()
    return Transcript(
        game=key,
        rules_version=game.rules_version,
        options=options,
        first=setup.first or game.sides[0],
        picks=setup.picks or {},
        actions=tuple(lines),
        result=Ending(outcome.winner, outcome.reason) if outcome else result,
    )


def told(path: Path) -> Transcript:
    """The record of a match of tests/data/matches."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    command, *pairs = head.split()
    options = dict(pair.split("=") for pair in pairs)
    first: Side | None = options.pop("first", None)
    return recorded(COMMANDS.get(command, command), Setup(options, first), " ".join(lines).split())


def by_chance(key: str, seed: int, plies: int, **options: str) -> Transcript:
    """The record of a match by chance, with so many actions at most."""
    chance = random.Random(seed)
    setup = random_setup(GAMES[key], options, chance)
    position = setup.start(GAMES[key])
    actions: list[str] = []
    while (legal := position.legal_actions()) and len(actions) < plies:
        actions.append(str(eager(position, legal, chance)))
        position = position.play(position.parse(actions[-1]))
    return recorded(key, setup, actions)


def kept() -> Iterator[tuple[str, Transcript]]:
    """Every record that is kept, by name."""
    for path in sorted((DATA / "matches").glob("*.txt")):
        yield path.stem, told(path)
    yield "predation-rules-1", recorded("predation", Setup({}, None), KEPT_RULES_1, version=1)
    yield "prawns-eaten", by_chance("prawns", 1, 300, board="5x5", revival="off")
    yield "prawns-running", by_chance("prawns", 4, 40)
    yield "prudh-resigned", _with_everything()


def _with_everything() -> Transcript:
    """A record in which nothing is missing that one can have."""
    bare = recorded(
        "prudh", Setup({"edge": "tomio"}, "light"), ("a4-b5", "e3-d2"), Ending("dark", "resigned")
    )
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    lines = tuple(
        RecordedAction(line.action, line.side, line.turn, line.words, noon.replace(day=day))
        for day, line in enumerate(bare.actions, 1)
    )
    return Transcript(
        bare.game,
        bare.rules_version,
        bare.options,
        bare.first,
        bare.picks,
        lines,
        bare.result,
        taken_back=3,
        begun=date(2026, 3, 1),
        ended=date(2026, 3, 5),
    )


def write(keys: Collection[str]) -> None:
    """Write those of some games again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, transcript in kept():
        if transcript.game in keys:
            (FOLDER / f"{name}.txt").write_text(as_text(transcript), encoding="utf-8")
            (FOLDER / f"{name}.json").write_text(as_json(transcript), encoding="utf-8")
            print(name)
