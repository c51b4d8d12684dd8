"""What the bot does by itself, kind by kind, for the tests that kill it on its way.

It tidies up, wakes threads, makes posts in a forum, keeps the front door of a server, posted and pinned, and
plays as the computer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from cogs.front_door.rules import FOUR_LISTS, DoorKind
from cogs.front_door.whole_lists import mark
from cogs.kit.presentation import number_of_game
from matches import GuildId
from tests.loopback.changes import PATCH, POST
from tests.loopback.doing import against_computer, agreed, forged, new_tournament
from tests.loopback.killing import all_shown, on_one_card
from tests.loopback.lifetimes import live
from tests.loopback.server import components, messaging, pins
from tests.loopback.server.entities import FORUM, TELLS_OF_PIN, WRITTEN, Channel, Message
from tests.loopback.server.faults import When
from tests.loopback.server.people import Person, labels, text
from tests.loopback.server.rest import LOCKED_OUT
from tests.loopback.stored import Database, Folding
from tests.loopback.story import Story

Step = Callable[[Story], Awaitable[Any]]

CONTROLS: Final = ["Move", "Board", "⋯"]
"""The last buttons of a card; where few pieces can move, a button for each is above them."""
LISTS: Final = {
    DoorKind.LEADERBOARD: "### Leaderboard",
    DoorKind.CHALLENGES: "### Open challenges",
    DoorKind.RUNNING: "### Matches in progress",
}
"""The first lines of the lists that a server has from before front doors."""
DOOR: Final = "### Play here"
"""The first line of a server's front door."""
DELETE: Final = ("DELETE", "/channels/*/messages/*")
CHANGE_THREAD: Final = ("PATCH", "/channels/*")
MAKE_POST: Final = ("POST", "/channels/*/threads")
PIN: Final = ("PUT", "/channels/*/messages/pins/*")


async def _nothing(story: Story) -> None:
    """Nothing more has to be possible."""


@dataclass(frozen=True)
class Work:
    """One kind: how to get there, what makes it due, the request that does it, how to see that it is done.

    ``posts`` is how many messages it adds to the server, with what makes it due, and ``pins`` how many
    messages tell that another was pinned. ``after`` requests of its kind pass before the one that is meant;
    ``follow`` is what must still be possible.
    """

    prepare: Step
    act: Step
    request: tuple[str, str]
    is_done: Callable[[Story], bool]
    posts: int
    pins: int = 0
    after: int = 0
    follow: Step = _nothing


# --- behind matches --------------------------------------------------------------------------------


async def begun(story: Story) -> None:
    """A match without a clock."""
    await story.begin("pjawns", side="white", pace="none")
    await tidied_up(story)


async def move(story: Story) -> None:
    """The next card goes out, so the first is an old one."""
    await story.challenger.slash(story.home, "pjawns move", action="@e1")


async def _declined(story: Story) -> None:
    """A challenge was declined."""
    story.command = "pjawns"
    challenge = await story.challenge()
    await story.opponent.click(challenge, "Decline")
    await story.until(lambda: "declined" in text(challenge), "the refusal")


async def _finished(story: Story) -> None:
    """A match has ended."""
    await begun(story)
    await story.resign(story.challenger)
    await tidied_up(story)


async def _moved(story: Story) -> None:
    """A match has begun, and its first turn was made."""
    await begun(story)
    await story.play("@e1")
    await tidied_up(story)


async def _a_day(story: Story) -> None:
    """A day passes."""
    live(story, days=1, hours=1)


async def _open_challenge(story: Story) -> None:
    """A challenge that anybody may take up was posted."""
    await story.challenger.slash(story.channel, "pjawns challenge", pace="none")
    await story.until(lambda: len(story.channel.public) == 1, "the challenge")
    await tidied_up(story)


async def _ten_minutes(story: Story) -> None:
    """Nobody comes for ten minutes."""
    live(story, minutes=11)


async def _a_week(story: Story) -> None:
    """A week passes, in which nobody writes."""
    live(story, days=7, minutes=10)


