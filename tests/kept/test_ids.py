"""The ids that older states gave to controls mean something today."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest

import cogs
from cogs.kit.controls import CONTROLS, read_id
from tests.kept.kept import ANSWERS, WORLD, read
from tests.kept.stated import SINCE

cogs.extensions()
ID: Final = re.compile(r"\b([a-z]+:[0-9]+:[0-9]+(?::[0-9.]+)?)(?![0-9:.<])")


@pytest.mark.parametrize("recording", SINCE)
def test_every_id_fits_what_is_declared(recording: str) -> None:
    kept = json.dumps([read(recording, WORLD), read(recording, ANSWERS)])
    found = {one for one in ID.findall(kept) if one.partition(":")[0] in CONTROLS}
    assert len({one.partition(":")[0] for one in found}) > 50
    odd = [one for one in sorted(found) if not fits(one)]
    assert odd == []


def fits(custom_id: str) -> bool:
    """True if an id means something today."""
    _, held = read_id(custom_id)
    return CONTROLS[custom_id.partition(":")[0]].grammar.takes.fit(held.numbers)
