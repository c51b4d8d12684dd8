"""The alerts and the dashboard in ``docs/ops``: what they ask for is what the bot exports."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import pytest
import yaml

import bot
from cogs.connection.requests import Budget
from cogs.delivery.exports import EXPORT
from cogs.hosting.health import HttpSite
from cogs.hosting.metrics import Metrics, Outcome, fill, fill_queue, timed
from computer.workers import KINDS
from matches import Phase
from matches.model import NoticeKind
from settings import VERSION
from tests.needs import PROMTOOL, need

ROOT: Final = Path(bot.__file__).parent
OPS: Final = ROOT / "docs" / "ops"
GIVEN: Final = {"up": {"job": {"tidepool"}}}
"""Prometheus's own metric."""
OF_SCRAPES: Final = frozenset({"job", "instance"})
"""Labels that Prometheus gives to everything."""
FUNCTIONS: Final = {
    *("absent", "changes", "count", "histogram_quantile", "increase", "max", "rate", "sum", "vector"),
}
WORDS: Final = FUNCTIONS | {"by", "group_left", "on", "or"}
"""The words of PromQL that are used."""
_PART: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\[[^\]]*\]|(?<![\w.])[A-Za-z_:][\w:]*(?:\s*\{[^}]*\})?')
_BARE: Final = re.compile(r"\b(?:by|on|group_left|without|ignoring)\s*\(([^)]*)\)")
_MATCHER: Final = re.compile(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"')

Known = dict[str, dict[str, set[str]]]


def exported() -> Known:
    """Every series that the bot may export: by name, the labels, and the values that each may have."""
    metrics = Metrics()
    metrics.named("one")
    HttpSite(metrics.registry)
    for gauge, values in (
        (metrics.shards, ("there", "away")),
        (metrics.shard_held, ("0", "1")),
        (metrics.gateway_latency_seconds, ("0",)),
        (metrics.oldest_overdue_seconds, ("match", "card", "notice")),
        (metrics.open_matches, [phase.value for phase in Phase if phase.open]),
    ):
        fill(gauge, dict.fromkeys(values, 1.0))
    fill_queue(metrics.requests_waiting, metrics.oldest_request_seconds, Budget().by_purpose())
    jobs = dict.fromkeys((*KINDS, EXPORT), (1, 1.0))
    fill_queue(metrics.computer_jobs_waiting, metrics.computer_oldest_job_seconds, jobs)
    for notice in NoticeKind:
        metrics.notices_sent.labels(notice.value).inc()
    for why in ("busy", "failed"):
        metrics.computer_failed.labels(why).inc()
    for outcome in get_args(Outcome):
        for kind in ("command", "control", "form"):
            metrics.interactions.labels(kind, "accept", outcome).inc()
            metrics.done_seconds.labels(kind).observe(0.1)
    for status in ("401", "403", "429", "500", "502", "none"):
        metrics.requests_failed.labels(status).inc()
    with metrics.picture("board"), timed(metrics.computer_seconds.labels("1")), metrics.sweep():
        pass
    with pytest.raises(ZeroDivisionError), metrics.sweep():
        raise ZeroDivisionError
    found: Known = {name: dict(labels) for name, labels in GIVEN.items()}
    for family in metrics.registry.collect():
        for sample in family.samples:
            labels = found.setdefault(sample.name, {})
            for label, value in sample.labels.items():
                labels.setdefault(label, set()).add(value)
    return found


def wrong_with(expression: str, known: Known) -> list[str]:
    """What an expression of PromQL asks for that nobody exports."""
    found = []
    labels = {label for each in known.values() for label in each} | OF_SCRAPES
    for group in _BARE.findall(expression):
        found += [f"no label {name}" for name in re.findall(r"\w+", group) if name not in labels]
    for part in _PART.findall(_BARE.sub(lambda match: match[0].partition("(")[0], expression)):
        name, _, matchers = part.partition("{")
        if part[0] in '"[' or name.strip() in WORDS:
            continue
        if name.strip() not in known:
            found.append(f"no metric {name.strip()}")
            continue
        found += _wrong_labels(name.strip(), matchers, known[name.strip()])
    return found


def _wrong_labels(name: str, matchers: str, has: dict[str, set[str]]) -> Iterator[str]:
    for label, how, value in _MATCHER.findall(matchers):
        if label in OF_SCRAPES:
            continue
        if label not in has:
            yield f"no label {label} of {name}"
        elif how == "=" and value not in has[label]:
            yield f"no {label}={value} of {name}"
        elif how == "=~" and not any(re.fullmatch(value, one) for one in has[label]):
            yield f"no {label}=~{value} of {name}"


def rules() -> list[dict[str, Any]]:
    """Every rule in the file."""
    groups = yaml.safe_load((OPS / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    names = [group["name"] for group in groups]
    assert len(names) == len(set(names))
    return [rule for group in groups for rule in group["rules"]]


ALERTS: Final = [rule for rule in rules() if "alert" in rule]
RECORDED: Final = {rule["record"]: rule["expr"] for rule in rules() if "record" in rule}


def panels() -> list[dict[str, Any]]:
    """Every panel of the dashboard."""
    found: list[dict[str, Any]] = json.loads((OPS / "dashboard.json").read_text(encoding="utf-8"))["panels"]
    return found


EXPRESSIONS: Final = [
    *((f"alert {rule['alert']}", rule["expr"]) for rule in ALERTS),
    *((f"record {name}", expression) for name, expression in RECORDED.items()),
    *(
        (f"panel {panel['title']}", target["expr"])
        for panel in panels()
        for target in panel.get("targets", ())
    ),
]


def test_all_that_is_asked_for_is_exported() -> None:
    known = exported() | {name: {} for name in RECORDED}
    found = {where: wrong for where, asked in EXPRESSIONS if (wrong := wrong_with(asked, known))}
    assert not found


def test_the_version_is_exported() -> None:
    assert exported()["tidepool_build_info"] == {"version": {VERSION}}


@pytest.mark.parametrize(
    ("expression", "wrong"),
    [
        ('sum by (kind) (rate(tidepool_interactions_total{outcome="error"}[5m])) > 0', []),
        ("tidepool_sweeps", ["no metric tidepool_sweeps"]),
        ("rates(tidepool_ready[5m])", ["no metric rates"]),
        ('tidepool_shards{state="gone"}', ["no state=gone of tidepool_shards"]),
        ('tidepool_ready{state="away"}', ["no label state of tidepool_ready"]),
        (
            'tidepool_requests_failed_total{status=~"9.."}',
            ["no status=~9.. of tidepool_requests_failed_total"],
        ),
        ('tidepool_done_seconds_bucket{le="2.5"}', ["no le=2.5 of tidepool_done_seconds_bucket"]),
        ("sum by (game) (tidepool_ready)", ["no label game"]),
    ],
)
def test_what_nobody_exports_is_found(expression: str, wrong: list[str]) -> None:
    assert wrong_with(expression, exported()) == wrong


def test_every_metric_of_the_bots_own_is_in_the_guide() -> None:
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    names = {
        re.sub(r"_(bucket|count|sum|created)$", "", name)
        for name in exported()
        if name.startswith("tidepool_")
    }
    assert [name for name in sorted(names) if f"`{name}" not in guide] == []


# --- the alerts -------------------------------------------------------------------------------------


def test_every_alert_is_whole_and_has_a_runbook() -> None:
    pages = (OPS / "runbooks.md").read_text(encoding="utf-8")
    sections = re.findall(r"(?m)^## (\w+)$", pages)
    assert sorted(sections) == sorted(rule["alert"] for rule in ALERTS)
    for rule in ALERTS:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["annotations"]["runbook"] == f"docs/ops/runbooks.md#{rule['alert'].lower()}"


def test_a_summary_names_labels_that_its_alert_has() -> None:
    for rule in ALERTS:
        named = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        kept = re.search(r"\bby \(([^)]*)\)", rule["expr"])
        if kept:
            assert named <= set(re.findall(r"\w+", kept[1])), rule["alert"]
        elif "sum(" in rule["expr"] or ":" in rule["expr"].split("{")[0]:
            assert not named, rule["alert"]


# --- the dashboard ----------------------------------------------------------------------------------


def test_every_panel_has_a_place_of_its_own() -> None:
    numbers = [panel["id"] for panel in panels()]
    assert len(numbers) == len(set(numbers))
    taken: dict[tuple[int, int], str] = {}
    for panel in panels():
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        for cell in ((at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])):
            assert taken.setdefault(cell, panel["title"]) == panel["title"]
        if panel["type"] != "row":
            assert panel["description"].endswith(".")
            assert panel["datasource"]["uid"] == "${datasource}"


# --- Prometheus's own tool --------------------------------------------------------------------------


def promtool(*arguments: str) -> None:
    done = subprocess.run(
        [need(PROMTOOL), *arguments], capture_output=True, text=True, timeout=60, check=False, cwd=OPS
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.real
def test_prometheus_reads_the_rules_and_the_expressions_of_the_dashboard(tmp_path: Path) -> None:
    promtool("check", "rules", "alerts.yml")
    asked = [
        {"record": f"panel:{number}", "expr": expression.replace("$__rate_interval", "5m")}
        for number, (_, expression) in enumerate(EXPRESSIONS)
    ]
    (tmp_path / "panels.yml").write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": asked}]}))
    promtool("check", "rules", str(tmp_path / "panels.yml"))


@pytest.mark.gate
@pytest.mark.real
def test_alerts_go_off_when_they_should(tmp_path: Path) -> None:
    tests = yaml.safe_load((ROOT / "tests" / "data" / "alerts.yml").read_text(encoding="utf-8"))
    tests["rule_files"] = [str(OPS / "alerts.yml")]
    (tmp_path / "tests.yml").write_text(yaml.safe_dump(tests))
    promtool("test", "rules", str(tmp_path / "tests.yml"))
