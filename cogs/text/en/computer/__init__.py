"""Sentences about the computer: playing against it, what it thinks, what it has to say of a match."""
