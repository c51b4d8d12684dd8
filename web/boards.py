"""A match as the page is told of it: JSON that holds what its reader may see, and no more.

The page knows no rules: it is given the diagram of a position, and the legal actions as paths with words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import groupby
from typing import Any, Final

from engines import Action, Diagram, Position, Side
from engines.record import History
from imaging.board.painter import GROUND_MARKS
from imaging.board.parts import board_plan
from imaging.themes.catalog import theme_for
from imaging.themes.theme import Theme
from matches import Match, MatchId, Phase, UserId
from matches.lifecycle.history import turn_begun
from matches.lifecycle.match_context import Loaded
from matches.summaries import MatchSummary
from web.host import BoardHost
from web.pictures import BoardPictures

Json = dict[str, Any]

END: Final = "end"
"""The part of the action that ends a turn."""
_COLOURS: Final = ("sun", "amber", "glow", "deep", "foam", "coral", "sand", "text")
"""The colours of a theme that the page draws marks with."""
_TICK: Final = timedelta(seconds=1)
MOST_LISTED: Final = 100
"""The most matches in the list of a reader's own."""


class NotToBeSeenError(Exception):
    """The reader may not look at the match, or there is none: they can't tell which."""


class Boards:
    """Describes matches for the page."""

    def __init__(self, host: BoardHost) -> None:
        self._host = host
        self._matches = host.services.matches

    async def opened(self, match_id: MatchId, reader: UserId) -> Loaded:
        """A match that ``reader`` may look at. Raises NotToBeSeenError, NoSuchMatchError.

        Its players may. Others may if it isn't private nor between servers, and they see its channel.
        """
        loaded = await self._matches.load_with_settings(match_id)
        match = loaded.match
        if reader in match.users:
            return loaded
        if match.terms.private or match.terms.across or not await self._host.may_watch(match, reader):
            raise NotToBeSeenError
        return loaded

    async def of_match(
        self, match_id: MatchId, reader: UserId, bottom: str | None = None, *, looks: bool = True
    ) -> Json:
        """A match as it is now, with ``bottom`` below or else the reader's side. Raises as :meth:`opened`."""
        loaded = await self.opened(match_id, reader)
        if looks and reader in loaded.match.users:
            await self._host.services.last_looks.look(loaded.match, reader)
        return await self.described(loaded, reader, bottom)

    async def described(self, loaded: Loaded, reader: UserId, bottom: str | None = None) -> Json:
        """A match that ``reader`` may look at, with its present position once it has begun."""
        match, host = loaded.match, self._host
        names = await host.names(match)
        person = loaded.people.get(reader)
        own = match.side_of(reader)
        found: Json = {
            "match": match.id,
            "version": match.version,
            "game": match.game.name,
            "phase": match.phase.value,
            "own": own,
            "bothSides": match.both_sides and reader in match.users,
            "asksBeforeSending": person is None or host.asks_before_sending(person),
            "card": host.card_link(match),
            "lines": match.started and (match.terms.lines or not _plays_on(match, reader)),
            "players": [self._player(match, side, names) for side in match.game.sides],
            "ended": host.ending(match, names) if match.result is not None else "",
            "winner": match.result.winner if match.result is not None else None,
        }
        if match.started:
            history, theme = self._matches.history(match), await host.theme(loaded, reader)
            from_side = self.side_below(match, reader, bottom)
            found["turns"] = list(_turns(history))
            found["canTakeBack"] = self._matches.play.can_take_back(match, reader)
            found["position"] = await self.position(
                history, theme, from_side, words=host.words(match.game_key), acts=self.acts(match, reader)
            )
            found["position"]["question"] = host.question(match.game_key)
        return found

    async def at_ply(self, match_id: MatchId, reader: UserId, ply: int, bottom: str | None = None) -> Json:
        """The position of a match after so many actions. Raises as :meth:`opened` does."""
        loaded = await self.opened(match_id, reader)
        match = loaded.match
        if not match.started:
            raise NotToBeSeenError
        history, theme = self._matches.history(match), await self._host.theme(loaded, reader)
        return await self.position(history.until(ply), theme, self.side_below(match, reader, bottom))

    async def of_reader(self, reader: UserId) -> list[Json]:
        """The open matches of ``reader``, those first that wait for them, each with its rival."""
        phases = [phase for phase in Phase if phase.open]
        listed = await self._matches.lists.listed(reader, phases, MOST_LISTED)
        return [await self._listed(one, reader) for one in listed.matches]

    async def next_of(self, reader: UserId, after: MatchId) -> MatchId | None:
        """Another match in play that waits for ``reader``, the one that has waited longest; or None."""
        for one in await self._matches.lists.waiting_longest(reader, MOST_LISTED):
            if one.id != after and one.phase is Phase.PLAYING:
                return one.id
        return None

    async def _listed(self, match: MatchSummary, reader: UserId) -> Json:
        names, yours = await self._host.names(match), self._matches.waits_for(match, reader)
        rivals = [player.user_id for player in match.players if player.user_id not in (None, reader)]
        due = match.clocks.deadline() if match.clocks is not None else None
        return {
            "match": match.id,
            "game": match.game.name,
            "rival": ", ".join(names.get(user, "another player") for user in rivals if user is not None)
            or ("the computer" if match.computer is not None else "both sides"),
            "yours": yours,
            "phase": match.phase.value,
            "due": due.isoformat() if due is not None and yours else None,
            "card": self._host.card_link(match),
        }

    @staticmethod
    def side_below(match: Match, reader: UserId, bottom: str | None) -> Side:
        """The side at the lower edge: ``bottom`` if it is one, else the reader's own, else the first."""
        wanted = bottom or match.side_of(reader)
        return next((side for side in match.game.sides if side == wanted), match.game.sides[0])

    def acts(self, match: Match, reader: UserId) -> bool:
        """True if ``reader`` is to move."""
        return match.phase is Phase.PLAYING and self._matches.waits_for(match, reader)

    def _player(self, match: Match, side: Side, names: Mapping[UserId, str]) -> Json:
        now = self._host.clock()
        found: Json = {"side": side, "name": _named(match, side, names)}
        if match.phase.running and match.clocks is not None:
            left = match.clocks.left(side, now)
            if left is not None:
                found["seconds"] = round(left.total_seconds())
                # A clock can stand still while it is its side's turn: on weekends, on vacation.
                found["runs"] = match.clocks.left(side, now + _TICK) != left
        return found

    # --- positions -------------------------------------------------------------------------------

    async def position(
        self,
        history: History,
        theme: str,
        bottom: Side,
        *,
        words: Mapping[str, str] | None = None,
        acts: bool = False,
        made: Sequence[Action] = (),
    ) -> Json:
        """The present position of a history, and the legal actions if its reader ``acts`` in it.

        ``made`` are the actions that they have chosen so far in this turn, which are marked as the last ones.
        """
        named, position = BoardPictures(self._host.studio, await self._host.picture_key()), history.position
        diagram = history.diagram(made or None, bottom=bottom)
        plan = board_plan(diagram)
        legal = position.legal_actions() if acts else ()
        drawings = {
            (one.side, one.kind, one.letter, one.count): await named.piece(diagram, one, theme)
            for one in diagram.pieces
        }
        return {
            "ply": len(history.played),
            "toAct": position.to_act,
            "turnOf": position.turn_of,
            "over": position.outcome() is not None,
            "board": {
                "picture": await named.ground(diagram, theme),
                "width": plan.width,
                "height": plan.height,
                "across": plan.across,
                "cells": plan.cells,
                "colours": _colours(theme_for(diagram.sides, theme)),
                "hexes": not hasattr(diagram.shape, "ranks"),
                "bottom": diagram.bottom,
            },
            "pieces": [
                {
                    "at": one.at,
                    "side": one.side,
                    "picture": drawings[one.side, one.kind, one.letter, one.count],
                    "words": _piece_in_words(one.side, one.kind, one.count),
                }
                for one in diagram.pieces
            ],
            "marks": [
                {"kind": mark.kind, "at": mark.at} for mark in diagram.marks if mark.kind not in GROUND_MARKS
            ],
            "hands": list(_hands(diagram)),
            "inWords": diagram.alt,
            "legal": [
                {
                    "text": action.text,
                    "path": action.path,
                    "words": position.describe(action),
                }
                for action in legal
            ],
            "captures": _captures(position, legal),
            "wastes": [END] if _wastes_turn(history, legal) else [],
            "words": {
                part: said.replace("{side}", position.to_act or "") for part, said in (words or {}).items()
            },
        }


