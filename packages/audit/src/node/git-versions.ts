/** Reads the history of a file in git. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import type { VersionSource } from '../timeline/version.ts';

/** Reports a version that cannot be read. The message names the version and states what is expected. */
export class VersionsError extends Error {
  override readonly name = 'VersionsError';
}

/** Limit on the output of git, far above the size of any robots.txt. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The versions of `path`, oldest first. The file's folder need not be the working folder. @throws {VersionsError} */
export async function readGitVersions(path: string): Promise<VersionSource[]> {
  const git = gitIn(dirname(path), path);
  const file = `./${basename(path)}`;
  const log = await git([
    'log',
    '--first-parent',
    '--no-show-signature',
    '--format=%H %ct',
    '--end-of-options',
    'HEAD',
    '--',
    file,
  ]);
  const commits = new TextDecoder()
    .decode(log)
    .trim()
    .split('\n')
    .filter((line) => line !== '');
  if (commits.length === 0) {
    throw new VersionsError(
      `Cannot read versions from ${JSON.stringify(`git:${path}`)}: no commit has this file`,
    );
  }
  const versions: VersionSource[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const line of commits.reverse()) {
    const [hash = '', seconds = ''] = line.split(' ');
    // Committers' clocks differ, so the order of commits on the branch decides.
    const from = Math.max(Number(seconds) * 1000, latest + 1);
    latest = from;
    versions.push({ body: await bodyAt(git, hash, file), from, name: hash });
  }
  return versions;
}

/**
 * The variables for git. A repository may be somebody else's, and its configuration may name programs: for objects that
 * are missing, which git would fetch, for the watching of files and for showing output. None of them runs, and nothing is fetched.
 */
export const gitEnvironment: Readonly<Record<string, string>> = {
  GIT_NO_LAZY_FETCH: '1',
  // Older versions of git, which do not know that variable, may use no protocol to fetch.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

type Git = (args: readonly string[]) => Promise<Uint8Array>;

function gitIn(folder: string, path: string): Git {
  return async (args) => {
    try {
      const { stdout } = await promisify(execFile)('git', [...args], {
        cwd: folder,
        encoding: 'buffer',
        maxBuffer: MOST_BYTES,
        env: { ...process.env, ...gitEnvironment },
      });
      return stdout;
    } catch (error) {
      throw new VersionsError(
        `Cannot read versions from ${JSON.stringify(`git:${path}`)}: ${reasonOf(error, folder)}`,
      );
    }
  };
}

/** The contents at a commit; `null` if the commit removed the file. */
async function bodyAt(git: Git, hash: string, file: string): Promise<Uint8Array | null> {
  const tree = await git(['ls-tree', '--end-of-options', hash, file]);
  return tree.length === 0 ? null : git(['cat-file', 'blob', '--end-of-options', `${hash}:${file}`]);
}

function reasonOf(error: unknown, folder: string): string {
  const { code, stderr } = error as { code?: unknown; stderr?: Uint8Array };
  if (code === 'ENOENT') return existsSync(folder) ? 'git is not installed' : 'there is no such folder';
  const [first = ''] = new TextDecoder().decode(stderr).trim().split('\n');
  return first.replace(/^fatal: /, '') || 'git failed';
}
