"""Builds a file to attach to a message, piece by piece; zipped once it exceeds Discord's limit."""

from __future__ import annotations

import io
import zipfile
from contextlib import ExitStack
from types import TracebackType
from typing import IO, Self

from cogs.kit.card import Documents


class TooLargeError(Exception):
    """Even compressed it is more than Discord takes."""


class StoppedError(Exception):
    """The bot stops, and the file is not done. It can be asked for again."""


class AttachmentBuilder:
    """Builds the attachment ``name``, of at most ``most`` bytes, or a zip archive with it.

    It is held in memory, where nothing is left of it after a crash, and never more of it than twice ``most``:
    pieces beyond that are compressed as they come.
    """

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._most = most
        self._plain = io.BytesIO()
        self._packed = io.BytesIO()
        self._packing: IO[bytes] | None = None
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def add(self, piece: bytes) -> None:
        """Write the next piece. Slow for one that is compressed. Raises TooLargeError."""
        (self._packing or self._plain).write(piece)
        if self._packing is None and self._plain.tell() > self._most:
            self._packing = self._begin_packing()
            self._packing.write(self._plain.getvalue())
            self._plain = io.BytesIO()
        self._check_size()

    def documents(self) -> Documents:
        """The finished file, to be attached. Raises TooLargeError."""
        if self._packing is None:
            return ((self._name, self._plain.getvalue()),)
        self._open.close()  # which writes the archive's end
        self._check_size()
        return ((f"{self._name}.zip", self._packed.getvalue()),)

    def _begin_packing(self) -> IO[bytes]:
        zipped = self._open.enter_context(zipfile.ZipFile(self._packed, "w"))
        # Without a date: it is in the file itself.
        entry = zipfile.ZipInfo(self._name)
        entry.compress_type = zipfile.ZIP_DEFLATED
        return self._open.enter_context(zipped.open(entry, "w", force_zip64=True))

    def _check_size(self) -> None:
        if self._packed.tell() > self._most:
            raise TooLargeError
