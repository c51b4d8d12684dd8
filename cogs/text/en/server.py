"""Every sentence for those who manage a server: its settings, and what they do to matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cogs.text.en import community, time, watching
from cogs.text.en.match import title, to_board
from cogs.text.en.phrases import cannot_post, counted, link, listed, mention, permissions, sentence
from engines import GAMES, Side
from imaging import DEFAULT_THEME, THEMES
from matches.errors import OpponentProblem
from matches.guilds import settings as guild_settings
from matches.guilds.settings import (
    CHANNELS,
    GAMES_KEY,
    MOST_TIERS,
    NEVER,
    OFF,
    ON,
    ROLES,
    GuildRules,
    OldCards,
    SettingPage,
)
from matches.model import Match, MatchFacts, UserId
from matches.ratings.leaderboard import LEAST_RATED
from matches.time.pace import DEFAULT_PACE, Pace

# --- the settings ------------------------------------------------------------------------------------

PAGES: Mapping[SettingPage, str] = {
    SettingPage.WHO_PLAYS: "Who can play",
    SettingPage.PLACES: "Where matches live",
    SettingPage.TIME_AND_LOOK: "Time and look",
    SettingPage.ANNOUNCEMENTS: "Announcements",
    SettingPage.ROLES: "Roles",
}
"""The titles of the panel's pages."""
PAGE_BUTTONS: Mapping[SettingPage, str] = {
    SettingPage.WHO_PLAYS: "Players…",
    SettingPage.PLACES: "Places…",
    SettingPage.TIME_AND_LOOK: "Look…",
    SettingPage.ANNOUNCEMENTS: "News…",
    SettingPage.ROLES: "Roles…",
}
"""The labels of the buttons that lead to them, short enough to stand beside their settings."""
ON_OR_OFF: Final[Mapping[str, str]] = {ON: "on", OFF: "off"}


@dataclass(frozen=True, slots=True)
class FormText:
    """A form with one field."""

    title: str
    """The label of the button that opens it, too."""
    label: str
    description: str
    example: str


@dataclass(frozen=True, slots=True)
class SettingText:
    """The words of one setting."""

    name: str
    option: str = ""
    """The description of its option of ``/server set``."""
    sentence: Callable[[GuildRules], str] | None = None
    """The setting as it is; for one of ``words`` its name and that word, if this is None."""
    brief: Callable[[GuildRules], str] | None = None
    """The same in a few words, without names of channels and roles; its name and its word if this is None."""
    words: Mapping[str, str] = field(default_factory=lambda: ON_OR_OFF)
    """Its values to choose from, by what is stored."""
    prompt: str = ""
    """In its menu while nothing is chosen; its name if empty."""
    off: str = ""
    """The label of the button that takes it away."""
    form: FormText | None = None
    """For values that no menu has."""


def setting_sentence(key: str, rules: GuildRules, troubles: Sequence[str] = ()) -> str:
    """One setting of a server as it is, and what stands in its way."""
    said = SETTINGS[key]
    if said.sentence is not None:
        return " ".join([said.sentence(rules), *troubles])
    word = guild_settings.SETTINGS[key].write(getattr(rules, key))
    return " ".join([f"**{said.name}:** {said.words[str(word)]}.", *troubles])


def _in_brief(key: str, rules: GuildRules) -> str:
    """One setting of a server in a few words; empty where another one's say it."""
    said = SETTINGS[key]
    if said.brief is not None:
        return said.brief(rules)
    word = guild_settings.SETTINGS[key].write(getattr(rules, key))
    return f"{said.name[:1].lower()}{said.name[1:]} {said.words[str(word)]}"


def _on_off_brief(key: str, name: str) -> Callable[[GuildRules], str]:
    """The brief words of a setting that is off while it is None."""
    return lambda rules: f"{name} {ON_OR_OFF[OFF if getattr(rules, key) is None else ON]}"


def _allowed_brief(key: str, one: str) -> Callable[[GuildRules], str]:
    """The brief words of what is allowed: how many, or all."""
    return lambda rules: counted(len(named), one) if (named := getattr(rules, key)) else ALL_ALLOWED[key]


