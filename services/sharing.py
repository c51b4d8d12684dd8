"""Operations on records: sharing a match by a code, and storing imported records."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import BigInteger, bindparam, delete, insert, select

from data.schema import imported, share
from data.shared_parameters import MATCH_ID, USER_ID
from data.stores.match_rows import require
from data.writing import insert_missing
from matches import records
from matches.errors import NoSuchCodeError, Problem, Refused, WrongPhaseError
from matches.model import ImportId, Match, MatchId, UserId
from matches.records import Remark, Transcript
from services.core import Core
from services.operations import Operations, Transaction, reads, writes

log = logging.getLogger(__name__)

CODE_LENGTH: Final = 6
LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of codes, without those easily confused when read out or written down."""
WRONG_CODES: Final = 20
"""Wrong codes that a user may enter within an hour, so that matches cannot be found by guessing."""
_HOUR: Final = timedelta(hours=1)
IMPORTS_KEPT: Final = 10
"""Imported records stored for each user; a new one replaces their oldest."""
_CODE: Final = select(share.c.code).where(share.c.match_id == MATCH_ID)
_IMPORTED: Final = select(imported.c.text).where(
    imported.c.id == bindparam("import_id", type_=BigInteger), imported.c.user_id == USER_ID
)


class WrongCodes:
    """The wrong codes of the last hour by user, in this process only."""

    def __init__(self) -> None:
        self._given: dict[UserId, list[datetime]] = {}

    @contextmanager
    def trying(self, user: UserId, now: datetime) -> Iterator[None]:
        """Look up a code of ``user``, which counts as wrong if NoSuchCodeError is raised inside.

        It counts from the start, so that simultaneous attempts cannot exceed the limit. Raises
        Refused.
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
            # By the absolute difference: setting the clock back must not lock a user out for days.
            given[:] = [at for at in given if abs(now - at) < _HOUR]
            if not given:
                del self._given[user]


class Sharing(Operations):
    """Operations that use a match's record without changing it."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._wrong_codes = WrongCodes()

    def transcript(self, match: Match, remarks: Iterable[Remark] = ()) -> Transcript:
        """The record of a match so far, with these remarks. Raises WrongPhaseError before play."""
        return records.transcript_of(match, self._core.history(match), remarks)

    async def share(self, match_id: MatchId, user: UserId) -> tuple[Match, str]:
        """Give a match a share code, with which anyone can open it; returns the match and the code.

        Raises NotAPlayerError, WrongPhaseError unless play has started, and Refused for a private match.
        """
        match = await self._core.load_own(match_id, user)
        if not match.started:
            raise WrongPhaseError(match)
        if match.terms.private:
            raise Refused(Problem.NOT_TO_SHARE)
        while (code := await self._add_code(match.id, _new_code())) is None:
            pass  # another match has this code: one chance in many millions
        log.info("match=%s user=%s shared it", match.id, user)
        return match, code

    @writes()
    def _add_code(self, tx: Transaction, match_id: MatchId, code: str) -> str | None:
        """Give a match this share code unless it has one; returns its own.

        None, and nothing is stored, if another match has this code. Raises NoSuchMatchError.
        """
        require(tx.connection, match_id)
        # If two do this at once, the second is skipped, whether the match or the code is the same.
        insert_missing(tx.connection, share, [{"code": code, "match_id": match_id, "at": tx.now}])
        found: str | None = tx.scalar(_CODE, {"match_id": match_id})
        return found

    async def unshare(self, match_id: MatchId, user: UserId) -> Match:
        """Delete a match's share code; returns the match. Raises NotAPlayerError."""
        match = await self._core.load_own(match_id, user)
        await self._drop_code(match.id)
        log.info("match=%s user=%s shares it no more", match.id, user)
        return match

    @writes()
    def _drop_code(self, tx: Transaction, match_id: MatchId) -> None:
        tx.execute(delete(share).where(share.c.match_id == match_id))

    async def opened_by(self, code: str, user: UserId) -> Match:
        """The match with a share code, in any spelling.

        Raises NoSuchCodeError, and Refused once ``user`` has entered too many wrong ones.
        """
        wanted = "".join(code.split()).replace("-", "").upper()
        # The database is not queried for a text that cannot be a code.
        may_be = len(wanted) == CODE_LENGTH and set(wanted) <= set(LETTERS)
        with self._wrong_codes.trying(user, self._core.now()):
            found = await self._with_code(wanted) if may_be else None
            if found is None:
                raise NoSuchCodeError
            return await self._core.load(found)

    @reads
    def _with_code(self, tx: Transaction, code: str) -> MatchId | None:
        found = tx.scalar(select(share.c.match_id).where(share.c.code == code))
        return None if found is None else MatchId(found)

    async def still_shared(self, match_id: MatchId, user: UserId) -> Match:
        """The match, if it is shared or ``user`` plays in it. Raises NoSuchCodeError."""
        match = await self._core.load(match_id)
        if user not in match.users and not await self.is_shared(match_id):
            raise NoSuchCodeError
        return match

    @reads
    def is_shared(self, tx: Transaction, match_id: MatchId) -> bool:
        """True if the match has a share code."""
        return tx.scalar(_CODE, {"match_id": match_id}) is not None

    async def keep_record(self, user: UserId, record: Transcript) -> ImportId:
        """Store an imported record for a user, who can then step through it."""
        kept = await self._keep_text(user, records.as_text(record))
        log.info("import=%s user=%s brought in a record of %s", kept, user, record.game)
        return kept

    @writes()
    def _keep_text(self, tx: Transaction, user: UserId, text: str) -> ImportId:
        """Store the text of a record, and delete the user's oldest beyond :data:`IMPORTS_KEPT`."""
        made = tx.execute(insert(imported).values(user_id=user, text=text, at=tx.now))
        theirs = select(imported.c.id).where(imported.c.user_id == user)
        before = tx.scalars(theirs.order_by(imported.c.id.desc()).offset(IMPORTS_KEPT)).all()
        tx.execute(delete(imported).where(imported.c.id.in_(before)))
        assert made.inserted_primary_key is not None
        return ImportId(made.inserted_primary_key[0])

    @reads
    def kept_record(self, tx: Transaction, kept: ImportId, user: UserId) -> str:
        """The text of a record that ``user`` imported. Raises Refused."""
        text: str | None = tx.scalar(_IMPORTED, {"import_id": kept, "user_id": user})
        if text is None:
            raise Refused(Problem.IMPORT_GONE)
        return text


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
