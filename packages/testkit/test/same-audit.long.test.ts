/**
 * Tests that library, command, service and page return the same JSON for an audit (report and judged requests), octet
 * for octet.
 */
import { audit } from '@robots-exclusion/operations/audit';
import { arbitrarySheet, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { agents } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit as auditOnPage } from '../../../apps/workbench/src/panels/audit/job.ts';
import { logOf } from './doors/audit.ts';
import { openSameDoors, type SameDoors } from './doors/same.ts';

let doors: SameDoors;
beforeAll(async () => {
  doors = await openSameDoors({ addressPolicy: { allow: 'any' } });
});
afterAll(() => doors.close());

const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);
const LOGS = runs(50, 2);
const MAX_BYTES = 100_000_000;
/**
 * The names that an answer gives to the log and to the version if the question contains no files. The command reads
 * files and reports their names instead.
 */
const NAMES = { log: 'log', version: 'always' };

interface Question {
  readonly log: string;
  readonly robots: string;
}

async function ofService({ log, robots }: Question, accept: string): Promise<string> {
  const question = { log, versions: [{ from: 'always', robots }], graceHours: 24 };
  return (await doors.post('/v1/audit', question, accept)).text;
}

function ofLibrary({ log, robots }: Question, wanted: 'report' | 'hits'): Promise<string> {
  const versions = [{ from: 'always', robots }];
  return audit.run({ log, versions, graceHours: 24 }, { wanted, maxAnswerBytes: MAX_BYTES });
}

async function ofCommand({ log, robots }: Question, format: string): Promise<string[]> {
  const versions = doors.host.file('audited.txt', robots);
  const file = doors.host.file('access.log', log);
  const found = await doors.host.run(['audit', file, '--versions', versions, '--format', format]);
  return found.map((one) =>
    JSON.stringify(one)
      .replaceAll(`"${file}"`, `"${NAMES.log}"`)
      .replaceAll('"audited.txt"', `"${NAMES.version}"`),
  );
}

/** The page's answer, converted to the form that answers have if the question contains no files. */
async function ofPage({ log, robots: text }: Question): Promise<string> {
  const logs = { logs: [new Blob([log])], names: [NAMES.log] };
  const versions = [{ name: `${NAMES.version}.txt`, text }];
  const question = { ...logs, versions, draft: '', isFromLog: false, evidence: [] };
  const answer = await auditOnPage(question, () => undefined);
  if ('problem' in answer) throw new Error(answer.problem);
  return JSON.stringify(answer.report);
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

describe('an audit', () => {
  const sheets = fc.sample(arbitrarySheet(agents), { seed: SEED, numRuns: LOGS });

  it(`of ${LOGS} logs`, async () => {
    for (const sheet of sheets) {
      const question = { log: logOf(sheet), robots: sheet.robots };
      const report = await ofLibrary(question, 'report');
      expect(await ofService(question, 'application/json')).toBe(report);
      expect(await ofCommand(question, 'json')).toEqual([report]);
      expect(await ofPage(question)).toBe(report);
      const hits = await ofLibrary(question, 'hits');
      expect(await ofService(question, 'application/x-ndjson')).toBe(hits);
      expect(await ofCommand(question, 'ndjson')).toEqual(linesOf(hits));
    }
  });
});
