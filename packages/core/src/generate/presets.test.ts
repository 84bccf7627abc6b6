import { describe, expect, it } from 'vitest';
import { blockPurposes, purposeBlock } from './presets.ts';

const agents = [
  { token: 'Trainer', purposes: ['training'] },
  { token: 'Both', purposes: ['search', 'training'] },
  { token: 'Finder', purposes: ['search'] },
  { token: 'Idle', purposes: [] },
  // Retired: nobody sends it any more.
  { token: 'anthropic-ai', purposes: ['training'] },
];

const tokens = (some: readonly { token: string }[]): string[] => some.map(({ token }) => token);

describe('purposeBlock', () => {
  it.each([
    [['training'], [], ['Trainer', 'Both'], []],
    [['training'], ['search'], ['Trainer'], ['Both']],
    [['training', 'search'], [], ['Trainer', 'Both', 'Finder'], []],
    [['training'], ['training'], [], ['Trainer', 'Both']],
    [[], ['search'], [], []],
    [['seo'], [], [], []],
  ])('%j, sparing %j', (purposes, spare, blocked, spared) => {
    const decided = purposeBlock(agents, purposes, spare);
    expect([tokens(decided.blocked), tokens(decided.spared)]).toEqual([blocked, spared]);
  });
});

describe('blockPurposes', () => {
  it('names every crawler with a blocked purpose, main or not', () => {
    expect(blockPurposes(agents, ['training'])).toEqual([
      { comment: 'No crawling for: training', userAgents: ['Trainer', 'Both'], rules: [{ disallow: '/' }] },
    ]);
  });

  it('names in the comment who is spared', () => {
    expect(blockPurposes(agents, ['training'], { spare: ['search'], comment: 'Mine' })[0]?.comment).toBe(
      'Mine\nSpared (also used for search): Both',
    );
  });

  it('writes no group where nobody has the purpose', () => {
    expect(blockPurposes(agents, ['seo'])).toEqual([]);
  });
});
