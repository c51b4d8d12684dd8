"""The form for a challenge: what it offers, what comes of it, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cogs.kit.errors import Refusal
from cogs.kit.presentation import newcomers_first
from cogs.panels.challenge import challenge_form
from cogs.panels.challenge.challenge_form import (
    ACROSS,
    NO_LINES,
    RATED,
    TAKEBACKS,
    TWO_MATCHES,
    WEEKENDS_OFF,
    ChallengeDraft,
    seats,
)
from cogs.text import challenge_texts as said
from cogs.text import computer_texts, phrases
from engines import GAMES
from matches import Match, MatchId, Phase, UserId
from matches.requirements import Requirements
from matches.time.pace import PACES, Pace
from tests.cases import case
from tests.cogs.blocks import block
from tests.cogs.challenge_forms import answer, filled, offered, opened_form, sent
from tests.cogs.governing import allow, panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, as_opened, fields, ids, labels, private, text

BEFORE = [(option.key, value) for option in GAMES["prawns"].options for value in option.choices]
"""All choices of a game in the order in which an earlier form had them."""
ASKED_OF_ALL = [
    "opponent",
    "computer",
    "pace",
    "side",
    "starts",
    "rated",
    "takebacks",
    "set",
    "weekends",
    "private",
    "lines",
    "rating",
    "players",
    "servers",
]
"""What a challenge could have in any game by the options of a command, besides the game's own."""
GUIDE = Path(__file__).parents[4] / "docs" / "challenging.md"
MENU = 3
"""Discord's number for a menu of texts."""
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
            opened = await opened_form(server, server.visitor, key)
            assert opened.modal is not None and len(opened.modal["title"]) <= 45
            assert len(opened.modal["custom_id"]) <= 100
            named = await server.visitor.slash(server.channel, "play", game=key, opponent=server.opponent)
            assert named.modal is not None
            assert len(opened.modal["components"]) <= 5 and len(named.modal["components"]) <= 5
            for label in (*opened.modal["components"], *named.modal["components"]):
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
    assert match.options == GAMES["prawns"].complete_options({})
    assert match.terms.takebacks and not (match.terms.set_part or match.terms.weekends_off)
    assert match.terms.lines and phrases.NO_LINES not in text(server.invitation)
    assert labels(server.invitation)[0].startswith("Accept")


async def test_everything_in_it_is_on_the_challenge(server: Server) -> None:
    opened = await server.visitor.slash(server.channel, "play", game="prudh", opponent=server.opponent)
    light = GAMES["prudh"].sides[0]
    place = str(seats(GAMES["prudh"]).index((light, "opponent")))
    await filled(
        server.visitor,
        opened,
        who=[server.opponent],
        pace=[DAY],
        options=offered(opened)["Fall into the pit (tomio)"],
        seat=[place],
        switches=[str(TWO_MATCHES), str(WEEKENDS_OFF), str(NO_LINES)],
    )
    (match,) = await posted(server)
    assert match.users == (server.visitor.id, server.opponent.id)
    assert match.options["edge"] == "tomio"
    assert match.terms.pace == Pace.per_move(1)
    assert (match.terms.takebacks, match.terms.weekends_off, match.terms.set_part) == (False, True, 1)
    assert not match.rated and not match.terms.lines
    assert phrases.NO_LINES in text(server.invitation)
    assert match.seats[0].side == light and match.first == GAMES["prudh"].other(light)
    assert server.opponent.mention in text(server.invitation)


async def test_rules_of_a_game_are_boxes_and_its_boards_a_menu(server: Server) -> None:
    opened = await opened_form(server, server.visitor, "prawns")
    choices, held = offered(opened), as_opened(opened)
    rules = [choices["Eaten prawns don't come back"], choices["Open start: green picks first"]]
    (boxes,) = (field for field in fields(opened) if field["custom_id"] == "switches")
    assert sorted(one["value"] for one in boxes["options"][:2]) == sorted(rules), "before all other boxes"
    assert held["options"] == ["usual"]
    await filled(server.visitor, opened, options=[choices["Board 7×7"]], switches=[*held["switches"], *rules])
    (match,) = await posted(server)
    assert match.options == {"board": "7x7", "blind_start": "off", "revival": "off"}
    assert match.rated and match.terms.takebacks


