"""People in direct messages: by name, where many clients of Discord show a mention as a number."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, get_args

import pytest
from discord import app_commands
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError

from cogs.kit.card import MOST_TEXT, card
from cogs.match import Tab
from cogs.panels.match import deeds
from cogs.text.mentions import by_name
from matches import UserId
from matches.model import NoticeKind
from tests.additions import added
from tests.cogs.doing import done, watched
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, parts, said_directly, text

NICKNAMES: Final = {
    "challenger": "Ada_the_**First**",
    "opponent": "Ben https://ben.example",
    "visitor": "Cleo",
}
AS_SHOWN: Final = {
    "challenger": r"Ada\_the\_First",
    "opponent": r"Ben https\://ben.example",
    "visitor": "Cleo",
}
NEVER_DIRECT: Final = {NoticeKind.RESULT, NoticeKind.WEEKLY}
"""Those go to channels of servers."""
OF_FEATURES: Final = {NoticeKind.OFFER_OFF}
"""Sent by features: each is expected only if its feature's story is there."""
LISTS: Final = ("history", "find", "keep", "simul", "next")
"""Words of lists that are typed as a number of /match, but for the tabs of /matches."""

pytestmark = refusing


@pytest.fixture
def named(server: Server) -> Server:
    """The server, where people have nicknames that mean something to Discord."""
    for who in (server.challenger, server.opponent, server.visitor):
        server.env.backend.guilds[server.guild.id].members[who.id].nick = NICKNAMES[who.name]
    return server


async def prefers(server: Server, who: MemberActor, **chosen: str) -> None:
    await server.bot.app.notifications.prefer(UserId(who.id), chosen)


# --- one name ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("<@1> beat <@!2>.", "Ada beat Ben."),
        ("**<@1> wins:** <@3> resigned.", "**Ada wins:** somebody resigned."),
        ("<@3> resigned. <@3> did.\n**<@3>** did", "Somebody resigned. Somebody did.\n**Somebody** did"),
        ("Ask <@&7> or <@&8>.", "Ask @Game masters or a role."),
        ("<@4>", r"\*\*a\*\* \[b\]\(c\) \<\@1\> \`d\` \#e f\_g https\://h.example"),
        ("</match list:5> <#6> <t:7:R> `<@>`", "</match list:5> <#6> <t:7:R> `<@>`"),
    ],
)
def test_a_mention_becomes_a_name_that_is_nothing_but_text(said: str, shown: str) -> None:
    people = {1: "Ada", 2: "Ben", 4: "**a** [b](c) <@1> `d` #e f_g https://h.example"}
    assert by_name(said, {UserId(one): name for one, name in people.items()}, {7: "Game masters"}) == shown


def test_where_long_names_do_not_fit_they_are_cut() -> None:
    users = [UserId(10**18 + number) for number in range(60)]
    shown = card("x" * 2300, "".join(f"<@{user}>" for user in users))
    assert shown.view.content_length() <= MOST_TEXT
    shown.say_names(dict.fromkeys(users, "[" * 32), {})
    assert shown.view.content_length() <= MOST_TEXT
    assert shown.mentioned() == (set(), set())


async def leave(server: Server, who: MemberActor) -> None:
    """``who`` leaves the server, where nobody remembers their name."""
    server.guild.remove_member(who)
    await server.pass_time(hours=1, minutes=1)


async def test_somebody_is_called_as_in_the_server_where_both_are(named: Server) -> None:
    await named.begin("pjawns")
    answer = await named.opponent.user.slash("matches")
    assert AS_SHOWN["challenger"] in text(answer.response)
    public = await named.opponent.slash(named.channel, "matches")
    assert f"<@{named.challenger.id}>" in text(public.response), "elsewhere mentions stay"


async def test_after_a_restart_people_are_called_the_same(named: Server) -> None:
    await named.begin("pjawns")
    await named.act("c1")
    await named.resign(named.challenger)
    await named.restart()
    answer = await named.opponent.user.slash("match", number="history")
    assert f" vs {AS_SHOWN['challenger']} " in text(answer.response)


async def test_who_has_left_the_server_is_called_by_their_account(named: Server) -> None:
    await named.begin("pjawns")
    await leave(named, named.challenger)
    answer = await named.opponent.user.slash("matches")
    assert " vs challenger " in text(answer.response)


@pytest.mark.parametrize("status", [404, 500])
async def test_who_cannot_be_looked_up_is_somebody(named: Server, status: int) -> None:
    await named.begin("pjawns")
    await leave(named, named.challenger)
    named.env.inject_error("GET", "/users/*", status=status, code=10013, times=None)
    answer = await named.opponent.user.slash("matches")
    assert " vs somebody " in text(answer.response)


async def test_a_nickname_of_another_server_stays_there(named: Server) -> None:
    await named.begin("pjawns")
    elsewhere = named.env.create_guild("Elsewhere")
    elsewhere.add_member(named.challenger.user, nick="Secret agent")
    channel = elsewhere.create_text_channel("hall")
    await MemberActor(named.env, elsewhere, named.challenger.user).slash(channel, "help")
    answer = await named.opponent.user.slash("matches")
    assert AS_SHOWN["challenger"] in text(answer.response)
    assert "Secret agent" not in text(answer.response)


