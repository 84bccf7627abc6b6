/** A limit of an input that involves several members. */
import type * as z from 'zod';
import type { OperationLimits } from '../limits.ts';

interface Asked {
  urls: readonly string[];
  agents?: readonly unknown[] | undefined;
}

/** Checks the product of URLs and crawlers, because each URL is answered for each crawler. */
export function isWithin({ maxQuestions }: OperationLimits) {
  return ({ value, issues }: { value: Asked; issues: z.core.$ZodRawIssue[] }): void => {
    const count = value.urls.length * (value.agents?.length ?? 1);
    if (count <= maxQuestions) return;
    const message = `Too many questions: ${count} URLs times crawlers, expected at most ${maxQuestions}`;
    issues.push({ code: 'custom', input: value, path: ['urls'], message });
  };
}
