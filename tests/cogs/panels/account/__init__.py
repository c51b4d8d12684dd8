"""Tests of cogs/panels/account."""