# --- every kind of notice ------------------------------------------------------------------------


async def a_match_with_a_clock(server: Server) -> None:
    """An alert, put off; reminders, an offer, the time up, and the end, which somebody watches."""
    await server.begin("pjawns")
    await watched(server.visitor, server.home)
    await server.act("c1")
    alert = server.dms(server.opponent)[-1]
    await server.opponent.user.select(alert, ["0"], custom_id=ids(alert, "laterin:")[0])
    await server.pass_time(hours=4)
    await server.pass_time(days=2, hours=3)
    await server.pass_time(hours=15)
    await server.act("c8")
    await done(server.opponent, server.home, "draw")
    await server.pass_time(minutes=1)
    await server.pass_time(days=4)
    await done(server.opponent.user, None, "claim")
    await server.pass_time(minutes=1)


async def a_match_with_secret_picks(server: Server) -> None:
    server.command = "prawns"
    await server.challenge(server.opponent, pace="none")
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    await server.pick(server.opponent, "crab", "crab")
    await server.resign(server.challenger)


async def a_match_without_a_clock(server: Server) -> None:
    """It lies idle until it ends by itself. In the digest there are several."""
    for _ in range(2):
        await server.begin("pjawns", pace="none")
        await server.act("c1", len(server.channel.threads))
    at = server.bot.app.clock()
    await prefers(server, server.opponent, digest=f"{at:%H:%M}", zone="UTC")
    await server.resign(server.opponent)
    await server.pass_time(days=1, minutes=1)
    await server.pass_time(days=15)
    await server.pass_time(days=20)


async def test_no_notice_in_direct_messages_has_a_number_for_a_name(named: Server) -> None:
    for who in (named.challenger, named.opponent, named.visitor):
        await prefers(named, who, tell="direct")
    told = added("telling").values()
    stories = [one.story for one in told]
    for story in (a_match_with_a_clock, a_match_with_secret_picks, *stories, a_match_without_a_clock):
        await story(named)
    (sent,) = named.bot.app.metrics.notices_sent.collect()
    wanted = set(NoticeKind) - NEVER_DIRECT - OF_FEATURES | {one.kind for one in told}
    assert {NoticeKind(one.labels["kind"]) for one in sent.samples} == wanted
    everything = said_directly(named)
    assert [one for one in everything if "<@" in one] == []
    assert any("Ben https" in one for one in everything)


# --- every command -------------------------------------------------------------------------------


async def values_of(server: Server, command: app_commands.Command[Any, ..., Any]) -> dict[str, Any]:
    """What is given to a command: all that it asks for, and a person wherever there can be one."""
    given: dict[str, Any] = {
        "action": "c8",
        "code": "AAAAAA",
        "player": server.challenger.user,
        "opponent": server.challenger.user,
        "record": ("record.txt", b"no record"),
        "game": "pjawns",
    }
    wanted = [one for one in command.parameters if one.required or one.name in ("player", "opponent")]
    return {one.name: given[one.name] for one in wanted}


async def press_all(server: Server, who: MemberActor, answer: Any) -> None:
    """Use the controls of an answer, one after the other, as far as they are there."""
    for part in list(parts(answer)):
        custom_id = part.get("custom_id")
        if not custom_id or part.get("disabled"):
            continue
        options = part.get("options")
        with suppress(SetupError):  # one of those before took it away
            if options:
                await who.user.select(answer, [options[0]["value"]], custom_id=custom_id)
            elif part["type"] == 2:
                await who.user.click(answer, custom_id=custom_id)


async def test_no_answer_in_direct_messages_has_a_number_for_a_name(named: Server) -> None:
    server = named
    for game in ("pjawns", "cannons", "predation", "prudh"):
        await server.begin(game)
    await server.act("b5-a6", 4)
    for number in (1, 2):
        await server.bot.app.matches.play.resign((await server.match(number)).id, UserId(server.opponent.id))
    await server.pass_time(minutes=1)
    since = len(server.env.http_requests)
    commands = {one.qualified_name: one for one in server.bot.tree.walk_commands()}
    typed = [
        *((name, dict[str, Any]()) for name in server.opponent.user.available_commands()),
        *(("match", {"deed": word}) for word in deeds.DEEDS),
        *(("match", {"number": word}) for word in LISTS),
        *(("matches", {"show": tab}) for tab in get_args(Tab)),
    ]
    assert len(typed) > 40
    for name, given in typed:
        command = commands[name]
        assert isinstance(command, app_commands.Command)
        result = await server.opponent.user.slash(name, **await values_of(server, command), **given)
        for answer in (result.response, *result.followups):
            if answer is not None:
                await press_all(server, server.opponent, answer)
    told = said_directly(server, since, answers=True)
    assert len(told) > len(typed)
    assert [one for one in told if "<@" in one] == []
