/** Compares every cell of the page's tables and JSON with those of `robots check`, for the same questions. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as streamText } from 'node:stream/consumers';
import { decisionColumns } from '@robots-exclusion/operations/evaluate';
import { arbitraryBody, arbitraryTarget, runCommand, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { csvRow } from 'robots-exclusion/print';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFragment } from '../../src/state/shared.ts';
import { askFor, needsBrowser, settled, useWorkbench } from './open-page.ts';
import { startService, startSite, type TestSite } from './start-service.ts';

const workbench = useWorkbench();
let folder: string;
let site: TestSite;
let other: TestSite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exports-'));
  site = await startSite();
  other = await startSite();
});
afterAll(async () => {
  await site.close();
  await other.close();
});

/** Columns besides those that the page adds for the names in a file. */
const COLUMNS = [
  '*',
  'Googlebot',
  'Googlebot-Image',
  'AdsBot-Google',
  'GPTBot',
  'FooBot',
  'BarBot',
  'MJ12bot',
];
const URLS = 65;
/** In a whole run, drafts and live files together make 10,000 questions. */
const DRAFTS = runs(16, 1);
const LIVE = runs(4, 1);

/** A list has one URL a line, and its lines are cut at tabs and quotes. */
const target = arbitraryTarget
  .map((text) => text.replaceAll(/[^\P{Cs}]|[\t\r\n"]|\s+$/gu, ''))
  .filter((text) => text.startsWith('/'));

/** Targets as paths and as URLs of `own`, of every kind of other site, and of none; some stand twice. */
function urlsOn(own: string, elsewhere: string): fc.Arbitrary<string[]> {
  const { hostname, host, port } = new URL(own);
  const others = [
    ...[
      own.toUpperCase(),
      `http://user@${host}`,
      `http://user@www.${host}`,
      elsewhere,
      own.replace('http:', 'https:'),
    ],
    ...[own.replace('http:', 'ftp:'), `http://${hostname}:${Number(port) + 1}`, 'https://other.example'],
    ...[`http://www.${host}`, 'mailto:', 'file://', 'a b', ':', 'http://'],
  ];
  const start = fc.oneof(fc.constant(''), fc.constant(own), fc.constantFrom(...others));
  return fc
    .array(fc.tuple(start, target), { minLength: URLS, maxLength: URLS })
    .map((parts) => parts.flatMap(([before, path], at) => Array(at % 5 === 0 ? 2 : 1).fill(before + path)))
    .map((urls) => [...urls, `${elsewhere}/a`]);
}

/**
 * The octets of a file: several generated ones in a row. One that begins with a part of a byte order mark, which some
 * dialects skip, cannot be shown as text.
 */
const file = fc
  .array(arbitraryBody, { minLength: 1, maxLength: 4 })
  .map((bodies) => Buffer.concat(bodies))
  .filter((octets) => octets[0] !== 0xef || octets.indexOf('\ufeff') === 0);

interface Question {
  readonly own: Buffer;
  readonly elsewhere: Buffer;
  readonly urls: readonly string[];
  readonly reading: string;
}

function questions(own: string, elsewhere: string, count: number): readonly Question[] {
  const reading = fc.constantFrom('rfc9309', 'rfc9309', 'google', 'python');
  const question = fc.record({ own: file, elsewhere: file, urls: urlsOn(own, elsewhere), reading });
  return fc.sample(question, { numRuns: count, seed: Number(process.env['ROBOTS_TEST_SEED']) });
}

/** How the page names a file, and what it adds to each answer from it. */
interface Source {
  readonly octets: Uint8Array | string;
  readonly source: string;
  readonly state: 'live' | 'draft';
  readonly fetchedAt?: string;
}

/** An answer as a line of CSV and as an object. */
type Told = readonly [string, object];

/** The command's answers, by URL, as the page should give them. */
async function commandTold(
  { octets, source, state, fetchedAt }: Source,
  urls: readonly string[],
  crawlers: readonly string[],
  reading: string,
): Promise<ReadonlyMap<string, readonly Told[]>> {
  const [path, list] = [join(folder, 'robots.txt'), join(folder, 'urls.txt')];
  await writeFile(path, octets);
  await writeFile(list, urls.join('\n'));
  const named = crawlers.flatMap((crawler) => ['--agent', crawler]);
  const dialect = reading === 'rfc9309' ? [] : ['--dialect', reading, '--literal'];
  const args = ['check', '--robots', path, '--urls', list, ...named, ...dialect, '--format'];
  const [csv, json] = [await runCommand([...args, 'csv']), await runCommand([...args, 'json'])];
  const lines = linesOf(csv.stdout).slice(1);
  const { results } = JSON.parse(json.stdout) as { results: { url: string; error?: object }[] };
  expect(lines.length).toBe(results.length);
  const told = results.map((item, at): Told => {
    const line = lines[at] as string;
    // The command also says in which line of its list the URL stands.
    if (item.error) return [`${line},,`, { url: item.url, error: item.error }];
    const evidence = { source, ...(fetchedAt && { fetchedAt }) };
    return [
      `${line.replace(`,${path},`, `,${source},`)},${fetchedAt ?? ''},${state}`,
      { ...item, evidence, state },
    ];
  });
  return new Map(
    urls.map((url) => [url, told.splice(0, 'error' in (told[0]?.[1] ?? {}) ? 1 : crawlers.length)]),
  );
}

const UNKNOWN = 'Unknown: the robots.txt of another site applies, and the page does not have it';

/** A URL without the name of a user, which may be a secret. */
function shown(url: string): string {
  return url.replace('user@', '');
}

/** What the page should say of a URL whose file it does not have. */
function unknownTold(url: string, crawlers: readonly string[]): readonly Told[] {
  const error = { code: 'no-robots-txt', message: UNKNOWN };
  return crawlers.map((agent) => {
    const cells = [shown(url), agent, '?', ...Array(7).fill(''), UNKNOWN, '', '', ''];
    return [csvRow(cells).trimEnd(), { url: shown(url), agent, error }];
  });
}

/** The site whose file applies (RFC 9309 §2.3). A path and a text that is not a URL belong to the page's own file. */
function siteOf(url: string, own: string): string {
  if (url.startsWith('/') || !URL.canParse(url)) return own;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function linesOf(csv: string): readonly string[] {
  return csv.split('\r\n').slice(0, -1);
}

async function listUrls(page: Page, urls: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'URLs…' }).click();
  await page.getByLabel('URLs, one per line, or a sitemap').fill(urls.join('\n'));
  await page.getByRole('button', { name: 'Use these URLs' }).click();
  await page.getByText(/duplicates? merged; an export lists every line, in your order/).waitFor();
  await settled(page);
}

async function saved(page: Page, name: 'CSV' | 'JSON'): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name }).click();
  return streamText(await (await download).createReadStream());
}

