"""Films: a match as an animated GIF."""