def prompt(key: str) -> str:
    """The words in a setting's menu while nothing is chosen."""
    return SETTINGS[key].prompt or SETTINGS[key].name


def _results(rules: GuildRules) -> str:
    where = "not announced" if rules.results is None else f"announced in <#{rules.results}>"
    return f"**Results and champions:** {where}."


def _weekly(rules: GuildRules) -> str:
    where = "off" if rules.weekly is None else f"in <#{rules.weekly}>, {watching.WEEKLY_WHEN}"
    return f"**Weekly summary:** {where}."


def _pinned(rules: GuildRules) -> str:
    where = "off" if rules.pinned is None else f"in <#{rules.pinned}>"
    return f"**Front door:** {where}."


def _champions(rules: GuildRules) -> str:
    what = "get no role" if rules.champion is None else f"wear <@&{rules.champion}>"
    return f"**Champions** {what}."


def _tournament_role(rules: GuildRules) -> str:
    also = "" if rules.tournament_role is None else f" and <@&{rules.tournament_role}>"
    return f"**Tournaments:** created by admins{also}."


def _across(rules: GuildRules) -> str:
    return f"**Other servers:** {ON_OR_OFF[ON if rules.across else OFF]}."


def _tiers(rules: GuildRules) -> str:
    if not rules.tiers:
        return "**Roles by rating:** none."
    named = listed([f"<@&{tier.role}> from {tier.least}" for tier in rules.tiers])
    whose = f"in {GAMES[rules.tier_game].name}" if rules.tier_game else "in their best game"
    who = f"{whose}, once ranked here ({LEAST_RATED} rated matches)."
    return f"**Roles by rating:** {named} {who}"


def _home(rules: GuildRules) -> str:
    if rules.home is None:
        return "**Matches** are played in the channel of their challenge."
    return f"**Matches** are all played in <#{rules.home}>."


def _put_away(rules: GuildRules) -> str:
    word = guild_settings.SETTINGS["archive"].write(rules.archive)
    return f"**Threads of finished matches** are archived {PUT_AWAY[str(word)]}."


def _pace(rules: GuildRules) -> str:
    said = f"**Time control:** {time.pace(rules.pace)}, unless agreed otherwise."
    if rules.pace.is_bank:
        said += f" {time.bank_means(rules.pace)}"
    return said if rules.pace.timed else said + UNRATED_WITHOUT_CLOCK


def _theme(rules: GuildRules) -> str:
    return THEMES.get(rules.theme or DEFAULT_THEME, THEMES[DEFAULT_THEME]).name


def _allowed(key: str, named: Iterable[int | str]) -> str:
    words = [name_allowed(key, value) for value in sorted(named, key=str)]
    if len(words) > MOST_NAMED:
        words[MOST_NAMED:] = [f"{len(words) - MOST_NAMED} more"]
    return f"only {listed(words)}" if words else ALL_ALLOWED[key]


def name_allowed(key: str, value: int | str) -> str:
    """A channel, a role or a game."""
    return {CHANNELS: f"<#{value}>", ROLES: f"<@&{value}>"}.get(key) or GAMES[str(value)].name


