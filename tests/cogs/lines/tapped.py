"""What people do on the private board for trying lines, and what they see there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cogs.kit.arguments import numbers_in
from cogs.panels.moving.move_steps import walk
from engines import Position
from engines.record import History
from tests.cogs.server import Server, ids, labels, parts, text


@dataclass
class Panel:
    """A panel of ``who``, and the ``line`` that stands on its board."""

    server: Server
    who: Any
    look: Callable[[], Any]
    line: History
    key: str

    @property
    def position(self) -> Position:
        return self.line.position

    @property
    def said(self) -> str:
        return text(self.look())

    async def tries(self, *actions: str) -> None:
        """Try actions one after the other, by taps."""
        for action in actions:
            await self._try(action)

    async def _try(self, action: str) -> None:
        words = self.server.bot.app.presentations[self.key].words
        path = next(one.path for one in self.position.legal_actions() if str(one) == action)
        steps = walk(self.position, words)
        while True:
            found = []
            for custom_id, value, taken in choices_on(self.look()):
                after = walk(self.position, words, taken)
                if after.taken == taken and after.prefix == path[: len(after.prefix)]:
                    found.append((len(taken), custom_id, value, after))
            _, custom_id, value, after = max(found, key=lambda one: one[0])
            assert after.taken != steps.taken or steps.action is not None, "it leads nowhere"
            if value is None:
                await self.who.click(self.look(), custom_id=custom_id)
            else:
                await self.who.select(self.look(), [value], custom_id=custom_id)
            steps = after
            if steps.action is not None:
                self.line = self.line.then(action)
                return

    async def press(self, label: str) -> None:
        """Press a button, under *⋯* if it isn't in sight."""
        if label not in labels(self.look()):
            await self.more()
        await self.who.click(self.look(), label=label)

    async def more(self) -> None:
        """Open what is under *⋯*."""
        await self.who.click(self.look(), label="⋯")

    async def back(self) -> None:
        await self.press("◀")
        self.line = self.line.until(len(self.line.played) - 1)

    async def choose(self, verb: str, value: str) -> None:
        """Choose an entry of the menu with this verb."""
        await self.who.select(self.look(), [value], custom_id=ids(self.look(), f"{verb}:")[0])


def choices_on(panel: Any) -> list[tuple[str, str | None, tuple[int, ...]]]:
    """The buttons and entries that choose a part of an action, with the choices that they lead to."""
    found: list[tuple[str, str | None, tuple[int, ...]]] = []
    for part in parts(panel):
        verb, _, numbers = part.get("custom_id", "").partition(":")
        if verb == "linestep":
            args = tuple(map(int, numbers.split(":")[2].split(".")))
            found.append((part["custom_id"], None, args[4:]))
        elif verb == "linechoice":
            args = tuple(map(int, numbers.split(":")[2].split(".")))
            found += [
                (part["custom_id"], option["value"], (*args[5:], *numbers_in(option["value"])))
                for option in part["options"]
            ]
    return found


async def opened(server: Server, who: Any, number: int = 1) -> Panel:
    """The panel of ``who``, opened from the card of a match."""
    more = await server.open(who, "⋯")
    answered = await who.click(more(), label="Analysis board")
    match = await server.match(number)
    line = server.bot.app.matches.history(match)
    return Panel(server, who, lambda: answered.followups[-1], line, match.game_key)


async def opened_on_rules(server: Server, who: Any, command: str) -> Panel:
    """The panel of ``who``, opened from the rules of a game."""
    face = next(face for face in server.bot.app.presentations.values() if face.command == command)
    rules = (await who.slash(server.channel, f"{command} rules")).response
    answered = await who.click(rules, label="Analysis board")
    return Panel(server, who, lambda: answered.followups[-1], History(face.game.start()), face.game.key)
