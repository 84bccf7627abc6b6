/** Tests every kind of reason for a decision, and that text from a site is marked as such. */
import { describe, expect, it } from 'vitest';
import { plainText } from '../words.ts';
import { decisionReason, refusalAdvice, verdictReason } from './reason.ts';
import { evaluate, loadFor } from './run.ts';
import type { DecisionAnswer } from './schema.ts';

const limits = { maxUrls: 9, maxCrawlers: 9, maxRobotsBytes: 512_000 } as never;

async function decided(robots: string, more: object = {}, url = '/a/b'): Promise<DecisionAnswer> {
  const asked = evaluate.asked(
    { robots, urls: [url], agents: ['FooBot'], ...more },
    { limits, registry: undefined },
  );
  await loadFor(asked);
  const [answer] = [...evaluate.run(asked)];
  if (answer === undefined || 'error' in answer) throw new Error('Expected a decision');
  return answer;
}

function textOf({ why, quoted }: ReturnType<typeof verdictReason>): string {
  return quoted === undefined ? plainText(why) : `${plainText(why)}: ${quoted}`;
}

describe('the reason of a decision by a file', () => {
  const many = Array.from({ length: 9 }, () => 'User-agent: FooBot\n').join('');
  it.each([
    ['a rule', 'User-agent: *\nDisallow: /a', {}, 'line 2: Disallow: /a'],
    ['no rule', 'User-agent: *\nDisallow: /x', {}, 'no rule matches in the group of * (line 1)'],
    [
      'a group of many lines',
      `${many}Disallow: /x`,
      {},
      'no rule matches in the group of FooBot (lines 1, 2, 3, 4 and 5 more)',
    ],
    ['no group', 'User-agent: Other\nDisallow: /', {}, 'no group applies to this crawler'],
    [
      'a statement about the use',
      'User-agent: *\nContent-Signal: ai-train=no\nAllow: /',
      { use: 'ai-training' },
      'line 2 disallows the use ai-training: Content-Signal: ai-train=no',
    ],
    [
      'a header about the use',
      'User-agent: *\nAllow: /',
      { use: 'ai-training', headers: { 'content-usage': 'train-ai=n' } },
      'the header content-usage disallows the use ai-training: train-ai=n',
    ],
    [
      'a rule beside a statement about the use',
      'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /',
      { use: 'ai-training' },
      'line 3: Disallow: /',
    ],
  ])('%s', async (_, robots, more, text) => {
    const decision = await decided(robots, more);
    expect(textOf(decisionReason(decision))).toBe(text);
  });

  it('the file itself', async () => {
    const { verdict } = await decided('User-agent: *\nDisallow: /', {}, '/robots.txt');
    expect(textOf(verdictReason(verdict as never))).toBe('/robots.txt itself is always allowed');
  });

  it('something that is not a robots.txt', async () => {
    const decision = await decided('<!doctype html><html><body>Not found</body></html>');
    expect(decision.notRobotsTxt).toBeDefined();
    expect(textOf(decisionReason(decision))).toBe(decision.notRobotsTxt);
  });

  it('is short, however long the names of a group are', async () => {
    const names = ['*', ...Array.from({ length: 9 }, (_, at) => `${at}x`.repeat(20_000))];
    const robots = `${names.map((name) => `User-agent: ${name}\n`).join('')}Disallow: /x`;
    expect(textOf(decisionReason(await decided(robots))).length).toBeLessThan(400);
  });

  it('marks what a site wrote', async () => {
    const { why } = decisionReason(await decided('User-agent: *\nDisallow: /x'));
    expect(why).toContainEqual({ site: '*' });
  });
});

describe('the reason of a decision without rules', () => {
  const of = (facts: object): string =>
    textOf(decisionReason({ url: 'https://a.example/x', action: 'defer', ...facts } as DecisionAnswer));
  const policy = { by: 'address-policy', origin: 'https://a.example', message: 'm' } as const;

  it.each([
    [{ outcome: 'no-rules', policyRow: 'rfc9309/4xx' }, 'no robots.txt to follow (rfc9309/4xx)'],
    [{ outcome: 'unreachable', policyRow: 'rfc9309/5xx' }, 'robots.txt unreachable (rfc9309/5xx)'],
    [{ outcome: 'unsupported', policyRow: 'x' }, 'this program reads no robots.txt for a URL of this kind'],
    [{ outcome: 'not-cached', policyRow: 'x' }, 'robots.txt is not in the store, and nothing was requested'],
    [{ outcome: 'refused', refusal: policy }, 'the address policy refuses https://a.example'],
    [
      { outcome: 'refused', refusal: { ...policy, origin: 'http://10.0.0.1' } },
      'the address policy refuses the origin that robots.txt redirects to: http://10.0.0.1',
    ],
    [
      { outcome: 'refused', refusal: { ...policy, by: 'transports', origin: 'gopher://a' } },
      'robots.txt redirects to a URL that this program cannot fetch: gopher://a',
    ],
  ])('%j', (facts, text) => {
    expect(of(facts)).toBe(text);
  });

  it('says how an operator opens an origin, and that nobody can open another transport', () => {
    expect(refusalAdvice(policy, 'https://a.example/x').map(plainText).join()).toMatch(
      /--also-fetch https:\/\/a\.example$/,
    );
    expect(
      refusalAdvice({ ...policy, by: 'transports' })
        .map(plainText)
        .join(),
    ).not.toContain('--also-fetch');
  });
});