MOST_NAMED: Final = 8
"""Channels, roles or games that are listed by name: all of them fit a phone."""
ALL_ALLOWED: Mapping[str, str] = {CHANNELS: "every channel", ROLES: "everyone", GAMES_KEY: "all games"}
UNRATED_WITHOUT_CLOCK: Final = " Without a clock matches are unrated."
USUAL_PACE: Final = f"Default: {time.pace(DEFAULT_PACE)}"
NO_LIMIT = "No limit"
OLD_CARDS: Mapping[str, str] = {
    OldCards.PICTURE: "keep their picture",
    OldCards.SMALL: "keep a small picture",
    OldCards.TEXT: "keep only their text",
}
PUT_AWAY: Mapping[str, str] = {
    "1": "after an hour",
    "6": "after 6 hours",
    "24": "after a day",
    "72": "after 3 days",
    "168": "after a week",
    NEVER: "when Discord decides",
}
SETTINGS: Mapping[str, SettingText] = {
    "games": SettingText(
        "Allowed games",
        sentence=lambda rules: f"**Games:** {_allowed(GAMES_KEY, rules.games)}.",
        prompt="Limit play to these games",
        off="Allow all games",
        brief=_allowed_brief(GAMES_KEY, "game"),
    ),
    "channels": SettingText(
        "Allowed channels",
        sentence=lambda rules: f"**Channels:** {_allowed(CHANNELS, rules.channels)}.",
        prompt="Limit play to these channels",
        off="Allow every channel",
        brief=_allowed_brief(CHANNELS, "channel"),
    ),
    "roles": SettingText(
        "Allowed roles",
        sentence=lambda rules: f"**Roles:** {_allowed(ROLES, rules.roles)}.",
        prompt="Limit play to these roles",
        off="Allow everyone",
        brief=_allowed_brief(ROLES, "role"),
    ),
    "most": SettingText(
        "Matches per player",
        option="How many matches a player can have here at once (0: no limit)",
        sentence=lambda rules: (
            f"**Matches per player:** {'no limit' if rules.most is None else f'at most {rules.most}'}."
        ),
        form=FormText(
            *("Another number", "Matches per player", "At the same time. 0 means no limit."), example="15"
        ),
        brief=lambda rules: "no limit" if rules.most is None else f"at most {rules.most} matches each",
    ),
    "computer": SettingText(
        "Matches against the computer",
        option="Can people play the computer here? (default: on)",
        brief=lambda rules: f"computer {ON_OR_OFF[ON if rules.computer else OFF]}",
    ),
    "ladders": SettingText(
        "Ladders", option="Are there ladders here? (default: open)", words={ON: "open", OFF: "closed"}
    ),
    "tournament_role": SettingText(
        "Role that creates tournaments",
        option="Role whose members can create tournaments, besides server admins",
        sentence=_tournament_role,
        prompt="Role that can create tournaments",
        off="Only server admins",
        brief=lambda rules: (
            f"tournaments by {'admins' if rules.tournament_role is None else 'admins and a role'}"
        ),
    ),
    "across": SettingText(
        "Other servers",
        option="Can people play members of other servers?",
        sentence=_across,
        brief=lambda rules: f"other servers {ON_OR_OFF[ON if rules.across else OFF]}",
    ),
    "home": SettingText(
        "Home of all matches",
        option="One channel or forum for all matches of this server",
        sentence=_home,
        prompt="One channel or forum for all matches",
        off="No home",
        brief=lambda rules: "where they begin" if rules.home is None else "all in one channel",
    ),
    "old_cards": SettingText(
        "Earlier boards",
        option="What stays of a match's earlier boards once the next one is out",
        sentence=lambda rules: f"**Earlier boards** lose their buttons and {OLD_CARDS[rules.old_cards]}.",
        words=OLD_CARDS,
        prompt="What stays of earlier boards",
    ),
    "archive": SettingText(
        "Archiving of finished threads",
        option="When a finished match's thread is archived (default: after a day)",
        sentence=_put_away,
        words=PUT_AWAY,
        prompt="When finished threads are archived",
        brief=lambda rules: (
            f"threads archived {PUT_AWAY[str(guild_settings.SETTINGS['archive'].write(rules.archive))]}"
        ),
    ),
    "pace": SettingText(
        "Time control",
        option="Default time control: per move (3d, 30m), a time bank (5d+12h<7d), none",
        sentence=_pace,
        prompt="Default time control",
        form=FormText(
            "Another time control",
            "Time control",
            "Per move (3d, 30m), a time bank (5d+12h<7d), or none.",
            "5d+12h<7d",
        ),
        brief=lambda rules: time.pace(rules.pace),
    ),
    "season": SettingText(
        "Season length",
        option="How long a leaderboard season lasts (default: a month)",
        sentence=lambda rules: f"**Seasons** last {community.SEASON_KINDS[rules.season]}.",
        words={kind.value: name for kind, name in community.SEASON_KINDS.items()},
        prompt="How long a season lasts",
        brief=lambda rules: f"seasons of {community.SEASON_KINDS[rules.season]}",
    ),
    "theme": SettingText(
        "Board theme",
        option="Board theme here (each player can pick their own)",
        sentence=lambda rules: f"**Board theme:** {_theme(rules)}.",
        brief=_theme,
    ),
    "results": SettingText(
        "Results channel",
        option="Channel for results and champions",
        sentence=_results,
        prompt="Channel for results and champions",
        off="No announcements",
        brief=_on_off_brief("results", "results"),
    ),
    "weekly": SettingText(
        "Weekly summary",
        option=f"Channel for the weekly summary (no ping), {watching.WEEKLY_WHEN}",
        sentence=_weekly,
        prompt="Channel for the weekly summary",
        off="No weekly summary",
        brief=_on_off_brief("weekly", "weekly summary"),
    ),
    "pinned": SettingText(
        "Front door",
        option="Channel for a pinned, always up-to-date front door: ways to play, challenges, matches",
        sentence=_pinned,
        prompt="Channel for the front door",
        off="No front door",
        brief=_on_off_brief("pinned", "front door"),
    ),
    "champion": SettingText(
        "Champions' role",
        option="Role for a season's champions, until the next season ends",
        sentence=_champions,
        prompt="Role for a season's champions",
        off="No champions' role",
        brief=_on_off_brief("champion", "champions' role"),
    ),
    "tiers": SettingText(
        "Roles by rating",
        option="A role by rating: everyone ranked here with at least this rating gets it",
        sentence=_tiers,
        prompt="Add or change a role by rating",
        off="No roles by rating",
        form=FormText("Role by rating", "Rating it starts at", "0 takes the role off the list.", "1600"),
        brief=lambda rules: counted(len(rules.tiers), "role by rating", "roles by rating"),
    ),
    "tier_game": SettingText(
        "Game of the roles by rating",
        option="The game whose rating counts for these roles (default: the best of all)",
        sentence=lambda _rules: "",  # the line of the roles says it
        prompt="Game whose rating counts",
        brief=lambda _rules: "",
    ),
}
"""The words of the settings, by their keys."""
TIER_FROM: Final = "The rating that the role starts at; 0 takes the role off the list"
RESET: Final = "Put this setting back to its default"

