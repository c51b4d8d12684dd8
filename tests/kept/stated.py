"""Rightful differences between what was recorded and what the bot answers today, each with its reason.

Wording is no difference here (see ``wording.py``). Anything else that a change alters on purpose is stated in
``SINCE``, under the newest recording that it differs from: older ones differ as well. It is stated as
narrowly as it is: for the controls whose answers it alters, the parts of an answer as they are compared. What
is not stated is held as before. ::

    _new("The panel leads to the rules.", "gamerules:", "move")
    Difference(
        "The panel is in one order.",
        verbs=frozenset({"move"}),
        alike=sorted,
    )

``alike`` gets what came, recorded and today's in turn, and returns what of it is still compared. Most often
that is all but the controls with some ids: ``_new``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final


@dataclass(frozen=True)
class Difference:
    """One difference: its reason, what stays alike, and the verbs of its controls (none named: all)."""

    reason: str
    alike: Callable[[Sequence[str]], Sequence[str]]
    verbs: frozenset[str] = frozenset()

    def is_about(self, verb: str) -> bool:
        """Whether answers to this kind of control differ so."""
        return not self.verbs or verb in self.verbs


_BOARD: Final = re.compile(
    r'"((?:board|[a-z-]+-\d+-turn-\d+|match-\d+|record|rule-\d+)\.(?:png|gif)) [0-9a-f]{64}"'
)
_ROW: Final = '{"type": 1}'
_TEXT: Final = '{"type": 10}'
_GALLERY: Final = '{"type": 12}'
_RULES: Final = frozenset({"gamerules", "openrules", "rules", "lesson"})
_LESSONS: Final = re.compile(r'\s*(?:\d+|words):|.*"custom_id": "(?:lesson|rulefilm):|.*"start.png ')
_PLAY: Final = re.compile(
    r'.*"custom_id": "(?:challenge(?:who|all|set|open)|computer):|.*"style": 5, .*"url": "https://discord.com/channels/\d+"\}'
)


_ALL_RULES: Final = re.compile(
    r'\s*(?:\d+|words):|.*"custom_id": "(?:allrules|rulefilm|lesson|lines|computer|challenge[a-z]*):'
    r'|.*"style": 5, .*"url": "https://discord.com/channels/\d+"\}'
)
_FAR_EDGE: Final = re.compile(r"names [a-i]13")
_EXPORT: Final = re.compile(r'.*"file": "tidepool\.json')
_CATCH_UP: Final = re.compile(r'\s*\{"custom_id": "catchup:')
_CHALLENGE: Final = "(?:challenge(?:all|set|open|user|pick)|postmine):"
_TURN: Final = re.compile(r'"[a-z-]+-\d+-turn-\d+\.png\b')


def _without(parts: Sequence[str], gone: re.Pattern[str], *, texts: bool = False) -> list[str]:
    """Parts without some, nor the galleries and rows that held only these; with ``texts`` those too."""
    kept = [part for part in parts if not gone.match(part)]
    empty = (_ROW, _GALLERY, *((_TEXT,) if texts else ()))
    return [
        part
        for part, after in zip_longest(kept, kept[1:], fillvalue="")
        if part.strip() not in empty or _deep(after) > _deep(part)
    ]


def _deep(part: str) -> int:
    return len(part) - len(part.lstrip())


def _new(reason: str, ids: str, *verbs: str) -> Difference:
    """The difference that controls came or went: ``ids`` is a pattern, blanks part the verbs."""
    pattern = re.compile(rf'\s*\{{"custom_id": "(?:{ids})')
    return Difference(reason, lambda parts: _without(parts, pattern), frozenset(" ".join(verbs).split()))


_WAY_ON: Final = re.compile(
    r'\s*\{"custom_id": "(?:watch|look):\d+:\d+", "label": "…", "style": 2, "type": 2\}'
)


def _without_ways_on(parts: Sequence[str]) -> Sequence[str]:
    """An answer of one sentence, without the buttons below it and the command in it; others as they are."""
    rest = [part for part in parts if not _WAY_ON.fullmatch(part) and part.strip() != _ROW]
    holds_more = any("custom_id" in part or "media" in part for part in rest)
    if holds_more or [part.strip() for part in rest].count(_TEXT) != 1:
        return parts
    return [part for part in rest if part != "names a command"]


_STEP: Final = re.compile(r'\s*\{"custom_id": "step:(\d+:\d+):\d+((?:\.\d+)*)"')
_PART: Final = re.compile(r'\s*\{"custom_id": "part:(\d+:\d+):((?:\d+\.)*\d+)"')
_ENTRY: Final = re.compile(r"\s*(\d+(?:\.\d+)*):")


def _choices(parts: Sequence[str]) -> list[str]:
    """Parts of an action to choose, by menu or by button, as what they choose, in the order of that."""
    kept, found, menu = list[str](), list[str](), ""
    for part in parts:
        if step := _STEP.match(part):
            menu = f"{step[1]} {step[2].removeprefix('.')}".strip()
        elif menu and (entry := _ENTRY.fullmatch(part.rstrip())):
            found.append(f"{menu}{'.' if menu.count(' ') else ' '}{entry[1]}")
        elif button := _PART.match(part):
            found.append(f"{button[1]} {button[2]}")
        else:
            menu = ""
            kept.append(part)
    if not found:
        return list(parts)
    return [*_without(kept, _NOTHING), *sorted(f"chooses {choice}" for choice in found)]


_NOTHING: Final = re.compile(r"(?!)")

_CARD: Final = re.compile(
    r'\s*\{"custom_id": "(?:move|look|more|end|takeback|agree|refuse|claimtime|extend):\d+:\d+"'
)
_CAN_WAIT: Final = re.compile(r'\s*\{"custom_id": "(?:look|more):')
_URGENT: Final = re.compile(r'\s*\{"custom_id": "(?:agree|claimtime):')


def _card(parts: Sequence[str]) -> list[str]:
    """The buttons of a match's card in one order and no rows; without what gives way to an offer."""
    if not any('"custom_id": "move:' in part for part in parts):
        return list(parts)
    urgent = any(_URGENT.match(part) for part in parts)
    buttons = [part for part in parts if _CARD.match(part) and not (urgent and _CAN_WAIT.match(part))]
    return [*(part for part in parts if not _CARD.match(part) and part.strip() != _ROW), *sorted(buttons)]


