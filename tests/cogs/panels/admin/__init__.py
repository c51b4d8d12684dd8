"""Tests of cogs/panels/admin.py and the server commands."""