async def _next_move(story: Story) -> None:
    """The match goes on."""
    await story.play("@e1")


async def _answer(story: Story) -> None:
    """The match goes on with the other player."""
    await story.play("@d8", first=story.opponent)


BEHIND_MATCHES: Final = {
    "old card": Work(
        begun, move, PATCH, lambda story: labels(story.home.public[0]) == [], posts=1, follow=_answer
    ),
    "challenge": Work(_declined, _a_day, DELETE, lambda story: not story.channel.public, posts=-1),
    "offer": Work(
        _open_challenge,
        _ten_minutes,
        PATCH,
        lambda story: "Play the computer for now" in labels(story.channel.public[0]),
        posts=0,
    ),
    "archive": Work(_finished, _a_day, CHANGE_THREAD, lambda story: story.home.archived, posts=0),
    "rouse": Work(
        _moved, _a_week, CHANGE_THREAD, lambda story: not story.home.archived, posts=0, follow=_answer
    ),
}


# --- in a forum ------------------------------------------------------------------------------------


def name_home(story: Story, home: Channel) -> None:
    """An administrator has named the home of all matches."""
    story.bot.write("INSERT INTO guild_setting VALUES (?, 'home', ?)", story.guild.id, str(home.id))
    story.forum = home if home.type == FORUM else None


async def _challenged(story: Story) -> None:
    """A challenge in a server whose matches are posts."""
    name_home(story, story.world.add_forum(story.guild, "matches", "Pjawns"))
    story.command = "pjawns"
    await story.challenge(side="white", pace="none")


async def _accept(story: Story) -> None:
    """The challenge is taken up."""
    await story.opponent.click(story.channel.last, "Accept")


async def _begun_in_a_post(story: Story) -> None:
    await _challenged(story)
    await _accept(story)
    await story.until(lambda: _is_played_in_a_post(story), "the post")
    await tidied_up(story)


async def _finished_in_a_post(story: Story) -> None:
    await _begun_in_a_post(story)
    await story.resign(story.challenger)
    await tidied_up(story)


def posts(story: Story) -> list[Channel]:
    """The posts in the forum."""
    return [] if story.forum is None else story.world.threads(story.forum)


def _is_played_in_a_post(story: Story) -> bool:
    """Whether there is one post, with a first message and a card, that the challenge leads to."""
    if len(posts(story)) != 1:
        return False
    (post,) = posts(story)
    return (
        len(post.public) == 2
        and post.public[0].id == post.id
        and labels(post.last)[-3:] == CONTROLS
        and post.mention in text(story.channel.last)
    )


IN_A_FORUM: Final = {
    "post": Work(_challenged, _accept, MAKE_POST, _is_played_in_a_post, posts=2, follow=_next_move),
    "card in a post": Work(_challenged, _accept, POST, _is_played_in_a_post, posts=2, follow=_next_move),
    "challenge with a post": Work(
        _challenged, _accept, PATCH, _is_played_in_a_post, posts=2, follow=_next_move
    ),
    "move in a post": Work(
        _begun_in_a_post, move, POST, lambda story: len(story.home.public) == 3, posts=1, follow=_answer
    ),
    "old card in a post": Work(
        _begun_in_a_post,
        move,
        PATCH,
        lambda story: labels(story.home.public[1]) == [],
        posts=1,
        follow=_answer,
    ),
    "archived post": Work(
        _finished_in_a_post, _a_day, CHANGE_THREAD, lambda story: posts(story)[0].archived, posts=0
    ),
}


# --- the front door --------------------------------------------------------------------------------


async def a_place_for_door(story: Story) -> Channel:
    """A channel where the bot may pin messages."""
    place = story.world.add_channel(story.guild, "door")
    story.world.allow(place, story.world.bot, pin_messages=True)
    return place


async def name_door(story: Story) -> None:
    """An administrator names the newest such channel, for the server's front door."""
    admin = Person(story.world, story.world.developer)
    await (await admin.slash(story.channel, "server set", lists=_place(story))).complete()


