"""Threads for work that would block an event loop. They do not keep a program from exiting, even
while they wait for a silent origin."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any

from .forks import renew_in_children

_Work = tuple["Future[Any]", Callable[..., Any], tuple[object, ...]]


class Threads:
    """A limited number of threads. An idle thread takes the next work before a new one starts,
    because its engine already exists."""

    def __init__(self, most: int, name: str) -> None:
        self._most = most
        self._name = name
        self._after_fork()
        renew_in_children(self)

    def _after_fork(self) -> None:
        self._lock = threading.Lock()
        self._works: SimpleQueue[_Work | None] = SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._count = 0

    def submit(self, work: Callable[..., Any], *args: object) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            self._works.put((future, work, args))
            if not self._idle.acquire(blocking=False) and self._count < self._most:
                self._count += 1
                threading.Thread(target=self._run, args=(self._works, self._idle), name=self._name, daemon=True).start()
        return future

    def close(self) -> None:
        """Lets each thread exit when it has no more work."""
        with self._lock:
            for _ in range(self._count):
                self._works.put(None)
            self._count = 0

    def _run(self, works: SimpleQueue[_Work | None], idle: threading.Semaphore) -> None:
        while (item := works.get()) is not None:
            future, work, args = item
            if future.set_running_or_notify_cancel():
                try:
                    result = work(*args)
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)
            idle.release()
