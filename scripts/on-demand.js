/**
 * Installs packages that only a few commands need. They are installed when such a command first runs, so that `npm ci`
 * is faster.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../node_modules/.cache/on-demand', import.meta.url));

/**
 * Installs packages into a shared folder, and returns the folder. Specifiers name exact versions, so installed packages
 * need no network.
 *
 * @throws {Error} If the registry cannot be reached and a package is not installed yet.
 */
export function installedOnDemand(...specifiers) {
  const missing = specifiers.filter((specifier) => !existsSync(join(FOLDER, 'marks', markOf(specifier))));
  if (missing.length > 0) {
    mkdirSync(join(FOLDER, 'marks'), { recursive: true });
    if (!existsSync(join(FOLDER, 'package.json')))
      writeFileSync(join(FOLDER, 'package.json'), '{"private":true}\n');
    const flags = ['--omit=peer', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    execFileSync('npm', ['install', ...flags, ...missing], { cwd: FOLDER, stdio: 'pipe', timeout: 300_000 });
    for (const specifier of missing) writeFileSync(join(FOLDER, 'marks', markOf(specifier)), '');
  }
  return FOLDER;
}

/**
 * Requires a package, or a file in it, and installs the package first if necessary.
 *
 * @param {string} specifier Such as `express@5.3.0`.
 * @param {string} [file] A path in the package. Default: the package itself.
 */
export function requireOnDemand(specifier, file = '') {
  const folder = installedOnDemand(specifier);
  const name = specifier.slice(0, specifier.lastIndexOf('@'));
  return createRequire(join(folder, 'package.json'))(posix.join(name, file));
}

function markOf(specifier) {
  return specifier.replaceAll('/', '+');
}
