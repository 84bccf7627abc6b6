/**
 * Redirects and latest captures of random archives equal those of a simple program that keeps everything in memory.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputsOf, planRun, type Questions, runCorpus } from '@robots-exclusion/corpus';
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gzipped, http, record } from './warc-builder.ts';

const questions: Questions = {
  agents: ['GPTBot'],
  targets: ['/'],
  preset: 'rfc9309',
  literal: false,
  maxBytes: 512_000,
  profiles: undefined,
};

/** The stored data of one request. */
interface Stored {
  readonly url: string;
  /** The time of the request; undefined for a record without a date. */
  readonly day: number | undefined;
  /** For a redirect, the target as a server writes it; otherwise, a status. */
  readonly answer: { readonly to: string } | { readonly status: '200 OK' | '404 No' | '503 No' };
  readonly archive: number;
}

interface Found {
  readonly outcome: string;
  readonly final_url: string;
  readonly hops: number;
  readonly policy_row: string | null;
}

const hosts = ['a.example', 'b.example', 'c.example'];
const urls = hosts.flatMap((host) =>
  ['http', 'https'].flatMap((scheme) => ['/robots.txt', '/x'].map((path) => `${scheme}://${host}${path}`)),
);
/** Other spellings of the targets, including a relative one. */
const written = (url: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    url,
    `${url}#f`,
    url.replace('example', 'EXAMPLE'),
    url.replace(/\.example/, '.example:80'),
    '/x',
  );
const stored: fc.Arbitrary<Stored> = fc.record({
  url: fc.constantFrom(...urls),
  day: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined, freq: 9 }),
  answer: fc.oneof(
    { weight: 3, arbitrary: fc.record({ to: fc.constantFrom(...urls).chain(written) }) },
    fc.record({ status: fc.constantFrom('200 OK', '404 No', '503 No') }),
  ),
  archive: fc.integer({ min: 0, max: 2 }),
});

const OWN: Readonly<Record<string, Pick<Found, 'outcome' | 'policy_row'>>> = {
  '200 OK': { outcome: 'rules', policy_row: 'rfc9309/2xx' },
  '404 No': { outcome: 'no-rules', policy_row: 'rfc9309/4xx' },
  '503 No': { outcome: 'unreachable', policy_row: 'rfc9309/5xx/at-once' },
};

function bare(url: string, base?: string): string {
  const parsed = new URL(url, base);
  parsed.hash = '';
  return parsed.href;
}

/** RFC 9309 §2.3.1.2: follows at most five redirects. For each URL, it uses the capture nearest in time. */
function resolved(one: Stored, all: readonly Stored[]): Found {
  const chain = [bare(one.url)];
  for (let { answer, url } = one; ; ) {
    const hops = chain.length - 1;
    const at = { final_url: chain.at(-1) as string, hops };
    if ('status' in answer) return { ...(OWN[answer.status] as (typeof OWN)[string]), ...at };
    const next = bare(answer.to, url);
    if (hops === 5) return { outcome: 'no-rules', policy_row: 'rfc9309/too-many-redirects', ...at };
    if (chain.includes(next)) return { outcome: 'no-rules', policy_row: 'rfc9309/redirect-loop', ...at };
    chain.push(next);
    const there = all.filter((other) => bare(other.url) === next);
    if (there.length === 0) return { outcome: 'unknown', policy_row: null, final_url: next, hops: hops + 1 };
    const found = there.reduce((best, other) => (isNearer(other, best, one.day) ? other : best));
    ({ answer, url } = found);
  }
}

/**
 * Between two equally distant captures, the later one is chosen; between two captures with the same time, the one
 * stored later. Captures with a date are preferred to captures without a date.
 */
function isNearer({ day }: Stored, { day: best }: Stored, from: number | undefined): boolean {
  if (day === undefined || best === undefined) return best === undefined;
  if (from === undefined) return day >= best;
  const [distance, least] = [Math.abs(day - from), Math.abs(best - from)];
  return distance < least || (distance === least && day >= best);
}

