"""A loopback Discord, and a way to speak to it."""

from tests.loopback.conftest import discord, wire

__all__ = ["discord", "wire"]
