"""Every sentence about a player's settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from typing import Final

from cogs.text.en.phrases import counted, when
from imaging import THEMES
from matches.notices import DIGEST, QUIET, SOUND, TELL, WEEKEND, ZONE, NotificationPreferences
from matches.rhythm import SHOWS_RHYTHM, TELLING_TURNS
from matches.time.wall_clock import is_fixed

# --- a player's: where, when and how they are told ---------------------------------------------------

TITLE = "### Your settings"
PAGES: Mapping[str, str] = {
    "alerts": "### Alerts",
    "hours": "### Hours",
    "moves": "### Moves",
    "look": "### Boards",
    "away": "### Vacation",
    "others": "### Weekend, rhythm, other servers",
}
"""The titles of the pages."""
TO: Mapping[str, str] = {
    "alerts": "Alerts…",
    "hours": "Hours…",
    "moves": "Moves…",
    "look": "Boards…",
    "away": "Go away…",
    "others": "More…",
}
"""The labels of the buttons that lead to them, beside what is set there."""
PRIVACY: Final = "**Privacy:** your data, blocked players"
OPEN_PRIVACY: Final = "Privacy…"
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
    ("only", "on"): "Auto-play forced moves",
    ("only", "off"): "Play them myself",
    ("across", "on"): "Play other servers",
    ("across", "off"): "Don't play other servers",
    (SHOWS_RHYTHM, "on"): "Show rhythm",
    (SHOWS_RHYTHM, "off"): "Hide rhythm",
    ("boards", "pictures"): "Picture boards",
    ("boards", "text"): "Boards as text",
    (WEEKEND, "sat"): "Sat–Sun",
    (WEEKEND, "fri"): "Fri–Sat",
}
"""The labels of the buttons that set a value, by the setting's key and that value."""
MEANS: Mapping[str, Mapping[str, str]] = {
    "send": {
        "on": "**Sending moves:** you see the board before a tapped move is sent. Typed moves go at once.",
        "off": "**Sending moves:** a move is sent as soon as you pick it, without asking.",
        "all": "**Sending moves:** you see the board before any move is sent, tapped or typed.",
    },
    "only": {
        "off": "**Forced moves:** you play them yourself.",
        "on": "**Forced moves:** your only possible move is played for you at once, and the board says so.",
    },
    WEEKEND: {
        "sat": "**Your weekend:** Saturday and Sunday.",
        "fri": "**Your weekend:** Friday and Saturday.",
    },
    SHOWS_RHYTHM: {
        "off": "**Your rhythm:** hidden.",
        "on": (
            "**Your rhythm:** people who may play you see how fast you usually answer, and at what time of "
            f"day. It's shown from {TELLING_TURNS} turns against people on."
        ),
    },
    "across": {
        "off": "**Matches with other servers:** off.",
        "on": (
            "**Matches with other servers:** on, where both servers allow it. They see your display name, "
            "and not the server you're in."
        ),
    },
}
"""What a setting means, by its key and its value."""
_SENT: Mapping[str, str] = {
    "on": "board before sending",
    "off": "sent at once",
    "all": "board before sending, typed ones too",
}


def chosen(label: str) -> str:
    """The label of the value that is set."""
    return f"✓ {label}"


def moves(current: Mapping[str, str]) -> str:
    """The way in which moves are sent, in a line; ``current`` are the values by their setting's key."""
    forced = "; forced ones by themselves" if current["only"] == "on" else ""
    return f"**Moves:** {_SENT[current['send']]}{forced}"


def others(current: Mapping[str, str]) -> str:
    """The other settings, in a line."""
    shown = "shown" if current[SHOWS_RHYTHM] == "on" else "hidden"
    weekend = PREFER[WEEKEND, current[WEEKEND]]
    return f"**More:** weekend {weekend} · rhythm {shown} · other servers {current['across']}"


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


def alerts(contact: NotificationPreferences) -> str:
    """The places and ways in which a player is told that it is their turn, in a line."""
    sound = "without sound" if contact.silent else "with sound"
    if contact.digest is not None:
        return f"**Alerts:** once a day by DM, {sound}"
    ways = (contact.home, contact.direct)
    return f"**Alerts:** {f'{_PLACES[ways]}, {sound}' if any(ways) else 'off'}"


def told(contact: NotificationPreferences) -> str:
    """The alerts that come of that."""
    if contact.digest is not None:
        return (
            "The daily digest replaces single pings. You still get the last warning before your time is up."
        )
    return _WHAT_COMES[contact.home, contact.direct]


