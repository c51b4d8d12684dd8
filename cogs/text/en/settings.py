"""Every sentence about settings, a player's and a server's, and about what administrators do to matches.

As in ``texts``: functions return Discord markdown, people are named by mention only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, time
from typing import Final

from cogs.text.en import tidying
from cogs.text.en.community import SEASON_KINDS
from cogs.text.en.computer import playing
from cogs.text.en.kinds import ladder
from cogs.text.en.match import title, to_board
from cogs.text.en.phrases import counted, link, listed, mention, permissions, when
from cogs.text.en.time import pace
from engines import GAMES, Side
from imaging import DEFAULT_THEME, THEMES
from matches.clock import DEFAULT_PACE, Pace
from matches.errors import OpponentProblem
from matches.guild_settings import (
    ARCHIVE,
    CHAMPION,
    CHANNELS,
    COMPUTER,
    GAMES_KEY,
    HOME,
    LADDERS,
    MOST,
    OLD_CARDS,
    PACE,
    PINNED,
    RESULTS,
    ROLES,
    SEASON,
    THEME,
    TIER_GAME,
    TIERS,
    WEEKLY,
    GuildRules,
)
from matches.model import Match, MatchFacts, UserId
from matches.notices.preferences import (
    DIGEST,
    QUIET,
    SOUND,
    TELL,
    WEEKEND,
    ZONE,
    NotificationPreferences,
)
from matches.notices.quiet_hours import is_fixed

# --- a player's: where, when and how they are told ---------------------------------------------------

TITLE = "### Your settings"
PREFER: Mapping[tuple[str, str], str] = {
    ("send", "on"): "Ask before sending",
    ("send", "off"): "Send without asking",
    ("send", "all"): "Always ask",
    (TELL, "thread"): "In the thread",
    (TELL, "direct"): "By DM",
    (TELL, "both"): "Thread + DM",
    (TELL, "none"): "Off",
    (SOUND, "on"): "With sound",
    (SOUND, "off"): "Without sound",
    ("only", "on"): "Play only moves for me",
    ("only", "off"): "Leave only moves to me",
    (WEEKEND, "sat"): "Weekend: Saturday, Sunday",
    (WEEKEND, "fri"): "Weekend: Friday, Saturday",
}
"""The labels of the buttons that set a value, by the setting's key and that value."""
WEEKENDS: Mapping[str, str] = {
    "sat": "**Your weekend:** Saturday and Sunday.",
    "fri": "**Your weekend:** Friday and Saturday.",
}
SENDING: Mapping[str, str] = {
    "on": "**Sending moves:** you see the board before a tapped move is sent. Typed moves go at once.",
    "off": "**Sending moves:** a move is sent as soon as you pick it, without asking.",
    "all": "**Sending moves:** you see the board before any move is sent, tapped or typed.",
}
ONLY_MOVES: Mapping[str, str] = {
    "off": "If you have only one possible move, it still waits for you.",
    "on": "If you have only one possible move, it's played for you at once, and the board says so.",
}

_PLACES: Mapping[tuple[bool, bool], str] = {
    (True, False): "in the thread",
    (False, True): "by DM",
    (True, True): "in the thread and by DM",
}
_WHAT_COMES: Mapping[tuple[bool, bool], str] = {
    (True, False): "I ping you there when it's your turn or your opponent asks you something.",
    (False, True): (
        "I send you a DM when it's your turn, when your opponent asks you something, when your time is "
        "running out and when a match ends. The last warning goes to the thread too."
    ),
    (True, True): "I do both when it's your turn. If I can't DM you, I still ping you in the thread.",
    (False, False): "You only get the last warning before your time is up, in the thread and without sound.",
}
"""By whether somebody is told in the thread, and whether by direct message."""