async def door_kept(story: Story) -> None:
    """A server's front door is there, for a while already."""
    await a_place_for_door(story)
    await name_door(story)
    await story.until(lambda: door_stands(story), "the front door")
    await tidied_up(story)
    live(story, minutes=2)


async def with_lists(story: Story) -> None:
    """A server has lists from before, and nothing has changed in it since the bot started."""
    place, guild = await a_place_for_door(story), GuildId(story.guild.id)
    for kind in FOUR_LISTS:
        row: dict[str, Any] = {"channel": None, "message": None, "pinned": False}
        if kind in LISTS:
            button = {"type": 2, "style": 2, "label": "Show all", "custom_id": mark(guild, kind)}
            parts = [{"type": 10, "content": LISTS[kind]}, {"type": 1, "components": [button]}]
            body = {"flags": 1 << 15, "components": [{"type": 17, "components": parts}]}
            message = messaging.create(story.world, story.world.bot, place, body, {})
            pins.pin(story.world, story.world.bot, message)
            row = {"channel": place.id, "message": message.id, "pinned": True}
        story.bot.write(
            "INSERT INTO pinned_list (guild_id, kind, channel, message, pinned, due_at) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            *(guild, kind.value, *row.values(), story.world.clock().isoformat(" ", "microseconds")),
        )
    story.bot.write("INSERT INTO guild_setting VALUES (?, 'pinned', ?)", guild, str(place.id))


async def _door_deleted(story: Story) -> None:
    """Somebody has deleted the front door."""
    await door_kept(story)
    messaging.remove(story.world, _door(story))


async def open_challenge(story: Story) -> None:
    """There is one more challenge that anybody may accept."""
    before = len(story.channel.public)
    await (await story.challenger.slash(story.channel, "pjawns challenge")).complete()
    await story.until(lambda: story.channel.public[before:], "the challenge")


async def _elsewhere(story: Story) -> None:
    """Another channel is named for the front door."""
    await a_place_for_door(story)
    await name_door(story)


def _place(story: Story) -> Channel:
    """The newest channel for front doors."""
    return _places(story)[-1]


def _places(story: Story) -> list[Channel]:
    return [place for place in story.world.channels.values() if place.name == "door"]


def _shown(channel: Channel) -> list[Message]:
    return [message for message in channel.public if message.type in WRITTEN]


def titles(channel: Channel) -> list[str]:
    """The first lines of the messages in a channel that somebody wrote, in order."""
    return sorted(text(one).splitlines()[0] for one in _shown(channel))


def door_stands(story: Story) -> bool:
    """Whether the front door is there once, pinned, noted as what it is, and no list beside it."""
    channel, rows = _place(story), story.bot.rows("SELECT channel, message, pinned FROM pinned_list")
    shown = _shown(channel)
    return (
        titles(channel) == [DOOR]
        and [one.id for one in channel.pinned] == [one.id for one in shown]
        and rows == [(channel.id, one.id, True) for one in shown]
        and not any(_shown(place) for place in _places(story)[:-1])
    )


def _door(story: Story) -> Message:
    (door,) = (one for one in _shown(_place(story)) if text(one).startswith(DOOR))
    return door


def on_door(story: Story) -> int:
    """How many challenges the front door has."""
    return text(_door(story)).count("· expires ")


async def next_on_door(story: Story) -> None:
    """The front door goes on being kept."""
    before = on_door(story)
    await open_challenge(story)
    live(story, minutes=2)
    await story.until(lambda: on_door(story) == before + 1, "the next challenge on the front door")
    await tidied_up(story)
    assert door_stands(story)


def _has_the_challenge(story: Story) -> bool:
    return door_stands(story) and on_door(story) == 1


