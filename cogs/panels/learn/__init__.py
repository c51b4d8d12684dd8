"""Rules, tours and help."""
