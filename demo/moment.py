"""A moment of the whole demo as a file: the bot's database, the messages on Discord, and their pictures.

It is a zip with text in it, so that one sees what is kept. All times are written in two ways, as
``2026-03-01 12:30:15.123456+00:00`` (with a space or a T) and as ``<t:1772368215:R>`` in messages. Opened
later, all of them are moved on, so that nothing in it is overdue.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self
from zipfile import ZIP_DEFLATED, ZipFile

from services.text_copy import make_of_text

DATABASE = "database.sql"
DISCORD = "discord.json"
MADE = "made.txt"
PICTURES = "pictures.json"

_TIME = re.compile(r"\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?\+00:00")
_STAMP = re.compile(r"<t:(\d+)")


@dataclass(frozen=True)
class KeptEvening:
    """All that there was: the database as SQL, Discord's side as JSON, pictures by their addresses."""

    made: datetime
    database: str
    discord: Any
    pictures: Mapping[str, bytes]

    def moved_to(self, now: datetime) -> Self:
        """The same moment as if it were now."""
        span = now - self.made
        discord = json.loads(moved(json.dumps(self.discord), span))
        return type(self)(now, moved(self.database, span), discord, self.pictures)

    def write_database(self, file: Path) -> None:
        """Make the bot's database of it."""
        make_of_text(self.database, file)

    def save(self, file: Path) -> None:
        with ZipFile(file, "w", ZIP_DEFLATED) as packed:
            packed.writestr(MADE, self.made.isoformat())
            packed.writestr(DATABASE, self.database)
            packed.writestr(DISCORD, json.dumps(self.discord, indent=1))
            packed.writestr(PICTURES, json.dumps(list(self.pictures)))
            for number, picture in enumerate(self.pictures.values()):
                packed.writestr(f"{number}.png", picture)

    @classmethod
    def load(cls, file: Path) -> Self:
        with ZipFile(file) as packed:
            addresses = json.loads(packed.read(PICTURES))
            return cls(
                datetime.fromisoformat(packed.read(MADE).decode()),
                packed.read(DATABASE).decode(),
                json.loads(packed.read(DISCORD)),
                {address: packed.read(f"{number}.png") for number, address in enumerate(addresses)},
            )


def moved(text: str, span: timedelta) -> str:
    """A text with all of its times moved on."""

    def time(found: re.Match[str]) -> str:
        """The same way of writing: with a space or a T, with a fraction or without."""
        was = found[0]
        return (datetime.fromisoformat(was).astimezone(UTC) + span).isoformat(
            was[10], "microseconds" if "." in was else "seconds"
        )

    stamped = _STAMP.sub(lambda found: f"<t:{round(int(found[1]) + span.total_seconds())}", text)
    return _TIME.sub(time, stamped)
