"""Comments of players on their finished matches, and their reports on servers' lists, in every store."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest

from cogs.comments import service as module
from cogs.comments.rules import Comment, CommentError, CommentId, CommentProblem, ReportCounts
from cogs.comments.service import LONGEST, Comments
from data import stores
from matches import GuildId, Match
from matches.errors import NoSuchMatchError, NotAPlayerError
from matches.model import ChannelId, MatchId, MatchPlace, UserId
from tests.data_store.conftest import Opener
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, STRANGER, Table

ADMIN, OTHER = UserId(1009), UserId(1008)
THERE = MatchPlace(GuildId(21), ChannelId(22))
EVERYBODY = (CHALLENGER, OPPONENT, STRANGER)


@pytest.fixture
def comments(table: Table) -> Comments:
    return Comments(table.services.core)


async def over(table: Table) -> Match:
    """A match that the challenger resigned after two moves."""
    await table.in_play()
    await table.play("d8d7")
    await table.play("d1d2")
    return await table.matches.play.resign(table.id, CHALLENGER)


async def reported(table: Table, *there: MatchPlace, by: UserId = STRANGER) -> tuple[Match, Comment]:
    """A comment of the opponent that somebody has reported, to a server ``there``, too."""
    match = await over(table)
    match, comments = replace(match, places=(*match.places, *there)), Comments(table.services.core)
    await comments.write(match.id, OPPONENT, 1, "Weak")
    (found,) = await comments.seen(match, STRANGER)
    assert await comments.report(match, found.id, by)
    return match, found


async def refused(problem: CommentProblem, *asked: object) -> None:
    for one in asked:
        with pytest.raises(CommentError) as caught:
            await one  # type: ignore[misc]
        assert caught.value.problem is problem


async def counts(comments: Comments, *guilds: GuildId) -> list[tuple[int, int]]:
    found = [await comments.report_counts(guild) for guild in guilds or (GUILD,)]
    return [(one.waiting, one.hidden) for one in found]


async def test_both_players_comment_on_any_position(table: Table, comments: Comments) -> None:
    other = await over(table)
    await comments.write(other.id, CHALLENGER, 0, "elsewhere")
    match = await over(table)
    for user, ply, text in (
        (CHALLENGER, 2, "The  end\nof it"),
        (OPPONENT, 0, "Hello"),
        (CHALLENGER, 0, "Hi"),
    ):
        await comments.write(match.id, user, ply, text)
    found = await comments.seen(match, STRANGER)
    assert [(one.writer, one.ply, one.text) for one in found] == [
        (OPPONENT, 0, "Hello"),
        (CHALLENGER, 0, "Hi"),
        (CHALLENGER, 2, "The end of it"),
    ]
    assert {(one.match_id, one.hidden) for one in found} == {(match.id, False)}
    assert all(match.changed_at < one.at < table.read_clock() for one in found)
    assert await comments.public(match) == found


async def test_before_the_end_nobody_does_and_others_never_do(table: Table, comments: Comments) -> None:
    match = await table.in_setup()
    await refused(CommentProblem.EARLY, comments.write(match.id, CHALLENGER, 0, "Hello"))
    match = await table.matches.play.resign(table.id, CHALLENGER)
    await refused(CommentProblem.EARLY, comments.write(match.id, CHALLENGER, 0, "It was never begun"))
    match = await over(table)
    with pytest.raises(NotAPlayerError):
        await comments.write(match.id, STRANGER, 0, "Hello")
    with pytest.raises(NoSuchMatchError):
        await comments.write(MatchId(99), CHALLENGER, 0, "Hello")
    await refused(CommentProblem.GONE, comments.write(match.id, CHALLENGER, 3, "There is none"))
    await refused(CommentProblem.EMPTY, comments.write(match.id, CHALLENGER, 0, " \u200b\u202e\n"))
    await refused(CommentProblem.LONG, comments.write(match.id, CHALLENGER, 0, "x" * (LONGEST + 1)))
    assert await comments.seen(match, CHALLENGER) == ()


async def test_a_match_has_so_many_at_most_though_two_processes_add_them(
    url: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST", 3)
    table = Table(await opener(url))
    match, other = await over(table), table.another_service(await opener(url))
    both = [Comments(services.core) for services in (table.services, other)]
    asked = [one.write(match.id, user, 0, "Oh") for one in both for user in (CHALLENGER, OPPONENT)]
    told = await asyncio.gather(*asked, return_exceptions=True)
    (error,) = [error for error in told if isinstance(error, CommentError)]
    assert (error.problem, error.limit) == (CommentProblem.FULL, 3)
    assert len(await both[1].seen(match, STRANGER)) == 3


async def test_a_match_that_goes_on_again_shows_none_until_it_is_over(
    table: Table, comments: Comments
) -> None:
    match, _ = await reported(table)
    again = replace(match, phase=(await table.in_play()).phase, result=None)
    assert (await comments.seen(again, OPPONENT), await comments.public(again)) == ((), ())
    assert len(await comments.seen(match, OPPONENT)) == 1


async def test_only_its_writer_edits_and_deletes_one(table: Table, comments: Comments) -> None:
    match, found = await reported(table)
    for user in (CHALLENGER, STRANGER):
        await refused(CommentProblem.GONE, comments.edit(match, found.id, user, "Strong"))
        await refused(CommentProblem.GONE, comments.delete(match, found.id, user))
    await comments.edit(match, found.id, OPPONENT, "Strong")
    assert (await comments.own(match, found.id, OPPONENT)).text == "Strong"
    await comments.delete(match, found.id, OPPONENT)
    await refused(CommentProblem.GONE, comments.delete(match, found.id, OPPONENT))
    assert await counts(comments) == [(0, 0)], "it is on no list any more"
    await comments.write(match.id, OPPONENT, 1, "Again")
    assert (await comments.seen(match, OPPONENT))[0].id > found.id, "an old button acts on no other one"


async def test_a_forged_form_reaches_no_comment_of_another_match(table: Table, comments: Comments) -> None:
    _, found = await reported(table)
    other = await over(table)
    await refused(CommentProblem.GONE, comments.edit(other, found.id, OPPONENT, "Strong"))
    for user, number in ((CHALLENGER, found.id), (CHALLENGER, CommentId(99))):
        await refused(CommentProblem.GONE, comments.report(other, number, user))


async def test_others_report_one_and_each_once(
    table: Table, comments: Comments, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    match, found = await reported(table)
    await refused(CommentProblem.REPORT_OWN, comments.report(match, found.id, OPPONENT))
    assert not await comments.report(match, found.id, STRANGER)
    assert await comments.report(match, found.id, CHALLENGER)
    assert f"match={match.id} comment={found.id} user={CHALLENGER} reported it" in caplog.text
    (listed,) = await comments.reported_in(GUILD, 9)
    assert (listed.comment.id, listed.reports) == (found.id, 2)
    assert await comments.reported_in(GUILD, 9, 1) == await comments.reported_in(THERE.guild_id, 9) == ()
    assert await counts(comments, GUILD, THERE.guild_id) == [(1, 0), (0, 0)]
    nowhere = replace(match, places=(MatchPlace(GuildId(0), ChannelId(0)),))
    await refused(CommentProblem.REPORT_NOWHERE, comments.report(nowhere, found.id, OTHER))


async def test_an_administrator_hides_one_and_shows_it_again(
    table: Table, comments: Comments, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    match, found = await reported(table)
    await comments.hide(GUILD, found.id, ADMIN)
    assert f"guild={GUILD} comment={found.id} admin={ADMIN} hid it" in caplog.text
    seen = [[one.hidden for one in await comments.seen(match, user)] for user in EVERYBODY]
    assert (seen, await comments.public(match), await counts(comments)) == ([[], [True], []], (), [(0, 1)])
    for done in (comments.hide, comments.dismiss):
        await refused(CommentProblem.REPORT_DONE, done(GUILD, found.id, ADMIN))
    await refused(CommentProblem.GONE, comments.edit(match, found.id, OPPONENT, "Strong"))
    await refused(CommentProblem.GONE, comments.report(match, found.id, CHALLENGER))
    await comments.show_again(GUILD, found.id, ADMIN)
    await refused(CommentProblem.REPORT_DONE, comments.show_again(GUILD, found.id, ADMIN))
    assert len(await comments.seen(match, CHALLENGER)) == 1
    assert (await comments.reported_in(GUILD, 9), await counts(comments)) == ((), [(0, 0)])


async def test_one_decides_neither_about_ones_own_nor_in_another_server(
    table: Table, comments: Comments
) -> None:
    _, found = await reported(table)
    for decide in (comments.hide, comments.dismiss, comments.show_again):
        await refused(CommentProblem.REPORT_ABOUT_YOU, decide(GUILD, found.id, OPPONENT))
        await refused(CommentProblem.REPORT_DONE, decide(GuildId(99), found.id, ADMIN))
    assert await counts(comments) == [(1, 0)]


async def test_each_server_has_a_list_of_its_own(table: Table, comments: Comments) -> None:
    match, found = await reported(table, THERE)
    await comments.dismiss(GUILD, found.id, ADMIN)
    assert await counts(comments, GUILD, THERE.guild_id) == [(0, 0), (1, 0)]
    assert not await comments.report(match, found.id, STRANGER), "it waits there"
    await comments.hide(THERE.guild_id, found.id, ADMIN)
    await refused(CommentProblem.REPORT_DONE, comments.show_again(GUILD, found.id, ADMIN))
    await comments.show_again(THERE.guild_id, found.id, ADMIN)
    assert await comments.report(match, found.id, STRANGER), "what was settled can be reported again"


async def test_waiting_ones_come_first_and_newest_first(table: Table, comments: Comments) -> None:
    hidden, older, newer = [(await reported(table))[1].id for _ in range(3)]
    await comments.hide(GUILD, hidden, ADMIN)
    assert [one.comment.id for one in await comments.reported_in(GUILD, 9)] == [newer, older, hidden]


async def test_a_reader_sees_none_of_people_they_blocked(table: Table, comments: Comments) -> None:
    match, _ = await reported(table)
    await table.store.write(stores.privacy.add_block, CHALLENGER, OPPONENT, table.now)
    assert [len(await comments.seen(match, user)) for user in EVERYBODY] == [0, 1, 1]


async def test_they_go_with_their_writer_and_with_them_all_reports(table: Table, comments: Comments) -> None:
    match, found = await reported(table, THERE)
    kept = await table.store.read(stores.privacy.kept_of, OPPONENT)
    assert [row["id"] for row in kept["comment"]] == [found.id]
    assert kept["comment_report"] == [], "who reported it is no business of its writer"
    assert len((await table.store.read(stores.privacy.kept_of, STRANGER))["comment_report"]) == 1
    assert await table.privacy.forget(OPPONENT)
    assert await comments.seen(match, STRANGER) == ()
    assert await counts(comments, GUILD, THERE.guild_id) == [(0, 0), (0, 0)]
    assert (await table.store.read(stores.privacy.counts_of, STRANGER))["comment_report"] == 0


async def test_a_report_goes_with_its_person_and_the_comment_waits_on(
    table: Table, comments: Comments
) -> None:
    await reported(table)
    assert await table.privacy.forget(STRANGER)
    (listed,) = await comments.reported_in(GUILD, 9)
    assert (listed.reports, await comments.report_counts(GUILD)) == (0, ReportCounts(1, 0))
