"""Tests of data/maintenance."""
