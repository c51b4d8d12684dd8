"""Every sentence about settings, a player's and a server's, and about what administrators do to matches.

As in ``texts``: functions return Discord markdown, people are named by mention only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time
from typing import Final

from cogs.text.en.community import SEASON_KINDS
from cogs.text.en.match import title, to_board
from cogs.text.en.phrases import counted, listed, mention, when
from cogs.text.en.time import pace, sentence
from engines import GAMES, Side
from imaging import DEFAULT_THEME, THEMES
from matches.clock import DEFAULT_PACE, Pace
from matches.errors import OpponentProblem
from matches.guild_settings import (
    CHAMPION,
    CHANNELS,
    GAMES_KEY,
    MOST,
    PACE,
    RESULTS,
    ROLES,
    SEASON,
    THEME,
    WEEKLY,
    GuildRules,
)
from matches.model import Match, UserId
from matches.notices.preferences import DIGEST, QUIET, SOUND, TELL, ZONE, NotificationPreferences

# --- a player's: where, when and how they are told ---------------------------------------------------

TITLE = "### Your settings"
PREFER: Mapping[tuple[str, str], str] = {
    ("send", "on"): "Ask me again",
    ("send", "off"): "Stop asking",
    ("send", "all"): "Ask for typed moves too",
    (TELL, "thread"): "In the thread",
    (TELL, "direct"): "By direct message",
    (TELL, "both"): "In both",
    (TELL, "none"): "Nowhere",
    (SOUND, "on"): "With sound",
    (SOUND, "off"): "Without sound",
    ("only", "on"): "Play only moves for me",
    ("only", "off"): "Leave only moves to me",
}
"""The labels of the buttons that set a value, by the setting's key and that value."""
SENDING: Mapping[str, str] = {
    "on": "**Moving:** you see the board before a tapped move is sent. Typed moves go at once.",
    "off": "**Moving:** a move is sent as soon as you choose it, without asking.",
    "all": "**Moving:** you see the board before any move is sent, tapped or typed.",
}
ONLY_MOVES: Mapping[str, str] = {
    "off": "If you have only one possible move, it still waits for you.",
    "on": "If you have only one possible move, it's played for you at once, and the board says so.",
}

_PLACES: Mapping[tuple[bool, bool], str] = {
    (True, False): "you are told in the thread",
    (False, True): "you are told by direct message",
    (True, True): "you are told in the thread and by direct message",
}
_WHAT_COMES: Mapping[tuple[bool, bool], str] = {
    (True, False): "I ping you there when you have to act.",
    (False, True): (
        "I write to you when it is your turn, when you are asked something, when time runs out "
        "and when a match ends. The last warning stands in the thread too."
    ),
    (True, True): "I do both when you have to act. If I cannot write to you, I ping you in the thread.",
    (False, False): "Only the last warning before your time is up stands in the thread, without a sound.",
}
"""By whether somebody is told in the thread, and whether by direct message."""


def told(contact: NotificationPreferences) -> str:
    """The places and ways in which somebody is told that it is their turn."""
    ways = (contact.home, contact.direct)
    sound = "without sound" if contact.silent else "with sound"
    now = f"{_PLACES[ways]}, {sound}" if any(ways) else "you are not told"
    after = _WHAT_COMES[ways]
    if contact.digest is not None:
        now = f"you are told once a day, by direct message, {sound}"
        after = (
            "The daily digest takes the place of single pings: none are sent, "
            "except the last warning before your time is up."
        )
    return f"**Your turns:** {now}.\n-# {after}"


NO_DIGEST = "No digest"
HOURS = "My hours"
HOURS_FIELDS: Mapping[str, tuple[str, str, str]] = {
    "from": ("Quiet from", "Nothing makes a sound in quiet hours. Empty: no quiet", "22:00"),
    "until": ("Quiet until", "What comes meanwhile waits until then", "08:00"),
    ZONE: ("Time zone", "The city whose time you use. Empty: UTC", "Europe/Berlin"),
    DIGEST: ("Daily digest at", "Once a day, in place of single pings. Empty: no digest", "09:00"),
}
"""The label, the description and an example of each field of the form, by its id."""
HALF_QUIET = "Quiet hours need a beginning and an end. Fill in both fields, or neither."


