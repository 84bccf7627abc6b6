/**
 * Tests that library, client, service, page, element, drop-in, archive, audit and SQL give the same answers, and so do
 * the commands with answers of their own form. `same-*.long.test.ts` compare the JSON of the other doors.
 */

import {
  arbitrarySheet,
  askDoors,
  type Door,
  inEachDialect,
  isWholeRun,
  runs,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { agents } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reach } from './doors/agents.ts';
import { judgedHits } from './doors/audit.ts';
import { batch } from './doors/batch.ts';
import { clientCheck } from './doors/client.ts';
import { openCommandHost } from './doors/command.ts';
import { embed } from './doors/embed.ts';
import { expectations } from './doors/expectations.ts';
import { knownSheets, unreadSheets } from './doors/known-sheets.ts';
import { library } from './doors/library.ts';
import { endSites } from './doors/origins.ts';
import { page } from './doors/page.ts';
import { dropIn } from './doors/robots-parser.ts';
import { evaluate, startService } from './doors/service.ts';
import { bareEngine, duckDb } from './doors/sql.ts';
import { warc } from './doors/warc.ts';

/** Number of questions per run. */
const QUESTIONS = runs(6000, 288);
const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);
const QUESTIONS_PER_SHEET = 48;
/** Number of dialects that are also tested. */
const DIALECTS = isWholeRun ? 14 : 1;

const closers: (() => Promise<void>)[] = [];
let doors: readonly Door[] = [];
let server: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  const host = openCommandHost();
  server = await startService();
  const records = batch();
  const client = clientCheck();
  const database = await duckDb();
  doors = [
    library,
    records,
    expectations(host),
    reach(host),
    evaluate(server),
    client,
    page,
    await embed(),
    dropIn,
    database,
    await bareEngine(),
    warc(host),
    judgedHits,
  ];
  closers.push(
    () => host.close(),
    () => server.close(),
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
    const { contradictions } = await askDoors([...knownSheets, ...unreadSheets], doors);
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
