"""The form for a challenge: what it offers, what comes of it, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.kit.errors import Refusal
from cogs.kit.presentation import newcomers_first
from cogs.panels.challenge import challenge_form
from cogs.panels.challenge.challenge_form import (
    NO_LINES,
    RATED,
    TAKEBACKS,
    TWO_MATCHES,
    WEEKENDS_OFF,
    ChallengeDraft,
    seats,
)
from cogs.text import challenge_form_texts as said
from engines import GAMES
from matches import Match, MatchId, Phase, UserId
from matches.time.pace import PACES, Pace
from tests.cases import case
from tests.cogs.challenge_forms import answer, as_opened, fields, filled, sent
from tests.cogs.governing import an_admin, panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text

DAY = str(1 + PACES.index(Pace.per_move(1)))


async def posted(server: Server) -> list[Match]:
    """The visitor's challenges."""
    found = await server.bot.app.matches.lists.listed(UserId(server.visitor.id), (Phase.CHALLENGED,), 25)
    return [await server.bot.app.matches.load(MatchId(match.id)) for match in found.matches]


async def rules(server: Server, game: str) -> Any:
    """The visitor opens the rules of a game."""
    return panel_of(await server.visitor.slash(server.channel, f"{game} rules"))


async def test_it_has_five_fields_at_most_and_fits_discords_limits(server: Server) -> None:
    for key in GAMES:
        with case(key):
            opened = await server.visitor.slash(server.channel, "challenge", game=key)
            assert opened.modal is not None and len(opened.modal["title"]) <= 45
            assert len(opened.modal["custom_id"]) <= 100
            assert 3 <= len(opened.modal["components"]) <= 5
            for label in opened.modal["components"]:
                assert 1 <= len(label["label"]) <= 45
                assert len(label.get("description") or "") <= 100
                options = label["component"].get("options", [])
                assert len(options) <= (10 if label["component"]["type"] == 22 else 25)
                assert all(len(one["label"]) <= 100 for one in options)
            panel = await rules(server, server.bot.app.presentations[key].command)
            again = await server.visitor.click(panel, label="Challenge…")
            assert again.modal is not None
            assert _without_ids(again.modal) == _without_ids(opened.modal)


def _without_ids(part: Any) -> Any:
    """A form without the numbers that Discord gives its parts."""
    if isinstance(part, dict):
        return {key: _without_ids(value) for key, value in part.items() if key != "id"}
    return [_without_ids(one) for one in part] if isinstance(part, list) else part


async def test_sent_as_it_opens_it_is_an_open_challenge_on_the_usual_terms(server: Server) -> None:
    told = text(answer(await sent(server.visitor, await rules(server, "prawns"))))
    assert told == f"Your challenge is in <#{server.channel.id}>."
    (match,) = await posted(server)
    assert (match.game_key, match.opponent, match.rated) == ("prawns", None, True)
    assert match.options == GAMES["prawns"].settle({})
    assert match.terms.takebacks and not (match.terms.set_part or match.terms.weekends_off)
    assert match.terms.lines and "trying lines" not in text(server.invitation)
    assert labels(server.invitation)[0].startswith("Accept")


async def test_everything_in_it_is_on_the_challenge(server: Server) -> None:
    opened = await server.visitor.click(await rules(server, "prudh"), label="Challenge…")
    texts = {field["custom_id"]: field.get("options", []) for field in fields(opened)}
    edge = next(one["value"] for one in texts["options"] if "pit" in one["label"].lower())
    light = GAMES["prudh"].sides[0]
    place = str(seats(GAMES["prudh"]).index((light, "opponent")))
    await filled(
        server.visitor,
        opened,
        who=[server.opponent],
        pace=[DAY],
        options=[edge],
        seat=[place],
        switches=[str(TWO_MATCHES), str(WEEKENDS_OFF), str(NO_LINES)],
    )
    (match,) = await posted(server)
    assert match.users == (server.visitor.id, server.opponent.id)
    assert match.options["edge"] == "tomio"
    assert match.terms.pace == Pace.per_move(1)
    assert (match.terms.takebacks, match.terms.weekends_off, match.terms.set_part) == (False, True, 1)
    assert not match.rated and not match.terms.lines
    assert "no trying lines" in text(server.invitation)
    assert match.seats[0].side == light and match.first == GAMES["prudh"].other(light)
    assert server.opponent.mention in text(server.invitation)


async def test_options_of_several_kinds_are_one_menu(server: Server) -> None:
    opened = await server.visitor.slash(server.channel, "challenge", game="prawns")
    (menu,) = (field for field in fields(opened) if field["custom_id"] == "options")
    assert menu["max_values"] == 3 and not menu["required"]
    wanted = [one["value"] for one in menu["options"] if "gone for good" in one["label"]]
    wanted += [one["value"] for one in menu["options"] if one["label"].startswith("Board: 7 wide, 7 high")]
    await filled(server.visitor, opened, options=wanted)
    (match,) = await posted(server)
    assert match.options == {"board": "7x7", "blind_start": "on", "revival": "off"}


