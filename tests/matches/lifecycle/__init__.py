"""Tests of matches/lifecycle."""