def _captures(position: Position, legal: Sequence[Action]) -> dict[str, list[str]]:
    """The points that a piece can capture on, by its own."""
    found = {}
    for first in dict.fromkeys(action.path[0] for action in legal if len(action.path) > 1):
        marks = position.diagram(chosen=(first,)).marks
        if points := [mark.at for mark in marks if mark.kind == "capture"]:
            found[first] = points
    return found


def _plays_on(match: Match, reader: UserId) -> bool:
    """True for a player of a match that goes on."""
    return match.phase is Phase.PLAYING and reader in match.users


def _wastes_turn(history: History, legal: Sequence[Action]) -> bool:
    """True if ending the turn now would give it away: nothing was done in it, and something can be."""
    return not turn_begun(history) and len(legal) > 1 and any(one.path == (END,) for one in legal)


def _turns(history: History) -> Iterator[Json]:
    """The turns played so far: each with its number, side, actions, words and the actions up to its end."""
    ply = 0
    for number, group in groupby(history.played, key=lambda one: one.turn):
        actions = list(group)
        ply += len(actions)
        told = [one for one in actions if one.action.path != (END,)] or actions
        yield {
            "turn": number,
            "side": actions[0].side,
            "text": " ".join(str(one) for one in told),
            "words": "; ".join(one.description for one in told),
            "ply": ply,
        }


def _hands(diagram: Diagram) -> Iterator[Json]:
    for hand in diagram.hands:
        held: Iterable[tuple[str, str, int]] = hand.pieces
        said = " · ".join(f"{kind} ×{count}" for kind, _, count in held if count)
        yield {"side": hand.side, "title": hand.title, "held": said}


def _piece_in_words(side: Side, kind: str, count: int) -> str:
    said = kind if kind == side else f"{side} {kind}"
    return said if count == 1 else f"{said} of {count}"


def _named(match: Match, side: Side, names: Mapping[UserId, str]) -> str:
    if not match.has_side(side):
        return ""
    player = match.player_of(side)
    if player.user_id is not None:
        return names.get(player.user_id, "A player")
    return "Computer" if match.computer is not None else ""


def _colours(theme: Theme) -> dict[str, str]:
    found: dict[str, tuple[int, ...]] = {name: getattr(theme, name) for name in _COLOURS}
    return {name: "#" + "".join(f"{part:02x}" for part in colour[:3]) for name, colour in found.items()}
