"""The mark of stories in which something is refused."""

from __future__ import annotations

import pytest

refusing = pytest.mark.simcord(check_errors=False)
"""What a person is told of a refusal is an error of the command, and meant; simcord takes it for a bug.

An error that nobody foresaw still fails every story: see the fixture ``server``.
"""
