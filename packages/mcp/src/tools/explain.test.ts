/**
 * Tests the tools that concern one URL: the text that accompanies the decision, and the answers that include evidence.
 */
import { describe, expect, it } from 'vitest';
import { checkedLimits } from '../options.ts';
import { explainTool } from '../robots-mcp.ts';
import type { Call } from '../services.ts';
import { wordsText } from '../words-text.ts';
import { diffTool, lintTool, readingsTool } from './file-tools.ts';

/** A call whose threads return these answers. */
function callOf(answers: readonly object[] = []): Call {
  const services = { limits: checkedLimits(), work: { run: async () => answers } };
  return { services, signal: new AbortController().signal } as unknown as Call;
}

const question = { url: '/a/b', crawler: 'FooBot' };

describe('robots_explain', () => {
  const text = async (rules: readonly string[], maxCandidates?: number): Promise<string> => {
    const robots = ['User-agent: *', ...rules].join('\n');
    return wordsText(
      explainTool.words(await explainTool.run({ ...question, robots, maxCandidates }, callOf())),
    );
  };
  const three = ['Disallow: /', 'Allow: /a', 'Disallow: /a/b'];

  it('counts the rules that match, those that are not listed, too', async () => {
    expect(await text(three)).toContain('3 rules match');
    expect(await text(three, 1)).toContain('3 rules match');
    expect(await text([...three, 'Disallow: /c'], 2)).toContain('3 rules match');
  });

  it.each([[['Disallow: /a']], [['Disallow: /c']], [[]]])(
    'counts none beside the one that decides: %j',
    async (rules) => {
      expect(await text(rules)).not.toMatch(/rules match/);
    },
  );

  it('counts what the page states of the use that is asked about', async () => {
    const asked = { ...question, robots: '', use: 'ai-training' as const };
    const actionOf = async (page: object): Promise<unknown> =>
      (await explainTool.run({ ...asked, ...page }, callOf())).results;
    expect(await actionOf({})).toMatchObject([{ action: 'fetch' }]);
    expect(await actionOf({ headers: { 'content-usage': 'train-ai=n' } })).toMatchObject([
      { action: 'skip' },
    ]);
  });

  it('says what was read of the file of a site', async () => {
    const body = new TextEncoder().encode('User-agent: *\nDisallow: /a\n');
    const robots = async () => ({ outcome: 'rules', policyRow: 'status/200', body });
    const { services, signal } = callOf();
    const call = {
      ...{ signal, progress: async () => {} },
      services: { ...services, client: { robots } as never, now: () => 5 },
    };
    const { results } = await explainTool.run({ ...question, url: 'https://a.example/b' }, call);
    expect(results).toMatchObject([
      { allowed: true, evidence: { document: { bytes: 27, records: 2, groups: 1, dialect: 'rfc9309' } } },
    ]);
  });
});

it('names the crawler of each answer where there are several', async () => {
  const robots = 'User-agent: GPTBot\nAllow: /\nUser-agent: *\nDisallow: /\n';
  const answer = await explainTool.run({ ...question, crawler: 'registry:training', robots }, callOf());
  const lines = wordsText(explainTool.words(answer)).split('\n');
  expect(lines[lines.indexOf('GPTBot:') + 1]).toMatch(/^fetch /);
  expect(lines[lines.indexOf('CCBot:') + 1]).toMatch(/^skip /);
});

it.each([
  [lintTool, {}, 'Expected either "robots" or "url"'],
  [lintTool, { robots: '', url: 'https://a.example/' }, 'Expected either "robots" or "url"'],
  [diffTool, { before: '' }, 'Expected either "after" or "afterUrl"'],
])('says which file lacks, or comes twice: $0.name $1', async (tool, given, message) => {
  await expect(tool.run(given as never, callOf([{}]))).rejects.toMatchObject({ message });
});

describe('robots_readings', () => {
  it('says of each answer where its file is from, but not of an error', async () => {
    const failure = { url: '/a/b', error: { code: 'too-expensive', message: 'm' } };
    const call = callOf([{ url: '/a/b', readings: [] }, failure]);
    expect(await readingsTool.run({ ...question, robots: '' }, call)).toEqual({
      results: [{ url: '/a/b', readings: [], evidence: { outcome: 'handed-in' } }, failure],
    });
  });
});
