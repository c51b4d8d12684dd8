"""Tests of matches/records."""
