"""Tests that robots.txt takes the same route as pages, and that the request sent is the one that
was checked."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest.mock import patch

import httpx
import requests

from robots_exclusion.client import AsyncClient, Client
from robots_exclusion.httpx import AsyncRobotsTransport, DisallowedError, RobotsTransport
from robots_exclusion.requests import robots_session

from .origin import RULES, Site, Sites, rules, rules_with
from .test_scrapy import SPIDER

AGENT = "FooBot/1.0"


@contextmanager
def proxying() -> Iterator[tuple[str, list[str]]]:
    """A proxy that responds for all hosts, and the URLs that it received."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            return None

        def do_GET(self) -> None:
            asked.append(self.path)
            needs_name = "locked" in self.path
            body = RULES if self.path.endswith("robots.txt") else b"page"
            self.send_response(407 if needs_name else 200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


class Proxies(unittest.TestCase):
    def test_robots_txt_takes_the_way_of_the_pages(self) -> None:
        async def check(*urls: str) -> list[str]:
            async with AsyncClient(AGENT) as client:
                return [(await client.check(url)).action for url in urls]

        with proxying() as (proxy, asked), Sites() as sites:
            site = sites.add(rules)
            environment = {"http_proxy": proxy, "no_proxy": site.host}
            with patch.dict(os.environ, environment), Client(AGENT) as robots, robots_session(robots) as session:
                self.assertEqual(session.get("http://a.test/ok").content, b"page")
                self.assertEqual(robots.check("http://a.test/x").action, "skip")
                self.assertEqual(session.get(site.url("/ok")).status_code, 200)
                # A response from the proxy itself says nothing about the site.
                self.assertEqual(robots.check("http://locked.test/ok").action, "defer")
                asked_async = asyncio.run(check("http://a.test/x", site.url("/x"), "http://locked.test/ok"))
                self.assertEqual(asked_async, ["skip", "skip", "defer"])
            robots_txts = [f"http://{host}/robots.txt" for host in ("a.test", "locked.test") * 2]
            self.assertEqual(sorted(asked), sorted([*robots_txts, "http://a.test/ok"]))

    def test_robots_txt_of_scrapy_takes_the_way_of_the_pages(self) -> None:
        with proxying() as (proxy, asked):
            spider = {
                "urls": [["a", "http://a.test/ok"], ["a", "http://a.test/x"], ["locked", "http://locked.test/ok"]],
                "settings": {"ROBOTS_MAX_WAIT": 0},
                "meta": {"a": {"proxy": proxy}, "locked": {"proxy": proxy}},
            }
            run = subprocess.run([sys.executable, SPIDER], input=json.dumps(spider), capture_output=True, text=True, check=True)
            self.assertEqual(json.loads(run.stdout), {"a": ["/ok"]})
            expected = ["http://a.test/robots.txt", "http://a.test/ok", "http://locked.test/robots.txt"]
            self.assertEqual(sorted(asked), sorted(expected))

    def test_a_proxy_that_cannot_be_used(self) -> None:
        with patch.dict(os.environ, {"http_proxy": "gopher://a.test:70"}), Client(AGENT) as robots:
            decision = robots.check("http://a.test/x")
            self.assertEqual((decision.action, decision.policy_row), ("defer", "rfc9309/proxy/at-once"))


class Bypasses(unittest.TestCase):
    def test_a_target_beside_the_url_is_asked_about(self) -> None:
        async def get(site: Site) -> None:
            async with AsyncClient(AGENT) as robots:
                async with httpx.AsyncClient(transport=AsyncRobotsTransport(robots)) as client:
                    with self.assertRaises(DisallowedError):
                        await client.get(site.url("/ok"), extensions={"target": b"/x"})

        with Sites() as sites, Client(AGENT) as robots:
            site = sites.add(rules)
            with httpx.Client(transport=RobotsTransport(robots)) as client:
                for target in (b"/x", site.url("/x").encode()):
                    with self.assertRaises(DisallowedError):
                        client.get(site.url("/ok"), extensions={"target": target})
                self.assertEqual(client.get(site.url("/x"), extensions={"target": b"/ok"}).status_code, 200)
            asyncio.run(get(site))
            self.assertEqual((site.count("/x"), site.count("/ok")), (0, 1))

    def test_dot_segments_are_asked_about_as_servers_resolve_them(self) -> None:
        with Sites() as sites, Client(AGENT) as robots, robots_session(robots) as session:
            site = sites.add(rules_with(b"Disallow: /a/\n"))
            with httpx.Client(transport=RobotsTransport(robots)) as client:
                for path in ("/ok/%2e%2e/x", "/ok/../x", "/ok/.%2E/a/1"):
                    for get in (client.get, session.get):
                        with self.assertRaises((httpx.RequestError, requests.RequestException)):
                            get(site.url(path))
            self.assertEqual([path for _, path in site.seen], ["/robots.txt"])
