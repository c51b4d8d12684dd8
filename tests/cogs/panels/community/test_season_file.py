"""The table of a season as a file: what is in it, who gets it, and that no name of it does harm."""

from __future__ import annotations

import csv
import io

import pytest

from cogs.kit.errors import Refusal
from cogs.panels.community.season_file import FORMULAS, as_csv, season_file
from matches import GuildId
from matches.guild_settings import SeasonKind
from matches.players import Human, UserId
from matches.ratings.leaderboard import Rank
from matches.ratings.rating import Rating, day_of
from matches.ratings.seasons import season_of
from tests.cogs.community import GAME, beat_all, leaderboard, newcomers
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, labels, text
from tests.people import names


def read(content: bytes) -> list[list[str]]:
    """The rows of a file, as a spreadsheet reads them."""
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def ranking(*names: str) -> list[Rank]:
    """Players by these names, the best first."""
    return [
        Rank(Human(UserId(1000 + at)), at, Rating(1700.0 - at, 60.4 + at), 3, 1)
        for at, _ in enumerate(names, start=1)
    ]


async def test_a_season_is_saved_as_the_leaderboard_shows_it(server: Server) -> None:
    first, second, *others = newcomers(server, 5)
    await beat_all(server, first, second, *others[:2])
    await beat_all(server, second, *others)
    whole = await leaderboard(server, first, game=GAME)
    assert "As CSV" not in labels(panel_of(whole)), "only a season is a table that ends"
    shown = panel_of(await leaderboard(server, first, game=GAME, when="this season"))
    given = await first.click(shown, label="As CSV")
    answer = given.followups[-1]
    assert answer.ephemeral
    assert "2 players" in text(answer)
    (file,) = answer.attachments
    assert file.filename == f"{GAME}-{server.bot.app.clock():%Y-%m}.csv"
    header, *rows = read(await file.read())
    assert header == ["rank", "player", "rating", "plus or minus", "provisional", "rated matches"]
    assert [row[:2] for row in rows] == [["1", first.name], ["2", second.name]]
    assert {tuple(row[4:]) for row in rows} == {("yes", "3"), ("yes", "4")}
    assert not names(first.id, (await file.read()).decode())


async def test_a_season_that_nobody_is_ranked_in_any_more_is_refused(server: Server) -> None:
    app, guild = server.bot.app, GuildId(server.guild.id)
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    await app.leaderboards.note_presence(guild, UserId(first.id), there=False)
    with pytest.raises(Refusal, match="Nobody is ranked"):
        await season_file(app, guild, GAME, season_of(day_of(app.clock()), SeasonKind.MONTH))


def test_names_are_quoted_and_no_formulas() -> None:
    names = ('=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(A1)", "a, b", 'says "hi"', "Zoë", "\uff1d1")
    by_number = {1000 + at: name for at, name in enumerate(names, start=1)}
    content = as_csv(ranking(*names), lambda player: by_number[player.user_id or 0])
    shown = [row[1] for row in read(content)[1:]]
    assert shown == [f"'{name}" if name[0] in FORMULAS else name for name in names]
    assert not any(name[0] in FORMULAS for name in shown)
    assert content.count(b"\r\n") == len(names) + 1
    assert content.endswith(b"\r\n")
