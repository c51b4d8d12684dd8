"""Comments, reports of them and servers' lists, in every store."""

from __future__ import annotations

import asyncio

import pytest

from data import Database, stores
from matches.comments import CommentId, ReportCounts
from matches.errors import NoSuchMatchError, Problem, Refused
from matches.model import GuildId, Match, MatchId, UserId
from tests.data_store.conftest import Opener
from tests.data_store.making import ANN, BOB, CAT, MINUTE, NOON, ended_match

HERE, THERE = GuildId(11), GuildId(21)
FEW = 3


async def said(
    store: Database, match: Match, user: UserId = ANN, ply: int = 0, text: str = "Oh", most: int = 99
) -> CommentId:
    return await store.write(stores.comments.add, match.id, user, ply, text, NOON, most)


async def reported(store: Database, *guilds: GuildId, by: UserId = CAT) -> CommentId:
    """A comment of Ann that somebody reported to these servers."""
    made = await said(store, await ended_match(store))
    assert await store.write(stores.comments.report, made, by, guilds or [HERE], NOON)
    return made


async def counts(store: Database, guild: GuildId = HERE) -> ReportCounts:
    return await store.read(stores.comments.report_counts, guild)


async def test_comments_are_kept_by_position_and_in_order(store: Database) -> None:
    match, other = await ended_match(store), await ended_match(store)
    await said(store, match, BOB, 1, "second")
    await said(store, match, ANN, 0, "first")
    await said(store, match, ANN, 1, "third")
    await said(store, other, ANN, 0, "elsewhere")
    found = await store.read(stores.comments.of_match, match.id)
    assert [(one.writer, one.ply, one.text) for one in found] == [
        (ANN, 0, "first"),
        (BOB, 1, "second"),
        (ANN, 1, "third"),
    ]
    assert {(one.match_id, one.at, one.hidden) for one in found} == {(match.id, NOON, False)}
    with pytest.raises(NoSuchMatchError):
        await store.write(stores.comments.add, MatchId(99), ANN, 0, "Oh", NOON, 99)


async def test_a_match_has_so_many_at_most_though_two_processes_add_them(url: str, opener: Opener) -> None:
    one, other = await opener(url), await opener(url)
    match = await ended_match(one)
    asked = [said(store, match, user, most=FEW) for store in (one, other) for user in (ANN, BOB)]
    told = await asyncio.gather(*asked, return_exceptions=True)
    (refused,) = [error for error in told if isinstance(error, Refused)]
    assert (refused.problem, refused.facts["limit"]) == (Problem.COMMENTS_FULL, FEW)
    assert len(await one.read(stores.comments.of_match, match.id)) == FEW


async def test_only_its_writer_changes_or_deletes_one_and_only_once(store: Database) -> None:
    match = await ended_match(store)
    made = await said(store, match)
    assert not await store.write(stores.comments.edit, made, BOB, "mine")
    assert not await store.write(stores.comments.remove, made, BOB)
    assert await store.write(stores.comments.edit, made, ANN, "Ah")
    assert (found := await store.read(stores.comments.find, made)) is not None and found.text == "Ah"
    assert await store.write(stores.comments.remove, made, ANN)
    assert not await store.write(stores.comments.remove, made, ANN), "a double click"
    assert not await store.write(stores.comments.edit, made, ANN, "Ah")
    assert await said(store, match) > made, "an old button acts on no other one"


async def test_a_report_counts_once_a_person(store: Database) -> None:
    made = await reported(store)
    assert not await store.write(stores.comments.report, made, CAT, [HERE], NOON)
    assert await store.write(stores.comments.report, made, BOB, [HERE], NOON)
    (listed,) = await store.read(stores.comments.reported_in, HERE, 9)
    assert (listed.comment.id, listed.reports) == (made, 2)
    assert await store.read(stores.comments.reported_in, HERE, 9, 1) == ()
    assert await store.read(stores.comments.reported_in, THERE, 9) == ()
    assert (await counts(store), await counts(store, THERE)) == (ReportCounts(1, 0), ReportCounts(0, 0))


async def test_one_that_is_gone_or_hidden_is_not_reported(store: Database) -> None:
    made = await reported(store)
    assert await store.write(stores.comments.hide, HERE, made, NOON)
    for number in (made, CommentId(99)):
        with pytest.raises(Refused, match="comment_gone"):
            await store.write(stores.comments.report, number, BOB, [HERE], NOON)