NO_DIGEST = "No digest"
HOURS = "Hours and digest"
HOURS_FIELDS: Mapping[str, tuple[str, str, str]] = {
    "from": ("Quiet from", "No pings during these hours. Leave empty for none.", "No quiet hours"),
    "until": ("Quiet until", "Messages wait until this time.", "No quiet hours"),
    ZONE: ("Time zone", "A city, or UTC+5:30 and the like. Leave empty for UTC.", "Europe/Berlin"),
    DIGEST: ("Daily digest at", "Once a day instead of single pings. Leave empty for none.", "No digest"),
}
"""The label, the description and what stands in each empty field of the form, by its id."""
HALF_QUIET = "Quiet hours need a start and an end. Fill in both, or leave both empty."


def hours(contact: NotificationPreferences) -> str:
    """The hours at which a player is told, in a line."""
    quiet, digest = contact.quiet, contact.digest
    said = [
        f"quiet {_clock(quiet.start)}–{_clock(quiet.end)}" if quiet else "no quiet hours",
        f"digest at {_clock(digest)}" if digest else "no daily digest",
    ]
    return f"**Hours:** {', '.join(said)}{f' ({contact.zone})' if quiet or digest else ''}"


def hours_told(contact: NotificationPreferences) -> str:
    """The same, with what comes of it."""
    quiet, digest, zone = contact.quiet, contact.digest, str(contact.zone)
    lines = [f"{hours(contact)}."]
    if quiet and digest is None:
        lines.append("-# Messages wait until your quiet hours end.")
    if zone == "UTC" and (quiet or digest):
        lines.append("-# These times are in UTC. If your clock shows something else, set your time zone.")
    if is_fixed(contact.zone):
        lines.append(
            f"-# Your time zone is {zone}: no summer time. If your clocks change, use a city instead."
        )
    return "\n".join(lines)


def hour(at: str) -> str:
    """An entry of a menu of hours, as ``22:00 (10 pm)``; ``at`` is the time as it is stored."""
    hours, minutes = map(int, at.split(":"))
    past = f":{minutes:02}" if minutes else ""
    return f"{at} ({(hours - 1) % 12 + 1}{past} {'pm' if hours >= 12 else 'am'})"


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


def is_it(at: datetime, zone: str) -> str:
    """Asks a typed zone back by the time that its clocks show."""
    return (
        f"**Not changed yet:** it's **{at:%H:%M}** now in {zone}, right?\n"
        "-# If that's what your clock shows, everything you filled in is set."
    )


THAT_TIME = "Yes, set it"
ANOTHER_ZONE = "No, change the zone"


def shown_there(at: datetime) -> str:
    """The time that clocks in a city show."""
    return f"{at:%H:%M} there now"


# --- a player's: what boards look like ---------------------------------------------------------------

LOOK = "Your board theme"
AS_SERVER = "Each server's own theme"


AS_TEXT: Final = "Boards only you see come as text."


def boards(theme: str | None, *, as_text: bool) -> str:
    """The look of boards for one person, in a line."""
    if as_text:
        return "**Boards:** as text"
    named = "each server's theme" if theme is None else THEMES[theme].name
    return f"**Boards:** {named}, as pictures"


def look(theme: str | None, *, as_text: bool) -> str:
    """The look of boards for one person, who may want them ``as_text``, and what comes of it."""
    if theme is None:
        more = AS_TEXT if as_text else "Your choice changes only what you see."
        return f"**Board theme:** each server's own.\n-# {more}"
    more = AS_TEXT if as_text else THEMES[theme].sentence
    return f"**Board theme:** {THEMES[theme].name}, on boards that only you see.\n-# {more}"


# --- a player's: being away --------------------------------------------------------------------------


def away(left: int, until: datetime | None) -> str:
    """The days a player is away, or has left for it, in a line."""
    if until is not None:
        return f"**You're away** until {when(until)}"
    return f"**Vacation:** {_left(left).removesuffix('.')}"


def away_told(left: int, until: datetime | None) -> str:
    """The same, with what comes of it."""
    if until is not None:
        now = "Until then, your clocks of days are stopped, and your opponents can see when you'll be back."
        return f"{away(left, until)}.\n-# {now} {_left(left)} {_BEGUN}"
    then = "Your clocks of days stop until you're back, and your opponents see when that is."
    return f"{away(left, until)}.\n-# {then} {_BEGUN}"


_BEGUN: Final = "Part of a day counts as a full day."


def _left(days: int) -> str:
    return f"{counted(days, 'day')} left this year." if days else "No days left this year."


def away_label(days: int) -> str:
    """The label of the button that takes so many days away."""
    return counted(days, "day")


COME_BACK = "I'm back"
BACK_ALREADY = "You're already back."
