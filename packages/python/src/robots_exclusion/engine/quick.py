"""QuickJS: a call takes less than a microsecond. QuickJS starts no threads, so a forked child can
continue to use it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from typing import Any, cast
from weakref import WeakSet

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


class _Engines:
    """Assigns engines to threads."""

    def __init__(self) -> None:
        self._shared: list[QuickEngine] = []
        self._after_fork()
        renew_in_children(self)

    def _after_fork(self) -> None:
        """Drops shared engines, because a thread of the parent may have been using one during the
        fork."""
        self._lock = threading.Lock()
        self._own: WeakSet[QuickEngine] = WeakSet()
        self._numbers = count()
        if getattr(_local, "engine", None) in self._shared:
            del _local.engine
        if self._shared:
            leave_to_parent(self._shared)
            self._shared = []

    def for_this_thread(self) -> QuickEngine:
        require_stack(STACK_BYTES)
        with self._lock:
            if len(self._own) < MOST_OWN:
                engine = QuickEngine()
                self._own.add(engine)
                return engine
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
