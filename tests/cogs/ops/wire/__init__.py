"""Tests of ``cogs.ops.wire``."""
