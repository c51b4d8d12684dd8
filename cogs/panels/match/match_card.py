"""Builds match cards with Components V2; other modules send them.

A card holds only what its readers may know (``matches.audience``); public cards are for everyone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.kit import phone
from cogs.kit.boards import ShownBoard, drawn_in, shown_board, style_for
from cogs.kit.card import COIN, ROW_SIZE, Accent, Card, Pictures, card, gallery, row, rows
from cogs.kit.controls import button
from cogs.kit.picture_names import board_name
from cogs.kit.presentation import GamePresentation
from cogs.panels.challenge import fair_draw, invitation, picks
from cogs.panels.match import board_panel, match_menu
from cogs.panels.match.after_match import finished_rows, leads_on, rematch_line
from cogs.panels.match.board_panel import diagram_at
from cogs.panels.moving import after_move, hint_panel, move_panel
from cogs.panels.moving.move_steps import END
from cogs.panels.moving.step_buttons import Emojis, fits, packed, pieces, without_emojis
from cogs.panels.review import deciding_turn
from cogs.panels.review.deciding_turn import DecidingTurn
from cogs.text import (
    challenge_texts,
    community_texts,
    computer_texts,
    learn_texts,
    match_kinds_texts,
    phrases,
    seals_texts,
    texts,
    time_texts,
)
from computer.review.model import Review
from engines import Action
from engines.record import History
from imaging import Picture, Studio
from matches import Clock, GuildId, Match, Phase, UserId
from matches.audience import EVERYONE, picks_seen
from matches.chores import NOBODY_CAME
from matches.lifecycle import computers, offers, sets
from matches.lifecycle.history import turn_begun
from matches.lifecycle.last_turns import last_exchange
from matches.lifecycle.leaving import is_underway, silence_loses
from matches.lifecycle.match_context import Around
from matches.lifecycle.offers import Offer
from matches.lifecycle.setup import awaited
from matches.ratings.scores import why_unrated
from services import Services
from services.fair_play import match_with
from services.reviews import LEAST_TURNS, is_offered

if TYPE_CHECKING:
    from cogs.app import App

KeptReview = Callable[[Match], Awaitable[Review | None]]
"""Gives the stored review of a finished match."""
NamesSoFar = Callable[[GuildId, Collection[UserId]], Mapping[UserId, str]]
"""Gives the names of a server's users that are known without asking."""