def hours(contact: NotificationPreferences) -> str:
    """The hours at which somebody is told."""
    quiet, digest = contact.quiet, contact.digest
    said = [
        f"quiet {_clock(quiet.start)}–{_clock(quiet.end)}" if quiet else "no quiet",
        f"digest at {_clock(digest)}" if digest else "no daily digest",
    ]
    zone = contact.zone.key
    lines = [f"**Your hours:** {', '.join(said)}{f' ({zone})' if quiet or digest else ''}."]
    if quiet and digest is None:
        lines.append("-# What comes in quiet hours waits until they end.")
    if zone == "UTC" and (quiet or digest):
        lines.append("-# These are times in UTC. If that is not what your clock shows, name your time zone.")
    return "\n".join(lines)


def _clock(at: time) -> str:
    return at.strftime("%H:%M")


def not_set(key: str, reason: str) -> str:
    """One thing of the form that cannot be, and what became of it."""
    return f"**Not changed:** {reason} {_STAYS[key]}"


_STAYS: Mapping[str, str] = {
    QUIET: "Your quiet hours stay as they were.",
    ZONE: "Your hours stay as they were too: they would be in the wrong zone.",
    DIGEST: "Your digest stays as it was.",
}


NO_OFFSET = "An offset does not tell when your clocks change. Name a city, such as Europe/Berlin."


def no_such_zone(reason: str, alike: Sequence[str]) -> str:
    """A time zone that does not exist, and some that do."""
    return f"{reason} Did you mean {listed(alike, 'or')}?" if alike else reason


# --- a player's: what boards look like ---------------------------------------------------------------

LOOK = "What your boards look like"
AS_SERVER = "As the server has it"


def look(theme: str | None) -> str:
    """The look of boards for one person."""
    if theme is None:
        return "**Your boards:** as each server has them.\n-# What you choose is for what you alone see."
    return f"**Your boards:** {THEMES[theme].name}, in what you alone see.\n-# {THEMES[theme].sentence}"


def boards(theme: str | None) -> str:
    """The look of the boards of a server."""
    known = theme if theme is not None and theme in THEMES else DEFAULT_THEME
    return f"**Boards:** {THEMES[known].name}."


# --- a player's: being away --------------------------------------------------------------------------


def away(left: int, until: datetime | None) -> str:
    """The days somebody is away, and the days they have left for it."""
    what = "all your clocks stand still, and whoever waits for you sees until when"
    if until is not None:
        return f"**You are away** until {when(until)}.\n-# Until then {what}. {_left(left)} {_BEGUN}"
    return f"**Days away:** {_left(left)}\n-# While you are away {what}. {_BEGUN}"


_BEGUN: Final = "A day that has begun counts."


def _left(days: int) -> str:
    return f"{counted(days, 'day')} left this year." if days else "None are left this year."


def away_label(days: int) -> str:
    """The label of the button that takes so many days away."""
    return f"Away for {counted(days, 'day')}"


COME_BACK = "I am back"
BACK_ALREADY = "You were back already, so nothing was changed."


# --- a server's --------------------------------------------------------------------------------------

SERVER_TITLE = "### The settings of this server"
ALL_ALLOWED: Mapping[str, str] = {
    CHANNELS: "every channel",
    ROLES: "everyone",
    GAMES_KEY: "all games",
}


MOST_NAMED: Final = 30
"""Channels, roles or games that are listed by name: a message has an end."""


def server_page(rules: GuildRules, *, weekly: str = "") -> str:
    """The settings of a server; ``weekly``: the line about its week."""
    most = "as many as they like" if rules.most is None else f"at most {rules.most}"
    results = "**Results and champions:** announced nowhere."
    if rules.results is not None:
        results = f"**Results** that count, and champions, are announced in <#{rules.results}>."
    return "\n".join(
        [
            SERVER_TITLE,
            f"**Pace:** {sentence(pace(rules.pace))}, where a challenge names none.",
            f"**Matches of one player here:** {most}.",
            results,
            *([weekly] if weekly else []),
            f"**Seasons** last {SEASON_KINDS[rules.season]}. {_champions(rules.champion)}",
            boards(rules.theme),
            f"**Channels:** {_allowed(CHANNELS, rules.channels)}.",
            f"**Roles:** {_allowed(ROLES, rules.roles)}.",
            f"**Games:** {_allowed(GAMES_KEY, rules.games)}.",
            "-# `/server set`, `allow` and `disallow` change them; `/server reset` clears one.",
        ]
    )


