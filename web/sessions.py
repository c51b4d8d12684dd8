"""Signed-in browsers: a link from Discord is used once, a cookie stands for its user after that."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, insert, select, update

from data.features.web_board import LINK_FOR, SESSIONS_KEPT, web_link, web_session
from data.schema import utc
from data.writing import upsert
from matches.model import MatchId, UserId
from services.operations import Operations, Transaction, reads, writes

MOST_BROWSERS: Final = 10
"""The most browsers of a user: another one ends the session of the one that wasn't used for longest."""
NOTED_EVERY: Final = timedelta(hours=12)
"""How often it is stored that a browser was used."""
_TOKEN_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class BoardLink:
    """A link that can still be used: its user, and the match it leads to; 0: to all of theirs."""

    user: UserId
    match_id: MatchId


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """A signed-in browser."""

    id: int
    user: UserId
    browser: str
    began_at: datetime
    seen_at: datetime


class WebSessions(Operations):
    """Links and sessions. Tokens of 256 random bits are given out; only their SHA-256 is stored."""

    async def invite(self, user: UserId, match_id: MatchId) -> str:
        """The token of a new link for ``user``, which ends the one before; it works once, for LINK_FOR."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        await self.store_link(user, match_id, _digest(token))
        return token

    async def link(self, token: str) -> BoardLink | None:
        """The link with a token, which stays usable; None if it was used, is too old, or never was."""
        return await self.find_link(_digest(token))

    async def use(self, token: str, browser: str) -> tuple[str, BoardLink] | None:
        """Use a link: the token of a new session, and where the link leads; None as for :meth:`link`."""
        if await self.link(token) is None:  # nothing is written for who has none
            return None
        session = secrets.token_urlsafe(_TOKEN_BYTES)
        used = await self.spend(_digest(token), _digest(session), browser)
        return None if used is None else (session, used)

    async def session(self, token: str) -> BrowserSession | None:
        """The session that a cookie's token stands for; None if it has ended."""
        found = await self.find_session(_digest(token))
        if found is not None and self._core.now() - found.seen_at > NOTED_EVERY:
            await self.note_use(found)
        return found

    # --- the statements --------------------------------------------------------------------------

    @writes("user={user} was given a link to the board")
    def store_link(self, tx: Transaction, user: UserId, match_id: MatchId, digest: str) -> None:
        """Store a link in place of the user's last one."""
        until = tx.now + LINK_FOR
        upsert(
            tx.connection,
            web_link,
            {"user_id": user, "digest": digest, "match_id": match_id, "until": until},
        )

    @reads
    def find_link(self, tx: Transaction, digest: str) -> BoardLink | None:
        """The link with a digest, if it is still usable."""
        return _link(tx, digest)

    @writes()
    def spend(self, tx: Transaction, link: str, session: str, browser: str) -> BoardLink | None:
        """Delete a link and store a session in its place; None, and nothing is stored, without the link."""
        found = _link(tx, link)
        # Of two at the same moment one deletes it.
        gone = tx.execute(delete(web_link).where(web_link.c.digest == link)).rowcount
        if found is None or not gone:
            return None
        mine = select(web_session.c.id).where(web_session.c.user_id == found.user)
        beyond = tx.scalars(mine.order_by(web_session.c.seen_at.desc()).offset(MOST_BROWSERS - 1)).all()
        if beyond:
            tx.execute(delete(web_session).where(web_session.c.id.in_(beyond)))
        at = {"began_at": tx.now, "seen_at": tx.now}
        tx.execute(insert(web_session).values(user_id=found.user, digest=session, browser=browser, **at))
        return found

    @reads
    def find_session(self, tx: Transaction, digest: str) -> BrowserSession | None:
        """The session with a digest, if it has been used within SESSIONS_KEPT."""
        row = tx.execute(select(web_session).where(web_session.c.digest == digest)).one_or_none()
        if row is None or tx.now - utc(row.seen_at) > SESSIONS_KEPT:
            return None
        return BrowserSession(row.id, UserId(row.user_id), row.browser, row.began_at, row.seen_at)

    @writes()
    def note_use(self, tx: Transaction, session: BrowserSession) -> None:
        """Store that a session was used just now."""
        tx.execute(update(web_session).where(web_session.c.id == session.id).values(seen_at=tx.now))

    @reads
    def of(self, tx: Transaction, user: UserId) -> tuple[BrowserSession, ...]:
        """The sessions of ``user``, the one used last first."""
        live = (web_session.c.user_id == user, web_session.c.seen_at >= tx.now - SESSIONS_KEPT)
        found = tx.execute(select(web_session).where(*live).order_by(web_session.c.seen_at.desc()))
        return tuple(BrowserSession(row.id, user, row.browser, row.began_at, row.seen_at) for row in found)

    @writes("user={user} signed out in a browser")
    def end(self, tx: Transaction, user: UserId, session_id: int) -> None:
        """End a session of ``user``. Harmless twice."""
        theirs = (web_session.c.user_id == user, web_session.c.id == session_id)
        tx.execute(delete(web_session).where(*theirs))

    @writes("user={user} signed out everywhere")
    def end_all(self, tx: Transaction, user: UserId) -> None:
        """End all sessions of ``user``, and the link that they have not used. Harmless twice."""
        # In this order: a link that is used just now is waited for, and the session that comes of it is seen.
        for table in (web_link, web_session):
            tx.execute(delete(table).where(table.c.user_id == user))


def _link(tx: Transaction, digest: str) -> BoardLink | None:
    row = tx.execute(select(web_link).where(web_link.c.digest == digest)).one_or_none()
    if row is None or row.until < tx.now:
        return None
    return BoardLink(UserId(row.user_id), MatchId(row.match_id))


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
