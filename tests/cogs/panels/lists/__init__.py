"""Tests of cogs/panels/lists."""