@refusing
async def test_what_is_refused_can_be_changed_and_sent_again(server: Server) -> None:
    bot = server.guild.add_member(server.env.create_user("a-bot", bot=True))
    await server.opponent.slash(server.channel, "block", player=server.visitor)
    panel = await rules(server, "prudh")
    for whom, why in (
        (server.visitor, "You can't play against yourself."),
        (bot, "Bots don't play here."),
        (server.opponent, "You two can't play each other."),
    ):
        refusal = answer(await sent(server.visitor, panel, who=[whom], pace=[DAY], switches=[str(TAKEBACKS)]))
        assert why in text(refusal)
        assert labels(refusal) == [said.BACK_TO_FORM]
        again = await server.visitor.click(refusal, label=said.BACK_TO_FORM)
        held = as_opened(again)
        assert (held["pace"], held["switches"]) == ([DAY], [str(TAKEBACKS)])
        (who,) = (field for field in fields(again) if field["custom_id"] == "who")
        assert int(who["default_values"][0]["id"]) == whom.id
    assert await posted(server) == []
    await filled(server.visitor, again, who=[server.challenger])
    (match,) = await posted(server)
    assert match.users[1] == server.challenger.id


@refusing
async def test_terms_that_do_not_go_together_are_refused_with_the_form_kept(server: Server) -> None:
    opened = await server.visitor.slash(server.channel, "challenge", game="prawns")
    (menu,) = (field for field in fields(opened) if field["custom_id"] == "options")
    boards = [one["value"] for one in menu["options"] if one["label"].startswith("Board:")][:2]
    refusal = answer(await filled(server.visitor, opened, options=boards))
    assert said.ONE_EACH in text(refusal)
    again = await server.visitor.click(refusal, label=said.BACK_TO_FORM)
    assert as_opened(again)["options"] == boards
    fast = str(1 + next(at for at, pace in enumerate(PACES) if pace.fast))
    weekends = [str(RATED), str(WEEKENDS_OFF)]
    sent_so = await filled(server.visitor, again, options=[], pace=[fast], switches=weekends)
    assert labels(answer(sent_so)) == [said.BACK_TO_FORM]
    assert await posted(server) == []


@refusing
async def test_it_does_not_open_where_the_challenge_could_not_be(server: Server) -> None:
    told = private(await server.visitor.user.slash("challenge", game="pjawns"))
    assert "in a server" in told
    panel = await rules(server, "pjawns")
    await an_admin(server).slash(server.channel, "server allow", game="prudh")
    clicked = await server.visitor.click(panel, label="Challenge…")
    assert clicked.modal is None and "Prudh" in private(clicked)


async def test_it_opens_with_one_read_and_no_write(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = await rules(server, "prawns")
    db = server.bot.app.services.host._db
    asked: list[str] = []
    for name in ("read", "write"):
        before = getattr(db, name)

        async def count(*given: Any, _before: Any = before, _name: str = name, **named: Any) -> Any:
            asked.append(_name)
            return await _before(*given, **named)

        monkeypatch.setattr(db, name, count)
    opened = await server.visitor.click(panel, label="Challenge…")
    assert opened.modal is not None and asked == ["read"]


async def test_the_game_comes_first_where_it_is_not_known(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "challenge", opponent=server.opponent))
    assert labels(panel) == [face.game.name for face in _in_order(server)]
    opened = await server.visitor.click(panel, label="Prudh")
    (who,) = (field for field in fields(opened) if field["custom_id"] == "who")
    assert int(who["default_values"][0]["id"]) == server.opponent.id
    assert labels(panel_of(await server.visitor.slash(server.channel, "challenge"))) == labels(panel)


def _in_order(server: Server) -> list[Any]:
    return newcomers_first(server.bot.app.presentations.values())


async def test_a_profile_of_somebody_else_leads_to_a_challenge(server: Server) -> None:
    theirs = panel_of(await server.visitor.slash(server.channel, "profile", player=server.opponent))
    assert ids(theirs, f"challengeuser:0:0:{server.opponent.id}")
    games = answer(await server.visitor.click(theirs, label=said.OPEN))
    assert server.opponent.mention in text(games)
    own = panel_of(await server.visitor.slash(server.channel, "profile"))
    assert not ids(own, "challengeuser:")
    elsewhere = panel_of(await server.visitor.user.slash("profile", player=server.opponent))
    assert not ids(elsewhere, "challengeuser:"), "in direct messages nobody can be challenged"


async def test_it_survives_a_restart_between_opening_and_sending(server: Server) -> None:
    opened = await server.visitor.click(await rules(server, "pjawns"), label="Challenge…")
    await server.restart()
    await filled(server.visitor, opened, pace=[DAY])
    (match,) = await posted(server)
    assert match.terms.pace == Pace.per_move(1)


def test_what_a_later_version_does_not_offer_is_refused() -> None:
    for old in ({"options": 1 << 24}, {"seat": 99}, {"pace": 99}):
        with case(old), pytest.raises(Refusal, match="older version"):
            ChallengeDraft("prudh", **old).terms()


def test_a_seat_is_offered_once_and_chance_comes_first() -> None:
    for game in GAMES.values():
        found = challenge_form.seats(game)
        assert found[0] == (None, None)
        assert len(found) == len(set(found)) <= 25
