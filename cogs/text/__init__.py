"""Every sentence the bot says to people, in the language of its reader.

A language is a folder here, called like Discord's locale for it (``en``, ``pt_BR``), with modules called as
in ``en``. What one of them lacks is said in English, so a language can grow text by text. Read a text
through its module each time it is said; never import it by name when the program starts::

    from cogs.text import texts, time_texts

    texts.NOTHING_WAITS, time_texts.pace(match.pace)

Functions return Discord markdown. People are named by mention only; who of them is pinged is settled where a
message is sent. Names that come from elsewhere stand only where Discord shows no mentions: in what is chosen
from, in the names of threads (``cogs.delivery.display_names``), and in direct messages, where names take the
place of mentions as a message is sent (``cogs.text.mentions``).

The code that begins a message sets its language: the locale of the user who clicked or typed, or that of the
server for what everybody there sees. What the games themselves say (their rules, their
words for actions) is theirs, and in English.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

ENGLISH: Final = "en"

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)
_languages: dict[str, dict[str, ModuleType]] = {}


class Spoken:
    """The texts of one module, each in the language that is spoken when it is read."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, text: str) -> Any:
        """The text of this name. Raises AttributeError if even English has none."""
        for language in (_spoken.get(), ENGLISH):
            module = _modules(language).get(self._name)
            if module is not None and hasattr(module, text):
                return getattr(module, text)
        raise AttributeError(f"{self._name} has no text {text!r}")


class SpokenModule(ModuleType):
    """A module of English texts, each in the language that is spoken when it is read: see :func:`speaks`."""

    def __getattribute__(self, text: str) -> Any:
        language = _spoken.get()
        if language != ENGLISH and not text.startswith("__"):
            module = _modules(language).get(_NAMES[self.__name__])
            if module is not None and hasattr(module, text):
                return getattr(module, text)
        return super().__getattribute__(text)


_NAMES: Final[dict[str, str]] = {}
"""What the texts of features are called in a language's folder, by the name of their module."""


def speaks(module: str, name: str) -> None:
    """Have a feature's module of English texts speak other languages, by their modules of this ``name``."""
    _NAMES[module] = name
    sys.modules[module].__class__ = SpokenModule


def speak(locale: object) -> None:
    """Speak the language of one of Discord's locales for the rest of what is going on."""
    _spoken.set(language_of(_name_of(locale)))


@contextmanager
def speaking(locale: object) -> Iterator[None]:
    """Speak the language of one of Discord's locales for a while."""
    before = _spoken.set(language_of(_name_of(locale)))
    try:
        yield
    finally:
        _spoken.reset(before)


def _name_of(locale: object) -> str:
    # discord.py's own ``str`` of a locale that it does not know fails where that is no string.
    return str(getattr(locale, "value", locale))


def descriptions(locale: object) -> Mapping[str, str]:
    """Descriptions of commands in the language of a locale, by the English words; empty if it has none.

    It stands in the language's module ``commands``, in a mapping ``DESCRIPTIONS``.
    """
    commands = _modules(language_of(_name_of(locale))).get("commands")
    found: Mapping[str, str] = getattr(commands, "DESCRIPTIONS", {})
    return found


def language_of(locale: str) -> str:
    """The language to speak for a locale such as ``pt-BR``: its own, one without the region, or English."""
    known, exact = languages(), locale.replace("-", "_")
    return next((one for one in (exact, exact.partition("_")[0]) if one in known), ENGLISH)


def languages() -> frozenset[str]:
    """The languages there are."""
    return _folders() | _languages.keys()


@cache
def _folders() -> frozenset[str]:
    """The folders here, looked up once: this is asked with every click and every card."""
    return frozenset(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)


def _modules(language: str) -> dict[str, ModuleType]:
    """The modules of a language by name (``folder.name`` if they lie in one), read when first asked for."""
    if language not in _languages:
        package = importlib.import_module(f"{__name__}.{language}")
        beginning = f"{package.__name__}."
        names = [found.name for found in pkgutil.walk_packages(package.__path__, beginning)]
        _languages[language] = {name.removeprefix(beginning): importlib.import_module(name) for name in names}
    return _languages[language]


if TYPE_CHECKING:
    from cogs.text.en import challenge as challenge_texts
    from cogs.text.en import community as community_texts
    from cogs.text.en import computer as computer_texts
    from cogs.text.en import entry_points as entry_points_texts
    from cogs.text.en import errors as errors_texts
    from cogs.text.en import learn as learn_texts
    from cogs.text.en import lists as lists_texts
    from cogs.text.en import lobby as lobby_texts
    from cogs.text.en import match as texts
    from cogs.text.en import match_kinds as match_kinds_texts
    from cogs.text.en import notices as notices_texts
    from cogs.text.en import phrases as phrases
    from cogs.text.en import privacy as privacy_texts
    from cogs.text.en import records as records_texts
    from cogs.text.en import review as review_texts
    from cogs.text.en import seals as seals_texts
    from cogs.text.en import server as server_texts
    from cogs.text.en import settings as settings_texts
    from cogs.text.en import time as time_texts
    from cogs.text.en import watching as watching_texts
else:
    challenge_texts = Spoken("challenge")
    community_texts = Spoken("community")
    computer_texts = Spoken("computer")
    entry_points_texts = Spoken("entry_points")
    errors_texts = Spoken("errors")
    learn_texts = Spoken("learn")
    lists_texts = Spoken("lists")
    lobby_texts = Spoken("lobby")
    match_kinds_texts = Spoken("match_kinds")
    notices_texts = Spoken("notices")
    phrases = Spoken("phrases")
    privacy_texts = Spoken("privacy")
    records_texts = Spoken("records")
    review_texts = Spoken("review")
    seals_texts = Spoken("seals")
    server_texts = Spoken("server")
    settings_texts = Spoken("settings")
    texts = Spoken("match")
    time_texts = Spoken("time")
    watching_texts = Spoken("watching")
