"""One case of a forking process. ``python -m tests.forked NAME`` exits with 0 if it passes."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from robots_exclusion import Robots
from robots_exclusion.client import Client, SQLiteStore
from robots_exclusion.client.settings import Limits
from robots_exclusion.engine.context import core_of_package

from .origin import Sites, rules_with, silence

FILE = b"User-agent: *\nDisallow: /private/\n"
URLS = ["https://example.com/private/1", "https://example.com/open/1"]
robots = Robots.parse(FILE)


def is_right() -> bool:
    """Whether a file from before the fork and a new file give the right verdicts, from Python and
    from the engine."""
    files = (robots, Robots.parse(FILE))
    return all(
        each.allowed_many(URLS, "FooBot") == [False, True] and not each.usage(URLS[0], "FooBot").allowed
        for each in files
    )


def forked(work: Callable[[], bool], end: Callable[[int], object] = os._exit) -> int:
    """Forks, runs the work in the child, and returns the child's process ID."""
    child = os.fork()
    if child == 0:
        end(0 if work() else 1)
    return child


def ended_well(*children: int) -> bool:
    return all([os.waitpid(child, 0)[1] == 0 for child in children])


def background(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def after_an_engine_ran() -> bool:
    """The children exit like normal programs, so that all destructors run."""

    def has_child() -> bool:
        return ended_well(forked(is_right, sys.exit))

    return is_right() and ended_well(forked(is_right, sys.exit), forked(has_child, sys.exit))


def before_an_engine_ran() -> bool:
    return not robots.allowed("/private/", "FooBot") and ended_well(forked(is_right))


def while_threads_ask() -> bool:
    def asks() -> None:
        while True:
            Robots.parse(FILE * 500).usage("/private/", "FooBot")
            robots.usage(URLS[0], "FooBot")

    for _ in range(3):
        background(asks)
    return ended_well(*(forked(is_right) for _ in range(3)))


def while_a_thread_reads_the_core() -> bool:
    """Forks while another thread of the parent is importing a module that the child also needs."""

    def is_read() -> bool:
        return len(core_of_package.__wrapped__()) > 0

    def reads() -> None:
        while True:
            sys.modules.pop("importlib.readers", None)
            is_read()

    background(reads)
    return ended_well(*(forked(is_read) for _ in range(30)))


def while_a_thread_fetches() -> bool:
    with Sites() as sites, Client("FooBot/1.0", limits=Limits(read_timeout=1)) as client:
        site = sites.add(silence)
        background(lambda: client.check(site.url("/a")))
        while not site.seen:
            time.sleep(0.01)
        return ended_well(forked(lambda: client.check(site.url("/a")).action == "defer"))


def while_threads_store() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(Path(folder) / "robots.db", timeout=60)
        entry = (json.dumps({"attempt": {"sentAt": 1}}), "x" * 10_000)
        is_over = threading.Event()

        def stores() -> None:
            while not is_over.wait(0.001):
                store.set("http://a.example", entry)

        def is_kept() -> bool:
            for each in range(20):
                store.set(f"http://{each}.example", entry)
            return all(store.get(f"http://{each}.example") == entry for each in range(20))

        threads = [background(stores) for _ in range(3)]
        is_well = all([ended_well(forked(is_kept)) for _ in range(5)])
        is_over.set()
        for thread in threads:
            thread.join()
        return is_well


def while_adapters_wait() -> bool:
    import aiohttp

    from robots_exclusion.langchain import guard
    from robots_exclusion.requests import robots_session

    async def status(url: str) -> int:
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            return response.status

    with Sites() as sites, Client("FooBot/1.0") as client:
        url = sites.add(rules_with(b"Crawl-delay: 0.5\n")).url("/a")
        session = robots_session(client)
        background(lambda: session.get(url, timeout=30))
        time.sleep(0.2)
        child = forked(lambda: session.get(url, timeout=30).status_code == 200)
        with guard(client):
            is_well = asyncio.run(status(url)) == 200
            return is_well and ended_well(child, forked(lambda: asyncio.run(status(url)) == 200))


CASES = (
    after_an_engine_ran,
    before_an_engine_ran,
    while_threads_ask,
    while_a_thread_reads_the_core,
    while_a_thread_fetches,
    while_threads_store,
    while_adapters_wait,
)

if __name__ == "__main__":
    # Exits at once, without waiting for the other threads.
    code = 0 if next(case for case in CASES if case.__name__ == sys.argv[1])() else 1
    sys.stdout.flush()
    os._exit(code)
