"""Secret picks, and all that somebody could learn of them: what is seen, and what is told who asks."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from tests.cogs.server import Server, labels, parts
from tests.pictures import unpacked

SPECIES: Final = ("shrimp", "crab", "lobster")
PICKS: Final = [(first, second) for first in SPECIES for second in SPECIES]
A_PICK: Final = re.compile("|".join(SPECIES), re.IGNORECASE)
ASKED: Final[Sequence[tuple[str, dict[str, Any]]]] = (
    ("matches", {}),
    ("match", {"number": "history"}),
    *(("match", {"number": "1", "deed": deed}) for deed in ("record", "share", "film", "watch", "more")),
    ("match", {"number": "1"}),
    ("open", {"code": "AAAAAA"}),
    ("ranking", {"game": "prawns"}),
    ("profile", {}),
    ("matches", {"show": "running"}),
    ("settings", {}),
)
"""What everybody can ask for."""


async def seen(server: Server) -> list[Any]:
    """All that anybody can see in the channel and the thread: every field of every message, every pixel.

    Its id stays out: of two messages in two places, the loops that write them decide which comes first.
    """
    places = [server.channel, *server.channel.threads]
    messages = [message for place in places for message in place.history()]
    return [
        (
            message.content,
            json.dumps([component.to_dict() for component in message.components], sort_keys=True),
            [(file.filename, file.description, unpacked(await file.read())) for file in message.attachments],
            str(message.created_at),
            str(message.edited_at),
        )
        for message in messages
    ] + [place.name for place in places]


async def told(result: InteractionResult) -> list[Any]:
    """Everything of the answers to something: every component, every byte of every file."""
    answers = [*([result.response] if result.response else []), *result.followups]
    return [await whole(answer) for answer in answers]


async def whole(message: Any) -> tuple[str, list[Any]]:
    """Every component of a message, and every byte of its files."""
    files = [(file.filename, file.description, unpacked(await file.read())) for file in message.attachments]
    return json.dumps(list(parts(message)), sort_keys=True), files


async def asked(server: Server, who: MemberActor, where: Any = None) -> list[Any]:
    """What somebody is answered who asks for everything, and presses what leads on."""
    where = where or server.home
    found: list[Any] = []
    for command, options in ASKED:
        result = await who.slash(where, command, **options)
        found.append((command, await told(result)))
        for label in ("Film", "Record", "Step through", "⋯", "Export", "Each move"):
            panel = result.response
            if panel is not None and label in labels(panel):
                found.append((command, label, await told(await who.click(panel, label=label))))
    return found
