"""Tests of cogs/panels/review."""
