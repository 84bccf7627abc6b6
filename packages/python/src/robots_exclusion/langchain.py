"""LangChain: while the guard is on, everything that loaders send with requests or aiohttp is asked about.

    with guard(robots):
        documents = RecursiveUrlLoader("https://example.com/").load()

Loaders make their own sessions, follow links and redirects, and some load concurrently with aiohttp. So the guard is in
the libraries that they send with, for the whole process, and not before the loader.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from typing import Any

import requests

from .client import Client, Decision
from .forks import renew_in_children
from .guard import Pace, RefusedByRobots, Robots
from .requests import DisallowedError

__all__ = ["RefusedByRobots", "Refusals", "guard"]

_lock = threading.Lock()

# Limit on aiohttp requests that wait for robots.txt or their turn.
MOST_WAITING = 1000


class Refusals(list[Decision]):
    """What was not fetched: loaders often log an error and go on."""


@contextmanager
def guard(robots: Robots) -> Iterator[Refusals]:
    """Asks ``robots`` before each request of requests and aiohttp, redirects included, and keeps its Crawl-delay.

    Raises:
        RuntimeError: A guard is on already.
    """
    if not _lock.acquire(blocking=False):
        raise RuntimeError("Cannot guard twice: a guard is on already, and guards the whole process")
    refusals = Refusals()
    turns = _Turns(robots, refusals)
    try:
        with _requests_guarded(turns), _aiohttp_guarded(turns):
            yield refusals
    finally:
        turns.close()
        _lock.release()


class _Turns:
    """Asks, and remembers what was refused."""

    def __init__(self, robots: Robots, refusals: Refusals) -> None:
        self._robots = robots
        self._pace = Pace(robots)
        self._refusals = refusals
        self._after_fork()
        renew_in_children(self)

    def _after_fork(self) -> None:
        # Each waiting request has a thread: a silent origin must not use up those of others.
        self._threads = ThreadPoolExecutor(MOST_WAITING, "robots")

    def turn(self, url: str, refused: Callable[[Decision], Exception]) -> AbstractContextManager[None]:
        return self._pace.turn(url, self._told(refused))

    @asynccontextmanager
    async def async_turn(self, url: str, refused: Callable[[Decision], Exception]) -> AsyncIterator[None]:
        """The event loop must not wait for the network, nor for the lock of a thread."""
        turn = self._pace.turn_for(await self._decision(url), self._told(refused))
        entering = self._in_thread(turn.__enter__)
        try:
            await asyncio.shield(entering)
        except asyncio.CancelledError:
            # It still gets its turn, and returns it.
            entering.add_done_callback(lambda entered: entered.exception() or turn.__exit__(None, None, None))
            raise
        try:
            yield
        finally:
            turn.__exit__(None, None, None)

    async def _decision(self, url: str) -> Decision:
        if isinstance(self._robots, Client):
            # Each thread has its own engine, which takes a while to start.
            kept = self._robots.check(url, mode="cache-only")
            if kept.outcome != "not-cached":
                return kept
        decision: Decision = await self._in_thread(self._robots.check, url)
        return decision

    def _in_thread(self, work: Callable[..., Any], *args: object) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def _told(self, refused: Callable[[Decision], Exception]) -> Callable[[Decision], Exception]:
        def told(decision: Decision) -> Exception:
            self._refusals.append(decision)
            return refused(decision)

        return told

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _requests_guarded(turns: _Turns) -> Iterator[None]:
    """``Session.send`` sends one hop; redirects come back to it."""
    original = requests.Session.send

    def send(self: requests.Session, request: requests.PreparedRequest, **options: Any) -> requests.Response:
        assert request.url is not None
        with turns.turn(request.url, lambda decision: DisallowedError(decision, request)):
            return original(self, request, **options)

    requests.Session.send = send  # type: ignore[method-assign]
    try:
        yield
    finally:
        requests.Session.send = original  # type: ignore[method-assign]


@contextmanager
def _aiohttp_guarded(turns: _Turns) -> Iterator[None]:
    """The innermost middleware of every session. It is asked before each hop, and before a connection is taken for it.

    A server closes a connection on which it waits for too long, and those that wait would take the places of others.
    """
    try:
        import aiohttp
    except ImportError:
        yield
        return
    if not hasattr(aiohttp, "ClientMiddlewareType"):
        raise RuntimeError(f"Cannot guard aiohttp {aiohttp.__version__}: expected 3.12 or later")
    original = aiohttp.ClientSession._request

    class AioDisallowedError(RefusedByRobots, aiohttp.ClientError):
        """A :class:`RefusedByRobots` that programs of aiohttp catch as a failed request."""

    async def ask(
        request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        async with turns.async_turn(str(request.url), AioDisallowedError):
            return await handler(request)

    async def send(self: Any, *args: Any, middlewares: Any = None, **options: Any) -> aiohttp.ClientResponse:
        of_user = self._middlewares if middlewares is None else middlewares
        return await original(self, *args, middlewares=(*of_user, ask), **options)

    aiohttp.ClientSession._request = send  # type: ignore[method-assign]
    try:
        yield
    finally:
        aiohttp.ClientSession._request = original  # type: ignore[method-assign]
