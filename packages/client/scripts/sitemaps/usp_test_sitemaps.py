"""Writes the sitemaps that ultimate-sitemap-parser's tests (first argument) serve or parse into the second argument."""

import importlib
import inspect
import sys
from pathlib import Path

tests, to = map(Path, sys.argv[1:])
sys.path.insert(0, str(tests.parent))
found = {}


class Recorder:
    """Stands for the fixture requests_mock: keeps each body."""

    def add_matcher(self, _):
        pass

    def get(self, url, text=None, content=None, **_):
        body = content if content is not None else (text or "").encode()
        if "sitemap" in str(url).removeprefix("http://test_ultimate-sitemap-parser.com"):
            found.setdefault(body, None)


class Recorded(Exception):
    """Ends a test once its sitemaps are known."""


def stop(*_, content=None, **__):
    if content is not None:
        found.setdefault(content.encode(), None)
    raise Recorded


for file in sorted((tests / "tree").glob("test_*.py")):
    module = importlib.import_module(f"tests.tree.{file.stem}")
    for name in ("sitemap_tree_for_homepage", "sitemap_from_str"):
        setattr(module, name, stop)
    for _, kind in inspect.getmembers(module, inspect.isclass):
        for name, test in inspect.getmembers(kind, inspect.isfunction):
            if kind.__module__ != module.__name__ or not name.startswith("test_"):
                continue
            fixtures = list(inspect.signature(test).parameters)[1:]
            try:
                test(kind(), *(Recorder() for _ in fixtures))
            except Exception:
                pass  # A fixture of another kind, or a test of something other than sitemaps.
for number, body in enumerate(found):
    (to / f"usp-test-{number:02}").write_bytes(body)
