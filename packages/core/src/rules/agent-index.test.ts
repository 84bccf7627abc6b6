import { arbitraryBody, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROW } from '../parse/line-table.ts';
import { parse } from '../parse/parse.ts';
import { tokensOf } from './crawler.ts';
import { selectRows } from './select.ts';

/** Enough lines to require an index, in a group that names none of the tested crawlers. */
const FILLER = `\nUser-agent: Nobody\nDisallow: /${'\nAllow: /'.repeat(200)}\n`;

describe('selectRows', () => {
  it('finds the same rows the first time, by searching, and then, by its index', () => {
    const who = fc.constantFrom<string | string[]>(
      'FooBot',
      '*',
      'foobot',
      ['FooBot', 'BarBot'],
      'Nobody',
      'x',
      [],
    );
    fc.assert(
      fc.property(arbitraryBody, fc.array(who, { minLength: 1 }), fc.boolean(), (body, asked, isRule) => {
        const text = typeof body === 'string' ? body : new TextDecoder('latin1').decode(body);
        const document = parse(text + FILLER, { contentUsageIsRule: isRule });
        for (const crawler of asked) {
          const tokens = tokensOf(crawler);
          const searched = selectRows(parse(text + FILLER, { contentUsageIsRule: isRule }), tokens);
          expect(selectRows(document, tokens)).toEqual(searched);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('finds no name in records between user-agent records', () => {
    const body = `User-agent: *\nAllow: /star\n\nUser-agent: BarBot\nSitemap: FooBot\nAllow: /bar\n${FILLER}`;
    const document = parse(body);
    const rows = [1, 2].map(() => selectRows(document, [...tokensOf('FooBot')]));
    expect(rows[1]).toEqual(rows[0]);
    expect(rows[1]?.ruleRows).toEqual([ROW]);
  });

  it('keeps the groups of several tokens in file order, each once', () => {
    const group = 'User-agent: BarBot\nUser-agent: FooBot\nAllow: /\n';
    const document = parse(`User-agent: BarBot\nAllow: /\n${group}${FILLER}`);
    const rows = [1, 2].map(() => selectRows(document, [...tokensOf(['FooBot', 'BarBot'])]));
    expect(rows[1]).toEqual(rows[0]);
    expect(rows[1]?.userAgentRows).toEqual([0, 2 * ROW, 3 * ROW]);
  });

  it('selects once for the questions about one crawler and one document', () => {
    const document = parse('User-agent: OnceBot\nDisallow: /\n');
    const tokens = tokensOf('OnceBot');
    expect(tokensOf('OnceBot')).toBe(tokens);
    const selection = selectRows(document, tokens);
    expect(selectRows(document, tokens)).toBe(selection);
    expect(selectRows(document, tokensOf('BarBot')).ruleRows).toEqual([]);
    expect(selectRows(parse(''), tokens).ruleRows).toEqual([]);
  });

  it('answers for one agent that is named 50,000 times', () => {
    const document = parse('User-agent: FooBot\nDisallow: /a\n'.repeat(50_000), { maxBytes: 5_000_000 });
    for (let time = 0; time < 3; time++)
      expect(selectRows(document, tokensOf('FooBot')).ruleRows.length).toBe(50_000);
  });
});
