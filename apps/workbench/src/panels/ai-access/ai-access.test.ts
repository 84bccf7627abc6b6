import { describe, expect, it } from 'vitest';
import { report } from './job.ts';

describe('the AI report', () => {
  it('asks the operation that the command and the service ask', async () => {
    const { results, target } = await report({ draft: 'User-agent: GPTBot\nDisallow: /\n', target: '/' });
    expect(target).toBe('/');
    expect(results.find(({ token }) => token === 'GPTBot')).toMatchObject({ reach: 'nothing', lines: [1] });
    expect(results.find(({ token }) => token === 'CCBot')).toMatchObject({ reach: 'everything' });
  });
});
