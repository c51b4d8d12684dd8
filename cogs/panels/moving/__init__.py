"""Moves, tapped or typed: the panel, its choices, suggestions, and the match that waits next."""
