"""Operations that are one transaction each: async methods with their statements.

A method under :func:`reads` or :func:`writes` is given a :class:`Transaction` after ``self``, which its
callers leave out. It does all of it or nothing: what it checks holds until it has written. A function of
``data.stores`` that is a whole operation becomes a method by :func:`reading` or :func:`writing`. Any of them
raises StoreUnavailableError while the database can't be used.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from datetime import datetime
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from services.core import Core

if TYPE_CHECKING:
    from sqlalchemy import Connection

Given = ParamSpec("Given")
Found = TypeVar("Found")
Served = TypeVar("Served", bound="Operations")


class Transaction:
    """A transaction: its connection, and the time at which it was asked for."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self.connection = connection
        self.now = now
        self.execute, self.scalar, self.scalars = connection.execute, connection.scalar, connection.scalars


Work = Callable[Concatenate[Served, Transaction, Given], Found]
Operation = Callable[Concatenate[Served, Given], Coroutine[Any, Any, Found]]


class Operations:
    """The base of services whose methods are transactions."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db


def reads(work: Work[Served, Given, Found]) -> Operation[Served, Given, Found]:
    """Make a method a transaction that reads a single snapshot."""

    @wraps(work)
    async def operation(self: Served, /, *given: Given.args, **named: Given.kwargs) -> Found:
        now = self._core.now()  # on the event loop, not in the database's thread
        return await self._db.read(
            lambda connection: work(self, Transaction(connection, now), *given, **named)
        )

    return operation


def reading(
    work: Callable[Concatenate[Connection, Given], Found],
) -> Callable[Concatenate[Any, Given], Coroutine[Any, Any, Found]]:
    """A method that runs ``work``, which reads, in a transaction of its own."""

    @wraps(work)
    async def operation(self: Operations, /, *given: Given.args, **named: Given.kwargs) -> Found:
        return await self._db.read(work, *given, **named)

    return operation


def writing(
    work: Callable[Concatenate[Connection, Given], Found],
) -> Callable[Concatenate[Any, Given], Coroutine[Any, Any, Found]]:
    """A method that runs ``work``, which writes, in a transaction of its own."""

    @wraps(work)
    async def operation(self: Operations, /, *given: Given.args, **named: Given.kwargs) -> Found:
        return await self._db.write(work, *given, **named)

    return operation


def writes(log_line: str = "") -> Callable[[Work[Served, Given, Found]], Operation[Served, Given, Found]]:
    """Make a method a transaction that writes.

    ``log_line`` is logged after the commit, formatted with the arguments by name and the result as ``found``;
    not if the result is False, or there is no line.
    """

    def made(work: Work[Served, Given, Found]) -> Operation[Served, Given, Found]:
        log, parameters = logging.getLogger(work.__module__), signature(work)

        @wraps(work)
        async def operation(self: Served, /, *given: Given.args, **named: Given.kwargs) -> Found:
            now = self._core.now()
            found = await self._db.write(
                lambda connection: work(self, Transaction(connection, now), *given, **named)
            )
            if log_line and found is not False:
                arguments = parameters.bind(self, None, *given, **named).arguments
                log.info(log_line.format(found=found, **arguments))
            return found

        return operation

    return made
