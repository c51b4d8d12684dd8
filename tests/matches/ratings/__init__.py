"""Tests of matches/ratings."""
