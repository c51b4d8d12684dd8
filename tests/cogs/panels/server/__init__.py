"""Tests of cogs/panels/server and the server commands."""
