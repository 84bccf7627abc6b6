/** A limit that involves several members of an input. */
import type * as z from 'zod';
import type { OperationLimits } from '../limits.ts';

interface Asked {
  urls: readonly string[];
  agents?: readonly unknown[] | undefined;
}

/**
 * Limits the number of URLs times the number of crawlers, because every pair of a URL and a crawler gets a result.
 */
export function isWithin({ maxQuestions }: OperationLimits) {
  return ({ value, issues }: { value: Asked; issues: z.core.$ZodRawIssue[] }): void => {
    const count = value.urls.length * (value.agents?.length ?? 1);
    if (count <= maxQuestions) return;
    const message = `Too many queries: ${count} (URLs times crawlers), expected at most ${maxQuestions}`;
    issues.push({ code: 'custom', input: value, path: ['urls'], message });
  };
}
