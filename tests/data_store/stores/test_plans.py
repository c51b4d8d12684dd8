"""No statement of the store reads a whole table, and none is repeated for every match of a list."""

from __future__ import annotations

from data import stores
from data.features.advances import said_in
from matches.advances import AdvanceChange
from matches.chores import ChoreKind, NewChore
from matches.guilds.shards import Shards
from matches.model import GuildId, ImportId, MatchId, NoticeState, Phase, UserId
from matches.players import Human
from matches.rhythm import SHOWS_RHYTHM
from matches.summaries import Limits, Posting
from matches.time.intervals import Interval
from services.rhythms import rhythms_of
from tests.data_store.dumping import fill
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    HOME,
    MINUTE,
    NOON,
    WEEK,
    changed,
    digest,
    finished,
    new_challenge,
    owed,
    played,
    shown,
    spoken,
)
from tests.data_store.stores.plans import Watched
from tests.feature_rows import add_advances
from tests.matches.table import Table
from tests.store import keep


async def test_no_statement_reads_a_whole_table(watched_empty: Watched) -> None:
    store, statements = watched_empty
    await fill(store)
    match = await store.read(stores.matches.load, MatchId(1))
    await store.read(stores.matches.load, match.id)
    await store.read(stores.lists.latest_of_player, ANN, 5)
    await store.read(stores.lists.latest_of_player, ANN, 5, offset=5, game="prawns")
    services = Table(store).services
    assert (await services.sharing.opened_by("K7Q2MP", ANN)).id == match.id
    await services.sharing._add_code(match.id, "ABCDEF")
    await services.sharing._drop_code(match.id)
    await services.sharing._keep_text(ANN, "a record")
    await services.sharing.kept_record(ImportId(1), ANN)
    await store.read(stores.lists.at_home, HOME)
    await store.read(stores.lists.running_in, match.guild_id, 5)
    await store.read(stores.lists.open_in, match.guild_id, 5)
    await store.read(stores.lobby.avoided, ANN)
    await store.read(stores.lobby.open_across, match.guild_id, ANN, 5)
    await store.read(stores.lobby.is_blocked_in, match.guild_id, ANN)
    await store.read(stores.lobby.blocked_in, match.guild_id, 5)
    await store.write(stores.matches.close_place, match.id, 1)
    await store.read(stores.lobby.reliability, [ANN, BOB, CAT])
    await store.write(stores.people.prefer, ANN, {SHOWS_RHYTHM: "on"})
    await store.read(rhythms_of, [ANN, BOB, CAT])
    await store.read(stores.lists.summaries_of, [MatchId(1), MatchId(2)])
    await store.read(stores.match_rows.whole_matches, [MatchId(1), MatchId(2)])
    await store.write(stores.matches.fill_in, [(match, (Human(ANN),))])
    await store.read(stores.matches.due, NOON + WEEK, 5)
    await store.read(stores.matches.unshown, NOON + WEEK, 5)
    await store.write(
        stores.matches.record_shown, match.id, shown(match), [NewChore(ChoreKind.PUT_AWAY, NOON)]
    )
    await store.write(stores.matches.save_draft, match.id, BOB, ["crab"])
    await store.read(stores.matches.draft_of, match.id, BOB)
    await store.write(stores.matches.save_note, match.id, BOB, "again")
    await store.read(stores.matches.note_of, match.id, BOB)
    await store.write(stores.matches.record_hint, match.id, BOB, "position")
    await store.read(stores.matches.hints, match.id)
    await services.matches.reviews.keep(match.id, 1, "{}")
    await services.matches.reviews.kept(match.id, 1)
    await store.write(add_advances, match.id, [spoken(BOB)])
    await store.read(said_in, match.id)
    settled = AdvanceChange(1, frozenset({(BOB, 1)}), frozenset({(BOB, 2)}))
    match = await keep(store, changed(match), advance=settled)
    await store.write(stores.matches.save_note, match.id, BOB, "")
    for notice in await store.read(stores.notices.notices_of, match.id):
        await store.write(stores.notices.settle, notice.id, NoticeState.SENT)
        await store.write(stores.notices.put_off, notice.id, NOON)
    await store.write(stores.notices.claim, NOON + WEEK, NOON + WEEK, 5)
    await store.write(stores.notices.claim, NOON + WEEK, NOON + WEEK, 5, match_id=match.id)
    await store.write(stores.notices.drop, notice.id, owed(BOB, "next"))
    for chore in await store.write_unsynced(stores.notices.claim_chores, NOON + WEEK, NOON + WEEK, 5):
        await store.write_unsynced(stores.notices.put_off_chore, chore.id, NOON)
        await store.write_unsynced(stores.notices.drop_chore, chore.id)
    await store.write_unsynced(stores.notices.claim_chores, NOON + WEEK, NOON + WEEK, 5, thinking=True)
    room = Limits(alone=9, alone_in_guild=9, posting=Posting(9, NOON))
    await store.read(stores.limits.check_limits, match.guild_id, {BOB: room})
    await store.read(stores.limits.withdrew_lately, ANN, BOB, match.id, NOON)
    await store.read(stores.host.remembered, "commands")
    await store.write(stores.host.remember_once, "secret", "00")
    await store.write(stores.people.prefer, BOB, {"theme": "deep", "reminders": None}, digest=digest(BOB))
    await store.read(stores.people.preferences, BOB)
    await store.read(stores.people.people_of, [ANN, BOB, CAT])
    await store.write(stores.matches.schedule, match, NOON, [owed(BOB, "soon")])
    await store.write(stores.matches.wake_match, BOB, NOON)
    await store.write(stores.people.go_away, BOB, Interval(NOON - WEEK, NOON))
    await store.read(stores.host.downtimes)
    await store.write(stores.host.record_alive, NOON + WEEK, MINUTE)
    await store.read(stores.host.alive_at)
    await store.write(stores.host.record_alive, NOON + WEEK, MINUTE, Shards(2, (1,)))
    await store.read(stores.shards.life)
    await services.sharding.take("one", 2, 1)
    await services.sharding.release("one")
    await services.sharding.ask_session(0, 60)
    await store.read(stores.people.settings_of_guild, match.guild_id)
    await store.write(stores.people.change_guild, match.guild_id, {"results": None})
    assert len(statements.seen) > 50 and statements.scans() == []


