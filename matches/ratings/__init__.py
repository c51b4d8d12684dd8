"""Ratings, leaderboards, seasons and champions. Plain values and arithmetic."""
