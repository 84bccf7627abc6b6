"""The product tokens that select the groups of a crawler (RFC 9309 §2.2.1)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

# Known crawlers that do not simply follow their own group or that of ``*``: the tokens that they
# follow instead, in order, and whether they follow ``*`` at all. Written by scripts/generate-includes.js.
_PROFILES: dict[str, tuple[tuple[str, ...], bool]] = {
    # include crawlers-in-python
    "adsbot-google": ((), False),
    "adsbot-google-mobile": ((), False),
    "apis-google": ((), False),
    "applebot": (("googlebot",), True),
    "gocrawl": (("googlebot",), True),
    "google-cloudvertexbot": (("googlebot",), True),
    "google-safety": ((), False),
    "googlebot-image": (("googlebot",), True),
    "googlebot-news": (("googlebot",), True),
    "googlebot-video": (("googlebot",), True),
    "imagesiftbot": (("googlebot",), True),
    "kagibot": (("googlebot",), True),
    "mediapartners-google": ((), False),
    "mozilla-tabstack": ((), False),
    "screaming": (("googlebot",), True),
    "yadirectfetcher": ((), False),
    "yandexaccessibilitybot": ((), False),
    "yandexadditional": (("yandex",), True),
    "yandexblogs": (("yandex",), True),
    "yandexbot": (("yandex",), True),
    "yandexcalendar": ((), False),
    "yandexdirect": ((), False),
    "yandexdirectdyn": ((), False),
    "yandexfordomain": (("yandex",), True),
    "yandeximages": (("yandex",), True),
    "yandexmarket": (("yandex",), True),
    "yandexmedia": (("yandex",), True),
    "yandexmetrika": ((), False),
    "yandexmobilebot": ((), False),
    "yandexnews": (("yandex",), True),
    "yandexpagechecker": (("yandex",), True),
    "yandexscreenshotbot": ((), False),
    "yandexsearchshop": ((), False),
    "yandexspravbot": (("yandex",), True),
    "yandexuserproxy": ((), False),
    "yandexvertis": (("yandex",), True),
    "yandexvideo": (("yandex",), True),
    "yandexwebmaster": (("yandex",), True),
    # end
}

IGNORING_CASE = re.IGNORECASE | re.ASCII

# A product token, perhaps with a version. Other names take the engine.
_SIMPLE = re.compile(r"([A-Za-z0-9_][A-Za-z0-9._-]*)(?:/[A-Za-z0-9._-]*)?")


# Limit on the characters of all tokens, because Python takes a microsecond for each.
_MOST_CHARACTERS = 256


class Names(NamedTuple):
    """How to find the groups of one crawler."""

    # Each finds the user-agent records of one or more tokens. The first that finds any decides.
    own: tuple[re.Pattern[str], ...]
    follows_star: bool

    @property
    def is_profiled(self) -> bool:
        """Whether the registry sends the crawler to other groups than RFC 9309 does."""
        return len(self.own) > 1 or not self.follows_star


@lru_cache(maxsize=1024)
def names_of(agent: str | tuple[str, ...], literal: bool) -> Names | None:
    """How to find the crawler's groups; ``None`` if the engine must read the name."""
    if agent == "*":
        return Names((), True)
    tokens: list[str] = []
    for name in (agent,) if isinstance(agent, str) else agent:
        found = _SIMPLE.fullmatch(name)
        if found is None:
            return None
        tokens.append(found[1].lower())
    if not 0 < sum(map(len, tokens)) <= _MOST_CHARACTERS:
        return None
    fallbacks, follows_star = _PROFILES.get(tokens[0], ((), True)) if len(tokens) == 1 and not literal else ((), True)
    return Names((_record_of(tokens), *(_record_of([each]) for each in fallbacks)), follows_star)


def _record_of(tokens: list[str]) -> re.Pattern[str]:
    """Finds a user-agent record whose token, which ends before the first white space, ``/``, ``*``,
    ``,``, ``;`` or ``(``, is one of the tokens."""
    either = "|".join(map(re.escape, tokens))
    return re.compile(rf"\n[ \t]*user-agent[ \t]*:[ \t]*({either})(?=[ \t/*,;(#\n])", IGNORING_CASE)
