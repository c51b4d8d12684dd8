"""The benchmark of leaderboards still fits the tables: it fills them by SQL of its own."""

import pytest

from tools.bench import standings


@pytest.mark.long
def test_the_benchmark_of_leaderboards_runs(capsys: pytest.CaptureFixture[str]) -> None:
    standings.run(0.001)
    assert "a rated match ends" in capsys.readouterr().out
