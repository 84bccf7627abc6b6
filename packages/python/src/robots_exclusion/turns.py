"""Queues the requests to an origin with a Crawl-delay. Threads and event loops wait in the same
line."""

from __future__ import annotations

import asyncio
import threading
import time
from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from .forks import renew_in_children

if TYPE_CHECKING:
    from .client.decision import Decision

# Seconds after which a running request no longer blocks other requests, because its response may
# depend on their responses.
MOST_HELD = 5.0
# Limit on the stored lines. Beyond it, the oldest line without waiting requests is dropped.
MOST_LINES = 100_000


class Turn:
    """A request's turn in a line, for a thread or a task of an event loop. It begins when all
    earlier turns have ended."""

    def __init__(self, line: Line, url: str, loop: AbstractEventLoop | None) -> None:
        self.line = line
        self.url = url
        self.begun: Future[None] = Future()
        self.is_over = False
        self._loop = loop
        self._sent_at: float | None = None

    @property
    def is_past(self) -> bool:
        """Whether the turn no longer blocks others: its request was sent long ago, or its event
        loop is closed."""
        is_lost = self._loop is not None and self._loop.is_closed()
        return is_lost or (self._sent_at is not None and time.monotonic() > self._sent_at + MOST_HELD)

    def wait(self) -> None:
        """Waits in a thread until the turn begins."""
        while True:
            try:
                return self.begun.result(MOST_HELD)
            except FutureTimeoutError:
                self.line.advance()

    async def begin(self) -> None:
        """Waits in a task until the turn begins."""
        begun = asyncio.wrap_future(self.begun)
        while not (await asyncio.wait({begun}, timeout=MOST_HELD))[0]:
            self.line.advance()

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Send the request in this block, and end the block when the response has arrived. The
        delay counts from the end of the block, so that the origin never sees a shorter delay."""
        self._sent_at = time.monotonic()
        self.line.note_now()
        try:
            yield
        finally:
            self.line.note_now()

    def end(self) -> None:
        self.is_over = True
        self.line.leave(self)


class Line:
    """The requests to one origin, one after another."""

    def __init__(self) -> None:
        self._after_fork()
        self._last: float | None = None
        self._robots_at: float | None = None
        # By the monotonic clock.
        self._taken_until = 0.0

    def _after_fork(self) -> None:
        """Clears the line, because the parent's waiting requests do not exist in the child."""
        self._lock = threading.Lock()
        self._turns: deque[Turn] = deque()

    @property
    def is_idle(self) -> bool:
        return not self._turns

    def join(self, url: str, loop: AbstractEventLoop | None = None) -> Turn:
        turn = Turn(self, url, loop)
        with self._lock:
            self._turns.append(turn)
        self.advance()
        return turn

    def leave(self, turn: Turn) -> None:
        with self._lock:
            if turn in self._turns:
                self._turns.remove(turn)
        self.advance()

    def note_now(self) -> None:
        """Records that the origin may have received or answered a request at this moment."""
        self._last = time.time()

    def seconds_to_wait(self, decision: Decision) -> float:
        """Seconds until the delay has passed since the last request for a page or robots.txt."""
        now = time.time()
        robots_at = decision.fetched_at if decision.requested_at is None else decision.requested_at
        if robots_at is not None and robots_at != self._robots_at:
            self._robots_at = robots_at
            self._last = max(robots_at, self._last or robots_at)
        if self._last is None:
            return 0.0
        # If the last time is in the future, the clock was set back.
        self._last = min(self._last, now)
        return max(0.0, self._last + (decision.crawl_delay_seconds or 0.0) - now)

    def reserve(self, decision: Decision, max_wait: float) -> float:
        """Takes the next free instant, and returns the seconds until then. Takes none if that is more than ``max_wait``."""
        with self._lock:
            now = time.monotonic()
            wait = max(self.seconds_to_wait(decision), self._taken_until - now)
            if wait <= max_wait:
                self._taken_until = now + wait + (decision.crawl_delay_seconds or 0.0)
            return wait

    def advance(self) -> None:
        """Starts the first turn in the line."""
        with self._lock:
            while self._turns and self._turns[0].is_past:
                self._turns.popleft()
            if not self._turns:
                return
            begun = self._turns[0].begun
            # A waiting request that was cancelled removes its own turn from the line.
            if not begun.done() and begun.set_running_or_notify_cancel():
                begun.set_result(None)


class Lines:
    """A line for each origin."""

    def __init__(self) -> None:
        self._lines: dict[str, Line] = {}
        renew_in_children(self)

    def _after_fork(self) -> None:
        for line in self._lines.values():
            line._after_fork()

    def of(self, decision: Decision) -> Line | None:
        """The line for a request; ``None`` if the request need not wait."""
        robots_url = decision.robots_url
        if not decision.crawl_delay_seconds or robots_url is None or decision.url == robots_url:
            return None
        line = self._lines.get(robots_url)
        if line is None:
            if len(self._lines) >= MOST_LINES:
                self._drop_one()
            line = self._lines.setdefault(robots_url, Line())
        return line

    def _drop_one(self) -> None:
        idle = next((url for url, line in list(self._lines.items()) if line.is_idle), None)
        if idle is not None:
            self._lines.pop(idle, None)


def lines_of(robots: object) -> Lines:
    """The lines of a client, shared by all its users."""
    lines: Lines | None = getattr(robots, "_lines", None)
    return Lines() if lines is None else lines


_latest: ContextVar[Turn | None] = ContextVar("turn", default=None)


def turn_in(line: Line, url: str, loop: AbstractEventLoop | None = None) -> Turn | None:
    """Joins the line. Returns ``None`` for a request that already has a turn, which happens if two
    guards check it.

    A request that is sent during another request's turn ends that turn. Otherwise, two requests
    that lead to each other's origins would wait for each other.
    """
    outer = _latest.get()
    if outer is not None and not outer.is_over:
        if outer.line is line and outer.url == url:
            return None
        outer.line.note_now()
        outer.end()
    turn = line.join(url, loop)
    _latest.set(turn)
    return turn
