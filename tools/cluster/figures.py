"""What a scenario prints: figures beside what is wanted, and what must never be."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles


class Report:
    """The figures of one scenario, printed as they come."""

    def __init__(self, name: str) -> None:
        self.faults: list[str] = []
        """What was lost or doubled."""
        self.missed: list[str] = []
        """Figures that are not as wanted."""
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
        """One line. None: there was nothing to measure, which is not as wanted."""
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
        """A line of words."""
        print(f"  {words}", flush=True)

    def fault(self, words: str) -> None:
        """Something was lost or doubled, or failed in a way that nobody foresaw."""
        self.faults.append(words)
        if len(self.faults) <= 20:
            print(f"  WRONG: {words}", flush=True)


def percentile(values: Sequence[float], percent: int) -> float | None:
    """What so many percent of the values do not exceed; None where there are too few."""
    if len(values) < 2:
        return values[0] if values else None
    return quantiles(values, n=100)[percent - 1]
