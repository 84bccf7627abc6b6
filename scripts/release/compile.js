/** Compiles files outside of the workspace, as users of the packages would. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches errors in files of other packages, which this project cannot fix. */
const OTHERS = /^(?:\.\.\/|node_modules\/(?!@?robots-exclusion\/))/;

/** Compiles the files of a project strictly with the given `tsc`. Returns the error lines that `tsc` prints. */
export function compileErrors(project, tsc, { files, ...options }) {
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: false, target: 'ES2023', ...options };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: project, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => /\berror TS/.test(line) && !OTHERS.test(line));
}
