"""Tests of data/stores."""
