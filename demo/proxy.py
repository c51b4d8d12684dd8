"""simcord's pages behind our own address.

Each place, as each person sees it, is a page that simcord serves on a port of its own and forbids to be
framed. This proxy puts all of them behind the address of the start page, allows that page (and no other) to
frame them, and adds our style sheet and script. A page asks for `/view#<person>.<place>`; simcord's script
sends the part after the `#` as its capability with every request, which tells this proxy the page. No address
has to be rewritten.

This module only uses simcord's HTTP protocol.
"""

import hashlib
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import aiohttp
from aiohttp import web
from cachetools import LRUCache

from demo.patches import patched
from demo.simulator import SimulatorView, page_file, page_scripts
from demo.world import World, is_id

CAPABILITY = "X-Simcord-Capability"
CONTEXT = "X-Simcord-Context"
#: Headers of simcord's answers that are passed on. Those that forbid framing and caching are not.
PASSED_ON = ("Content-Type", "Content-Disposition", "X-Content-Type-Options", "Referrer-Policy")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self' blob:; "
    "img-src 'self' blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'"
)
ADDED_TO_HEAD = (
    '<link rel="stylesheet" href="/demo/view.css"><script src="/demo/view.js" defer></script>{scripts}</head>'
)
APP = "/app.js"
#: Actions that show something to the acting person and change nothing for the others.
PRIVATE_ACTIONS = {"autocomplete_command", "browse_candidates", "browse_messages", "configure_presentation"}
#: Browser pages whose menus are remembered.
PAGES_REMEMBERED = 64
#: The key of a button that is no longer there: simcord refuses it.
GONE = "gone"
#: Requests that are answered with a page's state.
STATES = ("/api/pages", "/api/state")
#: Discord's component types of select menus: of texts, users, roles, both, and channels.
MENUS = (3, 5, 6, 7, 8)
MEGABYTE = 1024 * 1024


class Proxy:
    """Passes requests on to their view."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._session: aiohttp.ClientSession
        #: The time zone of the browser, for the times in messages. A view takes it when it is opened.
        self.timezone = "UTC"
        self._menus: LRUCache[str, _Menus] = LRUCache(PAGES_REMEMBERED)

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/view", self._page)
        router.add_get("/scripts/{sum}{path:/.*}", self._script)
        router.add_route("*", "/api/{rest:.*}", self._api)
        router.add_get("/{rest:.*}", self._file)

    async def session(self, _: web.Application) -> AsyncIterator[None]:
        """Hold a client session to the views while the application runs."""
        async with aiohttp.ClientSession(
            auto_decompress=False,
            timeout=aiohttp.ClientTimeout(total=None),
            skip_auto_headers=("User-Agent",),
        ) as self._session:
            yield

    # --- files -----------------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.Response:
        if is_time_zone(zone := request.query.get("zone", "")):
            self.timezone = zone
        return self._served("/", cache="no-store")

    async def _script(self, request: web.Request) -> web.Response:
        """One of simcord's scripts. An address with a sum has the same script for ever."""
        return self._served(request.match_info["path"], cache="max-age=31536000, immutable")

    async def _file(self, request: web.Request) -> web.Response:
        """simcord's styles and fonts. They are the same for all views, and the fonts are large."""
        return self._served(request.path, cache="max-age=3600")

    def _served(self, path: str, *, cache: str) -> web.Response:
        found = served_file(path)
        if found is None:
            raise web.HTTPNotFound
        return self._answer(200, {"Content-Type": found[0]}, found[1], cache=cache)

    # --- the protocol ----------------------------------------------------------------------------

    async def _api(self, request: web.Request) -> web.Response:
        body = await request.read()
        view = await self._view_of(request)
        if view is None:
            raise web.HTTPUnauthorized
        if request.path == "/api/action":
            status, headers, answer = await self._act(view, request, body)
        else:
            status, headers, answer = await self._fetch(
                view, request.method, request.path_qs, request.headers, body
            )
        if status == 200 and request.path in STATES:
            context = request.headers.get(CONTEXT) or str(_object(answer).get("context", {}).get("id"))
            answer = self._menus.setdefault(context, _Menus()).told_apart(answer)
        return self._answer(status, headers, answer, cache="no-store")

    async def _act(
        self, view: SimulatorView, request: web.Request, body: bytes
    ) -> tuple[int, Mapping[str, str], bytes]:
        simulator = self._world.simulator
        async with simulator.turn:
            kind = None
            if request.content_type == "application/json":
                action = _object(body)
                kind = action.get("kind")
                if "control_key" in action:
                    action["control_key"] = _Menus.plain(str(action["control_key"]))
                body = json.dumps(await self._brought_up_to_date(view, request, action)).encode()
            with simulator.acting_in(view):
                answer = await self._fetch(view, "POST", request.path, request.headers, body)
            if kind not in PRIVATE_ACTIONS:
                await simulator.refresh_views()
        return answer

    async def _brought_up_to_date(
        self, view: SimulatorView, request: web.Request, action: dict[str, Any]
    ) -> dict[str, Any]:
        """Keep an action from being refused just because something else has happened since.

        simcord refuses an action on any page but the very latest, as a test would want it. In the demo other
        people act at the same time, and presses wait for one another, so an action counts as done on the
        latest page. There a button or menu is the one with the same id, wherever it is by now.
        """
        pressed = action.pop("custom_id", None)
        if "published_revision" not in action or ("control_key" in action and pressed is None):
            return action
        status, _, body = await self._fetch(view, "GET", "/api/state", request.headers)
        if status != 200:
            return action
        now = _object(body)
        action["published_revision"] = now.get("publishedRevision", action["published_revision"])
        if pressed is not None:
            target = now.get("messages", {}).get(str(action.get("target_id")), {})
            alike = (part for part in _parts(target.get("components")) if part.get("custom_id") == pressed)
            action["control_key"] = next((part["control_key"] for part in alike), GONE)
        return action

    # --- which view, and what it says ------------------------------------------------------------

    async def _view_of(self, request: web.Request) -> SimulatorView | None:
        person_key, _, place_id = request.headers.get(CAPABILITY, "").partition(".")
        person = self._world.people.get(person_key)
        place = self._world.place(person, int(place_id)) if person and is_id(place_id) else None
        if person is None or place is None:
            return None
        view = await self._world.view(place, person, self.timezone)
        view.touch()
        return view

    async def _fetch(
        self,
        view: SimulatorView,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
    ) -> tuple[int, Mapping[str, str], bytes]:
        sent = {CAPABILITY: view.capability}
        for name in (CONTEXT, "Content-Type"):
            if headers and name in headers:
                sent[name] = headers[name]
        try:
            async with self._session.request(
                method, view.address + path, headers=sent, data=body or None
            ) as reply:
                return reply.status, reply.headers, await reply.read()
        except aiohttp.ClientConnectionError:
            # Another tab has just begun afresh: for the browser the page is gone, and it asks for another.
            raise web.HTTPGone from None

    @staticmethod
    def _answer(status: int, headers: Mapping[str, str], body: bytes, *, cache: str) -> web.Response:
        passed_on = {name: headers[name] for name in PASSED_ON if name in headers}
        passed_on |= {
            name: value for name, value in headers.items() if name.startswith(("X-Display", "X-Media"))
        }
        return web.Response(
            status=status,
            body=body,
            headers={**passed_on, "Cache-Control": cache, "Content-Security-Policy": POLICY},
        )


