"""A client of the decision service (``robots serve``): many machines, any language, one cache. Standard library only."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from queue import Empty, LifoQueue
from typing import Any, Literal
from urllib.parse import urlsplit

from .client.decision import Decision

# The service takes this many questions at once.
CHUNK = 500


class ServiceError(Exception):
    """The service did not answer, or refused the question. ``status`` is 0 where it could not be reached."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class ServiceClient:
    """Decides as :class:`robots_exclusion.client.Client` does, by asking a service. Threads may share it.

    Args:
        url: Where the service listens.
        agent: The product token that is asked about.
        fail: What an unanswered question means: ``raise`` a :class:`ServiceError`, ``defer`` the URL, or ``fetch`` it.
        connections: Connections that are kept open.
        timeout: Seconds for one answer.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:9309",
        agent: str = "FooBot",
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
        self._idle: LifoQueue[http.client.HTTPConnection] = LifoQueue(connections)

    def check(self, url: str) -> Decision:
        """The decision for one URL.

        Raises:
            ValueError: ``url`` is not an absolute URL.
            ServiceError: The service did not answer.
        """
        return next(self.check_many([url]))

    def check_many(self, urls: Iterable[str]) -> Iterator[Decision]:
        """One decision for each URL, in order, asked in chunks.

        Raises:
            ValueError: A URL is not an absolute URL; decisions before it have been given.
            ServiceError: The service did not answer.
        """
        rest = iter(urls)
        while chunk := list(islice(rest, CHUNK)):
            yield from self._chunk(chunk)

    def close(self) -> None:
        """Closes idle connections."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                return

    def _chunk(self, urls: list[str]) -> Iterator[Decision]:
        try:
            results = self._ask({"urls": urls, "agents": [self._agent]})
        except ServiceError as error:
            if self._fail == "raise":
                raise
            yield from (self._unanswered(url, error) for url in urls)
            return
        for url, result in zip(urls, results, strict=True):
            yield self._decision(url, result)

    def _decision(self, url: str, result: dict[str, Any]) -> Decision:
        if "error" in result:
            raise ValueError(str(result["error"].get("message", result["error"])))
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

    def _ask(self, question: dict[str, Any]) -> list[dict[str, Any]]:
        status, text = self._post(json.dumps(question))
        if status != 200:
            raise ServiceError(status, f"The service at {self._parts.netloc} answers {status}: {text[:300]}")
        results: list[dict[str, Any]] = json.loads(text)["results"]
        return results

    def _post(self, body: str) -> tuple[int, str]:
        try:
            with self._connection() as connection:
                return self._sent(connection, body)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            # An idle connection that the service has closed: once more over a new one.
            self.close()
        try:
            with self._connection() as connection:
                return self._sent(connection, body)
        except (OSError, http.client.HTTPException) as error:
            raise ServiceError(0, f"The service at {self._parts.netloc} does not answer: {error}") from None

    def _sent(self, connection: http.client.HTTPConnection, body: str) -> tuple[int, str]:
        connection.request("POST", "/v1/check", body, {"content-type": "application/json"})
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


def _seconds(instant: str | None) -> float | None:
    """Of ISO 8601, seconds since the epoch."""
    return None if instant is None else datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp()
