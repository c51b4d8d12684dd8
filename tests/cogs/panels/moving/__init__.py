"""Tests of cogs/panels/moving."""
