"""The base of every button and menu: all it knows is in its id, and one guard reports its errors.

An id is ``verb:match:version`` and, where needed, ``:number`` or several such, with dots between; some add
``=text``. So controls outlive a restart. A control is a function, decorated with its verb: it is given the
press, and what its parameters say that the id holds (``arguments``). ``on`` and ``about`` take the same
values, and put the id on a component of discord.py. What a press means is decided by the service, which
compares the version. The guard acknowledges first, then has the function act, and reports any error like the
command tree.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Concatenate, Final, Generic, ParamSpec, Self, TypeVar

import discord
from discord import ui

from cogs.kit.arguments import ID, Grammar, Held, is_choice
from cogs.kit.call import Call, Interaction
from cogs.kit.emojis import PicturedButton
from cogs.kit.errors import OldCardError, Refusal, check_person
from cogs.kit.reporting import reporting
from cogs.text import errors_texts
from matches import MatchId
from matches.model import MatchFacts

if TYPE_CHECKING:
    from cogs.kit.card import Card

One = TypeVar("One")
Given = ParamSpec("Given")
"""What ids of a control or form hold: the parameters of its handler after the first one."""

_CHANNELS: Final = (discord.app_commands.AppCommandChannel, discord.app_commands.AppCommandThread)
_NO_ID: Final = "-"
"""The id of a button that isn't a control yet."""
_NUMBER: Final = r"[0-9]{1,22}"
"""A number in an id: the longest tells the announcements of seasons apart, by server and season."""
_ID_FORM: Final = re.compile(
    rf"[a-z]+:(?P<match>{_NUMBER}):(?P<version>{_NUMBER})(?::(?P<args>{_NUMBER}(?:\.{_NUMBER})*))?(?:=(?P<text>.+))?"
)


@dataclass(frozen=True, slots=True)
class Press(Call):
    """A use of a control: a call, with the data in the control's id and what was chosen."""

    match_id: MatchId
    version: int
    values: Sequence[str]
    """The entries that were chosen, in a menu."""
    people: Sequence[discord.User | discord.Member] = ()
    """The people who were chosen, in a menu of members."""
    roles: Sequence[discord.Role] = ()
    """The roles that were chosen, in a menu of those."""
    channels: Sequence[discord.app_commands.AppCommandChannel | discord.app_commands.AppCommandThread] = ()
    """The channels that were chosen, in a menu of those."""

    @property
    def value(self) -> str:
        """The one entry that was chosen."""
        return self.values[0]

    @property
    def number(self) -> int:
        """The one entry that was chosen, as a number."""
        return int(self.value)

    def one_of(self, options: Sequence[One], number: int) -> One:
        """The option with a number of the id. Raises OldCardError if there is none anymore."""
        if not 0 <= number < len(options):
            raise OldCardError(self.match_id)
        return options[number]

    @property
    def is_private(self) -> bool:
        """True if the control stands on a private panel."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def respond(self, card: Card) -> None:
        """Show ``card`` in place of the private panel that the control stands on; privately if on another."""
        await (self.redraw(card) if self.is_private else self.answer(card))


Component = ui.Button[Any] | ui.Select[Any] | ui.UserSelect[Any] | ui.RoleSelect[Any] | ui.ChannelSelect[Any]
"""A component of discord.py that can be a control."""

CONTROLS: Final[dict[str, Control[...]]] = {}
"""Every control by its verb: each enters itself as its module is imported.

Where two panels lead to each other, one finds the other's control here.
"""


@dataclass(frozen=True)
class Control(Generic[Given]):
    """The verb of a button's or menu's ids, and what it does.

    The click is acknowledged before ``handler`` is called, unless it does so itself. ``chooses`` is what can
    be chosen in a menu, None for anything else: one entry, or with ``or_nothing`` none, as by a button; with
    ``several`` any number.
    """

    verb: str
    handler: Callable[Concatenate[Press, Given], Awaitable[None]]
    acknowledge: bool = True
    chooses: Container[Any] | None = None
    or_nothing: bool = False
    several: bool = False

    def __post_init__(self) -> None:
        """Register the control. Raises ValueError if the verb is taken."""
        if CONTROLS.setdefault(self.verb, self) is not self:
            raise ValueError(f"two controls have the verb {self.verb!r}")

    @cached_property
    def grammar(self) -> Grammar:
        """The form of its ids."""
        return Grammar(self.handler)

    def fits(self, numbers: Sequence[int], values: Sequence[str]) -> bool:
        """True if the numbers of an id, and what was chosen, mean something today."""
        if self.chooses is not None:
            least, most = 0 if self.or_nothing or self.several else 1, len(values) if self.several else 1
            if not least <= len(values) <= most:
                return False
            if not all(is_choice(value, self.chooses) for value in values):
                return False
        return self.grammar.takes.fit(numbers)

    def id_about(self, number: int, /, *given: Given.args, **named: Given.kwargs) -> str:
        """The id of this control by a match's ``number``, for any version of it, or for what is no match."""
        return self.id_at(number, 0, *given, **named)

    def id_at(self, number: int, version: int, /, *given: Given.args, **named: Given.kwargs) -> str:
        """The id of this control for one ``version`` of a match, by its ``number``."""
        held = self.grammar.write(given, named)
        numbers = ".".join(map(str, held.numbers))
        version = version if held.version is None else held.version
        tail = f"={held.text}" if held.text else ""
        return f"{self.verb}:{number}:{version}{':' if numbers else ''}{numbers}{tail}"

    def on(
        self, match: MatchFacts, shown: Component | str, /, *given: Given.args, **named: Given.kwargs
    ) -> AnyControl:
        """The control for the present version of ``match``; ``shown`` as for :meth:`about`."""
        return _shown(shown, self.id_at(match.id, match.version, *given, **named))

    def about(
        self, number: int, shown: Component | str, /, *given: Given.args, **named: Given.kwargs
    ) -> AnyControl:
        """The control for what is no match, or for any version of one, by its ``number``.

        ``shown`` is the component that gets its id; a text stands for a plain button with that label.
        """
        return _shown(shown, self.id_about(number, *given, **named))


