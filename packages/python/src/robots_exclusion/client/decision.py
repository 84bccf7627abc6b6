"""The decision about one URL."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from ..verdict import Judgement

if TYPE_CHECKING:
    from ..turns import Lines

Action = Literal["fetch", "skip", "defer"]
Outcome = Literal["rules", "no-rules", "unreachable", "stale-rules", "refused", "not-cached", "unsupported"]
Mode = Literal["default", "reload", "cache-only"]


class BadUrlError(ValueError):
    """The given text is not an absolute URL."""


def require_mode(mode: object) -> None:
    """Raises:
    ValueError: The mode is unknown.
    """
    if mode not in get_args(Mode):
        raise ValueError(f"Cannot check with mode {mode!r}: expected one of {', '.join(get_args(Mode))}")


def _none() -> None:
    return None


@dataclass(frozen=True)
class Decision:
    """The decision for one URL. ``action`` states what to do now. Times are in seconds since the
    epoch.

    ``defer`` means that the verdict is not known yet. Check the URL again at ``retry_at``.
    """

    url: str
    action: Action
    outcome: Outcome
    policy_row: str
    # Without a default in the class, so that a missing verdict reaches ``__getattr__``.
    verdict: Judgement | None = field(default_factory=_none)
    robots_url: str | None = None
    fetched_at: float | None = None
    expires_at: float | None = None
    retry_at: float | None = None
    crawl_delay_seconds: float | None = None
    requested_at: float | None = None
    """When robots.txt was last requested, with or without success."""

    @property
    def allowed(self) -> bool:
        return self.action == "fetch"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The verdict of a decision that was made without it, found when it is first read."""
            members = self.__dict__
            judge = members.get("_judge") if name == "verdict" else None
            if judge is not None:
                members["verdict"] = judge(self.url)
                members.pop("_judge", None)
            # Another thread may have found the verdict meanwhile.
            if name not in members:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return members[name]

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, slots=True)
class Reservation:
    """The next instant at which the crawler may fetch from the URL's origin, reserved for the caller.

    ``at`` is in seconds since the epoch, and ``None`` if ``decision.action`` is not ``fetch``: nothing was reserved.
    """

    decision: Decision
    at: float | None = None
    delay_seconds: float = 0.0


def reserved(decision: Decision, lines: Lines, max_wait: float) -> Reservation:
    """Takes the next instant in the origin's line."""
    if not decision.allowed:
        return Reservation(decision)
    line = lines.of(decision)
    if line is None:
        return Reservation(decision, time.time())
    wait = line.reserve(decision, max_wait)
    at = time.time() + wait
    if wait <= max_wait:
        return Reservation(decision, at, decision.crawl_delay_seconds or 0.0)
    return Reservation(replace(decision, action="defer", policy_row="crawl-delay", retry_at=at))
