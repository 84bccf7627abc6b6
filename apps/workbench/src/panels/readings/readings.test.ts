import { describe, expect, it } from 'vitest';
import { unknownCrawler } from '../../engine/crawler.ts';
import type { Reading } from '../../engine/readings.ts';
import { portability, readings } from './job.ts';

const question = (draft: string, url: string) => ({
  draft,
  crawler: unknownCrawler('FooBot'),
  url,
  reading: 'rfc9309',
});

function run<Part, Answer>(steps: Generator<Part, Answer>): { parts: Part[]; answer: Answer } {
  const parts: Part[] = [];
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { parts, answer: value };
    parts.push(value);
  }
}

describe('readings', () => {
  const draft = 'User-agent: *\nDisallow: /\nAllow: /a\n';

  it('come one by one, first the verdicts and then the reasons', () => {
    const { parts, answer } = run(readings(question(draft, '/a')));
    if ('notUrl' in answer) throw new Error(answer.notUrl);
    const { readings: all } = answer;
    const verdicts = parts.slice(0, all.length);
    expect(verdicts.every(({ differsBecause }) => differsBecause === undefined)).toBe(true);
    const reasons = parts.slice(all.length);
    expect(reasons.map(({ name }) => name).sort()).toEqual(
      all
        .filter(({ isDiffering }) => isDiffering)
        .map(({ name }) => name)
        .sort(),
    );
    expect(reasons.length).toBeGreaterThan(0);
    expect(reasons.every(({ differsBecause }) => differsBecause !== undefined)).toBe(true);
  });

  it('are listed with those that differ first, after RFC 9309', () => {
    const { answer } = run(readings(question(draft, '/a')));
    const all: readonly Reading[] = 'readings' in answer ? answer.readings : [];
    expect(all[0]?.name).toBe('rfc9309');
    const differing = all.map(({ isDiffering }) => isDiffering);
    expect(differing.lastIndexOf(true)).toBeLessThan(differing.indexOf(false, 1));
    const python = all.find(({ name }) => name === 'python');
    expect(python).toMatchObject({ isAllowed: false, line: 2, isDiffering: true });
  });

  it('say so where there is no URL', () => {
    expect(run(readings(question(draft, ':'))).answer).toHaveProperty('notUrl');
  });

  it('name parsers that fail on the file', () => {
    const { answer } = run(readings(question('Disallow: /\nUser-agent: *\n', '/a')));
    const failing = 'readings' in answer ? answer.readings.find(({ name }) => name === 'temoto') : undefined;
    expect(failing).toMatchObject({ isDiffering: false, error: expect.stringContaining('user-agent') });
  });
});

describe('lines that parsers read differently', () => {
  it('are found parser by parser, with the reason', () => {
    const { parts, answer } = run(
      portability({ draft: 'User-agent: *\nDisallow: /*.php$\nDisallow: /*.x\n' }),
    );
    expect(parts.at(-1)).toEqual({ done: parts.length, of: parts.length });
    expect(answer.isComplete).toBe(true);
    const { line, witnesses } = answer.findings[0] ?? { line: 0, witnesses: [] };
    expect(line).toBe(2);
    expect(witnesses).toContainEqual({
      dialect: expect.stringMatching(/wget/i),
      who: 'FooBot',
      target: expect.stringContaining('.php'),
      isAllowed: true,
      lines: 2,
      reason: expect.stringContaining('wildcards'),
    });
  });
});
