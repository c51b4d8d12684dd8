"""Seeds of jobs: the same for the same ply of a match, and unpredictable without the secret."""

from __future__ import annotations

import hashlib
from typing import Final

_PERSON: Final = b"tidepool.compute"
"""Sets these sums apart from all others that are made with the same secret; 16 bytes at most."""
_BYTES: Final = 8
_LONGEST: Final = 64
"""The longest key that BLAKE2b takes; a longer secret is taken by its sum."""


def seed_of(secret: bytes, match_id: int, ply: int) -> int:
    """The seed of the computer's turn at a ply of a match, below 2 ** 64.

    ``secret`` belongs to the installation: without one, readers of this code could predict the computer.
    Raises ValueError for an empty one.
    """
    if not secret:
        raise ValueError("seeds need a secret")
    key = secret if len(secret) <= _LONGEST else hashlib.blake2b(secret).digest()
    moment = f"{match_id} {ply}".encode()
    return int.from_bytes(hashlib.blake2b(moment, digest_size=_BYTES, key=key, person=_PERSON).digest())
