"""Divides the servers of a bot among processes. Nothing here knows panels or cards."""
