"""Records in an export: found a match at a time, in any file a stranger may send."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.records import TranscriptError, read, read_export
from matches.records.read_export import (
    LARGEST_EXPORT,
    LARGEST_UNPACKED,
    MOST_FOUND,
    MOST_OTHERS,
    MOST_STEPS,
)

MODULE: Final = sys.modules["matches.records.read_export"]
RECORD: Final[dict[str, Any]] = {
    "record": 1,
    "game": "prudh",
    "rules": 1,
    "first": "light",
    "actions": ["a4-b5"],
}


def match(number: int, **fields: Any) -> dict[str, Any]:
    """A match as an export has it."""
    return {"match": number, "game": "prudh", "phase": "finished", "entries": [], "record": RECORD, **fields}


def export_of(*matches: Any, **fields: Any) -> bytes:
    """An export with these matches."""
    whole = {"export": 1, "player": "1", "settings": [{"choices": {"a": 1.5}}], **fields, "matches": matches}
    return json.dumps(whole, indent=1, ensure_ascii=False).encode()


def test_the_newest_are_found_newest_first() -> None:
    found = read_export(export_of(*(match(number) for number in range(1, 41)), match(41, record=None)))
    assert found is not None and found.count == 40
    assert [one.number for one in found.matches] == list(range(40, 40 - MOST_FOUND, -1))
    for one in found.matches:
        assert (one.game, one.actions, read(one.record).actions[0].action) == ("prudh", 1, "a4-b5")


@pytest.mark.parametrize(
    "data",
    [
        export_of(match(1)),
        b"\xef\xbb\xbf" + export_of(match(1)),
        b"\r\n " + export_of(match(1)),
        export_of(match(1)).replace(b"\n", b"\r\n"),
        json.dumps(json.loads(export_of(match(1)))).encode(),
        # What people write is no part of the layout.
        export_of(match(1), notes=[{"text": 'a "] } [{ \\" 🦀\u202e'}]),
        json.dumps(json.loads(export_of(match(1), notes=["\\", '"']))).encode(),
        export_of(match(1), ratings=[{"deviation": 1e999, "id": 10**4000}]),
        json.dumps(match(1)).encode(),
        json.dumps({"record": RECORD, "match": 1}).encode(),
    ],
)
def test_it_is_found_however_it_is_laid_out(data: bytes) -> None:
    found = read_export(data)
    assert found is not None
    assert [(one.number, one.record) for one in found.matches] == [
        (1, json.dumps(RECORD, separators=(",", ":")))
    ]


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(RECORD).encode(),
        json.dumps({**RECORD, "match": 3, "phase": "", "entries": [], "export": 2}).encode(),
        b'[Game "prudh"]\n[Rules "1"]\n',
        b"",
        b"{",
        b"{}",
        b"\xff\xfe\x00",
        b'{"a": ' + b"[" * 100_000,
        b"{{}: 1}",
        b"{1: 2}",
    ],
)
def test_a_record_or_nothing_at_all_is_no_export(data: bytes) -> None:
    assert read_export(data) is None


@pytest.mark.parametrize(
    "data",
    [
        export_of(match(1))[:-3],
        export_of(match(1))[:60],
        export_of(match(1))[:200],
        export_of(match(1)).replace(b'"prudh",', b'"prudh,', 1),
        export_of(match(1)).replace(b'"a4-b5"', b'"a4-b5", '),
        export_of(match(1), notes=["🦀"])[:-1],
        b'{"export": 1, "matches": [{"match": 1, "record": {"game": '
        + b"[" * 50_000
        + b"]" * 50_000
        + b"}}]}",
        b'{"export": 1, "matches": [{"match": 1, "record": {"rules": ' + b"9" * 5_000 + b"}}]}",
        b'{"export": 1, "matches": [' + b"[" * 1_000_000,
        b'{"export": 1, "matches": "' + b" " * 1_000_000,
    ],
)
def test_a_damaged_export_says_so(data: bytes) -> None:
    with pytest.raises(TranscriptError, match="this export is damaged"):
        read_export(data)


@pytest.mark.parametrize(
    "fields",
    [
        {"record": None},
        {"record": "a text"},
        {"record": {**RECORD, "game": "chess"}},
        {"record": {**RECORD, "game": ["prudh"]}},
        {"record": {**RECORD, "actions": "all"}},
        {"record": {**RECORD, "actions": ["x" * 500_000]}},
    ],
)
def test_what_can_be_no_record_is_not_offered(fields: dict[str, Any]) -> None:
    found = read_export(export_of(match(1, **fields), match(2)))
    assert found is not None
    assert [one.number for one in found.matches] == [2]


@pytest.mark.parametrize("number", ["1", None, -1, 1.5, 10**30, [1], {"a": 1}])
def test_a_number_that_is_none_is_left_out(number: Any) -> None:
    found = read_export(export_of({**match(0), "match": number}))
    assert found is not None
    assert [one.number for one in found.matches] == [0]


def test_what_a_record_says_is_believed_no_more_than_elsewhere() -> None:
    for fields, said in (
        ({"rules": 99}, "has no version 99"),
        ({"actions": ["a1-h8"]}, "action 1"),
        ({"result": "dark", "reason": "checkmate"}, "checkmate"),
    ):
        found = read_export(export_of(match(1, record={**RECORD, **fields})))
        assert found is not None
        with pytest.raises(TranscriptError, match=said):
            read(found.matches[0].record)


# --- archives ----------------------------------------------------------------------------------------


def archive(*files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as writer:
        for number, content in enumerate(files):
            writer.writestr(f"{number}.json", content)
    return packed.getvalue()


def test_an_archive_of_an_export() -> None:
    found = read_export(archive(export_of(match(1), match(2))))
    assert found is not None and found.count == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (archive(export_of(), export_of()), "I can't unpack this archive"),
        (archive(export_of(match(1)))[:-30], "I can't unpack this archive"),
        (b"PK\x03\x04", "I can't unpack this archive"),
        (archive(b"[Game]"), "there is no export in this archive"),
        (archive(b" " * (LARGEST_UNPACKED + 1)), "unpacked, it holds more than 8 MB"),
    ],
)
def test_an_archive_that_is_none(data: bytes, said: str) -> None:
    with pytest.raises(TranscriptError, match=said):
        if read_export(data) is None:
            read(data)


def filled(head: str, piece: str, tail: str = "") -> bytes:
    """A text as long as may be unpacked, mostly of one piece."""
    room = LARGEST_UNPACKED - len(head) - len(tail)
    return f"{head}{piece * (room // len(piece))}{tail}".encode()


LIST = '{"export": 1, "matches": ['
HOSTILE: Final = {
    "texts": filled(LIST, '"",', '""]}'),
    "numbers": filled(LIST, "1,", "1]}"),
    "brackets": filled(LIST, "["),
    "braces": filled(LIST, '{"a":'),
    "pairs of brackets": filled(LIST, "[],", "[]]}"),
    "pairs within one": filled(f"{LIST}[", "[],", "[]]]}"),
    "objects": filled(LIST, "{},", "{}]}"),
    "equal names": filled('{"export": 1', ',"a":1', "}"),
    "equal lists": filled('{"export": 1', ',"matches":[]', "}"),
    "names of one match": filled(f'{LIST}{{"match": 1', ',"a":1', "}]}"),
    "matches without a record": filled(LIST, '{"match":1,"record":null},', "{}]}"),
    "records of nothing": filled(LIST, '{"record":{}},', "{}]}"),
}
"""Files that are small in an archive, with something that takes long to go through."""


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_small_archive_is_given_up_soon(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = archive(HOSTILE[name])
    assert len(packed) < LARGEST_UNPACKED // 200
    monkeypatch.setattr(MODULE, "MOST_STEPS", MOST_STEPS // 10)
    with pytest.raises(TranscriptError, match="too much"):
        read_export(packed)


def test_entries_that_are_no_match_are_passed_over_up_to_a_limit() -> None:
    found = read_export(archive(export_of(*[0] * MOST_OTHERS, match(1))))
    assert found is not None and found.count == 1
    with pytest.raises(TranscriptError, match="too much in this export that is no match"):
        read_export(archive(export_of(*[0] * (MOST_OTHERS + 1), match(1))))


def test_the_fullest_export_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long match after the other, each action and each act with its brackets, as exports have them."""
    action = {
        "turn": 1,
        "side": "light",
        "action": "a4-b5",
        "words": "1 on a4 slides",
        "at": "2026-01-01T00:00:00Z",
    }
    act = {"kind": "action", "text": "a4-b5", "side": "light", "ply": 1, "at": "2026-01-01T00:00:00+00:00"}
    whole = match(1, record={**RECORD, "actions": [action] * 100}, entries=[act] * 100)
    size = len(json.dumps(whole, indent=1))
    monkeypatch.setattr(MODULE, "MOST_STEPS", MOST_STEPS // 5)
    found = read_export(export_of(*[whole] * (LARGEST_EXPORT // 5 // (size + 900))))
    assert found is not None and found.count > 40


@pytest.mark.parametrize("way", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_an_archive_packed_in_another_way_is_not_unpacked(way: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", way) as writer:
        writer.writestr("a.json", export_of(match(1)))
    with pytest.raises(TranscriptError, match="I can't unpack this archive"):
        read_export(packed.getvalue())


def test_the_list_of_an_archive_of_many_files_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    many = archive(*[b""] * 2000)
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(TranscriptError, match="I can't unpack this archive"):
        read_export(many)


def test_an_archive_damaged_anywhere() -> None:
    whole = archive(export_of(match(1)))
    for at in range(4, len(whole), 7):
        damaged = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        try:
            read_export(damaged)
        except TranscriptError:
            continue


@given(st.data())
def test_nothing_but_a_transcript_error_ever_comes_out(data: st.DataObject) -> None:
    whole = bytearray(export_of(match(1, record=RECORD), match(2), notes=["é"]))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=3))
    try:
        read_export(bytes(whole))
    except TranscriptError as error:
        assert error.reason