def told(contact: NotificationPreferences) -> str:
    """The places and ways in which somebody is told that it is their turn."""
    ways = (contact.home, contact.direct)
    sound = "without sound" if contact.silent else "with sound"
    now = f"{_PLACES[ways]}, {sound}" if any(ways) else "off"
    after = _WHAT_COMES[ways]
    if contact.digest is not None:
        now = f"once a day by DM, {sound}"
        after = (
            "The daily digest replaces single pings. You still get the last warning before your time is up."
        )
    return f"**Turn alerts:** {now}.\n-# {after}"


NO_DIGEST = "No digest"
HOURS = "Quiet hours and digest"
HOURS_FIELDS: Mapping[str, tuple[str, str, str]] = {
    "from": ("Quiet from", "No pings during these hours. Leave empty for none.", "22:00"),
    "until": ("Quiet until", "Whatever comes up before then waits until then.", "08:00"),
    ZONE: ("Time zone", "A city, or UTC+5:30 and the like. Leave empty for UTC.", "Europe/Berlin"),
    DIGEST: ("Daily digest at", "Once a day instead of single pings. Leave empty for none.", "09:00"),
}
"""The label, the description and an example of each field of the form, by its id."""
HALF_QUIET = "Quiet hours need a start and an end. Fill in both, or leave both empty."


def hours(contact: NotificationPreferences) -> str:
    """The hours at which somebody is told."""
    quiet, digest = contact.quiet, contact.digest
    said = [
        f"quiet {_clock(quiet.start)}–{_clock(quiet.end)}" if quiet else "no quiet hours",
        f"digest at {_clock(digest)}" if digest else "no daily digest",
    ]
    zone = str(contact.zone)
    lines = [f"**Your hours:** {', '.join(said)}{f' ({zone})' if quiet or digest else ''}."]
    if quiet and digest is None:
        lines.append("-# Whatever comes up in quiet hours waits until they end.")
    if zone == "UTC" and (quiet or digest):
        lines.append("-# These times are in UTC. If your clock shows something else, set your time zone.")
    if is_fixed(contact.zone):
        lines.append(
            f"-# Your time zone is {zone}: no summer time. If your clocks change, use a city instead."
        )
    return "\n".join(lines)


def _clock(at: time) -> str:
    return at.strftime("%H:%M")


def not_set(key: str, reason: str, *, asked: bool = False) -> str:
    """One thing of the form that cannot be, and what became of it; ``asked``: not before it is answered."""
    return f"**Not changed yet:** {reason}" if asked else f"**Not changed:** {reason} {_STAYS[key]}"


_STAYS: Mapping[str, str] = {
    QUIET: "Your quiet hours are unchanged.",
    ZONE: "Your hours are unchanged too: they'd be in the wrong time zone.",
    DIGEST: "Your digest is unchanged.",
}


WHICH_CITY = "Which city?"


def unclear_zone(typed: str, cities: Sequence[str]) -> str:
    """A time zone that what was typed doesn't name, and what to do."""
    named = f"“{typed.strip()[:30]}”"
    if not cities:
        return f"I don't know a time zone called {named}. Type a large city in it, or your country."
    return (
        f"{named} isn't one city, so I can't tell when your clocks change. **{WHICH_CITY}** Pick it below, "
        "and everything you filled in is set. If it isn't there, type another."
    )


def shown_there(at: datetime) -> str:
    """The time that clocks in a city show."""
    return f"{at:%H:%M} there now"


# --- a player's: what boards look like ---------------------------------------------------------------

LOOK = "Your board theme"
AS_SERVER = "Each server's own theme"


def look(theme: str | None) -> str:
    """The look of boards for one person."""
    if theme is None:
        return "**Board theme:** each server's own.\n-# Your choice changes only what you see."
    return f"**Board theme:** {THEMES[theme].name}, on boards that only you see.\n-# {THEMES[theme].sentence}"


def boards(theme: str | None) -> str:
    """The look of the boards of a server."""
    known = theme if theme is not None and theme in THEMES else DEFAULT_THEME
    return f"**Board theme:** {THEMES[known].name}."


# --- a player's: being away --------------------------------------------------------------------------


