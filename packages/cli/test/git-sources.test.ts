/**
 * Tests that a repository, which may be somebody else's, starts no program and has nothing fetched when it is the source
 * of a robots.txt, whatever its configuration says.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { robots } from './command.ts';

/** A repository whose configuration names one marker program for whatever git may start. */
function hostileRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'git-'));
  const marker = join(folder, 'ran');
  const program = join(folder, 'program.sh');
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${marker}\nexit 1\n`);
  chmodSync(program, 0o755);
  const git = (args: readonly string[], input?: string) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], {
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  git(['init', '-q']);
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /x\n');
  writeFileSync(join(folder, 'access.log'), '');
  git(['add', 'robots.txt']);
  git(['commit', '-q', '-m', 'a']);
  const commit = git(['cat-file', 'commit', 'HEAD']).toString();
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n';
  const signed = git(
    ['hash-object', '-t', 'commit', '-w', '--stdin'],
    commit.replace('\n\n', `\n${signature}\n`),
  );
  git(['reset', '-q', '--soft', signed.toString().trim()]);
  const settings = {
    'alias.cat-file': `!${program}`,
    'alias.log': `!${program}`,
    'core.fsmonitor': program,
    'core.hooksPath': folder,
    'core.pager': program,
    'core.sshCommand': program,
    'credential.helper': program,
    'diff.external': program,
    'extensions.partialClone': 'origin',
    'filter.a.smudge': program,
    'gpg.program': program,
    'log.showSignature': 'true',
    'pager.log': program,
    'remote.origin.promisor': 'true',
    'remote.origin.uploadpack': program,
    'remote.origin.url': folder,
  };
  for (const [name, value] of Object.entries(settings)) git(['config', name, value]);
  return { folder, git, ran: () => existsSync(marker), forget: () => rmSync(marker, { force: true }) };
}

it('a repository of somebody else runs nothing: its file is read, or it is said what is missing', async () => {
  const { folder: cwd, git, ran, forget } = hostileRepository();
  const path = join(cwd, 'access.log');
  const sources = [
    ['diff', 'git:HEAD:robots.txt', 'robots.txt'],
    ['audit', path, '--versions', 'git:robots.txt'],
  ];
  for (const args of sources) await robots(args, { cwd });
  expect(ran()).toBe(false);
  git(['log', '-1']);
  expect(ran(), 'git itself runs the program').toBe(true);
  forget();
  const blob = git(['rev-parse', 'HEAD:robots.txt']).toString().trim();
  rmSync(join(cwd, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  for (const args of sources) {
    const { exit, stderr } = await robots(args, { cwd });
    expect([exit, stderr]).toEqual([expect.any(Number), expect.stringContaining('Cannot read')]);
    expect(exit).not.toBe(0);
  }
  expect(ran()).toBe(false);
  expect(() => git(['cat-file', 'blob', blob])).toThrow();
  expect(ran(), 'git itself fetches by the program').toBe(true);
});
