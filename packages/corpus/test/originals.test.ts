/** ISO 28500 §6.7: finds the record to which a revisit refers, among the last 4 MiB of records. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Originals } from '../src/warc/originals.ts';
import { readHead } from '../src/warc/record-head.ts';
import type { WarcRecord } from '../src/warc/record-splitter.ts';

const ROOM = 4 * 1024 * 1024;

function recordOf(index: number, length: number): WarcRecord {
  const fields = [
    'WARC/1.1',
    'WARC-Type: response',
    'WARC-Target-URI: https://example.com/robots.txt',
    `WARC-Record-ID: <id:${index}>`,
    `WARC-Payload-Digest: sha1:${index}`,
  ];
  const head = readHead(Buffer.from(fields.join('\r\n')));
  const block = Buffer.alloc(length, `block ${index} `);
  return { head, block, isCut: index % 3 === 0, offset: index };
}

function find(originals: Originals, index: number): WarcRecord | undefined {
  return originals.find(new Map([['warc-refers-to', `<id:${index}>`]]), 'https://example.com/robots.txt')
    ?.record;
}

it('finds what was kept as it was, and everything of the last half of its room', () => {
  const length = fc.oneof(fc.nat(2_000), fc.nat(1_500_000), fc.constantFrom(0, ROOM, ROOM + 1));
  const step = fc.record({ length, asked: fc.option(fc.nat(30)) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const originals = new Originals();
      const added: WarcRecord[] = [];
      for (const { length: octets, asked } of steps) {
        const record = recordOf(added.length, octets);
        added.push(record);
        originals.add(record);
        if (asked === null) continue;
        const index = Math.max(0, added.length - 1 - asked);
        const found = find(originals, index);
        if (found) expect(found.block.equals((added[index] as WarcRecord).block)).toBe(true);
        if (found) expect({ ...found, block: 0 }).toEqual({ ...added[index], block: 0 });
        const since = added
          .slice(index)
          .reduce((sum, { head, block }) => sum + head.octets.length + block.length, 0);
        const isLarge = added.slice(index).some(({ block }) => block.length > ROOM / 4);
        if (since <= ROOM / 2 && !isLarge) expect(found).toBeDefined();
      }
    }),
    { numRuns: runs(300) },
  );
});

it('gives a copy, which later records do not overwrite', () => {
  const originals = new Originals();
  originals.add(recordOf(0, 1_000_000));
  const found = find(originals, 0) as WarcRecord;
  for (let index = 1; index < 9; index++) originals.add(recordOf(index, 1_000_000));
  expect(find(originals, 0)).toBeUndefined();
  expect(found.block.toString('latin1', 0, 8)).toBe('block 0 ');
});

it('knows nothing any more once it is cleared', () => {
  const originals = new Originals();
  originals.add(recordOf(0, 10));
  originals.clear();
  expect(find(originals, 0)).toBeUndefined();
});
