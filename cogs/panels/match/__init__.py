"""A match: its card, its private panels, its menus."""
