"""Tests of cogs/connection."""
