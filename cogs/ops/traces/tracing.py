"""Traces: one span for each command, click and form, with what it waited for below. Off unless asked for."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any


class Tracing:
    """Spans that are discarded. No attribute of a span ever names a user, a server or a match."""

    on = False
    """True if spans are collected."""

    def begin(self, interaction: int) -> None:
        """An interaction arrived, in the task that sees to it."""

    def end(self, interaction: int, name: str, outcome: str) -> None:
        """An interaction is over."""

    def span(self, name: str, **about: str) -> AbstractContextManager[Any]:
        """While something is done for an interaction."""
        return nullcontext()

    def open(self, name: str, **about: str) -> Any:
        """Begin a span that :meth:`shut` ends; None outside of an interaction."""
        return None

    def shut(self, span: Any, status: int | None) -> None:
        """End a request's span, with the status of the answer if one came."""

    async def close(self) -> None:
        """Send what has not been sent, within a moment."""
