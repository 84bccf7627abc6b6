/**
 * Installs the programs with which dialects are compared, each in a separate folder below the system's temporary
 * folder.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The command for `askProgram`. If a tool is missing or the program cannot be installed, prints a message and returns
 * undefined.
 */
export function installed({ name, needs, install }) {
  const missing = needs.filter((tool) => !isThere(tool));
  if (missing.length > 0) return skipped(name, `${missing.join(' and ')} not found`);
  const folder = join(tmpdir(), 'robots-exclusion-conformance', name.replace(/[^\w.]+/g, '-'));
  mkdirSync(folder, { recursive: true });
  try {
    return install(folder);
  } catch (error) {
    return skipped(name, `it cannot be installed: ${error.message}`);
  }
}

function skipped(name, reason) {
  console.log(`${name}: SKIPPED, ${reason}`);
  return undefined;
}

function isThere(tool) {
  const version = { java: '-version', erl: '-version', go: 'version' }[tool] ?? '--version';
  try {
    execFileSync(tool, [version], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
