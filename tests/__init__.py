"""The tests, by the package that they are about."""

from typing import Final

SPLIT_OFF: Final = "tidepool.split_off"
"""The audit event of a bot that is split off a nursery, whose fork is another process's."""
