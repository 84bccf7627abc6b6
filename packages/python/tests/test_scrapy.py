"""A real Scrapy crawl: sites allow, forbid, redirect, fail, recover, hang and set a delay."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import unittest
import zlib
from pathlib import Path

from scrapy import signals
from scrapy.http import Request, Response

from robots_exclusion.client.exchange import Read
from robots_exclusion.scrapy.fetching import Fetching, _body
from robots_exclusion.scrapy.slots import leave_slot_behind

from .origin import RULES, Site, Sites, recovering, rules, rules_with, silence, status

SPIDER = Path(__file__).with_name("spider.py")
PAGES = ["/0", "/1", "/2", "/x", "/to-x", "/3", "/4", "/5"]


def crawled(
    sites: dict[str, Site], settings: dict[str, object], headers: dict[str, dict[str, str]] | None = None
) -> dict[str, list[str]]:
    """The paths that got a response, by site. ``headers`` are sent with the requests to a site."""
    return crawled_and_said(sites, settings, headers)[0]


def crawled_and_said(
    sites: dict[str, Site], settings: dict[str, object], headers: dict[str, dict[str, str]] | None = None
) -> tuple[dict[str, list[str]], str]:
    urls = [[name, site.url(path)] for name, site in sites.items() for path in PAGES]
    asked = json.dumps({"urls": urls, "settings": settings, "headers": headers or {}})
    run = subprocess.run([sys.executable, SPIDER], input=asked, capture_output=True, text=True, check=True)
    return json.loads(run.stdout), run.stderr


class Scrapy(unittest.TestCase):
    def test_nothing_forbidden_nothing_lost(self) -> None:
        with Sites() as sites:
            allowed = {
                "plain": sites.add(rules),
                "no rules": sites.add(status(404)),
                "recovers": sites.add(recovering(2)),
                "slow": sites.add(rules_with(b"Crawl-delay: 0.5\n")),
                "long": sites.add(rules_with(b"#" * 2_000_000)),
            }
            home = allowed["plain"]
            allowed["slow"].takes = 0.3
            allowed["moved"] = sites.add(lambda _: (301, {"location": home.url("/robots.txt")}, b""))
            lost = {"dead": sites.add(status(503)), "silent": sites.add(silence)}
            settings = {
                "ROBOTS_LIFETIMES": {"retryFirstSeconds": 1},
                "ROBOTS_TIMEOUT": 3,
                "ROBOTS_MAX_WAIT": 8,
                "CONCURRENT_REQUESTS": 4,
            }
            answers = crawled({**lost, **allowed}, settings)
            for name, site in allowed.items():
                with self.subTest(name):
                    expected = set(PAGES) if name == "no rules" else set(PAGES) - {"/x", "/to-x"}
                    self.assertEqual(set(answers.get(name, [])) - {"/to-x"}, expected - {"/to-x"})
                    if name != "no rules":
                        self.assertEqual(site.count("/x"), 0)
            for name, site in lost.items():
                self.assertEqual(answers.get(name, []), [])
                self.assertEqual([path for _, path in site.seen if path != "/robots.txt"], [])
            # The delay starts at each response, including redirects. The first response is that for
            # robots.txt.
            first, *later = allowed["slow"].gaps()
            self.assertGreaterEqual(first, 0.5)
            self.assertGreaterEqual(min(later), 0.8)
            for name in ("no rules", "slow", "long"):
                self.assertEqual(allowed[name].count("/robots.txt"), 1, name)

    def test_what_cannot_be_decoded_is_not_read(self) -> None:
        packed, bomb = gzip.compress(RULES), gzip.compress(RULES + b"#" * 20_000_000)
        answers = {
            "plain": (200, {}, RULES),
            "gzip": (200, {"content-encoding": "gzip"}, packed),
            "twice": (200, {"content-encoding": "gzip, gzip"}, gzip.compress(packed)),
            "deflate": (200, {"content-encoding": "deflate"}, zlib.compress(RULES)),
            "label": (200, {"content-encoding": "utf-8"}, RULES),
            "bomb": (200, {"content-encoding": "gzip"}, bomb),
            "compress": (200, {"content-encoding": "compress"}, b"\x1f\x9d\x90" + bytes(range(64))),
            "unknown": (200, {"content-encoding": "x-packed"}, bytes(range(64))),
            "no gzip": (200, {"content-encoding": "gzip"}, RULES),
            "junk": (200, {"content-encoding": "gzip"}, packed + b"junk"),
        }
        lost = {"compress", "unknown", "no gzip", "junk"}
        for is_enabled in (True, False):
            with Sites() as sites:
                made = {name: sites.add(lambda _, answer=answer: answer) for name, answer in answers.items()}
                settings = {"COMPRESSION_ENABLED": is_enabled, "ROBOTS_MAX_WAIT": 0}
                got = crawled(made, settings)
                for name, site in made.items():
                    with self.subTest(name, is_enabled=is_enabled):
                        expected = set() if name in lost else set(PAGES) - {"/x", "/to-x"}
                        self.assertEqual((set(got.get(name, [])), site.count("/x")), (expected, 0))

    def test_a_bomb_is_not_inflated(self) -> None:
        request = Request("http://a.example/robots.txt", meta={"robots_octets": 1})
        response = Response(request.url, headers={"Content-Encoding": "gzip"}, body=b"")
        Fetching._response_downloaded(object.__new__(Fetching), response, request, None)
        self.assertNotIn("Content-Encoding", response.headers)
        bomb = gzip.compress(RULES + b"#" * 10_000_000)
        octets = _body(bomb, Read(100_000, ("gzip",)))
        self.assertEqual(len(octets), 100_001)

    def test_the_name_of_a_request_is_asked_about(self) -> None:
        body = b"User-agent: FooBot\nDisallow: /\n\nUser-agent: BarBot\nDisallow: /0\n"
        headers = {"bar": {"User-Agent": "BarBot/2.0"}, "browser": {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64)"}}
        for settings, of_bar in (({}, set(PAGES) - {"/0"}), ({"ROBOTSTXT_USER_AGENT": "FooBot"}, set())):
            with Sites() as sites:
                made = {name: sites.add(lambda _: (200, {}, body)) for name in ("foo", "bar", "browser")}
                made["bar"].answers = {"/to-x": lambda _: (200, {}, b"")}
                got = crawled(made, settings, headers)
                self.assertEqual((set(got.get("bar", [])), got.get("foo", []), got.get("browser", [])), (of_bar, [], []))

    def test_a_redirect_takes_the_slot_of_the_site_that_it_leads_to(self) -> None:
        def slot(url: str, **meta: object) -> object:
            request = Request(url, meta={"redirect_urls": ["https://a.example/1"], **meta})
            leave_slot_behind(request)
            return request.meta.get("download_slot")

        self.assertIsNone(slot("https://b.example/2", download_slot="a.example"))
        # A slot that the spider chose is kept.
        self.assertEqual(slot("https://b.example/2", download_slot="mine"), "mine")

    def test_parser_in_scrapys_own_middleware(self) -> None:
        with Sites() as sites:
            site = sites.add(rules)
            settings = {
                "DOWNLOADER_MIDDLEWARES": {},
                # Scrapy 2.19 passes the parser only to the first two requests that wait for one
                # robots.txt.
                "CONCURRENT_REQUESTS": 1,
                "ROBOTSTXT_OBEY": True,
                "ROBOTSTXT_PARSER": "robots_exclusion.scrapy.RobotParser",
            }
            answers = crawled({"plain": site}, settings)
            self.assertEqual(set(answers["plain"]), {f"/{each}" for each in range(6)})
            self.assertEqual(site.count("/x"), 0)

    @unittest.skipUnless(hasattr(signals, "robots_parsed"), "needs Scrapy 2.19")
    def test_delay_of_scrapys_own_middleware(self) -> None:
        with Sites() as sites:
            made = {"slow": sites.add(rules_with(b"Crawl-delay: 0.4\n")), "plain": sites.add(rules)}
            settings = {
                "DOWNLOADER_MIDDLEWARES": {},
                "EXTENSIONS": {"robots_exclusion.scrapy.CrawlDelay": 0},
                "ROBOTSTXT_OBEY": True,
                "ROBOTSTXT_PARSER": "robots_exclusion.scrapy.RobotParser",
                "LOG_LEVEL": "INFO",
            }
            answers, said = crawled_and_said(made, settings)
            self.assertTrue({"/0", "/1", "/5"} <= set(answers["slow"]), answers)
            self.assertGreaterEqual(min(made["slow"].gaps()), 0.4)
            self.assertRegex(said, r"Crawl-delay kept at \d download slots, at most 0\.4 s; 0 delays cut")