_PLAN: Final = re.compile(r'\s*\{"custom_id": "linenow:[1-9]\d*:\d+:0"')
_NEXT: Final = re.compile(r'\s*\{"custom_id": "next:0:0", "label": "…", "style": 2, "type": 2\}')
_PRIVATE: Final = re.compile(r"(?:edited (\d+)|new) in .* for \w+:")
"""What opens a private message, with its number if it was there before."""
_CHANGE: Final = ("new ", "edited ", "gone ")


def _without_next(parts: Sequence[str]) -> list[str]:
    """An answer that only leads to the next match as if the panel had gone, or nothing had been answered."""
    kept, at = list[str](), 0
    while at < len(parts):
        head, start = parts[at], at
        at = next((n for n in range(at + 1, len(parts)) if parts[n].startswith(_CHANGE)), len(parts))
        within = [part for part in parts[start + 1 : at] if part.strip() not in (_ROW, _TEXT)]
        within = [part for part in within if not _PLAN.match(part)]
        private = _PRIVATE.fullmatch(head)
        if private and len(within) == 3 and _NEXT.fullmatch(within[-1]):
            kept += [f"gone {private[1]}"] if private[1] else []
        else:
            kept += parts[start:at]
    return kept


_PIECE: Final = re.compile(r"chooses \d+:\d+ \d+")


def _without_pieces(parts: Sequence[str]) -> list[str]:
    on_card = any('"custom_id": "move:' in part for part in parts)
    return [part for part in parts if not (on_card and _PIECE.fullmatch(part))]


def _rematch(parts: Sequence[str]) -> list[str]:
    """Where a match can be played again: no matter in which place of the server that is offered."""
    if not any('"custom_id": "rematch:' in part for part in parts):
        return list(parts)
    placed = (re.sub(r"new in “.*”:", "new in the server:", part) for part in parts)
    return [part for part in placed if not part.startswith("names <#")]


_OOPS: Final = re.compile(r'\s*\{"custom_id": "oops:')


