"""Turns the known data about an origin into a decision about a URL, without network access."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ..engine import EngineError, quick_engine
from ..robots import Robots, url_text
from ..verdict import Crawler, Judgement, judgement_of
from .decision import BadUrlError, Decision
from .exchange import Exchange, Fetched, Request, exchange
from .policy import ask
from .settings import Settings
from .store import MemoryStore

NOTHING = Robots.parse(b"")
# Limit on cached files; the oldest are dropped.
MOST_FILES = 256
# Reading a file of this size or more would block an event loop for too long: 100 KiB take 0.1 s.
LARGE = 32 * 1024


@dataclass(frozen=True, slots=True)
class Location:
    """The robots.txt that applies to a URL."""

    origin: str
    robots_url: str
    is_supported: bool


def locate(url: str) -> Location | None:
    """The location of the robots.txt for a URL; ``None`` if the URL cannot have one.

    Raises:
        TypeError: ``url`` is not text.
        BadUrlError: ``url`` is not an absolute URL.
    """
    try:
        found = ask("locateJson", json.dumps(url_text(url)))
    except EngineError as error:
        raise BadUrlError(str(error)) from None
    if found is None:
        return None
    return Location(found["origin"], found["robotsUrl"], found["scheme"] in ("http", "https"))


@dataclass(frozen=True, slots=True)
class _File:
    """A file, with its rules for the client's crawler."""

    robots: Robots
    crawler: Crawler
    delay: float | None


