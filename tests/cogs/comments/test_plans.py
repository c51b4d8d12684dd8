"""No question about comments goes through a whole table."""

from __future__ import annotations

from cogs.comments.service import Comments
from matches.model import UserId
from tests.data_store.stores.plans import Watched
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, STRANGER, Table

ADMIN = UserId(1009)


async def test_every_statement_uses_an_index(watched_empty: Watched) -> None:
    store, statements = watched_empty
    table = Table(store)
    await table.in_play()
    await table.play("d8d7")
    match = await table.matches.play.resign(table.id, CHALLENGER)
    comments = Comments(table.services.core)
    await comments.write(match.id, OPPONENT, 1, "Oh")
    (said,) = await comments.seen(match, STRANGER)
    await comments.public(match)
    await comments.own(match, said.id, OPPONENT)
    await comments.edit(match, said.id, OPPONENT, "Ah")
    await comments.report(match, said.id, STRANGER)
    await comments.reported_in(GUILD, 5)
    await comments.report_counts(GUILD)
    await comments.hide(GUILD, said.id, ADMIN)
    await comments.show_again(GUILD, said.id, ADMIN)
    await comments.report(match, said.id, CHALLENGER)
    await comments.dismiss(GUILD, said.id, ADMIN)
    await comments.write(match.id, OPPONENT, 0, "Again")
    await comments.delete(match, said.id, OPPONENT)
    await table.privacy.forget(OPPONENT)
    assert len(statements.about("comment")) > 20 and statements.scans("comment") == []
