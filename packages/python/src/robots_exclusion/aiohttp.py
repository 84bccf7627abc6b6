"""aiohttp: a middleware that checks robots.txt before each request, including redirects.

    aiohttp.ClientSession(middlewares=[robots_middleware(robots)])
"""

from __future__ import annotations

from typing import Any

import aiohttp
from aiohttp import ClientHandlerType, ClientMiddlewareType, ClientRequest, ClientResponse

from .client import BadUrlError
from .guard import AsyncPace, AsyncRobots, RefusedByRobots

__all__ = ["DisallowedError", "RefusedByRobots", "robots_middleware"]


class DisallowedError(RefusedByRobots, aiohttp.ClientError):
    """A :class:`RefusedByRobots` that aiohttp programs catch as a failed request."""


def robots_middleware(robots: AsyncRobots) -> ClientMiddlewareType:
    """Checks each request with ``robots`` and keeps its Crawl-delay. Make this the last middleware
    of a session.

    A request waits before it takes a connection, because a server closes idle connections, and
    waiting requests would use up the connection limit.
    """
    return middleware_of(AsyncPace(robots), DisallowedError)


def middleware_of(pace: AsyncPace, refused: Any) -> ClientMiddlewareType:
    """Creates the middleware for an existing pace."""

    async def ask(request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        try:
            async with pace.turn(str(request.url), refused):
                return await handler(request)
        except BadUrlError as error:
            raise aiohttp.InvalidURL(str(request.url), str(error)) from None

    return ask