_SINCE_THE_FIRST: Final[tuple[Difference, ...]] = (
    _new("A turn that was just made can be taken back, wherever its player is answered privately.", "oops:"),
    Difference(
        "A private refusal takes the place of the one before it, which goes.",
        alike=lambda parts: [part for part in parts if part != "gone a new one"],
    ),
    Difference(
        "A card has one row of buttons, Move before End turn; an offer takes the place of Board and More.",
        alike=_card,
    ),
    Difference(
        "What can be chosen of an action are buttons where they were entries of menus: the same choices.",
        alike=_choices,
    ),
    Difference(
        "Who may not act in somebody else's match is offered to watch it and to look at it, in place of "
        "being told of /help.",
        _without_ways_on,
        frozenset(
            {
                *("move", "do", "end", "takeback", "agree", "refuse"),
                *("choose", "slot", "confirm", "claimtime", "extend", "later"),
            }
        ),
    ),
    Difference(
        'The plaque names the move to be made ("Move 8"), from the start on, and hexes bear no names: every '
        "board is drawn otherwise, and held by its sum in redrawn.json. In answers its file's name is held.",
        alike=lambda parts: [_BOARD.sub(r'"\1"', part) for part in parts],
    ),
    Difference(
        "A pick's panel shows the player's own rows.",
        alike=lambda parts: _without(parts, re.compile(r'.*"rows.png ')),
        verbs=frozenset({"accept", "acceptunrated", "choose", "slot", "go", "next", "seelist"}),
    ),
    Difference(
        "Rules begin with a picture of the start, and have a button for each film in place of a menu.",
        alike=lambda parts: _without(parts, _LESSONS, texts=True),
        verbs=_RULES,
    ),
    _new(
        "The card of a film leads back to the rules by a button in place of an entry of the menu.",
        "gamerules:",
        "lesson",
    ),
    Difference(
        "Rules, help and tours end in a challenge: a menu of members, and a button for an open one, "
        "and one for a match against the computer; in direct messages links to the servers of the reader.",
        alike=lambda parts: _without(parts, _PLAY, texts=True),
        verbs=_RULES | {"help", "tour"},
    ),
    _new(
        "Who accepts their own challenge that nobody took up for ten minutes is offered the computer.",
        "computer:",
        "accept",
    ),
    _new(
        "From any position of a match that is over somebody can play on, by a button beside the steps.",
        "practise:",
    ),
    Difference(
        "Of the games to try, the one for newcomers comes first.",
        alike=sorted,
        verbs=frozenset({"whichgame"}),
    ),
    Difference(
        "The code of a shared match stands alone, to be pasted: Discord does not run a pasted command.",
        alike=lambda parts: [part.replace('"/match open code:', '"') for part in parts],
        verbs=frozenset({"share", "postshare"}),
    ),
    _new("The panel of a match offers to mute it.", "mute:", "more keepplaying notes"),
    Difference(
        "An export has more in it, such as whether weekends are off, so that its file has another sum.",
        verbs=frozenset({"export"}),
        alike=lambda parts: _without(parts, _EXPORT),
    ),
    _new(
        "A season can be had as a file, by a button below a leaderboard of one.",
        "rankfile:",
        "postranks rankgame rankseason ranks openranks",
    ),
    Difference(
        "The picture of a leaderboard says what the number on the podium counts: its file has another sum.",
        alike=lambda parts: [
            re.sub(r'"leaderboard\.png [0-9a-f]{64}"', '"leaderboard.png"', one) for one in parts
        ],
        verbs=frozenset({"postranks"}),
    ),
    _new(
        "One may be asked before typed moves too, and have threads for moves alone: a button more for each.",
        r'prefer:0:0:(?:0\.2|3\.1)"',
        "prefer nodigest hours theme goaway comeback",
    ),
    _new(
        "Who has finished some matches is offered not to be asked before a move is sent.",
        "sendalways:",
        "step",
    ),
    Difference(
        "After a move the panel leads to the next match that waits, where it went; so does an answer to "
        "End turn.",
        alike=_without_next,
        verbs=frozenset({"send", "do", "end"}),
    ),
    Difference(
        "Before a turn ends in which nothing was done, that is asked; see pressing.ASKED_FIRST.",
        alike=lambda parts: [one for one in parts if one != "asks first: endnow"],
        verbs=frozenset({"end", "send"}),
    ),
    _new(
        "A card offers to end a turn only once something was done in it: not as a turn begins.",
        "end:",
        "accept end send takeback",
    ),
    Difference(
        "On a card stand the pieces that can act, where they are few.",
        alike=_without_pieces,
        verbs=frozenset({"ask", "agree", "extend", "refuse", "send"}),
    ),
    Difference(
        "A rematch is offered in the thread of the match before, not in the channel.",
        alike=_rematch,
        verbs=frozenset({"rematch", "move"}),
    ),
    Difference(
        "Of a rematch that was offered already it is said where it is: not the channel of the match before.",
        alike=lambda parts: [part for part in parts if not part.startswith("names <#")],
        verbs=frozenset({"rematch"}),
    ),
    Difference(
        "The tour of Predation is by the second version of its rules: others of the far edge begin and come.",
        alike=lambda parts: [part for part in parts if not _FAR_EDGE.fullmatch(part)],
        verbs=frozenset({"tour"}),
    ),
    _new("A finished match in which something was played offers its review.", "review:"),
    _new(
        "Settings have a weekend.", r"prefer:0:0:4\.", "prefer nodigest goaway comeback theme hours settings"
    ),
    _new("Help, tours, empty lists and finished matches lead to open challenges.", "findmatch:"),
)


_BOX: Final = re.compile(r'"accent_color": \d+, ')
_STYLE: Final = re.compile(r'"style": [123], ')
_LAYOUT: Final = re.compile(r'\{"type": (?:1|9)\}|\{.*"type": 14\}')


