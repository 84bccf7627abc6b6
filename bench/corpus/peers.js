/** Programs in other languages, where there is what they take. What is not there is named on standard error. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Python that has these modules: what PYTHON names, or python3; undefined without one. */
export function pythonWith(modules) {
  const python = process.env.PYTHON ?? 'python3';
  const { status } = spawnSync(python, ['-c', `import ${modules.join(', ')}`]);
  if (status === 0) return python;
  return leftOut(`Python: ${python} does not have ${modules.join(' and ')}`);
}

/** The program in `rust`, built in this folder; undefined where it cannot be. */
export function buildRust(folder) {
  const manifest = fileURLToPath(new URL('rust/Cargo.toml', import.meta.url));
  const args = ['build', '--release', '--quiet', '--locked', '--manifest-path', manifest];
  const env = { ...process.env, CARGO_TARGET_DIR: folder };
  const { status, stderr } = spawnSync('cargo', args, { env, encoding: 'utf8' });
  if (status === 0) return join(folder, 'release', 'flate2-fast-robots');
  return leftOut(`Rust: ${stderr?.trim() || 'there is no cargo'}`);
}

function leftOut(reason) {
  console.error(`Left out: ${reason}`);
}
