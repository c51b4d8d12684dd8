"""Paths in settings, which no shell has read before: ``~`` is replaced here, and nothing else."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

_LEFT: Final = re.compile(r"\$\{?\w+(?::\w+)?\}?|\$\(|%[A-Za-z_]\w*%|(?<![^/\\])~(?![^/\\])")
"""What a shell would have replaced: ``$HOME``, ``${HOME}``, ``$env:HOME``, ``%APPDATA%``, ``~``."""
_HOME: Final = re.compile(
    r"\$\{?(?:env:)?(?:HOME|USERPROFILE)\b\}?|%(?:HOME|USERPROFILE)%|(?<![^/\\])~(?![^/\\])"
)


class UnexpandedPathError(ValueError):
    """A path with a part that only a shell replaces; ``meant`` is the path written out, or an example."""

    def __init__(self, text: str, left: str) -> None:
        super().__init__(f"{left} in {text} is replaced by shells alone, and none has read this setting")
        self.meant = f"/srv/tidepool/{Path(text).name}"
        # Nothing but the home folder is written out: another variable may hold a secret.
        after = [text[home.end() :] for home in _HOME.finditer(text)][-1:]
        if after and not _LEFT.search(after[0]):
            with suppress(RuntimeError):
                self.meant = f"{Path.home()}{after[0]}"


def expanded(path: str | Path) -> Path:
    """``path`` with a leading ``~`` replaced by the home folder.

    Raises UnexpandedPathError if another part is left that a shell would have replaced, unless there is a
    file of that very name: an older version may have made it.
    """
    text = str(path)
    try:
        found = Path(text).expanduser()
    except RuntimeError:  # nobody here is called so, or this user has no home
        raise UnexpandedPathError(text, text.replace("\\", "/").partition("/")[0]) from None
    left = _LEFT.search(str(found))
    if left is not None and not found.exists():
        raise UnexpandedPathError(text, left[0])
    return found
