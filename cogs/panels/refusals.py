"""Refusals with a next step: a menu of matches, a match to watch, or the form to change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote

import discord
from discord import app_commands

from cogs.kit import former
from cogs.kit.arguments import TEXT, Count, Tail
from cogs.kit.call import IN_PLACE, Call, Interaction
from cogs.kit.card import Card, card, row
from cogs.kit.controls import Press, control, menu
from cogs.kit.errors import AmbiguousMatchError, Refusal
from cogs.kit.failures import Loss, look_up
from cogs.kit.lookup import ASKED_AGAIN, ASKED_AS
from cogs.panels.challenge import challenge_form, computer_form
from cogs.panels.match import board_panel, watching
from cogs.text import errors_texts, texts
from matches import UserId
from matches.errors import NotAPlayerError

if TYPE_CHECKING:
    from cogs.app import App

MATCH: Final = "match"
"""The option of a command that names the match."""
ENTRIES: Final = 25
"""Entries of a menu (Discord's limit)."""
PAGE: Final = ENTRIES - 2
"""Matches on a page if there are several: two entries are kept for the previous and next page."""
ROOM: Final = 100
"""Characters of a control's id, and of the value of an entry (Discord's limit)."""
_TO_PAGE: Final = "page"
"""The prefix of an entry that leads to another page."""
_BETWEEN: Final = "|"
"""Separates the parts of a remembered command, and an entry's own value from what is appended to it."""
_PLAIN: Final = " -+*:!,./<>()#"
"""Characters of move notation, besides letters and digits, that aren't percent-encoded."""

AnyCommand = app_commands.Command[Any, ..., Any]


async def with_ways_on(call: Call, error: Exception, sentence: str, reader: UserId | None) -> Card:
    """The card with an error's ``sentence``, and controls for what ``reader`` can do instead."""
    if isinstance(error, AmbiguousMatchError) and reader is not None:
        try:
            return await question(call, error)
        except Refusal as refused:
            return card(refused.sentence)
    if isinstance(error, NotAPlayerError) and error.match.phase.running:
        watch = watching.buttons(error.match, reader)
        look = board_panel.look.on(error.match, texts.BOARD)
        return card(errors_texts.SOMEBODY_ELSES, row(*watch, look))
    again = challenge_form.again_button(call.interaction) or computer_form.again_button(call.interaction)
    return card(sentence, *([row(again)] if again else []))


# --- the match that a command means ---------------------------------------------------------------


@control("which", chooses=TEXT)
async def go_on(press: Press, _shown: Count = 0, text: Tail = "") -> None:
    """Runs the command of ``text`` with the chosen match, or shows another page of the menu."""
    # The answer, even a refusal, replaces the menu.
    press.interaction.extras[IN_PLACE] = True
    chosen, _, rest = press.value.partition(_BETWEEN)
    written, *kept = (text + rest).split(_BETWEEN)
    games = [one.command for one in press.app.presentations.values()]
    name, options = former.today(written, kept, games)
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


async def question(call: Call, error: AmbiguousMatchError) -> Card:
    """Asks which match a command means. Raises Refusal if its options are too long."""
    remembered = _BETWEEN.join(_remembered(call.interaction))
    return await _page(call.app, remembered, error, call.user, 0)


async def _page(app: App, remembered: str, error: AmbiguousMatchError, user: UserId, page: int) -> Card:
    """A page of the menu, counted from 0; the last one if ``page`` is beyond it."""
    found = error.matches
    if not found:
        return card(errors_texts.NO_SUCH_MATCH)
    size = PAGE if len(found) > ENTRIES else ENTRIES
    page = min(page, (len(found) - 1) // size)
    shown = found[page * size : (page + 1) * size]
    await app.lookup.prepare_names(shown)
    entries = [(str(match.id), app.lookup.choice(match, user)) for match in shown]
    if page:
        entries.insert(0, (f"{_TO_PAGE}{page - 1}", texts.FEWER_TO_PICK))
    if (page + 1) * size < len(found):
        entries.append((f"{_TO_PAGE}{page + 1}", texts.MORE_TO_PICK))
    head = texts.which_match(remembered.partition(_BETWEEN)[0], page * size, len(shown), len(found))
    return card(head, row(_menu(remembered, entries, page)))


def _menu(remembered: str, entries: Sequence[tuple[str, str]], page: int) -> discord.ui.Item[Any]:
    """The menu, which stores the command to run. Raises Refusal if the command doesn't fit."""
    room = ROOM - len(go_on.id_about(0, page, _BETWEEN)) + len(_BETWEEN)
    text, rest = remembered[:room], remembered[room:]
    values = [(f"{value}{_BETWEEN}{rest}" if rest else value, label) for value, label in entries]
    if any(len(value) > ROOM for value, _ in values):
        raise Refusal(texts.TOO_LONG_TO_ASK)
    return go_on.about(0, menu(texts.PICK_A_MATCH, values), page, text)


# --- the command and its options ----------------------------------------------------------


def _remembered(interaction: Interaction) -> Iterator[str]:
    """The name of the command of ``interaction``, then its options as ``name=value``."""
    command = interaction.command
    assert isinstance(command, app_commands.Command), "only commands look for a match that nobody chose"
    yield command.qualified_name
    for name, value in interaction.extras.get(ASKED_AS, interaction.namespace):
        if name != MATCH and value is not None:
            yield f"{name}={quote(str(getattr(value, 'id', value)), safe=_PLAIN)}"


def _command_named(client: Any, name: str) -> AnyCommand:
    """The command of this name. Raises Refusal if it doesn't exist any more."""
    tree: app_commands.CommandTree[Any] = client.tree
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command) and command.qualified_name == name:
            return command
    raise Refusal(errors_texts.COMMAND_CHANGED)


async def _given(
    interaction: Interaction, command: AnyCommand, options: Sequence[str]
) -> Mapping[str, object]:
    """A command's options by parameter name. Raises Refusal for an option that it doesn't have any more."""
    known = {parameter.display_name: parameter for parameter in command.parameters}
    given: dict[str, object] = {}
    for option in options:
        name, _, value = option.partition("=")
        if name not in known:
            raise Refusal(errors_texts.COMMAND_CHANGED)
        given[known[name].name] = await _value(interaction, known[name], unquote(value))
    return given


async def _value(interaction: Interaction, parameter: app_commands.Parameter, value: str) -> object:
    """The value of an option, with the type that Discord gives it."""
    if parameter.type is discord.AppCommandOptionType.integer:
        return int(value)
    if parameter.type is discord.AppCommandOptionType.user:
        return await _person(interaction, int(value))
    return value


async def _person(interaction: Interaction, user_id: int) -> discord.User | discord.Member:
    """The user with this id, as a member of the server if they are still in it."""
    if interaction.guild is not None:
        member = await look_up(partial(interaction.guild.fetch_member, user_id))
        if not isinstance(member, Loss):
            return member
    found: discord.User = await interaction.client.fetch_user(user_id)
    return found


async def _carry_out(command: AnyCommand, interaction: Interaction, given: Mapping[str, object]) -> None:
    """Run a command. Raises what the command raises."""
    callback: Callable[..., Awaitable[object]] = command.callback
    bound = () if command.binding is None else (command.binding,)
    await callback(*bound, interaction, **given)
