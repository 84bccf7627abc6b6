"""LangChain: a guard that checks every request that loaders send with the libraries requests or
aiohttp.

    with guard(robots):
        documents = RecursiveUrlLoader("https://example.com/").load()

Loaders create their own sessions, follow links and redirects, and some load concurrently with
aiohttp. Therefore, the guard patches these two libraries for the whole process instead of wrapping
a loader.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool

from .client import Client, Decision
from .client.decision import Reservation
from .guard import AsyncPace, Pace, Refused, RefusedByRobots, Robots
from .requests import DisallowedError, Paced, sends_again, turn_of
from .threads import Threads
from .turns import lines_of

__all__ = ["RefusedByRobots", "Refusals", "guard"]

_lock = threading.Lock()

# Limit on aiohttp requests that wait for a robots.txt.
MOST_WAITING = 1000


class Refusals(list[Decision]):
    """The decisions for refused requests, because loaders often only log an error and continue."""


@contextmanager
def guard(robots: Robots) -> Iterator[Refusals]:
    """Checks each request that the libraries requests and aiohttp send, including redirects, with
    ``robots``, and keeps its Crawl-delay.

    Raises:
        RuntimeError: A guard is already on.
    """
    if not _lock.acquire(blocking=False):
        raise RuntimeError("Cannot guard twice: a guard is on already, and guards the whole process")
    refusals = Refusals()
    threads = Threads(MOST_WAITING, "robots")
    try:
        with _requests_guarded(robots, refusals), _aiohttp_guarded(_InThreads(robots, threads), refusals):
            yield refusals
    finally:
        threads.close()
        _lock.release()


class _InThreads:
    """Checks URLs in threads, because an event loop must not wait for the network."""

    def __init__(self, robots: Robots, threads: Threads) -> None:
        self._robots = robots
        self._threads = threads
        self._lines = lines_of(robots)
        reserve = getattr(robots, "reserve", None)
        if reserve is not None:
            self.reserve = self._in_thread(reserve)

    async def check(self, url: str) -> Decision:
        if isinstance(self._robots, Client):
            # Tries the cache in this thread first, because each other thread must start its own
            # engine, which takes a while.
            kept = self._robots.check(url, mode="cache-only")
            if kept.outcome != "not-cached":
                return kept
        ask: Callable[[str], Awaitable[Decision]] = self._in_thread(self._robots.check)
        return await ask(url)

    def _in_thread(self, work: Callable[[str], Any]) -> Callable[[str], Awaitable[Any]]:
        return lambda url: asyncio.wrap_future(self._threads.submit(work, url))


def _told(refusals: Refusals, refused: Refused) -> Refused:
    def told(decision: Decision) -> Exception:
        refusals.append(decision)
        return refused(decision)

    return told


@contextmanager
def _requests_guarded(robots: Robots, refusals: Refusals) -> Iterator[None]:
    """Patches the adapter of requests, which sends one hop. The session calls the adapter again for
    each redirect, and authentication calls it again for a second request."""
    pace = Pace(robots)
    original_send = HTTPAdapter.send
    original_urlopen = HTTPConnectionPool.urlopen

    def send(
        self: HTTPAdapter, request: requests.PreparedRequest, *args: Any, **options: Any
    ) -> requests.Response:
        with turn_of(pace, request, _told(refusals, lambda decision: DisallowedError(decision, request))):
            return original_send(self, request, *args, **options)

    def urlopen(self: HTTPConnectionPool, *args: Any, **options: Any) -> Any:
        if not isinstance(self, Paced):
            sends_again()
        return original_urlopen(self, *args, **options)

    HTTPAdapter.send = send  # type: ignore[method-assign]
    HTTPConnectionPool.urlopen = urlopen  # type: ignore[method-assign]
    try:
        yield
    finally:
        HTTPAdapter.send = original_send  # type: ignore[method-assign]
        HTTPConnectionPool.urlopen = original_urlopen  # type: ignore[method-assign]


@contextmanager
def _aiohttp_guarded(robots: _InThreads, refusals: Refusals) -> Iterator[None]:
    """Adds the innermost middleware to every session. It is called before each hop."""
    try:
        import aiohttp
    except ImportError:
        yield
        return
    if not hasattr(aiohttp, "ClientMiddlewareType"):
        raise RuntimeError(f"Cannot guard aiohttp {aiohttp.__version__}: expected 3.12 or later")
    from .aiohttp import DisallowedError as AioDisallowedError
    from .aiohttp import middleware_of

    ask = middleware_of(AsyncPace(robots), _told(refusals, AioDisallowedError))
    original = aiohttp.ClientSession._request

    async def send(self: Any, *args: Any, middlewares: Any = None, **options: Any) -> aiohttp.ClientResponse:
        of_user = self._middlewares if middlewares is None else middlewares
        return await original(self, *args, middlewares=(*of_user, ask), **options)

    aiohttp.ClientSession._request = send  # type: ignore[method-assign]
    try:
        yield
    finally:
        aiohttp.ClientSession._request = original  # type: ignore[method-assign]
