import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { agents as all, isRetired } from 'robots-exclusion/agents';
import { generate } from 'robots-exclusion/generate';
import { lint } from 'robots-exclusion/lint';
import { expect, it } from 'vitest';
import { planRobots, templates } from './plan.ts';
import { wishesOf } from './wishes.ts';

const agents = all.filter(({ token }) => !isRetired(token));
const purposes = [...new Set(agents.flatMap((agent) => agent.purposes))];
const tokens = agents.map(({ token }) => token);
const some = (...values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1, maxLength: Math.min(4, values.length) });

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
      ...common,
    },
    { requiredKeys: [] },
  ),
  fc.record({ only: some(...tokens), ...common }, { requiredKeys: ['only'] }),
);

it('whatever the options name, the linter has no warning about the file that is written', () => {
  fc.assert(
    fc.property(options, fc.constantFrom('rfc9309', 'google', 'bing', 'portable'), (given, profile) => {
      const findings = lint(generate(planRobots(wishesOf(given, agents), agents)), {
        profile,
      });
      expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    }),
    { numRuns: runs(4_000) },
  );
});
