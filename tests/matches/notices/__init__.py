"""Tests of matches/notices."""
