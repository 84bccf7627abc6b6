/**
 * The settings in the container image and in the systemd unit affect only the service; an audit gives the same result
 * with and without them.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robotsAlone, startRobots } from './command.ts';

const ROOT = new URL('../../../', import.meta.url);

/** The environment variables that a file in the repository sets for the command. */
function variablesOf(file: string): Record<string, string> {
  const text = readFileSync(new URL(file, ROOT), 'utf8');
  const found = [...text.matchAll(/^(?!\s*#).*?\b(ROBOTS_\w+)(?:=|: )(\S+)/gm)].flatMap(([line]) => [
    ...line.matchAll(/\b(ROBOTS_\w+)(?:=|: )(\S+)/g),
  ]);
  return Object.fromEntries(found.map(([, name, value]) => [name, value]));
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'robots-container-'));
  const line = (second: number, url: string, agent: string) =>
    `192.0.2.7 - - [10/Nov/2026:10:00:0${second} +0000] "GET ${url} HTTP/1.1" 200 5 "-" "${agent}"\n`;
  writeFileSync(join(path, 'robots.txt'), 'User-agent: *\nDisallow: /private/\n');
  writeFileSync(
    join(path, 'access.log'),
    line(1, '/robots.txt', 'GPTBot/1.3') +
      line(2, '/private/x', 'GPTBot/1.3') +
      line(3, '/private/y', 'CCBot/2.0'),
  );
  return path;
}

const audited = (path: string) => ({ log: join(path, 'access.log'), versions: join(path, 'robots.txt') });

async function byCommand(path: string, env: Record<string, string>): Promise<unknown> {
  const { log, versions } = audited(path);
  const { stdout, stderr } = await robotsAlone(['audit', log, '--versions', versions, '--format', 'json'], {
    env,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

async function byService(path: string, env: Record<string, string>): Promise<unknown> {
  const { log, versions } = audited(path);
  const child = startRobots(
    ['serve', '--port', '0', '--log-level', 'silent', '--audit-log', log, '--versions', versions],
    env,
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [greeting] = await once(child.stdout as NodeJS.EventEmitter, 'data');
  const port = /listening on \S+:(\d+)/.exec(String(greeting))?.[1];
  const answer = await (await fetch(`http://127.0.0.1:${port}/v1/audit`)).json();
  child.kill('SIGTERM');
  await once(child, 'exit');
  return answer;
}

describe.each([['Dockerfile'], ['deploy/robots-exclusion.service'], ['deploy/compose.yaml']])(
  '%s',
  (file) => {
    it('sets nothing that changes an audit', async () => {
      const path = folder();
      const set = variablesOf(file);
      expect(Object.keys(set).length).toBeGreaterThan(0);
      const env = { ...set, ROBOTS_STORE: `lmdb:${join(path, 'store')}`, ROBOTS_USER_AGENT: 'FooBot/1.0' };
      const plain = await byCommand(path, {});
      expect(plain).toMatchObject({ classes: { violation: 1, 'never-asked': 1 } });
      expect(await byCommand(path, env)).toEqual(plain);
      expect(await byService(path, env)).toEqual(plain);
      expect(await byService(path, {})).toEqual(plain);
    });
  },
);

it('the audit of the service takes nothing from variables or a file that are of robots audit', async () => {
  const path = folder();
  const config = join(path, 'robots.config.json');
  writeFileSync(config, JSON.stringify({ audit: { site: 'c.example', grace: 1 } }));
  const env = { ROBOTS_AUDIT_SITE: 'b.example', ROBOTS_AUDIT_FAIL_ON: 'violation', ROBOTS_CONFIG: config };
  expect(await byService(path, env)).toEqual(await byCommand(path, {}));
});
