/** Finds a Python with the modules that the integrations need. */
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isOnPath, type Needs, needs } from '@robots-exclusion/testkit';

/** The folder into which `.ci/run` installs PySpark and DuckDB. */
const CACHE = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'robots-exclusion/python/bin/python',
);

/** The first Python found that has the modules. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  const candidates = [process.env['ROBOTS_PYTHON'], CACHE, 'python3'].filter((each) => each !== undefined);
  const program = modules.length === 0 ? 'pass' : `import ${modules.join(', ')}`;
  return candidates.find((python) => spawnSync(python, ['-c', program], { stdio: 'ignore' }).status === 0);
}

/** Skips tests if Java or PySpark is missing. */
export function needsSpark(python: string | undefined): Needs {
  const isThere = python !== undefined && isOnPath('java');
  return needs('Java 17 and Python with "pyspark[sql]" (ROBOTS_PYTHON names another one)', isThere);
}

/** Skips tests if Python or a module is missing. */
export function needsPython(python: string | undefined, ...modules: readonly string[]): Needs {
  return needs(
    `Python 3.9${modules.map((each) => ` with ${each}`).join()} (ROBOTS_PYTHON names another one)`,
    python !== undefined,
  );
}
