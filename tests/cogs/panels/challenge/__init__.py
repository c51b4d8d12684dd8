"""Tests of cogs/panels/challenge."""
