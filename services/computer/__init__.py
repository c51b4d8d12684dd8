"""Services about the computer: its turns and hints, and reviews of matches."""
