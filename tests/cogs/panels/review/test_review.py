"""The review of a finished match: made once, kept, and told to each reader from where they sat."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from cogs.panels.review import review_panel, review_turn
from cogs.panels.review.review_turn import line_diagrams, told_to
from computer.review.model import MADE_AS, Review
from computer.workers import ThinkingError
from imaging import Picture
from matches import UserId
from matches.errors import Problem, Refused
from services.reviews import LEAST_TURNS
from tests.cases import case
from tests.cogs.community import id_of
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.reviewed import DARK, LIGHT, done, finished, kept, let_look, lookers, opened
from tests.cogs.server import Server, labels, private, text


def counted(server: Server, name: str) -> float | None:
    """The value of a metric."""
    return server.bot.app.metrics.registry.get_sample_value(name)


# --- making one ------------------------------------------------------------------------------------


async def test_both_players_and_a_stranger_are_told(server: Server) -> None:
    match = await finished(server)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Review", "Find a match"]
    jobs = lookers(server).jobs
    for who in (server.challenger, server.opponent, server.visitor):
        panel = await opened(server, who)
        await done(server)
        assert text(panel()).startswith("### Prudh #1: review\n")
        assert [file.filename for file in panel().attachments] == ["match-1.gif", "chances.png"]
        own = match.side_of(UserId(who.id)) or "dark"
        told = panel().attachments[1].description or ""
        assert told.startswith(f"{own.capitalize()}'s chances of winning: "), "the reader's side"
        assert labels(panel())[-1] == "Back to the board"
        made = len(jobs)
    assert len(jobs) == made > 3, "it is made once"
    assert counted(server, "tidepool_review_seconds_count") == 1


async def test_one_review_of_a_match_at_a_time(server: Server) -> None:
    match = await finished(server)
    reviews, workers = server.bot.app.reviews, lookers(server)
    workers.may.clear()
    making = [reviews.begin(match, UserId(who.id)) for who in (server.challenger, server.visitor)]
    again = reviews.begin(match, UserId(server.visitor.id))
    assert making == [again, again]
    await workers.asked.wait()
    assert len(workers.jobs) == 1
    said = _said(review_panel._waiting(server.bot.app, match, UserId(server.visitor.id)))
    assert "Looking at this match… This can take a minute." in said
    reviews._record(match.id, 0.5)
    waiting = review_panel._waiting(server.bot.app, match, UserId(server.challenger.id))
    assert "Looking at your match… 50 % done." in _said(waiting)
    assert [part["components"][0]["label"] for part in _parts(waiting) if "components" in part] == ["Review"]
    workers.may.set()
    made = await again
    assert await reviews.kept(match) == made
    assert reviews.share(match.id) == 1.0


async def test_a_stop_ends_it_and_the_next_start_begins_anew(server: Server) -> None:
    match = await finished(server)
    workers = lookers(server)
    workers.may.clear()
    making = server.bot.app.reviews.begin(match, UserId(server.challenger.id))
    await asyncio.sleep(0)
    await server.bot.app.reviews.close()
    assert making.cancelled()
    assert await server.bot.app.reviews.kept(match) is None


@refusing
async def test_one_that_failed_is_clicked_on_again_after_a_restart_and_then_kept(server: Server) -> None:
    await finished(server)
    lookers(server, ThinkingError("killed"))
    panel = await opened(server, server.opponent)
    await done(server)
    assert text(panel()).startswith("The computer couldn't look at this match right now.")
    assert labels(panel()) == ["Review"]
    assert counted(server, "tidepool_reviews_failed_total") == 1
    await server.restart()
    lookers(server)
    await server.opponent.click(panel(), label="Review")
    await done(server)
    assert text(panel()).startswith("### Prudh #1: review\nDark: ")
    await server.restart()
    jobs = lookers(server).jobs
    await server.opponent.click(server.card, label="Review")
    assert jobs == [], "it was kept"


@refusing
async def test_none_where_nobody_looks_or_while_another_is_awaited(server: Server) -> None:
    match = await finished(server)
    jobs = lookers(server).jobs
    server.bot.app.reviews._readers[id_of(server.visitor)] = type(match.id)(77)
    told = await server.visitor.click(server.card, label="Review")
    assert "I'm still looking at #77 for you." in private(told)
    assert jobs == []
    let_look(server, None)
    told = await server.challenger.click(server.card, label="Review")
    assert "switched off here" in private(told)


async def test_none_while_a_match_goes_on_nor_of_a_short_one(server: Server) -> None:
    """Nobody is helped in a match, and no pick is told before its time."""
    await server.begin("pjawns")
    jobs = lookers(server).jobs
    match = await server.match()
    with pytest.raises(Refused, match=Problem.REVIEW_GOES_ON):
        server.bot.app.reviews.begin(match, id_of(server.challenger))
    with pytest.raises(Refused, match=Problem.REVIEW_GOES_ON):
        await server.bot.app.reviews.kept(match)
    assert not review_panel.offer(match)
    assert jobs == []
    for number in range(LEAST_TURNS - 1):
        await server.act(("c1", "c8", "d1")[number])
    await server.resign(server.opponent)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Find a match"]


# --- what is told ----------------------------------------------------------------------------------


async def test_the_turns_of_each_reader_and_one_that_is_opened(server: Server) -> None:
    await kept(server, LIGHT, DARK)
    own = await opened(server, server.challenger)
    assert "**Your costliest turns**\n1. Move 21: your chances fell from 100% to 0%, a blunder" in text(own())
    assert labels(own())[0] == "1 · move 21"
    others = await opened(server, server.opponent)
    assert "**Your costliest turns**\n1. Move 18: your chances fell from 72% to 31%, a blunder" in text(
        others()
    )
    both = await opened(server, server.visitor)
    lines = (
        "1. Move 18, light: their chances fell from 72% to 31%, a blunder",
        "2. Move 21, dark: their chances fell from 100% to 0%, a blunder",
    )
    assert "\n".join(["**The costliest turns**", *lines]) in text(both())
    proved = "*Could have won* is only said where it's proved."
    assert [proved in text(look()) for look in (own, others, both)] == [True, False, True]
    assert labels(both())[:2] == ["1 · move 18", "2 · move 21"]
    assert "Marked: 1 at move 18, 2 at move 21." in (both().attachments[1].description or "")
    clicked = await server.visitor.click(both(), label="2 · move 21")
    card = clicked.followups[-1]
    said = text(card)
    assert "**2. Move 21, dark**\n**Here dark could have won in 5 turns.**" in said
    assert "Dark's chances of winning fell from **100%** to **0%** (a blunder)." in said
    assert "**Played:** " in said
    assert "**Better:** " in said
    assert "**It lets light play:** " in said and "That wins, whatever comes next." in said
    assert "The film shows the win, against the best defence." in said
    assert [file.filename for file in card.attachments] == ["position.png", "better-21.gif"]
    assert "Arrows: d6 to f6." in (card.attachments[0].description or "")
    assert "A film of 4 positions." in (card.attachments[1].description or "")
    await server.visitor.click(card, label="1 · move 18")
    assert "**1. Move 18, light**" in text(clicked.followups[-1])
    assert text(both()).startswith("### Prudh #1: review\n"), "the overview stays"


async def test_nothing_was_bad(server: Server) -> None:
    await kept(server)
    said = {
        server.challenger: "The computer found no turn of yours that cost you much.",
        server.opponent: "You won, with no mistakes found.",
        server.visitor: "The computer found no mistakes on either side.",
    }
    for who, words in said.items():
        with case(who.name):
            panel = await opened(server, who)
            assert words in text(panel())
            assert labels(panel()) == ["Back to the board"]
    shown = await server.challenger.slash(server.home, "match", deed="film", number="1")
    film = panel_of(shown)
    assert "Review" in labels(film), "it is offered wherever the match is looked at"
    await server.challenger.click(film, label="Review")
    assert "**Well played!**" in text(panel_of(shown))
    await server.challenger.click(panel_of(shown), label="Back to the board")
    assert "Review" in labels(panel_of(shown))


async def test_a_review_of_another_course_is_none(server: Server) -> None:
    """An administrator may rewind a match, and it is played to another end."""
    match = await kept(server, DARK)
    panel = await opened(server, server.challenger)
    reviews = server.bot.app.matches.reviews
    await reviews.keep(match.id, MADE_AS, Review((0, 1), (0.5, 0.5), (), "another").written())
    clicked = await server.challenger.click(panel(), label="1 · move 21")
    assert "That review isn't here any more." in private(clicked) or "isn't here" in text(panel())
    jobs = lookers(server).jobs
    await opened(server, server.challenger)
    await done(server)
    assert jobs


# --- the panel as a function -----------------------------------------------------------------------


async def test_the_panel_is_made_of_a_match_and_its_review(server: Server) -> None:
    match = await kept(server)
    picture = Picture(b"", 1, 1, "a picture")
    costly = [replace(LIGHT, ply=ply, before=0.5 + ply / 100, after=0.3) for ply in (3, 5, 7, 9)]
    review = Review((0, 1), (0.5, 0.5), tuple(costly), "", brief=True)
    user = UserId(server.opponent.id)
    shown_to = told_to(match, server.bot.app.matches.history(match), user, review)
    card = review_panel.overview(match, user, review, shown_to, "Dark wins.", picture, picture)
    said = _said(card)
    assert "1. Move 6: your chances fell from 55% to 30%, a mistake" in said
    assert "Move 4:" not in said, "the worst three"
    assert "This was a long match" in said
    # A game of soft values counts pieces.
    soft = replace(match, game_key="predation", seats=match.seats)
    turns = (
        replace(DARK, won_in=1, pieces=0, ply=4, line=(("d2>d6",),)),
        replace(DARK, won_in=None, pieces=2, ply=8),
    )
    review = Review((0, 1), (0.5, 0.5), turns, "")
    of_soft = told_to(soft, server.bot.app.matches.history(match), UserId(server.visitor.id), review)
    assert [one.in_short() for one in of_soft] == [
        "1. Move 5, predator: a missed win",
        "2. Move 9, predator: 2 pieces lost that needn't have been",
    ]
    assert [one.costs for one in of_soft] == [
        ["**Here predator could have won at once.**"],
        ["2 pieces lost that needn't have been."],
    ]
    # A line is shown action by action.
    before = server.bot.app.matches.history(match).until(20)
    shown = line_diagrams(before, DARK.line, "dark")
    assert len(shown) == 4
    assert [diagram.number for diagram in shown] == [21, 22, 23, 24]
    assert review_turn._arrows(before.position, ("d2>d6",)) == (("d2", "d6"),)


def _said(card: Any) -> str:
    return "\n".join(str(part["content"]) for part in _parts(card) if "content" in part)


def _parts(card: Any) -> list[dict[str, Any]]:
    (box,) = card.view.to_components()
    return list(box["components"])
