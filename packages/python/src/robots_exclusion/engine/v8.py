"""V8, for batches. It computes a verdict several times as fast as QuickJS, but each call takes a
hundred times as long."""

from __future__ import annotations

import sys
import threading
from typing import Any

from ..forks import leave_to_parent, no_fork, renew_in_children
from .files import Engine, EngineError, message_of
from .source import core_source

# Starting V8 takes as long as this many verdicts in QuickJS.
QUESTIONS_BEFORE_START = 4_000
# A call to V8 takes as long as this many verdicts in QuickJS.
LEAST_BATCH = 64


class BatchEngine(Engine):
    """The one V8 of this process. Threads take turns."""

    def __init__(self) -> None:
        super().__init__()
        from py_mini_racer import JSEvalException, MiniRacer

        self._refused = JSEvalException
        self._racer = MiniRacer()
        self._racer.eval(core_source())

    def call(self, name: str, *args: object) -> Any:
        try:
            return self._racer.call(f"robotsExclusion.{name}", *args)
        except self._refused as error:
            raise EngineError(message_of(str(error))) from None


class _Start:
    """The state of V8 in this process, even before V8 has started."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.engine: BatchEngine | None = None
        self.asked = 0
        self.is_missing = False

    def _after_fork(self) -> None:
        """Disables V8 in the child if any code has loaded V8, because the child does not inherit
        V8's threads. QuickJS is used instead."""
        self.lock = threading.Lock()
        self.is_missing = self.is_missing or "py_mini_racer" in sys.modules
        if self.engine is not None:
            leave_to_parent(self.engine)
            self.engine = None


_start = _Start()
renew_in_children(_start)


def batch_engine(questions: int) -> BatchEngine | None:
    """V8 if it is faster than QuickJS for this many verdicts, otherwise ``None``.

    V8 starts only when enough verdicts have been requested in batches.
    """
    if questions < LEAST_BATCH or _start.is_missing:
        return None
    with _start.lock:
        _start.asked += questions
        if _start.engine is None and _start.asked >= QUESTIONS_BEFORE_START:
            try:
                with no_fork:
                    _start.engine = BatchEngine()
            except (ImportError, OSError):
                # There is no V8 wheel for this platform. QuickJS gives the same verdicts.
                _start.is_missing = True
        return _start.engine
