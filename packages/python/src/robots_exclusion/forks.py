"""Prevents forked children from using what they cannot share with the parent: locks that a thread
holds, connections, and engines with threads."""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Protocol
from weakref import WeakSet


# Prevents forks during SQLite calls and imports. SQLite and the import system have internal locks.
# If another thread holds such a lock during a fork, the child process can never acquire it.
no_fork = threading.RLock()


class Forked(Protocol):
    """An object that a child process must create again."""

    def _after_fork(self) -> None: ...


_forked: WeakSet[Forked] = WeakSet()


def renew_in_children(thing: Forked) -> None:
    """Calls ``_after_fork`` in every child that is forked while the object exists, before the child continues."""
    _forked.add(thing)


def leave_to_parent(thing: object) -> None:
    """Keeps the object alive in the child for ever, because its destructor would wait for threads
    that exist only in the parent."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))


def _renew() -> None:
    no_fork.release()
    for thing in list(_forked):
        thing._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=no_fork.acquire, after_in_parent=no_fork.release, after_in_child=_renew)
