"""The golden files would notice, and leave something to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from imaging import draw_coin
from tests.imaging import compare


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "golden").mkdir()
    monkeypatch.setattr(compare, "GOLDEN", tmp_path / "golden")
    monkeypatch.setattr(compare, "FAILED", tmp_path / "tests" / "failed")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(AssertionError, match=r"coin\.png is missing"):
        compare.assert_golden("coin", draw_coin("heads"))


@pytest.mark.parametrize("width", [480, 240])
def test_another_picture_is_noticed_and_kept(width: int) -> None:
    (compare.GOLDEN / "coin.png").write_bytes(draw_coin("heads").png)
    with pytest.raises(AssertionError, match="coin"):
        compare.assert_golden("coin", draw_coin("tails", width=width))
    kept = {path.name for path in compare.FAILED.iterdir()}
    assert kept == {"coin-expected.png", "coin-got.png", "coin-difference.png"}