class Cards:
    """Builds the cards of matches. ``presentations`` are the games' presentations by key.

    A card depends only on its match: its record, the results of its end (with the first match of its set),
    and the present time while a clock runs or a challenge is open. There are four exceptions: a card that
    waits for the computer says if the computer is held up by the player's other matches, a challenge says
    how fast its challenger usually answers, if they show that, a finished match shows its deciding turn
    once it has a review, and the pieces on a turn's card are as many as its players' names leave room for.
    """

    def __init__(
        self,
        app: App,
        services: Services,
        studio: Studio,
        presentations: Mapping[str, GamePresentation],
        clock: Clock,
        emojis: Emojis = without_emojis,
        *,
        kept_review: KeptReview,
        names: NamesSoFar,
        computer: bool = True,
    ) -> None:
        self.has_computer = computer
        """True if computer players are on in this process."""
        self._services = services
        self._studio = studio
        self._kept_review = kept_review
        self._names = names
        self._presentations = presentations
        self._clock = clock
        self._emojis = emojis
        self._app = app
        self._features = app.features

    # --- of a match ------------------------------------------------------------------------------

    async def of(
        self,
        match: Match,
        *,
        above: str = "",
        unreachable: Sequence[UserId] = (),
        reader: UserId | None = None,
        around: Around | None = None,
    ) -> Card:
        """The present card of a match in any phase, with a line ``above`` it.

        A private card is drawn in the theme of its ``reader``, others in their server's. The theme comes from
        ``around`` if given, else from the store.
        """
        if match.phase is Phase.SETUP:
            return await self._setting_up(match, above, unreachable)
        if match.seated and not awaited(match):
            theme = await self.theme(match, reader) if around is None else drawn_in(around.guild.theme)
            return await self._board(match, above, theme)
        if match.phase is Phase.FINISHED:
            return await self._ended_early(match, above)
        return await self.invitation(match, above=above)

    async def invitation(self, match: Match, *, above: str = "") -> Card:
        """The card of a challenge: with buttons while it is open, a single line once it is answered.

        An open challenge that no one has accepted for NOBODY_CAME also offers the computer.
        """
        if match.phase is not Phase.CHALLENGED:
            ways = leads_on(match, self._features)
            shown = [row(*ways)] if ways else []
            return card(above, await invitation.closed(self._app, match), *shown)
        pings = self._services.matches.addressed(match)
        unusual = self._presentations[match.game_key].consequences(match.options)
        rows = invitation.invitation_rows(match, computer=await self._offers_computer(match))
        said = challenge_texts.invitation(match, unusual)
        return card(above, said, *rows, pings=pings)

    async def _offers_computer(self, match: Match) -> bool:
        """True if an open challenge has waited for NOBODY_CAME and its server allows the computer."""
        waits = match.opponent is None and self._clock() - match.created_at >= NOBODY_CAME
        return waits and self.has_computer and await self._services.guilds.has_computer(match.guild_id)

    async def _setting_up(self, match: Match, above: str, unreachable: Sequence[UserId]) -> Card:
        choosing = self._services.matches.to_act(match)
        label = challenge_texts.CHOOSE if match.blind else challenge_texts.CHOOSE_OPEN
        made = challenge_texts.picks_made(match, picks_seen(match, EVERYONE))
        lines: list[Any] = [above, await self._head(match)]
        pictures: tuple[tuple[str, Picture], ...] = ()
        if match.toss:
            pictures = ((COIN, await self._studio.coin(match.toss.fell)),)
            tossed = (texts.tossed(match, match.toss), seals_texts.drawn_again(match))
            lines += ["\n".join(filter(None, tossed)), gallery(pictures)]
        lines += [
            time_texts.handed_over(match),
            made,
            f"{challenge_texts.setting_up(match, choosing, unreachable)}\n"
            f"{time_texts.picks_until(match)}".strip(),
            row(
                picks.open_pick.on(match, button(label, discord.ButtonStyle.primary)),
                *fair_draw.buttons(match),
            ),
        ]
        return card(*lines, pictures=pictures, pings=self._services.matches.addressed(match))

    async def _board(self, match: Match, above: str, theme: str) -> Card:
        history = self._services.matches.history(match)
        pictures = await self._pictures(match, history, theme)
        lines: list[str] = []
        no_human_has_moved = all(played.side == computers.side_of(match) for played in history.played)
        if no_human_has_moved:
            lines.append(learn_texts.PRACTICE_REMARK if match.practice else "")
            lines.append(challenge_texts.picks_made(match, picks_seen(match, EVERYONE)))
            lines.append("" if match.toss else seals_texts.drawn_again(match))
            lines.append(community_texts.why_unrated(match))
            lines.append(time_texts.SILENCE_LOSES if silence_loses(match) else "")
        said, films = await self._decided_by(match, history, theme)
        head, below = await self._fitted(match, history, above, lines, pictures)
        return card(
            head,
            gallery(pictures),
            *below,
            *([said, gallery(films)] if films else []),
            *(finished_rows(match, self._features) if match.result else []),
            pictures=(*pictures, *films),
            pings=self._services.matches.addressed(match),
            accent=self._accent(match),
        )

    async def _fitted(
        self, match: Match, history: History, above: str, news: Sequence[str], pictures: Pictures
    ) -> tuple[str, list[Any]]:
        """The head of a board's card and the parts below it: in play, as much as a phone has room for.

        First the last exchange is told more briefly. Then the players go from the title, since who's to move
        stands below the board; and then the exchange, since the picture marks it.
        """
        tellings = texts.tellings(*last_exchange(match, history))
        head = "\n".join(filter(None, (above, await self._head(match))))
        if match.result:
            return head, [await self._over(match, history, [*news, tellings[0]])]
        now, at = await self._status(match, history), self._clock()
        names = self._names(match.guild_id, match.users)
        brief = head.replace(texts.small_title(match), f"-# {phrases.title(match)}")
        for top, told in (*((head, told) for told in tellings), (brief, tellings[-1]), (brief, "")):
            said = self._below_board(match, history, [*news, told], now, at)
            room = phone.room([top, said], [picture for _, picture in pictures], names)
            controls = list(self._controls(match, history, at, room))
            if fits(controls, room):
                break
        return top, [said, *controls]

    async def deciding_turn(self, match: Match) -> DecidingTurn | None:
        """The turn that decided a finished match, if it has a review that tells one.

        None while its position is on the board of a match that one of its players is playing.
        """
        if not is_offered(match):
            return None
        history = self._services.matches.history(match)
        if history.turns < LEAST_TURNS or (review := await self._kept_review(match)) is None:
            return None
        turn = deciding_turn.found(match, history, review)
        if turn is None:
            return None
        shown = [history.until(ply).position for ply in turn.shown]
        for user in match.users:
            boards = await self._services.matches.reviews.boards(user, match.game_key)
            if boards and match_with(boards, shown) is not None:
                return None
        return turn

    async def _decided_by(self, match: Match, history: History, theme: str) -> tuple[str, Pictures]:
        """The sentence about the deciding turn, and its film as the board is seen; empty without one."""
        turn = await self.deciding_turn(match)
        if turn is None:
            return "", ()
        bottom = diagram_at(history, len(history.played), match.result).bottom
        return await deciding_turn.told(self._studio, match, history, turn, bottom=bottom, theme=theme)

    async def _over(self, match: Match, history: History, news: Sequence[str]) -> str:
        """The lines below the board of a finished match: the ``news``, how it ended, what comes of it."""
        hints = await self._services.computers.hints(match.id) if match.alone else 0
        lines = [
            *news,
            await self._status(match, history),
            await self._first_win(match),
            await self.brought(match),
            computer_texts.hints_used(hints),
            *await self._after_the_end(match),
        ]
        return "\n".join(filter(None, lines))

    def _below_board(
        self, match: Match, history: History, news: Sequence[str], now: str, at: datetime
    ) -> str:
        """The lines below the board of a match in play: the ``news``, whose turn it is ``now``, the time."""
        offer = offers.pending(match)
        asked = _asked(match, offer) if offer else texts.answered(match) or time_texts.happened(match)
        due, time = time_texts.clock_in_brief(match, at, begun=is_underway(match, history))
        return "\n".join(filter(None, (*news, f"{now}{due}", time, asked)))

    def _controls(
        self, match: Match, history: History, at: datetime, room: float
    ) -> Iterator[ui.ActionRow[Any]]:
        """The rows of buttons of a match in play: of choices, if they fit into the room, and one of controls.

        An offer, or a player's time being up, replaces the less urgent buttons.
        """
        if _is_computers_turn(match, history):
            oops = [
                one
                for user in match.users
                for one in after_move.oops_button(self._services.matches, match, user)
            ]
            yield row(*oops, *_seldom_needed(match))
            return
        offer, late = offers.pending(match), list(_time_controls(match, history, at))
        asked = list(_answers(match, offer)) if offer is not None and not _asks_computer(match, offer) else []
        move = move_panel.open_moves.on(match, button(texts.MOVE, discord.ButtonStyle.primary))
        turn = [] if late else list(_turn_controls(match, history))
        others = [] if asked else _seldom_needed(match)
        beside = len(late + asked + turn + others)
        controls = row(*late, *asked, move, *turn, *self._hint(match, beside), *others)
        if not late:
            chosen_from = self._chosen_from(match, history, controls, room)
            if not chosen_from and (one := self._one_row(match, history, others)) is not None:
                controls = one
            yield from chosen_from
        yield controls

    def _one_row(
        self, match: Match, history: History, others: Sequence[ui.Item[Any]]
    ) -> ui.ActionRow[Any] | None:
        """A few actions in the place of *Move*, by the point that each is about; None for more."""
        plain = few(history.position.legal_actions())
        if not plain or len(plain) + len(others) > ROW_SIZE:
            return None
        found = [move_panel.do_action.on(match, action.path[0], index) for index, action in enumerate(plain)]
        return row(*found, *others)

    def _hint(self, match: Match, others: int) -> list[ui.Item[Any]]:
        """The hint button, against the computer, if the row has room beside *Move* and the ``others``."""
        offered = match.alone and self.has_computer and others + 2 <= ROW_SIZE
        return [hint_panel.hint.on(match, computer_texts.HINT)] if offered else []

    async def _status(self, match: Match, history: History) -> str:
        """The sentence that says whose turn it is, or how the match ended."""
        if match.result:
            outcome = history.position.outcome()
            scores = texts.final_scores(outcome.scores if outcome else None)
            said = texts.decided(match, match.result, self._presentations[match.game_key].endings)
            return " ".join(filter(None, (said, scores)))
        side = history.position.to_act
        assert side is not None, "a match in play waits for somebody"
        if _is_computers_turn(match, history):
            return f"{texts.to_act(match, side, unfinished=False)}\n{await self._thinking(match)}"
        if few(history.position.legal_actions()):
            return texts.to_choose(match, side, self._presentations[match.game_key].question)
        return texts.to_act(match, side, unfinished=history.can_take_back())

    async def _thinking(self, match: Match) -> str:
        """The line shown while the computer is to move."""
        if not self.has_computer:
            return computer_texts.OFF
        held = await self._services.computers.is_held(match)
        return computer_texts.HELD if held else computer_texts.THINKING

    def _chosen_from(
        self, match: Match, history: History, below: ui.ActionRow[Any], room: float
    ) -> Sequence[ui.ActionRow[Any]]:
        """Buttons for the actions or pieces to choose from, or menus of actions.

        None without room for them and the row ``below``.
        """
        plain = few(history.position.legal_actions())
        if not plain:
            words = self._presentations[match.game_key].words
            controls = move_panel.step_controls(match)
            return pieces(history.position, words, controls, self._emojis, room=room, below=[below])
        for label in (history.position.describe, lambda action: action.path[0]):
            found = packed(
                [move_panel.do_action.on(match, label(action), index) for index, action in enumerate(plain)]
            )
            if fits([*found, below], room):
                return found
        return ()

    async def _after_the_end(self, match: Match) -> list[str]:
        """The lines about what a finished match has decided, and about its rematch."""
        if match.terms.set_part == sets.FIRST:
            second = sets.second_of(match)
            goes_on = second is not None and (await self._services.matches.load(second)).second_of_set
            said = match_kinds_texts.next_of_set(match, goes_on=goes_on)
            return [said] if goes_on else [said, *await self._rematch(match)]
        decided = [
            *[await said(self._app, match) for said in self._features.decided],
            await self._decided(match),
        ]
        return [*filter(None, decided), *await self._rematch(match)]

    async def _rematch(self, match: Match) -> list[str]:
        """The line about the rematch of a finished match, if there is one."""
        if match.rematch is None:
            return []
        return rematch_line(match, await self._services.matches.load(match.rematch))

    async def _decided(self, match: Match) -> str:
        """The outcome of the set whose second match has ended; empty for any other match."""
        if not match.second_of_set or match.result is None or match.rematch_of is None:
            return ""
        return match_kinds_texts.set_decided(await self._services.matches.load(match.rematch_of), match)

    async def _ended_early(self, match: Match, above: str) -> Card:
        result = match.result
        assert result is not None, "a finished match has a result"
        said = texts.decided(match, result, self._presentations[match.game_key].endings)
        void = seals_texts.void_picks(match)
        told = filter(None, [said, await self.brought(match), *await self._after_the_end(match), void])
        lines: list[Any] = [
            above,
            await self._head(match),
            "\n".join(told),
            *finished_rows(match, self._features),
        ]
        lines += rows(fair_draw.buttons(match))
        pings = self._services.matches.addressed(match)
        return card(*lines, pings=pings, accent=self._accent(match))

    async def brought(self, match: Match) -> str:
        """Describe how a match's end changed the ratings."""
        why = why_unrated(match, self._services.matches.history(match) if match.started else None)
        brought = await self._services.leaderboards.brought(match)
        unsure = await self._services.leaderboards.unsure_after(brought)
        return community_texts.rating_changes(match, brought, unsure, why)

    async def _first_win(self, match: Match) -> str:
        """The line that greets the winner of a match if they had won none before; empty for any other."""
        winner = await self._services.matches.lists.first_winner(match)
        return "" if winner is None else texts.first_win(winner)

    def _accent(self, match: Match) -> Accent:
        """The colour of a match's card."""
        if match.result is not None:
            return Accent.OVER if match.result.winner is None or match.both_sides else Accent.WON
        late = match.clocks is not None and match.clocks.is_up(self._clock())
        return Accent.URGENT if match.phase.running and late else Accent.SEA

    def how_ended(self, match: Match) -> str:
        """The game's own sentence for how a match ended; empty if the game has none for it."""
        if match.result is None:
            return ""
        return texts.why(match.result, self._presentations[match.game_key].endings)

    def ended(self, match: Match) -> str:
        """Describe in a sentence how a finished match ended."""
        assert match.result is not None, "a finished match has a result"
        return texts.ended(match, match.result, self._presentations[match.game_key].endings)

    async def theme(self, match: Match, reader: UserId | None = None) -> str:
        """The theme of a match's boards: the reader's, else the server's, else the default."""
        return await self.theme_for(match.guild_id, reader)

    async def theme_for(self, guild: int | None, reader: UserId | None = None) -> str:
        """The theme of boards in a server or, without ``guild``, in direct messages."""
        return drawn_in(await self._services.notifications.theme_of(GuildId(guild or 0), reader))

    async def _shown(self, match: Match, history: History, reader: UserId | None) -> ShownBoard:
        """The present board as ``reader`` wants it; a picture in the server's theme without one."""
        style = await style_for(self._services, match.guild_id, reader)
        diagram = diagram_at(history, len(history.played), match.result)
        return await shown_board(self._studio, diagram, style, board_name(match, history.turns))

    async def _pictures(self, match: Match, history: History, theme: str) -> Pictures:
        """The picture of the present position."""
        diagram = diagram_at(history, len(history.played), match.result)
        name = board_name(match, history.turns)
        return ((name, await self._studio.board(diagram, theme=theme)),)

    # --- private panels --------------------------------------------------------------------------

    async def board_only(
        self, match: Match, *, above: str = "", below: Sequence[Any] = (), reader: UserId | None = None
    ) -> Card:
        """The present board without controls, with ``below`` under it; before play, the present card."""
        if not match.seated or awaited(match):
            return await self.of(match, above=above)
        history = self._services.matches.history(match)
        board = await self._shown(match, history, reader)
        now = await self._status(match, history)
        also = await self.brought(match) if match.result else _time(match, history, self._clock())
        now = "\n".join(filter(None, (now, also, await self._decided(match))))
        return card(
            above,
            await self._head(match),
            board.part,
            now,
            texts.to_board(match),
            *below,
            pictures=board.pictures,
            accent=self._accent(match),
        )

    async def board_of(self, match: Match, theme: str) -> Pictures:
        """The board of a match in play; none in other phases."""
        if match.phase is not Phase.PLAYING or awaited(match):
            return ()
        return await self._pictures(match, self._services.matches.history(match), theme)

    async def pick_panel(self, match: Match, user: UserId, draft: Sequence[str | None]) -> Card:
        """The menus of a pick, with the choices that ``user`` has made so far."""
        side = match.side_of(user)
        assert side is not None, "checked before a panel is shown"
        return await picks.panel(match, side, draft, self._studio, await self.theme(match, user))

    def pick_confirmed(self, match: Match, user: UserId) -> Card:
        """The pick panel once the pick is made, for the player who made it."""
        side = match.side_of(user)
        pick = picks_seen(match, user).get(side or "")
        assert side is not None and pick is not None, "shown to the player after the pick"
        return card(challenge_texts.pick_confirmed(match, side, pick), *rows(fair_draw.buttons(match)))

    async def _head(self, match: Match) -> str:
        """The lines above a board: who won, then small what is played by whom, and what it belongs to."""
        over = match.result
        lines = [
            texts.small_title(match) if over is None else texts.headline(match, over),
            texts.title_of_ended(match) if over else "",
            match_kinds_texts.part_of_set(match),
            *[await part(self._app, match) for part in self._features.on_card],
        ]
        return "\n".join(filter(None, lines))


