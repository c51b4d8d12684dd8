"""A feature: what its folder adds to the bot, and the places of the core that ask for it.

The core names no feature. It goes through the rows that it was handed, so a feature that is taken out is
missed nowhere.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from matches import GuildId, Match, MatchId, Notice, UserId

if TYPE_CHECKING:
    import discord
    from discord import ui
    from sqlalchemy import Select

    from cogs.app import App
    from cogs.config import Settings
    from cogs.kit.call import Call
    from cogs.kit.card import Card
    from cogs.kit.controls import AnyControl, Component
    from cogs.panels.match.board_panel import ViewerState
    from cogs.panels.review.review_turn import Told
    from engines import Action
    from matches.guilds.settings import GuildRules
    from matches.guilds.shards import Shards
    from matches.lines import LineSpot, LineTree
    from matches.records import Remark
    from services.core import Core
    from services.reactions import Reaction


class InViewer:
    """A feature's part in the viewer of one match, for one reader; empty unless a method says more."""

    people: Sequence[UserId] = ()
    """Those whom its lines name, so that there is room for their names."""

    def below(self, ply: int) -> Sequence[str]:
        """The lines below the position after ``ply`` actions: all of them, then shorter and shorter."""
        return ("",)

    def marks(self) -> Mapping[int, str]:
        """Marks of positions in the menu of turns, by the number of actions before them."""
        return {}

    def next(self, ply: int) -> tuple[str, int] | None:
        """A button beside the arrows: its label, and the position that it leads to."""
        return None

    def ways(self, view: ViewerState) -> Sequence[ui.Item[Any]]:
        """Buttons below a position."""
        return ()

    async def more(self, view: ViewerState) -> Sequence[ui.Item[Any]]:
        """Buttons under *More*; asked for once it's pressed, so that they may ask the database."""
        return ()


@dataclass(frozen=True, slots=True)
class MatchesTab:
    """A tab of ``/matches``, in servers alone. Ids hold its ``number``: never change one.

    ``panel`` is given the game of the tab before and the player, if any.
    """

    number: int
    label: Callable[[], str]
    panel: Callable[[Call, str | None, UserId | None], Awaitable[Card]]


@dataclass(frozen=True, slots=True)
class WholeList:
    """A list that a button of a server's front door opens. Ids hold its ``number``: never change one."""

    number: int
    label: Callable[[], str]
    panel: Callable[[Call], Awaitable[Card]]


@dataclass(frozen=True, slots=True)
class OwnThings:
    """Parts above the list of a user's matches: sentences below its title, then what has buttons."""

    sentences: tuple[str, ...]
    rows: tuple[ui.Item[Any], ...]


@dataclass(frozen=True, slots=True)
class TriedLines:
    """The lines that users try in matches, for features that go on from one."""

    tree: Callable[[App, Match, UserId], Awaitable[LineTree]]
    """A user's lines in a match as it stands now."""
    now: Callable[[Match, Component | str], AnyControl]
    """A control that shows the present position on the board where lines are tried, in the panel's place."""
    at: Callable[[Match, Component | str, LineSpot], AnyControl]
    """The same for a position of a line."""
    try_action: Callable[
        [App, Match, UserId, LineSpot, int, Action], Awaitable[tuple[LineTree, LineSpot | None]]
    ]
    """Adds an action to a tree, at a spot whose position has this mark; also the spot after it, if any."""
    delete: Callable[[App, Match, UserId, int], Awaitable[LineTree]]
    """Deletes a node of a tree and all below it. Harmless twice."""


@dataclass(frozen=True, slots=True)
class PlannedMoves:
    """Moves that users have played for them later, for features with lines to make them of."""

    in_words: Callable[[App, Match, UserId, LineTree, int], Sequence[str]]
    """The moves that the line to a node would save, a sentence each; empty if it can't save any."""
    say: Callable[[App, Match, UserId, LineTree, int], Awaitable[None]]
    """Saves them. Raises MatchError."""
    said: Callable[[App, Match, UserId], Awaitable[Sequence[tuple[int, str]]]]
    """The moves that are saved, each with its number."""
    take_back: Callable[[App, Match, UserId, int], Awaitable[None]]
    """Takes one back, and those that follow it. Raises MatchError."""


@dataclass(frozen=True, slots=True)
class FeatureJob:
    """Work in the background, every ``seconds`` if it is due and requests aren't short.

    ``failed`` is the log line for a failed round; the next one still runs. ``due`` gives the very queries by
    which its work is found or claimed in some shards: the job runs if one of them has a row. ``offline``: it
    makes no requests, so it also runs while Discord is unreachable or requests are short. ``while_short``: it
    sees to it itself that it makes few requests while they are short. ``has_news``: it also runs if there is
    something that the database doesn't know of.
    """

    name: str
    seconds: float
    do: Callable[[App], Awaitable[None]]
    failed: str
    due: Callable[[Shards], Sequence[Select[Any]]]
    offline: bool = False
    while_short: bool = False
    has_news: Callable[[App], bool] = lambda _app: False