def away(left: int, until: datetime | None) -> str:
    """The days somebody is away, and the days they have left for it."""
    if until is not None:
        now = "Until then, your clocks of days are stopped, and your opponents can see when you'll be back."
        return f"**You're away** until {when(until)}.\n-# {now} {_left(left)} {_BEGUN}"
    then = "Your clocks of days stop until you're back, and your opponents see when that is."
    return f"**Vacation:** {_left(left)}\n-# {then} {_BEGUN}"


_BEGUN: Final = "Part of a day counts as a full day."


def _left(days: int) -> str:
    return f"{counted(days, 'day')} left this year." if days else "No days left this year."


def away_label(days: int) -> str:
    """The label of the button that takes so many days away."""
    return counted(days, "day")


COME_BACK = "I'm back"
BACK_ALREADY = "You're already back."


# --- a server's --------------------------------------------------------------------------------------

SERVER_TITLE = "### This server's settings"
ALL_ALLOWED: Mapping[str, str] = {
    CHANNELS: "every channel",
    ROLES: "everyone",
    GAMES_KEY: "all games",
}


MOST_NAMED: Final = 30
"""Channels, roles or games that are listed by name: a message has an end."""


def server_page(lines: Iterable[str]) -> str:
    """The settings of a server in ``lines``, and the ways to change them."""
    hint = (
        "-# Change these with `/server panel`, or with `/server set`, `/server allow` and `/server disallow`."
    )
    return "\n".join([SERVER_TITLE, *lines, hint])


def setting_line(key: str, rules: GuildRules, trouble: str) -> str:
    """One setting of a server as it is, and what stands in its way; others have texts of their own."""
    return f"{_SETTING_LINES[key](rules)}{trouble and f' {trouble}'}"


def _results(rules: GuildRules) -> str:
    where = "not announced" if rules.results is None else f"announced in <#{rules.results}>"
    return f"**Results and champions:** {where}."


def _champions(rules: GuildRules) -> str:
    what = "get no role" if rules.champion is None else f"wear <@&{rules.champion}>"
    return f"**Champions** {what}."


def _allowed(key: str, named: Iterable[int | str]) -> str:
    words = [name_allowed(key, value) for value in sorted(named, key=str)]
    if len(words) > MOST_NAMED:
        words[MOST_NAMED:] = [f"{len(words) - MOST_NAMED} more"]
    return f"only {listed(words)}" if words else ALL_ALLOWED[key]


UNRATED_WITHOUT_CLOCK: Final = " Without a clock matches are unrated, unless their challenge says `rated:on`."

_SETTING_LINES: Mapping[str, Callable[[GuildRules], str]] = {
    PACE: lambda rules: (
        f"**Time control:** {pace(rules.pace)}, unless the challenge says otherwise."
        f"{'' if rules.pace.timed else UNRATED_WITHOUT_CLOCK}"
    ),
    MOST: lambda rules: f"**Matches per player:** {_at_most(rules.most)}.",
    RESULTS: _results,
    SEASON: lambda rules: f"**Seasons** last {SEASON_KINDS[rules.season]}.",
    CHAMPION: _champions,
    THEME: lambda rules: boards(rules.theme),
    OLD_CARDS: lambda rules: tidying.old_cards(rules.old_cards),
    ARCHIVE: lambda rules: tidying.archive(rules.archive),
    COMPUTER: lambda rules: playing.setting(on=rules.computer),
    LADDERS: lambda rules: ladder.setting(on=rules.ladders),
    CHANNELS: lambda rules: f"**Channels:** {_allowed(CHANNELS, rules.channels)}.",
    ROLES: lambda rules: f"**Roles:** {_allowed(ROLES, rules.roles)}.",
    GAMES_KEY: lambda rules: f"**Games:** {_allowed(GAMES_KEY, rules.games)}.",
}


def _at_most(most: int | None) -> str:
    return "no limit" if most is None else f"at most {most}"


