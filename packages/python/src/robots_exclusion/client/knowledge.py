"""From what is known of an origin to the decision about a URL. No network."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ..engine import EngineError, quick_engine
from ..robots import Robots
from ..verdict import Verdict, verdict_of
from .decision import Decision
from .exchange import Exchange, Fetched, Request, exchange
from .policy import ask
from .settings import Settings

NOTHING = Robots.parse(b"")
# Limit on cached files; the oldest are dropped.
MOST_FILES = 256


@dataclass(frozen=True, slots=True)
class Location:
    """Where the rules for a URL come from."""

    origin: str
    robots_url: str
    is_supported: bool


def locate(url: str) -> Location | None:
    """The robots.txt of a URL; ``None`` where it has none.

    Raises:
        ValueError: It is not an absolute URL.
    """
    try:
        found = ask("locateJson", json.dumps(url))
    except EngineError as error:
        raise ValueError(str(error)) from None
    if found is None:
        return None
    return Location(found["origin"], found["robotsUrl"], found["scheme"] in ("http", "https"))


class Knowledge:
    """What a client knows of origins, and what that means for its crawler."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._files: dict[str, Robots] = {}

    def is_current(self, origin: str) -> bool:
        """Whether the origin need not be asked."""
        entry = self.settings.store.get(origin)
        return entry is not None and bool(self._settled(entry[0])["isCurrent"])

    def exchange(self, location: Location, *, is_reload: bool = False) -> Exchange:
        """The fetch that would renew what is known."""
        entry = self.settings.store.get(location.origin)
        record, body = (json.loads(entry[0]), entry[1]) if entry else (None, "")
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
        """Keeps what a fetch gave."""
        attempt, body = fetched
        entry = self.settings.store.get(origin)
        record, before = (json.loads(entry[0]), entry[1]) if entry else (None, "")
        asked = {"origin": origin, "record": record, "fetched": attempt}
        advanced = self.settings.policy.call("advanceJson", asked)
        self.settings.store.set(origin, (json.dumps(advanced), _copy_of(advanced, body, before)))
        target = self.settings.policy.call("targetJson", {"origin": origin, "fetched": attempt})
        if target is not None:
            self._learn_of_target(target, fetched)

    def _learn_of_target(self, origin: str, fetched: Fetched) -> None:
        """What a redirect led to is the record of the origin whose robots.txt it is, too."""
        attempt, body = fetched
        entry = self.settings.store.get(origin)
        record = json.loads(entry[0]) if entry else None
        asked = {"origin": origin, "record": record, "fetched": attempt, "now": self.settings.now_ms()}
        advanced = self.settings.policy.call("targetRecordJson", asked)
        if advanced is not None:
            self.settings.store.set(origin, (json.dumps(advanced), _copy_of(advanced, body)))

    def decide(self, url: str, location: Location | None) -> Decision:
        """The decision by what is known now; what is kept may have expired."""
        if location is None or not location.is_supported:
            return self._without_rules(url, location, {"outcome": "unsupported", "policyRow": "unsupported"})
        entry = self.settings.store.get(location.origin)
        if entry is None:
            return self._without_rules(url, location, {"outcome": "not-cached", "policyRow": "not-cached"})
        settled = self._settled(entry[0])
        if settled["digest"] is None:
            return self._without_rules(url, location, settled)
        robots = self._file(settled, entry[1])
        delay = robots.crawl_delay(self.settings.agent)
        rules = robots._rules(quick_engine(), self.settings.agent, False)
        crawler = robots.crawler(self.settings.agent)
        step = self._step(rules, url, settled, delay)
        return _decision(url, location, settled, step, verdict_of(step["verdict"], crawler))

    def decide_kept(self, url: str, location: Location) -> Decision:
        """The decision by what is kept, if it still holds."""
        if self.is_current(location.origin):
            return self.decide(url, location)
        return self._without_rules(url, location, {"outcome": "not-cached", "policyRow": "not-cached"})

    def _without_rules(self, url: str, location: Location | None, settled: dict[str, Any]) -> Decision:
        step = self._step(0, url, settled, None)
        crawler = NOTHING.crawler(self.settings.agent)
        return _decision(url, location, settled, step, step["verdict"] and verdict_of(step["verdict"], crawler))

    def _step(self, rules: int, url: str, settled: dict[str, Any], delay: float | None) -> Any:
        question = {
            "url": url,
            "settlement": settled,
            "now": self.settings.now_ms(),
            "crawlDelaySeconds": delay,
            "maxCrawlDelaySeconds": self.settings.max_crawl_delay_seconds,
        }
        return ask("decideJson", rules, json.dumps(question))

    def _settled(self, record: str) -> dict[str, Any]:
        settled: dict[str, Any] = self.settings.policy.settle(record, self.settings.now_ms())
        return settled

    def _file(self, settled: dict[str, Any], latin1: str) -> Robots:
        digest = settled["digest"]
        known = self._files.get(digest)
        if known is not None:
            return known
        robots = Robots.parse(latin1.encode("latin-1"), max_bytes=self.settings.limits.max_bytes)
        if len(self._files) >= MOST_FILES:
            self._files.pop(next(iter(self._files)), None)
        self._files[digest] = robots
        return robots


def _decision(
    url: str,
    location: Location | None,
    settled: dict[str, Any],
    step: dict[str, Any],
    verdict: Verdict | None,
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
    )


def _copy_of(record: dict[str, Any], *candidates: str) -> str:
    """The octets of the record's copy: another process may have stored a newer one meanwhile."""
    digest = record.get("good", {}).get("digest")
    return next((each for each in candidates if sha256(each.encode("latin-1")).hexdigest() == digest), "")


def _seconds(ms: float | None) -> float | None:
    return None if ms is None else ms / 1000
