"""The environment of child processes: what every program needs, and none of the settings of ours."""

from __future__ import annotations

import os
from typing import Final

_NEEDED: Final = frozenset(
    {
        *("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONHOME", "VIRTUAL_ENV"),
        # Windows: without SYSTEMROOT no Python starts there, and no program opens a connection.
        *(
            "SYSTEMROOT",
            "SYSTEMDRIVE",
            "WINDIR",
            "COMSPEC",
            "PATHEXT",
            "TEMP",
            "TMP",
            "APPDATA",
            "USERPROFILE",
        ),
    }
)


def passed_on() -> dict[str, str]:
    """The environment for a child process: without the bot's own settings, such as its token."""
    return {name: value for name, value in os.environ.items() if name.upper() in _NEEDED}
