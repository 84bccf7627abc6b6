/** Library, command, service, page, drop-in and SQL give one answer to one question. */
import { arbitrarySheet, askDoors, type Door, type DoorSheet } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { agents } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batch } from './doors/batch.ts';
import { checkFile, checkOrigin } from './doors/check.ts';
import { type CommandHost, startCommandHost } from './doors/command.ts';
import { expectations } from './doors/expectations.ts';
import { library } from './doors/library.ts';
import { page } from './doors/page.ts';
import { dropIn } from './doors/robots-parser.ts';
import { checkRoute, evaluate, startService } from './doors/service.ts';
import { bareEngine, duckDb } from './doors/sql.ts';

/** Questions of a run. */
const QUESTIONS = process.env['ROBOTS_TESTS'] === 'all' ? 6000 : 288;
const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);
const QUESTIONS_PER_SHEET = 48;

const closers: (() => Promise<void>)[] = [];
let doors: readonly Door[] = [];

beforeAll(async () => {
  const hosts: readonly CommandHost[] = [startCommandHost(), startCommandHost(), startCommandHost()];
  const server = await startService();
  const [first, second, third] = hosts as [CommandHost, CommandHost, CommandHost];
  const records = batch();
  const database = await duckDb();
  doors = [
    library,
    checkFile(first),
    checkOrigin(second),
    records,
    expectations(third),
    evaluate(server),
    checkRoute(server),
    page,
    dropIn,
    database,
    await bareEngine(),
  ];
  closers.push(
    ...hosts.map((host) => () => host.close()),
    () => server.close(),
    () => records.close!(),
    () => database.close!(),
  );
});

afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
});

describe('one question, every door, one answer', () => {
  it('about the files that doors once contradicted each other on', async () => {
    const { contradictions } = await askDoors(KNOWN, doors);
    expect(contradictions).toEqual([]);
  });

  it(`about ${QUESTIONS} generated questions`, async () => {
    const numRuns = Math.ceil(QUESTIONS / QUESTIONS_PER_SHEET);
    const sheets = fc.sample(arbitrarySheet(agents), { seed: SEED, numRuns });
    const { questions, answers, contradictions } = await askDoors(sheets, doors);
    expect(contradictions.slice(0, 5)).toEqual([]);
    expect(questions).toBeGreaterThanOrEqual(QUESTIONS);
    for (const { name } of doors) expect(answers[name], name).toBeGreaterThan(0);
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
  { robots: '', status: 404, agents: ['Googlebot', 'AdsBot-Google'], paths: ['/', '/a'] },
  { robots: '', status: 503, agents: ['Googlebot', 'AdsBot-Google'], paths: ['/', '/robots.txt'] },
];
