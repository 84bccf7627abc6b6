/** Compiles files outside of the workspace, as users of the packages would. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches errors in files of other packages, which this project cannot fix. */
const OTHERS = /^(?:\.\.\/|node_modules\/(?!@?robots-exclusion\/))/;

/**
 * Compiles files of a project in strict mode with the given `tsc`. Returns the error lines that `tsc` prints.
 *
 * @throws {Error} If `tsc` fails without an error in a file, for example because it cannot be started.
 */
export function compileErrors(project, tsc, { files, ...options }) {
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: false, target: 'ES2023', ...options };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', '.'], {
    cwd: project,
    encoding: 'utf8',
  });
  const errors = stdout.split('\n').filter((line) => /\berror TS/.test(line));
  if (status !== 0 && errors.length === 0) throw new Error(`${tsc} ended with ${status}\n${stdout}${stderr}`);
  return errors.filter((line) => !OTHERS.test(line));
}
