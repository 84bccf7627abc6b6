import { agents } from 'robots-exclusion/agents';
import { expect, it } from 'vitest';
import { MAX_CRAWLERS } from './limits.ts';

it('a question may be about all crawlers of any purpose', () => {
  for (const purpose of new Set(agents.flatMap(({ purposes }) => purposes))) {
    const named = agents.filter(({ purposes }) => purposes.includes(purpose));
    expect(named.length, purpose).toBeLessThanOrEqual(MAX_CRAWLERS);
  }
});
