"""Leaderboards, seasons, and what servers make of them: lists in a channel, roles by rating."""
