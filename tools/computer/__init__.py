"""Matches between levels of the computer, the time that its turns take, and the scales of its values."""
