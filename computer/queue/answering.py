"""The worker's side: what was asked is given to the children here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from computer.core import Job
from computer.looks import Look
from computer.workers import HINT, KINDS, LOOK, ThinkingError, Workers, WorkersClosedError


def most_of(number: int) -> Mapping[str, int]:
    """The jobs of each kind that ``number`` children take up: one child is left to those who play."""
    return dict.fromkeys(KINDS, number) | {KINDS[LOOK]: max(1, number - 1)}


async def answered(workers: Workers, kind: str, line: bytes) -> bytes:
    """The answer to a job: a thought, what was seen, or ``{"error": …}`` with what is the matter.

    Raises WorkersClosedError.
    """
    try:
        answer = await _answer(workers, kind, json.loads(line))
    except WorkersClosedError:
        raise
    except ThinkingError as error:
        answer = {"error": str(error)}
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        # A job of another version may be one that nobody here understands.
        answer = {"error": f"a job cannot be read ({type(error).__name__})"}
    return json.dumps(answer).encode()


async def _answer(workers: Workers, kind: str, asked: dict[str, Any]) -> dict[str, Any]:
    if kind == KINDS[LOOK]:
        return {"seen": [asdict(seen) for seen in await workers.look(Look(**asked))]}
    job = Job(**(asked | {"seen": tuple(asked["seen"])}))
    return asdict(await workers.think(job, hint=kind == KINDS[HINT]))