def _as_laid_out_before(parts: Sequence[str]) -> list[str]:
    """Parts without rows, sections, rules and the colours of boxes and buttons, but for red buttons."""
    plain = [_STYLE.sub("", _BOX.sub("", part.strip())) for part in parts]
    plain = [part for part in plain if not _LAYOUT.fullmatch(part)]
    # Two texts with a rule between them are compared as one.
    return [part for part, before in zip(plain, ["", *plain], strict=False) if not part == before == _TEXT]


def _regrouped(parts: Sequence[str]) -> list[str]:
    """Parts in an order of their own, however many texts there are."""
    return sorted([part for part in parts if part != _TEXT] + [_TEXT] * (_TEXT in parts))


_ONE_PIECE: Final = re.compile(r'\s*\{"custom_id": "part:\d+:\d+"')
_SHARE: Final = re.compile(r'\s*\{"custom_id": "share:')
_PANELS: Final = frozenset({"part", "step", "stepback", "move", "go", "next", "turn", "hint"})


def _without_any_pieces(parts: Sequence[str]) -> list[str]:
    """What can be chosen in one order; nothing of it on a card."""
    return _without(_without_pieces(_choices(parts)), _ONE_PIECE)


_GLIMPSES: Final = re.compile(r'.*"games\.png ')
_DRAWN: Final = re.compile(r'"((?:chances|leaderboard|start)\.png) [0-9a-f]{64}"')
_HOUR: Final = re.compile(r'\s*\{"custom_id": "(from|until|digest)", "max_(?:length|values)": \d+')
_STANDS: Final = re.compile(r'"value": "([\d:]+)"')
_PICKED: Final = re.compile(r"\s*(\d\d:\d\d):")


def _hours(parts: Sequence[str]) -> list[str]:
    """A form with the times that stand in it, whether they are typed or picked from menus."""
    kept = list[str]()
    for part in parts:
        if field := _HOUR.match(part):
            typed = _STANDS.search(part)
            kept += [f"asks {field[1]}", *([f"stands {typed[1]}"] if typed else [])]
        elif picked := _PICKED.match(part):
            kept += [f"stands {picked[1]}"] if '"default": true' in part else []
        else:
            kept.append(part)
    return kept


_CONFIRM: Final = re.compile(r'(\{"custom_id": "confirm:[\d:]+", )"disabled": true, ')
_PINGS: Final = "pings "


def _in_one_order(parts: Sequence[str]) -> list[str]:
    """The parts, with those who are pinged in the order of their names."""
    return [
        _PINGS + " ".join(sorted(part.split()[1:])) if part.startswith(_PINGS) else part for part in parts
    ]


_MY_MISSES: Final = re.compile(r'\s*\{"custom_id": "mymisses:')


def _without_deciding(parts: Sequence[str]) -> Sequence[str]:
    """A review without the sentence about the deciding turn, and the edit of the result's card."""
    kept, of_card = list[str](), False
    for part in _without(parts, _MY_MISSES):
        if part.startswith(("edited ", "new ")):
            of_card = part.startswith("edited ") and " for " not in part
        sentence = kept and part.strip() == kept[-1].strip() == _TEXT
        if not (of_card or sentence or part.startswith("names ")):
            kept.append(part)
    return kept


_REMATCH: Final = re.compile(r'\s*\{"custom_id": "rematch:')


def _without_finished_card(parts: Sequence[str]) -> Sequence[str]:
    """What is sent without the edit of a card that offers a rematch."""
    sections = list[list[str]]()
    for part in parts:
        if part.startswith(("edited ", "new ")) or not sections:
            sections.append([])
        sections[-1].append(part)
    return [
        part
        for one in sections
        if not (one[0].startswith("edited ") and any(map(_REMATCH.match, one)))
        for part in one
    ]


