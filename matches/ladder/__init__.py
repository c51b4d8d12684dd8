"""Ladders: one a server and game, on which players challenge those above them and take their places."""