CHANNEL_GONE: Final = "That channel is gone or hidden from me: set another one."
ROLE_GONE: Final = "That role is gone: pick another one."


def allowed_gone(key: str, gone: int, named: int) -> str:
    """So many of the channels or roles that are allowed by name are not there any more."""
    what = "gone or hidden from me" if key == CHANNELS else "gone"
    if gone == named:
        them = "It's" if named == 1 else "They're all"
        return f"{them} {what}, so nobody can play: pick another one, or allow {ALL_ALLOWED[key]} again."
    return f"{gone} of them {'is' if gone == 1 else 'are'} {what}."


def name_allowed(key: str, value: int | str) -> str:
    """A channel, a role or a game."""
    return {CHANNELS: f"<#{value}>", ROLES: f"<@&{value}>"}.get(key) or GAMES[str(value)].name


USUAL_PACE: Final = f"Default: {pace(DEFAULT_PACE)}"
SETTINGS: Mapping[str, str] = {
    PACE: "Time control",
    MOST: "Matches per player",
    RESULTS: "Results channel",
    SEASON: "Season length",
    CHAMPION: "Champions' role",
    THEME: "Board theme",
    WEEKLY: "Weekly summary",
    PINNED: "Lists kept up to date",
    TIERS: "Roles by rating",
    TIER_GAME: "Game of the roles by rating",
    HOME: "Home of all matches",
    OLD_CARDS: "Old cards",
    ARCHIVE: "Archiving of finished threads",
    COMPUTER: "Matches against the computer",
    LADDERS: "Ladders",
    CHANNELS: "Allowed channels",
    ROLES: "Allowed roles",
    GAMES_KEY: "Allowed games",
}
"""The settings of a server by their keys, as the choices of a command."""

SERVER_ONLY = (
    "A server's settings can only be changed in that server. Use this command in one of its channels."
)
NOTHING_NAMED = (
    "Pick at least one option, for example `pace:` or `channel:`. With `/server panel` you can see and pick "
    "everything in menus."
)
EVERYONE_MAY = "Everyone can play unless you pick a role, so @everyone isn't needed here. Pick another role."


def no_announcing(channel: int, names: Sequence[str]) -> str:
    """The bot may not post results in a channel; the names are Discord's permissions."""
    return (
        f"I can't announce results in <#{channel}>: I need {permissions(names)} there. "
        "Change that, then set the channel again."
    )


def role_of_its_own(role: int) -> str:
    """A role that Discord lets nobody give."""
    return f"<@&{role}> is a role that can't be given to anyone. Pick another one."


def not_yours_to_give(role: int) -> str:
    """The refusal of a role that the person who names it could not give themselves."""
    return (
        f"You couldn't give <@&{role}> to anyone yourself, so I won't give it to champions for you. "
        "You need the **Manage Roles** permission and a role above it."
    )


def no_role_rights(role: int) -> str:
    """The bot may not give roles."""
    return (
        f"I can't give <@&{role}> to champions: I need the **Manage Roles** permission. Add it to my role "
        "in the server's settings, then try again."
    )


def role_too_high(role: int) -> str:
    """The bot's own role does not stand above the one to be given."""
    return (
        f"I can't give <@&{role}> to champions: my own role isn't above it. Drag mine above it in the "
        "server's list of roles, then try again."
    )


UNKNOWN_CHANNEL = "I can't see that channel: it may be new, or hidden from me. Let me see it, then try again."


def not_named(key: str, value: int | str) -> str:
    """Something to be disallowed that was not allowed by name."""
    return f"{name_allowed(key, value)} isn't on the allowed list."


def none_named(key: str) -> str:
    """The last one of its kind was taken away."""
    return _NONE_NAMED[key]


_NONE_NAMED: Mapping[str, str] = {
    CHANNELS: "The list of channels is empty, so every channel is allowed again.",
    ROLES: "The list of roles is empty, so everyone can play again.",
    GAMES_KEY: "The list of games is empty, so all games are allowed again.",
}


