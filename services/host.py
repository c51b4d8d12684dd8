"""This installation of the bot as a whole: its database, its facts, its upkeep."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Final

from data import stores
from services.core import Core
from services.operations import Operations, reading, writing

log = logging.getLogger(__name__)

TIDY_EVERY: Final = timedelta(days=1)
SECRET: Final = "secret"
"""The fact with the secret of the installation."""
TIDIED: Final = "tidied at"
"""The fact with the time of the last deletion of rows no longer needed."""


class Host(Operations):
    """Operations on the installation as a whole: whether its database is there, its facts, its upkeep."""

    alive_at = reading(stores.host.alive_at)
    time = reading(stores.host.time)
    open_by_phase = reading(stores.matches.open_by_phase)
    remembered = reading(stores.host.remembered)
    remember = writing(stores.host.remember)

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.check_there = core.db.check_there

    async def check_answers(self) -> None:
        """Raise StoreGoneError if the database is gone, StoreUnavailableError if it doesn't answer."""
        self._db.check_there()
        await self.alive_at()

    async def overdue(self) -> Mapping[str, float]:
        """Seconds for which the oldest due match, card and notice have been waiting."""
        now = self._core.now()
        since = asdict(await self._db.read(stores.matches.overdue, now, self._core.territory.shards))
        return {what: max(0.0, (now - (at or now)).total_seconds()) for what, at in since.items()}

    async def oldest_deletion(self) -> float:
        """Seconds since the oldest deletion was asked for that isn't done; 0 if all are."""
        asked_at = await self._db.read(stores.privacy.oldest_deletion)
        return 0.0 if asked_at is None else max(0.0, (self._core.now() - asked_at).total_seconds())

    async def tell_of_kept(self, shown: Collection[str]) -> None:
        """Log each feature that isn't among those ``shown`` but still has rows."""
        missing = stores.host.FEATURE_NAMES - frozenset(shown)
        for name in await self._db.read(stores.host.with_rows, missing) if missing else ():
            log.warning("rows of %s are kept; this version doesn't show them", name)

    async def secret(self) -> bytes:
        """The secret of this installation, 32 bytes: made once, and shared by all its processes."""
        return bytes.fromhex(await self._db.write(stores.host.remember_once, SECRET, token_hex(32)))

    async def tidy(self) -> None:
        """Delete rows that are no longer needed, once a day, in whichever process comes first."""
        now = self._core.now()
        last = await self.remembered(TIDIED)
        if last is not None and now - datetime.fromisoformat(last) < TIDY_EVERY:
            return
        removed = await stores.pruning.prune(self._db, now)
        await self.remember(TIDIED, now.isoformat())
        told = [f"{rows} {what}" for what, rows in removed.items() if rows]
        if told:
            log.info("deleted what is not needed any more: %s", ", ".join(told))
