"""Drawings of the pieces, by game and kind."""
