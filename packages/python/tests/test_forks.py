"""A forked child gives correct verdicts or raises an error, and never hangs. Each case has its own
process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import unittest
from contextlib import suppress
from pathlib import Path

import httpx

from robots_exclusion import Robots
from robots_exclusion.client import Client
from robots_exclusion.client.transport import HttpxTransport

from .forked import CASES, FILE, is_right, robots

# A case that takes more than this many seconds counts as hanging; the slowest takes five.
MOST = 120


def answers(file: Robots) -> bool:
    return is_right() and not file.allowed("/private/", "FooBot")


def exit_code_of(command: list[str], folder: Path) -> int | None:
    """The exit code; ``None`` if the command hangs. Also kills the children of a hanging command,
    because they would keep the tests' output open."""
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        return process.wait(MOST)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@unittest.skipUnless(hasattr(os, "fork"), "needs fork")
class Forks(unittest.TestCase):
    def test_children_of_os_fork(self) -> None:
        root = Path(__file__).resolve().parents[1]
        for case in CASES:
            with self.subTest(case.__name__):
                command = [sys.executable, "-m", "tests.forked", case.__name__]
                self.assertEqual(exit_code_of(command, root), 0)

    def test_children_of_multiprocessing(self) -> None:
        self.assertTrue(is_right())
        for method in ("fork", "spawn", "forkserver"):
            with self.subTest(method), multiprocessing.get_context(method).Pool(2) as pool:
                found = [pool.apply_async(answers, (robots,)) for _ in range(2)]
                self.assertEqual([each.get(timeout=MOST) for each in found], [True, True])

    def test_a_transport_that_was_handed_in_is_the_parents(self) -> None:
        given = httpx.MockTransport(lambda _: httpx.Response(200, content=FILE))
        client = Client("FooBot/1.0", transport=HttpxTransport(given))
        self.assertEqual(client.check("http://a.example/private/").action, "skip")
        child = os.fork()
        if child == 0:
            kept = client.check("http://a.example/private/").action
            try:
                client.check("http://b.example/")
            except RuntimeError as error:
                os._exit(0 if kept == "skip" and "make the client in the child" in str(error) else 1)
            os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
