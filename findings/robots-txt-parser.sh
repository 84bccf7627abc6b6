#!/usr/bin/env bash
# robots-txt-parser 2.0.3 (npm):
#
# 1. Of several user-agent lines in a row, the last alone gets the rules behind them (RFC 9309 §2.1: all of them do).
# 2. A pattern is looked for in the whole URL, not at the start of its path: "Disallow: /a" closes /b/a, and
#    "Disallow: /example" closes every page of https://example.com.
#
# Seen on 2026-11-29 with Node.js 20.20. Fails if one of these changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent robots-txt-parser@2.0.3
cat >ask.cjs <<'JS'
const assert = require('node:assert/strict');
const robotsParser = require('robots-txt-parser');

const questions = [
  ['User-agent: FooBot\nUser-agent: BarBot\nDisallow: /a\n', 'FooBot', 'https://example.com/a', true],
  ['User-agent: FooBot\nUser-agent: BarBot\nDisallow: /a\n', 'BarBot', 'https://example.com/a', false],
  ['User-agent: *\nDisallow: /a\n', 'FooBot', 'https://example.com/b/a', false],
  ['User-agent: *\nDisallow: /example\n', 'FooBot', 'https://example.com/b', false],
];
for (const [text, agent, url, expected] of questions) {
  const robots = robotsParser({ userAgent: agent, allowOnNeutral: true });
  robots.parseRobots('https://example.com', text);
  const allowed = robots.canCrawlSync(url);
  console.log(`${JSON.stringify(text)} ${agent} ${url}: ${allowed ? 'allowed' : 'disallowed'}`);
  assert.equal(allowed, expected);
}
JS
node ask.cjs
