"""Settings that more than one program reads, the bot's deadlines, and its version.

Only :mod:`settings.environment` imports Pydantic: processes that read no settings do not load it.
"""

from typing import Final

VERSION: Final = "0.2.0"
"""The version of Tidepool, as ``CHANGELOG.md`` heads it."""
