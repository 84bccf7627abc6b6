/** Finds a Node with `node:sqlite`: the running one, or one that `npm run smoke` installed. */
import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The path of a Node with `node:sqlite`; undefined if none is found. */
export function nodeWithSqlite(): string | undefined {
  if (builtinModules.includes('node:sqlite')) return process.execPath;
  // The tests have a temporary folder of their own, in the one where it installs.
  const installed = join(tmpdir(), '../robots-exclusion-runtimes/node_modules/node24/bin/node');
  return existsSync(installed) ? installed : undefined;
}