# --- seeing and changing them -------------------------------------------------------------------------

SERVER_TITLE = "### This server's settings"
SERVER_ONLY = (
    "A server's settings can only be changed in that server. Use this command in one of its channels."
)
NOTHING_NAMED = (
    "Pick at least one option, for example `pace:` or `theme:`. With `/server panel` you can see and pick "
    "everything in menus."
)
PANEL_OLD = "This panel is out of date. Open it again with `/server panel`."
REMOVE_TIER = "Remove a role by rating"


def server_page(lines: Iterable[str]) -> str:
    """The settings of a server in ``lines``, and the ways to change them."""
    hint = "-# Change these with `/server panel`, or with `/server set`."
    return "\n".join([SERVER_TITLE, *lines, hint])


def panel_group(page: SettingPage, rules: GuildRules, *, trouble: bool) -> str:
    """The settings of a page in brief, small below its name; ``trouble``: one of them doesn't work."""
    keys = [one.key for one in guild_settings.SETTINGS.values() if one.page is page]
    brief = " · ".join(filter(None, (_in_brief(key, rules) for key in keys)))
    return f"**{'⚠ ' if trouble else ''}{PAGES[page]}**\n-# {sentence(brief)}"


def trouble_of(key: str, rules: GuildRules, said: str) -> str:
    """The trouble that keeps a setting from working, beside it; may be empty."""
    return said.removeprefix(setting_sentence(key, rules)).strip()


def panel_troubles(troubles: Iterable[str]) -> str:
    """The troubles that keep settings from working, small below all of them."""
    return "\n".join(f"-# ⚠ {one}" for one in dict.fromkeys(troubles))


def rated_by(game: str | None) -> str:
    """The game whose rating gives a player a role, as a choice of a menu; None: any."""
    return f"By their rating in {GAMES[game].name}" if game else "By the rating in their best game"


def limit_label(most: int) -> str:
    """A limit of matches as a choice of a menu."""
    return f"At most {most}"


