"""Seeds: settled by the match and the ply, foreseen by nobody without the secret."""

from __future__ import annotations

import pytest

from computer.core import seed_of


def test_a_seed_is_the_same_for_the_same_moment_for_ever() -> None:
    # Written down here: a release that changed it would change what a running match is answered.
    assert seed_of(b"a secret", 7, 12) == 11389713954255600808
    assert seed_of(b"a secret" * 20, 7, 12) == 15460955050036886680


def test_another_match_ply_or_secret_has_another_seed() -> None:
    seeds = [
        seed_of(secret, match, ply) for secret in (b"a", b"b") for match in range(40) for ply in range(40)
    ]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_numbers_do_not_run_into_each_other() -> None:
    assert seed_of(b"a", 11, 1) != seed_of(b"a", 1, 11) != seed_of(b"a", 1, 1)


def test_a_seed_says_nothing_of_the_next_one() -> None:
    """Each bit changes about every other time."""
    changes = [seed_of(b"a", 1, ply) ^ seed_of(b"a", 1, ply + 1) for ply in range(2000)]
    for bit in range(64):
        assert 850 < sum(one >> bit & 1 for one in changes) < 1150, bit


def test_there_is_no_seed_without_a_secret() -> None:
    with pytest.raises(ValueError, match="secret"):
        seed_of(b"", 1, 1)
