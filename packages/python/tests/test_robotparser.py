"""The drop-in for urllib.robotparser, and Scrapy's parser: the methods of the originals, with verdicts of RFC 9309."""

from __future__ import annotations

import inspect
import tempfile
import threading
import unittest
import urllib.robotparser
from socketserver import BaseRequestHandler, ThreadingTCPServer
from unittest import mock

from robots_exclusion import robotparser
from robots_exclusion.robotparser import RobotFileParser

from .origin import RULES, Sites, octets, rules, status
from .test_hostile import CASES, moved

MANY = ["User-agent: *", "Crawl-delay: 1.5", "Request-rate: 3/10", "Disallow: /x", "Sitemap: https://example.com/map.xml"]

# Answers that are cut or compressed, and those of which urllib raises a ValueError.
FIELDS = (b"chunked\r\n\r\n-5", b"gzip, chunked", b"identity" + b"\r\ncontent-encoding: ".join((b"", b"identity", b"br")))
ANSWERS = {name: answer for name, (answer, _) in CASES.items()}
ANSWERS |= {str(each): b"HTTP/1.1 200 OK\r\ntransfer-encoding: %s\r\n\r\n" % each + RULES for each in FIELDS}
ANSWERS |= {str(each): moved(each) for each in (b"http://\xe9/", b"http://" + b"a" * 64)}
# urllib takes a head that breaks off for a whole one.
FREE = {"an unfinished header", "204", "HTML"}


class RobotParserTest(unittest.TestCase):
    def test_has_what_the_original_has(self) -> None:
        original = inspect.getmembers(urllib.robotparser.RobotFileParser, inspect.isfunction)
        for name, function in original:
            if not name.startswith("_"):
                with self.subTest(name):
                    own = inspect.signature(getattr(RobotFileParser, name))
                    self.assertEqual(list(own.parameters), list(inspect.signature(function).parameters))

    def test_records(self) -> None:
        parser = RobotFileParser("https://example.com/robots.txt")
        self.assertEqual((parser.can_fetch("FooBot", "/"), parser.mtime(), parser.site_maps()), (False, 0, None))
        parser.parse(MANY)
        self.assertEqual((parser.crawl_delay("FooBot"), parser.request_rate("FooBot")), (1.5, (3, 10)))
        self.assertEqual(parser.site_maps(), ["https://example.com/map.xml"])
        self.assertGreater(parser.mtime(), 0)
        self.assertFalse(parser.can_fetch("FooBot", "mailto:a@example.com"))
        with self.assertRaisesRegex(TypeError, r"expected the lines of a robots.txt \(splitlines\(\)\)"):
            parser.parse("User-agent: *")

    def test_reads(self) -> None:
        """RFC 9309 §2.3.1: which answers allow, and which disallow."""
        with Sites() as sites:
            cases = [(rules, "/x", False), (rules, "/y", True), (status(404), "/x", True), (status(403), "/x", True)]
            cases += [(status(503), "/y", False), (status(302, location="/robots.txt"), "/y", False)]
            for robots, path, allowed in cases:
                site = sites.add(robots)
                self.assertEqual(self._read(site.url("/robots.txt"), path), allowed, (robots, path))
        for name, answer in ANSWERS.items():
            with self.subTest(name), octets(answer) as origin:
                self.assertEqual(self._read(f"{origin}/robots.txt", "/x"), name in FREE)
        self.assertFalse(self._read("http://127.0.0.1:9/robots.txt", "/y"))
        with tempfile.NamedTemporaryFile() as file:
            file.write(RULES)
            file.flush()
            self.assertEqual([self._read(f"file://{file.name}", path) for path in ("/x", "/y")], [False, True])
        with self.assertRaises(ValueError):
            self._read("example.com", "/y")

    def test_octet_by_octet(self) -> None:
        """RFC 9309 §2.3.1.4: a file, or a head, that never ends is unreachable, although no single wait is long."""
        read = threading.Event()

        class Drip(BaseRequestHandler):
            def handle(self) -> None:
                is_head = b"head" in self.request.recv(65_536)
                self.request.sendall(b"HTTP/1.1 200 OK\r\n" if is_head else b"HTTP/1.1 200 OK\r\n\r\n")
                while not read.wait(0.02):
                    self.request.sendall(b"x")

        with ThreadingTCPServer(("127.0.0.1", 0), Drip) as server, mock.patch.object(robotparser, "TIMEOUT", 0.5):
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
            for name in ("head", "body"):
                origin = f"http://127.0.0.1:{server.server_address[1]}"
                self.assertFalse(self._read(f"{origin}/{name}/robots.txt", "/y"))
            read.set()
            server.shutdown()

    def _read(self, url: str, path: str) -> bool:
        parser = RobotFileParser(url)
        parser.parse(MANY)
        parser.read()
        self.assertIsNone(parser.site_maps())
        return parser.can_fetch("FooBot", path)