DOORS: Final = {
    "front door": Work(a_place_for_door, name_door, POST, door_stands, posts=1, pins=1, follow=next_on_door),
    "front door pinned": Work(
        a_place_for_door, name_door, PIN, door_stands, posts=1, pins=1, follow=next_on_door
    ),
    "front door brought up to date": Work(
        door_kept, open_challenge, PATCH, _has_the_challenge, posts=1, follow=next_on_door
    ),
    # The first message is the challenge.
    "front door posted again": Work(
        _door_deleted,
        open_challenge,
        POST,
        _has_the_challenge,
        posts=2,
        pins=1,
        after=1,
        follow=next_on_door,
    ),
    "front door taken away": Work(
        door_kept, _elsewhere, DELETE, door_stands, posts=0, pins=1, follow=next_on_door
    ),
    # Three lists go, and two messages come: the challenge that has the bot look, and the front door.
    **{
        f"front door for lists, {what}": Work(
            with_lists,
            open_challenge,
            request,
            _has_the_challenge,
            posts=-1,
            pins=1,
            after=after,
            follow=next_on_door,
        )
        for what, request, after in (
            ("posted", POST, 1),
            ("pinned", PIN, 0),
            ("first list", DELETE, 0),
            ("last list", DELETE, 2),
        )
    },
}

# --- the computer's turns ----------------------------------------------------------------------------

LEVEL: Final = 1


async def _at_a_table_of_ones_own(story: Story) -> None:
    """The bot may make private threads."""
    story.command = "cannons"
    story.world.let_everyone(story.guild, create_private_threads=True)
    await story.discord.quiet()


def _begin(side: str) -> Step:
    async def step(story: Story) -> None:
        """Somebody wants to play the computer."""
        await against_computer(story.challenger, story.channel, "cannons", LEVEL, side)

    return step


async def begun_alone(story: Story) -> None:
    """A match against the computer, in which the challenger is to begin."""
    await _at_a_table_of_ones_own(story)
    await _begin("white")(story)
    await story.until(lambda: _computer_has_played(story, 0), "the board")
    await tidied_up(story)


async def _move_alone(story: Story) -> None:
    story.challenger.send_slash(story.home, "cannons move", action="a2-a3")


async def _offer(story: Story) -> None:
    await agreed(story.challenger, story.home, "draw", "Offer a draw")


def _computer_has_played(story: Story, turns: int) -> bool:
    """Whether that many turns of the computer are stored and shown, in one thread, with nothing to come."""
    played = story.bot.rows("SELECT side, count(*) FROM entry WHERE kind = 'action' GROUP BY side")
    mine = story.bot.rows(
        "SELECT CASE WHEN opponent <= 5 THEN opponent_side ELSE challenger_side END FROM match"
    )
    return (
        len(story.threads) == 1
        and bool(story.home.public)
        and "Move" in labels(story.card)
        and [dict(played).get(side, 0) for (side,) in mine] == [turns]
        and all_shown(story)
    )


def _draw_is_answered(story: Story) -> bool:
    """Whether the computer has refused a draw at the start of a match, once."""
    kinds = [kind for (kind,) in story.bot.rows("SELECT kind FROM entry ORDER BY number")]
    return kinds == ["draw-offer", "draw-refusal"] and all_shown(story)


async def _next_exchange(story: Story) -> None:
    """The match goes on, and the computer answers."""
    played = "SELECT count(*) FROM entry WHERE kind = 'action'"
    ((before,),) = story.bot.rows(played)
    match = Database(story.bot.database)
    try:
        stored = match.match(1)
        assert stored is not None
        action = str(Folding().position(stored).legal_actions()[0])
    finally:
        match.close()
    story.challenger.send_slash(story.home, "cannons move", action=action)
    await story.until(lambda: story.bot.rows(played) == [(before + 2,)], "the next answer")
    await story.until(lambda: all_shown(story), "its card")


COMPUTERS: Final = {
    "thread of the computer": Work(
        _at_a_table_of_ones_own,
        _begin("white"),
        MAKE_POST,
        lambda story: _computer_has_played(story, 0),
        posts=1,
        follow=_next_exchange,
    ),
    "first turn of the computer": Work(
        _at_a_table_of_ones_own,
        _begin("black"),
        POST,
        lambda story: _computer_has_played(story, 1),
        posts=1,
        follow=_next_exchange,
    ),
    "turn of the computer": Work(
        begun_alone,
        _move_alone,
        POST,
        lambda story: _computer_has_played(story, 1),
        posts=1,
        follow=_next_exchange,
    ),
    "computer's answer to a draw": Work(
        begun_alone, _offer, POST, _draw_is_answered, posts=1, follow=_next_exchange
    ),
}

