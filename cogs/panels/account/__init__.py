"""A person's own settings, data and messages."""
