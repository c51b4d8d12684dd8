"""The state of the connection to Discord, judged by the latest request."""

from __future__ import annotations

from cogs.kit.failures import is_outage


class ConnectionState:
    """The connection, as senders report it. While it is lost the bot counts as down, and clocks stand still.

    ``connected`` is about the gateway: what people do arrives there.
    """

    def __init__(self) -> None:
        self.connected = True
        self._answers = True

    def __bool__(self) -> bool:
        return self.connected and self._answers

    @property
    def answers(self) -> bool:
        """True if the last request was answered."""
        return self._answers

    def worked(self) -> None:
        """Something was sent, or refused for a reason of its own."""
        self._answers = True

    def failed(self, error: Exception) -> None:
        """Something could not be sent: Discord is out of order, unless it gave a reason."""
        self._answers = not is_outage(error)
