"""The output of a scenario: figures beside their goals, and faults."""

from __future__ import annotations

from tools import harness


class ScenarioReport:
    """The figures of one scenario, printed as they come."""

    def __init__(self, name: str) -> None:
        self.faults: list[str] = []
        """Descriptions of lost, doubled or failed things."""
        self.missed: list[str] = []
        """The names of figures that missed their goals."""
        print(f"{name}", flush=True)

    def figure(self, name: str, value: float | None, unit: str = "", **bounds: float | None) -> None:
        """Print a figure with its bounds. None, if nothing could be measured, misses them."""
        if not harness.figure(name, value, unit, **bounds):
            self.missed.append(name)

    def say(self, words: str) -> None:
        """Print a line of text."""
        print(f"  {words}", flush=True)

    def fault(self, words: str) -> None:
        """Record something lost, doubled, or unexpectedly failed; the first 20 are printed."""
        self.faults.append(words)
        if len(self.faults) <= 20:
            print(f"  WRONG: {words}", flush=True)
