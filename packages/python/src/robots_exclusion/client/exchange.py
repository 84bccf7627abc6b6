"""One fetch of a robots.txt, as a generator without network access. It yields what it needs, and
receives responses."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ..engine import base64_of
from .policy import Policy, ask


def _bounded_brotli() -> Any:
    """The package brotli from version 1.2, which can limit its output; ``None`` without it."""
    try:
        module: Any = import_module("brotli")
    except ImportError:
        return None
    return module if hasattr(module.Decompressor, "can_accept_more_data") else None


BROTLI = _bounded_brotli()
ACCEPT_ENCODING = "gzip, deflate, br" if BROTLI else "gzip, deflate"


@dataclass(frozen=True, slots=True)
class Ask:
    """Requests the head of the response to a GET."""

    url: str
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Read:
    """Requests the body of the last response: at most ``max_bytes`` octets, and one more octet if
    the body is longer.

    ``codings`` are in the order in which to decode them.
    """

    max_bytes: int
    codings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a response. Names of fields are in lower case."""

    status: int
    headers: Mapping[str, str]
    requested_ms: int
    received_ms: int
    # The proxy that was asked for the URL: "host:port".
    proxy: str | None = None


class FetchProblem(Exception):
    """A request that failed without a status. The exception names a row of the outcome table, and
    contains the system's message."""

    def __init__(self, failure: str, code: str, message: str) -> None:
        super().__init__(message)
        self.failure = failure
        self.code = code
        self.message = message[:300]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.failure, self.code, self.message)


@dataclass(frozen=True, slots=True)
class Request:
    """What to fetch, and what is already known."""

    robots_url: str
    user_agent: str
    record: Any
    body: str
    now_ms: int
    max_bytes: int
    max_redirects: int
    is_reload: bool = False


Fetched = tuple[Any, str]
Exchange = Generator[Ask | Read, Any, Fetched]

ACCEPT = "text/plain, text/*;q=0.9, */*;q=0.1"


def exchange(request: Request, policy: Policy) -> Exchange:
    """Follows redirects, revalidates an existing copy, and returns an attempt and the octets that it received."""
    chain = _chain(request)
    try:
        return (yield from _followed(request, policy, chain))
    except FetchProblem as problem:
        failure = {"failure": problem.failure, "code": problem.code, "message": problem.message}
        at = max(request.now_ms, _last_at(chain))
        return ask("failedJson", json.dumps({"chain": chain, "failure": failure, "now": at})), request.body


def _followed(request: Request, policy: Policy, chain: dict[str, Any]) -> Exchange:
    # A reload sends no validators.
    record = None if request.is_reload else request.record
    while True:
        url = chain["visited"][-1]
        known = policy.call("validatorsJson", {"url": url, "record": record, "now": request.now_ms})
        head: Head = yield Ask(url, {**_fields(request), **known["headers"]})
        facts = _facts(chain, url, head, known["isConditional"])
        question = {
            "chain": chain,
            "head": facts,
            "record": record,
            "now": head.received_ms,
            "maxRedirects": request.max_redirects,
            "schemes": ["http", "https"],
        }
        step = policy.call("headJson", question, base64_of(request.body.encode("latin-1")))
        if "next" in step:
            chain["visited"].append(step["next"])
        elif "again" in step:
            record = None
        elif "read" in step:
            return (yield from _read(request, chain, facts))
        else:
            return step["fetched"], request.body


def _read(request: Request, chain: dict[str, Any], facts: dict[str, Any]) -> Exchange:
    codings = ask("codingsJson", json.dumps(facts["headers"].get("content-encoding", "")))
    octets: bytes = yield Read(request.max_bytes, tuple(codings))
    body = {
        "chain": chain,
        "head": facts,
        "digest": hashlib.sha256(octets).hexdigest(),
        "isTruncated": len(octets) > request.max_bytes,
        "now": facts["receivedAt"],
    }
    return ask("bodyJson", json.dumps(body), base64_of(octets))["fetched"], octets.decode("latin-1")


def _chain(request: Request) -> dict[str, Any]:
    # The new attempt must be later than the previous one, even if a clock is wrong.
    before = request.record["attempt"]["sentAt"] + 1 if request.record else 0
    sent = max(request.now_ms, before)
    return {"startedAt": request.now_ms, "sentAt": sent, "visited": [request.robots_url], "hops": []}


def _facts(chain: dict[str, Any], url: str, head: Head, is_conditional: bool) -> dict[str, Any]:
    hop: dict[str, Any] = {"url": url[:512], "at": head.requested_ms, "status": head.status}
    hop["durationMs"] = max(0, head.received_ms - head.requested_ms)
    if 300 <= head.status < 400 and "location" in head.headers:
        hop["location"] = head.headers["location"][:512]
    chain["hops"].append(hop)
    return {
        "status": head.status,
        "headers": dict(head.headers),
        "requestedAt": head.requested_ms,
        "receivedAt": head.received_ms,
        "wasConditional": is_conditional,
        "proxy": head.proxy,
    }


def _fields(request: Request) -> dict[str, str]:
    fields = {"user-agent": request.user_agent, "accept": ACCEPT, "accept-encoding": ACCEPT_ENCODING}
    return {**fields, "cache-control": "no-cache"} if request.is_reload else fields


def _last_at(chain: dict[str, Any]) -> int:
    hops = chain["hops"]
    last: int = hops[-1]["at"] if hops else 0
    return last


class Running:
    """A running exchange, with its next need or its result."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self.fetched: Fetched | None = None
        self.wanted: Ask | Read | None = self._next(lambda: next(exchange))

    def send(self, got: Head | bytes) -> None:
        """Passes what the exchange wanted to the exchange, and runs it until its next need."""
        self.wanted = self._next(lambda: self._exchange.send(got))

    def fail(self, problem: FetchProblem) -> None:
        """Ends the exchange with a failure. Ignored if the exchange already has a result."""
        if self.fetched is None:
            self.wanted = self._next(lambda: self._exchange.throw(problem))

    def _next(self, step: Callable[[], Ask | Read]) -> Ask | Read | None:
        try:
            return step()
        except StopIteration as end:
            self.fetched = end.value
            return None
