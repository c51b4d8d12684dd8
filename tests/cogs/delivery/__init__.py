"""Tests of cogs/delivery."""
