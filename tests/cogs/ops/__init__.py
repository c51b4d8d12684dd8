"""Tests of cogs/ops."""
