"""What the bot sets of the log, for a while: the tests after it are to hear what they would have heard."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def as_before() -> Iterator[None]:
    """Put back the levels and filters of all loggers, and the handlers of the root, at the end."""
    root = logging.getLogger()
    loggers = [root, *(one for one in root.manager.loggerDict.values() if isinstance(one, logging.Logger))]
    before = [(logger, logger.level, list(logger.filters)) for logger in loggers]
    handlers = list(root.handlers)
    try:
        yield
    finally:
        root.handlers[:] = handlers
        for logger, level, filters in before:
            logger.setLevel(level)
            logger.filters[:] = filters
