"""A time limit for a whole chain of requests. It applies even if a server sends single octets
slowly."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any, TypeVar

import httpcore
import httpx

from .exchange import FetchProblem


class Deadline:
    """A point in time, given in seconds from now."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._at = monotonic() + seconds

    def left(self) -> float:
        """The remaining seconds, always more than 0.

        Raises:
            FetchProblem: No time is left.
        """
        left = self._at - monotonic()
        if left <= 0:
            raise FetchProblem("timeout-total", "TotalTimeout", f"Not finished within {self._seconds:g} s")
        return left

    def within(self, timeout: float | None) -> float:
        """The smaller of the timeout and the remaining time."""
        left = self.left()
        return left if timeout is None else min(timeout, left)


_current: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def ends_by(deadline: Deadline) -> Iterator[None]:
    """During the block, :func:`bounded` transports abort this thread's requests at the deadline."""
    before = _current.get()
    _current.set(deadline)
    try:
        yield
    finally:
        _current.set(before)


def bounded(transport: httpx.BaseTransport) -> httpx.BaseTransport:
    """Makes an httpx transport keep deadlines, because httpx itself only limits the wait for the
    next octets."""
    if isinstance(transport, httpx.HTTPTransport):
        pool: Any = transport._pool
        if not isinstance(pool._network_backend, _Backend):
            pool._network_backend = _Backend(pool._network_backend)
    return transport


Result = TypeVar("Result")


def _in_time(work: Callable[[float | None], Result], timeout: float | None) -> Result:
    """Runs the work with a timeout that ends at the current deadline, if there is one."""
    deadline = _current.get()
    if deadline is None:
        return work(timeout)
    try:
        return work(deadline.within(timeout))
    except httpcore.TimeoutException:
        deadline.left()
        raise


class _Backend(httpcore.NetworkBackend):
    def __init__(self, backend: httpcore.NetworkBackend) -> None:
        self._backend = backend

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        def connect(seconds: float | None) -> httpcore.NetworkStream:
            return self._backend.connect_tcp(host, port, seconds, local_address, socket_options)

        return _Stream(_in_time(connect, timeout))

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.NetworkStream:
        def connect(seconds: float | None) -> httpcore.NetworkStream:
            return self._backend.connect_unix_socket(path, seconds, socket_options)

        return _Stream(_in_time(connect, timeout))

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(seconds)


class _Stream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return _in_time(lambda seconds: self._stream.read(max_bytes, seconds), timeout)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        _in_time(lambda seconds: self._stream.write(buffer, seconds), timeout)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        def start(seconds: float | None) -> httpcore.NetworkStream:
            return self._stream.start_tls(ssl_context, server_hostname, seconds)

        return _Stream(_in_time(start, timeout))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
