/** A question gives a file in one of two forms. */
import type * as z from 'zod';

/** What {@link hasOneBody} checks, for documents. */
export const ONE_BODY = { oneOf: [{ required: ['robots'] }, { required: ['robotsBase64'] }] };

/** A question gives a file in one of two forms. */
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
