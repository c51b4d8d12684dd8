"""The verbs of the feature's controls. Messages in the world carry them: one may join them, none may go."""

from __future__ import annotations

from typing import Final

ADDED: Final = {"web_board": "browsers signout signoutall webboard"}
