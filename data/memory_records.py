"""Codes of matches and records that were brought in, in the store in memory."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from data.checks import check_times
from data.memory_base import MemoryBase
from matches.model import ImportId, MatchId, UserId


@dataclass(frozen=True, slots=True)
class _Share:
    code: str
    at: datetime


@dataclass(frozen=True, slots=True)
class _Import:
    user_id: UserId
    text: str
    at: datetime


class MemoryRecords(MemoryBase):
    """In this process only."""

    def __init__(self) -> None:
        super().__init__()
        self._shares: dict[MatchId, _Share] = {}
        self._imports: dict[ImportId, _Import] = {}
        self._imports_made = 0

    async def share(self, match_id: MatchId, code: str, at: datetime) -> str | None:
        check_times(at)
        self._present(match_id)
        if match_id not in self._shares:
            if await self.shared(code) is not None:
                return None
            self._shares[match_id] = _Share(code, at)
        return self._shares[match_id].code

    async def unshare(self, match_id: MatchId) -> None:
        self._shares.pop(match_id, None)

    async def share_of(self, match_id: MatchId) -> str | None:
        return self._shares[match_id].code if match_id in self._shares else None

    async def shared(self, code: str) -> MatchId | None:
        return next((match_id for match_id, one in self._shares.items() if one.code == code), None)

    async def keep_import(self, user_id: UserId, text: str, at: datetime, most: int) -> ImportId:
        check_times(at)
        self._imports_made += 1
        made = ImportId(self._imports_made)
        self._imports[made] = _Import(user_id, text, at)
        theirs = sorted(number for number, one in self._imports.items() if one.user_id == user_id)
        for number in theirs[:-most]:
            del self._imports[number]
        return made

    async def imported(self, import_id: ImportId, user_id: UserId) -> str | None:
        found = self._imports.get(import_id)
        return found.text if found is not None and found.user_id == user_id else None
