"""Commands in other languages: what Discord shows of them before anything is sent.

Their names are the same everywhere, so that people can tell each other what to type.
"""

from __future__ import annotations

from typing import Any, Final

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as At
from discord.app_commands import TranslationContextTypes

from cogs.text import are_translated, translated

_SHOWN: Final = frozenset(
    {At.command_description, At.group_description, At.parameter_description, At.choice_name}
)


class Translations(app_commands.Translator):
    """Descriptions and choices as the languages have them; what one of them lacks stays English."""

    def __init__(self) -> None:
        # Each text is asked for in each of Discord's languages, at every start: tens of thousands of times.
        self._any = are_translated()

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return the translation of a description, or None where there is none."""
        shown = self._any and context.location in _SHOWN
        return translated(string.message, locale) if shown else None


async def payload(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu,
    tree: app_commands.CommandTree[Any],
) -> dict[str, Any]:
    """A command as Discord is told of it, in all languages."""
    if tree.translator is None:
        return command.to_dict(tree)
    return await command.get_translated_payload(tree, tree.translator)