def tier_label(name: str | None, least: int) -> str:
    """A role by rating as a choice of a menu; None: the role is gone."""
    return f"{name or 'A deleted role'} (from {least})"


def too_many_for_a_menu(key: str) -> str:
    """Stands in place of a menu that could not show all that is allowed."""
    return f"-# That's more than a menu can hold. Start over with *{SETTINGS[key].off}*."


def changed(keys: Sequence[str]) -> str:
    """The settings an administrator has changed just now."""
    if not keys:
        return "**No change:** it was already set like that."
    names = [SETTINGS[key].name for key in keys]
    return f"**Changed:** {listed([name[:1].lower() + name[1:] for name in names])}."


def not_changed(reason: str) -> str:
    """Stands below a setting that could not be changed."""
    return f"**Not changed:** {reason}"


# --- what speaks against a value ----------------------------------------------------------------------


def bad_pace(typed: str, reason: str) -> str:
    """A pace that cannot be; ``reason`` is what speaks against it, where it can be read at all."""
    why = "" if reason.startswith("Write ") else f"{reason} "
    return (
        f"“{typed.strip()[:30]}” isn't a time control I know. {why}Pick one from the list, or type none, "
        f"days a move such as 3d, or a time bank such as {_BANK}. {time.bank_means(_BANK)}"
    )


_BANK: Final = Pace.read("5d+12h<7d")


def not_a_number(typed: str, most: int) -> str:
    """A number that cannot be."""
    return f"“{typed.strip()[:30]}” isn't a whole number from 0 to {most}. Try again."


UNKNOWN_CHANNEL = "I can't see that channel: it may be new, or hidden from me. Let me see it, then try again."


def no_announcing(channel: int, names: Sequence[str]) -> str:
    """The bot may not post results in a channel; the names are Discord's permissions."""
    return (
        f"I can't announce results in <#{channel}>: I need {permissions(names)} there. "
        "Change that, then set the channel again."
    )


def no_weekly(channel: int, names: Sequence[str]) -> str:
    """The summary cannot be set to a channel."""
    return (
        f"I can't post the weekly summary in <#{channel}>: I need {permissions(names)} there. "
        "Change that, then set the channel again."
    )


def no_lists(channel: int, names: Sequence[str]) -> str:
    """The refusal of a channel where the bot could not post."""
    return f"<#{channel}> can't be used yet. {cannot_post(names)} Change that, then set the channel again."


def no_home_permissions(channel: int, names: Sequence[str]) -> str:
    """The refusal of a home where the bot may not do all it has to."""
    lacking = listed([f"**{name}**" for name in names])
    return f"I can't run matches in <#{channel}>: I'm missing {lacking} there. Add that, then set it again."


def no_home_tag(channel: int) -> str:
    """The refusal of a forum that requires a tag that the bot may not use."""
    return (
        f"Every post in <#{channel}> needs a tag, and I can't use any of them. Add a tag that isn't limited "
        "to moderators, or stop requiring one, then set it again."
    )


EVERYONE_MAY = "Everyone can play unless you pick a role, so @everyone isn't needed here. Pick another role."

EVERYONE_CREATES: Final = "With @everyone, everybody could create tournaments. Pick another role."


def role_of_its_own(role: int) -> str:
    """A role that can't be given to members, such as a bot's own."""
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


BOTH_OF_TIER: Final = (
    "A role by rating takes both: `tier_role:` for the role, and `tier_from:` for the rating it starts at."
)
TOO_MANY_TIERS: Final = (
    f"There are {MOST_TIERS} roles by rating already. Remove one first: `/server panel` has a menu for it."
)
IS_CHAMPIONS: Final = "That's the champions' role, and it can't be both. Pick another one."


def tier_not_yours_to_give(role: int) -> str:
    """The refusal of a role that the person who names it could not give themselves."""
    return (
        f"You couldn't give <@&{role}> to anyone yourself, so I won't give it by rating either. "
        "You need the **Manage Roles** permission and a role above it."
    )


def not_on_the_list(role: int) -> str:
    """The refusal to take off a role that is not given by rating."""
    return f"<@&{role}> isn't given by rating."


# --- what stands in the way of one that is set ----------------------------------------------------------

