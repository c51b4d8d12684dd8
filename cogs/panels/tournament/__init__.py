"""Panels and cards of tournaments."""
