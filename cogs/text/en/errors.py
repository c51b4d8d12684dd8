"""Texts about what went wrong or is refused: what, why, what now.

Those of a ``Problem`` are called like it. One that tells facts of a refusal is a function of them, and is
given all that are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from cogs.text.en import community, match_kinds, time
from cogs.text.en.phrases import counted, mention, moment, permissions, sentence, title
from matches.lifecycle import oops
from matches.model import Match, MatchFacts, OfferKind, UserId
from matches.players import Computer
from matches.requirements import LATELY, Points
from services.spectators import MOST_WATCHED, MOST_WATCHERS

DAMAGED_MATCH = (
    "This match can't be shown: its record is damaged. The bot's owner can repair it. "
    "Your other matches are fine: `/matches` shows them."
)


def not_shown_in_list(count: int) -> str:
    """Some matches are missing from a list."""
    if count == 1:
        return "-# 1 match can't be shown: its record is damaged. The bot's owner can repair it."
    return f"-# {count} matches can't be shown: their records are damaged. The bot's owner can repair them."


NOT_A_PLAYER = "Only the two players of this match can do that. `/help` shows how to start your own."
OLD_CARD = "That card is old and doesn't work anymore. `/matches` shows your matches, `/help` all the rest."
MOVED_ON_UNSEEN = (
    "That card is old, and you can't see the match as it is now: it's private, or in a channel that's "
    "hidden from you. `/play` finds challenges that you can accept."
)
NOT_POSSIBLE_UNSEEN = (
    "You can't do that: the match is private, or in a channel that's hidden from you. `/matches` shows yours."
)
NO_SUCH_ID = "Nobody and nothing has that number. Choose from what's suggested, or copy the ID again."
NO_SUCH_MATCH = "There's no such match. `/matches` shows yours."
ONLY_IN_SERVER = "Challenge people in a server channel: I can't see who else is in a DM."
STORE_UNAVAILABLE = (
    "My database isn't answering right now, so nothing was changed. Please try again in a minute; "
    "if it keeps happening, tell the bot's owner."
)
WHO_IS_THAT = "Discord didn't tell me who that is. Start typing the name, then pick the person from the list."
WHAT_IS_THAT = "Discord didn't tell me what you picked. Pick it again."
NOT_HERE = "I can't use this channel. Try a normal text channel."
COMMAND_LEFT_BEHIND = (
    "This command isn't mine: a bot that ran here before me left it in this server. I'm removing it. "
    "If there's another one with its name, use that; if you still see both in a minute, restart Discord."
)
COMMAND_CHANGED = (
    "This command was updated, and your Discord still shows the old version. "
    "Restart Discord (or reload the page), then try again."
)


NOBODY_THERE = "Discord didn't tell me who you are. Please try again."
NOT_HEARD = "Discord was too slow, and nothing was changed. Please try again."
DISCORD_FAILED = (
    "Discord didn't answer me properly just now. If the board doesn't show your move, try again in a minute."
)


def bad_action(reason: str, command: str) -> str:
    """An action that cannot be played. ``reason`` comes from the rules and lacks a capital and a stop."""
    return f"{sentence(reason).rstrip('.')}. `/{command} move` suggests what's possible."


def option_too_long(option: str, longest: int) -> str:
    """Something typed into a command that is not read."""
    return f"`{option}:` can be {longest} characters at most. Please shorten it."


def field_too_long(longest: int) -> str:
    """Something written into a form that is not read."""
    return f"A field of this form can be {longest:,} characters at most. Please shorten it."


def too_many_running(user: UserId, limit: int, *, own: bool) -> str:
    """``user`` has as many running matches as one person may have; ``own``: that is the reader."""
    several = "running match" if limit == 1 else "running matches"
    if own:
        return (
            f"You already have {limit} {several}, and that's the limit. "
            "Finish one first: `/matches` shows yours."
        )
    return (
        f"{mention(user)} already has {limit} {several}, and that's the limit. "
        "Try again when one of them is over, or play somebody else."
    )


def no_match_here(command: str) -> str:
    """No match could be meant."""
    return f"You have no running match. Start one with `/{command} challenge`."


def add_me_first(thread: int, me: int) -> str:
    """A private thread that the bot isn't in; ``me`` is its own id."""
    return (
        f"I'm not in <#{thread}>, so I can't post there. Add me to this thread first: mention <@{me}> in it, "
        "then try again."
    )


def permissions_missing(names: Sequence[str], channel: int) -> str:
    """Something the bot may not do; the names are Discord's."""
    return (
        f"I can't play in <#{channel}>: I need {permissions(names)}. "
        "Ask a server admin to change that, or use another channel."
    )