CHANNEL_GONE: Final = "That channel is gone or hidden from me: set another one."
ROLE_GONE: Final = "That role is gone: pick another one."
HOME_GONE = "I can't find it anymore, so matches stay in the channel of their challenge."
NO_TAG = (
    "I can't use any of its tags, and it requires one, so matches stay in the channel of their challenge."
)


def allowed_gone(key: str, gone: int, named: int) -> str:
    """So many of the channels or roles that are allowed by name are not there any more."""
    what = "gone or hidden from me" if key == CHANNELS else "gone"
    if gone == named:
        them = "It's" if named == 1 else "They're all"
        return f"{them} {what}, so nobody can play: pick another one, or allow {ALL_ALLOWED[key]} again."
    return f"{gone} of them {'is' if gone == 1 else 'are'} {what}."


def home_lacks(names: Sequence[str]) -> str:
    """The trouble with a home where the bot may not do all it has to; the names are Discord's permissions."""
    lacking = listed([f"**{name}**" for name in names])
    return f"I'm missing {lacking} there, so matches stay in the channel of their challenge."


def cannot_give(*roles: int) -> str:
    """The obstacle to giving roles, shown with the setting and where it is made; empty without any."""
    if not roles:
        return ""
    which, them = (f"<@&{roles[0]}>", "that one") if len(roles) == 1 else (f"{len(roles)} of them", "them")
    return f"I can't give {which} yet: I need the **Manage Roles** permission, and my own role above {them}."


TWO_FACTORS: Final = (
    "Discord refuses this: the server asks moderators for two-factor authentication. My host has to turn it "
    "on for the Discord account that owns me."
)
THREADS_FULL: Final = (
    "This server has as many active threads as Discord allows (1,000), so new matches have none. Archive old "
    "threads, or let me archive those of finished matches sooner."
)


def tiers_gone(number: int) -> str:
    """So many of the roles by rating are not there any more."""
    return "One of these roles is gone." if number == 1 else f"{number} of these roles are gone."


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
    if not match.terms.pace.timed:
        return ""
    if match.terms.pace.is_bank:
        return ", and used time isn't given back"
    return ", and the clock restarts with what was left of that turn"


def after_turn(number: int, words: str) -> str:
    """A point to take a match back to: after a turn, or its start."""
    return f"after move {number}: {words}" if number else "0: the start"


def hand_over_question(match: Match, side: Side, to: UserId) -> str:
    """Asked once before another player takes over a side."""
    leaver = mention(match.player_of(side))
    return f"Have {mention(to)} play {side} in {title(match)} instead of {leaver}? {_SEEN_BY_BOTH}"


def done(match: Match, what: str) -> str:
    """Confirms what an administrator did."""
    return f"{what} {to_board(match)}".strip()


ENDED = "The match is over."
ABORTED = "The match is cancelled."
REWOUND = "The match was taken back."
HANDED_OVER = "The match was handed over."


