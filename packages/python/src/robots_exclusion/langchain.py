"""LangChain: while the guard is on, everything that loaders send with requests or aiohttp is asked about.

    with guard(robots):
        documents = RecursiveUrlLoader("https://example.com/").load()

Loaders make their own sessions, follow links and redirects, and some load concurrently with aiohttp. So the guard is in
the libraries that they send with, for the whole process, and not before the loader.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import requests

from .client import Decision
from .guard import Pace, RefusedByRobots, Robots
from .requests import DisallowedError

__all__ = ["RefusedByRobots", "Refusals", "guard"]

_lock = threading.Lock()

# Requests of aiohttp that wait at a time, for robots.txt or for their turn.
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
        self._pace = Pace(robots)
        self._refusals = refusals
        # Each one that waits has a thread: an origin that is silent must not take those of the others.
        self.threads = ThreadPoolExecutor(MOST_WAITING, "robots")

    def turn(self, url: str, refused: Callable[[Decision], Exception]) -> AbstractContextManager[None]:
        def told(decision: Decision) -> Exception:
            self._refusals.append(decision)
            return refused(decision)

        return self._pace.turn(url, told)

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


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
    """``ClientRequest.send`` sends one hop, whatever session it is of."""
    try:
        from aiohttp import ClientError
        from aiohttp.client_reqrep import ClientRequest
    except ImportError:
        yield
        return
    original = ClientRequest.send

    class AioDisallowedError(RefusedByRobots, ClientError):
        """A :class:`RefusedByRobots` that programs of aiohttp catch as a failed request."""

    async def send(self: ClientRequest, conn: Any) -> Any:
        # The event loop must not wait for the lock of a thread.
        turn = turns.turn(str(self.url), AioDisallowedError)
        await asyncio.get_running_loop().run_in_executor(turns.threads, turn.__enter__)
        try:
            return await original(self, conn)
        finally:
            turn.__exit__(None, None, None)

    ClientRequest.send = send  # type: ignore[method-assign]
    try:
        yield
    finally:
        ClientRequest.send = original  # type: ignore[method-assign]
