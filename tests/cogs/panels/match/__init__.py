"""Tests of cogs/panels/match."""