/** The exported lines and objects. */
async function exported(page: Page): Promise<readonly Told[]> {
  const [header, ...lines] = linesOf(await saved(page, 'CSV'));
  expect(header).toBe([...decisionColumns, 'fetched_at', 'state'].join());
  const { results } = JSON.parse(await saved(page, 'JSON'));
  expect(lines.length).toBe(results.length);
  return lines.map((line, at) => [line, results[at]]);
}

/** The tokens of the columns, in order. */
function crawlersOf(told: readonly Told[]): readonly string[] {
  const tokens = told.map(([, item]) => (item as { crawler?: { tokens: string[] } }).crawler?.tokens.join());
  return [...new Set(tokens.filter((token) => token !== undefined))];
}

/** Compares what the page exports with the command's answers from the files of each site. Returns their number. */
async function compare(
  told: readonly Told[],
  { urls, reading }: Question,
  own: string,
  files: ReadonlyMap<string, Source>,
): Promise<number> {
  const crawlers = crawlersOf(told);
  expect(crawlers).toEqual(expect.arrayContaining(COLUMNS));
  const byUrl = new Map<string, readonly Told[]>();
  for (const [origin, source] of files) {
    const asked = [...new Set(urls.filter((url) => siteOf(url, own) === origin))];
    for (const entry of await commandTold(source, asked, crawlers, reading)) byUrl.set(...entry);
  }
  expect(told).toEqual(
    urls.flatMap((url) => (files.has(siteOf(url, own)) ? byUrl.get(url) : unknownTold(url, crawlers))),
  );
  return told.length;
}

describe('what leaves the page is what the command says, cell by cell', needsBrowser, () => {
  it('of drafts', async () => {
    const own = 'http://a.example:8080';
    let answers = 0;
    for (const question of questions(own, 'http://b.example', DRAFTS)) {
      const draft = new TextDecoder().decode(question.own);
      const state = { draft, reading: question.reading, robotsUrl: `${own}/robots.txt`, columns: COLUMNS };
      const path = await writeFragment({ ...state, urls: ['/'], url: '/', crawler: 'Googlebot' });
      await workbench.on(
        async (page) => {
          await listUrls(page, question.urls);
          const source = { octets: draft, source: `${own}/robots.txt`, state: 'draft' } as const;
          answers += await compare(await exported(page), question, own, new Map([[own, source]]));
        },
        { path },
      );
    }
    console.log(`${answers} answers of drafts`);
  });

  it('of live files, the page’s own and those that it fetches for other sites', async () => {
    const own = site.origin;
    let answers = 0;
    for (const question of questions(own, other.origin, LIVE)) {
      site.answer = (_, response) => response.end(question.own);
      other.answer = (_, response) => response.end(question.elsewhere);
      // A new service has no copies of the files.
      const service = await startService(workbench.folder, [site.origin, other.origin]);
      const begin = { draft: '', columns: COLUMNS, urls: ['/'], url: '/', reading: question.reading };
      const opened = await workbench.open({ base: `${service.url}/`, path: await writeFragment(begin) });
      const { page, problems, close } = opened;
      await page.getByText('service ready').waitFor();
      await askFor(page, `${own}/`);
      await page.getByText('Live file', { exact: true }).waitFor();
      await listUrls(page, question.urls);
      await page.getByRole('button', { name: 'Fetch their robots.txt' }).click();
      const isFetching = page.getByRole('button', { name: 'Fetching …' });
      await isFetching.waitFor();
      await isFetching.waitFor({ state: 'detached' });
      await settled(page);
      const told = await exported(page);
      const files = new Map(
        [[own, question.own] as const, [other.origin, question.elsewhere] as const].map(
          ([origin, octets]) => {
            const source = `${origin}/robots.txt`;
            const of = told.map(([, item]) => (item as { evidence?: Source }).evidence);
            const fetchedAt = of.find((evidence) => evidence?.source === source)?.fetchedAt as string;
            expect(Math.abs(Date.parse(fetchedAt) - Date.now())).toBeLessThan(3_600_000);
            return [origin, { octets, source, fetchedAt, state: 'live' as const }];
          },
        ),
      );
      answers += await compare(told, question, own, files);
      expect(problems).toEqual([]);
      await close();
      await service.close();
    }
    console.log(`${answers} answers of live files`);
  });
});
