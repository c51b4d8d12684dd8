"""Tests of cogs/panels/records."""
