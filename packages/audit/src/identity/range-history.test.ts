import { describe, expect, it } from 'vitest';
import { blockOf, comparedLists, jafarOf, listsOfDay, textsOf, withList } from './range-history.ts';
import { rangesJson, readRangeList, readRanges } from './ranges.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const listOf = (made: string | undefined, seen: string, ...prefixes: string[]) =>
  readRangeList({ ...(made && { creationTime: made }), prefixes }, 'FooBot', day(seen));

const kept = [
  listOf('2026-06-01', '2026-06-20', '192.0.2.0/24'),
  listOf('2026-06-10', '2026-06-20', '192.0.2.0/25', '2001:db8::/32'),
];

describe('lists over time', () => {
  it.each([
    ['2026-06-05', '192.0.2.200', '192.0.2.0/24'],
    ['2026-06-15', '192.0.2.200', null],
    ['2026-06-15', '2001:db8::1', '2001:db8::/32'],
    ['2026-07-10', '192.0.2.1', '192.0.2.0/25'],
    ['2026-09-01', '192.0.2.1', undefined],
    ['2026-04-01', '192.0.2.1', undefined],
    [undefined, '192.0.2.1', '192.0.2.0/25'],
  ])('on %s, the block of %s is %j', (on, ip, block) => {
    expect(blockOf(listsOfDay(kept, on), ip)).toBe(block);
  });

  it('of a list with a block that is too wide, an address in no other block is unknown, as in an audit', () => {
    const wide = [readRangeList(['0.0.0.0/0', '192.0.2.0/24'], 'FooBot')];
    expect(blockOf(wide, '192.0.2.7')).toBe('192.0.2.0/24');
    expect(blockOf(wide, '198.51.100.7')).toBeUndefined();
  });

  it('a list without a date says nothing about a day', () => {
    const undated = [readRangeList(['192.0.2.0/24'], 'FooBot')];
    expect(listsOfDay(undated, '2026-06-05')).toEqual([]);
    expect(listsOfDay(undated)).toEqual(undated);
  });

  it('keeps a fetched list once, and how long it was seen', () => {
    const same = withList(kept, listOf('2026-07-01', '2026-07-02', '2001:db8::/32', '192.0.2.0/25'));
    expect(same.map(({ madeAt, seenAt }) => [madeAt, seenAt])).toEqual([
      [day('2026-06-01'), day('2026-06-20')],
      [day('2026-06-10'), day('2026-07-02')],
    ]);
    const changed = withList(kept, listOf(undefined, '2026-07-02', '198.51.100.0/24'));
    expect(changed.at(-1)).toMatchObject({ madeAt: day('2026-07-02'), isFirstSeen: true });
    expect(readRanges(rangesJson(new Map([['foobot', changed]]))).get('foobot')).toEqual(changed);
  });

  it('compares two days, and writes a list', () => {
    const [before, after] = kept.map((one) => [one]) as [typeof kept, typeof kept];
    expect(comparedLists(before, after)).toEqual({
      added: ['192.0.2.0/25', '2001:db8::/32'],
      removed: ['192.0.2.0/24'],
    });
    const jafar = jafarOf(after, 0);
    expect(jafar).toEqual({
      creationTime: '2026-06-10T00:00:00.000Z',
      prefixes: [{ ipv4Prefix: '192.0.2.0/25' }, { ipv6Prefix: '2001:db8::/32' }],
    });
    expect(textsOf([readRangeList(jafar, 'FooBot')])).toEqual(textsOf(after));
  });

  it.each(['', 'x', '192.0.2.0/24', '999.1.1.1', 'a'.repeat(10_000)])('%j is no address', (ip) => {
    expect(() => blockOf(kept, ip)).toThrow(RangeError);
  });
});
