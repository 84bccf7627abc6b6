"""Engines and threads: their number, their owners, and the stack that they need."""

from __future__ import annotations

import gc
import os
import threading
import unittest
from collections.abc import Callable

from robots_exclusion import Robots
from robots_exclusion.engine import Engine
from robots_exclusion.engine.quick import MOST_ENGINES

# As Google reads them, files take the engine.
FILE = Robots.parse(b"User-agent: *\nDisallow: /x\n" * 50, dialect="google")


def in_threads(count: int, work: Callable[[], object], stack_bytes: int = 0) -> None:
    before = threading.stack_size(stack_bytes)
    try:
        threads = [threading.Thread(target=work) for _ in range(count)]
        for thread in threads:
            thread.start()
    finally:
        threading.stack_size(before)
    for thread in threads:
        thread.join()


def is_right() -> bool:
    own = Robots.parse(b"User-agent: *\nDisallow: /y\n", dialect="google")
    asked = [(FILE, "/x"), (FILE, "/y"), (own, "/y")]
    return [robots.explain(url, "FooBot").allowed for robots, url in asked] == [False, True, False]


class Engines(unittest.TestCase):
    def test_hundreds_of_threads_share_a_few_engines(self) -> None:
        count = 200
        answers: list[bool] = []
        engines: list[int] = []
        together = threading.Barrier(count)

        def ask() -> None:
            answers.append(is_right())
            together.wait()
            engines.append(sum(isinstance(each, Engine) for each in gc.get_objects()) if not engines else 0)
            answers.extend(is_right() for _ in range(5))

        in_threads(count, ask)
        self.assertEqual(answers, [True] * (6 * count))
        # The thread for slow work has a separate engine.
        self.assertLessEqual(max(engines), MOST_ENGINES + 1)

    def test_threads_that_end_leave_their_engines_to_the_next(self) -> None:
        in_threads(1, is_right)
        before = sum(isinstance(each, Engine) for each in gc.get_objects())
        for _ in range(100):
            in_threads(1, is_right)
        self.assertEqual(sum(isinstance(each, Engine) for each in gc.get_objects()), before)

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_child_does_not_wait_for_an_engine_that_threads_of_its_parent_share(self) -> None:
        is_over = threading.Event()

        def ask() -> None:
            while not is_over.wait(0.02):
                Robots.parse(b"User-agent: *\nDisallow: /x\n" * 500, dialect="google").explain("/x", "FooBot")

        threads = [threading.Thread(target=ask, daemon=True) for _ in range(MOST_ENGINES + 8)]
        for thread in threads:
            thread.start()
        found: list[int] = []

        def fork() -> None:
            is_right()
            child = os.fork()
            if child == 0:
                os._exit(0 if is_right() else 1)
            found.append(os.waitpid(child, 0)[1])

        # These threads share engines.
        in_threads(3, fork)
        is_over.set()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [0, 0, 0])

    def test_a_stack_that_is_too_small_is_refused(self) -> None:
        told: list[str] = []

        def ask() -> None:
            try:
                told.append(str(is_right()))
            except RuntimeError as error:
                told.append(str(error))

        in_threads(1, ask, 64 * 1024)
        in_threads(1, ask, 128 * 1024)
        in_threads(1, ask)
        self.assertRegex(told[0], "stack of 64 KiB: expected at least 128 KiB")
        self.assertEqual(told[1:], ["True", "True"])