# --- parts ---------------------------------------------------------------------------------------


def _time(match: Match, history: History, now: datetime) -> str:
    """The line about the clock: the player's deadline, or whose time is up."""
    return time_texts.clock(match, now, begun=is_underway(match, history))


def _time_controls(match: Match, history: History, now: datetime) -> Iterable[ui.Item[Any]]:
    """The buttons for the opponent of a player whose time is up; none against the computer."""
    clocks = match.clocks
    if not match.alone and clocks is not None and clocks.is_up(now) and is_underway(match, history):
        yield match_menu.claim_time.on(match, button(time_texts.CLAIM_WIN, discord.ButtonStyle.success))
        yield match_menu.extend_time.on(match, time_texts.give_more(match.terms.pace))


def few(actions: Sequence[Action]) -> Sequence[Action]:
    """``actions`` if they are few and each is a single choice, so each can have a button; else none."""
    plain = len(actions) <= move_panel.FEW and all(len(action.path) == 1 for action in actions)
    return actions if plain and all(action.path != (END,) for action in actions) else ()


def _is_computers_turn(match: Match, history: History) -> bool:
    side = computers.side_of(match)
    return side is not None and history.position.to_act == side


def _asks_computer(match: Match, offer: Offer) -> bool:
    return computers.side_of(match) == match.game.other(offer.by)


def _asked(match: Match, offer: Offer) -> str:
    return (
        computer_texts.draw_offered(match, offer)
        if _asks_computer(match, offer)
        else texts.offered(match, offer)
    )


def _answers(match: Match, offer: Offer) -> Iterator[ui.Item[Any]]:
    yield match_menu.agree.on(match, button(texts.AGREE[offer.kind], discord.ButtonStyle.success))
    yield match_menu.refuse.on(match, texts.REFUSE)


def _turn_controls(match: Match, history: History) -> Iterator[ui.Item[Any]]:
    """The buttons to take back and to end a turn; the latter once it has begun, as a slip would waste it."""
    ends = any(action.path == (END,) for action in history.position.legal_actions())
    if ends and turn_begun(history):
        yield move_panel.end_turn.on(match, button(texts.END_TURN, discord.ButtonStyle.success))
    if history.played if match.both_sides else history.can_take_back():
        yield move_panel.take_back.on(match, texts.TAKE_BACK)


def _seldom_needed(match: Match) -> list[ui.Item[Any]]:
    return [board_panel.look.on(match, texts.BOARD), match_menu.open_more.on(match, texts.MORE)]
