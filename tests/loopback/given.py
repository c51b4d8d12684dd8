"""What each reader was given by the bot: texts, forms, suggestions and files, as one text to search.

And the ids of all controls that anybody was ever shown, which a reader can press on a message of their own.
"""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.loopback import captured, prying
from tests.loopback.doing import pressed
from tests.loopback.server import components, forms, rights
from tests.loopback.server.entities import Channel, Message, User
from tests.loopback.server.faults import Call
from tests.loopback.server.people import Answer, Person
from tests.loopback.story import Story

PICTURES: Final = (".png", ".gif", ".webp")
SELECT: Final = 3
"""The type of a menu of texts."""
NEEDED: Final = frozenset({"match", "code"})
"""The options that a command may require and be asked with all the same."""


class Given:
    """All that is sent from now on, with who read it."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self._read: list[tuple[User | Channel | None, Call]] = []
        story.discord.server.watchers.append(self._note)

    def _note(self, call: Call) -> None:
        world = self.story.world
        self._read.append((captured.reader(world, call) or self._place(call), call))

    def _place(self, call: Call) -> Channel | None:
        """Where all see what a request does."""
        parts = call.path.split("/")
        if parts[1] == "channels":
            # What a thread is called is read by those who see it.
            number = (
                call.answer["id"] if parts[-1] == "threads" and isinstance(call.answer, dict) else parts[2]
            )
            return self.story.world.channels.get(int(number))
        tokens = [
            self.story.world.interactions[part] for part in parts if part in self.story.world.interactions
        ]
        return tokens[0].channel if tokens else None

    def to(self, who: Person) -> str:
        """All that somebody was given, or saw in the channels that they see."""
        return "\n".join(
            said for reader, call in self._read if self._reads(who, reader) for said in _said(call)
        )

    def in_channel(self, place: Channel) -> str:
        """All that was sent into a channel or a thread."""
        return "\n".join(said for reader, call in self._read if reader is place for said in _said(call))

    @staticmethod
    def _reads(who: Person, reader: User | Channel | None) -> bool:
        if isinstance(reader, Channel):
            return rights.sees(reader, who.user)
        return reader is who.user

    def controls(self) -> dict[str, list[str]]:
        """The ids of all controls that anybody was ever shown, with what could be chosen there."""
        found: dict[str, list[str]] = {}
        for _, call in self._read:
            for part in _parts(call.body):
                if part.get("custom_id") and part.get("type") in (components.BUTTON, SELECT):
                    found[part["custom_id"]] = [option["value"] for option in part.get("options", ())]
        return found


def _said(call: Call) -> Iterator[str]:
    """What a request says, and what its files hold, pictures left out."""
    yield json.dumps(call.body, ensure_ascii=False)
    for name, content in call.files.values():
        yield name
        if not name.endswith(PICTURES):
            yield from _texts(content)


def _texts(content: bytes) -> Iterator[str]:
    if content.startswith(b"\x1f\x8b"):
        content = gzip.decompress(content)
    if not content.startswith(b"PK"):
        yield content.decode()
        return
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            yield name
            if not name.endswith(PICTURES):
                yield from _texts(archive.read(name))


def _parts(body: Any) -> Iterator[dict[str, Any]]:
    """Every part of what was sent that can be a control; the fields of a form are none."""
    if isinstance(body, dict) and body.get("type") != forms.LABEL:
        yield body
        for inner in body.values():
            yield from _parts(inner)
    elif isinstance(body, list):
        for inner in body:
            yield from _parts(inner)


@dataclass
class Pryer:
    """Somebody who asks for all there is, and presses whatever anybody was ever shown."""

    story: Story
    who: Person
    channel: Channel
    _own: Message | None = None

    async def ask(self, code: str, *, keeper: bool = False) -> None:
        """Every command that needs no more than a match or a code; the file of *Export* among the answers."""
        given = {"match": "1", "number": "1", "code": code}
        for name, leaf in prying.leaves(self.story.world.commands).items():
            options = leaf.get("options", ())
            required = {option["name"] for option in options if option.get("required")}
            if leaf["type"] in prying.CONTEXT_MENUS or leaf["keepers"] > keeper or not required <= NEEDED:
                continue
            named = {option["name"] for option in options}
            said = {key: value for key, value in given.items() if key in named}
            answer = await self.who.slash(self.channel, name, **said)
            await answer.complete()
            if name == "settings":
                stored = await pressed(self.who, answer.private[-1], "Privacy…")
                await (await self.who.click(stored, "Export")).complete()

    async def press(self, controls: Mapping[str, Sequence[str]], but: frozenset[str]) -> int:
        """Press all controls, in each menu each entry; returns how often."""
        pressed = 0
        for custom_id, options in controls.items():
            verb = custom_id.partition(":")[0]
            if verb in but:
                continue
            for values in [[value] for value in options] or [[]]:
                answer = await self._forged(custom_id, values)
                await answer.complete()
                pressed += 1
        return pressed

    async def _forged(self, custom_id: str, values: Sequence[str]) -> Answer:
        if self._own is None or self._own.deleted:
            self._own = await (await self.who.slash(self.channel, "help")).message()
        return await self.who.forge(self._own, custom_id, values)
