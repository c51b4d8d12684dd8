"""Parameters that many statements share, named as the values passed for them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Integer, Text, bindparam

from data.schema import UtcTime

MATCH_ID: Final = bindparam("match_id", type_=BigInteger)
USER_ID: Final = bindparam("user_id", type_=BigInteger)
GUILD_ID: Final = bindparam("guild_id", type_=BigInteger)
GAME: Final = bindparam("game", type_=Text)
NOW: Final = bindparam("now", type_=UtcTime)
SINCE: Final = bindparam("since", type_=UtcTime)
AFTER: Final = bindparam("after", type_=BigInteger)
"""Only rows with greater ids."""
LIMIT: Final = bindparam("limit", type_=Integer)
SEASON: Final = bindparam("season", type_=Text)
