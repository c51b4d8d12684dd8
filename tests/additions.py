"""What features add to the tests of all: modules of a certain name in their folders of tests.

Tests that find features this way go on without one whose two folders are gone. Such modules are:

- ``contest``: matches that begin by themselves (:mod:`tests.contest`);
- ``kept_up``: kinds of cards that are kept up to date (:mod:`tests.cogs.kept_cards`);
- ``gathering``: what goes on in a busy week (:mod:`tests.cogs.gatherings`);
- ``forging``: what stands about where ids are forged (:mod:`tests.cogs.forged`);
- ``telling``: notices in direct messages (:mod:`tests.cogs.notices`);
- ``verbs``: the verbs of its controls (:mod:`tests.cogs.kit.test_controls`);
- ``row``: the feature's row, as bots in tests have it (:mod:`tests.cogs.server`).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from cogs.found import features


@cache
def added(module: str) -> dict[str, Any]:
    """All that modules of this name hold as ``ADDED``, each by its name; found at the first call."""
    found: dict[str, Any] = {}
    for folder in features():
        name = f"tests.cogs.{folder}.{module}"
        if find_spec(name) is not None:
            of_feature = import_module(name).ADDED
            assert not found.keys() & of_feature, f"{name}: a name is taken"
            found |= of_feature
    return found
