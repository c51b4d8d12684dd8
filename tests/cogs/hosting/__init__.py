"""Tests of cogs/hosting."""
