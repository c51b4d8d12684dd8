"""What holds for all tests: kinds, phases of the gate, the order, properties, and the garbage collector."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests import clock, kinds, needs
from tests.audit import Purity
from tests.priority import keep_priority
from tests.progress import Progress
from tools import seed

keep_priority()

if TYPE_CHECKING:
    from tests.data_store.postgres import Cluster
    from tests.data_store.run_server import MakeDatabase

_STEP = pytest.StashKey[timedelta]()
WATCHDOG = 60
"""Seconds after which a test of the gate that still runs has failed."""

settings.register_profile(
    "gate", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("wide", settings.get_profile("gate"), derandomize=False, print_blob=True)
# Hypothesis would choose by whether CI is set: the same suite runs everywhere.
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the gate run its phases."""
    parser.addoption("--gate", choices=("pure", "real"), help="only what this phase of the gate runs")
    parser.addoption("--whole", action="store_true", help="with --gate: all tests of the phase, none drawn")


def pytest_configure(config: pytest.Config) -> None:
    """Hold pure tests to what is pure, choose how far the clock moves, and tell how far the gate is."""
    config.stash[_STEP] = clock.step_of_run(whole=config.getoption("whole"))
    config.pluginmanager.register(Purity(config.rootpath / "tests"), "purity")
    if (phase := config.getoption("gate")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Progress(phase, _drawn(config)))


def _drawn(config: pytest.Config) -> str:
    """The seed by which the gate draws, so that its choice can be repeated, and the number in quarantine."""
    step, known = config.stash[_STEP], len(kinds.quarantined(config.rootpath))
    return f"drawn by GATE_SEED={seed.of_tree()}; a reading of the clock adds {step}; in quarantine: {known}"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let the clock of a test begin before its fixtures read it."""
    still = clock.STILL_CLOCK in getattr(item, "fixturenames", ())
    clock.begin(timedelta(0) if still else item.config.stash[_STEP])


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave unread, where the gate runs its real tests, the files that have none of them."""
    if config.getoption("gate") != "real" or config.getoption("whole") or collection_path.suffix != ".py":
        return None
    return True if "mark.gate" not in collection_path.read_text(encoding="utf-8") else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they use, keep those of a phase, and put first what may take the longest."""
    kinds.mark(items)
    # Where the order is random it stays so.
    if not config.pluginmanager.hasplugin("randomly"):
        items.sort(key=_patience, reverse=True)
    phase = config.getoption("gate")
    if phase:
        known = kinds.quarantined(config.rootpath)
        kept = _of_phase(items, phase, known, whole=config.getoption("whole"))
        chosen = set(kept)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = kept


def _of_phase(
    items: list[pytest.Item], phase: str, known: dict[str, str], *, whole: bool
) -> list[pytest.Item]:
    """The tests of a phase, or what the gate runs of them; those in quarantine may fail, or are left out."""
    kept = kinds.of_phase(items, phase)
    if whole:
        for item in kept:
            if item.nodeid in known:
                item.add_marker(pytest.mark.xfail(reason=known[item.nodeid], strict=False))
        return kept
    kept = kinds.of_gate([item for item in kept if item.nodeid not in known])
    for item in kept:
        item.add_marker(pytest.mark.timeout(WATCHDOG), append=False)
    return kept


def pytest_collection_finish() -> None:
    """Leave out of collections what stays to the end, and collect the rest less often.

    The collector would otherwise go through all modules and tests again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once what was left out, and for want of what."""
    skipped = terminalreporter.stats.get("skipped", ())
    said = needs.left_out(str(report.longrepr[2]) for report in skipped if isinstance(report.longrepr, tuple))
    if said:
        terminalreporter.write_line(said, yellow=True)


@pytest.fixture
def still_clock() -> None:
    """The product's clock stands still: for an exact moment, or bytes. Who asks for it is in ``STILL``."""


@pytest.fixture(scope="session")
def processes() -> None:
    """What starts a process, or a server, asks for this, so that its tests are known as real."""


@pytest.fixture(scope="session")
def purity(pytestconfig: pytest.Config) -> Purity:
    """The plugin that holds the pure tests of this run to what is pure."""
    found = pytestconfig.pluginmanager.get_plugin("purity")
    assert isinstance(found, Purity)
    return found


@pytest.fixture(scope="session")
def postgres(
    pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory, purity: Purity
) -> Cluster:
    """The PostgreSQL server of this run, which serves all tests at once: none may stop it, or change it."""
    from tests.data_store import run_server

    needs.need(needs.POSTGRESQL)
    run, folder = os.getpid(), tmp_path_factory.getbasetemp()
    if hasattr(pytestconfig, "workerinput"):  # one of several testers
        run, folder = os.getppid(), folder.parent
    with purity.watch.off():
        return run_server.of_run(run, folder)


@pytest.fixture
def make_database(postgres: Cluster) -> Iterator[MakeDatabase]:
    """Makes databases on that server, which are dropped after the test."""
    from tests.data_store import run_server

    with run_server.databases(postgres) as make:
        yield make


@pytest.fixture
def postgres_url(make_database: MakeDatabase) -> str:
    """The address of a PostgreSQL database at the newest revision, with nothing in it."""
    return make_database()


def _patience(item: pytest.Item) -> float:
    """The seconds that a test says it may take; 0 where it says nothing."""
    said = item.get_closest_marker("timeout")
    return float(said.args[0]) if said is not None and said.args else 0.0
