/** Checks that an input contains a file, in exactly one of two forms. */
import type * as z from 'zod';

/**
 * The condition that {@link hasOneBody} checks, as JSON Schema for the published schemas. It is not a `oneOf`, of which
 * generators of clients make one type for each member.
 */
export const ONE_BODY = {
  if: { required: ['robots'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { not: { required: ['robotsBase64'] } },
  else: { required: ['robotsBase64'] },
};

/** Whether the input contains exactly one of the two forms of a file. */
export function hasOneBody({
  value,
  issues,
}: {
  value: { robots?: string | null | undefined; robotsBase64?: string | undefined };
  issues: z.core.$ZodRawIssue[];
}): void {
  if ((value.robots === undefined) !== (value.robotsBase64 === undefined)) return;
  const message = 'Expected either "robots" or "robotsBase64"';
  issues.push({ code: 'custom', input: value, path: ['robots'], message });
}
