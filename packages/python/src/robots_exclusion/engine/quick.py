"""QuickJS: a call takes less than a microsecond. QuickJS starts no threads, so a forked child can
continue to use it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from typing import Any, cast

import quickjs

from ..forks import leave_to_parent, renew_in_children
from .files import Engine, EngineError, message_of
from .source import core_source
from .stack import require_stack

# Thread stacks have 128 KiB on musl, and more elsewhere.
STACK_BYTES = 96 * 1024
# An engine needs 7 MB and 70 ms to start, so threads beyond this number share engines.
MOST_OWN = 16
MOST_SHARED = 4


class QuickEngine(Engine):
    """One context. Threads that share it take turns."""

    def __init__(self) -> None:
        super().__init__()
        self._context = quickjs.Context()
        self._context.set_max_stack_size(STACK_BYTES)
        self._context.eval(core_source())
        self._functions: dict[str, Callable[..., Any]] = {}

    def call(self, name: str, *args: object) -> Any:
        function = self._functions.get(name)
        if function is None:
            function = cast(Callable[..., Any], self._context.eval(f"robotsExclusion.{name}"))
            self._functions[name] = function
        try:
            return function(*args)
        except quickjs.JSException as error:
            raise EngineError(message_of(str(error))) from None


class _Lent:
    """An engine that a thread has for itself. When the thread has ended, the next one gets it."""

    def __init__(self, engine: QuickEngine, free: list[QuickEngine]) -> None:
        self.engine = engine
        self.free = free

    def __del__(self) -> None:
        self.free.append(self.engine)


class _Engines:
    """Assigns engines to threads."""

    def __init__(self) -> None:
        self._shared: list[QuickEngine] = []
        self._free: list[QuickEngine] = []
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

    def for_this_thread(self) -> QuickEngine:
        require_stack(STACK_BYTES)
        with self._lock:
            engine = self._free.pop() if self._free else None
            is_own = engine is not None or self._made < MOST_OWN
            self._made += is_own and engine is None
        if not is_own:
            return self._one_of_shared()
        try:
            engine = engine or QuickEngine()
        except BaseException:
            with self._lock:
                self._made -= 1
            raise
        _local.lent = _Lent(engine, self._free)
        return engine

    def _one_of_shared(self) -> QuickEngine:
        with self._sharing:
            at = next(self._numbers) % MOST_SHARED
            if at == len(self._shared):
                self._shared.append(QuickEngine())
            return self._shared[at]


_local = threading.local()
_engines = _Engines()


def own_engine() -> None:
    """Gives this thread a separate engine."""
    if getattr(_local, "engine", None) is None:
        require_stack(STACK_BYTES)
        _local.engine = QuickEngine()


def quick_engine() -> QuickEngine:
    """The engine of this thread, created on first use (about 70 ms).

    Raises:
        RuntimeError: The stack of the thread is too small for an engine.
    """
    engine: QuickEngine | None = getattr(_local, "engine", None)
    if engine is None:
        engine = _local.engine = _engines.for_this_thread()
    return engine