def is_time_zone(name: str) -> bool:
    """True if times can be told in this zone."""
    try:
        return bool(name) and ZoneInfo(name) is not None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


@lru_cache
def served_file(path: str) -> tuple[str, bytes] | None:
    """A file of simcord's with our changes, and its content type; None if there is none."""
    found = page_file(path)
    if found is None:
        return None
    kind, content = found
    if kind.endswith(("javascript", "html")):
        content = patched(path, content.decode()).encode()
    if path == "/":
        begun = f"/scripts/{_sum()}"
        # All at once: the browser finds them one after the other otherwise, as each names the next.
        ahead = "".join(f'<link rel="modulepreload" href="{begun}{script}">' for script in page_scripts())
        page = content.decode().replace(f'src="{APP}"', f'src="{begun}{APP}"')
        content = page.replace("</head>", ADDED_TO_HEAD.format(scripts=ahead), 1).encode()
    return f"{kind}; charset=utf-8", content


@lru_cache
def _sum() -> str:
    """The sum of all scripts: a browser keeps them until they change."""
    scripts = (served_file(script) for script in page_scripts())
    return hashlib.sha256(b"".join(script[1] for script in scripts if script)).hexdigest()[:16]


def _object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        raise web.HTTPBadRequest from None
    return value if isinstance(value, dict) else {}


class _Menus:
    """Distinguishes the menus that one browser page sees in the same place, one after the other.

    simcord identifies a menu by its message and place, and keeps the choice made there: a menu that replaced
    another would show that one's choice, and could not even be set to it. So each gets a number.
    """

    MARK = "~"

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._there: dict[str, str] = {}

    @classmethod
    def plain(cls, key: str) -> str:
        """simcord's own key of the menu."""
        return key.partition(cls.MARK)[0]

    def told_apart(self, body: bytes) -> bytes:
        """A page's state with a separate key for every menu."""
        state = _object(body)
        there, candidates = {}, state.get("candidates", {})
        for message in state.get("messages", {}).values():
            for menu in _parts(message.get("components")):
                if menu.get("type") in MENUS and "control_key" in menu:
                    plain = menu["control_key"]
                    there[plain] = json.dumps(menu, sort_keys=True)
                    menu["control_key"] = key = self._named(plain, there[plain])
                    if plain in candidates:
                        candidates[key] = candidates.pop(plain)
        self._there = there
        return json.dumps(state).encode()

    def _named(self, place: str, content: str) -> str:
        """The key of the menu in this place: a new one unless the same menu was there just before."""
        if place in self._numbers and self._there.get(place) != content:
            self._numbers[place] += 1
        number = self._numbers.setdefault(place, 0)
        return f"{place}{self.MARK}{number}" if number else place


def _parts(part: Any) -> Iterator[dict[str, Any]]:
    """All components in a message's, those within others too."""
    if isinstance(part, list):
        for inner in part:
            yield from _parts(inner)
    elif isinstance(part, dict):
        yield part
        yield from _parts(part.get("components"))
        yield from _parts(part.get("accessory"))
