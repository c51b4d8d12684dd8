import pytest
from PIL import Image

from tests.imaging.compare import GOLDEN, assert_golden
from tests.imaging.golden import README_PICTURE, every_picture, side_by_side

PICTURES = every_picture()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_looks_as_it_did(name: str) -> None:
    assert_golden(name, PICTURES[name]())


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == PICTURES.keys()


def test_the_readme_shows_a_golden_picture() -> None:
    with Image.open(README_PICTURE) as kept:
        assert kept.convert("RGBA").tobytes() == side_by_side().convert("RGBA").tobytes()
