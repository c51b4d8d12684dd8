"""Leaderboards and rating graphs."""
