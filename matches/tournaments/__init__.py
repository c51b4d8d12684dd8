"""Tournaments as values: entrants, pairings, standings, the next step. No storage, no Discord, no clock."""
