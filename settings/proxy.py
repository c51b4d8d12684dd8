"""The proxy for reaching Discord, as set in the environment: ``HTTPS_PROXY``, ``NO_PROXY``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from settings.base import wrong_setting

SCHEMES: Final = ("http", "https")
PROXIED: Final = ("https", "wss")
"""Schemes of the addresses that ``HTTPS_PROXY`` is for: encrypted ones, as is usual."""
_FORM: Final = (
    "a proxy is named as http://host:port, or http://user:password@host:port with %40 for @, %3A for :, "
    "%2F for / and %23 for # in the password"
)


@dataclass(frozen=True)
class HttpsProxy:
    """An HTTP proxy, and the hosts that are reached without it."""

    address: str
    """Scheme, host and port, without the user and the password."""
    user: str | None
    password: str
    no_proxy: str

    def is_for(self, address: str) -> bool:
        """True if ``address`` is to be reached through this proxy."""
        parts = urlsplit(address)
        return parts.scheme in PROXIED and not bypassed(parts.netloc, self.no_proxy)


def bypassed(host: str, no_proxy: str) -> bool:
    """True if ``no_proxy`` names ``host``, which may have a port, a domain that it is in, or ``*``."""
    names = [name.strip().lower().lstrip(".") for name in no_proxy.split(",")]
    of_host = (f".{host}", f".{host.partition(':')[0]}")
    return "*" in names or any(one.endswith(f".{name}") for name in names if name for one in of_host)


def read_proxy(text: str, no_proxy: str) -> HttpsProxy:
    """Read ``HTTPS_PROXY``, which may leave out the scheme. Raises ValidationError."""
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        raise wrong_setting("https_proxy", _FORM) from None
    if parts.scheme.startswith("socks"):
        raise wrong_setting(
            "https_proxy",
            "it names a SOCKS proxy: name one for HTTP, or set NO_PROXY to * to use none",
        )
    odd = parts.path not in ("", "/") or parts.query or parts.fragment or any(map(str.isspace, text))
    if parts.scheme not in SCHEMES or not host or odd:
        raise wrong_setting("https_proxy", _FORM)
    named = f"[{host}]" if ":" in host else host
    port = port or (443 if parts.scheme == "https" else 80)
    return HttpsProxy(
        f"{parts.scheme}://{named}:{port}",
        None if parts.username is None else unquote(parts.username),
        unquote(parts.password or ""),
        no_proxy,
    )
