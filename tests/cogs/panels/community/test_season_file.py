"""The table of a season as a file: what is in it, who gets it, and that no name of it does harm."""

from __future__ import annotations

import csv
import io
import re

import pytest

from cogs.kit.errors import Refusal
from cogs.panels.community.leaderboard import as_csv, season_file
from matches import GuildId
from matches.guilds.settings import SeasonKind
from matches.players import Human, UserId
from matches.ratings.leaderboard import Rank
from matches.ratings.rating import RankedBy, Rating, day_of
from matches.ratings.seasons import season_of
from tests.cogs.community import GAME, beat_all, leaderboard, newcomers
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, labels, text
from tests.people import names


def read(content: bytes) -> list[list[str]]:
    """The rows of a file, as a spreadsheet reads them that knows the encoding by its mark."""
    return list(csv.reader(io.StringIO(content.decode("utf-16"), newline=""), csv.excel_tab))


def split_at(content: bytes, separators: str) -> list[list[str]]:
    """The rows of a file for a spreadsheet to which each of ``separators`` is one, but within quotes."""
    cell = re.compile(rf'(?:"((?:[^"]|"")*)"|([^{separators}"]*))(?:[{separators}]|$)')
    lines = content.decode("utf-16").removesuffix("\r\n").split("\r\n")
    return [
        [(quoted or plain).replace('""', '"') for quoted, plain in cell.findall(line)][:-1] for line in lines
    ]


def ranking(*names: str) -> list[Rank]:
    """Players by these names, the best first."""
    return [
        Rank(Human(UserId(1000 + at)), at, Rating(1700.0 - at, 60.4 + at), RankedBy(True, 1700 - at), 3, 1)
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
    assert header == [
        "rank",
        "player",
        "rating",
        "plus or minus",
        "provisional",
        "counts as",
        "rated matches",
    ]
    assert [row[:2] for row in rows] == [["1", first.name], ["2", second.name]]
    assert {(row[4], row[6]) for row in rows} == {("yes", "3"), ("yes", "4")}
    assert all(abs(int(row[2]) - int(row[3]) - int(row[5])) <= 1 for row in rows)
    assert not names(first.id, (await file.read()).decode("utf-16"))
    app, guild = server.bot.app, GuildId(server.guild.id)
    for who in (first, second):
        await app.leaderboards.record_presence(guild, UserId(who.id), there=False)
    with pytest.raises(Refusal, match="Nobody is ranked"):
        await season_file(app, guild, GAME, season_of(day_of(app.clock()), SeasonKind.MONTH))


def test_names_are_quoted_and_no_formulas() -> None:
    content = written(*NAMES)
    shown = [row[1] for row in read(content)[1:]]
    assert shown == [f"'{name}" if name[0] in FORMULAS else name for name in NAMES]
    assert not any(name[0] in FORMULAS for name in shown)
    assert content.decode("utf-16").count("\r\n") == len(NAMES) + 1
    assert content.decode("utf-16").endswith("\r\n")


def test_no_name_begins_another_cell() -> None:
    hidden = "\t=1+1", " =1+1", "\n+1", "a\t=1+1", "a\r\n=1+1", "\u3000@SUM(A1)", "\u2028-1", "\u200b=1"
    header, *rows = read(written(*hidden, "\ufeff＠A1"))
    assert len(rows) == len(hidden) + 1
    for row in rows:
        assert len(row) == len(header)
        for cell in row:
            assert cell[:1] not in FORMULAS and not set(cell) & set("\t\r\n")


FORMULAS = "=+-@\uff1d\uff0b\uff0d\uff20"
NAMES = ('=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(A1)", "a, b; c", 'says "hi"', "Zoë 🦀", "\uff1d1")


def written(*names: str) -> bytes:
    """The file of players by these names."""
    by_number = {1000 + at: name for at, name in enumerate(names, start=1)}
    return as_csv(ranking(*names), lambda player: by_number[player.user_id or 0])


def test_columns_are_found_whatever_stands_for_a_decimal_comma_there() -> None:
    content = written(*NAMES)
    assert content.startswith(b"\xff\xfe"), "Excel goes by the mark, and by tabs then"
    for separators in ("\t", "\t,;", "\t;", "\t,"):
        assert split_at(content, separators) == read(content)
    for row in read(content)[1:]:
        assert all(row[at].isdigit() for at in (0, 2, 3, 5)), "whole numbers are the same everywhere"
