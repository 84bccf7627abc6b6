/** A Node with `node:sqlite`: this one, or one installed by `npm run smoke`. */
import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Its path; undefined where there is none. */
export function nodeWithSqlite(): string | undefined {
  if (builtinModules.includes('node:sqlite')) return process.execPath;
  const installed = join(tmpdir(), 'robots-exclusion-runtimes/node_modules/node24/bin/node');
  return existsSync(installed) ? installed : undefined;
}