def _shown(shown: Component | str, custom_id: str) -> AnyControl:
    component = button(shown) if isinstance(shown, str) else shown
    component.custom_id = custom_id
    if not isinstance(component, ui.Button) and component.placeholder:
        component.placeholder = component.placeholder[:150]
    return AnyControl(component)


def control(
    verb: str,
    *,
    chooses: Container[Any] | None = None,
    or_nothing: bool = False,
    several: bool = False,
    acknowledge: bool = True,
) -> Callable[[Callable[Concatenate[Press, Given], Awaitable[None]]], Control[Given]]:
    """Make a function a control; ``chooses`` and the next two: see Control.

    Without ``acknowledge`` its own first answer does that, such as a form.
    """
    return lambda handler: Control(verb, handler, acknowledge, chooses, or_nothing, several)


def button(
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    enabled: bool = True,
    emoji: discord.PartialEmoji | None = None,
    plain: str = "",
) -> ui.Button[Any]:
    """A button, its label cut to what Discord takes, with an ``emoji`` before it.

    ``plain`` is its label where Discord refuses the emoji, if that says more.
    """
    # discord.py asks the system for a random id where there's none; the control puts its own in this place.
    return PicturedButton(
        (plain or label)[:80],
        label=label[:80],
        style=style,
        disabled=not enabled,
        emoji=emoji,
        custom_id=_NO_ID,
    )


def menu(
    prompt: str,
    options: Sequence[tuple[str, str]],
    *,
    chosen: str | None = None,
    several: Collection[str] | None = None,
    described: Mapping[str, str] | None = None,
    emojis: Mapping[str, discord.PartialEmoji] | None = None,
) -> ui.Select[Any]:
    """A menu of texts, its labels cut to what Discord takes; ``options`` are (value, label), at most 25.

    ``several``: any number of entries can be chosen, none too, and these are. ``described``: a line below an
    entry, by its value; ``emojis``: what stands before it.
    """
    lines, marked = described or {}, {chosen} if several is None else several
    entries = [
        discord.SelectOption(
            value=value,
            label=label[:100],
            default=value in marked,
            description=lines.get(value),
            emoji=(emojis or {}).get(value),
        )
        for value, label in options
    ]
    least, most = (1, 1) if several is None else (0, len(entries))
    return ui.Select(placeholder=prompt, options=entries, min_values=least, max_values=most)


def read_id(custom_id: str) -> tuple[MatchId, Held]:
    """The match in an id, and what else it holds; 0 for an impossible match or version.

    Raises OldCardError for an id of another form.
    """
    if (found := _ID_FORM.fullmatch(custom_id)) is None:
        raise OldCardError
    match_id, version = (one if one in ID else 0 for one in map(int, found.group("match", "version")))
    numbers = tuple(map(int, found["args"].split("."))) if found["args"] else ()
    return MatchId(match_id), Held(version, numbers, found["text"] or "")


class AnyControl(ui.DynamicItem[Component], template=r"(?P<verb>[a-z]+):.+"):
    """A button or menu on a message.

    One class for both: discord.py knows such classes by their templates alone, and calls each that fits.
    """

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The control that was used."""
        assert isinstance(item, ui.Button | ui.Select | ui.UserSelect | ui.RoleSelect | ui.ChannelSelect)
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Acknowledge, act, and report errors.

        A verb that no code has any more, as of a feature taken out, is an old card's.
        """
        used = CONTROLS.get(self.custom_id.partition(":")[0])
        item = self.item
        values = item.values if isinstance(item, ui.Select) else ()
        people = item.values if isinstance(item, ui.UserSelect) else ()
        async with reporting(interaction) as call:
            if used is None:
                await call.acknowledge()
                raise OldCardError
            if used.acknowledge:
                await call.acknowledge()
            else:
                check_person(interaction)
            roles = _described(item.values if isinstance(item, ui.RoleSelect) else (), discord.Role)
            channels = _described(item.values if isinstance(item, ui.ChannelSelect) else (), _CHANNELS)
            match_id, held = read_id(self.custom_id)
            if not used.fits(held.numbers, values):
                raise OldCardError(match_id)
            press = Press(interaction, match_id, held.version or 0, values, people, roles, channels)
            await used.handler(press, *used.grammar.read(held))


