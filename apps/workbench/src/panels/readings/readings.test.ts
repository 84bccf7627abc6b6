import type { ReadingAnswer } from '@robots-exclusion/operations/readings';
import { describe, expect, it } from 'vitest';
import { inOrder } from './in-order.ts';
import { portability, readings } from './job.ts';

function run<Part, Answer>(steps: Generator<Part, Answer>): { parts: Part[]; answer: Answer } {
  const parts: Part[] = [];
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { parts, answer: value };
    parts.push(value);
  }
}

describe('readings', () => {
  async function read(robots: string, url: string) {
    return run(await readings({ robots, urls: [url], agents: ['FooBot'] }));
  }

  async function readingsOf(robots: string, url: string): Promise<readonly ReadingAnswer[]> {
    const { answer } = await read(robots, url);
    if ('error' in answer) throw new Error(answer.error.message);
    return answer.readings;
  }

  const draft = 'User-agent: *\nDisallow: /\nAllow: /a\n';

  it('come one by one, and all of them in the answer', async () => {
    const { parts, answer } = await read(draft, '/a');
    expect(answer).toMatchObject({ url: '/a', readings: parts });
    expect(parts.filter(({ differsBecause }) => differsBecause).length).toBeGreaterThan(0);
  });

  it('are listed with those that differ first, after RFC 9309', async () => {
    const all = inOrder(await readingsOf(draft, '/a'));
    expect(all[0]?.dialect).toBe('rfc9309');
    const differing = all.map(({ differsBecause }) => differsBecause !== undefined);
    expect(differing.lastIndexOf(true)).toBeLessThan(differing.indexOf(false, 1));
    const python = all.find(({ dialect }) => dialect === 'python');
    expect(python?.verdict).toMatchObject({ allowed: false, rule: { line: 2 } });
  });

  it('name what is not a URL', async () => {
    expect((await read(draft, ':')).answer).toMatchObject({ error: { code: 'invalid-url' } });
  });

  it('name parsers that fail on the file', async () => {
    const all = await readingsOf('Disallow: /\nUser-agent: *\n', '/a');
    const failing = all.find(({ dialect }) => dialect === 'temoto');
    expect(failing?.verdict).toEqual({ error: expect.stringContaining('user-agent') });
    expect(failing).not.toHaveProperty('differsBecause');
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
