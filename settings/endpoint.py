"""The settings of the port for ``/live``, ``/ready`` and ``/metrics``."""

from __future__ import annotations

from pydantic import Field

from settings.base import SettingsBase


class EndpointSettings(SettingsBase):
    """The port, or None for no port, and the address that it is opened on."""

    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    metrics_host: str = "127.0.0.1"
