"""The process that thinks, with somebody who listens: what it is told and says is added to a file.

``python -m tests.loopback.overheard FILE`` does as ``python -m computer.worker``, and to its end.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from computer.worker import answer


def main(file: Path) -> None:
    """Think until the input ends."""
    with file.open("a", buffering=1) as heard:
        for line in sys.stdin:
            heard.write(line)
            said = json.dumps(answer(line)) + "\n"
            heard.write(said)
            sys.stdout.write(said)
            sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