_SINCE_0_1_0: Final[tuple[Difference, ...]] = (
    Difference(
        "A rematch that came to nothing leaves the card of the finished match.",
        alike=_without_finished_card,
        verbs=frozenset({"decline", "withdraw"}),
    ),
    _new(
        "Lines can be tried from a match, any position of it, the panel for moving and the rules of a game.",
        "lines:",
    ),
    _new(
        "*More* of one's own match leads to the moves in advance.",
        "advances:",
        "more mute muteset unmute notes keepplaying",
    ),
    Difference(
        "A review tells the deciding turn and offers puzzles; the card of the result has a film of it then.",
        alike=_without_deciding,
        verbs=frozenset({"review"}),
    ),
    Difference(
        "A theme is shown once it is picked.",
        alike=lambda parts: _without(parts, _GLIMPSES),
        verbs=frozenset({"theme", "serverset"}),
    ),
    Difference(
        "A pick can be confirmed once it is complete.",
        alike=lambda parts: [_CONFIRM.sub(r"\1", part) for part in parts],
    ),
    Difference(
        "Players are named in the order of their game's sides, and so are those who are pinged.",
        alike=_in_one_order,
    ),
    Difference(
        "Hours are picked from menus, where they were typed.", alike=_hours, verbs=frozenset({"hours"})
    ),
    Difference(
        "The pictures of matches are named by match and turn.",
        alike=lambda parts: [_TURN.sub('"board.png', part) for part in parts],
    ),
    Difference(
        "Plaques of Prawns say less, in larger letters, and in the theme for colour blindness the side to "
        "act has its token beside its name: these boards are held by their sums in redrawn.json. In answers "
        "the name of a board's file is held.",
        alike=lambda parts: [_BOARD.sub(r'"\1"', part) for part in parts],
    ),
    Difference(
        "The curve of a match has a scale and its reader's side; a leaderboard has names; the start of "
        "Prawns has other plaques: their files have other sums.",
        alike=lambda parts: [_DRAWN.sub(r'"\1"', part) for part in parts],
        verbs=_RULES | {"review", "postranks"},
    ),
    Difference(
        "Help begins with a picture.",
        alike=lambda parts: _without(parts, _GLIMPSES) if any(map(_GLIMPSES.match, parts)) else parts,
        verbs=frozenset({"help"}),
    ),
    _new(
        "What leads to a challenge opens a form, from a profile too; a set of two is one of its switches.",
        _CHALLENGE,
    ),
    Difference(
        "Cards are laid out: sections, rules, an edge whose colour means something, one blue button.",
        alike=_as_laid_out_before,
    ),
    _new("Help leads to one's own matches, by a button.", "ownlist:", "help"),
    _new(
        "A profile leads to the leaderboard of its game, by a button beside its title.",
        "openranks:",
        "profile",
    ),
    Difference(
        "In these, buttons stand beside what they are about.",
        alike=_regrouped,
        verbs=frozenset({"help", "tour", "whichgame", "computer", "serverpage", "profile"}),
    ),
    _new(
        "A server's leaderboard leads to its hall of champions.",
        "hall:",
        "postranks rankgame rankseason ranks openranks",
    ),
    _new("Open challenges and one's own list lead to standing offers.", "keepmatches:"),
    Difference(
        "Choices come row by row as they lie before the player, and as many as fit stand on the card.",
        alike=_without_any_pieces,
    ),
    Difference(
        "A finished match can be shared from its card.",
        alike=lambda parts: _without(parts, _SHARE) if any('"openfilm:' in part for part in parts) else parts,
    ),
    Difference(
        "On the panel the last turn stays marked while its player chooses.",
        alike=lambda parts: [_BOARD.sub(r'"\1"', part) for part in parts],
        verbs=_PANELS,
    ),
    _new("The settings have a button for matches with people in other servers.", r"prefer:0:0:5\."),
    _new("The settings have buttons for boards as text, and for one's rhythm.", r"prefer:0:0:[67]\."),
    _new("Cards, boards, films and the panel of a match offer to catch up.", "catchup:"),
    _new("The viewer of a finished match offers its players to comment.", "comment:"),
    _new(
        "The panel of a turn that goes on offers to take its last action back.",
        "takeback:",
        *_PANELS,
        "send sendalways",
    ),
    Difference(
        "An export has tournaments, simuls and standing offers, and their matches: its file has another sum.",
        verbs=frozenset({"export"}),
        alike=lambda parts: _without(parts, _EXPORT),
    ),
    _new(
        "The running matches lead to the archive, and the first turns of a match to the openings.",
        "archive:|openingshere:",
    ),
)
_QUIET: Final = re.compile(r"flags (?:32768|36864)|pings \w+")


def _quiet_or_not(parts: Sequence[str]) -> list[str]:
    """Leaves out the private note on a rematch, and whether its card pings."""
    found, within = [], False
    for part in parts:
        if part.startswith(_CHANGE):
            private = _PRIVATE.fullmatch(part)
            within = private is not None and private[1] is None
        if not within and not _QUIET.fullmatch(part):
            found.append(part)
    return found


_STACK: Final = re.compile(r"\b(\d+)[DL]\b")
_BLANKS: Final = re.compile(r" +")


def _stacks_of_nobody(parts: Sequence[str]) -> list[str]:
    """Boards in letters without the sides of Prudh's stacks, and without the blanks that line them up."""
    return [
        _STACK.sub(r"\1", _BLANKS.sub(" ", part.strip())) if '"blocks"' in part else part for part in parts
    ]


