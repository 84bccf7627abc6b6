"""httpx: a transport that asks before each request, redirects included.

    client = httpx.Client(transport=RobotsTransport(robots), follow_redirects=True)
"""

from __future__ import annotations

import httpx

from .client import AsyncClient, Client, Decision
from .guard import AsyncPace, Pace, RefusedByRobots

__all__ = ["AsyncRobotsTransport", "DisallowedError", "RefusedByRobots", "RobotsTransport"]


class DisallowedError(RefusedByRobots, httpx.RequestError):
    """A :class:`RefusedByRobots` that programs of httpx catch as a failed request."""

    def __init__(self, decision: Decision, request: httpx.Request) -> None:
        RefusedByRobots.__init__(self, decision)
        self._request = request


class RobotsTransport(httpx.BaseTransport):
    """Asks ``robots``, keeps its Crawl-delay, and sends over ``transport``."""

    def __init__(self, robots: Client, transport: httpx.BaseTransport | None = None) -> None:
        self._robots = robots
        self._transport = transport or httpx.HTTPTransport()
        self._pace = Pace()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        decision = self._robots.check(str(request.url))
        if decision.action != "fetch":
            raise DisallowedError(decision, request)
        with self._pace.turn(decision):
            return self._transport.handle_request(request)

    def close(self) -> None:
        self._transport.close()


class AsyncRobotsTransport(httpx.AsyncBaseTransport):
    """The same for asyncio."""

    def __init__(self, robots: AsyncClient, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._robots = robots
        self._transport = transport or httpx.AsyncHTTPTransport()
        self._pace = AsyncPace()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        decision = await self._robots.check(str(request.url))
        if decision.action != "fetch":
            raise DisallowedError(decision, request)
        async with self._pace.turn(decision):
            return await self._transport.handle_async_request(request)

    async def aclose(self) -> None:
        await self._transport.aclose()
