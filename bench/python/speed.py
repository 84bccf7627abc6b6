"""Prints a table of CPU times in microseconds, each the minimum of three interleaved rounds."""

from __future__ import annotations

import sys
import urllib.robotparser
from collections.abc import Callable
from pathlib import Path
from time import process_time

from protego import Protego
from robots_exclusion import Robots

FILES = [path.read_bytes() for path in sorted(Path(sys.argv[1], "robots").iterdir())]
URLS = [f"https://example.com/catalog/item-{each}/view?page={each % 7}" for each in range(5000)]
SOME = FILES[::20]


def parse_urllib(body: bytes) -> urllib.robotparser.RobotFileParser:
    parser = urllib.robotparser.RobotFileParser()
    parser.parse(body.decode("utf-8", "replace").splitlines())
    return parser


def timed(work: Callable[[], int]) -> float:
    began = process_time()
    count = work()
    return (process_time() - began) / count * 1e6


def parsed(parse: Callable[[bytes], object]) -> Callable[[], int]:
    return lambda: len([parse(body) for body in FILES])


OURS = [Robots.parse(body) for body in SOME]
PROTEGO = [Protego.parse(body.decode("utf-8", "replace")) for body in SOME]
URLLIB = [parse_urllib(body) for body in SOME]


def many() -> int:
    return sum(len(robots.allowed_many(URLS, "FooBot")) for robots in OURS)


def single(ask: Callable[[int, str], bool]) -> Callable[[], int]:
    return lambda: len([ask(at, url) for at in range(len(SOME)) for url in URLS[:200]])


ROWS: dict[str, dict[str, Callable[[], int]]] = {
    "5,000 URLs of one file at once": {"robots-exclusion": many},
    "one URL after another": {
        "robots-exclusion": single(lambda at, url: OURS[at].allowed(url, "FooBot")),
        "protego": single(lambda at, url: PROTEGO[at].can_fetch(url, "FooBot")),
        "urllib": single(lambda at, url: URLLIB[at].can_fetch("FooBot", url)),
    },
    "parse a file, and one question": {
        "robots-exclusion": parsed(lambda body: Robots.parse(body).allowed(URLS[0], "FooBot")),
        "protego": parsed(lambda body: Protego.parse(body.decode("utf-8", "replace")).can_fetch(URLS[0], "FooBot")),
        "urllib": parsed(lambda body: parse_urllib(body).can_fetch("FooBot", URLS[0])),
    },
}

least: dict[tuple[str, str], float] = {}
for _ in range(3):
    for row, works in ROWS.items():
        for name, work in works.items():
            least[row, name] = min(least.get((row, name), float("inf")), timed(work))

print("| CPU time in µs | robots-exclusion | protego | urllib |\n|---|---|---|---|")
for row, works in ROWS.items():
    cells = [f"{least[row, name]:.1f}" if name in works else "–" for name in ("robots-exclusion", "protego", "urllib")]
    print(f"| {row} | {' | '.join(cells)} |")