_OF_SETTINGS: Final = re.compile(
    r'\s*\{"custom_id": "(?:prefer|nodigest|hours|theme|goaway|comeback|setpage|privacy):'
    r'|\s*[a-z-]+:(?: \{"default": true\})?$'
)


def _without_settings(parts: Sequence[str]) -> list[str]:
    """What settings say, without what is pressed on one of their pages."""
    return _regrouped([one for one in _as_laid_out_before(parts) if not _OF_SETTINGS.match(one)])


_UNTIL: Final = re.compile(r"names <t:")
_SQUARE: Final = re.compile(r"names [a-o]\d")


def _without_targets(parts: Sequence[str]) -> list[str]:
    """An answer with a match's card without the squares that it names."""
    on_card = any('"custom_id": "move:' in part for part in parts)
    return [part for part in parts if not (on_card and _SQUARE.match(part))]


_FORM: Final = re.compile(
    r'\s*(?:\w+:( \{"default": true\})?$|\{(?:"description": "…", )?"label": "…", "type": 18\}'
    r'|\{"custom_id": "(?:who|pace|options|seat|limits|switches)")'
)


_END_TURN: Final = re.compile(r'(\s*\{"custom_id": "send:.*"style": )2')
_CHOOSES: Final = re.compile(r"(chooses \d+:\d+ \d+)(?:\.\d+)*")
_OF_BOX: Final = ('{"type": 17}', _TEXT, _ROW)


def _laid_out(parts: Sequence[str]) -> list[str]:
    """Buttons without their rows; what can be chosen of an action by its beginning, whole or not."""
    kept = list[str]()
    for part in _choices(parts):
        beginning = _CHOOSES.sub(r"\1", part)
        if (
            part.strip() != _ROW
            and not _CATCH_UP.match(part)
            and (beginning == part or beginning not in kept)
        ):
            kept.append(_END_TURN.sub(r"\g<1>3", beginning))
    return _without_pieces(kept)


def _without_plan(parts: Sequence[str]) -> list[str]:
    """What remains of a panel after its move was sent, as if it had gone where it only offers to plan."""
    kept, at = list[str](), 0
    while at < len(parts):
        head, start = parts[at], at
        at = next((n for n in range(at + 1, len(parts)) if parts[n].startswith(_CHANGE)), len(parts))
        rest = [part for part in parts[start + 1 : at] if not _PLAN.match(part) and not _OOPS.match(part)]
        shows = [
            part for part in rest if part.strip() not in _OF_BOX and not part.startswith(("flags ", "names "))
        ]
        private = _PRIVATE.fullmatch(head)
        if private and not shows:
            kept += [f"gone {private[1]}"] if private[1] else []
        else:
            kept += [head, *rest]
    return kept


_VIEW: Final = re.compile(r'\s*\{"custom_id": "(?:show|showimport):')
_VIEW_REST: Final = re.compile(
    r'\s*\{"custom_id": '
    r'"(?:show:\d+:\d+:[4-8]\.|(?:lines|film|record|watch|practise|openingshere|viewmore|review|comment):)'
)
_LINE_BOARD: Final = re.compile(r'\s*\{"custom_id": "line(?:step|choice|to|more|name):')
_LINE_REST: Final = re.compile(
    r'\s*(?:\{"custom_id": "'
    r"(?:line(?:step|choice|more|name|delete|film|now)|linesall|advances|advance(?:say)?):"
    r"|\d+(?:\.\d+)*:)"
)
_TOLD_BEFORE: Final = re.compile(r"names <(?:@|t:)")


_LISTED: Final = re.compile(
    r'\s*\{(?:"custom_id": '
    r'"(?:move|choose|pick|lookat|live|next|newmatch|keepmatches|past|matchestab|archive|ownlist):'
    r'|"type": (?:1|9|10)\}|"divider")|\s*\d+:|names |\s*\{"style": '
)
_ARCHIVED: Final = frozenset(
    {"archive", "archivepage", "archivegame", "archiveresult", "archivewho", "openings", "book", "bookgame"}
) | {"bookstart", "bookturn", "openingshere"}
_LADDERS: Final = frozenset({"ladder", "ladderpage", "laddergame", "ladderjoin", "postladder"})
_HELP: Final = re.compile(
    r'\s*\{(?:"custom_id": "(?:whichgame|ownlist|findmatch|challenge\w*|computer\w*|commands|wheregone):'
    r'|"type": (?:1|9|10)\}|"divider"|"style": 5)|names '
)
_OFFERED: Final = re.compile(r'\s*\{"custom_id": "(?:agree|claimtime):')
_USER: Final = re.compile(r"names <@\d+")


