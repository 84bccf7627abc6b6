"""Runs work that would block an event loop in a separate thread: large files, and stores other than memory."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from ..engine.quick import own_engine
from ..forks import renew_in_children

Args = ParamSpec("Args")
Result = TypeVar("Result")


class _Aside:
    """The one thread of this process for blocking work. The thread has a separate engine."""

    def __init__(self) -> None:
        self._after_fork()
        renew_in_children(self)

    def _after_fork(self) -> None:
        self._thread = ThreadPoolExecutor(1, "robots-aside")

    def submit(
        self, work: Callable[Args, Result], *args: Args.args, **options: Args.kwargs
    ) -> Future[Result]:
        def with_own_engine() -> Result:
            own_engine()
            return work(*args, **options)

        return self._thread.submit(with_own_engine)


aside = _Aside()
