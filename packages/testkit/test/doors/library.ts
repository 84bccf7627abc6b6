/**
 * The library. The answer of its operation is the standard with which all other doors, including the library's fast
 * functions, are compared.
 */
import { greatestLimits } from '@robots-exclusion/operations';
import { evaluate } from '@robots-exclusion/operations/evaluate';
import { everyAnswer } from '@robots-exclusion/operations/one-answer';
import type { Door, DoorAnswer } from '@robots-exclusion/testkit';
import { ofRegistry, usesOf } from './answers.ts';

export const library: Door = {
  name: 'library',
  takes: ({ status }) => status === 200,
  async ask({ robots, agents, paths, literal, dialect, headers, tdmrep }) {
    const input = { robots, urls: paths, agents, literal, dialect, headers, tdmrep, usage: true };
    const asked = evaluate.asked(input, { limits: greatestLimits, registry: undefined });
    return (await everyAnswer(evaluate, asked)).map((answer): DoorAnswer => {
      if ('error' in answer) throw new Error(`${answer.url}: ${answer.error.message}`);
      const { allowed, verdict, crawler, usage } = answer;
      return {
        allowed,
        because: verdict?.because,
        line: verdict?.rule?.line,
        crawler: ofRegistry(crawler),
        preferences: usage?.preferences,
        uses: usage && usesOf(usage.uses),
      };
    });
  },
};
