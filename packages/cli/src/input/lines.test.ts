import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesByChunk } from './lines.ts';

async function linesOf(chunks: readonly Uint8Array[], maxLineBytes: number): Promise<(string | undefined)[]> {
  const lines: (string | undefined)[] = [];
  async function* input() {
    yield* chunks;
  }
  for await (const group of linesByChunk(input(), maxLineBytes)) {
    for (const { octets } of group) lines.push(octets && Buffer.from(octets).toString());
  }
  return lines;
}

describe('linesByChunk', () => {
  it('finds the same lines however the octets are cut', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 5 }), async (whole, size) => {
        const octets = Buffer.from(whole);
        const chunks: Uint8Array[] = [];
        for (let at = 0; at < octets.length; at += size) chunks.push(octets.subarray(at, at + size));
        const expected = whole.split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(await linesOf(chunks, 100)).toEqual(expected);
      }),
    );
  });

  it('drops a line that is too long, and nothing else', async () => {
    const chunks = ['aaa', 'aaa\nbb', 'b\ncccc'].map((text) => Buffer.from(text));
    expect(await linesOf(chunks, 3)).toEqual([undefined, 'bbb', undefined]);
  });
});
