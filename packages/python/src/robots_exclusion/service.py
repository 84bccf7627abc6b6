"""A client of the decision service (``robots serve``), which gives many machines one shared
cache."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from itertools import islice
from queue import Empty, LifoQueue
from typing import Any, Literal
from urllib.parse import urlsplit

from .client.decision import BadUrlError, Decision, Reservation
from .forks import renew_in_children
from .robots import url_text
from .turns import Lines

# Limit on the URLs that the service accepts in one request.
CHUNK = 500


class ServiceError(Exception):
    """The service did not respond, or rejected the request. ``status`` is 0 if the service could
    not be reached."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.message)


class ServiceClient:
    """Decides like :class:`robots_exclusion.client.Client`, but asks a service. Threads may share a
    client.

    Args:
        url: The address of the service, such as http://127.0.0.1:9309.
        agent: The product token of the crawler.
        fail: What to do if the service does not answer: ``raise`` a :class:`ServiceError`,
            ``defer`` the URL, or ``fetch`` it.
        connections: Number of connections to keep open.
        timeout: Time limit for one response, in seconds.
    """

    def __init__(
        self,
        url: str,
        agent: str,
        *,
        fail: Literal["raise", "defer", "fetch"] = "raise",
        connections: int = 8,
        timeout: float = 60.0,
    ) -> None:
        if fail not in ("raise", "defer", "fetch"):
            raise ValueError(f'Cannot use fail {fail!r}: expected "raise", "defer" or "fetch"')
        self._parts = urlsplit(url)
        if self._parts.scheme not in ("http", "https") or not self._parts.hostname:
            raise ValueError(f"Cannot ask the service at {url!r}: expected http://host:port")
        self._agent = agent
        self._fail = fail
        self._timeout = timeout
        self._connections = connections
        self._lines = Lines()
        self._made_of = (url, agent, fail, connections, timeout)
        self._after_fork()
        renew_in_children(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _service_client, self._made_of

    def _after_fork(self) -> None:
        self._idle: LifoQueue[http.client.HTTPConnection] = LifoQueue(self._connections)

    @property
    def agent(self) -> tuple[str, ...]:
        """The product token of the crawler."""
        return (self._agent,)

    def check(self, url: str) -> Decision:
        """The decision for one URL.

        Raises:
            ValueError: ``url`` is not an absolute URL.
            ServiceError: The service did not answer.
        """
        return next(self.check_many([url]))

    def check_many(self, urls: Iterable[str]) -> Iterator[Decision]:
        """One decision for each URL, in order, requested in chunks.

        Raises:
            ValueError: A URL is not absolute. Decisions before it have already been yielded.
            ServiceError: The service did not answer.
        """
        rest = (url_text(url) for url in urls)
        while chunk := list(islice(rest, CHUNK)):
            yield from self._chunk(chunk)

    def reserve(self, url: str, *, max_wait: float = 300.0) -> Reservation:
        """Takes the crawler's next instant at the URL's origin.

        All clients that reserve at the service share the origin's Crawl-delay. Send the request at
        ``reservation.at``, and reserve again if you miss that time. The adapters for httpx,
        requests, LangChain and crawl4ai do this for you.

        Args:
            max_wait: Limit on the wait in seconds. A later time is not reserved; the decision is
                then ``defer``.

        Raises:
            ValueError: ``url`` is not an absolute URL.
            ServiceError: The service did not answer.
        """
        try:
            question = {"url": url_text(url), "agent": self._agent, "maxWaitMs": max_wait * 1000}
            answer = self._ask("/v1/reserve", question)
        except ServiceError as error:
            if self._fail == "raise":
                raise
            decision = self._unanswered(url, error)
            return Reservation(decision, time.time() if decision.action == "fetch" else None)
        decision = self._decision(url, answer["decision"])
        slot = answer.get("reservation")
        if slot is not None:
            return Reservation(decision, time.time() + slot["waitMs"] / 1000, slot["delayMs"] / 1000)
        if "retryAt" in answer:
            retry_at = _seconds(answer["retryAt"])
            decision = replace(decision, action="defer", policy_row="crawl-delay", retry_at=retry_at)
        return Reservation(decision)

    def close(self) -> None:
        """Closes idle connections."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                return

    def _chunk(self, urls: list[str]) -> Iterator[Decision]:
        try:
            results = self._ask("/v1/check", {"urls": urls, "agents": [self._agent]})["results"]
        except ServiceError as error:
            if self._fail == "raise":
                raise
            yield from (self._unanswered(url, error) for url in urls)
            return
        for url, result in zip(urls, results, strict=True):
            yield self._decision(url, result)

    def _decision(self, url: str, result: dict[str, Any]) -> Decision:
        if "error" in result:
            raise BadUrlError(str(result["error"].get("message", result["error"])))
        evidence = result.get("evidence", {})
        return Decision(
            url=url,
            action=result["action"],
            outcome=result["outcome"],
            policy_row=result.get("policyRow", ""),
            robots_url=result.get("robotsUrl"),
            fetched_at=_seconds(evidence.get("fetchedAt")),
            expires_at=_seconds(evidence.get("expiresAt")),
            retry_at=_seconds(result.get("retryAt")),
            crawl_delay_seconds=result.get("crawlDelaySeconds"),
        )

    def _unanswered(self, url: str, error: ServiceError) -> Decision:
        action: Literal["fetch", "defer"] = "fetch" if self._fail == "fetch" else "defer"
        return Decision(url=url, action=action, outcome="unreachable", policy_row=f"service: {error}")

    def _ask(self, path: str, question: dict[str, Any]) -> Any:
        status, text = self._post(path, json.dumps(question))
        if status != 200:
            raise ServiceError(status, f"The service at {self._parts.netloc} answers {status}: {text[:300]}")
        return json.loads(text)

    def _post(self, path: str, body: str) -> tuple[int, str]:
        try:
            with self._connection() as connection:
                return self._sent(connection, path, body)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            # Retries once on a new connection, because the service may have closed an idle one.
            self.close()
        try:
            with self._connection() as connection:
                return self._sent(connection, path, body)
        except (OSError, http.client.HTTPException) as error:
            raise ServiceError(0, f"The service at {self._parts.netloc} does not answer: {error}") from None

    def _sent(self, connection: http.client.HTTPConnection, path: str, body: str) -> tuple[int, str]:
        connection.request("POST", path, body, {"content-type": "application/json"})
        response = connection.getresponse()
        return response.status, response.read().decode()

    @contextmanager
    def _connection(self) -> Iterator[http.client.HTTPConnection]:
        try:
            connection = self._idle.get_nowait()
        except Empty:
            kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
            connection = kind(self._parts.hostname or "", self._parts.port, timeout=self._timeout)
        try:
            yield connection
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            connection.close()
            raise
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise ServiceError(0, f"The service at {self._parts.netloc} does not answer: {error}") from None
        except BaseException:
            connection.close()
            raise
        if self._idle.full():
            connection.close()
        else:
            self._idle.put(connection)


def _service_client(
    url: str, agent: str, fail: Literal["raise", "defer", "fetch"], connections: int, timeout: float
) -> ServiceClient:
    return ServiceClient(url, agent, fail=fail, connections=connections, timeout=timeout)


class AsyncServiceClient:
    """:class:`ServiceClient` for asyncio. Each request runs in a thread."""

    def __init__(self, client: ServiceClient) -> None:
        self._client = client
        self._lines = client._lines

    @property
    def agent(self) -> tuple[str, ...]:
        """The product token of the crawler."""
        return self._client.agent

    async def check(self, url: str) -> Decision:
        return await asyncio.to_thread(self._client.check, url)

    async def reserve(self, url: str, *, max_wait: float = 300.0) -> Reservation:
        return await asyncio.to_thread(self._client.reserve, url, max_wait=max_wait)


def _seconds(instant: str | None) -> float | None:
    """Converts ISO 8601 to seconds since the epoch."""
    return None if instant is None else datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp()
