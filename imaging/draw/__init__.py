"""Canvas, colours, letters and PNG files. Nothing here knows a game."""
