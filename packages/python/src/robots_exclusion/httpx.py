"""httpx: a transport that asks before each request, redirects included.

    client = httpx.Client(transport=RobotsTransport(robots), follow_redirects=True)
"""

from __future__ import annotations

import httpx

from .client import Decision
from .guard import AsyncPace, AsyncRobots, Pace, RefusedByRobots, Robots

__all__ = ["AsyncRobotsTransport", "DisallowedError", "RefusedByRobots", "RobotsTransport"]


class DisallowedError(RefusedByRobots, httpx.RequestError):
    """A :class:`RefusedByRobots` that programs of httpx catch as a failed request."""

    def __init__(self, decision: Decision, request: httpx.Request) -> None:
        RefusedByRobots.__init__(self, decision)
        self._request = request


class RobotsTransport(httpx.BaseTransport):
    """Asks ``robots``, keeps its Crawl-delay, and sends over ``transport``."""

    def __init__(self, robots: Robots, transport: httpx.BaseTransport | None = None) -> None:
        self._transport = transport or httpx.HTTPTransport()
        self._pace = Pace(robots)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        with self._pace.turn(str(request.url), lambda decision: DisallowedError(decision, request)):
            return self._transport.handle_request(request)

    def close(self) -> None:
        self._transport.close()


class AsyncRobotsTransport(httpx.AsyncBaseTransport):
    """The same for asyncio."""

    def __init__(self, robots: AsyncRobots, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._transport = transport or httpx.AsyncHTTPTransport()
        self._pace = AsyncPace(robots)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        async with self._pace.turn(str(request.url), lambda decision: DisallowedError(decision, request)):
            return await self._transport.handle_async_request(request)

    async def aclose(self) -> None:
        await self._transport.aclose()
