#!/usr/bin/env bash
# Lighthouse 13.5.0, audit "is-crawlable": what it makes of X-Robots-Tag. Two answers that good guesses get wrong:
#
# 1. "googlebot: noindex" (the spelling in Google's own documentation) passes without a warning, but "Googlebot: noindex"
#    warns. The audit compares the name in the field with "Googlebot" and takes account of letter case; names of crawlers
#    do not depend on case, and for meta elements the audit ignores case.
# 2. "max-snippet: 0, noindex" passes, but "noindex, max-snippet: 0" fails. The audit takes each text before a colon,
#    except "unavailable_after", for the name of a crawler, so max-snippet, which Google documents as a rule, hides the
#    rules after it.
#
# Seen on 2026-11-29 with Node.js 20.20. Fails if a score or the number of warnings changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent lighthouse@13.5.0
cat >audit.mjs <<'JS'
import assert from 'node:assert/strict';
import IsCrawlable from 'lighthouse/core/audits/seo/is-crawlable.js';
import { MainResource } from 'lighthouse/core/computed/main-resource.js';

const url = 'https://example.com/';
const expected = [
  ['noindex', 0, 0],
  ['Googlebot: noindex', 1, 1],
  ['googlebot: noindex', 1, 0],
  ['noindex, max-snippet: 0', 0, 0],
  ['max-snippet: 0, noindex', 1, 0],
];
for (const [value, score, warnings] of expected) {
  // The computed artifact is replaced, because it would need a recording of a browser's network log.
  MainResource.request = async () => ({ url, responseHeaders: [{ name: 'X-Robots-Tag', value }] });
  const artifacts = { URL: { mainDocumentUrl: url, finalDisplayedUrl: url }, RobotsTxt: {}, MetaElements: [], devtoolsLogs: {} };
  const result = await IsCrawlable.audit(artifacts, { computedCache: new Map() });
  const seen = [value, result.score, (result.warnings ?? []).length];
  console.log(`X-Robots-Tag: ${value} → score ${seen[1]}, warnings ${seen[2]}`);
  assert.deepEqual(seen, [value, score, warnings]);
}
JS
node audit.mjs