async def test_the_sweeps_use_their_own_index(watched_empty: Watched) -> None:
    store, statements = watched_empty
    await new_challenge(store)
    await store.read(stores.matches.due, NOON, 5)
    await store.read(stores.matches.unshown, NOON, 5)
    await store.read(stores.lists.at_home, HOME)
    wanted = {
        "deadline_at <=": "USING COVERING INDEX ix_match_deadline_at_id",
        '"match".shown_version <': "USING INDEX ix_match_changed_at_id",
        "match_place.shown_version <": "USING INDEX ix_match_place_changed_at_match_id",
        "home =": "USING COVERING INDEX ix_match_home_id",
    }
    for mark, index in wanted.items():
        (asked,) = [one for one in statements.seen if mark in one[0]]
        plan = statements.plan(asked)
        assert any(line.startswith("SEARCH match") and index in line for line in plan), plan


async def test_lists_and_what_is_to_be_found_out_use_their_indexes(watched: Watched) -> None:
    store, statements = watched
    await store.read(stores.matches.without_to_act, 5)
    await store.read(stores.matches.without_to_act, 5, after=MatchId(3))
    of_all = statements.plans()
    statements.seen.clear()
    await store.read(stores.matches.without_to_act, 5, user_id=ANN)
    await store.read(stores.lists.listed, ANN, [Phase.SETUP, Phase.PLAYING], 25, game="prawns", number="1")
    await store.read(stores.lists.listed, ANN, [Phase.PLAYING], 25)
    await store.read(stores.lists.waiting_for, ANN, 25)
    await store.read(stores.lists.of_player, ANN)
    await store.read(stores.limits.count_open, ANN, GuildId(11))
    room = {ANN: Limits(running=99), CAT: Limits(running=99)}
    await keep(store, changed(await store.read(stores.matches.load, MatchId(3))), to_act=(), within=room)
    of_people = [one for one in statements.seen if "opponent = ?" in one[0]]
    assert len(of_people) == 8
    for (line,) in of_all:
        assert "SEARCH match USING INDEX ix_match_unsettled (id>?)" in line
    for plan in map(statements.plan, of_people):
        for role in ("challenger", "opponent"):
            assert any(f"INDEX ix_match_{role}_phase ({role}=? AND phase=?" in line for line in plan)


