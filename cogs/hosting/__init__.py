"""Hosting the bot: its log, its metrics, its health, its troubles, its start."""
