/** What tests need from the machine: if it is missing, they are skipped, and the run's summary says how to get it. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { corpusFolder } from './corpus.ts';

/** Options of a test or a suite, which skip it where something is missing. */
export interface Needs {
  skip: boolean;
  /** What is missing, for the summary of the run. */
  meta: object;
}

/**
 * Skips unless `isThere`; `what` names it and says how to get it.
 *
 * @example
 * describe('the GitHub Action', needs('bash on the PATH', isOnPath('bash')), () => …);
 */
export function needs(what: string, isThere: boolean): Needs {
  return { skip: !isThere, meta: isThere ? {} : { needs: what } };
}

/** The programs that serve as Redis, best first. */
export const redisBinaries: readonly string[] = ['redis-server', 'valkey-server'];

/** If `CI` is set, a missing Redis is an error, because nothing would be tested about shared stores. */
export function needsRedis(): Needs {
  const isThere = redisBinaries.some(isOnPath);
  const what = `Redis: install ${redisBinaries.join(' or ')}`;
  if (!isThere && process.env['CI'] === 'true') throw new Error(`CI needs ${what}`);
  return needs(what, isThere);
}

/** Real files. */
export function needsCorpus(): Needs {
  return needs(
    'real files: set ROBOTS_CORPUS to a folder with robots/*.txt and urls.tsv',
    corpusFolder() !== undefined,
  );
}

/** Says whether a program can be run by its name. */
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

/** Whether this process may make a file system of its own. */
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