# --- the second match of a set -----------------------------------------------------------------------


async def _first_of_set(story: Story) -> None:
    """The first match of a set, which both have begun."""
    await story.begin("pjawns", side="white", pace="none", set="on")
    await story.play("@c1 / @c8")
    await tidied_up(story)


async def _give_up(story: Story) -> None:
    """The first match ends, so that the second begins."""
    panel = await story.about_to_resign(story.opponent)
    story.opponent.send_click(panel, "Resign")


def _second_has_begun(story: Story) -> bool:
    """Whether there are two matches, the second in play with the sides changed, each on its card."""
    found = story.bot.rows("SELECT set_part, phase, challenger_side FROM match ORDER BY id")
    return (
        found == [(1, "finished", "white"), (2, "playing", "black")]
        and len(story.threads) == 1
        and all_shown(story)
        and "Move" in labels(story.home.public[-1])
    )


async def _move_in_second(story: Story) -> None:
    """The second match goes on."""
    story.opponent.send_slash(story.home, "pjawns move", action="@e1")
    moves = "SELECT count(*) FROM entry WHERE match_id = 2 AND kind = 'action'"
    await story.until(lambda: story.bot.rows(moves) == [(1,)], "a move in the second match")
    await story.until(lambda: all_shown(story), "its card")


SETS: Final = {
    "end of the first match of a set": Work(
        _first_of_set, _give_up, POST, _second_has_begun, posts=2, follow=_move_in_second
    ),
    "second match of a set": Work(
        _first_of_set, _give_up, POST, _second_has_begun, posts=2, after=1, follow=_move_in_second
    ),
}

# --- a match for a place on a ladder -----------------------------------------------------------------


async def _on_the_ladder(story: Story) -> None:
    """Two people on a ladder, the opponent above."""
    for who in (story.opponent, story.challenger):
        await (await forged(who, story.channel, f"ladderjoin:0:0:{number_of_game('pjawns')}")).complete()


async def _challenge_above(story: Story) -> None:
    """The challenger plays for the first place."""
    menu = f"ladderwho:0:0:{number_of_game('pjawns')}"
    asked = await forged(story.challenger, story.channel, menu, str(story.opponent.id))
    story.challenger.send_click(await asked.message(), "Play")


async def _playing_for_place(story: Story) -> None:
    """A match for the first place, in play."""
    await _on_the_ladder(story)
    await _challenge_above(story)
    await story.until(lambda: _ladder_match_has_begun(story), "the match")
    await tidied_up(story)


def _ladder_match_has_begun(story: Story) -> bool:
    """Whether there is one match for the first place, in play, in one thread on its card."""
    return (
        story.bot.rows("SELECT ladder, phase FROM match") == [(1, "playing")]
        and len(story.threads) == 1
        and all_shown(story)
        and "Move" in labels(story.home.public[-1])
    )


def _place_has_changed(story: Story) -> bool:
    """Whether the winner has the place, and the history tells of it once."""
    histories = "SELECT count(*) FROM ladder_history WHERE reason = ?"
    first = story.bot.rows("SELECT user_id FROM ladder_place WHERE place = 1")
    return (
        first == [(story.challenger.id,)]
        and story.bot.rows(histories, "won") == story.bot.rows(histories, "down") == [(1,)]
        and all_shown(story)
    )


LADDERS: Final = {
    "card of a ladder match": Work(_on_the_ladder, _challenge_above, POST, _ladder_match_has_begun, posts=2),
    "first board of a ladder match": Work(
        _on_the_ladder, _challenge_above, POST, _ladder_match_has_begun, posts=2, after=1
    ),
    "end of a ladder match": Work(_playing_for_place, _give_up, POST, _place_has_changed, posts=1),
}

