"""Comments of players on their finished matches, and what administrators do about reported ones."""

from __future__ import annotations

import logging

from data import stores
from matches.comments import (
    MOST,
    Comment,
    CommentId,
    ReportCounts,
    ReportedComment,
    check_may_comment,
    cleaned,
    has_comments,
)
from matches.errors import Problem, Refused
from matches.model import GuildId, Match, MatchId, UserId
from services.core import Core

log = logging.getLogger(__name__)


class Comments:
    """Comments on finished matches; that a reader may see the match is checked by the caller."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def seen(self, match: Match, reader: UserId) -> tuple[Comment, ...]:
        """The comments of a match that ``reader`` sees, by position and oldest first; none before its end.

        Of hidden ones only their own, and none of people whom they have blocked.
        """
        if not has_comments(match):
            return ()
        return await self._db.read(stores.comments.seen_by, match.id, reader)

    async def public(self, match: Match) -> tuple[Comment, ...]:
        """The comments of a match that aren't hidden, by position and oldest first; none before its end."""
        if not has_comments(match):
            return ()
        found = await self._db.read(stores.comments.of_match, match.id)
        return tuple(one for one in found if not one.hidden)

    async def write(self, match_id: MatchId, user: UserId, ply: int, text: str) -> Match:
        """Add a player's comment on the position after ``ply`` actions; returns the match.

        Raises NoSuchMatchError, NotAPlayerError, and Refused.
        """
        match = await self._core.load(match_id)
        check_may_comment(match, user)
        if not 0 <= ply <= len(self._core.history(match).played):
            raise Refused(Problem.COMMENT_GONE)
        kept = cleaned(text)
        made = await self._db.write(stores.comments.add, match_id, user, ply, kept, self._core.now(), MOST)
        log.info("match=%s user=%s wrote comment=%s at ply=%s", match_id, user, made, ply)
        return match

    async def own(self, match: Match, comment_id: CommentId, user: UserId) -> Comment:
        """A comment of ``user`` on this match. Raises Refused if it is gone or another user's."""
        found = await self._find(match, comment_id)
        if found.writer != user:
            raise Refused(Problem.COMMENT_GONE)
        return found

    async def edit(self, match: Match, comment_id: CommentId, user: UserId, text: str) -> None:
        """Replace the text of a comment of ``user``. Raises Refused."""
        await self.own(match, comment_id, user)
        if not await self._db.write(stores.comments.edit, comment_id, user, cleaned(text)):
            raise Refused(Problem.COMMENT_GONE)
        log.info("match=%s user=%s edited comment=%s", match.id, user, comment_id)

    async def delete(self, match: Match, comment_id: CommentId, user: UserId) -> None:
        """Delete a comment of ``user`` with its reports. Raises Refused if it is gone."""
        await self.own(match, comment_id, user)
        if not await self._db.write(stores.comments.remove, comment_id, user):
            raise Refused(Problem.COMMENT_GONE)
        log.info("match=%s user=%s deleted comment=%s", match.id, user, comment_id)

    # --- reports ---------------------------------------------------------------------------------

    async def report(self, match: Match, comment_id: CommentId, user: UserId) -> bool:
        """Report a comment to the match's servers; False if ``user`` has reported it already.

        Raises Refused if they don't see it, wrote it, or the match was played in no server.
        """
        found = next((one for one in await self.seen(match, user) if one.id == comment_id), None)
        if found is None:
            raise Refused(Problem.COMMENT_GONE)
        if found.writer == user:
            raise Refused(Problem.REPORT_OWN)
        guilds = reported_to(match)
        if not guilds:
            raise Refused(Problem.REPORT_NOWHERE)
        new = await self._db.write(stores.comments.report, comment_id, user, guilds, self._core.now())
        if new:
            log.info("match=%s comment=%s user=%s reported it", match.id, comment_id, user)
        return new

    async def reported_in(self, guild: GuildId, limit: int, offset: int = 0) -> tuple[ReportedComment, ...]:
        """The reported comments on a server's list, waiting ones first, then newest first."""
        return await self._db.read(stores.comments.reported_in, guild, limit, offset)

    async def report_counts(self, guild: GuildId) -> ReportCounts:
        """The numbers of reported comments on a server's list."""
        return await self._db.read(stores.comments.report_counts, guild)

    async def hide(self, guild: GuildId, comment_id: CommentId, admin: UserId) -> None:
        """Hide a reported comment from everybody but its writer. Raises Refused."""
        await self._check_not_own(comment_id, admin)
        done = await self._db.write(stores.comments.hide, guild, comment_id, self._core.now())
        self._decided(guild, comment_id, admin, "hid it", done=done)

    async def dismiss(self, guild: GuildId, comment_id: CommentId, admin: UserId) -> None:
        """Take a reported comment off a server's list. Raises Refused."""
        await self._check_not_own(comment_id, admin)
        done = await self._db.write(stores.comments.dismiss, guild, comment_id)
        self._decided(guild, comment_id, admin, "dismissed its reports", done=done)

    async def show_again(self, guild: GuildId, comment_id: CommentId, admin: UserId) -> None:
        """Show a hidden comment again, and take it off the server's list. Raises Refused."""
        await self._check_not_own(comment_id, admin)
        done = await self._db.write(stores.comments.show_again, guild, comment_id)
        self._decided(guild, comment_id, admin, "showed it again", done=done)

    async def _check_not_own(self, comment_id: CommentId, admin: UserId) -> None:
        found = await self._db.read(stores.comments.find, comment_id)
        if found is not None and found.writer == admin:
            raise Refused(Problem.REPORT_ABOUT_YOU)

    def _decided(
        self, guild: GuildId, comment_id: CommentId, admin: UserId, what: str, *, done: bool
    ) -> None:
        if not done:
            raise Refused(Problem.REPORT_DONE)
        log.info("guild=%s comment=%s admin=%s %s", guild, comment_id, admin, what)

    async def _find(self, match: Match, comment_id: CommentId) -> Comment:
        found = await self._db.read(stores.comments.find, comment_id)
        if found is None or found.match_id != match.id:
            raise Refused(Problem.COMMENT_GONE)
        return found


def reported_to(match: Match) -> frozenset[GuildId]:
    """The servers whose administrators are told of reported comments of a match."""
    return frozenset(place.guild_id for place in match.places if place.guild_id)
