"""The parameters that many statements have, by the names that values are given under."""

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
"""The id that the rows asked for come after."""
LIMIT: Final = bindparam("limit", type_=Integer)
SEASON: Final = bindparam("season", type_=Text)
