/** Sets up what an editor finds on a user's machine: the real command on the path, and the documented configuration. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The first code block of docs/editor.md that is in the language `language` and follows a line that begins with
 * `beginning`.
 */
export function documentedBlock(beginning: string, language: string): string {
  const text = readFileSync(new URL('../../../docs/editor.md', import.meta.url), 'utf8');
  const [, code] =
    new RegExp(
      `^${beginning}[\\s\\S]*?^\x60\x60\x60${language}[^\\n]*\\n([\\s\\S]*?)^\x60\x60\x60$`,
      'm',
    ).exec(text) ?? [];
  if (code === undefined) throw new Error(`docs/editor.md has no ${language} below "${beginning}"`);
  return code;
}

/** An environment with `folder` as the home folder, and `robots` on the path. */
export function withCommand(folder: string): NodeJS.ProcessEnv {
  mkdirSync(join(folder, 'bin'));
  const bin = fileURLToPath(new URL('../bin/robots.js', import.meta.url));
  writeFileSync(join(folder, 'bin/robots'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(join(folder, 'bin/robots'), 0o755);
  return { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder };
}
