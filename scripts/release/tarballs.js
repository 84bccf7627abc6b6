/** publint and attw on each tarball. */
import { join } from 'node:path';
import { runAside } from './run.js';

/** Their findings. */
export async function tarballFailures({ root, tarballs }) {
  const tool = (name) => join(root, 'node_modules/.bin', name);
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
