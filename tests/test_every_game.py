"""What every game brings along: a game that lacks a file fails here, and the file is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines import GAMES
from tests.games.parts import PARTS

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_its_files(key: str, part: str) -> None:
    name = part.format(key=key, module=key.replace("-", "_"))
    assert list(ROOT.glob(name)), f"{GAMES[key].name} lacks {name}"


@pytest.mark.parametrize("key", GAMES)
def test_a_rules_page_has_a_short_part_and_names_the_designers(key: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{key.replace('-', '_')}.md").read_text(encoding="utf-8")
    short, *rest = page.split("<!-- more -->")
    # Its pictures are no words, and shown by themselves.
    words = re.sub(r"^!.*\n\n", "", short, flags=re.MULTILINE)
    assert page.startswith(f"# {GAMES[key].name}\n")
    assert rest, "nothing follows the part that is shown in Discord"
    in_short, *more = words.split("<!-- in short -->\n\n")
    assert more and len(in_short) < 1200, "too long to read before accepting"
    assert len(in_short + more[0]) < 2000, "too long for one message on a phone"
    address = GAMES[key].credit.page
    assert address is None or address in page
