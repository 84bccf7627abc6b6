"""Compares verdicts of Python with those of the engine, on files and URLs made from the parts that
readers get wrong. ``ROBOTS_QUESTIONS`` sets the number of questions, ``ROBOTS_TEST_SEED`` the seed."""

from __future__ import annotations

import os
import random
import unittest
from collections.abc import Callable
from functools import partial

from robots_exclusion import Robots

QUESTIONS = int(os.environ.get("ROBOTS_QUESTIONS", "5000"))
SEED = int(os.environ.get("ROBOTS_TEST_SEED", "9309"))
# Questions about one file and crawler: the first is answered without a table, the others with one.
URLS_EACH = 20

NAMES = [
    *("User-agent", "user-agent", "USER-AGENT", "Allow", "allow", "Disallow", "disallow", "DISALLOW", "dISaLLow"),
    *("Sitemap", "Crawl-delay", "Useragent", "User agent", "Disalow", "Content-Usage", "x", ""),
]
COLONS = [":", ": ", ":\t ", " : ", "\t:", "", " ", "#:", ":#", "::"]
TOKENS = [
    *("*", "FooBot", "foobot", "FOOBOT/1.0", "FooBot, BarBot", "FooBot*", "FooBot-Image", "BarBot", "* ", "*/1", "**"),
    *("Googlebot", "googlebot-image", "AdsBot-Google", "Yandex", "FooBot(x)", "FooBot;x", "Foo", "", "FooBotx", "#FooBot"),
    *("FooBot\0", "FooBot\xa0", "FooBot)", "Foo\u212aot", "\u212aagibot", "*\0", "*\xa0", "*;", "\u2217"),
]
LINE_ENDS = ["\n", "\r\n", "\r", "\n\n", "\r\r\n", "\n \t\n", "\n\r", "\v", "\f", "\x85", "\u2028", "\0", "\x1c"]
PARTS = [
    *("/", "/", "/", "a", "a", "b", "ab", "aab", "aaab", "*", "*", "**", "$", "?", "&", "=", "-", "~", ";", "!", "'", ","),
    *("%", "%2", "%61", "%2F", "%2f", "%3F", "%3f", "%2A", "%24", "%21", "%25", "%C3%A9", "%c3%a9", "%00", "%zz", "%2E"),
    *("é", "\ufffd", "\U0001f600", "\\", '"', "<", "|", "^", "[", "]", "@", ",", ":", "+", "(", ")", "A", "robots.txt"),
    *(" ", "\t", "#", "\0", "\x7f", "\x1f", "x" * 40, "//", "/./", "/../", "/%2e/", ".", ".."),
]
HOSTS = [
    *("", "", "", "https://example.com", "http://example.com", "https://a", "https://EXAMPLE.com", "HTTPS://example.com"),
    *("https://example.com:8080", "https://127.0.0.1", "https://u:p@example.com", "https://xn--zz.example", "https://é.example"),
    *("https://", "https://a.", "ftp://example.com", "foo://x", "foo:", " https://example.com", "https:/example.com", "http://-"),
]
AGENTS: list[str | list[str]] = [
    *("FooBot", "foobot", "FooBot", "BarBot", "*", "FooBot/2.1", "Googlebot", "Googlebot-Image", "AdsBot-Google", "YandexBot"),
    *("Mozilla/5.0 (compatible; FooBot/1.0; +https://a.example/)", "FooBot, BarBot", "Foo Bot", "Foo", "foobot-image", "é", "Kagibot"),
    *("FooBot" * 99, ["FooBot", "BarBot"], ["FooBot"], ["FooBot", "*"], ["Googlebot-Image"]),
]


class Generated:
    """Files, crawlers and URLs from one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._recent = ["/"]

    def body(self) -> bytes:
        lines = [self._line() + self._pick(LINE_ENDS, 6) for _ in range(self._random.randrange(24))]
        octets = "".join(lines).encode("utf-8", "surrogatepass")
        if self._random.random() < 0.1:
            octets = self._random.choice([b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb"]) + octets
        if octets and self._random.random() < 0.2:
            at = self._random.randrange(len(octets))
            octets = octets[:at] + bytes([self._random.randrange(256)]) + octets[at + self._random.randrange(2) :]
        return octets

    def max_bytes(self, octets: bytes) -> int | None:
        return self._random.randrange(1, len(octets) + 2) if self._random.random() < 0.2 else None

    def agent(self) -> str | list[str]:
        return self._random.choice(AGENTS[:8] if self._random.random() < 0.7 else AGENTS)

    def url(self) -> str:
        path = self._path()
        if self._random.random() < 0.5:
            path = self._random.choice(self._recent).replace("*", self._random.choice(["", "a", "/"])).rstrip("$") + path[1:]
        return self._pick(HOSTS, 7) + path

    def _line(self) -> str:
        if self._random.random() < 0.05:
            return self._path()
        name = self._pick(NAMES, 9)
        value = self._pick(TOKENS, 4) if name.lower().startswith("user") else self._path()
        self._recent = [*self._recent[-20:], value]
        spaces = [self._random.choice(["", "", "", " ", "\t"]) for _ in range(2)]
        comment = self._random.choice(["", "", "", "", "#", " # a: b"])
        return spaces[0] + name + self._pick(COLONS, 2) + value + spaces[1] + comment

    def _path(self) -> str:
        parts = [self._pick(PARTS, 34) for _ in range(self._random.randrange(7))]
        return self._random.choice(["/", "/", "/", "/", "*", ""]) + "".join(parts)

    def _pick(self, items: list[str], usual: int) -> str:
        """One of the first ``usual`` items, seldom another."""
        return self._random.choice(items[:usual] if self._random.random() < 0.85 else items)


def answered(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except ValueError as error:
        return str(error)


class Native(unittest.TestCase):
    def test_answers_as_the_engine_does(self) -> None:
        generated = Generated(SEED)
        native = 0
        for _ in range(QUESTIONS // URLS_EACH):
            body = generated.body()
            max_bytes = generated.max_bytes(body)
            agent = generated.agent()
            literal = generated.url() < "/a"
            robots = Robots.parse(body, max_bytes=max_bytes)
            urls = [generated.url() for _ in range(URLS_EACH)]
            found = [answered(partial(robots.allowed, url, agent, literal=literal)) for url in urls]
            expected = [answered(lambda url=url: robots._allowed_by_engine([url], agent, literal)[0]) for url in urls]
            self.assertEqual(found, expected, (body, max_bytes, agent, literal, urls))
            for ask in urls[:5] * 2:
                explained = answered(partial(robots.explain, ask, agent, literal=literal))
                by_engine = answered(partial(robots._explained_by_engine, ask, agent, literal))
                self.assertEqual(explained, by_engine, (body, max_bytes, agent, literal, ask))
            rules = robots._native(agent, literal)
            native += sum(rules is not None and rules.allows(url) is not None for url in urls)
        self.assertGreater(native, QUESTIONS // 3)

    def test_crawlers_of_the_same_groups_share_their_rules(self) -> None:
        robots = Robots.parse(b"User-agent: *\nDisallow: /\n")
        self.assertIs(robots._native("FooBot", False), robots._native(("BarBot",), True))
