"""The search child: a line in, a line out, whatever the line is."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from computer import Job
from computer.think import think
from computer.worker import answer
from engines import GAMES
from tests.computer.jobs import job_of
from tests.computer.positions import at_random

ROOT = Path(__file__).parents[2]
AN_ERROR = {
    "no JSON": "JSONDecodeError",
    "[]": "AttributeError",
    "7": "AttributeError",
    "{}": "TypeError",
    '{"game": "chess", "position": "", "level": 1, "seed": 1}': "KeyError",
    '{"game": "prudh", "position": "nonsense", "level": 1, "seed": 1}': "PositionTextError",
    '{"game": "prudh", "position": "nonsense", "level": 1, "seed": 1, "picks": []}': "TypeError",
}


def line_of(job: Job) -> str:
    return json.dumps(asdict(job))


@contextmanager
def child(*command: str, **settings: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, *(command or ("-m", "computer.worker", "--nice", "0"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        cwd=ROOT,
        env=os.environ | settings,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def asked(process: subprocess.Popen[str], line: str) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@pytest.mark.real
def test_a_line_in_a_line_out_and_the_end_at_the_end() -> None:
    with child() as process:
        assert asked(process, "no JSON") == {"error": "JSONDecodeError"}
        for key in GAMES:
            job = job_of(key, 2)
            thought = think(job)
            assert asked(process, line_of(job)) == asdict(thought) | {"actions": list(thought.actions)}
        said, complaints = process.communicate()
        assert (said, complaints, process.returncode) == ("", "", 0)


@pytest.mark.real
def test_the_same_job_has_the_same_thought_in_two_processes() -> None:
    with child(PYTHONHASHSEED="1") as one, child(PYTHONHASHSEED="2") as other:
        for key in GAMES:
            for level in (1, 2, 3):
                line = line_of(job_of(key, level, seed=level))
                assert asked(one, line) == asked(other, line), line


@pytest.mark.parametrize(("line", "error"), AN_ERROR.items())
def test_bad_lines_are_errors(line: str, error: str) -> None:
    assert answer(line) == {"error": error}


def test_a_level_that_there_is_not_and_a_match_that_is_over_are_errors() -> None:
    assert answer(line_of(job_of("prudh", 9))) == {"error": "KeyError"}
    position: Any = next(at_random("pjawns", 1))
    while position.legal_actions():
        position = position.apply(position.legal_actions()[-1])
    assert answer(line_of(Job("pjawns", position.to_text(), 1, 1))) == {"error": "ValueError"}


@pytest.mark.gate
@pytest.mark.real
def test_a_job_that_needs_too_much_memory_is_an_error_and_the_next_one_is_thought_about() -> None:
    starts_with = (
        "from computer.worker import main, think\n"
        "from engines import GAMES\n"
        "from computer import Job\n"
        "think(Job('pjawns', GAMES['pjawns'].start().to_text(), 2, 1))\n"
        "size = int(open('/proc/self/statm').read().split()[0]) * 4096\n"
        "main(size + 2**22, nice=0)\n"
    )
    with child("-c", starts_with) as process:
        assert asked(process, line_of(job_of("cannons-and-crabs", 5))) == {"error": "MemoryError"}
        assert asked(process, line_of(job_of("pjawns", 2)))["actions"]


@pytest.mark.real
@pytest.mark.parametrize(("more", "nice"), [((), 10), (("--nice", "0"), 0)])
def test_it_is_nice(more: tuple[str, ...], nice: int) -> None:
    with child("-m", "computer.worker", *more) as process:
        assert asked(process, line_of(job_of("prudh", 1)))["actions"]
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, os.nice(0) + nice)


@pytest.mark.real
def test_it_is_not_interrupted_from_the_keyboard() -> None:
    with child() as process:
        assert asked(process, line_of(job_of("prudh", 1)))["actions"]
        process.send_signal(signal.SIGINT)
        assert asked(process, line_of(job_of("prudh", 1)))["actions"]


@pytest.mark.real
def test_it_ends_quietly_where_whoever_asked_is_gone() -> None:
    with child() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(line_of(job_of("prudh", 1)) + "\n")
        process.stdin.close()
        assert (process.stderr.read(), process.wait()) == ("", 0)


@pytest.mark.parametrize("key", GAMES)
def test_a_hurried_job_is_thought_about_for_a_moment(key: str) -> None:
    position: Any = next(at_random(key, 1, usual=True))
    hurried = think(Job(key, position.to_text(), 5, 1, hurried=True))
    assert hurried.actions
    below = think(Job(key, position.to_text(), 4, 1))
    assert 5 * hurried.nodes < below.nodes, "far less than the level below, which is far less than its own"


def test_it_thinks_where_the_system_has_little(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on Windows: without bounds of memory and time, and without a priority."""
    job = job_of("pjawns", 1)
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "resource", None)
        without.delattr(os, "nice")
        without.delattr(signal, "setitimer")
        without.setattr(signal, "signal", lambda *handler: None)
        without.setattr(sys, "stdin", io.StringIO(json.dumps(asdict(job)) + "\n"))
        spec = importlib.util.find_spec("computer.worker")
        assert spec is not None and spec.loader is not None
        child = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(child)
        child.main()
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(asdict(think(job))))


@pytest.mark.real
def test_a_service_that_may_change_no_priority() -> None:
    """It thinks all the same, as under the strict filter of a service manager."""
    forbidden = (
        "import os\ndef nice(_): raise PermissionError\nos.nice = nice\n"
        "from computer.worker import main\nmain()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", forbidden],
        input="{}\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == '{"error": "TypeError"}\n'


def bounded(thinking: str) -> subprocess.CompletedProcess[str]:
    """A child that may use a fifth of a second for a job, and thinks like this."""
    imports = "import time\nfrom computer import worker\n"
    code = f"{imports}worker.think = lambda job: {thinking}\nworker.main(longest=0.2, nice=0)"
    return subprocess.run(
        [sys.executable, "-c", code],
        input=line_of(job_of("prudh", 5)) + "\n",
        text=True,
        cwd=ROOT,
        check=False,
        capture_output=True,
    )


@pytest.mark.real
def test_a_job_that_takes_too_much_of_the_processor_ends_the_child() -> None:
    assert bounded("exec('while True: pass')").returncode == -signal.SIGPROF


@pytest.mark.real
def test_time_that_others_use_does_not_count() -> None:
    done = bounded("time.sleep(0.5)")
    assert (done.returncode, json.loads(done.stdout)) == (0, {"error": "TypeError"}), "nothing is no thought"
