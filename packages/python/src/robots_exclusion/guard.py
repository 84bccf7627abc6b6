"""The common steps of all adapters before a request: check robots.txt, and keep the Crawl-delay."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Literal, Protocol

from .client.decision import Decision, Reservation
from .turns import Line, lines_of, turn_in

# A request that is late by more than this many seconds does not use its reserved time, because it
# could collide with the next caller's reserved time.
MOST_LATE = 0.25
# Limit on consecutive tries after a missed time or expired rules. After the last try, a request
# only keeps the delay.
MOST_TRIES = 3


class RefusedByRobots(Exception):
    """Raised if robots.txt disallows the request, or if the verdict is not known yet.

    ``decision.action`` is ``skip`` or ``defer``; a deferred request may be checked again at ``decision.retry_at``.
    """

    def __init__(self, decision: Decision) -> None:
        super().__init__(_sentence(decision))
        self.decision = decision

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.decision,)


Refused = Callable[[Decision], Exception]
_Step = float | Literal["check", "reserve"]
_Steps = Generator[_Step, Any, None]


class Robots(Protocol):
    """The source of decisions: a ``Client``, or a ``ServiceClient``, which also reserves times for
    all processes that use the service."""

    def check(self, url: str) -> Decision: ...


class AsyncRobots(Protocol):
    """The source of decisions for asyncio: an ``AsyncClient`` or an ``AsyncServiceClient``."""

    def check(self, url: str) -> Awaitable[Decision]: ...


class Pace:
    """Keeps the Crawl-delay of each origin, for threads. All users of one client share the delay."""

    def __init__(self, robots: Robots) -> None:
        if inspect.iscoroutinefunction(robots.check):
            kind = type(robots).__name__
            raise TypeError(f"Cannot ask {kind} outside of an event loop: expected a Client or a ServiceClient")
        self._robots = robots
        self._lines = lines_of(robots)

    @contextmanager
    def turn(self, url: str, refused: Refused = RefusedByRobots) -> Iterator[None]:
        """Checks the URL. The block starts when the request may be sent, and ends when the response has arrived.

        Raises:
            Exception: The exception that ``refused`` creates for a decision not to fetch.
        """
        decision = _fetched(self._robots.check(url), refused)
        line = self._lines.of(decision)
        turn = None if line is None else turn_in(line, url)
        if line is None or turn is None:
            yield
            return
        try:
            turn.wait()
            self._wait(line, decision, refused)
            with turn.sending():
                yield
        finally:
            turn.end()

    def again(self, url: str, refused: Refused = RefusedByRobots) -> None:
        """Checks and waits again before the request of this turn is sent once more.

        Raises:
            Exception: The exception that ``refused`` creates for a decision not to fetch.
        """
        decision = _fetched(self._robots.check(url), refused)
        line = self._lines.of(decision)
        if line is not None:
            line.note_now()
            self._wait(line, decision, refused)

    def _wait(self, line: Line, decision: Decision, refused: Refused) -> None:
        reserve: Callable[[str], Reservation] | None = getattr(self._robots, "reserve", None)
        steps = _steps(line, decision, refused, reserves=reserve is not None)
        step = next(steps, None)
        while step is not None:
            got: object = None
            if isinstance(step, float):
                time.sleep(step)
            elif step == "check":
                got = self._robots.check(decision.url)
            elif reserve is not None:
                got = reserve(decision.url)
            step = _sent(steps, got)


class AsyncPace:
    """For asyncio."""

    def __init__(self, robots: AsyncRobots) -> None:
        if inspect.isfunction(getattr(type(robots), "check", None)) and not inspect.iscoroutinefunction(robots.check):
            kind = type(robots).__name__
            raise TypeError(f"Cannot ask {kind} in an event loop: expected an AsyncClient or an AsyncServiceClient")
        self._robots = robots
        self._lines = lines_of(robots)

    @asynccontextmanager
    async def turn(self, url: str, refused: Refused = RefusedByRobots) -> AsyncIterator[None]:
        """Checks the URL. The block starts when the request may be sent, and ends when the response has arrived.

        Raises:
            Exception: The exception that ``refused`` creates for a decision not to fetch.
        """
        decision = _fetched(await self._robots.check(url), refused)
        line = self._lines.of(decision)
        turn = None if line is None else turn_in(line, url, asyncio.get_running_loop())
        if line is None or turn is None:
            yield
            return
        try:
            await turn.begin()
            await self._wait(line, decision, refused)
            with turn.sending():
                yield
        finally:
            turn.end()

    async def _wait(self, line: Line, decision: Decision, refused: Refused) -> None:
        reserve: Callable[[str], Awaitable[Reservation]] | None = getattr(self._robots, "reserve", None)
        steps = _steps(line, decision, refused, reserves=reserve is not None)
        step = next(steps, None)
        while step is not None:
            got: object = None
            if isinstance(step, float):
                await asyncio.sleep(step)
            elif step == "check":
                got = await self._robots.check(decision.url)
            elif reserve is not None:
                got = await reserve(decision.url)
            step = _sent(steps, got)


def _steps(line: Line, decision: Decision, refused: Refused, *, reserves: bool) -> _Steps:
    """The steps until a request may be sent: how long to sleep, and what to check next."""
    for _ in range(MOST_TRIES):
        at: float | None = None
        yield line.seconds_to_wait(decision)
        if reserves:
            at = _instant((yield "reserve"), refused)
            yield max(0.0, at - time.time())
        if decision.expires_at is not None and decision.expires_at <= time.time():
            decision = _fetched((yield "check"), refused)
        is_missed = at is not None and time.time() > at + MOST_LATE
        if not is_missed and line.seconds_to_wait(decision) == 0:
            return
    yield line.seconds_to_wait(decision)


def _sent(steps: _Steps, got: object) -> _Step | None:
    try:
        return steps.send(got)
    except StopIteration:
        return None


def _fetched(decision: Decision, refused: Refused) -> Decision:
    if decision.action != "fetch":
        raise refused(decision)
    return decision


def _instant(reservation: Reservation, refused: Refused) -> float:
    if reservation.at is None:
        raise refused(reservation.decision)
    return reservation.at


def _sentence(decision: Decision) -> str:
    if decision.action == "defer":
        return f"Cannot fetch {decision.url} now: {decision.robots_url} is {decision.outcome} ({decision.policy_row})"
    rule = decision.verdict.rule if decision.verdict else None
    why = f'line {rule.line}: "{rule.text}"' if rule else f"{decision.outcome} ({decision.policy_row})"
    return f"robots.txt does not allow {decision.url}: {why}"
