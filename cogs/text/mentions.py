"""Mentions in texts: of commands, to be tapped, and of people, named where Discord shows numbers.

```` `/move` ```` becomes Discord's mention of that command.

Texts name commands as code, which can be read in the source and by everybody. Where a text becomes part of a
message, :func:`clickable` turns each command that Discord knows into a mention, which fills the box of its
reader. Never in alt texts, files, labels and forms: there a mention is not drawn.

People are mentioned in every text. In a server Discord shows a mention as a name; in direct messages many
clients know neither the person nor the role, and show a number. :func:`by_name` puts names in their place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from cogs.text import phrases
from matches import UserId

_COMMAND: Final = re.compile(r"(?<!`)`/([a-z][a-z0-9_-]*(?: [a-z0-9_-]+){0,2})`(?!`)")
_PERSON: Final = re.compile(r"<@!?(\d{1,20})>")
_ROLE: Final = re.compile(r"<@&(\d{1,20})>")
_MARKUP: Final = re.compile(r"([\\*_~`|<>\[\]()#@:])")
"""Characters that Discord may take for markup, a mention, an emoji or the beginning of an address."""
_DOT: Final = re.compile(r"(?<=\w)\.(?=\w)")
"""The dots of an address, which Discord knows without its beginning, too."""
_BEGINS: Final = re.compile(r"(?:^|[.!?]\s|\n)[\s*#-]*$")
"""The text before a word that begins a line or a sentence."""

_ids: dict[str, int] = {}


def know_commands(ids: Mapping[str, int]) -> None:
    """Record the ids of the commands that are registered, by their names without the slash; forget others."""
    _ids.clear()
    _ids.update(ids)


def command_mention(command: str) -> str:
    """A command to be tapped, such as ``match next``; as code while its id is not known."""
    number = _ids.get(command)
    return f"`/{command}`" if number is None else f"</{command}:{number}>"


def clickable(text: str) -> str:
    """A text with every command in it to be tapped."""
    return _COMMAND.sub(lambda found: command_mention(found[1]), text)


def people_in(text: str) -> Iterator[int]:
    """The ids of the people that a text mentions."""
    return map(int, _PERSON.findall(text))


def roles_in(text: str) -> Iterator[int]:
    """The ids of the roles that a text mentions."""
    return map(int, _ROLE.findall(text))


def by_name(text: str, people: Mapping[UserId, str], roles: Mapping[int, str]) -> str:
    """A text with names in place of its mentions; plain words for people without a known name."""

    def person(found: re.Match[str]) -> str:
        return _named(found, text, people)

    def role(found: re.Match[str]) -> str:
        name = roles.get(int(found[1]))
        return f"@{literal(name)}" if name else phrases.A_ROLE

    return _ROLE.sub(role, _PERSON.sub(person, text))


def naming_only(text: str, users: Collection[UserId], names: Mapping[UserId, str]) -> str:
    """A text with names in place of the mentions of ``users``; plain words for those without a known name."""

    def person(found: re.Match[str]) -> str:
        return _named(found, text, names) if UserId(int(found[1])) in users else found[0]

    return _PERSON.sub(person, text)


def _named(found: re.Match[str], text: str, names: Mapping[UserId, str]) -> str:
    """The name for a mention in a text, or plain words."""
    if name := names.get(UserId(int(found[1]))):
        return literal(name)
    begins = _BEGINS.search(text[: found.start()])
    return phrases.sentence(phrases.SOMEBODY) if begins else phrases.SOMEBODY


def literal(name: str) -> str:
    """A name that comes from elsewhere, so that Discord shows it as it is."""
    return _MARKUP.sub(r"\\\1", name)


def harmless(text: str) -> str:
    """A text that a person wrote, so that Discord shows it as it is, and makes no invitation of it."""
    return _DOT.sub(r"\\.", literal(text))
