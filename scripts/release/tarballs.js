/** Runs publint and attw on each tarball. Both are installed on demand. */
import { join } from 'node:path';
import { installedOnDemand } from '../on-demand.js';
import { runAside } from './run.js';

/** The findings of both tools. */
export async function tarballFailures({ tarballs }) {
  const folder = installedOnDemand('publint@0.3.25', '@arethetypeswrong/cli@0.18.5');
  const tool = (name) => join(folder, 'node_modules/.bin', name);
  const failures = [];
  for (const { file, manifest } of tarballs) {
    const runs = [[tool('publint'), '--strict', file]];
    const hasTypes = Object.keys(manifest.exports ?? {}).some((key) => manifest.exports[key]?.types);
    if (hasTypes) runs.push([tool('attw'), file, '--profile', 'esm-only']);
    for (const [command, ...args] of runs) {
      const { status, stdout, stderr } = await runAside(command, args);
      if (status !== 0) failures.push(`${manifest.name}: ${stdout}${stderr}`);
    }
  }
  return failures;
}
