"""Draws that stand until they are answered, and what asks a substitute first."""

from __future__ import annotations

revision = "0023"
down_revision = "0022"
suits_before = True


def upgrade() -> None:
    """Add it. Matches so far, and those of older bots, keep their rules of conduct, those on draws included.

    Older bots take a draw that stands over its player's own move for gone until they are replaced. They
    refuse the answer then, and change nothing.
    """
