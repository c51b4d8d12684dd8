"""The verbs of records: sharing a match by a code, and keeping records that come from elsewhere."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from data import stores
from matches import records
from matches.errors import NoSuchCodeError, Problem, Refused, WrongPhaseError
from matches.model import ImportId, Match, MatchId, UserId
from matches.records import Transcript
from services.core import Core

log = logging.getLogger(__name__)

CODE_LENGTH: Final = 6
LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of codes: none that is taken for something else when it is read out or written down."""
WRONG_CODES: Final = 20
"""Codes that open no match which one person may give within an hour: nobody finds a match by guessing."""
_HOUR: Final = timedelta(hours=1)
IMPORTS_KEPT: Final = 10
"""Records from elsewhere that are kept for one person; a new one takes the place of their oldest."""


class WrongCodes:
    """The wrong codes of the last hour by who gave them, in this process alone."""

    def __init__(self) -> None:
        self._given: dict[UserId, list[datetime]] = {}

    @contextmanager
    def trying(self, user: UserId, now: datetime) -> Iterator[None]:
        """While a code of ``user`` is looked for, which counts if NoSuchCodeError says that it is wrong.

        It counts from the start, so that of many at one instant none gets past. Raises Refused.
        """
        self._forget_old(now)
        given = self._given.setdefault(user, [])
        if len(given) >= WRONG_CODES:
            raise Refused(Problem.TOO_MANY_CODES, limit=WRONG_CODES, until=min(given) + _HOUR)
        given.append(now)
        wrong = False
        try:
            yield
        except NoSuchCodeError:
            wrong = True
            raise
        finally:
            if not wrong and now in given:
                given.remove(now)

    def _forget_old(self, now: datetime) -> None:
        for user, given in list(self._given.items()):
            # By the distance alone: a clock that was put right must keep nobody out for days.
            given[:] = [at for at in given if abs(now - at) < _HOUR]
            if not given:
                del self._given[user]


class Sharing:
    """Uses of a match's record besides adding to it."""

    def __init__(self, core: Core) -> None:
        self._wrong_codes = WrongCodes()
        self._core = core
        self._db = core.db

    def transcript(self, match: Match) -> Transcript:
        """The record of a match so far. Raises WrongPhaseError unless play has started."""
        return records.transcript_of(match, self._core.history(match))

    async def share(self, match_id: MatchId, user: UserId) -> tuple[Match, str]:
        """Let a match be opened by anyone who has its code; returns the match and the code.

        Raises NotAPlayerError, and WrongPhaseError unless play has started.
        """
        match = await self._core.load_own(match_id, user)
        if not match.started:
            raise WrongPhaseError(match)
        while (
            code := await self._db.write(stores.records.add_share, match.id, _new_code(), self._core.now())
        ) is None:
            pass  # it is another match's: one in many millions
        log.info("match=%s user=%s shared it", match.id, user)
        return match, code

    async def unshare(self, match_id: MatchId, user: UserId) -> Match:
        """Let no code open a match any more; returns the match. Raises NotAPlayerError."""
        match = await self._core.load_own(match_id, user)
        await self._db.write(stores.records.unshare, match.id)
        log.info("match=%s user=%s shares it no more", match.id, user)
        return match

    async def opened_by(self, code: str, user: UserId) -> Match:
        """The match that a code opens, however it is written.

        Raises NoSuchCodeError, and Refused once ``user`` gave too many wrong ones.
        """
        wanted = "".join(code.split()).replace("-", "").upper()
        # No database is asked for a text that it could not even hold.
        may_be = len(wanted) == CODE_LENGTH and set(wanted) <= set(LETTERS)
        with self._wrong_codes.trying(user, self._core.now()):
            found = await self._db.read(stores.records.shared, wanted) if may_be else None
            if found is None:
                raise NoSuchCodeError
            return await self._core.load(found)

    async def still_shared(self, match_id: MatchId, user: UserId) -> Match:
        """The match, if it is shared or ``user`` plays in it. Raises NoSuchCodeError."""
        match = await self._core.load(match_id)
        if user not in match.users and not await self.is_shared(match_id):
            raise NoSuchCodeError
        return match

    async def is_shared(self, match_id: MatchId) -> bool:
        """True if there is a code that opens the match."""
        return await self._db.read(stores.records.share_of, match_id) is not None

    async def keep_record(self, user: UserId, record: Transcript) -> ImportId:
        """Keep a record from elsewhere for somebody, who can step through it then."""
        text = records.as_text(record)
        kept = await self._db.write(stores.records.keep_import, user, text, self._core.now(), IMPORTS_KEPT)
        log.info("import=%s user=%s brought in a record of %s", kept, user, record.game)
        return kept

    async def kept_record(self, kept: ImportId, user: UserId) -> str:
        """The text of a record that ``user`` brought in. Raises Refused."""
        text = await self._db.read(stores.records.import_of, kept, user)
        if text is None:
            raise Refused(Problem.IMPORT_GONE)
        return text


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