def _champions(role: int | None) -> str:
    return "Their champions get no role." if role is None else f"Their champions wear <@&{role}>."


def _allowed(key: str, named: Iterable[int | str]) -> str:
    words = [name_allowed(key, value) for value in sorted(named, key=str)]
    if len(words) > MOST_NAMED:
        words[MOST_NAMED:] = [f"{len(words) - MOST_NAMED} more"]
    return f"only {listed(words)}" if words else ALL_ALLOWED[key]


def name_allowed(key: str, value: int | str) -> str:
    """A channel, a role or a game."""
    return {CHANNELS: f"<#{value}>", ROLES: f"<@&{value}>"}.get(key) or GAMES[str(value)].name


USUAL_PACE: Final = f"The usual one: {pace(DEFAULT_PACE)}"
SETTINGS: Mapping[str, str] = {
    PACE: "Pace",
    MOST: "Matches of one player",
    RESULTS: "Channel of results",
    SEASON: "Length of a season",
    CHAMPION: "Champions' role",
    THEME: "Look of the boards",
    WEEKLY: "Weekly summary",
    CHANNELS: "Allowed channels",
    ROLES: "Allowed roles",
    GAMES_KEY: "Allowed games",
}
"""The settings of a server by their keys, as the choices of a command."""

SERVER_ONLY = "A server's settings are set in that server. Use this command in one of its channels."
NOTHING_NAMED = "You named nothing, so nothing was changed. Fill in at least one of the command's fields."
EVERYONE_MAY = "Everyone may play unless a role is named, so that needs no setting. Name another role."


def no_announcing(channel: int, names: Sequence[str]) -> str:
    """The bot may not post results in a channel; the names are Discord's permissions."""
    lacking = listed([f"**{name}**" for name in names])
    return (
        f"I cannot announce results in <#{channel}>: I lack the permission {lacking}. "
        "Give it to me there, then set the channel again. Nothing was changed."
    )


def role_of_its_own(role: int) -> str:
    """A role that Discord lets nobody give."""
    return f"<@&{role}> is not a role that I could give to anybody. Name another one. Nothing was changed."


def not_yours_to_give(role: int) -> str:
    """The refusal of a role that the person who names it could not give themselves."""
    return (
        f"You could not give <@&{role}> to anybody yourself, so I will not give it to champions for you. "
        "That takes **Manage Roles** and a role of yours above it. Nothing was changed."
    )


def no_role_rights(role: int) -> str:
    """The bot may not give roles."""
    return (
        f"I cannot give <@&{role}> to champions: I lack the permission **Manage Roles**. Give it to my role "
        "in the server's settings, then set this again. Nothing was changed."
    )


def role_too_high(role: int) -> str:
    """The bot's own role does not stand above the one to be given."""
    return (
        f"I cannot give <@&{role}> to champions: it stands above my own role, or beside it. Drag mine above "
        "it in the server's list of roles, then set this again. Nothing was changed."
    )


UNKNOWN_CHANNEL = (
    "I do not know that channel: it may be new, or hidden from me. Let me see it, then try again."
)


def not_named(key: str, value: int | str) -> str:
    """Something to be disallowed that was not allowed by name."""
    return f"{name_allowed(key, value)} was not allowed by name, so nothing was changed."


def none_named(key: str) -> str:
    """The last one of its kind was taken away."""
    return _NONE_NAMED[key]


_NONE_NAMED: Mapping[str, str] = {
    CHANNELS: "No channel is named any more, so every channel is allowed.",
    ROLES: "No role is named any more, so everyone may play.",
    GAMES_KEY: "No game is named any more, so all games are allowed.",
}


def changed(keys: Sequence[str]) -> str:
    """The settings an administrator has changed just now."""
    if not keys:
        return "**Not changed:** it was set like this already."
    names = [SETTINGS[key] for key in keys]
    return f"**Changed:** {listed([name[:1].lower() + name[1:] for name in names])}."


def bad_pace(typed: str, reason: str) -> str:
    """A pace that cannot be; ``reason`` is what speaks against it, where it can be read at all."""
    why = "" if reason.startswith("Write ") else f"{reason} "
    return (
        f"“{typed.strip()[:30]}” is no pace, so nothing was changed. {why}Choose one from the list, or write "
        f"none, days a move such as 3d, or a bank such as {_BANK}: {pace(_BANK)}."
    )


