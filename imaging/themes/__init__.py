"""The themes: colours of boards and styles of pieces."""
