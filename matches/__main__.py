"""Records of matches from a shell: ``python -m matches verify FILE`` checks the seals of one.

Exits with 0 if every seal holds or the record has no seals, 1 if a seal does not hold or cannot be checked,
2 if the file is not a record.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from matches.records import LONGEST, CheckedSeal, TranscriptError, Verdict, checked, read
from settings.console import run

WELL, WRONG, REFUSED = 0, 1, 2
_SAID: Final[Mapping[Verdict, str]] = {
    Verdict.HOLDS: "the seal holds",
    Verdict.BROKEN: "the seal does not hold: something in this record was changed, or what was sealed",
    Verdict.NOT_SEALED: "not sealed",
    Verdict.CLOSED: "sealed, and the salt that opens it is missing",
    Verdict.UNKNOWN: "sealed in a version that is not known here",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code. Raises SystemExit for one that cannot be parsed."""
    parser = argparse.ArgumentParser(prog="python -m matches", description="Looks after records of matches.")
    commands = parser.add_subparsers(required=True)
    verify = commands.add_parser("verify", help="check the seals of a record, in lines or in JSON")
    verify.add_argument("file", type=Path, metavar="FILE")
    return _verify(parser.parse_args(arguments).file)


def _verify(file: Path) -> int:
    try:
        with file.open("rb") as opened:
            # One byte over the limit is enough to see that the file is too large.
            found = checked(read(opened.read(LONGEST + 1)))
    except OSError as error:
        print(f"{file} cannot be read: {error.strerror}", file=sys.stderr)
        return REFUSED
    except TranscriptError as error:
        print(f"{file} is no record: {error}", file=sys.stderr)
        return REFUSED
    print("\n".join(map(_said, found)) or "Nothing in this match could be sealed.")
    good = all(one.verdict in (Verdict.HOLDS, Verdict.NOT_SEALED) for one in found)
    return WELL if good else WRONG


def _said(one: CheckedSeal) -> str:
    return f"{one.what} {one.value}: {_SAID[one.verdict]}"


if __name__ == "__main__":
    run(main)
