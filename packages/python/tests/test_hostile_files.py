"""Files that nobody should write: octets of any kind, built from what makes readers slow or large. Each gets an answer,
and memory does not grow with their number. ``ROBOTS_FILES`` sets the number of files, ``ROBOTS_TEST_SEED`` the seed."""

from __future__ import annotations

import os
import random
import resource
import unittest

from robots_exclusion import Robots

FILES = int(os.environ.get("ROBOTS_FILES", "400"))
SEED = int(os.environ.get("ROBOTS_TEST_SEED", "9309"))
# Of a process that has read a tenth of the files.
MOST_GROWTH = 1.3

PIECES = [
    *(b"User-agent: *\n", b"User-agent: FooBot\n", b"Disallow: /\n", b"Allow: /a*b$\n", b"Disallow: /*?*=\n", b"Sitemap: x\n"),
    *(b"\r", b"\n", b"\0", b":", b"#", b"*", b"$", b"%", b"%2", b"%zz", b"/", b"?", b" ", b"\t", b"\xff", b"\xc3", b"\xed\xa0\x80"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x1b[31m", b"<html>", b"\x1f\x8b", b"Crawl-delay: 1e999\n", b"User-agent:"),
]
URLS = ["/", "/" + "a" * 2000, "https://example.com/a/b?c=d", "/%", "/*$", "/\ufffd"]


def hostile(source: random.Random) -> bytes:
    """At most 64 KiB: random pieces, some of them repeated thousands of times."""
    parts: list[bytes] = []
    size = 0
    for _ in range(source.randrange(1, 40)):
        piece = b"".join(source.choices(PIECES, k=source.randrange(1, 5))) if source.random() < 0.8 else source.randbytes(20)
        many = source.choice((1, 1, 1, 1, 1, 1, 1, 30, 30, 2000))
        parts.append(piece * many)
        size += len(piece) * many
        if size > 65_536:
            break
    return b"".join(parts)[:65_536]


class HostileFiles(unittest.TestCase):
    def test_each_file_has_answers_and_memory_stays(self) -> None:
        source = random.Random(SEED)
        early = 0
        for at in range(FILES):
            body = hostile(source)
            robots = Robots.parse(body)
            agent = source.choice(("FooBot", "BarBot", "*"))
            url = source.choice(URLS)
            answer = robots.allowed(url, agent)
            self.assertEqual(robots.allowed_many(URLS, agent)[URLS.index(url)], answer, (SEED, at))
            self.assertEqual(robots.explain(url, agent).allowed, answer, (SEED, at))
            if at == FILES // 10:
                early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, early * MOST_GROWTH)
