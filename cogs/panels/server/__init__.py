"""A server's settings: what they may be, and their panel; and what administrators do to its matches."""
