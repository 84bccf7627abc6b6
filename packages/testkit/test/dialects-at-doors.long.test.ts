/** Tests that all interfaces reproduce the peculiarities of each original parser in the same way. */
import { greatestLimits } from '@robots-exclusion/operations';
import { evaluate } from '@robots-exclusion/operations/evaluate';
import { dialectCorners } from '@robots-exclusion/testkit';
import { compile, type Dialect, explain, parse } from 'robots-exclusion';
import { findDialect } from 'robots-exclusion/dialects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainOnPage } from './doors/page.ts';
import { openSameDoors, type SameDoors } from './doors/same.ts';

/** The members of a question that contain the robots.txt, as text or as exact octets. */
const given = (robots: string | Uint8Array): { robots: string } | { robotsBase64: string } =>
  typeof robots === 'string' ? { robots } : { robotsBase64: Buffer.from(robots).toString('base64') };

type Row = readonly [dialect: string, robots: string | Uint8Array, agent: string, url: string];

let doors: SameDoors;

beforeAll(async () => {
  doors = await openSameDoors({ addressPolicy: { allow: 'any' } });
});

afterAll(async () => {
  await doors.close();
});

interface Answer {
  readonly verdict?: { readonly allowed: boolean; readonly because: string; readonly note?: string };
}
type Ask = (row: Row) => Promise<Answer | undefined>;

const ASK: Readonly<Record<string, Ask>> = {
  async library([dialect, robots, agent, url]) {
    const question = { ...given(robots), urls: [url], agents: [agent], dialect };
    const asked = evaluate.asked(question, { limits: greatestLimits, registry: undefined });
    await evaluate.load?.(asked);
    return evaluate.run(asked)[Symbol.iterator]().next().value as Answer;
  },
  async check([dialect, robots, agent, url]) {
    const file = doors.host.file('corner.txt', robots);
    const argv = [
      'check',
      url,
      '--robots',
      file,
      '--agent',
      agent,
      '--dialect',
      dialect,
      '--format',
      'ndjson',
    ];
    return (await doors.host.run(argv))[0] as Answer;
  },
  async batch([dialect, robots, agent, url]) {
    const record = { id: 1, ...given(robots), agent, url, dialect };
    const input = doors.host.file('corner.ndjson', `${JSON.stringify(record)}\n`);
    const [answer] = (await doors.host.run(['batch', input])) as {
      allow: boolean;
      because: string;
      error?: { code: string; message: string };
    }[];
    if (answer?.error?.code === 'dialect-fails')
      return { verdict: { allowed: false, because: 'unreadable', note: answer.error.message } };
    return answer && { verdict: { allowed: answer.allow, because: answer.because } };
  },
  service: async ([dialect, robots, agent, url]) =>
    (
      await doors.routeAnswers('/v1/evaluate', { ...given(robots), urls: [url], agents: [agent], dialect })
    )[0],
  tool: async ([dialect, robots, crawler, url]) =>
    (await doors.toolAnswers('robots_explain', { ...given(robots), url, crawler, dialect }))[0],
  async page([dialect, robots, agent, url]) {
    // An editor holds text, not octets.
    if (typeof robots !== 'string') return undefined;
    return (await explainOnPage(robots, agent, url, dialect)) as Answer | undefined;
  },
};

/** Readers that differ in what they fold, decode and trim. */
const READERS = ['google', 'google-java', 'protego', 'temoto', 'crawler-commons', 'python-3.14'];

describe.each(Object.entries(ASK))('%s', (door, ask) => {
  /** The verdict; none for what the page cannot be asked: names with blanks cannot be chosen, exact octets not typed. */
  const verdictOf = async (row: Row) => {
    const answer = await ask(row);
    if (door !== 'page') expect(answer?.verdict).toBeDefined();
    return answer?.verdict;
  };

  it.each(READERS)('as %s, at every corner', async (name) => {
    const dialect = findDialect(name) as Dialect;
    for (const { robots, agent, url } of dialectCorners) {
      const text = new TextDecoder().decode(robots);
      const isText = Buffer.from(text).equals(robots);
      const verdict = await verdictOf([name, isText ? text : robots, agent, url]);
      if (verdict === undefined) continue;
      const { allowed, because } = explain(compile(parse(robots, { dialect }), agent), url);
      const asked = JSON.stringify({ robots: Buffer.from(robots).toString('latin1'), agent, url });
      expect({ allowed: verdict.allowed, because: verdict.because }, asked).toEqual({ allowed, because });
    }
  });
});
