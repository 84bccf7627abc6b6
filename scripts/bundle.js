/**
 * Bundles core, the client, the corpus package and the command into a few files each. Programs load these files; `tsc`
 * also writes one file per module.
 */
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleBatch } from '../packages/cli/scripts/bundle/batch.js';
import { bundleCommand } from '../packages/cli/scripts/bundle/command.js';
import { bundleSql } from '../packages/cli/scripts/bundle/sql.js';
import { bundleCore } from '../packages/core/scripts/bundle/core.js';
import { bundlePackage } from './write-bundle.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await bundleCore();
// The parsers of HTML and XML weigh less here than their packages, of which the client needs a part.
await bundlePackage('packages/client', [], /^(?:parse5|htmlparser2|entities|dom-?[a-z]+)(?:\/|$)/);
await bundlePackage('packages/corpus', ['src/run/unit-process.ts']);
await bundleCommand();
// Findings link to this copy if package.json names no repository.
copyFileSync('docs/lint.md', 'packages/cli/lib/lint.md');
await bundleSql();
await bundleBatch();
