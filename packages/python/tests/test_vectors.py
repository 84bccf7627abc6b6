"""Runs every vector of RFC 9309, the dialects, usage and other records through Python."""

from __future__ import annotations

import unittest

from robots_exclusion import Robots

from .vectors import octets_of, vectors


class Vectors(unittest.TestCase):
    def test_rfc9309(self) -> None:
        count = 0
        for vector in vectors("rfc9309/*.json"):
            with self.subTest(vector["id"]):
                robots = Robots.parse(octets_of(vector), max_bytes=vector.get("maxBytes"))
                verdict = robots.explain(vector["url"], vector["agent"], literal=True)
                self.assertEqual(verdict.allowed, vector["allow"], vector.get("why"))
                self.assertEqual(robots.allowed(vector["url"], vector["agent"], literal=True), vector["allow"])
                self.assertEqual(robots.allowed_many([vector["url"]], vector["agent"], literal=True), [vector["allow"]])
                if "because" in vector:
                    self.assertEqual(verdict.because, vector["because"])
                if "line" in vector:
                    self.assertEqual(verdict.rule and verdict.rule.line, vector["line"])
            count += 1
        self.assertGreater(count, 1000)

    def test_dialects(self) -> None:
        for vector in vectors("dialects/*.json"):
            for dialect, expected in vector["verdicts"].items():
                with self.subTest(vector["id"], dialect=dialect):
                    robots = Robots.parse(octets_of(vector), dialect=dialect)
                    verdict = robots.explain(vector["url"], vector["agent"])
                    answer = "error" if verdict.because == "unreadable" else verdict.allowed
                    self.assertEqual(answer, expected)

    def test_crawl_delay(self) -> None:
        for vector in vectors("records/*.json"):
            if vector["kind"] == "crawl-delay" and set(vector) <= {"id", "kind", "robots", "agent", "expect", "why"}:
                with self.subTest(vector["id"]):
                    delay = Robots.parse(octets_of(vector)).crawl_delay(vector["agent"], literal=True)
                    expected = vector["expect"]
                    self.assertEqual(delay, expected["seconds"] if expected else None)
