/** Creates an empty project outside of the clone that installs all packages by name. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, runAside } from './run.js';

/** Creates the project, and installs the packages that the documentation tells users to install. */
export async function createProject({ root, tarballs, registry, project }) {
  mkdirSync(project, { recursive: true });
  writeFileSync(
    join(project, 'package.json'),
    '{"name":"stranger","version":"1.0.0","private":true,"type":"module"}\n',
  );
  writeFileSync(join(project, '.npmrc'), `registry=${registry}\nfund=false\naudit=false\n`);
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const tools = ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`);
  const names = tarballs.map(({ manifest }) => manifest.name);
  const peers = Object.entries(
    Object.assign({}, ...tarballs.map(({ manifest }) => manifest.peerDependencies)),
  );
  const peerSpecs = peers.map(([name, range]) => `${name}@${range}`);
  const { status, stderr } = await runAside('npm', ['install', ...names, ...peerSpecs, ...tools], {
    cwd: project,
  });
  return status === 0 ? [] : [stderr];
}

/** Imports and requires every entry of every package. Both must have the same exports. */
export async function entryFailures({ tarballs, project }) {
  const specifiers = tarballs.flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((entry) => entry !== './package.json' && !entry.includes('*'))
      .map((entry) => `${manifest.name}${entry.slice(1)}`),
  );
  const script = `
    import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url);
    for (const name of ${JSON.stringify(specifiers)}) {
      const [imported, required] = [await import(name), require(name)];
      const wanted = imported['module.exports'] ?? imported;
      if (wanted !== required && Object.keys(wanted).join() !== Object.keys(required).join())
        throw new Error(name + ': import and require differ');
    }`;
  writeFileSync(join(project, 'entries.mjs'), script);
  const { status, stderr } = await runAside(process.execPath, ['entries.mjs'], { cwd: project });
  return status === 0 ? [] : [stderr];
}

/** Writes a bill of materials of the whole installation, in CycloneDX format, beside the tarballs. */
export async function writeSbom({ project, scratch }) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  writeFileSync(join(scratch, 'tarballs/sbom.cdx.json'), run('npm', args, { cwd: project }));
  return [];
}
