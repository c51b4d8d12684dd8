"""The rules of places: who moves where, and that there is never a gap."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from matches.ladder import (
    OFF_THE_LADDER,
    REACH,
    SLIDES_AFTER,
    Ladder,
    PlaceReason,
    changes,
)
from matches.model import UserId

NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY: Final = timedelta(days=1)
PEOPLE: Final = tuple(map(UserId, range(1, 9)))


def ladder(*people: int) -> Ladder:
    """A ladder that these joined at noon, the first of them at the top."""
    found = Ladder()
    for user in people:
        found = found.joined(UserId(user), NOON)
    return found


def order(of: Ladder) -> list[int]:
    return [rung.user_id for rung in of.rungs]


def test_who_joins_is_at_the_bottom_and_only_once() -> None:
    assert order(ladder(1, 2, 1)) == [1, 2]
    assert ladder(1, 2).place_of(UserId(2)) == 2
    assert ladder(1).place_of(UserId(2)) is None


def test_three_places_above_are_in_reach_the_nearest_first() -> None:
    whole = ladder(1, 2, 3, 4, 5)
    assert whole.in_reach(UserId(5)) == (4, 3, 2)
    assert whole.in_reach(UserId(2)) == (1,)
    assert whole.in_reach(UserId(1)) == ()
    assert whole.in_reach(UserId(9)) == ()


def test_the_winner_takes_the_place_and_those_between_move_down() -> None:
    assert order(ladder(1, 2, 3, 4, 5).won(UserId(4), UserId(2))) == [1, 4, 2, 3, 5]


def test_who_has_come_by_already_stays() -> None:
    whole = ladder(1, 2, 3)
    assert whole.won(UserId(1), UserId(3)) == whole
    assert whole.won(UserId(9), UserId(3)) == whole.won(UserId(3), UserId(9)) == whole


def test_who_leaves_leaves_no_gap() -> None:
    assert order(ladder(1, 2, 3).left(UserId(2))) == [1, 3]


def test_a_place_a_month_without_a_match() -> None:
    whole = ladder(1, 2, 3, 4).played([UserId(2), UserId(3), UserId(4)], NOON + 25 * DAY)
    assert order(whole.slid(NOON + SLIDES_AFTER - timedelta(seconds=1))) == [1, 2, 3, 4]
    assert order(whole.slid(NOON + SLIDES_AFTER)) == [2, 1, 3, 4]
    assert order(whole.slid(NOON + 54 * DAY)) == [2, 1, 3, 4], "one place for each 30 days"


def test_of_neighbours_who_slide_both_come_below_the_next() -> None:
    whole = ladder(1, 2, 3).played([UserId(3)], NOON + 9 * DAY)
    assert order(whole.slid(NOON + SLIDES_AFTER)) == [3, 1, 2]


def test_all_who_slide_at_once_stay_as_they_are_but_for_the_last() -> None:
    slid = ladder(1, 2, 3).slid(NOON + 300 * DAY)
    assert sorted(order(slid)) == [1, 2, 3]
    assert all(rung.slides_at > NOON + 300 * DAY for rung in slid.rungs)


def test_who_plays_for_a_place_is_looked_at_again_tomorrow() -> None:
    whole = ladder(1, 2).played([UserId(2)], NOON + DAY)
    slid = whole.slid(NOON + SLIDES_AFTER, [UserId(1)])
    assert order(slid) == [1, 2]
    assert order(slid.slid(NOON + SLIDES_AFTER + DAY / 2)) == [1, 2]
    assert slid.rungs[0].slides_at == NOON + SLIDES_AFTER + DAY


def test_the_changes_say_why() -> None:
    before = ladder(1, 2, 3)
    after = before.won(UserId(3), UserId(1)).left(UserId(2))
    found = changes(before, after, {UserId(3): PlaceReason.WON}, NOON)
    assert [(one.user_id, one.place, one.reason) for one in found] == [
        (3, 1, PlaceReason.WON),
        (1, 2, PlaceReason.DOWN),
        (2, OFF_THE_LADDER, PlaceReason.LEFT),
    ]


# --- whatever happens ----------------------------------------------------------------------------

_people = st.sampled_from(PEOPLE)
_steps = st.one_of(
    st.tuples(st.just("join"), _people, _people),
    st.tuples(st.just("leave"), _people, _people),
    st.tuples(st.just("win"), _people, _people),
    st.tuples(st.just("play"), _people, _people),
    st.tuples(st.just("wait"), _people, _people),
)


@given(st.lists(_steps, max_size=60))
def test_places_are_numbered_without_a_gap_whatever_happens(steps: list[tuple[str, UserId, UserId]]) -> None:
    whole, now, places = Ladder(), NOON, dict[UserId, int]()
    for verb, one, other in steps:
        before, now = whole, now + 3 * DAY
        if verb == "join":
            whole = whole.joined(one, now)
        elif verb == "leave":
            whole = whole.left(one)
        elif verb == "win" and other in whole.in_reach(one):
            whole = whole.won(one, other)
            assert whole.place_of(one) == before.place_of(other)
        elif verb == "play":
            whole = whole.played([one, other], now)
        elif verb == "wait":
            now += 20 * DAY
            whole = whole.slid(now, [other])
            assert all(rung.slides_at > now for rung in whole.rungs)
        for change in changes(before, whole, {}, now):
            places[change.user_id] = change.place
        stands = {rung.user_id: place for place, rung in enumerate(whole.rungs, 1)}
        assert sorted(stands.values()) == list(range(1, len(whole.rungs) + 1))
        assert {user: place for user, place in places.items() if place} == stands, "the history is whole"
        assert all(len(whole.in_reach(user)) == min(place - 1, REACH) for user, place in stands.items())