def not_shown(match: Match, why: str) -> str:
    """A change that is stored but could not be posted."""
    if match.alone and match.shown.card is None:
        return f"Your match is saved ({title(match)}), but I couldn't post it: {why} I'll keep trying."
    return f"Your move is saved, but I couldn't post it in {title(match)}: {why} I'll keep trying."


WHY_FORBIDDEN = "I'm not allowed to post there."
WHY_GONE = "the channel or thread is gone."
WHY_DISCORD = "Discord didn't accept it."
WHY_ELSEWHERE = "that server's part of me is catching up."
WHY_STORE = "my database isn't answering right now."


def why_missing(names: Sequence[str]) -> str:
    """Not allowed to post, and what is missing."""
    return f"I need {permissions(names)}."


SUPPORT: Final = "Support"
"""The button to the place where the bot's host helps people."""


def bug(reference: str) -> str:
    """An unexpected error, with the reference that is in the log."""
    return (
        "Something went wrong on my side. Nothing is lost: please try again. If it happens again, give "
        f"the bot's owner this reference: `{reference}`."
    )


# --- not theirs, not now -------------------------------------------------------------------------


def not_your_turn(match: Match, to_act: str, reader: UserId | None) -> str:
    """The reader acted on the other side's turn."""
    player = match.player_of(to_act)
    theirs = f"It's {mention(player)}'s turn ({to_act})."
    if isinstance(player, Computer):
        theirs = f"It's {to_act}'s turn: {mention(player)}."
    return f"{theirs} You're next." if reader in match.users else theirs


def not_for_you(match: MatchFacts, reader: UserId | None) -> str:
    """The reader pressed a challenge's button that is meant for the other person."""
    challenger = mention(match.challenger)
    if match.opponent is None:
        return f"Only {challenger} can withdraw this challenge. You can accept it, though."
    opponent = mention(match.opponent)
    if match.challenger.user_id == reader:
        return f"That's your own challenge. {opponent} has to accept it; you can withdraw it under **⋯**."
    if match.opponent.user_id == reader:
        return f"That's {challenger}'s challenge, so only they can withdraw it. You can decline it."
    return f"This challenge is for {opponent}, so only they can answer it."


OWN_OPEN_CHALLENGE = (
    "That's your own challenge. Somebody else has to accept it; you can withdraw it under **⋯**."
)
SOMEBODY_ELSES = "Only the two players of this match can do that. You can watch it, though:"

# --- beginning a match ---------------------------------------------------------------------------


def too_many_challenges(limit: int, **_: Any) -> str:
    """The limit of open challenges is reached."""
    return (
        f"You already have {limit} challenges waiting for an answer, and that's the limit. "
        "Withdraw one (see `/matches`) or wait for an answer."
    )


def posted_often(limit: int, until: datetime, **_: Any) -> str:
    """Too many challenges and simuls, one after another."""
    return (
        f"You've posted {limit} challenges and simuls within ten minutes that nobody has taken up, and "
        f"that's the limit. You can post the next one {moment(until)}. Until then, `/play` finds what "
        "you can accept."
    )


def too_many_matches(limit: int, **_: Any) -> str:
    """The limit of a server is reached."""
    several = "match" if limit == 1 else "matches"
    return (
        f"You have {limit} {several} in this server, and that's the limit here. "
        "Finish one, or withdraw a challenge (see `/matches`)."
    )


WEEKENDS_TOO_FAST: Final = (
    "*Pause at weekends* is for slow matches. Choose a pace of a day or more, or leave it out."
)
NO_CLOCK_TO_PAUSE: Final = (
    "Without a clock there's nothing to pause at weekends. Choose a pace, or leave *Pause at weekends* out."
)


def unmet_rating(match: Match, own: Points, theirs: Points, **_: Any) -> str:
    """A challenge asks for a rating near that of its challenger."""
    mine, other = (
        community.marked(one.points, provisional=one.provisional, bold=False) for one in (own, theirs)
    )
    return (
        f"This challenge is for ratings within {match.terms.requirements.within} of "
        f"{mention(match.challenger)}'s {other} in {match.game.name}, and yours is {mine}. {_OTHERS}"
    )


def unmet_provisional(match: Match, **_: Any) -> str:
    """A challenge asks for a rating that is known well."""
    return (
        f"This challenge is for players with a settled rating, and yours in {match.game.name} is provisional "
        f"(?): a few more rated matches change that. {_OTHERS}"
    )


_OTHERS: Final = "`/play` finds the ones that you can accept."
UNMET_TIMEOUTS: Final = (
    "This challenge is for players with few timeouts, and you've lost several of your last "
    f"{LATELY} matches on time. {_OTHERS}"
)


