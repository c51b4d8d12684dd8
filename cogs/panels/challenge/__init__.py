"""Challenges: new ones, the lobby, accepting, secret picks, and matches against the computer."""
