/** Finds the tools that programs in other languages need. Reports missing tools on standard error. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Python that PYTHON names, or python3; undefined if it lacks one of the modules. */
export function pythonWith(modules) {
  const python = process.env.PYTHON ?? 'python3';
  const { status } = spawnSync(python, ['-c', `import ${modules.join(', ')}`]);
  if (status === 0) return python;
  return leftOut(`Python: ${python} does not have ${modules.join(' and ')}`);
}

/** Builds the program of `rust` in this folder; undefined if the build is not possible. */
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