class Knowledge:
    """A client's knowledge about origins, and the conclusions for its crawler."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._files: dict[str, _File] = {}

    @property
    def agent(self) -> tuple[str, ...]:
        agent = self.settings.agent
        return (agent,) if isinstance(agent, str) else tuple(agent)

    def is_current(self, origin: str) -> bool:
        """Whether the origin's stored record can be used without a request."""
        known = self._known(origin)
        return known is not None and bool(known[0]["isCurrent"])

    def is_slow(self, origin: str) -> bool:
        """Whether a decision about the origin takes longer than an event loop should wait."""
        if not isinstance(self.settings.store, MemoryStore):
            return True
        entry = self.settings.store.get(origin)
        return entry is not None and len(entry[1]) >= LARGE

    def exchange(self, location: Location, *, is_reload: bool = False) -> Exchange:
        """The fetch that renews the record of an origin."""
        record, body = self._record(location.origin)
        limits = self.settings.limits
        request = Request(
            robots_url=location.robots_url,
            user_agent=self.settings.user_agent,
            record=record,
            body=body,
            now_ms=self.settings.now_ms(),
            max_bytes=limits.max_bytes,
            max_redirects=limits.max_redirects,
            is_reload=is_reload,
        )
        return exchange(request, self.settings.policy)

    def learn(self, origin: str, fetched: Fetched) -> None:
        """Stores the result of a fetch."""
        attempt, body = fetched
        record, before = self._record(origin)
        asked = {"origin": origin, "record": record, "fetched": attempt}
        advanced = self.settings.policy.call("advanceJson", asked)
        self.settings.store.set(origin, (json.dumps(advanced), _copy_of(advanced, body, before)))
        target = self.settings.policy.call("targetJson", {"origin": origin, "fetched": attempt})
        if target is not None:
            self._learn_of_target(target, fetched)

    def _learn_of_target(self, origin: str, fetched: Fetched) -> None:
        """Stores the target of a redirect also as the record of the target's own origin."""
        attempt, body = fetched
        record, _ = self._record(origin)
        asked = {"origin": origin, "record": record, "fetched": attempt, "now": self.settings.now_ms()}
        advanced = self.settings.policy.call("targetRecordJson", asked)
        if advanced is not None:
            self.settings.store.set(origin, (json.dumps(advanced), _copy_of(advanced, body)))

    def decide(self, url: str, location: Location | None) -> Decision:
        """The decision from the stored data, even if the record has expired."""
        if location is None or not location.is_supported:
            return self._without_rules(url, location, {"outcome": "unsupported", "policyRow": "unsupported"})
        known = self._known(location.origin)
        if known is None:
            return self._without_rules(url, location, {"outcome": "not-cached", "policyRow": "not-cached"})
        settled, body = known
        if settled["digest"] is None:
            return self._without_rules(url, location, settled)
        file = self._file(settled["digest"], body)
        with quick_engine() as engine:
            rules = file.robots._compiled(engine, self.settings.agent, False)
            step = self._step(rules, url, settled, file.delay)
        return _decision(url, location, settled, step, judgement_of(step["verdict"], file.crawler))

    def decide_current(self, url: str, location: Location) -> Decision | None:
        """The decision from a stored record; ``None`` if a request to the origin is needed."""
        return self.decide(url, location) if self.is_current(location.origin) else None

    def decide_kept(self, url: str, location: Location) -> Decision:
        """The decision from a stored record. Without a valid record, the decision for an origin
        that is not cached."""
        kept = self.decide_current(url, location)
        return kept or self._without_rules(url, location, {"outcome": "not-cached", "policyRow": "not-cached"})

    def _without_rules(self, url: str, location: Location | None, settled: dict[str, Any]) -> Decision:
        step = self._step(0, url, settled, None)
        crawler = NOTHING.crawler(self.settings.agent)
        return _decision(url, location, settled, step, step["verdict"] and judgement_of(step["verdict"], crawler))

    def _step(self, rules: int, url: str, settled: dict[str, Any], delay: float | None) -> Any:
        question = {
            "url": url,
            "settlement": settled,
            "now": self.settings.now_ms(),
            "crawlDelaySeconds": delay,
            "maxCrawlDelaySeconds": self.settings.max_crawl_delay_seconds,
        }
        return ask("decideJson", rules, json.dumps(question))

    def _known(self, origin: str) -> tuple[dict[str, Any], str] | None:
        """The current meaning of an origin's record, and the octets of its copy; ``None`` if the
        record is missing or damaged."""
        entry = self.settings.store.get(origin)
        if entry is None:
            return None
        record, body = entry
        try:
            settled: dict[str, Any] = self.settings.policy.settle(record, self.settings.now_ms())
        except EngineError:
            return None
        digest = settled["digest"]
        is_whole = digest is None or digest in self._files or digest == _digest(body)
        return (settled, body) if is_whole else None

    def _record(self, origin: str) -> tuple[Any, str]:
        """The record of an origin and the octets of its copy, for the next attempt."""
        if self._known(origin) is None:
            return None, ""
        entry = self.settings.store.get(origin)
        return (json.loads(entry[0]), entry[1]) if entry else (None, "")

    def _file(self, digest: str, latin1: str) -> _File:
        known = self._files.get(digest)
        if known is not None:
            return known
        robots = Robots.parse(latin1.encode("latin-1"), max_bytes=self.settings.limits.max_bytes)
        agent = self.settings.agent
        file = _File(robots, robots.crawler(agent), robots.crawl_delay(agent))
        if len(self._files) >= MOST_FILES:
            self._files.pop(next(iter(self._files)), None)
        self._files[digest] = file
        return file


def _decision(
    url: str,
    location: Location | None,
    settled: dict[str, Any],
    step: dict[str, Any],
    verdict: Judgement | None,
) -> Decision:
    return Decision(
        url=url,
        action=step["action"],
        outcome=settled["outcome"],
        policy_row=settled["policyRow"],
        verdict=verdict,
        robots_url=location.robots_url if location else None,
        fetched_at=_seconds(settled.get("fetchedAt")),
        expires_at=_seconds(settled.get("expiresAt")),
        retry_at=_seconds(step.get("retryAt", settled.get("retryAt"))),
        crawl_delay_seconds=step.get("crawlDelaySeconds"),
        requested_at=_seconds(settled.get("requestedAt")),
    )


def _copy_of(record: dict[str, Any], *candidates: str) -> str:
    """The octets of the record's copy, found by digest, because another process may have stored a
    newer copy."""
    digest = record.get("good", {}).get("digest")
    return next((each for each in candidates if _digest(each) == digest), "")


def _digest(latin1: str) -> str:
    return sha256(latin1.encode("latin-1")).hexdigest()


def _seconds(ms: float | None) -> float | None:
    return None if ms is None else ms / 1000
