"""Tests of the computer as a player."""
