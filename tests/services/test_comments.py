"""Comments of players on their finished matches, and their reports, by the service."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from data import stores
from matches import GuildId, Match
from matches.comments import LONGEST, MOST, Comment, ReportCounts
from matches.errors import NotAPlayerError, Problem, Refused
from matches.model import ChannelId, MatchPlace, UserId
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, STRANGER, Table

ADMIN = UserId(1009)


async def over(table: Table) -> Match:
    """A match that the challenger resigned after two moves."""
    await table.in_play()
    await table.play("d8d7")
    await table.play("d1d2")
    return await table.matches.play.resign(table.id, CHALLENGER)


async def reported(table: Table) -> tuple[Match, Comment]:
    """A comment of the opponent that a stranger has reported."""
    match = await over(table)
    await table.services.comments.write(match.id, OPPONENT, 1, "Weak")
    (found,) = await table.services.comments.seen(match, STRANGER)
    assert await table.services.comments.report(match, found.id, STRANGER)
    return match, found


async def refused(problem: Problem, asked: object) -> None:
    with pytest.raises(Refused) as caught:
        await asked  # type: ignore[misc]
    assert caught.value.problem is problem


async def test_both_players_comment_on_any_position(table: Table) -> None:
    match, comments = await over(table), table.services.comments
    await comments.write(match.id, CHALLENGER, 2, "The  end\nof it")
    await comments.write(match.id, OPPONENT, 0, "Hello")
    assert [(one.writer, one.ply, one.text) for one in await comments.seen(match, STRANGER)] == [
        (OPPONENT, 0, "Hello"),
        (CHALLENGER, 2, "The end of it"),
    ]
    assert await comments.public(match) == await comments.seen(match, STRANGER)


async def test_before_the_end_nobody_does_and_others_never_do(table: Table) -> None:
    comments = table.services.comments
    match = await table.in_setup()
    await refused(Problem.COMMENT_EARLY, comments.write(match.id, CHALLENGER, 0, "Hello"))
    match = await over(table)
    with pytest.raises(NotAPlayerError):
        await comments.write(match.id, STRANGER, 0, "Hello")
    await refused(Problem.COMMENT_GONE, comments.write(match.id, CHALLENGER, 3, "There is none"))
    await refused(Problem.COMMENT_EMPTY, comments.write(match.id, CHALLENGER, 0, " \u200b\u202e\n"))
    await refused(Problem.COMMENT_LONG, comments.write(match.id, CHALLENGER, 0, "x" * (LONGEST + 1)))
    assert await comments.seen(match, CHALLENGER) == ()


async def test_a_match_resigned_during_its_picks_has_no_positions(table: Table) -> None:
    await table.in_setup()
    match = await table.matches.play.resign(table.id, CHALLENGER)
    await refused(Problem.COMMENT_EARLY, table.services.comments.write(match.id, CHALLENGER, 0, "Never mind"))


async def test_the_hundred_and_first_is_refused(table: Table) -> None:
    match, comments = await over(table), table.services.comments
    for number in range(MOST):
        await comments.write(match.id, (CHALLENGER, OPPONENT)[number % 2], 0, f"{number}")
    await refused(Problem.COMMENTS_FULL, comments.write(match.id, OPPONENT, 0, "One more"))
    assert len(await comments.seen(match, STRANGER)) == MOST


async def test_a_match_that_goes_on_again_shows_none_until_it_is_over(table: Table) -> None:
    match, _ = await reported(table)
    again = replace(match, phase=(await table.in_play()).phase, result=None)
    assert await table.services.comments.seen(again, OPPONENT) == ()
    assert await table.services.comments.public(again) == ()
    assert len(await table.services.comments.seen(match, OPPONENT)) == 1


async def test_only_its_writer_edits_and_deletes_one(table: Table) -> None:
    match, found = await reported(table)
    comments = table.services.comments
    for user in (CHALLENGER, STRANGER):
        await refused(Problem.COMMENT_GONE, comments.edit(match, found.id, user, "Strong"))
        await refused(Problem.COMMENT_GONE, comments.delete(match, found.id, user))
    await comments.edit(match, found.id, OPPONENT, "Strong")
    assert (await comments.own(match, found.id, OPPONENT)).text == "Strong"
    await comments.delete(match, found.id, OPPONENT)
    await refused(Problem.COMMENT_GONE, comments.delete(match, found.id, OPPONENT))
    assert await comments.report_counts(GUILD) == ReportCounts(0, 0)


async def test_a_forged_form_reaches_no_comment_of_another_match(table: Table) -> None:
    _, found = await reported(table)
    other = await over(table)
    await refused(Problem.COMMENT_GONE, table.services.comments.edit(other, found.id, OPPONENT, "Strong"))
    await refused(Problem.COMMENT_GONE, table.services.comments.report(other, found.id, CHALLENGER))


async def test_its_writer_cannot_report_it_and_others_once(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    match, found = await reported(table)
    comments = table.services.comments
    await refused(Problem.REPORT_OWN, comments.report(match, found.id, OPPONENT))
    assert not await comments.report(match, found.id, STRANGER)
    assert await comments.report(match, found.id, CHALLENGER)
    assert f"match={match.id} comment={found.id} user={CHALLENGER} reported it" in caplog.text
    assert await comments.report_counts(GUILD) == ReportCounts(1, 0)


async def test_a_match_in_no_server_has_nobody_to_report_to(table: Table) -> None:
    match, found = await reported(table)
    nowhere = replace(match, places=(MatchPlace(GuildId(0), ChannelId(0)),))
    await refused(Problem.REPORT_NOWHERE, table.services.comments.report(nowhere, found.id, CHALLENGER))


async def test_both_servers_of_a_match_are_told(table: Table) -> None:
    match, found = await reported(table)
    there = MatchPlace(GuildId(21), ChannelId(22))
    await table.services.comments.dismiss(GUILD, found.id, ADMIN)
    await table.services.comments.report(replace(match, places=(*match.places, there)), found.id, CHALLENGER)
    told = [await table.services.comments.report_counts(guild) for guild in (GUILD, there.guild_id)]
    assert told == [ReportCounts(1, 0)] * 2


async def test_an_administrator_hides_one_and_shows_it_again(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    match, found = await reported(table)
    comments = table.services.comments
    await comments.hide(GUILD, found.id, ADMIN)
    assert f"guild={GUILD} comment={found.id} admin={ADMIN} hid it" in caplog.text
    assert [len(await comments.seen(match, user)) for user in (OPPONENT, CHALLENGER)] == [1, 0]
    assert await comments.public(match) == ()
    await refused(Problem.REPORT_DONE, comments.hide(GUILD, found.id, ADMIN))
    await refused(Problem.COMMENT_GONE, comments.edit(match, found.id, OPPONENT, "Strong"))
    await comments.show_again(GUILD, found.id, ADMIN)
    assert len(await comments.seen(match, CHALLENGER)) == 1
    assert await comments.reported_in(GUILD, 9) == ()


async def test_one_decides_neither_about_ones_own_nor_in_another_server(table: Table) -> None:
    _, found = await reported(table)
    comments = table.services.comments
    for decide in (comments.hide, comments.dismiss, comments.show_again):
        await refused(Problem.REPORT_ABOUT_YOU, decide(GUILD, found.id, OPPONENT))
        await refused(Problem.REPORT_DONE, decide(GuildId(99), found.id, ADMIN))
    assert await comments.report_counts(GUILD) == ReportCounts(1, 0)


async def test_whoever_blocked_its_writer_does_not_see_one(table: Table) -> None:
    match, _ = await reported(table)
    await table.store.write(stores.privacy.add_block, CHALLENGER, OPPONENT, table.now)
    seen = [len(await table.services.comments.seen(match, user)) for user in (CHALLENGER, OPPONENT, STRANGER)]
    assert seen == [0, 1, 1]


async def test_they_leave_with_their_writer(table: Table) -> None:
    match, _ = await reported(table)
    assert await table.privacy.forget(OPPONENT)
    assert await table.services.comments.seen(match, STRANGER) == ()
    assert await table.services.comments.report_counts(GUILD) == ReportCounts(0, 0)
