import { agents } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { problemOf, questionsOf } from '../scripts/check-ways.js';

const URL_OF_LIST = 'https://foo.example/list';

function agentWith(...verification: readonly object[]) {
  return { token: 'FooBot', source: 'https://foo.example/bot', sourceKind: 'operator', verification };
}

async function problems(agent: object, answers: Readonly<Record<string, string>>): Promise<unknown[]> {
  const found = await Promise.all(
    questionsOf([agent]).map((question) =>
      problemOf(question, (url: string) =>
        Promise.resolve({ status: url in answers ? 200 : 404, body: answers[url] ?? '' }),
      ),
    ),
  );
  return found.filter((problem) => problem !== undefined);
}

const page = { 'https://foo.example/bot': '<h1>About foobot</h1>' };

describe('questionsOf', () => {
  it('asks each URL of the registry once, and every list and every page of an operator', () => {
    const questions = questionsOf(agents);
    const asked = questions.map(({ url, expected }) => `${url} ${expected}`);
    expect(new Set(asked).size).toBe(asked.length);
    for (const agent of agents) {
      const urls = questions.filter(({ tokens }) => tokens.includes(agent.token)).map(({ url }) => url);
      for (const way of agent.verification) if (way.kind === 'ip-ranges') expect(urls).toContain(way.url);
      expect(urls.includes(agent.source)).toBe(agent.sourceKind === 'operator');
    }
  });
});

describe('problemOf', () => {
  it.each([
    ['prefixes', '{"prefixes":[{"ipv4Prefix":"192.0.2.0/24"},{"ipv6Prefix":"2001:db8::/32"}]}', true],
    ['jafar', '{"prefixes":[{"ipv4Prefix":"192.0.2.1/32"}]}', true],
    ['prefixes', '{"prefixes":[]}', false],
    ['prefixes', '{"prefixes":[{"ip_prefix":"192.0.2.0/24"}]}', false],
    ['prefixes', '{"prefixes":[{"ipv4Prefix":"192.0.2.0/33"}]}', false],
    ['prefixes', '<!doctype html>', false],
    ['list', '# comment\n192.0.2.1\r\n2001:db8::/32\n', true],
    ['list', '', false],
    ['list', '<html>', false],
    ['geofeed', '192.0.2.0/24,US,US-CA,Menlo Park,\n', true],
    ['geofeed', 'US,192.0.2.0/24\n', false],
    ['json', '{"synthetics":{"prefixes_ipv4":["192.0.2.0/24"]}}', true],
    ['json', '{"error":"gone"}', false],
    ['page', '<h1>Our addresses</h1>', true],
  ])('of a list as %s: %j is right: %s', async (format, body, isRight) => {
    const agent = agentWith({ kind: 'ip-ranges', url: URL_OF_LIST, format });
    expect(await problems(agent, { ...page, [URL_OF_LIST]: body })).toHaveLength(isRight ? 0 : 1);
  });

  it('asks for the directory of keys, and for the card with the token in it', async () => {
    const agent = agentWith({
      kind: 'signature',
      signatureAgent: 'https://sign.example',
      cardUrl: 'https://sign.example/card',
    });
    const directory = 'https://sign.example/.well-known/http-message-signatures-directory';
    const right = {
      ...page,
      [directory]: '{"keys":[{"kty":"OKP"}]}',
      'https://sign.example/card': '{"rfc9309-product-token":"FooBot"}',
    };
    expect(await problems(agent, right)).toEqual([]);
    expect(await problems(agent, { ...right, [directory]: '{"keys":[]}' })).toHaveLength(1);
    const other = { 'https://sign.example/card': '{"rfc9309-product-token":"BarBot"}' };
    expect(await problems(agent, { ...right, ...other })).toEqual([
      'expected a Signature Agent Card of FooBot',
    ]);
  });

  it('says so of a page that is gone, names the crawler no more, or cannot be reached', async () => {
    expect(await problems(agentWith(), {})).toEqual(['status 404']);
    expect(await problems(agentWith(), { 'https://foo.example/bot': 'Nothing here' })).toEqual([
      'expected a page that names FooBot',
    ]);
    const [question] = questionsOf([agentWith()]);
    const refused = () => Promise.reject(new Error('refused'));
    expect(await problemOf(question, refused)).toBe('no answer: refused');
  });
});
