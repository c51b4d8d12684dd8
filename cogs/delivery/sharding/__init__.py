"""Sharing the servers of a bot among processes. Nothing here knows a panel or a card."""
