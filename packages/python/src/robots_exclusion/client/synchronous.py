"""The client for synchronous programs, with or without threads."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..forks import renew_in_children
from ..robots import urls_of
from ..turns import Lines
from .deadline import Deadline
from .decision import Decision, Mode, Reservation, require_mode, reserved
from .decoding import Decoder
from .exchange import Ask, Exchange, Fetched, FetchProblem, Head, Read, Running
from .knowledge import Knowledge, Location, first_of_each_origin, locate
from .settings import Limits, Options, reduced, settings_of
from .transport import Answer, Transport, transport_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

# Origins that one call asks at a time.
MOST_AT_ONCE = 16


class Client:
    """Decides about URLs. Threads may share it. Each origin has at most one fetch at a time, and a
    silent origin does not delay others.

    Example:
        >>> with Client("FooBot/1.0 (+https://example.com/bot)") as client:  # doctest: +SKIP
        ...     client.check("https://example.com/a").action
        'fetch'
    """

    def __init__(
        self, user_agent: str, *, transport: Transport | None = None, **options: Unpack[Options]
    ) -> None:
        """Creates a client.

        Args:
            user_agent: Sent with every request.
            transport: Sends the requests. Default: httpx.
            options: The members of :class:`Options`: ``agent``, ``store``, ``preset``,
                ``overrides``, ``lifetimes``, ``limits``, ``max_crawl_delay_seconds``, ``now``.

        Raises:
            TypeError: There is no such option.
            ValueError: A value is invalid.
        """
        settings = settings_of(user_agent, options)
        self._knowledge = Knowledge(settings)
        self._transport = transport_of(transport)
        self._turns = _Turns()
        self._lines = Lines()
        self._made_of = (user_agent, transport, options)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, *self._made_of)

    def check(self, url: str, *, mode: Mode = "default") -> Decision:
        """Decides what to do about a URL. Turns every network outcome into a decision.

        Args:
            mode: ``reload`` fetches robots.txt anew; ``cache-only`` requests nothing.

        Raises:
            BadUrlError: ``url`` is not an absolute URL.
            TypeError: ``url`` is not text.
            ValueError: The mode is unknown.
        """
        if mode == "default":
            decision = self._knowledge.decide_steady(url)
            if decision is not None:
                return decision
        require_mode(mode)
        location = locate(url)
        if location is not None and location.is_supported:
            if mode == "cache-only":
                return self._knowledge.decide_kept(url, location)
            kept = self._knowledge.decide_current(url, location) if mode == "default" else None
            if kept is not None:
                return kept
            self._renew(location, is_reload=mode == "reload")
        return self._knowledge.decide(url, location)

    def check_many(self, urls: Iterable[str]) -> list[Decision]:
        """Decides about each URL, in the order of the URLs. Up to 16 origins are asked at a time.

        Raises:
            TypeError: ``urls`` is not a list of texts.
            BadUrlError: One of the URLs is not an absolute URL. No decisions are returned.
        """
        wanted = urls_of(urls)
        firsts = first_of_each_origin(wanted)
        if len(firsts) > 1:
            with ThreadPoolExecutor(min(len(firsts), MOST_AT_ONCE)) as threads:
                list(threads.map(self.check, firsts))
        return [self.check(url) for url in wanted]

    def reserve(self, url: str, *, max_wait: float = 300.0) -> Reservation:
        """Takes the next instant at which this crawler may fetch from the URL's origin, so that requests are a
        Crawl-delay apart. All users of the client share it, also through the adapters.

        Send the request at ``reservation.at``, and reserve again if you miss that time. The adapters do this for you.

        Args:
            max_wait: Limit on the wait in seconds. A later time is not reserved; the decision is then ``defer``.

        Raises:
            BadUrlError: ``url`` is not an absolute URL.
            TypeError: ``url`` is not text.
        """
        return reserved(self.check(url), self._lines, max_wait)

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _renew(self, location: Location, *, is_reload: bool) -> None:
        with self._turns.of(location.origin):
            if is_reload or not self._knowledge.is_current(location.origin):
                fetched = self._run(self._knowledge.exchange(location, is_reload=is_reload))
                self._knowledge.learn(location.origin, fetched)

    def _run(self, exchange: Exchange) -> Fetched:
        """Sends the requests of an exchange, and returns its result."""
        limits = self._knowledge.settings.limits
        deadline = Deadline(limits.total_timeout)
        running = Running(exchange)
        while isinstance(running.wanted, Ask):
            try:
                left = replace(limits, total_timeout=deadline.left())
                with self._asked(running.wanted, left) as (head, answer):
                    deadline.left()
                    running.send(head)
                    if isinstance(running.wanted, Read):
                        running.send(_body(answer, running.wanted, deadline))
            except FetchProblem as problem:
                running.fail(problem)
        assert running.fetched is not None
        return running.fetched

    @contextmanager
    def _asked(self, wanted: Ask, limits: Limits) -> Iterator[tuple[Head, Answer]]:
        now_ms = self._knowledge.settings.now_ms
        requested = now_ms()
        with self._transport.send(wanted.url, wanted.headers, limits) as answer:
            yield Head(answer.status, answer.headers, requested, now_ms(), answer.proxy), answer


def _body(answer: Answer, wanted: Read, deadline: Deadline) -> bytes:
    decoder = Decoder(wanted.codings, wanted.max_bytes)
    for chunk in answer.chunks:
        deadline.left()
        if not decoder.feed(chunk):
            break
    return decoder.finish()


class _Turns:
    """A lock per origin, which exists while a thread needs it."""

    def __init__(self) -> None:
        self._after_fork()
        renew_in_children(self)

    def _after_fork(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[str, tuple[threading.Lock, int]] = {}

    @contextmanager
    def of(self, origin: str) -> Iterator[None]:
        with self._lock:
            turn, waiting = self._held.get(origin, (threading.Lock(), 0))
            self._held[origin] = (turn, waiting + 1)
        try:
            with turn:
                yield
        finally:
            with self._lock:
                _, waiting = self._held[origin]
                if waiting == 1:
                    del self._held[origin]
                else:
                    self._held[origin] = (turn, waiting - 1)
