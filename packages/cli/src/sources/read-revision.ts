/** Reads a file from a revision of a git repository. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from '../command-error.ts';
import { repositoryPath } from '../output/repository-path.ts';
import type { NamedBody } from './read-robots.ts';

const PREFIX = 'git:';

/** The size limit; no robots.txt in use is larger. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Whether a name has the form `git:REV:PATH`. PATH is relative to the top of the repository, or to the current folder
 * if it begins with `./`.
 */
export function isRevision(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** @throws {CommandError} If `name` has no path, or git has no such file. */
export async function readRevision(name: string, signal: AbortSignal): Promise<NamedBody> {
  const object = gitObject(name);
  if (!/^[^:]+:./.test(object)) {
    throw new CommandError(`Cannot read ${JSON.stringify(name)}: expected git:REVISION:PATH`);
  }
  const { gitEnvironment } = await import('@robots-exclusion/audit/node');
  const env = { ...process.env, ...gitEnvironment };
  const options = { encoding: 'buffer', maxBuffer: MOST_BYTES, signal, env } as const;
  try {
    // A revision may begin with a dash, but must not be read as an option.
    const { stdout } = await promisify(execFile)(
      'git',
      ['cat-file', 'blob', '--end-of-options', object],
      options,
    );
    return { name, body: stdout };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CommandError(`Cannot read ${JSON.stringify(name)}: ${reasonOf(error)}`);
  }
}

/** The name of the git object, in which slashes separate folders on every system. */
export function gitObject(name: string, separator?: string): string {
  return repositoryPath(name.slice(PREFIX.length), separator);
}

function reasonOf(error: unknown): string {
  const { code, stderr } = error as { code?: unknown; stderr?: Uint8Array };
  if (code === 'ENOENT') return 'git is not installed';
  const [first = ''] = new TextDecoder().decode(stderr).trim().split('\n');
  return first.replace(/^fatal: /, '') || 'git failed';
}
