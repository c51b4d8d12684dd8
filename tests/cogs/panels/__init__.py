"""Tests of cogs/panels."""