def changed(keys: Sequence[str]) -> str:
    """The settings an administrator has changed just now."""
    if not keys:
        return "**No change:** it was already set like that."
    names = [SETTINGS[key] for key in keys]
    return f"**Changed:** {listed([name[:1].lower() + name[1:] for name in names])}."


def bad_pace(typed: str, reason: str) -> str:
    """A pace that cannot be; ``reason`` is what speaks against it, where it can be read at all."""
    why = "" if reason.startswith("Write ") else f"{reason} "
    return (
        f"“{typed.strip()[:30]}” isn't a time control I know. {why}Pick one from the list, or type none, "
        f"days a move such as 3d, or a time bank such as {_BANK}: {pace(_BANK)}."
    )


_BANK: Final = Pace.read("5d+12h<7d")


# --- a server's: the panel ---------------------------------------------------------------------------

PANEL_PAGES: Sequence[str] = (
    "Who can play",
    "Where matches live",
    "Time and look",
    "Announcements",
    "Roles",
)
"""The pages of the panel by their numbers, as the labels of buttons."""
PROMPTS: Mapping[str, str] = {
    PACE: "Default time control",
    MOST: "Matches per player",
    RESULTS: "Channel for results and champions",
    SEASON: "How long a season lasts",
    CHAMPION: "Role for a season's champions",
    THEME: "Board theme",
    WEEKLY: "Channel for the weekly summary",
    PINNED: "Channel for up-to-date lists",
    TIERS: "Add or change a role by rating",
    TIER_GAME: "Game whose rating counts",
    HOME: "One channel or forum for all matches",
    OLD_CARDS: "What stays of old cards",
    ARCHIVE: "When finished threads are archived",
    COMPUTER: "Matches against the computer",
    LADDERS: "Ladders",
    CHANNELS: "Limit play to these channels",
    ROLES: "Limit play to these roles",
    GAMES_KEY: "Limit play to these games",
}
"""What a menu of the panel sets, by the setting's key; shown while nothing is chosen in it."""
SWITCH_OFF: Mapping[str, str] = {
    CHANNELS: "Allow every channel",
    ROLES: "Allow everyone",
    GAMES_KEY: "Allow all games",
    HOME: "No home",
    RESULTS: "No announcements",
    WEEKLY: "No weekly summary",
    PINNED: "No lists",
    CHAMPION: "No champions' role",
    TIERS: "No roles by rating",
}
"""The labels of the buttons that take a setting away, by its key."""
REMOVE_TIER = "Remove a role by rating"
NO_LIMIT = "No limit"
TYPE_IT: Mapping[str, str] = {PACE: "Another time control", MOST: "Another number"}
"""The labels of the buttons that open a form, and its title, by the setting's key."""
TYPED_FIELDS: Mapping[str, tuple[str, str, str]] = {
    PACE: ("Time control", "Per move (3d, 30m), a time bank (5d+12h<7d), or none.", "5d+12h<7d"),
    MOST: ("Matches per player", "At the same time. 0 means no limit.", "15"),
    TIERS: ("Rating it starts at", "0 takes the role off the list.", "1600"),
}
"""The label, the description and an example of a form's field, by the setting's key."""
TIER_FORM = "Role by rating"
PANEL_OLD = "This panel is out of date. Open it again with `/server panel`."


def panel_group(name: str, lines: Iterable[str]) -> str:
    """The settings of a page, small below its name."""
    return "\n".join([f"**{name}**", *(f"-# {line}" for line in lines)])


def rated_by(game: str | None) -> str:
    """The game whose rating brings somebody a role, as a choice of a menu; None: any."""
    return f"By their rating in {GAMES[game].name}" if game else "By the rating in their best game"


def limit_label(most: int) -> str:
    """A limit of matches as a choice of a menu."""
    return f"At most {most}"


def tier_label(name: str | None, least: int) -> str:
    """A role by rating as a choice of a menu; None: the role is gone."""
    return f"{name or 'A deleted role'} (from {least})"


