"""Leaderboards, ladders, the lobby, seasons, and servers' pinned lists and rating roles."""