NOT_AN_ADMIN = (
    "You need the **Manage Server** permission for this. If you had it just now, ask a server admin."
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


# --- /server match ------------------------------------------------------------------------------------

GOVERN: Final = "End, cancel, rewind or hand over a match: pick the match or a player, then what to do"
MATCH_OPTION: Final = "Which match (leave it out for the one played here)"
PLAYER_OPTION: Final = "Whose matches, such as those of somebody who left: paste their ID"
MATCH_OR_PLAYER: Final = "Pick `match:` for one match, or `player:` for all of theirs, but not both."
WHICH_TO_GOVERN: Final = "### Which match?\nPick one, or a player to see theirs."
WHOSE_MATCHES: Final = "Whose matches?"
PICK_MATCH: Final = "Pick a match"
ASK_END: Final = "End…"
ASK_ABORT: Final = "Cancel…"
ASK_ABORT_ALL: Final = "Cancel them all…"
ASK_REWIND: Final = "Rewind…"
ASK_HAND_OVER: Final = "Hand over…"
ASK_CLOSE: Final = "Take it out…"
PICK_TURN: Final = "Go back to …"
READMIT_OPEN: Final = "Players kept out…"


def govern(match: MatchFacts) -> str:
    """Heads what can be done with a match: its name, its players, and the way to it."""
    players = " – ".join(mention(player) for player in match.players)
    return "\n".join(filter(None, [f"### {title(match)}", players, to_board(match)]))


def matches_of(user: UserId, running: Sequence[MatchFacts], own: Sequence[MatchFacts]) -> str:
    """Heads a player's running matches in a server; ``own`` are those that the administrator plays in."""
    many = counted(len(running), "running match", "running matches")
    return "\n".join([f"### {many} of {mention(user)}", *_lines_of(running), *_left_out(own)])


def who_wins(match: MatchFacts) -> str:
    """Asks how to end a match."""
    return f"### End {title(match)}\nWho wins? You're asked once more. It won't count for ratings."


def won_by(match: MatchFacts, way: str) -> str:
    """The label for a way to end a match: a side, or a draw."""
    return "A draw" if way == DRAW else f"{sentence(way)} wins"


def how_far_back(match: MatchFacts) -> str:
    """Asks how far to take a match back."""
    return f"### Rewind {title(match)}\nWhere to? You're asked once more."


def who_takes_over(match: MatchFacts) -> str:
    """Asks who takes over a side."""
    players = "\n".join(f"{sentence(seat.side)}: {mention(seat.player)}" for seat in match.seats)
    return f"### Hand over {title(match)}\n{players}\nWho takes over? You're asked once more."


def takes_over(side: str) -> str:
    """The prompt of the menu of people who can take over a side."""
    return f"Takes over {side} …"


# --- matches between two servers -----------------------------------------------------------------

CLOSE: Final = "Take it out"
NOT_BETWEEN_SERVERS: Final = (
    "That match is this server's alone. With `/server match` you can cancel it, or end it with a winner."
)
NOBODY_CLOSED: Final = (
    "No player of another server is kept out here. `/server match` can take a match of theirs out."
)
READMIT: Final = "### Players of other servers kept out here\nPick one to allow new matches with them again."
WHO_BACK: Final = "Let back in …"


def unnamed(user: UserId) -> str:
    """A player whose name is not known just now."""
    return f"ID {user}"


def close_question(match: Match) -> str:
    """Asked once before the place of a match between two servers is closed."""
    own = listed([mention(user) for user in match.users_here])
    return (
        f"Take {title(match)} out of this server?\nThe match continues: {own} plays it in direct messages, "
        "and the opponent where they play now. No new match with that opponent begins here until you allow "
        "it, with *Players kept out…* in `/server panel`."
    )


def place_closed(match: Match) -> str:
    """The place of a match was closed."""
    return f"{title(match)} is out of this server. It goes on in direct messages."


# --- all matches of one player, such as one who has left -----------------------------------------

MATCHES_NAMED: Final = 10
"""Matches that are listed by name: a message has an end."""

ABORT_ALL: Final = "Cancel them all"


def abort_all_question(
    user: UserId, running: Sequence[MatchFacts], own: Sequence[MatchFacts], *, changed: bool = False
) -> str:
    """Asked once before a user's running matches in a server are cancelled; not the asker's ``own``."""
    many = counted(len(running), "running match", "running matches")
    lines = [f"### Cancel {many} of {mention(user)}?"]
    if changed:
        lines.append("There are more matches than a moment ago, so nothing is cancelled yet.")
    meaning = (
        "Nobody wins, and nothing counts for ratings. Both players of each match will see that you did it."
    )
    return "\n".join([*lines, *_lines_of(running), meaning, "It can't be undone.", *_left_out(own)])


def nothing_runs(user: UserId) -> str:
    """A user has no running match in a server."""
    return f"{mention(user)} has no running match in this server, so there's nothing to cancel."


def only_own_run(own: Sequence[MatchFacts]) -> str:
    """The administrator plays in all running matches of a user."""
    return "\n".join(_left_out(own))


def _left_out(own: Sequence[MatchFacts]) -> list[str]:
    """The lines about matches that go on, since the administrator plays in them."""
    if not own:
        return []
    named, them = listed([title(match) for match in own]), "it" if len(own) == 1 else "them"
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
    return f"- [{title(match)}](<{where}>) · {who}"
