"""httpx: a transport that checks robots.txt before each request, including redirects.

    client = httpx.Client(transport=RobotsTransport(robots), follow_redirects=True)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from .client import BadUrlError, Decision
from .guard import AsyncPace, AsyncRobots, Pace, RefusedByRobots, Robots

__all__ = ["AsyncRobotsTransport", "DisallowedError", "RefusedByRobots", "RobotsTransport"]


class DisallowedError(RefusedByRobots, httpx.RequestError):
    """A :class:`RefusedByRobots` that httpx programs catch as a failed request."""

    def __init__(self, decision: Decision, request: httpx.Request | None = None) -> None:
        RefusedByRobots.__init__(self, decision)
        self._request = request

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.decision, self._request)


class RobotsTransport(httpx.BaseTransport):
    """Checks each request with ``robots``, keeps its Crawl-delay, and sends it over
    ``transport``."""

    def __init__(self, robots: Robots, transport: httpx.BaseTransport | None = None) -> None:
        self._transport = transport or httpx.HTTPTransport()
        self._pace = Pace(robots)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        with _told(request), self._pace.turn(_url_of(request), lambda decision: DisallowedError(decision, request)):
            return self._transport.handle_request(request)

    def close(self) -> None:
        self._transport.close()


class AsyncRobotsTransport(httpx.AsyncBaseTransport):
    """The same for asyncio."""

    def __init__(self, robots: AsyncRobots, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._transport = transport or httpx.AsyncHTTPTransport()
        self._pace = AsyncPace(robots)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        with _told(request):
            async with self._pace.turn(_url_of(request), lambda decision: DisallowedError(decision, request)):
                return await self._transport.handle_async_request(request)

    async def aclose(self) -> None:
        await self._transport.aclose()


def _url_of(request: httpx.Request) -> str:
    """The URL that is actually requested. An extension can replace the path and query."""
    target = request.extensions.get("target")
    if target is None:
        return str(request.url)
    text: str = target.decode("latin-1") if isinstance(target, bytes) else str(target)
    return f"{request.url.scheme}://{request.url.netloc.decode('ascii')}{text}" if text.startswith("/") else text


@contextmanager
def _told(request: httpx.Request) -> Iterator[None]:
    """Converts the error for a URL that cannot be checked to httpx's error for an unsupported
    URL."""
    try:
        yield
    except BadUrlError as error:
        raise httpx.UnsupportedProtocol(str(error), request=request) from None