async def test_what_was_posted_and_withdrawn_is_counted_off_the_index(watched: Watched) -> None:
    store, statements = watched
    await store.read(stores.limits.check_posting, ANN, Posting(99, NOON))
    await store.read(stores.limits.withdrew_lately, ANN, BOB, MatchId(3), NOON)
    wanted = (
        "match_challenger_phase (challenger=? AND phase=?",
        "simul_host_phase (host=? AND phase=?",
        "match_opponent_phase (opponent=? AND phase=?",
    )
    for plan, index in zip(statements.plans(), wanted, strict=True):
        assert f"INDEX ix_{index}" in plan[0]


async def test_claims_and_wakes_use_their_indexes(watched: Watched) -> None:
    store, statements = watched
    await store.write(stores.notices.claim, NOON + WEEK, NOON + WEEK, 5)
    await store.write(stores.notices.claim, NOON + WEEK, NOON + WEEK, 5, match_id=MatchId(1))
    await store.write(stores.matches.wake_match, ANN, NOON)
    await store.write(stores.people.prefer, ANN, {}, digest=digest(ANN))
    *everywhere, of_match = (sql for sql in statements.seen if "claimed_until <=" in sql[0])
    (waking,) = (sql for sql in statements.seen if "deadline_at >" in sql[0])
    (dropping,) = (sql for sql in statements.seen if sql[0].startswith("DELETE FROM notice"))
    assert len(everywhere) == 3
    by_key = "SEARCH notice USING INDEX sqlite_autoindex_notice_1 (match_id=?"
    wanted = [
        *((query, ["SEARCH notice USING INDEX ix_notice_due_at_id (due_at<?)"]) for query in everywhere),
        (of_match, [f"{by_key})", "USE TEMP B-TREE FOR ORDER BY"]),
        (dropping, [f"{by_key} AND user_id=?)"]),
    ]
    for asked, plan in wanted:
        assert statements.plan(asked) == plan
    plan = statements.plan(waking)
    for role in ("challenger", "opponent"):
        assert f"SEARCH match USING INDEX ix_match_{role}_phase ({role}=? AND phase=?)" in plan, plan


async def test_a_question_about_ids_is_written_once_for_many_numbers_of_them(
    watched: Watched,
) -> None:
    store, statements = watched
    for count in (5, 6, 7, 8):
        assert (
            len(
                await store.read(
                    stores.people.people_of, [UserId(number) for number in range(1000, 1000 + count)]
                )
            )
            == count
        )
    assert len({statement for statement, _ in statements.seen}) == 1


async def test_people_are_read_by_one_statement_however_many(
    watched: Watched,
) -> None:
    store, statements = watched
    assert (
        len(await store.read(stores.people.people_of, [UserId(number) for number in range(1000, 1050)])) == 50
    )
    assert len(statements.selects()) == 1


