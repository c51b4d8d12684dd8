"""Runs command lines on any console, whatever letters it can show."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from collections.abc import Callable
from io import TextIOWrapper
from typing import Final, NoReturn

_PLAINLY: Final = "tidepool-plainly"
"""The name of the error handler that writes plainer letters."""


def run(main: Callable[[], int]) -> NoReturn:
    """Run a program, and end the process with the exit code that it returns."""
    show_anything()
    sys.exit(main())


def show_anything() -> None:
    """Make the console print any text, in ASCII where it lacks a character, and read any input."""
    codecs.register_error(_PLAINLY, _plainly)
    for stream, errors in ((sys.stdout, _PLAINLY), (sys.stderr, _PLAINLY), (sys.stdin, "replace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """The nearest ASCII text: ``...`` for ``…``, ``e`` for ``é``, ``?`` for others."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    parts = (unicodedata.normalize("NFKD", sign).replace("\u2044", "/") for sign in lost)  # of a fraction
    near = (letters.encode("ascii", "ignore").decode() for letters in parts)
    return "".join(letters or "?" for letters in near), error.end
