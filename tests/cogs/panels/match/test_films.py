"""The film of a match: looked at alone, posted, and what stands in the way."""

from __future__ import annotations

import io
from typing import Any

from discord import PermissionOverwrite
from PIL import Image

from cogs.text.en.match import NOT_POSSIBLE_NOW
from cogs.text.en.records import ONE_AT_A_TIME
from matches import UserId
from tests.cogs.going_on import begun
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text


async def frames(message: Any) -> int:
    """How many blocks the film on a message has."""
    (film,) = message.attachments
    with Image.open(io.BytesIO(await film.read())) as image:
        return getattr(image, "n_frames", 1)


async def test_a_film_shows_the_match_from_its_start_from_the_side_of_its_reader(server: Server) -> None:
    await begun(server, "pjawns", "c1", "c8", "d1")
    films = []
    for who in (server.visitor, server.opponent, server.challenger):
        seen = panel_of(await who.slash(server.channel, "match", deed="film", number="1"))
        films.append(await seen.attachments[0].read())
    visitor, black, white = films
    assert white == visitor != black
    (film,) = seen.attachments
    assert film.filename == "match-1.gif"
    assert "A film of 4 positions." in (film.description or "")
    assert await frames(seen) >= 4
    assert labels(seen) == ["Step through", "Record", "Post here"]
    sent = len(server.env.http_requests)
    await server.challenger.click(seen, label="Post here")
    posted = server.channel.history()[-1]
    assert await posted.attachments[0].read() == black, "as the match's card is: the side that is to move"
    assert posted.attachments[0].filename == "match-1.gif" and labels(posted) == []
    bodies: list[Any] = [entry.json for entry in server.env.http_requests[sent:]]
    assert not any((one or {}).get("allowed_mentions", {}).get("users") for one in bodies), "without a ping"
    assert text(seen).endswith("-# Posted.") and labels(seen) == ["Step through", "Record"]


async def test_it_leads_to_the_view_and_back(server: Server) -> None:
    await begun(server, "pjawns", "c1")
    opened = await server.open(server.visitor, "Board")
    await server.visitor.click(opened(), label="⋯")
    await server.visitor.click(opened(), label="Film")
    assert opened().attachments[0].filename == "match-1.gif"
    await server.visitor.click(opened(), label="Step through")
    assert opened().attachments[0].filename == "pjawns-1-turn-2.png"
    await server.resign(server.opponent)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Find a match"]
    last = await server.visitor.click(server.card, label="Film")
    assert last.followups[-1].attachments[0].filename == "match-1.gif"


@refusing
async def test_one_film_or_record_at_a_time_is_made_for_a_person(server: Server) -> None:
    """Whatever is clicked on meanwhile is told so at once; others do not wait."""
    await begun(server, "pjawns", "c1")
    opened = await server.open(server.visitor, "Board")
    await server.visitor.click(opened(), label="⋯")
    shown = panel_of(await server.visitor.slash(server.home, "match", deed="film"))
    with server.bot.app.files.take(UserId(server.visitor.id)):
        for panel, label in ((opened(), "Film"), (opened(), "Record"), (shown, "Post here")):
            told = await server.visitor.click(panel, label=label)
            assert text(told.followups[-1]).startswith(ONE_AT_A_TIME), label
        for deed in ("film", "record"):
            told = await server.visitor.slash(server.home, "match", deed=deed)
            assert private(told).startswith(ONE_AT_A_TIME), deed
        told = await server.visitor.slash(server.home, "open", file=("a.txt", b"[Game"))
        assert private(told).startswith(ONE_AT_A_TIME)
        other = panel_of(await server.opponent.slash(server.home, "match", deed="film"))
        assert other.attachments[0].filename == "match-1.gif"
    await server.visitor.click(opened(), label="Film")
    assert opened().attachments[0].filename == "match-1.gif"


@refusing
async def test_before_play_there_is_none_no_record_and_no_code(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    for picked in (False, True):
        if picked:
            await server.pick(server.challenger, "crab", "lobster")
        for deed in ("film", "record", "share"):
            told = await server.challenger.slash(server.home, "match", deed=deed, number="1")
            assert NOT_POSSIBLE_NOW in private(told) and "crab" not in private(told)
            assert [one.filename for one in panel_of(told).attachments] == ["coin.png"], "no board before it"


@refusing
async def test_only_those_who_may_post_pictures_have_it_posted(server: Server) -> None:
    await begun(server, "pjawns", "c1")
    quiet = PermissionOverwrite(send_messages=False)
    channel = server.guild.create_text_channel("reading", overwrites={server.guild.default_role: quiet})
    shown = await server.challenger.slash(channel, "match", deed="film", number="1")
    refused = await server.challenger.click(panel_of(shown), label="Post here")
    assert "You can't post pictures in this channel yourself" in private(refused)
    assert channel.history() == []
