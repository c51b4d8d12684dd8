"""Tests of services/."""