def not_a_number(typed: str, most: int) -> str:
    """A number that cannot be."""
    return f"“{typed.strip()[:30]}” isn't a whole number from 0 to {most}. Try again."


def not_changed(reason: str) -> str:
    """Stands below a setting that could not be changed."""
    return f"**Not changed:** {reason}"


def too_many_for_a_menu(key: str) -> str:
    """Stands in place of a menu that could not show all that is allowed."""
    return (
        f"-# That's more than a menu can hold. Use `/server allow` and `/server disallow`, "
        f"or start over with *{SWITCH_OFF[key]}*."
    )


# --- what administrators do to matches ---------------------------------------------------------------

LEAVE_IT = "Never mind"
END = "End it"
ABORT = "Cancel the match"
REWIND = "Rewind"
HAND_OVER = "Hand it over"
DRAW: Final = "draw"
_SEEN_BY_BOTH = "Both players will see that you did it."
_SEEN = f"{_SEEN_BY_BOTH} It can't be undone."


def end_question(match: Match, winner: Side | None) -> str:
    """Asked once before a match is ended."""
    result = "as a draw"
    if winner is not None:
        result = f"with a win for {winner} ({mention(match.player_of(winner))})"
    return f"End {title(match)} {result}? It won't count for ratings. {_SEEN}"


def abort_question(match: Match) -> str:
    """Asked once before a match is called off."""
    return f"Cancel {title(match)}? Nobody wins, and it won't count for ratings. {_SEEN}"


def rewind_question(match: Match, turns: int, undone: int) -> str:
    """Asked once before a match is taken back to its first ``turns``; ``undone`` are lost, begun ones too."""
    kept = f"the position after {counted(turns, 'move')}" if turns else "its start"
    lost = "The last move is lost" if undone == 1 else f"The last {undone} moves are lost"
    return f"Take {title(match)} back to {kept}? {lost}{_clock_after(match)}. {_SEEN}"


def _clock_after(match: Match) -> str:
    """The effect on the time when a match is taken back."""
    if not match.pace.timed:
        return ""
    if match.pace.is_bank:
        return ", and used time isn't given back"
    return ", and the clock restarts with what was left of that turn"


def after_turn(number: int, words: str) -> str:
    """A point to take a match back to: after a turn, or its start."""
    return f"after move {number}: {words}" if number else "0: the start"


def hand_over_question(match: Match, side: Side, to: UserId) -> str:
    """Asked once before somebody else plays on."""
    leaver = mention(match.player_of(side))
    return f"Have {mention(to)} play {side} in {title(match)} instead of {leaver}? {_SEEN_BY_BOTH}"


def done(match: Match, what: str) -> str:
    """Confirms what an administrator did."""
    return f"{what} {to_board(match)}".strip()


ENDED = "The match is over."
ABORTED = "The match is cancelled."
REWOUND = "The match was taken back."
HANDED_OVER = "The match was handed over."


def own_match(match: Match) -> str:
    """An administrator plays in the match that they want to decide."""
    return (
        f"You're playing in {title(match)} yourself, so you can't end, cancel, rewind or hand it over. "
        "Another server admin can: anyone with the **Manage Server** permission."
    )


def no_such_side(match: Match) -> str:
    """Somebody named as winner what is no side."""
    return f"That's no side in {title(match)}. The winner can be {listed([*match.game.sides, DRAW], 'or')}."


def not_seated(match: Match, user: UserId) -> str:
    """Somebody is to be replaced who does not play, or not yet."""
    players = listed([mention(seat.player) for seat in match.seats])
    return f"{mention(user)} isn't playing in {title(match)}. Its players are {players}."


