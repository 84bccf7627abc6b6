"""LangChain: while the guard is on, everything that loaders send with requests or aiohttp is asked about.

    with guard(robots):
        documents = RecursiveUrlLoader("https://example.com/").load()

Loaders make their own sessions, follow links and redirects, and some load concurrently with aiohttp. So the guard is in
the libraries that they send with, for the whole process, and not before the loader.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import requests

from .client import Client, Decision
from .guard import Pace, RefusedByRobots
from .requests import DisallowedError

__all__ = ["RefusedByRobots", "Refusals", "guard"]

_lock = threading.Lock()


class Refusals(list[Decision]):
    """What was not fetched: loaders often log an error and go on."""


@contextmanager
def guard(robots: Client) -> Iterator[Refusals]:
    """Asks ``robots`` before each request of requests and aiohttp, redirects included, and keeps its Crawl-delay.

    Raises:
        RuntimeError: A guard is on already.
    """
    if not _lock.acquire(blocking=False):
        raise RuntimeError("Cannot guard twice: a guard is on already, and guards the whole process")
    refusals = Refusals()
    pace = Pace()

    def asked(url: str) -> Decision:
        decision = robots.check(url)
        if decision.action != "fetch":
            refusals.append(decision)
        return decision

    try:
        with _requests_guarded(asked, pace), _aiohttp_guarded(asked, pace):
            yield refusals
    finally:
        _lock.release()


@contextmanager
def _requests_guarded(asked: Any, pace: Pace) -> Iterator[None]:
    """``Session.send`` sends one hop; redirects come back to it."""
    original = requests.Session.send

    def send(self: requests.Session, request: requests.PreparedRequest, **options: Any) -> requests.Response:
        assert request.url is not None
        decision = asked(request.url)
        if decision.action != "fetch":
            raise DisallowedError(decision, request)
        with pace.turn(decision):
            return original(self, request, **options)

    requests.Session.send = send  # type: ignore[method-assign]
    try:
        yield
    finally:
        requests.Session.send = original  # type: ignore[method-assign]


@contextmanager
def _aiohttp_guarded(asked: Any, pace: Pace) -> Iterator[None]:
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
        decision = await asyncio.to_thread(asked, str(self.url))
        if decision.action != "fetch":
            raise AioDisallowedError(decision)
        # The event loop must not wait for the lock of a thread.
        turn = pace.turn(decision)
        await asyncio.to_thread(turn.__enter__)
        try:
            return await original(self, conn)
        finally:
            turn.__exit__(None, None, None)

    ClientRequest.send = send  # type: ignore[method-assign]
    try:
        yield
    finally:
        ClientRequest.send = original  # type: ignore[method-assign]
