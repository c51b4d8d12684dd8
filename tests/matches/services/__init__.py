"""Tests of matches/services."""
