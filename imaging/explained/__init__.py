"""Boards that explain something: with arrows, or a part of one alone."""
