"""Sentences about kinds of matches: sets of two, and practice."""
