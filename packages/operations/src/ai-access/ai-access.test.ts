import { agents } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { greatestLimits } from '../limits.ts';
import { oneAnswer } from '../one-answer.ts';
import { aiAccess } from './index.ts';
import { aiAccessAnswer, aiAccessInput } from './schema.ts';

const robots = `User-agent: *
Content-Signal: search=yes, ai-train=no, ai-input=yes
Disallow: /private/

User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /

User-agent: PerplexityBot
Allow: /
`;

async function rowsOf(text: string, target?: string) {
  const asked = aiAccess.asked({ robots: text, target }, { limits: greatestLimits });
  return (await oneAnswer(aiAccess, asked)).results;
}

describe('ai-access', () => {
  it('has a row for each AI purpose of each crawler, by operator', async () => {
    const rows = await rowsOf(robots);
    const wanted = agents.flatMap(({ token, purposes }) =>
      purposes
        .filter((purpose) => ['training', 'retrieval', 'assistant'].includes(purpose))
        .map((purpose) => `${token} ${purpose}`),
    );
    expect(rows.map(({ token, purpose }) => `${token} ${purpose}`).sort()).toEqual(wanted.sort());
    const operators = rows.map(({ operator }) => operator.toLowerCase());
    expect(operators).toEqual([...operators].sort());
  });

  it('gives verdict, rule, group and what is stated', async () => {
    const rows = await rowsOf(robots);
    const of = (token: string) => rows.find((row) => row.token === token);
    expect(of('GPTBot')).toMatchObject({
      operator: 'OpenAI',
      purpose: 'training',
      reach: 'nothing',
      allowed: false,
      rule: { line: 7, text: 'Disallow: /' },
      group: 'GPTBot',
      lines: [5],
    });
    // A separate group does not inherit what the group of "*" states.
    expect(of('GPTBot')?.statement).toBeUndefined();
    expect(of('PerplexityBot')).toMatchObject({ reach: 'everything', allowed: true, lines: [9] });
    expect(of('CCBot')).toMatchObject({
      reach: 'some',
      group: '*',
      statement: { use: 'ai-training', says: 'disallow', source: { kind: 'robots', line: 2 } },
    });
  });

  it('answers for another path', async () => {
    const rows = await rowsOf(robots, '/private/x');
    expect(rows.find(({ token }) => token === 'CCBot')).toMatchObject({
      allowed: false,
      rule: { line: 3 },
    });
  });

  it.each(['', '\u0000', 'User-agent: *', '<!doctype html><p>'.repeat(50)])(
    '%j is answered',
    async (text) => {
      const rows = await rowsOf(text);
      for (const { allowed, reach } of rows) expect([allowed, reach]).toEqual([true, 'everything']);
    },
  );

  it('is what its schemas say', async () => {
    const input = aiAccessInput(greatestLimits).parse({ robots, target: '/' });
    const answer = await oneAnswer(aiAccess, aiAccess.asked(input, { limits: greatestLimits }));
    expect(aiAccessAnswer.parse(answer)).toEqual(answer);
    expect(aiAccessInput(greatestLimits).safeParse({ robots, target: 'x' }).success).toBe(false);
  });
});
