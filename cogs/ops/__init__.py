"""Tools for hosting the bot: its log, its metrics, its troubles, its orderly end."""
