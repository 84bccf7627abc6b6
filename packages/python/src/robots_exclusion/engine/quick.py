"""Lends engines to threads."""

from __future__ import annotations

import os
import threading
from itertools import count

from ..forks import leave_to_parent, renew_in_children
from .context import STACK_BYTES, Engine
from .stack import require_stack

# An engine works without the GIL, so more engines than processors gain nothing. Each needs 7 MB and 70 ms to start.
MOST_ENGINES = max(2, min(8, os.cpu_count() or 2))


class _Engines:
    def __init__(self) -> None:
        self._all: list[Engine] = []
        self._numbers = count()
        self._after_fork()
        renew_in_children(self)

    def _after_fork(self) -> None:
        """Drops the engines that threads of the parent were using during the fork."""
        self._starting = threading.Lock()
        left = [engine for engine in self._all if not engine.is_free()]
        leave_to_parent(left)
        if getattr(_local, "engine", None) in left:
            del _local.engine
        self._all = [engine for engine in self._all if engine not in left]

    def one(self) -> Engine:
        """A free engine. A further one starts if none is free; meanwhile other threads share those that there are."""
        for engine in self._all:
            if engine.is_free():
                return engine
        if len(self._all) < MOST_ENGINES and self._starting.acquire(blocking=not self._all):
            try:
                if len(self._all) < MOST_ENGINES:
                    self._all.append(Engine())
                    return self._all[-1]
            finally:
                self._starting.release()
        return self._all[next(self._numbers) % len(self._all)]


_local = threading.local()
_engines = _Engines()


def own_engine() -> None:
    """Gives this thread a separate engine."""
    if getattr(_local, "engine", None) is None:
        require_stack(STACK_BYTES)
        _local.engine = Engine()


def quick_engine() -> Engine:
    """The engine that this thread used last, or a free one; the first is created on first use (about 70 ms).

    Raises:
        RuntimeError: The stack of the thread is too small for an engine.
    """
    engine: Engine | None = getattr(_local, "engine", None)
    if engine is None:
        require_stack(STACK_BYTES)
    elif engine.is_free():
        return engine
    engine = _local.engine = _engines.one()
    return engine
