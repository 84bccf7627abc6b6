#!/usr/bin/env bash
# robotexclusionrulesparser 1.7.1, which is used in place of Python's urllib.robotparser:
#
# 1. RobotFileParserLookalike.parse(text.splitlines()), the way in which urllib's parser is called, allows everything: the
#    lines are joined without line ends. Lines that keep their ends, splitlines(True), are read.
# 2. A field's name may have text before it: "xDisallow: /a" closes /a.
#
# Seen on 2026-11-29 with Python 3.11.7. Fails if one of these changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check robotexclusionrulesparser==1.7.1
cat >ask.py <<'PY'
from robotexclusionrulesparser import RobotExclusionRulesParser, RobotFileParserLookalike

text = 'User-agent: *\nDisallow: /a\n'
for keeps_ends in (False, True):
    parser = RobotFileParserLookalike()
    parser.parse(text.splitlines(keeps_ends))
    allowed = parser.can_fetch('FooBot', '/a')
    print(f'parse(text.splitlines({keeps_ends})): /a is', 'allowed' if allowed else 'disallowed')
    assert allowed is not keeps_ends
parser = RobotExclusionRulesParser()
parser.parse('User-agent: *\nxDisallow: /a\n')
allowed = parser.is_allowed('FooBot', '/a')
print('xDisallow: /a: /a is', 'allowed' if allowed else 'disallowed')
assert not allowed
PY
venv/bin/python ask.py