# --- an event of a tournament -------------------------------------------------------------------------

MAKE_EVENT: Final = ("POST", "/guilds/*/scheduled-events")


async def _tournament_chosen(story: Story) -> None:
    """The panel of a tournament that is to be an event."""
    story.world.let_everyone(story.guild, create_events=True, manage_guild=True)
    story.panel = await new_tournament(story.challenger, story.channel)
    for label in ("More…", "Discord event: off"):
        edits = story.panel.edits
        await story.challenger.click(story.panel, label)
        await story.until(lambda edits=edits: story.panel.edits > edits, label)  # type: ignore[misc]


async def _create_tournament(story: Story) -> None:
    """It is created."""
    story.challenger.send_click(story.panel, "Create")


def _event_is_there(story: Story) -> bool:
    """Whether there is one event, which is known, and one tournament with one card."""
    known = story.bot.rows("SELECT event_id FROM tournament_event WHERE digest IS NOT NULL")
    return known == [(number,) for number in story.guild.events] and len(known) == 1


EVENTS: Final = {
    "event of a tournament": Work(
        _tournament_chosen, _create_tournament, MAKE_EVENT, _event_is_there, posts=1
    ),
}

# --- a question to a substitute ------------------------------------------------------------------------


async def _chosen(story: Story, menu: str, label: str) -> None:
    """The organiser chooses the entry of a menu of the panel whose label begins so."""
    found = components.find(story.panel.components, components.SELECTS, custom_id=menu)
    value = next(one["value"] for one in found["options"] if one["label"].startswith(label))
    await _pressed(story, story.challenger.select(story.panel, [value], custom_id=menu))


async def _pressed(story: Story, click: Awaitable[Any]) -> None:
    edits = story.panel.edits
    await click
    await story.until(lambda: story.panel.edits > edits, "the panel")


async def _place_of_the_opponent(story: Story) -> None:
    """The organiser's page of one of three whose tournament runs, all matches begun."""
    story.world.let_everyone(story.guild, manage_guild=True)
    story.panel = await new_tournament(story.challenger, story.channel)
    await _chosen(story, "tourset:0:0:2.", "Entries until 3")
    await story.challenger.click(story.panel, "Create")
    await story.until(lambda: bool(_cards_of_tournaments(story)), "the card")
    for who in (story.challenger, story.opponent, story.visitor):
        await (await who.click(_cards_of_tournaments(story)[0], "Join")).complete()
    begun = "SELECT count(*) FROM match WHERE phase = 'playing'"
    await story.until(lambda: story.bot.rows(begun) == [(3,)] and all_shown(story), "the matches")
    listed = "SELECT count(*) FROM fact WHERE key LIKE '% messages of round 1'"
    await story.until(lambda: story.bot.rows(listed) == [(1,)], "the message of the round")
    story.panel = await (await story.challenger.slash(story.channel, "tournaments", name="1")).message()
    for label in ("Organise", "Players…"):
        await _pressed(story, story.challenger.click(story.panel, label))
    await _chosen(story, "tourplayer:", story.opponent.user.name)
    await tidied_up(story)


async def _ask_a_substitute(story: Story) -> None:
    """Somebody who is in no tournament is asked."""
    late = story.discord.person("Late", story.guild)
    story.challenger.send_select(story.panel, [late], custom_id="tourreplace:")


def _question_is_there(story: Story) -> bool:
    """Whether there is one question, which is known, and nothing has changed by it."""
    known = story.bot.rows("SELECT message FROM tournament_substitute WHERE state = 'open'")
    entrants = story.bot.rows("SELECT user_id FROM tournament_entrant ORDER BY user_id")
    people = sorted((who.id,) for who in (story.challenger, story.opponent, story.visitor))
    return known == [(one.id,) for one in _questions(story)] and len(known) == 1 and entrants == people


async def _take_the_place(story: Story) -> None:
    """They say yes."""
    (question,) = _questions(story)
    (asked,) = story.bot.rows("SELECT user_id FROM tournament_substitute")
    Person(story.world, story.world.users[asked[0]]).send_click(question, "I'll play")


