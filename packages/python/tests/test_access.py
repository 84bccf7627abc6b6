"""Runs the scenarios of spec/access: outcomes, lifetimes and next steps must equal those of the
JavaScript client."""

from __future__ import annotations

import base64
import re
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from email.utils import formatdate
from typing import Any

from robots_exclusion.client import Client
from robots_exclusion.client.exchange import BROTLI, FetchProblem
from robots_exclusion.client.settings import Limits
from robots_exclusion.client.transport import Answer

from .vectors import scenarios, vectors
from robots_exclusion.client.knowledge import locate

FILES = ("statuses", "presets", "redirects", "freshness", "retry-after", "lifecycle", "bodies")

# Codings that this client does not request, and behavior that belongs to a transport.
NOT_OURS = re.compile("zstd" if BROTLI else "coding-br|brotli|zstd")


class Scripted:
    """Responds as a step states, and records the requests."""

    def __init__(self) -> None:
        self.now = 0.0
        self.answers: dict[str, Any] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []

    @contextmanager
    def send(self, url: str, headers: Any, limits: Limits) -> Iterator[Answer]:
        self.requests.append((url, dict(headers)))
        answer = self.answers.get(url, {"status": 404})
        if "error" in answer:
            raise FetchProblem(_FAILURES.get(answer["error"], "network"), answer["error"], "scripted")
        if answer.get("hangs"):
            raise FetchProblem("timeout-headers", "hangs", "scripted")
        fields = {name: self._dated(value) for name, value in answer.get("headers", {}).items()}
        yield Answer(answer["status"], fields, self._chunks(answer))

    def close(self) -> None:
        return None

    def _chunks(self, answer: dict[str, Any]) -> Iterator[bytes]:
        if "bodyBase64" in answer:
            yield base64.b64decode(answer["bodyBase64"])
        for text, times in answer.get("bodyGenerated", []):
            yield text.encode() * times
        yield answer.get("body", "").encode("utf-8", "surrogatepass")
        while "repeats" in answer:
            yield answer["repeats"].encode() * 1000
        if "bodyError" in answer:
            raise FetchProblem("broken-body", answer["bodyError"], "scripted")
        if answer.get("bodyHangs"):
            raise FetchProblem("timeout-body", "hangs", "scripted")

    def _dated(self, value: str) -> str:
        return re.sub(
            r"\{\{([+-]?\d+)\}\}", lambda found: formatdate(self.now + int(found[1]), usegmt=True), value
        )


class Access(unittest.TestCase):
    def test_locate(self) -> None:
        for vector in vectors("access/locate.json"):
            with self.subTest(vector["url"]):
                found = locate(vector["url"])
                self.assertEqual(found.robots_url if found else None, vector["robotsUrl"])

    def test_scenarios(self) -> None:
        count = 0
        for name in FILES:
            start, scenarios_ = scenarios(name)
            for vector in scenarios_:
                if not _is_ours(vector):
                    continue
                with self.subTest(f"{name} {vector['id']}"):
                    self._run(start, vector)
                count += 1
        self.assertGreater(count, 270)

    def _run(self, start: Any, vector: dict[str, Any]) -> None:
        transport = Scripted()
        transport.now = _seconds(start)
        limits = vector.get("limits", {})
        client = Client(
            "FooBot/1.0",
            transport=transport,
            preset=vector.get("preset", "rfc9309"),
            overrides=vector.get("overrides"),
            lifetimes={"jitter": 0, "refreshAhead": 0, **vector.get("lifetimes", {})},
            limits=Limits(**{_snake(each): value for each, value in limits.items() if _snake(each) in _LIMITS}),
            now=lambda: transport.now,
        )
        for step in vector["steps"]:
            transport.now += step.get("afterSeconds", 0)
            transport.answers = step.get("answers", transport.answers)
            transport.requests.clear()
            decision = client.check(step["url"], mode=step.get("mode", "default"))
            self._expect(step.get("expect", {}), decision, transport)

    def _expect(self, expected: dict[str, Any], decision: Any, transport: Scripted) -> None:
        for name in ("outcome", "allowed", "action"):
            if name in expected:
                self.assertEqual(getattr(decision, name), expected[name], decision)
        if "policyRow" in expected:
            self.assertEqual(decision.policy_row, expected["policyRow"])
        if "because" in expected:
            self.assertEqual(decision.verdict and decision.verdict.because, expected["because"])
        for name, field, sign in (
            ("fetchedAgoSeconds", "fetched_at", -1),
            ("expiresInSeconds", "expires_at", 1),
            ("retryInSeconds", "retry_at", 1),
        ):
            if expected.get(name) is not None:
                self.assertAlmostEqual((getattr(decision, field) - transport.now) * sign, expected[name], places=2)
        if "requests" in expected:
            self.assertEqual(len(transport.requests), expected["requests"])
        if "requested" in expected:
            self.assertEqual([url for url, _ in transport.requests], expected["requested"])
        for name, value in expected.get("sent", {}).items():
            self.assertEqual(transport.requests[-1][1].get(name), value)
        for name in expected.get("notSent", []):
            self.assertTrue(all(name not in headers for _, headers in transport.requests))


_FAILURES = {"ENOTFOUND": "dns", "EAI_AGAIN": "dns", "ECONNREFUSED": "refused", "ECONNRESET": "reset"}
_LIMITS = {"max_bytes", "max_redirects"}


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name)


def _seconds(start: Any) -> float:
    if isinstance(start, str):
        return datetime.fromisoformat(start.replace("Z", "+00:00")).timestamp()
    return float(start) / 1000


def _is_ours(vector: dict[str, Any]) -> bool:
    text = str(vector)
    has_other_transport = re.search(r"'(?:ftp|gemini)://", text) is not None
    # httpx itself detects bodies that are too short or too long.
    if vector["id"].startswith("length-"):
        return False
    return not NOT_OURS.search(text) and "dripMs" not in text and not has_other_transport


if __name__ == "__main__":
    unittest.main()
