"""What every adapter does before a request: ask, and keep the Crawl-delay."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Generic, TypeVar

from .client import Decision
from .client.knowledge import locate


Lock = TypeVar("Lock")


class RefusedByRobots(Exception):
    """robots.txt forbids the request, or nobody knows yet whether it does.

    ``decision.action`` is ``skip`` or ``defer``; a deferred one may be asked again at ``decision.retry_at``.
    """

    def __init__(self, decision: Decision) -> None:
        super().__init__(_sentence(decision))
        self.decision = decision


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

    def _line(self, decision: Decision) -> _Line[Lock] | None:
        location = locate(decision.url)
        if not decision.crawl_delay_seconds or location is None or decision.url == decision.robots_url:
            return None
        return self._lines.setdefault(location.origin, _Line(self._lock()))


class Pace(_Pace[threading.Lock]):
    """For threads."""

    def __init__(self) -> None:
        super().__init__(threading.Lock)

    @contextmanager
    def turn(self, decision: Decision) -> Iterator[None]:
        """Waits until the request may be sent. It is answered at the end of the block."""
        line = self._line(decision)
        if line is None:
            yield
            return
        with line.lock:
            time.sleep(line.seconds_to_wait(decision))
            try:
                yield
            finally:
                line.answered_at = time.time()


class AsyncPace(_Pace[asyncio.Lock]):
    """For asyncio."""

    def __init__(self) -> None:
        super().__init__(asyncio.Lock)

    @asynccontextmanager
    async def turn(self, decision: Decision) -> AsyncIterator[None]:
        """Waits until the request may be sent. It is answered at the end of the block."""
        line = self._line(decision)
        if line is None:
            yield
            return
        async with line.lock:
            await asyncio.sleep(line.seconds_to_wait(decision))
            try:
                yield
            finally:
                line.answered_at = time.time()


def _sentence(decision: Decision) -> str:
    if decision.action == "defer":
        return f"Cannot fetch {decision.url} now: {decision.robots_url} is {decision.outcome} ({decision.policy_row})"
    rule = decision.verdict.rule if decision.verdict else None
    why = f'line {rule.line}: "{rule.text}"' if rule else f"{decision.outcome} ({decision.policy_row})"
    return f"robots.txt does not allow {decision.url}: {why}"