NOT_AN_ADMIN = (
    "You need the **Manage Server** permission for this. If you had it just now, ask a server admin."
)
ALONE_HERE = (
    "Somebody practises here alone, playing both sides, so there's no side to hand over. "
    "You can cancel the match with `/server abort`."
)
PICK_IS_IN = (
    "One player's secret pick is in, so nobody can take over a side until both are. "
    "Wait for the other pick, or cancel the match with `/server abort`."
)
NO_MATCH_BETWEEN = "They can't be put into a match with the other player. Pick somebody else."
HAND_OVER_PROBLEMS: Mapping[OpponentProblem, str] = {
    OpponentProblem.SELF: "Nobody can play both sides of a match. Pick somebody else.",
    OpponentProblem.PLAYING: "They're already playing in this match. Pick somebody else.",
    OpponentProblem.BOT: "Bots don't play here. Pick a person.",
    OpponentProblem.ABSENT: "They're not in this server, so they couldn't play. Invite them first.",
    OpponentProblem.BLIND_TO_CHANNEL: (
        "They can't see the match's channel, so they couldn't play. Let them see it first."
    ),
}


# --- all matches of one player, such as somebody who has left -----------------------------------------

MATCHES_NAMED: Final = 10
"""Matches that are listed by name: a message has an end."""

ABORT_ALL: Final = "Cancel them all"
ABORT_ONE_OR_ALL: Final = "Pick `player:` for all of their matches, or `match:` for one match, but not both."
ABORT_ALL_LABEL: Final = "Cancel all running matches of this player here; paste the ID of somebody who left"


def abort_all_question(
    user: UserId, running: Sequence[MatchFacts], own: Sequence[MatchFacts], *, changed: bool = False
) -> str:
    """Asked once before running matches of somebody in a server are cancelled; not the asker's ``own``."""
    many = counted(len(running), "running match", "running matches")
    lines = [f"### Cancel {many} of {mention(user)}?"]
    if changed:
        lines.append("There are more matches than a moment ago, so nothing is cancelled yet.")
    meaning = (
        "Nobody wins, and nothing counts for ratings. Both players of each match will see that you did it."
    )
    return "\n".join([*lines, *_lines_of(running), meaning, "It can't be undone.", *_left_out(own)])


def nothing_runs(user: UserId) -> str:
    """Somebody plays nothing in a server."""
    return f"{mention(user)} has no running match in this server, so there's nothing to cancel."


def only_own_run(own: Sequence[MatchFacts]) -> str:
    """The administrator plays in all running matches of somebody."""
    return "\n".join(_left_out(own))


def _left_out(own: Sequence[MatchFacts]) -> list[str]:
    """The lines about matches that go on, since the administrator plays in them."""
    if not own:
        return []
    named, them = listed([f"match {match.id}" for match in own]), "it" if len(own) == 1 else "them"
    return [
        f"You're playing in {named} yourself, so you can't cancel {them}. Another server admin can: anyone "
        "with the **Manage Server** permission."
    ]


def all_aborted(user: UserId, ended: Sequence[MatchFacts], asked: int, own: Sequence[MatchFacts]) -> str:
    """The matches that were cancelled; ``own`` are those that the administrator plays in."""
    many = counted(len(ended), "match", "matches")
    lines = [f"### Cancelled: {many} of {mention(user)}", *_lines_of(ended)]
    if (missing := asked - len(ended)) > 0:
        lines.append(f"-# {counted(missing, 'match', 'matches')} had ended already, or can't be ended now.")
    return "\n".join([*lines, *_left_out(own)])


def _lines_of(matches: Sequence[MatchFacts]) -> list[str]:
    lines = [_line_of(match) for match in matches[:MATCHES_NAMED]]
    more = len(matches) - MATCHES_NAMED
    # Without the empty line what follows would belong to the last entry of the list.
    return [*lines, *([f"- … and {more} more"] if more > 0 else []), ""]


def _line_of(match: MatchFacts) -> str:
    who = " – ".join(mention(player) for player in match.players)
    where = link(match.guild_id, match.shown.home or match.channel_id)
    return f"- [{match.game.name} · match {match.id}](<{where}>) · {who}"
