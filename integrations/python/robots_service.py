"""Asks the decision service about URLs, over one keep-alive connection. Standard library only; threads may share it."""

from __future__ import annotations

import http.client
import json
import threading
from urllib.parse import urlsplit


class RobotsService:
    """`fail` says what an unanswered question means: "closed" defers, "open" fetches."""

    def __init__(self, url="http://127.0.0.1:9309", agent="FooBot", fail="closed", timeout=30.0):
        if fail not in ("closed", "open"):
            raise ValueError(f'Cannot use fail {fail!r}: expected "closed" or "open"')
        self._parts = urlsplit(url)
        self._agent = agent
        self._fail = fail
        self._timeout = timeout
        self._connection = None
        self._lock = threading.Lock()

    def check(self, urls: list[str]) -> list[dict]:
        """One decision for each URL, in order: "action" is "fetch", "skip" or "defer"."""
        try:
            results = self._ask({"urls": urls, "agents": [self._agent]})
        except (OSError, http.client.HTTPException, ValueError, KeyError) as error:
            return [self._unanswered(url, str(error)) for url in urls]
        return [
            result if "action" in result else self._unanswered(url, result["error"]["message"])
            for url, result in zip(urls, results, strict=True)
        ]

    def action(self, url: str) -> str:
        return self.check([url])[0]["action"]

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _unanswered(self, url: str, reason: str) -> dict:
        action = "fetch" if self._fail == "open" else "defer"
        return {"url": url, "action": action, "allowed": action == "fetch", "unanswered": reason}

    def _ask(self, question: dict) -> list[dict]:
        body = json.dumps(question)
        with self._lock:
            try:
                return self._post(body)
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                # The service closed an idle connection: once more over a new one.
                self._drop()
                return self._post(body)

    def _post(self, body: str) -> list[dict]:
        if self._connection is None:
            kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
            self._connection = kind(self._parts.hostname, self._parts.port, timeout=self._timeout)
        try:
            self._connection.request("POST", "/v1/check", body, {"content-type": "application/json"})
            response = self._connection.getresponse()
            text = response.read()
        except BaseException:
            self._drop()
            raise
        if response.status != 200:
            raise ValueError(f"the service answers {response.status}")
        return json.loads(text)["results"]

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