async def test_a_hidden_one_is_seen_by_its_writer_alone_and_not_edited(store: Database) -> None:
    made = await reported(store)
    match_id = (await store.read(stores.comments.reported_in, HERE, 1))[0].comment.match_id
    assert await store.write(stores.comments.hide, HERE, made, NOON + MINUTE)
    assert not await store.write(stores.comments.hide, HERE, made, NOON), "another admin was faster"
    assert not await store.write(stores.comments.dismiss, HERE, made), "it has to be shown again first"
    seen = [await store.read(stores.comments.seen_by, match_id, user) for user in (ANN, BOB, CAT)]
    assert [[one.hidden for one in each] for each in seen] == [[True], [], []]
    assert not await store.write(stores.comments.edit, made, ANN, "Ah")
    assert await counts(store) == ReportCounts(0, 1)
    assert await store.write(stores.comments.show_again, HERE, made)
    assert not await store.write(stores.comments.show_again, HERE, made)
    assert len(await store.read(stores.comments.seen_by, match_id, BOB)) == 1
    assert await counts(store) == ReportCounts(0, 0)


async def test_what_was_dismissed_can_be_reported_again(store: Database) -> None:
    made = await reported(store)
    assert await store.write(stores.comments.dismiss, HERE, made)
    assert not await store.write(stores.comments.dismiss, HERE, made)
    assert not await store.write(stores.comments.hide, HERE, made, NOON), "no list has it"
    assert await store.write(stores.comments.report, made, CAT, [HERE], NOON)


async def test_each_server_has_a_list_of_its_own(store: Database) -> None:
    made = await reported(store, HERE, THERE)
    assert await store.write(stores.comments.dismiss, HERE, made)
    assert (await counts(store), await counts(store, THERE)) == (ReportCounts(0, 0), ReportCounts(1, 0))
    assert not await store.write(stores.comments.report, made, CAT, [HERE], NOON), "it waits there"
    assert await store.write(stores.comments.hide, THERE, made, NOON)
    assert not await store.write(stores.comments.show_again, HERE, made), "that is for the other server"


async def test_waiting_ones_come_first_and_newest_first(store: Database) -> None:
    hidden, older, newer = [await reported(store) for _ in range(3)]
    assert await store.write(stores.comments.hide, HERE, hidden, NOON)
    found = await store.read(stores.comments.reported_in, HERE, 9)
    assert [one.comment.id for one in found] == [newer, older, hidden]


async def test_a_reader_sees_none_of_people_they_blocked(store: Database) -> None:
    match = await ended_match(store)
    await said(store, match)
    await store.write(stores.privacy.add_block, BOB, ANN, NOON)
    seen = [len(await store.read(stores.comments.seen_by, match.id, user)) for user in (ANN, BOB, CAT)]
    assert seen == [1, 0, 1]


async def test_they_go_with_their_writer_and_with_them_all_reports(store: Database) -> None:
    made = await reported(store, HERE, THERE, by=BOB)
    match_id = (await store.read(stores.comments.reported_in, HERE, 1))[0].comment.match_id
    kept = await store.read(stores.privacy.kept_of, ANN)
    assert [row["id"] for row in kept["comment"]] == [made]
    assert kept["comment_report"] == [], "who reported it is no business of its writer"
    assert len((await store.read(stores.privacy.kept_of, BOB))["comment_report"]) == 1
    assert await store.write(stores.privacy.forget, ANN, UserId(-7), NOON)
    assert await store.read(stores.comments.of_match, match_id) == ()
    assert await store.read(stores.comments.reported_in, HERE, 9) == ()
    assert (await store.read(stores.privacy.counts_of, BOB))["comment_report"] == 0


async def test_a_report_goes_with_its_person_and_the_comment_waits_on(store: Database) -> None:
    await reported(store)
    assert await store.write(stores.privacy.forget, CAT, UserId(-7), NOON)
    (listed,) = await store.read(stores.comments.reported_in, HERE, 9)
    assert listed.reports == 0


async def test_a_comment_that_is_deleted_is_on_no_list(store: Database) -> None:
    made = await reported(store, HERE, THERE)
    assert await store.write(stores.comments.remove, made, ANN)
    assert (await counts(store), await counts(store, THERE)) == (ReportCounts(0, 0), ReportCounts(0, 0))
