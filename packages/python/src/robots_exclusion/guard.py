"""What every adapter does before a request: ask, and keep the Crawl-delay."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from typing import Generic, Protocol, TypeVar

from .client.decision import Decision, Reservation
from .forks import renew_in_children

Lock = TypeVar("Lock")

# An instant missed by more than this is not used: the next one may already belong to another
# caller.
MOST_LATE = 0.25


class RefusedByRobots(Exception):
    """robots.txt forbids the request, or nobody knows yet whether it does.

    ``decision.action`` is ``skip`` or ``defer``; a deferred one may be asked again at ``decision.retry_at``.
    """

    def __init__(self, decision: Decision) -> None:
        super().__init__(_sentence(decision))
        self.decision = decision


class Robots(Protocol):
    """Decides: a ``Client``, or a ``ServiceClient``, which also reserves instants for all processes that ask it."""

    def check(self, url: str) -> Decision: ...


class AsyncRobots(Protocol):
    """The same for asyncio: an ``AsyncClient`` or an ``AsyncServiceClient``."""

    def check(self, url: str) -> Awaitable[Decision]: ...


class _Line(Generic[Lock]):
    """The requests to one origin, one after another."""

    def __init__(self, lock: Lock) -> None:
        self.lock = lock
        self.answered_at: float | None = None

    def seconds_to_wait(self, decision: Decision) -> float:
        """robots.txt counts as a request: the first page waits for it, too."""
        before = decision.fetched_at if self.answered_at is None else self.answered_at
        now = time.time()
        return 0.0 if before is None else max(0.0, min(before, now) + (decision.crawl_delay_seconds or 0.0) - now)


class _Pace(Generic[Lock]):
    """Keeps the Crawl-delay of each origin: counted from an answer, so that the origin never sees less."""

    def __init__(self, lock: Callable[[], Lock]) -> None:
        self._lock = lock
        self._lines: dict[str, _Line[Lock]] = {}
        renew_in_children(self)

    def _after_fork(self) -> None:
        for line in self._lines.values():
            line.lock = self._lock()

    def _line(self, decision: Decision) -> _Line[Lock] | None:
        robots_url = decision.robots_url
        if not decision.crawl_delay_seconds or robots_url is None or decision.url == robots_url:
            return None
        return self._lines.setdefault(robots_url, _Line(self._lock()))


class Pace(_Pace[threading.Lock]):
    """For threads."""

    def __init__(self, robots: Robots) -> None:
        super().__init__(threading.Lock)
        self._robots = robots

    def turn(
        self, url: str, refused: Callable[[Decision], Exception] = RefusedByRobots
    ) -> AbstractContextManager[None]:
        """Asks. At the start of the block it waits until the request may be sent; at the end it is answered.

        Raises:
            Exception: What ``refused`` makes of the decision not to fetch.
        """
        return self.turn_for(self._robots.check(url), refused)

    def turn_for(
        self, decision: Decision, refused: Callable[[Decision], Exception] = RefusedByRobots
    ) -> AbstractContextManager[None]:
        """The same where the decision is known."""
        line = self._line(_fetched(decision, refused))
        return nullcontext() if line is None else self._in(line, decision, refused)

    @contextmanager
    def _in(
        self, line: _Line[threading.Lock], decision: Decision, refused: Callable[[Decision], Exception]
    ) -> Iterator[None]:
        with line.lock:
            self._wait(decision.url, line, decision, refused)
            try:
                yield
            finally:
                line.answered_at = time.time()

    def _wait(
        self, url: str, line: _Line[threading.Lock], decision: Decision, refused: Callable[[Decision], Exception]
    ) -> None:
        reserve: Callable[[str], Reservation] | None = getattr(self._robots, "reserve", None)
        time.sleep(line.seconds_to_wait(decision))
        while reserve is not None:
            at = _instant(reserve(url), refused)
            time.sleep(max(0.0, at - time.time()))
            if time.time() <= at + MOST_LATE:
                return


class AsyncPace(_Pace[asyncio.Lock]):
    """For asyncio."""

    def __init__(self, robots: AsyncRobots) -> None:
        super().__init__(asyncio.Lock)
        self._robots = robots
        self._loop: asyncio.AbstractEventLoop | None = None

    @asynccontextmanager
    async def turn(
        self, url: str, refused: Callable[[Decision], Exception] = RefusedByRobots
    ) -> AsyncIterator[None]:
        """Asks, and waits until the request may be sent. It is answered at the end of the block.

        Raises:
            Exception: What ``refused`` makes of the decision not to fetch.
        """
        self._enter_loop()
        decision = _fetched(await self._robots.check(url), refused)
        line = self._line(decision)
        if line is None:
            yield
            return
        async with line.lock:
            await self._wait(url, line, decision, refused)
            try:
                yield
            finally:
                line.answered_at = time.time()

    def _enter_loop(self) -> None:
        """Locks belong to the event loop that waits for them."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            self._after_fork()

    async def _wait(
        self, url: str, line: _Line[asyncio.Lock], decision: Decision, refused: Callable[[Decision], Exception]
    ) -> None:
        reserve: Callable[[str], Awaitable[Reservation]] | None = getattr(self._robots, "reserve", None)
        await asyncio.sleep(line.seconds_to_wait(decision))
        while reserve is not None:
            at = _instant(await reserve(url), refused)
            await asyncio.sleep(max(0.0, at - time.time()))
            if time.time() <= at + MOST_LATE:
                return


def _fetched(decision: Decision, refused: Callable[[Decision], Exception]) -> Decision:
    if decision.action != "fetch":
        raise refused(decision)
    return decision


def _instant(reservation: Reservation, refused: Callable[[Decision], Exception]) -> float:
    if reservation.at is None:
        raise refused(reservation.decision)
    return reservation.at


def _sentence(decision: Decision) -> str:
    if decision.action == "defer":
        return f"Cannot fetch {decision.url} now: {decision.robots_url} is {decision.outcome} ({decision.policy_row})"
    rule = decision.verdict.rule if decision.verdict else None
    why = f'line {rule.line}: "{rule.text}"' if rule else f"{decision.outcome} ({decision.policy_row})"
    return f"robots.txt does not allow {decision.url}: {why}"
