"""The HTTP transport that clients need, and its implementation with httpx. It does not follow
redirects, keep cookies or decode bodies."""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar
from urllib.parse import urlsplit

import httpx

from ..forks import renew_in_children
from .deadline import Deadline, bounded, ends_by
from .exchange import FetchProblem
from .proxies import proxy_of
from .settings import Limits


@dataclass(frozen=True, slots=True)
class Answer:
    """The head of a response, and an iterator over the chunks of its body."""

    status: int
    headers: Mapping[str, str]
    chunks: Iterator[bytes]
    # The proxy that was asked for the URL, and that may have answered itself: "host:port".
    proxy: str | None = None


@dataclass(frozen=True, slots=True)
class AsyncAnswer:
    """The same for asyncio."""

    status: int
    headers: Mapping[str, str]
    chunks: AsyncIterator[bytes]
    proxy: str | None = None


class Transport(Protocol):
    """Sends one GET. Raises :class:`FetchProblem`."""

    def send(self, url: str, headers: Mapping[str, str], limits: Limits) -> AbstractContextManager[Answer]: ...
    def close(self) -> None: ...


class AsyncTransport(Protocol):
    """The same for asyncio."""

    def send(self, url: str, headers: Mapping[str, str], limits: Limits) -> AbstractAsyncContextManager[AsyncAnswer]: ...
    async def close(self) -> None: ...


Sender = TypeVar("Sender")

# No limit on connections, because a request would use up its time while it waits for one. The
# clients limit the requests instead.
POOL = httpx.Limits(max_connections=None, max_keepalive_connections=20)


class _Over(Generic[Sender]):
    """httpx transports: our own, with a connection pool per proxy, or one that the caller provides."""

    def __init__(self, given: Sender | None, make: Callable[[str | None], Sender]) -> None:
        self._make = make
        self._given = given
        self._is_of_parent = False
        self._own: dict[str | None, Sender] = {}
        renew_in_children(self)

    def _after_fork(self) -> None:
        """Drops the parent's connections, because parent and child could otherwise read each
        other's responses."""
        self._own = {}
        self._is_of_parent = self._given is not None

    def _transport(self, proxy: str | None) -> Sender:
        if self._is_of_parent:
            raise RuntimeError("Cannot send over a transport from before a fork: make the client in the child")
        if self._given is not None:
            return self._given
        own = self._own.get(proxy)
        return own if own is not None else self._own.setdefault(proxy, self._made(proxy))

    def _made(self, proxy: str | None) -> Sender:
        try:
            return self._make(proxy)
        except (ImportError, ValueError) as error:
            host = urlsplit(proxy or "").netloc.rpartition("@")[2]
            message = f"Cannot send through the proxy {host}: {type(error).__name__}"
            raise FetchProblem("proxy", "ERR_ROBOTS_PROXY", message) from None

    def _proxy(self, url: str) -> str | None:
        return proxy_of(url) if self._given is None else None

    def _all(self) -> list[Sender]:
        return list(self._own.values()) if self._given is None else [self._given]


def asked_proxy(url: str, proxy: str | None) -> str | None:
    """The proxy that reads the request for ``url`` and may answer it itself, as ``host:port``.
    ``None`` for ``https``, which passes it in a tunnel."""
    if proxy is None or not url.startswith("http:"):
        return None
    return urlsplit(proxy if "://" in proxy else f"//{proxy}").netloc.rpartition("@")[2]


class HttpxTransport(_Over[httpx.BaseTransport]):
    """Sends requests with httpx: over its own transports with connection pools, or over a transport
    that you pass, for example one for a proxy."""

    def __init__(self, transport: httpx.BaseTransport | None = None) -> None:
        given = transport and bounded(transport)
        super().__init__(given, lambda proxy: bounded(httpx.HTTPTransport(limits=POOL, proxy=proxy)))

    @contextmanager
    def send(self, url: str, headers: Mapping[str, str], limits: Limits) -> Iterator[Answer]:
        proxy = self._proxy(url)
        with ends_by(Deadline(limits.total_timeout)):
            with problems("header"):
                response = self._transport(proxy).handle_request(_request(url, headers, limits))
            try:
                head = response.status_code, joined(response.headers.raw)
                yield Answer(*head, _chunks(response), asked_proxy(url, proxy))
            finally:
                response.close()

    def close(self) -> None:
        for each in self._all():
            each.close()


