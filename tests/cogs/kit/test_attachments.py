"""A file made in pieces: as it is while Discord takes it, compressed from there on, refused in the end."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from cogs.kit.attachments import AttachmentBuilder, TooLargeError

MOST = 10_000


def test_a_small_one_is_what_was_put_in() -> None:
    with AttachmentBuilder("a.json", MOST) as attachment:
        for piece in (b"one", b"", b"two"):
            attachment.add(piece)
        assert attachment.documents() == (("a.json", b"onetwo"),)


@pytest.mark.parametrize("beyond", [1, 500_000])
def test_a_larger_one_is_compressed_and_whole(beyond: int) -> None:
    whole = b"tide pool " * ((MOST + beyond) // 10 + 1)
    with AttachmentBuilder("a.json", MOST) as attachment:
        for start in range(0, len(whole), 700):
            attachment.add(whole[start : start + 700])
            held = len(attachment._plain.getvalue()) + len(attachment._packed.getvalue())
            assert held <= 2 * MOST, "whatever comes"
        ((name, content),) = attachment.documents()
    assert name == "a.json.zip"
    assert len(content) <= MOST
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == ["a.json"]
        assert archive.read("a.json") == whole


def test_what_cannot_be_made_smaller_is_given_up_on_the_way() -> None:
    noise = random.Random(1)
    with pytest.raises(TooLargeError), AttachmentBuilder("a.json", MOST) as attachment:
        for _ in range(100):
            attachment.add(noise.randbytes(1000))
    assert len(attachment._packed.getvalue()) < 5 * MOST
