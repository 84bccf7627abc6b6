#!/usr/bin/env bash
# puppeteer-core 25.16.0 and 22.15.0 (npm), with Chromium 156:
#
# Two DevTools sessions of the browser that are opened at once are mixed up: when the second one is detached, Puppeteer
# forgets the browser's target, and each later browser.target() throws "Browser target is not found". Sessions that are
# opened one after another can be detached.
#
# Seen on 2026-11-30 with Node.js 20.20. Fails if this changes. CHROMIUM names the browser.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export CHROMIUM="${CHROMIUM:-$(command -v chromium)}"
cat >ask.mjs <<'JS'
import assert from 'node:assert/strict';
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
const open = () => browser.target().createCDPSession();

async function answerAfter([, second]) {
  await second.detach();
  try {
    return browser.target().type();
  } catch (error) {
    return error.message;
  }
}

const answers = [await answerAfter([await open(), await open()]), await answerAfter(await Promise.all([open(), open()]))];
console.log('opened one after another:', answers[0]);
console.log('opened at once:', answers[1]);
await browser.close();
assert.deepEqual(answers, ['browser', 'Browser target is not found']);
JS
for version in 25.16.0 22.15.0; do
  npm init -y >/dev/null
  npm install --ignore-scripts --no-audit --no-fund --silent "puppeteer-core@$version"
  echo "puppeteer-core $version"
  node ask.mjs
done
