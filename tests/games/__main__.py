"""Write again what is kept of matches and pictures: ``python -m tests.games [GAME …]``, all without a name.

Printed matches, golden pictures and records. Look at what changed before keeping it.
"""

from __future__ import annotations

import argparse

from engines import GAMES
from tests.engines import playthroughs
from tests.imaging import golden
from tests.matches.records import transcripts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    keys = parser.parse_args().games or list(GAMES)
    if unknown := [key for key in keys if key not in GAMES]:
        parser.error(f"there is no game {unknown[0]!r}")
    for key in keys:
        playthroughs.write(key)
        golden.write(golden.pictures(key))
    transcripts.write(keys)


if __name__ == "__main__":
    main()
