"""Decisions that need no engine are those that the engine makes, in all members, for as long as the record holds."""

from __future__ import annotations

import asyncio
import pickle
import unittest
from unittest.mock import patch

import httpx

from robots_exclusion.client import AsyncClient, BadUrlError, Client, MemoryStore
from robots_exclusion.client.transport import AsyncHttpxTransport, HttpxTransport

RULES = b"User-agent: *\nDisallow: /x\nCrawl-delay: 5000\nAllow: /x/%C3%A9$\nDisallow: /*.pdf$\n"
ANSWERS: dict[str, httpx.Response] = {
    "http://rules.example": httpx.Response(200, content=RULES),
    "http://rules.example:8080": httpx.Response(200, content=RULES, headers={"cache-control": "max-age=60"}),
    "http://none.example": httpx.Response(404),
    "http://closed.example": httpx.Response(403),
    "http://down.example": httpx.Response(503),
    "http://utf-16.example": httpx.Response(200, content=RULES.decode().encode("utf-16")),
    "http://moved.example": httpx.Response(301, headers={"location": "http://rules.example/robots.txt"}),
}
PATHS = ["", "/", "/x", "/x/\u00e9", "/x/y#z", "/a.pdf", "/a.pdf?q", "?x", "/robots.txt", "/robot%73.txt", "/./x", "/a b\t", "/\udc80", "\\x", "/x" * 99]
URLS = [f"{origin}{path}" for origin in ANSWERS for path in PATHS]


def answer(request: httpx.Request) -> httpx.Response:
    found = ANSWERS[str(request.url).removesuffix("/robots.txt")]
    return httpx.Response(found.status_code, content=found.content, headers=found.headers)


class Clock:
    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0

    def __call__(self) -> float:
        return self.seconds


class Steady(unittest.TestCase):
    def setUp(self) -> None:
        self.asked: list[str] = []
        self.clock = Clock()
        self.store = MemoryStore()
        self.client = self._client()

    def test_is_what_the_engine_decides(self) -> None:
        for overrides in (None, {"403": "unreachable", "404": "unreachable"}, {"503": "no-rules"}):
            self.store = MemoryStore()
            kept = self._client(overrides)
            for origin in ANSWERS:
                kept.check(f"{origin}/first")
            for url in URLS:
                with self.subTest(url, overrides=overrides):
                    other = self._client(overrides).check(url)
                    self.assertEqual((kept.check(url), kept.check(url).verdict), (other, other.verdict))
                    self.assertEqual(repr(pickle.loads(pickle.dumps(kept.check(url)))), repr(other))
        # The file of each origin is fetched once, and once more by the redirect to it.
        self.assertEqual(len(self.asked), 3 * (len(ANSWERS) + 1))

    def test_refuses_what_the_engine_refuses(self) -> None:
        for _ in range(2):
            with self.assertRaisesRegex(ValueError, "8,?192"):
                self.client.check("http://rules.example/" + "a" * 8192)
            self.client.check("http://rules.example/")

    def test_asks_no_engine(self) -> None:
        urls = ["http://rules.example/x", "http://rules.example:8080/y", "http://none.example/x"]
        expected = [self.client.check(url).action for url in urls]
        with patch("robots_exclusion.client.knowledge.quick_engine", None), patch("robots_exclusion.client.policy.quick_engine", None):
            self.assertEqual([self.client.check(url).action for url in urls], expected)

    def test_ends_with_the_record(self) -> None:
        url = "http://rules.example:8080/x"
        for seconds, asked in ((0, 1), (59, 1), (60, 2), (10, 2), (-600, 3)):
            self.clock.seconds = 1_800_000_000.0 + seconds
            self.assertEqual(self.client.check(url).action, "skip")
            self.assertEqual(len(self.asked), asked, seconds)

    def test_ends_when_another_client_learns_more(self) -> None:
        url = "http://rules.example/x"
        self.client.check(url)
        with patch.dict(ANSWERS, {"http://rules.example": httpx.Response(404)}):
            self._client().check(url, mode="reload")
        self.assertEqual(self.client.check(url).action, "fetch")

    def test_many(self) -> None:
        wanted = URLS[:30] + ["mailto:a@example.com"] + URLS[:3]
        one_by_one = [self._client().check(url) for url in wanted]
        self.assertEqual(self.client.check_many(iter(wanted)), one_by_one)
        for wrong in ("http://rules.example/", None, [None]):
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, "expected a"):
                self.client.check_many(wrong)  # type: ignore[arg-type]
        with self.assertRaises(BadUrlError):
            self.client.check_many(["http://down.example/", "nope"])

        async def checked() -> None:
            transport = AsyncHttpxTransport(httpx.MockTransport(self._answer))
            async with AsyncClient("FooBot/1.0", transport=transport, store=self.store, now=self.clock) as client:
                self.assertEqual(await client.check_many(wanted), one_by_one)

        asyncio.run(checked())

    def _client(self, overrides: dict[str, str] | None = None) -> Client:
        transport = HttpxTransport(httpx.MockTransport(self._answer))
        return Client("FooBot/1.0", transport=transport, store=self.store, now=self.clock, overrides=overrides)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(str(request.url))
        return answer(request)
