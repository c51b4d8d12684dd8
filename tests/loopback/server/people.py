"""What people do in Discord, and what they are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from copy import copy
from typing import Any, Final

from tests.loopback.server import components, forms, interactions, messaging, payloads, rights
from tests.loopback.server.entities import Channel, Interaction, Message, User
from tests.loopback.server.world import World
from tests.mentions import as_code

SUBCOMMAND: Final = 1
GROUP: Final = 2
USER: Final = 6
CHANNEL: Final = 7
ROLE: Final = 8

ASKED_AFTER: Final = 0.5
"""Seconds without an answer after which the bots are asked whether they are still about it."""
FIELD: Final = 4
"""The type of a text field in a form."""
ENTITIES: Final = {5: USER, 6: ROLE, 8: CHANNEL}
"""The types of menus of people, roles and channels, each with that of an option which takes the same."""


class CannotDoError(Exception):
    """Discord's own program would not let somebody do this."""


class NotAcknowledgedError(Exception):
    """Nobody answers what somebody did."""


class Answer:
    """What somebody got for a command, a click or a menu."""

    def __init__(self, world: World, interaction: Interaction) -> None:
        self.world = world
        self.interaction = interaction

    @property
    def acknowledged_in(self) -> float | None:
        """After how many seconds it was acknowledged; None if it was not."""
        when = self.interaction.acknowledged_at
        return None if when is None else (when - self.interaction.created_at).total_seconds()

    @property
    def failed(self) -> bool:
        """Whether Discord says "This interaction failed", or that the application did not respond."""
        return self.interaction.acknowledged_at is None

    @property
    def deferred(self) -> bool:
        """Whether it was acknowledged with the answer to come."""
        return self.interaction.callback in (5, 6)

    @property
    def thinking(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return self.interaction.thinking

    @property
    def original_deleted(self) -> bool:
        """Whether the first answer was taken away."""
        return self.interaction.original_deleted

    @property
    def messages(self) -> list[Message]:
        """The messages it was answered with that are still there; not the one that was clicked on."""
        return [message for message in self.messages_ever if not message.deleted]

    @property
    def messages_ever(self) -> list[Message]:
        """The same with those that are gone by now."""
        first = self.interaction.original
        own = [first] if first is not None and first is not self.interaction.message else []
        found = dict.fromkeys([*own, *self.interaction.followups])
        return [message for message in found if not message.loading]

    @property
    def private(self) -> list[Message]:
        """Those that nobody else sees."""
        return [message for message in self.messages if message.ephemeral]

    @property
    def told(self) -> str:
        """All that was told privately."""
        return "\n".join(text(message) for message in self.private)

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """What autocompletion offered: names and values."""
        return [(choice["name"], choice["value"]) for choice in self.interaction.choices or []]

    async def complete(self) -> Answer:
        """Wait until it no longer says that the bot is thinking; returns itself."""
        await self.world.until(lambda: not self.interaction.thinking, what="the end of the thinking")
        return self

    async def message(self, number: int = 0, *, within: float | None = None) -> Message:
        """Wait for a private message; returns it. ``within`` as in :meth:`World.until`."""
        found = await self.world.until(
            lambda: self.private[number:], within=within, what=f"private message {number}"
        )
        return found[0]


class Person:
    """Somebody who uses Discord."""

    def __init__(self, world: World, user: User) -> None:
        self.world = world
        self.user = user

    @property
    def id(self) -> int:
        """Their id."""
        return self.user.id

    @property
    def mention(self) -> str:
        """How a text names them."""
        return self.user.mention

    # --- doing -----------------------------------------------------------------------------------

    async def slash(self, where: Channel, command: str, /, **options: Any) -> Answer:
        """Send a command (``"prawns challenge"``), and wait until it is acknowledged."""
        return await self.acknowledged(self.send_slash(where, command, **options))

    def send_slash(self, where: Channel, command: str, /, **options: Any) -> Answer:
        """Send a command and wait for nothing."""
        self._check(where)
        data = self._command(where, command, options)
        return self._begin(where, interactions.COMMAND, data)

    async def autocomplete(
        self, where: Channel, command: str, option: str, typed: str, **options: Any
    ) -> list[tuple[str, Any]]:
        """What is offered while somebody types an option: names and values."""
        answer = self.send_typing(where, command, option, typed, **options)
        await self._noticed(answer)
        return answer.choices

    def send_typing(self, where: Channel, command: str, option: str, typed: str, /, **options: Any) -> Answer:
        """Ask for what is offered while an option is typed, and wait for nothing."""
        self._check(where)
        data = self._command(where, command, {**options, option: typed}, focused=option)
        return self._begin(where, interactions.AUTOCOMPLETE, data)

    async def click(
        self, message: Message, label: str | None = None, *, custom_id: str | None = None
    ) -> Answer:
        """Click a button, and wait until it is acknowledged."""
        return await self.acknowledged(self.send_click(message, label, custom_id=custom_id))

    def send_click(
        self, message: Message, label: str | None = None, *, custom_id: str | None = None
    ) -> Answer:
        """Click a button, by its label or by how its id begins, and wait for nothing."""
        kinds = frozenset({components.BUTTON})
        return self._use(
            message, components.find(message.components, kinds, label=label, custom_id=custom_id)
        )

    async def select(
        self,
        message: Message,
        values: Sequence[str],
        label: str | None = None,
        *,
        custom_id: str | None = None,
    ) -> Answer:
        """Choose in a menu, and wait until it is acknowledged."""
        return await self.acknowledged(self.send_select(message, values, label, custom_id=custom_id))

    def send_select(
        self,
        message: Message,
        values: Sequence[Any],
        label: str | None = None,
        *,
        custom_id: str | None = None,
    ) -> Answer:
        """Choose in a menu, by its prompt or by how its id begins, and wait for nothing.

        From a menu of people, roles or channels those themselves are chosen.
        """
        menu = components.find(message.components, components.SELECTS, label=label, custom_id=custom_id)
        offered = {option["value"] for option in menu.get("options", ())}
        if menu["type"] == 3 and not set(values) <= offered:
            raise CannotDoError(f"{values} are not all among {sorted(offered)}")
        if not menu["min_values"] <= len(values) <= menu["max_values"]:
            raise CannotDoError(f"{len(values)} values are too few or too many")
        if menu["type"] not in ENTITIES:
            return self._use(message, menu, values=list(values))
        resolved: dict[str, Any] = {}
        chosen = [self._resolve(message.channel, ENTITIES[menu["type"]], one, resolved) for one in values]
        return self._use(message, menu, values=chosen, resolved=resolved)

    async def fill(self, opened: Answer, *texts: str) -> Answer:
        """Fill the form that an answer opened with ``texts`` and send it; returns once it is acknowledged."""
        return await self.acknowledged(self.send_form(opened, *texts))

    def send_form(self, opened: Answer, *texts: str, **chosen: Sequence[str]) -> Answer:
        """Fill and send the form that an answer opened, and wait for nothing.

        ``texts`` are for its fields, in order; ``chosen`` for its menus, which else stay as they were marked.
        """
        form = opened.interaction.form
        if form is None:
            raise CannotDoError("no form was opened")
        fields = [part for part in components.walk(form["components"]) if part["type"] == FIELD]
        values = {field["custom_id"]: [typed] for field, typed in zip(fields, texts, strict=True)}
        data = {
            "custom_id": form["custom_id"],
            "components": [forms.sent(part, {**values, **chosen}) for part in form["components"]],
        }
        of = opened.interaction
        return self._begin(of.channel, interactions.FORM, data, of.message)

    async def choose_in_form(
        self, opened: Answer, *, who: Person | None = None, **chosen: Sequence[str]
    ) -> Answer:
        """Send the form of an answer with what is chosen in its menus and boxes, and ``who`` as its person.

        What isn't named stays as it was marked.
        """
        form, of = opened.interaction.form, opened.interaction
        if form is None:
            raise CannotDoError("no form was opened")
        resolved: dict[str, Any] = {}
        people = {} if who is None else {"who": [self._resolve(of.channel, USER, who, resolved)]}
        parts = [forms.sent(label, {**chosen, **people}) for label in form["components"]]
        data = {"custom_id": form["custom_id"], "components": parts, "resolved": resolved}
        return await self.acknowledged(self._begin(of.channel, interactions.FORM, data, of.message))

    async def use_on(self, where: Channel, name: str, target: Person | Message) -> Answer:
        """Use a command of the context menu of a person or a message, and wait until it is acknowledged."""
        return await self.acknowledged(self.send_use_on(where, name, target))

    def send_use_on(self, where: Channel, name: str, target: Person | Message) -> Answer:
        """Use a command of the context menu of a person or a message, and wait for nothing."""
        self._check(where)
        command = _named(self.world.commands, name, "command")
        resolved: dict[str, Any] = {}
        if isinstance(target, Person):
            self._resolve(where, USER, target, resolved)
        else:
            resolved["messages"] = {str(target.id): payloads.message(self.world, target)}
        data = {"id": command["id"], "name": name, "type": command["type"], "target_id": str(target.id)}
        return self._begin(where, interactions.COMMAND, {**data, "resolved": resolved})

    async def forge(self, message: Message, custom_id: str, values: Sequence[str] = ()) -> Answer:
        """Use a control that was never on a message, and wait until it is acknowledged."""
        return await self.acknowledged(self.send_forged(message, custom_id, values))

    def send_forged(self, message: Message, custom_id: str, values: Sequence[str] = ()) -> Answer:
        """Use a control that was never on a message, as no program of Discord's would let them.

        It is a button, or a menu in which ``values`` are chosen.
        """
        control: dict[str, Any] = {"type": 3 if values else 2, "id": components.MOST, "custom_id": custom_id}
        if values:
            control |= {"options": [{"label": value, "value": value} for value in values]}
            control |= {"min_values": 1, "max_values": 1}
        else:
            control |= {"style": 2, "label": "Forged"}
        forged = copy(message)
        forged.components = [{"type": 1, "id": components.MOST, "components": [control]}]
        return self._use(forged, control, **({"values": list(values)} if values else {}))

    # --- seeing ----------------------------------------------------------------------------------

    def sees(self, where: Channel) -> list[Message]:
        """The messages of a channel as this person sees them, oldest first."""
        if not rights.sees(where, self.user):
            return []
        mine = [message for message in where.messages.values() if message.only_for in (None, self.user)]
        return sorted(mine, key=lambda message: message.id)

    @property
    def dms(self) -> list[Message]:
        """The direct messages from the bot, oldest first."""
        return [
            message
            for channel in self.world.channels.values()
            if channel.recipient is self.user
            for message in channel.messages.values()
        ]

    def pings(self, *, loud: bool = True) -> list[Message]:
        """The messages that pinged this person; ``loud``: those alone that made a sound."""
        return [
            message
            for message in self.world.messages()
            if self.user.id in message.pings.users and not (loud and message.pings.silent)
        ]

    # --- parts -----------------------------------------------------------------------------------

    def _check(self, where: Channel) -> None:
        allowed = rights.in_channel(where, self.user)
        if not allowed.view_channel:
            raise CannotDoError(f"{self.user.name} does not see {where.name or where.id}")
        if where.guild is not None and not allowed.use_application_commands:
            raise CannotDoError(f"{self.user.name} may not use commands in {where.name}")
        if where.archived:
            # discord-limits.md: no commands in an archived thread, and buttons fail.
            raise CannotDoError(f"{where.name} is archived")
        if where.id not in self.world.channels:
            raise CannotDoError(f"{where.name} is gone")

    def _use(self, message: Message, control: dict[str, Any], **more: Any) -> Answer:
        if message.deleted or message.only_for not in (None, self.user):
            raise CannotDoError(f"{self.user.name} does not see this message")
        self._check(message.channel)
        if control.get("disabled"):
            raise CannotDoError("it is greyed out")
        data = {
            "custom_id": control["custom_id"],
            "component_type": control["type"],
            "id": control["id"],
            **more,
        }
        return self._begin(message.channel, interactions.COMPONENT, data, message)

    def _begin(
        self, where: Channel, kind: int, data: dict[str, Any], message: Message | None = None
    ) -> Answer:
        return Answer(self.world, interactions.begin(self.world, self.user, where, kind, data, message))

    async def acknowledged(self, answer: Answer) -> Answer:
        """The answer, once it is acknowledged. Raises NotAcknowledgedError unless people go on anyway."""
        await self._noticed(answer)
        if answer.failed and self.world.all_rest is not None:
            told = answer.interaction.payload["data"]
            raise NotAcknowledgedError(f"nobody answers what {self.user.name} did: {told}")
        return answer

    async def _noticed(self, answer: Answer) -> None:
        """Wait until it is acknowledged, or will never be: its time is over, or the bots rest."""
        noticed = asyncio.create_task(self.world.until(lambda: self._is_over(answer), what="an answer"))
        at_rest = asyncio.create_task(self._at_rest())
        try:
            await asyncio.wait((noticed, at_rest), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (noticed, at_rest):
                task.cancel()
            await asyncio.gather(noticed, at_rest, return_exceptions=True)

    def _is_over(self, answer: Answer) -> bool:
        late = self.world.now() - answer.interaction.created_at > self.world.acknowledge_within
        return late or not answer.failed

    async def _at_rest(self) -> None:
        """Return once the bots rest. Answers come before that, as a rule, and nobody needs to be asked."""
        await asyncio.sleep(ASKED_AFTER)
        if self.world.all_rest is None:
            await asyncio.get_running_loop().create_future()
        else:
            await self.world.all_rest()

    # --- commands --------------------------------------------------------------------------------

    def _command(
        self, where: Channel, name: str, options: dict[str, Any], *, focused: str | None = None
    ) -> dict[str, Any]:
        words = name.split()
        command = _named(self.world.commands, words[0], "command")
        contexts = command.get("contexts")
        if contexts is not None and (0 if where.guild else 1) not in contexts:
            raise CannotDoError(f"/{name} is not offered here")
        resolved: dict[str, Any] = {}
        last = command
        for word in words[1:]:
            last = _named(last.get("options", ()), word, f"part of /{words[0]}")
        given = self._options(where, last.get("options", ()), options, resolved, focused)
        for word in reversed(words[1:]):
            kind = GROUP if len(words) == 3 and word == words[1] else SUBCOMMAND
            given = [{"name": word, "type": kind, "options": given}]
        # Without a server: theirs alone would have one.
        data = {"id": command["id"], "name": command["name"], "type": 1, "options": given}
        if resolved:
            data["resolved"] = resolved
        return data

    def _options(
        self,
        where: Channel,
        known: Sequence[dict[str, Any]],
        given: dict[str, Any],
        resolved: dict[str, Any],
        focused: str | None,
    ) -> list[dict[str, Any]]:
        if unknown := given.keys() - {option["name"] for option in known}:
            raise CannotDoError(f"there are no options {sorted(unknown)}")
        told = []
        for option in known:
            name = option["name"]
            if name not in given:
                if option.get("required") and focused is None:
                    raise CannotDoError(f"{name} is required")
                continue
            entry = {"name": name, "type": option["type"]}
            if name == focused:
                entry |= {"value": str(given[name]), "focused": True}
            else:
                entry["value"] = self._value(where, option, given[name], resolved)
            told.append(entry)
        return told

    def _value(self, where: Channel, option: dict[str, Any], given: Any, resolved: dict[str, Any]) -> Any:
        match option["type"]:
            case 3:
                return _text_value(option, given)
            case 4:
                return int(given)
            case 5:
                return bool(given)
            case 6 | 7 | 8:
                return self._resolve(where, option["type"], given, resolved)
            case 10:
                return float(given)
            case 11:
                file = messaging.uploaded(self.world, where, *given)
                self.world.uploads.append(file)
                resolved.setdefault("attachments", {})[str(file.id)] = payloads.attachment(file)
                return str(file.id)
            case kind:
                raise NotImplementedError(f"options of type {kind}: add them here")

    def _resolve(self, where: Channel, kind: int, given: Any, resolved: dict[str, Any]) -> str:
        """The id of a person, a channel or a role, described in ``resolved``."""
        if kind == USER:
            user = given.user if isinstance(given, Person) else given
            resolved.setdefault("users", {})[str(user.id)] = payloads.user(user)
            if where.guild is not None and user.id in where.guild.members:
                resolved.setdefault("members", {})[str(user.id)] = interactions.member(where, user)
            return str(user.id)
        if kind == CHANNEL:
            allowed = str(rights.in_channel(given, self.user).value)
            told = {**payloads.channel(given), "permissions": allowed}
            resolved.setdefault("channels", {})[str(given.id)] = told
        else:
            resolved.setdefault("roles", {})[str(given.id)] = payloads.role(given)
        return str(given.id)


def _named(parts: Sequence[dict[str, Any]], name: str, what: str) -> dict[str, Any]:
    for part in parts:
        if part["name"] == name:
            return part
    raise CannotDoError(f"there is no {what} {name!r}, only {[part['name'] for part in parts]}")


def _text_value(option: dict[str, Any], given: Any) -> str:
    choices = option.get("choices")
    if not choices:
        return str(given)
    for choice in choices:
        if given in (choice["value"], choice["name"]):
            return str(choice["value"])
    raise CannotDoError(f"{given!r} is none of {[choice['name'] for choice in choices]}")


# --- reading messages ----------------------------------------------------------------------------


def text(message: Message) -> str:
    """All that a message says, commands as code."""
    return as_code("\n".join(filter(None, [message.content, *components.texts(message.components)])))


def labels(message: Message) -> list[str]:
    """The labels of a message's buttons."""
    return [
        part["label"] for part in components.walk(message.components) if part["type"] == components.BUTTON
    ]