@dataclass(frozen=True, kw_only=True)
class Feature:
    """The additions of a feature to the bot; several of these add up to one."""

    operations: tuple[Callable[[Core], Any], ...] = ()
    """Its operations, which ``app[Class]`` finds."""
    parts: tuple[Callable[[App], Any], ...] = ()
    """What else is made once for the whole bot; ``app[Class]`` finds it."""
    opens: tuple[Callable[[App, Settings], AbstractAsyncContextManager[None]], ...] = ()
    """What stays open beside the bot from the end of its start to its own end, such as a server."""
    jobs: tuple[FeatureJob, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    """What it stores with a change of a match, and who is told of that."""
    notices: tuple[Callable[[Match, Notice], str | None], ...] = ()
    """What a notice about a match says, if it is one of its own."""
    on_notices: tuple[Callable[[App, MatchId], AnyControl | None], ...] = ()
    """Buttons on a reminder of a match, and with 0 on a list of several that wait."""
    on_card: tuple[Callable[[App, Match], Awaitable[str]], ...] = ()
    """The line above a board about what the match belongs to; empty if it isn't the feature's."""
    in_short: tuple[Callable[[App, Match], Awaitable[str]], ...] = ()
    """The same at the end of the sentence that says where the two play."""
    decided: tuple[Callable[[App, Match], Awaitable[str]], ...] = ()
    """The line below a finished match about what came of it there."""
    leads_on: tuple[Callable[[Match], AnyControl | None], ...] = ()
    """The button from a match to what it belongs to."""
    lobby: tuple[Callable[[], AnyControl], ...] = ()
    """Buttons of the lobby: other ways to a match."""
    lobby_offers: tuple[Callable[[Call, str | None], Awaitable[Sequence[ui.Item[Any]]]], ...] = ()
    """What else can be joined, below the first page of open challenges; of one game, if it is given."""
    own_matches: tuple[Callable[[Call], Awaitable[OwnThings]], ...] = ()
    """What a user takes part in, above the list of their matches."""
    more_to_play: tuple[tuple[int, Callable[[], ui.Item[Any]]], ...] = ()
    """Parts of */play*'s page of rarer ways, in the order of their numbers."""
    old_words: tuple[tuple[str, Callable[[Call], Awaitable[Card]]], ...] = ()
    """Old subcommands of */match*, with what is shown when one is typed as a number."""
    viewer: tuple[Callable[[App, Match, UserId], Awaitable[InViewer]], ...] = ()
    """What it shows in a match's viewer."""
    in_review: tuple[Callable[[Match, UserId, Sequence[Told]], Sequence[ui.Item[Any]]], ...] = ()
    """Buttons on a review, by the turns that it tells its reader."""
    study: tuple[Callable[[Match, int | None], AnyControl | None], ...] = ()
    """Buttons to study a match, at the position after so many actions or the present one."""
    in_turn: tuple[Callable[[App, Match], AnyControl | None], ...] = ()
    """Buttons of the panel on which a turn is chosen."""
    before_turn: tuple[Callable[[App, Match, UserId], Awaitable[str]], ...] = ()
    """Lines above that panel, for what its user is told before their turn."""
    after_turn: tuple[Callable[[App, Match, UserId], Sequence[AnyControl]], ...] = ()
    """Buttons in the private answer to a turn, while the other side is to act."""
    of_player: tuple[Callable[[App, Match, UserId], Awaitable[Sequence[AnyControl]]], ...] = ()
    """Buttons to what a user keeps for themself about a match."""
    on_rules: tuple[Callable[[str], AnyControl], ...] = ()
    """Buttons below the rules of a game."""
    tried_lines: tuple[TriedLines, ...] = ()
    planned_moves: tuple[PlannedMoves, ...] = ()
    below_line: tuple[Callable[[App, Match, UserId, LineTree, LineSpot], Sequence[AnyControl]], ...] = ()
    """Buttons below a position of a line that a user tries in a match."""
    about_position: tuple[Callable[[Match, UserId, ViewerState], Sequence[ui.Item[Any]]], ...] = ()
    """Buttons about a position of a match, where that is told of."""
    remarks: tuple[Callable[[App, Match], Awaitable[Sequence[Remark]]], ...] = ()
    """What stands in a match's record."""
    own_data: tuple[Callable[[App, UserId], Awaitable[AnyControl | None]], ...] = ()
    """Buttons on the page of a user's stored data."""
    erasure_ends: tuple[Callable[[App, UserId], Awaitable[Sequence[str]]], ...] = ()
    """Lines about what an erasure would end besides matches, in the question before it."""
    setting_troubles: tuple[
        Callable[[App, discord.Guild, GuildRules], Awaitable[Mapping[str, Sequence[str]]]], ...
    ] = ()
    """What keeps a server's settings from working, by key."""
    server_panel: tuple[Callable[[App, GuildId], Awaitable[AnyControl | None]], ...] = ()
    """A button on the first page of ``/server panel``, if it leads anywhere now."""
    matches_tabs: tuple[MatchesTab, ...] = ()
    """Tabs of ``/matches``, beside a user's own matches and those running here."""
    front_door: tuple[Callable[[], AnyControl], ...] = ()
    """Other buttons on a server's front door."""
    on_front_door: tuple[Callable[[App, GuildId], Awaitable[str]], ...] = ()
    """Lines on a server's front door about how things stand there; empty if there is nothing."""
    whole_lists: tuple[WholeList, ...] = ()
    """Lists of a server, with a button each on its front door."""
    leaderboard: tuple[Callable[[str], AnyControl], ...] = ()
    """Buttons below a server's leaderboard of a game."""
    in_profile: tuple[Callable[[App, GuildId, UserId], Awaitable[str]], ...] = ()
    """Lines of a user's profile, as seen in a server; an empty one is left out."""
    most_played: tuple[Callable[[App, GuildId], Awaitable[Sequence[str]]], ...] = ()
    """The games that were played in a server, most often played first: one of them is likely meant."""

    def __add__(self, other: Feature) -> Feature:
        """Both in one."""
        return Feature(
            **{each.name: (*getattr(self, each.name), *getattr(other, each.name)) for each in fields(self)}
        )


NO_FEATURE = Feature()
