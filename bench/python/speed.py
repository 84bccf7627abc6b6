"""Prints tables of CPU times in microseconds, medians of eleven interleaved rounds, and of memory."""

from __future__ import annotations

import gc
import sys
import tracemalloc
import urllib.robotparser
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

from protego import Protego
from robots_exclusion import Robots
from robots_exclusion.client import Client, MemoryStore

ROUNDS = 11
FILES = [path.read_bytes() for path in sorted(Path(sys.argv[1], "robots").iterdir())[::10]]
SOME = FILES[::7]
URLS = [f"https://example.com/catalog/item-{each}/view?page={each % 7}" for each in range(5000)]
LONG = [f"https://example.com/c/{each}/{'ab/' * 650}?q={each}" for each in range(20)]
STARS = "".join(f"Disallow: /*/c{each}*/x{each}$\n" for each in range(500))
PREFIXES = "".join(f"{'Dis' * (each % 3 > 0)}allow: /catalog/{each * 7}/\n" for each in range(5000))
RULES_OF_STARS = "".join(f"Disallow: /catalog/item-{each}*view\n" for each in range(5000))
HARD = {
    "500 patterns with two stars": (STARS, URLS[:20]),
    "5,000 rules": (PREFIXES, URLS[:200]),
    "5,000 patterns with a star": (RULES_OF_STARS, URLS[:20]),
    "500 patterns with stars, URLs of 2,000 characters": (STARS, LONG),
}

Ask = Callable[[str], bool]


def ours(body: bytes) -> Ask:
    robots = Robots.parse(body)
    return lambda url: robots.allowed(url, "FooBot")


def protego(body: bytes) -> Ask:
    parser = Protego.parse(body.decode("utf-8", "replace"))
    return lambda url: parser.can_fetch(url, "FooBot")


def urllib_(body: bytes) -> Ask:
    parser = urllib.robotparser.RobotFileParser()
    parser.parse(body.decode("utf-8", "replace").splitlines())
    return lambda url: parser.can_fetch("FooBot", url)


def explained(body: bytes) -> Ask:
    robots = Robots.parse(body)
    return lambda url: robots.explain(url, "FooBot").allowed


def client_of(body: bytes) -> Ask:
    """A client that knows the file, so that it fetches nothing."""
    client = Client("FooBot/1.0", store=MemoryStore(), transport=_Transport(body))
    return lambda url: client.check(url).allowed


class _Transport:
    def __init__(self, body: bytes) -> None:
        self._body = body

    def send(self, url: str, headers: object, limits: object) -> _Answer:
        return _Answer(self._body)

    def close(self) -> None:
        return None


class _Answer:
    status = 200
    headers: dict[str, str] = {}
    proxy = None

    def __init__(self, body: bytes) -> None:
        self.chunks = iter([body])

    def __enter__(self) -> _Answer:
        return self

    def __exit__(self, *_: object) -> None:
        return None


PEERS = {"robots-exclusion": ours, "protego": protego, "urllib": urllib_}
Work = Callable[[], int]


def each_file(peer: Callable[[bytes], Ask]) -> Work:
    return lambda: len([peer(body)(URLS[0]) for body in FILES])


def one_by_one(peer: Callable[[bytes], Ask]) -> Work:
    asks = [peer(body) for body in SOME]
    return lambda: len([ask(url) for ask in asks for url in URLS[:200]])


def hard(peer: Callable[[bytes], Ask], rules: str, urls: list[str]) -> Work:
    body = f"User-agent: *\n{rules}".encode()

    def work() -> int:
        ask = peer(body)
        return len([ask(url) for url in urls])

    return work


def many() -> int:
    files = [Robots.parse(body) for body in SOME]
    return sum(len(robots.allowed_many(URLS, "FooBot")) for robots in files)


def cpu(work: Work) -> float:
    began = process_time()
    count = work()
    return (process_time() - began) / count * 1e6


def kilobytes(peer: Callable[[bytes], Ask]) -> float:
    """Memory per file that was asked about eight URLs, without the octets of the file."""
    bodies = [bytes(bytearray(body)) for body in SOME]
    peer(bodies[0])(URLS[0])
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    asks = [peer(body) for body in bodies]
    for ask in asks:
        for url in URLS[:8]:
            ask(url)
    gc.collect()
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return held / len(asks) / 1000


def table(title: str, rows: dict[str, dict[str, float]], digits: int = 1) -> None:
    print(f"\n| {title} | {' | '.join(PEERS)} |\n|---|{'---|' * len(PEERS)}")
    for row, cells in rows.items():
        print(f"| {row} | {' | '.join(f'{cells[peer]:.{digits}f}' if peer in cells else '–' for peer in PEERS)} |")


WORKS: dict[str, dict[str, Work]] = {
    "a file, and one question": {name: each_file(peer) for name, peer in PEERS.items()},
    "one question after another": {name: one_by_one(peer) for name, peer in PEERS.items()},
    "the same, by `Client.check`": {"robots-exclusion": one_by_one(client_of)},
    "the same, by `explain`": {"robots-exclusion": one_by_one(explained)},
    "5,000 questions at once": {"robots-exclusion": many},
    "a file, and one `explain`": {"robots-exclusion": lambda: len([explained(body)(URLS[0]) for body in SOME])},
    **{
        f"{name}, {len(urls)} questions": {peer: hard(make, rules, urls) for peer, make in PEERS.items()}
        for name, (rules, urls) in HARD.items()
    },
}

if __name__ == "__main__":
    times: dict[str, dict[str, list[float]]] = {row: {peer: [] for peer in works} for row, works in WORKS.items()}
    for _ in range(ROUNDS):
        for row, works in WORKS.items():
            for peer, work in works.items():
                times[row][peer].append(cpu(work))
    table(
        "CPU time of a question in µs",
        {row: {peer: median(found) for peer, found in peers.items()} for row, peers in times.items()},
    )
    table("kB held per file", {"after eight questions": {name: kilobytes(peer) for name, peer in PEERS.items()}})
