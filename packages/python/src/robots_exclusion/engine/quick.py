"""Assigns engines to threads."""

from __future__ import annotations

import threading
from itertools import count

from ..forks import leave_to_parent, renew_in_children
from .context import STACK_BYTES, Engine
from .stack import require_stack

# An engine needs 7 MB and 70 ms to start, so threads beyond this number share engines.
MOST_OWN = 16
MOST_SHARED = 4


class _Lent:
    """An engine that a thread has for itself. When the thread has ended, the next one gets it."""

    def __init__(self, engine: Engine, free: list[Engine]) -> None:
        self.engine = engine
        self.free = free

    def __del__(self) -> None:
        self.free.append(self.engine)


class _Engines:
    def __init__(self) -> None:
        self._shared: list[Engine] = []
        self._free: list[Engine] = []
        self._after_fork()
        renew_in_children(self)

    def _after_fork(self) -> None:
        """Drops all engines but the own one, because a thread of the parent may have been using one
        during the fork. The child ends these threads, which lays their engines among the free ones."""
        # Each thread needs this lock, so nothing is created under it.
        self._lock = threading.Lock()
        self._sharing = threading.Lock()
        self._numbers = count()
        if getattr(_local, "engine", None) in self._shared:
            del _local.engine
        leave_to_parent(self._shared)
        leave_to_parent(self._free)
        self._shared = []
        self._free = []
        lent: _Lent | None = getattr(_local, "lent", None)
        self._made = 0 if lent is None else 1
        if lent is not None:
            lent.free = self._free

    def for_this_thread(self) -> Engine:
        require_stack(STACK_BYTES)
        with self._lock:
            engine = self._free.pop() if self._free else None
            is_own = engine is not None or self._made < MOST_OWN
            self._made += is_own and engine is None
        if not is_own:
            return self._one_of_shared()
        try:
            engine = engine or Engine()
        except BaseException:
            with self._lock:
                self._made -= 1
            raise
        _local.lent = _Lent(engine, self._free)
        return engine

    def _one_of_shared(self) -> Engine:
        with self._sharing:
            at = next(self._numbers) % MOST_SHARED
            if at == len(self._shared):
                self._shared.append(Engine())
            return self._shared[at]


_local = threading.local()
_engines = _Engines()


def own_engine() -> None:
    """Gives this thread a separate engine."""
    if getattr(_local, "engine", None) is None:
        require_stack(STACK_BYTES)
        _local.engine = Engine()


def quick_engine() -> Engine:
    """The engine of this thread, created on first use (about 70 ms).

    Raises:
        RuntimeError: The stack of the thread is too small for an engine.
    """
    engine: Engine | None = getattr(_local, "engine", None)
    if engine is None:
        engine = _local.engine = _engines.for_this_thread()
    return engine
