"""What the clients want of HTTP, and httpx as it is: no redirects followed, no cookies, content coding left on."""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import httpx

from ..forks import renew_in_children
from .exchange import FetchProblem
from .settings import Limits


@dataclass(frozen=True, slots=True)
class Answer:
    """The head of an answer; its body follows."""

    status: int
    headers: Mapping[str, str]
    chunks: Iterator[bytes]


@dataclass(frozen=True, slots=True)
class AsyncAnswer:
    """The same for asyncio."""

    status: int
    headers: Mapping[str, str]
    chunks: AsyncIterator[bytes]


class Transport(Protocol):
    """Sends one GET. Raises :class:`FetchProblem`."""

    def send(self, url: str, headers: Mapping[str, str], limits: Limits) -> AbstractContextManager[Answer]: ...
    def close(self) -> None: ...


class AsyncTransport(Protocol):
    """The same for asyncio."""

    def send(self, url: str, headers: Mapping[str, str], limits: Limits) -> AbstractAsyncContextManager[AsyncAnswer]: ...
    async def close(self) -> None: ...


Sender = TypeVar("Sender")

# The clients bound how many requests there are: one that waited for a connection would use up its time.
POOL = httpx.Limits(max_connections=None, max_keepalive_connections=20)


class _Over(Generic[Sender]):
    """A transport of httpx: one of its own with a connection pool, or one that was handed in."""

    def __init__(self, given: Sender | None, make: Callable[[], Sender]) -> None:
        self._make = make
        self._is_given = given is not None
        self._sender: Sender | None = given or make()
        renew_in_children(self)

    def _after_fork(self) -> None:
        """Over a connection that parent and child share, each may read the answers for the other."""
        self._sender = None

    @property
    def _transport(self) -> Sender:
        if self._sender is None:
            if self._is_given:
                raise RuntimeError("Cannot send over a transport from before a fork: make the client in the child")
            self._sender = self._make()
        return self._sender


class HttpxTransport(_Over[httpx.BaseTransport]):
    """Over a transport of httpx: one of its own with a connection pool, or yours, through a proxy for example."""

    def __init__(self, transport: httpx.BaseTransport | None = None) -> None:
        super().__init__(transport, lambda: httpx.HTTPTransport(limits=POOL))

    @contextmanager
    def send(self, url: str, headers: Mapping[str, str], limits: Limits) -> Iterator[Answer]:
        with problems("header"):
            response = self._transport.handle_request(_request(url, headers, limits))
        try:
            yield Answer(response.status_code, joined(response.headers), _chunks(response))
        finally:
            response.close()

    def close(self) -> None:
        self._transport.close()


class AsyncHttpxTransport(_Over[httpx.AsyncBaseTransport]):
    """The same for asyncio."""

    def __init__(self, transport: httpx.AsyncBaseTransport | None = None) -> None:
        super().__init__(transport, lambda: httpx.AsyncHTTPTransport(limits=POOL))

    @asynccontextmanager
    async def send(self, url: str, headers: Mapping[str, str], limits: Limits) -> AsyncIterator[AsyncAnswer]:
        with problems("header"):
            response = await self._transport.handle_async_request(_request(url, headers, limits))
        try:
            yield AsyncAnswer(response.status_code, joined(response.headers), _async_chunks(response))
        finally:
            await response.aclose()

    def leave_loop(self) -> None:
        """Connections belong to the event loop that opened them."""
        if not self._is_given:
            self._sender = None

    async def close(self) -> None:
        await self._transport.aclose()


def _request(url: str, headers: Mapping[str, str], limits: Limits) -> httpx.Request:
    timeout = httpx.Timeout(limits.read_timeout, connect=limits.connect_timeout)
    return httpx.Request("GET", url, headers=headers, extensions={"timeout": timeout.as_dict()})


def _chunks(response: httpx.Response) -> Iterator[bytes]:
    assert isinstance(response.stream, httpx.SyncByteStream)
    with problems("body"):
        yield from response.stream


async def _async_chunks(response: httpx.Response) -> AsyncIterator[bytes]:
    assert isinstance(response.stream, httpx.AsyncByteStream)
    with problems("body"):
        async for chunk in response.stream:
            yield chunk


def joined(headers: httpx.Headers) -> dict[str, str]:
    """Names in lower case, several fields of one name as one."""
    return {name: headers[name] for name in headers}


@contextmanager
def problems(phase: str) -> Iterator[None]:
    """Errors of httpx as rows of the outcome table."""
    try:
        yield
    # IDNA 2008, which httpx enforces, has no emoji; URLs may have them.
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
        raise problem_of(error, phase) from None


def problem_of(error: BaseException, phase: str) -> FetchProblem:
    """The row for an error. In the body everything but a timeout is a broken body: the header had come."""
    failure = _failure(error)
    if phase == "body":
        failure = "timeout-body" if failure.startswith("timeout") else "broken-body"
    return FetchProblem(failure, type(error).__name__, str(error) or type(error).__name__)


def _failure(error: BaseException) -> str:
    causes = list(_causes(error))
    for cause in causes:
        for kind, failure in _FAILURES:
            if isinstance(cause, kind):
                return failure
    return "network"


# In a chain of causes, the innermost error is the most informative.
_FAILURES: tuple[tuple[type[BaseException], str], ...] = (
    (socket.gaierror, "dns"),
    (ssl.SSLError, "tls"),
    (ConnectionRefusedError, "refused"),
    (ConnectionResetError, "reset"),
    (BrokenPipeError, "reset"),
    (httpx.ConnectTimeout, "timeout-connect"),
    (httpx.PoolTimeout, "timeout-connect"),
    (httpx.TimeoutException, "timeout-headers"),
    (httpx.RemoteProtocolError, "malformed-response"),
    (httpx.ReadError, "reset"),
    (httpx.WriteError, "reset"),
)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Innermost first."""
    if error is None:
        return
    yield from _causes(error.__cause__ or error.__context__)
    yield error
