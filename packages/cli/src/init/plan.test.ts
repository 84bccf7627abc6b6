import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { agents as all, isRetired } from 'robots-exclusion/agents';
import { generate } from 'robots-exclusion/generate';
import { lint } from 'robots-exclusion/lint';
import { purposeTokens, wordFor } from 'robots-exclusion/usage';
import { expect, it } from 'vitest';
import { conventionNames, filesOf } from './conventions.ts';
import { type InitWishes, planRobots, templates } from './plan.ts';
import { viewsOf } from './views.ts';
import { wishesOf } from './wishes.ts';

const agents = all.filter(({ token }) => !isRetired(token));
const purposes = [...new Set(agents.flatMap((agent) => agent.purposes))];
const tokens = agents.map(({ token }) => token);
const some = (...values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1, maxLength: Math.min(4, values.length) });

const answer = fc.constantFrom('yes' as const, 'no' as const);
const common = {
  disallow: some('/cart', '/search?q=', '/*?sort=', '/a/b/'),
  sitemap: some('https://example.com/sitemap.xml', 'https://example.com/news.xml'),
};
const options = fc.oneof(
  fc.record(
    {
      template: fc.constantFrom(...templates.keys()),
      block: some(...purposes),
      allow: some(...purposes, ...tokens),
      alsoSearch: fc.constant('block' as const),
      training: fc.constant('no' as const),
      aiInput: answer,
      ...common,
    },
    { requiredKeys: [] },
  ),
  fc.record({ only: some(...tokens), ...common }, { requiredKeys: ['only'] }),
);

it('whatever the options name, the linter has no warning about the file that is written', () => {
  fc.assert(
    fc.property(options, fc.constantFrom('rfc9309', 'google', 'bing', 'portable'), (given, profile) => {
      const wishes = (): InitWishes => wishesOf(given, agents);
      const { training, aiInput, allow = [], block = [] } = 'only' in given ? {} : given;
      const contradictions = [
        ...(training === 'no' && allow.includes('training') ? ['--training no'] : []),
        ...(aiInput === 'no' && allow.includes('retrieval') ? ['--ai-input no'] : []),
        ...(aiInput === 'yes' && block.includes('retrieval') ? ['--ai-input yes'] : []),
      ];
      if (contradictions[0] !== undefined) {
        expect(wishes).toThrow(`Cannot state uses: ${contradictions[0]}, although`);
        return;
      }
      const findings = lint(generate(planRobots(wishes(), agents, purposeTokens)), { profile });
      expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    }),
    { numRuns: runs(4_000, 16) },
  );
});

/** The uses of which a convention speaks, among those that can be asked for. */
const spokenOf: Readonly<Record<string, readonly string[]>> = {
  'Content-Usage': ['search', 'ai-training', 'ai-input'],
  'Content-Signal': ['search', 'ai-training', 'ai-input'],
  'its header': ['search', 'ai-training', 'ai-input'],
  'ai.txt': ['ai-training'],
};

it('what is asked for is what the reader of each convention finds', () => {
  const stating = fc.record(
    { search: answer, training: answer, aiInput: answer, conventions: some(...conventionNames), ...common },
    { requiredKeys: ['training', 'conventions'] },
  );
  fc.assert(
    fc.property(stating, (given) => {
      const license = given.conventions.includes('rsl') ? { license: 'https://e.com/rights/l.xml' } : {};
      const wishes = wishesOf({ ...given, ...license }, agents);
      const text = generate(planRobots(wishes, agents, purposeTokens));
      const { search, training, aiInput } = given;
      const asked = Object.entries({ search, 'ai-training': training, 'ai-input': aiInput });
      const wanted = new Map(
        asked.flatMap(([use, is]) => (is ? [[use, is === 'yes' ? 'allow' : 'disallow']] : [])),
      );
      for (const { reads, says } of viewsOf(text, wishes, purposeTokens)) {
        const uses = spokenOf[reads];
        if (uses)
          expect([reads, says]).toEqual([
            reads,
            Object.fromEntries([...wanted].filter(([use]) => uses.includes(use as string))),
          ]);
        else if (reads === 'RSL') expect(says).toEqual({});
        else if (reads === 'TDMRep') expect(says['text-and-data-mining']).toBe(wanted.get('ai-training'));
        else {
          const governed = purposeTokens.find(({ token }) => token === reads)?.uses ?? [];
          const answers = governed.map((use) => wanted.get(use));
          const one = answers.includes('disallow') ? 'disallow' : 'allow';
          expect(says).toEqual(Object.fromEntries(governed.map((use) => [use, one])));
          if (one === 'allow') expect(new Set(answers)).toEqual(new Set(['allow']));
        }
      }
      const rsl = filesOf(wishes).find(({ convention }) => convention === 'rsl');
      expect(rsl?.path).toBe(license.license && 'rights/l.xml');
      for (const [use, is] of rsl ? wanted : []) {
        const element = is === 'allow' ? 'permits' : 'prohibits';
        expect(rsl?.text).toMatch(
          new RegExp(`<${element} type="usage">[^<]*\\b${wordFor(use as never, 'content-signal')}\\b`),
        );
      }
    }),
    { numRuns: runs(1_000) },
  );
});
