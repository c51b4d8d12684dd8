"""The values of a tournament: terms as they are stored, and what cannot be."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.time.pace import NO_CLOCK, PACES, Pace
from matches.tournaments.model import (
    AT_ONCE,
    GROUP_SIZES,
    LEAST_ENTRANTS,
    MOST_IN_GROUPS,
    ROUND_DAYS,
    Decision,
    Format,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    TieDraw,
    TournamentTerms,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

TERMS = st.builds(
    TournamentTerms,
    format=st.sampled_from(Format),
    pace=st.sampled_from([pace for pace in PACES if pace.timed and not pace.fast]),
    rated=st.booleans(),
    at_once=st.sampled_from(AT_ONCE),
    round_days=st.sampled_from(ROUND_DAYS),
    rounds=st.none() | st.integers(1, 50),
    group_size=st.sampled_from(GROUP_SIZES),
    promoted=st.sampled_from((1, 2)),
    moving=st.sampled_from((1, 2)),
    most=st.integers(LEAST_ENTRANTS, MOST_IN_GROUPS),
    entries_until=st.none() | st.datetimes(timezones=st.just(UTC)),
)


@given(TERMS)
def test_terms_come_back_from_json_as_they_were(terms: TournamentTerms) -> None:
    assert TournamentTerms.read(json.loads(json.dumps(terms.as_dict()))) == terms


@pytest.mark.parametrize(
    "damage",
    [
        {"format": "swis"},
        {"pace": "soon"},
        {"pace": "30m"},
        {"rated": 1},
        {"at_once": 1},
        {"at_once": True},
        {"round_days": 0},
        {"round_days": "60"},
        {"rounds": 0},
        {"group_size": 3},
        {"promoted": 3},
        {"moving": 0},
        {"most": 2},
        {"most": 1001},
        {"most": None},
        {"entries_until": "tomorrow"},
        {"entries_until": "2026-03-01T12:00:00"},
        {"other": 1},
    ],
    ids=str,
)
def test_damaged_terms_are_refused(damage: dict[str, Any]) -> None:
    sound = TournamentTerms(Format.SWISS, most=8).as_dict()
    with pytest.raises(ValueError):
        TournamentTerms.read({**sound, **damage})


@pytest.mark.parametrize("stored", [None, [], {}, "{}"], ids=str)
def test_what_is_no_terms_at_all_is_refused(stored: object) -> None:
    with pytest.raises(ValueError):
        TournamentTerms.read(stored)


def test_groups_have_room_for_fewer() -> None:
    with pytest.raises(ValueError):
        TournamentTerms(Format.LEAGUE, most=MOST_IN_GROUPS + 1)
    assert TournamentTerms(Format.SWISS, most=MOST_IN_GROUPS + 1).room == 201
    assert TournamentTerms(Format.ROUND_ROBIN, entries_until=NOON).room == 200


@pytest.mark.parametrize("pace", [NO_CLOCK, Pace.read("30m")], ids=str)
def test_a_match_that_begins_by_itself_needs_a_clock_of_days(pace: Pace) -> None:
    with pytest.raises(ValueError):
        TournamentTerms(Format.SWISS, pace=pace, most=8)


@pytest.mark.parametrize(("first", "second"), [(2, 1), (-1, 1), (3, -1)])
def test_no_pairing_brings_more_than_a_win(first: int, second: int) -> None:
    with pytest.raises(ValueError):
        PairingOutcome(first, second, Decision.ORGANISER)


def test_a_draw_of_a_tie_shows_in_no_log() -> None:
    draw = TieDraw(True, "c0ffee")
    game = Pairing(PairingKey(1, 1), 0, Seed(1), Seed(2), NOON, NOON + timedelta(days=1), draw=draw)
    assert "c0ffee" not in repr(game)
    assert "True" not in repr(draw)
