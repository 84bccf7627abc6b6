/** Tests that the user information of a URL is in no answer, no fix and no file, whichever option names the URL. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { robots } from './command.ts';

const SECRET = 'sEcReT7';
const URL_WITH = `http://me:${SECRET}@127.0.0.1:9/robots.txt`;

/** Every argument and option that takes a URL. Nothing listens at the address, so what fetches ends with an error. */
const DOORS: readonly (readonly string[])[] = [
  ['lint', 'f.txt', '--robots-url', URL_WITH],
  ['lint', 'f.txt', '--robots-url', URL_WITH, '--fix'],
  ['lint', 'f.txt', '--robots-url', URL_WITH, '--fix-dangerous', '--yes', '--sarif', 'out.sarif'],
  ['lint', 'f.txt', '--robots-url', `${URL_WITH} x`],
  ['lint', URL_WITH],
  ['check', URL_WITH, '--robots', 'f.txt'],
  ['check', '/', '--robots', URL_WITH],
  ['check', URL_WITH],
  ['check', '--urls', 'urls.txt', '--robots', 'f.txt'],
  ['fetch', URL_WITH],
  ['diff', 'f.txt', URL_WITH],
  ['doctor', URL_WITH],
  ['preflight', URL_WITH],
  ['report', 'ai', URL_WITH],
  ['watch', URL_WITH, '--once', '--versions', 'versions', '--atom', 'feed.xml'],
  ['audit', 'access.log', '--versions', 'f.txt', '--site', 'h.example'],
];

it.each(
  DOORS.flatMap((door) =>
    ['text', 'json', 'ndjson', 'sarif', 'github', 'junit', 'csv', 'html'].map((format) => [format, ...door]),
  ),
)('%s of robots %j %j %j %j', async (format, ...args) => {
  const cwd = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, 'f.txt'), 'User-agent: *\nDisallow: /x\nSitemap: /s.xml\n');
  writeFileSync(join(cwd, 'urls.txt'), `${URL_WITH}\n${URL_WITH} x\n`);
  writeFileSync(join(cwd, 'access.log'), `127.0.0.1 - - "GET ${URL_WITH} HTTP/1.1" 200\n`);
  const { stdout, stderr } = await robots([...args, '--format', format], { cwd });
  expect(stdout + stderr).not.toContain(SECRET);
  for (const file of readdirSync(cwd, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || ['urls.txt', 'access.log'].includes(file.name)) continue;
    const path = join(file.parentPath, file.name);
    expect(readFileSync(path, 'utf8'), path).not.toContain(SECRET);
  }
});