async def test_what_is_a_persons_own_is_found_by_its_key(watched_empty: Watched) -> None:
    store, statements = watched_empty
    match = await new_challenge(store)
    await store.write(stores.matches.save_note, match.id, ANN, "again")
    statements.seen.clear()
    await store.read(stores.matches.note_of, match.id, ANN)
    await store.read(stores.people.preferences, ANN)
    await store.write(stores.matches.save_note, match.id, ANN, "")
    wanted = {
        "FROM note \nWHERE": "SEARCH note USING PRIMARY KEY (match_id=? AND user_id=?)",
        "FROM preference": "SEARCH preference USING PRIMARY KEY (user_id=?)",
        "DELETE FROM note": "SEARCH note USING PRIMARY KEY (match_id=? AND user_id=?)",
    }
    for mark, plan in wanted.items():
        (asked,) = [one for one in statements.seen if mark in one[0]]
        assert statements.plan(asked) == [plan]


async def test_a_list_takes_one_statement_and_reads_no_records(watched_empty: Watched) -> None:
    store, statements = watched_empty
    for _ in range(20):
        match = await keep(store, played(await new_challenge(store), "d2d3"))
        await store.write(stores.matches.record_shown, match.id, shown(match))
    statements.seen.clear()
    await store.read(stores.matches.load, match.id)
    one = len(statements.selects())
    assert len(await store.read(stores.lists.of_player, ANN)) == 20
    assert len(await store.read(stores.lists.at_home, HOME)) == 20
    assert len(statements.selects()) == 2
    assert one == 2  # its row and its record; picks are asked for where there are any


AROUND: list[str] = []
"""Who watches the match, and its notices: read with the change, in place of a transaction of their own."""


async def test_a_save_takes_few_statements_however_long_the_record(
    watched_empty: Watched,
) -> None:
    store, statements = watched_empty
    match = await new_challenge(store)
    match = await keep(store, played(match, *["d2d3"] * 200))
    statements.seen.clear()
    match = await keep(store, played(match, "e7e6"))
    assert [statement.split()[0] for statement, _ in statements.seen] == [
        "UPDATE",
        "INSERT",
        *AROUND,
    ]
    statements.seen.clear()
    await keep(store, finished(match))
    assert [statement.split()[0] for statement, _ in statements.seen] == ["UPDATE", *AROUND]


async def test_no_statement_rewrites_the_record(watched_empty: Watched) -> None:
    store, statements = watched_empty
    await fill(store)
    changes = [one.split("\n")[0] for one, _ in statements.seen if one.startswith(("UPDATE", "DELETE"))]
    assert {tuple(change.split()[:3]) for change in changes} <= {
        ("UPDATE", '"match"', "SET"),
        ("UPDATE", "chore", "SET"),
        ("UPDATE", "hint", "SET"),
        ("UPDATE", "notice", "SET"),
        ("UPDATE", "standing", "SET"),
        ("UPDATE", "season_end", "SET"),
        ("UPDATE", "champion", "SET"),
        ("UPDATE", "rating_role", "SET"),
        ("UPDATE", "pinned_list", "SET"),
        ("UPDATE", "tournament", "SET"),
        ("UPDATE", "tournament_event", "SET"),
        ("UPDATE", "tournament_substitute", "SET"),
        ("UPDATE", "greeting", "SET"),
        ("UPDATE", "guild_seen", "SET"),
        ("UPDATE", "last_look", "SET"),
        ("UPDATE", "line_tree", "SET"),
        ("UPDATE", "tournament_pairing", "SET"),
        ("DELETE", "FROM", "tournament_organiser"),
        ("UPDATE", "simul", "SET"),
        ("UPDATE", "simul_place", "SET"),
        ("UPDATE", "standing_offer", "SET"),
        ("UPDATE", "comment", "SET"),
        ("UPDATE", "match_place", "SET"),
        ("UPDATE", "advance", "SET"),
        ("DELETE", "FROM", "advance"),
        ("DELETE", "FROM", "draft"),
        ("DELETE", "FROM", "ladder_place"),
        ("DELETE", "FROM", "simul_place"),
        ("DELETE", "FROM", "notice"),
        ("DELETE", "FROM", "imported"),
        ("DELETE", "FROM", "rated_start"),
        ("DELETE", "FROM", "shard_life"),
        ("DELETE", "FROM", "shard_lease"),
    }