def rematch_offered(rematch: Match, **_: Any) -> str:
    """A rematch was offered before, or the second match of a set follows."""
    if rematch.second_of_set:
        return match_kinds.second_of_set_exists(rematch)
    if rematch.alone:
        return f"There's already a rematch: {title(rematch)}. `/matches` shows where it is."
    home = None if rematch.shown.direct else rematch.shown.home
    return f"A rematch was already offered: {title(rematch)}, in <#{home or rematch.channel_id}>."


# --- the computer, practice, reviews -------------------------------------------------------------

COMPUTER_OFF: Final = (
    "The computer doesn't play here: a server admin or the bot's owner has switched it off. Challenge a "
    "person, or let anyone accept."
)


def computer_yours(limit: int, **_: Any) -> str:
    """The limit of a person's matches alone is reached."""
    return (
        f"You already have {counted(limit, 'match', 'matches')} running against the computer or as "
        "practice, and that's the limit. Finish or end one first: `/matches` shows them."
    )


def computer_servers(limit: int, **_: Any) -> str:
    """The limit of a server's matches alone is reached."""
    return (
        f"{counted(limit, 'match', 'matches')} against the computer are running in this server, and "
        "that's the limit. Try again once one has ended, or challenge a person."
    )


NO_HINT: Final = (
    "Hints are for matches against the computer and for practice. In a match between two people you're on "
    "your own."
)
PRACTICE_RUNNING: Final = "That match is still running. You can play on from its positions once it's over."
PRACTICE_OVER: Final = (
    "The match is over in this position. Step back to an earlier one and play on from there."
)
REVIEW_GOES_ON: Final = "This match isn't over yet. Its review is here once it is."
REVIEW_TOO_SHORT: Final = (
    "This match ended before there was much to look at: a review needs at least two turns from each side."
)

# --- taking back ---------------------------------------------------------------------------------

NOTHING_TO_TAKE_BACK: Final = (
    "There's nothing to take back: you can only take back moves of your own turn, until it ends."
)


def take_back_limit(limit: int, **_: Any) -> str:
    """As much was taken back in one turn as one may."""
    return (
        f"You've taken back {limit} times this turn, and that's the limit. "
        "Play on, or end your turn as it is."
    )


def oops_late(match: Match, **_: Any) -> str:
    """A turn was made too long ago to be taken back without asking."""
    return f"That was more than {time.span(oops.within(match))} ago. {_ASK_INSTEAD}"


_ASK_INSTEAD: Final = "`/match deed:takeback` asks your opponent."
OOPS_NOT_HERE: Final = "This match was agreed without takebacks."
OOPS_OVERTAKEN: Final = f"Too late: the match has gone on since that move. {_ASK_INSTEAD}"
OOPS_AGAIN: Final = f"You've taken this turn back once already. {_ASK_INSTEAD}"
OOPS_USED_UP: Final = (
    f"You've taken {oops.MOST} moves back like this, and that's all in one match. {_ASK_INSTEAD}"
)
OOPS_TIME_IS_UP: Final = f"Your time for that move is up by now, so you'd lose it. {_ASK_INSTEAD}"
OOPS_ANSWERED: Final = (
    f"Your opponent's answer was said in advance, so it has been played already. {_ASK_INSTEAD}"
)
OOPS_SAID: Final = f"You said that move in advance, so it can't be taken back like this. {_ASK_INSTEAD}"

# --- asking the other player ---------------------------------------------------------------------

NOBODY_TO_ASK: Final = (
    "You play both sides here, so there's nobody to ask. **Take back** under the board takes back any move."
)


def offer_not_here(kind: OfferKind, **_: Any) -> str:
    """The game, or what was agreed, leaves no room for an offer."""
    return _NOT_HERE[kind]


def offer_of_nothing(kind: OfferKind, **_: Any) -> str:
    """An offer would change nothing now."""
    return _NOTHING[kind]


_NO_CLOCK: Final = "This match has no clock, so there's nothing to pause. Take your time."
_NOT_HERE: Final[Mapping[OfferKind, str]] = {
    OfferKind.DRAW: "This game has no draws, so you can't offer one.",
    OfferKind.TAKE_BACK: OOPS_NOT_HERE,
    OfferKind.PAUSE: _NO_CLOCK,
    OfferKind.GO_ON: _NO_CLOCK,
}
_NOTHING: Final[Mapping[OfferKind, str]] = {
    OfferKind.TAKE_BACK: "You have no finished turn to take back yet.",
    OfferKind.PAUSE: "The match is already paused.",
    OfferKind.GO_ON: "The match isn't paused, so you can just play on.",
}
OFFER_ASKED: Final = "You've already asked for that. You can ask again after your next move."
OFFER_ANSWER_FIRST: Final = "Your opponent has asked you something: accept or decline that first."
OFFER_GONE: Final = "There's nothing to answer anymore: it was answered, or somebody has moved."
OFFER_OWN: Final = "That was your own request: your opponent has to answer it."