_BANK: Final = Pace.read("5d+12h<7d")


# --- what administrators do to matches ---------------------------------------------------------------

LEAVE_IT = "Leave it"
END = "End it"
ABORT = "Call it off"
REWIND = "Rewind"
HAND_OVER = "Hand it over"
DRAW: Final = "draw"
PLAYS_IN_IT = "You play in this match yourself."
_SEEN_BY_BOTH = "Both players see that you did it."
_SEEN = f"{_SEEN_BY_BOTH} It cannot be taken back."


def end_question(match: Match, winner: Side | None) -> str:
    """Asked once before a match is ended."""
    result = "as a draw"
    if winner is not None:
        result = f"with a win for {winner} ({mention(match.player_of(winner))})"
    return f"End {title(match)} {result}? It counts for nothing. {_SEEN}"


def abort_question(match: Match) -> str:
    """Asked once before a match is called off."""
    return f"Call {title(match)} off? Nobody wins, and it counts for nothing. {_SEEN}"


def rewind_question(match: Match, ply: int, standing: int) -> str:
    """Asked once before a match is taken back."""
    kept = f"where {counted(ply, 'action')} had been played" if ply else "its start"
    undone = standing - ply
    lost = "The last action is lost" if undone == 1 else f"The last {undone} actions are lost"
    return f"Take {title(match)} back to {kept}? {lost}{_clock_after(match)}. {_SEEN}"


def _clock_after(match: Match) -> str:
    """The effect on the time when a match is taken back."""
    if not match.pace.timed:
        return ""
    if match.pace.is_bank:
        return ", and time used stays used"
    return ", and the clock starts anew with what was left of that turn"


def after_action(ply: int, words: str) -> str:
    """A point to take a match back to: after an action, or its start."""
    return f"after {ply}: {words}" if ply else "0: the start"


def hand_over_question(match: Match, side: Side, to: UserId) -> str:
    """Asked once before somebody else plays on."""
    leaver = mention(match.player_of(side))
    return f"Have {mention(to)} play {side} in {title(match)}, in place of {leaver}? {_SEEN_BY_BOTH}"


def done(match: Match, what: str) -> str:
    """Confirms what an administrator did."""
    return f"{what} {to_board(match)}".strip()


ENDED = "The match is over."
ABORTED = "The match is called off."
REWOUND = "The match is taken back."
HANDED_OVER = "The match is handed over."

NO_MATCH_HERE = "No match of this server runs here. Name one by its number with `match:`."
WHICH_MATCH = "Several matches run here. Name one by its number with `match:`."


def no_such_side(match: Match) -> str:
    """Somebody named as winner what is no side."""
    return f"That is no side of {title(match)}. The winner can be {listed([*match.game.sides, DRAW], 'or')}."


def not_seated(match: Match, user: UserId) -> str:
    """Somebody is to be replaced who does not play, or not yet."""
    players = listed([mention(seat.player) for seat in match.seats])
    return f"{mention(user)} does not play {title(match)}. Its players are {players}. Nothing was changed."


NOT_AN_ADMIN = (
    "Only somebody with the permission **Manage Server** can do this to a match, so nothing was changed. If "
    "you had it a moment ago, ask an administrator of the server."
)
PICK_IS_IN = (
    "A hidden pick is in, and it is its player's own secret, so nobody can take a side over until both picks "
    "are in. Wait for the other pick, or call the match off with `/server abort`. Nothing was changed."
)
NO_MATCH_BETWEEN = (
    "They cannot be put into a match with whoever plays the other side, so nothing was changed. "
    "Name somebody else."
)
HAND_OVER_PROBLEMS: Mapping[OpponentProblem, str] = {
    OpponentProblem.SELF: "Nobody can play both sides of a match. Name somebody else.",
    OpponentProblem.PLAYING: "They play in this match already, and nobody can play both sides. Name another.",
    OpponentProblem.BOT: "Bots do not play. Name a person.",
    OpponentProblem.ABSENT: "They are not in this server, so they could not play on. Invite them first.",
    OpponentProblem.BLIND_TO_CHANNEL: (
        "That person cannot see the channel of the match, so they could not play on. Let them see it first."
    ),
}
