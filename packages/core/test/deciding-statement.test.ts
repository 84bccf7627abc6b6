/** Compares the deciding statement with an oracle that has its own reader of files. */
import { arbitraryStatedSite, runs, slowUses } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { parse } from 'robots-exclusion';
import { resolveCrawler } from 'robots-exclusion/agents';
import { placeOf, type UsageReport, usageReport } from 'robots-exclusion/usage';
import { describe, expect, it } from 'vitest';

function shown({ uses }: UsageReport) {
  return Object.fromEntries(
    Object.entries(uses).map(([use, { preference, decidedBy }]) => [
      use,
      { preference, ...(decidedBy && { place: placeOf(decidedBy) }) },
    ]),
  );
}

describe('of several statements about a use', () => {
  it('the most restrictive decides; of equals the first, robots.txt before fields and files', () => {
    fc.assert(
      fc.property(arbitraryStatedSite, (site) => {
        const { robots, headers, tdmrep, crawler, path } = site;
        const { who } = resolveCrawler(crawler);
        const report = usageReport(parse(robots), who, path, { headers, ...(tdmrep && { tdmrep }) });
        // The oracle knows only the uses that its sites mention.
        const slow = slowUses(site);
        const known = Object.entries(shown(report)).filter(([use]) => use in slow);
        expect(Object.fromEntries(known)).toEqual(slow);
      }),
      { numRuns: runs(20_000, 60) },
    );
  });

  it('a meta element counts after header fields and before other files', () => {
    const meta = [{ name: 'robots', content: 'noindex' }];
    const headers = { 'x-robots-tag': 'none' };
    const ofPage = usageReport(parse(''), 'FooBot', '/', { meta });
    expect(shown(ofPage)['search']).toEqual({ preference: 'disallow', place: 'meta robots' });
    const both = usageReport(parse(''), 'FooBot', '/', { meta, headers });
    expect(shown(both)['search']).toEqual({ preference: 'disallow', place: 'header x-robots-tag' });
  });
});
