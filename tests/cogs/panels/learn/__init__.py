"""Tests of cogs/panels/learn."""
