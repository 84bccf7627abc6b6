#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../lib/main.js', import.meta.url);

if (existsSync(main)) {
  await import(main.href);
} else {
  console.error(
    'robots: the command is not built yet: run "npm ci" or "npm run build" in the repository first',
  );
  process.exitCode = 70;
}