# --- the end of a match --------------------------------------------------------------------------

GETS_SOMEWHERE: Final = time.NOT_NOWHERE


def record_full(limit: int, **_: Any) -> str:
    """No more fits into a record."""
    return (
        f"This match has reached its limit of {limit:,} moves and other events, so it can only be ended now: "
        "resign, agree on a draw, agree to cancel it, or claim the win if time is up. "
        "A server admin can end it too."
    )


# --- what administrators do ----------------------------------------------------------------------


def own_match(match: Match, **_: Any) -> str:
    """An administrator plays in the match that they want to decide."""
    return (
        f"You're playing in {title(match)} yourself, so you can't end, cancel, close, rewind or hand it "
        "over. Another server admin can: anyone with the **Manage Server** permission."
    )


def no_such_turn(last: int, **_: Any) -> str:
    """A number of turns to which a match cannot be taken back."""
    if last < 0:
        return "Nobody has moved in this match yet, so there's nothing to take back."
    return f"Pick the move to go back to: 0 (the start) to {last}."


PLAYED_ALONE: Final = (
    "Somebody practises here alone, playing both sides, so there's no side to hand over. "
    "You can cancel the match with `/server match`."
)
PICK_IS_IN: Final = (
    "One player's secret pick is in, so nobody can take over a side until both are. "
    "Wait for the other pick, or cancel the match with `/server match`."
)

# --- watching, sharing, blocking -----------------------------------------------------------------

WATCH_OWN: Final = "You're playing in this match, so you hear about it anyway. `/settings` says how."
WATCH_COMPUTER: Final = (
    "Matches against the computer are played in private, so you can't watch them. `/matches` shows "
    "the ones you can."
)
WATCH_ACROSS: Final = (
    "This match is between two servers, and those can't be watched. `/matches` shows the ones you can."
)
BETWEEN_SERVERS: Final = (
    "This match is between two servers, so the admins of one can't decide it. Its players can end it, and "
    "the bot's host can cancel it. "
    "`/server match` takes it out of this server."
)
NO_REMATCH_ACROSS: Final = (
    "A match between two servers has no rematch. Post a new challenge for other servers "
    "too, or look for one with `/play`."
)
ACROSS_OFF: Final = (
    "This server doesn't play other servers. A server admin can turn that on: `/server set across:on`."
)
ACROSS_NOT_CHOSEN: Final = (
    "You've turned matches with people in other servers off. Turn them on in `/settings` first: people there "
    "will see your display name."
)
ACROSS_BLOCKED: Final = "That match isn't possible. `/play` finds others."
ACROSS_OPEN_ONLY: Final = (
    "*Players in other servers too* is for open challenges of a single match. Leave it out to challenge "
    "somebody by name, to play the computer or to play a set."
)
ACROSS_NOT_PRIVATE: Final = (
    "A match with somebody in another server can't be private: each of you plays in a channel of your own "
    "server. Leave out *Private* or *Players in other servers too*."
)
NOT_TO_SHARE: Final = (
    "This match is private, so I don't share it or post it outside its thread. Its record is yours to keep: "
    "`/match deed:record`."
)
PLACE_CLOSED: Final = "This match is out of this server already: its place here was closed."
WATCH_NOT_RUNNING: Final = "That match isn't running. `/matches` shows the ones that are."
WATCH_TOO_MANY: Final = (
    f"You're already watching {MOST_WATCHED} matches, the limit. Stop one with `/match deed:unwatch`."
)
WATCH_FULL: Final = (
    f"{MOST_WATCHERS} people are already watching this match, and that's the limit. "
    "You can look at it at any time with `/matches`."
)


def too_many_codes(limit: int, until: datetime, **_: Any) -> str:
    """Too many codes that open nothing, one after another."""
    return (
        f"You've tried {limit} codes in an hour that don't open a match, and that's the limit. You can try "
        f"again {moment(until)}. It's best to ask the player who shared the match for the code."
    )


IMPORT_GONE: Final = (
    "I no longer have that record: I keep only your last few, for a month. `/open` opens it again."
)
LINES_FORBIDDEN: Final = (
    "This match was agreed without an analysis board, so its players have none until it's over. "
    "**Board** shows every position so far."
)


def lines_full(limit: int, **_: Any) -> str:
    """A tree of lines with as many nodes as it may have."""
    return (
        f"Your lines here have {limit} moves in all, and that's the limit. Delete a line that you don't need "
        "any more, then go on."
    )


BLOCK_SELF: Final = "You can't block yourself."
BLOCK_BOT: Final = "Bots don't play here, so there's nothing to block."
BLOCK_ALREADY: Final = "They're already blocked. Undo it on their `/profile`."
BLOCK_NONE: Final = "They aren't blocked. `/settings` lists the people you've blocked."
