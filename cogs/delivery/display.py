"""Shows a change that a person has just made, and tells them where that cannot be done."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from cogs.delivery.computer.thinking import Thinker
from cogs.delivery.publisher import NotShownError, Publisher
from cogs.kit.replies import Interaction, Replies
from cogs.text import texts
from matches import Match, Matches, StoreUnavailableError
from matches.lifecycle import sets

log = logging.getLogger(__name__)


class Display:
    """Shows changes, one object for the whole bot."""

    def __init__(self, publisher: Publisher, thinker: Thinker, matches: Matches, replies: Replies) -> None:
        self._publisher = publisher
        self._thinker = thinker
        self._matches = matches
        self._replies = replies

    async def show(self, interaction: Interaction, match: Match) -> Match:
        """Show a change; the person who made it is told privately if that cannot be done just now.

        Where the computer is to answer, its answer is waited for a little: then one card shows both.
        """
        try:
            answered = await self._thinker.answer(match)
            shown = answered or await self._publisher.publish(match.id, match)
            if sets.second_of(shown) is not None:
                self._thinker.wake()  # the computer may be the first to move in it
            return shown
        except NotShownError as error:
            match, why = error.match, error.why
        except StoreUnavailableError as error:
            # The change itself was stored before: nobody must be told that it was not.
            log.warning("match=%s version=%s was not shown: %s", match.id, match.version, error.advice)
            why = texts.WHY_STORE
        await self._replies.say(interaction, texts.not_shown(match, why))
        return match

    async def show_all(self, matches: Sequence[Match]) -> None:
        """Show changes of several matches; one that cannot be shown now is left to the sweep."""
        for match in matches:
            try:
                self._thinker.notice(match)
                await self._publisher.publish(match.id, match)
            except (NotShownError, StoreUnavailableError) as error:
                log.info("match=%s version=%s is not shown yet: %s", match.id, match.version, error)

    async def show_rematch(self, interaction: Interaction, finished: Match) -> None:
        """Show the challenge of a rematch, and on the finished match's card where it is."""
        if finished.rematch is not None:
            await self.show(interaction, await self._matches.load(finished.rematch))
        await self.show(interaction, finished)
