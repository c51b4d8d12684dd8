"""Cards: what a message of the bot looks like. Components V2, built from a match, sent by others.

A card is made from what its audience may know (``matches.audience``); public cards are made for
everyone.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from cogs.ui import controls, texts
from cogs.ui.faces import Face
from engines import Action, Diagram
from engines.record import History
from imaging import Picture, Studio
from matches import Match, Matches, Phase, UserId, draws
from matches.audience import EVERYONE, picks_seen
from matches.finish import AGREED, RESIGNED
from matches.setup import awaited

SEA: Final = discord.Colour(0x2A7F9E)
MENU_SIZE: Final = 25
"""Entries a select menu can have (Discord's limit)."""
ROW_SIZE: Final = 5
"""Buttons a row can have (Discord's limit)."""
FEW: Final = 20
"""Actions that get a button each at most: four rows."""
ALT_LENGTH: Final = 1024


@dataclass(frozen=True)
class Card:
    """A message: its components, the pictures they show, and whom a fresh one is for."""

    view: ui.LayoutView
    pictures: tuple[tuple[str, Picture], ...] = ()
    pings: tuple[UserId, ...] = ()

    def files(self) -> list[discord.File]:
        """The pictures as attachments, made anew for each sending."""
        return [
            discord.File(io.BytesIO(picture.png), filename=name, description=picture.alt[:ALT_LENGTH])
            for name, picture in self.pictures
        ]

    def mentions(self) -> discord.AllowedMentions:
        """Exactly those the card is for."""
        people = [discord.Object(user) for user in self.pings]
        return discord.AllowedMentions(everyone=False, roles=False, users=people, replied_user=False)


BOARD: Final = "board.png"
COIN: Final = "coin.png"


class Cards:
    """Builds every card. ``faces`` are the games' sides towards people, by key."""

    def __init__(self, matches: Matches, studio: Studio, faces: Mapping[str, Face]) -> None:
        self._matches = matches
        self._studio = studio
        self._faces = faces

    # --- of a match ------------------------------------------------------------------------------

    async def of(self, match: Match, *, above: str = "", unreachable: Sequence[UserId] = ()) -> Card:
        """The present card of a match, whatever its phase, with a line ``above`` it."""
        if match.phase is Phase.SETUP:
            return await self._setting_up(match, above, unreachable)
        if match.seated and not awaited(match):
            return await self._board(match, above)
        if match.phase is Phase.FINISHED:
            return self._ended_early(match, above)
        return self.invitation(match, above=above)

    def invitation(self, match: Match, *, above: str = "") -> Card:
        """A challenge: with its buttons while it stands, a line once it is answered."""
        if match.phase is not Phase.CHALLENGED:
            return _card(above, texts.invitation_closed(match))
        pings = () if match.opponent is None else (match.opponent,)
        return _card(above, texts.invitation(match), *_invitation_rows(match), pings=pings)

    async def _setting_up(self, match: Match, above: str, unreachable: Sequence[UserId]) -> Card:
        choosing = self._matches.to_act(match)
        label = texts.CHOOSE if match.blind else texts.CHOOSE_OPEN
        made = texts.picks_made(match, picks_seen(match, EVERYONE))
        lines: list[Any] = [above, f"### {texts.title(match)}\n{texts.seats(match)}"]
        pictures: tuple[tuple[str, Picture], ...] = ()
        if match.toss:
            pictures = ((COIN, await self._studio.coin(match.toss.fell)),)
            lines += [texts.tossed(match, match.toss), _gallery(pictures)]
        lines += [
            made,
            texts.setting_up(match, choosing, unreachable),
            _row(controls.Choose.on(match, label, discord.ButtonStyle.primary)),
        ]
        return _card(*lines, pictures=pictures, pings=choosing)

    async def _board(self, match: Match, above: str) -> Card:
        history = self._matches.history(match)
        picture = await self._studio.board(_diagram(history))
        pictures = ((BOARD, picture),)
        lines = [above, f"### {texts.title(match)}\n{texts.seats(match)}"]
        if not history.played:
            lines.append(texts.picks_made(match, picks_seen(match, EVERYONE)))
        lines.append(texts.turn_made(match, history.last_turn()))
        return _card(
            "\n".join(filter(None, lines)),
            _gallery(pictures),
            *self._below_board(match, history),
            pictures=pictures,
            pings=_asked(match) or self._matches.to_act(match) or _told_of_the_end(match),
        )

    def _below_board(self, match: Match, history: History) -> list[Any]:
        now = self._standing(match, history)
        if match.result:
            return ["\n".join([now, *_rematch_line(match)]), *_finished_rows(match)]
        offer = draws.offered_by(match)
        lines = [
            now,
            texts.draw_offered(match, offer) if offer else "",
            texts.how_to_move(self._faces[match.game].command),
        ]
        return ["\n".join(filter(None, lines)), *_rows(self._turn_controls(match, history))]

    def _standing(self, match: Match, history: History) -> str:
        """Whose turn it is, or how the match ended."""
        if match.result:
            outcome = history.position.outcome()
            scores = texts.final_scores(outcome.scores if outcome else None)
            said = texts.ended(match, match.result, self._faces[match.game].endings)
            return " ".join(filter(None, (said, scores)))
        side = history.position.to_act
        assert side is not None, "a match in play waits for somebody"
        choosing = bool(_few(history.position.legal_actions()))
        return texts.to_act(match, side, unfinished=history.can_take_back(), choosing=choosing)

    def _turn_controls(self, match: Match, history: History) -> Iterable[ui.Item[Any]]:
        actions = history.position.legal_actions()
        for index, action in enumerate(_few(actions)):
            label = history.position.describe(action)
            yield controls.Do.on(match, label, discord.ButtonStyle.primary, index=index)
        for index, menu in enumerate(self._faces[match.game].menus):
            if any(menu.holds(action) for action in actions):
                yield controls.Menu.on(match, menu.label, discord.ButtonStyle.primary, index=index)
        if any(action.path == ("end",) for action in actions):
            yield controls.EndTurn.on(match, texts.END_TURN, discord.ButtonStyle.success)
        if history.can_take_back():
            yield controls.TakeBack.on(match, texts.TAKE_BACK)
        yield from _draw_controls(match)
        yield controls.Resign.on(match, texts.RESIGN)

    def _ended_early(self, match: Match, above: str) -> Card:
        result = match.result
        assert result is not None, "a finished match has a result"
        said = texts.ended(match, result, self._faces[match.game].endings)
        head = f"### {texts.title(match)}\n{texts.seats(match)}"
        lines = [above, head, "\n".join([said, *_rematch_line(match)]), *_finished_rows(match)]
        return _card(*lines, pings=_told_of_the_end(match))

    # --- private panels --------------------------------------------------------------------------

    def note(self, text: str) -> Card:
        """A plain sentence."""
        return _card(text)

    async def board_only(self, match: Match) -> Card:
        """The present board to look at, without controls; before play, the present card."""
        if not match.seated or awaited(match):
            return await self.of(match)
        history = self._matches.history(match)
        pictures = ((BOARD, await self._studio.board(_diagram(history))),)
        head = f"### {texts.title(match)}\n{texts.seats(match)}"
        now = self._standing(match, history)
        return _card(head, _gallery(pictures), now, texts.board_link(match), pictures=pictures)

    def pick_panel(self, match: Match, user: UserId, draft: Sequence[str | None]) -> Card:
        """The menus of a pick, with what ``user`` has chosen so far."""
        side = match.side_of(user)
        chosen = match.rules.secret_setup
        assert side is not None and chosen is not None, "checked before a panel is shown"
        menus = [
            _row(
                controls.Slot.on(match, slot, chosen.choices, dict(enumerate(draft)).get(index), index=index)
            )
            for index, slot in enumerate(chosen.slots)
        ]
        confirm = _row(controls.Confirm.on(match, texts.CONFIRM, discord.ButtonStyle.success))
        return _card(texts.pick_panel(match, side), *menus, confirm)

    def pick_confirmed(self, match: Match, user: UserId) -> Card:
        """What is left of a pick's panel: the pick, for its own player."""
        side = match.side_of(user)
        pick = picks_seen(match, user).get(side or "")
        assert side is not None and pick is not None, "shown to the player after the pick"
        return _card(texts.pick_confirmed(match, side, pick))

    def action_menu(self, match: Match, index: int) -> Card:
        """The legal actions that a game's own button offers, in words."""
        position = self._matches.history(match).position
        menu = self._faces[match.game].menus[index]
        actions: list[Action] = [action for action in position.legal_actions() if menu.holds(action)]
        if not actions:
            return self.note(texts.NOTHING_TO_CHOOSE)
        options = [(str(action), position.describe(action)) for action in actions[:MENU_SIZE]]
        return _card(texts.MENU_PROMPT, _row(controls.Act.on(match, menu.label, options)))

    def resign_question(self, match: Match) -> Card:
        """Asks once before a match is given up."""
        yes = controls.ResignNow.on(match, texts.RESIGN, discord.ButtonStyle.danger)
        return _card(texts.resign_question(match), _row(yes))


# --- parts ---------------------------------------------------------------------------------------


def _card(
    *parts: Any, pictures: tuple[tuple[str, Picture], ...] = (), pings: tuple[UserId, ...] = ()
) -> Card:
    """A card of one box; texts become text displays, empty ones are left out."""
    box: ui.Container[Any] = ui.Container(accent_colour=SEA)
    for part in parts:
        if isinstance(part, str):
            if part:
                box.add_item(ui.TextDisplay(part))
        else:
            box.add_item(part)
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    # Its buttons are dynamic items, found by their ids: the library need not keep the view.
    view.stop()
    return Card(view, pictures, pings)


def _row(*items: ui.Item[Any]) -> ui.ActionRow[Any]:
    return ui.ActionRow(*items)


def _rows(items: Iterable[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """The items in as many rows as they need."""
    listed = list(items)
    return [_row(*listed[start : start + ROW_SIZE]) for start in range(0, len(listed), ROW_SIZE)]


def _gallery(pictures: tuple[tuple[str, Picture], ...]) -> ui.MediaGallery[Any]:
    return ui.MediaGallery(
        *(
            discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt[:ALT_LENGTH])
            for name, picture in pictures
        )
    )


def _diagram(history: History) -> Diagram:
    return history.position.diagram([played.action for played in history.last_turn()])


def _invitation_rows(match: Match) -> list[ui.ActionRow[Any]]:
    setup = match.rules.secret_setup
    rows = [_row(*_accept_buttons(match, blind=False))]
    if setup is not None and not match.blind:
        rows.append(_row(*_accept_buttons(match, blind=True)))
    answers: list[ui.Item[Any]] = [controls.Withdraw.on(match, texts.WITHDRAW)]
    if match.opponent is not None:
        answers.insert(0, controls.Decline.on(match, texts.DECLINE))
    rows.append(_row(*answers))
    return rows


def _accept_buttons(match: Match, *, blind: bool) -> list[ui.Item[Any]]:
    style = discord.ButtonStyle.secondary if blind else discord.ButtonStyle.success
    return [
        controls.Accept.on(
            match,
            texts.accept_label(call if match.rules.starter == "toss" else None, blind=blind),
            style,
            index=index,
        )
        for index, (call, is_blind) in enumerate(controls.ACCEPTANCES)
        if is_blind == blind and (match.rules.starter == "toss" or call == "heads")
    ]


def _few(actions: Sequence[Action]) -> Sequence[Action]:
    """``actions`` where each is one plain choice and they are few, so that a button each will do."""
    plain = len(actions) <= FEW and all(len(action.path) == 1 for action in actions)
    return actions if plain and all(action.path != ("end",) for action in actions) else ()


def _draw_controls(match: Match) -> Iterable[ui.Item[Any]]:
    if not match.rules.draws:
        return
    if draws.offered_by(match) is None:
        yield controls.OfferDraw.on(match, texts.OFFER_DRAW)
    else:
        yield controls.AgreeDraw.on(match, texts.AGREE_DRAW, discord.ButtonStyle.success)
        yield controls.RefuseDraw.on(match, texts.REFUSE_DRAW)


def _asked(match: Match) -> tuple[UserId, ...]:
    """Whoever has to answer the offer of a draw."""
    by = draws.offered_by(match)
    return () if by is None or match.result else (match.sides[match.rules.other(by)],)


def _told_of_the_end(match: Match) -> tuple[UserId, ...]:
    """Whoever did not end the match themselves."""
    result = match.result
    offer = draws.offered_by(match)
    if result is not None and result.reason == AGREED and offer is not None:
        return (match.sides[offer],)
    if result is not None and result.reason == RESIGNED and result.winner is not None:
        return (match.sides[result.winner],)
    ender = match.entries[-1].side if match.entries else None
    return tuple(user for side, user in match.sides.items() if side != ender)


def _rematch_line(match: Match) -> list[str]:
    return [] if match.rematch is None else [texts.rematch_offered(match.rematch, match)]


def _finished_rows(match: Match) -> list[ui.ActionRow[Any]]:
    # It stays while a rematch is offered: it says where that is, and offers another once it was refused.
    return [_row(controls.Rematch.on(match, texts.REMATCH, discord.ButtonStyle.primary))]
