"""The matrix of spec/servers/speakers.tsv: whose answer it is, over a proxy. The JavaScript client
writes it, and this package decides the same."""

from __future__ import annotations

import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from unittest.mock import patch

import httpx

from robots_exclusion.client import Client
from robots_exclusion.client.proxies import proxy_of
from robots_exclusion.client.store import MemoryStore
from robots_exclusion.client.transport import HttpxTransport
from robots_exclusion.robotparser import RobotFileParser

from .vectors import SPEC

RULES = b"User-agent: *\nDisallow: /private/\n"
DAY_MS = 86_400_000


class _Proxy(BaseHTTPRequestHandler):
    said: ClassVar[dict[str, Any]] = {}

    def log_message(self, format: str, *args: object) -> None:
        return None

    def do_CONNECT(self) -> None:
        self.send_response_only(self.said["status"])
        for name, value in self.said["headers"].items():
            if name not in ("transfer-encoding", "connection"):
                self.send_header(name, value)
        self.end_headers()
        self.close_connection = True

    def do_GET(self) -> None:
        body = RULES if not self.said else b"<html>"
        self.send_response_only(self.said.get("status", 200))
        for name, value in self.said.get("headers", {}).items():
            if name not in ("transfer-encoding", "connection"):
                self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Speakers(unittest.TestCase):
    def test_the_word_of_another_never_opens_a_site(self) -> None:
        lines = (SPEC / "servers" / "speakers.tsv").read_text("utf-8").splitlines()[2:]
        cells = [dict(zip(("scheme", "speaker", "said", "kept", "outcome", "row"), line.split("\t"))) for line in lines]
        expected = {
            (cell["said"], cell["kept"]): (cell["outcome"], cell["row"]) for cell in cells if cell["scheme"] == "http"
        }
        tunnels = [cell for cell in cells if cell["scheme"] == "https"]
        server = ThreadingHTTPServer(("127.0.0.1", 0), _Proxy)
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        proxy = {"http_proxy": f"http://127.0.0.1:{server.server_port}", "no_proxy": ""}
        all_answers = json.loads((SPEC / "servers" / "proxy-answers.json").read_text("utf-8"))["answers"]
        # One proxy suffices for the answers that are passed on.
        answers = [one for one in all_answers if one["speaker"] == "proxy" or one["program"] == "squid"]
        seen = {}
        opened = {}
        try:
            with patch.dict(os.environ, proxy):
                for answer in answers:
                    said = f"{answer['program']} {answer['settings']}: {answer['case']}: {answer.get('status')}"
                    for kept in ("none", "copy"):
                        if (said, kept) in expected:
                            seen[said, kept] = self._decided(answer, kept)
                    opened[said] = self._is_opened(answer)
            by_said = {f"{one['program']} {one['settings']}: {one['case']}: {one.get('status')}": one for one in all_answers}
            with patch.dict(os.environ, {**proxy, "https_proxy": proxy["http_proxy"]}):
                for cell in tunnels:
                    refusal = {"status": int(cell["said"].rpartition(" ")[2]), "headers": {}}
                    decided = self._through_tunnel(by_said.get(cell["said"], refusal), cell["kept"])
                    self.assertEqual(decided, (cell["outcome"], cell["row"]), cell)
        finally:
            server.shutdown()
            server.server_close()
        self.assertGreater(len(seen), 60)
        self.assertGreater(len(tunnels), 60)
        self.assertEqual(seen, {key: expected[key] for key in seen})
        # The drop-in for urllib's parser opens a site where the client does.
        opens = {said: outcome == "no-rules" for (said, kept), (outcome, _) in seen.items() if kept == "none"}
        self.assertEqual({said: opened[said] for said in opens}, opens)

    def _is_opened(self, answer: dict[str, Any]) -> bool:
        _Proxy.said = answer
        parser = RobotFileParser("http://site.example/robots.txt")
        # urllib keeps the proxies of its first request.
        with patch("urllib.request._opener", None):
            parser.read()
        return parser.can_fetch("FooBot/1.0", "http://site.example/private/x")

    def _decided(self, answer: dict[str, Any], kept: str) -> tuple[str, str]:
        now = [1_700_000_000_000]
        with Client("FooBot/1.0", now=lambda: now[0] / 1000) as robots:
            if kept == "copy":
                _Proxy.said = {}
                robots.check("http://site.example/private/x")
                now[0] += int(1.1 * DAY_MS)
            _Proxy.said = answer
            decision = robots.check("http://site.example/private/x")
            return decision.outcome, decision.policy_row


    def _through_tunnel(self, refusal: dict[str, Any], kept: str) -> tuple[str, str]:
        now = [1_700_000_000.0]
        store = MemoryStore()
        page = "https://site.example/private/x"
        if kept == "copy":
            site = HttpxTransport(httpx.MockTransport(lambda _: httpx.Response(200, content=RULES)))
            with Client("FooBot/1.0", transport=site, store=store, now=lambda: now[0]) as robots:
                robots.check(page)
        now[0] += 1.1 * DAY_MS / 1000
        _Proxy.said = refusal
        with Client("FooBot/1.0", store=store, now=lambda: now[0]) as robots:
            decision = robots.check(page)
        with patch("urllib.request._opener", None):
            parser = RobotFileParser("https://site.example/robots.txt")
            parser.read()
        self.assertFalse(parser.can_fetch("FooBot/1.0", page), refusal)
        return decision.outcome, decision.policy_row


class NoProxy(unittest.TestCase):
    def test_as_the_javascript_client_reads_it(self) -> None:
        rows = json.loads((SPEC / "servers" / "no-proxy.json").read_text("utf-8"))["rows"]
        self.assertGreater(len(rows), 40)
        for row in rows:
            variables = {"http_proxy": "http://p:1", "no_proxy": row["noProxy"]}
            with self.subTest(url=row["url"], no_proxy=row["noProxy"]), patch.dict(os.environ, variables, clear=True):
                self.assertEqual("direct" if proxy_of(row["url"]) is None else "proxy", row["ours"])

    def test_this_machine_is_never_reached_through_a_proxy(self) -> None:
        with patch.dict(os.environ, {"http_proxy": "http://p:1"}, clear=True):
            for url in ("http://localhost/", "http://a.localhost./", "http://127.9.9.9/", "http://[::1]:8080/"):
                self.assertIsNone(proxy_of(url))
