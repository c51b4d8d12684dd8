"""Shows a user's change, and tells the user if that fails."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogs.kit.errors import NotShownError
from cogs.kit.replies import Interaction
from cogs.text import texts
from matches import Match, StoreUnavailableError
from matches.lifecycle import sets

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)


async def show(app: App, interaction: Interaction, match: Match) -> Match:
    """Show a change; the person who made it is told privately if that can't be done just now.

    Where the computer is to answer, its answer is waited for a little: then one card shows both. Returns the
    match as it is shown, or else as it was given.
    """
    try:
        answered = await app.thinker.answer(match)
        shown = answered or await app.publisher.publish(match.id, match)
        if sets.second_of(shown) is not None:
            app.thinker.wake()  # the computer may be the first to move in it
        return shown
    except NotShownError as error:
        match, why = error.match, error.why
    except StoreUnavailableError as error:
        # The change itself is stored: don't say that it isn't.
        log.warning("match=%s version=%s was not shown: %s", match.id, match.version, error.advice)
        why = texts.WHY_STORE
    await app.replies.say(interaction, texts.not_shown(match, why))
    return match


async def show_all(app: App, matches: Sequence[Match]) -> None:
    """Show changes of several matches; one that can't be shown now is left to the sweep."""
    for match in matches:
        try:
            app.thinker.notice(match)
            await app.publisher.publish(match.id, match)
        except (NotShownError, StoreUnavailableError) as error:
            log.info("match=%s version=%s is not shown yet: %s", match.id, match.version, error)


async def show_rematch(app: App, interaction: Interaction, finished: Match) -> None:
    """Show the challenge of a rematch, and on the finished match's card where it is."""
    if finished.rematch is not None:
        await show(app, interaction, await app.matches.load(finished.rematch))
    await show(app, interaction, finished)
