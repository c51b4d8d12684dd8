"""Tests of cogs/kit."""
