#!/usr/bin/env node
// This file is CommonJS, which starts faster than an ES module (see package.json beside it).
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { useCodeCache } = require('./code-cache.js');

const built = join(__dirname, '../lib');
const main = join(built, 'main.cjs');

if (existsSync(main)) {
  useCodeCache(built);
  require(main);
} else {
  console.error(
    'robots: the command is not built yet: run "npm ci" or "npm run build" in the repository first',
  );
  process.exitCode = 70;
}
