/**
 * Tests that library, client, command, service, page, element, drop-in, archive, audit and SQL give the same answers.
 */

import { isDeepStrictEqual } from 'node:util';
import {
  arbitraryAuthored,
  arbitrarySheet,
  askDoors,
  type Door,
  type DoorSheet,
  inEachDialect,
  isWholeRun,
  runs,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { agents } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reach } from './doors/agents.ts';
import { auditCommand, auditRoute, judgedHits } from './doors/audit.ts';
import { batch } from './doors/batch.ts';
import { checkFile, checkOrigin } from './doors/check.ts';
import { clientCheck } from './doors/client.ts';
import { type CommandHost, openCommandHost } from './doors/command.ts';
import { embed } from './doors/embed.ts';
import { expectations } from './doors/expectations.ts';
import { library } from './doors/library.ts';
import { agentTools } from './doors/mcp.ts';
import { endSites } from './doors/origins.ts';
import { page } from './doors/page.ts';
import { preflightRoute } from './doors/preflight.ts';
import { differences, findings, type Reports } from './doors/reports.ts';
import { dropIn } from './doors/robots-parser.ts';
import { checkRoute, evaluate, startService } from './doors/service.ts';
import { bareEngine, duckDb } from './doors/sql.ts';
import { warc } from './doors/warc.ts';

/** Number of questions per run. */
const QUESTIONS = runs(6000, 288);
const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);
const QUESTIONS_PER_SHEET = 48;
/** Number of dialects that are also tested. */
const DIALECTS = isWholeRun ? 14 : 1;

/** The number of files whose findings are compared, and the number of pairs of files whose changes are compared. */
const FILES = runs(400, 12);

const closers: (() => Promise<void>)[] = [];
let doors: readonly Door[] = [];
let host: CommandHost;
let server: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  const hosts: readonly CommandHost[] = [openCommandHost(), openCommandHost(), openCommandHost()];
  server = await startService();
  const tools = await agentTools();
  const [first, second, third] = hosts as [CommandHost, CommandHost, CommandHost];
  const records = batch();
  const client = clientCheck();
  const database = await duckDb();
  host = first;
  doors = [
    library,
    checkFile(first),
    checkOrigin(second),
    records,
    expectations(third),
    reach(third),
    evaluate(server),
    checkRoute(server),
    client,
    preflightRoute(server),
    tools,
    page,
    await embed(),
    dropIn,
    database,
    await bareEngine(),
    warc(second),
    judgedHits,
    auditCommand(first),
    auditRoute(server),
  ];
  closers.push(
    ...hosts.map((host) => () => host.close()),
    () => server.close(),
    () => tools.close!(),
    () => records.close!(),
    () => client.close!(),
    () => database.close!(),
  );
});

afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
  await endSites();
});

describe('one question, every door, one answer', () => {
  it('about the files that doors once contradicted each other on', async () => {
    const { contradictions } = await askDoors(KNOWN, doors);
    expect(contradictions).toEqual([]);
  });

  it(`about ${QUESTIONS} generated questions`, async () => {
    const numRuns = Math.ceil(QUESTIONS / QUESTIONS_PER_SHEET);
    const sheets = fc.sample(arbitrarySheet(agents), { seed: SEED, numRuns });
    const { questions, answers, contradictions } = await askDoors(inEachDialect(sheets, DIALECTS), doors);
    expect(contradictions.slice(0, 5)).toEqual([]);
    expect(questions).toBeGreaterThanOrEqual(QUESTIONS);
    for (const { name } of doors) expect(answers[name], name).toBeGreaterThan(0);
  });
});

/** Doors whose answer differs from the library's. */
function contradicting({ library: expected, ...others }: Reports): Reports | undefined {
  const wrong = Object.entries(others).filter(([, reported]) => !isDeepStrictEqual(reported, expected));
  return wrong.length === 0 ? undefined : { library: expected, ...Object.fromEntries(wrong) };
}

describe('one file, every door, one report', () => {
  it.each([
    ['UTF-16', new Uint8Array(Buffer.from('\ufeffUser-agent: *\nDisallow: /a\nDisallow: /a\n', 'utf16le'))],
    ['Latin-1', new Uint8Array(Buffer.from('User-agent: *\nDisallow: /\u00e9\nDisallow: /a$b\n', 'latin1'))],
    ['a byte order mark', Buffer.from('\ufeffUser-agent: *\nDisallow: /a\nDisallow: /a/b\n')],
    [
      'more than is read',
      Buffer.from(`User-agent: *\nDisallow: /a\nDisallow: /a\n#${'x'.repeat(DEFAULT_MAX_BYTES)}\n`),
    ],
  ])('finds the same in %s', async (_, body) => {
    expect(contradicting(await findings(body, host, server))).toBeUndefined();
  });

  it(`finds the same in ${FILES} generated files`, async () => {
    for (const text of fc.sample(arbitraryAuthored, { seed: SEED, numRuns: FILES }))
      expect(contradicting(await findings(Buffer.from(text), host, server)), text).toBeUndefined();
  });

  it(`tells the same differences of ${FILES} pairs of files`, async () => {
    const sheet = arbitrarySheet(agents);
    const pairs = fc.sample(fc.tuple(sheet, sheet), { seed: SEED, numRuns: FILES });
    for (const [before, after] of pairs) {
      const files = [before.robots, after.robots] as const;
      const names = before.agents.filter(
        (one) => typeof one === 'string' && /^[\w-]+$/.test(one),
      ) as string[];
      const reports = await differences(files, names.slice(0, 3), host, server);
      expect(contradicting(reports), JSON.stringify(files)).toBeUndefined();
    }
  });
});

const EXCEPTION = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n';
const NAMES = ['Googlebot-Image', 'AdsBot-Google', 'Googlebot', 'GPTBot', 'Applebot', '*'];

const KNOWN: readonly DoorSheet[] = [
  { robots: EXCEPTION, status: 200, agents: NAMES, paths: ['/', '/a'] },
  { robots: EXCEPTION, status: 200, agents: NAMES, paths: ['/', '/a'], literal: true },
  { robots: EXCEPTION, status: 200, agents: NAMES, paths: ['/', '/a'], dialect: 'rfc9309' },
  { robots: EXCEPTION, status: 200, agents: NAMES, paths: ['/', '/a'], dialect: 'google' },
  {
    robots: 'User-agent: *\nAllow: /\n\nUser-agent: Google-Extended\nDisallow: /\n',
    status: 200,
    agents: ['Googlebot', 'Googlebot-Image', 'Google-Extended', 'GPTBot'],
    paths: ['/'],
  },
  { robots: 'User-agent: *\nAllow: /\n', status: 200, agents: ['Googlebot', 'Applebot'], paths: ['/'] },
  { robots: 'User-agent: *\nDisallow:\n', status: 200, agents: ['Googlebot', 'Applebot'], paths: ['/'] },
  {
    robots: 'User-agent: FooBot-News\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /\n',
    status: 200,
    agents: [
      ['BarBot', 'Googlebot'],
      ['Googlebot-Image', 'FooBot-News'],
      ['FooBot-News', 'Googlebot'],
    ],
    paths: ['/'],
  },
  { robots: '', status: 404, agents: ['Googlebot', 'AdsBot-Google'], paths: ['/', '/a'] },
  { robots: '', status: 503, agents: ['Googlebot', 'AdsBot-Google'], paths: ['/', '/robots.txt'] },
];