async def test_a_rule_that_is_not_as_usual_takes_one_tap(server: Server) -> None:
    """So with the game before, two for an opponent and the sending it's five. Sixteen boards are a menu."""
    for key, game in GAMES.items():
        opened = await opened_form(server, server.visitor, key)
        menus = [field["custom_id"] for field in fields(opened) if field["type"] == MENU]
        few = [one for one in game.options if len(one.choices) <= 10]
        assert ("options" in menus) == (len(few) < len(game.options)), key
        names = server.bot.app.presentations[key]
        rules = [names.words_of(one).named(one, value) for one in few for value in one.choices]
        in_boxes = {label for label in offered(opened) if label in rules}
        assert len(in_boxes) == sum(len(one.choices) == 2 for one in few), key


async def test_an_open_challenge_can_limit_who_accepts_and_choose_a_side(server: Server) -> None:
    opened = await opened_form(server, server.visitor, "pjawns")
    choices = offered(opened)
    named = (said.within(200), said.NO_PROVISIONAL, said.RELIABLE, "You're black")
    await filled(server.visitor, opened, limits=[choices[label] for label in named])
    (match,) = await posted(server)
    assert match.terms.requirements == Requirements(200, established=True, reliable=True)
    assert match.seats[0].side == "black" and not match.terms.across
    opened = await server.visitor.slash(server.channel, "play", game="pjawns", opponent=server.opponent)
    assert "limits" not in as_opened(opened), "somebody was named, so nobody else can accept"
    assert as_opened(opened)["seat"] == ["0"]


def test_an_open_challenge_can_be_for_other_servers_too() -> None:
    draft = ChallengeDraft("pjawns", limits=ACROSS)
    assert draft.terms().terms.across and not draft.terms().terms.requirements
    assert not ChallengeDraft("pjawns").terms().terms.across


@refusing
async def test_limits_for_a_named_opponent_are_refused_and_the_form_is_kept(server: Server) -> None:
    opened = await opened_form(server, server.visitor, "pjawns")
    limits = [offered(opened)[said.RELIABLE]]
    refusal = answer(await filled(server.visitor, opened, who=[server.opponent], pace=[DAY], limits=limits))
    assert said.LIMITS_FOR_ANYONE in text(refusal)
    await sent(server.visitor, refusal, said.BACK_TO_FORM, who=[server.opponent])
    (match,) = await posted(server)
    assert match.users[1] == server.opponent.id and match.terms.pace == Pace.per_move(1)


async def test_a_challenge_with_limits_is_not_the_same_as_one_without(server: Server) -> None:
    panel = await rules(server, "pjawns")
    await sent(server.visitor, panel)
    opened = await server.visitor.click(panel, label="Challenge…")
    await filled(server.visitor, opened, limits=[offered(opened)[said.RELIABLE]])
    assert len(await posted(server)) == 2


async def test_a_form_that_an_earlier_version_opened_is_read_as_it_was(server: Server) -> None:
    """It had all options in one menu, and a field of its own for the sides of any challenge."""
    opened = await opened_form(server, server.visitor, "prawns")
    shown: Any = opened
    # Private: simcord lets nobody choose what a form lacks, as Discord doesn't.
    (menu,) = (
        label["component"]
        for label in shown._interaction.modal["components"]
        if label["component"]["custom_id"] == "options"
    )
    entries = [(key, value) for key, value in BEFORE if value != GAMES["prawns"].complete_options({})[key]]
    menu["options"] = [{"label": value, "value": str(at)} for at, (_, value) in enumerate(entries)]
    menu["max_values"] = 3
    wanted = [str(entries.index(one)) for one in (("board", "5x7"), ("revival", "off"))]
    await filled(server.visitor, opened, options=wanted)
    (match,) = await posted(server)
    assert match.options == {"board": "5x7", "blind_start": "on", "revival": "off"}


