"""Links that open the board in a browser, and the browsers that were signed in by one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import BigInteger, Column, ColumnElement, Index, Table, Text, select

from data.features.rows import FeatureRows, PruneRule, RowRule
from data.personal_rows import own
from data.schema import RowId, UtcTime, always, keys, metadata, table

LINK_FOR: Final = timedelta(minutes=10)
"""The time for which a link can be used, once."""
SESSIONS_KEPT: Final = timedelta(days=30)
"""The time for which a browser stays signed in after it was last used."""

# A user has one: the next replaces it.
web_link = table(
    "web_link",
    *keys(BigInteger, "user_id"),
    *always(Text, "digest"),  # of its token, which is stored nowhere
    *always(BigInteger, "match_id"),  # that it leads to; 0: to the list of the user's matches
    *always(UtcTime, "until"),
)
Index(None, web_link.c.digest)
web_session = Table(
    "web_session",
    metadata,
    Column("id", RowId, primary_key=True),
    *always(BigInteger, "user_id"),
    *always(Text, "digest"),  # of the token in the browser's cookie
    *always(Text, "browser"),  # "Firefox on Android", as the browser says of itself
    *always(UtcTime, "began_at", "seen_at"),
    # Ids are never reused, or an old button would end another session.
    sqlite_autoincrement=True,
)
Index(None, web_session.c.digest)
Index(None, web_session.c.user_id)
Index(None, web_session.c.seen_at)


def _over(now: datetime) -> ColumnElement[bool]:
    return web_session.c.seen_at < now - SESSIONS_KEPT


def _late(now: datetime) -> ColumnElement[bool]:
    return web_link.c.until < now


ROWS: Final = FeatureRows(
    name="web_board",
    tables=(web_link, web_session),
    personal=(own(web_link, "links to the board"), own(web_session, "browsers signed in to the board")),
    pruned=(
        PruneRule("links to the board that nobody used", web_link, _late),
        PruneRule("browsers that were signed in long ago", web_session, _over),
    ),
    rules=(
        RowRule(
            "user={user_id}: a browser was last seen before it was signed in",
            select(web_session.c.user_id).where(web_session.c.seen_at < web_session.c.began_at),
        ),
    ),
)