/** Rows of `/robots.txt`, in the order of the archives. */
function expectedRows(all: readonly Stored[]): (Found & { url: string; day: number | undefined })[] {
  return all
    .filter(({ url }) => url.endsWith('/robots.txt'))
    .map((one) => ({ url: one.url, day: one.day, ...resolved(one, all) }));
}

function latestOf(rows: ReturnType<typeof expectedRows>): ReturnType<typeof expectedRows> {
  const rank = ({ outcome }: Found): number => (outcome === 'unreachable' ? 1 : 2);
  const best = new Map<string, (typeof rows)[number]>();
  for (const row of rows.filter(({ outcome }) => outcome !== 'unknown')) {
    const { origin } = new URL(row.url);
    const known = best.get(origin);
    const isBetter =
      !known || rank(row) > rank(known) || (rank(row) === rank(known) && (row.day ?? 0) >= (known.day ?? 0));
    if (isBetter) best.set(origin, row);
  }
  return rows.filter((row) => best.get(new URL(row.url).origin) === row);
}

function octetsOf({ url, day, answer }: Stored): Buffer {
  const date = day === undefined ? undefined : `2026-01-0${day}T00:00:00Z`;
  const block =
    'to' in answer
      ? http('', '301 Moved', { Location: answer.to })
      : http('User-agent: *\nDisallow: /\n', answer.status);
  return record({ url, date, block });
}

async function rowsOf(
  all: readonly Stored[],
  isLatest: boolean,
  unitOctets: number,
): Promise<Record<string, unknown>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'robots-joins-'));
  const archives = [0, 1, 2].map((archive) => {
    const path = join(folder, `${archive}.warc.gz`);
    writeFileSync(path, gzipped(all.filter((one) => one.archive === archive).map(octetsOf)));
    return path;
  });
  const out = join(folder, 'out.ndjson');
  const stages = { isFolder: false, isLatest, follow: true };
  const plan = planRun(await inputsOf(archives), 'ndjson', stages, questions, { unitOctets });
  // With so little memory, many partitions are needed.
  const options = { workers: 1, memory: 10_000, resume: false, onProgress: () => {} };
  await runCorpus(plan, out, { ...options, signal: new AbortController().signal });
  return readFileSync(out, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const target = { url: 'http://a.example/x', archive: 0 };
/** A redirect between two captures of its target. */
const equallyNear: Stored[] = [
  { url: 'http://a.example/robots.txt', day: 5, answer: { to: target.url }, archive: 0 },
  { ...target, day: 3, answer: { status: '404 No' } },
  { ...target, day: 7, answer: { status: '200 OK' } },
];

it.each([false, true])(
  'RFC 9309 §2.3.1.2, with --latest %j: rows are those of a program without partitions',
  async (isLatest) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stored, { maxLength: 60 }),
        fc.constantFrom(100, 2_000, 2 ** 30),
        async (captures, unitOctets) => {
          const all = captures.toSorted((a, b) => a.archive - b.archive);
          const rows = await rowsOf(all, isLatest, unitOctets);
          const expected = expectedRows(all);
          expect(
            rows.map(({ url, outcome, policy_row, final_url, hops }) => ({
              url,
              outcome,
              policy_row,
              final_url,
              hops,
            })),
          ).toEqual((isLatest ? latestOf(expected) : expected).map(({ day: _, ...row }) => row));
          for (const { outcome, crawlers } of rows) {
            const { allows } = (crawlers as Record<string, { allows: string | null }>)['GPTBot'] as {
              allows: string;
            };
            expect(allows).toBe(
              { unknown: null, 'no-rules': 'all', rules: 'none', unreachable: 'none' }[outcome as string],
            );
          }
        },
      ),
      { numRuns: runs(25), examples: [[equallyNear, 2_000]] },
    );
  },
);
