"""Commands in texts, to be tapped: ```` `/match next` ```` becomes Discord's mention of that command.

Texts name commands as code, which can be read in the source and by everybody. Where a text becomes part of a
message, :func:`clickable` turns each command that Discord knows into a mention, which fills the box of its
reader. Never in alt texts, files, labels and forms: there a mention is not drawn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_COMMAND: Final = re.compile(r"(?<!`)`/([a-z][a-z0-9_-]*(?: [a-z0-9_-]+){0,2})`(?!`)")

_ids: dict[str, int] = {}


def know_commands(ids: Mapping[str, int]) -> None:
    """Note the ids of the commands that are registered, by their names without the slash; forget others."""
    _ids.clear()
    _ids.update(ids)


def command_mention(command: str) -> str:
    """A command to be tapped, such as ``match next``; as code while its id is not known."""
    number = _ids.get(command)
    return f"`/{command}`" if number is None else f"</{command}:{number}>"


def clickable(text: str) -> str:
    """A text with every command in it to be tapped."""
    return _COMMAND.sub(lambda found: command_mention(found[1]), text)
