"""aiohttp: a middleware that asks before each request, redirects included.

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
    """Asks ``robots`` and keeps its Crawl-delay, before a connection is taken. Let it be the last of a session's middlewares.

    A server closes a connection on which it waits for too long, and those that wait would take the places of others.
    """
    return middleware_of(AsyncPace(robots), DisallowedError)


def middleware_of(pace: AsyncPace, refused: Any) -> ClientMiddlewareType:
    """The same for an existing pace."""

    async def ask(request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        try:
            async with pace.turn(str(request.url), refused):
                return await handler(request)
        except BadUrlError as error:
            raise aiohttp.InvalidURL(str(request.url), str(error)) from None

    return ask
