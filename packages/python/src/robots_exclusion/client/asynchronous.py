"""The client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from weakref import WeakSet

from ..forks import renew_in_children
from ..robots import urls_of
from ..turns import Lines
from .aside import aside
from .decision import Decision, Mode, Reservation, require_mode, reserved
from .decoding import Decoder
from .exchange import Ask, FetchProblem, Head, Read, Running
from .knowledge import LARGE, Knowledge, Location, first_of_each_origin, locate
from .settings import Options, reduced, settings_of
from .store import MemoryStore
from .transport import AsyncAnswer, AsyncHttpxTransport, AsyncTransport, async_transport_of

if TYPE_CHECKING:
    from typing_extensions import Unpack


Args = ParamSpec("Args")
Result = TypeVar("Result")


class AsyncClient:
    """Decides about URLs, as :class:`Client` does. The tasks of one event loop may share it;
    several loops may use it, but only one after another.

    Files of 32 KiB and more are read in a separate thread, which also accesses all stores other
    than memory.
    """

    def __init__(
        self, user_agent: str, *, transport: AsyncTransport | None = None, **options: Unpack[Options]
    ) -> None:
        """Creates a client with the arguments of :class:`Client`."""
        settings = settings_of(user_agent, options)
        self._knowledge = Knowledge(settings)
        self._transport = async_transport_of(transport)
        self._lines = Lines()
        self._made_of = (user_agent, transport, options)
        self._after_fork()
        renew_in_children(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, *self._made_of)

    def _after_fork(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._flights: dict[str, asyncio.Task[None]] = {}
        self._ended: WeakSet[asyncio.Task[None]] = WeakSet()
        self._places = asyncio.Semaphore(self._knowledge.settings.limits.max_fetches)

    def _enter_loop(self) -> None:
        """Discards the tasks of an earlier loop, which would never end."""
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        if self._loop is not None and self._loop.is_running():
            raise RuntimeError("Cannot share an AsyncClient between event loops that run at once: make one for each")
        if self._loop is not None:
            self._after_fork()
            if isinstance(self._transport, AsyncHttpxTransport):
                self._transport.leave_loop()
        self._loop = loop

    @property
    def agent(self) -> tuple[str, ...]:
        """The product tokens of the crawler."""
        return self._knowledge.agent

    async def check(self, url: str, *, mode: Mode = "default") -> Decision:
        """Decides what to do about a URL. Turns every network outcome into a decision.

        Args:
            mode: ``reload`` fetches robots.txt anew; ``cache-only`` requests nothing.

        Raises:
            BadUrlError: ``url`` is not an absolute URL.
            TypeError: ``url`` is not text.
            ValueError: The mode is unknown.
            RuntimeError: The client was closed during the check, or another running event loop uses
                it.
        """
        self._enter_loop()
        if mode == "default" and isinstance(self._knowledge.settings.store, MemoryStore):
            decision = self._knowledge.decide_steady(url)
            if decision is not None:
                return decision
        require_mode(mode)
        location = locate(url)
        if location is None or not location.is_supported:
            return self._knowledge.decide(url, location)
        if mode == "cache-only":
            return await self._asked(location, self._knowledge.decide_kept, url, location)
        if mode != "reload":
            kept = await self._asked(location, self._knowledge.decide_current, url, location)
            if kept is not None:
                return kept
        await self._landed_at(self._flight(location, is_reload=mode == "reload"))
        return await self._asked(location, self._knowledge.decide, url, location)

    async def check_many(self, urls: Iterable[str]) -> list[Decision]:
        """Decides about each URL, in the order of the URLs. All origins are asked at once, within
        ``Limits.max_fetches``.

        Raises:
            TypeError: ``urls`` is not a list of texts.
            BadUrlError: One of the URLs is not an absolute URL. No decisions are returned.
        """
        wanted = urls_of(urls)
        await asyncio.gather(*(self.check(url) for url in first_of_each_origin(wanted)))
        return [await self.check(url) for url in wanted]

    async def reserve(self, url: str, *, max_wait: float = 300.0) -> Reservation:
        """Takes the next instant, as :meth:`Client.reserve` does."""
        return reserved(await self.check(url), self._lines, max_wait)

    async def close(self) -> None:
        """Cancels running fetches. A check that waits for one of them raises ``RuntimeError``."""
        self._enter_loop()
        flights = list(self._flights.values())
        self._ended.update(flights)
        for flight in flights:
            flight.cancel()
        await asyncio.gather(*flights, return_exceptions=True)
        await self._transport.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _flight(self, location: Location, *, is_reload: bool) -> asyncio.Task[None]:
        flight = self._flights.get(location.origin)
        # A reload needs a new request, even if another request is already under way.
        if flight is None or is_reload:
            flight = asyncio.ensure_future(self._renew(location, is_reload))
            self._flights[location.origin] = flight
            flight.add_done_callback(lambda done: self._landed(location.origin, done))
        return flight

    async def _landed_at(self, flight: asyncio.Task[None]) -> None:
        """Waits for a fetch. Shields the fetch from cancellation, because other callers may still
        wait for it if this one gives up."""
        try:
            await asyncio.shield(flight)
        except asyncio.CancelledError:
            if flight in self._ended and flight.cancelled():
                raise RuntimeError("Cannot check: the client was closed before the check finished") from None
            raise

    def _landed(self, origin: str, flight: asyncio.Task[None]) -> None:
        if self._flights.get(origin) is flight:
            del self._flights[origin]

    async def _asked(
        self, location: Location, work: Callable[Args, Result], *args: Args.args, **options: Args.kwargs
    ) -> Result:
        """Reads from the knowledge without blocking the loop."""
        if self._knowledge.is_slow(location.origin):
            return await _aside(work, *args, **options)
        return work(*args, **options)

    async def _renew(self, location: Location, is_reload: bool) -> None:
        exchange = await self._asked(location, self._knowledge.exchange, location, is_reload=is_reload)
        running = Running(exchange)
        async with self._places:
            body = await self._run_in_time(running)
        if body is not None:
            await _aside(running.send, body) if len(body) >= LARGE else running.send(body)
        assert running.fetched is not None
        await self._asked(location, self._knowledge.learn, location.origin, running.fetched)

    async def _run_in_time(self, running: Running) -> bytes | None:
        seconds = self._knowledge.settings.limits.total_timeout
        try:
            return await asyncio.wait_for(self._run(running), seconds)
        except asyncio.TimeoutError:
            running.fail(FetchProblem("timeout-total", "TotalTimeout", f"Not finished within {seconds} s"))
            return None

    async def _run(self, running: Running) -> bytes | None:
        """Sends the requests of an exchange. Returns the body if the exchange needs it."""
        settings = self._knowledge.settings
        while isinstance(running.wanted, Ask):
            requested = settings.now_ms()
            try:
                async with self._transport.send(running.wanted.url, running.wanted.headers, settings.limits) as answer:
                    running.send(Head(answer.status, answer.headers, requested, settings.now_ms(), answer.proxy))
                    if isinstance(running.wanted, Read):
                        return await _body(answer, running.wanted)
            except FetchProblem as problem:
                running.fail(problem)
        return None


async def _aside(work: Callable[Args, Result], *args: Args.args, **options: Args.kwargs) -> Result:
    return await asyncio.wrap_future(aside.submit(work, *args, **options))


async def _body(answer: AsyncAnswer, wanted: Read) -> bytes:
    decoder = Decoder(wanted.codings, wanted.max_bytes)
    async for chunk in answer.chunks:
        if not decoder.feed(chunk):
            break
    return decoder.finish()