class AsyncHttpxTransport(_Over[httpx.AsyncBaseTransport]):
    """The same for asyncio."""

    def __init__(self, transport: httpx.AsyncBaseTransport | None = None) -> None:
        super().__init__(transport, lambda proxy: httpx.AsyncHTTPTransport(limits=POOL, proxy=proxy))

    @asynccontextmanager
    async def send(self, url: str, headers: Mapping[str, str], limits: Limits) -> AsyncIterator[AsyncAnswer]:
        proxy = self._proxy(url)
        with problems("header"):
            response = await self._transport(proxy).handle_async_request(_request(url, headers, limits))
        try:
            head = response.status_code, joined(response.headers.raw)
            yield AsyncAnswer(*head, _async_chunks(response), asked_proxy(url, proxy))
        finally:
            await response.aclose()

    def leave_loop(self) -> None:
        """Drops all connections, because a connection can be used only in the event loop that
        opened it."""
        self._own = {}

    async def close(self) -> None:
        for each in self._all():
            await each.aclose()


def transport_of(given: Transport | None) -> Transport:
    """The transport of a client.

    Raises:
        TypeError: ``given`` is not a transport.
    """
    if given is not None and not callable(getattr(given, "send", None)):
        raise TypeError(f"Cannot send with {given!r}: expected a transport such as HttpxTransport(httpx.HTTPTransport())")
    return HttpxTransport() if given is None else given


def async_transport_of(given: AsyncTransport | None) -> AsyncTransport:
    """The same for asyncio."""
    if given is not None and not callable(getattr(given, "send", None)):
        expected = "AsyncHttpxTransport(httpx.AsyncHTTPTransport())"
        raise TypeError(f"Cannot send with {given!r}: expected a transport such as {expected}")
    return AsyncHttpxTransport() if given is None else given


def _request(url: str, headers: Mapping[str, str], limits: Limits) -> httpx.Request:
    timeout = httpx.Timeout(limits.read_timeout, connect=limits.connect_timeout)
    # Passes headers as octets, because validators are sent back unchanged and may contain any
    # octet.
    octets = [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers.items()]
    return httpx.Request("GET", url, headers=octets, extensions={"timeout": timeout.as_dict()})


def _chunks(response: httpx.Response) -> Iterator[bytes]:
    assert isinstance(response.stream, httpx.SyncByteStream)
    with problems("body"):
        yield from response.stream


async def _async_chunks(response: httpx.Response) -> AsyncIterator[bytes]:
    assert isinstance(response.stream, httpx.AsyncByteStream)
    with problems("body"):
        async for chunk in response.stream:
            yield chunk


def joined(pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Header fields with names in lower case. Fields with the same name are joined. Each octet
    becomes one character. ``Location`` is not a list (RFC 9110 §10.2.2) and a URL may contain
    commas, so its first value counts."""
    fields: dict[str, str] = {}
    for name, value in pairs:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        if key not in fields:
            fields[key] = text
        elif key != "location":
            fields[key] += f", {text}"
    if "transfer-encoding" in fields and "content-length" in fields:
        # RFC 9112 §6.3 requires an error here.
        raise FetchProblem("malformed-response", "ERR_ROBOTS_BAD_RESPONSE", "A transfer coding and a Content-Length")
    if "location" in fields:
        fields["location"] = location_text(fields["location"])
    return fields


def location_text(latin1: str) -> str:
    """Decodes a Location as UTF-8 if possible, because servers usually mean UTF-8 (RFC 9110 §5.5
    leaves non-ASCII octets undefined)."""
    try:
        return latin1.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return latin1


@contextmanager
def problems(phase: str) -> Iterator[None]:
    """Maps errors of httpx to rows of the outcome table."""
    try:
        yield
    # Includes UnicodeError, because httpx enforces IDNA 2008 and refuses emoji, which URLs may
    # contain.
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
        raise problem_of(error, phase) from None


def problem_of(error: BaseException, phase: str) -> FetchProblem:
    """The row of the outcome table for an error. In the body, every error except a timeout means a
    broken body."""
    failure = _failure(error)
    if phase == "body":
        failure = "timeout-body" if failure.startswith("timeout") else "broken-body"
    return FetchProblem(failure, type(error).__name__, str(error) or type(error).__name__)


def _failure(error: BaseException) -> str:
    causes = list(_causes(error))
    for cause in causes:
        # httpx has no class of its own for a connection that closes without an answer.
        if isinstance(cause, httpx.RemoteProtocolError) and "without sending a response" in str(cause):
            return "reset"
        for kind, failure in _FAILURES:
            if isinstance(cause, kind):
                return failure
    return "network"


# In a chain of causes, the innermost error is the most informative.
_FAILURES: tuple[tuple[type[BaseException], str], ...] = (
    (httpx.ProxyError, "proxy"),
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
    """The chain of an error's causes, innermost first."""
    if error is None:
        return
    yield from _causes(error.__cause__ or error.__context__)
    yield error
