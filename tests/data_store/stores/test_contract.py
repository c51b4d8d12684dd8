"""What every store promises at its port, asked of each kind: in memory, SQLite, PostgreSQL."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from data import Database, stores
from matches.errors import NoSuchIdError, NoSuchMatchError, StaleError
from matches.guilds.settings import GuildRules
from matches.lifecycle.match_context import Loaded
from matches.model import (
    ChannelId,
    Draw,
    Entry,
    EntryKind,
    GuildId,
    MatchId,
    MatchPlace,
    MessageId,
    Person,
    Phase,
    Result,
    SecretPick,
    Shown,
    UserId,
)
from matches.players import Human
from matches.time.intervals import Interval
from matches.time.pace import Pace
from tests.cases import case
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    CRABS,
    HOME,
    NOON,
    SHRIMPS,
    WEEK,
    accepted,
    challenge,
    changed,
    finished,
    new_challenge,
    owed,
    played,
    shown,
    summary,
)
from tests.people import sides_of
from tests.store import keep

LARGEST = 2**63 - 1
MANY = 10_000
NOBODY = MatchId(424242)


# --- create ----------------------------------------------------------------------------------------


async def test_a_challenge_becomes_version_one(store: Database) -> None:
    match = await new_challenge(store)
    assert (match.version, match.phase, match.changed_at) == (1, Phase.CHALLENGED, NOON)
    assert (match.users, match.deadline_at) == ((ANN, BOB), NOON + WEEK)
    assert dict(match.options) == {"board": "7x7", "blind": "on"}
    assert (match.game_key, match.rules_version, match.guild_id, match.channel_id) == ("prawns", 1, 11, 12)
    assert (match.entries, dict(match.picks), dict(sides_of(match)), match.shown) == ((), {}, {}, Shown())
    assert await store.read(stores.matches.load, match.id) == match


async def test_a_challenge_may_be_open_to_anyone(store: Database) -> None:
    match = await new_challenge(store, opponent=None)
    assert match.opponent is None
    assert await store.read(stores.matches.load, match.id) == match


async def test_a_challenge_settles_whether_take_backs_are_allowed(store: Database) -> None:
    for takebacks in (True, False):
        with case(takebacks):
            match = await new_challenge(store, takebacks=takebacks)
            assert match.terms.takebacks is takebacks
            match = await keep(
                store, accepted(match, takebacks=not takebacks), rematch=challenge(takebacks=takebacks)
            )
            assert match.rematch is not None
            for kept in (
                match,
                await store.read(stores.matches.load, match.id),
                await store.read(stores.matches.load, match.rematch),
            ):
                assert kept.terms.takebacks is takebacks
            ours = {match.id, match.rematch}
            listed = [one for one in await store.read(stores.lists.of_player, ANN) if one.id in ours]
            assert [one.terms.takebacks for one in listed] == [takebacks] * 2


async def test_take_backs_are_allowed_unless_the_challenge_says_otherwise(store: Database) -> None:
    assert (await new_challenge(store)).terms.takebacks is True


async def test_every_match_has_an_id_of_its_own(store: Database) -> None:
    ids = [(await new_challenge(store)).id for _ in range(5)]
    assert ids == sorted(set(ids))


async def test_a_time_without_a_zone_is_refused(store: Database) -> None:
    naive = NOON.replace(tzinfo=None)
    match = await new_challenge(store)
    with pytest.raises(ValueError, match="zone"):
        await new_challenge(store, created_at=naive)
    with pytest.raises(ValueError, match="zone"):
        await keep(store, changed(match, changed_at=naive))
    with pytest.raises(ValueError, match="zone"):
        await keep(store, changed(match), rematch=challenge(deadline_at=naive))
    with pytest.raises(ValueError, match="zone"):
        await store.write(stores.matches.record_shown, match.id, shown(match, card_at=naive))
    with pytest.raises(ValueError, match="zone"):
        await store.read(stores.matches.due, naive, 1)
    with pytest.raises(ValueError, match="zone"):
        await store.read(stores.matches.unshown, naive, 1)
    assert await store.read(stores.matches.load, match.id) == match


# --- load and save ---------------------------------------------------------------------------------


async def test_an_unknown_match_is_named(store: Database) -> None:
    match = await new_challenge(store)
    for asked in (
        store.read(stores.matches.load, NOBODY),
        store.read(stores.matches.load_with_settings, NOBODY),
        keep(store, replace(changed(match), id=NOBODY)),
        store.write(stores.matches.record_shown, NOBODY, Shown()),
        store.write(stores.matches.save_draft, NOBODY, ANN, ("crab",)),
        store.write(stores.matches.save_note, NOBODY, ANN, "again"),
        store.write(stores.matches.save_note, NOBODY, ANN, ""),
    ):
        with pytest.raises(NoSuchMatchError) as refusal:
            await asked
        assert refusal.value.match_id == NOBODY
    assert (
        await store.read(stores.matches.draft_of, NOBODY, ANN),
        await store.read(stores.notices.notices_of, NOBODY),
    ) == ((), ())
    assert await store.read(stores.matches.note_of, NOBODY, ANN) == ""


@pytest.mark.parametrize("number", [2**63, 2**64 + 5, 10**40])
async def test_a_number_that_no_database_holds_is_refused_as_one(store: Database, number: int) -> None:
    match = await new_challenge(store)
    for asked in (
        store.read(stores.matches.load, MatchId(number)),
        store.read(stores.lists.of_player, UserId(number)),
        store.write(stores.matches.save_note, match.id, UserId(number), "again"),
        store.write(stores.people.prefer, UserId(number), {"theme": "deep"}),
        store.write(stores.people.change_guild, GuildId(number), {"results": "12"}),
        store.write(stores.privacy.add_block, ANN, UserId(number), NOON),
    ):
        with pytest.raises(NoSuchIdError):
            await asked
    assert await keep(store, accepted(match)), "nothing is broken by it"


async def test_every_field_of_a_change_is_kept(store: Database) -> None:
    match = await new_challenge(store, opponent=None)
    after = accepted(
        match, opponent=CAT, sides={"green": CAT, "blue": ANN}, options={"board": "5x5", "blind": "off"}
    )
    assert await keep(store, after) == after
    after = played(replace(after, picks={}), "d2d3", "a8=C")
    assert await keep(store, after) == after
    after = finished(after, result=Result(None, "agreed"), deadline_at=NOON + timedelta(days=30))
    assert await keep(store, after) == after
    assert await store.read(stores.matches.load, match.id) == after


async def test_a_field_can_become_empty_again(store: Database) -> None:
    match = await keep(store, accepted(await new_challenge(store), deadline_at=NOON))
    match = await keep(store, changed(match, deadline_at=None, toss=None, first=None, sides={}))
    assert (match.deadline_at, match.toss, match.first, dict(sides_of(match))) == (None, None, None, {})
    assert await store.read(stores.matches.load, match.id) == match


async def test_what_a_match_is_from_its_challenge_on_does_not_change(store: Database) -> None:
    match = await new_challenge(store)
    other = challenge(
        game_key="prudh",
        rules_version=2,
        guild_id=GuildId(99),
        channel_id=ChannelId(98),
        created_at=NOON + WEEK,
        takebacks=False,
        pace=Pace.per_move(7),
    )
    fields = ("game_key", "rules_version", "created_at", "terms")
    others = {field: getattr(other, field) for field in fields}
    places = (MatchPlace(other.guild_id, other.channel_id),)
    stored = await keep(store, changed(match, **others, places=places))
    assert stored == changed(match) == await store.read(stores.matches.load, match.id)


async def test_a_change_does_not_write_what_discord_has_seen(store: Database) -> None:
    match = await new_challenge(store)
    seen = shown(match)
    await store.write(stores.matches.record_shown, match.id, seen)
    stored = await keep(store, changed(match.shown_as(Shown(version=77, card=MessageId(7)))))
    assert stored.shown == seen
    assert (await store.read(stores.matches.load, match.id)).shown == seen


async def test_only_one_of_two_changes_at_once_is_stored(store: Database) -> None:
    match = await new_challenge(store)
    mine, yours = accepted(match), changed(match, phase=Phase.DECLINED)
    answers = await asyncio.gather(keep(store, mine), keep(store, yours), return_exceptions=True)
    stored = await store.read(stores.matches.load, match.id)
    assert stored in (mine, yours)
    assert stored in answers
    (refusal,) = [answer for answer in answers if isinstance(answer, StaleError)]
    assert refusal.match == stored


async def test_a_stale_change_leaves_nothing_behind(store: Database) -> None:
    match = await keep(store, accepted(await new_challenge(store)))
    late = replace(
        played(replace(match, picks={"green": CRABS}), "d2d3"),
        version=match.version,
    )
    await store.write(stores.matches.save_draft, match.id, ANN, ("crab", None))
    with pytest.raises(StaleError) as refusal:
        await keep(store, late, notify=[owed(ANN)], rematch=challenge(rematch_of=match.id))
    assert refusal.value.match == match == await store.read(stores.matches.load, match.id)
    assert await store.read(stores.notices.notices_of, match.id) == ()
    assert await store.read(stores.matches.draft_of, match.id, ANN) == ("crab", None)
    assert await store.read(stores.lists.of_player, ANN) == (summary(match),)


async def test_a_change_from_the_future_is_stale_too(store: Database) -> None:
    match = await new_challenge(store)
    with pytest.raises(StaleError):
        await keep(store, changed(match, version=match.version + 2))
    assert await store.read(stores.matches.load, match.id) == match


# --- the record ------------------------------------------------------------------------------------


async def test_the_record_is_kept_in_order(store: Database) -> None:
    match = await new_challenge(store)
    for number in range(12):
        match = await keep(store, played(match, f"a{number}", f"b{number}"))
    loaded = await store.read(stores.matches.load, match.id)
    assert loaded == match
    assert [entry.text for entry in loaded.entries] == [f"{file}{n}" for n in range(12) for file in "ab"]


async def test_a_take_back_is_an_entry_too(store: Database) -> None:
    match = await keep(store, played(await new_challenge(store), "d2d3"))
    undone = Entry(EntryKind.TAKE_BACK, "", "green", 0, NOON)
    match = await keep(store, changed(match, entries=(*match.entries, undone)))
    assert [entry.kind for entry in (await store.read(stores.matches.load, match.id)).entries] == [
        EntryKind.ACTION,
        EntryKind.TAKE_BACK,
    ]


async def test_nothing_is_taken_out_of_the_record(store: Database) -> None:
    match = await keep(store, played(await new_challenge(store), "d2d3", "e7e6"))
    with pytest.raises(ValueError, match="grows"):
        await keep(store, changed(match, entries=match.entries[:1]))
    rewritten = (replace(match.entries[0], text="a1a2"), match.entries[1])
    await keep(store, played(replace(match, entries=rewritten), "c1c2"))
    assert [entry.text for entry in (await store.read(stores.matches.load, match.id)).entries] == [
        "d2d3",
        "e7e6",
        "c1c2",
    ]


# --- picks -----------------------------------------------------------------------------------------


async def test_picks_are_kept_by_side(store: Database) -> None:
    match = await keep(store, accepted(await new_challenge(store)))
    match = await keep(store, changed(match, picks={"green": CRABS}))
    match = await keep(store, changed(match, picks={"green": CRABS, "blue": SHRIMPS}))
    assert dict(match.picks) == {"green": CRABS, "blue": SHRIMPS}
    assert await store.read(stores.matches.load, match.id) == match


async def test_the_salt_of_a_seal_is_kept_with_its_pick(store: Database) -> None:
    sealed = replace(CRABS, salt="0f" * 32)
    match = await keep(store, accepted(await new_challenge(store), picks={"green": sealed}))
    match = await keep(store, changed(match, picks={"green": sealed, "blue": SHRIMPS}))
    kept = (await store.read(stores.matches.load, match.id)).picks
    assert {side: pick.salt for side, pick in kept.items()} == {"green": "0f" * 32, "blue": None}


async def test_what_was_drawn_with_a_challenge_is_kept(store: Database) -> None:
    for draw in (None, Draw("0f" * 32, "tails"), Draw("f0" * 32, challenger="green", first="blue")):
        match = await new_challenge(store, draw=draw)
        assert match.draw == draw
        assert (await keep(store, accepted(match))).draw == draw
        assert (await store.read(stores.matches.load, match.id)).draw == draw
        (listed, *_) = await store.read(stores.lists.summaries_of, [match.id])
        assert listed.draw == draw


async def test_both_picks_may_come_at_once(store: Database) -> None:
    match = await keep(store, accepted(await new_challenge(store), picks={"blue": SHRIMPS, "green": CRABS}))
    assert await store.read(stores.matches.load, match.id) == match


async def test_a_pick_is_made_once(store: Database) -> None:
    match = await keep(store, accepted(await new_challenge(store), picks={"green": CRABS}))
    with pytest.raises(ValueError, match="grows"):
        await keep(store, changed(match, picks={}))
    await keep(store, changed(match, picks={"green": SHRIMPS, "blue": SHRIMPS}))
    assert dict((await store.read(stores.matches.load, match.id)).picks) == {"green": CRABS, "blue": SHRIMPS}


async def test_a_side_belongs_to_a_player(store: Database) -> None:
    match = await new_challenge(store)
    for sides in ({"green": ANN, "blue": CAT}, {"green": ANN, "blue": ANN}):
        with pytest.raises(ValueError, match="side"):
            await keep(store, accepted(match, sides=sides))


async def test_a_draft_is_replaced_and_ends_with_the_pick(store: Database) -> None:
    match = await keep(store, accepted(await new_challenge(store)))
    assert await store.read(stores.matches.draft_of, match.id, ANN) == ()
    await store.write(stores.matches.save_draft, match.id, ANN, ["crab", None])
    await store.write(stores.matches.save_draft, match.id, BOB, [None, "shrimp"])
    await store.write(stores.matches.save_draft, match.id, ANN, ["crab", "lobster"])
    assert await store.read(stores.matches.draft_of, match.id, ANN) == ("crab", "lobster")
    await keep(store, changed(match, picks={"green": CRABS}))
    assert await store.read(stores.matches.draft_of, match.id, ANN) == ()
    assert await store.read(stores.matches.draft_of, match.id, BOB) == (None, "shrimp")


async def test_a_draft_ends_when_somebody_else_takes_over(store: Database) -> None:
    match = await keep(store, accepted(await new_challenge(store)))
    other = await keep(store, accepted(await new_challenge(store)))
    for kept in (match, other):
        await store.write(stores.matches.save_draft, kept.id, ANN, ["crab", None])
        await store.write(stores.matches.save_draft, kept.id, BOB, [None, "shrimp"])
    act = Entry(EntryKind.HANDED_OVER_BY_ADMIN, f"{CAT} blue {BOB} {CAT}", "blue", 0, NOON)
    sides = {"green": ANN, "blue": CAT}
    match = await keep(store, changed(match, entries=(act,), sides=sides, opponent=CAT))
    assert await store.read(stores.matches.draft_of, match.id, BOB) == (), "whoever comes back chooses afresh"
    assert await store.read(stores.matches.draft_of, match.id, ANN) == ("crab", None)
    assert await store.read(stores.matches.draft_of, other.id, BOB) == (None, "shrimp"), (
        "what else they play is as it was"
    )
    await store.write(stores.matches.save_draft, match.id, CAT, ["crab", None])
    match = await keep(store, changed(match))
    assert await store.read(stores.matches.draft_of, match.id, CAT) == ("crab", None)


async def test_a_pick_says_who_made_it_whoever_plays_the_side(store: Database) -> None:
    match = await keep(store, accepted(await new_challenge(store)))
    match = await keep(store, changed(match, picks={"green": replace(CRABS, by=Human(ANN)), "blue": SHRIMPS}))
    match = await keep(store, changed(match, challenger=CAT, sides={"green": CAT, "blue": BOB}))
    found = (await store.read(stores.matches.load, match.id)).picks
    assert {side: (sealed.choices, sealed.by) for side, sealed in found.items()} == {
        "green": (CRABS.choices, Human(ANN)),
        "blue": (SHRIMPS.choices, None),
    }


# --- notes -----------------------------------------------------------------------------------------


async def test_a_note_is_replaced_and_removed(store: Database) -> None:
    match = await new_challenge(store)
    assert await store.read(stores.matches.note_of, match.id, ANN) == ""
    await store.write(stores.matches.save_note, match.id, ANN, "watch the corner")
    await store.write(stores.matches.save_note, match.id, ANN, "watch the crab")
    assert await store.read(stores.matches.note_of, match.id, ANN) == "watch the crab"
    for _ in range(2):
        await store.write(stores.matches.save_note, match.id, ANN, "")
        assert await store.read(stores.matches.note_of, match.id, ANN) == ""


async def test_a_note_is_one_persons_about_one_match(store: Database) -> None:
    match, other = await new_challenge(store), await new_challenge(store)
    await store.write(stores.matches.save_note, match.id, ANN, "mine")
    await store.write(stores.matches.save_note, match.id, BOB, "yours")
    await store.write(stores.matches.save_note, other.id, ANN, "mine too")
    await store.write(stores.matches.save_note, match.id, BOB, "")
    assert await store.read(stores.matches.note_of, match.id, ANN) == "mine"
    assert await store.read(stores.matches.note_of, other.id, ANN) == "mine too"
    assert (
        await store.read(stores.matches.note_of, match.id, BOB),
        await store.read(stores.matches.note_of, match.id, CAT),
    ) == ("", "")


async def test_a_note_is_no_change_of_its_match_and_outlives_those(store: Database) -> None:
    match = await new_challenge(store)
    await store.write(stores.matches.save_note, match.id, ANN, "unmistakable")
    assert await store.read(stores.matches.load, match.id) == match
    match = await keep(store, finished(match), rematch=challenge(rematch_of=match.id))
    await store.write(stores.matches.record_shown, match.id, shown(match))
    assert await store.read(stores.matches.note_of, match.id, ANN) == "unmistakable"


async def test_no_other_reading_holds_a_note(store: Database) -> None:
    match = await keep(store, accepted(await new_challenge(store)), notify=[owed(ANN)])
    await store.write(stores.matches.record_shown, match.id, shown(match))
    await store.write(stores.matches.save_note, match.id, ANN, "unmistakable")
    readings = [
        await store.read(stores.matches.load, match.id),
        await store.read(stores.lists.of_player, ANN),
        await store.read(stores.lists.at_home, HOME),
        await store.read(stores.matches.draft_of, match.id, ANN),
        await store.read(stores.notices.notices_of, match.id),
        await store.read(stores.people.preferences, ANN),
        await keep(store, finished(match)),
        await store.read(stores.lists.latest_of_player, ANN, 5),
        store,
    ]
    assert "unmistakable" not in repr(readings)


# --- rematch ---------------------------------------------------------------------------------------


async def test_a_rematch_is_stored_with_the_change(store: Database) -> None:
    match = await keep(store, finished(await keep(store, accepted(await new_challenge(store)))))
    again = challenge(challenger=BOB, opponent=ANN, rematch_of=match.id)
    match = await keep(store, changed(match), rematch=again)
    assert match.rematch is not None
    offered = await store.read(stores.matches.load, match.rematch)
    assert (offered.users[0], offered.rematch_of, offered.version) == (BOB, match.id, 1)
    assert await store.read(stores.matches.load, match.id) == match
    match = await keep(store, changed(match))
    assert match.rematch == offered.id


# --- lists -----------------------------------------------------------------------------------------


async def test_a_player_sees_what_is_open_longest_unchanged_first(store: Database) -> None:
    newest = await new_challenge(store, created_at=NOON + timedelta(hours=2))
    oldest = await keep(store, played(await keep(store, accepted(await new_challenge(store))), "d2d3"))
    theirs = await new_challenge(store, challenger=BOB, opponent=ANN, created_at=NOON + timedelta(hours=1))
    await keep(store, changed(await new_challenge(store), phase=Phase.DECLINED))
    await keep(store, finished(await new_challenge(store)))
    await new_challenge(store, challenger=BOB, opponent=CAT)
    await new_challenge(store, challenger=CAT, opponent=None)
    assert await store.read(stores.lists.of_player, ANN) == tuple(map(summary, (oldest, theirs, newest)))
    assert await store.read(stores.lists.of_player, UserId(5)) == ()


async def test_the_latest_of_a_player_are_the_finished_ones(store: Database) -> None:
    ended = []
    for hour in range(6):
        pair = {"challenger": ANN, "opponent": BOB} if hour % 2 else {"challenger": CAT, "opponent": ANN}
        match = await keep(store, accepted(await new_challenge(store, **pair), sides={}))
        ended.append(await keep(store, finished(match, changed_at=NOON + timedelta(hours=hour))))
    await new_challenge(store)
    await keep(store, changed(await new_challenge(store), phase=Phase.EXPIRED))
    newest = tuple(map(summary, reversed(ended)))
    assert await store.read(stores.lists.latest_of_player, ANN, 50) == newest
    assert await store.read(stores.lists.latest_of_player, ANN, 4) == newest[:4]
    assert await store.read(stores.lists.latest_of_player, BOB, 50) == newest[::2]


async def test_a_rematch_does_not_make_an_end_newer(store: Database) -> None:
    first = await keep(store, finished(await new_challenge(store)))
    second = await keep(store, finished(await new_challenge(store), changed_at=NOON + timedelta(hours=1)))
    first = await keep(store, changed(first, changed_at=NOON + timedelta(hours=2)))
    assert await store.read(stores.lists.latest_of_player, BOB, 50) == (summary(second), summary(first))


async def test_a_place_shows_running_matches_first_then_the_newest(store: Database) -> None:
    over, setup, playing, asked, elsewhere = [await new_challenge(store) for _ in range(5)]
    over, setup, playing = (
        await keep(store, finished(over)),
        await keep(store, accepted(setup)),
        await keep(store, played(playing, "d2d3")),
    )
    for match in (over, setup, playing, asked):
        await store.write(stores.matches.record_shown, match.id, shown(match))
    await store.write(stores.matches.record_shown, elsewhere.id, shown(elsewhere, home=ChannelId(HOME + 1)))
    there = await store.read(stores.lists.at_home, HOME)
    assert [match.id for match in there] == [playing.id, setup.id, asked.id, over.id]
    assert there == tuple([summary(await store.read(stores.matches.load, match.id)) for match in there])
    assert [match.id for match in await store.read(stores.lists.at_home, HOME, limit=2)] == [
        playing.id,
        setup.id,
    ]
    assert await store.read(stores.lists.at_home, ChannelId(1)) == ()


async def test_the_running_matches_of_a_server_newest_first(store: Database) -> None:
    first = await keep(store, accepted(await new_challenge(store)))
    second = await keep(store, played(await new_challenge(store), "d2d3"))
    for phase in (Phase.FINISHED, Phase.DECLINED):
        await keep(store, changed(await new_challenge(store), phase=phase))
    await keep(store, accepted(await new_challenge(store, guild_id=GuildId(99))))
    here = await store.read(stores.lists.running_in, first.guild_id, 9)
    assert here == (
        summary(await store.read(stores.matches.load, second.id)),
        summary(await store.read(stores.matches.load, first.id)),
    )
    assert await store.read(stores.lists.running_in, first.guild_id, 1) == here[:1]
    assert await store.read(stores.lists.running_in, GuildId(98), 9) == ()


async def test_lists_know_when_a_record_began_and_no_pick(store: Database) -> None:
    wanted = []
    for texts in (["d2d3"], [], ["e7e6", "d2d3"]):
        match = await keep(
            store, accepted(await new_challenge(store), picks={"green": CRABS, "blue": SHRIMPS})
        )
        wanted.append(await keep(store, played(match, *texts)))
    listed = await store.read(stores.lists.of_player, BOB)
    assert listed == tuple(map(summary, wanted))
    assert "crab" not in repr(listed)
    assert await store.read(stores.match_rows.whole_matches, [match.id for match in wanted]) == tuple(wanted)


async def test_due_matches_come_earliest_first(store: Database) -> None:
    later = await new_challenge(store, deadline_at=NOON + timedelta(seconds=2))
    first = await new_challenge(store, deadline_at=NOON + timedelta(seconds=1))
    await new_challenge(store, deadline_at=NOON + timedelta(seconds=2, microseconds=1))
    await keep(store, changed(await new_challenge(store), deadline_at=None))
    assert await store.read(stores.matches.due, NOON + timedelta(seconds=2), 10) == (first.id, later.id)
    assert await store.read(stores.matches.due, NOON + timedelta(seconds=2), 1) == (first.id,)
    assert await store.read(stores.matches.due, NOON, 10) == ()


async def test_unshown_matches_come_longest_unchanged_first(store: Database) -> None:
    young = await new_challenge(store, created_at=NOON + timedelta(seconds=1))
    old = await new_challenge(store)
    seen = await new_challenge(store)
    await store.write(stores.matches.record_shown, seen.id, Shown(version=1))
    soon = NOON + timedelta(seconds=2)
    assert await store.read(stores.matches.unshown, soon, 10) == ((old.id, 0), (young.id, 0))
    assert await store.read(stores.matches.unshown, soon, 1) == ((old.id, 0),)
    assert await store.read(stores.matches.unshown, NOON + timedelta(seconds=1), 10) == ((old.id, 0),)
    await store.write(stores.matches.record_shown, old.id, Shown(version=1))
    assert await store.read(stores.matches.unshown, soon, 10) == ((young.id, 0),)
    await keep(store, changed(seen, changed_at=NOON))
    assert await store.read(stores.matches.unshown, soon, 10) == ((seen.id, 0), (young.id, 0))


async def test_what_discord_has_seen_is_forgotten_of_open_matches_only(store: Database) -> None:
    asked, playing, over = await new_challenge(store), await new_challenge(store), await new_challenge(store)
    playing = await keep(store, accepted(playing))
    over = await keep(store, finished(await keep(store, accepted(over))))
    for match in (asked, playing, over):
        await store.write(stores.matches.record_shown, match.id, shown(match))
    await store.write(stores.matches.show_anew)
    left = [(await store.read(stores.matches.load, match.id)).shown for match in (asked, playing, over)]
    assert left == [Shown(), Shown(), shown(over)]
    assert set(await store.read(stores.matches.unshown, NOON + WEEK, 10)) == {(asked.id, 0), (playing.id, 0)}


async def test_what_discord_saw_before_is_ignored_whole(store: Database) -> None:
    match = await new_challenge(store)
    seen = shown(match, version=3)
    assert await store.write(stores.matches.record_shown, match.id, seen) == 3
    assert (
        await store.write(stores.matches.record_shown, match.id, shown(match, version=2, card=MessageId(1)))
        == 3
    )
    assert (await store.read(stores.matches.load, match.id)).shown == seen
    again = shown(match, version=3, card=MessageId(2), card_at=None, home=None, invitation=None, stage="over")
    await store.write(stores.matches.record_shown, match.id, again)
    assert (await store.read(stores.matches.load, match.id)).shown == again
    assert (await store.read(stores.matches.load, match.id)).version == 1


async def test_a_match_comes_with_what_its_players_have_set(store: Database) -> None:
    match = await new_challenge(store)
    assert await store.read(stores.matches.load_with_settings, match.id) == Loaded(
        match, {ANN: Person(), BOB: Person()}, GuildRules()
    )
    await store.write(stores.people.prefer, BOB, {"theme": "deep"})
    await store.write(stores.people.go_away, BOB, Interval(NOON, NOON + timedelta(days=1)))
    there = Person({"theme": "deep"}, (Interval(NOON, NOON + timedelta(days=1)),))
    assert await store.read(stores.matches.load_with_settings, match.id) == Loaded(
        match, {ANN: Person(), BOB: there}, GuildRules()
    )


# --- facts, preferences, values, end ------------------------------------------------------------------


async def test_facts_are_kept_and_replaced(store: Database) -> None:
    assert await store.read(stores.host.remembered, "commands") is None
    await store.write(stores.host.remember, "commands", "one")
    await store.write(stores.host.remember, "commands", "two")
    await store.write(stores.host.remember, "other", "")
    assert (
        await store.read(stores.host.remembered, "commands"),
        await store.read(stores.host.remembered, "other"),
    ) == ("two", "")


async def test_preferences_are_kept_and_replaced_by_person(store: Database) -> None:
    assert await store.read(stores.people.preferences, ANN) == {}
    await store.write(stores.people.prefer, ANN, {"theme": "deep"})
    await store.write(stores.people.prefer, ANN, {"reminders": "off"})
    await store.write(stores.people.prefer, BOB, {"theme": "shallow"})
    await store.write(stores.people.prefer, ANN, {"theme": ""})
    assert await store.read(stores.people.preferences, ANN) == {"theme": "", "reminders": "off"}
    assert await store.read(stores.people.preferences, BOB) == {"theme": "shallow"}
    assert await store.read(stores.people.preferences, CAT) == {}


async def test_preferences_once_read_stay_as_they_were(store: Database) -> None:
    await store.write(stores.people.prefer, ANN, {"theme": "deep"})
    before = await store.read(stores.people.preferences, ANN)
    await store.write(stores.people.prefer, ANN, {"theme": "shallow"})
    assert before == {"theme": "deep"}


async def test_text_of_any_script_is_kept(store: Database) -> None:
    odd = 'krill’s "œuvre" \\ \n 🦐 海老 \x7f'
    match = await new_challenge(store, game_key=odd, options={odd: odd})
    match = await keep(store, accepted(match, sides={odd: ANN}, picks={odd: SecretPick((odd, ""))}))
    match = await keep(store, played(match, odd))
    await store.write(stores.matches.save_draft, match.id, BOB, [odd, None, ""])
    await store.write(stores.matches.save_note, match.id, BOB, odd)
    await store.write(stores.host.remember, odd, odd)
    await store.write(stores.people.prefer, BOB, {odd: odd})
    await store.write(stores.matches.record_shown, match.id, shown(match, stage=odd))
    loaded = await store.read(stores.matches.load, match.id)
    assert (loaded.game_key, dict(loaded.options), dict(sides_of(loaded))) == (odd, {odd: odd}, {odd: ANN})
    assert (loaded.entries[0].text, loaded.picks[odd].choices, loaded.shown.stage) == (odd, (odd, ""), odd)
    assert await store.read(stores.matches.draft_of, match.id, BOB) == (odd, None, "")
    assert await store.read(stores.matches.note_of, match.id, BOB) == odd
    assert await store.read(stores.host.remembered, odd) == odd
    assert await store.read(stores.people.preferences, BOB) == {odd: odd}


async def test_the_largest_ids_are_kept(store: Database) -> None:
    match = await new_challenge(
        store,
        guild_id=GuildId(LARGEST),
        channel_id=ChannelId(LARGEST - 1),
        challenger=UserId(LARGEST - 2),
        opponent=UserId(LARGEST - 3),
    )
    match = await keep(
        store,
        accepted(match, sides={"green": LARGEST - 2, "blue": LARGEST - 3}),
        notify=[owed(UserId(LARGEST))],
    )
    seen = Shown(1, MessageId(LARGEST), ChannelId(LARGEST), MessageId(LARGEST))
    await store.write(stores.matches.record_shown, match.id, seen)
    await store.write(stores.matches.save_note, match.id, UserId(LARGEST), "large")
    await store.write(stores.people.prefer, UserId(LARGEST), {"theme": "deep"})
    assert await store.read(stores.matches.load, match.id) == match.shown_as(seen)
    assert await store.read(stores.matches.note_of, match.id, UserId(LARGEST)) == "large"
    assert await store.read(stores.people.preferences, UserId(LARGEST)) == {"theme": "deep"}
    assert [owed.user_id for owed in await store.read(stores.notices.notices_of, match.id)] == [LARGEST]
    assert await store.read(stores.lists.at_home, ChannelId(LARGEST)) == (summary(match.shown_as(seen)),)


async def test_times_are_kept_to_the_microsecond_and_read_in_utc(store: Database) -> None:
    here = timezone(timedelta(hours=5, minutes=30))
    for microsecond in (0, 1, 123456, 999999):
        with case(microsecond):
            at = datetime(2026, 3, 1, 2, 30, 0, microsecond, here)
            match = await new_challenge(store, created_at=at, deadline_at=at + WEEK)
            match = await keep(store, played(changed(match, changed_at=at, version=1), "d2d3"))
            await store.write(stores.matches.record_shown, match.id, shown(match, card_at=at))
            loaded = await store.read(stores.matches.load, match.id)
            times = [
                loaded.created_at,
                loaded.deadline_at,
                loaded.entries[0].at,
                loaded.changed_at,
                loaded.shown.card_at,
            ]
            assert times == [at, at + WEEK, at + timedelta(minutes=1), at + timedelta(minutes=1), at]
            assert await store.read(stores.matches.due, at + WEEK, 1) == (match.id,)
            assert await store.read(stores.matches.due, at + WEEK - timedelta(microseconds=1), 1) == ()
            assert all(time is not None and time.tzinfo is not None for time in times)
            await keep(store, finished(loaded, deadline_at=None))


async def test_closing_twice_is_harmless(store: Database) -> None:
    await new_challenge(store)
    await store.close()
    await store.close()
