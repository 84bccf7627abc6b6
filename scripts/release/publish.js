/**
 * Publishes the tarballs of a folder, dependencies first: `node scripts/release/publish.js release`. Skips versions
 * that the registry already has, so that an interrupted run can be repeated.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { manifestIn } from './pack.js';

const folder = process.argv[2] ?? 'release';
const tarballs = readdirSync(folder)
  .filter((name) => name.endsWith('.tgz'))
  .map((name) => join(folder, name))
  .map((file) => ({ file, manifest: manifestIn(file) }));
if (tarballs.length === 0)
  throw new Error(`${folder}: there are no tarballs; run "npm run release:dry" first`);

for (const { file, manifest } of inOrder(tarballs)) {
  const spec = `${manifest.name}@${manifest.version}`;
  if (isPublished(spec)) console.log(`${spec}: is published already`);
  else execFileSync('npm', ['publish', file, '--access', 'public', '--provenance'], { stdio: 'inherit' });
}

/** Sorts packages so that each comes after its dependencies. */
function inOrder(all) {
  const ordered = [];
  const visit = (tarball) => {
    if (ordered.includes(tarball)) return;
    for (const name of Object.keys(tarball.manifest.dependencies ?? {})) {
      const needed = all.find(({ manifest }) => manifest.name === name);
      if (needed) visit(needed);
    }
    ordered.push(tarball);
  };
  for (const tarball of all) visit(tarball);
  return ordered;
}

function isPublished(spec) {
  const { status, stdout, stderr } = spawnSync('npm', ['view', spec, 'version'], { encoding: 'utf8' });
  if (status === 0) return stdout.trim() !== '';
  if (stderr.includes('E404')) return false;
  throw new Error(`Cannot ask the registry for ${spec}: ${stderr}`);
}
