"""Pairs of a Swiss, computed in a process of its own: a large field takes a minute of processor time."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from matches.tournaments.field import Pair, SwissField, check_pairs, read_pairs
from settings.children import passed_on

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 900.0
"""Seconds after which pairing is given up: a field of 1,000 takes about a minute."""

Pairs = tuple[Pair, ...] | None
"""The pairs of a round, the top board first; None if no legal pairing exists."""
PairUp = Callable[[SwissField], Awaitable[Pairs]]


class PairingFailedError(Exception):
    """The process failed, or took too long; it is worth another try."""


async def pair_in_process(field: SwissField) -> Pairs:
    """The pairs of a field's next round. Raises PairingFailedError."""
    command = (sys.executable, "-m", "matches.tournaments.swiss")
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=ROOT, env=passed_on()
    )
    try:
        async with asyncio.timeout(PATIENCE):
            answer, trouble = await process.communicate(field.as_json().encode())
    except TimeoutError:
        raise PairingFailedError(f"no pairs within {PATIENCE:.0f} s") from None
    finally:
        with suppress(ProcessLookupError):
            process.kill()
    if process.returncode:
        last = trouble.decode(errors="replace").strip().splitlines()[-1:]
        raise PairingFailedError(f"exit code {process.returncode}: {''.join(last)}")
    try:
        pairs = read_pairs(answer.decode())
        if pairs is not None:
            check_pairs(field, pairs)
    except ValueError as error:
        raise PairingFailedError(f"unusable pairs: {error}") from None
    return pairs