async def _asked_a_substitute(story: Story) -> None:
    """Somebody has been asked."""
    await _place_of_the_opponent(story)
    await _ask_a_substitute(story)
    await story.until(lambda: _question_is_there(story), "the question")
    await tidied_up(story)


def _place_is_taken(story: Story) -> bool:
    """Whether they are in the place, once, and the question has gone."""
    asked = story.bot.rows(
        "SELECT user_id FROM tournament_substitute WHERE state = 'accepted' AND message IS NULL"
    )
    entrants = story.bot.rows("SELECT user_id FROM tournament_entrant")
    return len(asked) == 1 and asked[0] in entrants and len(entrants) == 3 and not _questions(story)


def _questions(story: Story) -> list[Message]:
    return [one for one in story.channel.public if "I'll play" in labels(one)]


def _cards_of_tournaments(story: Story) -> list[Message]:
    return [one for one in story.channel.public if "Join" in labels(one)]


SUBSTITUTES: Final = {
    "question to a substitute": Work(
        _place_of_the_opponent, _ask_a_substitute, POST, _question_is_there, posts=1
    ),
    "answer of a substitute": Work(_asked_a_substitute, _take_the_place, DELETE, _place_is_taken, posts=-1),
}

WORK: Final = {
    **BEHIND_MATCHES,
    **IN_A_FORUM,
    **DOORS,
    **COMPUTERS,
    **SETS,
    **LADDERS,
    **EVENTS,
    **SUBSTITUTES,
}


# --- killing the bot -------------------------------------------------------------------------------


class Point(Enum):
    """Where on its way the process dies."""

    BEFORE = "claimed, not yet sent"
    UNANSWERED = "carried out, unanswered"
    NOT_NOTED = "answered, not yet noted"


async def killed(story: Story, work: Work, point: Point) -> None:
    """Kill the bot at ``point`` of some work, start it, and see that it is done as if once."""
    await work.prepare(story)
    before = _counted(story)
    when: When = "received" if point is Point.BEFORE else "handled"
    stop = story.discord.faults.stop(*work.request, when=when, after=work.after)
    await work.act(story)
    await stop
    with story.bot.locked_database() if point is Point.NOT_NOTED else nullcontext():
        if point is Point.NOT_NOTED:
            stop.release()
            await story.bot.says(LOCKED_OUT)
        await story.bot.kill()
    stop.drop()
    story.discord.faults.clear()
    # What the dead process had in its hands comes up again, and Discord has forgotten the nonces.
    live(story, minutes=6)
    await story.bot.start()
    await story.until(lambda: work.is_done(story), "the work, done")
    for _ in range(2):
        await tidied_up(story)
        assert work.is_done(story)
        assert _counted(story) == (before[0] + work.posts, before[1] + work.pins), "done once"
        assert all_shown(story)
        live(story, minutes=20)  # by then every front door is looked at again
    await tidied_up(story)
    await work.follow(story)
    await tidied_up(story)
    if story.threads:
        assert on_one_card(story)


async def tidied_up(story: Story) -> None:
    """Wait until nothing that is due is left."""
    await story.until(lambda: not due(story), "the end of the work")
    await story.discord.quiet()


def due(story: Story) -> list[Any]:
    """What is due, whoever has it."""
    now = story.world.clock().isoformat(" ", "microseconds")
    chores = story.bot.rows("SELECT kind FROM chore WHERE due_at <= ?", now)
    return chores + story.bot.rows(
        "SELECT kind FROM pinned_list WHERE kind = 'front_door' AND due_at <= ?", now
    )


def _counted(story: Story) -> tuple[int, int]:
    """The messages in the server: those that somebody wrote, and those that tell of a pin."""
    places = [place for place in story.world.channels.values() if place.guild is not None]
    types = [message.type for place in places for message in place.public]
    return sum(one in WRITTEN for one in types), types.count(TELLS_OF_PIN)
