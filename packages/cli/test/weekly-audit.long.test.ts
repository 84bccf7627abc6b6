/** Tests the weekly job of deploy/robots-audit.sh, with a program in place of sendmail. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

it('mails the page, compares with the week before, and proposes nothing from logs that are not fit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'robots-weekly-'));
  const write = (name: string, text: string): void =>
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  write('sendmail', `#!/bin/sh\ncat >"${folder}/mail"\n`);
  // The job asks the network for ranges and names.
  write(
    'robots',
    `#!/bin/sh\nfor one; do shift; [ "$one" = --network ] || set -- "$@" "$one"; done\nexec "${process.execPath}" "${ROOT}packages/cli/bin/robots.js" "$@"\n`,
  );
  write('robots.txt', 'User-agent: *\nDisallow: /private/\n');
  const day = new Date(Date.now() - 86_400_000).toUTCString().slice(5, 16).replaceAll(' ', '/');
  const line = (agent: string): string =>
    `192.0.2.7 - - [${day}:01:00:00 +0000] "GET /private/a HTTP/1.1" 200 5 "-" "${agent}"\n`;
  const run = (log: string): number | null => {
    write('access.log', log);
    const env = {
      PATH: `${folder}:${process.env['PATH']}`,
      AUDIT_LOGS: 'access.log',
      AUDIT_VERSIONS: 'robots.txt',
      AUDIT_MAIL_TO: 'web@example.com',
      AUDIT_SENDMAIL: join(folder, 'sendmail'),
    };
    return spawnSync('sh', [join(ROOT, 'deploy/robots-audit.sh')], { cwd: folder, env }).status;
  };

  expect(run(line('-'))).toBe(4);
  expect(['report.json', 'proposal.conf'].some((name) => existsSync(join(folder, name)))).toBe(false);
  expect(read('mail')).toMatch(/^To: web@example\.com\nSubject: /);
  expect(run(line('FooBot/1.0').repeat(20))).toBe(0);
  expect(JSON.parse(read('report.json')).comparison).toBeUndefined();
  expect(read('proposal.conf')).toContain('FooBot');
  expect(run(line('FooBot/1.0').repeat(20) + line('BarBot/1.0'))).toBe(0);
  const page = Buffer.from(read('mail').split('\n\n')[1] as string, 'base64').toString();
  expect(page).toBe(read('page.html'));
  expect(page).toContain('BarBot');
});
