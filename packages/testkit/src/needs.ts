/**
 * Defines what tests require of the machine. If a requirement is missing, the tests are skipped, and the summary of the
 * run explains how to get it.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { corpusFolder } from './corpus.ts';

/** Options that skip a test or a suite if something is missing. */
export interface Needs {
  skip: boolean;
  /** The missing requirement, for the summary of the run. */
  meta: object;
}

/**
 * Skips the tests unless `isThere`; `what` names the requirement and how to get it.
 *
 * @example
 * describe('the GitHub Action', needs('bash on the PATH', isOnPath('bash')), () => …);
 */
export function needs(what: string, isThere: boolean): Needs {
  return { skip: !isThere, meta: isThere ? {} : { needs: what } };
}

/** The programs that can serve as Redis, in order of preference. */
export const redisBinaries: readonly string[] = ['redis-server', 'valkey-server'];

/** Requires Redis. If `CI` is set, a missing Redis is an error, because shared stores would not be tested. */
export function needsRedis(): Needs {
  const isThere = redisBinaries.some(isOnPath);
  const what = `Redis: install ${redisBinaries.join(' or ')}`;
  if (!isThere && process.env['CI'] === 'true') throw new Error(`CI needs ${what}`);
  return needs(what, isThere);
}

/** Requires the corpus of real files. */
export function needsCorpus(): Needs {
  return needs(
    'real files: set ROBOTS_CORPUS to a folder with robots/*.txt and urls.tsv',
    corpusFolder() !== undefined,
  );
}

/** Whether a program of this name can be run. */
export function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Whether this process may mount a file system. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'robots-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'pipe' });
    execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
