"""Tests ``Robots``: misuse, and texts that could change on their way to the engine."""

from __future__ import annotations

import gc
import unittest
from collections.abc import Callable

from robots_exclusion import Robots, crawlers, dialect_names, product_tokens
from robots_exclusion.client import Client, Limits
from robots_exclusion.engine import MOST_CRAWLERS

FILE = b"User-agent: *\nDisallow: /private/\nAllow: /private/press$\nCrawl-delay: 2.5\nSitemap: /map.xml\n"
URLS = [f"https://example.com/{'private' if each % 3 == 0 else 'open'}/{each}" for each in range(6000)]
EXPECTED = [each % 3 != 0 for each in range(6000)]


class RobotsTest(unittest.TestCase):
    def test_explains(self) -> None:
        verdict = Robots.parse(FILE).explain("https://example.com/private/press", "FooBot")
        self.assertTrue(verdict.allowed)
        assert verdict.rule is not None and verdict.group is not None
        self.assertEqual((verdict.rule.line, verdict.rule.kind, len(verdict.candidates)), (3, "allow", 2))
        self.assertEqual(verdict.group.product_tokens, ("*",))

    def test_reads_as_much_as_the_client_fetches(self) -> None:
        limit = Limits().max_bytes
        self.assertEqual([Robots.parse(b"#" * each).is_truncated for each in (limit, limit + 1)], [False, True])

    def test_says_who_was_asked_about(self) -> None:
        near = Robots.parse(b"").crawler("GPTBto")
        self.assertEqual((near.known, near.nearest), (False, ("GPTBot",)))
        image = Robots.parse(b"User-agent: Googlebot\nDisallow: /\n")
        self.assertEqual(image.crawler("Googlebot-Image").follows_group, "Googlebot")
        self.assertFalse(image.allowed("/a", "Googlebot-Image"))
        self.assertTrue(image.allowed("/a", "Googlebot-Image", literal=True))

    def test_reads_records_and_uses(self) -> None:
        robots = Robots.parse(FILE + b"User-agent: UseBot\nAllow: /\nContent-Usage: train-ai=n\n")
        self.assertEqual(robots.crawl_delay("FooBot"), 2.5)
        self.assertIsNone(robots.crawl_delay("UseBot"))
        self.assertEqual(robots.sitemaps, ())
        self.assertEqual(robots.sitemaps_at("https://example.com/robots.txt"), ("https://example.com/map.xml",))
        use = robots.usage("/a", "UseBot").uses["ai-training"]
        assert use.decided_by is not None
        self.assertEqual((use.preference, use.decided_by["source"]["line"]), ("disallow", 8))
        by_header = robots.usage("/a", "FooBot", headers={"Content-Usage": "train-ai=n"}).uses["ai-training"]
        self.assertEqual(by_header.preference, "disallow")
        tokens = {"UseBot": "ai-input"}
        governed = robots.usage("/a", "FooBot", purpose_tokens=tokens).uses["ai-input"]
        self.assertEqual(governed.preference, "allow")
        for wrong in ({"Use Bot": "ai-input"}, {"UseBot": "eating"}):
            with self.assertRaises(ValueError):
                robots.usage("/a", "FooBot", purpose_tokens=wrong)

    def test_reads_as_others_do(self) -> None:
        body = b"User-agent: *\nDisallow: /\nAllow: /a\n"
        self.assertTrue(Robots.parse(body).allowed("/a", "FooBot"))
        self.assertFalse(Robots.parse(body, dialect="python").allowed("https://example.com/a", "FooBot"))
        readings = {each.dialect: each for each in Robots.parse(body).readings("https://example.com/a", "FooBot")}
        self.assertEqual(set(readings), set(dialect_names()))
        self.assertIsNotNone(readings["python"].why_it_differs)

    def test_names(self) -> None:
        self.assertEqual(product_tokens("Mozilla/5.0 (compatible; FooBot/1.0; +https://a.example/)"), ("FooBot",))
        self.assertIn("GPTBot", crawlers(["registry:training"]))

    def test_refuses_what_cannot_be_meant(self) -> None:
        robots = Robots.parse(FILE)
        for url in ("", "private", "http://", "https://exa mple/", "//"):
            if url == "//":
                self.assertTrue(robots.allowed(url, "FooBot"))
                continue
            with self.subTest(url), self.assertRaisesRegex(ValueError, "expected an absolute URL"):
                robots.allowed(url, "FooBot")
        with self.assertRaisesRegex(ValueError, 'Cannot read target "nope"'):
            robots.allowed_many([*URLS, "nope"], "FooBot")
        with self.assertRaisesRegex(ValueError, r'crawlers\(\["registry:training"\]\)'):
            robots.allowed("/", "registry:training")
        wrong: list[tuple[Callable[[], object], str]] = [
            *((lambda agent=agent: robots.allowed("/", agent), "expected a product token") for agent in (None, [], 3, ["A", 1])),
            (lambda: robots.explain("/", None), "expected a product token"),  # type: ignore[arg-type]
            (lambda: robots.allowed(None, "FooBot"), "expected a URL as text"),  # type: ignore[arg-type]
            (lambda: robots.allowed_many("/p", "FooBot"), "expected a list of URLs"),
            (lambda: robots.explain(None, "FooBot"), "expected a URL as text"),  # type: ignore[arg-type]
            (lambda: robots.allowed_many([b"/"], "FooBot"), "expected a URL as text"),  # type: ignore[list-item]
            (lambda: robots.usage(17, "FooBot"), "expected a URL as text"),  # type: ignore[arg-type]
            (lambda: robots.readings(None, "FooBot"), "expected a URL as text"),  # type: ignore[arg-type]
            (lambda: robots.usage("/", "FooBot", headers=3), "expected a dict"),  # type: ignore[arg-type]
            (lambda: robots.usage("/", "FooBot", purpose_tokens=3), "expected a dict"),  # type: ignore[arg-type]
            (lambda: robots.sitemaps_at(3), "expected a URL as text"),  # type: ignore[arg-type]
            (lambda: crawlers("registry:training"), "expected a list"),
            (lambda: product_tokens(None), "expected a User-Agent header"),  # type: ignore[arg-type]
            (lambda: Robots.parse(FILE, max_bytes="1"), "expected a whole number"),  # type: ignore[arg-type]
            (lambda: Client(None), "expected text such as FooBot"),  # type: ignore[arg-type]
            (lambda: Client("FooBot", limits={}), "expected Limits"),  # type: ignore[typeddict-item]
            (lambda: Client("FooBot", overrides=[]), "expected a dict"),  # type: ignore[typeddict-item]
        ]
        for call, expected in wrong:
            with self.subTest(expected), self.assertRaisesRegex(TypeError, expected):
                call()
        long = "/" + "x" * 8_192
        for bounded in (
            lambda: robots.allowed(long, "FooBot"),
            lambda: robots.allowed_many([long], "FooBot"),
            lambda: robots.allowed("/", long),
            lambda: robots.explain("/", [long]),
            lambda: product_tokens(long),
        ):
            with self.assertRaisesRegex(ValueError, "8,193 characters: expected at most 8,192"):
                bounded()
        with self.assertRaisesRegex(ValueError, "expected one of rfc9309, google"):
            Robots.parse(FILE, dialect="gogle")
        with self.assertRaisesRegex(ValueError, "whole number"):
            Robots.parse(FILE, max_bytes=0)
        with self.assertRaisesRegex(TypeError, "expected the octets"):
            Robots.parse(17)  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "registry:"):
            crawlers(["registry:nonsense"])

    def test_any_octets_and_any_text(self) -> None:
        for body in (b"", bytes(range(256)) * 64, b"\xff\xfeU\x00", b"User-agent: *\nDisallow: /\xff\n"):
            Robots.parse(body).explain("/a", "FooBot")
        robots = Robots.parse("User-agent: *\nDisallow: /ü\n")
        for url in ("/ü", "/%C3%BC", "https://exämple.com/%c3%bc/\0\udc80"):
            with self.subTest(url):
                self.assertFalse(robots.allowed(url, "FooBot"))
                self.assertEqual(robots.allowed_many([url], "FooBot"), [False])
        self.assertFalse(Robots.parse(b"User-agent: *\nDisallow: /\xff\n").allowed("/%FF", "FooBot"))

    def test_one_by_one_and_many_are_one(self) -> None:
        robots = Robots.parse(FILE)
        self.assertEqual(robots.allowed_many(iter(URLS), "FooBot"), EXPECTED)
        self.assertEqual(robots.allowed_many(URLS, "FooBot"), EXPECTED)
        self.assertEqual([robots.allowed(url, "FooBot") for url in URLS], EXPECTED)
        self.assertEqual(robots.allowed_many([], "FooBot"), [])

    def test_more_crawlers_than_are_kept(self) -> None:
        names = [f"Bot{each}" for each in range(3 * MOST_CRAWLERS)]
        body = "".join(f"User-agent: {name}\nDisallow: /{name}$\n" for name in names)
        robots = Robots.parse(body)
        for name in names * 2:
            self.assertFalse(robots.allowed(f"/{name}", name))
            self.assertTrue(robots.allowed("/other", name))

    def test_files_come_and_go(self) -> None:
        for each in range(3000):
            robots = Robots.parse(f"User-agent: *\nDisallow: /{each}$\n")
            self.assertFalse(robots.allowed(f"/{each}", "FooBot"))
        gc.collect()
