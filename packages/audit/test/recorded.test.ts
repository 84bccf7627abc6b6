/** Tests that no recorded log of a real server is silently misread. */
import { describe, expect, it } from 'vitest';
import { hitsOf, recordedLogs, wrongFields } from './recorded.ts';

describe('each hit has the fields of the request that was sent, or says what it lost', () => {
  it.each(recordedLogs)('$name', async ({ log, sent }) => {
    // Only many requests show what a server never logs.
    const { hits, summary } = await hitsOf(Buffer.concat(Array<Buffer>(5).fill(log)));
    expect(hits.flatMap((hit) => wrongFields(hit, sent, summary.losses))).toEqual([]);
  });
});