def _without_sides_players(parts: Sequence[str]) -> Sequence[str]:
    """A card with an offer, or of a player whose time is up, without whom it names; others as they are."""
    offered = any(map(_OFFERED.match, parts))
    return [part for part in parts if not _USER.match(part)] if offered else parts


_SIDES: Final = re.compile(r'\s*\{"custom_id": "computer(?:side|terms):|\s*[134]:|\s*\{"type": 1\}')
_FORM_ID: Final = re.compile(r"<[a-z]+(?:[:.]\d+)+>")

_SINCE_E9B0BE0A: Final[tuple[Difference, ...]] = (
    Difference(
        "The form for a challenge has boxes for a game's rules, and a part for who may accept.",
        verbs=frozenset({"challengeopen", "challengepick"}),
        alike=lambda parts: [part for part in parts if not _FORM.match(part)],
    ),
    Difference(
        "A tour asks below its board, by the buttons.",
        verbs=frozenset({"tour"}),
        alike=lambda parts: [part for part in parts if part.strip() != _TEXT],
    ),
    Difference(
        "All numbers in the id of a form have colons between them.",
        verbs=frozenset({"comment", "editcomment", "tourname"}),
        alike=lambda parts: [_FORM_ID.sub(lambda found: found[0].replace(".", ":"), one) for one in parts],
    ),
    _new("A challenge is withdrawn behind *⋯* on its card.", "withdraw:|challengemore:"),
    _new("*Create* of a tournament is green: it's final.", "tourcreate:"),
    Difference(
        "An offer, and a time that's up, are told by the side.",
        alike=_without_sides_players,
    ),
    Difference(
        "What is said of a side that an admin gave away names who has it, and not who had it.",
        verbs=frozenset({"adminhandover"}),
        alike=lambda parts: [part for part in parts if not _USER.match(part)],
    ),
    Difference(
        "A challenge's *Rules* are those of the first turns, and lead to all rules.",
        verbs=frozenset({"openrules"}),
        alike=lambda parts: _without(parts, _ALL_RULES, texts=True),
    ),
    _new(
        "No card says anything of seals: they are in the id of *Fair draw*, and behind it.",
        "fairdraw:|tourfair:",
    ),
    _new("Three more rules of Prawns have films.", r'rulefilm:\d+:\d+:\d+\.[4-6]"', *_RULES, "rulefilm"),
    Difference(
        "A board of Prudh in letters says whose each stack is.",
        alike=_stacks_of_nobody,
    ),
    Difference(
        "Rows hold what a phone has room for, and menus the rest as whole moves; what is final is green; "
        "only *Board* offers what was missed.",
        alike=_laid_out,
    ),
    Difference(
        "A card without room for its pieces doesn't name the squares that they could go to.",
        verbs=frozenset({"part", "ask", "extend", "sendalways"}),
        alike=_without_targets,
    ),
    Difference(
        "Once a move is sent from the panel, it offers to plan the next ones, where it went before.",
        alike=_without_plan,
        verbs=frozenset({"send", "sendalways", "sendline", "part", "step", "end", "endnow", "do"}),
    ),
    Difference(
        "The panel for moving leaves out the opponent and the time where the choices need the room.",
        alike=lambda parts: [part for part in parts if not _TOLD_BEFORE.match(part)],
        verbs=_PANELS | {"takeback", "send", "sendalways"},
    ),
    Difference(
        "The list of conditional moves leads to the analysis board in its own place.",
        alike=lambda parts: [part.replace('"lines:', '"linenow:') for part in parts],
        verbs=frozenset({"advances", "advanceback", "advanceclear", "advanceclearnow", "advanceany"}),
    ),
    Difference(
        "The viewer has what is seldom needed under *⋯*, and one button for comments.",
        alike=lambda parts: _without(parts, _VIEW_REST) if any(map(_VIEW.match, parts)) else parts,
    ),
    Difference(
        "The analysis board has its moves as far as they fit, and what is seldom needed under *⋯*.",
        alike=lambda parts: _without(parts, _LINE_REST) if any(map(_LINE_BOARD.match, parts)) else parts,
    ),
    Difference(
        "Within an hour after a withdrawn rematch the next one doesn't ping, and the player is told so.",
        verbs=frozenset({"rematch"}),
        alike=_quiet_or_not,
    ),
    Difference(
        "An export leaves out what names the other server of a match between two.",
        verbs=frozenset({"export"}),
        alike=lambda parts: _without(parts, _EXPORT),
    ),
    Difference(
        "Settings are rows that lead to pages; what is pressed on an older panel answers with its page.",
        verbs=frozenset({"prefer", "nodigest", "hours", "theme", "goaway", "comeback", "zoneright", "city"}),
        alike=_without_settings,
    ),
    Difference(
        "The first page of settings, and the one about being away, say until when.",
        verbs=frozenset({"prefer", "nodigest", "hours", "theme"}),
        alike=lambda parts: _without(parts, _UNTIL),
    ),
    _new(
        "A leaderboard without anybody on it leads to a challenge.",
        _CHALLENGE,
        "rankgame rankseason ranks openranks",
    ),
    _new("A turn of a review offers its player to comment.", "comment:", "reviewturn"),
    _new("What is stored of somebody leads to their settings.", "setpage:", "privacy"),
    Difference(
        "A player's list has six matches a page, tabs and the finished ones; /move and /play have the rest.",
        verbs=frozenset({"ownlist"}),
        alike=lambda parts: [part for part in parts if not _LISTED.match(part)],
    ),
    Difference(
        "Running matches have a button each in place of a menu, eight a page, and tabs.",
        verbs=frozenset({"live", "weekly"}),
        alike=lambda parts: [part for part in parts if not _LISTED.match(part)],
    ),
    _new(
        "The archive and its openings are tabs; the openings of a position keep their button.",
        "matchestab:|openings:",
        *_ARCHIVED,
    ),
    _new("The panel of a new match looks for challenges of its game.", "findmatch:", "newmatch newmatchgame"),
    _new("One's finished matches lead back to the others.", "ownlist:", "past"),
    _new(
        "A leaderboard and the ladder of its game lead to each other.",
        r'laddersee:|ranks:0:0:0\.\d+"',
        *_LADDERS,
        "ranks openranks rankgame rankseason postranks",
    ),
    _new("Another player's profile can block them.", "blockask:|unblocknow:", "profile"),
    Difference(
        "Help is a few lines: a first try, the ways to a match, all commands, and where old ones went.",
        verbs=frozenset({"help", "commands"}),
        alike=lambda parts: [part for part in parts if not _HELP.match(part)],
    ),
    Difference(
        "A side against the computer is chosen on the panel of levels, which opens a form for other terms.",
        verbs=frozenset({"computer", "computergame", "meanwhile", "again"}),
        alike=lambda parts: [part for part in parts if not _SIDES.match(part)],
    ),
    _new("Who may create a tournament has *New…* in the list.", "tournew:", "tourlist"),
)
FIRST: Final = "36b439d"
_SINCE_0_2_0: Final = (
    Difference(
        "An export has browsers signed in to the board, and links to it: its file has another sum.",
        verbs=frozenset({"export"}),
        alike=lambda parts: _without(parts, _EXPORT),
    ),
)
SINCE: Final[Mapping[str, tuple[Difference, ...]]] = {
    FIRST: _SINCE_THE_FIRST,
    "0.1.0": _SINCE_0_1_0,
    "e9b0be0a": _SINCE_E9B0BE0A,
    "0.2.0": _SINCE_0_2_0,
}
"""The recordings, oldest first, and the differences since each of them, up to the next one."""


