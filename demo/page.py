"""The start page: its files, its state, its buttons."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from aiohttp import web

from demo.proxy import MEGABYTE, Proxy, is_time_zone
from demo.world import DemoUser, World, is_id

STATIC = Path(__file__).parent / "static"
#: A page of another site cannot send this header, so it cannot trigger our buttons.
OWN_HEADER = "X-Demo"
#: The numbers of hours that can be skipped at once.
SPANS = ("6", "24")


class DemoPage:
    """The web application: the start page and, behind it, simcord's views."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._proxy = Proxy(world)

    def application(self) -> web.Application:
        app = web.Application(middlewares=[only_from_here], client_max_size=32 * MEGABYTE)
        app.router.add_get("/", self._index)
        app.router.add_get("/favicon.ico", self._icon)
        app.router.add_get("/demo/state", self._state)
        app.router.add_post("/demo/restart", self._restart)
        app.router.add_post("/demo/afresh", self._afresh)
        app.router.add_post("/demo/skip/{hours}", self._skip)
        app.router.add_post("/demo/way/{name}", self._way)
        app.router.add_get("/demo/apps", self._apps)
        app.router.add_post("/demo/app", self._app)
        app.router.add_static("/demo", STATIC)
        if (board := self._world.board()) is not None:
            app.add_subapp("/board", board)
        self._proxy.add_routes(app.router)
        app.cleanup_ctx.append(self._proxy.session)
        return app

    async def _index(self, _: web.Request) -> web.Response:
        """The page, with the place that it begins with: a board comes before words."""
        ada = self._world.people["ada"]
        first = self._world.first_place(ada)
        told = f'<body data-age="{self._world.age}" data-first="{ada.key}/{first.id}">'
        page = (STATIC / "index.html").read_text().replace("<body>", told, 1)
        return web.Response(text=page, content_type="text/html", headers={"Cache-Control": "no-store"})

    async def _icon(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(STATIC / "avatars" / "tidepool.png")

    async def _state(self, request: web.Request) -> web.Response:
        """The contents of the sidebar for the person `as`, who is looking at the place `at`."""
        world = self._world
        if is_time_zone(zone := request.query.get("zone", "")):
            self._proxy.timezone = zone
        person = world.people.get(request.query.get("as", ""), world.people["ada"])
        world.record_played(person)
        at = request.query.get("at", "")
        if at and not is_id(at):
            raise web.HTTPBadRequest(text="at= is the id of a place: up to 20 digits.")
        here = world.place(person, int(at)) if at else None
        if here is not None:
            world.mark_read(person, here)
        return web.json_response(
            {
                "person": person.key,
                "people": [
                    {
                        "key": other.key,
                        "name": other.name,
                        "unread": self._waiting(other),
                        "turns": [str(place) for place in sorted(world.waits_for(other))],
                        "answers": other.key in world.company and not world.is_played(other.key),
                    }
                    for other in world.people.values()
                ],
                "places": [
                    {
                        # As text: Discord's ids are too long for numbers in a browser.
                        "id": str(place.id),
                        "kind": place.kind,
                        "title": place.title,
                        "unread": world.unread(person, place),
                        "pings": world.pings(person, place),
                        "archived": place.is_archived,
                        "own": place.is_own,
                    }
                    for place in world.places(person)
                ],
                "now": world.simulator.now().isoformat(),
                "busy": self._busy(),
                "progress": world.progress,
                "stops": world.stops,
                "stop": self._last_stop(person),
                "age": world.age,
                "ways": list(world.ways),
                "evening": world.has_evening,
                "company": bool(world.company),
                "trouble": world.trouble,
            },
            headers={"Cache-Control": "no-store"},
        )

    def _waiting(self, person: DemoUser) -> int:
        return sum(self._world.unread(person, place) for place in self._world.places(person))

    def _last_stop(self, person: DemoUser) -> dict[str, str] | None:
        """The last stop of time, and the person and place to see it as: this person if they can."""
        world, stop = self._world, self._world.last_stop
        if stop is None:
            return None
        for reader in (person, *world.people.values()):
            if (place := world.place(reader, stop.place)) is not None:
                return {
                    "at": stop.at.isoformat(),
                    "said": f"{stop.said} ({reader.name}'s direct messages)"
                    if place.kind == "dm"
                    else stop.said,
                    "title": place.title,
                    "person": reader.key,
                    "place": str(place.id),
                }
        return None

    def _busy(self) -> str | None:
        if self._world.is_restarting:
            return "Restarting the bot …"
        if self._world.progress is not None or self._world.behind > timedelta(minutes=1):
            return "Time goes by …"
        return None

    async def _restart(self, request: web.Request) -> web.Response:
        _require_own_header(request)
        await self._world.restart_bot()
        return web.json_response({})

    async def _afresh(self, request: web.Request) -> web.Response:
        _require_own_header(request)
        await self._world.begin_afresh(empty="empty" in request.query)
        return web.json_response({})

    async def _apps(self, _: web.Request) -> web.Response:
        return web.json_response(self._world.simulator.apps())

    async def _app(self, request: web.Request) -> web.Response:
        """Use a command of the *Apps* menu: who, where, which, and on what."""
        _require_own_header(request)
        who, at, name, target = (request.query.get(key, "") for key in ("as", "at", "name", "target"))
        person = self._world.people.get(who)
        place = self._world.place(person, int(at)) if person and is_id(at) else None
        known = [one for names in self._world.simulator.apps().values() for one in names]
        if person is None or place is None or name not in known:
            raise web.HTTPNotFound
        await self._world.use_app(person, place, name, target)
        return web.json_response({})

    async def _way(self, request: web.Request) -> web.Response:
        """Go a way in; answers who to be and where to look."""
        _require_own_header(request)
        if (name := request.match_info["name"]) not in self._world.ways:
            raise web.HTTPNotFound
        person, place = await self._world.take_way(name)
        return web.json_response({"person": person.key, "place": str(place)})

    async def _skip(self, request: web.Request) -> web.Response:
        _require_own_header(request)
        hours = request.match_info["hours"]
        if hours not in SPANS:
            raise web.HTTPBadRequest(text=f"Hours that can be skipped: {', '.join(SPANS)}.")
        self._world.skip(timedelta(hours=int(hours)))
        return web.json_response({})


@web.middleware
async def only_from_here(request: web.Request, handler: Any) -> web.StreamResponse:
    """Answer only requests from this machine to this address, and none from another site's page."""
    host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
    name = host.rpartition(":")[0]
    if name not in ("127.0.0.1", "localhost") or origin not in (None, f"http://{host}"):
        raise web.HTTPForbidden
    return await handler(request)


def _require_own_header(request: web.Request) -> None:
    if OWN_HEADER not in request.headers:
        raise web.HTTPForbidden
