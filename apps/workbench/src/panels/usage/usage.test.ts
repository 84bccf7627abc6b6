import fc from 'fast-check';
import { isAllowed, parse } from 'robots-exclusion';
import { contentSignals, usagePreferences } from 'robots-exclusion/usage';
import { describe, expect, it } from 'vitest';
import { everybodyElse, unknownCrawler } from '../../engine/crawler.ts';
import { jobs } from './job.ts';
import { readPurposeTokens } from './purpose-tokens.tsx';
import { type Choice, statementLines, withStatements } from './statement-builder.tsx';

const choice = fc.constantFrom<Choice>('allow', 'disallow', 'silent');
const word = { allow: 'allow', disallow: 'disallow', silent: 'unknown' } as const;

describe('the builder of statements', () => {
  it('writes lines that read back as chosen, and changes no verdict', () => {
    const drafts = [
      '',
      'User-agent: *\nDisallow: /a\n',
      'User-agent: *',
      'User-agent: GPTBot\nDisallow: /',
      '# x\n\nUser-agent: A\nUser-agent: *\n\nDisallow: /a',
    ];
    fc.assert(
      fc.property(choice, choice, choice, fc.constantFrom(...drafts), (search, training, input, draft) => {
        const { robots } = statementLines({ search, 'ai-training': training, 'ai-input': input });
        const after = withStatements(draft, robots);
        const document = parse(after);
        if (robots.length > 0) {
          const stated = usagePreferences(document, 'FooBot', '/x') as Record<string, string>;
          expect([stated['search'], stated['train-ai'], stated['ai-use']]).toEqual([
            word[search],
            word[training],
            word[input],
          ]);
          expect(contentSignals(document, 'FooBot', '/x')['ai-input']).toBe(word[input]);
        }
        for (const who of ['FooBot', 'GPTBot', 'A'])
          for (const path of ['/', '/a', '/x'])
            expect(isAllowed(after, who, path)).toBe(isAllowed(draft, who, path));
      }),
    );
  });
});

describe('purpose tokens', () => {
  const registry = [everybodyElse, { ...unknownCrawler('GPTBot'), operator: 'OpenAI' }];

  it('are lines of a name and a use; other lines are said', () => {
    const { tokens, problems } = readPurposeTokens(
      ' Foo-Training = AI-Training\nFoo-B=train-ai\n\nFoo=fun\ngptbot=search\n',
      registry,
    );
    expect(tokens).toEqual([
      { token: 'Foo-Training', purpose: 'ai-training' },
      { token: 'Foo-B', purpose: 'train-ai' },
    ]);
    expect(problems).toEqual([
      expect.stringContaining('“Foo=fun” is not NAME=PURPOSE, with one of search, '),
      'GPTBot is a crawler that fetches pages, not a purpose token.',
    ]);
    const many = Array.from({ length: 21 }, (_, at) => `Foo${'o'.repeat(at)}=search`).join('\n');
    expect(readPurposeTokens(many, registry).problems).toEqual([expect.stringContaining('At most 20')]);
  });

  it('say what their groups state', async () => {
    const draft = 'User-agent: *\nAllow: /\n\nUser-agent: Foo-Training\nDisallow: /\n';
    const asked = { draft, crawlers: [everybodyElse], crawler: everybodyElse, url: '/x', headers: {} };
    const trained = async (purposeTokens: Parameters<typeof jobs.usage>[0]['purposeTokens']) => {
      const answer = await jobs.usage({ ...asked, purposeTokens }, () => {});
      if (!('decision' in answer)) throw new Error(JSON.stringify(answer));
      return [
        answer.decision.usage.uses['ai-training'].preference,
        answer.rows[0]?.preferences['ai-training'],
      ];
    };
    expect(await trained([])).toEqual(['unknown', 'unknown']);
    expect(await trained([{ token: 'Foo-Training', purpose: 'ai-training' }])).toEqual([
      'disallow',
      'disallow',
    ]);
  });
});
