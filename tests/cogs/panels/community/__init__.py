"""Tests of cogs/panels/community."""