async def test_the_guide_has_each_option_and_names_it_as_the_form_does(server: Server) -> None:
    table = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \|$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    asked = {option.key for game in GAMES.values() for option in game.options}
    assert sorted(name for name, _, _ in table) == sorted([*asked, *ASKED_OF_ALL])
    of_people, of_computer = {computer_texts.PLAY}, {computer_texts.PLAY, computer_texts.MORE_TERMS}
    for key in GAMES:
        for named in ({}, {"opponent": server.opponent}):
            of_people |= _words(await opened_form(server, server.visitor, key, **named))
        panel = await rules(server, server.bot.app.presentations[key].command)
        levels = panel_of(await server.visitor.click(panel, label=computer_texts.PLAY))
        of_computer |= _words(await server.visitor.click(levels, label=computer_texts.MORE_TERMS))
    for column, words in ((1, of_people), (2, of_computer)):
        told = {word for line in table for word in re.findall(r"\*(.+?)\*", line[column])}
        assert told - words == set()
    left = {name for name, _, where in table if not re.search(r"\*(.+?)\*", where)}
    assert left == {"opponent", "rated", "rating", "players", "servers"}, "what means nothing there"


def _words(opened: Any) -> set[str]:
    """What a form's parts and choices are called."""
    return {*offered(opened), *(label["label"] for label in opened.modal["components"])}


@refusing
async def test_what_is_refused_can_be_changed_and_sent_again(server: Server) -> None:
    bot = server.guild.add_member(server.env.create_user("a-bot", bot=True))
    await block(server, server.opponent, server.visitor)
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
    opened = await opened_form(server, server.visitor, "prudh")
    choices = offered(opened)
    for labels_ in ((said.within(100), said.within(400)), ("You're light", "You're dark")):
        chosen = [choices[label] for label in labels_]
        refusal = answer(await filled(server.visitor, opened, limits=chosen))
        assert said.ONE_EACH in text(refusal)
        opened = await server.visitor.click(refusal, label=said.BACK_TO_FORM)
        assert as_opened(opened)["limits"][0] == chosen[0]
    fast = str(1 + next(at for at, pace in enumerate(PACES) if pace.fast))
    weekends = [str(RATED), str(WEEKENDS_OFF)]
    sent_so = await filled(server.visitor, opened, limits=[], pace=[fast], switches=weekends)
    assert labels(answer(sent_so)) == [said.BACK_TO_FORM]
    assert await posted(server) == []


def test_two_answers_to_one_question_are_refused() -> None:
    with pytest.raises(Refusal, match="two answers"):
        ChallengeDraft("prawns", options=0b11).terms()  # two boards


@refusing
async def test_it_does_not_open_where_the_challenge_could_not_be(server: Server) -> None:
    told = private(await server.visitor.user.slash("play", game="pjawns"))
    assert "in a server" in told
    panel = await rules(server, "pjawns")
    await allow(server, game="prudh")
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
    panel = panel_of(await server.visitor.slash(server.channel, "play", opponent=server.opponent))
    assert labels(panel) == [face.game.name for face in _in_order(server)]
    opened = await server.visitor.click(panel, label="Prudh")
    (who,) = (field for field in fields(opened) if field["custom_id"] == "who")
    assert int(who["default_values"][0]["id"]) == server.opponent.id
    helped = panel_of(await server.visitor.slash(server.channel, "help"))
    asked = await server.visitor.click(helped, label="Challenge…")
    assert labels(panel_of(asked)) == labels(panel)


async def test_one_odd_option_takes_five_taps_from_play(server: Server) -> None:
    play = panel_of(await server.visitor.slash(server.channel, "play"))
    opened = await server.visitor.click(play, label="Prudh")  # the first; two choose the opponent
    await filled(server.visitor, opened, who=[server.opponent], switches=[str(RATED)])  # a box and *Submit*
    (match,) = await posted(server)
    assert match.users[1] == server.opponent.id and not match.terms.takebacks


def _in_order(server: Server) -> list[Any]:
    return newcomers_first(server.bot.app.presentations.values())


async def test_a_profile_of_somebody_else_leads_to_a_challenge(server: Server) -> None:
    theirs = panel_of(await server.visitor.slash(server.channel, "profile", player=server.opponent))
    assert ids(theirs, f"challengeuser:0:0:{server.opponent.id}")
    games = answer(await server.visitor.click(theirs, label=said.OPEN_FORM))
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


async def test_a_form_that_a_command_opened_goes_on_thinking(server: Server) -> None:
    """It hangs on no message; the form of a button leaves the button's message as it is."""
    by_command = await opened_form(server, server.challenger, "pjawns", server.opponent)
    by_button = await opened_form(server, server.challenger, "prudh")
    assert not (await filled(server.challenger, by_command)).deferred
    assert (await filled(server.challenger, by_button)).deferred