def _described(values: Sequence[Any], kinds: type | tuple[type, ...]) -> Sequence[Any]:
    """The roles or channels that were chosen. Raises Refusal where Discord gives no more than an id."""
    if not all(isinstance(value, kinds) for value in values):
        raise Refusal(errors_texts.WHAT_IS_THAT)
    return values


@control("dismiss")
async def dismiss(press: Press) -> None:
    """Delete the private panel that the button is on, such as a question, and do nothing else."""
    await press.dismiss()


# --- forms ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FormSent(Call):
    """A form that was sent."""


FORMS: Final[dict[str, Form[...]]] = {}
"""Every form by its verb: each enters itself as its module is imported."""


@dataclass(frozen=True)
class Form(Generic[Given]):
    """The verb of a form's ids, and what is done once it was sent and acknowledged.

    Forms aren't kept in memory, so a restart while a user writes loses nothing.
    """

    verb: str
    handler: Callable[Concatenate[FormSent, Given], Awaitable[None]]

    def __post_init__(self) -> None:
        """Register the form. Raises ValueError if the verb is taken."""
        if FORMS.setdefault(self.verb, self) is not self:
            raise ValueError(f"two forms have the verb {self.verb!r}")

    @cached_property
    def grammar(self) -> Grammar:
        """The form of its ids."""
        return Grammar(self.handler)

    def id_about(self, *given: Given.args, **named: Given.kwargs) -> str:
        """The id of this form: its verb, then the numbers."""
        return ":".join([self.verb, *map(str, self.grammar.write(given, named).numbers)])

    def asked(
        self, title: str, labels: Sequence[ui.Label[Any]], /, *given: Given.args, **named: Given.kwargs
    ) -> ui.Modal:
        """The form with this title and these fields, to be opened."""
        made = ui.Modal(title=title, custom_id=self.id_about(*given, **named))
        for label in labels:
            made.add_item(label)
        # What is written is found by the form's id: the library need not keep the form.
        made.stop()
        return made


def form_sent(
    verb: str,
) -> Callable[[Callable[Concatenate[FormSent, Given], Awaitable[None]]], Form[Given]]:
    """Make a function the handler of a form."""
    return lambda handler: Form(verb, handler)


async def submitted(interaction: Interaction) -> None:
    """Acknowledge a form that was sent, act, and report errors; what is no form is ignored.

    A form that no code has any more, as of a feature taken out, is an old card's. discord.py has no
    persistent forms.
    """
    if not (sent := form_id(interaction)):
        return
    verb, _, rest = sent.partition(":")
    used = FORMS.get(verb)
    async with reporting(interaction) as call:
        await call.acknowledge()
        numbers = re.split("[:.]", rest) if rest else []
        if used is None or not all(one.isascii() and one.isdigit() for one in numbers):
            raise OldCardError
        held = Held(None, tuple(map(int, numbers)), "")
        if not used.grammar.takes.fit(held.numbers):
            raise OldCardError
        await used.handler(FormSent(interaction), *used.grammar.read(held))


def form_id(interaction: discord.Interaction[Any]) -> str:
    """The id of the form that was sent; empty when something else was."""
    is_form = interaction.type is discord.InteractionType.modal_submit
    return str(dict(interaction.data or {}).get("custom_id", "")) if is_form else ""


def written_in(interaction: discord.Interaction[Any], longest: int) -> dict[str, str]:
    """The texts in a form's fields, by field id, in order.

    Raises Refusal if a text has more than ``longest`` characters. Discord's own client enforces the limit,
    but other clients may not.
    """
    parts = _parts(interaction.data)
    written = {name: part["value"] for name, part in parts if isinstance(part.get("value"), str)}
    if any(len(text) > longest for text in written.values()):
        raise Refusal(errors_texts.field_too_long(longest))
    return written


def chosen_in(interaction: discord.Interaction[Any]) -> dict[str, list[str]]:
    """The choices made in a form's menus and boxes, by field id."""
    chosen = {name: _values(part) for name, part in _parts(interaction.data)}
    return {name: values for name, values in chosen.items() if values is not None}


def _values(part: Mapping[str, Any]) -> list[str] | None:
    """The choices in a part of a form; None if nothing can be chosen in it."""
    if part.get("type") == discord.ComponentType.radio_group.value:
        return [value] if isinstance(value := part.get("value"), str) else []
    values = part.get("values")
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else None


def _parts(data: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All parts of a form with their ids."""
    if isinstance(data, Mapping):
        yield str(data.get("custom_id", "")), data
        for inner in data.values():
            yield from _parts(inner)
    elif isinstance(data, list):
        for inner in data:
            yield from _parts(inner)
