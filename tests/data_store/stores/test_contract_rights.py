"""What people's rights ask of a store: blocks, what is kept about somebody, and letting go of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from data import Database, stores
from matches.errors import StaleError
from matches.model import ChannelId, Entry, EntryKind, GuildId, Match, MatchId, Phase, RatedStatus, UserId
from matches.players import Erased, Human
from matches.ratings.leaderboard import LeaderboardKey
from matches.ratings.ledger import EVERYWHERE
from matches.ratings.scores import RatedStart
from matches.ratings.seasons import ALL_TIME, Champion, EndedSeason
from matches.summaries import Block, Deletion
from matches.time.intervals import Interval
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    CRABS,
    DAY,
    HOUR,
    NOON,
    SHRIMPS,
    WEEK,
    accepted,
    challenge,
    changed,
    ending,
    finished,
    new_challenge,
    new_match,
    owed,
    played,
    shown,
)
from tests.people import sides_of, user_of
from tests.store import keep

NOBODY_NOW = UserId(-(2**62) - 5)
"""Who stands for somebody who is gone."""
GUILD = GuildId(11)


async def over(store: Database, one: UserId = ANN, other: UserId = BOB, **more: Any) -> Match:
    """A rated match between two people that is over, won by the second."""
    match = await new_challenge(store, challenger=one, opponent=other, stakes=RatedStatus.RATED, **more)
    match = await keep(
        store,
        accepted(match, sides={"green": one, "blue": other}),
        start=RatedStart(match.game_key, one, other, NOON, NOON - WEEK),
    )
    match = await keep(store, played(match, "d2d3"))
    return await keep(store, finished(match), ending=ending(match))


# --- blocks ------------------------------------------------------------------------------------------


async def test_a_block_is_there_once_and_in_one_direction(store: Database) -> None:
    assert await store.write(stores.privacy.add_block, ANN, BOB, NOON)
    for again in (NOON, NOON + HOUR):
        assert not await store.write(stores.privacy.add_block, ANN, BOB, again)
    assert await store.read(stores.privacy.blocks, ANN) == (Block(BOB, NOON),)
    assert await store.read(stores.privacy.blocks, BOB) == ()
    for pair in ((ANN, BOB), (BOB, ANN)):
        assert await store.read(stores.privacy.blockers, *pair) == {ANN}
    assert await store.read(stores.privacy.blockers, ANN, CAT) == frozenset()


async def test_both_can_block_each_other(store: Database) -> None:
    await store.write(stores.privacy.add_block, ANN, BOB, NOON)
    await store.write(stores.privacy.add_block, BOB, ANN, NOON)
    assert await store.read(stores.privacy.blockers, ANN, BOB) == {ANN, BOB}
    assert await store.write(stores.privacy.unblock, ANN, BOB)
    assert await store.read(stores.privacy.blockers, ANN, BOB) == {BOB}
    assert not await store.write(stores.privacy.unblock, ANN, BOB)


async def test_the_latest_block_comes_first(store: Database) -> None:
    await store.write(stores.privacy.add_block, ANN, CAT, NOON)
    await store.write(stores.privacy.add_block, ANN, BOB, NOON + HOUR)
    assert [one.blocked for one in await store.read(stores.privacy.blocks, ANN)] == [BOB, CAT]


async def test_a_block_without_a_zone_is_refused(store: Database) -> None:
    with pytest.raises(ValueError, match="zone"):
        await store.write(stores.privacy.add_block, ANN, BOB, NOON.replace(tzinfo=None))
    assert await store.read(stores.privacy.blocks, ANN) == ()


# --- what is kept ------------------------------------------------------------------------------------


async def furnished(store: Database) -> Match:
    """A match of Ann and Bob that is over, and something of each kind for both."""
    match = await over(store)
    for user in (ANN, BOB):
        await store.write(stores.matches.save_note, match.id, user, f"note of {user}")
        await store.write(stores.matches.save_draft, match.id, user, ("crab", None))
        await store.write(stores.notices.add, match.id, [owed(user)])
        await store.write(stores.people.prefer, user, {"sound": f"sound of {user}"})
        await store.write(stores.people.go_away, user, Interval(NOON, NOON + DAY))
        await store.write(stores.ratings.set_listed, GUILD, user, False)
    await store.write(stores.privacy.add_block, ANN, BOB, NOON)
    await store.write(stores.privacy.add_block, BOB, ANN, NOON)
    season = EndedSeason(GUILD, "2026-03")
    await store.write(
        stores.seasons.crown,
        season,
        [Champion(match.game_key, Human(user), 1500, 1, role=14) for user in (ANN, BOB)],
    )
    await store.write(stores.privacy.ask_to_be_forgotten, ANN, NOON)
    return match


async def test_a_pick_is_the_persons_who_made_it_whoever_plays_the_side_by_now(store: Database) -> None:
    match = await new_match(store)
    match = await keep(store, changed(match, picks={"green": replace(CRABS, by=Human(ANN))}))
    match = await keep(store, changed(match, picks={**match.picks, "blue": replace(SHRIMPS, by=Human(BOB))}))
    match = await keep(store, changed(match, challenger=CAT, sides={"green": CAT, "blue": BOB}))
    match = await keep(store, finished(match))
    (row,) = (await store.read(stores.privacy.kept_of, ANN))["pick"]
    assert (row["match_id"], row["side"], row["user_id"]) == (match.id, "green", ANN)
    assert (await store.read(stores.privacy.kept_of, CAT))["pick"] == []
    assert (await store.read(stores.privacy.counts_of, ANN))["pick"] == 1
    assert await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    assert (await store.read(stores.privacy.kept_of, ANN))["pick"] == []
    found = (await store.read(stores.matches.load, match.id)).picks
    assert {side: (sealed.choices, sealed.by) for side, sealed in found.items()} == {
        "green": (CRABS.choices, Erased(-NOBODY_NOW)),
        "blue": (SHRIMPS.choices, Human(BOB)),
    }


OWN = ("note", "draft", "notice", "preference", "away", "gone", "champion", "block", "forgetting")
COMMON = ("score", "meeting", "rated_start")


async def test_everything_about_one_person_is_found_and_nothing_of_the_other(store: Database) -> None:
    match = await furnished(store)
    await over(store, BOB, CAT)
    kept = await store.read(stores.privacy.kept_of, ANN)
    for name in (*OWN, "account", "rating_point", "tally", "opening", "standing"):
        assert kept[name], name
        assert {row["user_id"] for row in kept[name]} == {ANN}, name
    assert [row["text"] for row in kept["note"]] == [f"note of {ANN}"]
    for name in COMMON:
        assert kept[name], name
        assert all(ANN in row.values() for row in kept[name]), name
    assert {row["match_id"] for row in kept["score"]} == {match.id}
    counts = await store.read(stores.privacy.counts_of, ANN)
    assert counts["match"] == 1
    assert {name: counts[name] for name in OWN} == {name: len(kept[name]) for name in OWN}
    assert counts.keys() >= {*OWN, *COMMON, "account", "match"}


async def test_nothing_is_kept_about_a_stranger(store: Database) -> None:
    await furnished(store)
    assert not any((await store.read(stores.privacy.kept_of, CAT)).values())
    assert not any((await store.read(stores.privacy.counts_of, CAT)).values())
    assert await store.read(stores.privacy.matches_of, CAT, MatchId(0), 9) == ()


async def test_matches_come_by_page_whatever_became_of_them(store: Database) -> None:
    first = await over(store)
    second = await new_challenge(store, challenger=BOB, opponent=ANN)
    second = await keep(store, changed(second, phase=Phase.DECLINED, deadline_at=None))
    third = await new_challenge(store, opponent=None)
    await new_challenge(store, challenger=BOB, opponent=CAT)
    assert [match.id for match in await store.read(stores.privacy.matches_of, ANN, MatchId(0), 2)] == [
        first.id,
        second.id,
    ]
    assert [match.id for match in await store.read(stores.privacy.matches_of, ANN, second.id, 2)] == [
        third.id
    ]
    assert (await store.read(stores.privacy.matches_of, ANN, MatchId(0), 1))[0].entries == first.entries


async def test_the_threads_that_may_bear_a_name(store: Database) -> None:
    """All matches that have begun, wherever they are played now, and those in which somebody has left."""

    async def at_home(match: Match, home: int | None, **more: Any) -> None:
        await store.write(
            stores.matches.record_shown, match.id, shown(match, home=home and ChannelId(home), **more)
        )

    own, channel, direct, homeless = [await over(store) for _ in range(4)]
    await at_home(own, 900)
    await at_home(channel, channel.channel_id)
    await at_home(direct, 901, direct=True)
    await at_home(homeless, None)
    left = await administered(store, f"{BOB} green {CAT} {ANN}")
    await at_home(left, 902)
    elsewhere = await new_challenge(store, challenger=BOB, opponent=CAT)
    await at_home(elsewhere, 903)
    found = await store.read(stores.privacy.threads_naming, ANN, MatchId(0), 9)
    assert [match.id for match in found] == [own.id, channel.id, direct.id, homeless.id, left.id]
    assert [match.id for match in await store.read(stores.privacy.threads_naming, ANN, homeless.id, 9)] == [
        left.id
    ]
    assert [match.id for match in await store.read(stores.privacy.threads_naming, ANN, MatchId(0), 1)] == [
        own.id
    ]
    assert [match.shown.home for match in found] == [900, channel.channel_id, 901, None, 902]
    await new_challenge(store, rematch_of=own.id, channel_id=ChannelId(900))
    assert await store.read(stores.privacy.threads_naming, ANN, left.id, 9) == (), "nobody has accepted it"


async def test_a_deletion_that_is_not_done(store: Database) -> None:
    """Since when, and which match keeps it waiting; the oldest of all for the host."""
    assert await store.read(stores.privacy.deletion_of, ANN) is None
    assert await store.read(stores.privacy.oldest_deletion) is None
    await store.write(stores.privacy.ask_to_be_forgotten, BOB, NOON + HOUR)
    await store.write(stores.privacy.ask_to_be_forgotten, ANN, NOON)
    await store.write(stores.privacy.ask_to_be_forgotten, ANN, NOON + 2 * HOUR)
    assert await store.read(stores.privacy.oldest_deletion) == NOON
    assert await store.read(stores.privacy.asked_before, NOON) == ((ANN, NOON),)
    match = await new_challenge(store, challenger=BOB, opponent=CAT)
    assert await store.read(stores.privacy.deletion_of, ANN) == Deletion(NOON)
    assert await store.read(stores.privacy.deletion_of, BOB) == Deletion(NOON + HOUR, match.id)
    assert await store.write(stores.privacy.forget, ANN, UserId(-3), NOON)
    assert await store.read(stores.privacy.deletion_of, ANN) is None
    assert await store.read(stores.privacy.oldest_deletion) == NOON + HOUR


async def administered(store: Database, text: str) -> Match:
    """A match of Bob and Cat in which an administrator did something."""
    match = await new_challenge(store, challenger=BOB, opponent=CAT)
    match = await keep(store, accepted(match, sides={"green": BOB, "blue": CAT}))
    act = Entry(EntryKind.HANDED_OVER_BY_ADMIN, text, "green", 0, NOON)
    return await keep(store, changed(match, entries=(act,)))


async def test_what_names_a_person_in_a_record_is_found_by_the_whole_id(store: Database) -> None:
    texts = [f"{ANN} green {CAT} {BOB}", f"{CAT} green {ANN} {BOB}", f"{CAT} green {BOB} {ANN}"]
    acts = [await administered(store, text) for text in texts]
    await administered(store, f"{CAT} green {ANN}0 1{ANN}")
    found = (await store.read(stores.privacy.kept_of, ANN))["entry"]
    assert [(row["match_id"], row["text"]) for row in found] == [
        (match.id, text) for match, text in zip(acts, texts, strict=True)
    ]


# --- letting go --------------------------------------------------------------------------------------


async def test_who_asked_first_is_forgotten_first(store: Database) -> None:
    await store.write(stores.privacy.ask_to_be_forgotten, BOB, NOON + HOUR)
    await store.write(stores.privacy.ask_to_be_forgotten, ANN, NOON)
    await store.write(stores.privacy.ask_to_be_forgotten, ANN, NOON + DAY)
    assert await store.read(stores.privacy.to_be_forgotten, 9) == (ANN, BOB)
    assert await store.read(stores.privacy.to_be_forgotten, 1) == (ANN,)
    assert await store.read(stores.privacy.is_to_be_forgotten, ANN)
    assert await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    assert await store.read(stores.privacy.to_be_forgotten, 9) == (BOB,)
    assert not await store.read(stores.privacy.is_to_be_forgotten, ANN)


async def test_nothing_goes_while_something_is_open(store: Database) -> None:
    await furnished(store)
    standing = await new_challenge(store, challenger=CAT, opponent=ANN)
    before = await store.read(stores.privacy.kept_of, ANN)
    assert not await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    assert await store.read(stores.privacy.kept_of, ANN) == before
    await keep(store, changed(standing, phase=Phase.DECLINED, deadline_at=None))
    assert await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)


async def test_whoever_is_forgotten_leaves_their_matches_to_the_other(store: Database) -> None:
    match = await furnished(store)
    assert await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    assert not any((await store.read(stores.privacy.kept_of, ANN)).values())
    assert await store.read(stores.privacy.matches_of, ANN, MatchId(0), 9) == ()
    (stays,) = await store.read(stores.lists.latest_of_player, BOB, 9)
    assert stays.players == (Erased(-NOBODY_NOW), Human(BOB))
    assert sides_of(stays) == {"green": NOBODY_NOW, "blue": BOB}
    assert ((await store.read(stores.matches.load, stays.id)).entries, stays.result) == (
        match.entries,
        match.result,
    )
    assert [
        user_of(one.rival) for one in await store.read(stores.ratings.scores, BOB, match.game_key, 9)
    ] == [NOBODY_NOW]
    assert await store.read(stores.ratings.meetings, BOB, NOBODY_NOW) != {}
    assert await store.read(stores.ratings.meetings, BOB, ANN) == {}
    assert await store.read(stores.ratings.rated_starts, match.game_key, BOB, NOBODY_NOW, NOON - DAY) == 1
    crowned = await store.read(stores.seasons.crowned, EndedSeason(GUILD, "2026-03"))
    assert [user_of(champion.player) for champion in crowned] == [NOBODY_NOW, BOB]


async def test_what_the_other_has_for_themselves_is_untouched(store: Database) -> None:
    await furnished(store)

    def own(kept: Mapping[str, Any]) -> dict[str, Any]:
        return {name: kept[name] for name in OWN}

    before = own(await store.read(stores.privacy.kept_of, BOB))
    assert await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    after = own(await store.read(stores.privacy.kept_of, BOB))
    # Bob's block of Ann protects Bob, so it stays.
    assert after == before
    assert await store.read(stores.privacy.blockers, ANN, BOB) == {BOB}


async def test_no_role_is_noted_of_somebody_who_is_gone(store: Database) -> None:
    await furnished(store)
    season = EndedSeason(GUILD, "2026-03")
    assert await store.read(stores.privacy.worn_by, ANN) == (
        (season, Champion("prawns", Human(ANN), 1500, 1, role=14)),
    )
    await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    assert await store.read(stores.privacy.worn_by, NOBODY_NOW) == ()
    assert [user_of(one.player) for _, one in await store.read(stores.seasons.wearing, GUILD)] == [BOB]


async def test_a_change_on_its_way_does_not_bring_the_id_back(store: Database) -> None:
    match = await over(store)
    await store.write(stores.matches.record_shown, match.id, shown(match))
    await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    with pytest.raises(StaleError):
        await keep(store, changed(match), rematch=challenge(rematch_of=match.id))
    present = await store.read(stores.matches.load, match.id)
    assert present.version == match.version + 1
    assert await store.read(stores.matches.unshown, NOON + DAY, 9) == (), (
        "the change of a name is not to be shown anew"
    )


async def test_direct_messages_are_no_home_any_more(store: Database) -> None:
    here, there = await over(store), await over(store)
    await store.write(stores.matches.record_shown, here.id, shown(here))
    await store.write(stores.matches.record_shown, there.id, shown(there, direct=True))
    await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    assert (await store.read(stores.matches.load, here.id)).shown.home is not None
    found = (await store.read(stores.matches.load, there.id)).shown
    assert (found.home, found.card, found.direct) == (None, None, False)


async def test_the_record_names_the_pseudonym(store: Database) -> None:
    match = await administered(store, f"{ANN} green {ANN} 1{ANN}")
    await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    present = await store.read(stores.matches.load, match.id)
    assert present.entries[0].text == f"{NOBODY_NOW} green {NOBODY_NOW} 1{ANN}"


async def test_leaderboards_pass_them_over_for_ever(store: Database) -> None:
    match = await over(store)
    boards = [
        LeaderboardKey(match.game_key, guild, season, since=1, least=1)
        for guild in (GUILD, EVERYWHERE)
        for season in (ALL_TIME, "2026-03")
    ]
    for board in boards:
        assert len(await store.read(stores.ratings.standings, board, 9)) == 2
    await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    for _ in range(2):
        for board in boards:
            assert [user for user, _ in await store.read(stores.ratings.standings, board, 9)] == [Human(BOB)]
            line = await store.read(stores.ratings.standing_of, board, NOBODY_NOW)
            assert line is not None
            assert not line.listed
        await store.write(stores.ratings.recompute)


async def test_everything_reckoned_anew_is_the_same(store: Database) -> None:
    """Ratings follow from scores, whoever has left."""
    for pair in ((ANN, BOB), (BOB, CAT), (CAT, ANN), (ANN, BOB)):
        await over(store, *pair)
    before = await store.read(stores.ratings.accounts, [ANN, BOB, CAT])
    await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)

    async def books() -> list[object]:
        people = (NOBODY_NOW, BOB, CAT, UserId(0))
        derived = ("account", "rating_point", "tally", "meeting", "opening", "standing", "score")
        kept = [await store.read(stores.privacy.kept_of, user) for user in people]
        return [sorted(map(str, one[name])) for one in kept for name in derived]

    after = await store.read(stores.ratings.accounts, [NOBODY_NOW, BOB, CAT])
    assert list(after.values()) == list(before.values())
    as_left = await books()
    assert await store.write(stores.ratings.recompute) == 4
    assert await books() == as_left
    await over(store, BOB, CAT)
    assert (await store.read(stores.ratings.accounts, [BOB]))[BOB]["prawns"].matches == 4


async def test_playing_again_starts_from_nothing(store: Database) -> None:
    await over(store)
    await store.write(stores.privacy.forget, ANN, NOBODY_NOW, NOON)
    await over(store)
    assert (await store.read(stores.ratings.accounts, [ANN]))[ANN]["prawns"].matches == 1
    again = UserId(NOBODY_NOW - 1)
    assert await store.write(stores.privacy.forget, ANN, again, NOON)
    assert {match.challenger for match in await store.read(stores.lists.latest_of_player, BOB, 9)} == {
        Erased(-NOBODY_NOW),
        Erased(-again),
    }


async def test_pruning_an_empty_store_removes_nothing(store: Database) -> None:
    assert not any((await stores.pruning.prune(store, NOON + 999 * DAY)).values())
