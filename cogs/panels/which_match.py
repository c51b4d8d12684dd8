"""The menu of the matches that a command could mean: the command goes on with what is chosen there.

The command and its options stand in the id of the menu, and what has no room there at the end of its entries.
So it works after a restart, and the command checks everything that it always does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote

import discord
from discord import app_commands

from cogs.kit.card import Card, card, row
from cogs.kit.controls import Press, menu
from cogs.kit.errors import AmbiguousMatchError, Refusal
from cogs.kit.lookup import ASKED_AGAIN
from cogs.kit.replies import IN_PLACE, Interaction
from cogs.text import finding_texts, texts
from matches import UserId

if TYPE_CHECKING:
    from cogs.app import App

MATCH: Final = "match"
"""The option of a command that names the match."""
ENTRIES: Final = 25
"""Entries of a menu (Discord's limit)."""
PAGE: Final = ENTRIES - 2
"""Matches on a page where there are several pages: two entries lead to the others."""
ROOM: Final = 100
"""Characters of a control's id, and of the value of an entry (Discord's limit)."""
_TO_PAGE: Final = "page"
"""The beginning of an entry that leads to another page."""
_BETWEEN: Final = "|"
"""Stands between the parts of what a menu remembers, and before the end of it in an entry."""
_PLAIN: Final = " -+*:!,./<>()#"
"""Characters that moves are written with, besides letters and digits: they are kept as they are."""

AnyCommand = app_commands.Command[Any, ..., Any]


@menu("which")
async def go_on(press: Press) -> None:
    """Carries the command out with the match that is chosen, or shows another page of the menu."""
    # What is answered, a refusal too, stands where the menu stood.
    press.interaction.extras[IN_PLACE] = True
    chosen, _, rest = press.value.partition(_BETWEEN)
    name, *options = (press.text + rest).split(_BETWEEN)
    command = _command_named(press.interaction.client, name)
    given = await _given(press.interaction, command, options)
    if not chosen.startswith(_TO_PAGE):
        await _carry_out(command, press.interaction, {**given, MATCH: chosen})
        return
    press.interaction.extras[ASKED_AGAIN] = True
    try:
        await _carry_out(command, press.interaction, given)
    except AmbiguousMatchError as error:
        remembered = _BETWEEN.join((name, *options))
        page = int(chosen.removeprefix(_TO_PAGE))
        await press.redraw(await _page(press.app, remembered, error, press.user, page))


async def question(app: App, interaction: Interaction, error: AmbiguousMatchError, user: UserId) -> Card:
    """Asks which match the command of ``interaction`` means. Raises Refusal without room for it."""
    remembered = _BETWEEN.join(_remembered(interaction))
    return await _page(app, remembered, error, user, 0)


async def _page(app: App, remembered: str, error: AmbiguousMatchError, user: UserId, page: int) -> Card:
    """A page of the menu, counted from 0; the last one where there are not as many any more."""
    found = error.matches
    if not found:
        return card(texts.NO_SUCH_MATCH)
    size = PAGE if len(found) > ENTRIES else ENTRIES
    page = min(page, (len(found) - 1) // size)
    shown = found[page * size : (page + 1) * size]
    await app.lookup.prepare_names(shown)
    entries = [(str(match.id), app.lookup.choice(match, user)) for match in shown]
    if page:
        entries.insert(0, (f"{_TO_PAGE}{page - 1}", finding_texts.FEWER_MATCHES))
    if (page + 1) * size < len(found):
        entries.append((f"{_TO_PAGE}{page + 1}", finding_texts.MORE_MATCHES))
    head = finding_texts.which(remembered.partition(_BETWEEN)[0], page * size, len(shown), len(found))
    return card(head, row(_menu(remembered, entries, page)))


def _menu(remembered: str, entries: Sequence[tuple[str, str]], page: int) -> discord.ui.Item[Any]:
    """The menu, which remembers what it goes on with. Raises Refusal without room for it."""
    room = ROOM - len(go_on.id_about(0, page, text=_BETWEEN)) + len(_BETWEEN)
    text, rest = remembered[:room], remembered[room:]
    values = [(f"{value}{_BETWEEN}{rest}" if rest else value, label) for value, label in entries]
    if any(len(value) > ROOM for value, _ in values):
        raise Refusal(finding_texts.TOO_LONG_TO_ASK)
    return go_on.about(0, finding_texts.PICK_A_MATCH, values, args=(page,), text=text)


# --- the command, and what it was given ----------------------------------------------------------


def _remembered(interaction: Interaction) -> Iterator[str]:
    """The name of a command that was sent, and its options."""
    command = interaction.command
    assert isinstance(command, app_commands.Command), "only commands look for a match that nobody chose"
    yield command.qualified_name
    for name, value in interaction.namespace:
        if name != MATCH and value is not None:
            yield f"{name}={quote(str(getattr(value, 'id', value)), safe=_PLAIN)}"


def _command_named(client: Any, name: str) -> AnyCommand:
    """The command of this name. Raises Refusal for one that is not there any more."""
    tree: app_commands.CommandTree[Any] = client.tree
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command) and command.qualified_name == name:
            return command
    raise Refusal(texts.COMMAND_CHANGED)


async def _given(
    interaction: Interaction, command: AnyCommand, options: Sequence[str]
) -> Mapping[str, object]:
    """The options of a command, by the names of its parameters. Raises Refusal for what it does not have."""
    known = {parameter.display_name: parameter for parameter in command.parameters}
    given: dict[str, object] = {}
    for option in options:
        name, _, value = option.partition("=")
        if name not in known:
            raise Refusal(texts.COMMAND_CHANGED)
        given[known[name].name] = await _value(interaction, known[name], unquote(value))
    return given


async def _value(interaction: Interaction, parameter: app_commands.Parameter, value: str) -> object:
    """The value of an option, as Discord gave it."""
    if parameter.type is discord.AppCommandOptionType.integer:
        return int(value)
    if parameter.type is discord.AppCommandOptionType.user:
        return await _person(interaction, int(value))
    return value


async def _person(interaction: Interaction, user_id: int) -> discord.User | discord.Member:
    """Somebody who was named: as a member of the server, if they are one still."""
    if interaction.guild is not None:
        try:
            return await interaction.guild.fetch_member(user_id)
        except discord.NotFound:
            pass
    found: discord.User = await interaction.client.fetch_user(user_id)
    return found


async def _carry_out(command: AnyCommand, interaction: Interaction, given: Mapping[str, object]) -> None:
    """Have a command do what it does. Raises what it raises."""
    callback: Callable[..., Awaitable[object]] = command.callback
    bound = () if command.binding is None else (command.binding,)
    await callback(*bound, interaction, **given)