GONE: Final = frozenset[str]()
"""Controls of features that this version leaves out. Nobody presses them: each says that its card is old."""
_LEFT_OUT: Final = re.compile(rf'\s*\{{"custom_id": "(?:{"|".join(sorted(GONE)) or "(?!)"}):')
_DIVIDER: Final = '{"divider"'


def stated(recording: str) -> tuple[Difference, ...]:
    """All differences since a recording."""
    names = list(SINCE)
    return tuple(difference for name in names[names.index(recording) :] for difference in SINCE[name])


def began_at_once(shown: Sequence[str]) -> bool:
    """True for a recorded answer that asked whether to begin unrated, which is not asked any more.

    Accepting begins the match at once, so that what else was pressed of it cannot be held in the same round.
    """
    return any('"custom_id": "acceptunrated:' in part for part in shown)


WITHIN_TURN: Final = frozenset({"part", "step", "stepback", "send"})
"""The controls that choose and send an action."""


def plays_at_once(shown: Sequence[str]) -> bool:
    """True for a recorded answer, in a game whose turns have several actions, that asked to send one.

    Within a turn that can be taken back an action is played at once now, so that what else was pressed of its
    match cannot be held in the same round: by then the match has gone on.
    """
    return any('"custom_id": "send:' in part for part in shown)


def compared(verb: str, parts: Sequence[str], differences: Sequence[Difference]) -> list[str]:
    """What is compared of an answer to a control of some kind."""
    if any(map(_LEFT_OUT.match, parts)):
        kept = _without(parts, _LEFT_OUT)
        parts = [
            part
            for part, after in zip_longest(kept, kept[1:], fillvalue="")
            if not part.lstrip().startswith(_DIVIDER) or _deep(after) >= _deep(part)
        ]
    for difference in differences:
        if difference.is_about(verb):
            parts = difference.alike(parts)
    return list(parts)
