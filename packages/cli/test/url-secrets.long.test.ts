/**
 * Tests that the user information of a URL is in no answer, no fix, no event and no file, whichever argument, option,
 * line or redirect names the URL. The test of the service walks its routes and the tools of its agent door.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@robots-exclusion/client';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { robots } from './command.ts';

const SECRET = 'seCret';
const FILE = 'User-agent: *\nDisallow: /x\nSitemap: /s.xml\n';
/** What an argument may hold. `LIVE` answers with a redirect that names a user itself. */
const URLS = [
  'LIVE',
  ...['https', 'gemini', 'redis'].map((scheme) => `${scheme}://me:${SECRET}@127.0.0.1:9/x`),
  `me:${SECRET}@127.0.0.1:9/x`,
  `http://me@x.example:${SECRET}@[::1]:9/x`,
  `http://${SECRET}@127.0.0.1:9/x y`,
  `http://127.0.0.1:9/x?url=http%3A%2F%2Fme%3A${SECRET}%40h`,
];
let live: Awaited<ReturnType<typeof startHttpOrigin>>;

beforeAll(async () => {
  live = await startHttpOrigin({
    '/robots.txt': (_, response) => {
      const location = `${live.origin.replace('//', `//you:${SECRET}@`)}/moved.txt`;
      response.writeHead(302, { location }).end();
    },
    '/moved.txt': FILE,
  });
});
afterAll(() => live.close());

/** Every argument, option and kind of line that takes a URL, in the place of `%`. */
const DOORS = [
  'agents %',
  'agents %/GPTBot',
  'audit access.log --versions f.txt',
  'audit access.log --versions f.txt --site %',
  'batch questions.ndjson',
  'cache warm % --store lmdb:store',
  'cache show % --store lmdb:store',
  'cache purge % --store lmdb:store',
  'check % --robots f.txt',
  'check % --robots f.txt --explain',
  'check % --robots f.txt --usage',
  'check % --robots f.txt --dialect all',
  'check / --robots %',
  'check --urls urls.txt --robots f.txt',
  'check % --explain',
  'diff f.txt %',
  'doctor %',
  'fetch %',
  'init new.txt --sitemap %',
  'lint %',
  'lint f.txt --robots-url %',
  'lint f.txt --robots-url % --fix',
  'lint f.txt --robots-url % --fix-dangerous --yes --sarif out.sarif',
  'preflight % --agent FooBot',
  'preflight http://127.0.0.1:9 --agent FooBot --user-agent FooBot(+%)',
  'doctor http://127.0.0.1:9 --user-agent FooBot(+%)',
  'report ai %',
  'report ai --sites urls.txt',
  'summary table.ndjson --chart out.svg',
  'test tests.yaml',
  'test tests.yaml --robots %',
  'verify request.json --network',
  'watch % --once --versions versions --atom feed.xml',
  'watch http://127.0.0.1:9 --once --versions versions --webhook %',
];
/** What is no right use of a command. */
const WRONG = ['cache ls --store %', 'check --url %', 'preflight % --agent %', 'fetch a %'];
const FORMATS = [undefined, 'json', 'ndjson', 'sarif', 'github', 'junit', 'csv', 'html'];

it.each([...DOORS, ...WRONG])('robots %s', async (door) => {
  for (const [at, name] of (door.includes('%') ? URLS : ['LIVE']).entries()) {
    const url = name === 'LIVE' ? live.origin.replace('//', `//me:${SECRET}@`) : name;
    const cwd = mkdtempSync(join(tmpdir(), 'secrets-'));
    const given = {
      'f.txt': FILE,
      'urls.txt': URLS.slice(1).join('\n'),
      'questions.ndjson': `{"id":1,"agent":"a","robots":"","url":"${url}"}\n{"id":2,"agent":"a","robots":"","url":"${url} x"}\n{"agent":"${url}","robots":""}\n{"${url}":`,
      'access.log': `127.0.0.1 - - [10/Nov/2026:00:00:00 +0000] "GET ${url} HTTP/1.1" 200 1 "${url}" "Foo ${url}"\n127.0.0.1 - - "GET ${url}" 200\n`,
      'request.json': JSON.stringify({
        url,
        headers: {
          signature: 'a=:AA==:',
          'signature-agent': `"${url}"`,
          'signature-input': `a=("@path");keyid="${url}";tag="web-bot-auth"`,
        },
      }),
      'table.ndjson': `{"fetched_at":null,"outcome":"rules","content":"robots","crawlers":{"${url}":{"allows":"none"}}}\n{"fetched_at":"${url}","outcome":"${url}","content":"${url}"}\n`,
      'tests.yaml': `robots: f.txt\ntests:\n  - name: a\n    crawler: FooBot\n    allow: [${url}]\n    disallow: [${url}]\n`,
    };
    if (door.includes('--store lmdb'))
      await robots(['cache', 'warm', live.origin, '--store', 'lmdb:store'], { cwd });
    for (const [file, text] of Object.entries(given)) writeFileSync(join(cwd, file), text);
    for (const format of at === 0 ? FORMATS : FORMATS.slice(at % 3, (at % 3) + 1)) {
      const words = door.split(' ').map((word) => word.replace('%', url));
      const args = format === undefined ? words : [...words, '--format', format];
      const { stdout, stderr, exit } = await robots(args, { cwd });
      if (at === 0 && format === undefined) expect(exit === 2, stderr).toBe(WRONG.includes(door));
      expect(`${exit} ${stdout}${stderr}`, args.join(' ')).not.toMatch(/seCret|^70/);
    }
    for (const file of readdirSync(cwd, { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || (file.name in given && file.name !== 'f.txt')) continue;
      const path = join(file.parentPath, file.name);
      expect(readFileSync(path, 'latin1'), path).not.toContain(SECRET);
    }
  }
});

it('the client, in answers, errors and events', async () => {
  const events: unknown[] = [];
  const client = createClient({ userAgent: 'FooBot/1.0', onEvent: (event) => events.push(event) });
  // The last one asks the site for a URL with a password in its query: that is the address of the file.
  for (const name of [...URLS.slice(0, -1), `https://me:p/${SECRET}@h/`]) {
    const url = name === 'LIVE' ? live.origin.replace('//', `//me:${SECRET}@`) : name;
    for await (const answer of client.checkMany([url], { explain: true })) events.push(answer);
    for (const ask of [client.check, client.robots, client.robotsAt, client.reserve])
      events.push(await ask(url).catch(String));
  }
  await client.close();
  const shown = JSON.stringify(events, (_, value) => (value instanceof Error ? String(value) : value));
  expect(shown).not.toContain(SECRET);
  expect(shown).toContain('http://127.0.0.1:9/x y');
});
