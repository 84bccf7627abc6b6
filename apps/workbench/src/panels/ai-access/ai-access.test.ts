import type { AiAccessAnswer } from '@robots-exclusion/operations/ai-access';
import { describe, expect, it } from 'vitest';
import { jobs } from './job.ts';

describe('the AI report', () => {
  it('asks the operation that the command and the service ask', async () => {
    const { results, target } = (await jobs['ai-access.report'](
      { robots: 'User-agent: GPTBot\nDisallow: /\n', target: '/' },
      () => {},
    )) as AiAccessAnswer;
    expect(target).toBe('/');
    expect(results.find(({ token }) => token === 'GPTBot')).toMatchObject({ reach: 'nothing', lines: [1] });
    expect(results.find(({ token }) => token === 'CCBot')).toMatchObject({ reach: 'everything' });
  });
});
