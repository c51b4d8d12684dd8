"""Servers as values: their settings, what is posted to a whole server, and the shards they are split into."""
