"""The output of a scenario: figures beside their goals, and faults."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles


class ScenarioReport:
    """The figures of one scenario, printed as they come."""

    def __init__(self, name: str) -> None:
        self.faults: list[str] = []
        """Descriptions of lost, doubled or failed things."""
        self.missed: list[str] = []
        """The names of figures that missed their goals."""
        self.figures: dict[str, float] = {}
        print(f"{name}", flush=True)

    def figure(
        self,
        name: str,
        value: float | None,
        unit: str = "",
        *,
        at_most: float | None = None,
        at_least: float | None = None,
    ) -> None:
        """Print a figure with its bounds. None, if nothing could be measured, misses them."""
        self.figures[name] = float("nan") if value is None else value
        bounds = [
            f"{words} {bound:g}"
            for words, bound in (("at most", at_most), ("at least", at_least))
            if bound is not None
        ]
        met = value is not None and (at_most is None or value <= at_most)
        met = met and (at_least is None or (value or 0.0) >= at_least)
        told = f"   wanted: {', '.join(bounds)}: {'met' if met else 'NOT met'}" if bounds else ""
        if bounds and not met:
            self.missed.append(name)
        print(f"  {name:<58} {'-' if value is None else f'{value:.4g}':>8} {unit}{told}", flush=True)

    def say(self, words: str) -> None:
        """Print a line of text."""
        print(f"  {words}", flush=True)

    def fault(self, words: str) -> None:
        """Record something lost, doubled, or unexpectedly failed; the first 20 are printed."""
        self.faults.append(words)
        if len(self.faults) <= 20:
            print(f"  WRONG: {words}", flush=True)


def percentile(values: Sequence[float], percent: int) -> float | None:
    """The given percentile of the values; the first one if there is only one, None if there are none."""
    if len(values) < 2:
        return values[0] if values else None
    return quantiles(values, n=100)[percent - 1]
